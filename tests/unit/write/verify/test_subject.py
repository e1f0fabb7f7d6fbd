"""Whom a statement is about: adverbs before the verb are no part of it."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.statement import read


@pytest.mark.parametrize(
    "text, key, words",
    [
        ("Ana now lives in Lisbon", ("name", "ana"), ("ana",)),
        ("Ana Silva still works at Acme", ("name", "ana", "silva"), ("ana", "silva")),
        ("Ana just recently moved to Rome", ("name", "ana"), ("ana",)),
        ("Ana ahora vive en Lima", ("name", "ana"), ("ana",)),
        ("My sister now lives in Rome", ("person", "sister"), ("kin:sister",)),
        ("The staging server now runs on Debian", ("thing", "stage", "server"), ("stage", "server")),
        ("Already lives in Rome", ("user",), ()),
        ("The Now app is great", ("name", "now"), ("now", "app")),
        ("My only child lives in Rome", ("thing", "only_child"), ("only_child",)),
    ],
)
def test_an_adverb_before_the_verb_is_no_part_of_the_subject(
    text: str, key: tuple[str, ...], words: tuple[str, ...]
) -> None:
    found = read(text).subject
    assert (found.key, found.words) == (key, words)


@pytest.mark.parametrize(
    "text, key",
    [
        ("Ana adopted a grey cat", ("name", "ana")),
        ("Ana now adopted a grey cat", ("name", "ana")),
        ("Ana visited Rome in May", ("name", "ana")),
        ("Ana married Tom", ("name", "ana")),
        ("Ben flew to Oslo", ("name", "ben")),
        ("Ben worked at Acme for years", ("name", "ben")),
        ("Ben finds it hard", ("name", "ben")),
        ("Eva worries about money", ("name", "eva")),
        ("Ana no longer smokes", ("name", "ana")),
        ("Dentist booked for Friday", ("user",)),
        ("Rent paid on Monday", ("user",)),
        ("Flight rescheduled to Tuesday", ("user",)),
        ("Adopted a grey cat", ("user",)),
        ("Ana a une voiture", ("name", "ana")),
        ("Mi sono trasferito a Milano", ("user",)),
        ("Mi hermana vive en Lima", ("person", "sister")),
    ],
)
def test_whom_it_is_told_of_stands_before_what_he_did(text: str, key: tuple[str, ...]) -> None:
    assert read(text).subject.key == key


@pytest.mark.feature("VG-16")
@pytest.mark.parametrize("name", ["Ana", "Mia", "Kim", "Tom"])
@pytest.mark.parametrize("what", ["lives in Porto | now lives in Lisbon", "works at Acme | now works at Northstar"])
def test_what_somebody_now_does_replaces_what_was_so_whatever_else_is_known(
    memory: Memory, name: str, what: str
) -> None:
    before, after = what.split(" | ")
    memory.add(f"{name} {before}", user="u")
    memory.add("The kettle is blue", user="u")
    memory.add(f"{name} {after}", user="u")
    assert {record.content for record in memory.list(user="u")} == {f"{name} {after}", "The kettle is blue"}


def test_what_another_now_does_replaces_nothing(memory: Memory) -> None:
    memory.add("Ana lives in Porto", user="u")
    memory.add("The kettle is blue", user="u")
    memory.add("Mia now lives in Lisbon", user="u")
    assert len(memory.list(user="u")) == 3

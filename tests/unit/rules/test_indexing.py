"""What is indexed for a text."""

from __future__ import annotations

from datetime import UTC, datetime

from recollect.rules import cues
from recollect.rules.indexing import date_words, embedding_text, index

DAY = datetime(2024, 5, 8, 9, 30, tzinfo=UTC)


def test_terms_are_counted_and_the_text_alone_makes_the_length() -> None:
    entry = index("Tea, tea and more tea for Ana", speaker="Bob", occurred_at=DAY, key="drinks:morning")
    assert entry.terms == {
        "tea": 3,
        "ana": 1,
        "bob": 1,
        "drinks:morn": 1,
        "drink": 1,
        "morn": 1,
        "8": 1,
        "may": 1,
        "2024": 1,
    }
    assert entry.length == 4


def test_speaker_and_date_are_searchable_words() -> None:
    entry = index("Ana called", speaker="Ana Lima", occurred_at=DAY)
    assert entry.terms["ana"] == 2
    assert {"lima", "may", "2024"} <= entry.terms.keys()


def test_nothing_but_the_text_is_needed() -> None:
    entry = index("", speaker=None, occurred_at=None)
    assert (entry.terms, entry.length, entry.flags) == ({}, 0, 0)


def test_flags_are_those_of_the_text() -> None:
    assert index("I moved to Lisbon", speaker=None, occurred_at=None).flags & cues.FIRST_PERSON


def test_days_are_said_as_people_say_them() -> None:
    assert date_words(DAY) == "8 May 2024"
    assert date_words(None) == ""


def test_the_embedder_sees_what_was_said_and_not_who_or_when() -> None:
    assert embedding_text("the boat leaks", speaker="Ana", occurred_at=DAY) == "the boat leaks"

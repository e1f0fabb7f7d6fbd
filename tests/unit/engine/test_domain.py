"""A domain beside everything else that is learned: its fields are kept in its own words, and once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from recollect import Memory

PAGE = (Path(__file__).parents[3] / "docs" / "howto" / "domains.md").read_text()


def told(memory: Memory, text: str) -> list[str]:
    memory.add([{"role": "user", "name": "Dana", "content": text}], user="dana", wait=True)
    return sorted(record.content for record in memory.list(user="dana", layers=["memory"]))


def opened(folder: Path) -> Memory:
    schema = folder / "travel.toml"
    schema.write_text(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[1])
    return Memory(folder / "m.db", config_file=folder / "none.toml", domain_schema=str(schema), worker="off")


def test_the_example_of_the_page_gives_what_the_page_says(tmp_path: Path) -> None:
    said = re.findall(r"Said by Dana, `(.+?)`", PAGE)[0]
    memories, context = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[:2]
    with opened(tmp_path) as memory:
        assert told(memory, said) == sorted(memories.splitlines())
        assert context in memory.context(user="dana").text


def test_what_is_told_beside_a_field_is_learned_as_ever(tmp_path: Path) -> None:
    with opened(tmp_path) as memory:
        found = told(memory, "I prefer a window seat and I live in Oslo. I want to travel to Japan with Ana.")
    assert found == ["Dana lives in Oslo", "Dana prefers this seat: window", "Dana wants to travel to Japan with Ana"]


@pytest.mark.feature("TY-07")
@pytest.mark.parametrize(
    "first, then, left",
    [
        ("I'm preparing for the SAT.", "I'm preparing for the ACT.", "is preparing for this exam: ACT"),
        ("I learn best by watching videos.", "I learn best by reading.", "learns best this way: reading"),
        ("I'm in grade 9.", "I'm now in grade 10.", "is in grade 10"),
        ("I'm a visual learner.", "I'm a visual learner.", "learns best this way: visual"),
    ],
)
def test_a_later_value_of_a_field_replaces_the_earlier_one(first: str, then: str, left: str) -> None:
    with Memory(":memory:", domain_schema="edtech", worker="off") as memory:
        told(memory, first)
        assert told(memory, then) == [f"Dana {left}"]


@pytest.mark.feature("TY-07")
def test_what_two_people_say_of_themselves_are_two_values(tmp_path: Path) -> None:
    with opened(tmp_path) as memory:
        told(memory, "I prefer a window seat.")
        memory.add([{"role": "user", "name": "Bob", "content": "I prefer an aisle seat."}], user="dana", wait=True)
        found = sorted(record.content for record in memory.list(user="dana", layers=["memory"]))
    assert found == ["Bob prefers this seat: aisle", "Dana prefers this seat: window"]


@pytest.mark.feature("CX-09")
@pytest.mark.parametrize("layout", ["recollect", "memoryos", "osaurus"])
@pytest.mark.parametrize("question", [None, "where does Dana want to travel to?"])
def test_what_the_domain_tells_is_told_once(tmp_path: Path, layout: str, question: str | None) -> None:
    with opened(tmp_path) as memory:
        told(memory, "I prefer a window seat. I want to travel to Japan and New Zealand.")
        context = memory.context(question, user="dana", layout=layout)
        known = {record.id for record in memory.list(user="dana", layers=["memory"])}
    assert "- Wants to see: Japan, New Zealand" in context.text
    assert not re.search("wants to travel|prefers this seat", context.text)
    assert known <= set(context.ids) or question is not None


@pytest.mark.feature("TY-07")
@pytest.mark.parametrize(
    "said, learned",
    [
        ("I'm preparing for the SAT.", ["Dana is preparing for this exam: SAT"]),
        ("I'm studying for my finals.", ["Dana is preparing for this exam: finals"]),
        ("I'm in grade 10 and I live in Oslo.", ["Dana is in grade 10", "Dana lives in Oslo"]),
    ],
)
def test_a_field_takes_the_place_of_the_same_in_other_words(said: str, learned: list[str]) -> None:
    with Memory(":memory:", domain_schema="edtech", worker="off") as memory:
        assert told(memory, said) == learned

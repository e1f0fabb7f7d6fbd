"""A domain beside everything else that is learned: its fields are kept in its own words, and once."""

from __future__ import annotations

import re
from pathlib import Path

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

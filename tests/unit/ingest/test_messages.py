"""Conversations of role and content, from whatever program: what can be read is read, and nothing ends the rest."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recollect import Memory
from recollect.errors import InvalidInput
from recollect.ingest.readers import format_of, messages

pytestmark = pytest.mark.feature("FI-07")

SHAPES = st.recursive(
    st.sampled_from([None, True, 1.5, -1, 1e30, float("nan"), "", "user", "x\x00", "\ud800", "2026-02-10"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["role", "content", "messages", "metadata", "timestamp", "text", "type", "session", "user"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scratch")


def said(path: Path, lines: list[Any]) -> list[tuple[str, str]]:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    problems: list[str] = []
    found = [(turn["role"], turn["content"]) for turn in messages.read(path, problems)]
    assert problems == []
    return found


def test_a_line_ends_where_json_lines_end_and_nowhere_else(tmp_path: Path) -> None:
    text = "one\u2028two\u2029three\x85four\x0bfive"
    assert said(tmp_path / "a.jsonl", [{"role": "user", "content": text}, {"role": "ai", "content": "ok"}]) == [
        ("user", text),
        ("assistant", "ok"),
    ]


@pytest.mark.parametrize(
    "more",
    [{"metadata": "a note"}, {"metadata": [1]}, {"timestamp": 0}, {"timestamp": ""}, {"timestamp": None}],
)
def test_what_beside_the_words_makes_no_sense_costs_no_words(tmp_path: Path, more: dict[str, Any]) -> None:
    path = tmp_path / "a.jsonl"
    assert said(path, [{"role": "user", "content": "I keep bees", **more}]) == [("user", "I keep bees")]
    with Memory(":memory:", worker="off") as memory:
        assert memory.import_(path, user="ana")["added"] == 1


def test_what_no_database_holds_is_left_out_of_the_words(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"role": "user", "content": "bees\\u0000 and hives"}\n')
    assert [turn["content"] for turn in messages.read(path, [])] == ["bees and hives"]


@pytest.mark.parametrize("encoding, at", [("latin-1", "byte 76, in line 2"), ("utf-16", "byte 0, in line 1")])
def test_a_file_that_is_not_utf8_is_refused_before_anything_of_it_is_damaged(
    tmp_path: Path, encoding: str, at: str
) -> None:
    path = tmp_path / "a.jsonl"
    text = '{"role": "user", "content": "hello"}\n{"role": "user", "content": "I like caf\xe9s"}\n'
    path.write_bytes(text.encode(encoding))
    with Memory(":memory:", worker="off") as memory:
        with pytest.raises(InvalidInput, match=rf"a.jsonl is not UTF-8 text .*{at}.*Save it as UTF-8"):
            memory.import_(path, user="ana", format="messages")
        assert memory.count(user="ana") == 0


@pytest.mark.parametrize(
    "more, told",
    [
        ({"content": "bees \ud83d"}, "message 2 of a: content is not valid Unicode .lone surrogate at character 5"),
        ({"timestamp": 1e30}, "message 2 of a: timestamp is 1e.30, no time"),
        ({"created_at": -5}, "message 2 of a: created_at is -5, no time"),
        ({"time": float("nan")}, "message 2 of a: time is nan"),
        ({"time": "yesterday"}, "time|occurred_at"),
        ({"timestamp": True}, "message 2 of a: timestamp is True, no time"),
        ({"timestamp": {"a": 1}}, "message 2 of a: timestamp is {'a': 1}, no time"),
        ({"date": [2026, 2, 10]}, "message 2 of a: date is .2026, 2, 10., no time"),
        ({"date": {"$date": True}}, "message 2 of a: date is {'.date': True}, no time"),
        ({"date": {"$date": "yesterday"}}, "date|occurred_at"),
    ],
)
def test_what_would_not_be_kept_as_it_is_is_named_and_nothing_is_added(
    tmp_path: Path, more: dict[str, Any], told: str
) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps([{"content": "first"}, {"content": "second", **more}]))
    with Memory(":memory:", worker="off") as memory:
        with pytest.raises(InvalidInput, match=rf"{told}.*nothing was added. Mend the file"):
            memory.import_(path, user="ana")
        assert memory.count(user="ana") == 0


@pytest.mark.parametrize("date", ["2024-05-20T10:00:00Z", 1716199200000])
def test_a_time_is_understood_as_mongodb_writes_it(tmp_path: Path, date: Any) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps([{"content": "I keep bees", "date": {"$date": date}}]))
    with Memory(":memory:", worker="off") as memory:
        memory.import_(path, user="ana")
        (found,) = memory.list(user="ana", layers=["turn"])
    assert found.occurred_at == datetime(2024, 5, 20, 10, tzinfo=UTC)


def test_a_message_without_words_is_passed_over_whatever_is_beside_it(tmp_path: Path) -> None:
    call = {"role": "assistant", "content": None, "tool_calls": [], "timestamp": 1e30}
    assert said(tmp_path / "a.jsonl", [call, {"content": "hello"}]) == [("user", "hello")]


def test_parts_of_every_chat_format_are_words(tmp_path: Path) -> None:
    parts = ["one", {"type": "input_text", "text": "two"}, {"type": "image_url"}, {"text": "three"}]
    assert said(tmp_path / "a.jsonl", [{"role": "user", "content": parts}]) == [("user", "one\ntwo\nthree")]


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000])
def test_a_file_nested_without_end_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "deep.json"
    path.write_text(text)
    with pytest.raises(InvalidInput), Memory(":memory:", worker="off") as memory:
        memory.import_(path, user="ana")


@settings(max_examples=150, deadline=None)
@given(st.lists(SHAPES, max_size=4))
def test_values_of_any_shape_do_not_break_the_reader(scratch: Path, values: list[Any]) -> None:
    path = scratch / "any.jsonl"
    path.write_text("\n".join(json.dumps(value) for value in values))
    format_of(path)
    try:
        found = list(messages.read(path, []))
    except InvalidInput:
        return
    assert all(isinstance(turn["content"], str) for turn in found)


@pytest.mark.parametrize(
    "packed, told",
    [
        (lambda _: b"", "is empty; there is nothing to import"),
        (lambda _: b"\n \n", "is empty"),
        (gzip.compress, r"is packed \(gzip\); unpack it"),
        (bz2.compress, r"is packed \(bzip2\)"),
        (lzma.compress, r"is packed \(xz\)"),
    ],
    ids=["empty", "blank", "gzip", "bzip2", "xz"],
)
@pytest.mark.parametrize("format", ["auto", "messages"])
def test_a_file_that_is_empty_or_packed_is_called_so(tmp_path: Path, packed: Any, told: str, format: str) -> None:
    (tmp_path / "chat.json").write_bytes(packed(b'{"role": "user", "content": "hello"}'))
    with Memory(":memory:") as memory, pytest.raises(InvalidInput, match=rf"chat.json {told}"):
        memory.import_(tmp_path / "chat.json", format=format)

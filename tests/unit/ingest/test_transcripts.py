"""Readers of transcripts: what was said, and nothing else; what cannot be read is named and passed over."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recollect.errors import InvalidInput, TooLarge
from recollect.ingest import readers, transcripts
from recollect.ingest.transcripts import claude_code, elements, lines
from recollect.ingest.transcripts.said import Broken, Said

OPENCLAW: list[Any] = [
    {"type": "session", "version": 3, "id": "b7300bff", "timestamp": "2026-04-08T01:03:43.107Z", "cwd": "/home/ana"},
    {"type": "model_change", "id": "1", "provider": "openai", "modelId": "gpt"},
    {
        "type": "message",
        "id": "m1",
        "timestamp": "2026-04-08T01:04:00Z",
        "message": {"role": "user", "content": [{"type": "text", "text": "I moved to Porto\n[message_id: 77]"}]},
    },
    {
        "type": "message",
        "id": "m2",
        "timestamp": "2026-04-08T01:04:05Z",
        "message": {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "he moved"},
                {"type": "text", "text": "Noted."},
                {"type": "toolCall", "name": "exec", "arguments": {"command": "ls"}},
            ],
        },
    },
    {"type": "message", "id": "m3", "message": {"role": "toolResult", "content": [{"type": "text", "text": "a b"}]}},
    {"type": "message", "id": "m4", "message": {"role": "assistant", "content": "NO_REPLY"}},
    {"type": "message", "id": "m5", "message": {"role": "assistant", "model": "delivery-mirror", "content": "Noted."}},
]


def event(kind: str, content: Any, uuid: str, **more: Any) -> dict[str, Any]:
    about = {"sessionId": "s-1", "cwd": "/work", "timestamp": "2026-04-08T01:04:00Z", "isSidechain": False}
    return {"type": kind, "uuid": uuid, **about, "message": {"role": kind, "content": content}, **more}


CLAUDE_CODE: list[Any] = [
    *[{"type": "file-history-snapshot", "messageId": str(number), "snapshot": {}} for number in range(30)],
    {"type": "summary", "summary": "Moving", "leafUuid": "x"},
    event("user", "Fix the tests<system-reminder>be brief</system-reminder>", "u1"),
    event("assistant", [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Done."}], "u2"),
    event("user", [{"type": "tool_result", "content": "ok", "tool_use_id": "t"}], "u3"),
    event("assistant", [{"type": "tool_use", "name": "Bash", "input": {}}], "u4"),
    event("user", "helper's order", "u5", isSidechain=True),
    event("user", "Caveat: …", "u6", isMeta=True),
    event("user", "<command-name>/clear</command-name>", "u7"),
    event("user", "<ide_selection>line 7</ide_selection>", "u9"),
    event("user", [{"type": "text", "text": "[Request interrupted by user for tool use]"}], "u10"),
    event("user", "This session is being continued from …", "u11", isCompactSummary=True),
    event("user", [{"type": "text", "text": "Thanks"}], "u8"),
]


def node(id: str, parent: str | None, role: str, text: Any, **more: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text]} | more.pop("content", {})
    message = {"id": id, "author": {"role": role}, "create_time": 1_700_000_000.5, "content": content, **more}
    return {"id": id, "message": message, "parent": parent, "children": []}


CHATGPT: list[Any] = [
    {
        "title": "Moving house",
        "conversation_id": "c-1",
        "current_node": "e",
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["a"]},
            "a": node("a", "root", "system", "", metadata={"is_visually_hidden_from_conversation": True}),
            "b": node("b", "a", "user", "Where should I live?"),
            "c": node("c", "b", "assistant", "An answer that was asked for again"),
            "d": node("d", "b", "assistant", "search('porto')", recipient="browser"),
            "t": node("t", "d", "tool", "results"),
            "h": node("h", "t", "assistant", "so", content={"content_type": "thoughts"}),
            "e": node("e", "h", "assistant", "In Porto. \ue200cite\ue202turn0search1\ue201"),
        },
    },
    {"title": "Empty", "mapping": {}, "current_node": None},
]
CLAUDE: list[Any] = [
    {
        "uuid": "k-1",
        "name": "Bees",
        "chat_messages": [
            {"uuid": "1", "sender": "human", "text": "old text", "content": [{"type": "text", "text": "I keep bees"}]},
            {"uuid": "2", "sender": "assistant", "text": "How many?", "created_at": "2026-01-02T03:04:05Z"},
            {"uuid": "3", "sender": "assistant", "content": [{"type": "tool_use", "input": {}}], "text": ""},
        ],
    }
]


NAMES = (
    "type", "message", "role", "content", "text", "mapping", "chat_messages", "author", "parts", "sender", "uuid",
    "sessionId", "timestamp", "create_time", "parent", "current_node", "attachments", "file_name", "extracted_content",
)  # fmt: skip
SHAPES = st.recursive(
    st.sampled_from([None, True, 1.5, -1, "", "user", "text", "session"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=12,
)


def write_lines(path: Path, values: list[Any]) -> Path:
    path.write_text("\n".join(value if isinstance(value, str) else json.dumps(value) for value in values) + "\n")
    return path


def packed(path: Path, name: str, text: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("user.json", "{}")
        archive.writestr(name, text)
    return path


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For examples of hypothesis, which come by the hundred."""
    return tmp_path_factory.mktemp("scratch")


@pytest.fixture(params=["openclaw", "claude-code", "chatgpt", "chatgpt-zip", "claude", "claude-zip"])
def transcript(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Path, list[tuple[str, str]]]]:
    """Format, file, and what is to be read of it."""
    name = str(request.param)
    said = {
        "openclaw": [("user", "I moved to Porto"), ("assistant", "Noted.")],
        "claude-code": [("user", "Fix the tests"), ("assistant", "Done."), ("user", "Thanks")],
        "chatgpt": [("user", "Where should I live?"), ("assistant", "In Porto.")],
        "claude": [("user", "I keep bees"), ("assistant", "How many?")],
    }
    format, _, _archive = name.partition("-zip") if name.endswith("-zip") else (name, "", "")
    if format == "openclaw":
        path = write_lines(tmp_path / "b7300bff.jsonl", OPENCLAW)
    elif format == "claude-code":
        path = write_lines(tmp_path / "s-1.jsonl", CLAUDE_CODE)
    else:
        text = json.dumps(CHATGPT if format == "chatgpt" else CLAUDE, indent=1)
        path = tmp_path / "data"
        if name.endswith("-zip"):
            packed(path, "export/conversations.json", text)
        else:
            path.write_text(text)
    return format, path, said[format]


@pytest.mark.feature("FI-07")
def test_what_was_said_is_read_and_what_tools_and_programs_said_is_not(
    transcript: tuple[str, Path, list[tuple[str, str]]],
) -> None:
    format, path, expected = transcript
    assert readers.format_of(path) == format
    read = list(transcripts.READERS[format](path))
    said = [one for one in read if isinstance(one, Said)]
    assert [(one.role, one.content) for one in said] == expected
    assert len({(one.session, one.place) for one in said}) == len(said)
    assert [one for one in read if isinstance(one, Broken)] == []


@pytest.mark.parametrize("format, values", [("openclaw", OPENCLAW), ("claude-code", CLAUDE_CODE)])
def test_a_broken_line_is_named_and_the_rest_is_read(format: str, values: list[Any], tmp_path: Path) -> None:
    whole = list(transcripts.READERS[format](write_lines(tmp_path / "s-1.jsonl", values)))
    damaged = [*values[:1], "{broken", "[1, 2]", "[" * 100_000, *values[1:]]
    read = list(transcripts.READERS[format](write_lines(tmp_path / "s-1.jsonl", damaged)))
    assert [one.line for one in read if isinstance(one, Broken)] == [2, 4]
    said = [one for one in read if isinstance(one, Said)]
    assert [one.content for one in said] == [one.content for one in whole if isinstance(one, Said)]


@pytest.mark.parametrize(
    "text, left",
    [
        ("<ide_selection>a</ide_selection>Hi<bash-input>ls", "Hi<bash-input>ls"),
        ("<ide_selection>a<bash-input>b</ide_selection>Hi</bash-input>", "Hi</bash-input>"),
        ("<bash-input>a<ide_selection>b</ide_selection> Hi", "<bash-input>a Hi"),
        ("[Request interrupted by user for tool use]Hi", "Hi"),
        ("<ide_selection>x" * 100_000, "<ide_selection>x" * 100_000),
        ("[Request interrupted by user" * 100_000, "[Request interrupted by user" * 100_000),
    ],
    ids=["open", "crossing", "nested", "interrupted", "never closed", "never closed bracket"],
)
def test_notes_of_the_program_are_left_out_and_those_never_closed_cost_no_time(text: str, left: str) -> None:
    event = {"type": "user", "sessionId": "s", "message": {"role": "user", "content": text}}
    found = claude_code.said(event, 1, "s")
    assert found is not None
    assert found.content == left


def test_sources_that_are_never_closed_cost_no_time(tmp_path: Path) -> None:
    sources = "\ue200cite\ue202x" * 200_000
    node = {"id": "m", "message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": [sources]}}}
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([{"id": "c", "mapping": {"m": node}, "current_node": "m"}]))
    [one] = transcripts.READERS["chatgpt"](path)
    assert isinstance(one, Said)
    assert one.content == sources


def test_bytes_that_are_no_text_are_a_broken_line(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"type": "session", "id": "s"}\n\xff\xfe\x00\n' + json.dumps(OPENCLAW[2]).encode())
    read = list(transcripts.READERS["openclaw"](path))
    assert [one.line for one in read] == [2, 3]
    assert isinstance(read[0], Broken)
    assert isinstance(read[1], Said)
    assert read[1].session == "s"


def test_a_line_that_is_too_long_is_passed_over_without_being_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LINE_BYTES_MAX", 1000)
    path = write_lines(tmp_path / "s.jsonl", [OPENCLAW[0], "x" * 4321, *OPENCLAW[2:3]])
    read = list(transcripts.READERS["openclaw"](path))
    assert [type(one) for one in read] == [Broken, Said]
    assert [one.line for one in read] == [2, 3]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(max_size=9) | st.lists(st.text(max_size=4), max_size=3), max_size=4), st.data())
def test_a_list_is_cut_where_its_elements_end(values: list[Any], data: st.DataObject) -> None:
    wrapped = [{"value": value} for value in values]
    text = json.dumps(wrapped, ensure_ascii=data.draw(st.booleans()), indent=data.draw(st.sampled_from([None, 2])))
    size = data.draw(st.integers(1, 50))
    before, elements._CHUNK_CHARS = elements._CHUNK_CHARS, size
    try:
        assert [json.loads(one) for one in elements.cut(io.StringIO(text))] == wrapped
    finally:
        elements._CHUNK_CHARS = before


def test_one_damaged_conversation_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    good = json.dumps(CHATGPT[0])
    path.write_text(f'[{good}, {{"mapping": nonsense}}, {{"title": "no messages"}}, {good.replace("c-1", "c-2")}')
    read = list(transcripts.READERS["chatgpt"](path))
    assert [one.line for one in read if isinstance(one, Broken)] == [2, 3]
    assert {one.session for one in read if isinstance(one, Said)} == {"c-1", "c-2"}


@pytest.mark.parametrize("name", ["conversations.json", "export.zip"])
def test_a_conversation_that_is_not_utf8_is_named_and_not_damaged(tmp_path: Path, name: str) -> None:
    good, latin = json.dumps(CHATGPT[0]).encode(), '{"mapping": {}, "title": "caf\xe9"}'.encode("latin-1")
    data = b"[" + good + b", " + latin + b"]"
    path = tmp_path / name
    if name.endswith(".zip"):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("conversations.json", data)
    else:
        path.write_bytes(data)
    read = list(transcripts.READERS["chatgpt"](path))
    assert [str(one) for one in read if isinstance(one, Broken)] == [
        "conversation 2: not UTF-8 (byte 0xE9 at its character 29); save the file as UTF-8"
    ]
    assert {one.session for one in read if isinstance(one, Said)} == {"c-1"}


@pytest.mark.feature("FI-07")
def test_what_was_pasted_into_claude_is_part_of_the_turn(tmp_path: Path) -> None:
    paste = {"file_name": "paste.txt", "extracted_content": "The code word is heron."}
    messages = [
        {"uuid": "1", "sender": "human", "text": "", "attachments": [paste], "files": [{"file_name": "paste.txt"}]},
        {"uuid": "2", "sender": "human", "text": "Two more", "attachments": [{**paste, "file_name": ""}, None, 3]},
        {"uuid": "3", "sender": "human", "text": "Look", "files": [{"file_name": "pier.png"}, {"file_uuid": "x"}]},
        {"uuid": "4", "sender": "human", "text": "", "attachments": [], "files": "none"},
    ]
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([{"uuid": "k", "chat_messages": messages}]))
    assert [one.content for one in transcripts.READERS["claude"](path) if isinstance(one, Said)] == [
        "paste.txt:\nThe code word is heron.",
        "Two more\n\nThe code word is heron.",
        "Look\n\nAttached: pier.png",
    ]


@pytest.mark.parametrize("format", ["chatgpt", "claude"])
def test_a_message_without_a_time_is_not_dated_before_the_one_it_answers(format: str, tmp_path: Path) -> None:
    times = [None, 1_700_000_100, None, 1_700_000_200]
    mapping = {
        str(at): node(str(at), str(at - 1), "user", f"text {at}", create_time=time) for at, time in enumerate(times)
    }
    tree = {"id": "c", "create_time": 1_700_000_000, "mapping": mapping, "current_node": "3"}
    messages = [{"sender": "human", "text": f"text {at}", "created_at": time} for at, time in enumerate(times)]
    flat = {"uuid": "k", "created_at": 1_700_000_000, "chat_messages": messages}
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([tree if format == "chatgpt" else flat]))
    read = [one.occurred_at for one in transcripts.READERS[format](path) if isinstance(one, Said)]
    assert [one.timestamp() - 1_700_000_000 for one in read if one is not None] == [0, 100, 100, 200]


def test_a_tree_without_a_current_node_or_that_leads_in_circles_is_read(tmp_path: Path) -> None:
    tree = json.loads(json.dumps(CHATGPT[0]))
    tree["current_node"] = None
    tree["mapping"]["b"]["parent"] = "e"
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([tree]))
    read = [one for one in transcripts.READERS["chatgpt"](path) if isinstance(one, Said)]
    assert len(read) <= 3


@pytest.mark.parametrize("name, text", [("other.json", "[]"), ("conversations.json", '[{"mapping": "' + "x" * 5000)])
def test_an_archive_without_conversations_or_with_one_that_has_no_end_is_refused(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elements, "ELEMENT_CHARS_MAX", 1000)
    monkeypatch.setattr(elements, "_CHUNK_CHARS", 100)
    with pytest.raises((InvalidInput, TooLarge)):
        list(transcripts.READERS["chatgpt"](packed(tmp_path / "export.zip", name, text)))


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "export.zip", "conversations.json", json.dumps(CHATGPT * 50))
    data = bytearray(path.read_bytes())
    data[120:140] = b"\x00" * 20
    path.write_bytes(bytes(data))
    with pytest.raises(InvalidInput):
        list(transcripts.READERS["chatgpt"](path))


@settings(max_examples=30, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(transcripts.FORMATS))
def test_rubbish_is_never_more_than_refused(scratch: Path, data: bytes, format: str) -> None:
    path = scratch / "file"
    path.write_bytes(data)
    with contextlib.suppress(InvalidInput):
        readers.format_of(path)
    with contextlib.suppress(InvalidInput):
        list(transcripts.READERS[format](path))


@settings(max_examples=60, deadline=None)
@given(SHAPES, st.sampled_from(transcripts.FORMATS))
def test_values_of_any_shape_do_not_break_a_reader(scratch: Path, value: Any, format: str) -> None:
    path = scratch / "file"
    path.write_text(json.dumps([value]) if format in ("chatgpt", "claude") else json.dumps(value))
    assert readers.format_of(path)
    list(transcripts.READERS[format](path))


def test_other_formats_are_still_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text, format in [
        ('{"format": "recollect-export", "version": 2}', "recollect"),
        ('{"content": "a note", "id": "1"}', "recollect"),
        ('[{"role": "user", "content": "hi"}]', "messages"),
        ('{"session": "s", "messages": []}', "messages"),
    ]:
        path.write_text(text)
        assert readers.format_of(path) == format

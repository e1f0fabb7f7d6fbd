"""The wire protocols as functions: memory put in and taken out again leaves what was there."""

from __future__ import annotations

import copy
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import Memory
from recollect.surfaces.gateway.conversation import (
    TURNS_MAX,
    UNLIKE_MAX,
    Conversations,
    Known,
    Stored,
    answered,
    compare,
)
from recollect.surfaces.gateway.roles import provider_supports_system_message, role_for, should_inject_memory
from recollect.surfaces.gateway.whose import Whose
from recollect.surfaces.gateway.wires.base import Block, Reply, Turn, text_of
from recollect.surfaces.gateway.wires.chat import Chat
from recollect.surfaces.gateway.wires.messages import Messages
from recollect.surfaces.gateway.wires.responses import Responses
from recollect.surfaces.gateway.wires.sse import Cutter

STABLE, ASKED = "<recollect-memory>\nstable\n</recollect-memory>", "<recollect-memory>\nasked\n</recollect-memory>"
BLOCK = Block(stable=STABLE, asked=ASKED)
texts = st.text(min_size=1, max_size=20).filter(lambda text: text.strip() != "")
calls = st.just([{"id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}])
speakers = st.sampled_from(["system", "developer", "user", "assistant"])
text_parts = st.lists(st.fixed_dictionaries({"type": st.just("text"), "text": texts}))
chat_messages = st.lists(
    st.one_of(
        st.fixed_dictionaries({"role": speakers, "content": texts}),
        st.fixed_dictionaries({"role": st.just("assistant"), "content": st.none(), "tool_calls": calls}),
        st.fixed_dictionaries({"role": st.just("tool"), "tool_call_id": st.just("t"), "content": texts}),
        st.fixed_dictionaries(
            {
                "role": st.just("user"),
                "content": st.lists(st.fixed_dictionaries({"type": st.just("text"), "text": texts})),
            }
        ),
    ),
    max_size=8,
)
unknown = st.dictionaries(st.sampled_from(["n", "x", "seed"]), st.one_of(st.integers(), texts, st.none()))
placements = st.sampled_from(["split", "system-first"])
roles = st.sampled_from(["system", "user"])


def is_memory(message: Any) -> bool:
    return message.get("content") in (STABLE, ASKED, BLOCK.whole)


@given(chat_messages, unknown, placements, roles)
def test_chat_without_what_went_in_is_what_it_was(messages: Any, more: Any, placement: str, role: str) -> None:
    body = {"model": "m", **more, "messages": messages}
    before = copy.deepcopy(body)
    sent = Chat().put(body, BLOCK, placement=placement, role=role)
    assert body == before
    assert list(sent) == list(body)
    assert {**sent, "messages": [message for message in sent["messages"] if not is_memory(message)]} == body
    inside = [message for message in sent["messages"] if is_memory(message)]
    assert "".join(message["content"] for message in inside).count("asked") == 1
    instructs = {message["role"] for message in messages} & {"system", "developer"}
    expected = "developer" if role == "system" and instructs == {"developer"} else role
    assert {message["role"] for message in inside} == {expected}


@given(chat_messages)
def test_nothing_stands_between_a_call_and_what_follows_it(messages: Any) -> None:
    sent = Chat().put({"messages": messages}, BLOCK, placement="split", role="system")["messages"]
    for before, after in itertools.pairwise(sent):
        assert not (before.get("tool_calls") and after.get("content") == ASKED)


parts = st.lists(
    st.one_of(
        st.fixed_dictionaries({"type": st.just("text"), "text": texts}),
        st.fixed_dictionaries({"type": st.just("tool_result"), "tool_use_id": st.just("t"), "content": texts}),
    ),
    min_size=1,
    max_size=3,
)
anthropic_messages = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant"]), "content": st.one_of(texts, parts)}),
    max_size=6,
)


def parted(value: Any) -> Any:
    """Text as a list of one part: the two say the same."""
    return [{"type": "text", "text": value}] if isinstance(value, str) else value


@given(anthropic_messages, st.one_of(st.none(), texts, parts), placements)
def test_messages_without_what_went_in_are_what_they_were(messages: Any, system: Any, placement: str) -> None:
    body = {"model": "m", "messages": messages, **({"system": system} if system is not None else {})}
    before = copy.deepcopy(body)
    sent = Messages().put(body, BLOCK, placement=placement, role="system")
    assert body == before

    def without(value: Any) -> Any:
        memory = (STABLE, ASKED, BLOCK.whole)
        return [part for part in parted(value) or [] if part.get("text") not in memory]

    assert without(sent.get("system")) == (parted(system) or [])
    assert [without(message["content"]) for message in sent["messages"]] == [
        parted(message["content"]) for message in messages
    ]
    assert json.dumps(sent).count("asked\\n") == 1
    for message in sent["messages"]:  # results come first, as they must
        kinds = ["result" if part["type"] == "tool_result" else part["text"] for part in parted(message["content"])]
        assert "result" not in kinds[kinds.index(ASKED) :] if ASKED in kinds else True


@given(st.one_of(texts, chat_messages), st.one_of(st.none(), texts), placements, roles)
def test_responses_without_what_went_in_are_what_they_were(given_: Any, system: Any, placement: str, role: str) -> None:
    body = {"model": "m", "input": given_, **({"instructions": system} if system is not None else {})}
    sent = Responses().put(body, BLOCK, placement=placement, role=role)
    items = sent["input"]
    if isinstance(items, list):
        items = [item for item in items if not is_memory(item)]
    if isinstance(given_, str) and isinstance(items, list):
        assert [item["content"] for item in items] == [given_]
    else:
        assert items == given_
    text = sent["instructions"]
    for block in (BLOCK.whole, STABLE):
        text = text.replace(block, "")
    assert text.strip("\n") == (system or "").strip("\n")


@given(st.lists(st.binary(max_size=6).map(lambda raw: raw.replace(b"\r", b"")), max_size=12))
def test_no_byte_of_a_stream_is_lost_or_told_twice(chunks: list[bytes]) -> None:
    cutter, out = Cutter(), b""
    for chunk in chunks:
        for event in cutter.feed(chunk):
            out += event.raw
        out += cutter.early()
    assert out + cutter.rest() == b"".join(chunks)


@pytest.mark.parametrize("end", [b"\n\n", b"\r\n\r\n", b"\r\r", b"\n\r\n", b"\r\n\n"])
@pytest.mark.parametrize("before", [b"data: 1", b"\xef\xbb\xbfdata: 1"])
def test_the_last_event_is_held_back_however_it_is_cut(before: bytes, end: bytes) -> None:
    whole = before + end + b"data: [DONE]" + end
    for at in range(len(whole) - 1):
        cutter = Cutter()
        events = cutter.feed(whole[:at])
        shown = b"".join(event.raw for event in events) + cutter.early()
        assert b"[" not in shown
        assert [event.data for event in [*events, *cutter.feed(whole[at:])]] == ["1", "[DONE]"]


@pytest.mark.feature("IN-04")
@pytest.mark.parametrize("name", ["o1", "o1-mini", "o1-preview", "glm", "glmt", "glm-cn", "zai", "qianfan", "O1-Mini"])
def test_some_providers_take_no_system_message(name: str) -> None:
    assert not provider_supports_system_message(name)


@pytest.mark.feature("IN-04")
@pytest.mark.parametrize("name", [None, "", "openai", "o3", "gpt-5", "o1-large", "glm-5"])
def test_unknown_providers_take_one(name: str | None) -> None:
    assert provider_supports_system_message(name)


@pytest.mark.parametrize(
    "model, upstream, role",
    [
        ("openai/o1-mini", None, "user"),
        ("o1-preview-2024-09-12", None, "user"),
        ("glm-4.6", "https://api.z.ai/api/paas/v4", "user"),
        ("ernie", "https://qianfan.baidubce.com/v2", "user"),
        ("glm-4.6", "https://notz.ai/v1", "system"),
        (None, None, "system"),
        (7, "", "system"),
    ],
)
def test_the_role_follows_from_model_and_address(model: Any, upstream: str | None, role: str) -> None:
    assert role_for(model, upstream) == role


@pytest.mark.feature("IN-07")
@pytest.mark.parametrize(
    "body, enabled, expected",
    [
        ({"messages": [{"role": "user"}]}, True, True),
        ({"messages": [{"role": "user"}]}, False, False),
        ({"messages": []}, True, False),
        ({"messages": "x"}, True, False),
        ({"input": "Hi"}, True, True),
        ({}, True, False),
    ],
)
def test_whether_memory_goes_in_is_a_function(body: Any, enabled: bool, expected: bool) -> None:
    assert should_inject_memory(body, enabled=enabled) is expected


USER = {"role": "user", "content": "Hi"}
CALLING = {"role": "assistant", "content": None, "tool_calls": [{"id": "t"}]}
CALL = {"type": "function_call", "call_id": "t"}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "42"}]}
USE = {"role": "assistant", "content": [{"type": "tool_use", "id": "t"}]}
ANSWER = {"role": "assistant", "content": "Hello"}


@pytest.mark.parametrize(
    "wire, body, expected",
    [
        (Chat(), {"messages": [USER]}, False),
        (Chat(), {"messages": [USER, ANSWER]}, False),
        (Chat(), {"messages": [USER, CALLING, {"role": "tool", "content": "42"}]}, True),
        (Chat(), {"messages": [USER, CALLING, {"role": "tool", "content": "42"}, USER]}, False),
        (Chat(), {"messages": "x"}, False),
        (Responses(), {"input": "Hi"}, False),
        (Responses(), {"input": [USER, CALL, {"type": "function_call_output", "call_id": "t"}]}, True),
        (Responses(), {"input": [USER, CALL, {"type": "function_call_output", "call_id": "t"}, USER]}, False),
        (Messages(), {"messages": [USER, ANSWER]}, False),
        (Messages(), {"messages": [USER, USE, RESULT]}, True),
        (Messages(), {"messages": [USER, USE, {"role": "user", "content": [*RESULT["content"], "Stop"]}]}, False),
        (Messages(), {"messages": [USER, USE, RESULT, ANSWER, USER]}, False),
    ],
)
def test_a_tool_loop_lasts_until_the_user_says_something(wire: Any, body: Any, expected: bool) -> None:
    assert wire.in_tool_loop(body) is expected


def turns(*said: str) -> list[Turn]:
    return [Turn(role="user" if at % 2 == 0 else "assistant", text=text) for at, text in enumerate(said)]


def stored(*said: str, cut: bool = False) -> list[Stored]:
    return [Stored(role=turn.role, text=turn.text, cut=cut, id=str(at)) for at, turn in enumerate(turns(*said))]


@pytest.mark.parametrize(
    "known, sent, new, read",
    [
        ([], ["a"], ["a"], ""),
        (["a", "b"], ["a", "b", "c"], ["c"], "01"),
        (["a", "b"], ["a", "b"], [], "01"),
        (["a", "b", "c", "d"], ["c", "d", "e"], ["e"], "23"),
        (["a", "b", "c", "d"], ["a", "b", "x"], ["x"], "01"),
        (["hi", "yes"], ["hi", "yes", "hi"], ["hi"], "01"),
        (["my key is [secret: api key], keep it", "b"], ["my key is sk-123, keep it", "b"], [], "01"),
        (
            ["my key is [secret: api key], keep it", "b"],
            ["my key is gone, or not", "b"],
            ["my key is gone, or not"],
            "1",
        ),
        (["[secret: password]"], ["anything"], [], "0"),
        (["[image]"], ["anything"], ["anything"], ""),
        (["[file: menu.pdf]\nWhat is in it?"], ["Something.\nWhat is in it?"], ["Something.\nWhat is in it?"], ""),
        (["a", "b", "c", "d"], ["a"], [], "01"),  # asked again: its answer is not told either
    ],
)
def test_only_what_is_not_stored_in_this_order_is_new(known: Any, sent: Any, new: Any, read: str) -> None:
    compared = compare(stored(*known), turns(*sent))
    assert [turn.text for turn in compared.new] == new
    assert sorted(compared.read) == list(read)


def test_who_sends_only_what_is_new_says_the_same_words_anew() -> None:
    known = stored("yes", "Noted.", "and?", "Noted.")
    assert (answered(known), answered(known[:3]), answered([])) == (4, 2, 0)
    assert compare(known, turns("yes", "Noted."), after=answered(known)).new == tuple(turns("yes", "Noted."))
    assert compare(known[:3], turns("and?", "Noted."), after=2).new == tuple(turns("-", "Noted."))[1:]


def test_a_reply_that_was_cut_is_known_by_its_beginning() -> None:
    for told in ("half", "half an", "half an answer"):
        assert compare(stored("half an", cut=True), turns(told)).new == ()
    assert compare(stored("half an"), turns("half")).new != ()


@pytest.mark.parametrize(
    "text, cut, same", [("half", False, True), ("half an", True, False), ("[secret: password]", False, False)]
)
def test_a_stored_turn_stands_for_one_of_a_request_only_where_it_says_the_same(
    text: str, cut: bool, same: bool
) -> None:
    known = [Stored(role="user", text=text, cut=cut, id="t1")]
    assert compare(known, turns("half", "new")).known == {0: "t1" if same else None}


def test_a_turn_that_is_too_long_is_recorded_cut_and_stands_for_nothing(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", worker="off", config_file=tmp_path / "none.toml", content_chars_max=100) as memory:
        whose = Whose(user="dana", agent=None, session="s")
        for recording in (Conversations(), Conversations()):
            recorded = recording.record(memory, "default", whose, turns("long " * 30, "short"))
            assert [id is None for id in recorded.told] == [True, False]
        assert recorded.added == ()


class Counted(str):
    """A text that counts how often it is looked at."""

    looks = 0

    def strip(self, chars: str | None = None, /) -> Counted:
        Counted.looks += 1
        return Counted(super().strip(chars))

    def startswith(self, *given: Any) -> bool:
        Counted.looks += 1
        return super().startswith(*given)

    def endswith(self, *given: Any) -> bool:
        Counted.looks += 1
        return super().endswith(*given)

    def __eq__(self, other: object) -> bool:
        Counted.looks += 1
        return super().__eq__(other)

    __hash__ = str.__hash__


@pytest.mark.parametrize("shape", ["{}", "[secret: key] {}"])
@pytest.mark.parametrize("sent", ["said {}", "never said {}"])
def test_a_long_history_is_read_once_and_not_once_a_turn(shape: str, sent: str) -> None:
    known = [Stored(role="user", text=Counted(shape.format(f"said {at}"))) for at in range(5000)]
    told = [Turn(role="user", text=Counted(sent.format(at))) for at in range(5000)]
    Counted.looks = 0
    compared = compare(known, told)
    assert Counted.looks <= 2 * len(known) + (4 + 2 * UNLIKE_MAX) * TURNS_MAX
    assert len(compared.new) in (0, TURNS_MAX)
    hashes = [Known.of(one.role, one.text) for one in known]
    Counted.looks = 0
    compare(hashes, told)
    assert Counted.looks <= 2 * TURNS_MAX


def test_of_a_request_that_is_too_long_the_last_turns_are_compared() -> None:
    told = turns(*(f"said {at}" for at in range(TURNS_MAX + 10)))
    assert compare([], told).new == tuple(told[10:])
    known = [Stored(role=turn.role, text=turn.text) for turn in told]
    assert compare(known, [*told, *turns("more")]).new == tuple(turns("more"))


@pytest.mark.parametrize(
    "raw, name, data",
    [
        (b"data: {}\n\n", "", "{}"),
        (b"data: {}\r\n\r\n", "", "{}"),
        (b"data: {}\r\r", "", "{}"),
        (b"data: \n\n", "", ""),
        (b"data:{}\n\n", "", "{}"),
        (b"data:  two spaces\n\n", "", " two spaces"),
        (b"data: one\ndata: two\n\n", "", "one\ntwo"),
        (b"data: one\rdata: two\n\n", "", "one\ntwo"),
        (b"data: one\nevent: last\n\n", "last", "one"),
        (b"event: last\ndata: {}\n\n", "last", "{}"),
        (b": a comment\n\n", "", ""),
        (b"\ndata: {}\n\n", "", "{}"),
        ("data: \u2028 é\n\n".encode(), "", "\u2028 é"),
        (b"data: \xff\n\n", "", "\ufffd"),
        (b"data: {}\n\r\n", "", "{}"),
        (b"data: {}\r\n\n", "", "{}"),
        (b"event: last\r\ndata: {}\r\r\n", "last", "{}"),
        (b"\xef\xbb\xbfdata: {}\n\n", "", "{}"),
        (b"\xef\xbb\xbfevent: last\ndata: {}\n\n", "last", "{}"),
    ],
)
def test_an_event_is_read_the_same_however_it_is_written(raw: bytes, name: str, data: str) -> None:
    pieces = Cutter()
    for event in (*Cutter().feed(raw), *pieces.feed(raw[:3]), *pieces.feed(raw[3:])):
        assert (event.name, event.data, event.raw) == (name, data, raw)


def heard(wire: Any, *events: dict[str, Any]) -> str:
    reply = Reply()
    for event in events:
        wire.hear(reply, str(event.get("type", "")), event)
    return reply.text


BLOCKS = [
    {"type": "thinking", "thinking": "Hm."},
    {"type": "text", "text": "One."},
    {"type": "tool_use", "id": "t", "name": "f", "input": {}},
    {"type": "text", "text": ""},
    {"type": "text", "text": "Two."},
]
ITEMS = [
    {"type": "reasoning", "summary": []},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "One."}]},
    {"type": "function_call", "call_id": "t", "name": "f", "arguments": "{}"},
    {"type": "message", "role": "assistant", "content": []},
    {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "Two."}, {"type": "refusal", "refusal": "No."}],
    },
]


def test_a_reply_in_several_blocks_reads_the_same_streamed_whole_and_in_the_history() -> None:
    wire = Messages()
    streamed: list[dict[str, Any]] = []
    for at, block in enumerate(BLOCKS):
        streamed.append({"type": "content_block_start", "index": at, "content_block": {**block, "text": ""}})
        for piece in block.get("text", ""):
            delta = {"type": "text_delta", "text": piece}
            streamed.append({"type": "content_block_delta", "index": at, "delta": delta})
    history = {"messages": [USER, {"role": "assistant", "content": BLOCKS}]}
    assert heard(wire, *streamed) == wire.read({"content": BLOCKS}).text == wire.turns(history)[1].text == "One.\nTwo."


def test_a_reply_whose_blocks_part_a_sentence_is_that_sentence() -> None:
    texts = ["The capital is ", "Paris", ", since 987", ".", " Ask on.", "Bye."]
    blocks = [{"type": "text", "text": text} for text in texts]
    streamed = [{"type": "content_block_delta", "index": at, "delta": block} for at, block in enumerate(blocks)]
    wire, whole = Messages(), "The capital is Paris, since 987. Ask on.\nBye."
    assert heard(wire, *streamed) == wire.read({"content": blocks}).text == whole


def test_a_reply_in_several_items_reads_the_same_streamed_and_whole() -> None:
    wire = Responses()
    streamed = [
        {
            "type": f"response.{part['type']}.delta",
            "output_index": at,
            "content_index": within,
            "delta": piece,
        }
        for at, item in enumerate(ITEMS)
        for within, part in enumerate(item.get("content", []))
        for piece in part[part["type"].removeprefix("output_")]
    ]
    whole = "One.\nTwo.\nNo."
    assert heard(wire, *streamed) == wire.read({"output": ITEMS}).text == whole


@pytest.mark.parametrize(
    "wire, content, expected",
    [
        (Chat(), [{"type": "input_audio", "input_audio": {"data": "AA", "format": "wav"}}], "[audio]"),
        (Chat(), [{"type": "file", "file": {"filename": "a [1].pdf", "file_data": "AA"}}], "[file: a (1).pdf]"),
        (Chat(), [{"type": "file", "file": {"file_id": "f"}}], "[file]"),
        (Responses(), [{"type": "input_file", "filename": "menu.pdf"}], "[file: menu.pdf]"),
        (Responses(), [{"type": "input_file", "filename": {}}, {"type": "input_text", "text": "Hi"}], "[file]\nHi"),
        (Messages(), [{"type": "document", "title": "Menu", "source": {}}], "[document: Menu]"),
        (Messages(), [{"type": "document", "source": {}}, {"type": "text", "text": "Hi"}], "[document]\nHi"),
    ],
)
def test_of_sounds_and_files_it_is_recorded_that_they_were_there(wire: Any, content: Any, expected: str) -> None:
    message = {"role": "user", "content": content}
    assert [turn.text for turn in wire.turns({"messages": [message], "input": [message]})] == [expected]


def test_a_document_beside_the_result_of_a_tool_is_nothing_that_the_user_says() -> None:
    result = {"role": "user", "content": [*RESULT["content"], {"type": "document", "source": {}}]}
    body = {"messages": [USER, USE, result]}
    assert [turn.text for turn in Messages().turns(body)] == ["Hi"]
    assert Messages().in_tool_loop(body)


def test_a_spoken_reply_is_recorded_by_its_transcript() -> None:
    spoken = {"role": "assistant", "content": None, "audio": {"id": "a", "data": "", "transcript": "Spoken words"}}
    assert Chat().read({"choices": [{"index": 0, "message": spoken}]}).text == "Spoken words"
    pieces = [{"audio": {"id": "a"}}, {"audio": {"transcript": "Spoken "}}, {"audio": {"transcript": "words"}}]
    assert heard(Chat(), *({"choices": [{"index": 0, "delta": piece}]} for piece in pieces)) == "Spoken words"
    delta = {"type": "response.audio.transcript.delta", "delta": "Spoken words"}
    assert heard(Responses(), delta) == "Spoken words"


def test_a_character_in_two_pieces_is_one() -> None:
    pieces = ["fox \ud83e", "\udd8a", "\ud83e", "\x00."]
    assert heard(Chat(), *({"choices": [{"delta": {"content": piece}}]} for piece in pieces)) == "fox \U0001f98a\ufffd."
    assert text_of("".join(pieces)) == "fox \U0001f98a\ufffd."

"""What of an answer is recorded: with its beginning, without the thoughts before it, and once."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from recollect import Memory
from recollect.surfaces.gateway.wires.base import REPLY_CHARS_MAX
from tests.surfaces.gateway.serving import DONE, Reply, Upstream, answer, chunk, said, stream
from tests.surfaces.gateway.test_chat import CHAT, SESSION, asking, assistant, recorded, user

MESSAGES = "/v1/messages"


def says(path: str, text: str, *, streamed: bool = False) -> Reply:
    if path == MESSAGES:
        return answer({"id": "m", "type": "message", "role": "assistant", "content": [{"type": "text", "text": text}]})
    return stream(chunk(text[:9]), chunk(text[9:], finish="stop"), DONE) if streamed else answer(said(text))


@pytest.mark.parametrize("path, streamed", [(CHAT, False), (CHAT, True), (MESSAGES, False)])
@pytest.mark.parametrize("reply", [" forty-two", "The answer is forty-two"])
def test_an_answer_that_the_request_begins_is_one_turn(
    memory: Memory, upstream: Upstream, client: httpx2.Client, path: str, streamed: bool, reply: str
) -> None:
    whole = [("user", "number?"), ("assistant", "The answer is forty-two")]
    upstream.script += [says(path, reply, streamed=streamed), says(path, "Yes.")]
    begun = [user("number?"), assistant("The answer is")]
    client.post(path, json=asking(*begun, max_tokens=9, stream=streamed), headers=SESSION)
    assert recorded(memory) == whole
    later = [user("number?"), assistant("The answer is forty-two"), user("sure?")]
    client.post(path, json=asking(*later, max_tokens=9), headers=SESSION)
    assert recorded(memory) == [*whole, ("user", "sure?"), ("assistant", "Yes.")]


def test_a_call_begins_no_answer(memory: Memory, upstream: Upstream, client: httpx2.Client) -> None:
    call = {"id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    talk = [user("number?"), assistant("Let me look.", tool_calls=[call])]
    client.post(CHAT, json=asking(*talk, {"role": "tool", "tool_call_id": "t", "content": "42"}), headers=SESSION)
    assert recorded(memory) == [("user", "number?"), ("assistant", "Let me look."), ("assistant", "Noted.")]


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    "begun, reply, spoken",
    [
        ("", "<think>It is a city.</think>\n\nParis.", "Paris."),
        ("", "\n<Thinking>Hm.</Thinking><thinking>Ah.</thinking>Paris.", "Paris."),
        ("<think>\n", "It is a city.</think>Paris.", "Paris."),
        ("", "Paris. <think> is a tag.", "Paris. <think> is a tag."),
    ],
)
def test_thoughts_before_an_answer_are_not_recorded(
    memory: Memory, upstream: Upstream, client: httpx2.Client, begun: str, reply: str, spoken: str, streamed: bool
) -> None:
    upstream.script.append(says(CHAT, reply, streamed=streamed))
    before = [assistant(begun)] if begun else []
    given = client.post(CHAT, json=asking(user("capital?"), *before, stream=streamed), headers=SESSION)
    assert streamed or given.json() == said(reply), "the caller has them"
    told = [("user", "capital?"), ("assistant", spoken)]
    assert recorded(memory) == told
    for answered in (spoken, begun + reply):
        client.post(CHAT, json=asking(user("capital?"), assistant(answered), user("Thanks")), headers=SESSION)
        assert recorded(memory) == [*told, ("user", "Thanks"), ("assistant", "Noted.")]


def test_thoughts_without_an_answer_are_nothing(memory: Memory, upstream: Upstream, client: httpx2.Client) -> None:
    upstream.script.append(stream(chunk("<think>It is"), chunk(" a ci"), cut=True))
    client.post(CHAT, json=asking(user("capital?"), stream=True), headers=SESSION)
    assert recorded(memory) == [("user", "capital?")]


def test_an_answer_that_is_longer_than_is_read_is_recorded_once(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    long = "x" * (REPLY_CHARS_MAX + 10)
    upstream.script.append(answer(said(long)))
    client.post(CHAT, json=asking(user("q")), headers=SESSION)
    shortened: list[Any] = [turn.metadata.get("shortened") for turn in memory.list(user="dana", layers=("turn",))]
    assert sorted(shortened, key=str) == [None, True]
    client.post(CHAT, json=asking(user("q"), assistant(long), user("n")), headers=SESSION)
    assert [len(text) for _, text in recorded(memory)] == [1, REPLY_CHARS_MAX, 1, len("Noted.")]

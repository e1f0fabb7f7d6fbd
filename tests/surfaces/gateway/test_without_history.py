"""Applications that name the conversation and send only what is said now."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from recollect import Memory
from tests.surfaces.gateway.serving import DONE, Upstream, answer, chunk, said, stream

HEADERS = {"x-recollect-user": "dana", "x-recollect-session": "s1"}


def told(memory: Memory) -> list[str]:
    turns = sorted(memory.list(user="dana", layers=("turn",)), key=lambda turn: turn.item)
    return [turn.content for turn in turns]


def ask(client: httpx2.Client, upstream: Upstream, text: str, reply: str, **more: Any) -> None:
    if more.get("stream"):
        upstream.script.append(stream(chunk(reply), chunk(finish="stop"), DONE))
    else:
        upstream.script.append(answer(said(reply)))
    body = {"model": "m", "messages": [{"role": "user", "content": text}], **more}
    assert client.post("/v1/chat/completions", json=body, headers=HEADERS).status_code == 200


@pytest.mark.parametrize("streamed", [False, True])
def test_what_is_said_again_later_is_recorded_again(
    memory: Memory, upstream: Upstream, client: httpx2.Client, streamed: bool
) -> None:
    said_so = [("Yes", "Noted."), ("I moved to Oslo", "Since when?"), ("Yes", "Noted."), ("Thanks", "Sure.")]
    for text, reply in said_so:
        ask(client, upstream, text, reply, stream=streamed)
    assert told(memory) == [one for pair in said_so for one in pair]


@pytest.mark.parametrize("streamed", [False, True])
def test_the_last_request_sent_once_more_is_a_retry(
    memory: Memory, upstream: Upstream, client: httpx2.Client, streamed: bool
) -> None:
    ask(client, upstream, "Hello", "Hello Dana.", stream=streamed)
    for reply in ("Noted.", "Noted.", "I see."):
        ask(client, upstream, "I moved to Oslo", reply, stream=streamed)
    assert told(memory) == ["Hello", "Hello Dana.", "I moved to Oslo", "Noted.", "I see."]


def test_a_conversation_that_nobody_names_is_known_by_how_it_begins(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    """Without a name, its first message alone is the conversation begun anew, or a retry."""
    first = {"role": "user", "content": "Hello"}
    talk = [first, {"role": "assistant", "content": "Noted."}, {"role": "user", "content": "I moved to Oslo"}]
    for messages in ([first], talk, [first]):
        client.post(
            "/v1/chat/completions", json={"model": "m", "messages": messages}, headers={"x-recollect-user": "dana"}
        )
    assert told(memory) == ["Hello", "Noted.", "I moved to Oslo", "Noted."]


def test_a_history_without_replies_is_a_history(memory: Memory, upstream: Upstream, client: httpx2.Client) -> None:
    texts = ("Hello", "I moved to Oslo", "Yes")
    for count in (1, 2, 3):
        messages = [{"role": "user", "content": text} for text in texts[:count]]
        client.post("/v1/chat/completions", json={"model": "m", "messages": messages}, headers=HEADERS)
    assert [text for text in told(memory) if text != "Noted."] == list(texts)


@pytest.mark.parametrize("streamed", [False, True])
def test_the_same_reply_to_something_else_is_recorded_each_time(
    memory: Memory, upstream: Upstream, client: httpx2.Client, streamed: bool
) -> None:
    asked = ["Water the plants", "Feed the cat", "Call Ben"]
    for text in asked:
        ask(client, upstream, text, "Done.", stream=streamed)
    assert told(memory) == [one for text in asked for one in (text, "Done.")]


@pytest.mark.parametrize(
    "second",
    [
        ["Water the plants", "Done.", "Feed the cat"],  # with history
        ["Water the plants", "Feed the cat"],  # without the reply
        ["Water the plants", "All watered.", "Feed the cat"],  # with another one
    ],
)
def test_so_it_is_with_a_history(memory: Memory, upstream: Upstream, client: httpx2.Client, second: list[str]) -> None:
    for texts in (["Water the plants"], second):
        roles = ["assistant" if text in ("Done.", "All watered.") else "user" for text in texts]
        messages = [{"role": role, "content": text} for role, text in zip(roles, texts, strict=True)]
        upstream.script.append(answer(said("Done.")))
        client.post(
            "/v1/chat/completions", json={"model": "m", "messages": messages}, headers={"x-recollect-user": "dana"}
        )
    assert told(memory)[-2:] == ["Feed the cat", "Done."]
    assert told(memory).count("Done.") == 2


def test_the_same_question_asked_again_later_may_get_the_reply_of_another(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    first = {"role": "user", "content": "Hello"}
    talk = [first, {"role": "assistant", "content": "Hi."}, {"role": "user", "content": "Water the plants"}]
    for messages, reply in (([first], "Hi."), (talk, "Done."), ([first], "Done.")):
        upstream.script.append(answer(said(reply)))
        client.post(
            "/v1/chat/completions", json={"model": "m", "messages": messages}, headers={"x-recollect-user": "dana"}
        )
    assert told(memory) == ["Hello", "Hi.", "Water the plants", "Done.", "Done."]

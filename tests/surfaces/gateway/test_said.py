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
        return message({"type": "text", "text": text})
    return stream(chunk(text[:9]), chunk(text[9:], finish="stop"), DONE) if streamed else answer(said(text))


def message(*content: dict[str, Any]) -> Reply:
    return answer({"id": "m", "type": "message", "role": "assistant", "content": content})


@pytest.mark.parametrize("begun", ["The answer is", [{"type": "text", "text": "The answer is"}]])
@pytest.mark.parametrize("reply", [" forty-two", "The answer is forty-two"])
def test_an_answer_that_the_request_begins_is_one_turn(
    memory: Memory, upstream: Upstream, client: httpx2.Client, begun: Any, reply: str
) -> None:
    whole = [("user", "number?"), ("assistant", "The answer is forty-two")]
    upstream.script += [says(MESSAGES, reply), says(MESSAGES, "Yes.")]
    client.post(MESSAGES, json=asking(user("number?"), assistant(begun), max_tokens=9), headers=SESSION)
    assert recorded(memory) == whole
    later = [user("number?"), assistant("The answer is forty-two"), user("sure?")]
    client.post(MESSAGES, json=asking(*later, max_tokens=9), headers=SESSION)
    assert recorded(memory) == [*whole, ("user", "sure?"), ("assistant", "Yes.")]


@pytest.mark.parametrize("path, before", [(CHAT, [("user", "A poem?")]), (CHAT, []), (MESSAGES, [])])
def test_an_answer_to_what_an_assistant_said_is_a_turn_of_its_own(
    memory: Memory, upstream: Upstream, client: httpx2.Client, path: str, before: list[tuple[str, str]]
) -> None:
    upstream.script += [says(path, "It rhymes."), says(path, "Yes.")]
    talk = [*(user(text) for _, text in before), assistant("Roses are red.")]
    told = [*before, ("assistant", "Roses are red."), ("assistant", "It rhymes.")]
    client.post(path, json=asking(*talk, max_tokens=9), headers=SESSION)
    assert recorded(memory) == told
    client.post(path, json=asking(*talk, assistant("It rhymes."), user("Sure?"), max_tokens=9), headers=SESSION)
    assert recorded(memory) == [*told, ("user", "Sure?"), ("assistant", "Yes.")]


@pytest.mark.parametrize("tools", [[{"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}], []])
def test_an_answer_that_paused_and_is_sent_again_to_go_on_is_recorded_once(
    memory: Memory, upstream: Upstream, client: httpx2.Client, tools: list[dict[str, Any]]
) -> None:
    paused: list[dict[str, Any]] = [{"type": "text", "text": "Let me look."}, *tools]
    upstream.script += [message(*paused), says(MESSAGES, "It is sunny.")]
    client.post(MESSAGES, json=asking(user("Weather?"), max_tokens=9), headers=SESSION)
    client.post(MESSAGES, json=asking(user("Weather?"), assistant(paused), max_tokens=9), headers=SESSION)
    assert recorded(memory) == [("user", "Weather?"), ("assistant", "Let me look."), ("assistant", "It is sunny.")]


def test_a_call_begins_no_answer(memory: Memory, upstream: Upstream, client: httpx2.Client) -> None:
    call = {"id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    talk = [user("number?"), assistant("Let me look.", tool_calls=[call])]
    client.post(CHAT, json=asking(*talk, {"role": "tool", "tool_call_id": "t", "content": "42"}), headers=SESSION)
    assert recorded(memory) == [("user", "number?"), ("assistant", "Let me look."), ("assistant", "Noted.")]


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    "reply, spoken",
    [
        ("<think>It is a city.</think>\n\nParis.", "Paris."),
        ("\n<Thinking>Hm.</Thinking><thinking>Ah.</thinking>Paris.", "Paris."),
        ("Paris. <think> is a tag.", "Paris. <think> is a tag."),
        ("<think> is a tag, Paris a city.", "<think> is a tag, Paris a city."),
    ],
)
def test_thoughts_before_an_answer_are_not_recorded(
    memory: Memory, upstream: Upstream, client: httpx2.Client, reply: str, spoken: str, streamed: bool
) -> None:
    upstream.script.append(says(CHAT, reply, streamed=streamed))
    given = client.post(CHAT, json=asking(user("capital?"), stream=streamed), headers=SESSION)
    assert streamed or given.json() == said(reply), "the caller has them"
    told = [("user", "capital?"), ("assistant", spoken)]
    assert recorded(memory) == told
    for answered in (spoken, reply):
        client.post(CHAT, json=asking(user("capital?"), assistant(answered), user("Thanks")), headers=SESSION)
        assert recorded(memory) == [*told, ("user", "Thanks"), ("assistant", "Noted.")]


@pytest.mark.parametrize("begun, reply", [("<think>\n", "A city.</think>Paris."), ("<think></think>", "Paris.")])
def test_thoughts_that_the_request_begins_are_not_recorded(
    memory: Memory, upstream: Upstream, client: httpx2.Client, begun: str, reply: str
) -> None:
    upstream.script.append(says(MESSAGES, reply))
    client.post(MESSAGES, json=asking(user("capital?"), assistant(begun), max_tokens=9), headers=SESSION)
    assert recorded(memory) == [("user", "capital?"), ("assistant", "Paris.")]


def test_thoughts_without_an_answer_are_nothing(memory: Memory, upstream: Upstream, client: httpx2.Client) -> None:
    upstream.script.append(stream(chunk("<think>It is"), chunk(" a ci"), cut=True))
    client.post(CHAT, json=asking(user("capital?"), stream=True), headers=SESSION)
    assert recorded(memory) == [("user", "capital?")]


def test_an_answer_that_was_recorded_with_its_thoughts_is_found_without_them(
    memory: Memory, client: httpx2.Client
) -> None:
    whole = "<think>It is a city.</think>\n\nParis."
    memory.add([user("capital?"), assistant(whole)], user="dana", session="s1")
    for told in (whole, "Paris."):
        client.post(CHAT, json=asking(user("capital?"), assistant(told), user("Thanks")), headers=SESSION)
        assert [text for _, text in recorded(memory)] == ["capital?", whole, "Thanks", "Noted."]


RESPONSES = "/v1/responses"


def responding(*texts: str) -> Reply:
    return answer({"id": f"r-{texts}", "status": "completed", "output": [item(text) for text in texts]})


def item(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


@pytest.mark.parametrize(
    "told",
    [
        [assistant("One.Two.[a]")],
        [assistant("One. Two.\n\n[a]")],
        [item("One."), item("Two."), item("[a]")],
        [item("One."), {"type": "web_search_call", "id": "w"}, item(" Two. [a]")],
    ],
)
def test_an_answer_in_several_items_is_found_however_it_is_told_again(
    memory: Memory, upstream: Upstream, client: httpx2.Client, told: list[dict[str, Any]]
) -> None:
    upstream.script += [responding("One.", "Two.", "[a]"), responding("Yes.")]
    client.post(RESPONSES, json={"model": "m", "input": "q"}, headers=SESSION)
    client.post(RESPONSES, json={"model": "m", "input": [user("q"), *told, user("n")]}, headers=SESSION)
    assert [text for _, text in recorded(memory)] == ["q", "One.\nTwo.\n[a]", "n", "Yes."]


def test_answers_that_came_one_after_the_other_are_found_one_by_one(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    upstream.script += [responding("One."), responding("Two."), responding("Yes.")]
    talk: list[dict[str, Any]] = [user("q")]
    for more in ([item("One.")], [item("Two."), user("n")], []):
        client.post(RESPONSES, json={"model": "m", "input": talk}, headers=SESSION)
        talk += more
    assert [text for _, text in recorded(memory)] == ["q", "One.", "Two.", "n", "Yes."]


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

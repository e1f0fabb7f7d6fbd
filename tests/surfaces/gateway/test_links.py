"""A conversation that goes on by the id of an answer goes on in every process that serves its store."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from recollect import Memory
from tests.surfaces.gateway.serving import Process, Upstream, answer, said
from tests.surfaces.gateway.test_conversations import completed
from tests.surfaces.gateway.test_owned import DANA, PATH, STRANGERS

CALL = {"id": "call_1", "type": "function", "function": {"name": "cook", "arguments": "{}"}}
CALLED = {"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "cook", "arguments": "{}"}
RESULT = {"type": "function_call_output", "call_id": "call_1", "output": "al dente"}


def calling() -> dict[str, Any]:
    """A chat completion that calls a tool and says nothing."""
    message = {"role": "assistant", "content": None, "tool_calls": [CALL]}
    return {**said(""), "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}


def ask(client: httpx2.Client, given: Any, previous: str | None = None, **headers: str) -> httpx2.Response:
    body = {"model": "m", "input": given, **({"previous_response_id": previous} if previous else {})}
    return client.post(PATH, json=body, headers={**DANA, **headers})


def told(upstream: Upstream) -> list[tuple[str, Any]]:
    """What the upstream was told in chat completions, but for memory."""
    messages = upstream.last.body["messages"]
    return [(message["role"], message["content"]) for message in messages if message["role"] != "system"]


@pytest.mark.feature("IN-01")
@pytest.mark.parametrize("streamed", [False, True])
def test_a_conversation_that_the_upstream_keeps_is_one_session_in_every_process(
    memory: Memory, upstream: Upstream, process: Process, streamed: bool
) -> None:
    sessions = []
    previous = None
    for at in range(3):
        upstream.script.append(completed(f"resp_{at}", f"Reply {at}.", streamed=streamed))
        sessions.append(ask(process(), f"Question {at}?", previous).headers["x-recollect-session"])
        previous = f"resp_{at}"
    assert len(set(sessions)) == 1
    turns = sorted(memory.list(user="dana", session=sessions[0], layers=["turn"]), key=lambda turn: turn.item)
    assert [turn.content for turn in turns] == [text for at in range(3) for text in (f"Question {at}?", f"Reply {at}.")]


def test_so_is_one_whose_answers_call_tools(upstream: Upstream, process: Process) -> None:
    for at in (0, 1):
        upstream.script.append(answer({"id": f"resp_{at}", "object": "response", "output": [CALLED]}))
    upstream.script.append(completed("resp_2", "Done.", streamed=False))
    answers = [
        ask(process(), "Cook something."),
        ask(process(), [RESULT], "resp_0"),
        ask(process(), [RESULT], "resp_1"),
    ]
    assert len({one.headers["x-recollect-session"] for one in answers}) == 1


@pytest.mark.parametrize("streamed", [False, True])
def test_a_retry_in_another_process_is_recorded_once(
    memory: Memory, upstream: Upstream, process: Process, streamed: bool
) -> None:
    upstream.script.extend([completed("resp_0", "Hello.", streamed=streamed)])
    session = ask(process(), "Hi").headers["x-recollect-session"]
    for _ in range(3):
        upstream.script.append(completed("resp_1", "Noted.", streamed=streamed))
        ask(process(), "Yes", "resp_0", **{"idempotency-key": "k"})
    assert len(memory.list(user="dana", session=session, layers=["turn"])) == 4


@pytest.mark.feature("IN-01")
def test_a_translated_conversation_is_told_again_from_what_was_recorded(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    upstream.script.extend([answer(said(f"Reply {at}.")) for at in range(4)])
    upstream.missing.add(PATH)
    first = ask(process(), "Question 0?").json()["id"]
    second = ask(process(), "Question 1?", first).json()["id"]
    assert told(upstream) == [("user", "Question 0?"), ("assistant", "Reply 0."), ("user", "Question 1?")]
    ask(process(), "Question 2?", second)
    assert [text for _, text in told(upstream)] == [
        "Question 0?", "Reply 0.", "Question 1?", "Reply 1.", "Question 2?"
    ]  # fmt: skip
    ask(process(), "Or rather?", first)
    assert told(upstream) == [("user", "Question 0?"), ("assistant", "Reply 0."), ("user", "Or rather?")]


def test_of_a_translated_conversation_nobody_else_is_told(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    id = ask(process(), "Question?").json()["id"]
    other = process()
    before = len(upstream.requests)
    for stranger in STRANGERS:
        body = {"model": "m", "input": "And?", "previous_response_id": id}
        refused = other.post(PATH, json=body, headers=stranger)
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "previous_response_not_found")
    assert len(upstream.requests) == before


def test_the_result_of_a_call_is_taken_only_where_the_call_is_known(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    upstream.script.append(answer(calling()))
    first = process()
    id = ask(first, "Cook something.").json()["id"]
    refused = ask(process(), [RESULT], id)
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "previous_response_not_found")
    assert ask(process(), "And?", id).status_code == 404, "the answer was a call alone, and calls are not recorded"
    assert ask(first, [RESULT], id).status_code == 200
    assert [role for role, _ in told(upstream)] == ["user", "assistant", "tool"]


@pytest.mark.parametrize("how", ["delete", "erase"])
def test_what_was_deleted_is_not_told_again(memory: Memory, upstream: Upstream, process: Process, how: str) -> None:
    upstream.missing.add(PATH)
    upstream.script.extend([answer(said("Reply 0.")), answer(said("Reply 1."))])
    id = ask(process(), "Question 0?").json()["id"]
    more = ask(process(), "Question 1?", id).json()["id"]
    turns = {turn.content: turn.id for turn in memory.list(user="dana", layers=["turn"])}
    if how == "delete":
        memory.delete(turns["Question 0?"])
        ask(process(), "And?", more)
        assert [text for _, text in told(upstream)] == ["Reply 0.", "Question 1?", "Reply 1.", "And?"]
        memory.delete(turns["Reply 1."])
    else:
        memory.erase(user="dana")
    assert ask(process(), "And?", more).status_code == 404


def test_a_secret_that_was_blacked_out_stays_so(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    key = "sk-proj-" + "aB3dE6gH9jK2mN5p" * 3
    id = ask(process(), f"My key is {key}").json()["id"]
    ask(process(), "What is it?", id)
    assert key not in str(told(upstream))
    assert told(upstream)[0][1].startswith("My key is [")

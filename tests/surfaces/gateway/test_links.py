"""A conversation that goes on by the id of an answer goes on in every process that serves its store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect import Memory, registry
from recollect.contracts.store import Store
from recollect.engine.given import LINK_TURNS_MAX, Given
from recollect.surfaces.gateway import links
from recollect.surfaces.gateway.links import Links
from recollect.surfaces.gateway.wires.base import REPLY_CHARS_MAX
from tests.clock import Clock
from tests.contracts.building import execute
from tests.surfaces.gateway.serving import Principal, Process, Reply, Request, Upstream, answer, said
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


def ask_for(client: httpx2.Client, user: str | None, given: Any, previous: str | None = None) -> httpx2.Response:
    """With a key without a user."""
    body = {"model": "m", "input": given, **({"previous_response_id": previous} if previous else {})}
    return client.post(PATH, json=body, headers={} if user is None else {"x-recollect-user": user})


def refused(response: httpx2.Response) -> bool:
    return response.status_code == 404 and response.json()["error"]["code"] == "previous_response_not_found"


@pytest.fixture
def store(memory: Memory, tmp_path: Path) -> Iterator[Store]:
    """The store that all processes serve, as another one has it open."""
    with closing(registry.store(str(tmp_path / "memory.db"), {})) as opened:
        yield opened


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
        assert refused(other.post(PATH, json=body, headers=stranger))
    assert len(upstream.requests) == before


def test_the_result_of_a_call_is_taken_only_where_the_call_is_known(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    upstream.script.append(answer(calling()))
    first = process()
    id = ask(first, "Cook something.").json()["id"]
    assert refused(ask(process(), [RESULT], id))
    assert ask(process(), "And?", id).status_code == 404, "the answer was a call alone, and calls are not recorded"
    assert ask(first, [RESULT], id).status_code == 200
    assert [role for role, _ in told(upstream)] == ["user", "assistant", "tool"]


@pytest.mark.parametrize("how", ["delete", "archive", "erase"])
@pytest.mark.parametrize("what", ["Question 0?", "Reply 1."])
def test_what_was_deleted_is_not_told_again_nor_what_goes_on_from_it(
    memory: Memory, upstream: Upstream, process: Process, how: str, what: str
) -> None:
    upstream.missing.add(PATH)
    upstream.script.extend([answer(said("Reply 0.")), answer(said("Reply 1."))])
    id = ask(process(), "Question 0?").json()["id"]
    more = ask(process(), "Question 1?", id).json()["id"]
    turns = {turn.content: turn.id for turn in memory.list(user="dana", layers=["turn"])}
    if how == "erase":
        memory.erase(user="dana")
    else:
        (memory.delete if how == "delete" else memory.archive)(turns[what])
    assert ask(process(), "And?", more).status_code == 404
    kept = how != "erase" and what == "Reply 1."
    assert ask(process(), "And?", id).status_code == (200 if kept else 404)


def test_a_secret_that_was_blacked_out_stays_so(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    key = "sk-proj-" + "aB3dE6gH9jK2mN5p" * 3
    id = ask(process(), f"My key is {key}").json()["id"]
    ask(process(), "What is it?", id)
    assert key not in str(told(upstream))
    assert told(upstream)[0][1].startswith("My key is [")


@pytest.mark.feature("IN-01")
@pytest.mark.parametrize("user", ["dana", None], ids=["one user", "a shared pool"])
def test_chats_that_begin_alike_are_not_told_of_each_other(
    upstream: Upstream, process: Process, user: str | None
) -> None:
    upstream.missing.add(PATH)
    upstream.script.extend([answer(said(text)) for text in ("Hi (1)", "It is private.", "Hi (2)", "Four.")])
    client = process()
    ask_for(client, user, "What is my diagnosis?", ask_for(client, user, "Hello").json()["id"])
    last = ask_for(process(), user, "2+2?", ask_for(client, user, "Hello").json()["id"]).json()["id"]
    assert ask_for(process(), user, "Thanks", last).status_code == 200
    assert [text for _, text in told(upstream)] == ["Hello", "Hi (2)", "2+2?", "Four.", "Thanks"]


def test_chats_under_one_session_name_are_not_told_of_each_other(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    upstream.script.extend([answer(said("A")), answer(said("B"))])
    named = {"x-recollect-session": "work"}
    ask(process(), "Topic A", **named)
    id = ask(process(), "Topic B", **named).json()["id"]
    ask(process(), "Go on", id, **named)
    assert [text for _, text in told(upstream)] == ["Topic B", "B", "Go on"]


def test_a_conversation_that_forks_is_told_along_one_way(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    upstream.script.extend([answer(said(f"Reply {at}.")) for at in range(3)])
    first = ask(process(), "Question?").json()["id"]
    ways = [ask(process(), way, first).json()["id"] for way in ("Left?", "Right?")]
    for way, at, id in zip(("Left?", "Right?"), (1, 2), ways, strict=True):
        ask(process(), "And?", id)
        assert [text for _, text in told(upstream)] == ["Question?", "Reply 0.", way, f"Reply {at}.", "And?"]


def test_a_history_that_was_recorded_before_is_told_with_what_was_new(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    upstream.script.extend([answer(said("One.")), answer(said("Two."))])
    ask(process(), "First?")
    history = [("user", "First?"), ("assistant", "One."), ("user", "Second?")]
    id = ask(process(), [{"role": role, "content": text} for role, text in history]).json()["id"]
    ask(process(), "And?", id)
    assert told(upstream) == [*history, ("assistant", "Two."), ("user", "And?")]


@pytest.mark.parametrize("streamed", [False, True])
def test_a_store_that_goes_away_while_the_upstream_thinks_fails_no_chat(
    upstream: Upstream, process: Process, store: Store, streamed: bool
) -> None:
    upstream.script.append(completed("resp_0", "Hello.", streamed=False))
    ask(process(), "Hi")
    given = completed("resp_1", "A fine answer.", streamed=streamed)

    def respond(request: Request) -> Reply:
        execute(store, "DROP TABLE given")
        return given

    upstream.respond = respond
    response = ask(process(), "And now?", "resp_0", **{"x-recollect-session": "mine"})
    assert (response.status_code, response.content) == (200, b"".join(given.pieces))  # type: ignore[arg-type]


def test_an_exchange_that_could_not_be_recorded_is_not_left_out_in_silence(
    upstream: Upstream, process: Process, store: Store
) -> None:
    upstream.missing.add(PATH)
    id = ask(process(), "I am Ana.").json()["id"]
    execute(store, "CREATE TRIGGER full BEFORE INSERT ON item BEGIN SELECT RAISE(ABORT, 'full'); END")
    response = ask(process(), "I am Eve now.", id)
    execute(store, "DROP TRIGGER full")
    assert response.status_code == 200
    assert refused(ask(process(), "What is my name?", response.json()["id"]))


@pytest.mark.feature("IN-01")
def test_a_key_without_a_user_tells_nobody_of_anybody_else(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    client = process()
    first = ask_for(client, "dana", "I am Dana.")
    for other in (client, process()):
        response = ask_for(other, "ben", "And?", first.json()["id"])
        assert refused(response)
        assert first.headers["x-recollect-session"] not in response.headers.values()
        off = {"x-recollect-user": "ben", "x-recollect-no-memory": "true"}
        body = {"model": "m", "input": "And?", "previous_response_id": first.json()["id"]}
        assert refused(other.post(PATH, json=body, headers=off))
        assert ask_for(other, "dana", "And?", first.json()["id"]).status_code == 200
    off = {"x-recollect-user": "dana", "x-recollect-no-memory": "true"}
    assert client.post(PATH, json=body, headers=off).status_code == 200


@pytest.mark.parametrize("turns", [LINK_TURNS_MAX - 1, LINK_TURNS_MAX])
def test_a_request_of_many_turns_is_told_again_up_to_a_limit_and_is_one_session(
    upstream: Upstream, process: Process, turns: int
) -> None:
    upstream.missing.add(PATH)
    history = [{"role": ("user", "assistant")[at % 2], "content": f"Words {at}."} for at in range(turns)]
    first = ask(process(), history)
    response = ask(process(), "And?", first.json()["id"])
    assert response.headers["x-recollect-session"] == first.headers["x-recollect-session"]
    assert response.status_code == (200 if turns < LINK_TURNS_MAX else 404)
    if turns < LINK_TURNS_MAX:
        assert len(told(upstream)) == turns + 2


def test_a_reply_that_was_recorded_cut_is_not_told_again(upstream: Upstream, process: Process) -> None:
    upstream.missing.add(PATH)
    upstream.script.append(answer(said("word " * (REPLY_CHARS_MAX // 5 + 1))))
    assert refused(ask(process(), "And?", ask(process(), "Tell me all.").json()["id"]))


def test_a_conversation_of_too_many_answers_is_not_told_again(
    memory: Memory, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "ANSWERS_MAX", 3)
    dana, known, previous = Principal(user="dana"), Links(Given(store, Clock())), None
    for at in range(4):
        turns = memory.add(
            [{"role": "user", "content": f"q{at}"}, {"role": "assistant", "content": f"a{at}"}],
            user="dana",
            session="s",
        ).ids
        known.keep(dana, "dana", f"resp_{at}", "s", turns, previous=previous, all_told=True)
        previous = f"resp_{at}"
    whole = known.told(memory, dana, "dana", "resp_2")
    assert whole is not None
    assert [one["content"] for one in whole] == ["q0", "a0", "q1", "a1", "q2", "a2"]
    assert known.told(memory, dana, "dana", "resp_3") is None


def test_a_retry_takes_nothing_from_what_is_known_of_an_answer(memory: Memory, store: Store) -> None:
    dana, given = Principal(user="dana"), Given(store, Clock())
    said = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]
    turns = memory.add(said, user="dana", session="s1").ids
    early, late = Links(given), Links(given)
    assert not early.again(memory, dana, "dana", "resp_x", "s2"), "begun here, and ended elsewhere"
    Links(given).keep(dana, "dana", "resp_x", "s1", turns, previous=None, all_told=True)
    assert not late.again(memory, dana, "dana", "resp_x", "s2")
    for one in (early, late):
        assert one.session(memory, dana, "dana", "resp_x") == "s1"
        assert one.told(memory, dana, "dana", "resp_x") == said
        assert one.again(memory, dana, "dana", "resp_x", "s1")

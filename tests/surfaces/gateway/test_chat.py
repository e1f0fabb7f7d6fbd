"""Chat completions through the gateway: what goes in, what comes back, what is recorded."""

from __future__ import annotations

import json
import logging
import socket
import threading
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from recollect import Memory
from recollect.surfaces.gateway import cost
from recollect.surfaces.gateway.options import Switches
from tests.surfaces.gateway.serving import (
    DONE,
    WAIT_S,
    Principal,
    Reply,
    Upstream,
    answer,
    chunk,
    gateway,
    said,
    stream,
)

FACT = "Dana's favourite pasta is cacio e pepe"
ASK = "Which pasta does Dana like best?"
CHAT = "/v1/chat/completions"
SESSION = {"x-recollect-user": "dana", "x-recollect-session": "s1"}


def asking(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": list(messages) or [user(ASK)], **more}


def user(text: Any) -> dict[str, Any]:
    return {"role": "user", "content": text}


def assistant(text: Any, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": text, **more}


def recorded(memory: Memory, user: str | None = "dana", session: str = "s1") -> list[tuple[str, str]]:
    found = memory.list(user=user, session=session, layers=("turn",))
    return [(turn.role, turn.content) for turn in sorted(found, key=lambda turn: turn.item)]


@pytest.mark.feature("IN-01")
def test_memory_goes_in_and_the_conversation_is_recorded(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    id = memory.add(FACT, user="dana").id
    given = client.post(CHAT, json=asking({"role": "system", "content": "Be brief."}, user(ASK)), headers=SESSION)
    assert given.json() == said("Noted.")
    roles = [message["role"] for message in upstream.last.body["messages"]]
    assert roles == ["system", "system", "user"]
    assert FACT in upstream.last.body["messages"][1]["content"]
    assert "<recollect-memory>" in upstream.last.body["messages"][1]["content"]
    assert given.headers["x-recollect-memory"] == "on"
    assert given.headers["x-recollect-memory-ids"] == id
    assert int(given.headers["x-recollect-memory-tokens"]) > 0
    assert given.headers["x-recollect-session"] == "s1"
    assert recorded(memory) == [("user", ASK), ("assistant", "Noted.")]


def test_what_is_stable_stands_after_the_system_prompt_and_the_rest_before_the_last_question(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    memory.override("Always answer in French.", user="dana")
    memory.add(FACT, user="dana")
    talk = [{"role": "system", "content": "Be brief."}, user("Hello"), assistant("Bonjour"), user(ASK)]
    client.post(CHAT, json=asking(*talk), headers=SESSION)
    sent = upstream.last.body["messages"]
    assert [message["role"] for message in sent] == ["system", "system", "user", "assistant", "system", "user"]
    assert "French" in sent[1]["content"]
    assert FACT not in sent[1]["content"]
    assert FACT in sent[4]["content"]
    assert [sent[0], *sent[2:4], sent[5]] == talk


@pytest.mark.feature("IN-04")
@pytest.mark.parametrize(
    "model, role", [("gpt-5", "system"), ("o1-mini", "user"), ("zai/glm-4.6", "user"), ("nobody/knows", "system")]
)
def test_one_message_before_all_others_in_the_role_the_provider_takes(
    memory: Memory, upstream: Upstream, model: str, role: str
) -> None:
    memory.add(FACT, user="dana")
    memory.override("Always answer in French.", user="dana")
    first = Switches(placement="system-first")
    with gateway(memory, upstream.url, switches=lambda _: first) as url:
        body = {**asking({"role": "system", "content": "Be brief."}, user(ASK)), "model": model}
        httpx2.post(url + CHAT, json=body, headers=SESSION)
    sent = upstream.last.body["messages"]
    assert sent[0]["role"] == role
    assert 0 < sent[0]["content"].index("French") < sent[0]["content"].index(FACT)
    assert sent[1:] == body["messages"]


ODD = (
    b'{"model" : "m",  "messages":[{"role":"user","content":"caf\\u00e9 \\ud83d\\ude00"}],"n":2,'
    b'"x_unknown":{"a":[1.50,1e3]},"stream_options":{"include_usage":true},"seed":12345678901234567890}'
)


@pytest.mark.feature("IN-06")
@pytest.mark.parametrize(
    "name, value",
    [("x-recollect-no-memory", "true"), ("X-OmniRoute-No-Memory", "1"), ("x-omniroute-no-memory", "YES")],
)
def test_a_header_leaves_every_byte_as_it_was(
    memory: Memory, upstream: Upstream, client: httpx2.Client, name: str, value: str
) -> None:
    memory.add(FACT, user="dana")
    odd_answer = b'{"choices" :[ ] , "caf\xc3\xa9":1e3}\n'
    upstream.script.append(answer(odd_answer))
    headers = {**SESSION, name: value, "content-type": "application/json"}
    given = client.post(CHAT, content=ODD, headers=headers)
    assert upstream.last.raw == ODD
    assert given.content == odd_answer
    assert given.headers["x-recollect-memory"] == "off"
    assert recorded(memory) == []


@pytest.mark.feature("IN-02")
@pytest.mark.parametrize("inject", [True, False])
@pytest.mark.parametrize("extract", [True, False])
def test_injecting_and_recording_have_a_switch_each(
    memory: Memory, upstream: Upstream, inject: bool, extract: bool
) -> None:
    memory.add(FACT, user="dana")
    with gateway(memory, upstream.url, switches=lambda _: Switches(inject=inject, extract=extract)) as url:
        given = httpx2.post(url + CHAT, json=asking(), headers=SESSION)
    assert (FACT in upstream.last.raw.decode()) is inject
    assert bool(recorded(memory)) is extract
    assert given.headers["x-recollect-memory"] == ("on" if inject else "off")


def test_a_stream_with_memory_off_is_passed_on_byte_for_byte(upstream: Upstream, client: httpx2.Client) -> None:
    pieces = [b": hello\r\n\r\ndata: {", b'"x":1}\r', b"\n\r\ndata:[DONE]\n\n", b"trailing"]
    upstream.script.append(stream(*pieces))
    given = client.post(CHAT, json=asking(stream=True), headers={"x-recollect-no-memory": "true"})
    assert given.content == b"".join(pieces)


def test_a_stream_that_is_read_along_is_passed_on_byte_for_byte(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    whole = b": note\n\n" + chunk("Very ") + chunk("well", finish="stop") + b'data: {"usage":{}}\r\n\r\n' + DONE + b"x"
    pieces = [whole[at : at + 7] for at in range(0, len(whole), 7)]
    upstream.script.append(stream(*pieces))
    given = client.post(CHAT, json=asking(stream=True), headers=SESSION)
    assert given.content == whole
    assert recorded(memory) == [("user", ASK), ("assistant", "Very well")]


def test_chunks_are_passed_on_at_once_and_only_the_last_event_waits_for_the_record(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    first_seen, second_seen = threading.Event(), threading.Event()
    parts = [chunk("One "), chunk("two"), chunk(finish="stop")]
    upstream.script.append(stream(parts[0], first_seen, parts[1], second_seen, parts[2], DONE))
    with client.stream("POST", CHAT, json=asking(stream=True), headers=SESSION) as given:
        coming = given.iter_raw()
        assert next(coming) == parts[0]  # while the upstream still waits
        first_seen.set()
        assert next(coming) == parts[1]
        second_seen.set()
        rest = b""
        for piece in coming:
            rest += piece
            if DONE in rest:
                assert recorded(memory)[-1] == ("assistant", "One two")
    assert rest == parts[2] + DONE


def test_of_several_choices_the_first_is_recorded(memory: Memory, upstream: Upstream, client: httpx2.Client) -> None:
    upstream.script.append(answer(said("Yes", n=2)))
    assert len(client.post(CHAT, json=asking(n=2), headers=SESSION).json()["choices"]) == 2
    upstream.script.append(stream(chunk("No", index=1), chunk("Ja", index=0), chunk(finish="stop"), DONE))
    client.post(CHAT, json=asking(user("And now?"), n=2, stream=True), headers=SESSION)
    assert [text for role, text in recorded(memory) if role == "assistant"] == ["Yes", "Ja"]


def test_a_tool_loop_gets_the_same_bytes_and_nothing_between_call_and_result(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    memory.add(FACT, user="dana")
    call = {"id": "t1", "type": "function", "function": {"name": "find", "arguments": "{}"}}
    talk = [user("Hello"), assistant("Hi"), user(ASK)]
    client.post(CHAT, json=asking(*talk), headers=SESSION)
    first = upstream.last.body["messages"]
    memory.add("Dana also likes pasta alla norma", user="dana")
    loop = [*talk, assistant(None, tool_calls=[call]), {"role": "tool", "tool_call_id": "t1", "content": "42"}]
    client.post(CHAT, json=asking(*loop), headers=SESSION)
    assert upstream.last.body["messages"] == [*first, *loop[3:]]
    assert recorded(memory) == [("user", "Hello"), ("assistant", "Hi"), ("user", ASK), ("assistant", "Noted.")]


def test_what_is_deleted_is_gone_from_a_tool_loop_too(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    id = memory.add(FACT, user="dana").id
    client.post(CHAT, json=asking(), headers=SESSION)
    assert FACT in upstream.last.raw.decode()
    memory.delete(id)
    call = {"id": "t1", "type": "function", "function": {"name": "find", "arguments": "{}"}}
    loop = [assistant(None, tool_calls=[call]), {"role": "tool", "tool_call_id": "t1", "content": "42"}]
    client.post(CHAT, json=asking(user(ASK), *loop), headers=SESSION)
    assert FACT not in upstream.last.raw.decode()


def test_a_question_that_is_asked_again_finds_what_was_learned_meanwhile(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    for talk in ([user(ASK)], [user(ASK), assistant("Let me")]):  # a begun answer is no tool loop
        for fact in (FACT, "Dana's favourite pasta for Sundays is lasagne"):
            id = memory.add(fact, user="dana").id
            client.post(CHAT, json=asking(*talk), headers=SESSION)
            assert fact in upstream.last.raw.decode()
            memory.delete(id)


def test_history_that_is_sent_again_is_recorded_once_and_edited_history_beside_it(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    one, two, other = user("I live in Rome"), user("And I work there"), user("And I work in Milan")
    client.post(CHAT, json=asking(one), headers=SESSION)
    client.post(CHAT, json=asking(one, assistant("Noted."), two), headers=SESSION)
    client.post(CHAT, json=asking(one, assistant("Noted."), other), headers=SESSION)
    client.post(CHAT, json=asking(one, assistant("Noted."), other), headers=SESSION)  # asked again
    said_by_user = [text for role, text in recorded(memory) if role == "user"]
    assert said_by_user == ["I live in Rome", "And I work there", "And I work in Milan"]
    assert len(recorded(memory)) == 6


def test_a_gateway_that_starts_anew_knows_what_is_recorded(memory: Memory, upstream: Upstream) -> None:
    secret = user("My password is hunter2-Zq8!")
    for talk in ([secret], [secret, assistant("Noted."), user("Thanks")]):
        with gateway(memory, upstream.url) as url:
            httpx2.post(url + CHAT, json=asking(*talk), headers=SESSION)
    assert [role for role, _ in recorded(memory)] == ["user", "assistant", "user", "assistant"]
    assert "hunter2" not in str(recorded(memory))


def test_a_reply_that_breaks_off_is_kept_as_far_as_it_came(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    upstream.script.append(stream(chunk("Half an ans"), cut=True))
    given = client.post(CHAT, json=asking(stream=True), headers=SESSION)
    assert given.content.startswith(chunk("Half an ans"))
    assert json.loads(given.content[len(chunk("Half an ans")) :].removeprefix(b"data: "))["error"]["code"] == (
        "upstream_unreachable"
    )
    turns = memory.list(user="dana", session="s1", layers=("turn",))
    partial = [turn for turn in turns if turn.metadata.get("partial")]
    assert [turn.content for turn in partial] == ["Half an ans"]
    client.post(CHAT, json=asking(user(ASK), assistant("Half an"), user("Go on")), headers=SESSION)
    assert len(recorded(memory)) == 4


def test_a_caller_who_hangs_up_lets_go_of_the_upstream_and_loses_nothing(memory: Memory, upstream: Upstream) -> None:
    never = threading.Event()
    upstream.script.append(stream(chunk("Once upon"), never, DONE))
    with gateway(memory, upstream.url) as url:  # ends when everything it does is done
        with httpx2.stream("POST", url + CHAT, json=asking(stream=True), headers=SESSION) as given:
            assert next(given.iter_raw()) == chunk("Once upon")
        assert upstream.gone.wait(WAIT_S)
    assert recorded(memory) == [("user", ASK), ("assistant", "Once upon")]
    assert [turn.metadata for turn in memory.list(user="dana", layers=("turn",))] == [{"partial": True}, {}]


def outcomes() -> dict[str, float]:
    """Requests so far, by how they ended, whatever their route."""
    found: dict[str, float] = {}
    for metric in cost.REQUESTS.collect():
        for one in metric.samples:
            if one.name.endswith("_total"):
                found[one.labels["outcome"]] = found.get(one.labels["outcome"], 0) + one.value
    return found


@pytest.mark.parametrize("headers", [SESSION, {**SESSION, "x-recollect-no-memory": "true"}])
@pytest.mark.parametrize("last, outcome", [(DONE, "ok"), (chunk("…"), "cancelled")])
def test_a_caller_who_hangs_up_after_the_closing_event_has_his_answer(
    memory: Memory, upstream: Upstream, last: bytes, outcome: str, headers: dict[str, str]
) -> None:
    before = outcomes()
    upstream.script.append(stream(chunk("Yes"), last, threading.Event()))
    with gateway(memory, upstream.url) as url:
        with httpx2.stream("POST", url + CHAT, json=asking(stream=True), headers=headers) as given:
            came = b""
            for piece in given.iter_raw():
                came += piece
                if came.endswith(last):
                    break
        assert upstream.gone.wait(WAIT_S)
    changed = {name: value - before.get(name, 0) for name, value in outcomes().items() if value != before.get(name, 0)}
    assert changed == {outcome: 1}


def test_a_caller_who_hangs_up_before_the_answer_came_has_said_what_he_said(memory: Memory, upstream: Upstream) -> None:
    never = threading.Event()
    upstream.script.append(Reply(headers={"Content-Type": "application/json"}, pieces=[never, b"{}"]))
    with gateway(memory, upstream.url) as url:
        address = urlsplit(url)
        with socket.create_connection((address.hostname, address.port)) as line:
            data = json.dumps(asking()).encode()
            names = "".join(f"{name}: {value}\r\n" for name, value in SESSION.items())
            head = f"POST {CHAT} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(data)}\r\n{names}\r\n"
            line.sendall(head.encode() + data)
            assert upstream.asked.wait(WAIT_S)
        assert upstream.gone.wait(WAIT_S)
    assert recorded(memory) == [("user", ASK)]


def test_errors_of_the_upstream_pass_through(memory: Memory, upstream: Upstream, client: httpx2.Client) -> None:
    told = b'{"error":{"message":"slow down","type":"rate_limit","code":"429"}}'
    upstream.script.append(answer(told, 429, Retry_After="7"))
    given = client.post(CHAT, json=asking(), headers=SESSION)
    assert (given.status_code, given.content, given.headers["retry-after"]) == (429, told, "7")
    assert recorded(memory) == []


class Broken:
    """A memory of which nothing works."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("the disk is on fire: secret contents")


@pytest.mark.parametrize("streamed", [True, False])
def test_a_failing_memory_never_fails_a_chat(
    upstream: Upstream, streamed: bool, caplog: pytest.LogCaptureFixture
) -> None:
    pieces = [chunk("Fine", finish="stop"), DONE]
    upstream.script.append(stream(*pieces) if streamed else answer(said("Fine")))
    with gateway(Broken(), upstream.url) as url:  # type: ignore[arg-type]
        given = httpx2.post(url + CHAT, json=asking(stream=streamed), headers=SESSION)
    assert given.content == (b"".join(pieces) if streamed else json.dumps(said("Fine")).encode())
    assert given.headers["x-recollect-memory"] == "failed"
    assert given.headers["x-recollect-memory-error"] == "error"
    assert [record.message for record in caplog.records] == ["memory.injection.failed"]
    assert "fire" not in caplog.text


@pytest.mark.parametrize("inject", [True, False])
@pytest.mark.parametrize(
    "headers, more",
    [
        ({"x-recollect-user": "u" * 513}, {}),
        ({"x-recollect-session": "s" * 513}, {}),
        ({"x-recollect-agent": "a" * 513}, {}),
        ({}, {"user": "é" * 513}),
        ({}, {"metadata": {"session_id": "s" * 513}}),
    ],
)
def test_with_a_name_that_is_too_long_the_chat_goes_on_without_memory_and_says_why(
    memory: Memory, upstream: Upstream, headers: dict[str, str], more: dict[str, Any], inject: bool
) -> None:
    with gateway(memory, upstream.url, switches=lambda _: Switches(inject=inject)) as url:
        given = httpx2.post(url + CHAT, json=asking(**more), headers=headers)
    assert given.json() == said("Noted.")
    assert given.headers["x-recollect-memory"] == "failed"
    why = given.headers["x-recollect-memory-error"]
    assert why.startswith("invalid_input: ")
    assert "has 513 characters; at most 512 are allowed" in why
    assert memory.count(everyone=True) == 0


def test_a_user_named_by_a_number_has_a_memory_of_his_own(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "I was diagnosed with gout."}]}
    client.post("/v1/chat/completions", json={**body, "user": 1001})
    assert memory.count(user="1001", layers=["turn"]) == 2
    assert memory.count(layers=["turn"]) == 0, "the shared space"


@pytest.mark.parametrize("user", [True, ["ana"], {"id": "ana"}, 1.5])
def test_a_user_whose_name_cannot_be_read_is_not_everybody(
    memory: Memory, upstream: Upstream, client: httpx2.Client, user: object
) -> None:
    messages = [{"role": "user", "content": "I was diagnosed with gout."}]
    for path, named in (
        ("/v1/chat/completions", {"messages": messages, "user": user}),
        ("/v1/messages", {"messages": messages, "max_tokens": 9, "metadata": {"user_id": user}}),
        ("/v1/responses", {"input": "I was diagnosed with gout.", "user": user}),
    ):
        given = client.post(path, json={"model": "m", **named})
        assert "the user must be named by text" in given.headers["x-recollect-memory-error"]
    assert memory.count(everyone=True) == 0


def test_a_store_that_fails_when_recording_does_not_fail_the_chat(
    memory: Memory, upstream: Upstream, client: httpx2.Client, caplog: pytest.LogCaptureFixture
) -> None:
    wait = threading.Event()
    upstream.script.append(stream(chunk("Fine"), wait, chunk(finish="stop"), DONE))
    with client.stream("POST", CHAT, json=asking(stream=True), headers=SESSION) as given:
        coming = given.iter_raw()
        assert next(coming) == chunk("Fine")
        memory.close()
        wait.set()
        assert b"".join(coming).endswith(DONE)
    assert "memory.recording.failed" in caplog.text


def refuses(text: str) -> str:
    if "boom" in text:
        raise RuntimeError(text)
    return text


@pytest.mark.parametrize("said_by_user, said_back", [("boom", "Noted."), ("fine", "boom")])
def test_a_whole_answer_says_why_its_chat_was_not_recorded_and_what_went_in(
    upstream: Upstream, said_by_user: str, said_back: str
) -> None:
    with Memory(":memory:", scrub=refuses, worker="off") as memory, gateway(memory, upstream.url) as url:
        memory.add(FACT, user="dana")
        upstream.script.append(answer(said(said_back)))
        given = httpx2.post(url + CHAT, json=asking(user(f"{ASK} {said_by_user}")), headers=SESSION)
        assert (given.status_code, given.json()) == (200, said(said_back))
        assert given.headers["x-recollect-memory"] == "on"
        assert given.headers["x-recollect-memory-error"] == "scrub_failed"
        assert recorded(memory) == []
        after = httpx2.post(url + CHAT, json=asking(user(ASK)), headers=SESSION)
        assert "x-recollect-memory-error" not in after.headers


@pytest.mark.feature("IN-07", "OB-05")
def test_injections_are_logged_without_contents(
    memory: Memory, client: httpx2.Client, caplog: pytest.LogCaptureFixture
) -> None:
    memory.add(FACT, user="dana")
    with caplog.at_level(logging.INFO, "recollect.gateway"):
        client.post(CHAT, json=asking(), headers=SESSION)
    [event] = [record for record in caplog.records if record.message == "memory.injection.injected"]
    assert (event.count, event.strategy, event.model) == (1, "recollect", "m")  # type: ignore[attr-defined]
    assert "pasta" not in str(vars(event))


@pytest.mark.feature("IN-10")
@pytest.mark.parametrize("name", ["x-recollect-agent", "X-Osaurus-Agent-Id"])
def test_the_agent_comes_from_a_header(memory: Memory, upstream: Upstream, client: httpx2.Client, name: str) -> None:
    memory.add(FACT, user="dana", agent="cook")
    memory.add("Dana's favourite pasta shape is fusilli", user="dana", agent="other")
    client.post(CHAT, json=asking(), headers={**SESSION, name: "cook"})
    assert FACT in upstream.last.raw.decode()
    assert "fusilli" not in upstream.last.raw.decode()
    assert {turn.agent for turn in memory.list(user="dana", layers=("turn",))} == {"cook"}


@pytest.mark.feature("IN-10")
def test_where_an_agent_is_required_nothing_goes_in_without_one(memory: Memory, upstream: Upstream) -> None:
    memory.add(FACT, user="dana")
    with gateway(memory, upstream.url, switches=lambda _: Switches(agent_required=True)) as url:
        for headers, inside in (({"X-Osaurus-Agent-Id": ""}, False), ({"X-Osaurus-Agent-Id": "a"}, True)):
            httpx2.post(url + CHAT, json=asking(), headers={**SESSION, **headers})
            assert (FACT in upstream.last.raw.decode()) is inside


@pytest.mark.parametrize(
    "bound, headers, body, whose",
    [
        ("erin", {"x-recollect-user": "dana"}, {"user": "dana"}, "erin"),
        (None, {"x-recollect-user": "dana"}, {"user": "erin"}, "dana"),
        (None, {"x-recollect-user": "Zoë"}, {}, "Zoë"),
        (None, {}, {"user": "dana"}, "dana"),
        (None, {}, {}, None),
        (None, {"x-recollect-agent": "cook"}, {}, None),
        (None, {"X-Osaurus-Agent-Id": "cook"}, {}, "default"),
        (None, {"X-Osaurus-Agent-Id": "cook"}, {"user": "dana"}, "dana"),
        ("erin", {"X-Osaurus-Agent-Id": "cook"}, {}, "erin"),
    ],
)
def test_whose_memory_it_is(
    memory: Memory, upstream: Upstream, bound: str | None, headers: dict[str, str], body: dict[str, str], whose: Any
) -> None:
    with gateway(memory, upstream.url, principal=Principal(user=bound)) as url:
        raw = {name: value.encode() for name, value in headers.items()}
        httpx2.post(url + CHAT, json=asking(**body), headers={**raw, "x-recollect-session": b"s1"})
    turns = memory.list(everyone=True, layers=("turn",))
    assert {turn.user for turn in turns} == {whose}
    assert len(turns) == 2


def test_a_conversation_without_a_name_is_known_by_how_it_began(
    memory: Memory, client: httpx2.Client, upstream: Upstream
) -> None:
    started = client.post(CHAT, json=asking(user("Hello")))
    later = client.post(CHAT, json=asking(user("Hello"), assistant("Noted."), user("More")))
    other = client.post(CHAT, json=asking({"role": "system", "content": "Other."}, user("Hello")))
    named = client.post(CHAT, json=asking(user("Hello"), metadata={"session_id": "mine"}))
    session = started.headers["x-recollect-session"]
    assert later.headers["x-recollect-session"] == session != other.headers["x-recollect-session"]
    assert named.headers["x-recollect-session"] == "mine"
    assert len(recorded(memory, None, session)) == 4


def test_a_key_that_only_reads_records_nothing(memory: Memory, upstream: Upstream) -> None:
    memory.add(FACT, user="dana")
    with gateway(memory, upstream.url, principal=Principal(role="read")) as url:
        httpx2.post(url + CHAT, json=asking(), headers=SESSION)
    assert FACT in upstream.last.raw.decode()
    assert recorded(memory) == []


def test_the_callers_key_is_never_sent_on(upstream: Upstream, client: httpx2.Client) -> None:
    key = "rk-callers-own-key"
    headers = {"authorization": f"Bearer {key}", "x-api-key": key, "api-key": key, "cookie": f"k={key}"}
    client.post(f"{CHAT}?api_key={key}&beta=true", json=asking(), headers={**headers, "x-other": key})
    sent = upstream.last
    assert key not in str(sent)
    assert sent.headers["authorization"] == "Bearer sk-upstream"
    assert sent.path == "/v1/chat/completions?beta=true"


@pytest.mark.parametrize(
    "query",
    ["authorization=k", "Token=k", "access_token=k", "X-Api-Key=k", "other=rk_k", "other=%20rk_k", "rk_k", "rk%5Fk="],
)
def test_what_may_be_the_callers_key_leaves_the_query(upstream: Upstream, client: httpx2.Client, query: str) -> None:
    client.post(f"{CHAT}?{query}&beta=rk", json=asking(), headers=SESSION)
    assert upstream.last.path == "/v1/chat/completions?beta=rk"


@pytest.mark.parametrize("off", ["true", "false"])
def test_the_upstream_neither_opens_answers_to_pages_nor_tells_keys(
    upstream: Upstream, client: httpx2.Client, off: str
) -> None:
    told = {"Access_Control_Allow_Origin": "*", "Access_Control_Allow_Credentials": "true", "X_Api_Key": "sk"}
    upstream.script.append(answer(said("Noted."), **told, Authorization="Bearer sk", X_Other="kept"))
    given = client.post(CHAT, json=asking(), headers={**SESSION, "x-recollect-no-memory": off})
    assert given.headers["x-other"] == "kept"
    assert not [name for name in given.headers if name in ("x-api-key", "authorization") or "access-control" in name]


def test_pictures_are_sent_and_recorded_as_a_mark(memory: Memory, upstream: Upstream, client: httpx2.Client) -> None:
    parts = [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
    ]
    client.post(CHAT, json=asking(user(parts)), headers=SESSION)
    assert upstream.last.body["messages"][-1]["content"] == parts
    assert recorded(memory)[0] == ("user", "What is this?\n[image]")


def test_a_body_without_a_length_is_taken(upstream: Upstream, client: httpx2.Client) -> None:
    def pieces() -> Any:
        data = json.dumps(asking()).encode()
        yield data[:10]
        yield data[10:]

    assert client.post(CHAT, content=pieces(), headers=SESSION).json() == said("Noted.")
    assert upstream.last.body == asking()


@pytest.mark.parametrize("raw", [b"{nonsense", b"[1]", b"", b'{"messages": 7}', b'{"messages": [7, null]}'])
def test_nonsense_is_the_upstreams_to_refuse(upstream: Upstream, client: httpx2.Client, raw: bytes) -> None:
    upstream.script.append(answer({"error": {"message": "no"}}, 400))
    given = client.post(CHAT, content=raw, headers=SESSION)
    assert given.status_code == 400
    assert upstream.last.raw == raw


@pytest.mark.parametrize("path, shape", [(CHAT, "error"), ("/v1/responses", "error"), ("/v1/messages", "type")])
def test_without_an_upstream_the_error_says_what_to_do(memory: Memory, path: str, shape: str) -> None:
    with gateway(memory, None) as url:
        given = httpx2.post(url + path, json={**asking(), "input": "Hi"})
    assert given.status_code == 503
    assert shape in given.json()
    assert given.json()["error"]["code"] == "not_configured"
    assert "gateway_upstream" in given.json()["error"]["message"]


def test_an_upstream_that_does_not_answer_is_a_clear_error(memory: Memory, upstream: Upstream) -> None:
    never = threading.Event()
    with gateway(memory, "http://127.0.0.1:9/v1") as url:
        given = httpx2.post(url + CHAT, json=asking())
        assert (given.status_code, given.json()["error"]["code"]) == (502, "upstream_unreachable")
    upstream.script.append(Reply(pieces=[never, b""]))
    with gateway(memory, upstream.url, timeout_s=0.2) as url:
        given = httpx2.post(url + CHAT, json=asking())
        assert (given.status_code, given.json()["error"]["code"]) == (504, "upstream_timeout")


def test_a_request_that_is_too_large_is_refused(memory: Memory, upstream: Upstream) -> None:
    with gateway(memory, upstream.url, body_bytes_max=100) as url:
        given = httpx2.post(url + CHAT, json=asking(user("x" * 200)))
    assert (given.status_code, given.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.feature("IN-09")
def test_skills_are_off_unless_given_and_stand_beside_the_applications_tools(
    memory: Memory, upstream: Upstream
) -> None:
    own = {"type": "function", "function": {"name": "find", "parameters": {}}}
    skills = [{"name": "find", "parameters": {"x": 1}}, {"name": "today", "description": "The date."}]
    with gateway(memory, upstream.url, skills=lambda caller: skills) as url:
        httpx2.post(url + CHAT, json=asking(tools=[own]))
        sent = upstream.last.body["tools"]
        httpx2.post(url + CHAT, json=asking(tools=[own]), headers={"x-omniroute-no-memory": "true"})
    assert sent == [own, {"type": "function", "function": skills[1]}]
    assert upstream.last.body["tools"] == [own]


def test_a_compressed_answer_is_unpacked_where_it_is_read(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    import gzip

    packed = gzip.compress(json.dumps(said("Zipped")).encode())
    upstream.script.extend([answer(packed, Content_Encoding="gzip")] * 2)
    read = client.post(CHAT, json=asking(), headers=SESSION)
    unread = client.post(CHAT, json=asking(), headers={"x-recollect-no-memory": "1"})
    assert read.json() == unread.json() == said("Zipped")
    assert "content-encoding" not in read.headers
    assert unread.headers["content-encoding"] == "gzip"
    assert recorded(memory)[-1] == ("assistant", "Zipped")

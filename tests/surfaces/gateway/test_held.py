"""Threads of messages, and containers that code runs in, belong to whom they were given."""

from __future__ import annotations

import gzip
import json
from typing import Any

import anthropic
import httpx2
import pytest

from recollect import Memory
from recollect.surfaces.gateway.options import Switches
from tests.surfaces.gateway.serving import Process, Reply, Upstream, answer, gateway, stream
from tests.surfaces.gateway.test_owned import DANA, OFF, STRANGERS

PATH, RESPONSES = "/v1/messages", "/v1/responses"
CREATE, ON = {"type": "create"}, {"type": "continue", "previous_message_id": "msg_1"}
BOX = {"id": "box_1", "expires_at": "2026-01-01T00:00:00Z"}
RUNS = [{"type": "code_execution_20260120", "name": "code_execution"}]


def asked(text: Any = "Hi", **more: Any) -> dict[str, Any]:
    return {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": text}], **more}


def message(text: str = "Hello", id: str = "msg_1", **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    usage = {"input_tokens": 1, "output_tokens": 1}
    whole = {"id": id, "type": "message", "role": "assistant", "model": "m", "content": content}
    return {**whole, "stop_reason": "end_turn", "stop_sequence": None, "usage": usage, **more}


def events(text: str = "Hello", id: str = "msg_1", **delta: Any) -> list[bytes]:
    told: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message(id=id), "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn", **delta}, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]
    return [f"event: {one['type']}\ndata: {json.dumps(one)}\n\n".encode() for one in told]


def said(memory: Memory, user: str = "dana") -> list[tuple[str, str | None]]:
    return [(turn.content, turn.session) for turn in reversed(memory.list(user=user, layers=["turn"]))]


@pytest.mark.feature("IN-01")
@pytest.mark.parametrize("off", [{}, OFF], ids=["remembered", "memory off"])
@pytest.mark.parametrize(
    "given",
    [answer(message()), stream(*events()), stream(b"".join(events())[:70], b"".join(events())[70:])],
    ids=["whole", "streamed", "in pieces"],
)
def test_only_whoever_was_given_a_message_goes_on_from_it(
    upstream: Upstream, process: Process, given: Reply, off: dict[str, str]
) -> None:
    first, second = process(), process()
    upstream.script.append(given)
    assert first.post(PATH, json=asked(thread=CREATE), headers={**DANA, **off}).content == b"".join(given.pieces)  # type: ignore[arg-type]
    before = len(upstream.requests)
    for client in (first, second):
        for stranger in STRANGERS:
            for path in (PATH, f"{PATH}/count_tokens"):
                refused = client.post(path, json=asked("And?", thread=ON), headers={**stranger, **off})
                assert (refused.status_code, refused.json()["error"]["code"]) == (404, "thread_not_found")
    assert len(upstream.requests) == before
    for client in (first, second):
        assert client.post(PATH, json=asked("And?", thread=ON), headers={**DANA, **off}).status_code == 200
        assert upstream.last.body["thread"] == ON


def test_a_message_that_began_no_thread_cannot_be_gone_on_from(upstream: Upstream, process: Process) -> None:
    upstream.script.append(answer(message()))
    first = process()
    first.post(PATH, json=asked(), headers=DANA)
    assert first.post(PATH, json=asked(thread=ON), headers=DANA).status_code == 404


@pytest.mark.parametrize(
    "raw, status",
    [
        (b'{"thread": {"type": "continue", "previous_message_id": "msg_1"}}', 404),
        (b'{"Thread": {"type": "continue", "Previous_Message_ID": "msg_1"}}', 404),
        (b'{"th\\u0072ead": {"type": "continue", "previous_message_id": "msg_1"}}', 404),
        (b'{"thread": {"type": "create", "previous_message_id": "msg_1"}}', 404),
        (b'{"thread": {"previous_message_id": ["msg_1"]}}', 404),
        (b'{"thread": {"type": "fork", "message_id": "msg_1"}}', 400),
        (b'{"thread": "msg_1"}', 400),
        (b'{"thread": null, "thread": {"previous_message_id": "msg_1"}}', 400),
        (b'{"thread": {"previous_message_id": null, "Previous_message_id": "msg_1"}}', 400),
        ('{"thread": {"type": "continue", "previous_message_id": "msg_1"}}'.encode("utf-16-le"), 404),
        (b'{"container": "box_1"}', 404),
        (b'{"CONTAINER": {"ID": "box_1", "skills": []}}', 404),
        (b'{"container": ["box_1"]}', 404),
        (b'{"container": {"id": "box_1", "id": null}}', 400),
    ],
)
@pytest.mark.parametrize("path", [PATH, f"{PATH}/count_tokens"])
def test_no_spelling_gets_a_foreign_thread_or_container_to_the_upstream(
    upstream: Upstream, process: Process, path: str, raw: bytes, status: int
) -> None:
    assert process().post(path, content=raw, headers=OFF).status_code == status
    assert upstream.requests == []


def test_a_compressed_message_is_refused_for_nobody_can_say_what_it_names(upstream: Upstream, process: Process) -> None:
    packed = gzip.compress(json.dumps(asked(thread=ON)).encode())
    refused = process().post(PATH, content=packed, headers={"content-encoding": "gzip"})
    assert (refused.status_code, upstream.requests) == (400, [])
    assert "send it uncompressed" in refused.json()["error"]["message"]


def test_messages_that_only_speak_of_threads_are_passed_on(upstream: Upstream, process: Process) -> None:
    for body in (asked('Is a "thread" a "container"?'), asked("Né à Lyon"), asked(container=None, thread=None)):
        upstream.script.append(answer(message()))
        assert process().post(PATH, json=body, headers=DANA).status_code == 200


@pytest.mark.feature("IN-01")
@pytest.mark.parametrize("streamed", [False, True])
def test_a_thread_is_one_session_and_what_is_said_again_in_it_is_recorded_again(
    memory: Memory, upstream: Upstream, process: Process, streamed: bool
) -> None:
    thread: dict[str, Any] = CREATE
    for at, text in enumerate(["I live in Oslo.", "I like figs.", "I own a cat.", "I like figs."]):
        upstream.script.append(
            stream(*events("Fine.", f"msg_{at}")) if streamed else answer(message("Fine.", f"msg_{at}"))
        )
        asks = asked(text, thread=thread, stream=streamed)
        assert process().post(PATH, json=asks, headers=DANA).status_code == 200
        thread = {"type": "continue", "previous_message_id": f"msg_{at}"}
    found = said(memory)
    assert [text for text, _ in found][::2] == ["I live in Oslo.", "I like figs.", "I own a cat.", "I like figs."]
    assert [text for text, _ in found][1::2] == ["Fine."] * 4
    assert len({session for _, session in found}) == 1


@pytest.mark.parametrize("speaks", ["Let me look.", ""])
def test_the_last_reply_of_a_threads_tool_loop_is_recorded(
    memory: Memory, upstream: Upstream, process: Process, speaks: str
) -> None:
    """Whether or not the model says something before it calls."""
    calls = [{"type": "tool_use", "id": "t1", "name": "weather", "input": {}}]
    content = [*([{"type": "text", "text": speaks}] if speaks else []), *calls]
    result = [{"type": "tool_result", "tool_use_id": "t1", "content": "sun"}]
    for one in (message(content=content), message(id="msg_2", content=calls), message("All sunny.", "msg_3")):
        upstream.script.append(answer(one))
    client = process()
    client.post(PATH, json=asked("I live in Rome; weather?", thread=CREATE), headers=DANA)
    client.post(PATH, json=asked(result, thread=ON), headers=DANA)
    client.post(PATH, json=asked(result, thread={**ON, "previous_message_id": "msg_2"}), headers=DANA)
    found = said(memory)
    assert [text for text, _ in found] == ["I live in Rome; weather?", *([speaks] if speaks else []), "All sunny."]
    assert len({session for _, session in found}) == 1


@pytest.mark.parametrize("placement", ["split", "system-first"])
def test_memory_leaves_the_system_prompt_of_a_thread_as_it_is(
    memory: Memory, upstream: Upstream, placement: str
) -> None:
    """An upstream refuses a thread whose system prompt changes."""
    memory.add("Dana likes figs.", user="dana")
    switches = Switches(placement=placement)
    with gateway(memory, upstream.url, switches=lambda _: switches) as url, httpx2.Client(base_url=url) as client:
        named = {"x-recollect-user": "dana"}
        upstream.script.extend([answer(message()), answer(message(id="msg_2"))])
        first = client.post(PATH, json=asked("Does Dana like figs?", thread=CREATE, system="Be kind."), headers=named)
        assert (upstream.last.body["system"], first.headers["x-recollect-memory"]) == ("Be kind.", "on")
        parts = upstream.last.body["messages"][0]["content"]
        assert "likes figs" in parts[0]["text"]
        assert parts[1]["text"] == "Does Dana like figs?"
        result = [{"type": "tool_result", "tool_use_id": "t1", "content": "sun"}]
        again = client.post(PATH, json=asked(result, thread=ON, system="Be kind."), headers=named)
        assert upstream.last.body == asked(result, thread=ON, system="Be kind.")
        assert again.headers["x-recollect-memory"] == "none"


def test_a_thread_that_the_upstream_lost_is_no_sign_that_it_serves_no_messages(
    upstream: Upstream, process: Process
) -> None:
    lost = {"type": "error", "error": {"type": "not_found_error", "details": {"error_code": "thread_not_found"}}}
    client = process()
    upstream.script.extend([answer(message()), answer(lost, 404), answer(message())])
    client.post(PATH, json=asked(thread=CREATE), headers=DANA)
    refused = client.post(PATH, json=asked(thread=ON), headers=DANA)
    assert (refused.status_code, refused.json()) == (404, lost)
    assert client.post(PATH, json=asked(), headers=DANA).json() == message()


@pytest.mark.parametrize("served", [True, False], ids=["threads", "chats alone"])
def test_anthropics_client_goes_through_a_tool_loop(
    memory: Memory, upstream: Upstream, client: httpx2.Client, served: bool
) -> None:
    """It sends threads unasked, and the whole conversation where they are refused."""
    if not served:
        upstream.missing.add(PATH)
    function = {"name": "weather", "arguments": '{"city": "Rome"}'}
    calls = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": function}],
    }
    turns = [
        (message(content=[{"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Rome"}}],
                 stop_reason="tool_use"), calls),
        (message("Sunny.", "msg_2"), {"role": "assistant", "content": "Sunny."}),
    ]  # fmt: skip
    upstream.script.extend(
        answer(native if served else {"id": "c", "choices": [{"index": 0, "message": chat, "finish_reason": "stop"}]})
        for native, chat in turns
    )

    @anthropic.beta_tool
    def weather(city: str) -> str:
        """The weather."""
        return "sun"

    user = {"x-recollect-user": "dana"}
    asking = anthropic.Anthropic(base_url=str(client.base_url), api_key="k", max_retries=0, default_headers=user)
    question: Any = {"role": "user", "content": "I live in Rome; weather?"}
    done = asking.beta.messages.tool_runner(model="m", max_tokens=9, tools=[weather], messages=[question]).until_done()
    assert done.content[-1].text == "Sunny."  # type: ignore[union-attr]
    assert [text for text, _ in said(memory)] == ["I live in Rome; weather?", "Sunny."]
    roles = [one["role"] for one in upstream.last.body["messages"]]
    assert [role for role in roles if role != "system"] == (["user"] if served else ["user", "assistant", "tool"])


CALL = {"id": "ci_1", "type": "code_interpreter_call", "container_id": "box_1", "code": "1", "status": "completed"}
BOXED = {"type": "container_reference", "container_id": "box_1"}
SHELL = {"id": "sh_1", "type": "shell_call", "environment": BOXED}
RAN: dict[str, Any] = {"id": "resp_1", "object": "response", "output": [CALL]}


def ran(item: dict[str, Any]) -> bytes:
    done = {"type": "response.output_item.done", "item": item}
    return f"event: response.output_item.done\ndata: {json.dumps(done)}\n\n".encode()


@pytest.mark.feature("IN-01")
@pytest.mark.parametrize(
    "path, first, given, more",
    [
        (PATH, asked(tools=RUNS), answer(message(container=BOX)), asked(container="box_1")),
        (PATH, asked(tools=RUNS), stream(*events(container=BOX)), asked(container={"id": "box_1", "skills": []})),
        (PATH, asked(container={"skills": []}), answer(message(container=BOX)), asked(container="box_1")),
        (RESPONSES, {"input": "Hi"}, answer(RAN), {"tools": [{"type": "code_interpreter", "container": "box_1"}]}),
        (RESPONSES, {"input": "Hi"}, stream(ran(CALL)), {"input": [{**CALL, "id": "ci_2"}]}),
        (RESPONSES, {"input": "Hi"}, stream(ran(SHELL)), {"tools": [{"type": "shell", "environment": BOXED}]}),
        (RESPONSES, {"input": "Hi"}, stream(ran(SHELL)), {"input": [{**SHELL, "id": "sh_2"}]}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("off", [{}, OFF], ids=["remembered", "memory off"])
def test_only_whoever_was_given_a_container_runs_code_in_it(
    upstream: Upstream,
    process: Process,
    path: str,
    first: dict[str, Any],
    given: Reply,
    more: dict[str, Any],
    off: dict[str, str],
) -> None:
    upstream.script.append(given)
    assert process().post(path, json=first, headers={**DANA, **off}).status_code == 200
    before = len(upstream.requests)
    for stranger in STRANGERS:
        refused = process().post(path, json=more, headers={**stranger, **off})
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "container_not_found")
    assert len(upstream.requests) == before
    assert process().post(path, json=more, headers={**DANA, **off}).status_code == 200


def test_a_container_that_is_to_be_made_needs_none(upstream: Upstream, process: Process) -> None:
    client = process()
    for container in ({"type": "auto", "memory_limit": "4g"}, {"type": "auto", "file_ids": ["f1"]}):
        tools = [
            {"type": "code_interpreter", "container": container},
            {"type": "shell", "environment": {"type": "local"}},
        ]
        assert client.post(RESPONSES, json={"input": "Hi", "tools": tools}, headers=DANA).status_code == 200
    for box in (None, {}, {"id": None, "skills": []}):
        assert client.post(PATH, json=asked(container=box), headers=DANA).status_code == 200

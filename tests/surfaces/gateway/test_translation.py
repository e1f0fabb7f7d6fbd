"""Responses and messages over an upstream that speaks chat completions alone, with the official clients."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import openai
import pytest

from recollect import Memory
from tests.surfaces.gateway.serving import DONE, Upstream, answer, chunk, gateway, said, stream

FACT = "Dana's favourite pasta is cacio e pepe"
ASK = "Which pasta does Dana like best?"
HEADERS = {"x-recollect-user": "dana", "x-recollect-session": "s1"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "cook", "arguments": '{"dish": "pasta"}'}}
SCHEMA = {"type": "object", "properties": {"dish": {"type": "string"}}}


@pytest.fixture
def url(memory: Memory, upstream: Upstream) -> Iterator[str]:
    upstream.missing |= {"/v1/responses", "/v1/messages"}
    memory.add(FACT, user="dana")
    with gateway(memory, upstream.url) as running:
        yield running


@pytest.fixture
def by_openai(url: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{url}/v1", api_key="rk-key", default_headers=HEADERS, max_retries=0) as client:
        yield client


@pytest.fixture
def by_anthropic(url: str) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(base_url=url, api_key="rk-key", default_headers=HEADERS, max_retries=0) as client:
        yield client


def calling() -> dict[str, Any]:
    """A whole answer that calls a tool."""
    whole = said("")
    whole["choices"] = [
        {
            "index": 0,
            "message": {"role": "assistant", "content": None, "tool_calls": [CALL]},
            "finish_reason": "tool_calls",
        }
    ]
    return whole


def calling_streamed() -> list[bytes]:
    start = {**CALL, "index": 0, "function": {"name": "cook", "arguments": ""}}
    return [
        chunk("Let me "),
        chunk("see."),
        chunk(tool_calls=[start]),
        chunk(tool_calls=[{"index": 0, "function": {"arguments": '{"dish": '}}]),
        chunk(tool_calls=[{"index": 0, "function": {"arguments": '"pasta"}'}}]),
        chunk(finish="tool_calls"),
        b'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":4}}\n\n',
        DONE,
    ]


def replies(memory: Memory) -> list[str]:
    turns = sorted(memory.list(user="dana", session="s1", layers=("turn",)), key=lambda turn: turn.item)
    return [turn.content for turn in turns if turn.role == "assistant"]


def test_messages_whole(memory: Memory, upstream: Upstream, by_anthropic: anthropic.Anthropic) -> None:
    for _ in range(2):
        message = by_anthropic.messages.create(
            model="m",
            max_tokens=9,
            system="Be brief.",
            messages=[{"role": "user", "content": ASK}],
            stop_sequences=["."],
        )
        assert message.content[0].text == "Noted."  # type: ignore[union-attr]
        assert (message.stop_reason, message.usage.input_tokens, message.usage.output_tokens) == ("end_turn", 3, 2)
    assert [request.path for request in upstream.requests] == [
        "/v1/messages",
        "/v1/chat/completions",
        "/v1/chat/completions",
    ]  # asked for once, then known not to be there
    sent = upstream.last.body
    assert (sent["max_tokens"], sent["stop"]) == (9, ["."])
    assert sent["messages"][0]["content"].startswith("Be brief.")
    assert FACT in sent["messages"][-1]["content"]
    assert sent["messages"][-1]["content"].endswith(ASK)
    assert replies(memory) == ["Noted."]


def test_messages_with_tools_streamed(memory: Memory, upstream: Upstream, by_anthropic: anthropic.Anthropic) -> None:
    upstream.script.append(stream(*calling_streamed()))
    tools = [{"name": "cook", "description": "Cooks.", "input_schema": SCHEMA}]
    talk: list[Any] = [{"role": "user", "content": ASK}]
    with by_anthropic.messages.stream(
        model="m",
        max_tokens=9,
        messages=talk,
        tools=tools,  # type: ignore[arg-type]
        tool_choice={"type": "any"},
    ) as coming:
        message = coming.get_final_message()
    assert [part.type for part in message.content] == ["text", "tool_use"]
    assert message.content[1].input == {"dish": "pasta"}  # type: ignore[union-attr]
    assert (message.stop_reason, message.usage.output_tokens) == ("tool_use", 4)
    assert upstream.last.body["tools"] == [
        {"type": "function", "function": {"name": "cook", "description": "Cooks.", "parameters": SCHEMA}}
    ]
    assert upstream.last.body["tool_choice"] == "required"
    before = upstream.last.body["messages"]
    result = {"type": "tool_result", "tool_use_id": "call_1", "content": "al dente"}
    talk += [{"role": "assistant", "content": message.content}, {"role": "user", "content": [result]}]
    by_anthropic.messages.create(model="m", max_tokens=9, messages=talk, tools=tools)  # type: ignore[arg-type]
    assert upstream.last.body["messages"] == [
        *before,
        {"role": "assistant", "content": "Let me see.", "tool_calls": [CALL | {"function": CALL["function"]}]},
        {"role": "tool", "tool_call_id": "call_1", "content": "al dente"},
    ]
    assert replies(memory) == ["Let me see.", "Noted."]


def test_a_tool_that_failed_is_told_to_have_failed(upstream: Upstream, by_anthropic: anthropic.Anthropic) -> None:
    use = {"type": "tool_use", "id": "call_1", "name": "cook", "input": {}}
    results: list[Any] = [
        {"type": "tool_result", "tool_use_id": "call_1", "content": "no gas", "is_error": True},
        {"type": "tool_result", "tool_use_id": "call_2", "content": "Error: no water", "is_error": True},
        {"type": "tool_result", "tool_use_id": "call_3", "content": "done", "is_error": False},
    ]
    talk: list[Any] = [
        {"role": "user", "content": "Cook!"},
        {"role": "assistant", "content": [use, use | {"id": "call_2"}, use | {"id": "call_3"}]},
        {"role": "user", "content": results},
    ]
    by_anthropic.messages.create(model="m", max_tokens=9, messages=talk)
    told = [one["content"] for one in upstream.last.body["messages"] if one["role"] == "tool"]
    assert told == ["Error: no gas", "Error: no water", "done"]


def test_messages_with_a_picture(upstream: Upstream, by_anthropic: anthropic.Anthropic) -> None:
    source = {"type": "base64", "media_type": "image/png", "data": "AAAA"}
    parts: list[Any] = [{"type": "image", "source": source}, {"type": "text", "text": "What is this?"}]
    by_anthropic.messages.create(model="m", max_tokens=9, messages=[{"role": "user", "content": parts}])
    assert {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}} in (
        upstream.last.body["messages"][-1]["content"]
    )


def test_responses_whole_and_continued(memory: Memory, upstream: Upstream, by_openai: openai.OpenAI) -> None:
    upstream.script.append(answer(calling()))
    tools: list[Any] = [{"type": "function", "name": "cook", "parameters": SCHEMA}]
    memory.override("Always answer in French.", user="dana")
    first = by_openai.responses.create(model="m", input=ASK, instructions="Be brief.", tools=tools)
    before = upstream.last.body["messages"]
    assert "French" in before[0]["content"]
    assert FACT in before[1]["content"]
    assert first.instructions == "Be brief."  # memory is not shown to the caller
    [call] = first.output
    assert (call.type, call.name, call.arguments) == ("function_call", "cook", '{"dish": "pasta"}')
    result: list[Any] = [{"type": "function_call_output", "call_id": "call_1", "output": "al dente"}]
    second = by_openai.responses.create(
        model="m", input=result, instructions="Be brief.", previous_response_id=first.id
    )
    assert upstream.last.body["messages"][:3] == before  # byte for byte, for the provider's cache
    assert second.output_text == "Noted."
    assert second.usage is not None
    assert second.usage.total_tokens == 5
    assert [message["role"] for message in upstream.last.body["messages"]][-3:] == ["user", "assistant", "tool"]
    assert upstream.last.body["messages"][-2]["tool_calls"] == [CALL]
    assert replies(memory) == ["Noted."]
    with pytest.raises(openai.NotFoundError, match="not known here"):
        by_openai.responses.create(model="m", input="Hi", previous_response_id="resp_of_somebody")


def test_responses_with_tools_streamed(memory: Memory, upstream: Upstream, by_openai: openai.OpenAI) -> None:
    upstream.script.append(stream(*calling_streamed()))
    with by_openai.responses.stream(model="m", input=[{"role": "user", "content": ASK}]) as coming:
        kinds = [event.type for event in coming]
        response = coming.get_final_response()
    assert kinds[0] == "response.created"
    assert kinds[-1] == "response.completed"
    assert response.output_text == "Let me see."
    assert json.loads(response.output[1].arguments) == {"dish": "pasta"}  # type: ignore[union-attr]
    assert replies(memory) == ["Let me see."]


def test_responses_with_a_schema(upstream: Upstream, by_openai: openai.OpenAI) -> None:
    form: Any = {"format": {"type": "json_schema", "name": "dish", "schema": SCHEMA, "strict": True}}
    by_openai.responses.create(model="m", input="A dish", text=form, max_output_tokens=5)
    assert upstream.last.body["response_format"]["json_schema"]["schema"] == SCHEMA
    assert upstream.last.body["max_tokens"] == 5


def test_what_cannot_be_translated_is_refused(by_openai: openai.OpenAI, by_anthropic: anthropic.Anthropic) -> None:
    with pytest.raises(openai.BadRequestError, match="web_search"):
        by_openai.responses.create(model="m", input="Hi", tools=[{"type": "web_search"}])
    search: Any = {"type": "web_search_20250305", "name": "web_search"}
    with pytest.raises(anthropic.BadRequestError, match="web_search"):
        by_anthropic.messages.create(
            model="m", max_tokens=5, messages=[{"role": "user", "content": "Hi"}], tools=[search]
        )


PNG = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
SEEN = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
MENU = {"type": "document", "title": "Menu", "source": {"type": "text", "media_type": "text/plain", "data": "Ravioli"}}
FOUND = {
    "type": "search_result",
    "source": "https://x.org",
    "title": "T",
    "content": [{"type": "text", "text": "Found"}],
}
OF_PARTS = {"type": "document", "source": {"type": "content", "content": [{"type": "text", "text": "Part"}, PNG]}}


def test_what_tools_give_is_translated(upstream: Upstream, by_anthropic: anthropic.Anthropic) -> None:
    given: list[Any] = [[PNG], [MENU, {"type": "text", "text": "Hot"}], [FOUND], [OF_PARTS]]
    ids = [f"call_{at}" for at in range(len(given))]
    use = {"type": "tool_use", "name": "cook", "input": {}}
    results = [{"type": "tool_result", "tool_use_id": id, "content": one} for id, one in zip(ids, given, strict=True)]
    talk: list[Any] = [
        {"role": "user", "content": "Cook!"},
        {
            "role": "assistant",
            "content": [{"type": "thinking", "thinking": "Hm", "signature": ""}, *(use | {"id": id} for id in ids)],
        },
        {"role": "user", "content": [*results, {"type": "text", "text": "Well?"}]},
    ]
    by_anthropic.messages.create(model="m", max_tokens=9, messages=talk, extra_body={"top_k": 3})
    *_, said, first, second, third, fourth, last = upstream.last.body["messages"]
    assert (said["role"], said["content"], len(said["tool_calls"])) == ("assistant", None, 4)
    assert [one["role"] for one in (first, second, third, fourth, last)] == [*["tool"] * 4, "user"]
    assert [one["content"] for one in (first, second, third, fourth)] == [
        "[image]",
        "Menu\n\nRavioli\nHot",
        "T\n\nhttps://x.org\n\nFound",
        "Part\n[image]",
    ]
    assert [part for part in last["content"] if part["type"] == "image_url"] == [SEEN, SEEN]
    assert "call_0" in last["content"][0]["text"]
    assert last["content"][-1]["text"] == "Well?"


def test_pictures_that_functions_give_stand_after_all_results(upstream: Upstream, by_openai: openai.OpenAI) -> None:
    image = {"type": "input_image", "image_url": "data:image/png;base64,AAAA", "detail": "low"}
    calls = [{"type": "function_call", "call_id": id, "name": "cook", "arguments": "{}"} for id in "ab"]
    given: list[Any] = [
        {"role": "user", "content": "Cook!"},
        *calls,
        {"type": "function_call_output", "call_id": "a", "output": [{"type": "input_text", "text": "See"}, image]},
        {"type": "function_call_output", "call_id": "b", "output": "Done"},
    ]
    by_openai.responses.create(model="m", input=given)
    *_, first, second, last = upstream.last.body["messages"]
    assert [one["role"] for one in (first, second, last)] == ["tool", "tool", "user"]
    assert (first["content"], second["content"]) == ("See\n[image]", "Done")
    assert last["content"][1]["image_url"] == {"url": "data:image/png;base64,AAAA", "detail": "low"}
    by_openai.responses.create(model="m", input=[*given, {"role": "user", "content": "Well?"}])
    *_, second, pictures, asked = [one for one in upstream.last.body["messages"] if one["role"] != "system"]
    assert (second["role"], pictures, asked["content"]) == ("tool", last, "Well?")


@pytest.mark.parametrize("field", ["output_config", "output_format"])
def test_messages_with_a_schema(upstream: Upstream, by_anthropic: anthropic.Anthropic, field: str) -> None:
    form = {"type": "json_schema", "schema": SCHEMA}
    asked = {field: {"format": form} if field == "output_config" else form}
    messages: list[Any] = [{"role": "user", "content": "A dish"}]
    by_anthropic.messages.create(model="m", max_tokens=9, messages=messages, extra_body=asked)
    told = upstream.last.body["response_format"]
    assert told == {"type": "json_schema", "json_schema": {"name": "answer", "schema": SCHEMA}}, (
        "not stricter than asked"
    )


def test_of_allowed_tools_only_these_are_offered(upstream: Upstream, by_openai: openai.OpenAI) -> None:
    tools: list[Any] = [{"type": "function", "name": name, "parameters": SCHEMA} for name in ("cook", "eat")]
    choice: Any = {"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "eat"}]}
    by_openai.responses.create(model="m", input="Hi", tools=tools, tool_choice=choice)
    assert [tool["function"]["name"] for tool in upstream.last.body["tools"]] == ["eat"]
    assert upstream.last.body["tool_choice"] == "required"


def asking(**part: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": [part, {"type": "text", "text": "Hi"}]}]}


def saying(**part: Any) -> dict[str, Any]:
    return {"input": [{"role": "user", "content": [part]}]}


@pytest.mark.parametrize(
    "path, body, advice",
    [
        ("/v1/messages", asking(type="image", source={"type": "file", "file_id": "f"}), "base64"),
        ("/v1/messages", asking(type="document", source={"type": "file", "file_id": "f"}), "send its text"),
        ("/v1/messages", asking(**MENU, citations={"enabled": True}), "`citations`"),
        ("/v1/messages", asking(type="container_upload", file_id="f"), "as text"),
        ("/v1/messages", asking(type="tool_result", content=[{"type": "tool_reference"}]), "as text"),
        ("/v1/messages", {"mcp_servers": [{"type": "url"}]}, "`tools`"),
        ("/v1/messages", {"output_config": {"format": {"type": "grammar"}}}, "json_schema"),
        ("/v1/messages", {"tool_choice": {"type": "best"}}, "`auto`"),
        ("/v1/messages", {"messages": [{"role": "assistant", "content": [{"type": "server_tool_use"}]}]}, "as text"),
        ("/v1/responses", {"prompt": {"id": "pmpt_1"}}, "`instructions`"),
        ("/v1/responses", {"top_logprobs": 3}, "chat/completions"),
        ("/v1/responses", {"tool_choice": {"type": "file_search"}}, "a function"),
        ("/v1/responses", {"tool_choice": {"type": "allowed_tools", "tools": [{"name": "no"}]}}, "offer them"),
        ("/v1/responses", {"text": {"format": {"type": "grammar"}}}, "json_schema"),
        ("/v1/responses", saying(type="input_image", file_id="f"), "base64"),
        ("/v1/responses", saying(type="input_file", file_id="f"), "as text"),
        ("/v1/responses", {"input": [{"type": "computer_call_output"}]}, "as a message"),
        (
            "/v1/responses",
            {"input": [{"type": "function_call_output", "call_id": "a", "output": [{"type": "input_file"}]}]},
            "as text",
        ),
    ],
)
def test_what_would_be_lost_is_refused_with_what_to_do(
    upstream: Upstream, url: str, path: str, body: dict[str, Any], advice: str
) -> None:
    whole = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}], "input": "Hi"}
    got = httpx2.post(f"{url}{path}", json={**whole, **body}, headers=HEADERS, timeout=60)
    assert (got.status_code, got.json()["error"]["code"]) == (400, "unsupported_by_upstream")
    assert advice in got.json()["error"]["message"]
    assert {request.path for request in upstream.requests} == {path}


def test_errors_come_in_the_callers_shape(
    upstream: Upstream, by_openai: openai.OpenAI, by_anthropic: anthropic.Anthropic
) -> None:
    slow = answer({"error": {"message": "slow down", "code": "busy"}}, 429, Retry_After="7")
    by_anthropic.messages.create(model="m", max_tokens=5, messages=[{"role": "user", "content": "Hi"}])
    by_openai.responses.create(model="m", input="Hi")
    upstream.script.extend([slow, slow])
    with pytest.raises(anthropic.RateLimitError, match="slow down") as limited:
        by_anthropic.messages.create(model="m", max_tokens=5, messages=[{"role": "user", "content": "Hi"}])
    assert limited.value.response.headers["retry-after"] == "7"
    with pytest.raises(openai.RateLimitError, match="slow down"):
        by_openai.responses.create(model="m", input="Hi")


def test_an_unknown_model_does_not_mean_that_the_protocol_is_not_served(upstream: Upstream, memory: Memory) -> None:
    missing = answer({"type": "error", "error": {"type": "not_found_error", "message": "model: x"}}, 404)
    hello: list[Any] = [{"role": "user", "content": "Hi"}]
    with (
        gateway(memory, upstream.url) as url,
        anthropic.Anthropic(base_url=url, api_key="k", max_retries=0) as client,
    ):
        upstream.script.extend([missing, missing])
        with pytest.raises(anthropic.NotFoundError, match="model: x"):
            client.messages.create(model="x", max_tokens=5, messages=hello)
        client.messages.create(model="m", max_tokens=5, messages=hello)
    assert upstream.last.path == "/v1/messages"


ODD: tuple[Any, ...] = ({}, [], 5, 0.5, None, True)


@pytest.mark.parametrize("odd", ODD)
def test_odd_requests_are_passed_on_or_refused(upstream: Upstream, url: str, odd: Any) -> None:
    """What the upstream can judge goes to it; what has no translation is a 400."""

    def user(**part: Any) -> dict[str, Any]:
        return {"role": "user", "content": [{"type": "text", "text": "Hi"}, part]}

    def called(call_id: Any) -> list[dict[str, Any]]:
        return [
            {"type": "function_call", "call_id": call_id, "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "call_id": call_id, "output": odd},
        ]

    messages: dict[str, Any] = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}]}
    asked = [
        ("/v1/messages", {**messages, "messages": [user(type=odd)]}),
        ("/v1/messages", {**messages, "messages": [user(type="text", text=odd)]}),
        ("/v1/messages", {**messages, "messages": [user(type="tool_result", content=[{"type": odd}])]}),
        ("/v1/messages", {**messages, "system": [{"type": odd}]}),
        ("/v1/messages", {**messages, "tool_choice": {"type": odd}}),
        ("/v1/responses", {"model": "m", "input": [{"type": odd, "role": "user", "content": "Hi"}]}),
        ("/v1/responses", {"model": "m", "input": [user(type="input_text", text=odd)]}),
        ("/v1/responses", {"model": "m", "input": [user(type=odd)]}),
        ("/v1/responses", {"model": "m", "input": called(odd)}),
    ]
    with httpx2.Client(base_url=url, headers=HEADERS, timeout=60) as client:
        got = [client.post(path, json=body) for path, body in asked]
        first = client.post("/v1/responses", json={"model": "m", "input": "Hi"}).json()["id"]
        chained = {"model": "m", "input": called(odd), "previous_response_id": first}
        got.append(client.post("/v1/responses", json=chained))
    assert {answered.status_code for answered in got} <= {200, 400}

"""Language models through pydantic-ai, against a server that speaks each provider's wire."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from recollect import registry
from recollect.contracts.llm import LanguageModel, Prompt
from recollect.errors import ConfigError, MissingExtra, ModelFailed
from tests.loopback import Loopback, Reply

KEY = "sk-very-secret-123"
VALUE = {"entries": [{"content": "Ana likes walnuts"}]}
WIRE = {
    "openai": ("/v1", "/v1/chat/completions"),
    "anthropic": ("", "/v1/messages"),
    "gemini": ("", "/models/gemini-2.5-flash:generateContent"),
    "mistral": ("", "/v1/chat/completions"),
    "ollama": ("/v1", "/v1/chat/completions"),
    "groq": ("", "/openai/v1/chat/completions"),
    "openrouter": ("/api/v1", "/api/v1/chat/completions"),
    "bedrock": ("", "/converse"),
}
PROVIDERS = sorted(WIRE)
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"entries": {"type": "array", "items": {"type": "object", "properties": {}}}},
    "required": ["entries"],
}
PROMPT = Prompt(
    system="Extract.", user='{"turns": ["I like walnuts"]}', schema=SCHEMA, name="memories", output_tokens_max=4096
)


def make(name: str, server: Loopback, **options: Any) -> LanguageModel:
    base = {"api_key": KEY, "base_url": server.url + WIRE[name][0], "model": "qwen3" if name == "ollama" else None}
    return registry.language_model(name, {**base, **options})


@pytest.mark.feature("EX-15")
@pytest.mark.parametrize("name", PROVIDERS)
def test_each_provider_answers_with_an_object_and_what_it_cost(name: str, server: Loopback) -> None:
    server.answer = lambda text: VALUE if "walnuts" in text else {}
    answer = make(name, server).ask(PROMPT, timeout_s=20)
    assert answer.value == VALUE
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (100, 20)
    sent = server.requests[-1]
    assert sent.path.endswith(WIRE[name][1])
    assert "entries" in str(sent.body), "the schema is part of the request"
    assert "Extract." in str(sent.body)


@pytest.mark.parametrize("name", sorted(set(PROVIDERS) - {"mistral", "bedrock"}))
def test_key_and_headers_are_sent_as_configured(name: str, server: Loopback) -> None:
    make(name, server, headers={"X-Team": "memory"}).ask(PROMPT, timeout_s=20)
    sent = server.requests[0].headers
    assert sent["x-team"] == "memory"
    assert KEY in " ".join(sent.get(field, "") for field in ("authorization", "x-api-key", "x-goog-api-key"))


def test_nothing_from_the_environment_is_sent_along(server: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(variable, "from-the-environment")
    for name in ("openai", "anthropic"):
        make(name, server).ask(PROMPT, timeout_s=20)
    assert all("from-the-environment" not in str(request.headers) for request in server.requests)


@pytest.mark.feature("EX-15")
@pytest.mark.parametrize("status, retryable", [(401, False), (400, False), (429, True), (500, True), (503, True)])
@pytest.mark.parametrize("name", PROVIDERS)
def test_a_refusal_says_whether_it_can_pass(name: str, status: int, retryable: bool, server: Loopback) -> None:
    body = {"error": {"message": f"no, {KEY}", "type": "x"}, "message": f"no, {KEY}"}
    server.script(Reply(status=status, body=body, headers={"Retry-After": "7"}))
    with pytest.raises(ModelFailed) as caught:
        make(name, server).ask(PROMPT, timeout_s=20)
    assert caught.value.retryable is retryable
    assert caught.value.status == status
    assert KEY not in str(caught.value)
    assert len(server.requests) == 1, "retries are the engine's"
    if status == 429:
        assert caught.value.retry_after_s == 7.0
    if status == 401:
        assert "Check the key" in str(caught.value)


@pytest.mark.feature("EX-15")
@pytest.mark.parametrize("name", PROVIDERS)
def test_a_provider_that_says_nothing_times_out(name: str, server: Loopback) -> None:
    server.script(Reply(hold=True))
    with pytest.raises(ModelFailed) as caught:
        make(name, server, timeout_s=0.3).ask(PROMPT, timeout_s=0.3)
    assert caught.value.retryable
    assert caught.value.timed_out


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_malformed_answer_is_a_failure_and_not_a_crash(name: str, server: Loopback) -> None:
    server.script(Reply(body=b"{not json"), Reply(body={"something": "else"}))
    for _ in range(2):
        with pytest.raises(ModelFailed, match=f"^{name} "):
            make(name, server).ask(PROMPT, timeout_s=20)


@pytest.mark.parametrize("said", ["no object", ["a", "list"], 7])
def test_json_that_is_no_object_is_refused_and_its_cost_is_known(said: object, server: Loopback) -> None:
    server.answer = lambda text: said
    with pytest.raises(ModelFailed, match="no object") as caught:
        make("openai", server).ask(PROMPT, timeout_s=20)
    assert caught.value.tokens == (100, 20)


def test_a_password_in_an_address_is_not_repeated(server: Loopback) -> None:
    server.script(Reply(status=400, body={"error": {"message": "no such user ana:hunter2pw"}}))
    address = server.url.replace("http://", "http://ana:hunter2pw@") + "/v1"
    with pytest.raises(ModelFailed, match="no such user") as caught:
        make("openai", server, base_url=address).ask(PROMPT, timeout_s=20)
    assert "hunter2pw" not in str(caught.value)


@pytest.mark.parametrize("name", PROVIDERS)
def test_lists_without_end_are_unreadable_on_every_wire(name: str, server: Loopback) -> None:
    server.script(Reply(body=b"[" * 100_000 + b"]" * 100_000))
    with pytest.raises(ModelFailed, match=f"^{name} "):
        make(name, server).ask(PROMPT, timeout_s=20)


@pytest.mark.parametrize("depth", [40, 900, 100_000])
def test_an_object_deeper_than_any_that_was_asked_for_is_unreadable_and_its_cost_is_known(
    depth: int, server: Loopback
) -> None:
    text = '{"entries": ' + "[" * depth + "]" * depth + "}"
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    body = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    server.script(Reply(body=body))
    with pytest.raises(ModelFailed, match=r"^openai ") as caught:
        make("openai", server).ask(PROMPT, timeout_s=20)
    assert caught.value.tokens == (100, 20)


def test_a_server_that_is_not_there_can_be_asked_again() -> None:
    with Loopback() as gone:
        pass
    for name in PROVIDERS:
        with pytest.raises(ModelFailed, match=f"^{name} ") as caught:
            make(name, gone).ask(PROMPT, timeout_s=20)
        assert caught.value.retryable


@pytest.mark.parametrize(
    "name, options, message",
    [
        ("openai", {}, "openai needs a key"),
        ("ollama", {}, "ollama needs the name of a model"),
        ("clippy", {}, "unknown language model provider 'clippy'"),
        ("mistral", {"api_key": KEY, "headers": {"X": "y"}}, "mistral takes no headers"),
    ],
)
def test_a_provider_that_cannot_be_asked_says_why(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        registry.language_model(name, options)


@pytest.mark.parametrize("name, extra", [("openai", "llm"), ("bedrock", "bedrock")])
def test_a_missing_package_is_named(name: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("openai", "boto3", "pydantic_ai.models.openai", "pydantic_ai.models.bedrock"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'recollect\[{extra}\]'"):
        registry.language_model(name, {"api_key": KEY})

"""The official clients of OpenAI and Anthropic, through the gateway, to a real language model."""

from __future__ import annotations

from collections.abc import Iterator

import anthropic
import openai
import pytest

from recollect import Memory
from tests.surfaces.gateway.serving import gateway

ASK = [{"role": "user", "content": "Say hello."}]
HEADERS = {"x-recollect-user": "dana", "x-recollect-session": "s1"}


@pytest.fixture
def url(memory: Memory, llm_url: str) -> Iterator[str]:
    memory.add("Dana says hello in French", user="dana")
    with gateway(memory, llm_url) as running:
        yield running


@pytest.fixture
def by_openai(url: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{url}/v1", api_key="rk-key", default_headers=HEADERS, max_retries=0) as client:
        yield client


@pytest.fixture
def by_anthropic(url: str) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(base_url=url, api_key="rk-key", default_headers=HEADERS, max_retries=0) as client:
        yield client


def reply(memory: Memory) -> str:
    turns = {turn.role: turn.content for turn in memory.list(user="dana", session="s1", layers=("turn",))}
    assert turns["user"] == "Say hello."
    return turns["assistant"]


@pytest.mark.feature("IN-01")
def test_openai_chat_completions(memory: Memory, by_openai: openai.OpenAI) -> None:
    raw = by_openai.chat.completions.with_raw_response.create(model="smollm2", messages=ASK, max_tokens=8)  # type: ignore[arg-type]
    assert raw.headers["x-recollect-memory"] == "on"
    assert raw.parse().choices[0].message.content == reply(memory)


@pytest.mark.feature("IN-01")
def test_openai_chat_completions_streamed(memory: Memory, by_openai: openai.OpenAI) -> None:
    options = {"include_usage": True}
    coming = by_openai.chat.completions.create(
        model="smollm2",
        messages=ASK,  # type: ignore[arg-type]
        max_tokens=8,
        stream=True,
        stream_options=options,  # type: ignore[arg-type]
    )
    chunks = list(coming)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == reply(memory)
    assert chunks[-1].usage is not None


def test_openai_responses(memory: Memory, by_openai: openai.OpenAI) -> None:
    response = by_openai.responses.create(model="smollm2", input="Say hello.", max_output_tokens=8)
    assert response.output_text == reply(memory)


def test_openai_responses_streamed(memory: Memory, by_openai: openai.OpenAI) -> None:
    coming = by_openai.responses.create(model="smollm2", input="Say hello.", max_output_tokens=8, stream=True)
    text = "".join(event.delta for event in coming if event.type == "response.output_text.delta")
    assert text == reply(memory)


def test_anthropic_messages(memory: Memory, by_anthropic: anthropic.Anthropic) -> None:
    message = by_anthropic.messages.create(model="smollm2", max_tokens=8, messages=ASK, system="Be kind.")  # type: ignore[arg-type]
    assert message.content[0].text == reply(memory)  # type: ignore[union-attr]


def test_anthropic_messages_streamed(memory: Memory, by_anthropic: anthropic.Anthropic) -> None:
    with by_anthropic.messages.stream(model="smollm2", max_tokens=8, messages=ASK) as coming:  # type: ignore[arg-type]
        text = "".join(coming.text_stream)
    assert text == reply(memory)


def test_models_are_the_upstreams(by_openai: openai.OpenAI) -> None:
    assert [model.id for model in by_openai.models.list()]


def test_an_error_is_one_of_the_clients_own(by_openai: openai.OpenAI, by_anthropic: anthropic.Anthropic) -> None:
    with pytest.raises(openai.APIStatusError):
        by_openai.chat.completions.create(model="smollm2", messages=[{"role": "nobody"}])  # type: ignore[list-item]
    with pytest.raises(openai.APIStatusError) as refused:
        by_openai.embeddings.create(model="smollm2", input="x")
    assert refused.value.status_code == 501  # this upstream makes none
    with pytest.raises(anthropic.APIStatusError):
        by_anthropic.messages.create(model="smollm2", max_tokens=4, messages=[{"role": "user", "content": 7}])  # type: ignore[typeddict-item]

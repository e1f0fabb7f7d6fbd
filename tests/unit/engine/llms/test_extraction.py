"""From turns over a provider's wire to claims, and what is told when there are none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from recollect import assemble, config
from recollect.engine.llms.extraction import LlmExtractor
from recollect.errors import LlmUnavailable
from tests.clock import START, Clock
from tests.loopback import Loopback, Reply


@dataclass(frozen=True)
class Turn:
    role: str
    speaker: str | None
    text: str
    at: datetime | None = None


TURNS = [
    Turn("assistant", None, "You live in Paris, right?"),
    Turn("user", "Ana", "I work at Acme. Tomorrow I fly to Oslo."),
]


def entry(content: str, **more: Any) -> dict[str, Any]:
    return {"type": "fact", "content": content, "confidence": 1, "tags": [], "valid_from": None, **more}


ANSWER = {
    "entries": [
        entry("Ana works at Acme"),
        entry("Ana flies to Oslo on 2026-06-02", type="event", valid_from="2026-06-02"),
        entry("Ana lives in Paris"),
    ],
    "profile_facts": [],
    "entities": [{"name": "Acme", "type": "company"}],
    "relationships": [{"source": "Ana", "relation": "works at", "target": "Acme", "confidence": 1}],
}


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        running.answer = lambda text: ANSWER if "fly to Oslo" in text else {}
        yield running


SUFFIX = {"openai": "/v1", "ollama": "/v1", "openrouter": "/api/v1"}


def extractor(server: Loopback, provider: str = "anthropic") -> LlmExtractor:
    given = {
        "llm": provider,
        "llm_base_urls": {provider: server.url + SUFFIX.get(provider, "")},
        "llm_models": {"ollama": "qwen3"},
        "llm_retries": 0,
    }
    made = assemble.llm_extractor(config.load(given, {}), clock=Clock(), sleep=lambda seconds: None)
    assert made is not None
    return made


@pytest.mark.feature("EX-12")
@pytest.mark.parametrize("provider", config.LLM_PROVIDERS)
def test_turns_become_claims_with_names_ties_and_dates(
    provider: str, server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    made = extractor(server, provider)
    extraction = made.extract(TURNS, at=START, tenant="t")
    work, flight = extraction.claims
    assert (work.content, work.confidence, work.quote) == ("Ana works at Acme", 0.9, "I work at Acme.")
    assert [mention.type for mention in work.mentions] == ["company"]
    assert [tie.target for tie in work.relations] == ["Acme"]
    assert (flight.kind, str(flight.valid_from)[:10]) == ("event", "2026-06-02")
    assert (extraction.provider, extraction.usage.tokens) == (provider, 120)
    assert extraction.dropped_counts == made.dropped_counts == {"words": 1}


@pytest.mark.feature("EX-12")
def test_without_a_turn_of_a_user_nothing_is_asked(server: Loopback) -> None:
    assert extractor(server).extract(TURNS[:1], at=START, tenant="t").claims == ()
    assert server.requests == []


@pytest.mark.feature("EX-15")
def test_when_nobody_answers_the_caller_is_told_and_can_go_on_by_rules(server: Loopback) -> None:
    server.script(Reply(status=529, body={"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}))
    with pytest.raises(LlmUnavailable, match="busy") as caught:
        extractor(server).extract(TURNS, at=START, tenant="t")
    assert [provider for provider, _ in caught.value.reasons] == ["anthropic"]

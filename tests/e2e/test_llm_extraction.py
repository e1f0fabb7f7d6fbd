"""LLM extraction end to end with a real, small model: whatever it finds, what is kept must be in the turns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import pytest

from recollect import assemble, config
from recollect.contracts.llm import Prompt
from recollect.engine.llms.extraction import LlmExtractor
from recollect.errors import LlmUnavailable
from recollect.write.support.claims import Source
from tests.clock import START, Clock

pytestmark = pytest.mark.slow

ANSWER_TOKENS_MAX = 200


@dataclass(frozen=True)
class Turn:
    role: str
    speaker: str | None
    text: str
    at: datetime | None = None


TURNS = [
    Turn("user", "Ana", "I work at Acme as a welder and I have two cats."),
    Turn("assistant", None, "Lovely! You live in Paris, right?"),
    Turn("user", "Ana", "I'm allergic to peanuts. Tomorrow I fly to Oslo."),
]


def extractor(llm_url: str, **settings: object) -> LlmExtractor:
    given = {
        "llm": "openai",
        "llm_base_urls": {"openai": llm_url},
        "llm_models": {"openai": "smollm2"},
        "llm_prices": "openai=1/1",
        "llm_timeout_s": 300.0,
        "llm_retries": 0,
        "llm_output_tokens_max": ANSWER_TOKENS_MAX,
        **settings,
    }
    made = assemble.llm_extractor(config.load(given, {}), clock=Clock(), sleep=lambda seconds: None)
    assert made is not None
    return made


def test_a_real_model_answers_with_the_object_it_was_asked_for(llm_url: str) -> None:
    schema = {
        "type": "object",
        "properties": {"animal": {"type": "string", "maxLength": 20}},
        "required": ["animal"],
        "additionalProperties": False,
    }
    prompt = Prompt(system="Answer.", user="Name a pet.", schema=schema, name="pet", output_tokens_max=64)
    asked = extractor(llm_url).models.ask(prompt, tenant="t")
    assert isinstance(asked.answer.value["animal"], str)
    assert asked.answer.usage.input_tokens > 0
    assert asked.answer.usage.output_tokens > 0


def test_turns_become_claims_that_the_turns_support_or_the_reason_is_told(llm_url: str) -> None:
    made = extractor(llm_url)
    try:
        extraction = made.extract(TURNS, at=START, tenant="t")
    except LlmUnavailable as unavailable:
        # The small model often babbles until its answer is cut off; then the rules take over, and the cost is known.
        if "did not answer with JSON" not in str(unavailable):
            raise
        assert made.models.spent()[0].output_tokens == ANSWER_TOKENS_MAX
        return
    assert (extraction.provider, extraction.usage.tokens > 0) == ("openai", True)
    (spent,) = made.models.spent()
    assert spent.usd == pytest.approx(extraction.usage.tokens / 1_000_000)
    source = Source([("Ana", turn.text, START) for turn in TURNS if turn.role == "user"], speakers=["Ana"])
    for claim in extraction.claims:
        assert source.verdict(claim.content).reason is None
        assert "Paris" not in claim.content
        assert claim.confidence <= 0.9
    assert made.dropped_counts == extraction.dropped_counts


def test_without_a_turn_of_a_user_nothing_is_asked(llm_url: str) -> None:
    made = extractor(llm_url)
    assert made.extract([Turn("assistant", None, "I live in Paris.")], at=START, tenant="t").claims == ()
    assert made.models.spent() == []

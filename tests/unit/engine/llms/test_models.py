"""The chain of language models against real servers: order, retries, breaker, limits. Time passes only by hand."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest

from recollect import assemble, config
from recollect.contracts.llm import Prompt
from recollect.engine.llms.models import Models
from recollect.errors import ConfigError, LlmUnavailable
from tests.clock import Clock
from tests.loopback import Loopback, Reply

PROMPT = Prompt(
    system="Extract.", user="{}", schema={"type": "object", "properties": {}}, name="memories", output_tokens_max=4096
)
DOWN = Reply(status=500, body={"error": {"message": "down"}})
BUSY = Reply(status=429, body={"error": {"message": "busy"}}, headers={"Retry-After": "20"})


class Chain:
    """Two providers, each a server, and time that moves only when the chain sleeps."""

    def __init__(self, openai: Loopback, anthropic: Loopback) -> None:
        self.openai, self.anthropic = openai, anthropic
        self.clock = Clock()
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.clock.forward(seconds=seconds)

    def models(self, **settings: Any) -> Models:
        given = {
            "llm": "on",
            "llm_order": "openai,anthropic",
            "llm_base_urls": {"openai": self.openai.url + "/v1", "anthropic": self.anthropic.url},
            "llm_timeout_s": 20.0,
            **settings,
        }
        extractor = assemble.llm_extractor(config.load(given, {}), clock=self.clock, sleep=self.sleep)
        assert extractor is not None
        return extractor.models


@pytest.fixture
def chain() -> Iterator[Chain]:
    with ExitStack() as stack:
        yield Chain(stack.enter_context(Loopback()), stack.enter_context(Loopback()))


@pytest.mark.feature("EX-15")
def test_the_first_provider_answers_and_the_second_is_left_alone(chain: Chain) -> None:
    asked = chain.models().ask(PROMPT, tenant="t")
    assert (asked.provider, asked.failures) == ("openai", ())
    assert chain.anthropic.requests == []


@pytest.mark.feature("EX-15")
@pytest.mark.feature("RS-02")
@pytest.mark.parametrize(
    "reply, attempts, slept",
    [
        (DOWN, 4, [1.0, 2.0, 4.0]),
        (Reply(status=401, body={"error": {"message": "who?"}}), 1, []),
        (BUSY, 4, [20.0, 20.0, 20.0]),
        (Reply(status=429, body={}, headers={"Retry-After": "3600"}), 1, []),
        (Reply(body=b"{broken"), 1, []),
    ],
    ids=["5xx", "auth", "rate limit", "long rate limit", "malformed"],
)
def test_the_next_provider_takes_over(chain: Chain, reply: Reply, attempts: int, slept: list[float]) -> None:
    chain.openai.script(*[reply] * attempts)
    asked = chain.models().ask(PROMPT, tenant="t")
    assert asked.provider == "anthropic"
    assert [provider for provider, _ in asked.failures] == ["openai"]
    assert len(chain.openai.requests) == attempts
    assert chain.slept == slept


@pytest.mark.feature("EX-15")
def test_a_time_out_leads_to_the_next_provider(chain: Chain) -> None:
    chain.openai.script(Reply(hold=True))
    asked = chain.models(llm_timeout_s=0.5, llm_retries=0).ask(PROMPT, tenant="t")
    assert asked.provider == "anthropic"
    assert "did not answer within 0.5 s" in asked.failures[0][1] or "timed out" in asked.failures[0][1].lower()


@pytest.mark.feature("RS-02")
def test_a_failure_that_passes_costs_a_second(chain: Chain) -> None:
    chain.openai.script(DOWN)
    assert chain.models().ask(PROMPT, tenant="t").provider == "openai"
    assert chain.slept == [1.0]


@pytest.mark.feature("EX-15")
def test_when_nobody_answers_every_reason_is_told(chain: Chain) -> None:
    chain.openai.script(Reply(status=401, body={"error": {"message": "who?"}}))
    chain.anthropic.script(Reply(status=403, body={"error": {"message": "not you"}}))
    with pytest.raises(LlmUnavailable, match=r"no language model answered: openai: .*; anthropic: ") as caught:
        chain.models().ask(PROMPT, tenant="t")
    assert [provider for provider, _ in caught.value.reasons] == ["openai", "anthropic"]
    assert caught.value.code == "llm_unavailable"


@pytest.mark.feature("RS-01")
def test_five_failures_open_the_breaker_for_a_minute_and_one_request_closes_it(chain: Chain) -> None:
    models = chain.models(llm_order="openai")
    chain.openai.script(*[DOWN] * 6)
    for _ in range(2):
        with pytest.raises(LlmUnavailable):
            models.ask(PROMPT, tenant="t")
    assert len(chain.openai.requests) == 5, "the fifth failure in a row opens it, midway through the retries"
    assert [state.breaker for state in models.states()] == ["open"]
    with pytest.raises(LlmUnavailable, match=r"failed 5 times in a row; asked again in \d+ s"):
        models.ask(PROMPT, tenant="t")
    assert len(chain.openai.requests) == 5
    chain.clock.forward(seconds=60)
    assert [state.breaker for state in models.states()] == ["half-open"]
    with pytest.raises(LlmUnavailable):
        models.ask(PROMPT, tenant="t")
    assert len(chain.openai.requests) == 6, "half-open lets one request through"
    chain.clock.forward(seconds=61)
    assert models.ask(PROMPT, tenant="t").provider == "openai"
    assert [state.breaker for state in models.states()] == ["closed"]
    assert models.states()[0].last_failure is None


def test_an_open_breaker_leads_to_the_next_provider_without_a_pause(chain: Chain) -> None:
    models = chain.models(llm_retries=0)
    chain.openai.script(*[DOWN] * 5)
    for _ in range(6):
        assert models.ask(PROMPT, tenant="t").provider == "anthropic"
    assert len(chain.openai.requests) == 5
    assert chain.slept == []


@pytest.mark.feature("EX-15")
def test_tokens_and_money_are_counted_per_day_tenant_and_provider(chain: Chain) -> None:
    models = chain.models(llm_prices="openai=1/5, anthropic=2/10")
    models.ask(PROMPT, tenant="a")
    models.ask(PROMPT, tenant="a")
    chain.openai.script(Reply(status=401, body={}))
    models.ask(PROMPT, tenant="b")
    chain.clock.forward(days=1)
    models.ask(PROMPT, tenant="a")
    rows = [(row.tenant, row.provider, row.requests, row.failures, row.input_tokens, row.usd) for row in models.spent()]
    each = (100 * 1 + 20 * 5) / 1_000_000
    assert rows == [
        ("a", "openai", 1, 0, 100, pytest.approx(each)),
        ("a", "openai", 2, 0, 200, pytest.approx(2 * each)),
        ("b", "anthropic", 1, 0, 100, pytest.approx(2 * each)),
        ("b", "openai", 1, 1, 0, 0.0),
    ]
    assert models.spent()[0].day - models.spent()[1].day == timedelta(days=1)


def test_a_day_of_tokens_ends_at_its_limit_and_only_for_that_tenant(chain: Chain) -> None:
    models = chain.models(llm_daily_tokens_max=4_300)
    models.ask(PROMPT, tenant="a")  # 120 tokens; up to 4,150 are reserved
    models.ask(PROMPT, tenant="a")
    with pytest.raises(LlmUnavailable, match=r"4,300 tokens a day \(llm_daily_tokens_max\).*240 spent today"):
        models.ask(PROMPT, tenant="a")
    assert models.ask(PROMPT, tenant="b").provider == "openai"
    chain.clock.forward(days=1)
    assert models.ask(PROMPT, tenant="a").provider == "openai"
    assert [state.breaker for state in models.states()] == ["closed", "closed"], "a limit is no failure of a provider"


def test_a_day_of_money_ends_at_its_limit_and_a_cheaper_provider_goes_on(chain: Chain) -> None:
    models = chain.models(llm_daily_usd_max=0.01, llm_prices="openai=1/5, anthropic=0/0")
    asked = models.ask(PROMPT, tenant="a")  # an answer of 4,096 tokens would cost 0.02
    assert asked.provider == "anthropic"
    assert "llm_daily_usd_max" in asked.failures[0][1]
    assert chain.openai.requests == []


@pytest.mark.parametrize("limit", ["llm_daily_usd_max", "llm_daily_tokens_max"])
def test_a_limit_of_zero_sends_nothing(chain: Chain, limit: str) -> None:
    with pytest.raises(LlmUnavailable, match=limit):
        chain.models(**{limit: 0}).ask(PROMPT, tenant="t")
    assert chain.openai.requests == chain.anthropic.requests == []


def test_a_limit_in_money_needs_prices(chain: Chain) -> None:
    with pytest.raises(ConfigError, match="set llm_prices for anthropic"):
        chain.models(llm_daily_usd_max=1.0, llm_prices="openai=1/5")


@pytest.mark.parametrize("prices", ["openai=cheap", "openai=1", "openai=-1/2", "openai=1/inf"])
def test_a_price_that_is_none_is_refused(chain: Chain, prices: str) -> None:
    with pytest.raises(ConfigError, match="llm_prices: openai"):
        chain.models(llm_prices=prices)


def test_without_a_choice_there_is_no_language_model_whatever_lies_in_the_environment() -> None:
    environment = {"OPENAI_API_KEY": "sk-1", "LLM_PROVIDER_ORDER": "gemini,openai,anthropic"}
    settings = config.load({}, environment)
    assert assemble.llm_extractor(settings) is None
    assert settings.api_keys == ""


def test_a_provider_that_cannot_be_made_says_so_before_anything_is_asked(
    chain: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pydantic_ai", None)
    for package in [name for name in sys.modules if name.startswith("pydantic_ai.")]:
        monkeypatch.setitem(sys.modules, package, None)
    told = [state.last_failure or "" for state in chain.models().states()]
    assert len(told) == 2
    assert all("pip install 'recollect[llm]'" in one for one in told)
    assert (chain.openai.requests, chain.anthropic.requests) == ([], [])


def test_the_cause_is_kept_while_a_provider_is_left_alone_and_forgotten_when_it_answers(chain: Chain) -> None:
    models = chain.models(llm_retries=0)
    assert models.failure() is None
    chain.openai.script(*[Reply(status=401, body={"error": {"message": "who are you"}})] * 5)
    for _ in range(7):
        asked = models.ask(PROMPT, tenant="t")
    assert "asked again in" in asked.failures[0][1]
    assert "HTTP 401. Check the key" in asked.failures[0][1]
    state = models.states()[0]
    assert (state.breaker, "HTTP 401" in str(state.last_failure)) == ("open", True)
    assert "asked again" not in str(state.last_failure)
    assert str(models.failure()).endswith("anthropic is asked instead")
    assert "HTTP 401" in str(models.failure())
    told = (*asked.failures[0], str(state.last_failure), str(models.failure()))
    assert not [one for one in told if "who are you" in one], "its words may quote the one who asked then"
    chain.clock.forward(seconds=61)
    assert models.ask(PROMPT, tenant="t").provider == "openai"
    assert models.states()[0].last_failure is None
    assert models.failure() is None


def test_a_reached_limit_is_told_for_its_day(chain: Chain) -> None:
    models = chain.models(llm_daily_tokens_max=10)
    with pytest.raises(LlmUnavailable):
        models.ask(PROMPT, tenant="t")
    assert "llm_daily_tokens_max" in str(models.failure())
    assert str(models.failure()).endswith("the rules do the work instead")
    chain.clock.forward(days=1)
    assert models.failure() is None


@pytest.mark.parametrize("text", ["我住在东京。" * 500, "🦜" * 500, "}{][" * 500], ids=["Chinese", "emoji", "signs"])
def test_what_is_reserved_is_no_less_than_a_token_a_byte(chain: Chain, text: str) -> None:
    """A tokenizer's last resort is a token a byte, and the schema is sent along with the words."""
    schema = {"type": "object", "properties": {"a": {"type": "string", "description": "x" * 1000}}}
    prompt = Prompt(system="", user=text, schema=schema, name="m", output_tokens_max=100)
    most = len(text.encode()) + 1000 + 100
    with pytest.raises(LlmUnavailable, match="llm_daily_tokens_max"):
        chain.models(llm_daily_tokens_max=most).ask(prompt, tenant="t")
    assert chain.openai.requests == []
    models = chain.models(llm_daily_tokens_max=most + 200)
    models.ask(prompt, tenant="t")
    assert (models.spent()[0].input_tokens, models.spent()[0].output_tokens) == (100, 20), "what it said it cost counts"


def test_what_was_counted_for_a_question_is_told_with_its_answer(chain: Chain) -> None:
    silent = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [
        {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "{}"}}]}  # fmt: skip
    chain.openai.script(DOWN, Reply(body=silent))
    models = chain.models()
    told = models.ask(PROMPT, tenant="t").told()
    (row,) = models.spent()
    assert row.input_tokens > 0, "a provider that does not say what it took is counted by the text"
    assert told["input_tokens"] == row.input_tokens
    assert told["counted"] == [
        {"provider": "openai", "requests": 2, "failures": 1} | {
            "input_tokens": row.input_tokens, "output_tokens": row.output_tokens}]  # fmt: skip

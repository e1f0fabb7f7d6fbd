"""The chain of language models: providers in order, retries, circuit breakers, limits on spending.

`ask` goes through the providers in their order. Each is asked up to `retries_max` times more when its failure can pass
(time-out, 5xx, 429), with pauses of 1, 2 and 4 seconds; any other failure (a refused key, an unreadable answer) leads
to the next provider at once. One that failed five times in a row is left alone for a minute. Nobody answers:
`LlmUnavailable`, with every reason, and the caller goes on without a language model. Clock and sleep are arguments.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any, Final

from recollect.contracts.llm import Answer, LanguageModel, Prompt, Usage
from recollect.engine.llms.spend import Bill, Spend
from recollect.engine.told import bare, told
from recollect.errors import ConfigError, LlmUnavailable, ModelFailed, RecollectError
from recollect.model.status import ModelState, Spent
from recollect.rules import tokens
from recollect.rules.breaker import Breaker

PAUSES_S: Final = (1.0, 2.0, 4.0)
RETRY_AFTER_S_MAX: Final = 30.0
"""A provider that asks for a longer pause is not waited for: the next one is asked."""


@dataclass(frozen=True, kw_only=True)
class ChainOptions:
    timeout_s: float = 60.0
    retries_max: int = 3


@dataclass(frozen=True, kw_only=True)
class Link:
    """One provider of the chain. The model is made on first use, because that may import a large package."""

    provider: str
    make: Callable[[], LanguageModel]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """An answer and who gave it."""

    answer: Answer
    provider: str
    failures: tuple[tuple[str, str], ...] = ()
    """Why providers before it did not answer."""
    bill: tuple[Spent, ...] = ()
    """What was counted for this question, requests that failed included."""

    def told(self) -> dict[str, Any]:
        """What the job says of it."""
        usage = self.answer.usage
        counted = {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
        return {"provider": self.provider, **counted} | told_of(self.failures, self.bill)


def told_of(failures: Sequence[tuple[str, str]], bill: Sequence[Spent]) -> dict[str, Any]:
    """Who did not answer and why, and what was counted for whom: a job keeps it, and a restart counts on from it."""
    counted = [
        {
            "provider": row.provider,
            "requests": row.requests,
            "failures": row.failures,
            "input_tokens": row.input_tokens,
            "output_tokens": row.output_tokens,
        }
        for row in bill
    ]
    return ({"failures": dict(failures)} if failures else {}) | {"counted": counted}


@dataclass(frozen=True, kw_only=True)
class _Failure:
    """Why a provider gave no answer the last time, without its words: whoever asks next hears it. `day`: it holds for
    that day alone, as a limit does."""

    reason: str
    day: date | None = None


class _LeftAlone(ModelFailed):
    """Not asked, because its breaker is open; why is known already."""


class _Refused(ModelFailed):
    """Not asked, because a limit on spending would be passed."""


class Models:
    """See the module docstring. Safe for several threads."""

    def __init__(
        self,
        links: Sequence[Link],
        spend: Spend,
        options: ChainOptions,
        *,
        clock: Callable[[], datetime],
        sleep: Callable[[float], None],
    ) -> None:
        self._links = list(links)
        self._spend = spend
        self._options = options
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._made: dict[str, LanguageModel] = {}
        self._breakers = {link.provider: Breaker() for link in links}
        self._failures: dict[str, _Failure] = {}

    def ask(self, prompt: Prompt, *, tenant: str) -> Asked:
        """The answer of the first provider that gives one."""
        reasons: list[tuple[str, str]] = []
        bill = Bill()
        for link in self._links:
            try:
                answer = self._ask_one(link, prompt, tenant, bill)
            except (ModelFailed, ConfigError) as error:
                reasons.append((link.provider, told(error)))
                self._failed(link, error)
                continue
            return Asked(answer=answer, provider=link.provider, failures=tuple(reasons), bill=bill.rows())
        every = "; ".join(f"{provider}: {reason}" for provider, reason in reasons)
        raise LlmUnavailable(f"no language model answered: {every}", tuple(reasons), told=told_of(reasons, bill.rows()))

    def failure(self) -> str | None:
        """Why the provider that comes first does not answer, and who does instead; None: it does, or was not asked
        yet."""
        states = self.states()
        if not states or states[0].last_failure is None:
            return None
        failed = "; ".join(f"{state.provider}: {state.last_failure}" for state in states if state.last_failure)
        others = [state.provider for state in states if not state.last_failure]
        return f"{failed}; {f'{others[0]} is asked' if others else 'the rules do the work'} instead"

    def states(self) -> list[ModelState]:
        """How each provider is doing. What keeps one from being made, as a package or key that is missing, is told
        before anything is asked of it."""
        for link in self._links:
            try:
                self._model(link)
            except ConfigError as error:
                self._failed(link, error)
        now_s = self._now_s()
        with self._lock:
            return [
                ModelState(
                    provider=link.provider,
                    model=self._made[link.provider].model if link.provider in self._made else None,
                    breaker=self._breakers[link.provider].state(now_s),
                    last_failure=self._last_failure(link.provider),
                )
                for link in self._links
            ]

    def spent(self) -> list[Spent]:
        return self._spend.rows()

    def _failed(self, link: Link, error: RecollectError) -> None:
        """The breaker's word is no cause: what opened it stays."""
        if isinstance(error, _LeftAlone):
            return
        day = self._today() if isinstance(error, _Refused) else None
        with self._lock:
            self._failures[link.provider] = _Failure(reason=bare(error), day=day)

    def _last_failure(self, provider: str) -> str | None:
        """Locked by the caller."""
        failure = self._failures.get(provider)
        return None if failure is None or failure.day not in (None, self._today()) else failure.reason

    def _ask_one(self, link: Link, prompt: Prompt, tenant: str, bill: Bill) -> Answer:
        """One provider, with retries. The probe of a half-open breaker is one request and no more."""
        model = self._model(link)
        for attempt in range(self._options.retries_max + 1):
            probing = self._enter(link.provider)
            try:
                return self._request(model, link.provider, prompt, tenant, bill)
            except ModelFailed as error:
                pause = self._pause(error, attempt)
                if pause is None or probing or self._breaker_wait_s(link.provider) > 0:
                    raise
                self._sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def _request(self, model: LanguageModel, provider: str, prompt: Prompt, tenant: str, bill: Bill) -> Answer:
        sent = prompt.system + prompt.user + prompt.name + json.dumps(prompt.schema, ensure_ascii=False)
        estimate = Usage(input_tokens=tokens.likely(sent))
        most = Usage(input_tokens=tokens.at_most(sent), output_tokens=prompt.output_tokens_max)
        refusal = self._spend.reserve(tenant, provider, most, self._clock())
        if refusal is not None:
            self._report(provider, failed=None)
            raise _Refused(refusal)
        used, failed = estimate, True
        try:
            answer = _readable(model.ask(prompt, timeout_s=self._options.timeout_s), prompt, provider)
            used, failed = answer.usage if answer.usage.tokens else _estimated(estimate, answer), False
            return replace(answer, usage=used)
        except ModelFailed as error:
            # An answer that was refused costs nothing; one that timed out may well have been paid for.
            if error.tokens is not None:
                used = Usage(input_tokens=error.tokens[0], output_tokens=error.tokens[1])
            elif not error.timed_out:
                used = Usage()
            raise
        finally:
            bill.add(self._spend.settle(tenant, provider, most, used, self._clock(), failed=failed))
            self._report(provider, failed=failed)

    def _pause(self, error: ModelFailed, attempt: int) -> float | None:
        """How long to wait before the next attempt; None when there is none."""
        if not error.retryable or attempt >= self._options.retries_max:
            return None
        pause = PAUSES_S[min(attempt, len(PAUSES_S) - 1)]
        if error.retry_after_s is None:
            return pause
        return max(pause, error.retry_after_s) if error.retry_after_s <= RETRY_AFTER_S_MAX else None

    def _model(self, link: Link) -> LanguageModel:
        with self._lock:
            if link.provider not in self._made:
                self._made[link.provider] = link.make()
                self._failures.pop(link.provider, None)
            return self._made[link.provider]

    def _enter(self, provider: str) -> bool:
        """Whether this request is the probe of a half-open breaker; refused while it is open."""
        now_s = self._now_s()
        with self._lock:
            breaker = self._breakers[provider]
            probing = breaker.state(now_s) == "half-open"
            if not breaker.enter(now_s):
                wait_s = breaker.wait_s(now_s)
                cause = self._last_failure(provider)
                raise _LeftAlone(
                    f"failed {breaker.failures} times in a row; asked again in {wait_s:.0f} s"
                    + (f"; the last time: {cause}" if cause else "")
                )
            return probing

    def _report(self, provider: str, *, failed: bool | None) -> None:
        """Tell the breaker how a request went; None: it was not sent."""
        with self._lock:
            breaker = self._breakers[provider]
            if failed is None:
                breaker.left()
            elif failed:
                breaker.failed(self._now_s())
            else:
                breaker.succeeded()
                self._failures.pop(provider, None)

    def _breaker_wait_s(self, provider: str) -> float:
        with self._lock:
            return self._breakers[provider].wait_s(self._now_s())

    def _now_s(self) -> float:
        return self._clock().timestamp()

    def _today(self) -> date:
        return self._clock().astimezone(UTC).date()


def _estimated(asked: Usage, answer: Answer) -> Usage:
    """What an answer cost whose provider does not say it."""
    said = json.dumps(answer.value, ensure_ascii=False)
    return Usage(input_tokens=asked.input_tokens, output_tokens=tokens.likely(said))


def _readable(answer: Answer, prompt: Prompt, provider: str) -> Answer:
    """What an overloaded server or a model that lost its task says is an object too, but no answer."""
    for name in prompt.lists:
        if not isinstance(answer.value.get(name), list):
            cost = (answer.usage.input_tokens, answer.usage.output_tokens)
            raise ModelFailed(f"{provider} ({answer.model}) answered without the list {name!r}", tokens=cost)
    return answer

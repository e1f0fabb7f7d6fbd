"""What all remote embedders share: batches, pauses, retries, a circuit breaker, and a hard look at each answer.

A provider's file says how one request is made; this says when, how often, and what a usable answer is. An answer with
the wrong number of vectors, another dimension, numbers that are none or nothing but zeros is refused: a vector that
does not belong would spoil every search after it. Time and sleep are arguments.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.contracts.embedder import Batches
from recollect.errors import ConfigError, EmbeddingFailed, MissingExtra, ModelFailed
from recollect.providers import loop
from recollect.providers.failures import UNREADABLE, described, failure, unreachable
from recollect.rules.addresses import password_of
from recollect.rules.breaker import Breaker

if TYPE_CHECKING:
    from numpy.typing import NDArray

PAUSES_S: Final = (1.0, 2.0)
"""A search waits for its vector, so an embedder is asked again only twice."""
RETRY_AFTER_S_MAX: Final = 10.0
DIM_MAX: Final = 65_536
PROBE_TEXT: Final = "dimensions"
HASH_CHARS: Final = 8

Request = Callable[[list[str]], Sequence[Sequence[float]]]
"""Vectors for a batch of texts; raises `ModelFailed`."""


@dataclass(frozen=True, kw_only=True)
class Access:
    """How to reach an embedder; what a person may set."""

    model: str
    api_key: str | None = field(default=None, repr=False)
    base_url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    region: str | None = None
    dim: int = 0
    timeout_s: float = 60.0
    delay_s: float = 0.0

    @property
    def secrets(self) -> tuple[str, ...]:
        found = (self.api_key, password_of(self.base_url), *self.headers.values())
        return tuple(secret for secret in found if secret)


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """How time passes; tests give their own."""

    now_s: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class RemoteEmbedder:
    """Safe for several threads. The dimension is known beforehand, or asked for with one short request."""

    def __init__(
        self,
        name: str,
        access: Access,
        request: Request,
        *,
        known_dim: int,
        batch: int,
        waiting: Waiting | None = None,
        batches: Batches | None = None,
    ) -> None:
        self.name = name
        self.batches = batches
        """The provider's batch jobs, where it has them."""
        self.model = access.model
        self._access = access
        self._request = request
        self._dim = access.dim or known_dim
        self._batch = batch
        self._waiting = waiting or Waiting()
        self._breaker = Breaker()
        self._lock = threading.Lock()
        self._free_at_s = 0.0
        self._cause = ""
        """Of the last failure, whoever asked: without the provider's words, which may quote that."""
        self._heard: Callable[[str], None] = lambda reason: None

    def listen(self, heard: Callable[[str], None]) -> None:
        """`heard` is told of each attempt that failed and is made again; the last failure is raised."""
        self._heard = heard

    @property
    def dim(self) -> int:
        if not self._dim:
            self._dim = len(self._answer([PROBE_TEXT], expected=0)[0])
        return self._dim

    @property
    def signature(self) -> str:
        """source:model:dim; at an address of one's own the model carries a mark that tells it from others."""
        own = f"@{address_mark(self._access.base_url)}" if self._access.base_url else ""
        return f"{self.name}:{self.model}{own}:{self.dim}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        dim = self.dim
        rows = np.zeros((len(texts), dim), dtype=np.float32)
        # Providers refuse empty texts; a text without a word is a row of zeros for every embedder.
        places = [place for place, text in enumerate(texts) if text.strip()]
        for start in range(0, len(places), self._batch):
            batch = places[start : start + self._batch]
            rows[batch] = self._answer([encodable(texts[place]) for place in batch], expected=dim)
        return unit(rows)

    def _answer(
        self, asked: list[Any], *, expected: int, request: Callable[[list[Any]], Sequence[Any]] | None = None
    ) -> NDArray[np.float32]:
        """One batch, with retries. `expected` 0: any dimension. `request`: another one than that for texts."""
        for attempt in range(len(PAUSES_S) + 1):
            self._enter()
            try:
                rows = self._checked((request or self._request)(asked), len(asked), expected)
            except ModelFailed as error:
                wait_s = self._failed(error.bare)
                pause = self._pause(error, attempt)
                if pause is not None and wait_s <= 0:
                    self._heard(f"{self.name} embedder: {error.bare}; tried again in {pause:g} s")
                else:
                    told, bare = f"{self.name} embedder: {error}", f"{self.name} embedder: {error.bare}"
                    raise EmbeddingFailed(told, bare=bare) from error
                self._waiting.sleep(pause)
                continue
            with self._lock:
                self._breaker.succeeded()
            return rows
        raise AssertionError("the last attempt returns or raises")

    def _pause(self, error: ModelFailed, attempt: int) -> float | None:
        if not error.retryable or attempt >= len(PAUSES_S):
            return None
        if error.retry_after_s is None:
            return PAUSES_S[attempt]
        return max(PAUSES_S[attempt], error.retry_after_s) if error.retry_after_s <= RETRY_AFTER_S_MAX else None

    def _enter(self) -> None:
        """Wait for one's turn, or be refused while the provider is left alone."""
        with self._lock:
            now_s = self._waiting.now_s()
            if not self._breaker.enter(now_s):
                wait_s = self._breaker.wait_s(now_s)
                raise EmbeddingFailed(
                    f"{self.name} embedder: failed {self._breaker.failures} times in a row; "
                    f"asked again in {wait_s:.0f} s; the last time: {self._cause}"
                )
            wait_s = max(0.0, self._free_at_s - now_s)
            self._free_at_s = now_s + wait_s + self._access.delay_s
        if wait_s:
            self._waiting.sleep(wait_s)

    def _failed(self, cause: str) -> float:
        """Tell the breaker; how long the provider is left alone now."""
        with self._lock:
            now_s, self._cause = self._waiting.now_s(), cause
            self._breaker.failed(now_s)
            return self._breaker.wait_s(now_s)

    def _checked(self, answer: Sequence[Any], count: int, expected: int) -> NDArray[np.float32]:
        if len(answer) != count:
            raise ModelFailed(f"{self.model} answered {len(answer)} vectors for {count} texts")
        if not all(isinstance(row, Sequence) and not isinstance(row, str) for row in answer):
            raise ModelFailed(f"{self.model} answered something that is no list of numbers")
        dims = {len(row) for row in answer}
        if len(dims) != 1 or not 0 < max(dims) <= DIM_MAX:
            raise ModelFailed(f"{self.model} answered vectors of {sorted(dims)} dimensions")
        if expected and dims != {expected}:
            raise ModelFailed(
                f"{self.model} answered vectors of {max(dims)} dimensions where {expected} were expected: set "
                f"embedder_dim to what the model gives, or to one it can give"
            )
        try:
            rows = np.asarray(answer, dtype=np.float32)
        except UNREADABLE as error:
            raise ModelFailed(f"{self.model} answered something that is no number") from error
        if not np.isfinite(rows).all():
            raise ModelFailed(f"{self.model} answered a vector with a number that is none (NaN or infinite)")
        if not directed(rows):
            raise ModelFailed(
                f"{self.model} answered a vector without a direction (all zeros, or numbers beyond measure)"
            )
        return rows


def pydantic_request(
    make: Callable[[], Any], access: Access, *, label: str, extra: str, body: Mapping[str, Any] | None = None
) -> Request:
    """Requests through an embedding model of pydantic-ai, made on the first one."""
    made: list[Any] = []
    lock = threading.Lock()

    def model() -> Any:
        with lock:
            if not made:
                try:
                    made.append(make())
                except ImportError as error:
                    raise MissingExtra(
                        f"the {label} embedder needs an extra: pip install 'recollect[{extra}]'"
                    ) from error
            return made[0]

    def request(texts: list[str]) -> Sequence[Sequence[float]]:
        asked = model()
        from pydantic_ai.embeddings import EmbeddingSettings
        from pydantic_ai.exceptions import AgentRunError, ModelAPIError

        settings: EmbeddingSettings = {}
        if access.dim and not (body and "output_dimension" in body):
            settings["dimensions"] = access.dim
        if access.headers:
            settings["extra_headers"] = dict(access.headers)
        if body:
            settings["extra_body"] = dict(body)
        try:
            work = asked.embed(texts, input_type="document", settings=settings)
            answer = loop.run(work, timeout_s=access.timeout_s)
        except TimeoutError as error:
            raise ModelFailed(
                f"{access.model} did not answer within {access.timeout_s:g} s", retryable=True, timed_out=True
            ) from error
        except ModelAPIError as error:
            raise failure(error, access.model, secrets=access.secrets) from error
        except unreachable() as error:
            told = described(error, secrets=access.secrets)
            raise ModelFailed(f"{access.model}: {told}", bare=f"{access.model} cannot be reached") from error
        except (AgentRunError, *UNREADABLE) as error:
            told = described(error, secrets=access.secrets)
            bare = f"{access.model} answered something unreadable"
            raise ModelFailed(f"{bare}: {told}", bare=bare) from error
        vectors: Sequence[Sequence[float]] = answer.embeddings
        return vectors

    return request


def directed(rows: NDArray[np.float32]) -> bool:
    """Whether every row has a length that it can be divided by: one of zeros is near nothing and far from nothing."""
    with np.errstate(over="ignore"):
        norms = np.linalg.norm(rows, axis=1)
    return bool((np.isfinite(norms) & (norms > 0)).all())


def unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of length one; a row of zeros stays one."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(norms > 0, norms, 1.0), dtype=np.float32)


def address_mark(base_url: str) -> str:
    """A short mark of an address, so that equal model names at two addresses are two embedders."""
    return hashlib.sha256(base_url.rstrip("/").encode()).hexdigest()[:HASH_CHARS]


def access_from(options: Mapping[str, Any], *, provider: str, model: str, needs_key: bool = True) -> Access:
    """What the options say about reaching a provider. Its own address needs a key."""
    if needs_key and not options.get("api_key") and not options.get("base_url"):
        raise ConfigError(
            f"the {provider} embedder needs a key: set api_keys or embedder_api_key, "
            "or the provider's usual environment variable"
        )
    return Access(
        model=str(options.get("model") or model),
        api_key=options.get("api_key"),
        base_url=options.get("base_url"),
        headers=options.get("headers") or {},
        region=options.get("region"),
        dim=int(options.get("remote_dim") or 0),
        timeout_s=float(options.get("timeout_s") or 60.0),
        delay_s=float(options.get("delay_s") or 0.0),
    )


def encodable(text: str) -> str:
    """Lone surrogates cannot be sent; they become question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")

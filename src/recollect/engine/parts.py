"""What every part of the engine is given: the store, the embedding service, a clock and options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from recollect.contracts.embedder import Embedder
from recollect.contracts.store import Store
from recollect.engine.cache import Cache
from recollect.engine.embedding import Embedding
from recollect.engine.secrets import Secrets
from recollect.model.ageing import Policy
from recollect.model.batch import Stamped
from recollect.model.scope import DEFAULT_TENANT
from recollect.write.gate import Gate


@dataclass(frozen=True, kw_only=True)
class EngineOptions:
    tenant: str = DEFAULT_TENANT
    content_chars_max: int = 1_000_000
    preset: str = "recollect"
    rrf_k: int = 60
    vector_top_k: int = 20
    backfill_ms: int = 30
    verification: bool = True
    verification_guards: bool = True
    ageing: Policy = field(default_factory=Policy)
    decay_lambda: float = 0.02
    """How fast what comes without a rate and without sectors fades, a day."""


class Bell:
    """Rings when a job was queued; whoever works listens."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def ring(self) -> None:
        for listener in self._listeners:
            listener()


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The same for every part of one engine."""

    store: Store
    embedding: Embedding
    clock: Callable[[], datetime]
    records: Cache[Stamped]
    """By id; valid while the space's stamp is the same."""
    secrets: Secrets
    gate: Gate = field(default_factory=Gate)
    words: Callable[[], Embedder | None] = lambda: None
    """The bundled embedder, by which the judge compares words; None: by their letters alone."""
    bell: Bell = field(default_factory=Bell)
    options: EngineOptions = field(default_factory=EngineOptions)

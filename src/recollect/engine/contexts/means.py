"""What contexts are made with, and what they keep from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from recollect.contracts.tokenizer import Tokenizer
from recollect.engine.cache import Cache
from recollect.engine.contexts.standing import Standings
from recollect.engine.graph import Graph
from recollect.engine.parts import Parts
from recollect.engine.recall import Recall
from recollect.model.record import Record
from recollect.write.domains import Schema

PROFILES_KEPT = 256
PROFILES_KEPT_S = 600.0
FRAMES_KEPT = 16
"""Layouts and forms whose frame was counted."""


@dataclass(frozen=True, kw_only=True)
class Means:
    """What a context is made with."""

    parts: Parts
    recall: Recall
    graph: Graph
    tokenizer: Callable[[], Tokenizer]
    domain: Schema | None = None
    profiles: Cache[tuple[Record, ...]] = field(default_factory=lambda: Cache(PROFILES_KEPT, PROFILES_KEPT_S))
    """What profiles rest on."""
    standings: Standings = field(default_factory=Standings)
    frames: Cache[int] = field(default_factory=lambda: Cache(FRAMES_KEPT, PROFILES_KEPT_S))

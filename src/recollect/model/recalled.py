"""What was asked and what it found: Asked (one question) and Recalled (one memory that a question found)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from recollect.model.scope import Scope


@dataclass(frozen=True, kw_only=True)
class Shown:
    """One hit, as it is remembered."""

    id: str
    score: float
    tier: str
    """Which channels found it: keyword, vector, hybrid, recent."""
    signals: Mapping[str, float] = field(default_factory=dict)
    """The strongest reasons, as numbers."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question and what was shown for it, best first."""

    id: str
    scope: Scope
    at: datetime
    question: str
    shown: tuple[Shown, ...]


@dataclass(frozen=True, kw_only=True)
class Recalled:
    """When a memory was recalled, by which question, and why."""

    at: datetime
    question: str
    rank: int
    """1: it was the best hit."""
    score: float
    why: str

"""What a memory holds, counted: all in all, by agent and by sector."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class Totals:
    """How much there is that is active."""

    records: int
    tokens: int
    """About how many tokens all texts have: a quarter of their characters."""
    by_layer: dict[str, int]
    by_kind: dict[str, int]
    """Of memories alone."""


@dataclass(frozen=True, kw_only=True)
class AgentCount:
    """An agent that something is remembered of."""

    agent: str
    memories: int
    turns: int
    sessions: int
    last_at: datetime
    """When something of it was last written."""

    def plus(self, other: AgentCount) -> AgentCount:
        """The same agent in two spaces."""
        return AgentCount(
            agent=self.agent,
            memories=self.memories + other.memories,
            turns=self.turns + other.turns,
            sessions=self.sessions + other.sessions,
            last_at=max(self.last_at, other.last_at),
        )


@dataclass(frozen=True, kw_only=True)
class SectorCount:
    """Records whose primary sector it is."""

    sector: str
    count: int
    strength: float
    """The mean of what is left of their strength."""


@dataclass(frozen=True, kw_only=True)
class SectorState:
    """A sector: how it is told, how it ages, and what lies in it."""

    sector: str
    decay_rate: float
    """λ, per day."""
    weight: float
    patterns: tuple[str, ...]
    """English words and phrases by which a text shows it; there are more in other languages."""
    embedder: str | None
    """Who makes its vectors; None: nobody."""
    count: int = 0
    strength: float = 0.0

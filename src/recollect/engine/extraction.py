"""The chain of extractors: language models when there are any, the rules always as the last link."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from recollect.errors import LlmUnavailable
from recollect.model.claim import Claim
from recollect.model.record import Record
from recollect.rules.similarity import word_set
from recollect.write.extract.rules import extract
from recollect.write.gate import teachable

AUTO, RULES, LLM, OFF = "auto", "rules", "llm", "off"


class Extractor(Protocol):
    """A language model that draws claims from turns."""

    def extract(self, turns: Sequence[Record], *, at: datetime, tenant: str) -> Sequence[Claim]:
        """Raises `LlmUnavailable` when no provider answered."""


@dataclass(frozen=True, kw_only=True)
class Extracted:
    """Claims with the turn each rests on, and counts for the job's result."""

    claims: list[tuple[Record, Claim]]
    counts: dict[str, Any] = field(default_factory=dict)


class Extraction:
    """Draws claims from the turns of a conversation."""

    def __init__(self, mode: str = AUTO, llm: Extractor | None = None) -> None:
        self._mode = mode
        self._llm = llm

    @property
    def off(self) -> bool:
        return self._mode == OFF

    def extract(self, turns: Sequence[Record], fresh: Set[str]) -> Extracted:
        """`turns` in order; only those in `fresh` teach, the others are what was said before."""
        taught = [turn for turn in turns if turn.id in fresh and turn.role == "user"]
        refused: dict[str, int] = {}
        teaching = []
        for turn in taught:
            reason = teachable(turn.content)
            if reason is None:
                teaching.append(turn)
            else:
                refused[reason] = refused.get(reason, 0) + 1
        counts: dict[str, Any] = {"turns": len(taught), "refused": refused, "extractor": RULES}
        if self._llm is not None and self._mode in (AUTO, LLM) and teaching:
            try:
                claims = self._by_model(turns, teaching)
                return Extracted(claims=claims, counts=counts | {"extractor": LLM, "claims": len(claims)})
            except LlmUnavailable as error:
                counts["fallback"] = str(error)
        claims = self._by_rules(turns, teaching)
        return Extracted(claims=claims, counts=counts | {"claims": len(claims)})

    def _by_rules(self, turns: Sequence[Record], teaching: Sequence[Record]) -> list[tuple[Record, Claim]]:
        place = {turn.id: at for at, turn in enumerate(turns)}
        found = []
        for turn in teaching:
            at = place[turn.id]
            before = turns[at - 1].content if at and turns[at - 1].role == "assistant" else None
            claims = extract(turn.content, speaker=turn.speaker, at=_said_at(turn), before=before)
            found += [(turn, claim) for claim in claims]
        return found

    def _by_model(self, turns: Sequence[Record], teaching: Sequence[Record]) -> list[tuple[Record, Claim]]:
        assert self._llm is not None
        claims = self._llm.extract(turns, at=_said_at(teaching[-1]), tenant=teaching[0].scope.tenant)
        return [(_closest(claim, teaching), claim) for claim in claims]


def _said_at(turn: Record) -> datetime:
    return turn.occurred_at or turn.created_at


def _closest(claim: Claim, turns: Sequence[Record]) -> Record:
    """The turn that a claim's words come from."""
    words = word_set(claim.quote or claim.content)
    return max(turns, key=lambda turn: len(words & word_set(turn.content)))

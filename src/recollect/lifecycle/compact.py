"""Compaction: one summary in place of many records, which are archived and can be brought back. Pure.

Two ways to choose, both OmniRoute's: what is older than some days, or what does not fit into a token budget, newest
first. A summary has a line for each record: its kind and its first three sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from recollect.model.ids import content_hash
from recollect.model.record import Edge, Provenance, Record
from recollect.rules import tokens
from recollect.rules.kinds import sector_of

SENTENCES = 3
LINE_CHARS_MAX = 600
RECORDS_A_SUMMARY_MAX = 500
REFERENCE = "compaction"
"""Where a summary comes from; by it one is told from what people said."""
PART_OF = "part_of"
_INSIDE = (";", "；", "-", "—", "–")
"""Marks at which a sentence is cut but does not end."""


Split = Callable[[str], Sequence[tuple[int, int, str]]]
"""A text into the places of its sentences."""


def can_be_compacted(record: Record, *, evergreen: str) -> bool:
    """Neither a summary itself, nor what is marked to stay."""
    return record.provenance.reference != REFERENCE and evergreen not in record.tags


def over_budget(newest_first: Sequence[Record], tokens_max: int) -> list[Record]:
    """What is left over when the newest are kept as long as they fit.

    Worked: 40, 50 and 30 tokens with a budget of 100: the first two stay, the third does not, nor anything older.
    """
    used = 0
    for place, record in enumerate(newest_first):
        used += tokens.estimate(record.content)
        if used > tokens_max:
            return list(newest_first[place:])
    return []


def groups(candidates: Sequence[Record]) -> list[list[Record]]:
    """What may share a summary: one agent and one project, oldest first, so many at once. A label hides what has
    another one, and a summary must not show it."""
    found: dict[tuple[str | None, str | None], list[Record]] = {}
    for record in sorted(candidates, key=lambda record: (record.created_at, record.item)):
        found.setdefault((record.agent, record.project), []).append(record)
    return [
        group[start : start + RECORDS_A_SUMMARY_MAX]
        for group in found.values()
        for start in range(0, len(group), RECORDS_A_SUMMARY_MAX)
    ]


def beginning(text: str, split: Split, count: int = SENTENCES) -> str:
    """The first sentences of a text, on one line. Worked: "A. B. C. D." is "A. B. C."."""
    ended = 0
    for _, end, mark in split(text):
        if mark not in _INSIDE:
            ended += 1
        if ended == count:
            return _line(text[:end] + mark)
    return _line(text)


def _line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LINE_CHARS_MAX else text[: LINE_CHARS_MAX - 1].rstrip() + "…"


def summary(originals: Sequence[Record], *, id: str, now: datetime, split: Split) -> Record:
    """The memory that takes their place: as trusted and certain as the least of them, as strong as the strongest."""
    content = "\n".join(f"{record.kind}: {beginning(record.content, split)}" for record in originals)
    sessions = {record.session for record in originals}
    first = originals[0].scope
    strength = max(record.strength_now(now) for record in originals)
    scope = type(first)(
        tenant=first.tenant,
        user=first.user,
        agent=first.agent,
        project=first.project,
        session=first.session if len(sessions) == 1 else None,
    )
    return Record(
        id=id,
        content=content,
        scope=scope,
        layer="memory",
        kind="note",
        metadata={"compacted": len(originals)},
        sectors=(sector_of("note"),),
        confidence=min(record.confidence for record in originals),
        strength=strength,
        original_strength=strength,
        strength_at=now,
        decay_rate=min(record.decay_rate for record in originals),
        created_at=now,
        updated_at=now,
        provenance=Provenance(
            source="system",
            reference=REFERENCE,
            content_hash=content_hash(content),
            trust=min(record.provenance.trust for record in originals),
        ),
    )


def parts(originals: Sequence[Record], summary_id: str, now: datetime) -> tuple[Edge, ...]:
    """The links that say what a summary stands for."""
    return tuple(
        Edge(
            source_type="record",
            source=record.id,
            target_type="record",
            target=summary_id,
            kind=PART_OF,
            created_at=now,
        )
        for record in originals
    )

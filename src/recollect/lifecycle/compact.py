"""Compaction: one summary in place of many records, which are archived and can be brought back. Pure.

Two ways to choose, both OmniRoute's: what is older than some days, or what does not fit into a token budget, newest
first. A summary has a line for each record: its kind, or its type in that system's words, and its first three
sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta

from recollect.model.ids import content_hash
from recollect.model.record import Edge, Provenance, Record
from recollect.rules import tokens
from recollect.rules.kinds import sector_of, type_of

SENTENCES = 3
LINE_CHARS_MAX = 600
RECORDS_A_SUMMARY_MIN = 2
RECORDS_A_SUMMARY_MAX = 500
SPAN = 0.1
"""What of a retention the parts of one summary may be apart: so much earlier the youngest of them is hidden."""
IDS_CHARS_MAX = 50_000
"""Of the parts of one summary: they are kept in its metadata, which has a limit."""
REFERENCE = "compaction"
"""Where a summary comes from; by it one is told from what people said."""
PART_OF = "part_of"
PARTS = "parts"
"""The field of a summary's metadata that names what it stands for: links do not leave a store, this does."""
_INSIDE = (";", "；", "-", "—", "–")
"""Marks at which a sentence is cut but does not end."""


Split = Callable[[str], Sequence[tuple[int, int, str]]]
"""A text into the places of its sentences."""


def is_summary(record: Record) -> bool:
    return record.provenance.reference == REFERENCE


def can_be_compacted(record: Record, *, evergreen: str, keyed: bool = False) -> bool:
    """Neither a summary itself, nor what is marked to stay, nor what is asked for by its key or has a beginning or an
    end of its own: a summary has none. `keyed`: a key keeps nothing out, for callers who give one to everything."""
    if (record.key is not None and not keyed) or record.expires_at is not None:
        return False
    if record.valid_from is not None or record.valid_until is not None:
        return False
    return not is_summary(record) and evergreen not in record.tags


def saved(originals: Sequence[Record], made: Record) -> int:
    """Tokens that a summary takes less than what it stands for; below 0: it takes more."""
    return sum(tokens.estimate(record.content) for record in originals) - tokens.estimate(made.content)


def pays(originals: Sequence[Record], made: Record) -> bool:
    """Whether a summary is worth making: of several, and really smaller. One of three short lines is not."""
    return len(originals) >= RECORDS_A_SUMMARY_MIN and saved(originals, made) > 0


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


def groups(candidates: Sequence[Record], *, now: datetime, kept_days: Sequence[float] = ()) -> list[list[Record]]:
    """What may share a summary: one agent and one project, oldest first, so many at once. A label hides what has
    another one, and a summary must not show it. Nor does it blur when something happened: what is told of another day
    than the one it was stored on shares a summary with what is told of that day. `kept_days`: how long memories are
    shown, where several limits hold all of them; 0: for ever. A summary is as old as its oldest part, so what is still
    shown must not be much younger."""
    found: dict[tuple[str | None, str | None, date | None], list[Record]] = {}
    for record in sorted(candidates, key=lambda record: (record.created_at, record.item)):
        found.setdefault((record.agent, record.project, _other_day(record)), []).append(record)
    limits = [timedelta(days=days) for days in kept_days if days > 0]
    return [part for group in found.values() for part in _portions(group, now, limits)]


def _other_day(record: Record) -> date | None:
    """When it happened, unless that is the day on which it was stored."""
    happened = record.occurred_at
    return happened.date() if happened is not None and happened.date() != record.created_at.date() else None


def _portions(group: Sequence[Record], now: datetime, limits: Sequence[timedelta]) -> list[list[Record]]:
    """So many at once as one summary can stand for."""
    portions: list[list[Record]] = []
    chars = 0
    for record in group:
        chars += len(record.id)
        full = not portions or len(portions[-1]) == RECORDS_A_SUMMARY_MAX or chars > IDS_CHARS_MAX
        if full or _much_younger(record, portions[-1][0], now, limits):
            portions.append([])
            chars = len(record.id)
        portions[-1].append(record)
    return portions


def _much_younger(record: Record, oldest: Record, now: datetime, limits: Sequence[timedelta]) -> bool:
    """Whether a summary as old as `oldest` would hide a record long before its time. What is hidden loses nothing."""
    apart, age = record.created_at - oldest.created_at, now - record.created_at
    return any(age <= limit and apart > limit * SPAN for limit in limits)


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


def line(record: Record, split: Split, *, typed: bool = False) -> str:
    """What a summary says of one record, after its kind, or `typed`, its type."""
    return f"{type_of(record.kind) if typed else record.kind}: {beginning(record.content, split)}"


def lines(record: Record, split: Split) -> frozenset[str]:
    """What any summary may say of one record."""
    return frozenset(line(record, split, typed=typed) for typed in (False, True))


def summary(originals: Sequence[Record], *, id: str, now: datetime, split: Split, typed: bool = False) -> Record:
    """The memory that takes their place: as trusted and certain as the least of them, as strong as the strongest, and
    as old as the oldest, so that no retention is got round."""
    content = "\n".join(line(record, split, typed=typed) for record in originals)
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
        metadata={"compacted": len(originals), PARTS: [record.id for record in originals]},
        sectors=(sector_of("note"),),
        confidence=min(record.confidence for record in originals),
        strength=strength,
        original_strength=strength,
        strength_at=now,
        decay_rate=min(record.decay_rate for record in originals),
        occurred_at=originals[0].occurred_at if _other_day(originals[0]) else None,
        created_at=min(record.created_at for record in originals),
        updated_at=now,
        provenance=Provenance(
            source="system",
            reference=REFERENCE,
            content_hash=content_hash(content),
            trust=min(record.provenance.trust for record in originals),
        ),
    )


def part_ids(made: Record) -> list[str]:
    """What a summary stands for; of anything else nothing."""
    ids = made.metadata.get(PARTS) if is_summary(made) else None
    return [id for id in ids if isinstance(id, str)] if isinstance(ids, list) else []


def parts(made: Record) -> tuple[Edge, ...]:
    """The links that say what a summary stands for; they end with it."""
    return tuple(
        Edge(
            source_type="record",
            source=id,
            target_type="record",
            target=made.id,
            kind=PART_OF,
            created_at=made.updated_at,
            ended_at=made.ended_at,
        )
        for id in part_ids(made)
    )

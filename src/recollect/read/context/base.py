"""What is in a context whatever is asked: picked from the columns of the spaces, so that only what is shown is read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from recollect.contracts.store import Reader
from recollect.model.columns import NOTHING, Columns
from recollect.model.query import Filter, Hit
from recollect.model.record import LAYERS, PENDING_REVIEW, STATUSES, Record
from recollect.model.scope import Scope
from recollect.read import allow
from recollect.rules.decay import live_strength

OVERRIDES_MAX = 1000
WORKING_MAX = 400
SUMMARIES_MAX = 100
PROFILES_MAX = 2
"""The user's and the shared one."""
RECAP_SESSIONS_MAX = 20
DAY_S = 86_400.0
_PENDING = STATUSES.index(PENDING_REVIEW)


@dataclass(frozen=True, kw_only=True)
class Base:
    """Records by section, in the order in which they get a place."""

    overrides: tuple[Record, ...] = ()
    profiles: tuple[Record, ...] = ()
    working: tuple[Record, ...] = ()
    summaries: tuple[Record, ...] = ()
    pending: bool = False
    """Whether anything waits for an answer."""
    until: datetime | None = None
    """When the first of them begins or ceases to be so."""
    recaps: tuple[tuple[Record, float], ...] = ()
    """Summaries of the sessions that were asked for, with what each is worth."""


def sessions_of(hits: Iterable[Hit]) -> dict[str, float]:
    """The conversations that hits come from, with the best score of each: the best ones."""
    best: dict[str, float] = {}
    for hit in hits:
        session = hit.record.scope.session
        if session is not None and session not in best:  # hits come best first
            best[session] = hit.score
    return dict(sorted(best.items(), key=lambda pair: -pair[1])[:RECAP_SESSIONS_MAX])


def gather(
    reader: Reader,
    scope: Scope,
    filter: Filter,
    *,
    now: datetime,
    wanted: Sequence[str],
    summary_days: float,
    trust_min: float,
    sessions: Mapping[str, float],
) -> Base:
    """The records of the sections that are wanted: overrides as they were given, the user's profile before the shared
    one, memories by how alive they are, summaries newest first."""
    picked: dict[str, list[tuple[float, int]]] = {"override": [], "profile": [], "memory": [], "summary": []}
    layers = [
        layer
        for layer, section in (
            ("override", "overrides"), ("profile", "profile"), ("memory", "working"), ("summary", "summaries"),
        )
        if section in wanted
    ]  # fmt: skip
    retold: dict[int, float] = {}
    pending = False
    moment = now.timestamp()
    for space in reader.spaces:
        columns = space.columns
        pending = pending or bool((columns.status == _PENDING).any())
        looked_at = [*layers, "summary"] if sessions else layers
        if not any((columns.layer == LAYERS.index(layer)).any() for layer in looked_at):
            continue
        conditions = allow.masks(space, scope, filter, now=now)
        allowed = allow.combine(conditions, len(columns))
        retold |= _retelling(columns, allowed, sessions)
        for layer in layers:
            rows = np.flatnonzero(allowed & (columns.layer == LAYERS.index(layer)))
            if layer == "summary" and summary_days:
                rows = rows[columns.since[rows] >= moment - summary_days * DAY_S]
            if layer == "memory":
                days = np.maximum(0.0, (moment - columns.strength_at[rows]) / DAY_S)
                value = live_strength(columns.strength[rows], columns.decay_rate[rows], days)
                order = np.lexsort((-columns.numbers[rows], -value))[:WORKING_MAX]
            else:
                value = columns.time[rows]
                order = np.argsort(-value, kind="stable")[:OVERRIDES_MAX]
            picked[layer] += [(float(value[at]), columns.item(int(rows[at]))) for at in order]
    limits = {"override": OVERRIDES_MAX, "profile": PROFILES_MAX, "memory": WORKING_MAX, "summary": SUMMARIES_MAX}
    chosen = {layer: _first(found, limits[layer], by_value=layer != "profile") for layer, found in picked.items()}
    records = reader.records([*retold, *(item for items in chosen.values() for item in items)])
    found = {
        layer: tuple(records[item] for item in items if item in records and _may_be_told(records[item], now, trust_min))
        for layer, items in chosen.items()
    }
    return Base(
        until=next_change(records.values(), now),
        overrides=tuple(sorted(found["override"], key=lambda record: (record.created_at, record.item))),
        profiles=found["profile"],
        working=found["memory"],
        summaries=found["summary"],
        pending=pending,
        recaps=tuple(
            (records[item], worth)
            for item, worth in retold.items()
            if item in records and _may_be_told(records[item], now, trust_min)
        ),
    )


def next_change(records: Iterable[Record], now: datetime) -> datetime | None:
    """When the first of these begins or ceases to be so."""
    bounded = [one for one in records if one.valid_from is not None or one.valid_until is not None]
    moments = (moment for one in bounded for moment in (one.valid_from, one.valid_until))
    return min((moment for moment in moments if moment is not None and moment > now), default=None)


def next_expiry(reader: Reader, now: datetime) -> datetime | None:
    """When the first of what is there expires, a turn too."""
    expires_s, moment = math.inf, now.timestamp()
    for space in reader.spaces:
        if not math.isinf(space.columns.expires_first):
            later = space.columns.expires[space.columns.expires > moment]
            expires_s = min(expires_s, float(later.min(initial=math.inf)))
    return None if math.isinf(expires_s) else datetime.fromtimestamp(expires_s, UTC)


def next_too_old(
    reader: Reader, now: datetime, limits: Iterable[Mapping[str, datetime]], *, summary_days: float = 0.0
) -> datetime | None:
    """When the first of what is there is older than it is shown, a turn too. `limits`: of each layer, what was made
    before that is hidden `now`; `summary_days`: for how many days a summary is told."""
    since = [("created", layer, cutoff) for those in limits for layer, cutoff in those.items()]
    if summary_days:
        with suppress(OverflowError):  # before the first day there is: nothing gets too old
            since.append(("since", "summary", now - timedelta(days=summary_days)))
    ends = []
    for name, layer, cutoff in since:
        for space in reader.spaces:
            made = getattr(space.columns, name)[space.columns.layer == LAYERS.index(layer)]
            first = float(made.min(initial=math.inf, where=made >= cutoff.timestamp()))
            if not math.isinf(first):  # at its last moment it is still shown
                ends.append(datetime.fromtimestamp(first, UTC) + (now - cutoff) + timedelta.resolution)
    return min(ends, default=None)


def _retelling(columns: Columns, allowed: NDArray[np.bool_], sessions: Mapping[str, float]) -> dict[int, float]:
    """Items of the summaries of some sessions, with what each session is worth."""
    if not sessions:
        return {}
    found = {}
    for row in np.flatnonzero(allowed & (columns.layer == LAYERS.index("summary"))).tolist():
        code = int(columns.session[row])
        worth = sessions.get(columns.sessions[code]) if code != NOTHING else None
        if worth is not None:
            found[columns.item(row)] = worth
    return found


def _may_be_told(record: Record, now: datetime, trust_min: float) -> bool:
    """What holds no longer is not told, and what does not hold yet with its day; what the user set is, whatever it came
    through. Of a profile each line is trusted as much as the memory it rests on, which is not looked at here."""
    if record.layer == "override":
        return True
    rests = record.layer == "profile" and record.metadata.get("sources")
    return not record.over_by(now) and bool(rests or record.provenance.trust >= trust_min)


def _first(found: list[tuple[float, int]], limit: int, *, by_value: bool) -> list[int]:
    if by_value:
        found = sorted(found, key=lambda pair: -pair[0])
    return [item for _, item in found[:limit]]

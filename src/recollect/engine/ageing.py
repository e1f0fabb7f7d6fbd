"""Ageing: what use makes stronger, what a sweep archives, and the two periodic jobs.

Strength fades when it is read, by a formula; nothing has to run for that. What runs once a day only archives what has
expired, is too old or too weak, and once a week drops what nobody needs: running either again changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from recollect.engine.active import pages
from recollect.engine.again import until_unopposed
from recollect.engine.compaction import Compacting
from recollect.engine.given import GIVEN_KEPT
from recollect.engine.parts import Parts
from recollect.errors import Conflict, InvalidInput, InvalidState, NotFound
from recollect.lifecycle import retention, sweep
from recollect.model.ageing import CAP, REASONS, REINFORCEMENT, Swept
from recollect.model.ageing import Ageing as Aged
from recollect.model.batch import Batch, Boost, Ending
from recollect.model.job import Job
from recollect.model.query import Filter
from recollect.model.record import ARCHIVED, Record
from recollect.model.scope import Scope
from recollect.write import accept

DECAY, PRUNE = "decay", "prune"
"""Kinds of the periodic jobs."""
ARCHIVED_AT_ONCE = 500
BOOST_MAX = 100.0
WAYPOINT_WEIGHT_MIN = 0.05
"""Weaker waypoints are dropped once a week."""
JOBS_KEPT_DAYS = 30

Progress = Callable[[int, int], None]


class Ageing:
    """Reinforcing, sweeping, pruning."""

    def __init__(self, parts: Parts, compacting: Compacting) -> None:
        self._parts = parts
        self._compacting = compacting

    def reinforce(self, scope: Scope, id: str, boost: Any = REINFORCEMENT) -> Record:
        """Add to what is left of a record's strength; no new version."""
        if isinstance(boost, bool) or not isinstance(boost, int | float) or not 0 <= boost <= BOOST_MAX:
            raise InvalidInput(f"boost must be a number from 0 to {BOOST_MAX:g}, not {boost!r}")
        accept.identifier(id)
        until_unopposed(lambda _: self._boost(scope, id, float(boost)))
        return self._held(scope, id)

    def _boost(self, scope: Scope, id: str, boost: float) -> None:
        record, now = self._held(scope, id), self._parts.clock()
        if not record.current:
            raise InvalidState(f"record {id} is {record.status}; only what is current can be reinforced")
        change = Boost(id=record.id, item=record.item, boost=boost, at=now)
        self._parts.store.write(record.scope.own, Batch(boosts=(change,)))

    def _held(self, scope: Scope, id: str) -> Record:
        found = self._parts.store.get(scope, [id])
        if not found:
            raise NotFound(f"there is no record {id!r}: it was deleted or mistyped (`recollect list` shows ids)")
        return found[0]

    # --- the sweep ----------------------------------------------------------------------------------------------

    def sweep(self, scope: Scope, *, everyone: bool, dry_run: bool = False, progress: Progress | None = None) -> Swept:
        """Archive what is over, in small transactions, of one space or of all of the tenant; compact, where that is
        wanted."""
        now, compacted = self._parts.clock(), 0
        counts: Counter[str] = Counter()
        spaces = _spaces(self._parts, scope, everyone=everyone)
        days = self._parts.options.ageing.compact_after_days
        for place, own in enumerate(spaces, start=1):
            above = self._sweep_space(own, now, counts, dry_run=dry_run)
            if days:
                done = self._compacting.compact(own, older_than_days=days, dry_run=dry_run, without=above)
                compacted += done.candidates
            if progress:
                progress(place, len(spaces))
        return Swept(reasons={name: counts[name] for name in REASONS}, dry_run=dry_run, compacted=compacted)

    def _sweep_space(self, own: Scope, now: datetime, counts: Counter[str], *, dry_run: bool) -> frozenset[str]:
        """Adds to `counts`; the ids of what was or would be archived."""
        policy = self._parts.options.ageing
        cutoffs = retention.cutoffs(policy.retention_days, now)
        gone: set[str] = set()
        staying: dict[str | None, list[Aged]] = {}
        for page in pages(self._parts, own, None if policy.by_strength else now, cutoffs):
            doomed = []
            for one in page:
                why = sweep.reason(one, policy, cutoffs, now)
                if why is not None:
                    doomed.append(one)
                    counts[why] += 1
                elif policy.entries_max and one.layer == sweep.ENTRY_LAYER:
                    staying.setdefault(one.agent, []).append(one)
            gone.update(one.id for one in doomed)
            if not dry_run:
                _archive(self._parts, own, doomed, now)
        for entries in staying.values():
            above = sweep.excess(entries, policy.entries_max, now)
            counts[CAP] += len(above)
            gone.update(one.id for one in above)
            if not dry_run:
                _archive(self._parts, own, above, now)
        return frozenset(gone)

    # --- the jobs -----------------------------------------------------------------------------------------------

    def decay(self, job: Job) -> Swept:
        """Every day: sweep the tenant."""
        swept = self.sweep(job.scope, everyone=True)
        result: dict[str, int] = dict(swept.reasons)
        if self._parts.options.ageing.compact_after_days:
            result["compacted"] = swept.compacted
        self._finish(job, result)
        return swept

    def prune(self, job: Job) -> dict[str, int]:
        """Every week: drop weak waypoints, finished jobs, what an upstream gave long ago and, where that is wanted, old
        decisions."""
        now, store = self._parts.clock(), self._parts.store
        kept_days = self._parts.options.ageing.decisions_kept_days
        dropped = {
            "waypoints": store.prune_waypoints(job.scope, WAYPOINT_WEIGHT_MIN, everyone=True),
            "jobs": store.trim_jobs(job.scope, now - timedelta(days=JOBS_KEPT_DAYS)),
            "given": store.trim_given(job.scope, now - GIVEN_KEPT),
            "decisions": store.trim_decisions(job.scope, now - timedelta(days=kept_days)) if kept_days else 0,
        }
        self._finish(job, dropped)
        return dropped

    def _finish(self, job: Job, result: dict[str, int]) -> None:
        self._parts.store.change_job(job.scope, job.done(self._parts.clock(), result))


def in_time(parts: Parts, filter: Filter, now: datetime | None = None) -> Filter:
    """The same without what is older than the retention of its layer; `now`: where it is not what the clock says."""
    days = parts.options.ageing.retention_days
    return replace(filter, cutoffs=retention.cutoffs(days, filter.as_of or now or parts.clock())) if days else filter


def trim(parts: Parts, scope: Scope, agents: Iterable[str | None], written: Iterable[str] = ()) -> None:
    """Archive the weakest of what these agents of a user have above the limit; whatever wrote them ends here.
    `written`: the ids of that, which go after all else that fades."""
    entries_max = parts.options.ageing.entries_max
    if not entries_max:
        return
    now, own = parts.clock(), scope.own
    entries: dict[str | None, list[Aged]] = {agent: [] for agent in agents}
    for page in pages(parts, own, None, {}):
        for one in page:
            if one.layer == sweep.ENTRY_LAYER and one.agent in entries:
                entries[one.agent].append(one)
    for found in entries.values():
        _archive(parts, own, sweep.excess(found, entries_max, now, written=frozenset(written)), now)


def _spaces(parts: Parts, scope: Scope, *, everyone: bool) -> list[Scope]:
    users = parts.store.users(scope) if everyone else [scope.user]
    return [Scope(tenant=scope.tenant, user=user) for user in users]


def _archive(parts: Parts, own: Scope, doomed: Sequence[Aged], now: datetime) -> None:
    """In small transactions. What somebody changes meanwhile stays: the next sweep looks at it again."""
    for start in range(0, len(doomed), ARCHIVED_AT_ONCE):
        endings = tuple(
            Ending(id=one.id, item=one.item, status=ARCHIVED, ended_at=now)
            for one in doomed[start : start + ARCHIVED_AT_ONCE]
        )
        try:
            parts.store.write(own, Batch(endings=endings))
        except Conflict:
            for ending in endings:
                try:
                    parts.store.write(own, Batch(endings=(ending,)))
                except Conflict:
                    continue

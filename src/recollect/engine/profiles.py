"""The profile of a space: one record, made anew after enough memories, and overrides, which only a person changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from recollect.engine.again import until_unopposed
from recollect.engine.ageing import in_time
from recollect.engine.cache import Cache
from recollect.engine.compaction import stood_for, summaries_of
from recollect.engine.contexts.standing import Stamp, earliest
from recollect.engine.llms.layers import LlmLayers
from recollect.engine.parts import Parts
from recollect.engine.written import NOT_ASKED, layer_record, next_version, write_layer
from recollect.errors import LlmUnavailable
from recollect.lifecycle import retention
from recollect.lifecycle.profile import CUT, Built, Section, Telling, build, leaving_out, render, tellings
from recollect.lifecycle.retention import is_shown
from recollect.model.batch import Batch, Ending
from recollect.model.ids import new_id
from recollect.model.job import Job
from recollect.model.layers import PROFILE_JOB, PROFILE_KEY, Profile
from recollect.model.query import Filter, Hits, Query
from recollect.model.record import ARCHIVED, ENDS, Record
from recollect.model.scope import Scope
from recollect.read.context.lines import flat
from recollect.rules import tokens

MEMORIES_MAX = 2_000
"""The newest of a space that a profile is made of."""
OVERRIDES_MAX = 1_000
RULES, LLM = "rules", "llm"
PROFILE = "profile"
SOURCES = "sources"
"""The field of its metadata that names the memories it tells."""
ASKED = {"asked": True}
"""The payload of a job that somebody asked for: what it makes is a version of its own, even if nothing has changed."""
Records = list[Record]


class Profiles:
    """Makes and shows profiles."""

    def __init__(self, parts: Parts, llm: LlmLayers | None = None) -> None:
        self._parts = parts
        self._llm = llm

    def show(self, scope: Scope) -> Profile:
        """Without what is no longer so, even where it has not been made anew yet."""
        current = self.current(scope)
        told = [] if current is None else self.told(scope, [current], Filter())
        return Profile(
            record=told[0] if told else None,
            pending=self._parts.store.contributions(scope),
            overrides=tuple(self.overrides(scope)),
        )

    def told(self, scope: Scope, records: Records, filter: Filter) -> Records:
        """What was listed, with what profiles among it still rightly say."""
        return holding(self._parts, scope, records, filter, self._parts.clock())

    def current(self, scope: Scope) -> Record | None:
        return self._parts.store.find_key(scope, PROFILE_KEY)

    def overrides(self, scope: Scope) -> Records:
        """Of the spaces the scope sees, newest first."""
        wanted = Filter(layers=("override",))
        return self._parts.store.list(scope, wanted, now=self._parts.clock(), limit=OVERRIDES_MAX, offset=0)

    def ask(self, scope: Scope, *, by_hand: bool = False) -> Job:
        """Promise a new profile; the job's id leads to what came of it. `by_hand`: a person wants a new version."""
        now = self._parts.clock()
        payload = ASKED if by_hand else {}
        job = Job(id=new_id(now), kind=PROFILE_JOB, scope=scope.own, payload=payload, run_at=now, created_at=now)
        self._parts.store.write(scope.own, Batch(jobs=(job,)))
        return job

    def handle(self, job: Job) -> Record | None:
        """The job: the profile as memories are now, together with the end of the job."""
        answered: dict[tuple[str, ...], tuple[Built, dict[str, Any]]] = {}
        return until_unopposed(lambda _: self._make(job.scope, job, answered))

    def remake(self, scope: Scope, without: frozenset[str]) -> Record | None:
        """By rules and at once, as if these memories had never been; None: nothing is left to tell."""
        return until_unopposed(lambda _: self._make(scope, None, {}, without))

    def _make(
        self,
        scope: Scope,
        job: Job | None,
        before: dict[tuple[str, ...], tuple[Built, dict[str, Any]]],
        without: frozenset[str] = frozenset(),
    ) -> Record | None:
        """`before`: what was made in tries that somebody else was faster than; a model is not asked twice."""
        now, store = self._parts.clock(), self._parts.store
        stamp, contributions = store.stamp(scope), store.contributions(scope)
        wanted = in_time(self._parts, Filter(layers=("memory",)))
        listed = store.list(scope.own, wanted, now=now, limit=MEMORIES_MAX, offset=0)
        own = [record for record in listed if record.user == scope.user]
        memories = [record for record in stood_for(self._parts, scope.own, own) if record.id not in without]
        fixed = [record.content for record in self.overrides(scope)]
        found = tellings(memories, fixed=fixed, now=now, shared=scope.user is None)
        read = (*(one.record.id for one in found), *fixed)
        if read not in before:
            before[read] = self._built(found, fixed, scope, asking=job is not None)
        built, counts = before[read][0], dict(before[read][1])
        old = self.current(scope)
        counts["contributions"] = contributions
        sources = [one.record for one in found if one.record.id in built.sources]
        asked = job is not None and job.payload == ASKED
        record, endings = self._version(scope, old, built, sources, counts, always=asked)
        finished = None if job is None else job.done(now, counts)
        new = write_layer(self._parts, scope, record, endings, finished, seen=stamp.generation if stamp else 0)
        return old if record is None and not endings else new

    def _version(
        self,
        scope: Scope,
        old: Record | None,
        built: Built,
        sources: Records,
        counts: dict[str, Any],
        *,
        always: bool,
    ) -> tuple[Record | None, tuple[Ending, ...]]:
        """The record to write, if any, and what it ends. The same text after no contribution is no new version, but
        `always` where a person asked for one."""
        now = self._parts.clock()
        if not built.text:
            return None, () if old is None else (Ending(id=old.id, item=old.item, status=ARCHIVED, ended_at=now),)
        if old is not None and old.content == built.text and not counts["contributions"] and not always:
            counts["unchanged"] = True
            return None, ()
        metadata = {"built_by": counts["built_by"], SOURCES: list(built.sources), "lines": list(built.lines)}
        metadata |= {name: counts[name] for name in ("contributions", "fallback") if name in counts}
        record = layer_record(
            built.text, scope=scope.own, layer="profile", key=PROFILE_KEY, metadata=metadata, now=now, sources=sources
        )
        if old is None:
            return record, ()
        record, ending = next_version(old, record, now)
        return record, (ending,)

    def _built(
        self, found: list[Telling], fixed: list[str], scope: Scope, *, asking: bool
    ) -> tuple[Built, dict[str, Any]]:
        tokens_max = self._parts.options.profile_tokens_max
        by_rules = build(found, tokens_max=tokens_max)
        counts: dict[str, Any] = {"built_by": RULES, "memories": len(found)}
        if self._llm is None or not found:
            return by_rules, counts
        if not asking:
            return by_rules, counts | {"fallback": NOT_ASKED}
        shown = sorted(found, key=lambda one: -one.score)
        now = self._parts.clock()
        said = [(one.record.said_at, one.line if one.record.begins_after(now) else one.record.content) for one in shown]
        try:
            sections, told = self._llm.profile(said, fixed, scope, tokens_max=tokens_max)
        except LlmUnavailable as error:
            return by_rules, counts | {"fallback": str(error), "llm": error.told}
        text = self._parts.secrets.mask(render(_fitting(sections, tokens_max)))
        if not text:
            return by_rules, counts | told | {"fallback": "nothing the model wrote is borne out by the memories"}
        sources = tuple(one.record.id for one in shown)
        return Built(text=text, sources=sources), counts | told | {"built_by": LLM}


def still_true(
    parts: Parts,
    scope: Scope,
    profile: Record,
    now: datetime,
    kept: Cache[tuple[Record, ...]] | None = None,
    stamp: Stamp = (),
    *,
    trust_min: float = 0.0,
) -> tuple[Record | None, datetime | None]:
    """The profile without what rests on memories that have ended or changed since it was made, that the labels of the
    scope hide or that are trusted too little; None: nothing is left. And when one of them will end by itself.

    Until the job has made it anew, nobody is told what is not so any more. `kept` holds what its memories were, but for
    their texts, as long as the `stamp` is the same: the `besides_turns` of all spaces that were read before this.
    """
    sources = profile.metadata.get(SOURCES, [])
    key = (profile.item, stamp)
    found = None if kept is None else kept.get(key)
    if found is None:
        read = parts.store.get(profile.scope.own, sources)
        read += _following(parts, profile, read)
        found = _as_said(parts, profile, _standing(parts, profile.scope.own, read))
        if kept is not None:
            kept.put(key, found)
    moments = (moment for one in found for moment in (one.valid_from, one.valid_until, one.expires_at))
    ends = earliest(moments, now)
    cutoffs = retention.cutoffs(parts.options.ageing.retention_days, now)
    holding = {
        record.id
        for record in found
        if record.current
        and is_shown(record, cutoffs, now)
        and (not _since(record, profile) or record.id not in sources)
        and not record.over_by(now)
        and scope.shows(record.scope)
        and record.provenance.trust >= trust_min
    }
    if holding.issuperset(sources):
        return profile, ends
    lines = profile.metadata.get("lines", [])
    if len(lines) != len(sources) or not holding.issubset(sources):
        # which of its lines are meant cannot be told, for a model wrote it, or something took the place of one of them
        return _by_rules(parts, profile, holding, now), ends
    told = list(zip(lines, sources, strict=True))
    text = leaving_out(profile.content, [line for line, id in told if id not in holding])
    left = [(line, id) for line, id in told if id in holding]
    return (_told_by(profile, text, left) if text else None), ends


def _told_by(profile: Record, text: str, told: Iterable[tuple[str, str]]) -> Record:
    """The profile with another text; `told`: its lines with the memory that each rests on."""
    told = list(told)
    resting = {SOURCES: [id for _, id in told], "lines": [line for line, _ in told]}
    return profile.but(content=text, metadata={**profile.metadata, **resting})


def told_whole(profile: Record, shown: str, missing: str) -> list[str]:
    """The memories that a profile tells in full: of one that it cuts, the rest may be what somebody asks for. What a
    model wrote tells of them what it likes, so by their ids nobody knows of one that it tells. `shown` and `missing`:
    the rows of it that got a place, and those that did not."""
    sources, lines = profile.metadata.get(SOURCES, []), profile.metadata.get("lines", [])
    if len(lines) != len(sources):
        return []
    told = zip((flat(line) for line in lines), sources, strict=True)
    return [id for line, id in told if CUT not in line and line in shown and line not in missing]


def holding(parts: Parts, scope: Scope, records: Iterable[Record], filter: Filter, now: datetime) -> Records:
    """The records, profiles among them as `still_true` tells them. Who asks for the past, or for what is over too, gets
    what was written."""
    if filter.as_of is not None or filter.include_expired:
        return list(records)
    told = (
        still_true(parts, scope, record, now)[0] if record.layer == PROFILE and record.current else record
        for record in records
    )
    return [record for record in told if record is not None]


def hits_holding(parts: Parts, query: Query, hits: Hits) -> Hits:
    """The same of what a search found."""
    if all(hit.layer != PROFILE for hit in hits):
        return hits
    left = {one.item: one for one in holding(parts, query.scope, (hit.record for hit in hits), query.filter, query.now)}
    kept = [replace(hit, record=left[hit.record.item]) for hit in hits if hit.record.item in left]
    return Hits(kept, hits.trace, hits.questions)


def _by_rules(parts: Parts, profile: Record, holding: set[str], now: datetime) -> Record | None:
    """What the rules make of the memories that are left."""
    memories = _standing(parts, profile.scope.own, parts.store.get(profile.scope.own, sorted(holding)))
    found = tellings(memories, fixed=(), now=now, shared=profile.user is None)
    built = build(found, tokens_max=parts.options.profile_tokens_max)
    if not built.text:
        return None
    made = _told_by(profile, built.text, zip(built.lines, built.sources, strict=True))
    by_model = profile.metadata.get("built_by") == LLM
    return made.but(metadata={**made.metadata, "built_by": RULES, "fallback": NOT_ASKED}) if by_model else made


def _standing(parts: Parts, own: Scope, read: Records) -> Records:
    """The same, those as active that a summary has taken the place of: it says what they say."""
    hidden = [record.id for record in read if record.status == ARCHIVED]
    told = {one.id: one for one in stood_for(parts, own, summaries_of(parts, own, hidden))} if hidden else {}
    return [told.get(record.id, record) for record in read]


def _following(parts: Parts, profile: Record, read: Records) -> Records:
    """What takes the place of these on a later day, and of that again: it was not so yet when the profile was made."""
    own, found, known = profile.scope.own, list[Record](), {record.id for record in read}
    ending = [record for record in read if record.valid_until is not None]
    while ending:
        edges = parts.store.edges(own, [record.id for record in ending])
        next = {edge.source for edge in edges if edge.kind == ENDS} - known
        known |= next
        ending = parts.store.get(own, sorted(next)) if next else []
        found += ending
    return found


def _as_said(parts: Parts, profile: Record, read: Records) -> tuple[Record, ...]:
    """Memories without their texts. One whose last version only tells how long it holds is as old as the one before."""
    changed = [one.previous_version_id for one in read if one.previous_version_id and _since(one, profile)]
    before = {one.id: one for one in parts.store.get(profile.scope.own, changed)} if changed else {}
    found = []
    for record in read:
        old = before.get(record.previous_version_id or "")
        same = old is not None and old.provenance.content_hash == record.provenance.content_hash
        found.append(
            record.but(content="", metadata={}, updated_at=old.updated_at if old and same else record.updated_at)
        )
    return tuple(found)


def _since(record: Record, profile: Record) -> bool:
    return record.updated_at > profile.updated_at


def _fitting(sections: tuple[Section, ...], tokens_max: int) -> tuple[Section, ...]:
    """Sections in their order, cut where the budget ends."""
    kept: list[Section] = []
    left = tokens_max
    for section in sections:
        lines = []
        for line in section.lines:
            left -= tokens.estimate(line) + 1
            if left >= 0:
                lines.append(line)
        kept.append(replace(section, lines=tuple(lines)))
    return tuple(kept)

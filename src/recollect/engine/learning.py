"""Learning: claims are weighed against what is known and become decisions, in one transaction.

Both ways in end here: `add("text")` at once, a conversation's claims in a job. Reading, embedding and judging happen
before the transaction; it is refused when the space changed meanwhile, and the claims are weighed again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from recollect.engine.again import until_unopposed
from recollect.engine.against import Against
from recollect.engine.ageing import trim
from recollect.engine.comparing import OVERRIDE
from recollect.engine.effects import Draft
from recollect.engine.parts import Parts
from recollect.engine.statements import Statements
from recollect.engine.weighing import Weighing
from recollect.engine.written import next_version
from recollect.lifecycle import retention
from recollect.model.batch import Batch, Decided, Ending, Entries, Place, Written
from recollect.model.decision import OLD, REINFORCED, Decision, OpenConflict
from recollect.model.ids import content_hash, new_id
from recollect.model.job import Job
from recollect.model.record import ARCHIVED, PENDING_REVIEW, Record
from recollect.model.scope import Scope
from recollect.model.vectors import Embedded
from recollect.read.presets import PRESETS
from recollect.write.entries import embedding_texts, entries

ASKED_MAX = 1_000
"""Open questions of a space that an override is held against."""
Placed = tuple[int, Draft]
"""A draft with the place of its vector."""


@dataclass(frozen=True, kw_only=True)
class Learned:
    """What became of drafts."""

    written: Written
    strengthened: tuple[Record, ...] = ()
    decisions: tuple[Decision, ...] = ()
    note: str | None = None

    @property
    def memories(self) -> tuple[Record, ...]:
        """Stored or changed."""
        return (*self.written.records, *self.strengthened)


def _shortened(old: Record, content: str, now: datetime) -> Record:
    provenance = replace(old.provenance, content_hash=content_hash(content))
    return replace(old, content=content, updated_at=now, item=0, provenance=provenance)


class Learning:
    """Turns drafts into decisions."""

    def __init__(self, parts: Parts, follow_up: Callable[[Scope], Job] | None = None) -> None:
        self._parts = parts
        self._follow_up = follow_up
        """The job that should follow what was learned from a conversation."""
        self._statements = Statements(parts.words)

    def learn(self, scope: Scope, drafts: Sequence[Draft], *, finished: Job | None = None) -> Learned:
        """Weigh and commit; with `finished`, the job that these are the effects of ends in the same transaction.

        Nothing is learned from a turn that is deleted before the commit.
        """
        embedded = self._parts.embedding.embed(embedding_texts([draft.record for draft in drafts]), scope)
        placed, opposed = list(enumerate(drafts)), False

        def once(last: bool) -> Learned:
            nonlocal opposed, placed
            if opposed:  # perhaps by a deletion
                placed = self._standing(scope, placed)
            opposed = True
            return self._once(scope, placed, embedded, finished, checked=not last)

        learned = until_unopposed(once)
        for decision in learned.decisions:
            self._parts.gate.count_duplicate(known=decision.action == REINFORCED)
        scope = drafts[0].record.scope
        trim(self._parts, scope, [scope.agent], [record.id for record in learned.memories])
        return learned

    def opposed(
        self, scope: Scope, records: Sequence[Record], embedded: Embedded
    ) -> tuple[tuple[Ending, ...], list[Record], tuple[OpenConflict, ...]]:
        """What overrides among these records contradict is archived with them: hidden, and there for whoever asks. What
        waits for an answer too, and its question is closed.

        Of a memory that says several things only what is contradicted goes: the rest is its next version.
        """
        if not self._parts.options.verification or all(record.layer != OVERRIDE for record in records):
            return (), [], ()
        asked = self._waiting(scope)
        closed: dict[str, OpenConflict] = {}
        now, ended, shortened = self._parts.clock(), dict[int, Ending](), list[Record]()
        options = self._parts.options
        weighing = Against(
            scope, now, self._statements, guards=options.verification_guards, thresholds=options.thresholds
        )
        with self._parts.store.reading(scope, signature=embedded.signature) as reader:
            for place, record in enumerate(records):
                if record.layer == OVERRIDE:
                    vector = None if embedded.rows is None else embedded.rows[place]
                    for old, rest in weighing.opposed(reader, record, vector):
                        if old.item in ended:
                            continue
                        ended[old.item] = Ending(id=old.id, item=old.item, status=ARCHIVED, ended_at=now)
                        if rest:
                            new, ended[old.item] = next_version(old, _shortened(old, rest, now), now)
                            shortened.append(new)
                    waiting = [pending for pending, _ in asked.values() if pending.item not in ended]
                    for old in weighing.turned_down(reader, record, vector, waiting) if waiting else ():
                        # it never held: the time for which it did is empty
                        ended[old.item] = Ending(id=old.id, item=old.item, status=ARCHIVED, ended_at=old.updated_at)
                        closed[old.id] = replace(asked[old.id][1], resolved_at=now, choice=OLD)
        return tuple(ended.values()), shortened, tuple(closed.values())

    def _waiting(self, scope: Scope) -> dict[str, tuple[Record, OpenConflict]]:
        """What of the scope's own space waits for an answer, with the question."""
        store, own = self._parts.store, scope.own
        found = store.conflicts(own, everyone=False, resolved=False, limit=ASKED_MAX)
        asked = {one.new_id: one for one in found if one.scope.own == own}
        pending = store.get(own, list(asked)) if asked else []
        return {one.id: (one, asked[one.id]) for one in pending if one.status == PENDING_REVIEW}

    def signals(self, scope: Scope, *, always: bool = False) -> tuple[Job, ...]:
        """What should follow a write: after a conversation always, after a text where ranking follows waypoints.

        For a text alone it would cost more than it brings: whoever reads the graph takes in what is new.
        """
        if self._follow_up is None or not (always or PRESETS[self._parts.options.preset].waypoints):
            return ()
        return (self._follow_up(scope),)

    def _standing(self, scope: Scope, drafts: Sequence[Placed]) -> list[Placed]:
        """Those whose source is still there."""
        sources = list({draft.source for _, draft in drafts if draft.source is not None})
        there = {record.id for record in self._parts.store.get(scope, sources)}
        return [(place, draft) for place, draft in drafts if draft.source is None or draft.source in there]

    def _once(
        self, scope: Scope, drafts: Sequence[Placed], embedded: Embedded, finished: Job | None, *, checked: bool
    ) -> Learned:
        now, store = self._parts.clock(), self._parts.store
        stamp = store.stamp(scope)
        cutoffs = retention.cutoffs(self._parts.options.ageing.retention_days, now)
        guards, thresholds = self._parts.options.verification_guards, self._parts.options.thresholds
        weighing = Weighing(
            scope,
            now,
            self._statements,
            guards=guards,
            thresholds=thresholds,
            cutoffs=cutoffs,
        )
        keys = {draft.record.key for _, draft in drafts} - {None}
        held = {key: store.find_key(scope, key) for key in keys if key is not None}
        with store.reading(scope, signature=embedded.signature) as reader:
            for place, draft in drafts:
                vector = None if embedded.rows is None else embedded.rows[place]
                if draft.record.key is None:
                    weighing.weigh(reader, draft, vector)
                else:
                    weighing.keep(draft, held[draft.record.key], vector)
                    held[draft.record.key] = held[draft.record.key] or draft.record
        made, lacking = self._entries(weighing, embedded, scope), None
        if made is not None:
            made, lacking = self._parts.sectors.completed(made, scope)
        written = store.write(
            scope,
            Batch(
                entries=made,
                endings=tuple(weighing.endings.values()),
                places=tuple(
                    Place(item=item, version=one.version, previous_version_id=one.previous_version_id)
                    for item, one in weighing.placed.items()
                ),
                edges=tuple(weighing.edges),
                told=tuple(weighing.told),
                strengths=tuple(weighing.strengths.values()),
                conflicts=tuple(weighing.conflicts),
                decided=tuple(
                    Decided(
                        id=new_id(now) if finished is None else f"{finished.id}:{place:04}",
                        decision=decision,
                        at=now,
                        job=None if finished is None else finished.id,
                    )
                    for place, decision in enumerate(weighing.decisions)
                ),
                signature=embedded.signature,
                milestone=self._parts.milestone(scope, now),
                seen=(stamp.generation if stamp else 0) if checked else None,
                sources=tuple({draft.source: None for _, draft in drafts if draft.source is not None}),
                signals=self.signals(scope, always=finished is not None),
                finished=finished,
            ),
        )
        return Learned(
            written=self._parts.heed(written),
            strengthened=tuple(weighing.strengthened),
            decisions=tuple(weighing.decisions),
            note="; ".join(note for note in (embedded.reason or lacking, *weighing.notes) if note) or None,
        )

    def _entries(self, weighing: Weighing, embedded: Embedded, scope: Scope) -> Entries | None:
        """The records as they will be stored; a merged text needs a vector of its own."""
        if not weighing.records:
            return None
        if embedded.rows is None:
            return entries(weighing.records, None)
        import numpy as np

        rows = list(weighing.vectors)
        missing = [place for place, row in enumerate(rows) if row is None]
        if missing:
            made = self._parts.embedding.embed(embedding_texts([weighing.records[place] for place in missing]), scope)
            if made.rows is None or made.signature != embedded.signature:
                return entries(weighing.records, None)
            for place, row in zip(missing, made.rows, strict=True):
                rows[place] = row
        return entries(weighing.records, np.stack([row for row in rows if row is not None]))

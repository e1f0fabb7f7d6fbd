"""Weighing drafts one after the other: each is compared with what is known and with the ones before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from recollect.contracts.store import Reader
from recollect.engine.effects import Draft, Effects
from recollect.engine.statements import Statements
from recollect.lifecycle.compact import is_summary
from recollect.lifecycle.retention import is_shown
from recollect.model.decision import (
    ADDED,
    CLARIFY,
    KEPT_BOTH,
    MERGED,
    REFUSED,
    REINFORCED,
    REPLACED,
    REVIEW,
)
from recollect.model.ids import new_id
from recollect.model.record import ACTIVE, CORRECTION, ENDS, PENDING_REVIEW, Record
from recollect.model.scope import Scope
from recollect.rules import indexing
from recollect.rules.similarity import jaccard, word_set
from recollect.write.gate import normalised
from recollect.write.known import Known, Surroundings, surroundings
from recollect.write.resolve import (
    WEIGHED_DOWN,
    Outcome,
    against_override,
    in_turn,
    is_statement,
    may_be_meant,
    of_one_call,
    one_voice,
    other_value,
    put_right,
    settle,
    two_days,
    two_periods,
    with_details,
)
from recollect.write.verify.background import Background
from recollect.write.verify.choose import CHANGES, choose
from recollect.write.verify.dated import took_place
from recollect.write.verify.fixed import excludes
from recollect.write.verify.judge import DUPLICATE, SUPERSEDE, Verdict
from recollect.write.verify.literal import DEDUP, SEMANTIC, literally
from recollect.write.verify.slots import slot_terms
from recollect.write.verify.statement import says_enough

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SAME_COSINE = 0.8
FEW = 1
"""A text given beside so few memories is about the same more often than not; a change needs no further proof."""
OVERRIDE = "override"
EVENT = "event"
JOINED = "; "
"""Between the statements of a merged memory."""
_SAME_TEXT = Verdict(label="duplicate", reason="the same text is known already", certainty=1.0, guard="same text")
_NOTHING = Verdict(label="unrelated", reason="nothing known is related", certainty=1.0, guard="nothing shared")


class Weighing(Effects):
    """Decides what becomes of drafts."""

    def __init__(
        self,
        scope: Scope,
        now: datetime,
        statements: Statements,
        *,
        guards: bool,
        thresholds: tuple[float, float] = (DEDUP, SEMANTIC),
        cutoffs: Mapping[str, datetime] | None = None,
    ) -> None:
        """`thresholds`: above which word overlap and similarity a statement repeats, when there are no guards."""
        super().__init__(scope, now)
        self._statements = statements
        self._guards = guards
        self._dedup, self._semantic = thresholds
        self._cutoffs = cutoffs or {}

    def weigh(self, reader: Reader, draft: Draft, vector: NDArray[np.float32] | None) -> None:
        """Decide about one draft."""
        new = draft.record
        around = self._known(reader, new, vector)
        apart = [near for near in around.near if not near.record.scope.covers(new.scope)]
        around = replace(around, near=[near for near in around.near if near.record.scope.covers(new.scope)])
        told = draft.source is not None
        fixed = [near for near in around.near if near.record.layer == OVERRIDE]
        if fixed:
            held, old = self._held(new, replace(around, near=fixed))
            if held is not None:
                self._apply(draft, old, held, vector)
                return
            around = replace(around, near=[near for near in around.near if near.record.layer != OVERRIDE])
        others, reason = self._in_turn(new, around, told=told)
        around = replace(around, near=[near for near in around.near if near.record not in others])
        known = [near.record for near in around.near]
        taken_back = put_right(new, known, draft.instead_of) or other_value(new, known, draft.field)
        old, verdict, outcome = taken_back or self._settled(new, around, told=told)
        if others and outcome.action == ADDED:
            old, outcome = others[0], Outcome(action=KEPT_BOTH, reason=reason)
        elif old is not None and outcome.in_turn and not new.begins_after(self._now) and new.scope.covers(old.scope):
            outcome = Outcome(action=REPLACED, reason=f"it will not be so: {verdict.reason}")
        elif old is not None and new.begins_after(self._now) and (outcome.in_turn or outcome.action == REPLACED):
            others += [old] if outcome.in_turn else self._until(old, [near.record for near in around.near])
        elif old is not None and outcome.action == REPLACED and verdict.label == DUPLICATE:
            self._begun(new, old, around, told=told)
        if apart and outcome.action in (ADDED, KEPT_BOTH):
            old, outcome = self._changing(new, replace(around, near=apart), told=told) or (old, outcome)
        if old is not None and not old.item:
            outcome = of_one_call(outcome, old, new)
        elif told and old is not None and outcome.earlier and self._replaces(old, new, around) is not None:
            late = self._late(reader, draft, old, outcome)
            if late is None:
                return
            draft, outcome = late
        if old is not None and outcome.action in (CLARIFY, REVIEW) and self._asked_already(reader, draft, old, around):
            return
        self._apply(draft, old, outcome, vector, others, repeating=verdict.label == DUPLICATE)

    def _settled(self, new: Record, around: Surroundings, *, told: bool) -> tuple[Record | None, Verdict, Outcome]:
        """The known one that is meant and what follows. Where that one is not to be touched, the rest is asked as if it
        were not there, or a repetition would be stored again and again."""
        old, verdict, says_so = self._judge(new, around, told=told)
        outcome = settle(new, old, verdict, says_so=says_so)
        if old is None:
            return old, verdict, outcome
        outcome = outcome if told else with_details(outcome, old, new)
        if outcome.action == REPLACED and (shared := _shared_too(old, around)) is not None:
            reviewed = settle(new, shared, verdict, says_so=says_so)
            return (shared, verdict, reviewed) if reviewed.action == REVIEW else (old, verdict, outcome)
        if outcome.untouched:
            rest = [near for near in around.near if may_be_meant(near.record, new, instead_of=old)]
            found = self._settled(new, replace(around, near=rest), told=told)
            return (old, verdict, outcome) if found[-1].action == ADDED else found
        return old, verdict, outcome

    def _begun(self, new: Record, coming: Record, around: Surroundings, *, told: bool) -> None:
        """What was to begin later is so already: what would have held until then is over."""
        if coming.begins_after(self._now) and not new.begins_after(self._now):
            rest = replace(around, near=[near for near in around.near if near.record.id != coming.id])
            old, verdict, says_so = self._judge(new, rest, told=told)
            if old is not None and settle(new, old, verdict, says_so=says_so).action == REPLACED:
                self.edges.append(self._edge(new.id, old.id, ENDS))

    def _in_turn(self, new: Record, around: Surroundings, *, told: bool) -> tuple[list[Record], str]:
        """The known ones that hold until the new one begins, or begin when it is over; and why. Each is asked alone."""
        found, reason = [], ""
        for near in around.near:
            old = near.record
            if not in_turn(old, new) or two_periods(old, new):
                continue
            if not new.begins_after(self._now) and not self._still_to_come(old, new):
                continue
            _, verdict, says_so = self._compare(new, replace(around, near=[near]), told=told)
            outcome = settle(new, old, verdict, says_so=says_so)
            if outcome.in_turn:
                found.append(old)
                reason = reason or outcome.reason
        return found, reason

    def _changing(self, new: Record, apart: Surroundings, *, told: bool) -> tuple[Record, Outcome] | None:
        """What is known under a label that not everybody asks under who is shown the new one, and is so no more. It is
        no repetition, for the others do not know it, and one text for both would show it to them."""
        known = [near for near in apart.near if new.scope.covers(near.record.scope) and near.record.layer != OVERRIDE]
        apart = replace(apart, near=known)
        old, verdict, says_so = self._judge(new, apart, told=told)
        outcome = settle(new, old, verdict, says_so=says_so)
        return (old, outcome) if old is not None and outcome.action == REPLACED else None

    def _held(self, new: Record, fixed: Surroundings) -> tuple[Outcome | None, Record | None]:
        """Whether an override stands against a claim or says it already. Each is asked by itself, so that none hides
        another; both need proof, for what is turned away is lost."""
        for near in fixed.near:
            verdict = self._excluded(near.record, new, fixed.background)
            if verdict is not None:
                return against_override(near.record, verdict), near.record
        for near in fixed.near:
            old, verdict, _ = self._judge(new, replace(fixed, near=[near]), told=True)
            if verdict.label == DUPLICATE:
                return against_override(old, verdict), old
        return None, None

    def _asked_already(self, reader: Reader, draft: Draft, old: Record, around: Surroundings) -> bool:
        """Whether the same is waiting for an answer: then it grows stronger, and nobody is asked twice."""
        waiting = {record.id: record for record in self.records}
        here = [(one, waiting[one.new_id]) for one in self.conflicts if one.old_id == old.id]
        for conflict, pending in here + reader.contested(old.id):
            if pending.user != draft.record.user or not pending.scope.covers(draft.record.scope):
                continue
            near = [Known(record=pending, cosine=None)]
            if self._judge(draft.record, replace(around, near=near), told=True)[1].label == DUPLICATE:
                reason = f"the same is being asked about already: {conflict.reason}"
                self._reinforce(draft, pending)
                again = Outcome(action=REINFORCED, reason=reason)
                self._decide(REINFORCED, pending.id, old, again, draft.record, conflict.id)
                return True
        return False

    def replaced_by(self, reader: Reader, old: Record, vector: NDArray[np.float32] | None) -> tuple[Record, str] | None:
        """The memory that was said after one that comes back and would have taken its place, and why."""
        around = self._known(reader, old, vector)
        for near in around.near:
            later = near.record
            if later.layer != old.layer or later.user != old.user or later.said_at <= old.said_at:
                continue
            if not later.scope.covers(old.scope):
                continue
            if (reason := self._replaces(later, old, around)) is not None:
                return later, reason
        return None

    def _replaces(self, later: Record, old: Record, around: Surroundings) -> str | None:
        """Why a known one would have taken the place of an older one that was learned in time; None: it would not."""
        cosine = next((near.cosine for near in around.near if near.record.id == later.id), None)
        known = replace(around, near=[Known(record=old, cosine=cosine)])
        _, verdict, says_so = self._judge(later, known, told=later.provenance.reference is not None)
        replaces = settle(later, old, verdict, says_so=says_so).action == REPLACED and verdict.label == SUPERSEDE
        return verdict.reason if replaces and later.layer == old.layer else None

    def _excluded(self, old: Record, new: Record, background: Background) -> Verdict | None:
        """The verdict, when one of two statements is certainly not true while the other is."""
        if not (is_statement(old.content) and is_statement(new.content) and one_voice(old, new)):
            return None
        overlap = jaccard(word_set(old.content), word_set(new.content))
        if not self._guards:
            _, verdict = self._literally(new, [Known(record=old, cosine=None)], [overlap])
            return verdict if verdict.label == SUPERSEDE else None
        speaker = new.speaker or old.speaker  # whoever speaks is meant by "I" and by the name
        (other, other_vector), (statement, vector) = (
            self._statements.read(record.content, record.kind, speaker) for record in (old, new)
        )
        if not (says_enough(other) and says_enough(statement)):
            return None
        cosine = None if vector is None or other_vector is None else float(vector @ other_vector)
        return excludes(other, statement, cosine=cosine, jaccard=overlap, background=background)

    def _known(self, reader: Reader, new: Record, vector: NDArray[np.float32] | None) -> Surroundings:
        """What is stored and still stands, and what this batch stores. A compaction's summary says many things: none of
        them repeats it or takes its place."""
        terms = indexing.index(new.content, speaker=new.speaker, occurred_at=None, key=None).terms
        slot: tuple[str, ...] = ()
        stated = is_statement(new.content)
        if self._guards and stated:
            slot = slot_terms(self._statements.read(new.content, new.kind, new.speaker)[0])
        around = surroundings(reader, new.scope, terms, vector, slot, same=not stated)
        stored = [
            replace(near, record=self.placed.get(near.record.item, near.record)) if self.placed else near
            for near in around.near
            if near.record.item not in self.endings
            and not is_summary(near.record)
            and is_shown(near.record, self._cutoffs, self._now)
        ]
        fresh = []
        for record, other in zip(self.records, self.vectors, strict=True):
            if record.status == ACTIVE:
                cosine = None if vector is None or other is None else float(vector @ other)
                fresh.append(Known(record=record, cosine=cosine))
        return replace(around, near=stored + fresh)

    def _judge(self, new: Record, around: Surroundings, *, told: bool) -> tuple[Record | None, Verdict, bool]:
        """The known memory that is meant, how the two relate, and whether the new one says that something changed.

        `told`: it was drawn from a conversation, where people come back to their subjects without changing anything.
        """
        near = [near for near in around.near if not self._other_time(near.record, new, told=told)]
        return self._compare(new, replace(around, near=near), told=told)

    def _compare(self, new: Record, around: Surroundings, *, told: bool) -> tuple[Record | None, Verdict, bool]:
        """The same, whenever each of them was true."""
        known = around.near
        for near in known:
            if self._same_text(near, new):
                return near.record, _SAME_TEXT, False
        known = [near for near in known if is_statement(near.record.content) and one_voice(near.record, new)]
        if not is_statement(new.content) or not known:
            return None, _NOTHING, False
        words = word_set(new.content)
        overlaps = [jaccard(words, word_set(near.record.content)) for near in known]
        if not self._guards:
            return *self._literally(new, known, overlaps), True
        statement, vector = self._statements.read(new.content, new.kind, new.speaker)
        if not says_enough(statement):
            return None, _NOTHING, False
        weighed, candidates = [], []
        for near, overlap in zip(known, overlaps, strict=True):
            other, other_vector = self._statements.read(near.record.content, near.record.kind, near.record.speaker)
            if says_enough(other):
                cosine = None if vector is None or other_vector is None else float(vector @ other_vector)
                weighed.append(near.record)
                candidates.append((other, cosine, overlap))
        proof = told or around.background.count > FEW
        background = replace(around.background, told=told) if proof else None
        place, verdict = choose(statement, candidates, background)
        return None if place is None else weighed[place], verdict, bool(statement.cues & CHANGES)

    def _other_time(self, old: Record, new: Record, *, told: bool) -> bool:
        """Whether the two were true at different times, or are events that took place on different days, however alike
        they are told. The latter not of a conversation, whose day is that on which it was told."""
        if self._guards and (two_periods(old, new) or self._still_to_come(old, new)):
            return True
        if told or not self._guards or not old.kind == new.kind == EVENT or not two_days(old, new):
            return False
        return all(took_place(self._statements.read(one.content, one.kind, one.speaker)[0]) for one in (old, new))

    def _still_to_come(self, old: Record, new: Record) -> bool:
        """What will be so is not changed by what is so until then, unless it is taken back."""
        if (
            not old.begins_after(self._now)
            or new.begins_after(self._now)
            or normalised(old.content) == normalised(new.content)
        ):
            return False
        statement = self._statements.read(new.content, new.kind, new.speaker)[0]
        return new.kind != CORRECTION and not statement.negated and statement.cues.isdisjoint(CHANGES)

    def _same_text(self, near: Known, new: Record) -> bool:
        """Up to letter case, spaces and punctuation; texts with different vectors are not even compared."""
        if near.cosine is not None and near.cosine < SAME_COSINE:
            return False
        return normalised(near.record.content) == normalised(new.content)

    def _literally(self, new: Record, known: list[Known], overlaps: list[float]) -> tuple[Record | None, Verdict]:
        """Two numbers alone decide, as in Osaurus."""
        candidates = [
            (overlap, near.cosine, near.record.kind == new.kind) for near, overlap in zip(known, overlaps, strict=True)
        ]
        place, verdict = literally(candidates, dedup=self._dedup, semantic=self._semantic)
        return None if place is None else known[place].record, verdict

    def _apply(
        self,
        draft: Draft,
        old: Record | None,
        outcome: Outcome,
        vector: NDArray[np.float32] | None,
        in_turn: Sequence[Record] = (),
        *,
        repeating: bool = False,
    ) -> None:
        new, action = draft.record, outcome.action
        conflict_id = None
        if outcome.weaken_new:
            new = replace(new, strength=new.strength * WEIGHED_DOWN)
        if outcome.weaken_old and old is not None:
            self._strengthen(old, old.strength_now(self._now) * WEIGHED_DOWN)
        if action == REFUSED:
            self._decide(action, None, old, outcome, new)
            return
        if action == REINFORCED and old is not None:
            if old.layer == OVERRIDE:
                self.strengthened.append(old)
            elif draft.source is not None or not old.item or not self._complete(old, new):
                self._reinforce(draft, old)
            self._decide(action, old.id, old, outcome, new)
            return
        if action in (REPLACED, MERGED) and old is not None:
            new, vector = self._follow(old, new, vector, merging=action == MERGED, repeating=repeating)
        if action in (CLARIFY, REVIEW) and old is not None:
            new = replace(new, status=PENDING_REVIEW)
            conflict_id = new_id(self._now)
            self.conflicts.append(self._open(conflict_id, new, old, outcome))
        self.records.append(new)
        self.vectors.append(vector)
        self._link(new.id, draft.source)
        self._keep(draft, new.id, old.item if action == MERGED and old is not None else None)
        for other in in_turn:
            self._follow_each_other(new, other)
        self._decide(action, new.id, old, outcome, new, conflict_id)


def _shared_too(own: Record, around: Surroundings) -> Record | None:
    """What the whole tenant holds true in the words of a user's own memory."""
    text = normalised(own.content)
    others = (near.record for near in around.near if near.record.user != own.user)
    return next((record for record in others if normalised(record.content) == text), None)

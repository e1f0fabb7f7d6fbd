"""Weighing drafts one after the other: each is compared with what is known and with the ones before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from recollect.contracts.store import Reader
from recollect.engine.comparing import OVERRIDE, Comparing
from recollect.engine.effects import Draft
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
from recollect.model.record import ENDS, PENDING_REVIEW, PLANNED, Record
from recollect.rules.lexicon.change import PARTING
from recollect.write.gate import normalised
from recollect.write.known import Known, Surroundings
from recollect.write.resolve import (
    WEIGHED_DOWN,
    Outcome,
    against_override,
    in_turn,
    may_be_meant,
    of_one_call,
    one_breath,
    other_value,
    put_right,
    settle,
    two_periods,
    with_details,
)
from recollect.write.verify.judge import DUPLICATE, SUPERSEDE, Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OVER_TOO_MAX = 4
"""Memories that end beside the one whose place is taken."""
PLAIN = frozenset(("slot", "ended"))
"""Guards of another value of the same, or of its end."""
ONE_VALUE = frozenset(("home", "work"))
TIE = "tie"
JOINED = "; "
"""Between the statements of a merged memory."""
Replaced = tuple[Record, Verdict, Outcome]
"""A known one whose place is taken, how the two relate and what follows."""


class Weighing(Comparing):
    """Decides what becomes of drafts."""

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
        over: list[Record] = []
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
        elif old is not None and outcome.action == REPLACED:
            plan = old if old.kind == PLANNED else None
            old, verdict, outcome, over = self._over_too(new, (old, verdict, outcome), around, told=told)
            if plan in over and (placed := self._carried_out(reader, plan, old)) is not None:
                old, over = placed, [one for one in over if one is not plan]
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
        self.edges += [self._edge(new.id, other.id, ENDS) for other in over]
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

    def _over_too(
        self, new: Record, taken: Replaced, around: Surroundings, *, told: bool
    ) -> tuple[Record, Verdict, Outcome, list[Record]]:
        """What is over beside the one whose place is taken: what held until a plan came true, a home or a tie that was
        told of more than once. Each is asked without those before it. Of a plan and a home the home is followed."""
        old = taken[0]
        begun = taken[1].label == DUPLICATE and old.begins_after(self._now) and not new.begins_after(self._now)
        home = self._value(new)
        found = [taken]
        while len(found) <= OVER_TOO_MAX and (begun or (home is not None and not new.begins_after(self._now))):
            known = {one.id for one, _, _ in found}
            rest = replace(around, near=[near for near in around.near if near.record.id not in known])
            other, verdict, says_so = self._judge(new, rest, told=told)
            outcome = settle(new, other, verdict, says_so=says_so)
            plain = begun or (verdict.label == SUPERSEDE and verdict.guard in PLAIN)
            if other is None or outcome.action != REPLACED or not plain or (not other.item and one_breath(other, new)):
                break
            found.append((other, verdict, outcome))
        first = next((one for one in found if one[0].kind != PLANNED and self._value(one[0]) == home), taken)
        return *first, [one[0] for one in found if one is not first]

    def _value(self, record: Record) -> str | None:
        """Of what there is one at a time it gives a value or tells the end; None: of nothing that is told so often."""
        statement = self._statements.read(record.content, record.kind, record.speaker)[0]
        if statement.attribute.name in ONE_VALUE:
            return statement.attribute.name
        return None if statement.forms.isdisjoint(PARTING) else TIE

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

"""Comparing a draft with what is known: what lies near it, which one is meant, and how the two relate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from recollect.contracts.store import Reader
from recollect.engine.effects import Effects
from recollect.engine.statements import Statements
from recollect.lifecycle.compact import is_summary
from recollect.lifecycle.retention import is_shown
from recollect.model.record import ACTIVE, CORRECTION, Record
from recollect.model.scope import Scope
from recollect.rules import indexing
from recollect.rules.similarity import jaccard, word_set
from recollect.write.gate import normalised
from recollect.write.known import Known, Surroundings, surroundings
from recollect.write.resolve import is_statement, one_voice, two_days, two_periods
from recollect.write.verify.background import Background
from recollect.write.verify.choose import CHANGES, choose
from recollect.write.verify.dated import took_place
from recollect.write.verify.fixed import excludes
from recollect.write.verify.judge import SUPERSEDE, Verdict
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
_SAME_TEXT = Verdict(label="duplicate", reason="the same text is known already", certainty=1.0, guard="same text")
_NOTHING = Verdict(label="unrelated", reason="nothing known is related", certainty=1.0, guard="nothing shared")


class Comparing(Effects):
    """Reads and judges; what follows from it is decided in `weighing`."""

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

"""Which one of several known statements a new one is about: at most one is changed, the others are left alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from recollect.write.verify.background import Background
from recollect.write.verify.evidence import ALONE, proven, unspoken
from recollect.write.verify.jobless import is_over, out_of_work
from recollect.write.verify.judge import JOBLESS, KEEP_BOTH, PARTED, SUPERSEDE, UNRELATED, Verdict, judge
from recollect.write.verify.parting import broke_up
from recollect.write.verify.sides import other_side
from recollect.write.verify.statement import Statement

CANDIDATES_MAX: Final = 200
ODDS_PER_OTHER: Final = 0.1
"""Odds of being related that a statement needs for each other candidate: of many, a few look alike by chance. Worked:
among 11 it needs 1 : 1, a probability of 0.5."""
ODDS_ALONE: Final = 0.25
"""Odds that it needs in any case. Of labelled pairs none needs less; of statements that share a word by chance, two
thirds of those that would be changed have less."""
UNTOLD_MIN: Final = 0.4
"""How sure a change must be that no word of the new statement tells."""
CHANGES: Final = frozenset(("update", "end", "correction", "done"))
"""Cues with which a statement itself says that it changes what was."""
_BY_VALUE: Final = frozenset(("slot", "value", "detail"))
"""Guards that see another value of one attribute, or more of it."""
Candidate = tuple[Statement, float | None, float]
"""A known statement with its cosine and Jaccard figure against the new one."""


def choose(
    new: Statement, candidates: Sequence[Candidate], background: Background | None = None
) -> tuple[int | None, Verdict]:
    """The index of the one that is superseded, repeated or extended, with the verdict; None when all stay.

    When several would be changed, the one that shares most with the new statement is meant. With a `background` a
    change also needs proof that stands out from it.
    """
    best: tuple[float, int, Verdict] | None = None
    kept: Verdict | None = None
    needed = max(ODDS_ALONE, ODDS_PER_OTHER * (len(candidates) - 1))
    jobs = sum(out_of_work(old, new) for old, _, _ in candidates[:CANDIDATES_MAX]) if is_over(new) else 0
    ties = sum(broke_up(old, new) for old, _, _ in candidates[:CANDIDATES_MAX])
    for index, (old, cosine, jaccard) in enumerate(candidates[:CANDIDATES_MAX]):
        verdict = judge(old, new, cosine=cosine, jaccard=jaccard)
        if verdict.label in (UNRELATED, KEEP_BOTH) or verdict.related < needed * (1 - verdict.related):
            if verdict.label == KEEP_BOTH and (kept is None or verdict.touches > kept.touches):
                kept = verdict
            continue
        if (verdict.guard == JOBLESS and jobs > 1) or (verdict.guard == PARTED and ties > 1):
            kept = kept or _unproven(verdict)
            continue
        if verdict.label == SUPERSEDE and verdict.certainty < UNTOLD_MIN and new.cues.isdisjoint(CHANGES):
            kept = kept or _unproven(verdict)
            continue
        if verdict.guard in _BY_VALUE and other_side(old, new):
            kept = kept or _unproven(verdict)
            continue
        against = background or (ALONE if verdict.as_of_anybody else None)
        if against is not None:
            borne_out = proven(old, new, verdict, cosine, against, next_cosine=_best_of_others(candidates, index))
            if borne_out is None:
                kept = kept or _unproven(verdict)
                continue
            verdict = borne_out
        elif unspoken(old, new, verdict):
            kept = kept or _unproven(verdict)
            continue
        score = verdict.touches + verdict.related + (cosine or 0.0) + jaccard
        if best is None or score > best[0]:
            best = (score, index, verdict)
    if best is not None:
        return best[1], best[2]
    return None, kept or Verdict(
        label=UNRELATED, reason="nothing known speaks of this", certainty=1.0, guard="nothing shared"
    )


def _best_of_others(candidates: Sequence[Candidate], index: int) -> float:
    return max((cosine or 0.0 for place, (_, cosine, _) in enumerate(candidates) if place != index), default=0.0)


def _unproven(verdict: Verdict) -> Verdict:
    return replace(
        verdict, label=KEEP_BOTH, reason="too little in common to change what is known", guard="unproven", touches=0.5
    )

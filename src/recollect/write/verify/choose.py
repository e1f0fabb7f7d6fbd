"""Which one of several known statements a new one is about: at most one is changed, the others are left alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from recollect.write.verify.judge import KEEP_BOTH, UNRELATED, Verdict, judge
from recollect.write.verify.statement import Statement

CANDIDATES_MAX: Final = 200
Candidate = tuple[Statement, float | None, float]
"""A known statement with its cosine and Jaccard figure against the new one."""


def choose(new: Statement, candidates: Sequence[Candidate]) -> tuple[int | None, Verdict]:
    """The index of the one that is superseded, repeated or extended, with the verdict; None when all stay.

    When several would be changed, the one that shares most with the new statement is meant.
    """
    best: tuple[float, int, Verdict] | None = None
    kept: Verdict | None = None
    for index, (old, cosine, jaccard) in enumerate(candidates[:CANDIDATES_MAX]):
        verdict = judge(old, new, cosine=cosine, jaccard=jaccard)
        if verdict.label in (UNRELATED, KEEP_BOTH):
            if verdict.label == KEEP_BOTH and (kept is None or verdict.touches > kept.touches):
                kept = verdict
            continue
        score = verdict.touches + (cosine or 0.0) + jaccard
        if best is None or score > best[0]:
            best = (score, index, verdict)
    if best is not None:
        return best[1], best[2]
    return None, kept or Verdict(
        label=UNRELATED, reason="nothing known speaks of this", certainty=1.0, guard="nothing shared"
    )

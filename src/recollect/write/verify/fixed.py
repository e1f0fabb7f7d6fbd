"""Whether a claim and what a person fixed exclude each other, so surely that the claim may be turned away.

What is turned away is lost, so the judge's word alone is not enough: it takes an explicit denial, another state, or
another value of something that has one value at a time, of the same subject. Pure.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Final

from recollect.write.verify.align import align
from recollect.write.verify.background import Background
from recollect.write.verify.compare import compare
from recollect.write.verify.evidence import proven
from recollect.write.verify.frame import Signals
from recollect.write.verify.judge import SUPERSEDE, Verdict, judge
from recollect.write.verify.replacing import really_gives
from recollect.write.verify.statement import Statement

_NAMED: Final = frozenset(("home", "work", "name"))
"""What has one value at a time, called by its name."""
_EMPLOYED: Final = frozenset(("work", "job"))
_NOT_NOW: Final = frozenset(("past", "wish", "hedge"))
"""What was, is wished or guessed excludes nothing that is."""
_STATE: Final = "state"


def excludes(
    old: Statement, new: Statement, *, cosine: float | None, jaccard: float, background: Background
) -> Verdict | None:
    """The judge's verdict that the later statement takes the place of the earlier one, where that is proven."""
    verdict = judge(old, new, cosine=cosine, jaccard=jaccard)
    if verdict.label != SUPERSEDE or (old.cues | new.cues) & _NOT_NOW:
        return None
    signals = compare(old, new, cosine=cosine, jaccard=jaccard, alignment=align(old, new)).signals
    if old.subject.key == new.subject.key and _other_value(old, new, verdict, signals):
        return verdict
    borne_out = proven(old, new, verdict, cosine, replace(background, told=True))
    return borne_out if borne_out is not None and borne_out.label == SUPERSEDE else None


def _other_value(old: Statement, new: Statement, verdict: Verdict, signals: Signals) -> bool:
    if verdict.guard == _STATE:
        return True
    if not signals["name_for_name"]:
        return False
    names = {old.attribute.name, new.attribute.name}
    if names <= _EMPLOYED and really_gives(old, "work") and really_gives(new, "work"):
        return True
    if signals["same_single"] and names <= _NAMED:
        return all(really_gives(side, side.attribute.name) for side in (old, new))
    return old.subject.key[0] == "thing" and _built_alike(old, new)


def _built_alike(old: Statement, new: Statement) -> bool:
    """Word for word the same but for the last word: "the office is in Lisbon", "the office is in Porto"."""
    pairs = list(itertools.zip_longest(old.frame, new.frame))
    return len(pairs) > 1 and all(one == other for one, other in pairs[:-1])

"""Whether a claim and what a person fixed exclude each other, so surely that the claim may be turned away.

What is turned away is lost, so the judge's word alone is not enough: it takes an explicit denial, another state, or
another value of something that has one value at a time, of the same subject. Pure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from recollect.rules.lexicon.subjects import ADVERBS
from recollect.rules.similarity import jaccard as jaccard_of
from recollect.rules.similarity import word_set
from recollect.write.extract.sentences import sentences
from recollect.write.verify.align import align
from recollect.write.verify.background import Background
from recollect.write.verify.compare import compare
from recollect.write.verify.evidence import proven
from recollect.write.verify.frame import Signals
from recollect.write.verify.judge import SUPERSEDE, Verdict, judge
from recollect.write.verify.replacing import really_gives
from recollect.write.verify.statement import Statement, read, says_enough

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
    if _one_subject(old, new) and _other_value(old, new, verdict, signals):
        return verdict
    borne_out = proven(old, new, verdict, cosine, replace(background, told=True))
    return borne_out if borne_out is not None and borne_out.label == SUPERSEDE else None


def contradicts(fixed: str, sentence: str, speaker: str = "") -> bool:
    """Whether a sentence that retells what is known says otherwise than what a person fixed. `speaker`: the name under
    which that person is spoken of."""
    for place in sentences(fixed):
        old, new = (read(text, speaker=speaker) for text in (fixed[place.start : place.end], sentence))
        if not (says_enough(old) and says_enough(new)):
            continue
        overlap = jaccard_of(word_set(old.text), word_set(new.text))
        if excludes(old, new, cosine=None, jaccard=overlap, background=Background(count=0)) is not None:
            return True
    return False


def _one_subject(old: Statement, new: Statement) -> bool:
    """The same one; "now" before a verb that is not known for one is read as part of it."""
    if old.subject.key == new.subject.key:
        return True
    mine, yours = (set(side.subject.words) - ADVERBS for side in (old, new))
    return mine == yours != set()


def _other_value(old: Statement, new: Statement, verdict: Verdict, signals: Signals) -> bool:
    if verdict.guard == _STATE:
        return True
    apart = _one_apart(old, new)
    if verdict.guard == _NUMBERS and signals["amount_differs"] and apart:
        return True
    if not signals["name_for_name"]:
        return False
    names = {old.attribute.name, new.attribute.name}
    if names <= _EMPLOYED and really_gives(old, "work") and really_gives(new, "work"):
        return True
    if signals["same_single"] and names <= _NAMED:
        return all(really_gives(side, side.attribute.name) for side in (old, new))
    if names == {_PREFERENCE}:
        return apart and "update" in new.cues  # without "now" somebody may prefer both
    return _of_a_thing(old) and apart and old.frame[:-1] == new.frame[:-1] and old.forms.isdisjoint(_OF_MANY)


def _of_a_thing(statement: Statement) -> bool:
    """ "The API" is written like a name, and is none."""
    first = statement.words[0].form if statement.words else ""
    return statement.subject.key[0] == "thing" or (statement.subject.key[0] == "name" and first in _POINTING)


def _one_apart(old: Statement, new: Statement) -> bool:
    """Word for word the same but for one: "the office is in Lisbon", "the office is now in Porto"."""
    mine, yours = ([word for word in side.frame if word not in ADVERBS] for side in (old, new))
    return len(mine) == len(yours) > 1 and sum(a != b for a, b in zip(mine, yours, strict=True)) == 1


_NUMBERS: Final = "numbers"
_PREFERENCE: Final = "preference"
_POINTING: Final = frozenset("the our my this".split())
_OF_MANY: Final = frozenset(
    "has have supports covers cover includes include offers offer accepts accept contains needs uses use".split()
)
"""What a thing does with several at once."""

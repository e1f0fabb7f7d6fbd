"""Whether what speaks for a change is enough among all that is known of a person; when in doubt both stay.

The judge reads two statements side by side, as if they were known to belong together. Among hundreds of memories of
one life most pairs have nothing to do with each other and still share words: the person's name, what everybody does,
what this person always speaks of. Here only words that tell memories apart count, and every kind of change must show
its own proof. Wrongly keeping both loses nothing; a wrong change hides or muddles something true.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.rules.lexicon.change import EXCHANGES, LEAVING
from recollect.write.verify.align import align
from recollect.write.verify.background import Background
from recollect.write.verify.common import ONE_WORD, RARE_WORD, TWO_WORDS, Found, only_meant, swapped_round, weigh_common
from recollect.write.verify.compare import compare
from recollect.write.verify.done_with import had_no_more, pet_died
from recollect.write.verify.ending import ended, long_ago
from recollect.write.verify.frame import Signals
from recollect.write.verify.given_up import given_up
from recollect.write.verify.judge import CONTRARY, DUPLICATE, JOBLESS, MERGE, OUTGROWN, PARTED, SUPERSEDE, Verdict
from recollect.write.verify.measured import other_weight
from recollect.write.verify.none_of_kind import none_of_its_kind
from recollect.write.verify.parting import parted_from
from recollect.write.verify.repeating import adds, differs
from recollect.write.verify.replacing import parted, plainly, replaces, retimed
from recollect.write.verify.routine import other_hour
from recollect.write.verify.saying_all import says_all
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER
from recollect.write.verify.telling import excludes, says_so

if TYPE_CHECKING:
    from numpy.typing import NDArray


def proven(
    old: Statement,
    new: Statement,
    verdict: Verdict,
    cosine: float | None,
    background: Background,
    *,
    next_cosine: float = 1.0,
) -> Verdict | None:
    """The verdict that what the two have in common bears out; None when both should stay.

    `next_cosine`: of the known statement that is most like the new one after this one.
    """
    if old.full_names and new.full_names and not verdict.as_of_anybody:
        return verdict
    if verdict.label == SUPERSEDE and (
        verdict.guard in {CONTRARY, JOBLESS, OUTGROWN, PARTED}
        or parted(old, new)
        or parted_from(old, new)
        or retimed(old, new)
        or excludes(old, new)
        or other_hour(old, new)
        or other_weight(old, new)
        or pet_died(old, new)
        or had_no_more(old, new)
        or none_of_its_kind(old, new)
        or given_up(old, new)
    ):
        return verdict
    if verdict.label == MERGE and says_all(old, new):
        return verdict
    alignment = align(old, new)
    found = weigh_common(old, new, alignment, background)
    if found.worth < ONE_WORD and found.both < 1.2 and verdict.guard not in _WITHOUT_WORDS:
        return verdict if verdict.label == DUPLICATE and _same_figure(old, new) else None
    compared = compare(old, new, cosine=cosine, jaccard=0.0, alignment=alignment)
    signals = compared.signals
    if signals["state_differs"] and not plainly(new):
        return None
    changed = verdict.label == SUPERSEDE and verdict.guard in _OTHER_VALUES
    other = differs(old, new, alignment) is not None or adds(old, new, alignment)
    if not changed and not other and _repeats(old, new, found, signals):
        if verdict.label == DUPLICATE:
            return verdict
        return replace(verdict, label=DUPLICATE, reason="the same in other words", guard="meaning")
    if verdict.label == MERGE and _completes(old, new, found, signals):
        return verdict
    if verdict.label == SUPERSEDE and replaces(old, new, found, signals):
        return verdict
    if _sure(verdict) and says_so(old, new, found, signals):
        return verdict
    if not background.told and _stands_out(verdict, found, cosine, next_cosine):
        return verdict
    few = background.count <= FEW_KNOWN and not verdict.as_of_anybody
    if few and not signals["habit_and_once"] and _stands_alone(old, new, verdict, found):
        return verdict
    return None


def unspoken(old: Statement, new: Statement, verdict: Verdict) -> bool:
    """Where nothing else is known: whether the two tell of the same one, and the newer of nothing that the older tells
    of him. "Eva sold her car" ends nothing of "Eva is afraid of spiders", and is no more about it."""
    whom = old.subject.key
    if whom != new.subject.key or whom[0] not in _SOMEBODY or verdict.guard not in _BY_THE_WHOLE[verdict.label]:
        return False
    by_name = whom[0] == "name" and len(old.subject.words) == len(whom) - 1
    if (whom[0] == "name" or verdict.label == MERGE) and not by_name:
        return False  # of something of his; or more of one who is tied to the user, which reads well beside the rest
    if _names(old, new) or _shares(old, new) or any(word.concept == DEATH for word in new.words):
        return False
    return _told_alike(old, new) < TOLD_ALIKE_MIN


def _shares(old: Statement, new: Statement) -> bool:
    """Whether a telling word of the one stands in the other, but for whom both tell of."""
    shared = weigh_common(old, new, align(old, new), ALONE).shared
    whom = [{word.form for word in one.words[: one.subject.end]} for one in (old, new)]
    return any(word.form not in whom[0] & whom[1] for word in shared)


_SOMEBODY: Final = frozenset((USER, "person", "name"))
DEATH: Final = "die"
"""With which everything is over that was told of somebody."""


def _names(old: Statement, new: Statement) -> bool:
    """Whether the newer one names what the older one tells: "has a beagle named Duchess"."""
    told = old.words if old.subject.key == (USER,) else old.words[old.subject.end :]
    return any(word.name and word.form in new.forms for word in told)


def _told_alike(old: Statement, new: Statement) -> float:
    """How near what is told is, whoever it is told of: a name they share would make any two of them alike."""
    told = [_told(one) for one in (old, new)]
    if any(not len(rows) for rows in told):
        return 0.0
    first, second = (rows.sum(axis=0) for rows in told)
    return float(first @ second / max(1e-9, float(np.linalg.norm(first) * np.linalg.norm(second))))


def _told(statement: Statement) -> NDArray[np.float32]:
    whom = () if statement.subject.key == (USER,) else statement.words[: statement.subject.end]
    rows = [place for place, word in enumerate(statement.content) if word not in whom]
    return statement.vectors[rows] if len(statement.vectors) else statement.vectors


ALONE: Final = Background(count=1)
"""Nothing else is known."""
_BY_THE_WHOLE: Final = {
    SUPERSEDE: frozenset(("ended", "update", "value")),
    DUPLICATE: frozenset(("meaning",)),
    MERGE: frozenset(("detail",)),
}
"""Guards that hear a word of change, or likeness, whatever it is said of."""
TOLD_ALIKE_MIN: Final = 0.24
"""Of 362 pairs of things that have nothing to do with each other, told of one person with a word of change, none has
more; of the labelled pairs that belong together none has less."""
_WITHOUT_WORDS: Final = frozenset(("slot", "state", "job"))
"""Guards that see another value of one attribute where no word is shared: Lisbon, Porto."""
_OTHER_VALUES: Final = frozenset(("slot", "swapped", "rejected"))
"""Guards that see another value where all other words may be the same: two names, one post."""


def _same_figure(old: Statement, new: Statement) -> bool:
    """Nothing but one number for one attribute that everybody has once: "41 years old", "I'm forty-one"."""
    alone = not (old.content or new.content) and old.subject.key == new.subject.key
    return alone and old.attribute == new.attribute and old.attribute.name == "age"


def _sure(verdict: Verdict) -> bool:
    return verdict.label == SUPERSEDE and verdict.touches >= 0.85 and verdict.related >= 0.85


def _stands_out(verdict: Verdict, found: Found, cosine: float | None, next_cosine: float) -> bool:
    """Nothing else is nearly as much like it: then the two belong together, and the judge's word is good.

    Not for repetitions, of which the new text would not be kept.
    """
    if verdict.label == DUPLICATE or cosine is None or found.worth < ONE_WORD:
        return False
    alone = cosine >= ALONE_COSINE and cosine - next_cosine >= ALONE_GAP
    return alone and verdict.related >= 0.97 and verdict.touches >= 0.8


def _stands_alone(old: Statement, new: Statement, verdict: Verdict, found: Found) -> bool:
    """Where little is known yet, what shares a telling word with something that it seems to replace is about that."""
    if old.attitude or "wish" in new.cues or long_ago(new) or old.subject.words != new.subject.words:
        return False
    if verdict.guard == "update" and _other_side(old, new):
        return False
    if "end" in new.cues and not any(word.stem in ended(new) for word in found.shared):
        return False
    if new.cues.isdisjoint(_CHANGING) and verdict.guard not in _TOLD_APART:
        return False
    if not new.forms.isdisjoint(EXCHANGES | LEAVING):
        return False  # these have a proof of their own
    sure = verdict.touches >= 0.85 and verdict.related >= 0.95 and verdict.certainty >= 0.75
    return verdict.label == SUPERSEDE and sure and found.worth >= ONE_WORD


def _other_side(old: Statement, new: Statement) -> bool:
    """Each gives something that has a name of its own, and another: who moves house keeps his girlfriend."""
    names = {old.attribute.name, new.attribute.name}
    return len(names) == 2 and names <= _SIDES


_SIDES: Final = frozenset(("home", "work", "tie", "age", "name", "birthday"))
FEW_KNOWN: Final = 12
"""Up to so many memories, a word in common is rarely chance."""
_CHANGING: Final = frozenset(("update", "end", "done", "correction"))
"""Cues by which a statement says itself that something changed."""
_TOLD_APART: Final = frozenset(("slot", "numbers", "negation", "state"))
"""Guards that need no such cue: the two values exclude each other."""
ALONE_COSINE: Final = 0.45
ALONE_GAP: Final = 0.1


# --- a repetition ---------------------------------------------------------------------------------------------------


def _repeats(old: Statement, new: Statement, found: Found, signals: Signals) -> bool:
    """All that the new one says is known. A plan is not its fulfilment, a denial not what it denies."""
    against = ("amount_differs", "amount_added", "denied_once", "state_differs", "attitude_turned", "value_over_old")
    if any(signals[name] for name in against) or bool(old.negated) != bool(new.negated) or swapped_round(new, signals):
        return False
    if only_meant(old) != only_meant(new) or ("end" in old.cues) != ("end" in new.cues):
        return False
    if (old.forms ^ new.forms) & _APART:
        return False
    if found.worth < ONE_WORD:
        return len(old.forms & new.forms) >= SAME_FORMS * len(old.forms | new.forms)
    return found.cover_new >= 0.85 and found.cover_old >= (0.6 if found.worth >= TWO_WORDS else 0.75)


SAME_FORMS: Final = 0.75
"""Share of words in common from which two statements without a telling word are the same."""
_APART: Final = frozenset("another other others second third instead again without except only".split())
"""In one of two statements alike: they tell of two things."""


# --- more about the same --------------------------------------------------------------------------------------------


def _completes(old: Statement, new: Statement, found: Found, signals: Signals) -> bool:
    """The known statement said again with more; or something it introduced, described."""
    if signals["denied_once"] or signals["amount_differs"] or signals["other_thing"]:
        return False
    if (
        only_meant(old) != only_meant(new)
        or ("end" in old.cues) != ("end" in new.cues)
        or ("past" in old.cues) != ("past" in new.cues)
    ):
        return False
    if found.enough and (_goes_on(old, new) or _says_all(old, new, found)):
        return True
    about = {word.concept for word in found.shared}
    described = set(new.subject.words) - {word.concept for word in new.words[:1]}
    named = bool(described) and described <= about and _points(new) and new.subject.key[0] == "thing"
    return named and found.worth >= RARE_WORD and _introduces(old, described)


def _introduces(statement: Statement, things: set[str]) -> bool:
    """Whether it says that somebody has one of these: "has a wooden boat", not "has a boat trailer"."""
    for place, word in enumerate(statement.words):
        following = statement.words[place + 1 : place + 5] if word.form in _OWNING else ()
        for at, other in enumerate(following, place + 2):
            last = at >= len(statement.words) or statement.words[at].filler or statement.words[at].clause != word.clause
            if other.concept in things and other.clause == word.clause and last:
                return True
    return False


_OWNING: Final = frozenset("has have had got bought adopted owns own runs opened founded".split())


def _points(statement: Statement) -> bool:
    """Whether it begins with something that is known: "the boat", "my boat", "Ana's boat"."""
    first = statement.words[0] if statement.words else None
    return first is not None and (first.possessive or first.form in _POINTING)


_POINTING: Final = frozenset("the my our this that his her their".split())


def _goes_on(old: Statement, new: Statement) -> bool:
    """Word for word the known statement, and then more: the longer one can stand for both."""
    first, second = ([word for word in side.frame if word not in _PASSING] for side in (old, new))
    return len(second) > len(first) >= 2 and second[: len(first)] == first


def _says_all(old: Statement, new: Statement, found: Found) -> bool:
    """Everything that was known, told of the same doing, and more."""
    again = found.cover_old >= 0.95 and found.cover_new >= 0.35 and found.worth >= 1.5
    return again and bool(old.content and new.content) and old.content[0].concept == new.content[0].concept


_PASSING: Final = frozenset(
    "also still just now really currently recent actual already definit so very been be".split()
)

"""Whether what speaks for a change is enough among all that is known of a person; when in doubt both stay.

The judge reads two statements side by side, as if they were known to belong together. Among hundreds of memories of
one life most pairs have nothing to do with each other and still share words: the person's name, what everybody does,
what this person always speaks of. Here only words that tell memories apart count, and every kind of change must show
its own proof. Wrongly keeping both loses nothing; a wrong change hides or muddles something true.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from typing import Final

from recollect.rules.lexicon import change
from recollect.rules.text import fold
from recollect.write.verify.align import Alignment, align
from recollect.write.verify.background import GENERIC_WORTH, Background
from recollect.write.verify.compare import Signals, compare
from recollect.write.verify.identity import FOR_TODAY
from recollect.write.verify.judge import DUPLICATE, MERGE, SUPERSEDE, Verdict
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import PHRASE_WORDS_MAX, Word

COVER_WORTH_MIN: Final = 0.4
"""A word that tells little still is a part of what is said, and must be found in the other statement."""
ALIKE_MIN: Final = 0.7
"""Words less alike than this are two words."""
ONE_WORD: Final = 0.5
"""Worth of one word that stands in few memories: enough where nearly all of the known statement is found again."""
TWO_WORDS: Final = 1.1
RARE_WORD: Final = 0.7
"""Of 200 memories four may hold it: then a statement about it is about the one that is known."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What the two have in common, weighed by what each word tells."""

    shared: tuple[Word, ...]
    """Telling words in common, as the new statement has them."""
    worth: float
    cover_old: float
    cover_new: float

    @property
    def least(self) -> float:
        return min(self.cover_old, self.cover_new)

    @property
    def both(self) -> float:
        return self.cover_old + self.cover_new

    @property
    def enough(self) -> bool:
        """Two telling words, or one that is nearly all the known statement has."""
        return self.worth >= TWO_WORDS or (self.worth >= ONE_WORD and self.cover_old >= 0.8)


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
    if old.full_names and new.full_names:
        return verdict
    alignment = align(old, new)
    found = _weigh(old, new, alignment, background)
    if found.worth < ONE_WORD and found.both < 1.2 and verdict.guard not in _WITHOUT_WORDS:
        return None
    compared = compare(old, new, cosine=cosine, jaccard=0.0, alignment=alignment)
    signals = compared.signals
    changed = verdict.label == SUPERSEDE and verdict.guard in _OTHER_VALUES
    if not changed and _repeats(old, new, found, signals):
        if verdict.label == DUPLICATE:
            return verdict
        return replace(verdict, label=DUPLICATE, reason="the same in other words", guard="meaning")
    if verdict.label == MERGE and _completes(old, new, found, signals):
        return verdict
    if verdict.label == SUPERSEDE and _replaces(old, new, found, signals):
        return verdict
    if not background.told and _stands_out(verdict, found, cosine, next_cosine):
        return verdict
    if background.count <= FEW_KNOWN and _stands_alone(verdict, found):
        return verdict
    return None


_WITHOUT_WORDS: Final = frozenset(("slot", "state", "job"))
"""Guards that see another value of one attribute where no word is shared: Lisbon, Porto."""
_OTHER_VALUES: Final = frozenset(("slot", "swapped", "rejected"))
"""Guards that see another value where all other words may be the same: two names, one post."""


def _stands_out(verdict: Verdict, found: _Found, cosine: float | None, next_cosine: float) -> bool:
    """Nothing else is nearly as much like it: then the two belong together, and the judge's word is good.

    Not for repetitions, of which the new text would not be kept.
    """
    if verdict.label == DUPLICATE or cosine is None or found.worth < ONE_WORD:
        return False
    alone = cosine >= ALONE_COSINE and cosine - next_cosine >= ALONE_GAP
    return alone and verdict.related >= 0.97 and verdict.touches >= 0.8


def _stands_alone(verdict: Verdict, found: _Found) -> bool:
    """Where little is known yet, what shares a telling word with something that it seems to replace is about that."""
    sure = verdict.touches >= 0.9 and verdict.related >= 0.97 and verdict.certainty >= 0.8
    return verdict.label == SUPERSEDE and sure and found.worth >= ONE_WORD


FEW_KNOWN: Final = 12
ALONE_COSINE: Final = 0.45
ALONE_GAP: Final = 0.1


def _weigh(old: Statement, new: Statement, alignment: Alignment, background: Background) -> _Found:
    named = _spoken_of(old) | _spoken_of(new)
    olds = [(w, s) for w, s in zip(old.content, alignment.old_scores, strict=True) if w.form not in named]
    news = [(w, s) for w, s in zip(new.content, alignment.new_scores, strict=True) if w.form not in named]
    shared = tuple(word for word, score in news if score == 1.0 and background.worth(word) > GENERIC_WORTH)
    return _Found(
        shared=shared,
        worth=sum(background.worth(word) for word in {word.stem: word for word in shared}.values()),
        cover_old=_cover(olds, background),
        cover_new=_cover(news, background),
    )


def _spoken_of(statement: Statement) -> frozenset[str]:
    """Names and headings the statement is about: that both have one is no topic in common."""
    first = statement.words[: statement.subject.end or 1]
    heading = _HEADING.match(statement.text)
    label = frozenset(fold(heading.group(1)).split()) if heading else frozenset()
    return label | frozenset(word.form for word in first if word.capital or word.name)


_HEADING: Final = re.compile(r"[^(:]{1,40} \(([^)]{1,80})\):")
"""What a statement stands under: "Ana (packing list): wool socks"."""


def _cover(scores: list[tuple[Word, float]], background: Background) -> float:
    weighed = [(score, max(COVER_WORTH_MIN, background.worth(word))) for word, score in scores]
    total = sum(worth for _, worth in weighed)
    return sum(score * worth for score, worth in weighed if score >= ALIKE_MIN) / total if total else 0.0


# --- a repetition ---------------------------------------------------------------------------------------------------


def _repeats(old: Statement, new: Statement, found: _Found, signals: Signals) -> bool:
    """All that the new one says is known. A plan is not its fulfilment, a denial not what it denies."""
    against = ("amount_differs", "amount_added", "denied_once", "state_differs", "attitude_turned", "value_over_old")
    if any(signals[name] for name in against) or bool(old.negated) != bool(new.negated) or _swapped(new, signals):
        return False
    if _meant(old) != _meant(new) or ("end" in old.cues) != ("end" in new.cues):
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


def _swapped(new: Statement, signals: Signals) -> bool:
    return bool(signals["swapped"]) and not new.forms.isdisjoint(("over", "than", "instead", "rather"))


def _meant(statement: Statement) -> bool:
    """Whether it tells of what is wanted or planned only."""
    return "wish" in statement.cues or not statement.forms.isdisjoint(_PLANS)


_PLANS: Final = frozenset(
    """want wants wanted wanting hope hopes hoping plan plans planned planning consider considers considering think
    thinks thinking intend intends look looks looking need needs should will would could might may ready going try
    tries trying interested curious eager excited wish wishes aim aims aiming""".split()
)


# --- more about the same --------------------------------------------------------------------------------------------


def _completes(old: Statement, new: Statement, found: _Found, signals: Signals) -> bool:
    """The known statement said again with more; or something it introduced, described."""
    if signals["denied_once"] or signals["amount_differs"] or signals["other_thing"]:
        return False
    if (
        _meant(old) != _meant(new)
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


def _says_all(old: Statement, new: Statement, found: _Found) -> bool:
    """Everything that was known, told of the same doing, and more."""
    again = found.cover_old >= 0.95 and found.cover_new >= 0.35 and found.worth >= 1.5
    return again and bool(old.content and new.content) and old.content[0].concept == new.content[0].concept


_PASSING: Final = frozenset(
    "also still just now really currently recent actual already definit so very been be".split()
)


# --- another value --------------------------------------------------------------------------------------------------


def _replaces(old: Statement, new: Statement, found: _Found, signals: Signals) -> bool:
    """Each kind of change with its own proof."""
    if "hedge" in new.cues or ("wish" in new.cues and not _wish_over(old, new)):
        return False
    if signals["left_employer"] or signals["other_employer"]:
        return True
    if signals["other_value"] or signals["other_holder"]:
        return _of_one(old) and _of_one(new)
    if signals["state_differs"] and (_turned(old, new) or (not signals["habit_and_once"] and _brief(old, new))):
        return True
    if _once_set_below(old, new):
        return True
    if _moved(old, new, signals) or _left(old, new, found) or _left_behind(old, new, found):
        return True
    if signals["amount_differs"] and _counted(old, new, found):
        return True
    if not found.enough:
        return False
    return (
        _denied(old, new, found, signals)
        or _over(old, new, found)
        or _done(old, new, found, signals)
        or (new.kind == "correction" and found.cover_old >= 0.5 and found.cover_new >= 0.25)
        or (found.cover_old >= 0.6 and _object_of(new, change.UPDATE - _WEAK_CUES, found))
        or bool("update" in new.cues and found.least >= (0.6 if signals["same_single"] else 0.9))
        or bool(signals["state_differs"] and found.cover_old >= 0.5)
        or bool(signals["attitude_turned"] and found.cover_old >= 0.7 and found.cover_new >= 0.7)
        or bool((signals["value_over_old"] or _swapped(new, signals)) and found.cover_old >= 0.5)
    )


def _brief(old: Statement, new: Statement) -> bool:
    return max(len(old.content), len(new.content)) <= 2


def _wish_over(old: Statement, new: Statement) -> bool:
    """Both speak of one wish, and the new one that it is over: "doesn't want to become a lawyer any more"."""
    return "wish" in old.cues and "end" in new.cues and bool(new.negated) and not old.negated


def _once_set_below(old: Statement, new: Statement) -> bool:
    """What the known preference was set above is preferred now."""
    if not old.attribute.name == new.attribute.name == "preference" or new.negated or new.rejected:
        return False
    return "update" in new.cues and not old.rejected.isdisjoint(new.concepts)


_TURNING: Final = {
    "relationship": frozenset(
        "engaged married wed divorced separated broke_up split_up dating single widowed remarried".split()
    ),
    "meat": frozenset("eat eats eating vegetarian vegan".split()),
    "smoking": frozenset("smoke smokes smoking smoker non-smoker".split()),
    "pregnancy": frozenset("pregnant gave_birth".split()),
}
"""Lines of states on which what happens once tells for good -> the words that say so of oneself."""
TURNING_WORDS_MAX: Final = 5
"""Content words of a statement that tells a state and not a story."""


def _turned(old: Statement, new: Statement) -> bool:
    """Both put the same person on one line of states, in so many words: single, and then engaged."""
    if old.subject.key != new.subject.key or max(len(old.content), len(new.content)) > TURNING_WORDS_MAX:
        return False
    return "wish" not in old.cues and any(
        new.states.get(axis, value) != value and not new.forms.isdisjoint(_TURNING.get(axis, ()))
        for axis, value in old.states.items()
    )


_WEAK_CUES: Final = frozenset(
    """now nowadays these_days new_one move moving turned become became come_to joined went_into came_into up_to down_to
    back_on_track extended after_all in_the_end taken_up passed_the passed_my""".split()
)
"""What people say every day without changing anything that is known."""


def _of_one(statement: Statement) -> bool:
    """Whether the statement really gives the attribute: "lives in", "works at", not "living costs", "one of my"."""
    if not statement.forms.isdisjoint(_AMONG):
        return False
    if statement.attribute.name not in _TOLD_BY:
        return not any(word.capital and word.concept in statement.attribute.of for word in statement.words)
    return really_gives(statement, statement.attribute.name)


def really_gives(statement: Statement, attribute: str) -> bool:
    """Whether an attribute that has a verb of its own is told with it; what has none needs none."""
    if attribute not in _TOLD_BY:
        return True
    before, verbs, after = "", *_TOLD_BY[attribute]
    for word, following in itertools.pairwise(statement.words):
        if (word.concept in verbs or word.form in verbs) and following.form in after and before != "of":
            return True
        before = word.form
    return False


_AMONG: Final = frozenset("one some among".split())
_TOLD_BY: Final = {
    "home": (
        frozenset(("live", "moved", "relocated", "settled")),
        frozenset("in at near to from outside on back".split()),
    ),
    "work": (frozenset(("work", "am", "is", "job", "joined")), frozenset("at for with as".split())),
}
"""Verb, and what follows it."""


def _counted(old: Statement, new: Statement, found: _Found) -> bool:
    """The same thing with another number, date or time; two days on which something happened are two events."""
    if ("one_off" in old.cues and "one_off" in new.cues) or not new.forms.isdisjoint(_BEGINNING):
        return False
    if "=" in old.text or "=" in new.text or ("done" in old.cues and "done" in new.cues and _fewer(old, new)):
        return False
    if found.least >= 0.99 and len(new.content) >= 2:
        return True
    if found.worth < ONE_WORD or found.cover_old < 0.45 or found.cover_new < 0.25:
        return False
    said_so = _object_of(new, change.UPDATE - _WEAK_CUES, found)
    return found.both >= (0.9 if said_so else 1.2)


_BEGINNING: Final = frozenset("started began starting beginning".split())


def _counts(statement: Statement) -> list[float]:
    return [q.value for q in statement.quantities if q.dimension == "count" and isinstance(q.value, float)]


def _fewer(old: Statement, new: Statement) -> bool:
    """Of what is done there is never less than before: a smaller number counts something else."""
    before, after = (_counts(side) for side in (old, new))
    return bool(before and after) and max(after) < max(before)


def _denied(old: Statement, new: Statement, found: _Found, signals: Signals) -> bool:
    """One denies the very thing that the other states."""
    about = any(word.concept in old.negated | new.negated for word in found.shared)
    lasting = "one_off" not in old.cues
    return bool(signals["denied_once"]) and about and lasting and found.least >= 0.5 and found.both >= 1.4


def _over(old: Statement, new: Statement, found: _Found) -> bool:
    """An ending whose object is the shared thing. "Never give up" ends nothing, and an ending does not end another."""
    return "end" not in old.cues and found.cover_old >= 0.6 and _object_of(new, change.END, found)


def _left(old: Statement, new: Statement, found: _Found) -> bool:
    """The end of something called by its name: "left Acme"."""
    named = tuple(word for word in found.shared if word.name)
    again = bool(named) and found.worth >= ONE_WORD and found.cover_old >= 0.3 and "end" not in old.cues
    return again and new.forms.isdisjoint(FOR_TODAY) and _object_of(new, change.END, replace(found, shared=named))


def _left_behind(old: Statement, new: Statement, found: _Found) -> bool:
    """Something else in the place of what is known: "switched from Vim to Emacs", "traded the Jazz in for a Kona"."""
    known = {word.place for word in found.shared if word.name or word.capital}
    if found.worth < ONE_WORD or found.cover_old < 0.3 or "end" in old.cues or new.negated:
        return False
    for place, word in enumerate(new.words):
        if word.form not in _EXCHANGES:
            continue
        following = [other for other in new.words[place + 1 : place + 1 + CUE_REACH] if other.clause == word.clause]
        forms = [other.form for other in following]
        given = following[forms.index("from") + 1 :] if "from" in forms else following
        first = next((other for other in given if not other.filler), None)
        if first is not None and first.place in known and ("from" in forms or not {"for", "with"}.isdisjoint(forms)):
            return True
    return False


_EXCHANGES: Final = frozenset("switched switch switching migrated swapped traded replaced exchanged upgraded".split())


def _moved(old: Statement, new: Statement, signals: Signals) -> bool:
    """Another home or employer by name, of somebody called by name."""
    same = signals["same_single"] and signals["same_subject"] and signals["name_for_name"]
    return bool(same) and new.attribute.name in _TOLD_BY and _of_one(old) and _of_one(new)


def _done(old: Statement, new: Statement, found: _Found, signals: Signals) -> bool:
    """What was owed or planned has been done."""
    planned = signals["settled"] or (_meant(old) and not _meant(new)) or old.kind == "commitment"
    again = found.cover_old >= (0.4 if signals["amount_equal"] else 0.7) or (found.least >= 0.5 and found.both >= 1.4)
    return bool(planned) and not new.negated and again and bool(new.cues & {"done", "update"})


CUE_REACH: Final = 5
"""Words on either side of a cue among which what it speaks of stands, within the clause."""


def _object_of(statement: Statement, cues: frozenset[str], found: _Found) -> bool:
    """Whether a cue that is not itself denied speaks of a shared word: in its clause, or where all else is the same."""
    shared = {word.place for word in found.shared}
    whole = found.least >= 0.8
    for place, word in enumerate(statement.words):
        before = statement.words[max(0, place - 3) : place]
        if not _begins(statement, place, cues) or any(other.form in change.NEGATION for other in before):
            continue
        near = statement.words[max(0, place - CUE_REACH) : place + CUE_REACH + 1]
        if any(other.place in shared and (whole or other.clause == word.clause) for other in near):
            return True
    return False


def _begins(statement: Statement, place: int, cues: frozenset[str]) -> bool:
    """Whether one of `cues`, a word or a phrase, begins at `place`."""
    joined = ""
    for word in statement.words[place : place + PHRASE_WORDS_MAX]:
        joined = f"{joined}_{word.form}" if joined else word.form
        if joined in cues:
            return True
    return False

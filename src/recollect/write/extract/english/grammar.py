"""The verb group of an English clause: subject, auxiliaries, negation, main verb and what follows it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.calendar_names import MAY
from recollect.write.extract.english.words import (
    AUXILIARIES,
    BE,
    DO,
    HAVE,
    MODALS,
    Token,
    expanded,
    form_of,
    is_adverb,
    is_or_has,
    unchanging,
    verb_after_subject,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_TO_VERBS: Final = frozenset(
    "used have has had got need needs needed going supposed able about want ought plan plans".split()
)
_DENYING: Final = frozenset("not never n't hardly barely rarely seldom nor".split())
_COPULA_OPENERS: Final = frozenset("a an the my our in on at from not so very".split())
_PAST_AUXILIARIES: Final = frozenset("was were had did wasn't weren't hadn't".split())
_NO_VERB: Final = frozenset("a an the my it this that some yoga our".split())
_SUBJECTS: Final = frozenset("i we my you he she they it".split())
_PARTICIPLES: Final = frozenset("been got become come put run read cut quit set let".split())


@dataclass(slots=True)
class Group:
    """`words[subject]` ends the subject, `words[verb]` is the main verb (the last auxiliary, if that is the verb)."""

    words: Sequence[Token]
    subject: int
    auxiliaries: tuple[str, ...]
    verb: int
    base: str
    form: str
    denied: bool
    """The verb itself is negated."""
    adverbs: tuple[str, ...] = ()

    @property
    def rest(self) -> list[str]:
        """The words after the main verb, as compared."""
        return [token.low for token in self.words[self.verb + 1 :]]

    def has(self, *names: str) -> bool:
        """Whether one of these is among the auxiliaries."""
        return any(name in self.auxiliaries for name in names)

    @property
    def is_or_has(self) -> str:
        """What the 's before the verb stands for: "has" with "been", "got" or a participle, else "is"."""
        start = self.subject + 1
        sure = is_or_has(self.words, start + 1 if self.words[start].low == "'s" else start)
        been = self.has("been") or self.words[self.verb].low == "been" or self.rest[:1] == ["got"]
        return sure or ("has" if been or (self.form in {"past", "part"} and self.base != "be") else "is")

    @property
    def progressive(self) -> bool:
        return self.form == "ing" and any(name in BE for name in self.auxiliaries)

    @property
    def unchanged(self) -> bool:
        """The past of a verb that looks like its base: "quit", which no person changes."""
        return self.form == "past" and self.words[self.verb].low in unchanging()

    @property
    def past(self) -> bool:
        """Told as over: simple past, or "used to"."""
        if self.has("used to", "had to", "was", "were", "wasn't", "weren't", "did", "didn't", "had", "hadn't"):
            return True
        return self.form == "past" and not any(
            name in HAVE or name in BE or name == "have" for name in self.auxiliaries
        )


def read_group(words: Sequence[Token], subject: int, glued: str = "", start: int | None = None) -> Group | None:
    """The verb group after the subject that ends at `subject`; None when there is no verb."""
    auxiliaries: list[str] = [glued] if glued else []
    adverbs: list[str] = []
    denied = False
    at = subject + 1 if start is None else start
    size = len(words)
    last = subject
    while at < size:
        low = words[at].low
        following = words[at + 1].low if at + 1 < size else ""
        if low in {"going-to", "want-to", "got-to"}:
            auxiliaries.append(low.replace("-", " "))
            last = at
        elif following == "to" and low in _TO_VERBS and _verb_ahead(words, at + 2):
            auxiliaries.append(f"{low} to")
            last = at = at + 1
        elif low in AUXILIARIES:
            auxiliaries.append(low)
            denied = denied or low.endswith("n't")
            last = at
        elif low in {"better"} and auxiliaries[-1:] == ["'d"]:
            auxiliaries.append(low)
        elif is_adverb(low) and not (low in {"no", "well", "so", "too", "quite", "all"} and auxiliaries):
            adverbs.append(low)
            denied = denied or low in _DENYING
        elif low == "last" and (form_of(following) or ("", ""))[1] in {"past", "base"}:  # "since we last talked"
            adverbs.append(low)
        else:
            break
        at += 1
    denied = denied or "no longer" in " ".join(adverbs)
    if at < size and _is_verb_here(auxiliaries, words[at].low):
        base, form = verb_after_subject(words[at].low)
        if form == "base" and not auxiliaries and base in unchanging():
            once = subject >= 0 and not adverbs and _was_once([token.low for token in words[at + 1 :]])
            form = "past" if once or _was_then(base, words[at + 1 :]) else form
        return Group(words, subject, tuple(auxiliaries), at, base, form, denied, tuple(adverbs))
    if not auxiliaries:
        return None
    final = auxiliaries.pop()
    base = _base_of(final)
    if not base:
        return None
    past = final in _PAST_AUXILIARIES
    return Group(words, subject, tuple(auxiliaries), last, base, "past" if past else "base", denied, tuple(adverbs))


def _was_then(base: str, rest: Sequence[Token]) -> bool:
    """Whether a verb that looks the same in the past is told as over: "cut it last week"; who quits, has quit."""
    lows = [token.low for token in rest]
    if not _HABITS.isdisjoint(lows):
        return False
    last = any(low == "last" and following in _SPANS for low, following in itertools.pairwise(lows))
    return base == "quit" or last or not _OVER.isdisjoint(lows) or reached(base, lows)


def reached(base: str, lows: list[str]) -> bool:
    """ "beat my personal best with 25:50", "cut my screen time to an hour", "hit 10k followers": done once."""
    if base == "cut":
        return any(low == "to" and following[:1].isdigit() for low, following in itertools.pairwise(lows))
    if base == "hit":
        return len(lows) > 1 and lows[0][:1].isdigit() and lows[1] not in _SOON  # "I hit 40 in June"
    if base == "hurt":
        return lows[:1] == ["my"] and len(lows) <= _BODY_PART_MAX
    return base in {"beat", "set"} and not _RECORDS.isdisjoint(lows)


_RECORDS: Final = frozenset("best record pb pr".split())
_SOON: Final = frozenset("in on next this".split())
_BODY_PART_MAX: Final = 3


def _was_once(lows: list[str]) -> bool:
    """ "hit my head on Monday", "shut down my shop in March": done once to what is one's own, on one day. On two days,
    "on Mondays" or with nothing of one's own ("hit the gym on Monday") it may be a habit, with "next" it is to come."""
    days = [at for at, low in enumerate(lows) if low in DAYS or low in MONTHS]
    if len(days) != 1 or not _HABITS.isdisjoint(lows) or not _NOT_ONCE.isdisjoint(lows) or lows[0][:1].isdigit():
        return False
    at = days[0]
    dated = lows[at - 1 : at] == (["on"] if lows[at] in DAYS else ["in"])
    whole = lows[at + 1 : at + 2] == [] or not lows[at + 1].endswith("s")  # "on Monday nights"
    return dated and whole and not _ONE_S_OWN.isdisjoint(lows[: at - 1]) and lows[0] not in _SETTING_OFF


DAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
MONTHS: Final = {MAY} | frozenset(
    "january february march april may june july august september october november december".split()
)
_NOT_ONCE: Final = frozenset("next this coming tomorrow until till from by unless if when lot bit more less".split())
_ONE_S_OWN: Final = frozenset("my our a an his her their myself up down".split())
_SETTING_OFF: Final = frozenset("off out".split())
_OVER: Final = frozenset("yesterday ago".split())
_SPANS: Final = DAYS | frozenset("night week weekend month year summer winter spring autumn fall time".split())
_HABITS: Final = frozenset("usually always every each often days mornings evenings normally".split())


def _base_of(auxiliary: str) -> str:
    if auxiliary in BE or auxiliary in {"isn't", "aren't", "wasn't", "weren't", "ain't", "'s"}:
        return "be"
    if auxiliary in HAVE:
        return "have"
    return "do" if auxiliary in DO else ""


def _verb_ahead(words: Sequence[Token], at: int) -> bool:
    """ "have to go" and not "used to it"."""
    if at >= len(words):
        return False
    low = words[at].low
    known = form_of(low)
    return (known is not None and known[1] == "base") or (
        low.isalpha() and low not in _COPULA_OPENERS and not low.endswith("ing")
    )


def _is_verb_here(auxiliaries: Sequence[str], low: str) -> bool:
    """Whether the word after the auxiliaries is the main verb; "a nurse" after "am" is not."""
    if not low[:1].isalpha():
        return False
    if not auxiliaries:
        return True
    final = auxiliaries[-1]
    known = form_of(low)
    if final in BE or final in {"isn't", "aren't", "wasn't", "weren't", "'s"}:
        return low.endswith("ing") and len(low) > 4 and (known is not None or len(low) > 6)
    if final in HAVE:
        if known is not None:
            return known[1] in {"past", "part"} or low in _PARTICIPLES
        return low.endswith("ed") and len(low) > 4
    if final == "do" and (len(auxiliaries) > 1 or known is None):
        return False  # "I do product", "I can't do squats"
    if final in DO or final in MODALS or final.endswith(" to"):
        return low not in _NO_VERB
    return True


def find_subject(words: Sequence[Token], place: int, reach: int = 14) -> tuple[int, str]:
    """The place of "I" or "we" that begins the main clause, with what is glued to it; (-1, "") when there is none.

    It may stand after an adjunct ("every Friday I ..."), never after another subject with its verb.
    """
    if place + 1 < len(words) and words[place].low in {"even", "only"} and words[place + 1].low in _UNASSERTED:
        place += 1
    first = words[place].low if place < len(words) else ""
    adjunct = first in ADJUNCTS or is_adverb(first) or first[:1].isdigit()
    waiting = first in _UNASSERTED and place + 1 < len(words) and expanded(words[place + 1].low)[0] in _SUBJECTS
    if waiting and words[place + 1].low == "my":  # "after my stroke I lost ..." has no clause of its own
        me = next((at for at in range(place + 2, min(len(words), place + reach)) if words[at].low == "i"), place + 2)
        waiting = any(
            token.low in AUXILIARIES or (form_of(token.low) or ("", "base"))[1] != "base"
            for token in words[place + 2 : me]
        )  # "after my divorce I ..." has none
    for at in range(place, min(len(words), place + reach)):
        head, glued = expanded(words[at].low)
        if head in {"i", "we"} and waiting:
            waiting = False
            continue
        if head in {"i", "we"}:
            if at > place and words[at - 1].low == "and" and at - place <= 6:
                return (at, glued) if not any(words[spot].low in AUXILIARIES for spot in range(place, at)) else (-1, "")
            if at > place and not adjunct and not _long_ago(words[place:at]):
                return -1, ""
            return at, glued
        if at > place and words[at].low in AUXILIARIES and not adjunct:
            return -1, ""
    return -1, ""


def _long_ago(words: Sequence[Token]) -> bool:
    """ "a few years ago", "the other day": nothing but when it was."""
    lows = [token.low for token in words if token.low != ","]
    return (lows[-1:] == ["ago"] and _STRETCHES.issuperset(lows[:-1])) or lows[-3:] == ["the", "other", "day"] == lows


_STRETCHES: Final = frozenset(
    """
    a an few couple of or so about just only not very too long short some several many number while time half one two
    three four five six seven eight nine ten twelve twenty thirty day days week weeks fortnight month months year years
    decade decades hour hours moment minute minutes and good
    """.split()
)
_UNASSERTED: Final = frozenset("when once until till before after whenever while as".split())
"""What they introduce is not said, only what the main clause adds: "once I have HTTPS set up, ..."."""
ADJUNCTS: Final = frozenset(
    """
    every each in on at since for after before during these this last next from until till by most when whenever once
    starting beginning twice with as over because apart besides despite ever back now nowadays today tonight tomorrow
    yesterday lately recently sometimes usually normally typically often mornings evenings weekends weekdays mondays
    tuesdays wednesdays thursdays fridays saturdays sundays currently personally generally until outside between
    within about around like half some all both ten two three growing being having thanks due unlike without one come
    instead originally previously formerly up out monday tuesday wednesday thursday friday saturday sunday under at
    """.split()
)

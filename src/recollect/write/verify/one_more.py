"""What stays beside a new statement that reads like it: what somebody is known for, a language, a prize."""

from __future__ import annotations

from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.states import LANGUAGES
from recollect.write.verify.ending import YEAR
from recollect.write.verify.statement import Statement


def known_otherwise(old: Statement, new: Statement) -> bool:
    """What somebody is known for is not over because he does something like it: "is known for her work in choral
    music", "has been involved in music education"."""
    known = old.full_names and _KNOWN_FOR.search(old.text) and not _KNOWN_FOR.search(new.text)
    denied = not new.negated.isdisjoint(word.concept for word in old.words)
    return bool(known) and not denied and _ONLY.search(new.text) is None


def one_more(old: Statement, new: Statement) -> bool:
    """Another language, or a prize of another name and year: nobody has to give up the one for the other."""
    if old.negated or new.negated or _ONLY.search(new.text) is not None:
        return False
    if all(_SPEAKS.search(one.text) for one in (old, new)):
        return all(len(one.forms & LANGUAGES) == 1 and len(one.content) <= SPEAKS_WORDS_MAX for one in (old, new))
    if not all(_WON.search(one.text) for one in (old, new)):
        return False
    years = [set(YEAR.findall(one.text)) for one in (old, new)]
    prizes = [
        {word.form for word in one.words[one.subject.end :] if word.capital and word.form not in _PRIZES}
        for one in (old, new)
    ]
    return all((*years, *prizes)) and years[0].isdisjoint(years[1]) and prizes[0].isdisjoint(prizes[1])


SPEAKS_WORDS_MAX: Final = 5
"""Words of "Dina Moss speaks fluent French"; who says more of it says more than that."""
_SPEAKS: Final = late(r"\b(?:speaks?|is fluent in|fluently)\b")
_WON: Final = late(r"\b(?:won|received|earned|was awarded|were awarded)\b")
_PRIZES: Final = frozenset("prize award medal trophy cup championship".split())
_KNOWN_FOR: Final = late(r"\b(?:known|recogni[sz]ed|famous|renowned|celebrated|admired) for\b")
_ONLY: Final = late(r"\b(?:only|exclusively|solely|instead|rather|never)\b")

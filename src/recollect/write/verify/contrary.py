"""What of one person cannot both be so: two callings, two first meetings, a love of hiking and none of the outdoors.

Read from shapes of the whole statement that are sure and English, and told right after whom it is about. Callings,
meetings and kin count only where people are called by their full names, as in notes about them: who says "I'm a
teacher" and later "I'm a nurse" may be both.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

from recollect.rules.late import late
from recollect.rules.lexicon.employment import BESIDE_A_TRADE, CALLINGS_ALIKE
from recollect.rules.lexicon.people import PROFESSIONS
from recollect.rules.lexicon.things import OUTDOORS
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

CHARS_MAX: Final = 400
_UNTOLD: Final = frozenset(("past", "wish", "end"))


def contrary(old: Statement, new: Statement) -> bool:
    """Whether the two exclude each other."""
    coming = _coming(new)
    if not coming or old.negated or len(old.text) > CHARS_MAX:
        return False
    known = old.cues - {"past"} if "never" in new.forms else old.cues
    return known.isdisjoint(_UNTOLD) and any(rule.excludes(old, new) for rule in coming)


class _Rule(NamedTuple):
    """What a new statement must tell for it to exclude any, and which it does."""

    tells: Callable[[Statement], object]
    excludes: Callable[[Statement, Statement], bool]


@lru_cache(maxsize=64)
def _coming(new: Statement) -> tuple[_Rule, ...]:
    """Rules by which it may exclude something. One statement is compared with many."""
    told = new.cues - {"past"} if new.negated else new.cues  # "have never been romantically involved"
    if "also" in told or not told.isdisjoint(_UNTOLD) or len(new.text) > CHARS_MAX:
        return ()
    return tuple(rule for rule in _RULES if rule.tells(new))


def _of_one(old: Statement, new: Statement) -> bool:
    return old.subject.key == new.subject.key


def _told(statement: Statement) -> str:
    """What is told of whom it is about, phrases in words of their own."""
    return statement.told.replace("_", " ")


# --- what somebody cannot stand, or is no longer afraid of ----------------------------------------------------------

_ENDS: Final = r"(?=$| (?:and|so|now)\b)"
_LIKES: Final = late(r"(?:enjoys?|loves?|likes?|adores?) (?P<what>\w+)(?: and (?P<more>\w+))?\b")
_DISLIKES: Final = late(
    r"(?:dislikes?|hates?|detests?|loathes?|has an? (?:strong |deep )?aversion to) (?:all )?(?:being |spending time )?"
    rf"(?:outdoor activities|the outdoors|outdoors|nature){_ENDS}"
)


def _dislikes_the_outdoors(new: Statement) -> bool:
    return _DISLIKES.match(_told(new)) is not None


def _liked_outdoors(old: Statement, new: Statement) -> bool:
    """ "Enjoys hiking", "dislikes outdoor activities and stays at home"."""
    liked = _LIKES.match(_told(old)) if _of_one(old, new) else None
    return liked is not None and not OUTDOORS.isdisjoint(liked.groups())


_FEARS: Final = late(rf"(?:is|am) (?:\w+ )?(?:afraid|scared|terrified|frightened) of (?:the )?(?P<what>\w+){_ENDS}")
_LOVES: Final = late(rf"(?:now )?(?:loves?|adores?|enjoys?) (?:the )?(?P<what>\w+){_ENDS}")


def _fears_or_loves(new: Statement) -> bool:
    told = _told(new)
    return not new.negated and (_FEARS.match(told) or _LOVES.match(told)) is not None


def _fear_turned(old: Statement, new: Statement) -> bool:
    """ "Is afraid of flying", "loves flying"; and the other way round."""
    if not _of_one(old, new):
        return False
    known, told = _told(old), _told(new)
    ways = ((_FEARS.match(known), _LOVES.match(told)), (_LOVES.match(known), _FEARS.match(told)))
    return any(was and now and was["what"] == now["what"] for was, now in ways)


# --- what somebody is by calling ------------------------------------------------------------------------------------

_BY_CALLING: Final = frozenset("professional renowned leading celebrated world-renowned acclaimed full-time".split())
"""Before a trade: it is what somebody lives by, and nothing that he does besides."""
_ENDS_CALLING: Final = frozenset("who specializing specialising with known based working at in and from of for".split())
_NOT_BY_CALLING: Final = frozenset(
    """
    aspiring amateur retired volunteer part-time hobby freelance occasional budding self-taught trained certified
    licensed novice semi-professional good great decent excellent
    """.split()
)
_SPECIALIZES: Final = late(r"\bspeciali[sz](?:es|ing) in\b")
_SCIENTIST: Final = late(r"(?:ologist|physicist|chemist|atician|onomer)$")


def _says_calling(new: Statement) -> bool:
    now = _calling(new) if new.full_names else []
    return bool(now) and (not _BY_CALLING.isdisjoint(now) or _SPECIALIZES.search(new.text) is not None)


def _other_calling(old: Statement, new: Statement) -> bool:
    """ "Is a marine biologist", and then "is a renowned pianist": said in full, as what somebody is. Of two that are
    alike the one may be a part of the other."""
    was = _calling(old) if old.full_names and _of_one(old, new) else []
    now = _calling(new)
    if not was or was[-1] == now[-1] or not _fields(was[-1]).isdisjoint(_fields(now[-1])):
        return False
    return not _BY_CALLING.isdisjoint(now) or {was[-1], now[-1]}.isdisjoint(BESIDE_A_TRADE)


def _fields(trade: str) -> set[str]:
    """Fields of callings among which it is: a cardiologist may be a doctor, and a biologist a researcher."""
    found = {field for field, trades in CALLINGS_ALIKE.items() if trade in trades}
    return found | {"medicine", "science"} if _SCIENTIST.search(trade) else found


def _calling(statement: Statement) -> list[str]:
    """The words of "is a renowned concert pianist" behind the article, where the last one is a trade."""
    words = statement.words[statement.subject.end :]
    if len(words) < 3 or words[0].form != "is" or words[1].form not in {"a", "an"}:
        return []
    told = "_".join(word.form for word in takewhile(_of_calling, words[2:])).split("_")
    trade = told[-1] in PROFESSIONS or _SCIENTIST.search(told[-1]) is not None
    return told if trade and _NOT_BY_CALLING.isdisjoint(told) else []


def _of_calling(word: Word) -> bool:
    return word.form not in _ENDS_CALLING and not word.name


# --- how two met, and what they are to each other -------------------------------------------------------------------

_MET: Final = late(
    r"(?P<who>.+? and .+?) (?:first |originally |initially )?met (?:each other )?(?:for the first time )?"
    r"(?P<where>(?:(?:at|during) an? |while ).*)"
)
_AGAIN: Final = late(
    r"\b(?:again|every|weekly|monthly|regularly|often|sometimes|yesterday|today|last|this|next|to \w+|about"
    r"|for (?:lunch|coffee|dinner|drinks)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)


def _meeting(statement: Statement) -> re.Match[str] | None:
    """Who met whom at which event, where it is not told as one of several times."""
    met = _MET.match(statement.text.strip(" \"'.")) if statement.full_names else None
    return met if met is not None and _AGAIN.search(met["where"].lower()) is None else None


def _met_elsewhere(old: Statement, new: Statement) -> bool:
    """Two people met first at one event only; where that was, when and through whom may be told too."""
    was, now = _meeting(old), _meeting(new)
    return bool(was and now and was["who"] == now["who"] and was["where"] != now["where"])


_ONLY_CHILD: Final = late(r"(?:is an only child|has no (?:siblings|brothers or sisters|brothers and sisters))\b")
_HAS_SIBLINGS: Final = late(
    r"(?:are (?:\w+ )?(?:siblings|sisters|brothers|twins)\b|is the (?:\w+ )?(?:sister|brother) of\b"
    r"|has (?:an?|two|three|four) (?:\w+ )?(?:sisters?|brothers?)\b)"
)
_NO_TIES: Final = (
    (
        late(r"are not related\b(?! by)"),
        late(r"are (?:\w+ )?(?:cousins|siblings|brothers|sisters|twins|half-\w+|related)\b"),
    ),
    (
        late(r"(?:have |were )?never (?:been )?(?:romantically involved|a couple|dated|an item)\b"),
        late(r"(?:are|were) (?:engaged|married|dating|a couple)\b|dated\b"),
    ),
)


def _is_only_child(new: Statement) -> bool:
    return bool(new.full_names) and _ONLY_CHILD.match(_told(new)) is not None


def _has_siblings(old: Statement, new: Statement) -> bool:
    """ "Dina Moss and Karl Moss are siblings", "Dina Moss is an only child"."""
    of_them = bool(old.full_names) and set(new.subject.key) <= set(old.subject.key)
    return of_them and _HAS_SIBLINGS.match(_told(old)) is not None


def _denies_tie(new: Statement) -> bool:
    return bool(new.full_names) and any(denied.match(_told(new)) for denied, _ in _NO_TIES)


def _are_tied(old: Statement, new: Statement) -> bool:
    """Of two: "are cousins", "are not related"; "were engaged", "have never been romantically involved"."""
    if not old.full_names or not _of_one(old, new):
        return False
    return any(denied.match(_told(new)) and tie.match(_told(old)) for denied, tie in _NO_TIES)


_RULES: Final = (
    _Rule(_dislikes_the_outdoors, _liked_outdoors),
    _Rule(_fears_or_loves, _fear_turned),
    _Rule(_says_calling, _other_calling),
    _Rule(_meeting, _met_elsewhere),
    _Rule(_is_only_child, _has_siblings),
    _Rule(_denies_tie, _are_tied),
)

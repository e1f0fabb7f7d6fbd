"""What of one person cannot both be so: two callings, two first meetings, a love of hiking and none of the outdoors.

Read from shapes of the whole statement that are sure and English, and told right after whom it is about. Callings,
meetings and kin count only where people are called by their full names, as in notes about them: who says "I'm a
teacher" and later "I'm a nurse" may be both.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.employment import BESIDE_A_TRADE
from recollect.rules.lexicon.people import PROFESSIONS
from recollect.rules.lexicon.states import LANGUAGES
from recollect.rules.lexicon.things import CALLINGS_ALIKE, OUTDOORS
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

CHARS_MAX: Final = 400
_UNTOLD: Final = frozenset(("past", "wish", "end"))


def contrary(old: Statement, new: Statement) -> bool:
    """Whether the two exclude each other."""
    told = new.cues - {"past"} if new.negated else new.cues  # "have never been married"
    known = old.cues - {"past"} if "never" in new.forms else old.cues
    if old.negated or "also" in told or not (known | told).isdisjoint(_UNTOLD):
        return False
    if max(len(old.text), len(new.text)) > CHARS_MAX:
        return False
    if old.subject.key == new.subject.key and any(excludes(old, new) for excludes in _OF_ANYBODY):
        return True
    return bool(old.full_names and new.full_names) and any(excludes(old, new) for excludes in _BY_FULL_NAME)


def _told(statement: Statement) -> str:
    """What is told of whom it is about."""
    return " ".join(word.form.replace("_", " ") for word in statement.words[statement.subject.end :])


# --- what stays -----------------------------------------------------------------------------------------------------


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
    years = [set(_YEAR.findall(one.text)) for one in (old, new)]
    prizes = [
        {word.form for word in one.words[one.subject.end :] if word.capital and word.form not in _PRIZES}
        for one in (old, new)
    ]
    return all((*years, *prizes)) and years[0].isdisjoint(years[1]) and prizes[0].isdisjoint(prizes[1])


SPEAKS_WORDS_MAX: Final = 5
"""Words of "Dina Moss speaks fluent French"; who says more of it says more than that."""
_SPEAKS: Final = late(r"\b(?:speaks?|is fluent in|fluently)\b")
_WON: Final = late(r"\b(?:won|received|earned|was awarded|were awarded)\b")
_YEAR: Final = late(r"\b(?:19|20)\d\d\b")
_PRIZES: Final = frozenset("prize award medal trophy cup championship".split())
_KNOWN_FOR: Final = late(r"\b(?:known|recogni[sz]ed|famous|renowned|celebrated|admired) for\b")
_ONLY: Final = late(r"\b(?:only|exclusively|solely|instead|rather|never)\b")


# --- what somebody cannot stand, or is no longer afraid of ----------------------------------------------------------

_ENDS: Final = r"(?=$| (?:and|so|now)\b)"
_LIKES: Final = late(r"(?:enjoys?|loves?|likes?|adores?) (?P<what>\w+)(?: and (?P<more>\w+))?\b")
_DISLIKES: Final = late(
    r"(?:dislikes?|hates?|detests?|loathes?|has an? (?:strong |deep )?aversion to) (?:all )?(?:being |spending time )?"
    rf"(?:outdoor activities|the outdoors|outdoors|nature){_ENDS}"
)


def _dislikes_the_outdoors(old: Statement, new: Statement) -> bool:
    """ "Enjoys hiking", "dislikes outdoor activities and stays at home"."""
    liked = _LIKES.match(_told(old))
    outdoors = liked is not None and not OUTDOORS.isdisjoint(liked.groups())
    return outdoors and _DISLIKES.match(_told(new)) is not None


_FEARS: Final = late(rf"(?:is|am) (?:\w+ )?(?:afraid|scared|terrified|frightened) of (?:the )?(?P<what>\w+){_ENDS}")
_LOVES: Final = late(rf"(?:now )?(?:loves?|adores?|enjoys?) (?:the )?(?P<what>\w+){_ENDS}")


def _fear_turned(old: Statement, new: Statement) -> bool:
    """ "Is afraid of flying", "loves flying"; and the other way round."""
    ways = ((_FEARS.match(_told(old)), _LOVES.match(_told(new))), (_LOVES.match(_told(old)), _FEARS.match(_told(new))))
    return not new.negated and any(was and now and was["what"] == now["what"] for was, now in ways)


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


def _other_calling(old: Statement, new: Statement) -> bool:
    """ "Is a marine biologist", and then "is a renowned pianist": said in full, as what somebody is. Of two that are
    alike the one may be a part of the other."""
    was, now = _calling(old), _calling(new)
    if old.subject.key != new.subject.key or not was or not now or was[-1] == now[-1]:
        return False
    if not _fields(was[-1]).isdisjoint(_fields(now[-1])):
        return False
    if not _BY_CALLING.isdisjoint(now):
        return True
    return _SPECIALIZES.search(new.text) is not None and {was[-1], now[-1]}.isdisjoint(BESIDE_A_TRADE)


def _fields(trade: str) -> set[str]:
    """Fields of callings among which it is: a cardiologist may be a doctor, and a biologist a researcher."""
    found = {field for field, trades in CALLINGS_ALIKE.items() if trade in trades.split()}
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


def _met_elsewhere(old: Statement, new: Statement) -> bool:
    """Two people met first at one event only; where that was, when and through whom may be told too."""
    was, now = (_MET.match(one.text.strip(" \"'.")) for one in (old, new))
    if not was or not now or was["who"] != now["who"] or was["where"] == now["where"]:
        return False
    return not any(_AGAIN.search(one["where"].lower()) for one in (was, now))


_ALONE: Final = late(r"(?:is an only child|has no (?:siblings|brothers or sisters|brothers and sisters))\b")
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


def _no_siblings(old: Statement, new: Statement) -> bool:
    """ "Dina Moss and Karl Moss are siblings", "Dina Moss is an only child"."""
    of_them = set(new.subject.key) <= set(old.subject.key)
    return of_them and _ALONE.match(_told(new)) is not None and _HAS_SIBLINGS.match(_told(old)) is not None


def _no_tie(old: Statement, new: Statement) -> bool:
    """Of two: "are cousins", "are not related"; "were engaged", "have never been romantically involved"."""
    if old.subject.key != new.subject.key:
        return False
    return any(denied.match(_told(new)) and tie.match(_told(old)) for denied, tie in _NO_TIES)


_Excludes = Callable[[Statement, Statement], bool]
_OF_ANYBODY: Final[tuple[_Excludes, ...]] = (_dislikes_the_outdoors, _fear_turned)
_BY_FULL_NAME: Final[tuple[_Excludes, ...]] = (_other_calling, _met_elsewhere, _no_siblings, _no_tie)

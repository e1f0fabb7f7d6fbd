"""What of one person cannot both be so: two callings, two first meetings, a love of hiking and none of the outdoors.

Read from shapes of the whole statement that are sure and English. Callings and meetings count only where people are
called by their full names, as in notes about them: who says "I'm a teacher" and later "I'm a nurse" may be both.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.employment import BESIDE_A_TRADE
from recollect.rules.lexicon.occupations import ENDINGS, OCCUPATIONS
from recollect.rules.lexicon.people import PROFESSIONS
from recollect.rules.lexicon.states import LANGUAGES
from recollect.rules.lexicon.things import PASTIMES, PASTIMES_OF
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

CHARS_MAX: Final = 400
_UNTOLD: Final = frozenset(("past", "wish", "end"))


def contrary(old: Statement, new: Statement) -> bool:
    """Whether the two exclude each other."""
    told = new.cues - {"past"} if new.negated else new.cues  # "did not attend university"
    known = old.cues - {"past"} if "never" in new.forms else old.cues
    if "also" in told or not (known | told).isdisjoint(_UNTOLD):
        return False
    if max(len(old.text), len(new.text)) > CHARS_MAX:
        return False
    if old.subject.key == new.subject.key and any(excludes(old, new) for excludes in _OF_ANYBODY):
        return True
    return bool(old.full_names and new.full_names) and any(excludes(old, new) for excludes in _BY_FULL_NAME)


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
    won = [_WON.search(one.text) for one in (old, new)]
    if not all(won):
        return False
    years = [set(_YEAR.findall(one.text)) for one in (old, new)]
    prizes = [
        {w.form for w in one.words[one.subject.end :] if w.capital and w.form not in _PRIZES} for one in (old, new)
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


# --- what somebody is by calling ------------------------------------------------------------------------------------

_TRADES: Final = PROFESSIONS | OCCUPATIONS
_BY_CALLING: Final = frozenset("professional renowned leading celebrated world-renowned acclaimed full-time".split())
"""Before a trade: it is what somebody lives by, and nothing that he does besides."""
_ENDS_CALLING: Final = frozenset("who specializing specialising with known based working at in and from of for".split())
_NOT_BY_CALLING: Final = frozenset(
    """
    aspiring amateur former retired volunteer part-time hobby freelance occasional budding self-taught also trained
    certified licensed novice semi-professional
    """.split()
)
_SCIENCE: Final = late(r"(?:logist|icist|emist|atician|onomer|scientist|engineer|researcher|developer|programmer)$")
"""One may be several of these."""


def _other_calling(old: Statement, new: Statement) -> bool:
    """ "Is a marine biologist", and then "is a renowned pianist who performs worldwide": said in full, as what somebody
    is. Who is told to be a singer may have another trade."""
    was, now = _calling(old), _calling(new)
    if old.subject.key != new.subject.key or not was or not now or was[-1] == now[-1]:
        return False
    if all(map(_SCIENCE.search, (was[-1], now[-1]))):
        return False
    by_calling = not _BY_CALLING.isdisjoint(now) or _SPECIALIZES.search(new.text) is not None
    beside = not {was[-1], now[-1]}.isdisjoint(BESIDE_A_TRADE) and _BY_CALLING.isdisjoint(now)
    return by_calling and not beside


_SPECIALIZES: Final = late(r"\bspeciali[sz](?:es|ing) in\b")


def _calling(statement: Statement) -> list[str]:
    """The words of "is a renowned concert pianist" behind the article, where the last one is a trade."""
    words = statement.words[statement.subject.end :]
    if len(words) < 3 or words[0].form != "is" or words[1].form not in {"a", "an"}:
        return []
    told = "_".join(word.form for word in takewhile(_of_calling, words[2:])).split("_")
    trade = told[-1] in _TRADES or told[-1].endswith(ENDINGS)
    return told if trade and _NOT_BY_CALLING.isdisjoint(told) else []


def _of_calling(word: Word) -> bool:
    return word.form not in _ENDS_CALLING and not word.name


# --- how two met ----------------------------------------------------------------------------------------------------

_MET: Final = late(
    r"^(?P<who>.+? and .+?) (?:first |originally |initially )?met (?:each other )?(?:for the first time )?"
    r"(?P<where>(?:at|in|on|during|while|through|when|via|as)\b.*)$"
)
_AGAIN: Final = late(
    r"\b(?:again|re-?met|every|weekly|monthly|regularly|often|sometimes|yesterday|today|last|this|next"
    r"|for lunch|for coffee|to discuss|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)


def _met_elsewhere(old: Statement, new: Statement) -> bool:
    """Two people met first in one place only."""
    was, now = (_MET.match(one.text.strip(" \"'.")) for one in (old, new))
    if not was or not now or was["who"] != now["who"] or was["where"] == now["where"]:
        return False
    return not any(_AGAIN.search(one["where"].lower()) for one in (was, now))


# --- what somebody cannot stand all of ------------------------------------------------------------------------------

_LIKES: Final = late(r"\b(?:enjoys?|loves?|likes?|adores?|avid|keen|passionate|enthusiastic|fond of)\b")
_NO_MORE_THAN: Final = late(r"\b(?:not|n't|never|no longer|only|used to|except|but)\b")
_DISLIKES: Final = late(
    r"\b(?:dislikes?|hates?|detests?|loathes?|cannot stand|can't stand|avoids? all"
    r"|has an? (?:strong |deep )?aversion to|is allergic to|do(?:es)?(?: not|n't) (?:like|enjoy))"
    r" (?:(?:all|any|all kinds of|every kind of|spending (?:any )?time|being|going|the|doing) )*"
    rf"(?P<kind>{'|'.join(sorted(PASTIMES, key=len, reverse=True))})(?=[.,;\"]|$| (?:and|so|because|but|in general)\b)"
)


def _dislikes_all(old: Statement, new: Statement) -> bool:
    """ "Enjoys hiking", "dislikes outdoor activities and stays at home"."""
    told = _DISLIKES.search(new.text.lower())
    if told is None or old.negated or not _LIKES.search(old.text) or _NO_MORE_THAN.search(old.text):
        return False
    return any(word.form in PASTIMES_OF[PASTIMES[told["kind"]]] for word in old.words)


_FEARS: Final = late(r"\b(?:afraid|scared|terrified|frightened) of (?:the )?(?P<what>\w+)")
_LOVES: Final = late(r"\b(?:loves?|adores?|enjoys?|is fond of) (?:the )?(?P<what>\w+)(?=[.,;]|$| (?:and|now|so)\b)")


def _fear_turned(old: Statement, new: Statement) -> bool:
    """ "Is afraid of flying", "loves flying"; and the other way round."""
    if old.negated or new.negated:
        return False
    ways = ((_FEARS.search(old.text), _LOVES.search(new.text)), (_LOVES.search(old.text), _FEARS.search(new.text)))
    return any(was and now and was["what"].lower() == now["what"].lower() for was, now in ways)


_ONLY_SPEAKS: Final = late(r"\b(?:only speaks|speaks only) (?P<what>\w+)\b")


def _only_speaks(old: Statement, new: Statement) -> bool:
    """ "Is fluent in English and Portuguese", "only speaks English"."""
    told = _ONLY_SPEAKS.search(new.text)
    spoken = (old.forms & LANGUAGES) - {told["what"].lower()} if told else frozenset[str]()
    return bool(spoken) and _SPEAKS.search(old.text) is not None and not old.negated


# --- what was set against it ----------------------------------------------------------------------------------------

_AVOIDS: Final = late(r"\bavoid(?:s|ing) all (?:forms|kinds|types|sorts) of (?P<what>[\w -]+?)(?: and|,|\.|$)")


def _avoids_all(old: Statement, new: Statement) -> bool:
    """ "Is active on social media", "avoids all forms of social media"."""
    told = _AVOIDS.search(new.text)
    if told is None or old.subject.key != new.subject.key or old.negated:
        return False
    known = {word.form for word in old.words[old.subject.end :]}
    return known.issuperset(told["what"].lower().split()) or told["what"].lower().replace(" ", "_") in known


_RATHER: Final = late(r"\b(?:rather than|instead of) (?P<what>[^,.;]+)")


def _rather_than(old: Statement, new: Statement) -> bool:
    """It names what was known as what is not so: "focuses on technology rather than environmental causes"."""
    told = _RATHER.search(new.text)
    if told is None or old.subject.key != new.subject.key or old.negated:
        return False
    denied = {word.strip("'\"").lower() for word in told["what"].split()}
    words = [word for word in new.words if word.form in denied and not word.filler and not word.name]
    known = {word.stem for word in old.words[old.subject.end :] if not word.filler and not word.name}
    return bool(words) and words[0].stem in known


# --- kin, a pair, and a degree -----------------------------------------------------------------------------

_ALONE: Final = late(r"\b(?:an only child|(?:has|have) no (?:siblings|brothers or sisters|brothers and sisters))\b")
_SIBLINGS: Final = late(
    r"\b(?:siblings|sisters|brothers|(?:sister|brother|sibling) of|has an? (?:\w+ )?(?:sister|brother))\b"
)
_UNRELATED: Final = late(r"\b(?:are|is) not (?:related|family|relatives)\b(?! by marriage)")
_RELATED: Final = late(
    r"\b(?:related|siblings|brothers|sisters|twins|half-\w+|(?:cousin|uncle|aunt|niece|nephew|brother|sister)s?)\b"
)
_NEVER_A_PAIR: Final = late(r"\bnever (?:been )?(?:romantically involved|a couple|dated|married|engaged|an item)\b")
_A_PAIR: Final = late(r"\b(?:engaged|married|dated|dating|a couple|romantically)\b")
_UNTAUGHT: Final = late(
    r"\b(?:did not|didn't|never|has not|hasn't) (?:attend(?:ed)?|go(?:ne)? to|stud(?:y|ied) at) (?:a |any )?"
    r"(?:university|college)\b(?! of| in)|\b(?:has|have) no (?:university |college )?degree\b"
)
_TAUGHT: Final = late(
    r"\b(?:degree|doctorate|ph\.?d|master's|bachelor's|graduated from|alma mater|university|college)\b", re.IGNORECASE
)


def _no_siblings(old: Statement, new: Statement) -> bool:
    among = not new.full_names or new.full_names <= old.full_names
    return _ALONE.search(new.text) is not None and _SIBLINGS.search(old.text) is not None and not old.negated and among


def _no_tie(old: Statement, new: Statement) -> bool:
    """ "Are cousins", "are not related"; "were engaged", "have never been romantically involved"."""
    if old.subject.key != new.subject.key or old.negated:
        return False
    ties = ((_UNRELATED, _RELATED), (_NEVER_A_PAIR, _A_PAIR))
    return any(denied.search(new.text) and tie.search(old.text) for denied, tie in ties)


def _no_degree(old: Statement, new: Statement) -> bool:
    told = old.subject.key == new.subject.key and _UNTAUGHT.search(new.text)
    return bool(told) and _TAUGHT.search(old.text) is not None and not old.negated


_Excludes = Callable[[Statement, Statement], bool]
_OF_ANYBODY: Final[tuple[_Excludes, ...]] = (_dislikes_all, _fear_turned, _only_speaks)
_BY_FULL_NAME: Final[tuple[_Excludes, ...]] = (
    _other_calling,
    _met_elsewhere,
    _rather_than,
    _avoids_all,
    _no_siblings,
    _no_tie,
    _no_degree,
)

"""What is over once the next thing has come: who graduated is no student, who had the baby expects none.

Read from shapes of the whole statement that are sure and English, told of the same one. They need no word of change:
that the next thing has begun says it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from recollect.rules.late import late
from recollect.rules.lexicon.employment import BESIDE_A_TRADE, GRADES, POSITIONS
from recollect.rules.lexicon.numbers import ORDINALS, SMALL
from recollect.rules.lexicon.people import PROFESSIONS
from recollect.write.verify.outgrown_abroad import outgrown_abroad, slots_abroad
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER

_NOT_SO: Final = frozenset(("past", "wish", "end", "hedge"))
_UNSURE: Final = frozenset(("wish", "hedge"))
_LONG_AGO: Final = frozenset("ago once back".split())
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")

_IS: Final = r"^(?:is|am|are) (?:currently |now |still )?"
_JUST: Final = r"^(?:(?:has|have|just|finally|recently|already|officially) )*"
_A: Final = r"(?:(?:a|an|the|my|our|their|his|her|some) )?"
_NOW: Final = r"(?: (?:right now|at the moment|these days|at present|currently|now|again))?$"
_WHEN: Final = (
    r"(?: (?:now|today|yesterday|tonight|already|finally|last (?:\w+day|night|week|month|year|spring|summer|fall|autumn"
    r"|winter)|this (?:morning|afternoon|evening|week|month|year|\w+day)|on (?:\w+day|the \w+)|in (?:\w+ )?\w+"
    r"|at \w+))*$"
)


class _Rule(NamedTuple):
    """What is known, in one shape, and what is told, in another, where the two agree."""

    slot: str
    known: re.Pattern[str]
    comes: re.Pattern[str]
    agree: Callable[[re.Match[str], re.Match[str]], bool]


def outgrown(old: Statement, new: Statement) -> bool:
    """Whether what the old one tells is over, because of what the new one tells."""
    coming = _coming(new)
    if not old.cues.isdisjoint(_NOT_SO) or old.negated:
        return False
    if not coming:
        return new.cues.isdisjoint(_UNSURE) and outgrown_abroad(old.text, new.text)
    known = _told(old)
    if not _of_one(old, new):
        ours = old.subject.key == (USER,) and _is_baby(new)
        return ours and any(rule is _BORN and rule.known.search(known) for rule, _ in coming)
    return old.subject.key[0] != "thing" and any(
        rule is not _BORN and (was := rule.known.search(known)) is not None and rule.agree(was, comes)
        for rule, comes in coming
    )


def _of_one(old: Statement, new: Statement) -> bool:
    """Whether both are told of the same one: "User's friend Dov" is Dov."""
    if old.subject.key == new.subject.key:
        return True
    if "name" not in (old.subject.key[0], new.subject.key[0]) or old.subject.key[0] == new.subject.key[0]:
        return False
    return "person" in (old.subject.key[0], new.subject.key[0]) and old.subject.words[-1:] == new.subject.words[-1:]


def _is_baby(new: Statement) -> bool:
    """ "User's baby", "User's little boy Rafe"; a son or a daughter born just now, and none whose birthday is told."""
    if new.subject.key[:1] != ("person",) or new.subject.key[-1] not in {"child", "son", "daughter"}:
        return False
    return new.subject.key[-1] == "child" or "small" in new.subject.words or bool(_JUST_NOW & new.forms)


_JUST_NOW: Final = frozenset("today yesterday tonight just finally".split())


def over_with(new: Statement) -> tuple[str, ...]:
    """Slots of what is over with it, by whose words a known statement that shares none with it is looked up."""
    found = (*(rule.slot for rule, _ in _coming(new)), *slots_abroad(new.text))
    return tuple(dict.fromkeys(slot for slot in found if slot))


@lru_cache(maxsize=64)
def _coming(new: Statement) -> tuple[tuple[_Rule, re.Match[str]], ...]:
    """What it may end. One statement is compared with many."""
    if _unsure(new) or new.negated or not _LONG_AGO.isdisjoint(new.forms) or _YEAR.search(new.text):
        return ()
    told = _told(new)
    return tuple((rule, comes) for rule in _RULES if (comes := rule.comes.match(told)) is not None)


def _unsure(new: Statement) -> bool:
    """Wished for, guessed, or told as one more; "second" says the latter too, and is the number of a child."""
    return not new.cues.isdisjoint(_UNSURE) or ("also" in new.cues and "second" not in new.forms)


def _told(statement: Statement) -> str:
    """What is told of whom it is about, in folded words."""
    return " ".join(word.form for word in statement.words[statement.subject.end :])


# --- a baby, a partner ----------------------------------------------------------------------------------------------

_EXPECTING: Final = late(
    r"\bpregnant\b|^(?:is|are) expecting(?: in \w+| (?:twins|another|(?:a|an|the|their|our|her|my|another) (?:\w+ )?"
    r"(?:baby|child|kid|son|daughter|boy|girl))\b.*)?$"
)
_HAD_THE_BABY: Final = late(
    rf"{_JUST}(?:gave birth(?! to the idea)\b|had (?:a|the|my|our|their|his|her) (?:(?:first|second|third|little) )*"
    rf"(?:baby|baby boy|baby girl|babies|twins|son|daughter|boy|girl|little one|child){_WHEN})"
)
_IS_BORN: Final = late(rf"{_JUST}(?:was born|is here|arrived|came|is born)\b{_WHEN}")
_DATES: Final = late(r"^(?:is|am) (?:currently |now )?(?:dating|seeing|engaged to) (?P<name>[\w-]+)$")
_DATES_NOW: Final = late(
    r"^(?:is|am) (?:(?:now|currently) (?:dating|seeing|engaged to)|(?:dating|seeing|engaged to)(?=.* now$)) "
    r"(?P<name>[\w-]+)(?: now)?$"
)
_SINGLE: Final = late(rf"{_IS}(?:happily )?single(?:{_NOW}| and )")
_FOUND_SOMEBODY: Final = late(
    rf"{_JUST}(?:(?:has|have|got|found) an? (?:new )?(?:girlfriend|boyfriend|fiancee?)(?: (?:named|called) \w+)?{_WHEN}"
    r"|(?:got|is) (?:hitched|married|engaged)\b|tied the knot\b)"
)


# --- one thing, under way and done ----------------------------------------------------------------------------------

_DOING: Final = (
    "reading|watching|playing|writing|building|renovating|knitting|painting|taking|recording|editing|translating|making"
)
_UNDER_WAY: Final = (
    (
        rf"{_IS}(?:{_DOING}) {_A}(?P<what>.+?){_NOW}",
        rf"{_JUST}(?:finished|completed) (?:(?:{_DOING}) )?{_A}(?P<what>.+?){_WHEN}",
    ),
    (
        rf"{_IS}(?:training|preparing|practi[sc]ing|studying) for {_A}(?P<what>.+?)(?: (?:in|on|next|this) .+)?{_NOW}",
        rf"{_JUST}(?:finished|completed|ran|passed|did|took|survived) {_A}(?P<what>.+?){_WHEN}",
    ),
    (
        rf"{_IS}saving (?:up )?(?:money )?for {_A}(?:new )?(?P<what>.+?){_NOW}",
        rf"{_JUST}(?:bought|purchased|got) {_A}(?:new )?(?P<what>.+?){_WHEN}",
    ),
    (
        rf"{_IS}(?:interviewing|applying) (?:at|with|for a job at|to work at) (?P<what>.+?){_NOW}",
        rf"{_JUST}(?:got|landed|accepted|declined|turned down) {_A}(?:job |position |role |internship )?(?:offer )?"
        rf"(?:at|from|with) (?P<what>.+?){_WHEN}",
    ),
)
"""What ends what is under way, where it is told of the same."""


_KEPT: Final = (
    rf"^(?:(?:keeps|keep|stores|store) {_A}|(?:has|have) (?:a|an|the|their|my|his|her) )(?P<what>.+?)"
    r" (?:in|on|under|at|behind|inside|by|next to) .+$"
)
_MOVED: Final = rf"{_JUST}(?:moved|put) {_A}(?P<what>.+?) (?:to|into|under|behind|inside|onto) .+$"
_FOR_NOW: Final = (
    r"^(?:has|have) been (?P<what>.+?) for (?:about |almost |over |nearly )?(?P<how>[\w ]+?)"
    r" (?P<unit>day|week|month|year)s?(?: now)?$"
)
_USES: Final = rf"^(?:is using|uses|shoots with|works with) .+? for {_A}(?P<what>.+?){_NOW}"
_WENT_OVER: Final = (
    rf"{_JUST}(?:upgraded|switched|moved|changed|went over) (?:over )?to .+? for {_A}(?P<what>.+?){_WHEN}"
)


def _same(was: re.Match[str], comes: re.Match[str]) -> bool:
    return was["what"] == comes["what"]


def _longer(was: re.Match[str], comes: re.Match[str]) -> bool:
    """For two months, for six: as long as it is now."""
    return was["what"] == comes["what"] and (was["how"], was["unit"]) != (comes["how"], comes["unit"])


# --- studies and trades ---------------------------------------------------------------------------------------------

_STUDIES: Final = late(rf"{_IS}an? (?:[\w-]+ ){{0,3}}student(?: (?:at|in|of) .+)?$")
_GRADUATED: Final = late(rf"{_JUST}graduated(?: (?:from|in|at) {_A}(?P<what>.+?))?{_WHEN}")
_COLLEGE: Final = frozenset("college university uni".split())
_ELSEWHERE: Final = frozenset(
    "phd doctoral graduate grad postgraduate masters master law medical med high school".split()
)
"""Of a student who graduates from college before that, or after it."""


def _from_there(was: re.Match[str], comes: re.Match[str]) -> bool:
    """ "Is a student at Kiel", "graduated from Kiel"; or from what is not named."""
    words, what = set(was.string.split()), set((comes["what"] or "").split())
    return what <= words or (what <= _COLLEGE and words.isdisjoint(_ELSEWHERE))


_BEING: Final = r"(?:is|am|works as|is working as)"
_TRADE: Final = r"an? (?P<how>(?:(?!former|ex|retired)[\w-]+ ){0,2}?)(?P<trade>[\w-]+)"
_CLASS: Final = (
    r"(?P<name>(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\d+th) grade|(?:year|grade) \d+)"
)
_IN_CLASS: Final = late(rf"^(?:is|am|goes|go) (?:in|to) (?:the )?{_CLASS}(?: now)?$")
_NEXT_CLASS: Final = late(rf"{_JUST}(?:started|entered|moved up to|is in|goes to|is starting) (?:the )?{_CLASS}{_WHEN}")


_AT: Final = r"(?: at (?P<at>.+?))?"
_PRACTISES: Final = late(rf"^{_BEING} (?:currently )?{_TRADE}{_AT}$")
_PRACTISES_NOW: Final = late(
    rf"^(?:{_BEING} now|now works as|{_BEING}(?=.* (?:now$|as of |since ))"
    rf"|(?:(?:has|have|recently|just|finally) )*(?:became|become)) {_TRADE}{_AT}(?:{_WHEN}| (?:as of|since) .+$)"
)
_TRADES: Final = PROFESSIONS | POSITIONS


def _other_trade(was: re.Match[str], now: re.Match[str]) -> bool:
    """ "Is a nurse", and then "is a doctor now"; "is a junior developer", "is a senior developer now". Who became what
    one can be beside another trade does not say that it took its place."""
    if not {was["trade"], now["trade"]} <= _TRADES or (was["at"] and was["at"] != now["at"]):
        return False  # where somebody works is not known to be over with it
    if was["trade"] == now["trade"]:
        grades = [GRADES & set(one["how"].split()) for one in (was, now)]
        return all(grades) and grades[0] != grades[1]
    return now["trade"] not in BESIDE_A_TRADE or "now" in now.string.split()


# --- children, and what one is called -------------------------------------------------------------------------------

_CHILDREN: Final = late(r"^(?:has|have) (?P<count>\w+) (?:kids|children|kid|child)$")
_NEXT_CHILD: Final = late(rf"{_JUST}had (?:a|the|my|our|their|his|her) (?P<which>\w+) (?:child|kid|baby){_WHEN}")


def _one_more(was: re.Match[str], comes: re.Match[str]) -> bool:
    """ "Has two kids", "had their third child"."""
    number = 2 if comes["which"] == "second" else ORDINALS.get(comes["which"], 0)
    count = int(was["count"]) if was["count"].isdecimal() else SMALL.get(was["count"], 0)
    return 0 < count == number - 1


_GOES_BY: Final = r"(?:goes by|likes to be called|prefers to be called|wants the assistant to call them)"
_CALLED: Final = late(rf"^{_GOES_BY} (?P<name>\w+)$")
_CALLED_NOW: Final = late(rf"^(?:now )?{_GOES_BY} (?P<name>\w+)(?: (?:from now on|instead|now))?$")


def _otherwise(was: re.Match[str], comes: re.Match[str]) -> bool:
    return was["name"] != comes["name"]


def _anyhow(_was: re.Match[str], _comes: re.Match[str]) -> bool:
    return True


_BORN: Final = _Rule("pregnancy", _EXPECTING, _IS_BORN, _anyhow)
"""Told of the child."""
_RULES: Final = (
    _BORN,
    _Rule("pregnancy", _EXPECTING, _HAD_THE_BABY, _anyhow),
    _Rule("single", _SINGLE, _FOUND_SOMEBODY, _anyhow),
    *(_Rule("", late(known), late(comes), _same) for known, comes in _UNDER_WAY),
    _Rule("", late(_KEPT), late(_MOVED), _same),
    _Rule("", late(_FOR_NOW), late(_FOR_NOW), _longer),
    _Rule("", late(_USES), late(_WENT_OVER), _same),
    _Rule("", _DATES, _DATES_NOW, _otherwise),
    _Rule("student", _STUDIES, _GRADUATED, _from_there),
    _Rule("", _IN_CLASS, _NEXT_CLASS, _otherwise),
    _Rule("job", _PRACTISES, _PRACTISES_NOW, _other_trade),
    _Rule("", _CHILDREN, _NEXT_CHILD, _one_more),
    _Rule("called", _CALLED, _CALLED_NOW, _otherwise),
)

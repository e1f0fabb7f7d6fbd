"""What is over once the next thing has come: who graduated is no student, who had the baby expects none.

Read from shapes of the whole statement that are sure and English, told of the same one and as of now. They need no word
of change: that the next thing has come says it. What has a time of its own ("got a girlfriend in high school", "ran a
marathon last year") may be long over, and ends nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from recollect.rules.late import late
from recollect.rules.lexicon.employment import BEFORE_A_TRADE, BESIDE_A_TRADE, DOCTORS, GRADES, POSITIONS
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.numbers import ORDINALS, SMALL
from recollect.rules.lexicon.people import PROFESSIONS
from recollect.write.verify.ending import YEAR
from recollect.write.verify.outgrown_abroad import CHARS_MAX, outgrown_abroad, slots_abroad
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER

_NOT_SO: Final = frozenset(("past", "wish", "end", "hedge"))
_UNSURE: Final = frozenset(("wish", "hedge"))
_LONG_AGO: Final = frozenset("ago once back young when then before lol haha jk".split())

_IS: Final = r"(?:is|am) (?:currently |now |still )?"
_JUST: Final = r"(?:(?:has|have|just|finally|recently|already|officially) )*"
_A: Final = r"(?:(?:a|an|the|my|our|their|some) )?"
_THE: Final = r"(?:(?:the|my|our|their) )?"
_NOW: Final = r"(?: (?:right now|at the moment|these days|at present|currently|now|again))?$"
_LATELY: Final = (
    r"(?:now|today|yesterday|tonight|finally|early|last night|last week|this (?:morning|afternoon|evening|week)"
    r"|on (?:\w+day|the \d\w+))"
)
_WHEN: Final = rf"(?: {_LATELY}){{0,2}}$"


class _Rule(NamedTuple):
    """What is known, in one shape, and what is told, in another, where the two agree."""

    slot: str
    known: re.Pattern[str]
    comes: re.Pattern[str]
    agree: Callable[[re.Match[str], re.Match[str]], bool]


def outgrown(old: Statement, new: Statement) -> bool:
    """Whether what the old one tells is over, because of what the new one tells."""
    if not old.cues.isdisjoint(_NOT_SO) or old.negated:
        return False
    coming = _coming(new)
    if not coming:
        sure = new.cues.isdisjoint(_UNSURE | {"past", "also"}) and not new.negated
        return sure and outgrown_abroad(old.text, new.text)
    known = old.told
    if not _of_one(old, new):
        ours = old.subject.key == (USER,) and _is_baby(new)
        return ours and any(rule is _BORN and rule.known.match(known) for rule, _ in coming)
    return old.subject.key[0] != "thing" and any(
        rule is not _BORN and (was := rule.known.match(known)) is not None and rule.agree(was, comes)
        for rule, comes in coming
    )


def over_with(new: Statement) -> tuple[str, ...]:
    """Slots of what is over with it, by whose words a known statement that shares none with it is looked up."""
    found = (*(rule.slot for rule, _ in _coming(new)), *slots_abroad(new.text))
    return tuple(dict.fromkeys(slot for slot in found if slot))


def _of_one(old: Statement, new: Statement) -> bool:
    """Whether both are told of the same one: "User's friend Dov" is Dov, "User's sister" may be his sister Mia, and one
    friend another one."""
    names = [_names(one) for one in (old, new)]
    if old.subject.key == new.subject.key:
        if old.subject.key[0] != "person":
            return True
        return names[0] == names[1] if any(names) else old.subject.key[-1] not in _MANY
    keys = {old.subject.key[0], new.subject.key[0]}
    return keys == {"person", "name"} and bool(names[0]) and names[0] == names[1]


def _names(statement: Statement) -> frozenset[str]:
    """What somebody is called, beside the word for the tie."""
    return frozenset(word for word in statement.subject.words if not word.startswith("kin:") and word != "small")


_MANY: Final = frozenset("friend colleague cousin neighbour neighbor classmate teammate roommate flatmate".split())


def _is_baby(new: Statement) -> bool:
    """ "User's baby", "User's little boy Rafe"; a son or a daughter must have been born, for he may have come home."""
    if new.subject.key[:1] != ("person",) or new.subject.key[-1] not in {"child", "son", "daughter"}:
        return False
    return "baby" in new.forms or "born" in new.forms


@lru_cache(maxsize=64)
def _coming(new: Statement) -> tuple[tuple[_Rule, re.Match[str]], ...]:
    """What it may end. One statement is compared with many."""
    if _unsure(new) or new.negated or not _LONG_AGO.isdisjoint(new.forms) or YEAR.search(new.text):
        return ()
    told = new.told
    if len(told) > CHARS_MAX:
        return ()
    found = tuple((rule, comes) for rule in _RULES if (comes := rule.comes.match(told)) is not None)
    return tuple(
        (rule, comes) for rule, comes in found if rule.agree is not _otherwise or _is_named(new, comes["name"])
    )


def _is_named(new: Statement, name: str) -> bool:
    """Whether that is a name: no "exclusively", no "someone"."""
    return name in GIVEN_NAMES and any(word.form == name and word.capital for word in new.words)


def _unsure(new: Statement) -> bool:
    """Wished for, guessed, or told as one more; "second" says the latter too, and is the number of a child."""
    return not new.cues.isdisjoint(_UNSURE) or ("also" in new.cues and "second" not in new.forms)


def _anyhow(_was: re.Match[str], _comes: re.Match[str]) -> bool:
    return True


def _otherwise(was: re.Match[str], comes: re.Match[str]) -> bool:
    return was["name"][0] != comes["name"][0]  # Tom may be Thomas


def _same(was: re.Match[str], comes: re.Match[str]) -> bool:
    return was["what"] == comes["what"]


# --- a baby, a partner ----------------------------------------------------------------------------------------------

_EXPECTING: Final = late(
    r"(?:is|am) (?:(?:currently|now|still|about|almost|over|nearly) )*(?:[\w.]+ (?:weeks?|months?) )?pregnant"
    r"(?: (?:again|now|with (?:my|our|their|her|a|twins)\b.*))?$"
    r"|(?:is|are) expecting(?: in \w+| (?:twins|another|(?:a|an|their|our|her|my|another) (?:\w+ )?"
    r"(?:baby|child|kid|son|daughter|boy|girl))(?: (?:in|on|next|this|early|late|any) .*)?)?$"
)
_BABY: Final = r"(?:(?:healthy|beautiful|little|baby) )*(?:baby|child|son|daughter|boy|girl)"
_HAD_THE_BABY: Final = late(
    rf"{_JUST}(?:had (?:the|my|our|their|his|her) (?:baby|twins|little one){_WHEN}"
    rf"|had (?:a {_BABY}|twins|(?:the|my|our|their|his|her) (?:first|second|third|fourth) (?:baby|child))"
    rf"(?: {_LATELY}){{1,2}}$"
    rf"|gave birth(?: to (?:a|our|my|their|twins)(?: {_BABY})?)?(?: {_LATELY}){{0,2}}$)"
)
_BORN_NOW: Final = late(
    rf"{_JUST}(?:was born(?: {_LATELY}){{1,2}}$|is finally here$|has arrived$|arrived(?: {_LATELY}){{1,2}}$)"
)
_SINGLE: Final = late(rf"{_IS}(?:happily )?single(?:{_NOW}| and )")
_FOUND_SOMEBODY: Final = late(
    r"(?:now )?(?:(?:has|have) an? (?:new )?(?:girlfriend|boyfriend|fiancee?)(?: now)?$"
    rf"|{_JUST}(?:got|found) an? (?:new )?(?:girlfriend|boyfriend)(?: {_LATELY})?$"
    rf"|{_JUST}(?:(?:got|is) (?:now )?(?:hitched|married|engaged)|tied the knot)(?: {_LATELY})?$)"
)
_DATES: Final = late(r"(?:is|am) (?:currently |now )?(?:dating|seeing|engaged to) (?P<name>[\w-]+)$")
_DATES_NOW: Final = late(
    r"(?:is|am) (?:(?:now|currently) (?:dating|seeing|engaged to)|(?:dating|seeing|engaged to)(?=.* now$)) "
    r"(?P<name>[\w-]+)(?: now)?$"
)


# --- one thing, under way and done ----------------------------------------------------------------------------------

_UNDER_WAY: Final = (
    (
        rf"{_IS}reading {_A}(?P<what>.+?){_NOW}",
        rf"{_JUST}finished (?:reading {_A}|{_THE})(?P<what>.+?){_WHEN}",
    ),
    (
        rf"{_IS}watching {_A}(?P<what>(?!news\b).+?){_NOW}",
        rf"{_JUST}finished (?:watching {_A}|{_THE})(?P<what>.+?){_WHEN}",
    ),
    (
        rf"{_IS}(?:writing|building|renovating|knitting) (?:a|an|the|my|our|their) (?P<what>.+?){_NOW}",
        rf"{_JUST}(?:finished|completed) (?:(?:writing|building|renovating|knitting) {_A}|(?:the|my|our|their) )"
        rf"(?P<what>.+?){_WHEN}",
    ),
    (
        rf"{_IS}taking {_A}(?P<what>antibiotics|penicillin|amoxicillin){_NOW}",
        rf"{_JUST}(?:finished|completed) (?:(?:taking )?(?:the|my|our|their) )(?P<what>.+?){_WHEN}",
    ),
    (
        rf"{_IS}(?:training|preparing|studying) for (?:a|an|the|my|our|their) (?P<what>.+?){_NOW}",
        rf"{_JUST}(?:finished|completed|passed) (?:the|my|our|their) (?P<what>.+?)(?: in \w+ (?:hours|minutes))?"
        rf"{_WHEN}",
    ),
    (
        rf"{_IS}saving (?:up )?(?:money )?for (?:a|an|the|my|our|their) (?:new )?(?P<what>.+?){_NOW}",
        rf"{_JUST}(?:bought|purchased) {_A}(?:new )?(?P<what>.+?){_WHEN}",
    ),
    (
        rf"{_IS}interviewing (?:at|with|for a job at) (?P<what>.+?){_NOW}",
        rf"{_JUST}(?:got|landed|accepted) (?:the|a) (?:job|position|role|job offer) (?:at|from|with) (?P<what>.+?)"
        rf"{_WHEN}",
    ),
    (
        r"(?:keeps|keep|stores|store) (?:(?:a|an|the|my|their|his|her|some) )?(?P<what>.+?)"
        r" (?:in|on|under|at|behind|inside|by|next to) (?:a|the|my|our|their|his|her) .+$",
        rf"{_JUST}moved (?:the|my|our|their|his|her) (?P<what>.+?) (?:to|into|under|behind|inside|onto)"
        r" (?:a|the|my|our|their|his|her) (?!\w*(?:morning|evening|night|week|month|end)\b).+$",
    ),
)
"""What ends what is under way, where it is told of the same."""
_SO_LONG: Final = late(
    r"(?:has|have) been (?P<what>\w+ing .+?) for (?:about |almost |over |nearly )?(?P<how>\w+)"
    r" (?P<unit>day|week|month|year)s?(?: now)?$"
)


def _longer(was: re.Match[str], comes: re.Match[str]) -> bool:
    """For two months, for six: as long as it is now."""
    return was["what"] == comes["what"] and 0 < _days(was) < _days(comes)


def _days(span: re.Match[str]) -> int:
    count = int(span["how"]) if span["how"].isdecimal() else SMALL.get(span["how"], 0)
    return count * {"day": 1, "week": 7, "month": 30, "year": 365}[span["unit"]]


# --- studies and trades ---------------------------------------------------------------------------------------------

_STUDIES: Final = late(rf"{_IS}an? (?:[\w-]+ )?student(?: at (?P<at>.+))?$")
_GRADUATED: Final = late(rf"{_JUST}graduated(?: from (?:the )?(?P<what>.+?))?{_WHEN}")
_COLLEGE: Final = frozenset("college university uni".split())
_NOT_THERE: Final = frozenset("phd doctoral graduate grad postgraduate masters master law medical med".split())


def _from_there(was: re.Match[str], comes: re.Match[str]) -> bool:
    """ "Is a student at Kiel", "graduated from Kiel"; or of no named place, and from none or from college."""
    known = was.string.split()
    article = next(at for at, word in enumerate(known) if word in {"a", "an"})
    before = set(known[article + 1 : known.index("student")])
    what = comes["what"] or ""
    if not before.isdisjoint(_NOT_THERE):
        return False
    if was["at"] is not None:
        return what in ("", was["at"])
    return before <= _COLLEGE and (not what or what in _COLLEGE)


_CLASS: Final = (
    r"(?P<name>(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\d+th) grade|(?:year|grade) \d+)"
)
_IN_CLASS: Final = late(rf"(?:is|am|goes|go) (?:in|to) (?:the )?{_CLASS}(?: now)?$")
_NEXT_CLASS: Final = late(rf"{_JUST}(?:started|entered|moved up to|is in|goes to|is starting) (?:the )?{_CLASS}{_WHEN}")


def _next_class(was: re.Match[str], comes: re.Match[str]) -> bool:
    return was["name"] != comes["name"]


_LITTLE: Final = late(r"(?:is in|am in|goes to|attends) (?:kindergarten|preschool|nursery)(?: now)?$")
_SCHOOL: Final = late(
    rf"{_JUST}(?:started|entered|is in|goes to) (?:first grade|primary school|elementary school|school){_WHEN}"
)
_NO_MEAT: Final = late(r"(?:is|am) (?:a )?(?:vegetarian|vegan)(?: .*)?$")
_EATS_AGAIN: Final = late(r"(?:eats|is eating|started eating) (?:meat|fish|chicken) again\b")
_BEING: Final = r"(?:is|am|works as|is working as)"
_TRADE: Final = r"an? (?P<how>(?:(?!former|ex|retired)[\w-]+ ){0,2}?)(?P<trade>[\w-]+)"
_AT: Final = r"(?: at (?P<at>.+?))?"
_PRACTISES: Final = late(rf"{_BEING} (?:currently )?{_TRADE}{_AT}$")
_PRACTISES_NOW: Final = late(
    rf"(?:(?:{_BEING} now|now works as|{_BEING}(?=.* (?:now$|as of |since ))) {_TRADE}{_AT}"
    rf"(?:{_WHEN}| (?:as of|since) .+$)"
    rf"|(?:(?:has|have|recently|just|finally) )*became an? (?P<became>[\w-]+)(?: last month)?{_WHEN})"
)
_TRADES: Final = PROFESSIONS | POSITIONS
_BEFORE: Final = GRADES | BEFORE_A_TRADE


def _other_trade(was: re.Match[str], now: re.Match[str]) -> bool:
    """ "Is a nurse", and then "is a doctor now"; "is a junior developer", "is a senior developer now". Who became what
    one can be beside another trade does not say that it took its place."""
    trade = now["became"] or now["trade"]
    if not {was["trade"], trade} <= _TRADES:
        return False
    if now["became"]:
        return not was["at"] and was["trade"] != trade and trade not in BESIDE_A_TRADE
    if was["at"] and was["at"] != now["at"]:
        return False  # where somebody works is not known to be over with it
    trades = {was["trade"], trade}
    if len(trades) > 1 and (trades <= DOCTORS or not trades.isdisjoint(BESIDE_A_TRADE)):
        return False
    grades = [GRADES & set(one["how"].split()) for one in (was, now)]
    if was["trade"] == trade:
        return all(grades) and grades[0] != grades[1]
    return set(now["how"].split()) <= _BEFORE


# --- children, and what one is called -------------------------------------------------------------------------------

_CHILDREN: Final = late(r"(?:has|have) (?P<count>\w+) (?:kids|children|kid|child)$")
_NEXT_CHILD: Final = late(rf"{_JUST}had (?:the|my|our|their|his|her) (?P<which>\w+) (?:child|kid|baby){_WHEN}")


def _one_more(was: re.Match[str], comes: re.Match[str]) -> bool:
    """ "Has two kids", "had their third child"."""
    number = 2 if comes["which"] == "second" else ORDINALS.get(comes["which"], 0)
    count = int(was["count"]) if was["count"].isdecimal() else SMALL.get(was["count"], 0)
    return 0 < count == number - 1


_CALLED: Final = late(
    r"(?:goes by|likes to be called|prefers to be called|wants the assistant to call them) (?P<name>\w+)$"
)
_CALLED_NOW: Final = late(
    r"(?:now goes by|now prefers to be called|prefers to be called|wants the assistant to call them"
    r"|wants the assistant to go back to calling them) (?P<name>\w+)"
    r"(?: (?:from now on|instead|now))?$"
)

_BORN: Final = _Rule("pregnancy", _EXPECTING, _BORN_NOW, _anyhow)
"""Told of the child."""
_RULES: Final = (
    _BORN,
    _Rule("pregnancy", _EXPECTING, _HAD_THE_BABY, _anyhow),
    _Rule("single", _SINGLE, _FOUND_SOMEBODY, _anyhow),
    _Rule("", _DATES, _DATES_NOW, _otherwise),
    *(_Rule("", late(known), late(comes), _same) for known, comes in _UNDER_WAY),
    _Rule("", _SO_LONG, _SO_LONG, _longer),
    _Rule("student", _STUDIES, _GRADUATED, _from_there),
    _Rule("", _IN_CLASS, _NEXT_CLASS, _next_class),
    _Rule("", _LITTLE, _SCHOOL, _anyhow),
    _Rule("", _NO_MEAT, _EATS_AGAIN, _anyhow),
    _Rule("job", _PRACTISES, _PRACTISES_NOW, _other_trade),
    _Rule("", _CHILDREN, _NEXT_CHILD, _one_more),
    _Rule("called", _CALLED, _CALLED_NOW, _otherwise),
)

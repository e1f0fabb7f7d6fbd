"""An age and something else in one breath: "I'm 30 and diabetic" is "I'm 30" and "I'm diabetic".

An age is another one every year, and what is told with it mostly stays. Asked by `clauses`, so that each half is read
as if it had been said by itself, whoever it is about; a half that teaches nothing alone ("and tired") stays with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.numbers import SMALL, TENS
from recollect.write.extract.english.words import AUXILIARIES, expanded, form_of, is_adverb, unchanging

if TYPE_CHECKING:
    from recollect.write.extract.english.words import Token

AGE_MAX: Final = 120
_BEING: Final = frozenset(("am", "is", "'s"))
_YEARS: Final = frozenset("years year yrs yr old yo y/o now already".split())
_GOES_ON: Final = frozenset(
    """
    half not nor with without for since as at by in on of if when while because about after before until like
    so nearly almost soon going yet counting hence to too or but thanks thank please
    """.split()
)
"""What begins with one of these says more of the age, or is no answer to what somebody is."""


def apart(words: list[Token]) -> tuple[list[Token], list[Token], int] | None:
    """The clause with the age, the one with what is told beside it, and how many words that one shares with the first;
    None where there are not two."""
    at = _age_at(words)
    end = at + 1
    while end < len(words) and words[end].low in _YEARS:
        end += 1
    begin = end
    while begin < len(words) and words[begin].low in {",", "and"}:
        begin += 1
    if not at or begin == end or not _tells_what(words[begin:]):
        return None
    of_me = "i" in (expanded(words[at - 1].low)[0], words[at - 2].low if at > 1 else "")
    told = _told(words[begin:], of_me=of_me, joined="and" in [token.low for token in words[end:begin]])
    shared = words[:at] if told == _IS else [*words[: at - 1], *_head(words[at - 1])]
    return (words[:end], [*shared, *words[begin:]], len(shared)) if told and shared else None


_IS: Final = "is"
_DOES: Final = "does"


def _told(rest: list[Token], *, of_me: bool, joined: bool) -> str:
    """Whether it is what somebody is ("and deaf") or what he does, did or can ("and still drives"); empty where that is
    not plain, and of what passes as the age does: "16 and doing my exams". `joined`: by "and"."""
    at = _first(rest)
    low = rest[at].low
    form = (form_of(low) or ("", ""))[1] if rest[at].text.islower() else ""  # "Polish"
    does = _DOES if joined or (form == "past" and low not in _STATES) else ""
    if form == "ing":
        return ""
    if low in AUXILIARIES or form == "s":
        return _DOES
    if form == "past" or (form == "base" and (of_me or low in unchanging())):
        return _IS if low in _STATES | _EITHER and _alone(rest, at) else does
    unknown = low.endswith("ed") and not (low in _STATES or "-" in low or low.startswith("un") or _alone(rest, at))
    return "" if unknown else _IS  # "converted to Islam"


def _head(token: Token) -> list[Token]:
    """The subject in the word before the age: "I" of "I'm", nothing of "is"."""
    head, glued = expanded(token.low)
    if token.low in _BEING or not glued:
        return []
    return [token._replace(text=token.text[: len(head)], low=head, end=token.start + len(head))]


def being(words: list[Token], taken: int, rest: list[Token]) -> list[Token]:
    """ "and retired" after an age: what somebody is, and nothing that he did; else empty. `taken`: how many words the
    clause before has from one with an age; `rest`: what is cut off."""
    at = taken or _age_at(words)
    told = _first(rest)
    state = rest[told].low in _STATES and "never" not in [token.low for token in rest[:told]]
    return [*words[:at], *rest] if at and state and _alone(rest, told) else []


def _first(rest: list[Token]) -> int:
    return next((place for place, token in enumerate(rest) if not is_adverb(token.low)), 0)


def _alone(rest: list[Token], at: int) -> bool:
    return at + 1 == len(rest) or rest[at + 1].low in _AFTER_STATES


_STATES: Final = frozenset(
    """
    married retired divorced widowed engaged separated employed unemployed self-employed disabled addicted interested
    qualified trained tired bored gifted educated experienced committed devoted related attached
    """.split()
)
"""What somebody is by a participle; any other participle is what he did."""
_EITHER: Final = frozenset("fit clean open broke lost stuck".split())
"""By themselves what somebody is, with an object what he does."""
_AFTER_STATES: Final = frozenset(", and to with since from for but".split())


def _age_at(words: list[Token]) -> int:
    """Where the age stands; 0 without one."""
    places = range(1, len(words))
    return next((at for at in places if _is_age(words[at].low) and _is_being(words[at - 1])), 0)


def _is_being(token: Token) -> bool:
    return token.low in _BEING or expanded(token.low)[1] in _BEING


def _is_age(low: str) -> bool:
    if low.isdecimal():
        return 0 < int(low) < AGE_MAX
    tens, _, ones = low.partition("-")
    return (tens in TENS and (not ones or ones in SMALL)) or (low in SMALL and low != "one")


def _tells_what(rest: list[Token]) -> bool:
    lows = [token.low for token in rest]
    told = next((low for low in lows if not is_adverb(low)), "")
    begins = told[:1].isalpha() and told not in SMALL and told not in TENS
    return begins and _GOES_ON.isdisjoint((lows[0], told)) and lows[:2] != ["a", "half"]

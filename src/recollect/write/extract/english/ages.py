"""An age and something else in one breath: "I'm 30 and diabetic" is "I'm 30" and "I'm diabetic".

An age is another one every year, and what is told with it mostly stays. Asked by `clauses`, so that each half is read
as if it had been said by itself, whoever it is about; a half that teaches nothing alone ("and tired") stays with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.numbers import SMALL, TENS
from recollect.write.extract.english.words import expanded, form_of, is_adverb

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
    verb = next((form_of(token.low) for token in words[begin:] if not is_adverb(token.low)), None) or ("", "")
    if verb[1] == "ing":
        return None  # "16 and doing my exams": what passes as the age does
    taken = at - (verb[1] == "s")  # "is 91 and still drives"
    return (words[:end], [*words[:taken], *words[begin:]], taken) if taken else None


def being(words: list[Token], taken: int, rest: list[Token]) -> list[Token]:
    """ "and retired" after an age: what somebody is, and nothing that he did; else empty. `taken`: how many words the
    clause before has from one with an age; `rest`: what is cut off."""
    at = taken or _age_at(words)
    told = next((place for place, token in enumerate(rest) if not is_adverb(token.low)), 0)
    did = "never" in [token.low for token in rest[:told]] or not rest[told].low.endswith("ed")
    alone = told + 1 == len(rest) or rest[told + 1].low in _AFTER_STATES
    return [*words[:at], *rest] if at and alone and not did else []


_AFTER_STATES: Final = frozenset(", and to with since from".split())


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

"""Does a question ask for one value as it is today, and of what kind? Pure text work on one short string.

"When is my call?", "how many cards are there", "where does she live" do; "what was my first car", "in what order",
"how many in total", "why" and "which films did we see" do not: there the older statement counts as much as the newer.
Used by `newer` alone, which leaves a ranking as it is when the answer here is None.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from recollect.rules.text import STOP_WORDS, default_analyser, fold
from recollect.rules.values import DATE, KINDS, MONEY, NUMBER, PERCENT, TIME

_PAST: Final = re.compile(
    r"\b(?:original(?:ly)?|initial(?:ly)?|previous(?:ly)?|formerly|used to|earl(?:ier|iest)|at first|back then"
    r"|at the time|before|prior to|in the beginning|oldest|so long ago|ago|when \w+ (?:just )?(?:start|beg[au]n|join)\w*"
    r"|start(?:ed)? (?:with|out|off)|last (?:year|month|week|night|spring|summer|autumn|fall|winter|time)"
    r"|in (?:19|20)\d\d|on \w+ \d{1,2}(?:st|nd|rd|th)?|that (?:day|time|year|week|month))\b"
)
"""The question names a time that is over."""
_PAST_TENSE: Final = re.compile(r"\b(?:was|were|did|had)\b")
_FIRST: Final = re.compile(r"\b(?:first|second|third|last)\b")
_SEVERAL: Final = re.compile(
    r"\b(?:order|sequence|compar\w+|difference|between|over time|evolv\w+|history|chang(?:e|ed|es|ing)"
    r"|in total|altogether|combined|overall|across|throughout|add up|sum of|each|both|all (?:of )?(?:the|my)|list"
    r"|(?:what|which) (?:\w+ )?\w+(?<![sui])s (?:have|has|do|does|did|are|were)\b)\b"
)
"""Several values are wanted side by side or added up."""
_NOT_A_VALUE: Final = re.compile(
    r"\bwhy\b|\bhow come\b|\bhow (?!many|much|long|old|often|tall|far|big|large|fast|high|heavy|wide|deep|late)\w"
    r"|\b(?:like|likes|love|loves|enjoy|enjoys|dislike|hate)\b|\b(?:what|who|when)(?:'s| else)? did\b"
    r"|\b(?:what|which) \w+ did\b|\bwhat (?:else|happened)\b"
)
"""Reasons, ways, tastes and past events: more than one can be true."""
_COUNTED: Final = re.compile(r"\bhow many((?: [\w'-]+){1,6})")
_ENDS_COUNTED: Final = frozenset("have has had do does did is are am was were can could will would should be been".split())

_WANTED: Final[tuple[tuple[re.Pattern[str], tuple[str, ...], bool], ...]] = (
    (re.compile(r"\bhow many\b"), (NUMBER,), False),
    (re.compile(r"\bhow much\b"), (MONEY, NUMBER, PERCENT), False),
    (re.compile(r"\bhow (?:long|old|often|tall|far|big|large|fast|high|heavy|wide|deep|late)\b"), (NUMBER, TIME), False),
    (re.compile(r"\bwhat time\b"), (TIME, DATE), False),
    (re.compile(r"\bwhen\b|\b(?:what|which) (?:date|day|month)\b"), (DATE, TIME), False),
    (re.compile(r"\bdeadline\b|\bdue date\b"), (DATE, TIME), False),
    (re.compile(r"\bpercentage\b|\bpercent\b"), (PERCENT, NUMBER), False),
    (re.compile(r"\b(?:where|who)\b"), (), True),
    (re.compile(r"\b(?:what|which)\b"), KINDS, True),
)
"""Form of the question -> kinds of value that answer it, and whether a name may. The first that fits counts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """What would answer the question."""

    kinds: tuple[str, ...]
    named: bool = False
    """A name or any other word may be the value: "where", "which"."""
    things: frozenset[str] = frozenset()
    """Terms of what is counted: "how many cards"."""
    terms: frozenset[str] = frozenset()


@lru_cache(maxsize=256)
def wanted(question: str) -> Wanted | None:
    """The value asked for; None when no single current value is."""
    low = fold(question[:1000])
    if _PAST.search(low) or _SEVERAL.search(low) or _NOT_A_VALUE.search(low):
        return None
    if _FIRST.search(low) and _PAST_TENSE.search(low):
        return None
    for form, kinds, named in _WANTED:
        if form.search(low):
            return Wanted(kinds=kinds, named=named, things=_things(low), terms=frozenset(default_analyser().terms(low)))
    return None


def _things(low: str) -> frozenset[str]:
    """What "how many" counts: the words up to the verb."""
    match = _COUNTED.search(low)
    if match is None:
        return frozenset()
    found: list[str] = []
    for word in match[1].split():
        if word in _ENDS_COUNTED:
            break
        if word not in STOP_WORDS:
            found += default_analyser().terms(word)
        elif found:
            break
    return frozenset(found)

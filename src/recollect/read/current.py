"""Does a question ask for one value as it is today, and of what kind? Pure text work on one short string.

"When is my call?", "how many cards are there", "where does she live" do; "what was my first car", "in what order",
"how many in total", "why" and "which films did we see" do not: there the older statement counts as much as the newer.
Used by `newer` alone, which leaves a ranking as it is when the answer here is None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.text import STOP_WORDS, default_analyser, fold
from recollect.rules.values import DATE, KINDS, MONEY, NUMBER, PERCENT, TIME, Piece, pieces, terms_of, values

_PAST: Final = late(
    r"\b(?:original(?:ly)?|initial(?:ly)?|previous(?:ly)?|formerly|used to|earl(?:ier|iest)|at first|back then"
    r"|at the time|before|prior to|in the beginning|oldest|ago|when \w+ (?:just )?(?:start|beg[au]n|join)\w*"
    r"|start(?:ed)? (?:with|out|off)|last (?:year|month|week|night|spring|summer|autumn|fall|winter|time)"
    r"|this (?:year|month|week)|(?:in|over|during) the past|in (?:19|20)\d\d"
    r"|that (?:day|time|year|week|month))\b"
)
"""The question names a time that is over."""
_PAST_TENSE: Final = late(r"\b(?:was|were|did|had)\b")
_ONE_TIME: Final = late(r"\b(?:first|second|third|starting|on \w+ \d{1,2}(?:st|nd|rd|th)?)\b")
"""In the past tense this points to one time; else it is part of a name: "the first sprint"."""
_SEVERAL: Final = late(
    r"\b(?:(?:what|which|the) order|in order|sequence|compar\w+|difference|between|over time|evolv\w+|history"
    r"|chang(?:e|ed|es|ing)|total (?:amount|cost|price|sum)|happened first|first:|in total|altogether|combined|overall"
    r"|across|throughout|add up|sum of|each (?!day|week|month|year|morning|evening|night)"
    r"|the (?:most|least) (?!recent)|both|all (?:of )?(?:the|my)|list"
    r"|(?:what|which) (?:\w+ )?\w+(?<![sui])s (?:have|has|do|does|did|are|were))\b"
    r"|\bwho (?:\w+ ){1,2}what(?=\W*$| (?:in|on|at|for|of|when|where)\b)"
)
"""Several values are wanted side by side or added up."""
_NOT_A_VALUE: Final = late(
    r"\bwhy\b|\bhow come\b|\bhow (?!many|much|long|old|often|tall|far|big|large|fast|high|heavy|wide|deep|late)\w"
    r"|\b(?:like|likes|love|loves|enjoy|enjoys|dislike|hate)\b|\b(?:what|who|when)(?:'s| else)? did\b"
    r"|\bwhen (?:was|were)\b|\bwhat (?:else|happened|kind|type|sort|(?:are|is) (?:some|any))\b|\bhow long did\b"
    r"|\b(?:did|does) it take\b|\b(?:summar|explain|describ|recommend|suggest)\w*|\bhelp me\b"
)
"""Reasons, ways, tastes and past events: more than one can be true."""
_OF_ASKER: Final = late(r"\b(?:i|i'm|i've|me|my|mine)\b")
_EVENT: Final = late(r"\b(?:what|which) \w+ did\b")
"""What somebody did can be named many times; a number in it ("what score did I reach") is one value."""
_LEAD: Final = late(
    r"\b(?:how (?:many|much)|what(?:'s)?|which|when(?:'s)?|where(?:'s)?|who(?:'s)?)\b"
    r"(?: (?:is|are|was|were|am|do|does|did|will|should|can|have|has|time|day|date))*"
    r"(?: (?:the|my|our|your|his|her|their|a|an|i|we))*((?: [\w'-]+){1,6})"
)
"""What stands before the thing a question is about, and the words that name it."""
_ENDS_THING: Final = frozenset(
    "have has had do does did is are am was were can could will would should be been".split()
)
_ASKER: Final = frozenset(("i", "we"))
_PRONOUNS: Final = frozenset("he she it they you this that".split())
ADVERBS: Final = frozenset("now currently still usually normally just already also only always typically".split())
"""Between who does something and the verb."""
_SPANS: Final = frozenset("second minute hour day week month year decade".split())

_SHORT_FORMS: Final = {
    "km": "kilometre kilometres kilometer kilometers", "mi": "mile miles", "m": "metre metres meter meters",
    "cm": "centimetre centimetres centimeter centimeters", "kg": "kilogram kilograms kilo kilos", "g": "gram grams",
    "mg": "milligram milligrams", "lbs": "pound pounds", "l": "litre litres liter liters", "gb": "gigabyte gigabytes",
    "mb": "megabyte megabytes", "tb": "terabyte terabytes", "h": "hour hours", "hrs": "hour hours",
    "min": "minute minutes", "ms": "millisecond milliseconds", "s": "second seconds",
}  # fmt: skip
"""How a unit is written onto a number -> how a question asks for it."""

_WANTED: Final[tuple[tuple[re.Pattern[str], tuple[str, ...], bool], ...]] = (
    (late(r"\bhow many\b"), (NUMBER,), False),
    (late(r"\bhow much\b"), (MONEY, NUMBER, PERCENT), False),
    (
        late(r"\bhow (?:long|old|often|tall|far|big|large|fast|high|heavy|wide|deep|late)\b"),
        (NUMBER, TIME),
        False,
    ),
    (late(r"\bwhat time\b"), (TIME, DATE), False),
    (late(r"(?:^|[.?!,] |\band )when\b|\b(?:what|which) (?:date|day|month)\b"), (DATE, TIME), False),
    (late(r"\bdeadline\b|\bdue date\b"), (DATE, TIME), False),
    (late(r"\bpercentage\b|\bpercent\b"), (PERCENT, NUMBER), False),
    (late(r"\b(?:where|who)\b"), (), True),
    (late(r"\b(?:what|which)\b"), KINDS, True),
    (
        late(
            r"^\W*(?:\w+ ){0,2}(?:donde|ou|wo|wohin|onde|dove|quien|wer|wem|quem|chi|que|quel\w*|qual\w*|welch\w*|was"
            r"|cual\w*|cuando|quand|wann|quando|wie|como|comment)\b"
        ),
        KINDS,
        True,
    ),
    (late(r"^(?:(?:so|and|but|ok|okay|hey|remind me)[, ]+)*(?:do|does|am|is|are|have|has|can)\b"), (), False),
)
"""Form of the question -> kinds of value that answer it, and whether a name may. The first that fits counts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """What would answer the question."""

    kinds: tuple[str, ...]
    named: bool = False
    """A name or any other word may be the value: "where", "which"."""
    counted: bool = False
    """`things` are what a number in the answer counts."""
    things: frozenset[str] = frozenset()
    """Terms of what the question is about: "how many *cards*", "what is the *deadline* of"."""
    terms: frozenset[str] = frozenset()
    past: bool = False
    """Asked in the past tense: it may be about one event and not about a state."""
    names: frozenset[str] = frozenset()
    """Terms that the question writes with a capital letter."""
    owners: frozenset[str] = frozenset()
    """Those of the names whose something is: "Ida's"."""
    of_asker: bool = False
    """About the one who asks: "my flight", "do I"."""
    amounts: frozenset[str] = frozenset()
    """Values in the question itself, which are no answers."""
    doer: str | None = None
    """The term of what is asked about with a full verb: "does my *flight* leave"; empty for the one who asks."""
    deed: str = ""
    """The term of that verb."""


@lru_cache(maxsize=256)
def wanted(question: str) -> Wanted | None:
    """The value asked for; None when no single current value is."""
    low = fold(question[:1000])
    if _PAST.search(low) or _SEVERAL.search(low) or _NOT_A_VALUE.search(low):
        return None
    if _ONE_TIME.search(low) and _PAST_TENSE.search(low):
        return None
    for form, kinds, named in _WANTED:
        if form.search(low):
            spans, words = "how long" in low, pieces(question)
            names = [word for word in words[1:] if word.capital and not word.kind]
            doer, deed = _deed(words)
            return Wanted(
                kinds=kinds,
                named=named and not _EVENT.search(low),
                counted=spans or "how many" in low,
                things=_terms(_SPANS) if spans else _things(low),
                past=_PAST_TENSE.search(low) is not None,
                terms=frozenset(default_analyser().terms(low)),
                names=frozenset(terms_of(names)),
                of_asker=_OF_ASKER.search(low) is not None,
                owners=frozenset(terms_of([word for word in names if word.owns])),
                amounts=frozenset(value.amount for value in values(words)),
                doer=doer,
                deed=deed,
            )
    return None


def _deed(words: Sequence[Piece]) -> tuple[str | None, str]:
    """Who does what: the words after "do" or "does", up to the next small word; the last of them is the verb."""
    at = next((at for at, word in enumerate(words) if word.low in ("do", "does")), len(words))
    run: list[str] = []
    for word in words[at + 1 :]:
        if word.low in _ASKER and not run:
            run.append("")
        elif word.terms and not word.stop and not word.kind and word.low not in ADVERBS:
            run.append(word.terms[-1])
        elif word.low in _PRONOUNS or (run and word.low not in ADVERBS):
            break
        if word.pauses or (len(run) == 2 and not run[0]):
            break
    return (run[-2], run[-1]) if len(run) > 1 else (None, "")


def _terms(words: Iterable[str]) -> frozenset[str]:
    return frozenset(term for word in words for term in default_analyser().terms(word))


def _things(low: str) -> frozenset[str]:
    """The words after the question word, up to a verb or a small word."""
    match = _LEAD.search(low)
    if match is None:
        return frozenset()
    found: list[str] = []
    for word in match[1].split():
        if word in _ENDS_THING or word in STOP_WORDS:
            if found:
                break
        else:
            found.append(word)
    short = [form for word in found for form in _short_forms().get(word, ())]
    return _terms(found) | frozenset(short) | _terms(short)


@cache
def _short_forms() -> dict[str, list[str]]:
    """How a question asks for a unit -> how it is written onto a number."""
    forms: dict[str, list[str]] = {}
    for form, names in _SHORT_FORMS.items():
        for name in names.split():
            forms.setdefault(name, []).append(form)
    return forms

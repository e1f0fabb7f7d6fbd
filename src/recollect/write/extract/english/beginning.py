"""A way of life that begins on a day: "from 1 March I will live in Rome" is no errand of that day.

It is told as what is so from then on, so that it takes the place of what was so before. Of the speaker himself, and
only where a day ahead is all that is told of when: "from 3 pm I will call Tom" stays a plan, and so do what hangs on
something, what is in doubt and what ends again. A move to come is a plan: it may be called off.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from re import IGNORECASE
from typing import TYPE_CHECKING, Final

from recollect.rules.late import late
from recollect.rules.lexicon.verbs import WAYS_OF_LIFE
from recollect.rules.temporal import intervals
from recollect.write.extract.english.words import form_of, third_person

if TYPE_CHECKING:
    from datetime import datetime

    from recollect.write.extract.dates import Span
    from recollect.write.extract.drafts import Draft

_FROM: Final = r"(?:from|as of|as from|(?:starting|beginning)(?: from| on| in)?) (?:the )?"
_FIRST: Final = late(rf"^{_FROM}(?P<when>.+?),? $", IGNORECASE)
_LAST: Final = late(rf" {_FROM}(?P<when>.+?)(?: on| onwards?)?[.!]?$", IGNORECASE)
_TO: Final = late(r"\s(?:to|through|[-–])\s", IGNORECASE)
"""An end is told as well: "from May 2027 to July 2027"."""
_LASTING: Final = frozenset("preference skill relationship".split())
_SO_NOW: Final = _LASTING | {"fact"}
_PASSING: Final = late(
    r"is (?:away|off|out|back|in|at|busy|free|available|on (?:holidays?|leave|vacation|call|duty|the|tour"
    r"|an? (?:\w+ )?(?:trip|break|cruise|retreat|course|mission|tour|holiday|vacation)))\b"
)
"""Nobody is so for good."""
_OPEN: Final = late(
    r"\b(?:if|unless|provided|providing|assuming|depending|depends|might|maybe|perhaps|probably|possibly|hopefully"
    r"|supposed|hopes?|thinks?|guess(?:es)?|until|till|temporarily)\b"
    r"|(?<!\d )(?<!from )(?<!of )(?<!in )(?<!ing )\bmay (?!\d)[a-z]"
    r"|\bfor (?:\w+ ){0,3}?(?:days?|weeks?|fortnight|months?|years?|weekend|spring|summer|autumn|winter|semester|term"
    r"|season|while|bit|now|being)\b|\b(?:days?|weeks?|months?|year) off\b",
    IGNORECASE,
)
_DAY: Final = timedelta(days=1)


def is_open(sentence: str) -> bool:
    """Whether it says that something hangs on something, is in doubt, or ends again."""
    return _OPEN.search(sentence) is not None


def as_begun(draft: Draft, name: str, span: Span | None, at: datetime) -> Draft | None:
    """What will be so from the time in its text on, said as if it were so; None where it is another plan."""
    if span is None or span.end - span.start < _DAY or draft.polarity < 0:
        return None
    if draft.confidence < 1.0 or draft.open:
        return None
    begun = _will(draft, name, at) if draft.kind == "commitment" else ""
    if span.start > at and "past" not in draft.tags:
        begun = begun or _is_so(draft, name, at)
    kind = draft.kind if draft.kind in _LASTING else "fact"
    return replace(draft, content=begun, kind=kind, ahead=False) if begun else None


def _will(draft: Draft, name: str, at: datetime) -> str:
    """ "From June Ana will live in Lisbon", "Ana will be living in Lisbon from June"."""
    before, _, after = draft.content.partition(f"{name} will ")
    verb, _, rest = after.partition(" ")
    if verb == "be" and (form_of(rest.partition(" ")[0]) or ("", ""))[1] == "ing":
        doing, _, rest = rest.partition(" ")
        verb = (form_of(doing) or ("",))[0]
    found = _FIRST.match(before) if before else _LAST.search(rest)
    if found is None or verb not in WAYS_OF_LIFE or not _is_whole(found["when"], at):
        return ""  # "from home on Monday", "from 3 May to 5 May"
    rest = rest.rstrip(".!") if before else rest[: found.start()]
    return f"{name} {third_person(verb)} {rest}" if rest else ""


def _is_so(draft: Draft, name: str, at: datetime) -> str:
    """ "As of Monday Ana takes 20 mg of ramipril": told as of now, and of a day ahead."""
    before, _, told = draft.content.partition(f"{name} ")
    found = _FIRST.match(before)
    if found is None or not _is_whole(found["when"], at) or _PASSING.match(told):
        return ""
    until = _LAST.search(told)
    if until is not None and intervals(until["when"], at):
        return ""
    if draft.kind in _SO_NOW:
        return f"{name} {told}"
    verb, _, rest = told.removeprefix("is ").partition(" ")
    base = (form_of(verb) or ("",))[0]
    return f"{name} {third_person(base)} {rest}" if base in WAYS_OF_LIFE and rest else ""


def _is_whole(when: str, at: datetime) -> bool:
    return not _TO.search(when) and [one.text.casefold() for one in intervals(when, at)] == [when.casefold()]

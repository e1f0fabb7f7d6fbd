"""A way of life that begins on a day: "from 1 March I will live in Rome" is no errand of that day.

It is told as what is so from then on, so that it takes the place of what was so before. Of the speaker himself, and
only where a day ahead is all that is told of when: "from 3 pm I will call Tom" stays a plan. Who moves to a town on a
day lives there from that day. One memory tells it: beside the plan, it would stay when the move is called off.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from re import IGNORECASE
from typing import TYPE_CHECKING, Final

from recollect.rules.late import late
from recollect.rules.lexicon.naming import PLACES
from recollect.rules.lexicon.verbs import WAYS_OF_LIFE
from recollect.rules.temporal import intervals
from recollect.rules.text import fold
from recollect.write.extract.english.starting import NO_FIRM
from recollect.write.extract.english.words import form_of, third_person

if TYPE_CHECKING:
    from datetime import datetime

    from recollect.write.extract.dates import Span
    from recollect.write.extract.drafts import Draft

_FROM: Final = r"(?:from|as of|as from|(?:starting|beginning)(?: from| on| in)?) (?:the )?"
_FIRST: Final = late(rf"^{_FROM}(?P<when>.+?),? $", IGNORECASE)
_LAST: Final = late(rf" {_FROM}(?P<when>.+?)(?: on| onwards?)?[.!]?$", IGNORECASE)
_ON: Final = late(rf"^(?:{_FROM}|on (?:the )?|in )?(?P<when>.+?),? ?$", IGNORECASE)
_SO_NOW: Final = frozenset("fact preference skill relationship".split())
_COMING: Final = r"(?:is (?:going to )?|will (?:be )?)?"
_STARTS: Final = late(
    rf"{_COMING}(?:start|begin)(?:s|n?ing)? (?P<doing>working |work |a new job |a job |my new job |their new job )?"
    r"(?:at|for|with) (?P<where>[^\W\d_a-z][\w&.'-]*(?: (?:of |de |& )?[^\W\d_a-z][\w&.'-]*)*)(?P<rest>.*)$"
)
_MOVES: Final = late(
    rf"{_COMING}(?:mov(?:e|es|ing)|relocat(?:e|es|ing)) (?:back )?to "
    r"(?P<where>[^\W\d_a-z][\w'-]*(?:,? [^\W\d_a-z][\w'-]*)*)(?: with (?:their|the) \w+)?(?P<rest>.*)$"
)
_PASSING: Final = late(
    r"is (?:away|off|out|back|in|at|busy|free|available|on (?:holidays?|leave|vacation|call|duty|the|tour"
    r"|an? (?:\w+ )?(?:trip|break|cruise|retreat|course|mission|tour|holiday|vacation)))\b"
)
"""Nobody is so for good."""
_DAY: Final = timedelta(days=1)


def as_begun(draft: Draft, name: str, span: Span | None, at: datetime) -> Draft | None:
    """What will be so from the time in its text on, said as if it were so; None where it is another plan."""
    if span is None or span.end - span.start < _DAY or draft.polarity < 0:
        return None
    begun = _will(draft, name, at) if draft.kind == "commitment" else ""
    if span.start > at and "past" not in draft.tags:
        begun = begun or _starts(draft, name, at) or _is_so(draft, name, at)
    return replace(draft, content=begun, kind="fact", ahead=False) if begun else None


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


def _starts(draft: Draft, name: str, at: datetime) -> str:
    """ "Ana starts at Siemens on 1 June", "In May Ana is moving to Rome": where she works or lives from then on."""
    if draft.kind != "commitment":
        return ""
    before, _, after = draft.content.partition(f"{name} ")
    moves = _MOVES.match(after)
    found = moves or _STARTS.match(after)
    if found is None or not _is_time(before or found["rest"], at) or (before and found["rest"].strip(" .!")):
        return ""
    where = found["where"]
    if moves is not None:
        return f"{name} lives in {where}" if any(fold(part.strip()) in PLACES for part in where.split(",")) else ""
    if not found["doing"] and any(word.lower() in NO_FIRM for word in where.split()):
        return ""
    return f"{name} works at {where}"


def _is_time(words: str, at: datetime) -> bool:
    """Whether these words are a day or a stretch of time and nothing else."""
    found = _ON.match(words.strip(" ,.!"))
    return found is not None and _is_whole(found["when"], at)


def _is_whole(when: str, at: datetime) -> bool:
    return [one.text.casefold() for one in intervals(when, at)] == [when.casefold()]

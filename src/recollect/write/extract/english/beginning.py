"""A way of life that begins on a day: "from 1 March I will live in Rome" is no errand of that day.

It is told as what is so from then on, so that it takes the place of what was so before. Of the speaker himself, and
only where the verb tells how somebody lives: "from 3 pm I will call Tom" stays a plan.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from re import IGNORECASE
from typing import TYPE_CHECKING, Final

from recollect.rules.late import late
from recollect.rules.lexicon.verbs import WAYS_OF_LIFE
from recollect.rules.temporal import intervals
from recollect.write.extract.english.words import third_person

if TYPE_CHECKING:
    from datetime import datetime

    from recollect.write.extract.dates import Span
    from recollect.write.extract.drafts import Draft

_FROM: Final = r"(?:from|as of|as from|(?:starting|beginning)(?: from| on| in)?) (?:the )?"
_FIRST: Final = late(rf"^{_FROM}(?P<when>.+?),? $", IGNORECASE)
_LAST: Final = late(rf" {_FROM}(?P<when>.+?)(?: on| onwards?)?[.!]?$", IGNORECASE)
_DAY: Final = timedelta(days=1)


def as_begun(draft: Draft, name: str, span: Span | None, at: datetime) -> Draft | None:
    """What will be so from the time in its text on, said as if it were so; None where it is another plan."""
    if span is None or draft.kind != "commitment" or span.end - span.start < _DAY:
        return None
    before, _, after = draft.content.partition(f"{name} will ")
    verb, _, rest = after.partition(" ")
    found = _FIRST.match(before) if before else _LAST.search(rest)
    if found is None or verb not in WAYS_OF_LIFE:
        return None
    if [one.text.casefold() for one in intervals(found["when"], at)] != [found["when"].casefold()]:
        return None  # "from home on Monday", "from 3 May to 5 May"
    rest = rest.rstrip(".!") if before else rest[: found.start()]
    return replace(draft, content=f"{name} {third_person(verb)} {rest}", kind="fact", ahead=False) if rest else None

"""What was read as a plan because it names a day, and is over: "Half marathon done last weekend".

A plan ends with its day; what is over would have ended before it was told, or next year.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.past import PAST_TENSE
from recollect.rules.tense import is_past, lies_ahead, told_as_over
from recollect.write.extract.dates import Span, resolve

if TYPE_CHECKING:
    from datetime import datetime

    from recollect.write.extract.drafts import Draft

_PARTS: Final = re.compile(r"[,;:] |\s[–—-]\s| (?:and|but|so|because|since|as|who|which) ", re.IGNORECASE)
PARTS_MAX: Final = 8


def as_over(draft: Draft, quote: str, span: Span | None, at: datetime, language: str) -> tuple[Draft, Span | None]:
    """The draft and its time. A day before the talk is the end of no plan: it was what is told, or is told in passing
    ("I need to send last week's report"). Nor is that of a clause of its own which tells what happened."""
    if draft.kind != "commitment" or span is None:
        return draft, span
    said = at if at.tzinfo else at.replace(tzinfo=UTC)
    if span.end <= said:
        past = is_past(quote, language) if language in PAST_TENSE else language == "en" and told_as_over(quote)
        return (replace(draft, kind="event", ahead=False, tags=(*draft.tags, "past")), span) if past else (draft, None)
    if language == "en" and _is_aside(quote, at):
        return replace(draft, kind="fact", ahead=False), resolve(quote, at, ahead=False)
    return draft, span


def _is_aside(quote: str, at: datetime) -> bool:
    """ "I'm commuting now, moved in with my aunt in August": the one time stands in a clause that tells the past."""
    parts = _PARTS.split(quote, PARTS_MAX)
    if len(parts) == 1 or resolve(parts[0], at, ahead=True) is not None:
        return False
    timed = [part for part in parts[1:] if resolve(part, at, ahead=True) is not None]
    return len(timed) == 1 and told_as_over(timed[0], verbless=False) and not lies_ahead(timed[0], timed[0])

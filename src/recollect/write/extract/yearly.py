"""Days that are no plan: a birthday comes again every year, and what has a day with its year in the past is over.

Told as a plan they would end with that day, and nobody would be told of them after it. Only where the sentence says
nothing else: the day of a party, of the fortieth birthday, or what is done on a birthday is a plan as before.
"""

from __future__ import annotations

from dataclasses import replace
from re import IGNORECASE
from typing import TYPE_CHECKING, Final

from recollect.rules.expressions import MONTH
from recollect.rules.lexicon.calendar_names import MONTH_NAMES
from recollect.rules.lexicon.occasions import YEARLY_DAYS
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from datetime import datetime

    from recollect.write.extract.dates import Span
    from recollect.write.extract.drafts import Draft

_YEAR: Final = r"(?:19|20)\d\d"
_MONTH: Final = rf"(?:{MONTH}|(?:{'|'.join(MONTH_NAMES)}))"
_NUMBER: Final = r"[0-3]?\d(?:st|nd|rd|th|er|º|\.)?"
_DAY: Final = (
    rf"(?:{_NUMBER}(?: of| de)? {_MONTH}(?!\w)|{_MONTH} (?:the )?{_NUMBER}(?!\w)|{_YEAR}-\d\d-\d\d"
    rf"|\d{{1,2}}[/.]\d{{1,2}}[/.]{_YEAR}|{_MONTH}(?!\w))"
)
_END: Final = rf"(?:,? (?:de |del )?{_YEAR})?(?:,? not (?:on )?(?:the )?{_DAY})?\W*$"
_NAMES: Final = "|".join(sorted(YEARLY_DAYS, key=len, reverse=True))
_WHOSE: Final = (
    r"(?:\b(?:my|our|mein|unser|sein|ihr|der|das|mon|notre|son|ma|sa|mi|nuestro|nuestra|su|la|el|meu|nosso|minha|sua"
    r"|seu|o|a|mio|nostro|suo|mia|il)|'s|s') (?:(?:wedding|work) )?|\bl'"
)
_IS_ON: Final = Lazy(
    rf"(?:{_WHOSE})(?:{_NAMES})(?: (?:of|with|von|de|di) [^.,;:!?\n]{{1,40}}?)?(?: is| ist| est| es| é| è|'s)"
    rf"(?: (?:always|on|in|the|am|im|le|en|el|il|dia|em))* {_DAY}{_END}",
    IGNORECASE,
    hints=" ".join(name.replace(" ", "_") for name in sorted(YEARLY_DAYS)),
)
"""What stands in front says whose it is and not the how many-th."""
_HAS_ON: Final = Lazy(rf"\b(?:habe|haben|hat) am {_DAY}(?: {_YEAR})? geburtstag\W*$", IGNORECASE, hints="geburtstag")
_EASTERN: Final = Lazy(
    rf"(?:生日|纪念日|誕生日|記念日|生年月日)(?:是|は|在)(?:{_YEAR}年)?\d{{1,2}}月(?:\d{{1,2}}[日号])?(?:です)?\W*$"
)
_EVERY_YEAR: Final = Lazy(
    rf"\b(?:every|each)(?: year on)?(?: the)? {_DAY}|{_DAY} (?:every|each) year\W*$", IGNORECASE, hints="every each"
)
_WITH_YEAR: Final = Lazy(rf"(?<!\d){_YEAR}(?!\d)")


def as_lasting(draft: Draft, quote: str, span: Span, said: datetime) -> Draft | None:
    """What was read as a plan and is a fact without an end; None where it is a plan."""
    if draft.kind != "commitment":
        return None
    with_year, over = _WITH_YEAR.search(quote) is not None, span.end <= said
    yearly = any(pattern.search(quote) for pattern in (_IS_ON, _HAS_ON, _EASTERN, _EVERY_YEAR))
    lasting = over if with_year else yearly
    return replace(draft, kind="fact", ahead=False) if lasting else None

"""Years of two figures: "the summer of '22", "born in '31"."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from recollect.rules.late import late

SHORT_YEAR: Final = r"['’‘]\d\d(?![\w%]|[.,:]\d|['’]s\b|[\w ]{0,30}['’](?!\w))"
"""The '22 of "summer of '22"; no decade ("the '90s"), nothing that a second sign closes ("'12 Angry Men'"), and no part
of a longer figure ("'10.0.0.1'")."""
SHORT_YEARS_AHEAD: Final = 5
LONG_AHEAD: Final = 40
"""How many years ahead a year may lie of which it is said that it is to come."""
_CENTURY: Final = 100
_BEFORE_CHARS: Final = 60
_TELLS: Final = late(
    r"(?P<ahead>\b(?:will|shall|won't|going to|gonna|(?:plan|want|hope|expect|intend)s? to|retire|retiring|expires?"
    r"|due)\b|['’]ll\b)"
    r"|\b(?:born|(?:was|were) built|(?<!be )(?<!is )(?<!are )(?<!get )(?<!gets )(?<!getting )"
    r"(?:retired|died|graduated|married|emigrated|immigrated|served|fought|founded|released|recorded|published|happened"
    r"|divorced|grew up))\b|[.!?;\n]",
    re.IGNORECASE,
)


def year_number(match: re.Match[str], now: datetime) -> int:
    """The year `y` of a time. Two figures mean the latest year that ends so, or one of the next five, unless the
    sentence tells before it that it is over or to come. Worked: in 2026 "'22" is 2022, "'28" is 2028, "'98" is 1998,
    "born in '28" is 1928 and "will retire in '34" is 2034."""
    figures = match["y"]
    if len(figures) == 4:
        return int(figures)
    year = now.year - now.year % _CENTURY + int(figures[1:])
    if year <= now.year or year > now.year + LONG_AHEAD:
        return year if year <= now.year else year - _CENTURY
    is_ahead = _is_ahead(match.string[max(0, match.start("y") - _BEFORE_CHARS) : match.start("y")])
    if is_ahead is None:
        is_ahead = year <= now.year + SHORT_YEARS_AHEAD
    return year if is_ahead else year - _CENTURY


def _is_ahead(before: str) -> bool | None:
    """What the last verb that tells it says; None where none does."""
    ahead: bool | None = None
    for found in _TELLS.finditer(before):
        if found.group() in ".!?;\n":
            ahead = None
        else:
            ahead = found["ahead"] is not None
    return ahead

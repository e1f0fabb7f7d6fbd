"""What somebody else says of the speaker, over more than one clause: "my mother says I'm lazy and I'm spoiled"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.write.extract.english.openings import ASIDE, STATEMENT, trimmed
from recollect.write.extract.english.words import expanded
from recollect.write.extract.voices import HEALERS_NAMED

if TYPE_CHECKING:
    from recollect.write.extract.english.clauses import Clause

_SAYING: Final = frozenset(
    """
    say says said saying think thinks thought believe believes believed claim claims claimed assume assumes assumed
    insist insists insisted swear swears swore reckon reckons reckoned joke jokes joked goes tell tells told keeps
    figure figures complain complains complained
    """.split()
)
_TOLD: Final = _SAYING | frozenset("me us you him her them everyone everybody people that like telling".split())
"""Between who says it and what is said: "tells everyone that"."""
_SPEAKERS: Final = frozenset(("i", "we"))
_LEADS: Final = frozenset((",", "and", "-", "–", "—", "or"))
_TURNING: Final = frozenset("but actually really not though in fact however wrong too also".split())
"""With one of these the speaker says what he thinks of it."""


def without_reports(parts: list[Clause]) -> list[Clause]:
    """What goes on with such a report becomes an aside: it says nothing of the speaker himself."""
    reported = False
    for part in parts:
        if reported := reported and _goes_on(part):
            part.role = ASIDE
        else:
            reported = _reports(part)
    return parts


def _reports(part: Clause) -> bool:
    """Whether somebody else says what the speaker is. A doctor is believed."""
    lows = [token.low for token in trimmed(part.words)]
    at = next((place for place, low in enumerate(lows) if low in _SAYING), 0)
    if part.role != STATEMENT or not at or any(expanded(low)[0] in _SPEAKERS for low in lows[:at]):
        return False
    while at < len(lows) and lows[at] in _TOLD:
        at += 1
    return _i_am(lows[at:]) and not HEALERS_NAMED.search(" ".join(lows[:at]))


def _goes_on(part: Clause) -> bool:
    """Whether a clause after such a one is told in the same form, and is reported with it."""
    if part.lead not in _LEADS or part.role != STATEMENT:
        return False
    lows = [token.low for token in trimmed(part.words)]
    return lows[:1] == ["that"] or (_i_am(lows) and not lows[-1][:1].isdigit() and _TURNING.isdisjoint(lows))


def _i_am(lows: list[str]) -> bool:
    return lows[:2] == ["i", "am"] or (bool(lows) and expanded(lows[0])[:2] == ("i", "am"))

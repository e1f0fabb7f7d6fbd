"""Where somebody is, and when that is no tie: "I'm in Bremen for two weeks" ties nobody to Bremen for good, and who is
"in Love" is nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.naming import CALENDAR
from recollect.rules.lexicon.ties import CONDITIONS
from recollect.write.ties.names import Token, is_ordinary

if TYPE_CHECKING:
    from collections.abc import Sequence

STAYS: Final = frozenset(("is in", "is at", "stays in"))
"""Relations of which it is asked; where somebody lives or works is more than a stay."""
_AFTER_MAX: Final = 10
"""Words after the place, and before the subject, among which its time may stand."""
_BEFORE_MAX: Final = 5
_ENDS: Final = frozenset("; and but because where which who".split())
_ONCE: Final = frozenset("today tonight tomorrow temporarily rn atm".split())
_SHORT: Final = frozenset(
    "hour hours day days night nights week weeks weekend month months morning afternoon evening while bit".split()
)


def is_for_now(tokens: list[Token], at: int, between: Sequence[str], place: int) -> bool:
    """Whether a stay has a length or a time, before its subject at `at` or from `place` on: where somebody is then is
    not where he is. Who "has been there for two weeks" may stay on."""
    if "been" in between:
        return False
    after = [token.low for token in tokens[place : place + _AFTER_MAX]]
    end = next((here for here, low in enumerate(after) if low in _ENDS), len(after))
    before = [token.low for token in tokens[max(0, at - _BEFORE_MAX) : at]]
    return not _ONCE.isdisjoint(between) or _names_time(after[:end]) or _names_time(before)


def _names_time(lows: Sequence[str]) -> bool:
    return any(_is_time(low, lows[here + 1 : here + 5]) for here, low in enumerate(lows))


def _is_time(low: str, after: Sequence[str]) -> bool:
    """ "today", "until Friday", "this week", "right now", "for two weeks", "on Monday"."""
    following = after[0] if after else ""
    if low in {"until", "till"}:
        return bool(following)
    if low in {"this", "next"}:
        return following in _SHORT
    if low == "on":
        return following.endswith("day") and following in CALENDAR
    if low == "for" and not _SHORT.isdisjoint(after):
        return True
    if low in {"right", "for"}:
        return following == "now"
    return low in _ONCE or (low == "at" and list(after[:2]) == ["the", "moment"])


def is_condition(relation: str, target: Token) -> bool:
    """ "in Love", "at Risk", "in Airplane Mode"."""
    words = target.low.split()
    ordinary = target.type != "company" and all(is_ordinary(word) for word in words)
    return relation in {"is in", "is at"} and (ordinary or words[-1] in CONDITIONS)

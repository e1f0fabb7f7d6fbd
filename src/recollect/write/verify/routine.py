"""What is done once a day has one hour: "gets up at 5:15", "gets up at 6:45"."""

from __future__ import annotations

from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.things import ROUTINES
from recollect.write.verify.frame import TIMES_APART
from recollect.write.verify.statement import Statement


def other_hour(old: Statement, new: Statement) -> bool:
    """Another hour of the same part of every day; not of one day, nor of some days of the week."""
    if old.subject.key != new.subject.key or (old.cues | new.cues) & {"past", "wish", "also", "one_off", "hedge"}:
        return False
    if old.negated or new.negated or not (old.forms | new.forms).isdisjoint(TIMES_APART):
        return False
    if any(q.dimension in ("weekday", "date", "day") for side in (old, new) for q in side.quantities):
        return False
    up = [_UP_AT.match(_told(side).replace("_", " ")) for side in (old, new)]
    if up[0] and up[1]:
        return up[1]["plain"] is not None and up[0]["hour"] != up[1]["hour"]
    hours = [{q.value for q in side.quantities if q.dimension == "clock"} for side in (old, new)]
    same = bool(_routine(old) & _routine(new))
    return same and all(len(one) == 1 for one in hours) and hours[0] != hours[1]


def _routine(statement: Statement) -> frozenset[str]:
    return frozenset(deed.split("_", 1)[1] for deed in ROUTINES if _told(statement).startswith(deed))


def _told(statement: Statement) -> str:
    return "_".join(word.form for word in statement.words[statement.subject.end :])


_UP_AT: Final = late(
    r"(?:usually )?(?:gets?|wakes?) up at (?P<hour>\d{1,2}(?::(?!00)\d\d)?)(?::00)?(?P<plain>"
    r"(?: now| these days| every day| every morning)*(?: like (?:an?|everybody|everyone|most|other|normal)\b.*)?$)?"
)
"""`plain`: and not on some days only, or under a condition: "gets up at 7 like a normal person"."""

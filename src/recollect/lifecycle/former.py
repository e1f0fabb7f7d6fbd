"""Who held a tie before somebody else did, in the lines of a profile: "boss Henrik hates change" is told of a former
boss once there is a new one. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from recollect.rules.late import late
from recollect.rules.succession import TIES, Stated, handed_on, introduces, slot_of
from recollect.rules.text import fold

_TIES: Final = "|".join(sorted({*TIES, "fiancé", "fiancée"}, key=lambda tie: (-len(tie), tie)))
_LEADING: Final = late(
    rf"^(?:new )?(?P<tie>{_TIES}) (?P<is>is (?:now )?(?:called |named )?)?(?P<name>[A-Z][^\W\d_]+)(?P<more> .*)?$"
)
_FOLLOWING: Final = late(
    rf"^(?P<name>[A-Z][^\W\d_]+) (?P<is>is) [A-Z][^\W\d_]*['’]s (?:new )?(?P<tie>{_TIES})(?P<more> now| again)?$"
)
Slot = tuple[str, str]
"""Of whom, and which tie."""


class Line(NamedTuple):
    subject: str
    text: str
    at: int


def former(lines: Iterable[Line]) -> Mapping[Slot, Mapping[str, int]]:
    """Of each tie with one holder at a time, who holds it no more and since when."""
    stated: dict[Slot, list[Stated]] = {}
    for line in lines:
        if (told := _told(line.text)) is not None:
            slot = (line.subject, slot_of(told["tie"]))
            new = introduces(line.text, told["tie"])
            stated.setdefault(slot, []).append(Stated(holder=fold(told["name"]), at=line.at, new=new, live=True))
    return {slot: gone for slot, said in stated.items() if (gone := handed_on(said))}


def as_former(line: Line, gone: Mapping[Slot, Mapping[str, int]]) -> str:
    """The line as it is told now; "" where it says nothing but who held a tie."""
    told = _told(line.text) if gone else None
    if told is None or fold(told["name"]) not in gone.get((line.subject, slot_of(told["tie"])), ()):
        return line.text
    return f"former {line.text.removeprefix('new ')}" if told["more"] and not told["is"] else ""


def _told(text: str) -> re.Match[str] | None:
    return _LEADING.match(text) or _FOLLOWING.match(text)

"""What came in its place: "sold the Corsa, I drive a Fabia now".

An end goes above what it ends (`over`), but who asks which car somebody drives wants the one he drives now. So what was
told at the same moment of the same one, in words of the question or of what was known, and names something new goes
above the end. Used by `newer` alone. Pure text work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from recollect.read.over import TELLER
from recollect.read.replaces import of_another
from recollect.read.said import Said

_COMES: Final = frozenset(
    """
    got bought picked ordered chose chosen found hired assigned joined started using switched replaced new instead now
    lately nowadays currently
    """.split()
)
"""What takes the place of something is told with one of these."""


def instead(end: Said, older: Said, others: Mapping[int, Said], order: Sequence[int]) -> int | None:
    """Of those that were told with the end, the first that tells what there is now; None where it is no end, the
    question asks for no value, or nothing tells it."""
    if not end.ends or not (end.wanted.named or end.wanted.kinds):
        return None
    return next((at for at in order if at in others and _tells_another(others[at], end, older)), None)


def _tells_another(one: Said, end: Said, older: Said) -> bool:
    if one is end or one.ends or one.record.layer != "memory" or not _told_with(one, end):
        return False
    known = older.text.terms | one.wanted.terms
    fresh = any(word.capital and word.terms and known.isdisjoint(word.terms) for word in one.text.words[1:])
    if not fresh or (one.text.terms & known) <= TELLER or of_another(one, older):
        return False
    return any(word.low in _COMES for word in one.text.words)


def _told_with(one: Said, other: Said) -> bool:
    """At the same moment, of the same one."""
    subjects = [said.text.words[0].low for said in (one, other) if said.text.words]
    return (
        one.moment == other.moment
        and one.record.scope.session == other.record.scope.session
        and len(set(subjects)) == 1
    )

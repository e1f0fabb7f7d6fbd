"""What came in its place: "sold the Corsa, I drive a Fabia now".

An end goes above what it ends (`over`), but who asks which car somebody drives wants the one he drives now. So what was
told in the same breath and names something new goes above the end. Used by `newer` alone. Pure text work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final

from recollect.read.replaces import of_another
from recollect.read.said import Said

_COMES: Final = frozenset(
    """
    got get bought picked ordered chose chosen found hired assigned joined started use uses using drive drives driving
    has have wears wear took takes taken replaced new instead now lately nowadays currently work works working live
    lives living switched
    """.split()
)
"""What takes the place of something is told with one of these."""


def instead(end: Said, older: Said, others: Mapping[int, Said], order: Sequence[int]) -> int | None:
    """Of those that were told with the end, the first that tells what there is now; None where the question asks for
    no value, or nothing tells it."""
    if not (end.wanted.named or end.wanted.kinds):
        return None
    known = end.text.terms | older.text.terms | end.wanted.terms
    return next((at for at in order if at in others and _tells_another(others[at], end, older, known)), None)


def _tells_another(one: Said, end: Said, older: Said, known: Set[str]) -> bool:
    if one is end or one.ends or one.record.layer != "memory" or one.text.terms <= known or not _told_with(one, end):
        return False
    words = {word.low for word in one.text.words}
    fresh = any(not name <= known for name in map(set, _names(one)))
    return fresh and not words.isdisjoint(_COMES) and not of_another(one, older)


def _told_with(one: Said, other: Said) -> bool:
    return one.moment == other.moment and one.record.scope.session == other.record.scope.session


def _names(said: Said) -> list[tuple[str, ...]]:
    """The terms of each name but the first word's."""
    return [word.terms for word in said.text.words[1:] if word.capital and word.terms]

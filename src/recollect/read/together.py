"""Hits that say the same: a memory and the turn it was drawn from become one hit, the others are its sources.

A turn joins the best memory drawn from it, or takes in all of them when it ranks above them. A turn whose statement was
superseded stays, but not above the memory that replaced it: that one moves up, with at least the turn's score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from recollect.contracts.store import Reader
from recollect.model.record import LAYERS, Record
from recollect.read.field import Plot, Ranked, locate
from recollect.read.shape import taken

MARGIN = 10
"""How many places beyond the wanted ones are looked at: each hit that joins another makes room."""
_MEMORY, _TURN = LAYERS.index("memory"), LAYERS.index("turn")

Sources = dict[int, tuple[Record, ...]]
"""Place -> what joined it."""


def join(
    plots: Sequence[Plot],
    ranked: Ranked,
    reader: Reader,
    records: Mapping[int, Record],
    read: Callable[[Sequence[int]], None],
    k: int,
) -> tuple[Ranked, Sources, dict[int, int]]:
    """The ranking with joined hits left out, what joined which place, and which place overtook which."""
    columns = [plot.columns for plot in plots]
    if not any(one.has_memories for one in columns) or not any(one.has_turns for one in columns):
        return ranked, {}, {}
    best = ranked.places[: k + MARGIN]
    if not _mixed(plots, best):
        return ranked, {}, {}
    window = best.tolist()
    read(window)
    window = [place for place in window if place in records]
    drawn = [records[place] for place in window if _is_drawn(records[place])]
    if not drawn:
        return ranked, {}, {}
    replaced = {record.id: record.previous_version_id for record in drawn if record.previous_version_id is not None}
    if replaced:
        replaced |= reader.replaced(list(replaced.values()))
    drawn_from = reader.sources([*(record.id for record in drawn), *replaced.values()])
    kept, joined = _joined(window, records, drawn_from)
    order, overtook = _newest_first(kept, joined, records, drawn_from, replaced) if replaced else (kept, {})
    sources = {place: tuple(records[other] for other in others) for place, others in joined.items() if others}
    at = {place: position for position, place in enumerate(ranked.places.tolist())}
    rest = range(min(k + MARGIN, len(ranked.places)), len(ranked.places))
    moved = taken(ranked, [*(at[place] for place in order), *rest])
    if overtook:
        moved = replace(moved, scores=np.maximum.accumulate(moved.scores[::-1])[::-1])
    return moved, sources, overtook


def _is_drawn(record: Record) -> bool:
    return record.layer == "memory" and record.provenance.reference is not None


def _mixed(plots: Sequence[Plot], places: NDArray[np.int64]) -> bool:
    """Are there memories and turns among these?"""
    if len(plots) == 1:
        layers = set(plots[0].columns.layer.take(places).tolist())
    else:
        layers = {int(plot.columns.layer[row]) for plot, row in (locate(plots, place) for place in places.tolist())}
    return _MEMORY in layers and _TURN in layers


def _joined(
    window: Sequence[int], records: Mapping[int, Record], drawn_from: Mapping[str, Sequence[str]]
) -> tuple[list[int], dict[int, list[int]]]:
    """Which places stay, best first, and which ones joined each of them."""
    place_of = {records[place].id: place for place in window}
    rank = {place: at for at, place in enumerate(window)}
    joined: dict[int, list[int]] = {}
    gone: set[int] = set()
    for place in window:
        if place in gone or records[place].layer != "memory":
            continue
        for source in drawn_from.get(records[place].id, ()):
            turn = place_of.get(source)
            if turn is None or turn in gone:
                continue
            better, other = (place, turn) if rank[place] < rank[turn] else (turn, place)
            if other in gone:
                continue
            gone.add(other)
            joined.setdefault(better, []).extend([other, *joined.pop(other, [])])
    return [place for place in window if place not in gone], joined


def _newest_first(
    kept: Sequence[int],
    joined: Mapping[int, Sequence[int]],
    records: Mapping[int, Record],
    drawn_from: Mapping[str, Sequence[str]],
    replaced: Mapping[str, str],
) -> tuple[list[int], dict[int, int]]:
    """A memory that replaced others, or the turn it joined, comes before the turns these were drawn from."""
    order, overtook = list(kept), dict[int, int]()
    for place in kept:
        memories = [records[at].id for at in (place, *joined.get(place, ())) if records[at].layer == "memory"]
        outdated = {turn for memory in memories for id in _before(memory, replaced) for turn in drawn_from.get(id, ())}
        if not outdated:
            continue
        above = [at for at, other in enumerate(order) if records[other].id in outdated]
        now = order.index(place)
        if above and above[0] < now:
            overtook[place] = order[above[0]]
            order.insert(above[0], order.pop(now))
    return order, overtook


def _before(id: str, replaced: Mapping[str, str]) -> list[str]:
    """What this one replaced, what that one had replaced, and so on."""
    found: list[str] = []
    while id in replaced and replaced[id] not in found:
        id = replaced[id]
        found.append(id)
    return found

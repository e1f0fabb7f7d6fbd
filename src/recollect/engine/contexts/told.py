"""What a model is told besides its context is left out of that: turns that it reads itself, and what was drawn from
them alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from recollect.contracts.store import Reader
from recollect.engine.effects import DERIVED_FROM, MERGED_FROM
from recollect.model.query import Hit
from recollect.model.record import Record

MERGES_MAX = 10


def without(
    hits: Sequence[Hit], turns: frozenset[str], reading: Callable[[], AbstractContextManager[Reader]]
) -> list[Hit]:
    """The hits that tell something besides these turns, without what these tell. `reading` is asked only where a memory
    may rest on something else too."""
    drawn = frozenset(one.id for hit in hits for one in (hit.record, *hit.sources) if _is_drawn(one, turns))
    told = turns | _resting_on(drawn, turns, reading)
    left = []
    for hit in hits:
        those = [one for one in (hit.record, *hit.sources) if one.id not in told]
        if len(those) == 1 + len(hit.sources) and told.isdisjoint(one.id for one in hit.window):
            left.append(hit)
        elif those:
            window = tuple(one for one in hit.window if one.id not in told)
            left.append(replace(hit, record=those[0], sources=tuple(those[1:]), window=window))
    return left


def _is_drawn(record: Record, turns: frozenset[str]) -> bool:
    return record.layer == "memory" and record.provenance.reference in turns


def _resting_on(
    memories: frozenset[str], turns: frozenset[str], reading: Callable[[], AbstractContextManager[Reader]]
) -> frozenset[str]:
    """Those of the memories that were drawn from nothing but these turns, nor was what was merged into them."""
    if not memories:
        return memories
    left, level = set(memories), {id: {id} for id in memories}
    with reading() as reader:
        for _ in range(MERGES_MAX):
            for id, sources in reader.sources(list(level), DERIVED_FROM).items():
                if not turns.issuperset(sources):
                    left -= level[id]
            before: dict[str, set[str]] = {}
            for id, merged in reader.sources(list(level), MERGED_FROM).items():
                for one in merged:
                    before.setdefault(one, set()).update(level[id])
            level = before
            if not level:
                break
    return frozenset(left)

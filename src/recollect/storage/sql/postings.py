"""Postings: which items of a space have a term, in blocks. Put there, taken out, or all made anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from recollect.model.batch import Terms
from recollect.storage.sql import blocks
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import Row

BLOCKS_A_QUERY_MAX = 200
BLOCKS_A_QUERY_STEP = 20


def replace(session: Session, space: int, numbers: Sequence[int], terms: Terms) -> None:
    """Blocks that mix the items of many writes: the caller gives the space a new epoch."""
    session.run("DELETE FROM posting WHERE space = ?", (space,))
    add(session, space, numbers, terms)


def add(session: Session, space: int, numbers: Sequence[int], terms: Terms) -> None:
    session.add_blocks(blocks.pack(space, numbers, terms))


def holding(session: Session, space: int, wanted: Sequence[tuple[str, int]]) -> list[Row]:
    """The blocks in which these (term, number) are, if they are anywhere."""
    found: dict[tuple[str, int], Row] = {}
    for start in range(0, len(wanted), BLOCKS_A_QUERY_MAX):
        part = list(wanted[start : start + BLOCKS_A_QUERY_MAX])
        part += part[-1:] * (-len(part) % BLOCKS_A_QUERY_STEP)  # few different statements: they stay prepared
        rows = session.all(
            f"WITH wanted (term, number) AS (VALUES {', '.join(['(?, ?)'] * len(part))}) "
            "SELECT space, posting.term, posting.number, count, rest FROM wanted JOIN posting "
            "ON space = ? AND posting.term = wanted.term AND posting.number = "
            "(SELECT max(number) FROM posting AS block "
            "WHERE block.space = ? AND block.term = wanted.term AND block.number <= wanted.number)",
            [*chain.from_iterable(part), space, space],
        )
        found.update(((row[1], row[2]), row) for row in rows)
    return list(found.values())


def remove(session: Session, held: Iterable[Row], numbers: Sequence[int]) -> None:
    """Write anew, or drop, the blocks that hold items which are gone."""
    gone = sorted(numbers)
    left: list[blocks.Block] = []
    changed: list[tuple[int, str, int]] = []
    for space, term, number, count, rest in held:
        block = (space, term, number, count, None if rest is None else bytes(rest))
        rewritten = blocks.without(block, gone)
        if rewritten == block:
            continue
        changed.append((space, term, number))
        if rewritten is not None:
            left.append(rewritten)
    session.many("DELETE FROM posting WHERE space = ? AND term = ? AND number = ?", changed)
    session.add_blocks(left)

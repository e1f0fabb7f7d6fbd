"""One question, narrowed in several ways that share one room: what the first of them leave is for the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from recollect.model.query import Filter, Hit, Query
from recollect.read.run import Found

OTHERS_SHARE = 0.2
"""Of the hits of all parts, what a later one gets however many were found before."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One of the ways."""

    filter: Filter
    k: int
    in_all: int | None = None
    """So many hits of this part and of those before it; None: it is asked as if it were alone."""


def in_turn(queries: Sequence[Query], ask: Callable[[Query], Found]) -> list[Found]:
    """The answers, one after the other. What nobody will look at is not read."""
    found: list[Found] = []
    for query in queries:
        before = [hit for one in found for hit in one.hits]
        found.append(ask(query if query.in_all is None else _narrowed(query, query.in_all, before)))
    return found


def _narrowed(query: Query, in_all: int, before: Sequence[Hit]) -> Query:
    """Asked for what those before it leave."""
    taken = sum(1 for hit in before if hit.session not in query.told and hit.id not in query.told)
    return replace(query, k=min(query.k, max(in_all - taken, round(in_all * OTHERS_SHARE))))

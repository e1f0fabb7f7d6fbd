"""Relations of the graph that another one has ended: of ties with one holder at a time, those of who held it before.

Read from the records anew whenever one of the relations is summed up, so that it does not matter in which order they
came into the graph, and what a deleted record ended is no longer ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby

from recollect.model.record import ACTIVE, SUPERSEDED
from recollect.rules.succession import TIES, Stated, handed_on, introduces, slot_of
from recollect.storage.sql.database import Session
from recollect.storage.sql.resolving import marks, parts
from recollect.storage.sql.rows import Row

CHARS_MAX = 2000
"""Of a text in which news are looked for."""
Key = tuple[str, str, str]
"""Source, relation, target."""


def handed_over(session: Session, space: int, keys: Iterable[Key]) -> dict[Key, int | None]:
    """The relations beside these that are of the same tie of the same source, and these, each with the moment at which
    it passed to somebody else; None: it did not. Nothing is asked where no such tie is among them."""
    sources = {source for source, relation, _ in keys if slot_of(relation)}
    ended: dict[Key, int | None] = {}
    for part in parts(sorted(sources)):
        rows = session.all(
            "SELECT s.source, s.relation, s.target, coalesce(i.occurred_at, i.created_at), "
            f"substr(i.content, 1, {CHARS_MAX}), i.status, i.ended_at, i.agent, i.project, i.item "
            "FROM statement s CROSS JOIN item i WHERE s.space = ? "
            f"AND s.source IN ({marks(part)}) AND s.relation IN ({marks(TIES)}) AND i.item = s.item "
            "AND i.status IN (?, ?)",
            [space, *part, *TIES, ACTIVE, SUPERSEDED],
        )
        told = sorted(rows, key=lambda row: (row[0], slot_of(row[1])))
        for _, group in groupby(told, key=lambda row: (row[0], slot_of(row[1]))):
            ended.update(_of_one(list(group)))
    return ended


def _of_one(rows: list[Row]) -> dict[Key, int | None]:
    """Of one tie of one source."""
    gone: dict[str, int] = {}
    if len({row[2] for row in rows}) > 1:
        holders = Counter(item for item, _ in {(row[9], row[2]) for row in rows})
        shown = [row for row in rows if row[7] is None and row[8] is None]  # what has a label is not everybody's
        gone = handed_on(
            Stated(
                holder=row[2],
                at=row[3],
                new=holders[row[9]] == 1 and introduces(row[4], row[1]),  # of two in one text, which is new?
                live=row[5] == ACTIVE and row[6] is None,
            )
            for row in shown
        )
        labelled = {row[2] for row in rows if row not in shown}
        gone = {holder: at for holder, at in gone.items() if holder not in labelled}
    return {(row[0], row[1], row[2]): gone.get(row[2]) for row in rows}

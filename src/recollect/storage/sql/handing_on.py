"""What a version has is handed on to the one in its place: recalls that were counted since it was read, and, where both
say the same, what the graph knows of it.

A tag, an archive undone, a compaction undone tell nothing new and take nothing away, but they make a new version, which
the graph has not read yet. It reads both again when it catches up; until then whoever only reads the graph, as a
context does, misses nothing that still holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from recollect.model.batch import Batch
from recollect.model.columns import NUMBER_BITS
from recollect.model.record import ACTIVE
from recollect.storage.sql import strengthening
from recollect.storage.sql.database import Session
from recollect.storage.sql.graphing import Key, refresh
from recollect.storage.sql.resolving import parts, wanted


def write(session: Session, batch: Batch, items: Sequence[int]) -> None:
    """Of the versions that follow others in this batch, once their rows are there."""
    records = batch.entries.records if batch.entries else ()
    places = {record.id: (item, record.status) for record, item in zip(records, items, strict=True)}
    followed = [one for one in batch.endings if one.moved_to is not None and one.id in places]
    if not followed:
        return
    strengthening.hand_on(session, [(places[one.id][0], one) for one in followed])
    follows = {places[one.id][0]: one.item for one in followed}
    same = _saying_the_same(session, follows)
    session.many("INSERT INTO told (item, data) SELECT ?, data FROM told WHERE item = ?", same)
    live = {item for item, status in places.values() if status == ACTIVE}
    _copy(session, [(new, old) for new, old in same if new in live])


def _saying_the_same(session: Session, follows: Mapping[int, int]) -> list[tuple[int, int]]:
    """Of the items that follow others those with the same text in the same layer."""
    found: list[tuple[int, int]] = []
    for part in parts(follows.items(), 200):
        rows = session.all(
            f"WITH pair (new, old) AS (VALUES {', '.join(['(?, ?)'] * len(part))}) SELECT p.new, p.old FROM pair p "
            "CROSS JOIN item n CROSS JOIN item o WHERE n.item = p.new AND o.item = p.old AND n.content = o.content "
            "AND n.layer = o.layer",
            [*chain.from_iterable(part)],
        )
        found += [(row[0], row[1]) for row in rows]
    return found


def _copy(session: Session, same: Sequence[tuple[int, int]]) -> None:
    pairs = [(new, new >> NUMBER_BITS, old) for new, old in same if new >> NUMBER_BITS == old >> NUMBER_BITS]
    where = "WHERE space = ? AND item = ?"
    session.many(
        "INSERT INTO mention (space, item, entity, alias, name, live) "
        f"SELECT space, ?, entity, alias, name, ? FROM mention {where}",
        [(new, True, space, old) for new, space, old in pairs],
    )
    session.many(f"UPDATE mention SET live = ? {where}", [(False, space, old) for _, space, old in pairs])
    session.many(
        "INSERT INTO statement (space, item, source, relation, target, confidence) "
        f"SELECT space, ?, source, relation, target, confidence FROM statement {where}",
        pairs,
    )
    for space in {space for _, space, _ in pairs}:
        keys: set[Key] = set()
        for part in parts(new for new, at, _ in pairs if at == space):
            rows = session.all(
                f"{wanted(part)} SELECT s.source, s.relation, s.target FROM wanted w CROSS JOIN statement s "
                "WHERE s.space = ? AND s.item = w.id",
                [*part, space],
            )
            keys.update((row[0], row[1], row[2]) for row in rows)
        refresh(session, space, keys)

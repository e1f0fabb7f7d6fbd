"""Whether records can be read and belong to a space. What a row says is never guessed at.

What is mended: a list of tags, a mapping of metadata or a list of sectors that is no JSON becomes an empty one, and its
text is kept in the record's metadata under `unreadable`; a space that is missing is made again from its records, which
name their tenant and user.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from recollect.errors import StoreCorrupt
from recollect.model.batch import Problem
from recollect.model.counted import counted
from recollect.model.record import KINDS, LAYERS, STATUSES
from recollect.rules.text import ANALYSER_VERSION
from recollect.storage.sql import spaces
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import NUMBER_MASK, RECORD_COLUMNS, SELECT_RECORDS, Row, record_of, space_range, to_json
from recollect.storage.sql.snapshots import SpaceState

IDS_NAMED = 5
"""Of many records that have something wrong with them, so many are named."""
UNREADABLE = "unreadable"
_COLUMNS = RECORD_COLUMNS.split(", ")
_JSON: dict[str, type] = {"tags": list, "metadata": dict, "sectors": list}


def check(session: Session, state: SpaceState, *, repair: bool, epoch: int) -> list[Problem]:
    """What of the space's rows no reader understands."""
    return _unknown_values(session, state) + _unreadable(session, state, repair=repair, epoch=epoch)


def _unknown_values(session: Session, state: SpaceState) -> list[Problem]:
    known = {"layer": LAYERS, "kind": KINDS, "status": STATUSES}
    problems = []
    for column, allowed in known.items():
        marks = ", ".join("?" * len(allowed))
        row = session.one(
            f"SELECT count(*) FROM item WHERE item BETWEEN ? AND ? AND {column} NOT IN ({marks})",
            [*space_range(state.id), *allowed],
        )
        if row and row[0]:
            problems.append(Problem(code="row", count=row[0], message=f"{row[0]} records have an unknown {column}"))
    return problems


def _unreadable(session: Session, state: SpaceState, *, repair: bool, epoch: int) -> list[Problem]:
    mendable: list[tuple[str, tuple[Any, ...]]] = []
    lost: list[str] = []
    for row in session.stream(f"{SELECT_RECORDS} WHERE item BETWEEN ? AND ? ORDER BY item", space_range(state.id)):
        if _can_be_read(row):
            continue
        mended = _mended(row)
        if mended is None:
            lost.append(row[_COLUMNS.index("id")])
        else:
            mendable.append((row[_COLUMNS.index("id")], mended))
    problems = []
    if mendable:
        if repair:
            for _, values in mendable:
                session.run("UPDATE item SET tags = ?, metadata = ?, sectors = ? WHERE item = ?", values)
            session.run("UPDATE space SET epoch = ? WHERE id = ?", (epoch, state.id))
        message = (
            f"the tags, metadata or sectors of {_named([id for id, _ in mendable])} cannot be read; mended, they are "
            f"empty, and their text is kept in the metadata as `{UNREADABLE}`"
        )
        problems.append(Problem(code="row", count=len(mendable), message=message, repaired=repair))
    if lost:
        message = f"{_named(lost)} cannot be read; restore a backup (`recollect restore`), or delete what is lost"
        problems.append(Problem(code="row", count=len(lost), message=message))
    return problems


def _mended(row: Row) -> tuple[Any, ...] | None:
    """What its three JSON columns shall be, and its item; None: something else is wrong with the row."""
    given = {name: row[_COLUMNS.index(name)] for name in _JSON}
    kept, found = {}, dict[str, Any]()
    for name, kind in _JSON.items():
        try:
            found[name] = json.loads(given[name])
        except (ValueError, TypeError):
            found[name] = None
        if not isinstance(found[name], kind):
            found[name], kept[name] = kind(), str(given[name])
    if not kept:
        return None
    values = [to_json(found["tags"]), to_json({**found["metadata"], UNREADABLE: kept}), to_json(found["sectors"])]
    mended = list(row)
    for name, value in zip(_JSON, values, strict=True):
        mended[_COLUMNS.index(name)] = value
    return (*values, row[_COLUMNS.index("item")]) if _can_be_read(mended) else None


def _can_be_read(row: Row) -> bool:
    try:
        return isinstance(record_of(row).metadata, dict)
    except StoreCorrupt:
        return False


def check_spaces(session: Session, tenant: str, *, repair: bool, epoch: int) -> list[Problem]:
    """Records whose space is not there: nobody finds them."""
    within, bounds = session.of_tenant(tenant)
    problems = []
    rows = session.all(
        "SELECT item.space, item.owner, count(*), max(item.item), max(item.changed) FROM item "
        "LEFT JOIN space ON space.id = item.space AND space.tenant = item.tenant "
        f"WHERE {within} AND space.id IS NULL GROUP BY item.space, item.owner ORDER BY item.space",
        bounds,
    )
    several = {one[0] for one, other in pairwise(rows) if one[0] == other[0]}
    for space, user, count, last, changed in rows:
        made = repair and space not in several
        if made:
            made = _make_again(session, tenant, spaces.owner_of(user), (space, last, changed), epoch)
        message = f"{count} records belong to space {space}, which is not there"
        if repair and not made:
            message += "; its user has another one by now, or its records name several: restore a backup"
        problems.append(Problem(code="space", count=count, message=message, repaired=made))
    return problems


def _make_again(session: Session, tenant: str, owner: str, told: tuple[int, int, int], epoch: int) -> bool:
    """The row of a space from what its records tell: its number, its last item, its newest generation. Its keyword
    index is compared, and its graph read, as that of every other space. Where tables are divided, the number carries
    the tenant's part already, and PostgreSQL leaves it as it is."""
    space, last, changed = told
    values = (space, tenant, owner, epoch, changed + 1, (last & NUMBER_MASK) + 1, ANALYSER_VERSION)
    return bool(
        session.run(
            "INSERT INTO space (id, tenant, owner, epoch, generation, next_number, analyser) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            values,
        )
    )


def _named(ids: Sequence[str]) -> str:
    """`3 records (a, b, c)`, and no more than a few of them by name."""
    more = ", …" if len(ids) > IDS_NAMED else ""
    return f"{counted(len(ids), 'record')} ({', '.join(ids[:IDS_NAMED])}{more})"

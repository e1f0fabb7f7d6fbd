"""Whether records can be read, agree with themselves, and belong to a space. What a row shall be, `row_mend` says.

One row that cannot be read does not keep the others from being looked at: it is passed over, and named. A space that is
missing is made again from its records, which name their tenant and user.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from recollect.model.batch import Problem
from recollect.model.counted import counted
from recollect.model.record import SUPERSEDED
from recollect.rules.text import ANALYSER_VERSION
from recollect.storage.sql import spaces
from recollect.storage.sql.database import Session
from recollect.storage.sql.row_mend import COLUMNS, KNOWN, TEXTS, UNREADABLE, can_be_read, corrected, mended
from recollect.storage.sql.rows import NUMBER_MASK, RECORD_COLUMNS, Row, space_range
from recollect.storage.sql.snapshots import SpaceState

IDS_NAMED = 5
"""Of many records that have something wrong with them, so many are named."""
_RAW_COLUMNS = ", ".join(f"CAST({column} AS BLOB)" if column in TEXTS else column for column in COLUMNS)
_ID = COLUMNS.index("id")


class Checked(NamedTuple):
    problems: list[Problem]
    unread: frozenset[int]
    """Items of rows that cannot be read, now that what can be mended was, if it was to be."""


class _Found:
    """What is wrong with the rows of a space."""

    def __init__(self) -> None:
        self.unknown: dict[str, list[str]] = {}
        self.mendable: list[tuple[str, int, dict[str, Any]]] = []
        self.wrong: list[tuple[str, int, dict[str, Any]]] = []
        self.lost: list[tuple[str, int]] = []


def readable(session: Session, columns: str, space: int, passed: list[int] | None = None) -> Iterator[Row]:
    """Rows of a space in the order of their items, the first column. Those whose bytes are no text, which SQLite keeps
    and does not look at, are passed over; their items are put into `passed`."""
    low, high = space_range(space)
    while True:
        try:
            for row in session.stream(
                f"SELECT {columns} FROM item WHERE item BETWEEN ? AND ? ORDER BY item", (low, high)
            ):
                yield row
                low = row[0] + 1
            return
        except UnicodeDecodeError:
            found = session.one("SELECT min(item) FROM item WHERE item BETWEEN ? AND ?", (low, high))
            assert found is not None, "a row was met"
            if passed is not None:
                passed.append(found[0])
            low = found[0] + 1


def check(session: Session, state: SpaceState, *, repair: bool, epoch: int) -> Checked:
    """What of the space's rows no reader understands, or says two things at once."""
    found, passed = _Found(), list[int]()
    for row in readable(session, RECORD_COLUMNS, state.id, passed):
        _look(row, found)
    for item in passed:
        _look(_raw(session, item), found)
    if repair and (found.mendable or found.wrong):
        for _, item, values in (*found.mendable, *found.wrong):
            _write(session, state.id, item, values)
        session.run("UPDATE space SET epoch = ? WHERE id = ?", (epoch, state.id))
    unread = {item for _, item in found.lost} | ({item for _, item, _ in found.mendable} if not repair else set())
    return Checked(_told(found, repair=repair), frozenset(unread))


def _look(row: Row, found: _Found) -> None:
    id, item = row[_ID] if isinstance(row[_ID], str) else f"number {row[0]}", row[0]
    if not can_be_read(row):
        values = mended(row)
        if values is None:
            found.lost.append((id, item))
        else:
            found.mendable.append((id, item, values))
        return
    for column, allowed in KNOWN.items():
        if row[COLUMNS.index(column)] not in allowed:
            found.unknown.setdefault(column, []).append(id)
    if values := corrected(row):
        found.wrong.append((id, item, values))


def _raw(session: Session, item: int) -> Row:
    """The row with its texts, and bytes where they are none."""
    row = session.one(f"SELECT {_RAW_COLUMNS} FROM item WHERE item = ?", (item,))
    assert row is not None, "it was met a moment ago"
    return [_text(value) if column in TEXTS else value for column, value in zip(COLUMNS, row, strict=True)]


def _text(value: Any) -> Any:
    try:
        return value.decode() if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        return value


def _write(session: Session, space: int, item: int, values: dict[str, Any]) -> None:
    if values.get("ended_at", 0) is None and _is_replaced(session, space, item):
        values = {**{name: value for name, value in values.items() if name != "ended_at"}, "status": SUPERSEDED}
    columns = ", ".join(f"{name} = ?" for name in values)
    session.run(f"UPDATE item SET {columns} WHERE item = ?", (*values.values(), item))


def _is_replaced(session: Session, space: int, item: int) -> bool:
    """Whether a row is followed by another version, or another has its key: it has ended, whatever its status says."""
    within, bounds = session.of_space(space, "next")
    row = session.one(
        f"SELECT count(*) FROM item JOIN item next ON next.tenant = item.tenant AND {within} "
        "AND next.item <> item.item AND (next.previous_version_id = item.id "
        "OR (next.key = item.key AND next.ended_at IS NULL)) WHERE item.item = ?",
        (*bounds, item),
    )
    return bool(row and row[0])


def _told(found: _Found, *, repair: bool) -> list[Problem]:
    problems = []
    for column, ids in found.unknown.items():
        message = f"unknown {column} of {named(ids)}; restore a backup (`recollect restore`), or delete what it is"
        problems.append(Problem(code="row", count=len(ids), message=message))
    if found.mendable:
        columns = {name: None for _, _, values in found.mendable for name in values if name not in ("metadata",)}
        what = ", ".join(columns) or "metadata"
        message = (
            f"{named([id for id, _, _ in found.mendable])} cannot be read ({what}); mended, what cannot be read is "
            f"empty or replaced, and what was there is kept in the metadata as `{UNREADABLE}`"
        )
        problems.append(Problem(code="row", count=len(found.mendable), message=message, repaired=repair))
    if found.lost:
        message = f"{named([id for id, _ in found.lost])} cannot be read; restore a backup (`recollect restore`)"
        problems.append(Problem(code="row", count=len(found.lost), message=message))
    if found.wrong:
        columns = {name: None for _, _, values in found.wrong for name in values}
        message = f"{', '.join(columns)} not as the rest of the record says: {named([id for id, _, _ in found.wrong])}"
        problems.append(Problem(code="derived", count=len(found.wrong), message=message, repaired=repair))
    return problems


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


def named(ids: Sequence[str]) -> str:
    """`3 records (a, b, c)`, and no more than a few of them by name."""
    more = ", …" if len(ids) > IDS_NAMED else ""
    return f"{counted(len(ids), 'record')} ({', '.join(ids[:IDS_NAMED])}{more})"

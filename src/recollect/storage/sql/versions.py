"""Versions of a record: rows that link to the one before."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from recollect.model.columns import NUMBER_BITS
from recollect.model.document import DOCUMENT
from recollect.model.record import SUPERSEDED, Record
from recollect.storage.sql.database import Session
from recollect.storage.sql.row_check import readable
from recollect.storage.sql.rows import SELECT_RECORDS, Row, record_of

VERSIONS_MAX = 10_000
IDS_AT_ONCE = 50
"""Looked up in one statement."""


def chain(session: Session, tenant: str, id: str) -> list[Record]:
    """All versions of a record, oldest first."""
    return chains(session, tenant, [id]).get(id, [])


def chains(session: Session, tenant: str, ids: Iterable[str]) -> dict[str, list[Record]]:
    """Of each record that is there: back along `previous_version_id`, then forward to what superseded it. All of them
    take each step together.

    A link is followed inside one space only and no row twice: what a file that was imported claims to be a version of
    another user's record is none.
    """
    of_tenant, known = session.of_tenant(tenant)
    found = {record.id: deque([record]) for record in _read(session, of_tenant, known, "id", dict.fromkeys(ids))}
    spaces: dict[int, list[deque[Record]]] = {}
    for one in found.values():
        spaces.setdefault(one[0].item >> NUMBER_BITS, []).append(one)
    for space, walks in spaces.items():
        of_space, bounds = session.of_space(space)
        within, values = f"tenant = ? AND {of_space}", (tenant, *bounds)
        seen = {id(walk): {walk[0].id} for walk in walks}
        going = walks
        while going := [one for one in going if one[0].previous_version_id is not None and len(one) < VERSIONS_MAX]:
            wanted = dict.fromkeys(str(one[0].previous_version_id) for one in going)
            held = {record.id: record for record in _read(session, within, values, "id", wanted)}
            going = [
                one for one in going if _took(one, held.get(str(one[0].previous_version_id)), seen[id(one)], older=True)
            ]
        going = walks
        while going := [one for one in going if len(one) < VERSIONS_MAX]:
            wanted = dict.fromkeys(one[-1].id for one in going)
            rows = _read(session, within, values, "previous_version_id", wanted)
            later = {record.previous_version_id: record for record in reversed(rows)}
            going = [one for one in going if _took(one, later.get(one[-1].id), seen[id(one)], older=False)]
    return {name: list(one) for name, one in found.items()}


def _took(walk: deque[Record], record: Record | None, seen: set[str], *, older: bool) -> bool:
    """Whether a walk went on to this record."""
    if record is None or record.id in seen:
        return False
    seen.add(record.id)
    if older:
        walk.appendleft(record)
    else:
        walk.append(record)
    return True


def _read(session: Session, within: str, bounds: Sequence[Any], column: str, wanted: Iterable[str]) -> list[Record]:
    """The records whose column has one of these values."""
    values, found = list(wanted), list[Record]()
    for start in range(0, len(values), IDS_AT_ONCE):
        part = values[start : start + IDS_AT_ONCE]
        marks = ", ".join("?" * len(part))
        rows = session.all(f"{SELECT_RECORDS} WHERE {within} AND {column} IN ({marks})", (*bounds, *part))
        found += map(record_of, rows)
    return found


def following(session: Session, tenant: str, id: str) -> list[str]:
    """A version and what came after it, up to the record that it is a version of: under that id it was told of."""
    of_tenant, known = session.of_tenant(tenant)
    found: dict[str, None] = {}
    version: str | None = id
    while version is not None and version not in found and len(found) < VERSIONS_MAX:
        found[version] = None
        row = session.one(f"SELECT item FROM item WHERE {of_tenant} AND id = ?", (*known, version))
        if row is None:
            break
        of_space, bounds = session.of_space(row[0] >> NUMBER_BITS)
        row = session.one(
            f"SELECT id FROM item WHERE tenant = ? AND {of_space} AND previous_version_id = ?",
            (tenant, *bounds, version),
        )
        version = None if row is None else row[0]
    return list(found)


def orphaned(session: Session, space: int) -> list[str]:
    """Old versions of a record that has them already, under other ids: nothing follows them, so that neither its
    history shows them nor its deletion takes them along. Imports of older versions of Recollect left such ones.

    The oldest of them says the same, from the same moment on and by the same number, as a version that belongs to a
    record. What else has ended and is followed by nothing is left alone: passages of files, what a summary took in.
    """
    columns = "item, id, previous_version_id, status, layer, version, content_hash, created_at"
    rows = {row[1]: row[1:] for row in readable(session, columns, space)}
    followed = {row[1] for row in rows.values()}
    last = [row for row in rows.values() if row[0] not in followed]
    loose = {row[0]: row for row in last if row[2] == SUPERSEDED and row[3] != DOCUMENT}
    if not loose:
        return []
    belonging: dict[str, Row] = {}
    for row in last:
        if row[0] not in loose:
            belonging |= _before(row, rows)
    told = {tuple(row[3:]) for row in belonging.values()}
    found: dict[str, None] = {}
    for row in loose.values():
        versions = _before(row, rows)
        oldest = versions[next(reversed(versions))]
        if tuple(oldest[3:]) in told and belonging.keys().isdisjoint(versions):
            found |= dict.fromkeys(versions)
    return list(found)


def _before(row: Row, rows: Mapping[str, Row]) -> dict[str, Row]:
    """The version and those before it, newest first."""
    found = {row[0]: row}
    while (previous := rows.get(row[1])) is not None and previous[0] not in found:
        row = found[previous[0]] = previous
    return found

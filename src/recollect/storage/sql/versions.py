"""Versions of a record: rows that link to the one before."""

from __future__ import annotations

from collections.abc import Mapping

from recollect.model.columns import NUMBER_BITS
from recollect.model.document import DOCUMENT
from recollect.model.record import SUPERSEDED, Record
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import SELECT_RECORDS, Row, record_of, space_range

VERSIONS_MAX = 10_000


def chain(session: Session, tenant: str, id: str) -> list[Record]:
    """Back along `previous_version_id`, then forward to what superseded the record.

    A link is followed inside one space only and no row twice: what a file that was imported claims to be a version of
    another user's record is none.
    """
    of_tenant, known = session.of_tenant(tenant)
    row = session.one(f"{SELECT_RECORDS} WHERE {of_tenant} AND id = ?", (*known, id))
    if row is None:
        return []
    chain = [record_of(row)]
    of_space, bounds = session.of_space(chain[0].item >> NUMBER_BITS)
    select = f"{SELECT_RECORDS} WHERE tenant = ? AND {of_space} AND"
    seen = {chain[0].id}
    while chain[0].previous_version_id is not None and len(chain) < VERSIONS_MAX:
        row = session.one(f"{select} id = ?", (tenant, *bounds, chain[0].previous_version_id))
        if row is None or row[2] in seen:
            break
        chain.insert(0, record_of(row))
        seen.add(chain[0].id)
    while len(chain) < VERSIONS_MAX:
        row = session.one(f"{select} previous_version_id = ?", (tenant, *bounds, chain[-1].id))
        if row is None or row[2] in seen:
            break
        chain.append(record_of(row))
        seen.add(chain[-1].id)
    return chain


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
    rows = {
        row[0]: row
        for row in session.all(
            "SELECT id, previous_version_id, status, layer, version, content_hash, created_at FROM item "
            "WHERE item BETWEEN ? AND ? ORDER BY item",
            space_range(space),
        )
    }
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

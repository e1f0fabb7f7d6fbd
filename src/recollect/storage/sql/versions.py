"""Versions of a record: rows that link to the one before."""

from __future__ import annotations

from recollect.model.columns import NUMBER_BITS
from recollect.model.record import Record
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import SELECT_RECORDS, record_of

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

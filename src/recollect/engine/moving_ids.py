"""Ids on import. An id is one record's in the whole tenant: what comes with one that a record of somebody else has gets
the id that it would have if it had been moved into its space, and so does what names it. Coming again, it is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from recollect.contracts.store import Store
from recollect.engine import moving_documents
from recollect.lifecycle import compact
from recollect.model.document import DOCUMENT
from recollect.model.ids import derived_id
from recollect.model.record import Record
from recollect.model.scope import Scope


def freed(store: Store, batch: Sequence[Record]) -> list[Record]:
    """The records of one tenant, with ids that are nobody else's."""
    tenant = batch[0].scope.tenant
    wanted = {id for record in batch for id in (record.id, record.previous_version_id, *_parts(record)) if id}
    owners = {record.id: record.user for record in store.get(Scope(tenant=tenant), list(wanted))}
    for record in batch:
        owners.setdefault(record.id, record.user)
    documents = {id: store.document(Scope(tenant=tenant), id) for id in set(map(_document, batch)) if id is not None}

    def here(record: Record, id: str) -> str:
        return id if owners.get(id, record.user) == record.user else derived_id(tenant, record.user, id)

    parts = {here(record, id) for record in batch for id in _parts(record)}
    moved = {here(record, record.id) for record in batch} | {
        one.id for one in store.get(Scope(tenant=tenant), [*parts])
    }
    found = []
    for record in batch:
        previous = record.previous_version_id and here(record, record.previous_version_id)
        metadata = dict(record.metadata)
        if ids := _parts(record):  # those that did not come along are meant as they are, such as shared ones
            metadata[compact.PARTS] = [here(record, id) if here(record, id) in moved else id for id in ids]
        document = documents.get(_document(record) or "")
        if document is not None and document.scope.own != record.scope.own:
            metadata = moving_documents.of_passage(record.scope.own, metadata)
        found.append(replace(record, id=here(record, record.id), previous_version_id=previous, metadata=metadata))
    return found


def _parts(record: Record) -> list[str]:
    """What a summary stands for."""
    ids = record.metadata.get(compact.PARTS) if compact.is_summary(record) else None
    return [id for id in ids if isinstance(id, str)] if isinstance(ids, list) else []


def _document(record: Record) -> str | None:
    """The document that a passage is of."""
    held = record.metadata.get(moving_documents.LINE) if record.layer == DOCUMENT else None
    return held if isinstance(held, str) else None

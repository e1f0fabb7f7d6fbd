"""Ids on import. An id is one record's in the whole tenant: what comes with one that a record of somebody else has gets
the id that it would have if it had been moved into its space, and so does what names it. Coming again, it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from recollect.contracts.store import Store
from recollect.engine.moving import documents
from recollect.engine.profiles import PROFILE, SOURCES
from recollect.lifecycle import compact
from recollect.model.document import DOCUMENT
from recollect.model.ids import derived_id
from recollect.model.record import Record
from recollect.model.scope import Scope


def freed(store: Store, batch: Sequence[Record]) -> list[Record]:
    """The records of one tenant, with ids that are nobody else's."""
    tenant = batch[0].scope.tenant
    wanted = {id for record in batch for id in (record.id, record.previous_version_id, *_names(record)) if id}
    owners = {record.id: record.user for record in store.get(Scope(tenant=tenant), list(wanted))}
    again = _again(store, batch, owners)
    for record in batch:
        owners.setdefault(record.id, record.user)
    held = {id: store.document(Scope(tenant=tenant), id) for id in set(map(_document, batch)) if id is not None}

    def here(record: Record, id: str) -> str:
        is_own = owners.get(id, record.user) == record.user and (record.user, id) not in again
        return id if is_own else derived_id(tenant, record.user, id)

    parts = {here(record, id) for record in batch for id in _names(record)}
    moved = {here(record, record.id) for record in batch} | {
        one.id for one in store.get(Scope(tenant=tenant), [*parts])
    }

    def named(record: Record, id: str) -> str:
        """What a summary stands for and did not come along is meant as it is, such as what is shared; a profile tells
        what is its user's own."""
        there = here(record, id)
        return there if there in moved or record.layer == PROFILE else id

    found = []
    for record in batch:
        previous = record.previous_version_id and here(record, record.previous_version_id)
        metadata = _renamed(record.metadata, _naming(record.layer, record.provenance.reference), partial(named, record))
        document = held.get(_document(record) or "")
        if document is not None and document.scope.own != record.scope.own:
            metadata = documents.of_passage(record.scope.own, metadata)
        found.append(replace(record, id=here(record, record.id), previous_version_id=previous, metadata=metadata))
    return found


def _again(store: Store, batch: Sequence[Record], owners: Mapping[str, str | None]) -> set[tuple[str | None, str]]:
    """Users and ids that got another id when they came before, and have it still: the record that had theirs may be
    gone by now. `owners`: whose the records are that have the ids."""
    tenant = batch[0].scope.tenant
    named = {(record.user, id) for record in batch for id in (record.id, record.previous_version_id, *_names(record))}
    moved = {
        derived_id(tenant, user, id): (user, id)
        for user, id in named
        if id is not None and (id not in owners or owners[id] != user)
    }
    held = {moved[one.id]: one for one in store.get(Scope(tenant=tenant), list(moved)) if one.user == moved[one.id][0]}
    others = {
        place for record in batch if (place := (record.user, record.id)) in held and not _is_same(record, held[place])
    }
    return held.keys() - others


def _is_same(record: Record, held: Record) -> bool:
    """Whether one is the other, as it was or as it is."""
    return record.created_at == held.created_at or record.content == held.content


def of_moved(own: Scope, metadata: Any, layer: Any, reference: str | None) -> Any:
    """The metadata of a record that is moved to another space: what it names has other ids there."""
    if not isinstance(metadata, dict):
        return metadata
    if layer == DOCUMENT:
        return documents.of_passage(own, metadata)
    return _renamed(metadata, _naming(layer, reference), lambda id: derived_id(own.tenant, own.user, id))


def _naming(layer: Any, reference: str | None) -> str | None:
    """The field of a record's metadata that names other records: what a summary stands for, what a profile tells."""
    if reference == compact.REFERENCE:
        return compact.PARTS
    return SOURCES if layer == PROFILE else None


def _renamed(metadata: Mapping[str, Any], field: str | None, to: Callable[[str], str]) -> dict[str, Any]:
    ids = None if field is None else metadata.get(field)
    if field is None or not isinstance(ids, list):
        return dict(metadata)
    return {**metadata, field: [to(id) if isinstance(id, str) else id for id in ids]}


def _names(record: Record) -> list[str]:
    """The records that it names in its metadata."""
    ids = record.metadata.get(_naming(record.layer, record.provenance.reference) or "")
    return [id for id in ids if isinstance(id, str)] if isinstance(ids, list) else []


def _document(record: Record) -> str | None:
    """The document that a passage is of."""
    held = record.metadata.get(documents.LINE) if record.layer == DOCUMENT else None
    return held if isinstance(held, str) else None

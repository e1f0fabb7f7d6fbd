"""Rows: how a record lies in a table, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Any

from recollect.errors import StoreCorrupt
from recollect.model.batch import Entries
from recollect.model.columns import NUMBER_BITS
from recollect.model.record import Edge, Provenance, Record
from recollect.model.scope import Scope

Row = Sequence[Any]

NUMBER_MASK = (1 << NUMBER_BITS) - 1

RECORD_COLUMNS = (
    "item, tenant, id, layer, kind, status, owner, agent, session, project, key, role, speaker, position, content, "
    "tags, metadata, sectors, confidence, strength, original_strength, strength_at, decay_rate, access_count, "
    "last_accessed_at, occurred_at, valid_from, valid_until, created_at, updated_at, expires_at, ended_at, version, "
    "previous_version_id, source, reference, content_hash, trust"
)
SELECT_RECORDS = f"SELECT {RECORD_COLUMNS} FROM item"

_PLAIN_FIELDS = (
    "id", "layer", "kind", "status", "key", "role", "speaker", "content", "confidence", "strength",
    "original_strength", "decay_rate", "access_count", "version", "previous_version_id",
)  # fmt: skip
_SCOPE_FIELDS = ("tenant", "user", "agent", "session", "project")
_PROVENANCE_FIELDS = ("source", "reference", "content_hash", "trust")
_MOMENT_FIELDS = ("last_accessed_at", "occurred_at", "valid_from", "valid_until", "expires_at", "ended_at")
_NO_MOMENTS = (None,) * len(_MOMENT_FIELDS)
_SCOPE = attrgetter(*_SCOPE_FIELDS)
_OTHER_FIELDS = ("scope", "provenance", "tags", "metadata", "sectors", "created_at", "updated_at", "strength_at")
_AS_THEY_ARE, _PROVENANCE, _MOMENTS, _OTHERS = (
    itemgetter(*fields) for fields in (_PLAIN_FIELDS, _PROVENANCE_FIELDS, _MOMENT_FIELDS, _OTHER_FIELDS)
)
"""Of an object's dictionary: half of what asking the object for each field takes."""
_INSERT_COLUMNS = (
    "item", "space", "position", "changed", "length", "flags",
    *_PLAIN_FIELDS, "tenant", "owner", "agent", "session", "project", *_PROVENANCE_FIELDS,
    "tags", "metadata", "sectors", "created_at", "updated_at", "strength_at", *_MOMENT_FIELDS,
)  # fmt: skip
INSERT_ITEM = f"INSERT INTO item ({', '.join(_INSERT_COLUMNS)}) VALUES ({', '.join('?' * len(_INSERT_COLUMNS))})"
"""In the order of `item_rows`."""

EDGE_COLUMNS = (
    "source_type, source, kind, target_type, target, weight, confidence, valid_from, valid_until, created_at, ended_at"
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def item_of(space: int, number: int) -> int:
    return (space << NUMBER_BITS) | number


def space_range(space: int) -> tuple[int, int]:
    """First and last item a space can have."""
    return space << NUMBER_BITS, (space << NUMBER_BITS) | NUMBER_MASK


def to_us(moment: datetime | None) -> int | None:
    """Microseconds since 1970, exact."""
    return None if moment is None else (moment - _EPOCH) // _MICROSECOND


def us(moment: datetime) -> int:
    return (moment - _EPOCH) // _MICROSECOND


def from_us(value: int | None) -> datetime | None:
    return None if value is None else _EPOCH + timedelta(microseconds=value)


@lru_cache(maxsize=4096)
def when(value: int) -> datetime:
    return _EPOCH + timedelta(microseconds=value)


_new, _set = object.__new__, object.__setattr__
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
"""Made once: `json.dumps` makes an encoder for each call whose options are not the default."""


def to_json(value: Any) -> str:
    return _encode(value)


@lru_cache(maxsize=4096)
def _names_json(names: tuple[str, ...]) -> str:
    return _encode(names)


def item_rows(
    entries: Entries, items: Sequence[int], positions: Sequence[int], *, space: int, changed: int
) -> Iterator[tuple[Any, ...]]:
    """The values of `INSERT_ITEM` for each entry. What is the same object, or not there, is not converted again."""
    known_scope, scope_values = None, ()
    moment, moment_us = _EPOCH, 0
    for record, item, position, length, flags in zip(
        entries.records, items, positions, entries.lengths, entries.flags, strict=True
    ):
        fields = vars(record)
        scope, provenance, tags, metadata, sectors, created, updated, strength_at = _OTHERS(fields)
        if scope is not known_scope:
            known_scope, scope_values = scope, _SCOPE(scope)
        if created is not moment:
            moment, moment_us = created, us(created)
        moments = _MOMENTS(fields)
        yield (
            item,
            space,
            position,
            changed,
            length,
            flags,
            *_AS_THEY_ARE(fields),
            *scope_values,
            *_PROVENANCE(vars(provenance)),
            _names_json(tuple(tags)) if tags else "[]",
            to_json(metadata) if metadata else "{}",
            _names_json(tuple(sectors)) if sectors else "[]",
            moment_us,
            moment_us if updated is created else us(updated),
            moment_us if strength_at is created else us(strength_at),
            *(moments if moments == _NO_MOMENTS else map(to_us, moments)),
        )


@lru_cache(maxsize=4096)
def _scope(tenant: str, user: str | None, agent: str | None, session: str | None, project: str | None) -> Scope:
    """Records of one conversation share one Scope; checking it once is enough."""
    return Scope(tenant=tenant, user=user, agent=agent, session=session, project=project)


@lru_cache(maxsize=4096)
def _names(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text)) if text != "[]" else ()


def record_of(row: Row) -> Record:
    """A record from a row of `RECORD_COLUMNS`.

    A frozen dataclass sets its fields one by one; giving it its dictionary at once makes reading a row twice as fast.
    """
    (item, tenant, id, layer, kind, status, owner, agent, session, project, key, role, speaker, position,
     content, tags, metadata, sectors, confidence, strength, original_strength, strength_at, decay_rate,
     access_count, last_accessed_at, occurred_at, valid_from, valid_until, created_at, updated_at,
     expires_at, ended_at, version, previous_version_id, source, reference, content_hash, trust) = row  # fmt: skip
    provenance = _new(Provenance)
    _set(
        provenance,
        "__dict__",
        {"source": source, "reference": reference, "content_hash": content_hash, "trust": trust},
    )
    record = _new(Record)
    try:
        if content.__class__ is not str:
            raise TypeError("its content is no text")
        created = when(created_at)  # most records are as they were made: then it is the one moment
        fields = {
            "id": id,
            "content": content,
            "scope": _scope(tenant, owner, agent, session, project),
            "layer": layer,
            "kind": kind,
            "key": key,
            "tags": _names(tags),
            "metadata": json.loads(metadata) if metadata != "{}" else {},
            "sectors": _names(sectors),
            "role": role,
            "speaker": speaker,
            "position": position,
            "confidence": confidence,
            "strength": strength,
            "original_strength": original_strength,
            "strength_at": created if strength_at == created_at else when(strength_at),
            "decay_rate": decay_rate,
            "access_count": access_count,
            "last_accessed_at": None if last_accessed_at is None else when(last_accessed_at),
            "occurred_at": None if occurred_at is None else when(occurred_at),
            "valid_from": None if valid_from is None else when(valid_from),
            "valid_until": None if valid_until is None else when(valid_until),
            "created_at": created,
            "updated_at": created if updated_at == created_at else when(updated_at),
            "expires_at": None if expires_at is None else when(expires_at),
            "ended_at": None if ended_at is None else when(ended_at),
            "status": status,
            "version": version,
            "previous_version_id": previous_version_id,
            "provenance": provenance,
            "item": item,
        }
    except (ValueError, TypeError, OverflowError) as error:
        raise StoreCorrupt(
            f"the record {id} cannot be read ({error}); `recollect doctor --repair` mends what can be mended of it and "
            "keeps the rest"
        ) from error
    _set(record, "__dict__", fields)
    return record


def edge_row(edge: Edge) -> tuple[Any, ...]:
    return (
        edge.source_type,
        edge.source,
        edge.kind,
        edge.target_type,
        edge.target,
        edge.weight,
        edge.confidence,
        to_us(edge.valid_from),
        to_us(edge.valid_until),
        us(edge.created_at),
        to_us(edge.ended_at),
    )


def edge_of(row: Row) -> Edge:
    return Edge(
        source_type=row[0],
        source=row[1],
        kind=row[2],
        target_type=row[3],
        target=row[4],
        weight=row[5],
        confidence=row[6],
        valid_from=from_us(row[7]),
        valid_until=from_us(row[8]),
        created_at=when(row[9]),
        ended_at=from_us(row[10]),
    )

"""What is wrong with a row of `item`, and what it shall be instead. What a row says is never guessed at.

What may be missing is missing then, labels and content keep what can be read of them, a moment that every record has is
that of another one of its row, and a number goes to the nearest that is allowed. What was there is kept in the record's
metadata under `unreadable`: a text as it was, bytes that are no text in hexadecimal digits.

Pure: the rows come from `row_check`, which writes what this gives.
"""

from __future__ import annotations

import json
import math
from operator import itemgetter
from typing import Any

from recollect.errors import StoreCorrupt
from recollect.model.ids import content_hash
from recollect.model.record import ACTIVE, KINDS, LAYERS, PENDING_REVIEW, ROLES, STATUSES
from recollect.model.scope import storable
from recollect.storage.sql.rows import RECORD_COLUMNS, Row, record_of, to_json, when

UNREADABLE = "unreadable"
COLUMNS = tuple(RECORD_COLUMNS.split(", "))
KNOWN = {"layer": LAYERS, "kind": KINDS, "status": STATUSES, "role": ROLES}

_JSON: dict[str, type] = {"tags": list, "metadata": dict, "sectors": list}
_MOMENTS = ("created_at", "updated_at", "strength_at")
_MOMENTS_MAYBE = ("last_accessed_at", "occurred_at", "valid_from", "valid_until", "expires_at", "ended_at")
_SHARES = {"confidence": 1.0, "strength": 0.5, "original_strength": 0.5, "trust": 0.0}
"""Numbers between 0 and 1, and what they are where they are no numbers."""
_LEAST = {"decay_rate": 0, "access_count": 0, "version": 1}
_LABELS = ("content", "agent", "session", "project")
_TEXTS_MAYBE = ("key", "speaker", "reference", "previous_version_id")
TEXTS = frozenset(
    ("tenant", "id", "owner", "source", "content_hash", *KNOWN, *_JSON, *_LABELS, *_TEXTS_MAYBE)
)  # fmt: skip
_NULL = frozenset(("owner", "agent", "session", "project", *_TEXTS_MAYBE, *_MOMENTS_MAYBE))


def _type_of(column: str) -> tuple[type, ...]:
    if column in TEXTS:
        kinds: tuple[type, ...] = (str,)
    else:
        kinds = (int, float) if column in _SHARES or column == "decay_rate" else (int,)
    return (*kinds, type(None)) if column in _NULL else kinds


_TYPES = tuple(map(_type_of, COLUMNS))
_RANGES = dict.fromkeys(_SHARES, (0.0, 1.0)) | {column: (least, math.inf) for column, least in _LEAST.items()}
_NUMBERS = itemgetter(*map(COLUMNS.index, _RANGES))
_CORRECTED = itemgetter(
    *map(COLUMNS.index, ("content", "content_hash", "status", "ended_at", "updated_at", *_RANGES))
)  # fmt: skip


def can_be_read(row: Row) -> bool:
    """Whether every reader understands it: the types are right, moments are moments, and JSON is what it should be."""
    if not all(map(isinstance, row, _TYPES)) or not all(map(math.isfinite, _NUMBERS(row))):
        return False
    try:
        return isinstance(record_of(row).metadata, dict)
    except StoreCorrupt:
        return False


def mended(row: Row) -> dict[str, Any] | None:
    """The columns of an unreadable row that change; None: what is wrong with it cannot be mended."""
    given = dict(zip(COLUMNS, row, strict=True))
    new, kept = dict(given), dict[str, Any]()

    def put(column: str, value: Any) -> None:
        found = given[column]
        kept[column] = found.hex() if isinstance(found, bytes) else found if _is_number(found) else str(found)
        new[column] = value

    for column in (*_LABELS, *_JSON, *_TEXTS_MAYBE, "content_hash"):
        if isinstance(given[column], bytes):
            readable = storable(given[column].decode("utf-8", "replace"))
            put(column, None if column in _TEXTS_MAYBE else readable)
    for column, kind in _JSON.items():
        try:
            whole = isinstance(json.loads(new[column]), kind)
        except (ValueError, TypeError):
            whole = False
        if not whole:
            put(column, to_json(kind()))
    for column in _MOMENTS_MAYBE:
        if given[column] is not None and not _is_moment(given[column]):
            put(column, None)
    others = [given[column] for column in _MOMENTS if _is_moment(given[column])]
    for column in _MOMENTS:
        if others and not _is_moment(given[column]):
            put(column, min(others))
    for column, usual in (_SHARES | _LEAST).items():
        if not _is_number(given[column]):
            put(column, usual)
    if not kept:
        return None
    about = json.loads(new["metadata"])
    before = about.get(UNREADABLE)
    new["metadata"] = to_json({**about, UNREADABLE: {**(before if isinstance(before, dict) else {}), **kept}})
    if "content" in kept or "content_hash" in kept:
        new["content_hash"] = content_hash(new["content"])
    if not can_be_read([new[column] for column in COLUMNS]):
        return None
    return {column: value for column, value in new.items() if value != given[column]}


def corrected(row: Row) -> dict[str, Any]:
    """What of a readable row does not agree with the rest of it, as it shall be: its hash, numbers out of their range,
    and that what has ended says when, and nothing else does."""
    content, hash, status, ended_at, updated_at, *numbers = _CORRECTED(row)
    new: dict[str, Any] = {}
    for column, value in zip(_RANGES, numbers, strict=True):
        least, most = _RANGES[column]
        if not least <= value <= most:
            new[column] = min(most, max(least, value))
    if hash != (right := content_hash(content)):
        new["content_hash"] = right
    current = status in (ACTIVE, PENDING_REVIEW)
    if current != (ended_at is None) and status in STATUSES:
        new["ended_at"] = None if current else updated_at
    return new


def _is_moment(value: Any) -> bool:
    try:
        return isinstance(value, int) and when(value) is not None
    except OverflowError:
        return False


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)

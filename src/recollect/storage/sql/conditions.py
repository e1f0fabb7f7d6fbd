"""Filters as SQL, and the conditions that are judged in Python so that every database judges alike."""

from __future__ import annotations

import json
import unicodedata
from datetime import datetime
from typing import Any

from recollect.model.query import Filter
from recollect.model.record import ACTIVE, ONCE_CURRENT, SUPERSEDED
from recollect.model.scope import Scope
from recollect.storage.sql import validity
from recollect.storage.sql.rows import to_json, us

NEWEST = f"NOT EXISTS (SELECT 1 FROM item AS later WHERE {validity.FOLLOWS})"
"""No other version follows this one."""
JUDGED = "content, tags, metadata, sectors"
"""What `judge` looks at."""


def sql_where(scope: Scope, filter: Filter, now: datetime) -> tuple[str, list[Any]]:
    """Conditions on columns of `item`; begin with AND, or empty."""
    parts: list[str] = []
    params: list[Any] = []

    def condition(text: str, *values: Any) -> None:
        parts.append(text)
        params.extend(values)

    for column, allowed in (("layer", filter.layers), ("kind", filter.kinds)):
        if allowed:
            condition(f"{column} IN ({', '.join('?' * len(allowed))})", *allowed)
    if filter.as_of is not None:
        moment = us(filter.as_of)
        condition("updated_at <= ?", moment)
        if not filter.looks_back:
            condition("(ended_at IS NULL OR ended_at > ?)", moment)
        condition(f"status IN ({', '.join('?' * len(ONCE_CURRENT))})", *ONCE_CURRENT)
    elif filter.statuses:
        statuses = (*filter.statuses, SUPERSEDED) if filter.looks_back else filter.statuses
        condition(f"status IN ({', '.join('?' * len(statuses))})", *statuses)
    if not filter.include_expired:
        condition("(expires_at IS NULL OR expires_at > ?)", us(filter.as_of or now))
        for layer, cutoff in sorted(filter.cutoffs.items()):  # what is archived already is too old for nobody
            condition("(status <> ? OR layer <> ? OR created_at >= ?)", ACTIVE, layer, us(cutoff))
    if filter.newest:
        condition(NEWEST)
    if filter.before is not None:
        condition("created_at < ?", us(filter.before))
    for column in ("agent", "project"):
        label = getattr(scope, column)
        if label is not None:
            condition(f"{column} = ?" if filter.only_labels else f"({column} IS NULL OR {column} = ?)", label)
    if scope.session is not None and filter.only_session:
        condition("session = ?", scope.session)
    if filter.key is not None:
        condition("key = ?", filter.key)
    if filter.since is not None:
        condition("coalesce(occurred_at, created_at) >= ?", us(filter.since))
    if filter.until is not None:
        condition("coalesce(occurred_at, created_at) < ?", us(filter.until))
    return "".join(f" AND {part}" for part in parts) + text_prefilter(filter, params), params


def text_prefilter(filter: Filter, params: list[Any]) -> str:
    """Coarse conditions on JSON columns that let the database skip most rows; `judge` decides exactly."""
    parts = []
    for tag in filter.tags:
        parts.append("tags LIKE ? ESCAPE '!'")
        params.append(_like(to_json(tag)))
    for name in filter.metadata:
        parts.append("metadata LIKE ? ESCAPE '!'")
        params.append(_like(to_json(name)))
    if filter.sector is not None:
        parts.append("sectors LIKE ? ESCAPE '!'")
        params.append(_like(to_json(filter.sector)))
    if filter.key is not None:
        parts.append("key = ?")
        params.append(filter.key)
    if filter.valid_at is not None:
        parts.append(validity.where(filter, filter.valid_at, params))
    return "".join(f" AND {part}" for part in parts)


def _like(text: str) -> str:
    escaped = text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"%{escaped}%"


def words_prefilter(filter: Filter, params: list[Any], may_hold: str) -> str:
    """The same for what the text must contain. Letters beyond ASCII may fold to it (the Kelvin sign is a k): where
    either side has such, only `judge` can tell."""
    if filter.contains is None or not filter.contains.isascii():
        return ""
    params.append(_like(filter.contains.lower()))
    return f" AND {may_hold}"


def needs_judge(filter: Filter) -> bool:
    return bool(filter.tags or filter.metadata or filter.contains or filter.sector)


def needs_database(filter: Filter) -> bool:
    """Whether a search must ask the database which rows qualify; all else is in the columns."""
    return needs_judge(filter) or filter.key is not None or filter.valid_at is not None


def judge(filter: Filter, content: str, tags: str, metadata: str, sectors: str) -> bool:
    """The exact verdict on a row that passed the coarse conditions."""
    if filter.contains is not None and _comparable(filter.contains) not in _comparable(content):
        return False
    if filter.tags and not set(filter.tags) <= set(json.loads(tags)):
        return False
    if filter.sector is not None and filter.sector not in json.loads(sectors):
        return False
    if filter.metadata:
        have = json.loads(metadata)
        return all(name in have and _equal(have[name], value) for name, value in filter.metadata.items())
    return True


def _comparable(text: str) -> str:
    """Letter case does not count, nor whether a letter and its mark are one character or two."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text.casefold())


def _equal(have: Any, wanted: Any) -> bool:
    """Equal as JSON: true is not 1."""
    return bool(have == wanted) and isinstance(have, bool) == isinstance(wanted, bool)

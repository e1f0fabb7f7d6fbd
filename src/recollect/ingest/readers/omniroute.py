"""An OmniRoute database: the `memories` table, or `memory` as older versions called it. Opened for reading only.

Columns are found by name, however they are spelled; a missing one is no error, because the table changed over time.
An API key's memories become those of the user `key:<id>`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw

from recollect.errors import InvalidInput, NotADatabase, StoreCorrupt
from recollect.rules.kinds import TYPES, kind_of

TABLES = ("memories", "memory")
_OWN_TABLES = ("space", "item", "posting")
_ALIASES = {"apikey": "apikeyid", "ownerid": "apikeyid", "memorytype": "type"}
_MILLISECONDS_FROM = 100_000_000_000


def read(path: Path, problems: list[str]) -> Iterator[dict[str, Any]]:
    """Every memory of the database as a plain record; `problems` names the rows without a text, which cannot be one."""
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            found = [table for table in TABLES if _columns(connection, table)]
            if not found and all(_columns(connection, table) for table in _OWN_TABLES):
                raise InvalidInput(f"{path} is a Recollect database: `recollect migrate {path} TARGET` copies it whole")
            if not found:
                raise InvalidInput(f"{path} has no table `memories` or `memory`; is this an OmniRoute database?")
            for table in found:
                yield from _rows(connection, table, problems)
        finally:
            connection.close()
    except apsw.NotADBError as error:
        raise NotADatabase(f"{path} is not an SQLite database; give the file OmniRoute keeps its memory in") from error
    except apsw.CorruptError as error:
        raise StoreCorrupt(f"{path} is damaged ({error}); records read before the damage were imported") from error
    except apsw.Error as error:
        raise InvalidInput(f"{path} cannot be read as an OmniRoute database: {error}") from error


def _columns(connection: apsw.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _rows(connection: apsw.Connection, table: str, problems: list[str]) -> Iterator[dict[str, Any]]:
    names = [_plain_name(name) for name in _columns(connection, table)]
    if "content" not in names:
        raise InvalidInput(f"the table `{table}` has no column content; is this an OmniRoute database?")
    for values in connection.execute(_SELECT[table]):
        row = dict(zip(names, values, strict=True))
        if isinstance(row["content"], str) and row["content"].strip():
            yield _record(row)
        else:
            problems.append(f"row {row.get('id')} of `{table}` has no text")


_SELECT = {"memories": "SELECT * FROM memories", "memory": "SELECT * FROM memory"}


def _plain_name(name: str) -> str:
    """`api_key_id` and `apiKeyId` are the same column."""
    plain = name.replace("_", "").lower()
    return _ALIASES.get(plain, plain)


def _record(row: Mapping[str, Any]) -> dict[str, Any]:
    owner = row.get("apikeyid")
    user = f"key:{owner}" if owner not in (None, "") else None
    type_name = str(row.get("type") or "")
    created = _moment(row.get("createdat"))
    metadata = _metadata(row.get("metadata"))
    if type_name not in TYPES and type_name:
        metadata.setdefault("type", type_name)
    return {
        "id": row["id"] if isinstance(row.get("id"), str) and row["id"].strip() else None,
        "content": row["content"].replace("\x00", ""),
        "user": user,
        "session": _text(row.get("sessionid")),
        "key": _text(row.get("key")),
        "kind": kind_of(type_name) if type_name in TYPES else "note",
        "metadata": metadata,
        "created_at": created,
        "updated_at": _moment(row.get("updatedat")) or created,
        "expires_at": _moment(row.get("expiresat")),
        "provenance": {"source": "import", "reference": f"omniroute:{row.get('id')}"},
    }


def _text(value: Any) -> str | None:
    return str(value) if value is not None and str(value).strip() else None


def _metadata(value: Any) -> dict[str, Any]:
    """The JSON of the column; what is no JSON object is kept under a name of its own."""
    if value in (None, ""):
        return {}
    try:
        found = json.loads(value)
    except (TypeError, ValueError):
        return {"metadata": str(value)}
    return found if isinstance(found, dict) else {"metadata": found}


def _moment(value: Any) -> str | None:
    """ISO text, `YYYY-MM-DD HH:MM:SS`, seconds or milliseconds since 1970; anything else says nothing."""
    if value in (None, ""):
        return None
    try:
        if isinstance(value, int | float) or str(value).replace(".", "", 1).isdigit():
            number = float(value)
            seconds = number / 1000 if number > _MILLISECONDS_FROM else number
            return datetime.fromtimestamp(seconds, UTC).isoformat()
        return datetime.fromisoformat(str(value)).isoformat()
    except (ValueError, OverflowError, OSError):
        return None

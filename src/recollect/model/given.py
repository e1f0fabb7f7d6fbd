"""What callers give, checked alike wherever it comes in: in the engine, and in a client before it is sent.

A client that let something through would change it: JSON makes text of what it does not know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from reprlib import repr as shown
from typing import Any

from recollect.errors import Contradictory, InvalidInput, TooLarge

TAGS_MAX = 128
QUERY_CHARS_MAX = 100_000
METADATA_DEPTH_MAX = 32
METADATA_CHARS_MAX = 100_000
NAMES = "metadata field names must be strings"
NO_IDS = (".", "..")
"""An id is a part of an address, and there these mean another one."""
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_OTHER_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_ENCODED_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def require_flags(**given: object) -> None:
    """Refuse what is neither True nor False: "no" is a text, and a text that is there counts as true."""
    for name, value in given.items():
        if not isinstance(value, bool):
            raise InvalidInput(f"{name} must be True or False, not {shown(value)}")


def require_one_answer(user: str | None, everyone: object) -> None:
    """Refuse one user and all of them at once: whichever was meant, the other answer would be a surprise."""
    require_flags(everyone=everyone)
    if everyone and user is not None:
        raise Contradictory(f"user {user!r} and everyone are both given; give one of them")


def require_addressable(value: str, what: str) -> None:
    """Refuse a name that no address can carry."""
    if value in NO_IDS:
        raise InvalidInput(
            f"{what} cannot be {value!r}: in the address of a server it means another place; choose another"
        )


def is_address(source: str) -> bool:
    """Whether a document is fetched from there."""
    return _ADDRESS.match(source) is not None


def require_fetched(source: str) -> None:
    """Refuse an address that nobody fetches: it is no path either."""
    found = _OTHER_ADDRESS.match(source)
    if found is not None and not is_address(source):
        raise InvalidInput(f"{found[0]} is not fetched, only http and https addresses are; or give the path of a file")


def moment(value: Any, name: str) -> datetime | None:
    """A point in time: a datetime (without a zone: UTC), a date (its midnight) or ISO 8601 text."""
    if value is None:
        return None
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError as error:
            raise InvalidInput(
                f"{name} is {shown(value)}; write it as ISO 8601, for example 2026-05-31T09:00:00Z"
            ) from error
    if type(value) is date:
        value = datetime(value.year, value.month, value.day, tzinfo=UTC)
    if not isinstance(value, datetime):
        raise InvalidInput(f"{name} must be a datetime or ISO 8601 text, not {type(value).__name__}")
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)


def metadata(value: Any) -> Mapping[str, Any]:
    """A JSON object. It is stored as JSON, so that it reads back equal."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InvalidInput(f"metadata must be a mapping, not {type(value).__name__}")
    if not value:
        return {}
    if not all(isinstance(name, str) for name in value):
        raise InvalidInput(NAMES)
    try:
        encoded = json.dumps(dict(value), ensure_ascii=False, allow_nan=False)
        encoded.encode()
    except (TypeError, ValueError, RecursionError) as error:
        message = "metadata must be plain JSON (text, finite numbers, true/false, null, lists, objects)"
        raise InvalidInput(f"{message}: {error}") from error
    if encoded.count("{") + encoded.count("[") > METADATA_DEPTH_MAX and _depth(encoded) > METADATA_DEPTH_MAX:
        raise TooLarge(f"metadata is nested more than {METADATA_DEPTH_MAX} levels deep; make it flatter")
    if len(encoded) > METADATA_CHARS_MAX:
        raise TooLarge(f"metadata has {len(encoded):,} characters as JSON; at most {METADATA_CHARS_MAX:,} are allowed")
    if encoded.count("{") > 1:
        _require_names(value)
    if _ENCODED_NUL.search(encoded):
        raise InvalidInput("metadata contains a NUL character; remove it and try again")
    return json.loads(encoded)  # type: ignore[no-any-return]


def _require_names(value: Mapping[str, Any]) -> None:
    """Refuse a field name that is no text, at any depth: JSON would make text of it, and two could become one."""
    held: list[Any] = [value]
    while held:
        one = held.pop()
        if isinstance(one, Mapping):
            if not all(isinstance(name, str) for name in one):
                raise InvalidInput(NAMES)
            held += one.values()
        elif isinstance(one, list | tuple):
            held += one


def _depth(encoded: str) -> int:
    """How deep JSON is nested. Worked: {"a": [1]} is 2."""
    deepest = depth = 0
    quoted = escaped = False
    for letter in encoded:
        if quoted:
            quoted = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
        elif letter == '"':
            quoted = True
        elif letter in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "]}":
            depth -= 1
    return deepest

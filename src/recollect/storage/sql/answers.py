"""Answers given once, when what they told of is deleted: their texts go, and what says that it was done stays.

Only a marked answer (`TOLD_BY_ID`) says whose record each of its texts is. Any other one loses its texts whatever is
deleted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from recollect.model.principal import TOLD_BY_ID
from recollect.model.scope import Scope
from recollect.storage.sql.database import Session

LOOKED_FOR_MAX = 20
"""Of more ids than these no answer is asked whether it has one: all lose their texts."""
_INSIDE = ("records", "memories", "decisions", "document", "provenance", "counts")
"""What is of a known shape; any other object or list is emptied."""
_WORDS = ("layer", "kind", "status", "action", "role", "code", "type", "title")
"""Words of ours, and nobody's text."""
_TEXTS = ("content", "reason", "detail", "name", "source", "media_type")
"""They are always there: without their text they are empty."""


def forget_answers(session: Session, tenant: str, ids: Sequence[str] | None) -> None:
    """Nothing is kept of what was answered about these records, which are being deleted; None: about any. Nor what a
    provider said of a text that it could not embed."""
    known = ids is not None and len(ids) <= LOOKED_FOR_MAX
    _forget(session, tenant, [_json(id) for id in ids or ()] if known else None)


def forget_answers_of(session: Session, scope: Scope) -> None:
    """Nothing is kept of what was answered about the scope's user. What is shared may have been told to anybody."""
    _forget(session, scope.tenant, None if scope.user is None else [b'"user":' + _json(scope.user)])


def _forget(session: Session, tenant: str, parts: Sequence[bytes] | None) -> None:
    """Of the answers that have one of these parts, of all that are not marked, and without parts of all."""
    among, params = "", [tenant]
    if parts is not None:
        among = f" AND ({' OR '.join(('substr(body, 1, 1) <> ?', *[session.holds] * len(parts)))})"
        params += [TOLD_BY_ID, *parts]  # type: ignore[list-item]
    rows = session.all(
        f"SELECT name, body FROM answer WHERE tenant = ? AND body IS NOT NULL AND length(body) > 0{among}", params
    )
    session.many(
        "UPDATE answer SET body = ? WHERE tenant = ? AND name = ?",
        [(without_texts(bytes(body)), tenant, name) for name, body in rows],
    )
    session.run("UPDATE embed_log SET error = NULL WHERE tenant = ? AND error IS NOT NULL", (tenant,))


def without_texts(body: bytes) -> bytes | None:
    """An answer of the same shape that tells ids, times and numbers; None of what has no shape that is known."""
    try:
        plain = json.loads(body)
    except ValueError:
        return None
    if not isinstance(plain, dict):
        return None
    return TOLD_BY_ID + json.dumps(_object(plain), ensure_ascii=False, separators=(",", ":")).encode()


def _object(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(name, value) for name, value in plain.items()}


def _value(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return _object(value) if name in _INSIDE else {}
    if isinstance(value, list) and name in _INSIDE:
        return [_object(one) for one in value if isinstance(one, dict)]
    if isinstance(value, list):
        return value if name.endswith("ids") else []
    if not isinstance(value, str) or name == "id" or name.endswith(("_id", "_at")) or name in _WORDS:
        return value
    return "" if name in _TEXTS else None


def _json(value: str) -> bytes:
    """As it stands in a body."""
    return json.dumps(value, ensure_ascii=False).encode()

"""Answers given once, when what they told of is deleted: nothing of them is kept but that they were given.

Beside an answer lie rows that point at it, one for each record and user it told of, by which a deletion finds it: it
reads no answer about anything else. They lie in the same table, since its key is all that they are looked up by.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from recollect.model.principal import About
from recollect.model.scope import Scope
from recollect.storage.sql.database import Session

_POINTS = "~"
"""How the name of a row begins that points at an answer; that of an answer does not."""
_ANYTHING = f"{_POINTS}any"
"""Where answers lie that may have told of anything: they go with whatever is deleted, each once."""
_PLACES_AT_ONCE = 50
"""Looked up in one statement: a document that is read anew may drop a thousand passages."""


def point_at(session: Session, tenant: str, name: str, about: About | None, created_at: int) -> None:
    """Make an answer known to those who delete what it told of; None: it may have told of anything."""
    places = [_ANYTHING] if about is None else [*map(_of_record, about.ids), *map(_of_user, about.users)]
    session.many(
        "INSERT INTO answer (tenant, name, request_hash, status, body, created_at) VALUES (?, ?, ?, NULL, NULL, ?) "
        "ON CONFLICT (tenant, name) DO NOTHING",
        [(tenant, f"{place}:{name}", name, created_at) for place in places],
    )


def forget_answers(session: Session, tenant: str, ids: Iterable[str]) -> None:
    """Nothing is kept of what was answered about these records, which are being deleted."""
    _forget(session, tenant, map(_of_record, ids))


def forget_answers_of(session: Session, scope: Scope) -> None:
    """Nothing is kept of what was answered about the scope's user. What is shared may have been told to anybody."""
    _forget(session, scope.tenant, () if scope.user is None else (_of_user(scope.user),))
    if scope.user is None:
        session.run("UPDATE answer SET body = NULL WHERE tenant = ? AND body IS NOT NULL", (scope.tenant,))


def _forget(session: Session, tenant: str, places: Iterable[str]) -> None:
    """In the order of the names, so that two who forget the same wait for each other and not in a ring. Nor is kept
    what a provider said of a text that it could not embed."""
    found: set[str] = set()
    wanted = sorted({_ANYTHING, *places})
    for start in range(0, len(wanted), _PLACES_AT_ONCE):
        part = wanted[start : start + _PLACES_AT_ONCE]
        # each a range of the primary key: a semicolon is what follows a colon
        ranges = " OR ".join(["(tenant = ? AND name > ? AND name < ?)"] * len(part))
        bounds = [bound for place in part for bound in (tenant, f"{place}:", f"{place};")]
        rows = session.all(f"DELETE FROM answer WHERE {ranges} RETURNING request_hash", bounds)
        found.update(row[0] for row in rows)
    session.many(
        "UPDATE answer SET body = NULL WHERE tenant = ? AND name = ?", [(tenant, one) for one in sorted(found)]
    )
    session.run("UPDATE embed_log SET error = NULL WHERE tenant = ? AND error IS NOT NULL", (tenant,))


def _of_record(id: str) -> str:
    return _place("record", id)


def _of_user(user: str) -> str:
    return _place("user", user)


def _place(kind: str, of: str) -> str:
    """Of one length, however long the id is, and without anybody's name."""
    return _POINTS + hashlib.sha256(f"{kind}:{of}".encode()).hexdigest()[:32]

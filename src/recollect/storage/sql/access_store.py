"""The part of the store that a server needs: keys, the audit log, a tenant's settings, answers given once, what an
upstream gave, changes.

See `recollect.contracts.store.Store`. Two questions are asked before a tenant is known and therefore take no Scope:
whose a key is, and which tenants there are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime

from recollect.model.change import Change, Changes
from recollect.model.ids import new_id
from recollect.model.notice import KEYS, SETTINGS
from recollect.model.principal import About, Answer, ApiKey, AuditEntry
from recollect.model.scope import Scope
from recollect.storage.sql import answers, spaces
from recollect.storage.sql.changing import CHANGES_AT_ONCE, changes_of
from recollect.storage.sql.database import EVERYONE, Database, Session
from recollect.storage.sql.rows import Row, from_us, to_json, to_us, us, when
from recollect.storage.sql.telling import AUDIT, Tellings, Told, put
from recollect.storage.sql.working import OPEN

_KEY = "tenant, id, name, hint, role, owner, requests_per_minute, created_at, last_used_at, expires_at, revoked_at"
EMBEDDINGS_KEPT = 1000
NOTE = "~"
"""Before the names of notes, which lie beside a tenant's settings: no setting is called so."""

_DUE = f"{OPEN} AND run_at <= ? AND (state = 'queued' OR lease_until <= ?)"
_TENANTS_DUE = (
    f"WITH RECURSIVE open (tenant) AS (SELECT min(tenant) FROM job WHERE {OPEN} AND tenant > ? "
    f"UNION ALL SELECT (SELECT min(tenant) FROM job WHERE {OPEN} AND job.tenant > open.tenant) "
    "FROM open WHERE open.tenant IS NOT NULL) "
    f"SELECT tenant, (SELECT min(run_at) FROM job WHERE job.tenant = open.tenant AND {_DUE}) FROM open "
    f"WHERE tenant IS NOT NULL AND EXISTS (SELECT 1 FROM job WHERE job.tenant = open.tenant AND {_DUE}) LIMIT ?"
)
"""From tenant to tenant along the index: the cost follows how many have work, not how much work one of them has."""


class AccessStore:
    """Who comes in, and what is remembered of it."""

    _database: Database
    _tellings: Tellings

    # --- keys ---------------------------------------------------------------------------------------------------

    def find_api_key(self, hash: str) -> ApiKey | None:
        with self._database.reading(EVERYONE) as session:
            row = session.one(f"SELECT {_KEY} FROM api_key WHERE hash = ?", (hash,))
            return None if row is None else _key_of(row)

    def put_api_key(self, scope: Scope, key: ApiKey, hash: str) -> None:
        row = (*_key_row(key), hash)
        with self._tellings.writing(scope) as (session, tell):
            tell([key.id])
            session.run(f"INSERT INTO api_key ({_KEY}, hash) VALUES ({', '.join('?' * len(row))})", row)

    def change_api_key(self, scope: Scope, key: ApiKey, hash: str | None = None) -> bool:
        """Its name, role, limits and dates; with `hash`, another key in its place."""
        with self._tellings.writing(scope) as (session, tell):
            tell([key.id])
            if hash is not None:
                session.run(
                    "UPDATE api_key SET hash = ?, hint = ? WHERE tenant = ? AND id = ?",
                    (hash, key.hint, scope.tenant, key.id),
                )
            changed = session.run(
                "UPDATE api_key SET name = ?, role = ?, requests_per_minute = ?, expires_at = ?, revoked_at = ? "
                "WHERE tenant = ? AND id = ?",
                (
                    key.name,
                    key.role,
                    key.requests_per_minute,
                    to_us(key.expires_at),
                    to_us(key.revoked_at),
                    scope.tenant,
                    key.id,
                ),
            )
            session.tell(KEYS, scope.tenant)
            return changed == 1

    def touch_api_key(self, scope: Scope, id: str, now: datetime) -> None:
        with self._database.writing(scope, durable=False) as session:
            session.run("UPDATE api_key SET last_used_at = ? WHERE tenant = ? AND id = ?", (us(now), scope.tenant, id))

    def api_keys(self, scope: Scope) -> list[ApiKey]:
        with self._database.reading(scope) as session:
            rows = session.all(f"SELECT {_KEY} FROM api_key WHERE tenant = ? ORDER BY created_at, id", (scope.tenant,))
            return [_key_of(row) for row in rows]

    # --- tenants ------------------------------------------------------------------------------------------------

    def tenants(self) -> list[str]:
        with self._database.reading(EVERYONE) as session:
            rows = session.all(
                "SELECT DISTINCT tenant FROM space WHERE tenant <> '' UNION SELECT DISTINCT tenant FROM api_key"
            )
            return sorted(row[0] for row in rows)

    def tenants_due(self, now: datetime, *, limit: int, after: str = "") -> list[tuple[str, datetime]]:
        moment = us(now)
        with self._database.reading(EVERYONE) as session:
            rows = session.all(_TENANTS_DUE, (after, moment, moment, moment, moment, limit))
            if after and len(rows) < limit:
                begun = session.all(_TENANTS_DUE, ("", moment, moment, moment, moment, limit - len(rows)))
                rows += [row for row in begun if row[0] <= after]
            return [(row[0], when(row[1])) for row in rows]

    def tenant_settings(self, scope: Scope) -> dict[str, object]:
        with self._database.reading(scope) as session:
            rows = session.all("SELECT name, value FROM tenant_setting WHERE tenant = ?", (scope.tenant,))
            return {name: json.loads(value) for name, value in rows if not name.startswith(NOTE)}

    def put_tenant_settings(self, scope: Scope, values: Mapping[str, object]) -> None:
        """None takes a setting away."""
        with self._tellings.writing(scope) as (session, tell):
            for name, value in values.items():
                if value is None:
                    session.run("DELETE FROM tenant_setting WHERE tenant = ? AND name = ?", (scope.tenant, name))
                else:
                    session.run(
                        "INSERT INTO tenant_setting (tenant, name, value) VALUES (?, ?, ?) "
                        "ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value",
                        (scope.tenant, name, to_json(value)),
                    )
            if not all(name.startswith(NOTE) for name in values):
                tell(list(values))
                session.tell(SETTINGS, scope.tenant)

    def put_note(self, scope: Scope, name: str, value: Mapping[str, object] | None) -> None:
        self.put_tenant_settings(scope, {NOTE + name: None if value is None else dict(value)})

    def notes(self, scope: Scope, prefix: str) -> dict[str, dict[str, object]]:
        with self._database.reading(scope) as session:
            rows = session.all("SELECT name, value FROM tenant_setting WHERE tenant = ?", (scope.tenant,))
            return {name[len(NOTE) :]: json.loads(value) for name, value in rows if name.startswith(NOTE + prefix)}

    # --- the audit log ------------------------------------------------------------------------------------------

    def telling(self, scope: Scope, entry: AuditEntry) -> AbstractContextManager[Told]:
        return self._tellings.telling(scope, entry)

    def note_audit(self, scope: Scope, entries: Sequence[AuditEntry]) -> None:
        with self._database.writing(scope) as session:
            put(session, scope, entries)

    def audit(
        self, scope: Scope, *, user: str | None = None, before: str | None = None, limit: int
    ) -> list[AuditEntry]:
        within, params = "tenant = ?", [scope.tenant]
        if user is not None:
            within, params = f"{within} AND owner = ?", [*params, user]
        if before is not None:
            within, params = f"{within} AND id < ?", [*params, before]
        with self._database.reading(scope) as session:
            rows = session.all(f"SELECT {AUDIT} FROM audit WHERE {within} ORDER BY id DESC LIMIT {limit}", params)
            return [_audit_of(row) for row in rows]

    def trim_audit(self, scope: Scope, before: datetime) -> int:
        with self._database.writing(scope) as session:
            return session.run("DELETE FROM audit WHERE tenant = ? AND at < ?", (scope.tenant, us(before)))

    # --- answers given once -------------------------------------------------------------------------------------

    def begin_answer(self, scope: Scope, name: str, answer: Answer, *, stale: datetime) -> Answer | None:
        """Claim the name; or what holds it. One that was never answered is let go when it began before `stale`."""
        with self._database.writing(scope) as session:
            session.run(
                "DELETE FROM answer WHERE tenant = ? AND name = ? AND status IS NULL AND created_at < ?",
                (scope.tenant, name, us(stale)),
            )
            made = session.run(
                "INSERT INTO answer (tenant, name, request_hash, status, body, created_at) "
                "VALUES (?, ?, ?, NULL, NULL, ?) ON CONFLICT (tenant, name) DO NOTHING",
                (scope.tenant, name, answer.request_hash, us(answer.created_at)),
            )
            if made:
                return None
            row = session.one(
                "SELECT request_hash, status, body, created_at FROM answer WHERE tenant = ? AND name = ?",
                (scope.tenant, name),
            )
        return None if row is None else _answer_of(row)

    def renew_answer(self, scope: Scope, name: str, now: datetime) -> None:
        """As if it had begun now, while it is not answered."""
        with self._database.writing(scope, durable=False) as session:  # after a power cut nothing answers it any more
            session.run(
                "UPDATE answer SET created_at = ? WHERE tenant = ? AND name = ? AND status IS NULL",
                (us(now), scope.tenant, name),
            )

    def end_answer(
        self,
        scope: Scope,
        name: str,
        status: int | None,
        body: bytes | None,
        *,
        about: About | None = None,
        expired: datetime | None = None,
    ) -> None:
        """Keep what was answered; with status None let the name go. What began before `expired` is dropped."""
        with self._database.writing(scope) as session:
            if status is None:
                session.run("DELETE FROM answer WHERE tenant = ? AND name = ?", (scope.tenant, name))
            else:
                row = session.one(
                    "UPDATE answer SET status = ?, body = ? WHERE tenant = ? AND name = ? RETURNING created_at",
                    (status, body, scope.tenant, name),
                )
                if body and row is not None:
                    answers.point_at(session, scope.tenant, name, about, row[0])
            if expired is not None:
                session.run("DELETE FROM answer WHERE tenant = ? AND created_at < ?", (scope.tenant, us(expired)))

    # --- what an upstream gave ----------------------------------------------------------------------------------

    def note_given(self, scope: Scope, hashes: Sequence[str], now: datetime, *, expired: datetime) -> None:
        """In the order of the hashes, so that two who write the same rows wait for each other and not in a ring."""
        owner = spaces.owner_of(scope.user)
        with self._database.writing(scope, durable=False) as session:  # lost in a power cut: the caller sends it all
            session.run("DELETE FROM given WHERE tenant = ? AND at < ?", (scope.tenant, us(expired)))
            session.many(
                "INSERT INTO given (tenant, owner, hash, at) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (tenant, owner, hash) DO UPDATE SET at = excluded.at",
                [(scope.tenant, owner, hash, us(now)) for hash in sorted(set(hashes))],
            )

    def given(self, scope: Scope, hashes: Sequence[str], *, since: datetime) -> set[str]:
        found: set[str] = set()
        with self._database.reading(scope) as session:
            for start in range(0, len(hashes), spaces.IDS_A_QUERY_MAX):
                part = hashes[start : start + spaces.IDS_A_QUERY_MAX]
                rows = session.all(
                    "SELECT hash FROM given WHERE tenant = ? AND owner = ? AND at >= ? "
                    f"AND hash IN ({', '.join('?' * len(part))})",
                    [scope.tenant, spaces.owner_of(scope.user), us(since), *part],
                )
                found |= {row[0] for row in rows}
        return found

    def given_last(self, scope: Scope, begins: str, *, since: datetime) -> str | None:
        """A range of the primary key: up to the next character after those it begins with."""
        end = begins[:-1] + chr(ord(begins[-1]) + 1)
        with self._database.reading(scope) as session:
            row = session.one(
                "SELECT hash FROM given WHERE tenant = ? AND owner = ? AND hash >= ? AND hash < ? AND at >= ? "
                "ORDER BY at DESC, hash DESC LIMIT 1",
                (scope.tenant, spaces.owner_of(scope.user), begins, end, us(since)),
            )
        return None if row is None else str(row[0])

    def trim_given(self, scope: Scope, before: datetime | None) -> int:
        old, params = ("", []) if before is None else (" AND at < ?", [us(before)])
        with self._database.writing(scope) as session:
            return session.run(f"DELETE FROM given WHERE tenant = ?{old}", [scope.tenant, *params])

    # --- what embedders could not do ----------------------------------------------------------------------------

    def note_embedding(self, scope: Scope, now: datetime, model: str, error: str, status: str = "failed") -> None:
        own, whose = "FROM embed_log WHERE tenant = ? AND status = ?", (scope.tenant, status)
        with self._database.writing(scope) as session:
            session.run(
                "INSERT INTO embed_log (tenant, id, model, status, at, error) VALUES (?, ?, ?, ?, ?, ?)",
                (scope.tenant, new_id(now), model, status, us(now), error or None),
            )
            kept = f"SELECT id {own} ORDER BY id DESC LIMIT 1 OFFSET {EMBEDDINGS_KEPT}"
            session.run(f"DELETE {own} AND id < ({kept})", (*whose, *whose))

    def embedding_log(self, scope: Scope, *, limit: int) -> list[tuple[datetime, str, str]]:
        with self._database.reading(scope) as session:
            rows = session.all(
                "SELECT at, model, error FROM embed_log WHERE tenant = ? AND status = 'failed' "
                f"ORDER BY id DESC LIMIT {limit}",
                (scope.tenant,),
            )
            return [(when(at), model, error or "") for at, model, error in reversed(rows)]

    # --- what changed -------------------------------------------------------------------------------------------

    def changes(self, scope: Scope, since: Mapping[int, int] | None, *, everyone: bool) -> Changes:
        with self._database.reading(scope) as session:
            if everyone and since is not None and spaces.same_generations(session, scope.tenant, since):
                return Changes(changes=(), marks=since)
            if everyone:
                written = spaces.generations(session, scope.tenant)
            else:
                written = {state.id: state.generation for state in spaces.visible(session, scope)}
            marks: dict[int, int] = {}
            found: list[Change] = []
            for space, generation in written.items():
                seen = generation if since is None else since.get(space, 0)
                marks[space] = seen
                if seen < generation and len(found) < CHANGES_AT_ONCE:
                    part, marks[space] = changes_of(session, space, seen, generation)
                    found += part
            several = None if everyone else len(spaces.owners(scope))
            return Changes(changes=tuple(found), marks=marks, erased=_has_gone(since or {}, written, several))


def _has_gone(since: Mapping[int, int], written: Mapping[int, int], several: int | None) -> bool:
    """Whether a space that was marked is gone, told by nothing but what the reader sees: a mark may be made up. Where
    as many as he can have (None: any number) are there and marked, another mark was never one of his."""
    there = since.keys() & written.keys()
    return len(there) < len(since) and (several is None or len(there) < several)


def forget_given(session: Session, scope: Scope) -> int:
    """Nobody knows any more what the scope's user was given."""
    owner = spaces.owner_of(scope.user)
    return session.run("DELETE FROM given WHERE tenant = ? AND owner = ?", (scope.tenant, owner))


def forget_keys(session: Session, scope: Scope) -> int:
    """Nobody comes in any more as the scope's user, and no key has that name. The audit keeps the keys' ids."""
    if scope.user is None:
        return 0  # a key that is bound to nobody is the tenant's
    gone = session.run("DELETE FROM api_key WHERE tenant = ? AND owner = ?", (scope.tenant, scope.user))
    if gone:
        session.tell(KEYS, scope.tenant)
    return gone


def _key_row(key: ApiKey) -> tuple[object, ...]:
    return (
        key.tenant,
        key.id,
        key.name,
        key.hint,
        key.role,
        key.user,
        key.requests_per_minute,
        us(key.created_at),
        to_us(key.last_used_at),
        to_us(key.expires_at),
        to_us(key.revoked_at),
    )


def _key_of(row: Row) -> ApiKey:
    return ApiKey(
        tenant=row[0],
        id=row[1],
        name=row[2],
        hint=row[3],
        role=row[4],
        user=row[5],
        requests_per_minute=row[6],
        created_at=when(row[7]),
        last_used_at=from_us(row[8]),
        expires_at=from_us(row[9]),
        revoked_at=from_us(row[10]),
    )


def _audit_of(row: Row) -> AuditEntry:
    return AuditEntry(
        id=row[0],
        at=when(row[1]),
        key_id=row[2],
        user=row[3],
        verb=row[4],
        ids=tuple(json.loads(row[5])),
        count=row[6],
    )


def _answer_of(row: Row) -> Answer:
    return Answer(request_hash=row[0], status=row[1], body=row[2], created_at=when(row[3]))

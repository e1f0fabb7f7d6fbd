"""What a store must do for a server: part of `recollect.contracts.store.Store`.

Keys, the audit log, a tenant's settings, answers given once, whose the answers of an upstream are, and what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from recollect.model.change import Changes
from recollect.model.principal import About, Answer, ApiKey, AuditEntry
from recollect.model.scope import Scope

Names = list[str]
Due = list[tuple[str, datetime]]
Failures = list[tuple[datetime, str, str]]
ApiKeys = list[ApiKey]
AuditEntries = list[AuditEntry]


class AccessKeeping(Protocol):
    """Who comes in, and what is remembered of it."""

    def find_api_key(self, hash: str) -> ApiKey | None:
        """Whose key it is. Asked before a tenant is known, so it takes no Scope; neither do `tenants` and
        `tenants_due`, which give names and nothing else."""

    def put_api_key(self, scope: Scope, key: ApiKey, hash: str) -> None: ...

    def change_api_key(self, scope: Scope, key: ApiKey, hash: str | None = None) -> bool:
        """Write what can change of a key; with `hash`, another one in its place. False: there is no such key."""

    def touch_api_key(self, scope: Scope, id: str, now: datetime) -> None:
        """It was used."""

    def api_keys(self, scope: Scope) -> ApiKeys:
        """Of the tenant, oldest first, revoked ones too."""

    def tenants(self) -> Names:
        """Those that have a memory or a key."""

    def tenants_due(self, now: datetime, *, limit: int, after: str = "") -> Due:
        """Those with jobs that can be done now, and since when, in the order of their names: from the one after
        `after` on, and then from the beginning. So everybody has a turn, however many there are."""

    def tenant_settings(self, scope: Scope) -> dict[str, object]: ...

    def put_tenant_settings(self, scope: Scope, values: Mapping[str, object]) -> None:
        """None takes a setting away."""

    def put_note(self, scope: Scope, name: str, value: Mapping[str, object] | None) -> None:
        """Keep something for the tenant under a name, in place of what it held; None takes it away."""

    def notes(self, scope: Scope, prefix: str) -> dict[str, dict[str, object]]:
        """What is kept for the tenant under names that begin so."""

    def telling(self, scope: Scope, entry: AuditEntry) -> AbstractContextManager[Callable[[AuditEntry], None]]:
        """What this thread writes for the tenant inside is told of by the entry, which goes into the transaction of the
        first such write and grows in those of the next. One that tells of a removal (`delete`, `clear`,
        `delete_document`, `erase`) or of `merge_entities` goes with that alone, not with what is written in
        preparation; none goes with what a job does. The function takes the whole entry, when it is known which records
        it is about; what it says more is durable when the block ends, of additions with the next write. Where the block
        fails, the entry stays as far as it has come."""

    def note_audit(self, scope: Scope, entries: Sequence[AuditEntry]) -> None:
        """Of what is written elsewhere, or already."""

    def audit(self, scope: Scope, *, user: str | None = None, before: str | None = None, limit: int) -> AuditEntries:
        """Of the tenant, newest first; `before` is the id of an entry to go on from."""

    def trim_audit(self, scope: Scope, before: datetime) -> int: ...

    def begin_answer(self, scope: Scope, name: str, answer: Answer, *, stale: datetime) -> Answer | None:
        """Claim the name of a request; or the answer that holds it. One that was never finished is let go when it
        began, or was last renewed, before `stale`."""

    def renew_answer(self, scope: Scope, name: str, now: datetime) -> None:
        """The request that claimed the name is still being answered."""

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
        """Keep what was answered; with status None let the name go. When something that the answer is `about` is
        deleted, its body goes in the same transaction; None: with whatever is deleted. What began before `expired` is
        dropped, for which all that is kept is read."""

    def note_given(self, scope: Scope, hashes: Sequence[str], now: datetime, *, expired: datetime) -> None:
        """The scope's user was given what an upstream keeps under ids with these hashes. What anybody of the tenant was
        given before `expired` is dropped."""

    def given(self, scope: Scope, hashes: Sequence[str], *, since: datetime) -> set[str]:
        """Those of these hashes that the scope's user was given since then."""

    def given_last(self, scope: Scope, begins: str, *, since: datetime) -> str | None:
        """Of what the scope's user was given since then, the last one that begins so."""

    def trim_given(self, scope: Scope, before: datetime | None) -> int:
        """Drop what anybody of the tenant was given before that; None: all of it."""

    def note_embedding(self, scope: Scope, now: datetime, model: str, error: str, status: str = "failed") -> None:
        """An embedder failed for the tenant, or has many vectors to make (`pending`) or made (`completed`); of each the
        last thousand are kept."""

    def embedding_log(self, scope: Scope, *, limit: int) -> Failures:
        """The last failures, oldest first: when, which embedder, why."""

    def changes(self, scope: Scope, since: Mapping[int, int] | None, *, everyone: bool) -> Changes:
        """What changed since those marks in the spaces the scope sees (`everyone`: of the tenant); None: from now.
        `erased`: one of those spaces is gone."""

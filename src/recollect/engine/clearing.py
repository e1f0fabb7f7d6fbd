"""Clearing what matches, and erasing a whole space. Both remove for good: there is nothing to undo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from recollect.engine.forgetting import Forgetting
from recollect.engine.parts import Parts
from recollect.engine.recalled import RecallLog
from recollect.errors import Contradictory
from recollect.model.ageing import Cleared, Receipt
from recollect.model.query import Filter
from recollect.model.record import STATUSES, SUPERSEDED
from recollect.model.scope import Scope

LISTED_AT_ONCE = 10_000
DELETED_AT_ONCE = 200

Progress = Callable[[int, int], None]


class Clearing:
    """Removes many records, or everything."""

    def __init__(self, parts: Parts, forgetting: Forgetting, log: RecallLog) -> None:
        self._parts = parts
        self._forgetting = forgetting
        self._log = log

    def clear(
        self,
        scope: Scope,
        filter: Filter,
        *,
        everyone: bool = False,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> Cleared:
        """Delete every record that matches, archived and expired ones too, with memories whose only source it was.

        A label in the scope is meant: what has none is seen under every label, but it is not deleted under one.
        """
        _require_one_answer(scope, everyone)
        wanted = replace(filter, statuses=STATUSES, newest=True, include_expired=True, only_labels=True)
        store, now = self._parts.store, self._parts.clock()
        matching = store.count(scope, wanted, now=now, everyone=everyone, own=True)
        removed = 0
        while not dry_run:
            found = store.list(scope, wanted, now=now, limit=LISTED_AT_ONCE, offset=0, everyone=everyone, own=True)
            if not found:
                break
            gone = removed
            ids = [record.id for record in found]
            for start in range(0, len(ids), DELETED_AT_ONCE):
                removed += self._delete(scope, ids[start : start + DELETED_AT_ONCE])
                if progress:
                    progress(removed, max(matching, removed))
            if removed == gone:
                break  # somebody else deletes the same ones
        return Cleared(matching=matching, removed=removed, dry_run=dry_run)

    def _delete(self, scope: Scope, ids: list[str]) -> int:
        """What was deleted with others meanwhile is passed over."""
        there = {record.id for record in self._parts.store.get(scope, ids) if record.status != SUPERSEDED}
        return self._forgetting.delete(scope, [id for id in ids if id in there]) if there else 0

    def erase(self, scope: Scope, *, everyone: bool = False) -> Receipt:
        """Everything of a space, or of the tenant: records, index, links, jobs, decisions, questions, cached copies,
        whose the answers of an upstream are."""
        _require_one_answer(scope, everyone)
        store, now = self._parts.store, self._parts.clock()
        self._log.forget(scope, everyone=everyone)
        users = store.users(scope) if everyone else [scope.user]
        counts: Counter[str] = Counter()
        for user in users:
            counts.update(store.erase(Scope(tenant=scope.tenant, user=user), now))
            if self._parts.hot is not None:
                self._parts.hot.forget(Scope(tenant=scope.tenant, user=user))
        if everyone:
            counts["given"] += store.trim_given(scope, None)  # of those, too, who have no space
        self._parts.records.clear()
        self._parts.sectors.forget()
        return Receipt(
            tenant=scope.tenant,
            user=None if everyone else scope.user,
            everyone=everyone,
            erased_at=now,
            counts=dict(counts),
        )


def _require_one_answer(scope: Scope, everyone: bool) -> None:
    """What cannot be undone is not done where it is not sure whose it is."""
    if everyone and scope.user is not None:
        raise Contradictory(f"user {scope.user!r} and everyone are both given; give one of them. Nothing was deleted.")

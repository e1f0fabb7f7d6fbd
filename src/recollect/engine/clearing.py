"""Clearing what matches, and erasing a whole space. Both remove for good: there is nothing to undo."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence, Set
from dataclasses import replace

from recollect.engine.documents import LIST_MAX, Documents
from recollect.engine.forgetting import Forgetting
from recollect.engine.parts import Parts
from recollect.engine.recalled import RecallLog
from recollect.errors import Conflict
from recollect.model.ageing import Cleared, Receipt
from recollect.model.document import DOCUMENT, Document
from recollect.model.given import require_one_answer
from recollect.model.query import Filter
from recollect.model.record import ARCHIVED, STATUSES, SUPERSEDED, Record
from recollect.model.scope import Scope

LISTED_AT_ONCE = 10_000
DELETED_AT_ONCE = 200

Progress = Callable[[int, int], None]


class Clearing:
    """Removes many records, or everything."""

    def __init__(self, parts: Parts, forgetting: Forgetting, documents: Documents, log: RecallLog) -> None:
        self._parts = parts
        self._forgetting = forgetting
        self._documents = documents
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
        """Delete every record that matches, archived and expired ones too, with memories whose only source it was, and
        documents that have no passage left.

        A label in the scope is meant: what has none is seen under every label, but it is not deleted under one.
        """
        require_one_answer(scope.user, everyone)
        wanted = replace(filter, statuses=STATUSES, newest=True, include_expired=True, only_labels=True)
        store, now = self._parts.store, self._parts.clock()
        matching = store.count(scope, wanted, now=now, everyone=everyone, own=True)
        removed = 0
        documents: set[str] = set()
        while not dry_run:
            found = store.list(scope, wanted, now=now, limit=LISTED_AT_ONCE, offset=0, everyone=everyone, own=True)
            if not found:
                break
            gone = removed
            documents |= _documents_of(found)
            ids = [record.id for record in found]
            for start in range(0, len(ids), DELETED_AT_ONCE):
                removed += self._delete(scope, ids[start : start + DELETED_AT_ONCE])
                if progress:
                    progress(removed, max(matching, removed))
            if removed == gone:
                break  # somebody else deletes the same ones
        if not dry_run:
            empty = self._empty(scope, documents, everything=filter == Filter(), everyone=everyone)
            removed += self._drop(empty)
        return Cleared(matching=matching, removed=removed, dry_run=dry_run)

    def _empty(self, scope: Scope, touched: Set[str], *, everything: bool, everyone: bool) -> list[Document]:
        """Of the documents that lost passages, those without any now; of `everything` that goes, those that had none
        before, too. The row of a transcript never has any: it says how far the file was read, so that what is deleted
        here does not come back."""
        if not touched and not everything:
            return []
        store = self._parts.store
        found = [
            one
            for one in store.documents(scope, everyone=everyone, own=True, limit=LIST_MAX)
            if one.id in touched or (everything and _is_meant(one, scope))
        ]
        counts = store.passage_counts(scope, [one.id for one in found])
        bare = [one for one in found if not counts[one.id]]
        once = store.passages(scope, [one.id for one in bare], ended=True)
        return [one for one in bare if all(record.status != ARCHIVED for record in once[one.id])]

    def _drop(self, documents: Sequence[Document]) -> int:
        """With what they once said."""
        spaces: dict[Scope, list[Document]] = defaultdict(list)
        for document in documents:
            spaces[document.scope.own].append(document)
        removed = 0
        for own in spaces.values():
            for start in range(0, len(own), DELETED_AT_ONCE):
                try:
                    removed += self._documents.remove(own[start : start + DELETED_AT_ONCE])
                except Conflict:
                    continue  # somebody reads one of them in again; rows without passages are read anew
        return removed

    def _delete(self, scope: Scope, ids: list[str]) -> int:
        """What was deleted with others meanwhile is passed over."""
        there = {record.id for record in self._parts.store.get(scope, ids) if record.status != SUPERSEDED}
        return self._forgetting.delete(scope, [id for id in ids if id in there]) if there else 0

    def erase(self, scope: Scope, *, everyone: bool = False, keys: bool = True) -> Receipt:
        """Everything of a space, or of the tenant: records, index, links, jobs, decisions, questions, cached copies,
        whose the answers of an upstream are, and with `keys` the keys that are bound to a user."""
        require_one_answer(scope.user, everyone)
        store, now = self._parts.store, self._parts.clock()
        self._log.forget(scope, everyone=everyone)
        bound = [key.user for key in store.api_keys(scope) if key.user is not None]
        users = dict.fromkeys([*store.users(scope), *bound]) if everyone else dict.fromkeys([scope.user])
        counts: Counter[str] = Counter()
        for user in users:
            counts.update(store.erase(Scope(tenant=scope.tenant, user=user), now, keys=keys))
            self._parts.forget(Scope(tenant=scope.tenant, user=user))
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
            keys_left=0 if keys else sum(user in users for user in bound),
        )


def _documents_of(records: Sequence[Record]) -> set[str]:
    held = (record.metadata.get(DOCUMENT) for record in records if record.layer == DOCUMENT)
    return {id for id in held if isinstance(id, str)}


def _is_meant(document: Document, scope: Scope) -> bool:
    """A label of the scope must be the document's own."""
    whose = document.scope
    alike = scope.agent in (None, whose.agent) and scope.project in (None, whose.project)
    return alike and (document.passages > 0 or not document.collection)

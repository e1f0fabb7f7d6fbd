"""Entries of the audit log, each in the transaction of the write it tells of.

Who is served says what he is about to do; what his thread then writes carries the entry with it, which grows from write
to write. So an entry is as durable as what it tells of, says no more than was done, and costs no transaction more.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from recollect.model.batch import Batch
from recollect.model.principal import AuditEntry
from recollect.model.scope import Scope
from recollect.storage.sql.database import Database, Session
from recollect.storage.sql.rows import to_json, us

AUDIT = "id, at, key_id, owner, verb, ids, count"
ADDING = "add"
"""What was added says itself when, and by whom. Where its entry knew less than the answer does (which known memory was
repeated), the rest comes to the disk with the next write."""
WRITTEN, REMOVED, ERASED, MERGED = "written", "removed", "erased", "merged"
_ACTS = {"delete": REMOVED, "clear": REMOVED, "delete_document": REMOVED, "erase": ERASED, "merge_entities": MERGED}
"""What these verbs are there for. Before it they write other things, such as a summary without what is to go: should
the verb end there, nothing was deleted. All that another verb writes is what it is there for."""
_PUT = (
    f"INSERT INTO audit (tenant, {AUDIT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (tenant, id) DO UPDATE SET ids = excluded.ids, count = excluded.count"
)


class Told(Protocol):
    """Takes the whole entry, once it is known which records it is about."""

    def __call__(self, entry: AuditEntry, /) -> None: ...


class Tell(Protocol):
    """Says which records a transaction is about. Where nobody says it, there is nothing to tell."""

    def __call__(self, ids: Sequence[str] = (), count: int | None = None) -> None: ...


class _Telling:
    """An entry on its way."""

    def __init__(self, scope: Scope, entry: AuditEntry) -> None:
        self.tenant = scope.tenant
        self.entry = entry
        """As far as it goes by now."""
        self.put: AuditEntry | None = None
        """As it was committed."""

    def grown(self, ids: Sequence[str], count: int | None) -> AuditEntry:
        """With these records too. Those it names already are not counted again."""
        more = [id for id in ids if id not in self.entry.ids]
        again = len(ids) - len(more)
        return self.entry.about(
            (*self.entry.ids, *more), self.entry.count + (len(ids) if count is None else count) - again
        )


class Tellings:
    """What each thread is about to do."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._mine = threading.local()

    @contextmanager
    def telling(self, scope: Scope, entry: AuditEntry) -> Iterator[Told]:
        telling = _Telling(scope, entry)
        done: list[AuditEntry] = []
        self._mine.telling = telling
        try:
            yield done.append
        finally:
            self._mine.telling = None
        for whole in done:
            if whole != telling.put:
                with self._database.writing(scope, durable=whole.verb != ADDING) as session:
                    put(session, scope, [whole])

    @contextmanager
    def writing(self, scope: Scope, act: str = WRITTEN) -> Iterator[tuple[Session, Tell]]:
        """A write transaction. It carries the entry of this thread, if that is there to tell of such an act."""
        telling: _Telling | None = getattr(self._mine, "telling", None)
        if telling is not None and (telling.tenant != scope.tenant or _ACTS.get(telling.entry.verb, act) != act):
            telling = None
        grown: AuditEntry | None = None

        def tell(ids: Sequence[str] = (), count: int | None = None) -> None:
            nonlocal grown
            grown = None if telling is None else telling.grown(ids, count)

        with self._database.writing(scope) as session:
            yield session, tell
            if telling is not None and grown is not None and grown != telling.put:
                put(session, scope, [grown])
        if telling is not None and grown is not None:
            telling.entry = telling.put = grown


def put(session: Session, scope: Scope, entries: Sequence[AuditEntry]) -> None:
    """One that is there already is told anew which records it is about."""
    session.many(_PUT, [(scope.tenant, *_row(entry)) for entry in entries])


def tell_of(batch: Batch, tell: Tell) -> None:
    """Which records a batch is about: those it writes or removes, or else those that hold what was said already, or
    else those it ends or strengthens. Documents that go are named, and their passages counted.

    What a job does is not told of: nobody asked for it but by what is told of already.
    """
    if batch.finished is not None:
        return
    if batch.dropped:
        tell([document.id for document in batch.dropped], len(batch.removed))
        return
    written = [] if batch.entries is None else [record.id for record in batch.entries.records]
    known = (one.decision.memory_id for one in batch.decided)
    tell(
        [*written, *batch.removed]
        or [id for id in known if id is not None]
        or [*(one.id for one in batch.endings), *(one.id for one in batch.boosts)]
    )


def _row(one: AuditEntry) -> tuple[object, ...]:
    return one.id, us(one.at), one.key_id, one.user, one.verb, to_json(list(one.ids)), one.count

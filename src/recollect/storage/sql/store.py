"""The store on any SQL database: see `recollect.contracts.store.Store`, whose methods these are, for what each does."""

from __future__ import annotations

import builtins
import heapq
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path

from recollect.contracts.notices import Notices
from recollect.contracts.store import StampsSeen
from recollect.errors import StoreCorrupt
from recollect.model.batch import Batch, Entries, Facts, Problem, Stamped, Written
from recollect.model.kept import Kept
from recollect.model.query import Filter
from recollect.model.record import Edge, Record, Tombstone
from recollect.model.scope import Scope
from recollect.model.tier import SpaceStamp
from recollect.storage.sql import checking, conditions, identity, keeping, spaces, writing
from recollect.storage.sql import versions as versioning
from recollect.storage.sql.access_store import AccessStore
from recollect.storage.sql.age_store import AgeStore
from recollect.storage.sql.answers import forget_answers
from recollect.storage.sql.counting import CountStore
from recollect.storage.sql.database import Database, Session
from recollect.storage.sql.documenting import DocumentStore
from recollect.storage.sql.feeding import FeedStore
from recollect.storage.sql.graph_store import GraphStore
from recollect.storage.sql.reading import ITEMS_A_QUERY_MAX, SqlReader, SqlSpaceReader
from recollect.storage.sql.rows import (
    EDGE_COLUMNS,
    SELECT_RECORDS,
    edge_of,
    record_of,
    space_range,
    when,
)
from recollect.storage.sql.snapshots import CACHE_BYTES_DEFAULT, Snapshots, View
from recollect.storage.sql.telling import REMOVED, WRITTEN, Tellings, tell_of
from recollect.storage.sql.vector_store import VectorStore
from recollect.storage.sql.work_store import WorkStore


class SqlStore(VectorStore, WorkStore, AgeStore, GraphStore, AccessStore, CountStore, DocumentStore, FeedStore):
    """All tenants' memory in one SQL database."""

    def __init__(self, database: Database, *, cache_bytes: int = CACHE_BYTES_DEFAULT) -> None:
        self._database = database
        self._tellings = Tellings(database)
        self._snapshots = Snapshots(cache_bytes)

    @property
    def url(self) -> str:
        return self._database.url

    @property
    def replica_failure(self) -> str | None:
        return self._database.replica_failure

    @property
    def notices(self) -> Notices | None:
        return self._database.notices

    @property
    def database(self) -> Database:
        """For what goes over whole tables and knows no tenant: copying a store."""
        return self._database

    def identity(self) -> str | None:
        return identity.of(self._database)

    # --- writing ------------------------------------------------------------------------------------------------

    def write(self, scope: Scope, batch: Batch) -> Written:
        with self._tellings.writing(scope, REMOVED if batch.dropped else WRITTEN) as (session, tell):
            tell_of(batch, tell)
            return writing.write(session, scope, batch)

    def delete(self, scope: Scope, ids: Sequence[str], now: datetime, *, versions: Sequence[str] = ()) -> int:
        with self._tellings.writing(scope, REMOVED) as (session, tell):
            tell(ids)
            session.lock("space", spaces.holding(session, scope.tenant, [*ids, *versions]))
            chains: dict[str | None, dict[str, Record]] = {}
            for chain in versioning.chains(session, scope.tenant, ids).values():
                for record in chain:
                    chains.setdefault(record.user, {})[record.id] = record
            gone = [id for found in chains.values() for id in found]
            told = [head for id in versions for head in versioning.following(session, scope.tenant, id)]
            forget_answers(session, scope.tenant, [*ids, *gone, *told])
            within, bounds = session.of_tenant(scope.tenant)
            for id in versions:
                row = session.one(f"{SELECT_RECORDS} WHERE {within} AND id = ?", (*bounds, id))
                if row is not None:
                    record = record_of(row)
                    writing.unlink(session, scope, record)
                    chains.setdefault(record.user, {})[record.id] = record
            count = sum(
                writing.delete(session, Scope(tenant=scope.tenant, user=user), list(found.values()), now)
                for user, found in chains.items()
            )
        self._database.settle()
        return count

    def replace_index(self, scope: Scope, entries: Entries, *, analyser_version: int) -> None:
        with self._tellings.writing(scope) as (session, tell):
            tell()
            writing.replace_index(
                session, scope, entries, analyser_version=analyser_version, epoch=secrets.randbits(62)
            )

    # --- searching ----------------------------------------------------------------------------------------------

    @contextmanager
    def reading(
        self,
        scope: Scope,
        *,
        signature: str | None,
        users: Sequence[str] = (),
        matrix: bool = True,
        replica: bool = False,
    ) -> Iterator[SqlReader]:
        view = View(signature, matrix or signature is None)
        owners = spaces.owners(scope, users)
        with self._database.searching(scope, owners, replica=replica) as (session, states):
            readers = [SqlSpaceReader(session, self._snapshots, state, view) for state in states]
            yield SqlReader(session, scope, readers)

    # --- reading ------------------------------------------------------------------------------------------------

    def get(self, scope: Scope, ids: Sequence[str]) -> list[Record]:
        found: dict[str, Record] = {}
        with self._database.reading(scope) as session:
            within, bounds = session.of_tenant(scope.tenant)
            for start in range(0, len(ids), ITEMS_A_QUERY_MAX):
                part = list(ids[start : start + ITEMS_A_QUERY_MAX])
                marks = ", ".join("?" * len(part))
                rows = session.all(f"{SELECT_RECORDS} WHERE {within} AND id IN ({marks})", [*bounds, *part])
                found.update((record.id, record) for record in map(record_of, rows))
        return [found[id] for id in ids if id in found]

    def stamp(self, scope: Scope) -> SpaceStamp | None:
        with self._database.reading(scope) as session:
            state = spaces.state(session, scope.tenant, scope.user)
            return None if state is None else spaces.stamp(state)

    def stamps_seen(self, scope: Scope, users: Sequence[str] = ()) -> StampsSeen:
        owners = spaces.owners(scope, users)
        with self._database.reading(scope) as session:
            found = spaces.owned(session, scope.tenant, owners)
        return tuple(spaces.stamp(found[owner]) if owner in found else None for owner in owners)

    def look(self, scope: Scope, id: str) -> Stamped | None:
        with self._database.reading(scope) as session:
            within, bounds = session.of_tenant(scope.tenant)
            row = session.one(f"{SELECT_RECORDS} WHERE {within} AND id = ?", (*bounds, id))
            if row is None:
                return None
            record = record_of(row)
            state = spaces.state(session, scope.tenant, record.user)
            return None if state is None else Stamped(record=record, stamp=spaces.stamp(state))

    def find_key(self, scope: Scope, key: str) -> Record | None:
        with self._database.reading(scope) as session:
            state = spaces.state(session, scope.tenant, scope.user)
            if state is None:
                return None
            within, bounds = session.of_space(state.id)
            row = session.one(f"{SELECT_RECORDS} WHERE {within} AND key = ? AND ended_at IS NULL", (*bounds, key))
            return None if row is None else record_of(row)

    def keyed(self, scope: Scope, key: str) -> builtins.list[Record]:
        with self._database.reading(scope) as session:
            state = spaces.state(session, scope.tenant, scope.user)
            if state is None:
                return []
            within, bounds = session.of_space(state.id)
            rows = session.all(f"{SELECT_RECORDS} WHERE {within} AND key = ? ORDER BY item", (*bounds, key))
            return [record_of(row) for row in rows]

    def list(
        self,
        scope: Scope,
        filter: Filter,
        *,
        now: datetime,
        limit: int,
        offset: int,
        everyone: bool = False,
        own: bool = False,
    ) -> list[Record]:
        where, params = conditions.sql_where(scope, filter, now)
        judged = conditions.needs_judge(filter)
        with self._database.reading(scope) as session:
            where += conditions.words_prefilter(filter, params, session.may_hold)
            ranges: list[tuple[str, tuple[object, ...]]] = [session.of_tenant(scope.tenant)]
            if not everyone:
                # one session: by its index, whose first column is the space; else by the range of the space's items
                narrowed = filter.only_session and scope.session is not None
                ranges = [
                    session.of_space(one.id) if narrowed else ("item BETWEEN ? AND ?", space_range(one.id))
                    for one in spaces.visible(session, scope, own=own)
                ]
            if judged:  # every row is looked at, by the columns that decide; only those of the page are read whole
                read = session.stream if everyone else session.all
                fitting = (
                    (row[0], row[1])
                    for within, bounds in ranges
                    for row in read(
                        f"SELECT updated_at, item, {conditions.JUDGED} FROM item WHERE {within}{where}",
                        [*bounds, *params],
                    )
                    if conditions.judge(filter, *row[2:])
                )
                return self._rows(session, [item for _, item in heapq.nlargest(offset + limit, fitting)[offset:]])
            # Which rows, then the rows: to sort and skip whole ones costs seconds on the last page of 100,000.
            first = f"{where} ORDER BY updated_at DESC, item DESC LIMIT {limit + offset}"
            keys = [
                session.all(f"SELECT updated_at, item FROM item WHERE {within}{first}", [*bounds, *params])
                for within, bounds in ranges
            ]
            wanted = islice(heapq.merge(*keys, key=lambda row: (row[0], row[1]), reverse=True), offset, offset + limit)
            return self._rows(session, [row[1] for row in wanted])

    @staticmethod
    def _rows(session: Session, items: Sequence[int]) -> builtins.list[Record]:
        """Records by item, in the order asked."""
        found: dict[int, Record] = {}
        for start in range(0, len(items), ITEMS_A_QUERY_MAX):
            part = items[start : start + ITEMS_A_QUERY_MAX]
            rows = session.all(f"{SELECT_RECORDS} WHERE item IN ({', '.join('?' * len(part))})", part)
            found |= {record.item: record for record in map(record_of, rows)}
        return [found[item] for item in items if item in found]

    def count(self, scope: Scope, filter: Filter, *, now: datetime, everyone: bool = False, own: bool = False) -> int:
        where, params = conditions.sql_where(scope, filter, now)
        judged = conditions.needs_judge(filter)
        what = conditions.JUDGED if judged else "count(*)"
        total = 0
        with self._database.reading(scope) as session:
            where += conditions.words_prefilter(filter, params, session.may_hold)
            read = session.stream if judged and everyone else session.all
            ranges: list[tuple[str, tuple[object, ...]]] = [session.of_tenant(scope.tenant)]
            if not everyone:
                ranges = [
                    ("item BETWEEN ? AND ?", space_range(state.id)) for state in spaces.visible(session, scope, own=own)
                ]
            for within, bounds in ranges:
                rows = read(f"SELECT {what} FROM item WHERE {within}{where}", [*bounds, *params])
                total += sum(conditions.judge(filter, *row) if judged else row[0] for row in rows)
        return total

    def scan(self, scope: Scope, *, everyone: bool = False) -> Iterator[Record]:
        found = self._scan(scope, everyone=everyone)
        return iter(list(found)) if self._database.single else found

    def kept(self, scope: Scope, *, everyone: bool = False) -> Iterator[Kept]:
        found = self._kept(scope, everyone=everyone)
        return iter(list(found)) if self._database.single else found

    def _kept(self, scope: Scope, *, everyone: bool) -> Iterator[Kept]:
        with self._database.reading(scope) as session:
            for user, state in spaces.of_tenant(session, scope.tenant):
                if everyone or user == scope.user:
                    yield from keeping.kept(session, state.id, user)

    def keep(self, scope: Scope, given: Sequence[Kept]) -> int:
        with self._tellings.writing(scope) as (session, tell):
            count = keeping.keep(session, scope, given)
            if count:
                tell()
            return count

    def _scan(self, scope: Scope, *, everyone: bool) -> Iterator[Record]:
        with self._database.reading(scope) as session:
            owned = spaces.of_tenant(session, scope.tenant)
            wanted = [state for user, state in owned if everyone or user == scope.user]
            for state in wanted:
                rows = session.stream(
                    f"{SELECT_RECORDS} WHERE item BETWEEN ? AND ? ORDER BY item", space_range(state.id)
                )
                for row in rows:
                    yield record_of(row)

    def turns(self, scope: Scope, session: str, *, limit: int) -> builtins.list[Record]:
        with self._database.reading(scope) as found:
            state = spaces.state(found, scope.tenant, scope.user)
            if state is None:
                return []
            within, bounds = found.of_space(state.id)
            rows = found.all(
                f"{SELECT_RECORDS} WHERE {within} AND session = ? AND layer = ? AND ended_at IS NULL "
                "AND coalesce(agent, '') = ? AND coalesce(project, '') = ? "
                f"ORDER BY position DESC, item DESC LIMIT {limit}",
                (*bounds, session, "turn", scope.agent or "", scope.project or ""),
            )
            return [record_of(row) for row in reversed(rows)]

    def versions(self, scope: Scope, id: str) -> builtins.list[Record]:
        with self._database.reading(scope) as session:
            return versioning.chain(session, scope.tenant, id)

    def versions_of(self, scope: Scope, ids: Sequence[str]) -> dict[str, builtins.list[Record]]:
        with self._database.reading(scope) as session:
            return versioning.chains(session, scope.tenant, ids)

    def orphaned_versions(self, scope: Scope) -> builtins.list[str]:
        with self._database.reading(scope) as session:
            owned = spaces.of_tenant(session, scope.tenant)
            return [id for _, state in owned for id in versioning.orphaned(session, state.id)]

    def edges(self, scope: Scope, ids: Sequence[str]) -> builtins.list[Edge]:
        with self._database.reading(scope) as session:
            found = {}
            for state in spaces.visible(session, scope):
                for id in ids:
                    rows = session.all(
                        f"SELECT {EDGE_COLUMNS} FROM edge WHERE space = ? AND source = ?", (state.id, id)
                    )
                    # Keys first, which the index holds: SQLite would read the whole space otherwise.
                    for key in session.all(
                        "SELECT source, kind, target FROM edge WHERE space = ? AND target = ?", (state.id, id)
                    ):
                        where = "space = ? AND source = ? AND kind = ? AND target = ?"
                        rows += session.all(f"SELECT {EDGE_COLUMNS} FROM edge WHERE {where}", (state.id, *key))
                    found.update({tuple(row): edge_of(row) for row in rows})
            return list(found.values())

    def tombstones(self, scope: Scope) -> builtins.list[Tombstone]:
        with self._database.reading(scope) as session:
            state = spaces.state(session, scope.tenant, scope.user)
            if state is None:
                return []
            rows = session.all("SELECT id, deleted_at FROM tombstone WHERE space = ? ORDER BY item", (state.id,))
            latest = {row[0]: row[1] for row in rows}  # an id may have been given again and deleted again
            return [Tombstone(id=id, deleted_at=when(deleted_at)) for id, deleted_at in latest.items()]

    def users(self, scope: Scope, *, holding: bool = False) -> builtins.list[str | None]:
        with self._database.reading(scope) as session:
            return spaces.users(session, scope.tenant, holding=holding)

    def analyser_version(self, scope: Scope) -> int | None:
        with self._database.reading(scope) as session:
            state = spaces.state(session, scope.tenant, scope.user)
            return None if state is None else state.analyser

    # --- care ---------------------------------------------------------------------------------------------------

    def facts(self, scope: Scope) -> Facts:
        size_bytes = self._database.bytes()
        with self._database.reading(scope) as session:
            return checking.facts(
                session,
                scope,
                url=self._database.url,
                schema_version=self._database.schema_version,
                size_bytes=size_bytes,
            )

    def check(self, scope: Scope, *, repair: bool, whole: bool = True) -> builtins.list[Problem]:
        problems = self._database.integrity(repair=repair) if whole else []
        epoch = secrets.randbits(62)
        try:
            # what is damaged is not written to
            if not repair or any(problem.code == "file" and not problem.repaired for problem in problems):
                with self._database.reading(scope) as session:
                    return problems + checking.check(session, scope, repair=False, epoch=epoch)
            with self._tellings.writing(scope) as (session, tell):
                tell()
                return problems + checking.check(session, scope, repair=True, epoch=epoch)
        except StoreCorrupt as error:
            return [*problems, checking.unreadable(error)]

    def backup(self, scope: Scope, target: Path) -> int:
        return self._database.backup(target)

    def close(self) -> None:
        self._database.close()

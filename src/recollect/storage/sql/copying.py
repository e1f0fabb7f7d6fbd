"""From one database into another, whatever their kinds: streamed, resumable, compared afterwards.

Rows are read in one transaction of the source, so that a run copies one state of it, and written in batches; each batch
also writes into the target's `meta` how far the copy has come. Then both sides are read from end to end and compared by
groups of rows (those of a space, those of a tenant): a group that differs is deleted in the target and copied again.
That is how a copy of a source that was written to meanwhile catches up, and it is what proves a copy. Where one side is
divided by tenant and the other is not, spaces get the numbers they have there, and rows are compared as they are then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from recollect.errors import InvalidInput, InvalidState, StoreCorrupt
from recollect.model.copied import Checked, Copied
from recollect.storage.sql import marking
from recollect.storage.sql.database import EVERYTHING, Database, Session
from recollect.storage.sql.digests import Digest, Digests, digests, total
from recollect.storage.sql.numbering import Numbers
from recollect.storage.sql.rows import Row
from recollect.storage.sql.store import SqlStore
from recollect.storage.sql.table_rows import insert, select, signatures
from recollect.storage.sql.tables import TABLES, Group, Table

ROWS_A_BATCH = 2000
BYTES_A_BATCH = 8 << 20
ROUNDS_MAX = 3
"""How often a source that is written to meanwhile is followed before its spaces are named instead."""
CHANGED_NAMED_MAX = 20

READ_LATELY = {"api_key": "last_used_at"}
"""What a mere look at the source changes: it is copied, and makes no source one that was written to."""

Beside = dict[tuple[str, str], Digest]
"""By table and tenant."""
Progress = Callable[[int, int, str], None]
"""Rows done, of how many, and of which table."""


def copy_store(store: SqlStore, into: SqlStore, *, caches: bool, progress: Progress | None = None) -> Copied:
    """Make `into`, which must be empty or hold an earlier part of this copy, hold what `store` holds."""
    source, target = store.database, into.database
    if source.single or target.single:
        raise InvalidInput("a store in memory cannot be migrated; give the path of a file or a PostgreSQL address")
    if source.place == target.place:
        raise InvalidInput(f"{source.url} cannot be migrated into itself; give two different stores")
    if source.schema_version != target.schema_version:
        raise InvalidState(
            f"{source.url} has schema version {source.schema_version}, {target.url} {target.schema_version}; "
            "open both once with the same Recollect and try again"
        )
    with source.reading(EVERYTHING), target.reading(EVERYTHING):
        pass  # who is shown a part of either is refused before anything is written
    tables = [table for table in TABLES if caches or not table.cache]
    known = marking.Source(name=source.url, place=source.place, id=store.identity() or "")
    return _Copy(source, target, known, tables, progress or (lambda done, of, what: None)).run()


@dataclass
class _Copy:
    """One run."""

    source: Database
    target: Database
    known: marking.Source
    tables: list[Table]
    progress: Progress
    done: int = 0
    of: int = 0
    written: int = 0
    beside: Beside = field(default_factory=dict)
    """Of the state that is copied, what is a tenant's and no space tells of."""
    seen: dict[str, Checked] = field(default_factory=dict)
    tenants: dict[str, Digest] = field(default_factory=dict)

    def run(self) -> Copied:
        marker = marking.begin(self.target, self.known)
        resumed = marker.state != marking.FRESH
        changed: list[str] = []
        for _ in range(ROUNDS_MAX):
            with self.source.reading(EVERYTHING) as session:
                marker, state = self._round(session, marker)
            changed = self._changed(state)
            if not changed:
                break
        return Copied(
            source=self.source.url,
            target=self.target.url,
            tables=self.seen,
            tenants={tenant: Checked(rows=sum.rows, digest=sum.hex) for tenant, sum in sorted(self.tenants.items())},
            written=self.written,
            resumed=resumed,
            changed=tuple(changed),
        )

    def _round(self, session: Session, marker: marking.Marker) -> tuple[marking.Marker, Digests]:
        """Copy and compare one state of the source; the marker as it is then, and the spaces that were copied."""
        spaces_table = TABLES[0]
        state = digests(session, spaces_table, whole=True)
        self.beside = _beside(session)
        self.done, self.of = 0, 2 * sum(_count(session, table) for table in self.tables)
        stamp = total(state).hex
        coded = signatures(session)
        tenants = {int(row[0]): str(row[1]) for row in session.stream("SELECT id, tenant FROM space")}
        numbers = Numbers(tenants, before=self.source.divided, after=self.target.divided)
        marker = marking.next_state(self.target, marker, stamp)
        if marker.state == marking.COPYING:
            marker = self._stream(session, marker, coded, numbers)
        self.done = self.of // 2
        self.tenants = {}
        for table in self.tables:
            self.seen[table.name] = self._compare(session, table, numbers, coded)
        return marking.end(self.target, marker), state

    def _stream(self, session: Session, marker: marking.Marker, coded: set[int], numbers: Numbers) -> marking.Marker:
        """Table by table in the order of their keys, from where an earlier run stopped."""
        names = [table.name for table in self.tables]
        first = names.index(marker.table) if marker.table in names else 0
        self.done += sum(_count(session, table) for table in self.tables[:first])
        for table in self.tables[first:]:
            after = marker.after if table.name == marker.table else ()
            if after:
                self.done += _count(session, table, upto=after)
            for batch in _batches(select(session, table, after=after)):
                key = tuple(batch[-1][table.columns.index(name)] for name in table.key)
                with self.target.writing(EVERYTHING) as writer:
                    marker = marking.moved(writer, marker, table=table.name, after=key)
                    insert(writer, table, list(numbers.rows(table, batch)), coded)
                self._wrote(table, len(batch))
        return marker

    def _wrote(self, table: Table, rows: int) -> None:
        self.written += rows
        self.done += rows
        self.progress(self.done, max(self.of, self.done), table.name)

    def _compare(self, session: Session, table: Table, numbers: Numbers, coded: set[int]) -> Checked:
        """Read a table on both sides; what differs is copied again and compared once more."""
        told, changed = partial(self._told, table), partial(numbers.rows, table)
        wanted = digests(session, table, told=told, changed=changed)
        with self.target.reading(EVERYTHING) as reader:
            found = digests(reader, table)
        differing = sorted(
            (group for group in wanted.keys() | found.keys() if wanted.get(group) != found.get(group)), key=str
        )
        if differing:
            self._replace(session, table, differing, coded, numbers)
            with self.target.reading(EVERYTHING) as reader:
                again = {group: digests(reader, table, group=group).get(group) for group in differing}
            wrong = [group for group in differing if again[group] != wanted.get(group)]
            if wrong:
                whose = sorted({table.tenant(group, numbers.tenants) for group in wrong})
                raise StoreCorrupt(
                    f"the rows of {table.name} in {self.target.url} are not those of {self.source.url} after copying "
                    f"them twice (tenant {', '.join(map(repr, whose[:CHANGED_NAMED_MAX]))}). Is something else "
                    "writing to the copy? Stop it, and begin again with an empty store."
                )
        for group, sum in wanted.items():
            self.tenants.setdefault(table.tenant(group, numbers.tenants), Digest()).join(sum)
        whole = total(wanted)
        return Checked(rows=whole.rows, digest=whole.hex)

    def _told(self, table: Table, rows: int) -> None:
        self.done += rows
        self.progress(min(self.done, self.of), self.of, f"checking {table.name}")

    def _replace(self, session: Session, table: Table, groups: list[Group], coded: set[int], numbers: Numbers) -> None:
        """First all of them go, then they come: a record may have moved from one group to another."""
        with self.target.writing(EVERYTHING) as writer:
            for group in groups:
                where, params = table.where(group)
                writer.run(f"DELETE FROM {table.name} WHERE {where}", params)
        known = [one for one in (numbers.before(table, group) for group in groups) if one is not None]
        for group in known:
            for batch in _batches(select(session, table, group=group)):
                with self.target.writing(EVERYTHING) as writer:
                    insert(writer, table, list(numbers.rows(table, batch)), coded)
                self.written += len(batch)

    def _changed(self, copied: Digests) -> list[str]:
        """What was written to since it was copied, by name: spaces, and tenants whose keys, settings, jobs or audit
        changed and no space of theirs."""
        with self.source.reading(EVERYTHING) as session:
            now = digests(session, TABLES[0], whole=True)
            ids = sorted(int(id) for id in now.keys() | copied.keys() if now.get(id) != copied.get(id))
            names, whose = [], set[str]()
            for id in ids[:CHANGED_NAMED_MAX]:
                row = session.one("SELECT tenant, owner FROM space WHERE id = ?", (id,))
                names.append(f"space {id}" if row is None else f"{row[0]}/{row[1]}")
                whose.add("" if row is None else str(row[0]))
            beside = _beside(session)
        tables: dict[str, list[str]] = {}
        for table, tenant in sorted(
            one for one in beside.keys() | self.beside.keys() if beside.get(one) != self.beside.get(one)
        ):
            if tenant not in whose:
                tables.setdefault(tenant, []).append(table)
        names += [f"{tenant} ({', '.join(changed)})" for tenant, changed in tables.items()]
        return names[:CHANGED_NAMED_MAX]


def _beside(session: Session) -> Beside:
    """What changes without a space; `marking` asks the same of a copy."""
    found: Beside = {}
    for table in TABLES:
        if table.by != "tenant" or table.cache:
            continue
        lately = READ_LATELY.get(table.name)
        changed = iter if lately is None else partial(_without, table.columns.index(lately))
        found |= {(table.name, str(tenant)): sum for tenant, sum in digests(session, table, changed=changed).items()}
    return found


def _without(at: int, rows: Iterable[Row]) -> Iterator[Row]:
    return ((*row[:at], None, *row[at + 1 :]) for row in rows)


def _count(session: Session, table: Table, *, upto: tuple[Group, ...] = ()) -> int:
    where = f" WHERE ({', '.join(table.key)}) <= ({', '.join('?' * len(upto))})" if upto else ""
    row = session.one(f"SELECT count(*) FROM {table.name}{where}", upto)
    return 0 if row is None else int(row[0])


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Of bounded length and size: rows may hold long texts."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += sum(len(value) for value in row if isinstance(value, str | bytes))
        if len(batch) == ROWS_A_BATCH or size > BYTES_A_BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch

"""Care of a store: counts for people, consistency checks, repairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from recollect.errors import StoreCorrupt
from recollect.model.batch import Facts, Problem
from recollect.model.counted import counted
from recollect.model.scope import Scope
from recollect.rules import indexing, quantize
from recollect.rules.bulk_index import terms_of
from recollect.rules.text import ANALYSER_VERSION
from recollect.storage.sql import blocks, graph_check, postings, row_check, spaces, version_check
from recollect.storage.sql.blocks import COUNT_MAX
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import NUMBER_MASK, from_us, space_range
from recollect.storage.sql.snapshots import SpaceState

VECTORS_AT_ONCE = 5_000
"""So many are read when their numbers are looked at: a few megabytes."""
UNREADABLE = "unreadable"
"""The code of a problem after which nothing else could be looked at."""


def facts(session: Session, scope: Scope, *, url: str, schema_version: int, size_bytes: int) -> Facts:
    """Counts of the scope's tenant."""
    within, bounds = session.of_tenant(scope.tenant)

    def counts(column: str) -> dict[str, int]:
        rows = session.all(f"SELECT {column}, count(*) FROM item WHERE {within} GROUP BY {column}", bounds)
        return {row[0]: row[1] for row in rows}

    by_layer = counts("layer")

    def vectors(table: str) -> dict[str, int]:
        rows = session.all(
            f"SELECT signature, count(*) FROM item JOIN {table} ON {table}.item = item.item "
            f"JOIN embedder ON embedder.id = {table}.embedder WHERE {within} GROUP BY signature",
            bounds,
        )
        return {row[0]: row[1] for row in rows}

    owned = spaces.of_tenant(session, scope.tenant)
    return Facts(
        url=url,
        schema_version=schema_version,
        analyser_version=min((state.analyser for _, state in owned), default=ANALYSER_VERSION),
        records=sum(by_layer.values()),
        by_layer=by_layer,
        by_status=counts("status"),
        spaces=len(owned),
        vectors=vectors("vector"),
        sector_vectors=vectors("sector_vector"),
        bytes=size_bytes,
    )


def unreadable(error: StoreCorrupt) -> Problem:
    """What cannot be read can be neither compared nor mended: nothing else was looked at."""
    message = f"records cannot be read ({error.__cause__ or error}); restore a backup (`recollect restore`)"
    return Problem(code=UNREADABLE, count=1, message=message)


def check(session: Session, scope: Scope, *, repair: bool, epoch: int) -> list[Problem]:
    """Compare rows, postings and vectors of the tenant; with `repair`, make them agree (rows win)."""
    problems = row_check.check_spaces(session, scope.tenant, repair=repair, epoch=epoch)
    owned = spaces.of_tenant(session, scope.tenant)
    if repair:
        session.lock("space", [state.id for _, state in owned])
    for _, state in owned:
        rows = row_check.check(session, state, repair=repair, epoch=epoch)
        problems += rows.problems
        problems += _check_postings(session, state, rows.unread, repair=repair, epoch=epoch)
        problems += _check_vectors(session, state, repair=repair, epoch=epoch)
        problems += _check_counter(session, state, repair=repair)
        problems += version_check.check(session, state, repair=repair, epoch=epoch)
        problems += graph_check.check(session, state.id, repair=repair)
    return problems


def _check_postings(
    session: Session, state: SpaceState, unread: Collection[int], *, repair: bool, epoch: int
) -> list[Problem]:
    """Every row has exactly the postings its text gives, and its length, and there are no others. Of the `unread` ones
    nothing is known."""
    if state.analyser != ANALYSER_VERSION:
        message = f"the keyword index of space {state.id} was built by another analyser; run `recollect reindex`"
        return [Problem(code="analyser", count=1, message=message)]
    have, damaged = _tally_postings(session, state.id)
    for item in unread:
        have.pop(item & NUMBER_MASK, None)
    numbers, terms, lengths, wrong = [], [], [], 0
    columns = "item, content, speaker, occurred_at, key, length"
    for item, content, speaker, occurred_at, key, length in row_check.readable(session, columns, state.id):
        if item in unread:
            continue
        number = item & NUMBER_MASK
        indexed = indexing.index(content, speaker=speaker, occurred_at=from_us(occurred_at), key=key)
        counts = indexed.terms
        wrong += have.pop(number, 0) != sum(hash((term, min(count, COUNT_MAX))) for term, count in counts.items())
        if length != indexed.length:
            lengths.append((indexed.length, item))
        if repair:
            numbers.append(number)
            terms.append(counts)
    problems = []
    if wrong or have or damaged:
        if repair:
            postings.replace(session, state.id, numbers, terms_of(terms))
        found = f"{wrong} records out of step, {len(have)} without a record, {damaged} blocks damaged"
        message = f"the keyword index of space {state.id}: {found}"
        count = wrong + len(have) + damaged
        problems.append(Problem(code="postings", count=count, message=message, repaired=repair))
    if lengths:
        if repair:
            session.many("UPDATE item SET length = ? WHERE item = ?", lengths)
        message = f"length not as the text says: {counted(len(lengths), 'record')} of space {state.id}"
        problems.append(Problem(code="derived", count=len(lengths), message=message, repaired=repair))
    if repair and problems:
        session.run("UPDATE space SET epoch = ? WHERE id = ?", (epoch, state.id))
    return problems


def _tally_postings(session: Session, space: int) -> tuple[Counter[int], int]:
    """Per number a sum over its postings, and how many blocks are not as a reader expects them."""
    have: Counter[int] = Counter()
    damaged, before, last = 0, "", -1
    try:
        for term, number, count, rest in session.stream(
            "SELECT term, number, count, rest FROM posting WHERE space = ? ORDER BY term, number", (space,)
        ):
            held = blocks.items(number, count, rest)
            damaged += not blocks.is_sound(held, rest, after=last if term == before else -1)
            before, last = term, held[-1][0]
            for item, often in held:
                have[item] += hash((term, often))
    except UnicodeDecodeError:  # a term that is none: what comes after it was not read, and counts as missing
        damaged += 1
    return have, damaged


def _check_vectors(session: Session, state: SpaceState, *, repair: bool, epoch: int) -> list[Problem]:
    """Each vector belongs to a record, has the size its embedder says, and is made of numbers. Others go; a backfill
    makes them anew."""
    return [
        problem
        for table, what in (("vector", "vectors"), ("sector_vector", "sector vectors"))
        for check in (_check_vector_table, _check_vector_numbers)
        for problem in check(session, state, table, what, repair=repair, epoch=epoch)
    ]


def _check_vector_table(
    session: Session, state: SpaceState, table: str, what: str, *, repair: bool, epoch: int
) -> list[Problem]:
    bounds = space_range(state.id)
    problems = []
    orphaned = (
        f"FROM {table} WHERE item BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM item WHERE item.item = {table}.item)"
    )
    row = session.one(f"SELECT count(*) {orphaned}", bounds)
    if row is not None and row[0]:
        if repair:
            session.run(f"DELETE {orphaned}", bounds)
        message = f"{row[0]} {what} of space {state.id} belong to no record"
        problems.append(Problem(code="vectors", count=row[0], message=message, repaired=repair))
    unfit = 0
    for embedder, signature, size, count in session.all(
        f"SELECT {table}.embedder, signature, {session.vector_bytes}, count(*) FROM {table} "
        f"LEFT JOIN embedder ON embedder.id = {table}.embedder WHERE item BETWEEN ? AND ? GROUP BY 1, 2, 3",
        bounds,
    ):
        if signature is not None and size == _vector_bytes(signature):
            continue
        unfit += count
        if repair:
            session.run(
                f"DELETE FROM {table} WHERE item BETWEEN ? AND ? AND embedder = ? AND {session.vector_bytes} = ?",
                (*bounds, embedder, size),
            )
    if unfit:
        if repair:
            session.run("UPDATE space SET epoch = ? WHERE id = ?", (epoch, state.id))
        message = f"{unfit} {what} of space {state.id} do not fit their embedder"
        problems.append(Problem(code="vector_size", count=unfit, message=message, repaired=repair))
    return problems


def _check_vector_numbers(
    session: Session, state: SpaceState, table: str, what: str, *, repair: bool, epoch: int
) -> list[Problem]:
    """Readers pass over a vector with a number that is none: nobody finds its record by meaning."""
    sector_of = "sector" if table == "sector_vector" else "NULL"
    groups = session.all(
        f"SELECT DISTINCT {table}.embedder, signature, {sector_of} FROM {table} "
        f"JOIN embedder ON embedder.id = {table}.embedder WHERE item BETWEEN ? AND ?",
        space_range(state.id),
    )
    bad = 0
    for embedder, signature, sector in groups:
        for items in _unusable(session, state, table, embedder, signature, sector):
            bad += len(items)
            if repair:
                marks, of_sector = ", ".join("?" * len(items)), "" if sector is None else " AND sector = ?"
                session.run(
                    f"DELETE FROM {table} WHERE item IN ({marks}) AND embedder = ?{of_sector}",
                    (*items, embedder, *(() if sector is None else (sector,))),
                )
    if not bad:
        return []
    if repair:
        session.run("UPDATE space SET epoch = ? WHERE id = ?", (epoch, state.id))
    message = f"{bad} {what} of space {state.id} hold a number that is none (NaN or infinite)"
    return [Problem(code="vector_numbers", count=bad, message=message, repaired=repair)]


def _unusable(
    session: Session, state: SpaceState, table: str, embedder: int, signature: str, sector: str | None
) -> Iterator[list[int]]:
    """Items whose vector fits its embedder and is passed over when it is read, a few at a time."""
    low, high = space_range(state.id)
    of_sector, params = ("", ()) if sector is None else (" AND sector = ?", (sector,))
    while True:
        held = [
            row[0]
            for row in session.all(
                f"SELECT item FROM {table} WHERE item BETWEEN ? AND ? AND embedder = ? AND {session.vector_bytes} = ?"
                f"{of_sector} ORDER BY item LIMIT {VECTORS_AT_ONCE}",
                (low, high, embedder, _vector_bytes(signature), *params),
            )
        ]
        if not held:
            return
        found, _ = session.vectors(
            embedder, held[0], held[-1], dim=quantize.dim_of(signature), signature=signature, sector=sector
        )
        if len(found) < len(held):
            yield sorted(set(held).difference(found.tolist()))
        low = held[-1] + 1


def _vector_bytes(signature: str) -> int:
    """What `rules.quantize.pack` makes of one vector."""
    dim = quantize.dim_of(signature)
    return dim + 4 if quantize.is_int8(signature) else dim * 4


def _check_counter(session: Session, state: SpaceState, *, repair: bool) -> list[Problem]:
    row = session.one("SELECT max(item) FROM item WHERE item BETWEEN ? AND ?", space_range(state.id))
    if row is None or row[0] is None:
        return []
    last = row[0] & NUMBER_MASK
    if state.next_number > last:
        return []
    if repair:
        session.run("UPDATE space SET next_number = ? WHERE id = ?", (last + 1, state.id))
    message = f"the number counter of space {state.id} is behind its records"
    return [Problem(code="counter", count=1, message=message, repaired=repair)]


def trim_embedding_cache(session: Session, tenant: str, entries_max: int) -> None:
    """Drop the least recently used entries above the limit."""
    row = session.one("SELECT count(*) FROM embedding_cache WHERE tenant = ?", (tenant,))
    excess = (row[0] if row else 0) - entries_max
    if excess > 0:
        oldest = session.all(
            "SELECT embedder, hash FROM embedding_cache WHERE tenant = ? ORDER BY used_at LIMIT ?", (tenant, excess)
        )
        session.many(
            "DELETE FROM embedding_cache WHERE tenant = ? AND embedder = ? AND hash = ?",
            [(tenant, embedder, hash) for embedder, hash in oldest],
        )

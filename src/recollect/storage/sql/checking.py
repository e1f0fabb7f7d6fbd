"""Care of a store: counts for people, consistency checks, repairs."""

from __future__ import annotations

from collections import Counter

from recollect.model.batch import Facts, Problem
from recollect.model.record import KINDS, LAYERS, STATUSES
from recollect.model.scope import Scope
from recollect.rules import indexing
from recollect.rules.text import ANALYSER_VERSION
from recollect.storage.sql import spaces
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import NUMBER_MASK, from_us, item_of, space_range
from recollect.storage.sql.snapshots import SpaceState
from recollect.storage.sql.writing import COUNT_MAX


def facts(session: Session, scope: Scope, *, url: str, schema_version: int, size_bytes: int) -> Facts:
    """Counts of the scope's tenant."""
    tenant = (scope.tenant,)

    def counts(column: str) -> dict[str, int]:
        return dict(session.all(f"SELECT {column}, count(*) FROM item WHERE tenant = ? GROUP BY {column}", tenant))

    by_layer = counts("layer")
    vectors = session.all(
        "SELECT signature, count(*) FROM item JOIN vector ON vector.item = item.item "
        "JOIN embedder ON embedder.id = vector.embedder WHERE item.tenant = ? GROUP BY signature",
        tenant,
    )
    owned = spaces.of_tenant(session, scope.tenant)
    return Facts(
        url=url,
        schema_version=schema_version,
        analyser_version=min((state.analyser for _, state in owned), default=ANALYSER_VERSION),
        records=sum(by_layer.values()),
        by_layer=by_layer,
        by_status=counts("status"),
        spaces=len(owned),
        vectors={row[0]: row[1] for row in vectors},
        bytes=size_bytes,
    )


def check(session: Session, scope: Scope, *, repair: bool, epoch: int) -> list[Problem]:
    """Compare rows, postings and vectors of the tenant; with `repair`, make them agree (rows win)."""
    problems: list[Problem] = []
    for _, state in spaces.of_tenant(session, scope.tenant):
        problems += _check_rows(session, state)
        problems += _check_postings(session, state, repair=repair, epoch=epoch)
        problems += _check_vectors(session, state, repair=repair)
        problems += _check_counter(session, state, repair=repair)
    return problems


def _check_rows(session: Session, state: SpaceState) -> list[Problem]:
    """Values a row may not have. They are reported, never guessed at."""
    known = {"layer": LAYERS, "kind": KINDS, "status": STATUSES}
    problems = []
    for column, allowed in known.items():
        marks = ", ".join("?" * len(allowed))
        row = session.one(
            f"SELECT count(*) FROM item WHERE item BETWEEN ? AND ? AND {column} NOT IN ({marks})",
            [*space_range(state.id), *allowed],
        )
        if row and row[0]:
            problems.append(Problem(code="row", count=row[0], message=f"{row[0]} records have an unknown {column}"))
    return problems


def _check_postings(session: Session, state: SpaceState, *, repair: bool, epoch: int) -> list[Problem]:
    """Every row has exactly the postings its text gives, and there are no others."""
    if state.analyser != ANALYSER_VERSION:
        message = f"the keyword index of space {state.id} was built by another analyser; run `recollect reindex`"
        return [Problem(code="analyser", count=1, message=message)]
    have: Counter[int] = Counter()
    for number, distinct, total in session.all(
        "SELECT number, count(*), sum(count) FROM posting WHERE space = ? GROUP BY number", (state.id,)
    ):
        have[number] = distinct * 1_000_003 + int(total)
    wrong: dict[int, dict[str, int]] = {}
    rows = session.all(
        "SELECT item, content, speaker, occurred_at, key FROM item WHERE item BETWEEN ? AND ?", space_range(state.id)
    )
    for item, content, speaker, occurred_at, key in rows:
        number = item & NUMBER_MASK
        terms = indexing.index(content, speaker=speaker, occurred_at=from_us(occurred_at), key=key).terms
        counts = {term: min(count, COUNT_MAX) for term, count in terms.items()}
        if have.pop(number, 0) != len(counts) * 1_000_003 + sum(counts.values()):
            wrong[number] = counts
    orphans = list(have)
    if not wrong and not orphans:
        return []
    if repair:
        for number in [*wrong, *orphans]:
            session.run("DELETE FROM posting WHERE space = ? AND number = ?", (state.id, number))
        session.add_postings(
            [(state.id, term, number, count) for number, terms in wrong.items() for term, count in terms.items()]
        )
        session.run("UPDATE space SET epoch = ? WHERE id = ?", (epoch, state.id))
    message = f"the keyword index of space {state.id}: {len(wrong)} records out of step, {len(orphans)} without a record"
    return [Problem(code="postings", count=len(wrong) + len(orphans), message=message, repaired=repair)]


def _check_vectors(session: Session, state: SpaceState, *, repair: bool) -> list[Problem]:
    low, high = space_range(state.id)
    orphaned = (
        "FROM vector WHERE item BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM item WHERE item.item = vector.item)"
    )
    row = session.one(f"SELECT count(*) {orphaned}", (low, high))
    if row is None or not row[0]:
        return []
    if repair:
        session.run(f"DELETE {orphaned}", (low, high))
    message = f"{row[0]} vectors of space {state.id} belong to no record"
    return [Problem(code="vectors", count=row[0], message=message, repaired=repair)]


def _check_counter(session: Session, state: SpaceState, *, repair: bool) -> list[Problem]:
    row = session.one("SELECT max(item) FROM item WHERE item BETWEEN ? AND ?", space_range(state.id))
    if row is None or row[0] is None:
        return []
    row = session.one("SELECT next_number FROM space WHERE id = ? AND next_number <= ?", (state.id, row[0] & NUMBER_MASK))
    if row is None:
        return []
    if repair:
        session.run(
            "UPDATE space SET next_number = 1 + (SELECT max(item) FROM item WHERE item BETWEEN ? AND ?) - ? WHERE id = ?",
            (*space_range(state.id), item_of(state.id, 0), state.id),
        )
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

"""Records, batches and comparisons that the contract tests share. Time is counted in seconds from one fixed moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recollect.contracts.store import Reader, Store
from recollect.model.batch import Batch, Ending, Entries
from recollect.model.columns import NOTHING, Columns, Postings
from recollect.model.ids import content_hash
from recollect.model.record import Provenance, Record
from recollect.model.scope import Scope
from recollect.rules import indexing
from recollect.rules.bulk_index import terms_of

START = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)
ANA = Scope(user="ana")
DIM = 8
SIGNATURE = f"test:a:{DIM}"
OTHER_SIGNATURE = f"test:b:{DIM}"
INT8_SIGNATURE = f"test:a:{DIM}:int8"


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def record(content: str, scope: Scope = ANA, *, id: str | None = None, seconds: float = 0, **fields: Any) -> Record:
    moment = at(seconds)
    given: dict[str, Any] = {
        "id": id or f"{scope.tenant}-{scope.user}-{content}",
        "content": content,
        "scope": scope,
        "strength_at": moment,
        "created_at": moment,
        "updated_at": moment,
        "provenance": Provenance(content_hash=content_hash(content)),
    }
    return Record(**(given | fields))


def entries(*records: Record, vectors: Sequence[NDArray[np.float32]] | None = None) -> Entries:
    """As the engine makes them, but by the other way: text by text."""
    indexed = [
        indexing.index(record.content, speaker=record.speaker, occurred_at=record.occurred_at, key=record.key)
        for record in records
    ]
    return Entries(
        records=records,
        terms=terms_of([entry.terms for entry in indexed]),
        lengths=[entry.length for entry in indexed],
        flags=[entry.flags for entry in indexed],
        vectors=None if vectors is None else np.stack(vectors),
    )


def vector(seed: int, dim: int = DIM) -> NDArray[np.float32]:
    """A unit vector that depends on the seed alone."""
    numbers = np.random.default_rng(seed).normal(size=dim)
    return (numbers / np.linalg.norm(numbers)).astype(np.float32)


def add(store: Store, *records: Record, vectors: bool = False, signature: str = SIGNATURE) -> list[Record]:
    """Write records of one scope in one batch, with vectors of their texts on request."""
    rows = [vector(sum(record.content.encode())) for record in records] if vectors else None
    batch = Batch(entries=entries(*records, vectors=rows), signature=signature if vectors else None)
    written = store.write(records[0].scope, batch)
    return list(written.records)


def edit(store: Store, old: Record, content: str, *, seconds: float) -> Record:
    """A new version takes over the id; the old one keeps its row under an id of its own."""
    moment = at(seconds)
    moved = f"{old.id}@{old.version}"
    new = replace(
        old,
        content=content,
        provenance=replace(old.provenance, content_hash=content_hash(content)),
        created_at=old.created_at,
        updated_at=moment,
        version=old.version + 1,
        previous_version_id=moved,
        item=0,
    )
    ending = Ending(id=old.id, item=old.item, status="superseded", ended_at=moment, moved_to=moved)
    return store.write(old.scope, Batch(entries=entries(new), endings=(ending,))).records[0]


def archive(store: Store, old: Record, *, seconds: float) -> None:
    ending = Ending(id=old.id, item=old.item, status="archived", ended_at=at(seconds))
    store.write(old.scope, Batch(endings=(ending,)))


def columns_of(store: Store, scope: Scope = ANA, signature: str | None = SIGNATURE) -> Columns:
    """The columns of the scope's own space; it must be there."""
    with store.reading(scope, signature=signature) as reader:
        return reader.spaces[0].columns


def postings_of(store: Store, *terms: str, scope: Scope = ANA) -> dict[str, list[tuple[str, int]]]:
    """Per term the content and count of each item that has it, in order."""
    with store.reading(scope, signature=None) as reader:
        if not reader.spaces:
            return {}
        return named(reader, reader.spaces[0].postings(terms))


def named(reader: Reader, postings: Postings) -> dict[str, list[tuple[str, int]]]:
    columns = reader.spaces[0].columns
    items = [columns.item(row) for row in range(len(columns))]
    contents = {item: found.content for item, found in reader.records(items).items()}
    return {
        term: [(contents[items[row]], int(count)) for row, count in zip(rows, postings.counts[term], strict=True)]
        for term, rows in postings.rows.items()
    }


def tally(store: Store, table: str) -> int:
    """How many rows a table has, whoever they belong to."""
    with store._database.reading(ANA) as session:  # type: ignore[attr-defined]
        return int(session.one(f"SELECT count(*) FROM {table}")[0])


def execute(store: Store, sql: str, params: Sequence[Any] = ()) -> None:
    """Change tables behind the store's back."""
    with store._database.writing(ANA) as session:  # type: ignore[attr-defined]
        session.run(sql, params)


def plain(columns: Columns) -> dict[str, Any]:
    """All columns as comparable values: names instead of codes, whose numbers depend on what was seen before."""
    shown: dict[str, Any] = {"generation": columns.generation}
    for name in (
        "numbers", "has_vector", "layer", "kind", "status", "role", "position", "before", "after", "time",
        "created", "since", "until", "expires", "length", "flags", "strength", "strength_at", "decay_rate",
    ):  # fmt: skip
        shown[name] = getattr(columns, name).tolist()
    shown["vectors"] = columns.vectors.tolist()
    for name in ("speaker", "session", "agent", "project"):
        names = getattr(columns, f"{name}s")
        shown[name] = [None if code == NOTHING else names[code] for code in getattr(columns, name)]
    return shown

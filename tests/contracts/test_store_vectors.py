"""What a store promises about vectors: whose they are, which are missing, and the cache of embedded texts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from recollect.contracts.store import Store
from recollect.model.batch import ANYBODYS, Batch, Vectors
from recollect.model.scope import Scope
from tests.contracts.building import (
    ANA,
    DIM,
    INT8_SIGNATURE,
    OTHER_SIGNATURE,
    SIGNATURE,
    add,
    at,
    columns_of,
    entries,
    record,
    tally,
    vector,
)

Opener = Callable[[], Store]


def test_vectors_come_back_exactly_as_they_were_written(store: Store) -> None:
    rows = [vector(seed) for seed in range(50)]
    records = [record(f"text {n}") for n in range(len(rows))]
    store.write(ANA, Batch(entries=entries(*records, vectors=rows), signature=SIGNATURE))
    columns = columns_of(store)
    assert columns.vectors.dtype == np.float32
    assert np.array_equal(columns.vectors, np.stack(rows))
    assert columns.has_vector.all()


@pytest.mark.parametrize("dim", [1, 3, 2000])
def test_vectors_of_any_size_are_kept(store: Store, dim: int) -> None:
    rows = [vector(seed, dim) for seed in range(3)]
    signature = f"test:wide:{dim}"
    records = [record(str(n)) for n in range(len(rows))]
    store.write(ANA, Batch(entries=entries(*records, vectors=rows), signature=signature))
    assert np.array_equal(columns_of(store, signature=signature).vectors, np.stack(rows))


@pytest.mark.feature("ST-09")
def test_vectors_in_eight_bits_are_four_times_smaller_and_nearly_the_same(store: Store) -> None:
    dim = 256
    rows = [vector(seed, dim) for seed in range(20)]
    exact, coarse = f"test:w:{dim}", f"test:w:{dim}:int8"
    records = [record(str(n)) for n in range(len(rows))]
    store.write(ANA, Batch(entries=entries(*records, vectors=rows), signature=exact))
    size = vector_bytes(store)
    items = tuple(found.item for found in store.scan(ANA))
    store.write_vectors(ANA, Vectors(signature=coarse, items=items, rows=np.stack(rows)))
    assert size == 20 * dim * 4
    assert vector_bytes(store) == 20 * (dim + 4)
    found = columns_of(store, signature=coarse)
    assert found.has_vector.all()
    assert np.allclose(found.vectors, np.stack(rows), atol=0.002)
    assert (np.einsum("ij,ij->i", found.vectors, np.stack(rows)) > 0.999).all()


def vector_bytes(store: Store) -> int:
    with store._database.reading(ANA) as session:  # type: ignore[attr-defined]
        return int(session.one(f"SELECT sum({session.vector_bytes}) FROM vector")[0])


@pytest.mark.feature("ST-07")
def test_vectors_of_two_embedders_are_never_mixed(store: Store) -> None:
    with_a, with_b = add(store, record("a"), record("b"), vectors=True)
    store.write_vectors(ANA, Vectors(signature=OTHER_SIGNATURE, items=(with_b.item,), rows=vector(2)[None, :]))
    assert columns_of(store, signature=SIGNATURE).has_vector.tolist() == [True, False]
    assert columns_of(store, signature=OTHER_SIGNATURE).has_vector.tolist() == [False, True]
    assert columns_of(store, signature="test:unknown:8").has_vector.tolist() == [False, False]
    columns = columns_of(store, signature=None)
    assert columns.vectors.shape == (2, 0)
    assert store.facts(ANA).vectors == {SIGNATURE: 1, OTHER_SIGNATURE: 1}
    assert with_a.item in [item for item, _ in store.pending_vectors(ANA, OTHER_SIGNATURE, limit=9)]


@pytest.mark.feature("ST-07")
def test_what_lacks_a_vector_of_the_embedder_is_pending_oldest_first_until_it_is_written(store: Store) -> None:
    first, second, third = add(store, record("one"), record("two"), record("three"))
    (shared,) = add(store, record("shared", Scope()))
    assert store.pending_count(ANA, SIGNATURE) == 4
    assert [item for item, _ in store.pending_vectors(ANA, SIGNATURE, limit=2)] == [first.item, second.item]
    store.write_vectors(
        ANA, Vectors(signature=SIGNATURE, items=(first.item, third.item), rows=np.stack([vector(1), vector(3)]))
    )
    assert [found.content for _, found in store.pending_vectors(ANA, SIGNATURE, limit=9)] == ["two", "shared"]
    assert store.pending_count(ANA, OTHER_SIGNATURE) == 4
    columns = columns_of(store)
    assert columns.has_vector.tolist() == [True, False, True]
    assert np.array_equal(columns.vectors, np.stack([vector(1), np.zeros(DIM, np.float32), vector(3)]))
    store.write_vectors(Scope(), Vectors(signature=SIGNATURE, items=(shared.item,), rows=vector(4)[None, :]))
    assert store.pending_count(ANA, SIGNATURE) == 1


def test_vectors_of_deleted_or_foreign_items_are_passed_over(store: Store) -> None:
    kept, gone = add(store, record("kept"), record("gone"))
    (foreign,) = add(store, record("foreign", Scope(user="bob")))
    store.delete(ANA, [gone.id], at(1))
    items = (gone.item, kept.item, foreign.item)
    store.write_vectors(ANA, Vectors(signature=SIGNATURE, items=items, rows=np.stack([vector(n) for n in range(3)])))
    assert tally(store, "vector") == 1
    assert np.array_equal(columns_of(store).vectors, vector(1)[None, :])
    assert store.check(ANA, repair=False) == []


def test_a_backfill_of_many_scattered_items_reaches_every_one(open_store: Opener) -> None:
    reading, writing = open_store(), open_store()
    items = [found.item for found in add(writing, *(record(f"text {n}") for n in range(1500)))]
    assert not columns_of(reading).has_vector.any()
    chosen = sorted({*items[::150], *items[400:420:3], items[-1]})
    rows = np.stack([vector(item % 1000) for item in chosen])
    writing.write_vectors(ANA, Vectors(signature=SIGNATURE, items=tuple(chosen), rows=rows))
    columns = columns_of(reading)
    places = [items.index(item) for item in chosen]
    assert np.flatnonzero(columns.has_vector).tolist() == places
    assert np.array_equal(columns.vectors[places], rows)


@pytest.mark.feature("EM-07")
def test_embedded_texts_are_kept_per_tenant_and_embedder_and_the_least_used_go_first(store: Store) -> None:
    for n in range(6):
        store.cache_vectors(ANA, SIGNATURE, {f"h{n}": vector(n)}, now=at(n), entries_max=100)
    found = store.cached_vectors(ANA, SIGNATURE, ["h0", "h5", "nothing"])
    assert set(found) == {"h0", "h5"}
    assert np.array_equal(found["h5"], vector(5))
    assert store.cached_vectors(ANA, OTHER_SIGNATURE, ["h0"]) == {}
    store.cache_vectors(ANA, SIGNATURE, {"h0": vector(0)}, now=at(50), entries_max=100)
    store.cache_vectors(ANA, SIGNATURE, {"h9": vector(9)}, now=at(60), entries_max=3)
    left = store.cached_vectors(ANA, SIGNATURE, [f"h{n}" for n in range(10)])
    assert set(left) == {"h0", "h5", "h9"}
    other = Scope(tenant="other")
    store.cache_vectors(other, SIGNATURE, {"h0": vector(1)}, now=at(70), entries_max=1)
    assert len(store.cached_vectors(ANA, SIGNATURE, [f"h{n}" for n in range(10)])) == 3, "limits are per tenant"


def test_vectors_in_eight_bits_are_cached_in_full(store: Store) -> None:
    store.cache_vectors(ANA, INT8_SIGNATURE, {"h": vector(1)}, now=at(0), entries_max=9)
    assert np.array_equal(store.cached_vectors(ANA, INT8_SIGNATURE, ["h"])["h"], vector(1))


def test_vectors_of_one_embedder_can_be_spared_and_are_told_apart_from_the_pending(store: Store) -> None:
    ours, others, bare = record("ours"), record("others"), record("bare")
    add(store, ours, vectors=True)
    add(store, others, vectors=True, signature=OTHER_SIGNATURE)
    add(store, bare)
    items = tuple(found.item for found in store.scan(ANA))
    third = f"test:third:{DIM}"
    rows = np.stack([vector(seed) for seed in (4, 5, 6)])
    pending = store.pending_vectors(ANA, SIGNATURE, limit=9, items=items[:2])
    assert [found.content for _, found in pending] == ["others"]

    store.write_vectors(ANA, Vectors(signature=third, items=items, rows=rows, sparing=ANYBODYS))
    assert columns_of(store, signature=third).has_vector.tolist() == [False, False, True]
    store.write_vectors(ANA, Vectors(signature=third, items=items, rows=rows, sparing=SIGNATURE))
    assert columns_of(store, signature=third).has_vector.tolist() == [False, True, True]
    assert columns_of(store).has_vector.tolist() == [True, False, False]
    store.write_vectors(ANA, Vectors(signature=third, items=items, rows=rows))
    assert columns_of(store, signature=third).has_vector.all()

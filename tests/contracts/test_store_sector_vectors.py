"""What a store promises about vectors of sectors: whose they are, that they follow their records, which are missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from recollect.contracts.store import Store
from recollect.model.batch import Batch, SectorVectors, Vectors
from recollect.model.record import Record
from recollect.model.scope import Scope
from tests.contracts.building import (
    ANA,
    INT8_SIGNATURE,
    SIGNATURE,
    add,
    at,
    columns_of,
    edit,
    entries,
    execute,
    record,
    tally,
    vector,
)

WIDE = 12
FEELING = f"test:feeling:{WIDE}"
OTHER = f"test:other:{WIDE}"
BOTH = ("emotional", "episodic")
Opener = Callable[[], Store]


def write(store: Store, *records: Record, sector: str = "emotional", signature: str = FEELING, dim: int = WIDE) -> None:
    """Records with their usual vectors, and vectors of a sector for those that are in it."""
    places = [place for place, one in enumerate(records) if sector in one.sectors]
    rows = np.stack([vector(place + 100, dim) for place in places])
    made = SectorVectors(sector=sector, signature=signature, places=places, rows=rows)
    usual = entries(*records, vectors=[vector(place) for place in range(len(records))])
    store.write(records[0].scope, Batch(entries=replace(usual, sector_vectors=(made,)), signature=SIGNATURE))


def found(
    store: Store, sector: str = "emotional", signature: str = FEELING, scope: Scope = ANA
) -> dict[int, Sequence[float]]:
    """Row -> vector."""
    with store.reading(scope, signature=SIGNATURE) as reader:
        rows, vectors = reader.spaces[0].sector_vectors(sector, signature)
        assert vectors.dtype == np.float32
        return dict(zip(rows.tolist(), vectors.tolist(), strict=True))


@pytest.mark.feature("ST-17", "RM-14")
def test_vectors_of_a_sector_lie_beside_the_usual_ones(store: Store) -> None:
    write(store, record("a", sectors=BOTH), record("b", sectors=("semantic",)), record("c", sectors=("emotional",)))
    assert found(store) == {0: vector(100, WIDE).tolist(), 2: vector(102, WIDE).tolist()}
    assert found(store, "episodic") == {}
    columns = columns_of(store)
    assert np.array_equal(columns.vectors[1], vector(1))
    assert columns.sectors.tolist() == [0b01001, 0b00010, 0b01000]
    assert store.facts(ANA).sector_vectors == {FEELING: 2}
    assert store.facts(ANA).vectors == {SIGNATURE: 3}


@pytest.mark.feature("ST-17")
def test_vectors_of_two_embedders_of_a_sector_are_never_mixed(store: Store) -> None:
    write(store, record("a", sectors=BOTH), record("b", sectors=BOTH))
    items = [one.item for one in store.scan(ANA)]
    assert found(store, signature=OTHER) == {}
    given = Vectors(signature=OTHER, items=(items[1],), rows=vector(7, WIDE)[None, :], sector="emotional")
    store.write_vectors(ANA, given)
    assert list(found(store)) == [0]
    assert found(store, signature=OTHER) == {1: vector(7, WIDE).tolist()}
    assert found(store, signature="test:unknown:12") == {}


@pytest.mark.feature("ST-17")
def test_what_is_read_again_follows_what_was_written_changed_and_deleted(store: Store) -> None:
    write(store, *(record(f"a{n}", sectors=BOTH) for n in range(3)))
    assert list(found(store)) == [0, 1, 2]
    write(store, record("b", sectors=("emotional",), seconds=1))
    assert list(found(store)) == [0, 1, 2, 3]
    first = store.get(ANA, ["default-ana-a0"])[0]
    edit(store, first, "changed", seconds=2)  # the new version has no vector of the sector yet
    assert list(found(store)) == [0, 1, 2, 3]
    changed = store.get(ANA, [first.id])[0]
    late = Vectors(signature=FEELING, items=(changed.item,), rows=vector(9, WIDE)[None, :], sector="emotional")
    store.write_vectors(ANA, late)
    assert found(store)[4] == vector(9, WIDE).tolist()
    store.delete(ANA, ["default-ana-a1"], at(3))
    assert len(found(store)) == 4
    store.delete(ANA, [first.id], at(4))  # with both versions
    assert list(found(store).values()) == [vector(102, WIDE).tolist(), vector(100, WIDE).tolist()]
    assert tally(store, "sector_vector") == 2


def test_another_process_sees_the_vectors_of_a_sector(open_store: Opener) -> None:
    one, other = open_store(), open_store()
    write(one, record("a", sectors=BOTH))
    assert list(found(other)) == [0]
    write(one, record("b", sectors=BOTH, seconds=1))
    assert list(found(other)) == [0, 1]


def test_eight_bits_and_other_spaces_are_kept_apart(store: Store) -> None:
    bob = Scope(user="bob")
    write(store, record("a", sectors=BOTH), signature=INT8_SIGNATURE, dim=8)
    write(store, record("b", bob, sectors=BOTH), record("c", bob, sectors=BOTH), signature=INT8_SIGNATURE, dim=8)
    mine = found(store, signature=INT8_SIGNATURE)
    assert list(mine) == [0]
    assert np.allclose(mine[0], vector(100), atol=0.01)
    with store.reading(bob, signature=SIGNATURE) as reader:
        rows, vectors = reader.spaces[0].sector_vectors("emotional", INT8_SIGNATURE)
    assert rows.tolist() == [0, 1]
    assert vectors.shape == (2, 8)


@pytest.mark.feature("ST-17")
def test_what_is_missing_is_counted_and_listed_for_each_sector(store: Store) -> None:
    write(store, record("a", sectors=BOTH), record("b", sectors=("semantic",)))
    add(store, record("c", Scope(user="bob"), sectors=("reflective", "emotional")))
    assert store.pending_count(ANA, FEELING, sector="emotional") == 1
    assert [one.content for _, one in store.pending_vectors(ANA, FEELING, limit=9, sector="emotional")] == ["c"]
    assert [one.content for _, one in store.pending_vectors(ANA, OTHER, limit=9, sector="emotional")] == ["a", "c"]
    assert len(store.pending_vectors(ANA, OTHER, limit=1, sector="emotional")) == 1
    assert store.pending_count(ANA, FEELING, sector="procedural") == 0
    assert store.pending_count(Scope(tenant="other"), FEELING, sector="emotional") == 0


@pytest.mark.feature("ST-17")
def test_the_check_finds_vectors_of_sectors_without_a_record_or_of_the_wrong_size(store: Store) -> None:
    write(store, record("a", sectors=BOTH), record("b", sectors=BOTH))
    first, second = [one.item for one in store.scan(ANA)]
    assert store.check(ANA, repair=False) == []
    execute(store, "UPDATE sector_vector SET item = ? WHERE item = ?", (second + 50, first))
    with store._database.writing(ANA) as session:  # type: ignore[attr-defined]
        other = session.one("SELECT id FROM embedder WHERE signature = ?", (SIGNATURE,))[0]
    execute(store, "UPDATE sector_vector SET embedder = ? WHERE item = ?", (other, second))
    problems = store.check(ANA, repair=True)
    assert {(one.code, one.count, one.repaired) for one in problems} == {("vectors", 1, True), ("vector_size", 1, True)}
    assert store.check(ANA, repair=False) == []
    assert tally(store, "sector_vector") == 0

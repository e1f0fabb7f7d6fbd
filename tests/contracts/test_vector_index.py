"""What every vector tier does, and that it stays in step with the store whatever happens in between."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recollect import registry
from recollect.contracts.store import Store
from recollect.contracts.vector_index import Cleaning, VectorIndex
from recollect.engine.vectors.tier import PIECE, VectorTier
from recollect.errors import TierFailed
from recollect.model.batch import Vectors
from recollect.model.scope import Scope
from recollect.model.tier import Mark, Points, TierSpace
from tests.contracts.building import ANA, DIM, OTHER_SIGNATURE, SIGNATURE, add, at, edit, execute, record, vector

LIVE = "RECOLLECT_TEST_QDRANT"
KINDS = (
    "sqlite-vec",
    *(pytest.param(name, marks=pytest.mark.postgres) for name in ("pgvector", "pgvector-graph", "pgvector-half")),
    "qdrant",
    "qdrant-server",
)
"""`pgvector`: compared exactly, as small spaces are; `-graph` and `-half`: every space lies in the graph."""
BO = Scope(user="bo")
FOREIGN = Scope(tenant="other", user="ana")
Made = Callable[[Store], VectorIndex]


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Store]:
    with closing(registry.store(str(tmp_path / "memory.db"), {})) as opened:
        yield opened


@pytest.fixture(params=KINDS)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Made]:
    """Opens the tier of a store; again, it is the same one, as after a restart."""
    if request.param == "qdrant-server" and not os.environ.get(LIVE):
        pytest.skip(f"{LIVE} names no running Qdrant")
    with ExitStack() as stack:

        def open_index(store: Store) -> VectorIndex:
            if request.param == "sqlite-vec":
                made = registry.vector_index("sqlite-vec", {"path": tmp_path / "memory.db"})
            elif request.param.startswith("pgvector"):
                stack.enter_context(closing(registry.store(request.getfixturevalue("postgres_store_url"), {})))
                options = {"url": request.getfixturevalue("postgres_store_url"), "timeout_s": 10}
                if request.param != "pgvector":
                    options |= {"exact_max": 0, "quantization": "half" if "half" in request.param else "none"}
                made = registry.vector_index("pgvector", options)
            else:
                live = request.param == "qdrant-server"
                url = os.environ[LIVE] if live else f"path:{tmp_path / 'qdrant'}"
                collection = f"test_{os.getpid()}_{tmp_path.name}"
                options = {"url": url, "store": store.identity(), "collection": collection, "timeout_s": 10}
                made = registry.vector_index("qdrant", options)
            return stack.enter_context(closing(made))

        yield open_index


@pytest.fixture
def index(opened: Made, source: Store) -> VectorIndex:
    return opened(source)


def space(store: Store, scope: Scope = ANA, signature: str = SIGNATURE) -> TierSpace:
    [stamp] = [stamp for stamp in store.stamps(scope) if stamp.user == scope.user]
    return TierSpace(tenant=scope.tenant, space=stamp.space, signature=signature)


def points(*numbers: int, of: int = 1, layer: str = "memory") -> Points:
    return Points(
        items=[(of << 32) | number for number in numbers],
        vectors=np.stack([vector(number) for number in numbers]),
        payloads=[payload(number, layer) for number in numbers],
    )


def payload(number: int, layer: str) -> dict[str, Any]:
    return {
        "memoryId": f"m{number}",
        "apiKeyId": "ana",
        "sessionId": None,
        "key": f"k{number}",
        "content": f"text {number}",
        "metadata": {},
        "createdAtUnix": 1000 + number,
        "expiresAtUnix": 5000 if number == 3 else None,
        "layer": layer,
    }


HERE = TierSpace(tenant="default", space=1, signature=SIGNATURE)


@pytest.mark.feature("ST-11")
def test_the_nearest_are_found_with_their_cosines_and_the_mark(index: VectorIndex) -> None:
    index.put(HERE, points(*range(1, 21)))
    mark = Mark(epoch=7 << 50, generation=3)
    index.move(HERE, mark)
    found = index.search(HERE, vector(5), 4)
    exact = sorted(((float(vector(5) @ vector(n)), n) for n in range(1, 21)), reverse=True)[:4]
    assert (found.items & 0xFFFFFFFF).tolist() == [number for _, number in exact]
    assert np.allclose(found.scores, [score for score, _ in exact], atol=1e-5)
    assert found.mark == mark == index.mark(HERE)
    assert index.count(HERE) == 20


def test_a_vector_of_zeros_is_near_to_nothing_and_nothing_to_it(index: VectorIndex) -> None:
    zeros = replace(points(1), vectors=np.zeros((1, DIM), np.float32))
    index.put(HERE, zeros)
    index.put(HERE, points(2))
    index.move(HERE, Mark(epoch=7, generation=3))
    found = index.search(HERE, vector(2), 4)
    assert dict(zip((found.items & 0xFF).tolist(), found.scores.tolist(), strict=True)) == pytest.approx({1: 0, 2: 1})
    assert index.search(HERE, np.zeros(DIM, np.float32), 4).scores.tolist() == [0, 0]


def test_putting_twice_is_putting_once_and_the_later_vector_counts(index: VectorIndex) -> None:
    index.put(HERE, points(1, 2, 3))
    moved = points(1, 2)
    index.put(HERE, Points(items=moved.items, vectors=moved.vectors[::-1].copy(), payloads=moved.payloads))
    assert index.count(HERE) == 3
    assert index.search(HERE, vector(2), 1).items.tolist() == [(1 << 32) | 1]
    assert np.allclose(index.vectors(HERE, [(1 << 32) | 1, (1 << 32) | 99]), [vector(2), np.zeros(DIM)], atol=1e-6)


def test_what_is_removed_is_gone_and_removing_it_again_is_nothing(index: VectorIndex) -> None:
    index.put(HERE, points(1, 2, 3))
    for _ in range(2):
        index.remove(HERE, [(1 << 32) | 2, (1 << 32) | 77])
    assert index.items(HERE) == {(1 << 32) | 1: "memory", (1 << 32) | 3: "memory"}


@pytest.mark.feature("SC-06")
@pytest.mark.parametrize("tenant, number", [("other", 1), ("default", 2), ("other", 2)])
def test_nobody_finds_counts_or_drops_what_is_another_tenants_or_users(
    index: VectorIndex, tenant: str, number: int
) -> None:
    elsewhere = TierSpace(tenant=tenant, space=number, signature=SIGNATURE)
    index.put(HERE, points(1, 2, 3))
    index.move(HERE, Mark(epoch=0, generation=1))
    assert index.search(elsewhere, vector(1), 10).items.tolist() == []
    assert (index.count(elsewhere), index.mark(elsewhere)) == (0, None)
    index.drop(elsewhere)
    assert index.count(HERE) == 3
    assert index.spaces("default") == [HERE]
    assert index.spaces("other") == []


def test_only_the_layers_that_were_asked_for_are_found(index: VectorIndex) -> None:
    index.put(HERE, points(1, 2, layer="turn"))
    index.put(HERE, points(3, layer="memory"))
    assert index.search(HERE, vector(1), 10, layers=["memory"]).items.tolist() == [(1 << 32) | 3]
    assert len(index.search(HERE, vector(1), 10, layers=["memory", "turn"]).items) == 3


def test_embedders_of_other_dimensions_stay_apart(index: VectorIndex) -> None:
    wide = TierSpace(tenant="default", space=1, signature="test:wide:16")
    index.put(HERE, points(1))
    index.put(wide, Points(items=[(1 << 32) | 2], vectors=vector(2, 16)[None], payloads=[payload(2, "memory")]))
    assert index.search(wide, vector(2, 16), 5).items.tolist() == [(1 << 32) | 2]
    assert index.search(HERE, vector(1), 5).items.tolist() == [(1 << 32) | 1]


def test_a_dropped_space_leaves_neither_points_nor_mark(index: VectorIndex) -> None:
    index.put(HERE, points(1, 2))
    index.move(HERE, Mark(epoch=0, generation=1))
    index.drop(HERE)
    assert (index.count(HERE), index.mark(HERE), index.spaces("default")) == (0, None, [])


@pytest.mark.feature("ST-13")
def test_a_healthy_tier_says_so_and_how_long_it_took(index: VectorIndex) -> None:
    found = index.health()
    assert found.ok
    assert found.latency_ms is not None
    assert found.error is None


# --- following a store ------------------------------------------------------------------------------------------------


def same(index: VectorIndex, store: Store, scope: Scope) -> bool:
    """The tier holds the store's vectors, and each is the store's."""
    here = space(store, scope)
    items = store.vector_items(scope, here)
    ours, theirs = store.vectors_at(scope, here, list(items)), index.vectors(here, list(items))
    return items == index.items(here) and np.allclose(ours, theirs, atol=1e-5)


def test_a_tier_takes_in_what_is_written_changed_and_deleted(index: VectorIndex, source: Store) -> None:
    tier = VectorTier(index, source)
    made = add(source, *(record(f"text {n}") for n in range(5)), vectors=True)
    add(source, record("shared", Scope(), id="s"), vectors=True)
    add(source, record("elsewhere", FOREIGN, id="f"), vectors=True)
    assert tier.follow(ANA, SIGNATURE) == 6
    assert same(index, source, ANA)
    assert index.spaces("other") == []
    source.delete(ANA, [made[1].id], at(9))
    add(source, record("later"), vectors=True)
    assert tier.follow(ANA, SIGNATURE) > 0
    assert same(index, source, ANA)
    assert index.count(space(source)) == 5
    assert tier.follow(ANA, SIGNATURE) == 0


def test_a_write_larger_than_a_piece_arrives_whole(index: VectorIndex, source: Store) -> None:
    add(source, *(record(f"text {n}", id=f"r{n}") for n in range(PIECE + 50)), vectors=True)
    assert VectorTier(index, source).follow(ANA, SIGNATURE) == PIECE + 50
    assert same(index, source, ANA)


@pytest.mark.parametrize("dies_in", ["put", "remove", "move"])
def test_a_tier_that_fails_midway_has_everything_after_the_next_try(
    index: VectorIndex, source: Store, monkeypatch: pytest.MonkeyPatch, dies_in: str
) -> None:
    made = add(source, *(record(f"text {n}") for n in range(8)), vectors=True)
    VectorTier(index, source).follow(ANA, SIGNATURE)
    source.delete(ANA, [made[0].id], at(5))
    add(source, record("new one"), vectors=True)

    def die(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(index, dies_in, die)
        with pytest.raises(KeyboardInterrupt):
            VectorTier(index, source).follow(ANA, SIGNATURE)
    VectorTier(index, source).follow(ANA, SIGNATURE)
    assert same(index, source, ANA)


def test_a_restored_store_makes_the_tier_begin_anew(index: VectorIndex, source: Store) -> None:
    add(source, record("one"), record("two"), vectors=True)
    VectorTier(index, source).follow(ANA, SIGNATURE)
    here = space(source)
    index.put(here, points(999, of=here.space))  # what a lost time line had written
    execute(source, "UPDATE space SET epoch = ?", (4711,))
    VectorTier(index, source).follow(ANA, SIGNATURE)
    assert same(index, source, ANA)


@pytest.mark.parametrize("ahead", [True, False], ids=["ahead", "the same numbers"])
def test_a_tier_of_another_copy_of_the_store_begins_anew(index: VectorIndex, source: Store, ahead: bool) -> None:
    add(source, record("one"), record("two"), vectors=True)
    VectorTier(index, source).follow(ANA, SIGNATURE)
    here, [stamp] = space(source), source.stamps(ANA)
    followed = index.mark(here)
    assert followed is not None
    if not ahead and not followed.newest:
        pytest.skip("it lies in the store's own database")
    index.put(here, points(999, of=here.space))  # what the lost copy had written
    index.move(here, replace(followed, generation=followed.generation + ahead, newest="" if ahead else "2:lost"))
    tier = VectorTier(index, source)
    assert tier.search(ANA, SIGNATURE, [stamp], vector(1), 3)[here.space].mark is None
    tier.follow(ANA, SIGNATURE)
    assert same(index, source, ANA)
    tier.close()


def test_a_store_vouches_for_a_mark_whose_newest_item_was_edited_or_deleted_since(source: Store) -> None:
    [first, last] = add(source, record("one"), record("two"), vectors=True)
    here = space(source)
    changes = source.vector_changes(ANA, here, None, limit=9)
    assert changes is not None
    assert changes.mark.newest.startswith(f"{last.item}:")
    edit(source, last, "three", seconds=5)
    assert source.vouches(ANA, here, changes.mark)
    source.delete(ANA, [last.id], at(9))
    assert source.vouches(ANA, here, changes.mark)
    assert not source.vouches(ANA, here, replace(changes.mark, newest=f"{first.item}:other"))
    assert not source.vouches(ANA, here, replace(changes.mark, newest=f"{last.item + 7}:lost"))


def test_an_erased_space_leaves_the_tier(index: VectorIndex, source: Store) -> None:
    add(source, record("mine"), vectors=True)
    add(source, record("his", BO), vectors=True)
    tier = VectorTier(index, source)
    tier.follow(ANA, SIGNATURE)
    gone = space(source)
    source.erase(ANA, at(5))
    tier.follow(ANA, SIGNATURE)
    assert index.count(gone) == 0
    assert index.spaces("default") == [space(source, BO)]


def test_a_process_that_never_knew_the_tier_drops_what_was_erased_too(index: VectorIndex, source: Store) -> None:
    add(source, record("mine"), vectors=True)
    VectorTier(index, source).follow(ANA, SIGNATURE)
    gone = space(source)
    source.erase(ANA, at(5))
    VectorTier(index, source).settle(ANA)
    assert (index.count(gone), index.spaces("default")) == (0, [])


@pytest.mark.feature("ST-04")
@pytest.mark.parametrize("away", [True, False], ids=["away meanwhile", "asked meanwhile"])
def test_what_was_erased_goes_when_the_tier_is_asked_again(
    index: VectorIndex, source: Store, monkeypatch: pytest.MonkeyPatch, away: bool
) -> None:
    add(source, record("mine"), vectors=True)
    add(source, record("his", BO), vectors=True)
    with closing(VectorTier(index, source, probe_s=3600)) as tier:
        tier.follow(ANA, SIGNATURE)
        gone = space(source)
        source.erase(ANA, at(5))
        if away:
            with monkeypatch.context() as down:
                down.setattr(index, "drop", _fail)
                with pytest.raises(TierFailed):
                    tier.follow(ANA, SIGNATURE)
        assert tier.probe()
        tier.follow(ANA, SIGNATURE)
        assert (index.count(gone), index.spaces("default")) == (0, [space(source, BO)])
        monkeypatch.setattr(index, "close", lambda: None)


def _fail(*_: Any) -> None:
    raise TierFailed("it is away")


def test_a_process_that_ends_leaves_nothing_of_what_was_erased_in_any_tenant_it_followed(
    index: VectorIndex, source: Store
) -> None:
    for scope in (ANA, FOREIGN):
        add(source, record("mine", scope, id=f"in {scope.tenant}"), vectors=True)
    tier = VectorTier(index, source)
    for scope in (ANA, FOREIGN):
        tier.follow(scope, SIGNATURE)
        source.erase(scope, at(5))
    tier.settle()
    assert [index.spaces(tenant) for tenant in ("default", "other")] == [[], []]


def test_vectors_of_an_embedder_that_nothing_is_left_of_go(index: VectorIndex, source: Store) -> None:
    made = add(source, record("mine"), vectors=True)
    tier = VectorTier(index, source)
    tier.follow(ANA, SIGNATURE)
    source.write_vectors(
        ANA, Vectors(signature=OTHER_SIGNATURE, items=(made[0].item,), rows=vector(3)[None].astype(np.float32))
    )
    tier.follow(ANA, OTHER_SIGNATURE)
    assert index.spaces("default") == [space(source, signature=OTHER_SIGNATURE)]
    assert index.count(space(source)) == 0


def test_a_tier_opened_again_goes_on_where_it_was(opened: Made, source: Store) -> None:
    add(source, record("one"), vectors=True)
    first = opened(source)
    VectorTier(first, source).follow(ANA, SIGNATURE)
    first.close()
    again = opened(source)
    assert again.mark(space(source)) is not None
    add(source, record("two"), vectors=True)
    assert VectorTier(again, source).follow(ANA, SIGNATURE) == 1
    assert same(again, source, ANA)


@pytest.mark.feature("ST-11")
def test_cleaning_up_counts_first_and_takes_what_expired_or_is_too_old(index: VectorIndex) -> None:
    if not isinstance(index, Cleaning):
        pytest.skip("keeps no times")
    index.put(HERE, points(1, 2, 3, 4))
    index.put(TierSpace(tenant="other", space=9, signature=SIGNATURE), points(3, of=9))
    assert index.cleanup("default", now_s=4999, created_before_s=None) == 0
    assert index.cleanup("default", now_s=5000, created_before_s=1002, dry_run=True) == 2
    assert index.count(HERE) == 4
    assert index.cleanup("default", now_s=5000, created_before_s=1002) == 2
    assert sorted(item & 0xFF for item in index.items(HERE)) == [2, 4]
    assert index.count(TierSpace(tenant="other", space=9, signature=SIGNATURE)) == 1

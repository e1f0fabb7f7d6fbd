"""Columns brought up to date step by step are those of a fresh load, whatever happened in between."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recollect.contracts.store import Store
from recollect.model.batch import Vectors
from recollect.model.columns import Columns
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.rules.text import ANALYSER_VERSION
from tests.contracts.building import (
    ANA,
    INT8_SIGNATURE,
    OTHER_SIGNATURE,
    SIGNATURE,
    add,
    archive,
    at,
    columns_of,
    edit,
    entries,
    named,
    plain,
    record,
    vector,
)

Opener = Callable[[], Store]
SIGNATURES = (SIGNATURE, OTHER_SIGNATURE, INT8_SIGNATURE, None)
WORDS = ("apple", "pear", "plum", "fig")
tenants = count()

small = st.integers(0, 5)
few = st.lists(small, min_size=1, max_size=4)
parts = st.lists(st.tuples(small, small, st.booleans()), min_size=1, max_size=4)
actions = {
    "add": parts,
    "edit": small,
    "archive": small,
    "delete": few,
    "revive": small,
    "vectors": st.tuples(st.integers(0, 2), few),
}
rare_actions = {"many": st.integers(65, 80), "reindex": st.none()}
"""`many` is more than is linked one by one; after a `reindex` everything is loaded anew, which hides mistakes."""


@st.composite
def steps(draw: st.DrawFn) -> list[tuple[str, object, str | bool | None]]:
    """What is done, to what, and which columns a reader looks at afterwards (False: none)."""
    names = draw(st.lists(st.sampled_from([*list(actions) * 4, *rare_actions]), min_size=3, max_size=14))
    all_actions = actions | rare_actions
    return [(name, draw(all_actions[name]), draw(st.sampled_from([False, *SIGNATURES]))) for name in ["add", *names]]


class Life:
    """One space and what a test does to it."""

    def __init__(self, store: Store, scope: Scope) -> None:
        self.store = store
        self.scope = scope
        self.clock = count(1)
        self.current: list[Record] = []
        self.deleted: list[str] = []

    def pick(self, number: int) -> Record | None:
        return self.current[number % len(self.current)] if self.current else None

    def make(self, kind: int, place: int, number: int) -> Record:
        """A memory, or a turn of one of two sessions, now and then at a place of its own choice."""
        text = f"{WORDS[place % 4]} {WORDS[number % 4]} {number}"
        session = None if kind == 0 else f"s{kind % 2}"
        scope = replace(self.scope, session=session, agent=f"a{kind}" if kind > 3 else None)
        return record(
            text,
            scope,
            id=str(number),
            seconds=number,
            layer="turn" if session else "memory",
            position=place if kind == 5 else 0,
            speaker=("Ana", "Bob", None)[place % 3],
            occurred_at=at(-place) if place % 2 else None,
            expires_at=at(place) if place == 4 else None,
        )

    def add(self, parts: list[tuple[int, int, bool]]) -> None:
        for with_vector in (False, True):
            records = [self.make(kind, place, next(self.clock)) for kind, place, has in parts if has is with_vector]
            if records:
                self.current += add(self.store, *records, vectors=with_vector)

    def many(self, number: int) -> None:
        self.current += add(self.store, *(self.make(1, 0, next(self.clock)) for _ in range(number)), vectors=True)

    def edit(self, number: int) -> None:
        old = self.pick(number)
        if old is not None:
            self.current.remove(old)
            self.current.append(edit(self.store, old, f"fig {next(self.clock)}", seconds=next(self.clock)))

    def archive(self, number: int) -> None:
        old = self.pick(number)
        if old is not None:
            self.current.remove(old)
            archive(self.store, old, seconds=next(self.clock))

    def delete(self, numbers: list[int]) -> None:
        chosen = {found.id for number in numbers if (found := self.pick(number))}
        self.store.delete(self.scope, sorted(chosen), at(next(self.clock)))
        self.deleted += sorted(chosen)
        self.current = [found for found in self.current if found.id not in chosen]

    def revive(self, number: int) -> None:
        if self.deleted:
            id = self.deleted.pop(number % len(self.deleted))
            self.current += add(self.store, replace(self.make(1, 0, next(self.clock)), id=id))

    def vectors(self, chosen: tuple[int, list[int]]) -> None:
        signature, numbers = SIGNATURES[chosen[0]], chosen[1]
        assert signature is not None
        items = sorted({found.item for number in numbers if (found := self.pick(number))})
        if items:
            rows = np.stack([vector(next(self.clock)) for _ in items])
            self.store.write_vectors(self.scope, Vectors(signature=signature, items=tuple(items), rows=rows))

    def reindex(self, _: None) -> None:
        self.store.replace_index(self.scope, entries(*self.store.scan(self.scope)), analyser_version=ANALYSER_VERSION)


def see(store: Store, scope: Scope, signature: str | None) -> dict[str, object]:
    with store.reading(scope, signature=signature) as reader:
        if not reader.spaces:
            return {}
        space = reader.spaces[0]
        rows = reader.records(space.columns.items(range(len(space.columns))))
        postings = named(reader, space.postings(["appl", "pear", "plum", "fig"]))
        return plain(space.columns) | {"postings": postings, "records": sorted(rows.items())}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(life_of=steps())
def test_columns_kept_up_to_date_are_those_of_a_fresh_load(
    open_store: Opener, opened: tuple[Store, Store], life_of: list[tuple[str, object, str | bool | None]]
) -> None:
    """`reading` sees every change through the database only, as another process would."""
    reading, writing = opened
    life = Life(writing, Scope(tenant=f"tenant{next(tenants)}", user="ana"))
    for action, argument, look in life_of:
        getattr(life, action)(argument)
        if not isinstance(look, bool):
            see(reading, life.scope, look)
    fresh = open_store()
    for signature in SIGNATURES:
        expected = see(fresh, life.scope, signature)
        assert see(reading, life.scope, signature) == expected
        assert see(writing, life.scope, signature) == expected
    fresh.close()
    assert writing.check(life.scope, repair=False) == []


def test_what_a_caller_writes_into_a_record_is_not_shown_to_the_next(store: Store) -> None:
    [apple] = add(store, record("apple", metadata={"colour": "green"}))
    for _ in range(2):
        with store.reading(ANA, signature=None) as reader:
            assert len(reader.spaces[0].columns) == 1
            found = reader.records([apple.item])[apple.item]
        assert found.metadata == {"colour": "green"}
        found.metadata["colour"] = "red"


def test_a_counted_recall_shows_in_a_row_that_was_read_before(store: Store) -> None:
    [apple] = add(store, record("apple"))

    def read() -> Record:
        with store.reading(ANA, signature=None) as reader:
            assert len(reader.spaces[0].columns) == 1
            return reader.records([apple.item])[apple.item]

    assert read().access_count == 0
    store.touch(ANA, [apple.id, apple.id], at(60), boost=0.1)
    assert (read().access_count, read().last_accessed_at, read().strength_at) == (2, at(60), at(60))
    assert [read()] == store.get(ANA, [apple.id])


@pytest.fixture
def opened(open_store: Opener) -> tuple[Store, Store]:
    return open_store(), open_store()


def test_columns_given_out_never_change_when_the_space_does(store: Store) -> None:
    talk = Scope(user="ana", session="s")
    given: list[tuple[Columns, dict[str, object]]] = []

    def look() -> None:
        columns = columns_of(store)
        given.append((columns, plain(columns)))

    first, second, *_ = add(store, *(record(f"turn {n}", talk, layer="turn") for n in range(9)), vectors=True)
    look()
    add(store, record("one more", talk, layer="turn"), vectors=True)
    look()
    add(store, record("and one", talk, layer="turn"), vectors=True)
    look()
    archive(store, second, seconds=5)
    look()
    store.write_vectors(ANA, Vectors(signature=SIGNATURE, items=(first.item,), rows=vector(99)[None, :]))
    look()
    store.delete(ANA, [first.id], at(6))
    look()
    assert [plain(columns) for columns, _ in given] == [shown for _, shown in given]
    assert len({str(shown) for _, shown in given}) == len(given)


def test_an_edit_of_an_old_item_leaves_all_other_vectors_as_they_are(open_store: Opener) -> None:
    reading, writing = open_store(), open_store()
    old, *_ = add(writing, *(record(f"text {n}") for n in range(3000)), vectors=True)
    before = columns_of(reading)
    edit(writing, old, "changed", seconds=1)
    after = columns_of(reading)
    assert len(after) == len(before) + 1
    assert np.array_equal(after.vectors[:3000], before.vectors)
    assert after.has_vector.tolist() == [True] * 3000 + [False]


def test_a_small_cache_forgets_spaces_and_still_answers(open_store: Opener) -> None:
    store = open_store()
    store._snapshots._bytes_max = 20_000  # type: ignore[attr-defined]
    scopes = [Scope(user=f"user{n}") for n in range(5)]
    for scope in scopes:
        add(store, *(record(f"apple {n}", scope) for n in range(100)), vectors=True)
    for _ in range(2):
        for scope in scopes:
            assert len(columns_of(store, scope)) == 100
    assert len(store._snapshots._held) < 5  # type: ignore[attr-defined]


def test_many_threads_may_write_change_and_read_at_once(open_store: Opener) -> None:
    """Two store objects stand for two processes; every thread works on the same two spaces in another order."""
    stores = (open_store(), open_store())
    scopes = (ANA, Scope())
    for scope in scopes:
        add(stores[0], *(record(f"base {n}", scope, id=f"{scope.user}-base-{n}") for n in range(20)))
    start = threading.Barrier(6)

    def work(worker: int) -> None:
        store = stores[worker % 2]
        start.wait()
        for n in range(15):
            scope = scopes[(worker + n) % 2]
            written = add(store, record(f"apple {worker} {n}", scope), vectors=True)
            base = [found for other in scopes for found in store.get(other, [f"{other.user}-base-{n}"])]
            store.touch(scope, [found.id for found in (base if worker % 3 else base[::-1])], at(n))
            row = vector(n)[None, :]
            store.write_vectors(scope, Vectors(signature=OTHER_SIGNATURE, items=(written[0].item,), rows=row))
            store.cache_vectors(
                scope, SIGNATURE, {f"{m % 7}": vector(m) for m in range(n, n + 5)}, now=at(n), entries_max=5
            )
            if n % 5 == 4:
                store.delete(scope, [written[0].id, f"{scopes[worker % 2].user}-base-{worker}"], at(n))
            if n % 7 == 6:
                store.check(scope, repair=True)
            assert columns_of(store, scope).generation > 0

    with ThreadPoolExecutor(6) as pool:
        for done in [pool.submit(work, worker) for worker in range(6)]:
            done.result(timeout=120)
    fresh = open_store()
    assert fresh.check(ANA, repair=False) == []
    apples = [found for found in fresh.scan(ANA, everyone=True) if found.content.startswith("apple")]
    assert len(apples) == 6 * 12
    for scope in scopes:
        assert see(stores[0], scope, SIGNATURE) == see(fresh, scope, SIGNATURE)


def test_times_in_columns_are_those_of_python_to_the_last_bit(store: Store) -> None:
    """A moment would otherwise be before itself, and a search that begins with it would miss it."""
    made = add(store, *(record(f"n{number}", seconds=number * 0.001) for number in range(200)))
    columns = columns_of(store)
    times = [one.created_at.timestamp() for one in made]
    assert columns.time.tolist() == columns.created.tolist() == columns.strength_at.tolist() == times
    store.touch(ANA, [made[7].id], at(3.007))
    assert columns_of(store).strength_at[7] == at(3.007).timestamp()

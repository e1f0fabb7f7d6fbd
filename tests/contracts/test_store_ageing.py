"""What a store promises about recalls, old records, periodic jobs and erasing; the same for every database."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.contracts.store import Store
from recollect.errors import JobTaken
from recollect.model.batch import Batch, Decided
from recollect.model.decision import Decision, OpenConflict
from recollect.model.ids import content_hash
from recollect.model.job import Job
from recollect.model.query import Filter
from recollect.model.record import Edge
from recollect.model.scope import Scope
from tests.contracts.building import ANA, SIGNATURE, add, archive, at, columns_of, edit, execute, record, tally, vector

Opener = Callable[[], Store]
BOB = Scope(user="bob")
ELSEWHERE = Scope(tenant="other", user="ana")
DAY = 86_400


# --- recalls --------------------------------------------------------------------------------------------------------


@pytest.mark.feature("LC-03")
def test_a_recall_adds_to_what_is_left_of_a_strength(store: Store) -> None:
    slow, fast, full = add(
        store,
        record("slow", strength=0.5, decay_rate=0.005),
        record("fast", strength=0.5, decay_rate=0.02),
        record("full", strength=0.97, decay_rate=0.0),
    )
    generation = columns_of(store).generation
    store.touch(ANA, [slow.id, fast.id, fast.id, full.id], at(30 * DAY), boost=0.1)
    found = store.get(ANA, [slow.id, fast.id, full.id])
    assert [round(one.strength, 4) for one in found] == [0.5304, 0.4744, 1.0]
    assert [one.strength for one in found[:2]] == [
        pytest.approx(0.5 * math.exp(-0.15) + 0.1, abs=1e-12),
        pytest.approx(0.5 * math.exp(-0.6) + 0.2, abs=1e-12),
    ]
    assert {one.strength_at for one in found} == {at(30 * DAY)}
    assert [(one.version, one.access_count, one.original_strength) for one in found] == [
        (1, 1, slow.original_strength),
        (1, 2, fast.original_strength),
        (1, 1, full.original_strength),
    ]
    assert columns_of(store).generation == generation


@pytest.mark.feature("LC-03")
def test_columns_held_by_this_process_know_the_recall_at_once(store: Store) -> None:
    made = add(store, *(record(f"r{n}") for n in range(5)))
    held = columns_of(store)
    store.touch(ANA, [made[3].id, made[1].id], at(60), boost=0.25)
    assert columns_of(store) is held, "no search has to build anything anew"
    assert columns_of(store).strength.tolist() == [0.5, 0.75, 0.5, 0.75, 0.5]
    assert columns_of(store).strength_at.tolist()[1] == pytest.approx(at(60).timestamp())


def test_a_recall_of_what_is_gone_or_somebody_elses_changes_nothing(store: Store) -> None:
    (mine,) = add(store, record("mine"))
    (theirs,) = add(store, record("theirs", ELSEWHERE))
    store.delete(ANA, [mine.id], at(1))
    store.touch(ANA, [mine.id, theirs.id], at(2), boost=0.1)
    assert store.get(ELSEWHERE, [theirs.id])[0].strength == 0.5


def test_a_recall_of_what_was_edited_since_counts_for_what_took_its_place(store: Store) -> None:
    (old,) = add(store, record("old", strength=0.5, decay_rate=0.0))
    held = columns_of(store)
    new = edit(store, old, "new", seconds=1)
    assert columns_of(store) is not held
    store.touch(ANA, [old.id, old.id], at(2), boost=0.125)
    found = {one.version: one for one in store.versions(ANA, old.id)}
    assert [(found[n].strength, found[n].access_count) for n in (1, 2)] == [(0.5, 0), (0.75, 2)]
    assert columns_of(store).strength.tolist()[-1] == 0.75
    assert found[2].id == new.id


# --- what is old ----------------------------------------------------------------------------------------------------


def test_active_records_come_page_by_page_without_what_they_say(store: Store) -> None:
    first, second, third = add(
        store,
        record("first", Scope(user="ana", agent="bot"), strength=0.25, decay_rate=0.5, expires_at=at(99)),
        record("second", layer="turn"),
        record("third"),
    )
    archive(store, second, seconds=5)
    add(store, record("other", BOB))
    page = store.ageing(ANA, now=None, cutoffs={}, after=0, limit=1)
    (one,) = page
    assert (one.id, one.layer, one.agent, one.strength, one.decay_rate, one.expires_at) == (
        first.id, "memory", "bot", 0.25, 0.5, at(99),
    )  # fmt: skip
    rest = store.ageing(ANA, now=None, cutoffs={}, after=one.item, limit=9)
    assert [other.id for other in rest] == [third.id]
    assert store.ageing(Scope(user="nobody"), now=None, cutoffs={}, after=0, limit=9) == []


def test_only_what_is_over_comes_when_that_is_asked(store: Store) -> None:
    add(
        store,
        record("expired", expires_at=at(10)),
        record("not yet", expires_at=at(11)),
        record("old turn", layer="turn", seconds=-1),
        record("young turn", layer="turn"),
        record("old memory", seconds=-1),
    )
    found = store.ageing(ANA, now=at(10), cutoffs={"turn": at(0)}, after=0, limit=9)
    assert [one.id.rpartition("-")[2] for one in found] == ["expired", "old turn"]


@pytest.mark.feature("LC-06")
@pytest.mark.parametrize("seconds, shown", [(-0.000001, False), (0, True), (1, True)])
def test_a_cutoff_hides_what_was_made_before_it_to_the_microsecond(store: Store, seconds: float, shown: bool) -> None:
    add(store, record("x", seconds=seconds), record("turn", layer="turn", seconds=-9))
    wanted = Filter(cutoffs={"memory": at(0)})
    found = {one.content for one in store.list(ANA, wanted, now=at(5), limit=9, offset=0)}
    assert ("x" in found) is shown
    assert "turn" in found, "another layer"
    assert store.count(ANA, wanted, now=at(5)) == 1 + shown
    everything = replace(wanted, include_expired=True)
    assert store.count(ANA, everything, now=at(5)) == 2


def test_what_is_archived_is_too_old_for_nobody(store: Store) -> None:
    (old,) = add(store, record("old", seconds=-9))
    archive(store, old, seconds=1)
    wanted = Filter(cutoffs={"memory": at(0)}, statuses=("archived",))
    assert [one.id for one in store.list(ANA, wanted, now=at(5), limit=9, offset=0)] == [old.id]


def test_made_before_and_own_space_alone(store: Store) -> None:
    add(store, record("early"), record("late", seconds=10))
    add(store, record("shared", Scope()))
    wanted = Filter(before=at(10))
    assert {one.content for one in store.list(ANA, wanted, now=at(99), limit=9, offset=0)} == {"early", "shared"}
    own = store.list(ANA, wanted, now=at(99), limit=9, offset=0, own=True)
    assert [one.content for one in own] == ["early"]
    assert store.count(ANA, Filter(), now=at(99), own=True) == 2
    assert store.list(BOB, wanted, now=at(99), limit=9, offset=0, own=True) == []


# --- periodic work --------------------------------------------------------------------------------------------------


def periodic(id: str = "decay-1", tenant: str = "default") -> Job:
    return Job(id=id, kind="decay", scope=Scope(tenant=tenant), run_at=at(0), created_at=at(0))


@pytest.mark.feature("JB-02")
def test_a_periodic_job_is_queued_once_and_only_where_somebody_wrote(store: Store) -> None:
    tenant = Scope()
    assert not store.schedule_job(tenant, periodic())
    assert tally(store, "space") == 0
    add(store, record("x"))
    generation = columns_of(store).generation
    assert store.schedule_job(tenant, periodic())
    assert not store.schedule_job(tenant, periodic())
    assert store.schedule_job(tenant, periodic("decay-2"))
    assert not store.schedule_job(Scope(tenant="other"), periodic(tenant="other"))
    assert store.job_counts(tenant, everyone=True) == {"queued": 2}
    assert columns_of(store).generation == generation


@pytest.mark.feature("JB-02")
def test_of_many_who_schedule_one_job_one_does(open_store: Opener) -> None:
    stores = [open_store() for _ in range(4)]
    add(stores[0], record("x"))
    barrier, won = threading.Barrier(4), []

    def race(store: Store) -> None:
        barrier.wait(30)
        won.append(store.schedule_job(Scope(), periodic()))

    threads = [threading.Thread(target=race, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == [False, False, False, True]
    assert tally(stores[0], "job") == 1


def decided(id: str, seconds: float) -> Decided:
    return Decided(id=id, decision=Decision(action="added", memory_id="m", reason="new", content=""), at=at(seconds))


def test_decisions_before_a_moment_are_dropped(store: Store) -> None:
    for scope in (ANA, BOB, ELSEWHERE):
        store.write(scope, Batch(decided=(decided("old", 1), decided("new", 2))))
    assert store.trim_decisions(ANA, at(2)) == 2
    assert store.trim_decisions(ANA, at(2)) == 0
    kept = [len(store.decisions(scope, limit=9)) for scope in (ANA, BOB, ELSEWHERE)]
    assert kept == [1, 1, 2]


# --- erasing --------------------------------------------------------------------------------------------------------


def filled(store: Store, scope: Scope) -> str:
    """A space with something in every table; the id of a record."""
    one, two = add(store, record("the fence is green", scope), record("a cello", scope), vectors=True)
    edit(store, one, "the fence is blue", seconds=3)
    store.delete(scope, [two.id], at(4))
    conflict = OpenConflict(
        id=f"c-{scope.tenant}-{scope.user}", action="clarify", question="?", reason="r", new_id=one.id, old_id="o",
        created_at=at(5), scope=scope,
    )  # fmt: skip
    job = Job(id=f"j-{scope.tenant}-{scope.user}", kind="extract", scope=scope, run_at=at(0), created_at=at(0))
    edge = Edge(source_type="record", source=one.id, target_type="record", target="t", kind="part_of", created_at=at(0))
    store.write(scope, Batch(edges=(edge,), jobs=(job,), conflicts=(conflict,), decided=(decided("d", 5),)))
    return one.id


TABLES = "item posting vector edge tombstone job decision conflict entity alias sector_vector".split()


@pytest.mark.feature("LC-11")
def test_erasing_a_space_leaves_nothing_of_it_and_all_of_the_others(open_store: Opener) -> None:
    store, other = open_store(), open_store()
    filled(store, BOB)
    filled(store, ELSEWHERE)
    before = {table: tally(store, table) for table in TABLES}
    id = filled(store, ANA)
    for table in ("entity", "alias"):
        columns = (
            "(space, id, name, type, created_at, updated_at)" if table == "entity" else "(space, name, entity, given)"
        )
        values = "id, 'e', 'Ana', 'person', 0, 0" if table == "entity" else "id, 'ana', 'e', TRUE"
        execute(
            store, f"INSERT INTO {table} {columns} SELECT {values} FROM space WHERE tenant = ? AND owner = ?",
            ("default", "ana"),
        )  # fmt: skip
    text = "the fence is blue"
    store.cache_vectors(ANA, SIGNATURE, {content_hash(text): vector(1)}, now=at(6), entries_max=9)
    assert len(columns_of(other)) == 2
    counts = store.erase(ANA, at(9))
    assert counts["records"] == 1
    assert counts["versions"] == 2
    assert all(counts[name] == 1 for name in ("jobs", "decisions", "conflicts", "edges", "entities", "aliases"))
    assert counts["cached_embeddings"] == 1
    assert {table: tally(store, table) for table in TABLES} == before
    for each in (store, other):
        assert each.get(ANA, [id]) == []
        assert each.versions(ANA, id) == []
        assert each.list(ANA, Filter(), now=at(9), limit=9, offset=0) == []
        assert list(each.scan(ANA)) == []
        assert "ana" not in each.users(ANA)
        assert each.cached_vectors(ANA, SIGNATURE, [content_hash(text)]) == {}
        with each.reading(ANA, signature=SIGNATURE) as reader:
            assert list(reader.spaces) == []
    assert store.erase(ANA, at(10)) == {}


@pytest.mark.feature("LC-11")
def test_what_is_written_after_an_erasure_is_alone_in_every_cache(open_store: Opener) -> None:
    store, other = open_store(), open_store()
    add(store, *(record(f"secret {n}") for n in range(5)))
    assert len(columns_of(other)) == 5
    store.erase(ANA, at(9))
    add(store, record("fresh", seconds=10))
    for each in (store, other):
        columns = columns_of(each)
        assert len(columns) == 1
        with each.reading(ANA, signature=SIGNATURE) as reader:
            assert reader.spaces[0].postings(("secret",)).rows == {}
    assert tally(store, "item") == 1


@pytest.mark.feature("LC-11")
def test_what_quoted_the_erased_shared_space_quotes_it_no_more(store: Store) -> None:
    (shared,) = add(store, record("shared", Scope()))
    (mine,) = add(store, record("mine"))
    conflict = OpenConflict(
        id="c1", action="clarify", question="is it 'shared'?", reason="'shared'", new_id=mine.id, old_id=shared.id,
        created_at=at(1), scope=ANA,
    )  # fmt: skip
    kept = Decided(
        id="d1",
        decision=Decision(action="kept_both", memory_id=mine.id, previous_id=shared.id, reason="'shared'", content=""),
        at=at(1),
    )
    store.write(ANA, Batch(conflicts=(conflict,), decided=(kept,)))
    store.erase(Scope(), at(2))
    found = store.conflict(ANA, "c1")
    assert found is not None
    assert "shared" not in found.question + found.reason
    assert store.decisions(ANA, limit=9) == []


def test_a_job_that_ran_while_its_space_was_erased_writes_nothing(store: Store) -> None:
    filled(store, ANA)
    job = store.claim_job(ANA, now=at(9), lease_until=at(9) + timedelta(minutes=1), claim="me", everyone=False)
    assert job is not None
    store.erase(ANA, at(10))
    with pytest.raises(JobTaken):
        store.write(ANA, Batch(finished=replace(job, state="done", finished_at=at(11))))
    assert store.users(ANA) == []

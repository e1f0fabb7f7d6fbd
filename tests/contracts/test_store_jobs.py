"""What a store promises about jobs, decisions and open conflicts; the same for every database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from recollect.contracts.store import Store
from recollect.errors import Conflict, JobTaken
from recollect.model.batch import Batch, Boost, Decided, Strength
from recollect.model.decision import Decision, OpenConflict
from recollect.model.job import DONE, QUEUED, Job
from recollect.model.scope import Scope
from recollect.storage.sql.work_store import WorkStore
from tests.contracts.building import ANA, add, at, columns_of, edit, entries, record, tally

Opener = Callable[[], Store]
BOB = Scope(user="bob")
ELSEWHERE = Scope(tenant="other", user="ana")


def job(id: str, scope: Scope = ANA, *, seconds: float = 0, **fields: Any) -> Job:
    return Job(id=id, kind="extract", scope=scope, run_at=at(seconds), created_at=at(seconds), **fields)


def queue(store: Store, *jobs: Job) -> None:
    store.write(jobs[0].scope, Batch(jobs=jobs))


def claim(store: Store, name: str, *, seconds: float = 10, scope: Scope = ANA, everyone: bool = True) -> Job | None:
    lease = at(seconds) + timedelta(seconds=30)
    return store.claim_job(scope, now=at(seconds), lease_until=lease, claim=name, everyone=everyone)


def done(job: Job, *, seconds: float = 20) -> Job:
    return replace(job, state=DONE, finished_at=at(seconds), lease_until=None, result={"claims": 2})


# --- claiming -------------------------------------------------------------------------------------------------------


@pytest.mark.feature("JB-01")
def test_a_job_is_written_with_what_it_is_about_and_comes_back_whole(store: Store) -> None:
    scope = Scope(user="ana", agent="bot", session="s1", project="p")
    store.write(
        scope, Batch(entries=entries(record("a turn", scope)), jobs=(job("j1", scope, payload={"turns": ["x"]}),))
    )
    found = store.job(ANA, "j1")
    assert found == job("j1", scope, payload={"turns": ["x"]})
    assert store.jobs(ANA, (QUEUED,), everyone=False, limit=9) == [found]
    assert store.job(ELSEWHERE, "j1") is None
    assert store.job_counts(ANA, everyone=True) == {"queued": 1}
    assert store.job_counts(scope, everyone=False) == {"queued": 1}
    assert store.job_counts(Scope(user="ben"), everyone=False) == {}


def test_a_batch_that_fails_leaves_no_job(store: Store) -> None:
    queue(store, job("j1"))
    with pytest.raises(Exception):  # noqa: B017 - whatever the database calls it
        store.write(ANA, Batch(entries=entries(record("kept out")), jobs=(job("j1"),)))
    assert tally(store, "item") == 0


def test_the_oldest_due_job_is_taken_first_and_by_one_only(store: Store) -> None:
    queue(store, job("j2", seconds=5), job("j3", seconds=99))
    queue(store, job("b1", BOB, seconds=6))
    first = claim(store, "one")
    assert first is not None
    assert (first.id, first.state, first.attempts, first.claim) == ("j2", "running", 1, "one")
    second = claim(store, "two")
    assert second is not None
    assert second.id == "b1"
    assert claim(store, "three") is None  # j3 is not due yet


def test_whoever_loses_a_job_to_a_faster_worker_gets_the_next(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """None means that nothing is due: a worker that hears it rests, and what it left may wait long for others."""
    queue(store, job("j1", seconds=1))
    queue(store, job("b1", BOB, seconds=2))
    look, faster = WorkStore._due, [True]

    def found_by_two(*args: Any, **named: Any) -> tuple[str, int] | None:
        found = look(*args, **named)
        if faster and faster.pop():
            assert claim(store, "faster") is not None
        return found

    monkeypatch.setattr(WorkStore, "_due", found_by_two)
    got = claim(store, "slower")
    assert got is not None
    assert (got.id, got.claim) == ("b1", "slower")


def test_a_space_never_has_two_running_jobs(store: Store) -> None:
    queue(store, job("j1"), job("j2"))
    first = claim(store, "one")
    assert first is not None
    assert claim(store, "two") is None
    store.change_job(ANA, done(first))
    second = claim(store, "two")
    assert second is not None
    assert second.id == "j2"


@pytest.mark.feature("JB-01")
def test_a_conversation_waits_for_what_was_said_earlier_in_it(store: Store) -> None:
    """The earlier job failed and waits for its next try: what was said later is not learned before it."""
    talk, other = Scope(user="ana", session="s1"), Scope(user="ana", session="s2")
    queue(store, job("first", talk, seconds=1), job("second", talk, seconds=2), job("elsewhere", other, seconds=3))
    failed = claim(store, "w1")
    assert failed is not None
    assert failed.id == "first"
    store.change_job(talk, replace(failed, state=QUEUED, run_at=at(60), lease_until=None, error="no answer"))
    found = claim(store, "w2")
    assert found is not None
    assert found.id == "elsewhere"
    store.change_job(other, done(found))
    assert claim(store, "w3", seconds=30) is None
    again = claim(store, "w4", seconds=61)
    assert again is not None
    assert again.id == "first"
    store.change_job(talk, replace(again, state="dead", lease_until=None, finished_at=at(62), error="no answer"))
    last = claim(store, "w5", seconds=63)
    assert last is not None
    assert last.id == "second"


def failed(job: Job, *, seconds: float) -> Job:
    return replace(job, state=QUEUED, run_at=at(seconds), lease_until=None, error="no answer")


@pytest.mark.feature("JB-01")
@pytest.mark.parametrize("away_s", [2, 30, 61, 100_000])
def test_a_conversation_keeps_its_order_however_long_the_workers_were_away(store: Store, away_s: int) -> None:
    talk = Scope(user="ana", session="s1")
    queue(store, job("first", talk, seconds=1), job("second", talk, seconds=2), job("third", talk, seconds=3))
    first = claim(store, "w1", seconds=4)
    assert first is not None
    store.change_job(talk, failed(first, seconds=5))
    order = []
    for step in range(3):
        found = claim(store, "w2", seconds=5 + away_s + step)
        assert found is not None
        order.append(found.id)
        store.change_job(talk, done(found))
    assert order == ["first", "second", "third"]


@pytest.mark.feature("JB-01")
def test_the_parts_of_one_conversation_that_came_together_keep_their_order_too(store: Store) -> None:
    talk = Scope(user="ana", session="s1")
    queue(store, job("a", talk, seconds=1), job("b", talk, seconds=1))
    first = claim(store, "w1", seconds=4)
    assert first is not None
    assert first.id == "a"
    store.change_job(talk, failed(first, seconds=9))
    assert claim(store, "w2", seconds=5) is None
    again = claim(store, "w2", seconds=10)
    assert again is not None
    assert again.id == "a"


@pytest.mark.feature("JB-01")
def test_a_dead_job_with_another_life_comes_before_what_was_said_later(store: Store) -> None:
    talk = Scope(user="ana", session="s1")
    queue(store, job("first", talk, seconds=1), job("second", talk, seconds=2))
    first = claim(store, "w1", seconds=3)
    assert first is not None
    store.change_job(talk, replace(first, state="dead", lease_until=None, finished_at=at(4), error="no answer"))
    assert store.retry_job(talk, "first", at(5))
    again = claim(store, "w2", seconds=6)
    assert again is not None
    assert again.id == "first"


def test_what_waits_on_purpose_is_not_waited_for(store: Store) -> None:
    """Of signals that were put off, one of another agent may be due before the other."""
    talk = Scope(user="ana", session="s1")
    queue(store, replace(job("later", talk, seconds=1), run_at=at(90)), job("now", talk, seconds=2))
    found = claim(store, "w1", seconds=3)
    assert found is not None
    assert found.id == "now"


def test_only_jobs_of_the_asked_space_or_tenant_are_taken(store: Store) -> None:
    queue(store, job("b1", BOB))
    queue(store, job("e1", ELSEWHERE))
    queue(store, job("s1", Scope()))
    assert claim(store, "one", everyone=False) is None
    shared = claim(store, "one", scope=Scope(), everyone=False)
    assert shared is not None
    assert shared.id == "s1"
    bobs = claim(store, "one")
    assert bobs is not None
    assert bobs.id == "b1"
    assert claim(store, "one") is None


def test_the_job_of_a_worker_that_died_is_taken_over_when_its_lease_ends(store: Store) -> None:
    queue(store, job("j1"))
    dead = claim(store, "dead", seconds=10)
    assert dead is not None
    assert claim(store, "next", seconds=30) is None
    taken = claim(store, "next", seconds=41)
    assert taken is not None
    assert taken.attempts == 2
    with pytest.raises(JobTaken, match="another worker"):
        store.change_job(ANA, done(dead))


@pytest.mark.feature("JB-06")
def test_many_claimers_share_the_jobs_and_none_is_done_twice(open_store: Opener) -> None:
    stores = [open_store() for _ in range(4)]
    for number in range(20):
        queue(stores[0], job(f"j{number:02}", Scope(user=f"u{number % 5}")))
    taken: list[str] = []
    lock = threading.Lock()

    def work(store: Store, name: str) -> None:
        idle = 0
        while idle < 50:
            found = claim(store, name, scope=Scope())
            if found is None:
                idle += 1
                continue
            with lock:
                taken.append(found.id)
            store.change_job(found.scope, done(found))

    threads = [threading.Thread(target=work, args=(store, f"w{n}")) for n, store in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == [f"j{number:02}" for number in range(20)]


# --- finishing ------------------------------------------------------------------------------------------------------


def test_effects_and_the_end_of_their_job_are_one_transaction(store: Store) -> None:
    queue(store, job("j1"))
    held = claim(store, "me")
    assert held is not None
    store.write(ANA, Batch(entries=entries(record("learned")), finished=done(held)))
    found = store.job(ANA, "j1")
    assert found is not None
    assert (found.state, found.result, found.finished_at) == ("done", {"claims": 2}, at(20))
    with pytest.raises(JobTaken):
        store.write(ANA, Batch(entries=entries(record("learned again")), finished=done(held)))
    assert tally(store, "item") == 1


def test_a_dead_job_stays_until_somebody_gives_it_another_life(store: Store) -> None:
    queue(store, job("j1"))
    held = claim(store, "me")
    assert held is not None
    store.change_job(ANA, replace(held, state="dead", error="no such model", finished_at=at(20), lease_until=None))
    assert claim(store, "me", seconds=1000) is None
    assert store.retry_job(ANA, "j1", at(1000))
    assert not store.retry_job(ANA, "j1", at(1000))
    again = claim(store, "me", seconds=1001)
    assert again is not None
    assert (again.attempts, again.error) == (1, "no such model")


def test_finished_jobs_can_be_trimmed_and_others_stay(store: Store) -> None:
    queue(store, job("j1"), job("j2"))
    held = claim(store, "me")
    assert held is not None
    store.change_job(ANA, done(held))
    assert store.trim_jobs(ANA, at(19)) == 0
    assert store.trim_jobs(ELSEWHERE, at(9999)) == 0
    assert store.trim_jobs(ANA, at(9999)) == 1
    assert store.job_counts(ANA, everyone=True) == {"queued": 1}


def test_a_batch_that_rests_on_an_older_state_is_refused(store: Store) -> None:
    add(store, record("first"))
    seen = store.stamp(ANA)
    assert seen is not None
    add(store, record("meanwhile"))
    with pytest.raises(Conflict, match="weigh it again"):
        store.write(ANA, Batch(entries=entries(record("late")), seen=seen.generation))
    assert tally(store, "item") == 2
    now = store.stamp(ANA)
    assert now is not None
    store.write(ANA, Batch(entries=entries(record("late")), seen=now.generation))
    assert tally(store, "item") == 3


# --- decisions and conflicts ----------------------------------------------------------------------------------------


def decided(id: str, *, job: str | None = None, seconds: float = 0, **fields: Any) -> Decided:
    return Decided(id=id, decision=Decision(**fields), at=at(seconds), job=job)


@pytest.mark.feature("VH-01")
def test_decisions_are_kept_with_their_reason_and_found_by_memory_and_by_job(store: Store) -> None:
    added = decided("d1", action="added", memory_id="m1", reason="nothing known is related")
    replaced = decided(
        "j1:0000", job="j1", seconds=1, action="superseded", memory_id="m2", previous_id="m1", reason="r"
    )
    other = decided("j2:0000", job="j2", seconds=2, action="rejected", memory_id=None, reason="too unsure")
    store.write(ANA, Batch(decided=(added, replaced, other)))
    assert store.decisions(ANA, limit=9) == [other.decision, replaced.decision, added.decision]
    assert store.decisions(ANA, memory_id="m1", limit=9) == [replaced.decision, added.decision]
    assert store.decisions(ANA, job="j1", limit=9) == [replaced.decision]
    assert store.decisions(BOB, limit=9) == []


def conflict(id: str, scope: Scope = ANA, **fields: Any) -> OpenConflict:
    given: dict[str, Any] = {
        "id": id, "action": "clarify", "question": "Which?", "scope": scope, "new_id": "n", "old_id": "o",
        "reason": "r", "created_at": at(0),
    }  # fmt: skip
    return OpenConflict(**(given | fields))


@pytest.mark.feature("VG-13", "VG-14")
def test_conflicts_are_listed_while_open_and_answered_once(store: Store) -> None:
    store.write(ANA, Batch(conflicts=(conflict("c1"),)))
    store.write(Scope(), Batch(conflicts=(conflict("c2", Scope(), action="review", created_at=at(1)),)))
    store.write(BOB, Batch(conflicts=(conflict("c3", BOB, created_at=at(2)),)))

    def ids(scope: Scope, **options: bool) -> list[str]:
        found = store.conflicts(scope, **({"everyone": False, "resolved": False} | options), limit=9)
        return [one.id for one in found]

    assert ids(ANA) == ["c1", "c2"]
    assert ids(Scope()) == ["c2"]
    assert ids(Scope(), everyone=True) == ["c1", "c2", "c3"]
    assert ids(ELSEWHERE, everyone=True) == []
    answered = conflict("c1", resolved_at=at(5), choice="new")
    store.write(ANA, Batch(conflicts=(answered,)))
    assert ids(ANA) == ["c2"]
    assert ids(ANA, resolved=True) == ["c1", "c2"]
    assert store.conflict(ANA, "c1") == answered
    assert store.conflict(ELSEWHERE, "c1") is None


def test_a_reader_gives_the_questions_of_its_user_alone(store: Store) -> None:
    add(store, record("anything"))
    store.write(ANA, Batch(conflicts=(conflict("c1"),)))
    store.write(Scope(), Batch(conflicts=(conflict("c2", Scope(), action="review"),)))
    with store.reading(ANA, signature=None) as reader:
        assert [found.id for found in reader.questions()] == ["c1"]


def test_deleting_a_record_takes_what_was_decided_about_it_along(store: Store) -> None:
    kept, gone = add(store, record("kept"), record("gone"))
    about = [
        decided("d1", action="added", memory_id=gone.id, reason="quotes it"),
        decided("d2", action="superseded", memory_id=kept.id, previous_id=gone.id, reason="quotes it"),
        decided("d3", action="added", memory_id=kept.id, reason="stays"),
    ]
    store.write(ANA, Batch(decided=tuple(about), conflicts=(conflict("c1", new_id=kept.id, old_id=gone.id),)))
    store.delete(ANA, [gone.id], at(9))
    assert [found.reason for found in store.decisions(ANA, limit=9)] == ["stays"]
    question = store.conflict(ANA, "c1")
    assert question is not None
    assert "deleted" in question.question  # it may be answered, but no longer quotes what is gone
    store.delete(ANA, [kept.id], at(10))
    assert store.conflict(ANA, "c1") is None


# --- strength and sources -------------------------------------------------------------------------------------------


def test_a_new_strength_is_no_new_version_and_reaches_every_cache(open_store: Opener) -> None:
    store, other = open_store(), open_store()
    (mine,) = add(store, record("mine"))
    (shared,) = add(store, record("shared", Scope()))
    assert columns_of(other).strength.tolist() == [0.5]
    stronger = Strength(item=mine.item, strength=0.75, at=at(7))
    weaker = Strength(item=shared.item, strength=0.25, at=at(7))
    store.write(ANA, Batch(strengths=(stronger, weaker)))
    found = store.get(ANA, [mine.id, shared.id])
    assert [(one.strength, one.strength_at, one.version) for one in found] == [(0.75, at(7), 1), (0.25, at(7), 1)]
    assert columns_of(other).strength.tolist() == [0.75]
    assert columns_of(other, Scope()).strength.tolist() == [0.25]


@pytest.mark.feature("LC-03")
def test_a_boost_comes_on_top_of_what_is_left_when_it_is_written(open_store: Opener) -> None:
    store, other = open_store(), open_store()
    (one,) = add(store, record("one", decay_rate=0.0))
    assert columns_of(other).strength.tolist() == [0.5]
    for writer in (store, other):
        writer.write(ANA, Batch(boosts=(Boost(id=one.id, item=one.item, boost=0.125, at=at(7)),)))
    (found,) = store.get(ANA, [one.id])
    assert (found.strength, found.strength_at, found.version) == (0.75, at(7), 1)
    assert columns_of(other).strength.tolist() == [0.75]


def test_only_the_current_version_of_ones_own_record_is_boosted(store: Store) -> None:
    (mine,), (theirs,) = add(store, record("mine")), add(store, record("theirs", ELSEWHERE))
    edit(store, mine, "mine, edited", seconds=3)
    for one in (mine, theirs):
        with pytest.raises(Conflict):
            store.write(ANA, Batch(boosts=(Boost(id=one.id, item=one.item, boost=0.1, at=at(7)),)))
    assert store.get(ANA, [mine.id])[0].strength == store.get(ELSEWHERE, [theirs.id])[0].strength == 0.5


def test_a_strength_cannot_reach_another_tenant(store: Store) -> None:
    (theirs,) = add(store, record("theirs", ELSEWHERE))
    with pytest.raises(Conflict):
        store.write(ANA, Batch(strengths=(Strength(item=theirs.item, strength=1.0, at=at(7)),)))
    assert store.get(ELSEWHERE, [theirs.id])[0].strength == 0.5


# --- signals --------------------------------------------------------------------------------------------------------


@pytest.mark.feature("JB-01")
def test_steady_signals_put_a_job_off_for_a_limited_time(store: Store) -> None:
    def signal(seconds: float, delay: float) -> None:
        told = Job(id=f"s{seconds}", kind="graph", scope=ANA, run_at=at(seconds + delay), created_at=at(seconds))
        store.write(ANA, Batch(signals=(told,)))

    runs = []
    for seconds in range(0, 60, 4):
        signal(seconds, 5)
        (queued,) = store.jobs(ANA, (QUEUED,), everyone=False, limit=9)
        runs.append(queued.run_at)
    assert runs == [at(min(seconds + 5, 50)) for seconds in range(0, 60, 4)]
    claimed = claim(store, "me", seconds=50)
    assert claimed is not None
    signal(60, 5)
    (queued,) = store.jobs(ANA, (QUEUED,), everyone=False, limit=9)
    assert queued.run_at == at(65), "the next one has its own time"


def test_who_lost_a_job_learns_that_and_not_that_its_effects_are_there_already(store: Store) -> None:
    queue(store, job("j1"))
    first = claim(store, "first", seconds=1)
    second = claim(store, "second", seconds=100)
    assert first is not None
    assert second is not None
    effects = entries(record("learned", id="one"))
    store.write(ANA, Batch(entries=effects, finished=done(second, seconds=101)))
    with pytest.raises(JobTaken):
        store.write(ANA, Batch(entries=effects, finished=done(first, seconds=102)))

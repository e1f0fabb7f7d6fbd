"""What a store promises about conversations, keys of old versions and work after so many memories."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from recollect.contracts.store import Store
from recollect.model.batch import Batch, Milestone
from recollect.model.job import QUEUED, Job
from recollect.model.scope import Scope
from tests.contracts.building import ANA, add, at, edit, entries, record

TALK = Scope(user="ana", session="s1")


def milestone(id: str, every: int = 3, *, seconds: float = 0) -> Milestone:
    job = Job(id=id, kind="profile", scope=ANA, run_at=at(seconds + 5), created_at=at(seconds))
    return Milestone(every=every, job=job)


def write(store: Store, count: int, name: str, *, layer: str = "memory", every: int = 3) -> tuple[int, bool]:
    made = [record(f"{name} {number}", ANA, layer=layer) for number in range(count)]
    written = store.write(ANA, Batch(entries=entries(*made), milestone=milestone(f"job {name}", every)))
    return written.contributions, written.reached


@pytest.mark.feature("PL-07")
def test_the_turns_of_a_conversation_come_in_their_order(store: Store) -> None:
    for number in range(5):
        add(store, record(f"turn {number}", TALK, layer="turn", seconds=number, role="user"))
    add(store, record("another conversation", Scope(user="ana", session="s2"), layer="turn"))
    add(store, record("somebody else", Scope(user="bob", session="s1"), layer="turn"))
    add(store, record("a memory", TALK))
    add(store, record("another agent", Scope(user="ana", session="s1", agent="b"), layer="turn"))
    add(store, record("another project", Scope(user="ana", session="s1", project="p"), layer="turn"))
    found = store.turns(ANA, "s1", limit=10)
    assert [(turn.content, turn.position) for turn in found] == [(f"turn {number}", number + 1) for number in range(5)]
    assert [turn.content for turn in store.turns(ANA, "s1", limit=2)] == ["turn 3", "turn 4"]
    for labels, said in (({"agent": "b"}, ["another agent"]), ({"project": "p"}, ["another project"])):
        assert [turn.content for turn in store.turns(Scope(user="ana", **labels), "s1", limit=9)] == said
    assert store.turns(Scope(user="ana", agent="b", project="p"), "s1", limit=9) == []
    assert store.turns(ANA, "nothing", limit=2) == []
    assert store.turns(Scope(tenant="other", user="ana"), "s1", limit=2) == []


def test_everything_that_had_a_key_is_found(store: Store) -> None:
    (first,) = add(store, record("one", ANA, key="k"))
    second = edit(store, first, "two", seconds=5)
    add(store, record("another key", ANA, key="l"), record("no key", ANA))
    add(store, record("somebody else", Scope(user="bob"), key="k"))
    assert [one.content for one in store.keyed(ANA, "k")] == ["one", "two"]
    store.delete(ANA, [second.id], at(9))
    assert store.keyed(ANA, "k") == []
    assert store.keyed(Scope(user="nobody"), "k") == []


@pytest.mark.feature("PL-02")
def test_work_is_queued_when_memories_reach_another_multiple(store: Store) -> None:
    assert store.contributions(ANA) == 0
    assert write(store, 2, "a") == (2, False)
    assert write(store, 5, "turns", layer="turn") == (2, False)
    assert store.jobs(ANA, (QUEUED,), everyone=False, limit=9) == []
    assert write(store, 1, "b") == (3, True)
    assert write(store, 2, "c") == (5, False)
    assert write(store, 8, "d") == (13, True)
    assert [job.id for job in store.jobs(ANA, (QUEUED,), everyone=False, limit=9)] == ["job b"]  # one does it for both
    assert store.contributions(ANA) == 13
    assert store.contributions(Scope(user="bob")) == 0


def test_a_profile_begins_the_count_anew(store: Store) -> None:
    write(store, 2, "a")
    add(store, record("the profile", ANA, layer="profile"))
    assert store.contributions(ANA) == 0
    assert write(store, 1, "b") == (1, False)


@pytest.mark.parametrize("counts, reached", [((1,), [True]), ((1, 1), [True, True])])
def test_every_memory_can_be_a_milestone(store: Store, counts: Sequence[int], reached: list[bool]) -> None:
    assert [write(store, count, f"m{place}", every=1)[1] for place, count in enumerate(counts)] == reached

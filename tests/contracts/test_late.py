"""What is learned after what took its place: it joins the history and is told no more, on every database."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from recollect import Memory
from recollect.engine.extraction import Extracted, Extraction
from tests.clock import Clock

WAIT_S = 60.0
"""Long enough for a busy machine; who waits longer waits for ever."""
HOMES = (("2018-05-01", "Paris"), ("2020-05-01", "Rome"), ("2022-05-01", "Bergen"), ("2024-05-01", "Oslo"))


def known(memory: Memory) -> list[str]:
    return sorted(record.content for record in memory.list(user="ana", layers=["memory"]))


def told(memory: Memory) -> list[tuple[int, str, str]]:
    """The history of the one memory that stands."""
    (current,) = memory.list(user="ana", layers=["memory"])
    return [(one.version, one.content, one.status) for one in memory.history(current.id)]


@pytest.mark.feature("RM-11", "VG-04")
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 2, 0), (3, 0, 2, 1), (2, 3, 0, 1)])
def test_whatever_the_order_in_which_homes_are_learned_the_last_one_holds(
    memory: Memory, clock: Clock, order: tuple[int, ...]
) -> None:
    for place in order:
        day, home = HOMES[place]
        memory.add([{"role": "user", "content": f"I live in {home}.", "occurred_at": day}], user="ana", session=home)
        memory.flush()
        clock.forward(days=1)
    assert known(memory) == ["User lives in Oslo"]
    states = ["superseded", "superseded", "superseded", "active"]
    homes = [f"User lives in {home}" for _, home in HOMES]
    assert told(memory) == list(zip([1, 2, 3, 4], homes, states, strict=True))
    for day, home in HOMES:
        at = memory.list(user="ana", layers=["memory"], valid_at=day[:5] + "12-01")
        assert [one.content for one in at] == [f"User lives in {home}"]
    assert memory.doctor() == []


@pytest.mark.feature("RM-11", "VG-04")
def test_what_joined_a_history_can_be_brought_back(memory: Memory, clock: Clock) -> None:
    for day, home in reversed(HOMES[:2]):
        memory.add([{"role": "user", "content": f"I live in {home}.", "occurred_at": day}], user="ana", session=home)
        memory.flush()
        clock.forward(days=1)
    (current,) = memory.list(user="ana", layers=["memory"])
    back = memory.revert(current.id, version=1)
    assert (back.content, back.version) == ("User lives in Paris", 3)
    assert memory.doctor() == []


def test_the_same_told_late_again_and_again_stands_there_once(memory: Memory, clock: Clock) -> None:
    for number, (day, home) in enumerate([HOMES[1], HOMES[0], HOMES[0], HOMES[0]]):
        said = {"role": "user", "content": f"I live in {home}.", "occurred_at": day}
        memory.add([said], user="ana", session=f"s{number}")
        memory.flush()
        clock.forward(days=1)
    assert told(memory) == [(1, "User lives in Paris", "superseded"), (2, "User lives in Rome", "active")]
    assert memory.doctor() == []


def test_a_text_that_is_added_late_is_the_caller_s_to_change(memory: Memory) -> None:
    memory.add("Ana works at Northstar", user="ana", occurred_at="2026-05-01")
    late = memory.add("Ana works at Acme", user="ana", occurred_at="2024-05-01")
    assert memory.get(late.id).strength < 0.5
    assert memory.delete(late.id) == 1
    assert known(memory) == ["Ana works at Northstar"]


def test_many_that_learn_late_at_once_wait_for_nobody(memory: Memory) -> None:
    def learn(user: str) -> None:
        for day, home in reversed(HOMES):
            said = {"role": "user", "content": f"I live in {home}.", "occurred_at": day}
            memory.add([said], user=user, session=home, wait=True)

    users = [f"u{number}" for number in range(20)]
    threads = [Thread(target=learn, args=(user,), daemon=True) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT_S)
        assert not thread.is_alive()
    for user in users:
        assert [one.content for one in memory.list(user=user, layers=["memory"])] == ["User lives in Oslo"]


def test_a_store_in_memory_learns_late_as_well(tmp_path: Path) -> None:
    found: list[str] = []

    def learn() -> None:
        with closing(Memory(":memory:", config_file=tmp_path / "none.toml", worker="off")) as memory:
            for day, home in reversed(HOMES):
                said = {"role": "user", "content": f"I live in {home}.", "occurred_at": day}
                memory.add([said], user="ana", session=home, wait=True)
            found.extend(known(memory))

    thread = Thread(target=learn, daemon=True)
    thread.start()
    thread.join(WAIT_S)
    assert found == ["User lives in Oslo"]


@pytest.mark.feature("JB-03")
def test_a_dead_job_that_is_retried_brings_no_older_statement_back(
    memory: Memory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> Extracted:
        raise OSError("the model is away")

    with monkeypatch.context() as broken:
        broken.setattr(Extraction, "extract", away)
        memory.add([{"role": "user", "content": "I live in Rome."}], user="ana", session="s")
        while not memory.jobs(state="dead"):
            memory.flush(timeout_s=0.1)  # else it would wait for the next try, by a clock that hardly moves
            clock.forward(seconds=20)
    (dead,) = memory.jobs(state="dead")
    memory.add([{"role": "user", "content": "No, I live in Oslo."}], user="ana", session="s")
    memory.flush()
    clock.forward(seconds=20)
    assert memory.retry(dead.id)
    memory.flush()
    assert told(memory) == [(1, "User lives in Rome", "superseded"), (2, "User lives in Oslo", "active")]
    assert memory.doctor() == []


def test_what_stands_comes_back_when_the_later_words_are_deleted(memory: Memory, clock: Clock) -> None:
    for day, home in reversed(HOMES[1::2]):
        memory.add([{"role": "user", "content": f"I live in {home}.", "occurred_at": day}], user="ana", session=home)
        memory.flush()
        clock.forward(days=1)
    (oslo,) = (turn for turn in memory.list(user="ana", layers=["turn"]) if "Oslo" in turn.content)
    memory.delete(oslo.id)
    assert known(memory) == ["User lives in Rome"]
    assert memory.doctor() == []


def test_several_that_are_learned_late_at_once_stand_in_the_order_of_their_times(memory: Memory) -> None:
    day, home = HOMES[-1]
    memory.add([{"role": "user", "content": f"I live in {home}.", "occurred_at": day}], user="ana", session="new")
    memory.flush()
    said = [{"role": "user", "content": f"I live in {home}.", "occurred_at": day} for day, home in HOMES[:-1]]
    memory.add([said[1], said[0], said[2]], user="ana", session="old")
    memory.flush()
    assert known(memory) == ["User lives in Oslo"]
    versions = [version for version, _, _ in told(memory)]
    assert versions == list(range(1, len(versions) + 1))
    assert memory.doctor() == []


@pytest.mark.parametrize(
    "later, earlier",
    [
        ("Ana has a dog called Rex", "Ana has a cat called Tom"),
        ("Ana plays the piano", "Ana visited Rome in 2019"),
    ],
)
def test_what_can_both_be_true_stays(memory: Memory, later: str, earlier: str) -> None:
    memory.add(later, user="ana", occurred_at="2026-05-01")
    memory.add(earlier, user="ana", occurred_at="2024-05-01")
    assert known(memory) == sorted((later, earlier))


def test_what_fewer_are_shown_takes_no_place_of_what_more_are_shown(memory: Memory) -> None:
    memory.add("Ana works at Northstar", user="ana", occurred_at="2026-05-01", project="one")
    memory.add("Ana works at Acme", user="ana", occurred_at="2024-05-01")
    assert known(memory) == ["Ana works at Acme", "Ana works at Northstar"]


def test_an_export_brings_the_history_along(memory: Memory, clock: Clock, tmp_path: Path) -> None:
    for day, home in reversed(HOMES):
        memory.add([{"role": "user", "content": f"I live in {home}.", "occurred_at": day}], user="ana", session=home)
        memory.flush()
        clock.forward(days=1)
    lines = list(memory.export())
    with closing(Memory(tmp_path / "other.db", config_file=tmp_path / "none.toml", worker="off")) as other:
        other.import_(lines)
        assert told(other) == told(memory)
        assert other.doctor() == []

"""Waiting for a lull: those who are being answered go first, and nothing waits for ever."""

from __future__ import annotations

import pytest

from recollect.jobs.lull import LULL_S, PILED_UP_S, WAIT_MAX_S, Traffic


class Time:
    """Moves when somebody waits; `visits` are times at which somebody comes meanwhile."""

    def __init__(self, *visits: float) -> None:
        self.now = 100.0
        self.visits = [100.0 + visit for visit in visits]
        self.traffic = Traffic(lambda: self.now, self.wait)

    def wait(self, seconds: float) -> bool:
        end = self.now + seconds
        for visit in [visit for visit in self.visits if visit <= end]:
            self.visits.remove(visit)
            self.now = visit
            self.traffic.note()
        self.now = end
        return False


def waited(time: Time, due_for_s: float = 0.0) -> float:
    start = time.now
    time.traffic.lull(due_for_s)
    return time.now - start


def test_when_nobody_is_there_work_begins_at_once() -> None:
    assert waited(Time()) == 0


def test_after_somebody_came_it_waits_for_a_moment() -> None:
    time = Time()
    time.traffic.note()
    assert waited(time) == pytest.approx(LULL_S)


def test_when_people_keep_coming_it_begins_all_the_same() -> None:
    time = Time(*(number * LULL_S / 2 for number in range(1000)))
    time.traffic.note()
    assert waited(time) == pytest.approx(WAIT_MAX_S)


def test_while_somebody_waits_for_his_answer_to_begin_there_is_no_lull() -> None:
    time = Time()
    time.traffic.came()
    time.now += 2 * LULL_S
    assert waited(time) == pytest.approx(WAIT_MAX_S)
    time.traffic.served()
    assert waited(time) == pytest.approx(LULL_S)


def test_what_has_piled_up_does_not_wait() -> None:
    time = Time()
    time.traffic.note()
    assert waited(time, PILED_UP_S) == 0

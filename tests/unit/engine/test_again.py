"""Work that somebody else was faster than is done again, a stated number of times."""

from __future__ import annotations

import pytest

from recollect.engine import again
from recollect.engine.again import until_unopposed
from recollect.errors import Conflict, InvalidState


class Opposed:
    """Work that is stopped so many times."""

    def __init__(self, times: int, error: type[Conflict] = Conflict) -> None:
        self.left, self.tries, self.error = times, 0, error

    def __call__(self, last: bool) -> bool:
        self.tries += 1
        if self.left:
            self.left -= 1
            raise self.error("somebody was faster")
        return last


@pytest.fixture(autouse=True)
def paused(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses, without waiting, each the longest it may be."""
    found: list[float] = []
    monkeypatch.setattr(again.random, "random", lambda: 1.0)
    monkeypatch.setattr(again.time, "sleep", found.append)
    return found


def test_it_is_done_again_and_the_last_try_is_told() -> None:
    assert until_unopposed(Opposed(3)) is False
    assert until_unopposed(Opposed(again.TRIES_MAX - 1)) is True


def test_who_is_always_slower_is_told_and_one_whom_waiting_does_not_help_at_once() -> None:
    always, state = Opposed(1000), Opposed(1000, InvalidState)
    with pytest.raises(Conflict):
        until_unopposed(always)
    with pytest.raises(InvalidState):
        until_unopposed(state)
    assert (always.tries, state.tries) == (again.TRIES_MAX, 1)


def test_a_taken_id_is_told_soon(paused: list[float]) -> None:
    tries = 0

    def taken(_: bool) -> None:
        nonlocal tries
        tries += 1
        raise Conflict.of_id("there already")

    with pytest.raises(Conflict):
        until_unopposed(taken)
    assert tries <= 10
    assert sum(paused) < 0.1


def test_pauses_grow_until_many_writers_have_had_their_turn(paused: list[float]) -> None:
    until_unopposed(Opposed(again.TRIES_MAX - 1))
    assert paused == sorted(paused)
    assert paused[0] < 0.01, "one who met another goes on at once"
    assert paused[-1] == again.PAUSE_S_MAX
    assert sum(paused) / 2 > 5, "16 writers of one record, each of whom takes tens of milliseconds"

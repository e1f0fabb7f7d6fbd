"""The circuit breaker as a table of times."""

from __future__ import annotations

import pytest

from recollect.rules.breaker import PROBE_S, Breaker


def opened() -> Breaker:
    breaker = Breaker()
    for second in range(5):
        assert breaker.enter(second)
        breaker.failed(second)
    return breaker


@pytest.mark.feature("RS-01")
def test_the_worked_example_of_the_module() -> None:
    breaker = opened()
    assert (breaker.state(5), breaker.wait_s(5)) == ("open", 59)
    assert not breaker.enter(63.9)
    assert breaker.state(64) == "half-open"
    assert breaker.enter(64)
    assert not breaker.enter(64), "only one probe"
    breaker.succeeded()
    assert breaker.state(64) == "closed"


def test_success_in_between_starts_the_count_anew() -> None:
    breaker = Breaker()
    for second in range(20):
        breaker.failed(second) if second % 5 else breaker.succeeded()
    assert breaker.state(20) == "closed"


def test_a_failed_probe_opens_it_again_for_as_long() -> None:
    breaker = opened()
    assert breaker.enter(64)
    breaker.failed(65)
    assert breaker.wait_s(65) == 60


def test_a_probe_that_was_not_made_or_never_reported_does_not_block_for_ever() -> None:
    breaker = opened()
    assert breaker.enter(64)
    breaker.left()
    assert breaker.enter(65)
    assert not breaker.enter(66)
    assert breaker.enter(65 + PROBE_S)

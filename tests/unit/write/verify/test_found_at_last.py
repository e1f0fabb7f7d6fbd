"""Who found what he looked for, or did what he prepared for, is past it."""

from __future__ import annotations

import pytest

from recollect.write.verify.judge import DUPLICATE, SUPERSEDE
from tests.unit.write.verify.conftest import Judge

FOUND = """I'm looking for a job | I found a job
I'm looking for a new job in Berlin | I found a job at Siemens
I'm looking for a new flat | I found a flat in Kreuzberg
We're looking for a nanny | We hired a nanny
Ana is looking for a flatmate | Ana found a flatmate""".splitlines()

STILL_LOOKING = """I'm looking for a job | I found a dentist
I'm looking for a job | My wife found a job
I'm looking at a flat in Kreuzberg | I found a flat""".splitlines()

DONE = """I want to buy a car | I bought a car
I'm training for a marathon | I ran the marathon
I'm preparing for the driving test | I passed the driving test""".splitlines()


@pytest.mark.parametrize("line", FOUND)
def test_what_is_found_is_looked_for_no_more(line: str, decide: Judge) -> None:
    old, new = line.split(" | ")
    assert decide(old, new).label == SUPERSEDE


@pytest.mark.parametrize("line", STILL_LOOKING)
def test_something_else_was_found_or_by_somebody_else(line: str, decide: Judge) -> None:
    old, new = line.split(" | ")
    assert decide(old, new).label != SUPERSEDE


@pytest.mark.parametrize("line", DONE)
def test_a_deed_is_no_repetition_of_the_plan(line: str, decide: Judge) -> None:
    old, new = line.split(" | ")
    assert decide(old, new).label != DUPLICATE

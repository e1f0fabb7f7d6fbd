"""A move that leads to no place leaves the home as it is."""

from __future__ import annotations

import pytest

from recollect.write.verify.judge import SUPERSEDE
from tests.unit.write.verify.conftest import Judge

NO_PLACE = """User moved to Marketing
User moved to marketing
User moved to management
User moved to the Apollo team
User moved to a new team
User joined Marketing
User switched to Marketing
We moved to Postgres last year
User moved to Python
User moved to Friday
User moved into a new role at Siemens in Hamburg
User moved in March with his team to Slack
User moved on to Kubernetes
User moved last year with the exhibition to Paris
User moved last week to Chapter 5""".splitlines()

PLACE = """User moved to Hamburg
User moved to Hamburg with her team
User has moved to Sofia
User moved to Denver for his team.
User moved to Denver; her team is remote.
User moved to Austin for a management job.
User recently moved to Denver because my team is there.
User moved to London to work in management.
User joined the team in Dublin and relocated.
User joined Acme and lives in Hamburg now
User moved into his own flat in Hamburg
User moved in with Tom in Leipzig
User moved on Monday to Denver
User moved with his wife to Denver
User relocated last month to Denver
User moved back in with his parents in Ohio""".splitlines()


@pytest.mark.parametrize("new", NO_PLACE)
def test_another_department_tool_or_day_is_no_other_home(new: str, decide: Judge) -> None:
    assert decide("User lives in Berlin", new).label not in {SUPERSEDE, "duplicate", "merge"}


@pytest.mark.parametrize("new", PLACE)
def test_another_place_is(new: str, decide: Judge) -> None:
    assert decide("User lives in Berlin", new).label == SUPERSEDE


def test_another_department_takes_the_place_of_the_one_before(decide: Judge) -> None:
    assert decide("User works in sales", "User moved to Marketing").label == SUPERSEDE

"""The one appointment that is known may be moved or called off; a rule, or another one, stays."""

from __future__ import annotations

import pytest

from recollect.write.verify.appointment import appointment_changed
from recollect.write.verify.statement import read

CHANGED = """The meeting is on Tuesday | The meeting was moved to Wednesday
My appointment is on May 3 | My appointment was rescheduled to May 10
I have a meeting on Friday | The meeting on Friday is cancelled
The meeting is on Tuesday | The meeting was called off""".splitlines()

STAYS = """The meeting is on Tuesdays | The meeting was moved to Wednesday this week
The meeting is on Tuesday | The meeting was moved from Monday
My course is on Monday | My course is now also on Friday
I have a course on Monday | The course on Monday is sold out
I have 2 kids | The kids stopped napping at 2
The meeting is on Tuesday | The party was moved to Wednesday
I have a meeting on Friday | The meeting on Monday is cancelled""".splitlines()


@pytest.mark.parametrize("line", CHANGED)
def test_the_appointment_is_another_one_now_or_none(line: str) -> None:
    old, new = map(read, line.split(" | "))
    assert appointment_changed(old, new)


@pytest.mark.parametrize("line", STAYS)
def test_what_says_more_or_tells_of_another_one_changes_nothing(line: str) -> None:
    old, new = map(read, line.split(" | "))
    assert not appointment_changed(old, new)

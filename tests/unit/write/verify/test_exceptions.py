"""What is told for one day, some days or one group leaves the rule; another value from a day on replaces it."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.exceptions import exception
from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE
from recollect.write.verify.statement import read
from tests.unit.write.verify.conftest import Judge

EXCEPTIONS = """standup is at 9:30 | standup is at 11 tomorrow
standup is at 9:30 | Tomorrow, standup is at 11
standup is at 9:30 | standup is at 11 tomorrow only
standup is at 9:30 | on Monday standup is at 11
standup is at 9:30 | standup is at 11 this Friday
standup is at 9:30 | tomorrow standup is at 11, because of the all-hands
dinner is at 7 | tonight dinner is at 9
the train takes 40 minutes | the train took 70 minutes today
the gym opens at 6 | on Sundays the gym opens at 9
the gym opens at 6 | the gym opens at 9 at weekends
the bus leaves at 8 | the bus leaves at 9 every Saturday
I run 5 km | on Sundays I run 10 km
das Training ist um 18 Uhr | sonntags ist das Training um 10 Uhr
the pool is open | the pool is closed on Mondays
the shop is open | the shop is closed today
a ticket costs 12 euros | for students a ticket costs 7 euros
a ticket costs 12 euros | a ticket costs 7 euros for children
the speed limit is 50 | the speed limit is 30 for trucks
the course lasts 6 weeks | the course lasts 8 weeks for beginners""".splitlines()

CHANGES = """standup is at 9:30 | from tomorrow standup is at 11
standup is at 9:30 | standup is at 11 from tomorrow
standup is at 9:30 | starting Monday standup is at 11
standup is at 9:30 | standup is at 11 as of Monday
standup is at 9:30 | tomorrow onwards standup is at 11
standup is at 9:30 | standup is now at 11 on Mondays
standup is at 9:30 | standup is at 11, see you tomorrow
standup is at 9:30 | standup is at 11 and I see Ana tomorrow
standup is at 9:30 | tomorrow I see Ana, standup is at 11
the dentist is on Monday at 9 | the dentist moved to Tuesday at 10
the dentist is on Monday at 9 | the dentist is at 10 on Tuesday
the meeting is at 9 | the meeting is tomorrow at 11 instead of 9
the bus leaves at 8 | tomorrow the bus leaves at 9 instead of 8
the meeting is at 9 | the meeting is tomorrow at 11
my flight is at 9 | my flight is at 11 tomorrow
the exam is at 9 | the exam is at 11 on Tuesday
the team meeting is at 10 | the team meeting is on Mondays at 11
the bus leaves at 8 on Saturdays | the bus leaves at 9 on Saturdays
the pool is closed | the pool is open only on Mondays
I'm 40 | I'm 41 today
I weigh 80 kg | today I weigh 79 kg
I'm 12 weeks pregnant | today I'm 13 weeks pregnant
I've been sober for 3 months | I've been sober for 4 months today
petrol costs 1.70 euros | petrol costs 1.80 euros today
I pay 50 euros for lessons | I pay 60 euros for lessons
the lease is 2 years | the lease is 3 years for sure
dinner is at 7 | dinner is at 8""".splitlines()


@pytest.mark.parametrize("line", EXCEPTIONS)
def test_the_rule_stays_beside_its_exception(line: str, decide: Judge) -> None:
    verdict = decide(*line.split(" | "))
    assert (verdict.label, verdict.guard) == (KEEP_BOTH, "exception")


@pytest.mark.parametrize("line", CHANGES)
def test_another_value_of_the_same_takes_its_place(line: str, decide: Judge) -> None:
    old, new = line.split(" | ")
    assert not exception(read(old), read(new))
    assert decide(old, new).label == SUPERSEDE


@pytest.mark.parametrize(
    "first, then",
    [
        ("my standup is at 9:30", "tomorrow my standup is at 11 because of the all-hands"),
        ("i usually get up at 6", "tomorrow i get up at 4 for the flight"),
    ],
)
def test_one_day_ends_nothing_in_a_conversation(first: str, then: str) -> None:
    with Memory(":memory:") as memory:
        for text in (first, then):
            memory.add([{"role": "user", "content": text}], user="u", wait=True)
        assert len(memory.list(user="u", layers=["memory"])) == 2


def test_one_night_ends_no_habit_that_is_added_as_text() -> None:
    texts = {"I sleep 7 hours", "last night I slept 4 hours"}
    with Memory(":memory:") as memory:
        for text in sorted(texts):
            memory.add(text, user="u")
        assert {record.content for record in memory.list(user="u")} == texts

"""A value takes the place of another one of the same thing; what is told of another thing or person leaves both."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.another import another_thing
from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE
from recollect.write.verify.statement import read
from tests.unit.write.verify.conftest import Judge

TWO_THINGS = """The dentist appointment is on June 3. | The hairdresser appointment moved to June 9.
The summer party is on July 4. | The Christmas party moved to December 12.
The maths exam is on May 3. | The physics exam moved to May 9.
The kitchen renovation ends in May. | The bathroom renovation was extended to July.
The water bill is 40 euros. | The gas bill went up to 90 euros.
The car loan is 12000 euros. | The student loan is down to 8000 euros.
The spare room is 12 square metres. | The laundry room is now 8 square metres.
My rent is 900 euros. | The neighbours' rent went up to 1200 euros.
My flight leaves at 9:40. | The airport bus now leaves at 7:15.
The choir meets at 19:00. | The chess club now meets at 20:00.
The library opens at 9:00. | The bakery now opens at 7:00.
The garden fence is 20 metres long. | The hose is now 15 metres long.
I weigh 84 kg. | The parcel weighs 12 kg.
The parcel weighs 12 kg. | I weigh 84 kg.
User weighs 84 kg | User's suitcase now weighs 23 kg
I am 180 cm tall. | The tree is 250 cm tall.
I run 5 km a day. | My colleague now runs 10 km a day.
I pay 900 euros rent. | Our neighbours now pay 1200 euros rent.""".splitlines()

ONE_THING = """The library opens at 9:00. | The library now opens at 10:00.
The meeting is on June 3. | The board meeting moved to June 9.
The board meeting is on June 3. | The meeting moved to June 9.
The weekly meeting is on Monday. | The team meeting moved to Thursday.
The new contract ends in May. | The phone contract was extended to August.
The work meeting is at 3pm. | The office meeting moved to 4pm.
The Acme meeting is on May 3. | The sales meeting moved to May 9.
The dentist appointment is on June 3. | The dental appointment moved to June 9.
The vet appointment is on June 3. | The appointment at the vet moved to June 9.
The gym membership costs 30 euros. | The gym now costs 35 euros.
The launch is on June 3. | The launch date moved to June 9.
The deadline is May 3. | The due date moved to May 9.
My car costs 300 euros a month. | The Golf now costs 350 euros a month.
The project costs 120k. | Marlin now costs 140k.
My flight leaves at 9:40. | The plane now leaves at 10:10.
The sofa costs 300 euros. | The couch now costs 350 euros.
The lesson starts at 9:00. | The class now starts at 10:00.
The meeting starts at 9:00. | The call now starts at 10:00.
My commute takes 40 minutes. | The drive now takes 30 minutes.
I weigh 84 kg. | My weight is now 80 kg.
I start at 9. | My shift now starts at 10.
I pay 900 euros rent. | My rent is now 950 euros.
I have 12 desks. | My office now has 14 desks.
I sleep 7 hours a night. | User now sleeps 6 hours a night.
The maths exam is on May 3. | Correction: the physics exam is on May 9, not the maths exam.""".splitlines()


@pytest.mark.parametrize("line", TWO_THINGS)
def test_what_is_told_of_another_thing_leaves_both(line: str) -> None:
    old, new = line.split(" | ")
    with Memory(":memory:", worker="off") as memory:
        for text in (old, new):
            memory.add(text, user="u")
        assert {record.content for record in memory.list(user="u")} == {old, new}


@pytest.mark.parametrize("line", ONE_THING)
def test_the_same_thing_called_otherwise_has_one_value(line: str, decide: Judge) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE


def test_the_reason_says_that_it_is_another_thing(decide: Judge) -> None:
    verdict = decide("The maths exam is on May 3.", "The physics exam moved to May 9.")
    assert (verdict.label, verdict.guard) == (KEEP_BOTH, "subject")


def test_without_vectors_no_two_words_are_known_to_mean_two_things() -> None:
    assert not another_thing(read("The maths exam is on May 3."), read("The physics exam moved to May 9."))

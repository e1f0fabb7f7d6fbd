"""Two things that happened at different times stay two; a date of what is or will be is a value."""

from __future__ import annotations

import pytest

from recollect.write.verify.dated import two_occasions
from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE, judge
from recollect.write.verify.statement import read


@pytest.mark.parametrize(
    "old, new",
    [
        ("In 2003 Ana moved to Rome", "In 2004 Ana moved to Oslo"),
        ("Ana lived in Prague from 2010 to 2014", "Ana lived in Vienna from 2014 to 2018"),
        ("Ana ran the Berlin marathon in 2019", "Ana ran the Berlin marathon in 2022"),
        ("Ana graduated from ETH in 2011", "Ana graduated from MIT in 2015"),
        ("Ana got married in 2010", "Ana got married again in 2018"),
        ("Ana's sister got married in 2018", "Ana's brother got married in 2019"),
        ("Ana built a shed in 2015", "Ana built a shed in 2018"),
        ("Ana visited Rome in May", "Ana visited Rome in September"),
        ("Ana had surgery on 3 March", "Ana had surgery on 9 August"),
        ("Ana went to Crete in 2020", "Ana went to Crete in 2024"),
        ("Ana got a tattoo in 2012", "Ana got a tattoo in 2019"),
        ("Ana's rent was 700 in 2019", "Ana's rent is 950"),
        ("Ana's salary in 2020 was 50000", "Ana's salary in 2021 was 56000"),
    ],
)
def test_what_happened_at_two_times_is_two_things(old: str, new: str) -> None:
    before, after = (read(text, "fact", "Ana") for text in (old, new))
    assert two_occasions(before, after)
    assert judge(before, after, cosine=0.9, jaccard=0.8).label == KEEP_BOTH


@pytest.mark.parametrize(
    "old, new",
    [
        ("Ana's exam is on 3 May", "Ana's exam is on 10 May"),
        ("Ana's exam was on 3 May", "Ana's exam was moved to 10 May"),
        ("Ana was born in 1984", "Ana was born in 1985"),
        ("Ana and Ben first met in 1999", "Ana and Ben first met in 2001"),
        ("Ana moved to Rome in 2003", "Actually Ana moved to Rome in 2004"),
        ("Ana wanted to move in 2019", "Ana wanted to move in 2020"),
        ("Ana moved to Rome in 2003", "Ana moved to Rome in 2003 with Ben"),
        ("Ana moved to Rome in 2003", "Ana moved to Oslo"),
        ("Ana moved to Rome in 2003", "Ana lives in Oslo"),
    ],
)
def test_a_date_that_is_a_value_tells_nothing_apart(old: str, new: str) -> None:
    assert not two_occasions(read(old, "fact", "Ana"), read(new, "fact", "Ana"))


@pytest.mark.parametrize(
    "old, new",
    [
        ("Ana graduated in 2015", "Ana graduated in 2016"),
        ("Ana graduated in 2016", "Ana graduated in 2015"),
        ("Ana graduated in May 2015", "Ana graduated in June 2015"),
        ("Ana graduated from ETH in 2015", "Ana graduated from ETH in 2016"),
        ("Ana retired in 2019", "Ana retired in 2020"),
        ("Ana got married in 2015", "Ana got married in 2016"),
        ("Ana's brother graduated in 2015", "Ana's brother graduated in 2016"),
        ("Ana's house was built in 1920", "Ana's house was built in 1925"),
        ("Ana founded her company in 2015", "Ana founded her company in 2017"),
    ],
)
def test_another_date_of_what_is_done_once_takes_its_place(old: str, new: str) -> None:
    before, after = (read(text, "fact", "Ana") for text in (old, new))
    assert not two_occasions(before, after)
    assert judge(before, after, cosine=0.9, jaccard=0.8).label == SUPERSEDE


def test_a_record_of_somebody_by_full_name_is_left_to_its_own_rules() -> None:
    old, new = "Nora Fishel moved to Rome in 2003", "Nora Fishel moved to Rome in 2004"
    assert not two_occasions(read(old, "fact", None), read(new, "fact", None))
    assert two_occasions(read(old, "fact", "Nora Fishel"), read(new, "fact", "Nora Fishel"))


@pytest.mark.parametrize(
    "old, new",
    [
        ("Ana lives in Berlin", "From June 2027 Ana will live in Lisbon"),
        ("Ana lives in Berlin", "Next year Ana will live in Lisbon"),
        ("Ana lives in Berlin", "Ana is going to live in Lisbon next summer"),
        ("Ana works at Acme", "Ana will start working at Globex in June 2027"),
        ("Ana works at Acme", "Ana is starting a new job at Globex next month"),
        ("Ana is single", "Ana will be married next year"),
        ("Bea lives in Berlin", "From June 2027 Bea will live in Lisbon"),
        ("Bea lebt in Berlin", "Bea wird ab Juni in Wien leben"),
        ("From June 2027 Ana will live in Lisbon", "Ana lives in Lisbon now"),
        ("Ana lives in Berlin", "Ana is a nurse and will live in Lisbon from June 2027"),
        ("Ana lives in Berlin", "From June 2027, Ana will live in Lisbon"),
        ("Ana is single", "Ana likes Rome and will be married next year"),
    ],
)
def test_what_will_be_and_what_is_stay_beside_each_other(old: str, new: str) -> None:
    before, after = (read(text, "fact", "Ana") for text in (old, new))
    verdict = judge(before, after, cosine=0.9, jaccard=0.8)
    assert (verdict.label, verdict.guard) == (KEEP_BOTH, "ahead")


@pytest.mark.parametrize(
    "old, new",
    [
        ("Will lives in Berlin", "Will lives in Lisbon"),
        ("Ana lives in Berlin", "Ana lives next to the river in Lisbon now"),
        ("The exam is on 3 May", "The exam will be on 10 May"),
        ("Ana works at Acme", "From now on Ana will work at Globex"),
        ("Ana will live in Lisbon next year", "Ana will live in Porto next year"),
        ("Ana lives in Berlin", "Ana lives in Lisbon and is going to learn Portuguese"),
        ("Ana works at Siemens", "Ana works at Bosch and will retire in 2040"),
        ("Ana vive en Madrid", "Ana vive en Lima, va a trabajar en tren"),
    ],
)
def test_what_is_said_of_one_time_takes_the_place_of_the_other(old: str, new: str) -> None:
    before, after = (read(text, "fact", "Ana") for text in (old, new))
    assert judge(before, after, cosine=0.9, jaccard=0.6).label == SUPERSEDE

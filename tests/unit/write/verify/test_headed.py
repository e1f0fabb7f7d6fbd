"""A heading and a value, "Job: nurse": what it names has another value, what only shares its words stays."""

from __future__ import annotations

import pytest

from recollect.write.verify.headed import other_heading
from recollect.write.verify.judge import DUPLICATE, KEEP_BOTH, SUPERSEDE, judge
from recollect.write.verify.statement import read


@pytest.mark.parametrize(
    "one, other",
    [
        ("User's job is stressful", "Job: nurse in Leeds"),
        ("The job interview is on Monday", "User's job: nurse"),
        ("Works nights at the hospital", "Job: night nurse"),
        ("User has an appointment at the dentist on 3 May", "Dentist: Dr Claes"),
        ("The meeting is on Monday", "Meeting notes: Tuesday draft"),
        ("The budget of the party is 200", "Budget: 500 for the trip"),
        ("The team uses Slack", "Team: five people in Ghent"),
        ("Wifi password hint: blue", "Wifi name: fritz"),
        ("Ben's job: nurse in Leeds", "Ana's job: teacher in Leeds"),
        ("User's job: nurse", "User's sister's job: teacher"),
    ],
)
def test_a_heading_touches_nothing_that_only_shares_its_words(one: str, other: str) -> None:
    for old, new in ((one, other), (other, one)):
        before, after = read(old), read(new)
        assert other_heading(before, after)
        assert judge(before, after, cosine=0.8, jaccard=0.5).label == KEEP_BOTH


@pytest.mark.parametrize(
    "old, new",
    [
        ("The deadline is Friday", "Deadline: now Monday"),
        ("Rent is 900 a month", "Rent: 950 a month"),
        ("Job: nurse in Leeds", "Job: teacher in Leeds"),
        ("User's city: Ghent", "User's city: Bruges"),
        ("User is 33", "User's age: 34"),
        ("User's favourite colour is red", "Favourite colour: teal"),
    ],
)
def test_another_value_of_what_the_heading_names_takes_its_place(old: str, new: str) -> None:
    assert judge(read(old), read(new), cosine=0.6, jaccard=0.4).label == SUPERSEDE


@pytest.mark.parametrize(
    "old, new, label",
    [
        ("The boys wear shoe size 31", "shoe size for the boys: 34", SUPERSEDE),
        ("Gate code of the north yard: 2210#", "The gate code of the north yard is 8834#", SUPERSEDE),
        ("I take my porridge with honey, no milk", "porridge: honey, no milk", DUPLICATE),
        ("Number plate of the trailer: HB22 KLM", "the trailer's number plate is HB22 KLM", DUPLICATE),
    ],
)
def test_the_very_thing_under_a_heading_or_in_a_sentence_is_weighed(old: str, new: str, label: str) -> None:
    before, after = read(old), read(new)
    assert not other_heading(before, after)
    assert judge(before, after, cosine=0.8, jaccard=0.6).label == label


@pytest.mark.parametrize(
    "text",
    [
        "Update: we deploy on Mondays",
        "Ana: lives in Bruges",
        "User: su perro se llama Rex",
        "the doctor tested me properly: not allergic to nuts",
    ],
)
def test_what_leads_in_is_no_heading(text: str) -> None:
    assert not other_heading(read("The weather in Ghent is fine"), read(text, None, "Ana"))


def test_two_values_under_one_heading_are_no_repetition() -> None:
    old, new = read("Hobby: chess with Tom"), read("Hobby: tennis with Tom")
    assert judge(old, new, cosine=0.95, jaccard=0.8).label != DUPLICATE

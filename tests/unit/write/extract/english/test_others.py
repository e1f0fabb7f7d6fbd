"""What is told of somebody called by a bare name stays with that person; things with names and tasks teach nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 11, 18, tzinfo=UTC)


def contents(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker="Ana", at=AT)]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("Ben is a nurse.", "Ben is a nurse"),
        ("Bert lives in Bonn.", "Bert lives in Bonn"),
        ("Olu is allergic to cats.", "Olu is allergic to cats"),
        ("Marta still works at Shell.", "Marta still works at Shell"),
        ("Tom hates olives.", "Tom hates olives"),
        ("Sam doesn't drink alcohol.", "Sam doesn't drink alcohol"),
        ("Leo can't swim.", "Leo can't swim"),
        ("Tom smokes.", "Tom smokes"),
        ("Rachel's teaching me the guitar.", "Rachel is teaching Ana the guitar"),
        ("Tom is engaged to my sister.", "Tom is engaged to Ana's sister"),
        ("Viktor was born in Kyiv.", "Viktor was born in Kyiv"),
        ("Marcus quit his job in June.", "Marcus quit his job in June"),
        ("Lena's husband is from Ghana.", "Lena's husband is from Ghana"),
        ("Aunt Rosa has a house in Naples.", "Aunt Rosa has a house in Naples"),
        ("Mike's birthday is on 3 March.", "Mike's birthday is on 3 March"),
        ("Paul and Ines are getting married in August.", "Paul and Ines are getting married in August"),
        ("Ben is a nurse. What should I give him?", "Ben is a nurse"),
        ("Leo goes to Brookfield Primary.", "Leo goes to Brookfield Primary"),
        ("Leo has been diagnosed with asthma.", "Leo has been diagnosed with asthma"),
        ("Kevin quit.", "Kevin quit"),
        ("Alice is the tech lead on Project Nova.", "Alice is the tech lead on Project Nova"),
        ("Ben is the manager of the Leeds branch.", "Ben is the manager of the Leeds branch"),
        ("Tom is in charge of the budget.", "Tom is in charge of the budget"),
        ("Tom is responsible for the payroll.", "Tom is responsible for the payroll"),
        ("Noor is captain now.", "Noor is captain now"),
        ("Mr. Doyle broke his leg.", "Mr. Doyle broke his leg"),
        ("Zuri broke her wrist.", "Zuri broke her wrist"),
        ("Miso passed away on Tuesday.", "Miso passed away on Tuesday"),
        ("Waffles weighs 12 kilos.", "Waffles weighs 12 kilos"),
    ],
)
def test_what_is_told_of_a_person_by_name_is_learned_of_that_person(text: str, learned: str) -> None:
    assert contents(text) == [learned]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("Maria lives in Rome. She has two cats.", ["Maria lives in Rome", "Maria has two cats"]),
        ("What's a good gift for my wife? She collects pots.", ["Ana's wife collects pots"]),
        ("I met Carla at the gym. She's a vet.", ["Ana met Carla at the gym", "Carla is a vet"]),
        ("Priya can't come, she's pregnant.", ["Priya is pregnant"]),
        ("Viktor left, he got a job at Acme.", ["Viktor left", "Viktor got a job at Acme"]),
        ("My brother thinks it's nonsense. He's a plumber.", ["Ana's brother is a plumber"]),
    ],
)
def test_she_is_the_person_spoken_of(text: str, learned: list[str]) -> None:
    assert contents(text) == learned


@pytest.mark.parametrize(
    "text",
    [
        "Is Ben a nurse?",
        "If Tom were taller he'd play basketball.",
        "Ben is here.",
        "Ben is late again.",
        "Tom is the best.",
        "Tom is the reason we left.",
        "Tom is in charge.",
        "Jonas is annoying.",
        "Robert might come to the party.",
        "Clara said she'd call.",
        "Mark my words.",
        "Alice sends Bob a message.",
        "Anna has 3 apples and Ben has 4. How many do they have together?",
        "Summarize this: Maria lives in Rome and works as a baker.",
        "Einstein was a physicist.",
        "Peter Pan lives in Neverland.",
        "Google has a new model.",
        "Amazon is hiring again.",
        "Berlin has great parks.",
        "Kubernetes is a container orchestrator.",
        "Germany won the match.",
        "Apple broke its promise.",
        "Mr. Bean is a comedy.",
        "Kevin goes: no way.",
    ],
)
def test_what_names_no_person_or_tells_nothing_lasting_is_left_out(text: str) -> None:
    assert contents(text) == []


def test_a_person_by_name_is_mentioned_as_one_and_has_what_is_told() -> None:
    (claim,) = extract("Ben works at Bosch.", speaker="Ana", at=AT)
    assert ("Ben", "person") in {(mention.name, mention.type) for mention in claim.mentions}
    assert [(one.source, one.relation, one.target) for one in claim.relations] == [("Ben", "works at", "Bosch")]


def test_a_post_is_how_people_stand_to_each_other() -> None:
    (claim,) = extract("Alice is the tech lead on Project Nova.", speaker="Ana", at=AT)
    assert claim.kind == "relationship"

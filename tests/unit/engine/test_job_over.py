"""The end of the user's own job, told without its name, ends where he works; a start at a firm is a place of work."""

from __future__ import annotations

import pytest

from recollect import Memory


def told(*turns: str) -> tuple[list[str], list[str]]:
    """What holds and what is over, after the user said this, each in a conversation of its own."""
    with Memory(":memory:", worker="off") as memory:
        for number, turn in enumerate(turns):
            memory.add([{"role": "user", "content": turn}], user="u", session=f"s{number}", wait=True)
        found = [memory.list(user="u", layers=["memory"], status=[status]) for status in ("active", "superseded")]
        holds, over = ([record.content for record in records] for records in found)
    return holds, over


@pytest.mark.parametrize(
    "after",
    [
        "I quit my job",
        "I lost my job",
        "I just left my job.",
        "I retired last month",
        "I got fired",
        "I was laid off on Friday",
        "I was made redundant",
        "I resigned yesterday",
        "I'm unemployed now",
        "I no longer have a job",
        "I'm between jobs",
        "I resigned",
        "I quit last week, my boss was awful",
        "Work was awful. I've quit.",
        "I'm no longer with the company",
        "The office was too far away. I'm not with them any more.",
        "I no longer work there",
        "I don't work there anymore",
        "I stopped working there",
        "I stopped working for them last month",
        "I've left the company",
    ],
)
def test_a_job_that_is_over_is_no_longer_the_users(after: str) -> None:
    assert told("I work at Microsoft", after)[1] == ["User works at Microsoft"]


@pytest.mark.parametrize(
    "before", ["I work as a nurse", "I'm a nurse at Acme", "I work for Acme", "I have a job at Acme"]
)
def test_however_the_job_was_told(before: str) -> None:
    assert len(told(before, "I lost my job")[1]) == 1


@pytest.mark.parametrize(
    "after",
    [
        "I want to quit my job",
        "I didn't lose my job",
        "I almost got fired",
        "I'm not fired",
        "I left my job at 5 today",
        "I quit my side job",
        "I lost my job as a coach",
        "I was laid off in 2015",
        "I retired from running",
        "I retired the old server",
        "I got fired up about it",
        "I lost my keys",
        "I quit smoking",
        "My brother lost his job",
        "My wife retired last month",
        "If I lost my job I'd move",
        "I handed in my notice",
        "I started at the gym last week",
        "I quit the gym",
        "I quit Facebook last week",
        "I almost quit last week",
        "I quit last week, smoking is just too expensive",
        "My lungs hurt for years. I quit last week.",
        "I left last month",
        "I quit last month",
        "I've quit.",
        "I'm no longer with them",
        "I stopped working for them after lunch.",
        "I don't work there on Fridays",
        "I'm no longer with Tom",
        "I was let go early today",
    ],
)
def test_what_is_no_end_of_the_job_ends_nothing(after: str) -> None:
    assert told("I work at Microsoft", after)[1] == []


@pytest.mark.parametrize(
    "besides, after",
    [
        ("I smoke ten cigarettes a day", "I quit last week"),
        ("I take guitar lessons", "I quit last month"),
        ("I'm in therapy", "I quit last month"),
        ("I'm dating two people", "I'm no longer with them"),
    ],
)
def test_where_something_else_may_be_meant_the_job_stays(besides: str, after: str) -> None:
    assert told("I work at Microsoft", besides, after)[1] == []


@pytest.mark.parametrize("asked, over", [("How is work?", 1), ("How are the guitar lessons?", 0)])
def test_what_was_quit_is_told_by_the_question(asked: str, over: int) -> None:
    with Memory(":memory:", worker="off") as memory:
        memory.add([{"role": "user", "content": "I work at Microsoft"}], user="u", wait=True)
        talk = [{"role": "assistant", "content": asked}, {"role": "user", "content": "I quit last month."}]
        memory.add(talk, user="u", wait=True)
        assert len(memory.list(user="u", layers=["memory"], status=["superseded"])) == over


def test_of_several_jobs_none_is_meant_and_all_stay() -> None:
    assert told("I work as a nurse", "I work at Acme", "I lost my job")[1] == []


def test_the_job_of_somebody_else_and_what_is_done_unpaid_stay() -> None:
    holds, over = told("My sister works at Acme", "I volunteer at the zoo", "I work at Microsoft", "I quit my job")
    assert over == ["User works at Microsoft"]
    assert {"User's sister works at Acme", "User volunteers at the zoo"} <= set(holds)


@pytest.mark.parametrize(
    "said, learned",
    [
        ("I started at Apple on Monday", "User works at Apple (started on Monday)"),
        ("I started at Apple", "User works at Apple"),
        ("I started at Northstar Clinic last week", "User works at Northstar Clinic (started last week)"),
        ("I started at Apple in 2015", "User started at Apple in 2015"),
        ("I started at Oxford last year", "User started at Oxford last year"),
        ("I start at Apple next week", "User starts at Apple next week"),
    ],
)
def test_who_started_at_a_firm_works_there(said: str, learned: str) -> None:
    assert told(said)[0] == [learned]


@pytest.mark.parametrize(
    "said",
    ["I start at Siemens on 1 June.", "I'm starting a new job at Siemens in June", "I start at Siemens next week"],
)
def test_a_start_to_come_leaves_the_job_of_today(said: str) -> None:
    holds, over = told("I work at Acme", said)
    assert over == []
    assert len(holds) == 2


@pytest.mark.parametrize("off", ["I cancelled the move to Paris", "I'm not moving to Paris after all"])
def test_a_move_that_is_called_off_is_no_plan_any_more(off: str) -> None:
    holds, over = told("I live in Rome", "I am moving to Paris in April", off)
    assert over == ["User is moving to Paris in April"]
    assert "User lives in Rome" in holds


def test_another_job_after_the_first_was_lost() -> None:
    holds, over = told("I work at Microsoft", "I got fired", "I started at Apple on Monday")
    assert over == ["User works at Microsoft"]
    assert "User works at Apple (started on Monday)" in holds


@pytest.mark.parametrize(
    "before, after",
    [
        ("I can't eat gluten", "I can eat gluten again"),
        ("I can't drink coffee", "I can drink coffee now"),
        ("I can't drive", "I can drive again"),
    ],
)
def test_what_somebody_can_again_is_over(before: str, after: str) -> None:
    holds, over = told(before, after)
    assert len(holds) == len(over) == 1


@pytest.mark.parametrize("said", ["I can eat this again", "I can run it again now", "I can hear you now"])
def test_what_can_be_done_in_the_turn_is_not_learned(said: str) -> None:
    assert told(said)[0] == []

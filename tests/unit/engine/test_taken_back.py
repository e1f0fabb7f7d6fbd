"""Who takes back a value of his last turn has that one changed, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from recollect import Memory

FIRST = datetime(2026, 10, 1, 9, tzinfo=UTC)


def known(memory: Memory) -> list[str]:
    return sorted(record.content for record in memory.list(user="ana", layers=["memory"]))


def say(memory: Memory, text: str, *, session: str | None = "talk", minutes: int = 0, role: str = "user") -> None:
    turn = {"role": role, "content": text, "occurred_at": FIRST + timedelta(minutes=minutes)}
    memory.add([turn], user="ana", session=session)
    memory.sync()


@pytest.mark.parametrize(
    "said, reply, meant",
    [
        ("My budget is 10k.", "no wait, 12k", "User's budget is 12k"),
        ("I have two kids.", "oops, three", "User has three kids"),
        ("My dog is called Rex.", "Sorry, I meant Max", "User's dog is called Max"),
        ("I'm 34.", "wait, 35", "User is 35"),
    ],
)
@pytest.mark.parametrize("session", ["talk", None])
def test_in_the_next_turn(memory: Memory, said: str, reply: str, meant: str, session: str | None) -> None:
    say(memory, said, session=session)
    say(memory, reply, session=session, minutes=1)
    assert known(memory) == [meant]


def test_after_the_answer(memory: Memory) -> None:
    say(memory, "My interview is on Monday.")
    say(memory, "Good luck!", role="assistant")
    say(memory, "sorry, I meant Tuesday", minutes=1)
    assert known(memory) == ["User's interview is on Tuesday"]


@pytest.mark.parametrize(
    "said, answer, reply, meant",
    [
        ("I'm Ana", "Nice to meet you, Ana!", "Sorry, I meant Anna", ["User's name is Anna"]),
        ("I'm Marc", "Welcome, Marc!", "oops, I meant Mark", ["User's name is Mark"]),
        ("My name is Jon", "Hi Jon! What can I do?", "It's John, not Jon", ["User's name is John"]),
        ("I'm Ana", "Nice to meet you, Ana!", "Anna, not Ana", ["User's name is Anna"]),
        ("Call me Katie", "Sure, Katie!", "Sorry, I meant Kathy", ["User wants the assistant to call them Kathy"]),
        (
            "I'm Ana and I live in Rome",
            "Nice to meet you, Ana!",
            "Sorry, I meant Anna",
            ["Anna lives in Rome", "User's name is Anna"],
        ),
        ("I'm Ana", "Nice to meet you, Anne!", "It's Ana, not Anne", ["User's name is Ana"]),
        ("I'm Ana", "Nice to meet you, Ana!", "Sorry, Claude", ["User's name is Ana"]),
        ("My son is Jon", "Nice to meet you, Ana!", "Sorry, I meant John", ["User's son is John"]),
    ],
)
def test_a_name_by_which_the_assistant_calls_the_user(
    memory: Memory, said: str, answer: str, reply: str, meant: list[str]
) -> None:
    say(memory, said)
    say(memory, answer, role="assistant")
    say(memory, reply, minutes=1)
    assert known(memory) == meant


def test_what_follows_the_answer_to_a_request_may_be_about_that_answer(memory: Memory) -> None:
    say(memory, "I'm 45 years old. Write a haiku.")
    say(memory, "Leaves fall in the wind.", role="assistant")
    say(memory, "make it 12", minutes=1)
    say(memory, "My exam is on Monday. Schedule a study session.", minutes=2)
    say(memory, "Scheduled.", role="assistant", minutes=2)
    say(memory, "sorry, I meant Tuesday", minutes=3)
    assert known(memory) == ["User is 45 years old", "User's exam is on Monday"]


@pytest.mark.parametrize(
    "said, meant",
    [
        (["My name is Anna.", "Sorry, I meant Hanna"], ["User's name is Hanna"]),
        (["My name is Anna. Sorry, I meant Hanna. I live in Ulm."], ["Hanna lives in Ulm", "User's name is Hanna"]),
        (["I'm Tom. Correction: Tim. I live in Ulm."], ["Tim lives in Ulm", "User's name is Tim"]),
        (["My name is Anna. I mean Hanna."], ["User's name is Anna"]),
    ],
)
def test_one_s_own_name(memory: Memory, said: list[str], meant: list[str]) -> None:
    for text in said:
        say(memory, text)
    assert known(memory) == meant


def test_both_in_one_call(memory: Memory) -> None:
    said = [{"role": "user", "content": text} for text in ("My budget is 10k and I own a boat.", "sorry, 12k")]
    memory.add(said, user="ana")
    memory.sync()
    assert known(memory) == ["User owns a boat", "User's budget is 12k"]


def test_not_of_another_conversation_nor_long_ago(memory: Memory) -> None:
    say(memory, "My budget is 10k.")
    say(memory, "no wait, 12k", session="another", minutes=1)
    say(memory, "no wait, 12k", session=None, minutes=1)
    say(memory, "no wait, 12k", minutes=200)
    assert known(memory) == ["User's budget is 10k"]


def test_only_of_the_turn_right_before(memory: Memory) -> None:
    say(memory, "My budget is 10k.")
    say(memory, "I own a boat.", minutes=1)
    say(memory, "no wait, 12k", minutes=2)
    assert known(memory) == ["User owns a boat", "User's budget is 10k"]

"""Ties with one holder at a time: who is new takes the place of the one before, if that is clear."""

from __future__ import annotations

import pytest

from recollect.rules.succession import Stated, handed_on, introduces, slot_of


@pytest.mark.parametrize(
    "text, tie",
    [
        ("User's new boss is Olu", "boss"),
        ("User's new boss Olu hates tea", "boss"),
        ("User's boss is Olu now", "boss"),
        ("User's boss is now Olu", "boss"),
        ("Olu is now User's boss", "boss"),
        ("Olu is User's boss now", "boss"),
        ("Olu is User's boss again", "boss"),
        ("User's boss is Olu again", "boss"),
        ("User's new manager is Olu", "boss"),
        ("User's new fiancée is Eva", "fiancee"),
        ("User's new roommate is called Youssef", "roommate"),
    ],
)
def test_it_introduces_a_new_holder(text: str, tie: str) -> None:
    assert introduces(text, tie)


@pytest.mark.parametrize(
    "text, tie",
    [
        ("User's boss is Olu", "boss"),
        ("User's boss Olu is great", "boss"),
        ("User's boss Olu is in Rome now", "boss"),
        ("User's boss Olu has a new car", "boss"),
        ("User's new boss's wife is Eva", "boss"),
        ("User's new boss at the bar is Olu", "boss"),
        ("Olu will be User's new boss", "boss"),
    ],
)
def test_it_introduces_nobody(text: str, tie: str) -> None:
    assert not introduces(text, tie)


def test_friends_and_relatives_are_many() -> None:
    assert [slot_of(tie) for tie in ("friend", "sister", "colleague", "neighbour", "son")] == [""] * 5
    assert slot_of("manager") == slot_of("boss") == "boss"


def stated(holder: str, at: int, *, new: bool = False, live: bool = True) -> Stated:
    return Stated(holder=holder, at=at, new=new, live=live)


def test_each_new_holder_ends_the_one_before() -> None:
    said = [stated("Mia", 3, new=True), stated("Bo", 1), stated("Olu", 2, new=True)]
    assert handed_on(said) == {"Bo": 2, "Olu": 3}


def test_of_several_nobody_knows_who_is_meant() -> None:
    assert handed_on([stated("Bo", 1), stated("Ana", 1), stated("Olu", 2, new=True)]) == {}


def test_who_is_told_to_hold_it_again_does() -> None:
    assert handed_on([stated("Bo", 1), stated("Olu", 2, new=True), stated("Bo", 3)]) == {}


def test_two_without_news_are_both_told() -> None:
    assert handed_on([stated("Bo", 1), stated("Olu", 2)]) == {}


def test_what_was_replaced_told_the_truth_of_its_time() -> None:
    assert handed_on([stated("Bo", 1), stated("Olu", 2, new=True, live=False), stated("Mia", 3, new=True)]) == {
        "Bo": 2,
        "Olu": 3,
    }

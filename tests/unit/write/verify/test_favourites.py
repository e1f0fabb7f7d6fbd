"""Two people may like different things best; one person likes one best."""

from __future__ import annotations

import pytest

from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE
from tests.unit.write.verify.conftest import Judge


@pytest.mark.parametrize(
    "old, new",
    [
        ("My favorite food is ramen", "My son's favorite food is pizza"),
        ("My son's favorite food is pizza", "My favorite food is ramen"),
        ("My favorite color is green", "My wife's favorite color is red"),
        ("My favorite color is green", "My wife's favorite color is green"),
        ("My favorite color is green", "The favorite color of my wife is red"),
        ("User's favorite color is green", "User's wife's favorite color is red"),
        ("Tom's favorite author is Borges", "Ana's favorite author is Woolf"),
        ("My favorite author is Borges", "Ana says her favourite author is Woolf"),
        ("My sister's favourite band is Muse", "My favourite band is Blur"),
        ("The team's favorite editor is Vim", "My favorite editor is Emacs"),
        ("My mom's favorite flower is a rose", "My dad's favorite flower is a tulip"),
        (
            "My all-time favorite travel memory has to be our trip to Rome",
            "My all-time favorite dessert has to be tiramisu",
        ),
        ("Mi comida favorita es la paella", "La comida favorita de mi hijo es la pizza"),
    ],
)
def test_of_two_people_both_stay(old: str, new: str, decide: Judge) -> None:
    assert decide(old, new).label == KEEP_BOTH


@pytest.mark.parametrize(
    "old, new",
    [
        ("My favorite color is green", "My favourite colour is red"),
        ("My favorite food is ramen", "My favorite food is now pizza"),
        ("Ramen is my favorite food", "My favorite food is pizza"),
        ("My favorite band is Muse", "My new favorite band is Blur"),
        ("User's favorite color is green", "User's favorite color is red"),
        ("Ana's favorite author is Borges", "Ana's favourite author is Woolf"),
        ("My wife's favorite color is green", "My wife's favorite color is red"),
        ("My daughter Mia's favorite book is Frozen", "Mia's favorite book is Heidi"),
        ("My mom's favorite flower is a rose", "My mother's favourite flower is a tulip"),
        ("My all-time favorite movie has to be Alien", "My all-time favorite movie would have to be Heat"),
    ],
)
def test_of_one_person_the_later_one_holds(old: str, new: str, decide: Judge) -> None:
    assert decide(old, new).label == SUPERSEDE

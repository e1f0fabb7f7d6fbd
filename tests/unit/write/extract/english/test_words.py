"""English forms: the third person, contractions, and the turn of a clause away from "I"."""

from __future__ import annotations

import pytest

from recollect.write.extract.english.words import (
    expanded,
    finite,
    form_of,
    named,
    render,
    third_person,
    tokens,
    unglued,
)


@pytest.mark.parametrize(
    "base, third",
    [("work", "works"), ("watch", "watches"), ("study", "studies"), ("play", "plays"), ("have", "has"), ("go", "goes")],
)
def test_the_third_person_of_a_verb(base: str, third: str) -> None:
    assert third_person(base) == third


@pytest.mark.parametrize(
    "word, form",
    [
        ("works", ("work", "s")),
        ("planned", ("plan", "past")),
        ("taught", ("teach", "past")),
        ("making", ("make", "ing")),
    ],
)
def test_forms_lead_back_to_their_base(word: str, form: tuple[str, str]) -> None:
    assert form_of(word) == form


@pytest.mark.parametrize("word, third", [("am", "is"), ("don't", "doesn't"), ("moved", "moved"), ("can't", "can't")])
def test_the_verb_after_i_changes_only_where_it_must(word: str, third: str) -> None:
    assert finite(word) == third


@pytest.mark.parametrize("word", ["A-", "AB−", "A+", "C++", "C#", "5€", "$5", "-5°", "20°C", "37.5°", "80%"])
def test_a_sign_belongs_to_its_word(word: str) -> None:
    assert [token.text for token in tokens(f"it is {word}, yes")] == ["it", "is", word, ",", "yes"]


def test_contractions_are_taken_apart() -> None:
    assert expanded("i'm") == ("i", "am")
    assert expanded("rome") == ("rome", "")
    assert [token.low for token in unglued(tokens("my name's Ida and Ida's dog"))] == [
        "my",
        "name",
        "'s",
        "ida",
        "and",
        "ida's",
        "dog",
    ]


def test_me_and_you_are_rendered_for_a_reader() -> None:
    text = "my dog likes me when you feed us"
    assert named(render(text, tokens(text)), "") == "their dog likes them when the assistant feeds them"
    assert named(render(text, tokens(text)), "Ben") == "their dog likes them when Ben feeds them"


@pytest.mark.parametrize(
    "text, told",
    [
        ("let you know when you arrive", "let Ben know when Ben arrives"),
        ("art is helping you express yourself", "art is helping Ben express themself"),
        ("what you are doing while you were away", "what Ben is doing while Ben was away"),
        ("since I was young, who I am", "since they were young, who they are"),
        ("like it and am good at it", "like it and is good at it"),
    ],
)
def test_verbs_follow_whom_they_are_told_of(text: str, told: str) -> None:
    assert named(render(text, tokens(text)), "Ben") == told


@pytest.mark.parametrize(
    "said, told",
    [
        ("gets up at 5 am every day", "gets up at 5 am every day"),
        ("leaves at 6:30 am", "leaves at 6:30 am"),
        ("is set to 6 AM", "is set to 6 AM"),
        ("studies from 5-6 am", "studies from 5-6 am"),
        ("wakes at six am", "wakes at six am"),
        ("wakes at six thirty am", "wakes at six thirty am"),
        ("likes it and am good at it", "likes it and is good at it"),
        ("turned 38 and am happy", "turned 38 and is happy"),
        ("turned 38, am happy", "turned 38, is happy"),
    ],
)
def test_a_clock_time_is_no_verb(said: str, told: str) -> None:
    assert render(said, tokens(said)) == told

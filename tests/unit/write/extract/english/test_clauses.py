"""Where English sentences are cut, and what the pieces are."""

from __future__ import annotations

import pytest

from recollect.write.extract.english.clauses import split
from recollect.write.extract.english.words import tokens


def cut(text: str, *, asked: bool = False) -> list[tuple[str, str]]:
    return [
        (clause.role, text[clause.words[0].start : clause.words[-1].end]) for clause in split(tokens(text), asked=asked)
    ]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("I speak Farsi, Dutch and some Arabic", [("statement", "I speak Farsi, Dutch and some Arabic")]),
        ("I'm 23, what grants are there", [("statement", "I'm 23"), ("question", "what grants are there")]),
        (
            "I have asthma, so please suggest a sport",
            [("statement", "I have asthma"), ("request", "please suggest a sport")],
        ),
        ("my ex and I share a dog", [("statement", "my ex and I share a dog")]),
        ("the eldest, Caleb, has braces", [("statement", "the eldest, Caleb, has braces")]),
        (
            "If I were rich I'd retire, but I'm a clerk",
            [("supposed", "If I were rich I'd retire"), ("statement", "I'm a clerk")],
        ),
        ("from now on, answer in French", [("request", "from now on, answer in French")]),
        ("whenever you quote prices, use francs", [("request", "whenever you quote prices, use francs")]),
    ],
)
def test_a_cut_is_made_only_where_something_stands_on_its_own(text: str, expected: list[tuple[str, str]]) -> None:
    assert cut(text) == expected


def test_a_question_mark_belongs_to_the_last_clause() -> None:
    assert cut("I live in Hull, a good gym", asked=True)[-1][0] == "question"


def test_an_age_and_what_is_told_with_it_are_two_clauses() -> None:
    def told(text: str) -> list[str]:
        return [" ".join(token.text for token in clause.words) for clause in split(tokens(text), asked=False)]

    assert told("I'm 30 and diabetic") == ["I'm 30", "I'm diabetic"]
    assert told("my son Ben is four, deaf") == ["my son Ben is four", "my son Ben is deaf"]
    assert told("I am 52, from Leeds, and retired") == ["I am 52", "I am from Leeds", "I am retired"]
    assert told("my gran is 91 and still drives") == ["my gran is 91", "my gran still drives"]
    for whole in ("I'm 34 and a half", "I'm 60 , not 50", "I'm 30 , nearly 31", "I'm 16 and doing my exams"):
        assert told(whole) == [whole]
    assert told("I'm 35 and never smoked") == ["I'm 35", "never smoked"]

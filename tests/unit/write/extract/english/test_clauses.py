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

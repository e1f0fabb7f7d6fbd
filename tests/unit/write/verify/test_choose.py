"""Choosing the one statement that is meant, and leaving the others alone."""

from __future__ import annotations

import pytest

from recollect.contracts.embedder import Embedder
from recollect.rules.similarity import jaccard, word_set
from recollect.write.verify.choose import choose
from recollect.write.verify.statement import read

KNOWN = [
    "Lives in Ghent",
    "Works at Acme as a planner",
    "Has a dog called Rex",
    "Likes coffee",
    "My sister lives in Bruges",
    "Standup is at 9:15",
    "Mira Vance is a cellist who has toured Japan.",
    "Mira Vance and Otto Brandt founded a festival for chamber music.",
    "Otto Brandt won the Halle prize for choral music in 2019.",
]


@pytest.mark.parametrize(
    "new, index, label",
    [
        ("moved to Antwerp in spring", 0, "supersede"),
        ("left Acme and joined Northstar", 1, "supersede"),
        ("Rex is a beagle, seven years old and a bit deaf", 2, "merge"),
        ("standup is at 9:45", 5, "supersede"),
        ("Mira Vance won the Halle prize for choral music in 2019.", 8, "supersede"),
        ("Mira Vance and Otto Brandt founded a festival for electronic music.", 7, "supersede"),
        ("my brother plays the tuba", None, None),
        ("Likes tea", None, None),
        ("Otto Brandt speaks fluent Icelandic.", None, None),
    ],
)
def test_the_one_that_is_meant_is_found(embedder: Embedder, new: str, index: int | None, label: str | None) -> None:
    vectors, arriving = embedder.embed(KNOWN), embedder.embed([new])[0]
    candidates = [
        (read(text, embedder=embedder), float(vectors[place] @ arriving), jaccard(word_set(text), word_set(new)))
        for place, text in enumerate(KNOWN)
    ]
    found, verdict = choose(read(new, "fact", embedder=embedder), candidates)
    assert found == index
    if label is None:
        assert verdict.label in {"unrelated", "keep_both"}
    else:
        assert verdict.label == label


def test_with_nothing_known_nothing_is_chosen() -> None:
    index, verdict = choose(read("Likes tea"), [])
    assert index is None
    assert verdict.label == "unrelated"


def test_a_single_statement_that_shares_a_word_by_chance_is_left_alone(embedder: Embedder) -> None:
    old, new = "Pays the gas bill by the 5th", "The divorce from Hugo was finalised in February"
    vectors = embedder.embed([old, new])
    candidate = (read(old, embedder=embedder), float(vectors[0] @ vectors[1]), jaccard(word_set(old), word_set(new)))
    index, _ = choose(read(new, "fact", embedder=embedder), [candidate])
    assert index is None

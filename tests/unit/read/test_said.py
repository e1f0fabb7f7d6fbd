"""What a statement is compared by: its best sentence and the surroundings of its words."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from recollect.model.record import Provenance, Record
from recollect.model.scope import Scope
from recollect.read import said as reading
from recollect.read.current import Wanted
from recollect.rules.values import Piece, pieces

WORDS = (
    "the a is was to with of my in Rome trip doctor eye skin, cards. now 12 May moved I'm — and call? she's red".split()
)


def said(text: str, weights: dict[str, float]) -> reading.Said:
    record = Record(
        id="1",
        content=text,
        scope=Scope(user="ana"),
        layer="memory",
        kind="note",
        created_at=datetime(2024, 1, 1, tzinfo=UTC),
        updated_at=datetime(2024, 1, 1, tzinfo=UTC),
        strength_at=datetime(2024, 1, 1, tzinfo=UTC),
        provenance=Provenance(),
    )
    return reading.Said(record, Wanted(kinds=(), named=True), weights)


def slots_one_by_one(words: list[Piece]) -> dict[reading.Slot, list[Piece]]:
    found: dict[reading.Slot, list[Piece]] = {}
    for at, word in enumerate(words):
        noun = word.capital or (at + 1 < len(words) and words[at + 1].low in reading.COPULAS)
        for slot in [] if word.stop else reading.surroundings_of(words, at):
            if noun or len(slot) > 2 or slot[0] != "after":
                found.setdefault(slot, []).append(word)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_slots_in_one_go_are_the_surroundings_of_each_word(seed: int) -> None:
    chance = random.Random(seed)
    words = pieces(" ".join(chance.choices(WORDS, k=chance.randint(1, 24))))
    expected = slots_one_by_one(words)
    found = reading.slots_of(words)
    assert {slot: sorted(held) for slot, held in found.items()} == {
        slot: sorted(held) for slot, held in expected.items()
    }


@pytest.mark.parametrize("seed", range(40))
def test_the_best_sentence_is_the_first_that_holds_most_of_the_question(seed: int) -> None:
    chance = random.Random(seed)
    text = " ".join(chance.choices(WORDS, k=chance.randint(1, 30)))
    weights = {"rome": 0.3, "trip": 0.2, "doctor": 0.3, "card": 0.2}
    best, sentence = (0.0, []), []
    for word in pieces(text):
        sentence.append(word)
        if word.ends:
            best, sentence = _better(best, sentence, weights), []
    share, words = _better(best, sentence, weights)
    found, held = said(text, weights).best
    assert (held, list(found.words)) == (share, words)
    assert found.terms == {term for word in words for term in word.terms}


def test_what_was_read_once_is_read_no_more_unless_it_is_long() -> None:
    short, long = "The trip to Rome is on.", "The trip to Rome is on. " * 100
    assert reading.text_of(short) is reading.text_of(short)
    assert reading.text_of(long) is not reading.text_of(long)


def _better(
    best: tuple[float, list[Piece]], sentence: list[Piece], weights: dict[str, float]
) -> tuple[float, list[Piece]]:
    terms = {term for word in sentence for term in word.terms}
    share = sum(weight for term, weight in weights.items() if term in terms)
    return (share, sentence) if share > best[0] else best

"""Among many memories of one life only what stands out may change another."""

from __future__ import annotations

import pytest

from recollect.contracts.embedder import Embedder
from recollect.rules.similarity import jaccard, word_set
from recollect.write.verify.background import Background, is_generic
from recollect.write.verify.choose import choose
from recollect.write.verify.statement import read
from recollect.write.verify.words import cut


def outcome(
    embedder: Embedder, old: str, new: str, speaker: str | None = "Mira", held: int = 2, *, told: bool = True
) -> str:
    """What becomes of `old` among two hundred memories, of which `held` have each word of the new statement."""
    vectors = embedder.embed([old, new])
    statement = read(new, None, speaker, embedder=embedder)
    background = Background(count=200, holding={word.stem: held for word in statement.content}, told=told)
    candidate = (
        read(old, None, speaker, embedder=embedder),
        float(vectors[0] @ vectors[1]),
        jaccard(word_set(old), word_set(new)),
    )
    place, verdict = choose(statement, [candidate], background)
    return "keep_both" if place is None else verdict.label


@pytest.mark.parametrize(
    "old, new",
    [
        ("Mira has come so far", "Mira picked a lamp for the hallway"),
        ("Mira is working hard to make it happen", "Mira is making lemon marmalade"),
        ("Mira has something to show", "Mira will never give up on the garden"),
        ("Mira won't quit, no matter what", "Mira keeps facing new challenges"),
        ("Mira gave a talk about her harbour project", "Mira lost her job at Quayside"),
        ("Mira loves a good thriller", "Mira finished the chapter of her own thriller on Sunday"),
        ("Mira is worried about living costs in Bergen", "Mira is worried about the cost of living in Malmö"),
        ("Mira reads poems by Wisława Szymborska", "Mira reads a biography by Claire Tomalin"),
        ("One of Mira's favourite films is Stalker", "One of Mira's favourite films is Paterson"),
        ("Mira just ran 5 km yesterday", "Mira ran 8 km today"),
        ("Mira never swims after lunch", "Mira feels good about lunch"),
        ("Mira is mostly into parrots", "Mira's parrot has a favourite branch"),
        ("Mira also got a new parrot cage for Iro", "Mira's parrot screams during thunderstorms"),
        ("Mira has completed 15 sonatas", "Mira completed 12 sonatas"),
        ("Mira (packing list): wool socks", "Mira (packing list): a head torch"),
        ("Mira is not vegan anymore", "Mira cooks vegan at home"),
        ("Mira gets up at 5", "Mira gets home at 7 now"),
        ("Mira is the treasurer of the choir", "Mira has stepped down as captain"),
        ("Mira's dad is in hospital", "Mira's mum is home from hospital"),
    ],
)
def test_statements_of_one_person_about_different_things_both_stay(embedder: Embedder, old: str, new: str) -> None:
    assert outcome(embedder, old, new) == "keep_both"


@pytest.mark.parametrize(
    "old, new, label",
    [
        ("Mira lives in Bergen", "Mira moved to Malmö", "supersede"),
        ("Mira lives in Bergen", "Mira moved with her wife to Denver", "supersede"),
        ("The meeting is on Tuesday", "The meeting was moved to Wednesday", "supersede"),
        ("The meeting is on Friday", "The meeting on Friday is cancelled", "supersede"),
        ("Mira has a parrot", "Mira doesn't have any pets", "supersede"),
        ("Mira works at Quayside", "Mira left Quayside and joined Fjordline", "supersede"),
        ("Mira's dentist appointment is on Tuesday", "Mira's dentist appointment was moved to Friday", "supersede"),
        ("Mira has had the accordion for 6 months", "Mira has had the accordion for 9 months", "supersede"),
        ("Mira goes to the pottery class", "Mira no longer goes to the pottery class", "supersede"),
        ("Mira has never grafted an apple tree", "Mira has grafted an apple tree", "supersede"),
        ("Mira is planning to join the Rowing Society", "Mira recently joined the Rowing Society", "supersede"),
        ("Mira opens at 7", "Mira now opens at 8", "supersede"),
        ("Mira gets up at 5", "Mira gets up at 7 now", "supersede"),
        ("Mira is the treasurer of the choir", "Mira has stepped down as treasurer", "supersede"),
        ("Mira hates maths", "Mira likes maths now", "supersede"),
        ("Mira's mum is in hospital", "Mira's mum is home from hospital", "supersede"),
        ("Mira also bought a copper kettle recently", "Mira recently bought a copper kettle", "duplicate"),
        ("Mira is restoring a wooden kayak", "Mira is restoring a wooden kayak with her uncle in Voss", "merge"),
        ("Mira has a parrot from a shelter", "Mira's parrot is a grey one with a bad temper", "merge"),
    ],
)
def test_what_stands_out_still_changes_what_is_known(embedder: Embedder, old: str, new: str, label: str) -> None:
    assert outcome(embedder, old, new) == label


def test_who_moves_house_keeps_a_tie(embedder: Embedder) -> None:
    old, new = "Mark has a new girlfriend, Tasha", "Mark moved to Leicester with Tasha"
    statement = read(new, None, "Mira", embedder=embedder)
    vectors = embedder.embed([old, new])
    candidate = (read(old, None, "Mira", embedder=embedder), float(vectors[0] @ vectors[1]), 0.25)
    assert choose(statement, [candidate], Background(count=6, holding={}))[0] is None


def test_a_word_that_stands_in_many_memories_is_no_proof(embedder: Embedder) -> None:
    old, new = "Mira has a parrot from a shelter", "Mira's parrot is a grey one with a bad temper"
    assert outcome(embedder, old, new, held=1) == "merge"
    assert outcome(embedder, old, new, held=80) == "keep_both"


def test_a_given_text_that_nothing_else_is_like_needs_less_proof(embedder: Embedder) -> None:
    old, new = "Our office plants are watered by Nils", "the office plants will be watered by Kaja"
    assert outcome(embedder, old, new, None) == "keep_both"
    assert outcome(embedder, old, new, None, told=False) == "supersede"


def test_a_plan_is_not_repeated_by_its_fulfilment(embedder: Embedder) -> None:
    assert outcome(embedder, "Mira is thinking of buying a loom", "Mira bought a loom") != "duplicate"


def test_the_speakers_name_is_no_content() -> None:
    assert [word.form for word in read("Mira's loom broke", None, "Mira").content] == ["loom", "broke"]


def test_the_worth_of_a_word_falls_with_the_memories_that_hold_it() -> None:
    word = cut("accordion")[0]
    assert [round(Background(count=200, holding={word.stem: n}).worth(word), 2) for n in (1, 40)] == [0.87, 0.30]


@pytest.mark.parametrize("text, generic", [("making", True), ("dreams", True), ("followers", False), ("loom", False)])
def test_words_that_fit_every_statement(text: str, generic: bool) -> None:
    assert is_generic(cut(text)[0]) is generic

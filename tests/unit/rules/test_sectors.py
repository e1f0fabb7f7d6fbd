"""Sectors: the table, the classifier in nine languages, and that many texts are judged as each alone."""

from __future__ import annotations

import pytest

from recollect.config.settings import SECTORS as SETTING_SECTORS
from recollect.model.record import KINDS, SECTORS
from recollect.rules import sectors
from recollect.rules.lexicon.sectors import SPACED, UNSPACED
from recollect.rules.sectors import Classified, classify, default_showing, placed
from recollect.rules.text import fold
from recollect.rules.texts import Texts


@pytest.mark.feature("TY-03")
@pytest.mark.parametrize(
    "sector, rate, weight",
    [
        ("episodic", 0.015, 1.2),
        ("semantic", 0.005, 1.0),
        ("procedural", 0.008, 1.1),
        ("emotional", 0.020, 1.3),
        ("reflective", 0.001, 0.8),
    ],
)
def test_each_sector_has_its_weight_and_fades_at_its_rate(sector: str, rate: float, weight: float) -> None:
    assert (sectors.TABLE[sector].decay_rate, sectors.TABLE[sector].weight) == (rate, weight)
    assert sectors.decay_rate((sector, "semantic")) == rate


def test_the_table_the_settings_and_the_record_know_the_same_sectors() -> None:
    assert tuple(sectors.TABLE) == SECTORS == SETTING_SECTORS
    assert set(SPACED) == set(UNSPACED) == set(SECTORS)


@pytest.mark.feature("TY-04")
@pytest.mark.parametrize(
    "text, primary, additional",
    [
        ("Yesterday we met Ana at the station", "episodic", ()),
        ("Remember when the boat sank?", "episodic", ()),
        ("The meaning of the word is debated", "semantic", ()),
        ("How to descale the kettle, step by step", "procedural", ()),
        ("I feel sad and angry about it", "emotional", ()),
        ("I realized that my insight was wrong", "reflective", ()),
        ("I felt so happy yesterday", "emotional", ("episodic",)),
        ("Ayer me sentí muy feliz y contenta", "emotional", ("episodic",)),
        ("Gestern war ein langer Tag", "episodic", ()),
        ("昨日とても嬉しかった", "emotional", ("episodic",)),
        ("一人で怖くて寂しかった", "emotional", ()),
        ("Schritt für Schritt zur Torte", "procedural", ()),
        ("Hier, j’ai vu la mer", "episodic", ()),
        ("Hier ist der Schlüssel", "semantic", ()),
        ("Aujourd'hui je me sens triste", "emotional", ("episodic",)),
        ("Percebi que estava errado", "reflective", ()),
        ("Come si fa la carbonara", "procedural", ()),
        ("我今天去了医院", "episodic", ()),
        ("她很难过，也很生气", "emotional", ()),
        ("餃子の作り方", "procedural", ()),
        ("मैं बहुत खुश हूँ", "emotional", ()),
        ("कदम दर कदम समझाओ", "procedural", ()),
    ],
)
def test_a_text_shows_its_sectors(text: str, primary: str, additional: tuple[str, ...]) -> None:
    found = classify(text)
    assert (found.primary, found.additional) == (primary, additional)


@pytest.mark.feature("TY-04")
def test_confidence_is_the_primarys_share() -> None:
    # two emotional words 2.6, one episodic 1.2: 2.6 / (2.6 + 1.2 + 1)
    assert classify("I felt so happy yesterday").confidence == pytest.approx(2.6 / 4.8)
    assert classify("yesterday").confidence == pytest.approx(1.2 / 2.2)
    assert classify("The kettle is blue") == Classified(primary="semantic", additional=(), confidence=0.2)


@pytest.mark.feature("TY-04")
def test_a_further_sector_needs_a_score_of_one_and_three_tenths_of_the_primarys() -> None:
    assert classify("happy sad, I realized").additional == ()  # 0.8 is less than 1
    assert classify("happy sad, I realized an insight").additional == ("reflective",)  # 1.6 of 2.6
    assert classify("happy sad angry feel upset yesterday").additional == ()  # 1.2 of 6.5: less than 1.95


@pytest.mark.feature("TY-04")
def test_an_override_wins_and_an_unknown_one_says_nothing() -> None:
    assert classify("I feel sad", "procedural") == Classified(primary="procedural", confidence=1.0)
    assert classify("I feel sad", "nonsense").primary == "emotional"


@pytest.mark.feature("TY-03")
def test_a_kind_decides_unless_it_is_a_note() -> None:
    by_kind = {kind: placed(kind, "I feel sad") for kind in KINDS}
    assert {kind for kind, found in by_kind.items() if found == ("episodic",)} == {"decision", "commitment", "event"}
    assert by_kind["note"] == by_kind["feeling"] == ("emotional",)
    assert (by_kind["procedure"], by_kind["reflection"], by_kind["fact"]) == (
        ("procedural",),
        ("reflective",),
        ("semantic",),
    )
    assert placed("note", "I feel sad", layer="turn") == ("episodic",)
    assert placed("fact", "x", metadata={"sector": "reflective"}) == ("reflective",)
    assert placed("fact", "x", metadata={"sector": 5}) == ("semantic",)


@pytest.mark.parametrize("count, salience", [(0, 0.4), (1, 0.4), (2, 0.5), (3, 0.6), (5, 0.8)])
def test_salience_begins_higher_with_every_further_sector(count: int, salience: float) -> None:
    assert sectors.initial_salience(SECTORS[:count]) == pytest.approx(salience)


def test_bits_say_which_sectors_and_none_is_semantic() -> None:
    assert sectors.mask(("emotional", "episodic")) == 0b01001
    assert sectors.mask(()) == sectors.mask(("semantic",)) == 0b00010


def test_many_texts_are_judged_as_each_alone() -> None:
    forms = [
        form.replace("_", " ")
        for by_sector in (SPACED, UNSPACED)
        for found in by_sector.values()
        for words in found.values()
        for form in sorted(words)
    ]
    texts = Texts(
        [
            *forms,
            *(f"({form.capitalize()}!) and more" for form in forms),
            *(part for form in forms for part in form.rsplit(" ", 1)),  # a phrase does not go across two texts
            "how, to",
            "l'autre jour",
            "I'm looking back",
            "I went to the market",
            "step-by-step",
            "happy " * 40,
            "x " * 4_000 + "happy",
            "nothing to see",
            "   ",
        ]
    )
    found = default_showing().classified(texts)
    nothing = classify("nothing to see")
    assert [found.get(place, nothing) for place in range(len(texts))] == [classify(text) for text in texts]
    assert default_showing().classified(Texts(texts[:3])) == {place: classify(texts[place]) for place in range(3)}
    assert default_showing().classified(Texts([""] * 10)) == {}


def test_every_form_shows_the_sector_it_stands_under() -> None:
    for by_sector in (SPACED, UNSPACED):
        for sector, languages in by_sector.items():
            for form in {form for forms in languages.values() for form in forms}:
                assert fold(form) == form, form
                assert classify(form.replace("_", " ")).primary == sector, form

"""What is told of somebody's people is not told of that one; what was, was dreamed or almost happened ends nothing."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE, UNRELATED
from tests.unit.write.verify.conftest import Judge


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize(
    "old, new",
    [
        ("Ana is allergic to nuts", "Ana's son is not allergic to nuts"),
        ("Ana is allergic to nuts", "Ana's neighbour's cat is not allergic to nuts"),
        ("Ana is allergic to nuts", "Ana's boss is not allergic to nuts"),
        ("Ana has diabetes", "Ana's mother doesn't have diabetes"),
        ("Ana lives in Lisbon", "The sister of Ana lives in Porto"),
        ("Ana works at Acme", "Ana's husband left Acme"),
        ("Ana eats meat", "Ana's son doesn't eat meat"),
        ("Ana is married", "Ana's sister is not married"),
        ("Ana ist allergisch gegen Nüsse", "Anas Sohn ist nicht allergisch gegen Nüsse"),
        ("Ana wohnt in Wien", "Die Schwester von Ana wohnt in Linz"),
        ("Ana vive en Madrid", "La hermana de Ana vive en Bilbao"),
        ("Ana est allergique aux noix", "Le fils d'Ana n'est pas allergique aux noix"),
        ("Marie est allergique aux noix", "Le frère de Marie n'est pas allergique aux noix"),
        ("Ana abita a Roma", "La sorella di Ana abita a Torino"),
        ("Ana é alérgica a nozes", "O filho da Ana não é alérgico a nozes"),
        ("李娜对坚果过敏", "李娜的儿子对坚果不过敏"),
        ("アナはナッツアレルギーです", "アナの息子はナッツアレルギーではありません"),
        ("User对花生过敏", "User儿子对花生不过敏"),
        ("User को मूंगफली से एलर्जी है", "User के बेटे को मूंगफली से एलर्जी नहीं है"),
        ("User wohnt in Berlin", "User: seine Eltern wohnen in Ulm"),
        ("User abita a Roma", "User: sua sorella vive a Torino"),
        ("User abita a Roma", "Chiara abita a Torino"),
        ("User travaille chez Renault", "User: ses frères travaillent chez Airbus"),
        ("Ana ist Lehrerin", "Anas Schwester ist Ärztin"),
        ("Ana ist Vegetarierin", "Anas Sohn ist Veganer"),
        ("I have a dog", "My neighbour's dog died"),
        ("User hat einen Hund", "Der Hund von meiner Nachbarin ist gestorben"),
        ("The team uses Slack", "My wife's team uses Teams now"),
        ("User is engaged to Leo", "User's friend Leo broke up with his girlfriend"),
    ],
)
def test_somebody_elses_fact_leaves_a_persons_own(old: str, new: str, decide: Judge) -> None:
    assert decide(old, new).label in (KEEP_BOTH, UNRELATED)
    assert decide(new, old).label in (KEEP_BOTH, UNRELATED)


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize(
    "old, new",
    [
        ("Ana's son is allergic to nuts", "Ana's son is not allergic to nuts any more"),
        ("Ana is married", "Ana's husband died"),
        ("Ana has a dog called Rex", "Ana's dog Rex died"),
        ("I have a dog", "My dog died"),
        ("My sister has a dog", "My sister's dog died"),
        ("Ana hat einen Chef namens Uwe", "Anas Chef ist jetzt Tom"),
        ("La hermana de Ana vive en Madrid", "La hermana de Ana vive ahora en Bilbao"),
        ("Rent is £1,150 a month", "landlord has put our rent up to £1,290"),
        ("User wohnt in Berlin", "User ist nach Wien gezogen"),
        ("User vive en Madrid", "User se mudó a Sevilla"),
        ("Vivian works at Acme", "Vivian works at Globex"),
        ("I live in Rome", "I live with Vivian in Oslo"),
        ("I live in Rome", "After nearly ten years I moved to Oslo"),
        ("I live in Rome", "I nearly forgot to tell you I moved to Oslo"),
        ("I live in Rome", "It's almost done: I moved to Oslo"),
        ("I live in Rome", "We almost cried when we moved to Oslo"),
        ("I live in Rome", "I moved to Oslo as I'd dreamed"),
        ("I work at Acme", "I worked at Acme until May"),
        ("I work at Acme", "I work at Globex, it had an opening"),
        ("User trabaja en Acme", "User trabaja en Globex, antes en Acme"),
        ("User travaille chez Acme", "User travaille chez Globex, avant chez Acme"),
        ("User wohnt in Rom", "User wohnt in Oslo, wo er gearbeitet hat"),
        ("Vivo en Roma", "Me mudé a Oslo porque era más barato"),
    ],
)
def test_what_is_told_of_the_same_one_still_changes_it(old: str, new: str, decide: Judge) -> None:
    assert decide(old, new).label == SUPERSEDE


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize(
    "old, new",
    [
        ("User vive en Madrid", "El año pasado User vivía en Sevilla"),
        ("Los padres de Ana viven en Roma", "Los padres de Ana vivían en Oslo"),
        ("I live in Rome", "I almost moved to Oslo"),
        ("I live in Rome", "We nearly sold up and moved to Oslo"),
        ("I live in Rome", "I live in Oslo, I wish"),
        ("I work at Acme", "I worked at Globex until May"),
        ("I work at Acme", "I worked at Globex because it was near"),
        ("I work at Acme", "My work is fun, I worked at Globex before"),
        ("User vive en Madrid", "User vivía en Cádiz, donde trabajaba"),
        ("User vive en Madrid", "De niño User vivía en Cádiz"),
        ("User vive en Madrid", "User soñó que vivía en Roma"),
        ("User vive en Madrid", "Casi User se mudó a Viena"),
        ("User wohnt in Berlin", "Als Kind wohnte User in Ulm"),
        ("User wohnt in Berlin", "User hat geträumt, dass User in Rom wohne"),
        ("User wohnt in Berlin", "User ist fast nach Wien gezogen"),
        ("User wohnt in Berlin", "User wohnt im dritten Stock"),
        ("User wohnt in Berlin", "User wohnt mit seiner Freundin zusammen"),
        ("User arbeitet bei Siemens", "Letztes Jahr arbeitete User bei BMW"),
        ("User habite à Paris", "User a habité à Lyon"),
        ("User habite à Paris", "User a presque déménagé à Vienne"),
        ("User mora em Lisboa", "Quase User se mudou para Viena"),
        ("User abita a Roma", "User si è quasi trasferito a Vienna"),
    ],
)
def test_what_was_or_never_came_to_be_ends_nothing(old: str, new: str, decide: Judge) -> None:
    assert decide(old, new).label != SUPERSEDE


@pytest.mark.feature("PL-03")
@pytest.mark.parametrize(
    "fixed, told",
    [
        ("Ana is not allergic to nuts", "Ana's son is allergic to nuts"),
        ("Ana vive en Madrid", "La hermana de Ana vive en Bilbao"),
        ("Ana wohnt in Wien", "Die Schwester von Ana wohnt in Linz"),
        ("Ana abita a Roma", "La sorella di Ana abita a Torino"),
    ],
)
def test_an_override_neither_stops_nor_archives_what_is_somebody_elses(fixed: str, told: str) -> None:
    for first in (True, False):
        with Memory(":memory:") as memory:
            if first:
                memory.override(fixed, user="u")
            memory.add(told, user="u")
            if not first:
                memory.override(fixed, user="u")
            assert [record.content for record in memory.list(user="u", layers=["memory"])] == [told]

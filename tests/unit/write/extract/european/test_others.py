"""Somebody who was named goes on being meant by "she", and dated occasions without an owner are the speaker's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


def contents(text: str, before: str | None = None) -> list[str]:
    return [claim.content for claim in extract(text, speaker=None, at=AT, before=before)]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Mein Chef heißt Uwe, er mag keine Meetings", "User: sein Chef mag keine Meetings"),
        ("Ma fille Zoé est dyslexique, elle est en CM2", "User: sa fille Zoé est en CM2"),
        ("Mi primo Leo vive en Lima. Es cocinero", "User: su primo Leo es cocinero"),
        ("Ganhei uma gata, a Mel, ela tem 3 meses", "Mel tem 3 meses"),
        ("Notre fille s'appelle Ada et elle a 3 ans", "User: leur fille a 3 ans"),
        ("em Braga mora a minha tia", "User: em Braga mora a sua tia"),
    ],
)
def test_it_is_told_of_the_person_just_named(text: str, expected: str) -> None:
    assert contents(text)[-1] == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Max ist krank. Seine Frau Eva ist Ärztin. Sie wohnt in Köln.", ["Max: seine Frau Eva wohnt in Köln"]),
        ("Max ist krank. Seine Frau Eva ist Ärztin. Er wohnt in Köln.", ["Max wohnt in Köln"]),
        ("Meine Tochter ist 5. Ihre Freundin ist 7. Sie mag Pferde.", []),
        ("Mi madre vive en Lima. Su hermana es médica. Ella es profesora.", []),
        ("Sophie est végétarienne. Son amie Lea est médecin. Elle a 40 ans.", []),
        ("Lucía es vegetariana. Su marido Luis es cocinero. Él vive en Madrid.", []),
        ("Tom hat gekündigt. Meine Frau Eva malt, sie ist Ärztin.", ["User: seine Frau Eva ist Ärztin"]),
    ],
)
def test_she_after_his_wife_is_not_the_husband(text: str, expected: list[str]) -> None:
    assert [content for content in contents(text)[1:] if "malt" not in content] == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Mein Bruder ist Koch. Seine Tochter ist 5. Er wohnt in Kiel.", "User: sein Bruder wohnt in Kiel"),
        ("Meine Frau malt. Ihr Vater ist krank. Sie ist Ingenieurin.", "User: seine Frau ist Ingenieurin"),
        ("Ma sœur habite à Lyon. Son mari est grec. Elle est infirmière.", "User: sa sœur est infirmière"),
        ("Mi hermana vive en Lima. Su marido es médico. Ella es profesora.", "User: su hermana es profesora"),
        ("Mi hermana vive en Lima. Su marido es médico. Él es de Cuba.", "User: su hermana: su marido es de Cuba"),
        ("Minha irmã mora em Lisboa. Seu marido é médico. Ela é professora.", "User: sua irmã é professora"),
        ("Mia sorella vive a Roma. Suo marito è medico. Lei è insegnante.", "User: sua sorella è insegnante"),
        ("Meine Oma ist 80. Ihre Ärztin ist streng. Sie nimmt Ramipril.", "User: seine Oma nimmt Ramipril"),
        ("Ma mère a 70 ans. Son dentiste est gentil. Elle prend des statines.", "User: sa mère prend des statines"),
    ],
)
def test_who_can_only_be_one_of_two_is_that_one(text: str, expected: str) -> None:
    assert contents(text)[-1] == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Die Prüfung ist am 14. März", "User: Die Prüfung ist am 14. März"),
        ("rdv chez le dentiste le 3 mai", "User: rdv chez le dentiste le 3 mai"),
        ("Die Katze heißt Pixel und ist 14", "User: Die Katze heißt Pixel und ist 14"),
    ],
)
def test_occasions_and_animals_without_an_owner(text: str, expected: str) -> None:
    assert contents(text) == [expected]


@pytest.mark.parametrize("text", ["Il faut du beurre", "Il y a du vent", "Ma soeur dort. Il est tard"])
def test_nobody_is_meant_by_an_impersonal_pronoun(text: str) -> None:
    assert not any("il " in content.lower() for content in contents(text))


@pytest.mark.parametrize(
    "text, before, expected",
    [
        ("vier Gäste, nicht fünf", "Ich plane also für fünf Gäste.", "User: vier Gäste, nicht fünf"),
        ("nee, am Mittwoch", "Der Kurs ist also am Montag.", "User: am Mittwoch"),
        ("de noche, por favor", "¿Prefieres volar de día o de noche?", "User: de noche, por favor"),
        ("le bleu, c'est décidé", "Le bleu ou le vert ?", "User: le bleu, c'est décidé"),
    ],
)
def test_short_answers_are_read_with_what_was_said_before(text: str, before: str, expected: str) -> None:
    assert contents(text, before) == [expected]


@pytest.mark.parametrize("text", ["nein danke", "no, gracias", "oui, super"])
def test_a_polite_no_corrects_nothing(text: str) -> None:
    assert contents(text, "Soll ich das Hotel buchen?") == []


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Según mi médico, soy alérgica a las nueces.", ["User es alérgica a las nueces"]),
        ("Para mi hija, quiero una bici.", []),
        ("Con mi hermana Eva, voy al cine.", []),
        ("Avec ma soeur, je vais au cinéma.", []),
        ("Con mi hermana vive mi prima", ["User: Con su hermana vive su prima"]),
    ],
)
def test_for_whom_or_with_whom_tells_nothing_of_them(text: str, expected: list[str]) -> None:
    assert contents(text) == expected

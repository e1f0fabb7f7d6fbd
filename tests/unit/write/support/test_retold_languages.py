"""What a model retells in the language of its sources: elision, the words for the speakers, openings, answers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from recollect.write.support.denying import agree, denies
from recollect.write.support.derivable import follows, spans
from recollect.write.support.grounding import Ground
from recollect.write.support.roles import by_name, unelided
from tests.unit.write.support.retellings import AT

FRENCH = [
    (
        "User",
        "J'habite à Nantes. J'ai acheté un appartement. Ma sœur Camille habite à Lyon. Mon budget est de 900 euros.",
    ),
    ("Assistant", "Je conseille le quartier de Chantenay."),
]
ITALIAN = [
    ("User", "Cerco un appartamento a Torino. Il mio budget è di 900 euro."),
    ("Assistant", "Consiglio il quartiere San Salvario."),
]
GERMAN = [
    ("", "User wohnt in Graz"), ("", "User hat einen Hund namens Rex"), ("", "User mag keinen Kaffee"),
    ("", "Der Bruder von User wohnt in Linz"),
]  # fmt: skip
SPANISH = [("", "User vive en Valencia"), ("", "User va a viajar a Roma en mayo")]
JAPANESE = [
    ("User", "来月、妻と沖縄へ旅行に行きます。大阪に住んでいます。"),
    ("Assistant", "首里城をおすすめします。"),
]
JAPANESE_MEMORIES = [("", "Userは大阪に住んでいます"), ("", "Userは猫を二匹飼っています")]
TWO = [
    ("Caroline", "I went to a pottery class on Tuesday. Are we still on for the picnic?"),
    ("Melanie", "Yes! I painted a sunrise last year. Do you want my old easel?"),
    ("Caroline", "Yes please! Shall we visit the museum?"),
    ("Melanie", "No, sorry."),
]
JOB = [("User", "Our export job fails. It runs on the staging server and writes Parquet files to S3.")]
LIFE = [
    ("Ana", "Ana lives in Porto"), ("Ana", "Ana works as a nurse at Santa Maria Hospital"), ("Ana", "Ana has two cats"),
    ("Ana", "Ana's cats are called Miso and Taro"), ("Ana", "Ana's husband is called Luis"),
    ("Ana", "Ana has a son called Ben"), ("Ana", "Ana used to live in Leeds"), ("Ana", "Ana's sister is called Rita"),
]  # fmt: skip


def why(said: list[tuple[str, str]], sentence: str) -> str | None:
    return Ground([(speaker, text, AT) for speaker, text in said]).unsupported(sentence)


@pytest.mark.feature("PL-02", "PL-06")
@pytest.mark.parametrize(
    "said, sentence",
    [
        (FRENCH, "L'utilisateur habite à Nantes."),
        (FRENCH, "L’utilisatrice a acheté un appartement."),
        (FRENCH, "L'utilisateur a un budget de 900 euros."),
        (FRENCH, "L'assistant conseille le quartier de Chantenay."),
        (FRENCH, "La sœur de l'utilisateur habite à Lyon."),
        (ITALIAN, "L'utente cerca un appartamento a Torino."),
        (ITALIAN, "L'utente ha un budget di 900 euro."),
        (ITALIAN, "L'assistente consiglia il quartiere San Salvario."),
        (GERMAN, "Der Nutzer wohnt in Graz."),
        (GERMAN, "Die Nutzerin wohnt in Graz."),
        (GERMAN, "Besitzt einen Hund namens Rex."),
        (GERMAN, "Derzeit wohnt sie in Graz."),
        (SPANISH, "La usuaria vive en Valencia."),
        (SPANISH, "Planea viajar a Roma en mayo."),
        (SPANISH, "Actualmente vive en Valencia."),
        (JAPANESE, "Userは大阪に住んでいます。"),
        (JAPANESE, "ユーザーは大阪に住んでいます。"),
        (JAPANESE, "アシスタントは首里城をおすすめします。"),
        (JAPANESE_MEMORIES, "ユーザーは猫を二匹飼っています。"),
        (TWO, "Caroline told Melanie that she went to a pottery class on Tuesday."),
        (TWO, "Melanie told Caroline that she painted a sunrise last year."),
        (TWO, "Caroline and Melanie are still on for the picnic."),
        (TWO, "Caroline wants the old easel."),
        (JOB, "The export job runs on the staging server and writes Parquet files to S3."),
        (LIFE, "Ana is a nurse at Santa Maria Hospital who lives in Porto."),
        (LIFE, "Ana has two cats, Miso and Taro."),
        (LIFE, "Ana is married to Luis."),
        (LIFE, "Ana has a husband, Luis, and a son, Ben."),
        (LIFE, "Previously lived in Leeds."),
    ],
)
def test_what_was_said_is_kept(said: list[tuple[str, str]], sentence: str) -> None:
    assert why(said, sentence) is None


@pytest.mark.feature("PL-02", "PL-06")
@pytest.mark.parametrize(
    "said, sentence",
    [
        (FRENCH, "L'utilisateur habite à Lyon."),
        (FRENCH, "L'assistant habite à Nantes."),
        (FRENCH, "L'utilisateur n'habite pas à Nantes."),
        (FRENCH, "L'oncle de l'utilisateur habite à Nantes."),
        (FRENCH, "Zoltan Kovacs habite à Nantes."),
        (FRENCH, "D'Artagnan habite à Nantes."),
        (GERMAN, "Wolfhart wohnt in Graz."),
        (GERMAN, "Grazyna hat einen Hund namens Rex."),
        (GERMAN, "Der Nutzer wohnt in Linz."),
        (GERMAN, "Der Assistent wohnt in Graz."),
        (GERMAN, "Der Nutzer mag Kaffee."),
        (JAPANESE, "ユーザーは東京に住んでいます。"),
        (JAPANESE, "アシスタントは大阪に住んでいます。"),
        (JAPANESE, "Userは名古屋に住んでいます。"),
        (JAPANESE, "ユーザーは大阪に住んでいません。"),
        (TWO, "Caroline told Melanie that Melanie went to a pottery class."),
        (TWO, "Caroline said that Rita went to a pottery class."),
        (TWO, "Caroline and Melanie will visit the museum."),
        (TWO, "Melanie wants the old easel."),
        (LIFE, "Ana is called Luis."),
        (LIFE, "Ana is married to Ben."),
        (LIFE, "Ana has a husband, Ben, and a son, Luis."),
    ],
)
def test_what_nobody_said_of_that_one_is_dropped(said: list[tuple[str, str]], sentence: str) -> None:
    assert why(said, sentence) is not None


def test_both_who_speak_are_called_by_name() -> None:
    assert by_name("Der Vater des Nutzers", user="Ana", assistant="Assistant") == "Der Vater des Ana"
    assert by_name("Le mari de l'utilisatrice", user="User", assistant="") == "Le mari de User"
    assert by_name("用户住在上海", user="User", assistant="") == "User住在上海"
    assert by_name("Der Assistent kam", user="User", assistant="") == "Der Assistent kam"
    assert by_name("Wir haben 200 Nutzerdaten", user="User", assistant="") == "Wir haben 200 Nutzerdaten"


def test_elision_is_taken_off_and_nothing_else() -> None:
    assert unelided("L'appartement dell'ufficio d’Anna qu'il") == "appartement ufficio Anna il"
    assert unelided("Elle n'aime pas O'Neil's rock'n'roll, I'd say") == "Elle n'aime pas O'Neil's rock'n'roll, I'd say"


@pytest.mark.parametrize(
    "said, told, agreeing",
    [
        ("Ich wohne ohne Mitbewohner in Graz", "User wohnt in Graz", True),
        ("Je vis à Nantes sans enfants", "User vit à Nantes", True),
        ("Ich arbeite ohne Pause bei Siemens", "User arbeitet bei Siemens", True),
        ("Trabalho sem parar em Lisboa", "User trabalha em Lisboa", True),
        ("I live without flatmates in Graz", "User lives in Graz", True),
        ("I live in Graz without a car", "User lives in Graz without a car", True),
        ("I live in Graz without a car", "User has a car", False),
        ("I live in Graz with a car", "User lives in Graz without a car", False),
        ("I do not live in Graz", "User lives in Graz", False),
    ],
)
def test_without_denies_what_follows_it(said: str, told: str, agreeing: bool) -> None:
    assert agree(said, told) is agreeing


@pytest.mark.parametrize(
    "text",
    ["User loves Comic Sans", "User reads non-fiction", "User drinks non-dairy milk", "User住在无锡", "無印良品が好き"],
)
def test_a_name_with_a_not_in_it_denies_nothing(text: str) -> None:
    assert not denies(text)


def test_the_weekend_of_a_written_day_is_not_sure_to_the_day() -> None:
    day = datetime(2026, 6, 6, tzinfo=UTC)
    for text, borne in (
        ("I'm in Rome the weekend of June 6.", True),
        ("I'm in Rome on June 7.", False),
    ):
        assert follows(day, day + timedelta(days=1), spans(text, AT)) is borne

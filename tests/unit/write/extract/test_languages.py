"""Turns in other languages: found out by their words or script, and read into the third person."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.languages import detect
from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


def contents(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "text, code",
    [
        ("I live in Rome and I like it", "en"),
        ("metric please", "en"),
        ("vivo en Valencia con mi hermano", "es"),
        ("ich wohne in Kassel und arbeite viel", "de"),
        ("j'habite à Nantes avec ma soeur", "fr"),
        ("mein Bruder wohnt in Bonn", "de"),
        ("me mudé a Vigo", "es"),
        ("me at a café", "en"),
        ("José lives in Ghent", "en"),
        ("ha, interesting guess", "en"),
        ("Nunca aprendi a nadar", "pt"),
        ("No bebo alcohol ni fumo", "es"),
        ("Odio i messaggi vocali", "it"),
        ("arrête de me parler comme ça", "fr"),
        ("mujhe chai pasand hai", "hi"),
        ("Me he mudado a Vigo", "es"),
        ("He told me a story", "en"),
        ("Mia died last week", "en"),
        ("My daughter Mia started school. Mia loves dinosaurs.", "en"),
        ("Ella moved to Leeds yesterday", "en"),
        ("Mia sorella vive a Roma", "it"),
        ("Mia zia abita a Bari", "it"),
        ("Mia collega parla troppo", "it"),
        ("Ella vive en Madrid", "es"),
        ("Mia geht gern zur Schule", "de"),
        ("Unsere Katze heißt Minka", "de"),
        ("Mi sono trasferito a Milano", "it"),
        ("moro em Recife com a minha irmã", "pt"),
        ("abito a Torino con mia sorella e non ho la macchina", "it"),
        ("我住在成都", "zh"),
        ("大阪に住んでいます", "ja"),
        ("मैं पुणे में रहता हूँ", "hi"),
        ("я живу в Москве", ""),
    ],
)
def test_the_language_is_told_by_its_commonest_words_or_its_script(text: str, code: str) -> None:
    assert detect(text) == code


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Vivo en Rosario y trabajo de enfermera. ¿Qué hago?", ["User vive en Rosario", "User trabaja de enfermera"]),
        ("no me gusta la lluvia", ["A User no le gusta la lluvia"]),
        ("Mi hija Lucía tiene ocho años", ["User: su hija Lucía tiene ocho años"]),
        ("Ich habe eine Katze und mag keinen Fisch", ["User hat eine Katze", "User mag keinen Fisch"]),
        ("Seit 2020 lebe ich in Graz", ["Seit 2020 lebt User in Graz"]),
        ("Wir ziehen nach Bremen", ["User zieht nach Bremen"]),
        ("Im Sommer wandern wir gern", ["Im Sommer wandert User gern"]),
        ("Seit 2019 wohnen wir oben links", ["Seit 2019 wohnt User oben links"]),
        ("Morgens trinke ich gerne Tee", ["Morgens trinkt User gerne Tee"]),
        ("Unsere Katze heißt Minka", ["User: seine Katze heißt Minka"]),
        ("No soporto el cilantro", ["User no soporta el cilantro"]),
        ("Ya no me gusta el café", ["A User ya no le gusta el café"]),
        ("Nos hemos mudado a Gijón", ["User se ha mudado a Gijón"]),
        ("Trabajamos en un banco", ["User trabaja en un banco"]),
        ("Nous travaillons chez Airbus", ["User travaille chez Airbus"]),
        ("Je suis coiffeur à Lille, j'ai quitté l'armée", ["User est coiffeur à Lille", "User a quitté l'armée"]),
        ("unsere Tochter Lena ist 15", ["User: seine Tochter Lena ist 15"]),
        ("Wir öffnen um 10 und ich zeichne gern", ["User öffnet um 10", "User zeichnet gern"]),
        ("Cambio de planes: viajamos el 17 de mayo", ["User viaja el 17 de mayo"]),
        ("Ich bin Jonas, 71, und habe Rheuma", ["User ist Jonas, 71", "User hat Rheuma"]),
        ("Sou vegetariano há cinco anos", ["User é vegetariano há cinco anos"]),
        ("我对花生过敏，成都人，有什么推荐？", ["User对花生过敏", "User：成都人"]),
        ("私は大阪に住んでいます。おすすめは何ですか？", ["Userは大阪に住んでいます"]),
        ("मैं पुणे में रहता हूँ", ["User पुणे में रहता है"]),
    ],
)
def test_first_person_facts_become_third_person_in_the_same_language(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Lucía es vegetariana", ["Lucía es vegetariana"]),
        ("Uwe verträgt keine Laktose", ["Uwe verträgt keine Laktose"]),
        ("Ingrid ist letzte Woche gestorben", ["Ingrid ist letzte Woche gestorben"]),
        ("Manon a déménagé, elle habite avec nous", ["Manon a déménagé", "Manon habite avec User"]),
        ("Paul n'aime pas le carrelage", ["Paul n'aime pas le carrelage"]),
        ("Matteo lavora in banca", ["Matteo lavora in banca"]),
        ("minha esposa Júlia está grávida", ["User: sua esposa Júlia está grávida"]),
        ("Marco sagt, dass es regnet", []),
        ("Paris est une belle ville", []),
        ("Paul hat 5 Äpfel, Lena hat 3. Wie viele sind das?", []),
    ],
)
def test_what_is_told_of_somebody_by_name_is_kept_as_it_is(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "¿Cuántas calorías tiene una empanada?",
        "si me gustara el ajedrez, ¿qué libro sería?",
        "jeje mil gracias, qué amable",
        "Wie weit ist es nach Ulm?",
        "Wenn ich in Japan leben würde, welche Stadt?",
        "Comment dit-on merci en breton ?",
        "Si j'étais riche, je vivrais à Monaco",
        "a letra diz 'eu vivo na estrada e não paro', quem canta?",
        "怎么做红烧肉？",
        "如果我住在海边，会不会更开心？",
        "ありがとう、助かりました！",
        "दिल्ली से आगरा कितनी दूर है?",
    ],
)
def test_questions_suppositions_and_small_talk_give_nothing(text: str) -> None:
    assert contents(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "De ahora en adelante respóndeme siempre en catalán",
        "Ab jetzt bitte immer duzen",
        "À partir de maintenant, réponds-moi en français simple.",
        "A partir de agora responda em português",
        "以后请用简体中文回答我。",
        "अब से हिंदी में जवाब दो",
    ],
)
def test_standing_wishes_are_instructions(text: str) -> None:
    (claim,) = extract(text, speaker=None, at=AT)
    assert claim.kind == "preference"
    assert "instruction" in claim.tags

"""European turns: clauses are cut apart, verbs are found and put into the third person, and what passes stays out."""

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
        ("Wir haben letztes Jahr geheiratet, und ich suche Arbeit in Ulm", ["User hat letztes Jahr geheiratet"]),
        ("Estudié derecho, y los lunes doy clase de yoga", ["User estudió derecho", "Los lunes User da clase de yoga"]),
        ("J'habite au 4e, et j'ai mal au genou", ["User habite au 4e", "User a mal au genou"]),
        ("Moro em Recife, e a minha irmã mora no Canadá", ["User mora em Recife", "User: a sua irmã mora no Canadá"]),
        ("Mi piace il jazz, ma non sopporto il rap", ["A User gli piace il jazz", "User non sopporta il rap"]),
        ("Los martes y jueves entreno remo", ["Los martes y jueves User entrena remo"]),
        ("Tenho dois gatos, o Tom e a Nina", ["User tem dois gatos, o Tom e a Nina"]),
        ("Mi marido y yo llevamos diez años casados", ["User: su marido y User llevan diez años casados"]),
        ("soy celíaca y trabajo de noche, ideas de postre?", ["User es celíaca", "User trabaja de noche"]),
        ("Oye, entro a las 7 y no desayuno", ["User entra a las 7", "User no desayuna"]),
        ("Soy profe, así que en julio tengo vacaciones", ["User es profe", "En julio User tiene vacaciones"]),
        ("Meu filho mais velho, o Caio, faz judô", ["User: seu filho mais velho, o Caio, faz judô"]),
        ("Wir wohnen im Altbau, 3. Stock ohne Aufzug", ["User wohnt im Altbau, 3. Stock ohne Aufzug"]),
        ("Mein Mann isst kein Fleisch, ich selbst schon", ["User: sein Mann isst kein Fleisch, User selbst schon"]),
        ("Meine Oma kommt vom 3. bis 9. Juni zu uns", ["User: seine Oma kommt vom 3. bis 9. Juni zu User"]),
    ],
)
def test_each_clause_is_told_once_and_names_stay_with_theirs(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("ich trink keinen Alkohol mehr", ["User trinkt keinen Alkohol mehr"]),
        ("Am 3. Oktober zieh ich nach Leipzig um", ["Am 3. Oktober zieht User nach Leipzig um"]),
        ("Weil ich Zöliakie habe, muss alles glutenfrei sein", ["User hat Zöliakie"]),
        ("Ich arbeitete früher bei der Post", ["User arbeitete früher bei der Post"]),
        ("Ich vergesse oft meine Schlüssel", ["User vergisst oft seine Schlüssel"]),
        ("El 9 de mayo viajo a Oslo", ["El 9 de mayo User viaja a Oslo"]),
        ("Padezco migrañas desde los 15", ["User padece migrañas desde los 15"]),
        ("Desde que nació mi hija duermo mal", ["Desde que nació su hija User duerme mal"]),
        ("Ça fait 3 ans que je cours", ["Ça fait 3 ans que User court"]),
        ("Avant je fumais", ["Avant User fumait"]),
        ("A gente se casou em 2015", ["User se casou em 2015"]),
        ("Faz dois anos que moro em Curitiba", ["Faz dois anos que User mora em Curitiba"]),
        ("Da bambino suonavo il pianoforte", ["Da bambino User suonava il pianoforte"]),
        ("Coltiviamo pomodori e non so guidare", ["User coltiva pomodori", "User non sa guidare"]),
    ],
)
def test_a_verb_that_no_table_lists_is_read_by_its_ending_and_its_place(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Ayer me operaron de la rodilla", "A User ayer le operaron de la rodilla"),
        ("On m'a diagnostiqué un diabète", "On lui a diagnostiqué un diabète"),
        ("Mir schmeckt Fisch nicht", "User: ihm schmeckt Fisch nicht"),
        ("Mon médecin m'a prescrit du fer", "User: son médecin lui a prescrit du fer"),
        ("A mí el picante me sienta mal", "A User el picante le sienta mal"),
        ("Mon patron veut que je passe à 80 %", "User: son patron veut que User passe à 80 %"),
        ("Mein Arzt sagt, ich soll mehr gehen", "User: sein Arzt sagt, User soll mehr gehen"),
        ("Il faut que j'envoie le dossier avant vendredi", "Il faut que User envoie le dossier avant vendredi"),
    ],
)
def test_what_others_do_to_the_speaker_and_want_of_him(text: str, expected: str) -> None:
    assert contents(text) == [expected]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Mi grupo sanguíneo es A-.", "User: su grupo sanguíneo es A-"),
        ("Mon groupe sanguin est O−.", "User: son groupe sanguin est O−"),
        ("Meine Blutgruppe ist AB+.", "User: seine Blutgruppe ist AB+"),
        ("Ich programmiere in C#.", "User programmiert in C#"),
        ("Programo en C++.", "User programa en C++"),
        ("Ich arbeite 80 %.", "User arbeitet 80 %"),
        ("Ho una stanza a -5°.", "User ha una stanza a -5°"),
        ("Pago 5€.", "User paga 5€"),
        ("Mein Lieblingsfilm ist »Der Pate«.", "User: sein Lieblingsfilm ist »Der Pate«"),
    ],
)
def test_a_sign_stays_with_its_word(text: str, expected: str) -> None:
    assert contents(text) == [expected]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("L'anno scorso lavoravo alla Ferrari", ["L'anno scorso User lavorava alla Ferrari"]),
        ("Il mese scorso ho cambiato lavoro", ["Il mese scorso User ha cambiato lavoro"]),
        ("Forse mi trasferisco a Vienna", ["Forse User si trasferisce a Vienna"]),
        ("Ci siamo sposati nel 2015", ["User si è sposato nel 2015"]),
        ("Mi hanno licenziato a marzo", ["A User lo hanno licenziato a marzo"]),
        ("Lavoro come cuoco perché mi piace mangiare", ["User lavora come cuoco", "A User gli piace mangiare"]),
        ("Odio los lunes y me encantan los viernes", ["User odia los lunes", "A User le encantan los viernes"]),
        ("Suelo levantarme a las seis", ["User suele levantarse a las seis"]),
        ("No me gusta que me llamen tarde", ["A User no le gusta que le llamen tarde"]),
        ("Me preocupo por mi madre", ["User se preocupa por su madre"]),
        ("Conozco a alguien que puede ayudarme", ["User conoce a alguien que puede ayudarle"]),
        ("Nos mudamos a Vigo el mes pasado", ["User se mudó a Vigo el mes pasado"]),
        ("Somos vegetarianos desde hace años", ["User es vegetariano desde hace años"]),
        ("Yo y mi hermana compartimos piso", ["User: User y su hermana comparten piso"]),
        ("Me aborreço em festas", ["User se aborrece em festas"]),
        ("Meu irmão e eu temos uma padaria", ["User: seu irmão e User têm uma padaria"]),
        ("Nunca me lembro dos nomes", ["User nunca se lembra dos nomes"]),
        ("Je ne suis plus végétarien", ["User n'est plus végétarien"]),
        ("Je me suis cassé le bras", ["User s'est cassé le bras"]),
        ("Le chocolat, j'adore ça", []),
        ("Ma sœur et moi sommes jumeaux", ["User: sa sœur et User sont jumeaux"]),
        ("Ich hasse es, wenn der Code abstürzt", ["User hasst es, wenn der Code abstürzt"]),
        ("Ich mag es, wenn ich früh aufstehe", ["User mag es, wenn User früh aufsteht"]),
        ("Ich mag Leute, die mir zuhören", ["User mag Leute, die ihm zuhören"]),
        ("Ich bin Koch, deshalb esse ich spät", ["User ist Koch", "User isst spät"]),
        ("Mein Bruder und ich haben ein Café", ["User: sein Bruder und User haben ein Café"]),
    ],
)
def test_what_is_stored_is_a_correct_sentence(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


def test_a_thought_about_oneself_keeps_its_doubt() -> None:
    (claim,) = extract("Ich glaube, ich habe eine Laktoseintoleranz", speaker=None, at=AT)
    assert claim.confidence == 0.7
    (claim,) = extract("creo que soy alérgico al polen", speaker=None, at=AT)
    assert (claim.content, claim.confidence) == ("User cree que es alérgico al polen", 0.7)


@pytest.mark.parametrize(
    "text",
    [
        "Ich hab die Datei angehängt",
        "Ich habe deinen Vorschlag ausprobiert und es geht nicht",
        "Ich hätte gern ein Rezept für Lasagne",
        "Te paso el código ahora",
        "Estoy cansado hoy",
        "Je ne comprends pas ce message d'erreur",
        "J'ai une question sur les impôts",
        "Tentei rodar o script e deu erro",
        "Ho provato ma non funziona",
        "Peux-tu corriger ce texte : je suis né à Paris",
        "Mi amigo dice que el vino es malo",
        "Der Kunde schreibt: ich wohne in Köln",
        "Bitte formuliere um: Ich bin der Meinung, dass es geht",
        "Muss ich Steuern zahlen, wenn ich im Ausland arbeite?",
        "Mal angenommen, ich wäre Pilot",
        "Schreib mir eine Mail, dass ich krank bin",
    ],
)
def test_what_is_about_the_conversation_is_over_with_it(text: str) -> None:
    assert contents(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Na toll, schon wieder Stau, ich liebe Montage",
        "Qué bien, otra vez sin luz, me encanta",
        "Que maravilha, mais uma reunião às 18h, adoro",
        "Lass uns ein Rollenspiel machen: ich bin Ritter und habe ein Pferd",
        "Actúa como mi jefe: yo soy el becario y llego tarde",
    ],
)
def test_bitter_praise_and_played_parts_are_not_believed(text: str) -> None:
    assert contents(text) == []


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Super, ich liebe Pizza, und du?", ["User liebt Pizza"]),
        ("Mein Lieblingshobby ist Klettern", ["User: sein Lieblingshobby ist Klettern"]),
        ("On joue au foot le mardi soir", ["User joue au foot le mardi soir"]),
    ],
)
def test_honest_delight_is_believed(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("pipeline ist rot", []),
        ("release von heute ist leider kaputt", []),
        ("node im cluster ist down", []),
        ("interface hat einen bug", []),
        ("base image ist alt", []),
        ("deadline dafür ist der 15. Mai", ["User: deadline dafür ist der 15. Mai"]),
        ("wohne in einem Haus das sehr alt ist", ["User wohnt in einem Haus das sehr alt ist"]),
        ("kaufe nur was bio ist", ["User kauft nur was bio ist"]),
        ("arbeite da wo meine Frau ist", ["User arbeitet da wo seine Frau ist"]),
        ("wohne seit 2019 in Köln", ["User wohnt seit 2019 in Köln"]),
        ("finde Rom ist schön", ["User findet Rom ist schön"]),
    ],
)
def test_a_noun_before_a_finite_verb_is_no_verb(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


@pytest.mark.parametrize(
    "said, contents",
    [
        ("No como cerdo, no me gusta.", ["User no come cerdo"]),
        ("Ich esse kein Schwein, mag ich nicht.", ["User isst kein Schwein"]),
        ("Je ne mange pas de porc, je n'aime pas.", ["User ne mange pas de porc"]),
        ("Não como porco, não gosto.", ["User não come porco"]),
        ("Non mi piace.", []),
        ("Ni loco.", []),
        ("No como cerdo, no me gusta el pescado.", ["User no come cerdo", "A User no le gusta el pescado"]),
        ("Ich mag Fisch nicht.", ["User mag Fisch nicht"]),
        ("Estoy loco por el fútbol.", ["User está loco por el fútbol"]),
    ],
)
def test_a_liking_of_nothing_in_particular_is_not_told(said: str, contents: list[str]) -> None:
    assert [claim.content for claim in extract(said, speaker=None, at=AT)] == contents


@pytest.mark.parametrize(
    "said",
    [
        "No mi hermano, otro Luis.",
        "Nicht mein Bruder, ein anderer Luis.",
        "Pas mon frère, un autre Luc.",
        "Non mio fratello, un altro Luigi.",
    ],
)
def test_who_is_not_meant_is_not_told(said: str) -> None:
    assert not extract(said, speaker=None, at=AT)


@pytest.mark.parametrize(
    "said, told",
    [
        ("Ich pendle nach Köln.", "User pendelt nach Köln"),
        ("Ich sammle Münzen.", "User sammelt Münzen"),
        ("Ich segle jeden Sommer.", "User segelt jeden Sommer"),
        ("Ich lächle viel.", "User lächelt viel"),
        ("Ich fühle mich wohl in Ulm.", "User fühlt sich wohl in Ulm"),
        ("Ich male Bilder.", "User malt Bilder"),
    ],
)
def test_german_verbs_in_eln_get_their_e_back(said: str, told: str) -> None:
    assert contents(said) == [told]

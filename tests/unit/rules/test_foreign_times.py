"""Times in questions that are not asked in English; and English questions, in which nothing of it is read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.rules.foreign_times import languages_of
from recollect.rules.temporal import EXPRESSIONS_MAX, intervals

NOW = datetime(2023, 8, 16, 12, 0, tzinfo=UTC)  # a Wednesday

DAY_BEFORE_YESTERDAY = ("2023-08-14", "2023-08-15")
YESTERDAY = ("2023-08-15", "2023-08-16")
TODAY = ("2023-08-16", "2023-08-17")
LAST_WEEK = ("2023-08-07", "2023-08-14")
THIS_WEEK = ("2023-08-14", "2023-08-21")
NEXT_WEEK = ("2023-08-21", "2023-08-28")
LAST_WEEKEND = ("2023-08-12", "2023-08-14")
LAST_MONTH = ("2023-07-01", "2023-08-01")
LAST_YEAR = ("2022-01-01", "2023-01-01")
THIS_YEAR = ("2023-01-01", "2024-01-01")
LAST_SUMMER = ("2022-06-01", "2022-09-01")
LAST_FRIDAY = ("2023-08-11", "2023-08-12")
DAYS_AGO = ("2023-08-13", "2023-08-14")
"""Three."""
WEEKS_AGO = ("2023-07-30", "2023-08-06")
"""Two; and so on."""
MONTHS_AGO = ("2023-05-04", "2023-05-29")
YEARS_AGO = ("2021-04-18", "2021-12-14")
YEAR_AND_A_HALF_AGO = ("2021-12-18", "2022-04-17")
LAST_THREE_MONTHS = ("2023-05-16", "2023-08-17")
IN_MAY = ("2023-05-01", "2023-06-01")
MAY_OF_LAST_YEAR = ("2022-05-01", "2022-06-01")
THIRD_OF_MAY = ("2023-05-03", "2023-05-04")
SUMMER_2021 = ("2021-06-01", "2021-09-01")
END_OF_LAST_YEAR = ("2022-09-01", "2023-01-01")
BEGINNING_OF_MAY = ("2023-05-01", "2023-05-11")
BEFORE_2020 = ("1900-01-01", "2020-01-01")
SINCE_JANUARY = ("2023-01-01", "2023-08-16")
MAY_TO_JULY = ("2023-05-01", "2023-08-01")
MAY_TO_JULY_2021 = ("2021-05-01", "2021-08-01")
DAY_AFTER_TOMORROW = ("2023-08-18", "2023-08-19")
THE_LAST_DAYS = ("2023-08-09", "2023-08-17")
SUMMER_OF_LAST_YEAR = ("2022-06-01", "2022-09-01")
END_OF_2021 = ("2021-09-01", "2022-01-01")


def spans(text: str) -> list[tuple[str, str]]:
    found = intervals(text, NOW, beyond=True)
    return [(span.start.date().isoformat(), span.end.date().isoformat()) for span in found]


GERMAN = [
    ("Was habe ich gestern gemacht?", YESTERDAY),
    ("Was habe ich vorgestern gegessen?", DAY_BEFORE_YESTERDAY),
    ("Was war heute Morgen?", TODAY),
    ("Was ist letzte Woche passiert?", LAST_WEEK),
    ("Was haben wir diese Woche gemacht?", THIS_WEEK),
    ("nächste Woche", NEXT_WEEK),
    ("Wo war ich letztes Wochenende?", LAST_WEEKEND),
    ("im letzten Monat", LAST_MONTH),
    ("Was war letztes Jahr?", LAST_YEAR),
    ("Was habe ich vor zwei Wochen gesagt?", WEEKS_AGO),
    ("Wen habe ich vor 3 Tagen getroffen?", DAYS_AGO),
    ("vor etwa zwei Jahren", YEARS_AGO),
    ("vor anderthalb Jahren", YEAR_AND_A_HALF_AGO),
    ("Was habe ich in den letzten drei Monaten gelernt?", LAST_THREE_MONTHS),
    ("Was ist im Mai 2023 passiert?", IN_MAY),
    ("Was ist im Mai passiert?", IN_MAY),
    ("Wo war ich im Mai letzten Jahres?", MAY_OF_LAST_YEAR),
    ("Was war am 3. Mai?", THIRD_OF_MAY),
    ("Was war am Mittwoch, dem 3. Mai 2023?", THIRD_OF_MAY),
    ("Wohin fuhren wir letzten Sommer?", LAST_SUMMER),
    ("Wohin fuhren wir im Sommer 2021?", SUMMER_2021),
    ("Wen traf ich letzten Freitag?", LAST_FRIDAY),
    ("Wen traf ich am Freitag?", LAST_FRIDAY),
    ("am Freitag letzter Woche", LAST_FRIDAY),
    ("Ende letzten Jahres", END_OF_LAST_YEAR),
    ("Anfang Mai", BEGINNING_OF_MAY),
    ("Wo wohnte ich vor 2020?", BEFORE_2020),
    ("Was ist seit Januar neu?", SINCE_JANUARY),
    ("zwischen Mai und Juli 2021", MAY_TO_JULY_2021),
    ("vom 3. bis 5. Mai 2022", ("2022-05-03", "2022-05-06")),
    ("Was habe ich letzten Freitag bei The Cure gemacht?", LAST_FRIDAY),
    ("Was habe ich letztes Jahr im Mai gemacht?", MAY_OF_LAST_YEAR),
    ("Was habe ich im Sommer letztes Jahr gemacht?", SUMMER_OF_LAST_YEAR),
    ("Was war letztes Jahr am 3. Mai?", ("2022-05-03", "2022-05-04")),
    ("Was mache ich übermorgen?", DAY_AFTER_TOMORROW),
    ("Was habe ich am Wochenende gemacht?", LAST_WEEKEND),
    ("Was habe ich in den letzten Tagen gemacht?", THE_LAST_DAYS),
]
SPANISH = [
    ("¿Qué hice ayer?", YESTERDAY),
    ("que comi anteayer", DAY_BEFORE_YESTERDAY),
    ("¿Qué hice esta mañana?", TODAY),
    ("¿Qué pasó la semana pasada?", LAST_WEEK),
    ("¿Qué hicimos esta semana?", THIS_WEEK),
    ("la semana que viene", NEXT_WEEK),
    ("el fin de semana pasado", LAST_WEEKEND),
    ("¿Qué hice el mes pasado?", LAST_MONTH),
    ("¿Qué pasó el año pasado?", LAST_YEAR),
    ("¿Dónde estuve hace tres meses?", MONTHS_AGO),
    ("hace 3 días", DAYS_AGO),
    ("hace un par de semanas", WEEKS_AGO),
    ("hace unos dos años", YEARS_AGO),
    ("hace un año y medio", YEAR_AND_A_HALF_AGO),
    ("¿Qué aprendí en los últimos tres meses?", LAST_THREE_MONTHS),
    ("¿Qué pasó en mayo?", IN_MAY),
    ("¿Qué pasó en mayo de 2023?", IN_MAY),
    ("mayo del año pasado", MAY_OF_LAST_YEAR),
    ("¿Qué dije el 3 de mayo?", THIRD_OF_MAY),
    ("el miércoles 3 de mayo de 2023", THIRD_OF_MAY),
    ("el 3/5/2023 ¿qué hicimos?", THIRD_OF_MAY),
    ("¿Dónde estuvimos el verano pasado?", LAST_SUMMER),
    ("en el verano de 2021", SUMMER_2021),
    ("¿Qué hice el viernes pasado?", LAST_FRIDAY),
    ("el viernes de la semana pasada", LAST_FRIDAY),
    ("a finales del año pasado", END_OF_LAST_YEAR),
    ("a principios de mayo", BEGINNING_OF_MAY),
    ("¿Dónde vivía antes de 2020?", BEFORE_2020),
    ("desde enero", SINCE_JANUARY),
    ("entre mayo y julio", MAY_TO_JULY),
    ("de mayo a julio de 2021", MAY_TO_JULY_2021),
    ("¿Qué hice el año pasado en mayo?", MAY_OF_LAST_YEAR),
    ("¿Qué hice el año pasado en el verano?", SUMMER_OF_LAST_YEAR),
    ("¿Qué hago pasado mañana?", DAY_AFTER_TOMORROW),
    ("Que hice esta manana?", TODAY),
    ("¿Qué hice el fin de semana?", LAST_WEEKEND),
    ("¿Qué hago el fin de semana que viene?", ("2023-08-26", "2023-08-28")),
    ("los últimos días", THE_LAST_DAYS),
    ("las últimas semanas", ("2023-07-26", "2023-08-17")),
]
FRENCH = [
    ("Qu'est-ce que j'ai fait hier ?", YESTERDAY),
    ("avant-hier", DAY_BEFORE_YESTERDAY),
    ("Qu’ai-je fait aujourd’hui ?", TODAY),
    ("Que s'est-il passé la semaine dernière ?", LAST_WEEK),
    ("cette semaine", THIS_WEEK),
    ("la semaine prochaine", NEXT_WEEK),
    ("le week-end dernier", LAST_WEEKEND),
    ("le mois dernier", LAST_MONTH),
    ("l'année dernière", LAST_YEAR),
    ("Où étais-je il y a deux ans ?", YEARS_AGO),
    ("il y a environ trois mois", MONTHS_AGO),
    ("il y a un an et demi", YEAR_AND_A_HALF_AGO),
    ("les trois derniers mois", LAST_THREE_MONTHS),
    ("Où étais-je en mai 2023 ?", IN_MAY),
    ("en mai dernier", IN_MAY),
    ("en mai de l'année dernière", MAY_OF_LAST_YEAR),
    ("Qu'avons-nous dit le 3 mai 2023 ?", THIRD_OF_MAY),
    ("le 1er mai", ("2023-05-01", "2023-05-02")),
    ("l'été dernier", LAST_SUMMER),
    ("en été 2021", SUMMER_2021),
    ("Qui ai-je vu vendredi dernier ?", LAST_FRIDAY),
    ("Qui ai-je vu vendredi ?", LAST_FRIDAY),
    ("début mai", BEGINNING_OF_MAY),
    ("fin mai 2022", ("2022-05-21", "2022-06-01")),
    ("Où vivais-je avant 2020 ?", BEFORE_2020),
    ("depuis janvier", SINCE_JANUARY),
    ("entre mai et juillet 2021", MAY_TO_JULY_2021),
    ("Qu'ai-je fait l'année dernière en mai ?", MAY_OF_LAST_YEAR),
    ("Qu'ai-je fait l'année dernière en été ?", SUMMER_OF_LAST_YEAR),
    ("Que fais-je après-demain ?", DAY_AFTER_TOMORROW),
    ("Qu'ai-je fait ce matin ?", TODAY),
    ("Qu'ai-je fait ces derniers jours ?", THE_LAST_DAYS),
    ("Qu'ai-je fait fin 2021 ?", END_OF_2021),
]
PORTUGUESE = [
    ("O que fiz ontem?", YESTERDAY),
    ("O que fiz anteontem?", DAY_BEFORE_YESTERDAY),
    ("O que fiz hoje?", TODAY),
    ("O que aconteceu na semana passada?", LAST_WEEK),
    ("nesta semana", THIS_WEEK),
    ("na semana que vem", NEXT_WEEK),
    ("no fim de semana passado", LAST_WEEKEND),
    ("no mês passado", LAST_MONTH),
    ("no ano passado", LAST_YEAR),
    ("há 3 dias", DAYS_AGO),
    ("duas semanas atrás", WEEKS_AGO),
    ("há dois anos", YEARS_AGO),
    ("nos últimos três meses", LAST_THREE_MONTHS),
    ("O que aconteceu em maio?", IN_MAY),
    ("em maio do ano passado", MAY_OF_LAST_YEAR),
    ("no dia 3 de maio de 2023", THIRD_OF_MAY),
    ("no verão passado", LAST_SUMMER),
    ("no verão de 2021", SUMMER_2021),
    ("Quem vi na sexta-feira?", LAST_FRIDAY),
    ("Quem vi na sexta passada?", LAST_FRIDAY),
    ("Onde eu morava antes de 2020?", BEFORE_2020),
    ("desde janeiro", SINCE_JANUARY),
    ("O que fiz no ano passado em maio?", MAY_OF_LAST_YEAR),
    ("O que fiz no ano passado no verão?", SUMMER_OF_LAST_YEAR),
    ("O que faço depois de amanhã?", DAY_AFTER_TOMORROW),
    ("O que fiz na segunda?", ("2023-08-14", "2023-08-15")),
    ("O que fiz no fim de semana?", LAST_WEEKEND),
    ("nos últimos dias", THE_LAST_DAYS),
    ("O que fiz no final de 2021?", END_OF_2021),
]
ITALIAN = [
    ("Cosa ho fatto ieri?", YESTERDAY),
    ("l'altro ieri", DAY_BEFORE_YESTERDAY),
    ("Cosa ho mangiato stamattina?", TODAY),
    ("Cosa è successo la settimana scorsa?", LAST_WEEK),
    ("questa settimana", THIS_WEEK),
    ("la settimana prossima", NEXT_WEEK),
    ("lo scorso fine settimana", LAST_WEEKEND),
    ("il mese scorso", LAST_MONTH),
    ("l'anno scorso", LAST_YEAR),
    ("quest'anno", THIS_YEAR),
    ("due settimane fa", WEEKS_AGO),
    ("un anno e mezzo fa", YEAR_AND_A_HALF_AGO),
    ("negli ultimi tre mesi", LAST_THREE_MONTHS),
    ("Cosa ho fatto a maggio?", IN_MAY),
    ("a maggio dell'anno scorso", MAY_OF_LAST_YEAR),
    ("il 3 maggio", THIRD_OF_MAY),
    ("l'estate scorsa", LAST_SUMMER),
    ("nell'estate del 2021", SUMMER_2021),
    ("Chi ho visto venerdì scorso?", LAST_FRIDAY),
    ("Dove abitavo prima del 2020?", BEFORE_2020),
    ("Cosa ho fatto l'anno scorso a maggio?", MAY_OF_LAST_YEAR),
    ("Cosa ho fatto l'anno scorso in estate?", SUMMER_OF_LAST_YEAR),
    ("Cosa faccio dopodomani?", DAY_AFTER_TOMORROW),
    ("Cosa ho fatto questa mattina?", TODAY),
    ("Cosa ho fatto nel fine settimana?", LAST_WEEKEND),
    ("Cosa ho fatto negli ultimi giorni?", THE_LAST_DAYS),
    ("Cosa ho fatto a fine 2021?", END_OF_2021),
]
RUSSIAN = [
    ("Что я делал вчера?", YESTERDAY),
    ("позавчера", DAY_BEFORE_YESTERDAY),
    ("Что было на прошлой неделе?", LAST_WEEK),
    ("на следующей неделе", NEXT_WEEK),
    ("в прошлые выходные", LAST_WEEKEND),
    ("в прошлом месяце", LAST_MONTH),
    ("в прошлом году", LAST_YEAR),
    ("в этом году", THIS_YEAR),
    ("две недели назад", WEEKS_AGO),
    ("три месяца назад", MONTHS_AGO),
    ("полтора года назад", YEAR_AND_A_HALF_AGO),
    ("год назад", ("2022-04-18", "2022-12-14")),
    ("полгода назад", ("2023-02-04", "2023-03-01")),
    ("за последние три месяца", LAST_THREE_MONTHS),
    ("Что было в мае 2023 года?", IN_MAY),
    ("в мае прошлого года", MAY_OF_LAST_YEAR),
    ("3 мая", THIRD_OF_MAY),
    ("с 3 по 5 мая 2022", ("2022-05-03", "2022-05-06")),
    ("прошлым летом", LAST_SUMMER),
    ("летом 2021 года", SUMMER_2021),
    ("в прошлую пятницу", LAST_FRIDAY),
    ("в начале мая", BEGINNING_OF_MAY),
    ("до 2020 года", BEFORE_2020),
    ("с мая по июль", MAY_TO_JULY),
    ("в прошлом году в мае", MAY_OF_LAST_YEAR),
    ("в прошлом году летом", SUMMER_OF_LAST_YEAR),
    ("послезавтра", DAY_AFTER_TOMORROW),
    ("Что я делал на выходных?", LAST_WEEKEND),
    ("в последние дни", THE_LAST_DAYS),
]


@pytest.mark.parametrize("question, stretch", GERMAN + SPANISH + FRENCH + PORTUGUESE + ITALIAN + RUSSIAN)
def test_a_question_in_its_language_means_this_stretch(question: str, stretch: tuple[str, str]) -> None:
    assert spans(question) == [stretch]


@pytest.mark.parametrize(
    "question",
    [
        "Was mache ich jeden Freitag?",
        "Was mache ich am Morgen?",
        "Wer wohnt vor dem Haus?",
        "Wer ist Mai?",
        "Wie viele Wochen hat es gedauert?",
        "¿Qué hago los viernes?",
        "¿Qué pasó por la mañana?",
        "¿Qué hacemos hoy en día?",
        "¿Qué dijo Julio?",
        "¿Dónde vive la madre de Julio?",
        "¿Vivo aquí desde hace dos años?",
        "¿Quién es Domingo?",
        "Que fais-je le lundi ?",
        "Où ai-je été avec Ana ?",
        "Est-ce que Mars est une planète ?",
        "Foi a segunda vez que fui ao médico?",
        "Quem estuda na sexta série?",
        "Sono mai stato a Roma?",
        "Qual è la mia città natale?",
        "Cosa faccio il lunedì?",
        "Сколько дней это заняло?",
        "Was esse ich jeden Morgen?",
        "Wo wohnt Frau Freitag?",
        "Was sagte Frau Sonntag?",
        "¿Qué desayuno cada mañana?",
        "¿Qué hice los últimos días de mi viaje?",
        "Chi è Domenica?",
    ],
)
def test_what_only_looks_like_a_time_of_its_language_is_none(question: str) -> None:
    assert spans(question) == []


@pytest.mark.parametrize(
    "question, starts",
    [
        ("What did Ana say about the album 'Ayer y hoy'?", []),
        ("What does 昨天 mean?", []),
        ("Who directed 去年夏天?", []),
        ("Did we have mayo on the sandwich?", []),
        ("Who is going to Mars?", []),
        ("Did Mai and I go to the hier meeting?", []),
        ("When did the estate agent call?", []),
        ("What did José say?", []),
        ("mayo sandwich 2019", ["2019-01-01"]),
        ("en route to Mars 2020", ["2020-01-01"]),
        ("What did José do last week in the café?", ["2023-08-07"]),
        ("What’s on for last Friday – or ‘heute’?", ["2023-08-11"]),
    ],
)
def test_a_foreign_word_makes_no_english_question_a_foreign_one(question: str, starts: list[str]) -> None:
    assert [start for start, _ in spans(question)] == starts


def test_two_times_are_two_stretches_and_keep_their_words() -> None:
    found = intervals("War es im März oder am 3. Mai 2021?", NOW, beyond=True)
    assert [span.text for span in found] == ["im März", "am 3. Mai 2021"]


def test_a_year_beside_another_time_is_not_always_its_year() -> None:
    assert spans("¿Qué hice el año pasado el lunes?") == [LAST_YEAR, ("2023-08-14", "2023-08-15")]
    assert spans("¿Qué hice el año pasado y en mayo?") == [LAST_YEAR, IN_MAY]


def test_in_a_statement_nothing_of_it_is_read() -> None:
    assert intervals("Ich war letzte Woche in Rom", NOW) == ()
    assert intervals("三天前我去了北京", NOW) == ()


def test_the_language_is_told_by_its_words() -> None:
    assert languages_of("Was habe ich letzten Sommer gemacht?") == ("de",)
    assert languages_of("What did I do last summer?") == ()
    assert languages_of("antes de 2020") == ("es", "pt")


@given(st.text(alphabet="0123456789 ./-adeilmnorstuvpáñé一二三十年月日週周前上去个の", max_size=60))
def test_any_text_reads_without_error(text: str) -> None:
    for lead in ("vor zwei ", "hace ", "il y a ", "há ", "fa ", "назад ", "三", ""):
        found = intervals(f"{lead}{text} ieri ayer gestern", NOW, beyond=True)
        assert len(found) <= EXPRESSIONS_MAX
        assert all(span.start < span.end for span in found)

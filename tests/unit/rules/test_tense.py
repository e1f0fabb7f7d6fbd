"""Which way a time without a year lies, by the tense of the sentence that names it."""

from __future__ import annotations

import time

import pytest

from recollect.rules.tense import clauses, is_past, lies_ahead, told_as_over, will_be


@pytest.mark.parametrize(
    "sentence, ahead",
    [
        ("I start at Feedzai on January 7", True),
        ("Julia has her birthday on the 23rd of November", True),
        ("Leo starts at the German school on Monday", True),
        ("My flight to Rome leaves on Friday", True),
        ("The party is planned for Saturday", True),
        ("I'm excited about the concert on Friday", True),
        ("I booked a table for Friday", True),
        ("I need the papers on Monday", True),
        ("I started at Feedzai on January 7", False),
        ("Julia had her birthday on the 23rd of November", False),
        ("We flew to Rome in May", False),
        ("I met Tom on Monday", False),
        ("I didn't sleep on Sunday", False),
        ("I was invited on Friday", False),
        ("I live here since January", False),
    ],
)
def test_what_happened_lies_behind_and_the_rest_ahead(sentence: str, ahead: bool) -> None:
    assert lies_ahead(sentence, sentence) is ahead


@pytest.mark.parametrize(
    "sentence, clause, ahead",
    [
        ("I met Tom and we start on Monday", "we start on Monday", True),
        ("I start soon, but I met Tom on Monday", "I met Tom on Monday", False),
        ("We went to Rome, in May", "in May", False),
    ],
)
def test_the_clause_that_names_the_time_decides(sentence: str, clause: str, ahead: bool) -> None:
    assert lies_ahead(sentence, clause) is ahead


@pytest.mark.feature("PL-06")
@pytest.mark.parametrize(
    "sentence, ahead",
    [
        ("Noted: buy tickets by May 3", True),
        ("Agreed, the review on May 3", True),
        ("Noted, the review took place on May 3", False),
        ("Agreed on May 3", False),
    ],
)
def test_a_word_that_says_it_was_heard_says_nothing_of_when(sentence: str, ahead: bool) -> None:
    assert lies_ahead(sentence, sentence) is ahead


@pytest.mark.parametrize(
    "sentence, ahead",
    [
        ("She will work at Globex", True),
        ("Ana starts at Globex on 1 June", True),
        ("Ana starts at nine on Mondays", False),
        ("Ana started at Globex on 1 June", False),
        ("I'm going to live in Lisbon", True),
        ("Ich werde in Wien wohnen", True),
        ("Ana wird ab Juni in Wien leben", True),
        ("Nächstes Jahr wohne ich in Wien", True),
        ("Voy a vivir en Lisboa", True),
        ("Viviré en Lisboa", True),
        ("Je vais habiter à Lyon", True),
        ("Vou morar em Lisboa", True),
        ("Vivrò a Roma", True),
        ("Will lives in Rome", False),
        ("Ana lives next to the station", False),
        ("Ana wird Nana genannt", False),
        ("Il est séparé", False),
        ("Ana va a la escuela", False),
        ("Ana made a will", False),
        ("My will is at the notary's", False),
        ("Ana's will names her son", False),
        ("Ana's son will study law", True),
        ("Ana is going to college", False),
        ("Ana is going to the gym", False),
        ("Ana is going to school in Leeds", False),
        ("Ana is going to work at Globex", True),
        ("Ana is going to marry", True),
    ],
)
def test_what_is_not_so_yet_says_so(sentence: str, ahead: bool) -> None:
    assert will_be(sentence) is ahead


@pytest.mark.parametrize(
    "text, found",
    [
        ("Ana lives in Lisbon and is going to learn Portuguese", 2),
        ("Ana rents a flat in Lisbon and will buy a car", 2),
        ("Ana vive en Lima, va a trabajar en tren", 2),
        ("Ana wohnt in Wien und wird in Graz arbeiten", 2),
        ("From June 2027, Ana will live in Lisbon", 1),
        ("Ana and Ben will live in Lisbon", 1),
        ("Ana will live in Lisbon, next to the river", 1),
        ("Ana will visit Rome and Oslo", 1),
        ("", 1),
    ],
)
def test_a_clause_has_a_verb_of_its_own(text: str, found: int) -> None:
    assert len(clauses(text)) == found


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["wird a ", "going to ", "my will ", "  ", "va a "])
def test_a_long_text_is_read_in_time_that_grows_with_it(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    start = time.process_time()
    will_be(text)
    clauses(text)
    assert time.process_time() - start < 3.0


@pytest.mark.parametrize(
    "sentence, ahead",
    [
        ("Laura and I want to get married in September", True),
        ("She hopes to be retired by March", True),
        ("I wanted to get married in September", False),
        ("He did: we're hiking from August 23rd to 25th", True),
        ("He did: it was on March 3", False),
        ("He did, on March 3", False),
        ("Born June 14th", False),
        ("Thesis done in June", False),
        ("I'm done on June 14th", True),
        ("The baby will be born in June", True),
    ],
)
def test_a_wish_lies_ahead_and_what_is_born_or_done_behind(sentence: str, ahead: bool) -> None:
    assert lies_ahead(sentence, sentence) is ahead


@pytest.mark.parametrize(
    "sentence, language",
    [
        ("Die Prüfung war im Juni", "de"),
        ("Wir haben im Juni geheiratet", "de"),
        ("Wir sind im Juni umgezogen", "de"),
        ("Letzten Samstag feierten wir", "de"),
        ("Le mariage était le 20 juillet", "fr"),
        ("On s'est mariés le 20 juillet", "fr"),
        ("Je suis née le 20 juillet", "fr"),
        ("La boda fue el 12 de octubre", "es"),
        ("Mi hermana se casó el 12 de octubre", "es"),
        ("Hemos vendido el coche en abril", "es"),
        ("Casei no dia 3 de novembro", "pt"),
        ("A festa foi no sábado", "pt"),
        ("Ci siamo sposati il 3 novembre", "it"),
        ("Il matrimonio è stato il 3 novembre", "it"),
    ],
)
def test_other_languages_tell_what_is_over_too(sentence: str, language: str) -> None:
    assert is_past(sentence, language)
    assert not lies_ahead(sentence, sentence, language)


@pytest.mark.parametrize(
    "sentence, language",
    [
        ("Die Prüfung ist im Juni", "de"),
        ("Mein letzter Arbeitstag ist am 30. Juni", "de"),
        ("Wir haben bis Juni viel zu erledigen", "de"),
        ("Die Prüfung wurde auf den 3. Juni verschoben", "de"),
        ("Lea hat eine Stelle bekommen, ab August", "de"),
        ("Wir haben das Hotel für Juni gebucht", "de"),
        ("Le mariage a lieu le 20 juillet", "fr"),
        ("J'ai congé le 20 juillet", "fr"),
        ("C'est prévu le 20 juillet", "fr"),
        ("La boda es el 12 de octubre", "es"),
        ("Han aplazado el examen al 3 de noviembre", "es"),
        ("Me casaré el 12 de octubre", "es"),
        ("Estou de férias no dia 3 de novembro", "pt"),
        ("Ci sposiamo il 3 novembre", "it"),
        ("Arrivo il 3 novembre", "it"),
    ],
)
def test_what_other_languages_tell_in_the_present_or_as_settled_is_to_come(sentence: str, language: str) -> None:
    assert not is_past(sentence, language)
    assert lies_ahead(sentence, sentence, language)


@pytest.mark.parametrize(
    "sentence, clause, language, past",
    [
        ("Je me suis trompée, c'est le 17 juin", "c'est le 17 juin", "fr", False),
        ("C'était magnifique, le 17 juin à Lyon", "le 17 juin à Lyon", "fr", True),
        ("Wir waren in Rom und am 3. Mai fliegen wir heim", "am 3. Mai fliegen wir heim", "de", False),
    ],
)
def test_a_clause_of_its_own_decides_in_other_languages_too(
    sentence: str, clause: str, language: str, past: bool
) -> None:
    assert is_past(sentence, language, clause) is past


@pytest.mark.parametrize(
    "sentence, over",
    [
        ("Half marathon done last weekend", True),
        ("Marathon last weekend", True),
        ("I signed up for it yesterday", True),
        ("I need to send last week's report", False),
        ("I'll tell you about last week", False),
    ],
)
def test_a_day_before_the_talk_is_what_was_told_or_told_in_passing(sentence: str, over: bool) -> None:
    assert told_as_over(sentence) is over


def test_no_tomorrow_is_no_day_to_come() -> None:
    assert not will_be("He eats sweets like there's no tomorrow")
    assert will_be("There is no meeting tomorrow")

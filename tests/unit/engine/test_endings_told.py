"""Endings and new values told in passing: what they name in full is over, what only stands near them is not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from recollect import Memory

FIRST = datetime(2026, 10, 1, 9, tzinfo=UTC)


def tell(memory: Memory, *turns: str, begin: int = 0) -> None:
    for number, turn in enumerate(turns, begin):
        said = {"role": "user", "name": "Ana", "content": turn, "occurred_at": FIRST + timedelta(days=20 * number)}
        memory.add([said], user="ana", session=f"s{number}")
        memory.sync()


def over_after(*turns: str) -> list[str]:
    """What is over after somebody said this, each in a conversation of its own."""
    with Memory(":memory:", worker="off") as memory:
        tell(memory, *turns)
        return [record.content for record in memory.list(user="ana", layers=["memory"], status=["superseded"])]


@pytest.mark.parametrize(
    "before, after, gone",
    [
        ("My car's a 2014 Polo.", "I sold the Polo.", "Polo"),
        ("I have a car.", "I sold the car last week.", "car"),
        ("My girlfriend is Mia.", "We broke up last week.", "Mia"),
        ("I sing in a choir called Vox Nova.", "I've left Vox Nova.", "Vox Nova"),
        ("I coach at the boxing club every Sunday.", "I had to give up the boxing club.", "boxing"),
        ("I'm doing strict paleo.", "I gave up on paleo two weeks ago.", "paleo"),
        ("I have a parking permit for zone B.", "I didn't renew my parking permit this year.", "permit"),
        ("My dog Tilly is on a special diet.", "We had to have Tilly put to sleep on Friday.", "Tilly"),
        ("I get up at 5:15 every day.", "I get up at 6:45 like everybody else.", "5:15"),
        ("My phone's a Nokia G42.", "My phone is a Fairphone, from my brother.", "Nokia"),
        ("I'm training for the Lyon triathlon.", "I had to drop out of the Lyon triathlon.", "Lyon"),
        ("My brother lives in Bergen.", "My brother relocated to Oslo for work.", "Bergen"),
        ("I'm a junior planner at Orbit & Co.", "I'm a senior planner at Orbit & Co.", "junior"),
    ],
)
def test_an_ending_or_another_value_ends_what_it_names(before: str, after: str, gone: str) -> None:
    assert [gone in text for text in over_after(before, after)] == [True]


@pytest.mark.parametrize(
    "before, after",
    [
        ("My car's a 2014 Polo.", "I sold the Polo roof rack."),
        ("My car's a 2014 Polo.", "My car is at the garage."),
        ("My phone's a Nokia G42.", "My phone is broken."),
        ("I have a house in Cascais.", "I left Cascais at noon."),
        ("My dog Tilly is on a special diet.", "My cat Momo died on Friday."),
        ("I get up at 5:15 every day.", "I got up at 9 today."),
        ("I get up at 5:15 on weekdays.", "I get up at 9 on weekends."),
        ("I won my first chess tournament in May.", "I won my fourth chess tournament on Friday."),
        ("The ticket shop uses Redis.", "The ticket shop uses Kafka."),
        ("My brother lives in Bergen.", "My cousin relocated to Oslo."),
        ("I bake cakes for the shelter.", "I dropped off what I baked at the shelter."),
        ("I'm going to give up coffee one day.", "I love coffee from Kenya."),
    ],
)
def test_what_only_stands_near_an_ending_goes_on(before: str, after: str) -> None:
    assert over_after(before, after) == []


@pytest.mark.parametrize(
    "before, after",
    [
        ("Ich habe ein Auto.", "Ich habe kein Auto mehr."),
        ("Ich habe einen Hund.", "Ich habe keinen Hund mehr."),
        ("Ich habe Fieber.", "Ich habe kein Fieber mehr."),
        ("Ho una macchina.", "Non ho più la macchina."),
        ("Ho un cane.", "Non ho più il cane."),
        ("Tenho um cão.", "Não tenho mais cão."),
        ("J'ai une voiture.", "Je n'ai plus de voiture."),
        ("Tengo un perro.", "Ya no tengo perro."),
    ],
)
def test_what_somebody_has_no_more_is_over_in_other_languages(before: str, after: str) -> None:
    assert len(over_after(before, after)) == 1


@pytest.mark.parametrize(
    "before, after",
    [
        ("Ich habe ein Auto.", "Ich habe kein Geld mehr."),
        ("Ich habe ein Auto.", "Ich habe keinen Hund mehr."),
        ("Ich habe ein Auto.", "Ich habe mehr Autos."),
        ("Ich habe einen Hund.", "Mein Bruder hat keinen Hund mehr."),
        ("Ho una macchina.", "Non ho più il cane."),
        ("Ho un cane.", "Mia sorella non ha più il cane."),
        ("Tenho um cão.", "Não tenho mais carro."),
    ],
)
def test_something_else_that_is_gone_ends_nothing_in_other_languages(before: str, after: str) -> None:
    assert over_after(before, after) == []


@pytest.mark.parametrize(
    "before, after",
    [
        ("Tengo 38 años.", "Tenemos un hijo, Pablo, de 4 años."),
        ("Tengo 38 años.", "Tengo dos hijos, de 4 y 6 años."),
        ("Tengo 38 años.", "Tengo un perro de 3 años."),
        ("Tengo 38 años.", "Tengo 10 años de experiencia."),
        ("Tengo una hija de 7 años.", "Tengo un perro de 3 años."),
        ("Tengo una hija de 7 años.", "Tengo 38 años."),
        ("J'ai 38 ans.", "J'ai un fils de 4 ans."),
        ("J'ai 38 ans.", "J'ai 10 ans d'expérience."),
        ("Tenho 38 anos.", "Tenho um filho de 4 anos."),
        ("Ich bin 38 Jahre alt.", "Wir haben einen Sohn, Paul, 4 Jahre alt."),
        ("Ich bin 38 Jahre alt.", "Ich habe einen Sohn, der 4 Jahre alt ist."),
        ("I'm 38 years old.", "I have a son, Paul, 4 years old."),
        ("I'm 38.", "We have a 4 year old son."),
    ],
)
def test_the_age_of_somebody_whom_one_has_is_not_ones_own(before: str, after: str) -> None:
    assert over_after(before, after) == []


@pytest.mark.parametrize(
    "before, after",
    [
        ("Tengo 38.", "Tengo 39 años."),
        ("Tengo 38 años.", "Ya tengo 39 años."),
        ("J'ai 38 ans.", "J'ai maintenant 39 ans."),
        ("Tenho 38 anos.", "Tenho 39 anos agora."),
        ("Ich bin 38.", "Ich bin 39 Jahre alt."),
        ("Tengo una hija de 7 años.", "Tengo una hija de 8 años."),
        ("Mi hija Eva tiene 7 años.", "Eva ya tiene 8 años."),
        ("I'm 38.", "I have just turned 39."),
    ],
)
def test_the_same_ones_next_age_takes_the_place_of_the_last(before: str, after: str) -> None:
    assert len(over_after(before, after)) == 1


@pytest.mark.parametrize(
    "turns, holds",
    [
        (("I live in Oslo.", "I'm moving to Berlin in May.", "I moved to Berlin."), ["Ana moved to Berlin"]),
        (
            ("I live in Oslo.", "I'm moving to Berlin in May.", "I live in Berlin now."),
            ["Ana lives in Berlin now"],
        ),
        (
            ("Ich wohne in Hamburg.", "Wir ziehen im September nach Lüneburg.", "Wir sind nach Lüneburg gezogen."),
            ["Ana ist nach Lüneburg gezogen"],
        ),
        (("Vivo en Sevilla.", "En mayo me mudo a Madrid.", "Me he mudado a Madrid."), ["Ana se ha mudado a Madrid"]),
        (
            ("Abito a Roma.", "A maggio mi trasferisco a Milano.", "Mi sono trasferita a Milano."),
            ["Ana si è trasferita a Milano"],
        ),
        (("I live in Oslo.", "I'm in Berlin now.", "I moved to Berlin."), ["Ana moved to Berlin"]),
        (
            ("My girlfriend Emma says I should rest. She's studying medicine.", "Emma and I broke up."),
            ["Ana and Emma broke up"],
        ),
        (
            ("My boyfriend Jun isn't coming, he has to finish his degree.", "I broke up with Jun."),
            ["Ana broke up with Jun"],
        ),
    ],
)
def test_what_was_told_of_it_more_than_once_is_over_together(turns: tuple[str, ...], holds: list[str]) -> None:
    with Memory(":memory:", worker="off") as memory:
        tell(memory, *turns)
        assert [one.content for one in memory.list(user="ana", layers=["memory"]) if one.valid_until is None] == holds
        profile = memory.rebuild_profile(user="ana").record
        known = memory.relations(user="ana")
    told = f"{profile and profile.content} {[one.target for one in known]}"
    assert not any(name in told for name in ("Oslo", "Hamburg", "Sevilla", "Roma", "girlfriend", "boyfriend"))


@pytest.mark.parametrize(
    "turns",
    [
        ("I live in Oslo.", "I'm in Berlin now for a conference."),
        ("I live in Oslo. My sister lives in Berlin.", "I'm moving to Berlin in May."),
        ("I have a flat in Oslo and one in Rome.", "I'm going to Rome in May.", "I moved to Rome."),
        ("My girlfriend Emma is a nurse.", "Emma and Tom broke up."),
        ("My girlfriend Emma is a nurse.", "Emma and I almost broke up last year."),
        ("My girlfriend Emma is a nurse. My colleague Ida is from Rome.", "Ida and I split up the work."),
    ],
)
def test_what_only_comes_near_it_is_not_over_with_it(turns: tuple[str, ...]) -> None:
    with Memory(":memory:", worker="off") as memory:
        tell(memory, turns[0])
        before = {record.content for record in memory.list(user="ana", layers=["memory"])}
        tell(memory, *turns[1:], begin=1)
        assert before <= {record.content for record in memory.list(user="ana", layers=["memory"])}


def test_a_plan_stands_in_the_history_before_the_home_that_it_changed() -> None:
    with Memory(":memory:", worker="off") as memory:
        tell(memory, "I live in Oslo.", "I live in Bergen now.", "I'm moving to Berlin in May.", "I moved to Berlin.")
        (moved,) = memory.list(user="ana", layers=["memory"])
        history = [version.content for version in memory.history(moved.id)]
        assert not memory.doctor()
        memory.delete(moved.id)
        assert not memory.list(user="ana", layers=["memory"], status=["active", "superseded"])
    assert sorted(history) == sorted(
        ["Ana is moving to Berlin in May", "Ana lives in Oslo", "Ana lives in Bergen now", "Ana moved to Berlin"]
    )


@pytest.mark.parametrize(
    "before, after, gone",
    [
        ("Je fais du vélo tous les dimanches.", "J'ai arrêté le vélo.", "vélo"),
        ("Ich gehe jeden Dienstag zum Yoga.", "Ich habe Yoga aufgegeben.", "Yoga"),
        ("Ich spiele Tennis im Verein.", "Ich habe mit Tennis aufgehört.", "Tennis"),
        ("Ich spiele Tennis im Verein.", "Ich habe aufgehört, Tennis zu spielen.", "Tennis"),
        ("Juego al pádel los jueves con mi amigo Luis.", "He dejado el pádel.", "pádel"),
        ("J'ai un chat, il s'appelle Moka.", "Moka est mort.", "Moka"),
        ("I take metformin.", "I'm off metformin.", "metformin"),
        ("The doctor put me on metformin, 500 mg.", "I'm off metformin.", "metformin"),
        ("I'm going to Lisbon in February.", "Lisbon is cancelled.", "Lisbon"),
        ("We're going to Mauritius for our honeymoon.", "Mauritius is off, too expensive.", "Mauritius"),
        ("I'm running the Berlin marathon in September.", "Berlin is off.", "Berlin"),
        ("I weigh 98 kilos.", "I'm down to 94 kilos.", "98"),
        ("I weigh 98 kilos.", "I'm at 90 kilos now.", "98"),
    ],
)
def test_an_ending_or_a_weight_in_other_words_ends_what_it_names(before: str, after: str, gone: str) -> None:
    assert [gone in text for text in over_after(before, after)] == [True]


@pytest.mark.parametrize(
    "before, after",
    [
        ("Ich spiele Tennis und Schach.", "Ich habe mit Tennis aufgehört."),
        ("Ich spiele Tennis mit Tim.", "Ich habe mit Tim aufgehört."),
        ("Ich spiele Tennis im Verein.", "Mein Bruder hat mit Tennis aufgehört."),
        ("Je fais du vélo tous les dimanches.", "J'ai arrêté le café."),
        ("Juego al tenis los lunes.", "He dejado las llaves en casa."),
        ("J'ai un chat, Moka.", "Moka est mort de rire."),
        ("I take aspirin and metformin.", "I'm off aspirin."),
        ("I take aspirin, metformin and zinc.", "I'm off aspirin."),
        ("I take metformin.", "I'm off work."),
        ("I'm going to Lisbon with Tom in May.", "Tom is off."),
        ("I live in Berlin.", "Berlin is off."),
        ("I weigh 98 kilos.", "I'm at 90 kilos on the bench press."),
        ("My dog weighs 30 kilos.", "I'm down to 94 kilos."),
        ("Je travaille à l'hôpital Herriot, de nuit.", "Je ne travaille plus de nuit."),
        ("Ich arbeite bei Siemens im Schichtdienst.", "Ich arbeite nicht mehr im Schichtdienst."),
        ("I work at Siemens in shifts.", "I don't work shifts anymore."),
        ("I work at Siemens full-time.", "I no longer work full-time."),
    ],
)
def test_what_is_not_all_of_it_or_somebody_elses_goes_on(before: str, after: str) -> None:
    assert over_after(before, after) == []

"""A request to remember is a statement of what follows it; a question whether it is remembered is none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 2, 5, tzinfo=UTC)


def told(said: str) -> list[str]:
    return [claim.content for claim in extract(said, speaker=None, at=AT)]


@pytest.mark.feature("EX-02")
@pytest.mark.parametrize(
    "said, content",
    [
        ("Can you remember that I am vegan?", "User is vegan"),
        ("Can you remember I am vegan?", "User is vegan"),
        ("Could you please remember I'm allergic to nuts?", "User is allergic to nuts"),
        ("Would you keep in mind that my dog is called Rex?", "User's dog is called Rex"),
        ("Please don't forget that my flight is on 5 May", "User's flight is on 5 May"),
        ("Could you make a note that my wife is called Eva?", "User's wife is called Eva"),
        ("Please save that I prefer tea.", "User prefers tea"),
        ("Would you mind remembering that I'm left-handed?", "User is left-handed"),
        ("I want you to remember I'm left-handed.", "User is left-handed"),
        ("Can you remember this: I take my coffee black?", "User takes their coffee black"),
        ("Never forget that I hate cilantro.", "User hates cilantro"),
        ("Bear in mind that I'm a beginner.", "User is a beginner"),
        ("Commit to memory that I'm vegan.", "User is vegan"),
        ("Would you please not forget that I'm vegan?", "User is vegan"),
        ("Can u remember that i'm vegan?", "User is vegan"),
        ("Claude, can you remember that I'm vegan?", "User is vegan"),
        ("One more thing: can you remember that I'm vegan?", "User is vegan"),
        ("By the way, can you remember that I'm vegan?", "User is vegan"),
        ("Can you remember that Anna is my sister?", "Anna is User's sister"),
        ("Could you remember that I'm not vegan anymore?", "User is not vegan anymore"),
        ("Can you remember that I'm vegan, and what should I eat tonight?", "User is vegan"),
        ("I need you to remember my birthday is 3 May.", "User's birthday is 3 May"),
        ("Can you remember the wifi name is Falcon?", "The wifi name is Falcon"),
    ],
)
def test_what_shall_be_remembered_is_told(said: str, content: str) -> None:
    assert told(said) == [content]


@pytest.mark.parametrize(
    "said, content",
    [
        ("Merk dir, dass ich Veganer bin.", "User ist Veganer"),
        ("Merk dir bitte: Ich bin Veganer.", "User ist Veganer"),
        ("Denk daran, dass ich eine Nussallergie habe.", "User hat eine Nussallergie"),
        ("Vergiss bitte nicht, dass mein Flug am 5. Mai geht.", "User: sein Flug geht am 5. Mai"),
        ("Könntest du dir bitte merken, dass ich in Ulm wohne?", "User wohnt in Ulm"),
        ("Merken Sie sich bitte, dass mein Hund Rex heißt.", "User: sein Hund heißt Rex"),
        ("Merk dir, dass der Server auf Port 8080 läuft.", "Der Server läuft auf Port 8080"),
        ("Recuerda que soy vegano.", "User es vegano"),
        ("Por favor, recuerda que vivo en Madrid.", "User vive en Madrid"),
        ("No te olvides de que soy vegano.", "User es vegano"),
        ("¿Puedes recordar que mi perro se llama Rex?", "User: su perro se llama Rex"),
        ("Ten en cuenta que no me gusta el pescado.", "A User no le gusta el pescado"),
        ("Recuerda que el servidor está en el puerto 8080.", "El servidor está en el puerto 8080"),
        ("Souviens-toi que je suis végétalien.", "User est végétalien"),
        ("N'oublie pas que j'habite à Lyon.", "User habite à Lyon"),
        ("Souviens-toi, s'il te plaît, que je travaille de nuit.", "User travaille de nuit"),
        ("Peux-tu noter que mon chien s'appelle Rex ?", "User: son chien s'appelle Rex"),
        ("Ricorda che sono vegano.", "User è vegano"),
        ("Non dimenticare che vivo a Roma.", "User vive a Roma"),
        ("Puoi ricordarti che lavoro di notte?", "User lavora di notte"),
        ("Lembre-se de que sou vegano.", "User é vegano"),
        ("Não se esqueça de que sou alérgico a nozes.", "User é alérgico a nozes"),
        ("Você pode lembrar que moro em Lisboa?", "User mora em Lisboa"),
    ],
)
def test_it_is_told_in_other_languages_too(said: str, content: str) -> None:
    assert told(said) == [content]


NOTHING = """Can you remember what I told you?
Can you remember where I live?
Can you remember my name?
Can you remember if I am vegan?
Can you still remember that I am vegan?
Can you remember that time I went to Rome?
Can you remember that restaurant I liked?
Can you remember that Italian place I liked?
Can you remember I told you about my dog?
Can you remember that we talked about my dog?
Can you remember to call my mother?
Can you remember that I am vegan or do I need to tell you again?
Do you remember that I am vegan?
Do you remember where I live?
Did you remember that I am vegan?
Don't you remember that I am vegan?
Can't you remember that I am vegan?
How can you remember that I am vegan?
Remember that I lived in Rome?
Are you able to remember that I am vegan?
My wife asked me, can you remember that I am vegan?
Tom asked: can you remember that I am vegan?
My boss: can you remember that I am vegan?
Translate: can you remember that I am vegan?
Can you please not remember that I'm pregnant?
Can you save my file?
Erinnerst du dich, dass ich Veganer bin?
Kannst du dir merken, wo ich wohne?
Weißt du noch, dass ich Veganer bin?
Denk daran, die Milch zu kaufen.
Merk dir, dass du kurz antworten sollst.
Dass ich nicht lache!
¿Recuerdas que soy vegano?
¿Puedes recordar lo que te dije?
Recuerda comprar leche.
Te souviens-tu que je suis végétalien ?
N'oublie pas de m'appeler.
Note que ce texte est en anglais.
Ti ricordi che sono vegano?
Puoi ricordare dove vivo?
Você lembra que sou vegano?""".splitlines()


@pytest.mark.parametrize("said", NOTHING)
def test_a_question_an_errand_and_what_points_back_tell_nothing(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    "said, contents",
    [
        (
            "Can you remember that I'm allergic to nuts and that my wife is vegan?",
            ["User is allergic to nuts", "User's wife is vegan"],
        ),
        ("I moved to Rome, can you remember that I'm vegan?", ["User moved to Rome", "User is vegan"]),
        (
            "My sister Anna is a nurse. Can you remember that she is vegan?",
            ["User's sister Anna is a nurse", "User's sister Anna is vegan"],
        ),
        ("Merk dir, dass ich kein Fleisch esse und in Ulm wohne.", ["User isst kein Fleisch", "User wohnt in Ulm"]),
        ("Merk dir, dass ich Äpfel und Birnen mag.", ["User mag Äpfel und Birnen"]),
        ("Recuerda que soy vegano y que vivo en Madrid.", ["User es vegano", "User vive en Madrid"]),
        ("Souviens-toi que je suis végétalien et que j'habite à Lyon.", ["User est végétalien", "User habite à Lyon"]),
    ],
)
def test_several_things_are_told_one_by_one(said: str, contents: list[str]) -> None:
    assert told(said) == contents


def test_what_the_assistant_shall_do_stays_an_instruction() -> None:
    (claim,) = extract("Recuerda que siempre debes responder en español.", speaker=None, at=AT)
    assert "instruction" in claim.tags

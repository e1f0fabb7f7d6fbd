"""Another sign, emoji or mark on a letter is another value; a mark that was not typed is none."""

from __future__ import annotations

from typing import Literal
from unicodedata import normalize

import pytest

from recollect import Memory

Form = Literal["NFC", "NFD"]
OTHER_SIGNS = """Blood type: A+ | Blood type: A-
price is +5 | price is -5
the price is 5 | the price is −5
x > 3 | x < 3
Ana: a = b | Ana: a != b
Temperatur: -5 Grad | Temperatur: +5 Grad
Kosten: 5€ | Kosten: 5£
Share of the vote: 5% | Share of the vote: 5‰
Deploy ✅ | Deploy ❌
Mood: 😀 | Mood: 😢
Mood: :) | Mood: :(
Mood: 😀 | Mood: 😍
I like tea 😀 | I like tea 😢
Deploy | Deploy ✅
I love Rome | I love Rome 💔
Anna: 👍 | Anna: 👎
Rating: ★★★★★ | Rating: ★☆☆☆☆
The blood type of Ana is A+ | Ana's blood type is A-""".splitlines()

OTHER_LETTERS = """Wir fördern das Projekt | Wir fordern das Projekt
avô Zé vive em Faro | avó Zé vive em Faro
Kind namens Max | Kind namens Mäx
Er trinkt in Maßen | Er trinkt in Massen
Ella trabajo en Siemens | Ella trabajó en Siemens
Wir haben den Apfel | Wir haben den Äpfel
Vive con su papá | Vive con su papa
La papa está en casa | La papá está en casa
ซาร่ามีม้า | ซาร่ามีมา""".splitlines()

SAME = """José lives in Rome | Jose lives in Rome.
La reunión es mañana | La reunion es manana
Ana likes tea | ana  likes tea!
Ana's dog is “Rex” | Ana’s dog is "Rex"
Ana: likes "tea" | Ana likes tea
The rent is 5 € | The rent is 5€
She likes rock & roll | she likes rock and roll
Deploy ✅ | deploy ✅️
Ana works at well-known banks – in Rome | Ana works at well-known banks - in Rome
My fiancé likes tea | My fiance likes tea
I met Eva in the cafe | I met Eva in the café
I love Beyoncé | I love Beyonce
I sent my résumé to Acme | I sent my resume to Acme
User lives in São Paulo | User lives in Sao Paulo
Mora em São Paulo | Mora em Sao Paulo
I live in Zurich | I live in Zürich
Zoë is my sister | Zoe is my sister
I love Rome | I love Rome ❤️
I like tea :) | I like tea""".splitlines()


def _pair(line: str) -> tuple[str, str]:
    old, new = line.split(" | ")
    return old, new


@pytest.mark.parametrize("line", OTHER_SIGNS + OTHER_LETTERS)
def test_it_is_kept_beside_what_differs_in_nothing_else(memory: Memory, line: str) -> None:
    old, new = _pair(line)
    memory.add(old, user="u")
    memory.add(new, user="u")
    assert {record.content for record in memory.list(user="u")} == {old, new}


@pytest.mark.parametrize("line", SAME)
def test_what_is_only_typed_otherwise_is_a_repetition(memory: Memory, line: str) -> None:
    old, new = _pair(line)
    memory.add(old, user="u")
    assert memory.add(new, user="u").decisions[0].action == "reinforced"


@pytest.mark.parametrize(
    "text", ["Zoë lives near the café in Århus", "José trabajó en São Paulo", "हिन्दी में लिखा है", "나는 산다"]
)
@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_marks_that_are_characters_of_their_own_are_the_same_letters(
    memory: Memory, text: str, forms: tuple[Form, Form]
) -> None:
    old, new = (normalize(form, text) for form in forms)
    memory.add(old, user="u")
    assert memory.add(new, user="u").decisions[0].action == "reinforced"
    assert memory.count(user="u") == 1


def test_marks_that_are_characters_of_their_own_still_tell_words_apart(memory: Memory) -> None:
    memory.add("Wir fordern das Projekt", user="u")
    assert memory.add(normalize("NFD", "Wir fördern das Projekt"), user="u").decisions[0].action == "kept_both"

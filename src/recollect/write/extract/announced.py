"""Texts that a speaker announces as not his own: "Asking for a friend: I'm allergic to …", "For my novel: I am a
detective", "Riddle: I have keys but no locks", "Für meinen Roman: Ich bin …".

What stands behind the colon goes to the end of its paragraph. Who types for somebody else says nothing of himself in
the rest of the turn.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import paragraph_below_end

if TYPE_CHECKING:
    from collections.abc import Iterator

_PERSON: Final = "|".join(sorted({word for word in KIN["en"] | TIES["en"] if word.isalpha()} | {"friend", "mate"}))
_INVENTED: Final = (
    r"(?:for|in) (?:my|our|a|the) (?:new |next |first |short )?(?:novel|book|story|screenplay|film script|play|poem"
    r"|comic|role-?play|campaign|character|fan ?fic(?:tion)?)"
    r"|(?:für|in) (?:meine[nmr]?|unsere[nmr]?|eine[nmr]?) (?:roman|krimi|buch|geschichte|theaterstück|drehbuch|figur"
    r"|gedicht)"
    r"|para (?:mi|nuestra|nuestro|una|un) (?:novela|cuento|libro|historia|guion|guión|personaje|poema)"
    r"|pour (?:mon|notre|un|une|ma) (?:roman|livre|histoire|personnage|pièce|scénario|nouvelle|poème)"
    r"|para (?:o meu|meu|a minha|minha|um|uma) (?:romance|livro|história|conto|personagem|poema)"
    r"|per (?:il mio|la mia|un|una) (?:romanzo|libro|storia|racconto|personaggio|poesia)"
)
_SHOWN: Final = (
    r"scenario|(?:hypothetical )?case study|thought experiment"
    r"|(?:test|example|sample|dummy) (?:sentence|text|message|bio)"
    r"|riddle|(?:math|maths|word|logic) (?:problem|puzzle)|two truths and a lie|dictation"
    r"|(?:finish|complete|continue) (?:this|the|my) (?:joke|sentence|story|quote|lyric)"
    r"|put (?:this|it|the following) in(?:to)? [a-z]+"
    r"|(?:the|a) (?:sign|poster|sticker|tattoo|t-shirt|card|note) (?:reads?|says?|said)"
    r"|rätsel|scherzfrage|(?:beispiel|test)(?:satz|text)|textaufgabe|fallbeispiel|fallstudie"
    r"|adivinanza|acertijo|frase de (?:ejemplo|prueba|exemplo|teste|esempio|prova)|caso práctico"
    r"|devinette|énigme|phrase (?:d'exemple|de test)|étude de cas|adivinha|charada|estudo de caso"
    r"|indovinello|caso di studio"
)
_OF_ANOTHER: Final = (
    rf"asking for (?:a|my|our) (?:{_PERSON})|this is (?:for|from) (?:a|my|our) (?:{_PERSON})"
    rf"|(?:a|my|our) (?:{_PERSON})(?: of mine)? has this (?:problem|question)"
    r"|(?:ich )?frage für (?:einen|eine|meinen|meine) \w+|(?:pregunto )?para un amigo|(?:je demande )?pour un ami"
    r"|pergunto por um amigo|chiedo per un amico"
)
_HEADED: Final = Lazy(
    rf"(?:^|(?<=[.!?]\s)|(?<=\n))\s{{0,4}}(?:{_INVENTED}|{_SHOWN}|{_OF_ANOTHER})\s?:\s",
    re.IGNORECASE,
    hints=":",
)
_FOR_ANOTHER: Final = Lazy(
    rf"(?:^|(?<=[.!?]\s))(?:i'm|i am|im) (?:typing|writing|asking|posting)(?: this)? (?:for|on behalf of) (?:a|my|our)"
    rf" (?:{_PERSON})\s?[.!,:;](?=\s)",
    re.IGNORECASE,
    hints="typing writing asking posting",
)
_ASKED_OF_IT: Final = Lazy(r"\bwhat am i\?", re.IGNORECASE, hints="what_am_i?")
"""Ends a riddle."""


def others(text: str) -> Iterator[tuple[int, int]]:
    """Where such texts stand in a turn, in no order."""
    if _HEADED.may(text):
        for found in _HEADED.finditer(text):
            yield found.end(), paragraph_below_end(text, found.end())
    whose = _FOR_ANOTHER.search(text)
    if whose is not None:
        yield whose.end(), len(text)
    if _ASKED_OF_IT.search(text) is not None:
        yield 0, len(text)

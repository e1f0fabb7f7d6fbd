"""Spanish, German, French, Portuguese and Italian clauses about somebody called by name: "Lucía es vegetariana".

They are in the third person already and kept as they are. The name must be a common given name, and the word after it
a verb of the third person; what somebody only says, thinks or wants is of the moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.text import fold
from recollect.write.extract.european.verbs import is_third

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.drafts import Turn
    from recollect.write.extract.english.words import Token

_BEFORE_VERB: Final = frozenset("ne n' no não nao non ya já se s' si jetzt".split())
_WORDS_MIN: Final = 3


def about_another(words: list[Token], turn: Turn, language: str) -> tuple[str, list[Token]]:
    """The name of the person a clause is about, and its words without what is told beside; no name, no words."""
    comma = next((place for place, token in enumerate(words) if token.low == ","), len(words))
    own = persons.PRONOUNS[language]
    if any(token.low in own for token in words[comma:]):
        words = words[:comma]
    name = "" if any(token.low in own for token in words) else _name(words, turn, language)
    return name, words if name else []


def _name(words: Sequence[Token], turn: Turn, language: str) -> str:
    first = 1 if words[0].low in persons.ARTICLES[language] and len(words) > 1 else 0
    name = words[first].text
    if not name[:1].isupper() or name in turn.name.split():
        return ""
    if fold(name) not in GIVEN_NAMES and not turn.met([name]):
        return ""
    at = first + 1
    while at < len(words) and words[at].low in _BEFORE_VERB:
        at += 1
    if at >= len(words) or len(words) < _WORDS_MIN or not is_third(words[at], language):
        return ""
    return "" if "?" in turn.text and not _speaks_of_himself(turn.text, language) else name


def _speaks_of_himself(text: str, language: str) -> bool:
    """Whether the turn says "my" or "me": else the people in it are the material of what it asks."""
    said = set(text.lower().split())
    return not said.isdisjoint(persons.PRONOUNS[language]) or not said.isdisjoint(persons.SUBJECTS[language])

"""What is not meant as it is said: bitter praise, and a part that is played."""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon.wishes import AGAIN, DELIGHT, IRONY, PLAY, TOO_MUCH

_PLAYS: Final = (
    "rollenspiel",
    "juego de rol",
    "jeu de rôle",
    "gioco di ruolo",
    "jogo de papéis",
    "roleplay",
    "role-play",
)


def is_bitter(said: str, language: str) -> bool:
    """Whether a sentence praises what nobody likes: "Na super, schon wieder Stau"."""
    low = said.lower()
    if any(phrase in low for phrase in IRONY[language]):
        return True
    opening = low.lstrip("¡¿ ,")
    glad = any(_begins(opening, phrase) for phrase in DELIGHT[language])
    again = any(cue in low for cue in AGAIN[language])
    return (glad and again) or ((glad or again) and any(phrase in low for phrase in TOO_MUCH[language]))


def is_play(said: str, language: str) -> bool:
    """Whether a sentence begins a part to be played: what follows in the turn is made up."""
    low = said.lower().lstrip("¡¿ ,")
    if any(word in low for word in _PLAYS):
        return True
    return any(_begins(low, phrase) or f", {phrase} " in low or f": {phrase} " in low for phrase in PLAY[language])


def _begins(low: str, phrase: str) -> bool:
    return low.startswith(phrase) and not low[len(phrase) : len(phrase) + 1].isalnum()

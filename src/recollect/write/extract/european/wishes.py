"""Standing wishes about how the assistant answers and addresses the speaker: "duz mich", "nada de emojis".

An order counts with a sign that it is meant to last: a word such as "always", a form of address, something that
answers are made of and that is not wanted, or a refusal that follows from what was told just before. Anything that
points at the text at hand is for this turn.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.wishes import (
    ADDRESSING,
    ADDRESSING_PHRASES,
    FOREVER,
    NONE_OF,
    NOW_ONLY,
    ORDERS,
    STOPPING,
    STYLE,
    WHENEVER,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token

_POLITE: Final = frozenset(
    "bitte por favor porfa s'il te plaît vous plait stp svp per favore please nur einfach".split()
)
_RATHER: Final = frozenset("prefiero prefiro preferisco".split())
_ORDER_REACH: Final = 4
_AVOIDING: Final = frozenset("évite évitez evita evite vermeide vermeid".split())
_NOT: Final = frozenset(
    """
    keine kein keinen nicht nie niemals ohne no nunca nada sin jamás pas sans jamais aucun arrête arrêtez cesse plus
    deja deje dejar sem não nao niente senza mai non zero cero zéro smetti pare chega basta
    """.split()
)
_REFUSALS: Final = {
    "es": ("nada de ", "cero "),
    "de": ("bitte kein", "bitte nicht", "bitte nie", "bitte ohne"),
    "fr": ("pas de ", "pas d' ", "zéro ", "jamais de "),
    "pt": ("nada de ", "zero "),
    "it": ("niente ", "zero "),
}


def is_standing(body: str, words: Sequence[Token], language: str, *, follows: bool, by_form: bool) -> bool:
    """Whether a clause is a wish that outlasts the turn. `follows`: a fact was told before it in the same sentence.
    `by_form`: it begins with an order."""
    low = f"{' '.join(body.lower().split())} "
    if any(phrase in low for phrase in persons.LASTING[language]):
        return True
    lows = [token.low for token in words]
    ordered = any(one in ORDERS[language] for one in lows[:_ORDER_REACH]) or by_form
    if ordered and any(one in FOREVER[language] for one in lows):
        return not _tells(lows, language)
    if follows and ordered and (lows[0] in _AVOIDING or (by_form and lows[0] == "no")):
        return True
    if lows[0] in _RATHER and len(lows) > 2 and any(_orders_you(one, language) for one in lows[1:6]):
        return True
    if any(one in NOW_ONLY for one in lows) or any(one in {"?", "¿"} for one in lows):
        return False
    if _addresses(low, lows, language):
        return True
    if any(low.startswith(phrase) for phrase in WHENEVER[language]):
        return any(one in ORDERS[language] or one in FOREVER[language] for one in lows)
    bare = _without_politeness(low)
    refused = any(bare.startswith(phrase if phrase[-1] == "'" else f"{phrase} ") for phrase in NONE_OF[language])
    ordered_not = ordered and any(one in persons_no(language) for one in lows)
    if not refused and not ordered_not:
        return False
    return follows or any(style in low for style in STYLE)


def wish_polarity(words: Sequence[Token]) -> int:
    """-1 where a wish refuses something; a reason or a contrast after a comma does not count."""
    for token in words:
        if token.low == ",":
            break
        if token.low in _NOT or token.low.startswith(("n'", "evit", "évit", "vermeid")):
            return -1
    return 1


def refuses(low: str, language: str) -> bool:
    """Whether a clause begins with a refusal that needs no verb: "nada de emojis", "bitte keine Termine"."""
    return low.startswith(_REFUSALS[language])


def is_occasion(body: str, language: str) -> bool:
    """Whether a clause says when an order is to be followed: "from now on", "whenever I send you code"."""
    low = body.lower()
    return any(phrase in low for phrase in persons.LASTING[language]) or low.startswith(WHENEVER[language])


def _addresses(low: str, lows: Sequence[str], language: str) -> bool:
    """A form of address is asked for, or its end: "llámame Nico", "arrête de me vouvoyer"."""
    if not any(phrase in low for phrase in ADDRESSING_PHRASES[language]):
        return False
    if any(one in ADDRESSING[language] and not one.endswith(("en", "er", "ar", "ir", "rmi", "t")) for one in lows[:3]):
        return True
    bare = _without_politeness(low)
    begins = any(bare.startswith(phrase) for phrase in ADDRESSING_PHRASES[language] if " " in phrase)
    return begins or (lows[0] in STOPPING[language] and len(lows) > 1)


def _orders_you(low: str, language: str) -> bool:
    """The second person of a wish: "prefiero que me respondas", "ich möchte, dass du"."""
    if language == "es":
        return low.endswith(("as", "es")) and len(low) > 4 and low not in {"respuestas", "listas", "antes"}
    return low in {"du", "tu", "você", "vc", "vous", "sie"}


def _without_politeness(low: str) -> str:
    words = low.split()
    while words and (
        words[0].strip(",") in _POLITE or words[0] in {"y", "e", "und", "et", "aber", "pero", "mais", "ma"}
    ):
        words = words[1:]
    return " ".join(words) + " "


def _tells(lows: Sequence[str], language: str) -> bool:
    """Whether the speaker tells what he does himself: "ich antworte immer spät", "nunca me lembro"."""
    himself = (after for one, after in pairwise(lows) if one in {"me", "mi"})
    return any(one in persons.SUBJECTS[language] for one in lows[:3]) or any(
        len(after) > 3 and after.endswith("o") for after in himself
    )


def persons_no(language: str) -> frozenset[str]:
    """Words that turn an order into a refusal."""
    return {
        "es": frozenset(("no", "sin", "nada")),
        "de": frozenset(("keine", "kein", "keinen", "nicht", "ohne")),
        "fr": frozenset(("pas", "sans", "plus", "aucun")),
        "pt": frozenset(("não", "nao", "sem", "nada")),
        "it": frozenset(("non", "senza", "niente", "nessun")),
    }[language]

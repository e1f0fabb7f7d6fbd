"""A sentence cut into its clauses: where a comma or a conjunction is followed by something that stands on its own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.clauses import (
    ADVERBS,
    BEFORE_NOUNS,
    HE_SHE,
    NOBODY,
    OPENINGS,
    OR,
    ORDERED,
    PREPOSITIONS,
    SAYING,
    THINKING,
    TIMES,
)
from recollect.rules.lexicon.requests import CONDITIONALS, QUESTION_WORDS, REQUEST_VERBS
from recollect.rules.lexicon.verb_classes import NO_VERBS
from recollect.rules.lexicon.wishes import ORDERS
from recollect.write.extract.conjugation import third
from recollect.write.extract.english.words import SIGN_AT_END, Token
from recollect.write.extract.european import times
from recollect.write.extract.european.telling import is_liked
from recollect.write.extract.european.verbs import is_called, is_light, is_third, speaks
from recollect.write.extract.european.wishes import refuses
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD: Final = Lazy(
    r"(?:(?<![\w$£€)])[-−](?=\d)|[$£€](?=\d))?\w+(?:[-./:]\w+)*"
    rf"(?:'|\+\+|[#+](?!\w)|(?<=\d)\s?[%€](?!\w)|{SIGN_AT_END})?|[,;:()¿¡—–]|[\ufffc\ufffd]+"
)
_MARKS: Final = frozenset(", ; : — – ¿".split())
_EDGES: Final = frozenset(", ; : — – ¡ !".split())
_YOU: Final = frozenset("tu vous du você vc tú usted t'as".split())
_POLITE: Final = frozenset("por favor porfa porfavor please pls plz stp svp bitte pf pfv".split())
_SUPPOSING: Final = frozenset(
    """
    angenommen gesetzt supongamos imagina imaginemos imagínate supposons imaginons imagine suponha suponhamos supponiamo
    """.split()
)
"""They suppose after another word as well: "mal angenommen, ..."."""
_THINKS_MAX: Final = 4
"""Words of "ich glaube", "je crois bien": longer, it is a clause."""
_SAYS_WHAT: Final = frozenset("wenn dass".split())
_BEFORE_THAT: Final = frozenset("parce ya vu já dado así".split())
_FRENCH_AFTER: Final = frozenset("toujours jamais pas plus rien surtout bien direct".split())
_NOT_YOU: Final = frozenset("es eres después antes además menos veces más tres meses quieres puedes".split())
_PLURALS: Final = frozenset(
    """
    son están viven tienen trabajan estudian llaman sind haben wohnen leben heißen kommen arbeiten gehen sont ont vivent
    habitent s'appellent appellent travaillent são têm moram vivem trabalham chamam estão sono hanno vivono abitano
    lavorano chiamano
    """.split()
)
"""The commonest third persons of several."""
_TO_ME: Final = Lazy(r"^(?:\w*[áéíóú]\w*(?:me|nos|melo|mela)|\w+(?:-moi|-nous|-me)|\w{3,}(?:ami|emi|immi|ammi|mmi))$")
"""An order to do something for the speaker: "ayúdame", "dis-moi", "spiegami"."""


def words_of(text: str, start: int, end: int) -> list[Token]:
    """The words and the marks between two places."""
    return [
        Token(match.group(), match.group().lower(), match.start(), match.end())
        for match in _WORD.finditer(text, start, end)
    ]


def pieces(words: list[Token], language: str) -> list[list[Token]]:
    """The clauses of a sentence."""
    cuts = [0]
    joints = persons.JOINTS[language]
    depth = 0
    for place, token in enumerate(words):
        depth += (token.low == "(") - (token.low == ")" and depth > 0)
        after = place + 1
        if depth or after >= len(words) or not (token.low in _MARKS or token.low in joints):
            continue
        while after < len(words) and (words[after].low in joints or words[after].low in _EDGES):
            after += 1
        if after < len(words) and _is_because(words[: after + 1]):
            after += 1
        if (
            after < len(words)
            and after > cuts[-1]
            and (token.low == "¿" or _stands(words, cuts[-1], place, after, language))
        ):
            cuts.append(after)
    found = [_stripped(words[start:end], joints) for start, end in zip(cuts, [*cuts[1:], len(words)], strict=True)]
    return [piece for piece in found if piece]


def _is_because(words: list[Token]) -> bool:
    """Whether words end in "parce que", "así que", "já que"."""
    return len(words) > 1 and words[-1].low == "que" and words[-2].low in _BEFORE_THAT


def _says(words: list[Token], language: str) -> bool:
    """Whether a verb stands in these words."""
    said = persons.SAYS[language] | _PLURALS
    return speaks(words, language) >= 0 or any(is_third(token, language) or token.low in said for token in words)


def _has_verb(words: list[Token], language: str) -> bool:
    """Whether what was said before is a clause, or at least no adjunct, and no "I think"."""
    bare = without_opening(words, language)
    if not bare:
        return True
    if times.lead(bare, language) == len(bare):
        return False  # "l'année dernière, mon père ..."
    if (any(token.low in THINKING for token in bare) and len(bare) <= _THINKS_MAX) or bare[-1].low in SAYING:
        return False
    return not all(is_light(token, language) or token.low in BEFORE_NOUNS[language] for token in bare)


def _stands(words: list[Token], start: int, place: int, after: int, language: str) -> bool:
    """Whether what begins after a mark or a conjunction is a clause of its own."""
    rest = words[after:]
    if (
        rest[0].low in persons.SUBJECTS[language]
        and words[place].low not in _MARKS
        and not _says(words[start:place], language)
    ):
        return False  # "mi marido y yo vivimos"
    if words[start].low in persons.POSSESSIVES[language] and not _says(words[start:place], language):
        return False  # "meu filho mais velho, o Caio, faz judô"
    if not _has_verb(words[start:place], language):
        return False  # "los martes y jueves entreno", "ich glaube, ich habe ..."
    if words[place].low == "," and rest[0].low in _SAYS_WHAT and _points(words[start:place]):
        return False  # "ich hasse es, wenn der Code abstürzt"
    if rest[0].low == "¿" or opener(rest, language) or is_he_she(rest, language):
        return True
    bare = without_opening(rest, language)
    if not bare:
        return False
    if refuses(" ".join(token.low for token in rest[:4]), language) and place > start:
        return True
    if bare[0].low in persons.POSSESSIVES[language] or (len(bare) > 1 and bare[1].low in persons.POSSESSIVES[language]):
        # "Eva, meine Chefin, ..." goes on; "und meine Frau isst kein Fleisch" does not
        comma = next((at for at, token in enumerate(bare) if token.low == ","), len(bare))
        return any(
            is_third(token, language) or token.low in persons.SAYS[language] for token in bare[1 : min(comma, 7)]
        )
    if is_liked(" ".join(token.low for token in bare)) and _says(words[start:place], language):
        return True  # "y me encantan los viernes"
    verb = speaks(bare, language)
    if not verb and is_called(bare[0]):
        return False  # "tengo dos hermanos, Leo y Pablo"
    listed = words[place].low not in _MARKS and any(token.low == "," for token in bare[: max(verb, 0)])
    return verb >= 0 and not listed  # "los martes y jueves, ..." is a list of days


def _points(words: list[Token]) -> bool:
    """Whether a German clause points at the one after it: "ich mag es nicht"."""
    return any(token.low == "es" for token in words[2:5])


def _stripped(piece: list[Token], joints: frozenset[str]) -> list[Token]:
    while piece and (piece[-1].low in joints or piece[-1].low in _MARKS or piece[-1].low == "(" or _is_because(piece)):
        piece = piece[:-1]
    return piece


def opener(words: Sequence[Token], language: str) -> str:
    """ "asked" for a question, "ordered" for a request, "supposed" for a supposition, else ""."""
    first = words[0].low
    if first in _POLITE and len(words) > 1:
        return opener(words[1:], language) or ("ordered" if language == "de" else "")
    pair = f"{first}_{words[1].low}" if len(words) > 1 else first
    if first in _YOU or first in QUESTION_WORDS[language] or pair in QUESTION_WORDS[language]:
        return "asked"
    if first in {"faz", "hace", "há"} and any(token.low in TIMES[language] for token in words[1:4]):
        return ""  # "faz dois anos que ..."
    if first in REQUEST_VERBS[language] or pair in REQUEST_VERBS[language] or orders(words, language):
        return "ordered"
    supposing = first in CONDITIONALS[language] or any(token.low in _SUPPOSING for token in words[1:3])
    return "supposed" if supposing else ""


def orders(words: Sequence[Token], language: str) -> bool:
    """Whether a clause begins with an order, by its form: "kürz mir das", "no me lo pongas", "cale jamais rien"."""
    first, second = words[0], words[1].low if len(words) > 1 else ""
    if language == "fr":
        may_be = first.low in ORDERS["fr"] or (second in _FRENCH_AFTER and first.low in _french_forms())
        return may_be or _TO_ME.match(first.low) is not None
    if language == "es" and first.low == "no":
        verb = next((token.low for token in words[1:5] if token.low not in ADVERBS["es"]), "")
        return len(verb) > 3 and verb.endswith(("as", "es")) and verb not in NO_VERBS["es"] and verb not in _NOT_YOU
    if language == "de":
        small = first.low not in persons.IRREGULAR["de"] and not first.low.endswith(("e", "t", "n", "r", "s"))
        small = small and first.low not in PREPOSITIONS["de"]
        return small and second in ORDERED["de"] and first.low not in {"ich", "und", "auch", "nur", "dann", "so"}
    if language == "pt" and first.low == "me" and second not in {"chama", "chame", "trata", "trate"}:
        return second.endswith(("a", "e", "á", "ê")) and not second.endswith(("ava", "ia")) and len(second) > 1
    return language != "pt" and _TO_ME.match(first.low) is not None


@cache
def _french_forms() -> frozenset[str]:
    """Forms of which an order may consist: those of "je" and the third person."""
    return frozenset(third("fr")) | frozenset(third("fr").values()) | {"va", "sois", "cale", "reste"}


def is_he_she(words: Sequence[Token], language: str) -> bool:
    """Whether a clause goes on about somebody: "sie isst kein Fleisch"; not "il faut", "il y a"."""
    nobody = words[0].low == "il" and len(words) > 1 and words[1].low in NOBODY[language]
    if words[0].low not in HE_SHE[language] or len(words) < 3 or nobody:
        return False
    at = 1
    while at < len(words) - 1 and words[at].low in {"ne", "n'", "no", "não", "non", "se", "s'", "si", "le", "lo", "la"}:
        at += 1
    return language != "de" or is_third(words[at], language)


def without_opening(words: list[Token], language: str) -> list[Token]:
    """A clause without greetings and such phrases as "by the way"."""
    going = True
    while words and going:
        if words[0].low in _EDGES:
            words = words[1:]
            continue
        size = _opening(words, language)
        words, going = words[size:], size > 0
    return words


def _opening(words: list[Token], language: str) -> int:
    """How many words of an opening a clause begins with. "no", "sí" and "que" are one only before a comma."""
    lows = [token.low for token in words[:6]]
    for phrase in OPENINGS[language]:
        size = len(phrase)
        if tuple(lows[:size]) != phrase:
            continue
        if phrase == ("moi",) and (len(words) < 2 or words[1].low not in {"je", "j'", ","}):
            continue
        weighty = size == 1 and phrase[0] in {"no", "não", "non", "nein", "doch", "que", "sí", "sim", "sì", "si", "so"}
        if not weighty or (len(words) > size and words[size].low in _EDGES):
            return size
    return 0


def before_question(piece: list[Token], text: str) -> list[Token]:
    """Of the last clause of a question what is told before its last comma: "soy celíaca, ideas de postre?"."""
    comma = next((place for place, token in enumerate(piece) if token.low in {",", ":", "—", "–"}), 0)
    after = piece[comma + 1].low if comma and comma + 1 < len(piece) else ""
    return [] if not after or after in OR else piece[:comma]

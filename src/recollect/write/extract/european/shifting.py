"""The words of a clause, each put from the first person into the third.

What is hard is "me": of the speaker's own verb it is "himself" ("me mudo", "ich freue mich"), of another's it is "him"
("me dijo", "die mir helfen"). The verb beside it tells, in German and French the subject.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.clauses import ADVERBS, BEFORE_NOUNS, PREPOSITIONS
from recollect.write.extract.conjugation import is_shared, is_sure, plural_of, singular_of, third, third_of
from recollect.write.extract.european.verbs import german_changed, is_called
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.drafts import Turn
    from recollect.write.extract.english.words import Token

_OBJECTS: Final = {
    "es": {"me": "le", "nos": "les"}, "pt": {"me": "lhe", "nos": "lhes"}, "it": {"mi": "gli", "ci": "gli"},
    "fr": {"me": "lui", "m'": "lui ", "nous": "leur", "notre": "leur", "nos": "leurs"},
    "de": {"mir": "ihm", "mich": "ihn", "uns": "ihnen"},
}  # fmt: skip
_STRESSED: Final = frozenset("moi nous mir uns mich mí mim me".split())
"""After a preposition: "avec nous", "bei mir", "con me"."""
_AND: Final = frozenset("et y und e".split())
_CLITICS: Final = frozenset("lo la los las le les o a os as ne lhe l' y en se no não nao non".split())
_INFINITIVES: Final = {
    "es": ("ar", "er", "ir", "ndo"), "pt": ("ar", "er", "ir", "ndo"), "it": ("are", "ere", "ire", "ndo"),
    "fr": ("er", "ir", "re", "ant"), "de": (),
}  # fmt: skip
_IMPERFECT: Final = ("ía", "aba", "ia", "ava")
_ENCLITIC: Final = {
    "es": Lazy(r"^(?P<verb>\w{2,}(?:[aeiáéí]r|[áé]ndo))(?P<me>me|nos)$"),
    "it": Lazy(r"^(?P<verb>\w{2,}(?:[aei]r|ndo))(?P<me>mi|ci)$"),
    "pt": Lazy(r"^(?P<verb>\w{2,}(?:[aei]r|ndo)-)(?P<me>me|nos)$"),
}
_SELF: Final = {"es": "se", "it": "si", "pt": "se"}
_NO_ENCLITICS: Final = frozenset(
    "gendarme desarme confirme afirme inerme allarmi schermi confermi affermi marci".split()
)
_THAT: Final = frozenset("que qui che".split())
_HAVING_TO: Final = frozenset("tengo tenemos tuve tenía tendré hay tenho tive tinha temos tem".split())
_WE_ARE: Final = frozenset("somos estamos éramos estábamos siamo eravamo sommes étions".split())
_VERB_LAST: Final = frozenset(
    "wenn dass weil ob obwohl damit als nachdem bevor falls sobald während wo was wie".split()
)


_SEPARABLE: Final = ("ab", "an", "auf", "aus", "ein", "mit", "vor", "zurück", "weg", "los", "nach", "statt", "teil")
_NAMED_BY: Final = frozenset("heißt heisst ist war".split())


def verb_second(said: str) -> str:
    """A German clause behind "dass" in the order of a statement: "sein Hund Rex heißt" is "sein Hund heißt Rex". As it
    was where the verb may have to be taken apart ("um acht abfährt"), or the subject's end is not plain."""
    words = said.split()
    verb = words[-1]
    noun = next((place for place, word in enumerate(words[:4]) if word[:1].isupper() and place + 1 < len(words)), -1)
    if noun < 0 or not verb.islower() or verb.startswith(_SEPARABLE) or "," in said:
        return said
    end = noun + 1
    while verb not in _NAMED_BY and end < len(words) - 1 and words[end][:1].isupper():
        end += 1
    return " ".join((*words[:end], verb, *words[end:-1]))


def inside(words: Sequence[Token], place: int) -> str:
    """A word as it stands inside a sentence: the first one has its capital from its place."""
    return words[place].text if place else words[place].low


def are_together(words: Sequence[Token], language: str) -> bool:
    """Whether the speaker does something with another: "mi marido y yo", "io e mia moglie"."""
    own = persons.SUBJECTS[language] - {"on", "nous", "wir"} | {"moi"}
    for place, token in enumerate(words[1:-1], start=1):
        before, after = words[place - 1].low, words[place + 1].low
        if token.low in _AND and (after in own or (before in own and after in _possessed(words, place, language))):
            return True
    return False


def _possessed(words: Sequence[Token], place: int, language: str) -> set[str]:
    """What may begin the name of a relative there: "mia moglie", "a minha mulher"."""
    owned = set(persons.POSSESSIVES[language])
    if place + 2 < len(words) and words[place + 2].low in owned:
        owned |= persons.ARTICLES[language]
    return owned


def shifted(
    text: str, words: Sequence[Token], turn: Turn, language: str, replaced: dict[int, str], *, other: bool = False
) -> str:
    """The words of a clause with the pronouns of the first person, and its surest verbs, in the third. `other`: its
    subject is somebody else, so that "me" is no reflexive."""
    parts: list[str] = []
    last: Token | None = None
    replaced = _last_verbs(words, language) | replaced
    for place, token in enumerate(words):
        gap = text[last.end : token.start] if last is not None else ""
        new = replaced.get(place)
        if new is None and place and is_called(token):
            new = token.text  # "mi hija Mía"
        if new is None:
            new = _pronoun(words, place, language, other=other)
        if new is None:
            new = _other_person(words, place, turn, language)
        if language == "fr" and parts and parts[-1].lower() in {"ne", "se"} and new[:1] in "aeiouyéèêâîô" and new:
            parts[-1], gap = parts[-1][:-1] + "'", ""
        parts += [gap, new]
        last = token
    return " ".join("".join(parts).split())


def _last_verbs(words: Sequence[Token], language: str) -> dict[int, str]:
    """Where the verbs of German clauses stand that have it last, in the third person: "wenn ich früh aufstehe"."""
    found: dict[int, str] = {}
    if language != "de":
        return found
    commas = [at for at, token in enumerate(words) if token.low == ","]
    for start, end in zip(commas, [*commas[1:], len(words)], strict=False):
        lows = [token.low for token in words[start + 1 : end]]
        subject = next((low for low in lows[1:3] if low in persons.SUBJECTS["de"]), "")
        if len(lows) > 2 and lows[0] in _VERB_LAST and subject and words[end - 1].text.islower():
            found[end - 1] = german_changed(lows[-1], subject)
    return found


def _pronoun(words: Sequence[Token], place: int, language: str, *, other: bool) -> str | None:
    """ "me" and the like as an object of another's verb; None where it is the speaker's own, or no such word."""
    low = words[place].low
    if place and words[place - 1].low in PREPOSITIONS[language]:
        return None
    if low == "ci" and language == "it":
        return "si" if place + 1 < len(words) and is_we(words[place + 1].low) else None
    if low in _OBJECTS[language]:
        own = _is_own(words, place, language)
        return _OBJECTS[language][low] if own is False or (own is None and other) else None
    found = _ENCLITIC[language].match(low) if language in _ENCLITIC and low not in _NO_ENCLITICS else None
    if found is None or not words[place].text.islower():
        return None
    objects = {"es": "le", "it": "lo", "pt": "lhe"}
    to_him = other or _is_anothers(words, place, language)
    return found["verb"] + (objects[language] if to_him else _SELF[language])


def is_we(low: str) -> bool:
    """Whether an Italian verb before which "ci" means "us": "ci siamo sposati"."""
    return low.endswith(("iamo", "avamo", "evamo")) and low != "abbiamo"


def _is_own(words: Sequence[Token], place: int, language: str) -> bool | None:
    """Whether "me" belongs to a verb of the speaker's; None where nothing tells."""
    subjects = persons.SUBJECTS[language]
    if language == "de":
        comma = next((at for at in range(place, 0, -1) if words[at].low == ","), 0)
        end = next((at for at in range(place, len(words)) if words[at].low == ","), len(words))
        part = {token.low for token in words[comma:end]}
        return True if part & subjects else None if "zu" in part or not comma else False
    after = next((token.low for token in words[place + 1 :] if token.low not in _CLITICS), "")
    if after.endswith(_INFINITIVES[language]) and len(after) > 3:
        return False if _is_anothers(words, place, language) else None
    if language == "fr":
        before = next((token.low for token in reversed(words[:place]) if token.low not in {"ne", "n'"}), "")
        own = before in subjects | {"j'"} and before != "on"
        return True if own else None if words[place].low in {"nous", "nos", "notre"} else False
    return _is_first_person(after, language)


def _is_anothers(words: Sequence[Token], place: int, language: str) -> bool:
    """Whether an infinitive there is done by somebody told of just before: "alguien que puede ayudarme"."""
    that = next((at for at in range(place, 0, -1) if words[at].low in _THAT), 0)
    if not that or words[that - 1].low in _HAVING_TO:
        return False
    return not any(
        token.low in persons.SUBJECTS[language] or _is_first_person(token.low, language)
        for token in words[that + 1 : place]
    )


def _is_first_person(verb: str, language: str) -> bool | None:
    """Of the verb after "me": True for "mudo", False for "gusta" and "dijo", None for "sentía", which may be both."""
    known = third(language).get(verb)
    if known is not None:
        return known != verb or None
    if not verb or is_shared(verb, language) or verb.endswith(_IMPERFECT):
        return None
    several = language == "it" and verb.endswith(("ono", "ano", "nno"))
    return bool(third_of(verb, language)) and not several and verb not in third(language).values()


def _other_person(words: Sequence[Token], place: int, turn: Turn, language: str) -> str:
    token = words[place]
    low = token.low
    if language == "fr" and low in {"m'", "j'"}:
        return "s'" if low == "m'" else f"{turn.name} "
    if low in persons.SUBJECTS[language] and low not in {"on", "nous"} and (low != "j" or language != "fr"):
        return turn.name
    before = words[place - 1].low if place else ""
    known = persons.PRONOUNS[language].get(low)
    if known is not None:
        stressed = low in _STRESSED and (low != "me" or language == "it")
        named = (before in PREPOSITIONS[language] and stressed) or (before in _AND and low == "moi")
        return turn.name if named else known
    verb = _other_verb(words, place, language)
    if verb is not None:
        return plural_of(verb, language) if are_together(words, language) else verb
    be = next((word.low for word in reversed(words[:place]) if word.low not in ADVERBS[language]), "")
    return singular_of(token.text, language) if be in _WE_ARE and not are_together(words, language) else token.text


def _other_verb(words: Sequence[Token], place: int, language: str) -> str | None:
    """The third person of a word that is surely a verb of the first; None for any other word."""
    token = words[place]
    low = token.low
    before = words[place - 1].low if place else ""
    if language == "fr":
        first = before in {"je", "j'"} or (place and low.endswith(("ons", "mes")))
        return third("fr")[low] if first and low in third("fr") else None
    if language == "de":
        alone = before == "ich" and not are_together(words, language)
        return persons.IRREGULAR["de"].get(low) if alone else None
    if low.endswith(("mos", "iamo")) and are_together(words, language):
        return third_of(low, language) or None
    if not place or low not in third(language) or not is_sure(low, language) or token.text[:1].isupper():
        return None
    noun = before in BEFORE_NOUNS[language] and before not in ADVERBS[language]
    return None if noun else third(language)[low]

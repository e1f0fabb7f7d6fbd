"""Where the verb of the speaker stands in a clause of a European language, and whether a word is a third person."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.clauses import ADVERBS, BEFORE_NOUNS, BOUND, THINKING, TIMES
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.occasions import FREQUENCY
from recollect.rules.lexicon.verb_classes import GERMAN_NO_VERBS
from recollect.rules.text import fold
from recollect.write.extract.conjugation import german_plural, german_third, is_shared, is_sure, third, third_of
from recollect.write.extract.european import times

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token

_REACH: Final = 12
"""Words of a clause within which its verb is looked for."""
_SINCE_MAX: Final = 5
"""Words of "faz dois anos que" before the clause."""
_SMALL_VERB: Final = 4
"""A German verb of the third person has so many letters: wohnt, malt."""
_REASONS: Final = frozenset("weil da obwohl seit seitdem als".split())
"""German conjunctions that put the verb last and still tell a fact."""
_AT_FIRST: Final = frozenset(
    """
    de antes desde hasta a en durante por con hace cuando após em durante da nel negli per prima fino nelle nei tra dal
    dalla dai no na nos nas aos às
    """.split()
)


def speaks(words: Sequence[Token], language: str) -> int:
    """The place of the first-person verb of a clause, or -1."""
    start = times.lead(words, language)
    if start and words[start - 1].low == ",":  # "l'année dernière, j'ai déménagé"
        place = speaks(words[start:], language)
        return place if place < 0 else place + start
    if not words:
        return -1
    if language == "de":
        return _german(words)
    return _french(words) if language == "fr" else _romance(words, language)


def _romance(words: Sequence[Token], language: str) -> int:
    """In front of the verb stand adverbs, pronouns and adjuncts; never a subject of its own or "that"."""
    if language == "es" and words[0].low == "como":  # "how", "like": the verb only after "no" or "yo"
        return -1
    subjects = persons.SUBJECTS[language]
    for place, token in enumerate(words[:_REACH]):
        low = token.low
        if low in subjects:
            continue
        if low in {",", ";", ":", "("} or (place and low in persons.JOINTS[language]):
            if not all(is_light(word, language) or word.low in BEFORE_NOUNS[language] for word in words[:place]):
                return -1
            continue
        if language == "pt" and low == "gente" and place and words[place - 1].low == "a":
            return _after_we(words, place, language)
        eats = (
            low == "como"
            and place
            and words[place - 1].low in {"não", "nao", "no", "nunca", "yo", "eu", "só", "solo", "sempre"}
        )
        if low == "que" and (_next_is(words, place, {"viene", "vem"}) or (place and words[place - 1].low == "desde")):
            continue  # "el jueves que viene tengo ...", "desde que nació duermo ..."
        if place and low in {"viene", "vem"} and words[place - 1].low == "que":
            continue
        since = low in {"que", "che"} and words[0].low in {"hace", "faz", "há", "sono"} and place <= _SINCE_MAX
        if since:
            continue
        if (low in BOUND[language] and not eats) or (place and low in _bare_thirds(language)):
            return -1
        if _is_first(words, place, language):
            return place
    return -1


def _next_is(words: Sequence[Token], place: int, wanted: set[str]) -> bool:
    return place + 1 < len(words) and words[place + 1].low in wanted


def _after_we(words: Sequence[Token], place: int, language: str) -> int:
    """ "a gente mora": the verb is in the third person already."""
    at = place + 1
    while at < len(words) and words[at].low in ADVERBS[language]:
        at += 1
    return at if at < len(words) else -1


def is_called(token: Token) -> bool:
    """Whether a word within a sentence is a name, whatever else it may be: "Leo" is no "I read", "Mía" no "mine"."""
    return token.text.istitle() and fold(token.text) in GIVEN_NAMES


def _is_first(words: Sequence[Token], place: int, language: str) -> bool:
    low = words[place].low
    if low in TIMES[language] and low not in third(language):
        return False  # "l'anno scorso": a time is no verb
    clitic = low.partition("-")[0] if language == "pt" else low
    if not third_of(clitic, language) or (words[place].text[:1].isupper() and (place or _is_name(words[0], language))):
        return False
    if not place and words[0].text[:1].isupper() and low not in third(language):
        after = words[1] if len(words) > 1 else None
        if after is None or after.low == "," or after.low in thirds(language):
            return False  # a name: "Aveiro", "Mauro vive"
    before = words[place - 1].low if place else ""
    beside = before in ADVERBS[language] or before in FREQUENCY[language] or before in persons.SUBJECTS[language]
    noun = before in BEFORE_NOUNS[language] and not _is_clitic(words, place, language)
    if language == "es" and low == "como":
        return before in {"no", "nunca", "yo", "siempre"}
    if is_shared(low, language):
        return not noun and all(is_light(word, language) for word in words[:place])
    if is_sure(clitic, language):
        return not noun
    if low in third(language):
        return not noun and (not place or beside or _ends_adjunct(words[:place], language))
    return not place or (beside and not noun) or (_ends_adjunct(words[:place], language) and not noun)


def _is_name(word: Token, language: str) -> bool:
    return word.low not in third(language) and fold(word.text) in GIVEN_NAMES


def _is_clitic(words: Sequence[Token], place: int, language: str) -> bool:
    """Whether "lo", "la" or "o" before the verb is its object: "el otro lo descarto", "non le capisco"."""
    before = words[place - 1].low
    if before not in ADVERBS[language] or before == "mal":
        return False
    low = words[place].low
    known = low in third(language) or is_sure(low, language)
    return known and (place > 1 or language == "es") and low not in {"trabajo", "juego", "uso", "estudio", "lavoro"}


def is_light(word: Token, language: str) -> bool:
    """An adverb, a pronoun, or a word of time: no clause is made of such words alone."""
    low = word.low
    return low in ADVERBS[language] or low in TIMES[language] or low in _AT_FIRST or low.isdigit() or low in {",", "el"}


def _ends_adjunct(words: Sequence[Token], language: str) -> bool:
    """Whether the words before a verb are an adjunct: "los viernes por la tarde", "el 22 de junio"."""
    last = words[-1].low
    return last in TIMES[language] or last[:1].isdigit() or last == "," or words[0].low in _AT_FIRST


@cache
def _bare_thirds(language: str) -> frozenset[str]:
    """The commonest third persons: a clause that has one is not the speaker's."""
    own = set(third(language))
    common = {
        "es": "es está son están tiene tienen hay fue fueron va van hace hacen dice puede pueden quiere ha han",
        "pt": "é está são estão tem têm há foi foram vai vão faz fazem diz pode podem quer",
        "it": "è sta hanno ha va vanno fa fanno dice può possono vuole c'è",
    }
    return frozenset(common[language].split()) - own


def _french(words: Sequence[Token]) -> int:
    """The word after "je", "j'", "on", "nous" and what may stand between."""
    for place, token in enumerate(words[:_REACH]):
        low = token.low
        if low in {"chuis", "chui"}:
            return place
        since = low in {"que", "qu'"} and place > 1 and words[1].low == "fait" and place <= _SINCE_MAX
        if low in {",", ";", ":", "("} or (low in BOUND["fr"] and not since) or (place and low in persons.JOINTS["fr"]):
            return -1
        if low in {"je", "j'", "j", "on", "nous"}:
            at = place + 1
            while at < len(words) and words[at].low in ADVERBS["fr"]:
                at += 1
            if at >= len(words) or words[at].low == ",":
                return -1
            if words[at].low in BEFORE_NOUNS["fr"] and (low, words[at].low) != ("on", "a"):
                return -1
            if low == "nous" and not words[at].low.endswith(("ons", "sommes", "mes")):
                continue
            return at if third_of(words[at].low, "fr") or low == "on" else -1
    return -1


def _german(words: Sequence[Token]) -> int:
    """ "ich wohne" and "seit 2019 wohne ich": the word next to the pronoun, the one before it first; "weil ich in Ulm
    wohne" has it last."""
    for place, token in enumerate(words[:_REACH]):
        low = token.low
        if low in persons.SUBJECTS["de"]:
            if place == 1 and words[0].low == "dass":
                return -1  # "ich merkte, dass ich intolerant bin": nothing alone
            if place and words[place - 1].low in _REASONS and place == 1:
                return len(words) - 1 if _may_be_verb(words[-1], low, first=False) else -1
            behind = place + 2 if _next_is(words, place, _BESIDE_I) else place + 1
            near = (at for at in (place - 1, behind) if 0 <= at < len(words))
            return next((at for at in near if _may_be_verb(words[at], low, first=at == 0)), -1)
        after = words[place + 1].low if place + 1 < len(words) else ""
        if place and (
            low in {",", ";", ":", "("} or (low in persons.JOINTS["de"] and after not in persons.SUBJECTS["de"])
        ):
            break
    first = words[0].low if words else ""
    if first in persons.IRREGULAR["de"]:
        return -1 if len(words) > 1 and words[1].low in {"du", "sie", "es", "er", "man", "ihr", "das"} else 0
    if _has_another_verb(words):
        return -1
    if (first.endswith("e") or "i" in persons.IRREGULAR["de"].get(first + "e", "")) and _looks_shared(words):
        return 0
    told = len(words) > 2 and words[1].low in _OFTEN and first not in GERMAN_NO_VERBS
    return 0 if told and not (first.endswith(("t", "n", "er", "s")) and not first.endswith("ier")) else -1


def _has_another_verb(words: Sequence[Token]) -> bool:
    """Whether a finite verb follows the first word, which then is a noun: "pipeline auf main ist rot". Not one of a
    clause of its own: "koche was da ist", "finde Rom ist schön"."""
    for place, token in enumerate(words[1:_REACH], 1):
        if token.low in _OF_A_THING:
            return place == 1 or (place < len(words) - 1 and words[0].low not in _OPINIONS)
        related = token.low in {"der", "die", "das"} and words[place - 1].low not in _BEFORE_DER
        if related or token.low in _BEGIN_A_CLAUSE or token.low in persons.JOINTS["de"]:
            return False
    return False


_OF_A_THING: Final = frozenset(
    """
    ist sind war waren wird werden wurde wurden hat hatte kann muss soll läuft geht braucht fehlt steht kommt
    """.split()
)
_BEFORE_DER: Final = frozenset("in von aus mit bei zu auf an für nach vor unter über seit".split())
_BEGIN_A_CLAUSE: Final = frozenset(
    """
    , ; : ( dass daß was wo wer wie ob wenn weil wann warum da es er sie man ihr du welche welcher welches wohin woher
    """.split()
)
_OPINIONS: Final = THINKING | frozenset("finde find hoffe hoff schätze schätz wette wett fürchte sage sag".split())


_BESIDE_I: Final = {"selbst", "selber", "persönlich", "auch", "aber", "dagegen", "hingegen", "jedoch"}
_OFTEN: Final = frozenset(
    """
    hauptsächlich meistens meist oft gerade derzeit momentan aktuell seit normalerweise täglich selten eigentlich
    """.split()
)
"""After a verb without a subject: "Programmier hauptsächlich in C" tells, "Programmier mir das" orders."""


def is_last(words: Sequence[Token], place: int) -> bool:
    """Whether a German verb stands at the end of a clause of reason: "weil ich in Ulm wohne"."""
    return words[0].low in _REASONS and len(words) > 2 and words[1].low in persons.SUBJECTS["de"] and place > 2


def _may_be_verb(word: Token, subject: str, *, first: bool) -> bool:
    """Written small, unless it is the first word, and with the ending that the pronoun asks for."""
    low = word.low
    if low in GERMAN_NO_VERBS or (word.text[:1].isupper() and not first) or not low.isalpha():
        return False
    if low in persons.IRREGULAR["de"]:
        return True
    if subject == "wir":
        return german_plural(low) != low or low.endswith("n")
    return not low.endswith(("st", "en", "er", "es", "ig", "lich", "isch", "weise")) and len(low) > 2


def german_changed(verb: str, subject: str) -> str:
    """The third person of a German verb that stands with "ich", "wir" or nobody."""
    return german_plural(verb) if subject == "wir" else german_third(verb)


def _looks_shared(words: Sequence[Token]) -> bool:
    """ "und koche meistens": at least one more word, and no article's ending."""
    low = words[0].low
    return (
        words[0].text[:1].islower()
        and len(words) > 1
        and len(low) > _SMALL_VERB - 1
        and low not in GERMAN_NO_VERBS
        and low not in persons.POSSESSIVES["de"]
    )


def is_third(word: Token, language: str) -> bool:
    """Whether a word is a verb of the third person, but for those of saying and wanting."""
    low = word.low.removeprefix("n'")
    if low in persons.SAYS[language]:
        return False
    if low in thirds(language):
        return True
    return language == "de" and word.text.islower() and low.endswith("t") and len(low) >= _SMALL_VERB


@cache
def thirds(language: str) -> frozenset[str]:
    """The third persons of the tables."""
    return frozenset(third(language).values()) | persons.DIED[language]

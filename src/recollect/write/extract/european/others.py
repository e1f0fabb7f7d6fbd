"""What is told of somebody or something else: "mi prima Eva se muda", "sie isst kein Fleisch", "la boda es el 5"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.clauses import IMPERSONAL, LINKS, PREPOSITIONS, SAYING
from recollect.rules.lexicon.kinship import COMPANIONS, KIN, TIES
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.european import times
from recollect.write.extract.european.pieces import is_he_she
from recollect.write.extract.european.shifting import shifted, verb_second
from recollect.write.extract.european.telling import draft_of, is_dated, is_over, names_occasion
from recollect.write.extract.european.verbs import is_called, is_third, speaks
from recollect.write.extract.named import about_another

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token

_FAVOURITES: Final = frozenset("favorito favorita préféré préférée preferito preferita lieblings".split())
_OF_THE_TURN: Final = frozenset(
    """
    pregunta código problema duda error frage problem code fehler question problème code erreur pergunta código
    problema dúvida erro domanda codice errore script programa programm programme função función fonction funktion
    """.split()
)
_NO_CLAUSE: Final = frozenset("wenn als falls dass ob si se quand cuando quando lorsque".split())
_BEFORE_PERSON: Final = frozenset(
    """
    según con por para sin de a selon avec pour sans chez secondo per senza da segundo com sem mit für ohne laut von bei
    """.split()
)
_CALLED_MAX: Final = 3
"""Words of "mi hija Eva"."""
_AT_HOME: Final = frozenset(
    """
    katze kater hund hündin kaninchen gata gato perro perra conejo chat chatte chien chienne lapin cachorro cachorra
    cane gatto gatta coniglio kleine kleiner große älteste jüngste mayor pequeña pequeño grande petite petit aîné aînée
    """.split()
)
_CALLED: Final = frozenset("heißt heisst llama appelle s'appelle chama chiama".split())
_HEAD_MAX: Final = 6
_PRONOUNS: Final = dict.fromkeys("er él il ele lui".split(), "he") | dict.fromkeys(
    "sie ella elle ela lei".split(), "she"
)
_THEIRS: Final[dict[str, dict[str, str]]] = {
    "de": {"sein": "he", "seine": "he", "ihr": "she", "ihre": "she"},
    "es": {"su": ""},
    "fr": {"son": "", "sa": ""},
    "pt": {"seu": "", "sua": ""},
    "it": {"suo": "", "sua": ""},
}
"""Whose somebody is; only in German it tells a man from a woman."""
_VERBLESS_MIN: Final = 3
_AMOUNTS: Final = frozenset("budget presupuesto orçamento".split())


def owner_of(words: Sequence[Token], language: str) -> int:
    """Where a clause names something of the speaker's, within its first words but those that say when; or -1."""
    own = persons.POSSESSIVES[language]
    start = times.lead(words, language)
    near = next(
        (
            at
            for at, token in enumerate(words[start : start + 3], start)
            if token.low in own and not (at and is_called(token))
        ),
        -1,
    )
    if near >= 0 or words[0].low not in PREPOSITIONS[language]:
        return near
    # "em Coimbra mora a minha tia"
    ties = KIN[language] | TIES.get(language, frozenset())
    return next(
        (
            at
            for at, token in enumerate(words[:7])
            if token.low in own
            and at + 1 < len(words)
            and words[at + 1].low in ties
            and any(is_third(word, language) for word in words[max(at - 2, 0) : at])
        ),
        -1,
    )


def owned(text: str, words: list[Token], turn: Turn, language: str) -> Draft | None:
    """ "mi prima Eva se muda": somebody or something of the speaker's."""
    entrusted = words[0].text == "dass"
    words = words[1:] if language == "de" and words[0].low in {"weil", "da", "denn"} else words
    lows = [token.low for token in words]
    owner = max(owner_of(words, language), 0)
    start = times.lead(words, language)
    if len(words) < start + 3:
        return None
    article = language == "pt" and lows[start] in persons.ARTICLES["pt"]
    if lows[start] in _BEFORE_PERSON and not article and len(words) - owner <= _CALLED_MAX:
        return None  # "Para mi hija, quiero una bici.": nothing is told of her
    head = set(lows[start : start + 5])
    ties = KIN[language] | TIES.get(language, frozenset())
    people = set(lows[owner + 1 : owner + 4]) & ties
    body = text[words[0].start : words[-1].end]
    dated = is_dated(body)
    over = dated and is_over(body, language)
    if start and lows[start] in _NO_CLAUSE | SAYING:
        return None  # "am Montag, sagt mein Arzt, ..."
    if (not people and head & _OF_THE_TURN) or _only_says(words[owner + 1 :], language):
        return None
    kind = (
        "relationship"
        if people
        else ("event" if over else "commitment")
        if dated and names_occasion(head, language)
        else "preference"
        if head & _FAVOURITES or any(low.startswith("lieblings") for low in lows)
        else "fact"
    )
    said = shifted(text, words, turn, language, {}, other=True)
    draft = draft_of(f"{turn.name}: {verb_second(said) if entrusted else said}", kind, words, language)
    draft.ahead = dated and not over
    named = next((token for token in words[1:5] if token.text[:1].isupper() and token.low not in KIN[language]), None)
    if people and named is not None and language != "de":
        draft.person, draft.tie = named.text, next(iter(people))
    if people:
        turn.meets(_head(text, words[owner:], turn, language))
    return draft


def _only_says(words: Sequence[Token], language: str) -> bool:
    """ "mi amigo dice que el vino es malo": his opinion, unless it is about the speaker."""
    at = next((place for place, token in enumerate(words[:5]) if token.low in SAYING), -1)
    if at < 0:
        return False
    rest = words[at + 1 :]
    own = persons.SUBJECTS[language] | set(persons.PRONOUNS[language])
    bare = [token for token in rest if token.low not in {"que", "dass", "che", "qu'", ","}]
    return not any(token.low in own for token in rest) and speaks(bare, language) < 0


def introduced(words: Sequence[Token], turn: Turn, language: str) -> None:
    """ "ganhei uma cachorrinha, a Mel": the name at the end of what the speaker tells is meant by the next "she"."""
    name = words[-1]
    before = words[-2].low if len(words) > 1 else ""
    called = before in {",", "(", "heißt", "namens", "llamado", "llamada", "chamado", "chamada"}
    if name.text[:1].isupper() and (called or (before in persons.ARTICLES[language] and words[-3].low == ",")):
        turn.meets(name.text)


def _head(text: str, words: list[Token], turn: Turn, language: str) -> str:
    """How the person is called: the words up to the verb or a comma."""
    end = 1
    while end < min(len(words), _HEAD_MAX) and words[end].low != ",":
        low = words[end].low
        verb = is_third(words[end], language) or low in persons.SAYS[language]
        if (end > 1 and verb and words[end].text[:1].islower()) or low in {"y", "e", "und", "et"}:
            break
        end += 1
    while end > 2 and words[end - 1].low in {"ne", "n'", "no", "não", "non", "se", "s'", "si", "me", "(", "ya", "já"}:
        end -= 1
    return shifted(text, words[:end], turn, language, {}, other=True)


def of_another(text: str, words: list[Token], turn: Turn, language: str) -> Draft | None:
    """A clause about somebody called by name, or who was spoken of just before."""
    if turn.person and is_he_she(words, language):
        person = _meant(turn, _PRONOUNS.get(words[0].low, "they"))
        return _goes_on(text, words[1:], person, turn, language) if person else None
    if turn.person and words[0].low in _THEIRS[language] and len(words) > 1:
        _meet_theirs(text, words, turn, language)
        return None
    if turn.person and language in LINKS and _has_no_subject(words, language):
        person = _meant(turn, "")
        return _goes_on(text, words, person, turn, language) if person else None
    name, kept = about_another(words, turn, language)
    if not name:
        return None
    turn.meets(name)
    draft = draft_of(text[kept[0].start : kept[-1].end], "fact", kept, language)
    draft.person, draft.confidence = name, min(draft.confidence, 0.9)
    return draft


def _has_no_subject(words: list[Token], language: str) -> bool:
    at = 1 if words[0].low in {"no", "não", "non", "se", "si", "también", "também"} else 0
    return len(words) > at + 1 and words[at].low in LINKS[language] and words[at + 1].low not in IMPERSONAL[language]


def _meant(turn: Turn, pronoun: str) -> str:
    """Whom a pronoun or a verb without one means: the last who was spoken of, unless it may be he whose he is."""
    several = turn.beside or turn.person.startswith(f"{turn.before_him}: ")
    return turn.meant_by(pronoun) if several else turn.person


def _meet_theirs(text: str, words: list[Token], turn: Turn, language: str) -> None:
    """ "seine Frau Eva ist Ärztin": somebody of his, whom the next "sie" may mean; "ihr Arzt" is told in passing."""
    close = words[1].low in KIN[language] | COMPANIONS.get(language, frozenset())
    if not close and words[1].low not in TIES.get(language, frozenset()):
        return
    owner = turn.meant_by(_THEIRS[language][words[0].low])
    head = _head(text, words, turn, language)
    if owner and close:
        turn.meets(f"{owner}: {head[:1].lower()}{head[1:]}")
    elif owner:
        turn.beside = f"{owner}: {head[:1].lower()}{head[1:]}"
    elif close:
        turn.meets_somebody()


def _goes_on(text: str, words: list[Token], person: str, turn: Turn, language: str) -> Draft:
    """ "sie isst kein Fleisch" after "meine Schwester Ute": it is told of her."""
    said = shifted(text, words, turn, language, {0: words[0].low} if words[0].text[:1].isupper() else {}, other=True)
    own = person.split(maxsplit=1)[0].lower() in {*persons.PRONOUNS[language].values(), "leur", "leurs"}
    draft = draft_of(f"{turn.name}: {person} {said}" if own else f"{person} {said}", "fact", words, language)
    draft.kind = "relationship" if own else "fact"
    draft.confidence = min(draft.confidence, 0.9)
    return draft


def _is_called(lows: Sequence[str], language: str) -> bool:
    """ "die Katze heißt Pixel": who names an animal or a child like that lives with it."""
    return len(lows) > 3 and lows[1] in _AT_HOME | KIN[language] and any(low in _CALLED for low in lows[2:4])


def occasion(text: str, words: list[Token], turn: Turn, language: str) -> Draft | None:
    """ "la boda es el 5 de junio", "rdv chez le dentiste le 3 mai": a dated occasion without an owner is the speaker's.
    And "budget 150 € par semaine"."""
    body = text[words[0].start : words[-1].end]
    lows = [token.low for token in words]
    if _is_called(lows, language):
        return draft_of(f"{turn.name}: {shifted(text, words, turn, language, {})}", "fact", words, language)
    amount = lows[0] in _AMOUNTS and any(low[:1].isdigit() for low in lows[1:])
    if len(words) < _VERBLESS_MIN or not (amount or (is_dated(body) and names_occasion(set(lows[:3]), language))):
        return None
    said = shifted(text, words, turn, language, {})
    kind = "fact" if amount else "event" if is_over(body, language) else "commitment"
    return draft_of(f"{turn.name}: {said}", kind, words, language)

"""Spanish, German, French, Portuguese and Italian turns.

These languages mark the first person on the verb, so one reader serves them all: a clause that opens with a
first-person verb, a possessive or "me gusta" is a statement about the speaker; its verb is put into the third person
from tables. Questions, requests and suppositions are recognised by their first words. English has its own, finer
reader.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.attitudes import DISLIKING, LIKING
from recollect.rules.lexicon.calendar_names import DAYS, MONTH_NAMES, SHORT_DAYS
from recollect.rules.lexicon.hedges import HEDGES
from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.rules.lexicon.negation import NEGATIONS
from recollect.rules.lexicon.occasions import FREQUENCY, OCCASIONS
from recollect.rules.lexicon.requests import CONDITIONALS, QUESTION_WORDS, REQUEST_VERBS
from recollect.write.extract.conjugation import german_plural, german_third, third
from recollect.write.extract.drafts import DRAFTS_MAX, Draft, Turn
from recollect.write.extract.english.words import Token
from recollect.write.extract.masking import QUOTED, SECRET
from recollect.write.extract.named import about_another
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import WORDS_MAX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.sentences import Sentence

_WORD: Final = Lazy(r"\w+(?:[-./:]\w+)*'?|[,;:()¿¡—–]|[\ufffc\ufffd]+")
_DAY: Final = Lazy(
    r"\b\d{1,2}[./]\d{1,2}\b|\b\d{1,2}\.? ?(?:de |er )?[a-zäéûç]{3,}\b|\b(?:"
    rf"{'|'.join((*DAYS, *SHORT_DAYS, *MONTH_NAMES))}|mañana|morgen|demain|amanhã|domani|próxim[oa]|nächste[nrs]?"
    r"|prochaine?|semana que v(?:ie)?ne?m?|dia \d{1,2})\b",
    re.IGNORECASE,
)
_LIKED: Final = Lazy(
    r"^(?:(?:no|ya no|nunca|a mí|realmente|também|también|non|siempre|pero|y|la verdad|,)\s+)*(?:me|mi) (?:gust"
    r"|encant|fascin|molest|piac|interes|apasion|va )",
    re.IGNORECASE,
)
_NEGATED_FIRST: Final = frozenset(
    """
    no ne n' não nao non ya ya_no já nunca jamais siempre sempre também también también me se te lo la le les nos mi
    ci ti si also auch
    """.split()
)
_WEAK_DENIALS: Final = frozenset("plus ni sin sem ohne sans nada personne senza né".split())
_YOU: Final = frozenset("tu vous du você tú usted sie".split())
_GERMAN_NOT_VERBS: Final = frozenset(
    """
    eine meine keine diese alle bitte danke heute ohne gerne viele beide seine ihre welche jede gute die ende lange
    letzte nächste neue alte kleine große beiden oben unten außen innen drüben eben neben wegen zwischen gegen morgen
    """.split()
)
_BEFORE_VERB: Final = frozenset("no não non me se ya nunca já nos mi te lo la le les".split())
_KNOWING: Final = frozenset("sé weiß sais sei so entiendo verstehe creo glaube".split())
_FAVOURITES: Final = frozenset("favorito favorita préféré préférée preferito preferita lieblings".split())
_ADJUNCTS: Final = frozenset(
    """
    desde en los las todos todas cada por a ahora hoy después antes este esta aos às nos em agora hoje depois no na da
    das ogni da in ora el
    """.split()
)
_GREETINGS: Final = frozenset(
    """
    hola buenas hallo hi hey moin servus salut bonjour bonsoir coucou oi olá ciao bueno pues bom bem also ok okay vale
    gracias danke merci obrigado obrigada y e und et pero aber mais mas
    """.split()
)
_OF_THE_TURN: Final = frozenset(
    """
    pregunta código problema duda error frage problem code fehler question problème code erreur pergunta código
    problema dúvida erro domanda codice errore
    """.split()
)

HEADING_MAX: Final = 3
"""Words before a colon that only announce what follows."""


def read(text: str, found: Sequence[Sentence], turn: Turn, language: str) -> list[Draft]:
    """The drafts of a turn in one of these languages."""
    for sentence in found:
        if len(turn.told) >= DRAFTS_MAX:
            break
        words = _words(text, sentence.start, sentence.end)[:WORDS_MAX]
        pieces = _pieces(words, language) if words else []
        for number, piece in enumerate(pieces):
            last = number + 1 == len(pieces)
            if not last and piece and len(piece) <= HEADING_MAX and text[piece[-1].end : piece[-1].end + 1] == ":":
                continue  # "cambio de planes: ...": what follows is told
            if (last and sentence.mark == "?") or not piece or piece[0].text == "¿":
                break
            opener = _opener(piece, language)
            if opener == "asked" or (opener == "supposed" and not _has_lasting(text, piece, language)):
                break
            draft = _clause(text, piece, turn, language)
            if draft is not None:
                turn.told.append(draft)
    return turn.told


def _words(text: str, start: int, end: int) -> list[Token]:
    found: list[Token] = []
    for match in _WORD.finditer(text, start, end):
        found.append(Token(match.group(), match.group().lower(), match.start(), match.end()))
    return found


def _pieces(words: list[Token], language: str) -> list[list[Token]]:
    """Cut where a comma or a conjunction is followed by something that stands on its own."""
    cuts = [0]
    joints = persons.JOINTS[language]
    depth = 0
    for place, token in enumerate(words):
        depth += (token.low == "(") - (token.low == ")" and depth > 0)
        after = place + 1
        if depth or after >= len(words) or not (token.low in {",", ";", ":", "—", "–", "¿"} or token.low in joints):
            continue
        while after < len(words) and (words[after].low in joints or words[after].low == ","):
            after += 1
        rest = words[after:]
        if rest and (
            rest[0].low == "¿"
            or token.low == "¿"
            or _opener(rest, language)
            or _speaks(rest, language) >= 0
            or rest[0].low in persons.POSSESSIVES[language]
        ):
            cuts.append(after)
    return [_stripped(words[start:end], joints) for start, end in zip(cuts, [*cuts[1:], len(words)], strict=True)]


def _stripped(piece: list[Token], joints: frozenset[str]) -> list[Token]:
    while piece and (piece[-1].low in joints or piece[-1].low in {",", ";", ":", "—", "–"}):
        piece = piece[:-1]
    return piece


def _opener(words: Sequence[Token], language: str) -> str:
    """ "asked" for a question or a request, "supposed" for a supposition, else ""."""
    first = words[0].low
    pair = f"{first}_{words[1].low}" if len(words) > 1 else first
    if first in _YOU:
        return "asked"
    if (
        first in QUESTION_WORDS[language]
        or pair in QUESTION_WORDS[language]
        or first in REQUEST_VERBS[language]
        or pair in REQUEST_VERBS[language]
    ):
        return "asked"
    return "supposed" if first in CONDITIONALS[language] else ""


def _has_lasting(text: str, words: Sequence[Token], language: str) -> bool:
    body = text[words[0].start : words[-1].end].lower()
    return any(phrase in body for phrase in persons.LASTING[language])


def _speaks(words: Sequence[Token], language: str) -> int:
    """The place of the first-person verb of a clause, or -1. In front of it only adverbs, negations and adjuncts."""
    table = third(language)
    subjects = persons.SUBJECTS[language]
    if language == "es" and words[0].low == "como":  # "how", "like": the verb only after "no" or "yo"
        return -1
    if language == "de":
        return _german_verb(words)
    for place, token in enumerate(words[:7]):
        low = token.low
        if low == "on" and language == "fr":
            return place + 1 if place + 1 < len(words) else -1
        if low in subjects or low.startswith("j'") or (language == "fr" and low == "j'"):
            return next(
                (at for at in range(place, min(place + 5, len(words))) if words[at].low in table),
                place if language != "fr" else -1,
            )
        if low == "como" and language == "es" and place and words[place - 1].low in {"no", "nunca", "yo", "siempre"}:
            return place
        if low in table and language != "fr":
            free = all(word.low in _NEGATED_FIRST or word.low in FREQUENCY[language] for word in words[:place])
            if free or (place and words[0].low in _ADJUNCTS):
                return place
            return -1
        if low in {"que", "quien", "qui", "che", "quem"}:
            return -1
    return -1


def _german_verb(words: Sequence[Token]) -> int:
    """ "ich wohne" and "seit 2019 wohne ich": the word next to the pronoun, the one before it first."""
    for place, token in enumerate(words[:8]):
        if token.low in persons.SUBJECTS["de"]:
            near = (at for at in (place - 1, place + 1) if 0 <= at < len(words))
            return next((at for at in near if _may_be_verb(words[at], token.low, first=at == 0)), -1)
    shared = words[0].low if words else ""
    return 0 if shared in persons.IRREGULAR["de"] or (shared.endswith("e") and _looks_shared(words)) else -1


def _may_be_verb(word: Token, subject: str, *, first: bool) -> bool:
    """Written small, unless it is the first word, and with the ending that the pronoun asks for."""
    if word.low in _GERMAN_NOT_VERBS or (word.text[:1].isupper() and not first):
        return False
    return word.low in persons.IRREGULAR["de"] or _german(word.low, subject) != word.low


def _german(verb: str, subject: str) -> str:
    return german_plural(verb) if subject == "wir" else german_third(verb)


def _looks_shared(words: Sequence[Token]) -> bool:
    """ "und koche meistens": a small letter, at least one more word, and no article's ending."""
    low = words[0].low
    return (
        words[0].text[:1].islower()
        and len(words) > 1
        and low not in _GERMAN_NOT_VERBS
        and low not in persons.POSSESSIVES["de"]
    )


def _clause(text: str, words: list[Token], turn: Turn, language: str) -> Draft | None:
    """The draft of one clause, or None."""
    words = _without_greeting(words)
    if len(words) < 2 or any(QUOTED in token.low or SECRET in token.low for token in words):
        return None
    body = text[words[0].start : words[-1].end]
    if _has_lasting(text, words, language):
        return Draft(
            f"{turn.name}: {_shifted(text, words, language, {})}",
            "preference",
            words[0].start,
            words[-1].end,
            polarity=_polarity(words, language),
            tags=("instruction",),
        )
    lows = [token.low for token in words]
    if _LIKED.match(body):
        return _liked(text, words, turn, language)
    place = _speaks(words, language)
    owner = next((at for at, low in enumerate(lows[:3]) if low in persons.POSSESSIVES[language]), -1)
    if owner >= 0 and (place < 0 or owner < place):
        return _owned(text, words, turn, language)
    if place < 0:
        return _of_another(text, words, turn, language)
    kind = _kind(words, place, language, body)
    if not kind or (len(words) - place < 2):
        return None
    said = _named(text, words, place, turn, language)
    return _draft(said, kind, words, language)


def _of_another(text: str, words: list[Token], turn: Turn, language: str) -> Draft | None:
    name, words = about_another(words, turn, language)
    if not name:
        return None
    draft = _draft(text[words[0].start : words[-1].end], "fact", words, language)
    draft.person, draft.confidence = name, min(draft.confidence, 0.9)
    return draft


def _without_greeting(words: list[Token]) -> list[Token]:
    while words and (words[0].low in _GREETINGS or words[0].low in {",", ":", "¡", "!", ";"}):
        words = words[1:]
    return words


def _kind(words: Sequence[Token], place: int, language: str, body: str) -> str:
    low = body.lower()
    verb = words[place].low.removeprefix("j'")
    dated = _DAY.search(body) is not None
    lows = {token.low for token in words}
    if any(cue in low for cue in persons.DECISIONS[language]):
        return "decision"
    if dated and any(cue in low for cue in persons.DUTIES[language]):
        return "commitment"
    if (
        verb in LIKING[language]
        or verb in DISLIKING[language]
        or (language == "de" and lows & {"gern", "gerne", "lieber", "liebsten"})
    ):
        return "preference"
    if verb in persons.TASK_VERBS[language] and not (lows & NEGATIONS[language] and verb not in _KNOWING):
        return "commitment" if dated and verb in {"necesito", "preciso", "vou", "voy", "vais", "vado"} else ""
    if dated and lows & OCCASIONS.get(language, frozenset()):
        return "commitment"
    return "skill" if verb in persons.SKILLS[language] else "fact"


def _draft(said: str, kind: str, words: Sequence[Token], language: str) -> Draft:
    low = said.lower()
    sure = min((left for hedge, left in HEDGES[language].items() if hedge in low), default=1.0)
    lows = {token.low for token in words}
    return Draft(
        said[:1].upper() + said[1:],
        kind,
        words[0].start,
        words[-1].end,
        confidence=sure,
        polarity=_polarity(words, language),
        tags=("habit",) if kind == "fact" and lows & FREQUENCY[language] else (),
        ahead=kind == "commitment",
    )


def _polarity(words: Sequence[Token], language: str) -> int:
    denied = _WEAK_DENIALS
    for low in (token.low for token in words):
        negates = low in NEGATIONS[language] and low not in denied
        if negates or low in DISLIKING[language] or (language == "fr" and low.startswith("n'")):
            return -1
    return 1


def _liked(text: str, words: list[Token], turn: Turn, language: str) -> Draft:
    """ "no me gusta el pescado" -> "A User no le gusta el pescado"."""
    at = next(place for place, token in enumerate(words) if token.low in {"me", "mi"})
    first = {} if at == 0 else {0: _inside(words, 0)}
    said = _shifted(text, words, language, first | {at: "le" if language == "es" else "gli"})
    said = re.sub(r"^a mí ", "", said, flags=re.IGNORECASE)
    return _draft(f"A {turn.name} {said}", "preference", words, language)


def _owned(text: str, words: list[Token], turn: Turn, language: str) -> Draft | None:
    """ "mi prima Eva se muda": somebody or something of the speaker's."""
    lows = [token.low for token in words]
    if len(words) < 3:
        return None
    head = set(lows[:5])
    owner = next((at for at, low in enumerate(lows[:3]) if low in persons.POSSESSIVES[language]), 0)
    people = set(lows[owner + 1 : owner + 3]) & (KIN[language] | TIES.get(language, frozenset()))
    body = text[words[0].start : words[-1].end]
    dated = _DAY.search(body) is not None
    if not people and head & _OF_THE_TURN:
        return None
    kind = (
        "relationship"
        if people
        else "commitment"
        if dated and head & OCCASIONS.get(language, frozenset())
        else "preference"
        if head & _FAVOURITES or any(low.startswith("lieblings") for low in lows)
        else "fact"
    )
    draft = _draft(f"{turn.name}: {_shifted(text, words, language, {})}", kind, words, language)
    draft.ahead = dated
    named = next((token for token in words[1:5] if token.text[:1].isupper() and token.low not in KIN[language]), None)
    if people and named is not None and language != "de":
        draft.person, draft.tie = named.text, next(iter(people))
    return draft


def _named(text: str, words: list[Token], place: int, turn: Turn, language: str) -> str:
    """The clause with the name as its subject and the verb in the third person."""
    low = words[place].low
    subjects = persons.SUBJECTS[language]
    replaced: dict[int, str] = {}
    verb = low.removeprefix("j'") if language == "fr" else low
    at = next((spot for spot, token in enumerate(words) if token.low in subjects or token.low == "j'"), -1)
    changed = _german(low, words[at].low if at >= 0 else "") if language == "de" else third(language).get(verb, verb)
    if at >= 0:
        replaced[at] = turn.name + (" " if words[at].low == "j'" else "")
        replaced[place] = changed if at != place else f"{turn.name} {changed}"
    elif place and words[place - 1].low in _BEFORE_VERB:
        first = place - 1
        while first and words[first - 1].low in _NEGATED_FIRST:
            first -= 1
        replaced[place] = changed
        word = persons.PRONOUNS[language].get(words[first].low, _inside(words, first))
        replaced[first] = f"{turn.name} {word}"
    else:
        replaced[place] = f"{turn.name} {changed}"
    return _shifted(text, words, language, replaced)


def _inside(words: Sequence[Token], place: int) -> str:
    """A word as it stands inside a sentence: the first one has its capital from its place."""
    return words[place].text if place else words[place].low


def _shifted(text: str, words: Sequence[Token], language: str, replaced: dict[int, str]) -> str:
    parts: list[str] = []
    last: Token | None = None
    pronouns = persons.PRONOUNS[language]
    for place, token in enumerate(words):
        gap = text[last.end : token.start] if last is not None else ""
        new = replaced.get(place)
        if new is None:
            new = pronouns.get(token.low, token.text)
            if language == "fr" and token.low == "m'":
                new = "s'"
        parts += [gap, new]
        last = token
    return " ".join("".join(parts).split())

"""Spanish, German, French, Portuguese and Italian turns.

These languages mark the first person on the verb, so one reader serves them all: a clause that opens with a
first-person verb, a possessive or "me gusta" is a statement about the speaker; its verb is put into the third person
from tables. Questions, requests and suppositions are recognised by their first words. English has its own, finer
reader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.clauses import PREPOSITIONS, SAYING
from recollect.rules.lexicon.negation import NEGATIONS
from recollect.write.extract import jest
from recollect.write.extract.drafts import DRAFTS_MAX, Draft, Turn
from recollect.write.extract.european import answers
from recollect.write.extract.european.moment import is_of_the_turn
from recollect.write.extract.european.others import introduced, occasion, of_another, owned, owner_of
from recollect.write.extract.european.pieces import before_question, opener, orders, pieces, without_opening, words_of
from recollect.write.extract.european.telling import draft_of, duty, is_liked, kind_of, liked, pleases, told
from recollect.write.extract.european.tone import is_bitter, is_play
from recollect.write.extract.european.verbs import speaks
from recollect.write.extract.european.wishes import is_occasion, is_standing, wish_polarity
from recollect.write.extract.masking import QUOTED, SECRET
from recollect.write.extract.sentences import WORDS_MAX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token
    from recollect.write.extract.sentences import Sentence

HEADING_MAX: Final = 3
"""Words before a colon that only announce what follows."""
_MATERIAL: Final = (
    "schreib", "formulier", "übersetz", "verfass", "escrib", "escríb", "traduc", "tradúc", "redact", "écri", "tradui",
    "rédig", "escrev", "corri", "korrigier", "correg", "corregg", "reformul", "resum", "résum", "zusammenfass",
    "riassum", "lies", "lee ", "prüf", "revis", "verbesser", "mejor", "melhor", "miglior", "amélior", "traduz",
    "redij", "scriv", "tradu",
)  # fmt: skip
"""Requests to write something: what else the sentence says is what shall be written."""
_VERB_LAST: Final = frozenset("weil da obwohl seit seitdem als nachdem damit dass".split())


def read(text: str, found: Sequence[Sentence], turn: Turn, language: str) -> list[Draft]:
    """The drafts of a turn in one of these languages."""
    if turn.before and answers.read(text, found, turn, language):
        found = found[1:]
    marks: list[int] = []
    for whole in found:
        said = text[whole.start : whole.end]
        if len(turn.told) >= DRAFTS_MAX or is_play(said, language):
            break
        joked = jest.meant(said, english=False)
        if joked.before:
            jest.take_back(turn.told, marks)
        if joked.start >= len(said):
            continue
        sentence, said = whole._replace(start=whole.start + joked.start), said[joked.start :]
        marks.append(len(turn.told))
        words = words_of(text, sentence.start, sentence.end)[:WORDS_MAX]
        if words and not is_bitter(said, language):
            _sentence(text, pieces(words, language), sentence, turn, language)
    return turn.told


def _joined(text: str, parts: list[list[Token]], language: str) -> list[list[Token]]:
    """An order stays with what says when it holds: "from now on, answer in French"."""
    found: list[list[Token]] = []
    for part in parts:
        before = text[found[-1][0].start : found[-1][-1].end] if found else ""
        if before and is_occasion(before, language) and opener(part, language) == "ordered":
            found[-1] = found[-1] + part
        else:
            found.append(part)
    return found


def _sentence(text: str, parts: list[list[Token]], sentence: Sentence, turn: Turn, language: str) -> None:
    follows = ordered = False
    parts = _joined(text, parts, language)
    if language == "de" and parts and parts[0][0].text == "dass":
        parts[:1] = _entrusted(parts[0])
    for number, part in enumerate(parts):
        last = number + 1 == len(parts)
        piece = part
        if not last and text[piece[-1].end : piece[-1].end + 2].strip() == ":":
            if not without_opening(piece, language):
                continue  # "autrement dit: ..."
            if opener(piece, language) or any(token.low in SAYING for token in piece):
                break  # "der Kunde schreibt: ...": what follows is his
            if len(piece) <= HEADING_MAX:
                continue  # "cambio de planes: ...": what follows is told
        if sentence.mark == "?" and language == "de" and _asks(piece):
            break
        if last and sentence.mark == "?":
            piece = before_question(piece, text)
        piece = without_opening(piece, language)
        if not piece:
            continue
        if piece[0].text == "¿":
            break
        if len(piece) > 2 and QUOTED in piece[-1].low and piece[-2].low == ",":
            piece = piece[:-2]  # "ich wohne in Rom, mein Chef sagte: …": what stands before it is told
        body = text[piece[0].start : piece[-1].end]
        if any(QUOTED in token.low or SECRET in token.low for token in piece):
            continue
        if (
            is_standing(body, piece, language, follows=follows and not is_liked(body), by_form=orders(piece, language))
            and sentence.mark != "?"
        ):
            turn.told.append(_wish(body, piece, turn, language))
            continue
        opens = opener(piece, language)
        material = (
            any(token.low.startswith(_MATERIAL) for token in piece[:4]) or text[piece[-1].end :][:2].strip() == ":"
        )
        if opens == "ordered" and not material and not last:
            ordered = True
            continue  # "mach mir einen Plan, ich esse kein Fleisch"
        if opens:
            break
        if number and language == "de" and parts[number - 1][0].low in _VERB_LAST and no_subject(piece):
            continue  # "weil ich Zöliakie habe, muss alles glutenfrei sein"
        draft = _clause(text, piece, turn, language)
        if draft is not None and not (ordered and owner_of(piece, language) < 0 and speaks(piece[:3], language) < 0):
            turn.told.append(draft)
            follows = True


def _entrusted(words: list[Token]) -> list[list[Token]]:
    """What shall be remembered ("dass ich kein Fleisch esse und in Ulm wohne"), told as reasons are, one by one."""
    subject = [words[0]._replace(low="weil"), *words[1:2]]
    if len(words) < 3 or subject[1].low not in persons.SUBJECTS["de"]:
        return [[*subject, *words[2:]]]
    found: list[list[Token]] = []
    start = 2
    for place, token in enumerate(words):
        clause = [*subject, *words[start:place]]
        if token.low == "und" and speaks(clause, "de") == len(clause) - 1:
            found.append(clause)
            start = place + 1
            start += start < len(words) and words[start].low == subject[1].low
    return [*found, [*subject, *words[start:]]]


def _asks(words: Sequence[Token]) -> bool:
    """ "Muss ich das melden, wenn ...": the verb before its subject."""
    return len(words) > 1 and words[1].low in persons.SUBJECTS["de"] and speaks(words, "de") == 0


def no_subject(words: Sequence[Token]) -> bool:
    """Whether a German clause does not say "ich" or "wir"."""
    return not any(token.low in persons.SUBJECTS["de"] for token in words)


def _wish(body: str, words: Sequence[Token], turn: Turn, language: str) -> Draft:
    """A standing wish, in the speaker's own words."""
    return Draft(
        f"{turn.name}: {' '.join(body.split())}",
        "preference",
        words[0].start,
        words[-1].end,
        polarity=wish_polarity(words),
        tags=("instruction",),
    )


def _clause(text: str, words: list[Token], turn: Turn, language: str) -> Draft | None:
    """The draft of one clause, or None."""
    if len(words) < 2:
        return None
    body = text[words[0].start : words[-1].end]
    if is_liked(body):
        return None if _names_nothing(words, language) else liked(text, words, turn, language)
    place = speaks(words, language)
    owner = owner_of(words, language)
    aside = owner > 0 and words[owner - 1].low in PREPOSITIONS[language] and place >= 0  # "depuis mon accident je ..."
    if owner >= 0 and (place < 0 or owner < place) and not aside:
        denied = owner > 0 and words[owner - 1].low in _NOT_THIS  # "no mi hermano, otro Luis"
        return None if denied else owned(text, words, turn, language)
    special = pleases(text, words, turn, language) or duty(text, words, turn, language)
    if special is not None:
        return special
    if place < 0:
        return of_another(text, words, turn, language) or occasion(text, words, turn, language)
    kind = kind_of(words, place, language, body)
    told_of = sum(token.low not in persons.SUBJECTS[language] and token.low != "j'" for token in words)
    if kind == "preference" and _names_nothing(words, language):
        return None
    if not kind or told_of < 2 or is_of_the_turn(words, place, body, language):
        return None
    introduced(words, turn, language)
    return draft_of(told(text, words, place, turn, language), kind, words, language)


def _names_nothing(words: Sequence[Token], language: str) -> bool:
    """Whether it is said that something pleases or does not, and not what: "no me gusta", "mag ich nicht"."""
    empty = persons.SUBJECTS[language] | NEGATIONS[language] | _EMPTY
    return sum(token.low not in empty for token in words) < 2


_NOT_THIS: Final = frozenset("no nicht pas non não nao".split())
_EMPTY: Final = frozenset("me mi mir ne n' j' nada mucho tanto niente molto muito gar so sehr".split())

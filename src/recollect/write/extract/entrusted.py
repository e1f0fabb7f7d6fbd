"""What somebody asks to have remembered, without the request: "Can you remember that I am vegan?" tells that he is.

A request to remember is a statement of what follows it, also as a question. Such a sentence begins for its reader
where the thing itself begins. "Do you remember that I am vegan?", "Can you remember what I said?" and an errand
("remember to call") stay as they are: they ask, or tell what shall be done.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.clauses import HE_SHE
from recollect.rules.lexicon.entrusting import ENTRUSTING, HINTS, YOURS
from recollect.rules.lexicon.negation import NEGATIONS
from recollect.rules.lexicon.requests import QUESTION_WORDS
from recollect.write.extract.drafts import Draft, capitalised
from recollect.write.extract.english.openings import verb_place
from recollect.write.extract.english.words import expanded, tokens
from recollect.write.extract.european.pieces import opener, words_of
from recollect.write.extract.european.shifting import verb_second
from recollect.write.extract.european.verbs import is_third
from recollect.write.extract.masking import QUOTED, SECRET
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token

_OWN: Final = frozenset("i im we my our me us mine ours".split())
_PERSONS: Final = frozenset("i im we he she they".split())
_AFTER_THAT: Final = _PERSONS | frozenset("my our his her their the a an this these those there it all every".split())
"""Behind these "that" is no pointer: "that the dog is mine", not "that dog"."""
_ASKS_ON: Final = Lazy(r"\bor (?:do|did|should|must|can|will|shall|would|is|are|have|not)\b|[¿]", re.IGNORECASE)
_TOLD_YOU: Final = Lazy(
    r"(?:i|we)(?:'ve| have)? (?:told|said|mentioned|asked|wrote|gave|sent|showed|talked|spoke|discussed)\b",
    re.IGNORECASE,
)
_SAYING: Final = Lazy(r"\b(?:says?|said|asks?|asked|tells?|told|wrote|writes|goes|went|like|be)\b", re.IGNORECASE)
_POINTING: Final = frozenset(
    """
    dies diese dieser dieses este esta esto estos estas ese esa eso ce cette cet ces cela ça c' c'est questo questa
    questi quello quella essa esse isso isto es
    """.split()
)
"""Points at the text of the moment."""
_WORDS_MIN: Final = 3
_VERB_REACH: Final = 8
_THING_WORDS_MAX: Final = 40


def entrusted(text: str, found: Sequence[Sentence], language: str) -> list[Sentence]:
    """The sentences of a turn, those that ask to remember a statement from where that begins. `text` is masked."""
    pattern = _pattern(language)
    if pattern is None or not pattern.may(text):
        return list(found)
    return [part for sentence in found for part in _parts(text, sentence, pattern, language)]


def as_said(
    text: str, found: Sequence[Sentence], kept: Sequence[Sentence], told: Sequence[Draft], language: str
) -> list[Draft]:
    """What is told of a thing in sentences that ask to remember it and of which nothing was learned, in its own words;
    of other languages than English. `kept`: what `entrusted` made of `found`."""
    drafts: list[Draft] = []
    whole = {sentence.start for sentence in found}
    if language not in YOURS or any(_asks(text, sentence, language) for sentence in kept if sentence.start in whole):
        return []
    for sentence in kept:
        learned = any(draft.start < sentence.end and draft.end > sentence.start for draft in told)
        if sentence.start in whole or learned:
            continue
        words = words_of(text, sentence.start, sentence.end)
        last = words[:1] and words[0].text == "dass"
        words = words[1:] if last else words
        if _is_of_a_thing(words, language):
            said = " ".join(text[words[0].start : words[-1].end].split())
            content = capitalised(verb_second(said) if last else said)
            polarity = 1 if {token.low for token in words}.isdisjoint(NEGATIONS[language]) else -1
            drafts.append(Draft(content, "fact", words[0].start, words[-1].end, confidence=0.9, polarity=polarity))
    return drafts


@cache
def _pattern(language: str) -> Lazy | None:
    words = ENTRUSTING.get(language)
    if words is None:
        return None
    before = (
        r"(?:\A[\W_]{0,4}|(?P<joint>,\s(?:and |so |but |also )?|\s(?:and|so) ))" if language == "en" else r"\A\W{0,4}"
    )
    return Lazy(
        rf"{before}{words.lead}(?:(?P<kindly>{words.kindly})|(?:{words.asked})){words.polite}(?:{words.link})",
        re.IGNORECASE,
        hints=HINTS[language],
    )


def _parts(text: str, sentence: Sentence, pattern: Lazy, language: str) -> tuple[Sentence, ...]:
    said = text[sentence.start : sentence.end]
    asked = pattern.search(said)
    if asked is None or (sentence.mark == "?" and not asked["kindly"]) or _ASKS_ON.search(said, asked.end()):
        return (sentence,)
    told = Sentence(sentence.start + asked.end(), sentence.end, "." if asked["kindly"] else sentence.mark)
    if language != "en":
        words = words_of(text, told.start, told.end)
        yours = not words or any(token.low in YOURS[language] for token in words)  # what the assistant shall do
        return (sentence,) if yours else _one_by_one(text, told, language)
    if not _is_statement(text, told, asked):
        return (sentence,)
    if not asked["joint"]:
        return _one_by_one(text, told, language)
    if not asked["kindly"] or _SAYING.search(said[: asked.start()]):
        return (sentence,)
    before = Sentence(sentence.start, sentence.start + asked.start(), ".")
    return (before, *_one_by_one(text, told, language))


def _one_by_one(text: str, told: Sentence, language: str) -> tuple[Sentence, ...]:
    """ "I am vegan and that I live in Rome" as two statements."""
    parts: list[Sentence] = []
    start = told.start
    for more in _more(language).finditer(text, told.start, told.end):
        parts.append(Sentence(start, more.start(), "."))
        start = more.end()
    return (*parts, told._replace(start=start))


@cache
def _more(language: str) -> Lazy:
    return Lazy(ENTRUSTING[language].more, re.IGNORECASE)


def _is_statement(text: str, rest: Sentence, asked: re.Match[str]) -> bool:
    """Whether a statement of the speaker, or of somebody he spoke of, follows an English request."""
    words = tokens(text, rest.start, rest.end)
    if len(words) < _WORDS_MIN - 1 or _TOLD_YOU.match(text[rest.start : rest.end]):
        return False
    first = expanded(words[0].low)[0]
    if asked["colon"]:
        return first in _PERSONS | _OWN
    clause = (first in _PERSONS and len(words) > 1) or verb_place(words, 0) > 0
    if not asked["that"]:
        return clause and first in _PERSONS | _OWN
    if first not in _AFTER_THAT and not words[0].text[:1].isupper():
        return False
    return clause and (first in _PERSONS or any(expanded(token.low)[0] in _OWN for token in words))


def _asks(text: str, sentence: Sentence, language: str) -> bool:
    """Whether the turn asks for something beside: then the note is for the task at hand."""
    words = words_of(text, sentence.start, sentence.end)
    return sentence.mark == "?" or (bool(words) and opener(words, language) != "")


def _is_of_a_thing(words: Sequence[Token], language: str) -> bool:
    """Whether words tell something of a thing or of somebody else: a verb of the third person, and no word of one of
    the two who talk."""
    if not _WORDS_MIN <= len(words) <= _THING_WORDS_MAX:
        return False
    alone = words[0].low == "das" and not any(token.text[:1].isupper() for token in words[1:3])
    if alone or words[0].low in QUESTION_WORDS[language] | HE_SHE[language] | _POINTING:
        return False
    lows = {token.low for token in words}
    talking = (persons.SUBJECTS[language], persons.PRONOUNS[language].keys(), YOURS[language])
    if any(lows & said for said in talking) or any(QUOTED in low or SECRET in low for low in lows):
        return False
    return any(is_third(token, language) for token in (*words[1:_VERB_REACH], words[-1]))

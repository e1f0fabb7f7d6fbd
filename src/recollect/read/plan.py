"""Understanding a question: its words and their worth, whom and what time it speaks of, what kind of answer it wants.

The first step of a recall. Pure text work on one short string, no store and no embedder: `Asked` says which texts are
to be embedded (`texts`), and `query_vector` makes one vector of the answers. Ranking (`signals`, `learned`) reads
`Asked` and never the question itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.rules import temporal
from recollect.rules.text import STOP_WORDS, default_analyser, fold

if TYPE_CHECKING:
    from numpy.typing import NDArray

TEXT_CHARS_MAX: Final = 4_000
"""A longer question is cut: it is a pasted text, and its beginning says what is wanted."""
WORDS_MAX: Final = 16
"""Words that are embedded one by one."""
TERMS_MAX: Final = 64
"""Different terms looked up."""
CARRIER_WEIGHT: Final = 0.3
"""Worth of a word that carries the question rather than what it is about, against 1."""

CARRIERS: Final = frozenset(
    """
    kind type sort many much long often name thing way happen mention tell talk discuss say describe currently
    current recent recently different various specific first last time new main think get make use go remind
    remember conversation chat previous previously earlier wonder look ask want know provide total number amount
    list across throughout session likely might person someone something anything reason
    """.split()
)
"""Words of asking: "What kind of ... did I mention ...". Present in many texts, and rarely what is looked for."""

BARE: Final = frozenset(
    """
    happen occur do go get say talk speak discuss tell mention chat converse thing stuff something
    anything everything else event conversation discussion topic subject new news note remember recall know
    earlier
    ist ich wir habe haben passiert geschah geschehen gemacht getan gesagt geredet gesprochen worüber
    de qué ocurrió sucedió pasó hice hicimos hablé hablamos dije dijimos
    que o aconteceu ocorreu fiz fizemos falei falamos
    cosa che e ho abbiamo successo fatto detto parlato
    что о чем я мы было произошло случилось делал делала делали сделал сделала говорили говорил говорила обсуждали
    """.split()
)
"""Words that say nothing of what is asked for beside a time: "What happened …?", "What did we talk about …?", "¿Qué
pasó …?". Plans are not among them: those for the summer are told before it. Nor are foreign words that English has."""

_WORD: Final = re.compile(r"\w[\w'’-]*")
_WHEN: Final = re.compile(r"\b(?:when|what (?:date|day|month|year|time)|how long|which (?:year|month|day))\b")
_NUMBER: Final = re.compile(
    r"\b(?:how (?:many|much|old|long|often|far)|what (?:number|amount|percentage|age|time|size)|total)\b"
)
_NAME: Final = re.compile(
    r"\b(?:who|where|which"
    r"|what (?:city|country|state|name|place|book|movie|song|show|game|artist|band|restaurant|company))\b"
)
_WHO: Final = r"(?:you|the (?:ai )?assistant)"
_NO_REQUEST: Final = "".join(
    rf"(?<!\b{modal} )" for modal in "can could would will do should shall may might can't can’t won't won’t".split()
)
"""Before whoever answers: "Can you recommend a hotel?" asks for something new, not for what was recommended."""
_ASSISTANT: Final = re.compile(
    rf"{_NO_REQUEST}\b{_WHO} "
    r"(?:told|recommend|suggest|mention|said|gave|provid|list|shared|created|made|explain|describ|had|were"
    r"|fixed|changed|promis|advis|propos|found|wrote|answered|replied|replaced|decided|concluded|warned|offered|solved)"
    # what was done for the asker, not what somebody did with his day
    rf"|\bdid {_WHO} (?:(?:just|already|actually|finally|ever|also) )?"
    r"(?:say|tell|fix|change|find|give|make|create|write|answer|reply|respond|replace|decide|conclude|warn|offer|solve"
    r"|share|add|remove|implement|come up with|do (?:about|with|to|against|for (?!(?:fun|work|a living)\b)))\b"
    r"|\b(?:your|the (?:ai )?assistant['’]s) (?:\w+ )?"
    r"(?:answer|advice|suggestion|recommendation|reply|response|proposal|promise|explanation)s?\b"
    r"|\bby the (?:ai )?assistant\b(?! (?:professor|manager|director|editor|coach|teacher)\b)"
    r"|our (?:previous|last|earlier) (?:chat|conversation)|remind me"
)
_SPOKEN: Final = frozenset(
    """assistant ai say tell answer answers reply replies respond response responses advice suggestion suggestions
    recommendation recommendations explanation explanations""".split()
)
"""Of the words that ask for what the assistant said, those that only say so: they stand in no answer."""
_SHORT_HASH: Final = re.compile(r"(?<![\w-])(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{7,39}(?![\w-])", re.ASCII)
_PLAIN_WORD: Final = re.compile(r"\w+")
_ABOUT_ME: Final = frozenset("i my me mine".split())
_PAST: Final = frozenset("did was were had have has been when".split())
_ASKING: Final = frozenset("when what how which who where total".split())
"""One of these is in every question for a time, a number or a name."""
_CURRENT: Final = re.compile(r"\b(?:current|currently|now|latest|most recent|recently|these days|today)\b")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question, understood."""

    terms: Mapping[str, int]
    """Every term and how often it stands there; what postings are read for."""
    weights: Mapping[str, float]
    """What each term is worth, before rarity: carriers less, names of speakers nothing."""
    beginnings: Mapping[str, str] = field(default_factory=dict)
    """Of terms that may be the beginning of a hash: how it begins."""
    names: tuple[str, ...] = ()
    """Speakers the question names, as they are spelled in the store."""
    name_terms: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()
    """To be embedded: the question without names, its content words, then single words."""
    words: tuple[str, ...] = ()
    """The term of each single word in `texts[2:]`; names are not among them."""
    intervals: tuple[temporal.Interval, ...] = ()
    only_a_time: bool = False
    """It names a time, perhaps a speaker, and nothing else: "What happened yesterday?"."""
    wants_time: bool = False
    wants_number: bool = False
    wants_name: bool = False
    about_me: bool = False
    """The asker speaks of himself."""
    about_assistant: bool = False
    """It is asked what the assistant said, or did for the asker."""
    about_past: bool = False
    """It is asked how things were, not how they are."""


def understand(text: str, *, now: datetime, speakers: Sequence[str]) -> Asked:
    """Reads a question. `speakers`: names in the store that may be meant."""
    text = text[:TEXT_CHARS_MAX]
    analyser = default_analyser()
    spans = temporal.intervals(text, now, beyond=True)
    # what is dated 2020 has the word for it, and is not meant by "before 2020"
    outside = {term for span in spans if span.outside for term in analyser.terms(span.outside)}
    terms: dict[str, int] = {}
    found = analyser.terms(text)
    if outside.issuperset(found):
        outside = set()
    for term in found:
        if term not in outside and (term in terms or len(terms) < TERMS_MAX):
            terms[term] = terms.get(term, 0) + 1
    low = fold(text)
    said = _WORD.findall(text)
    names, name_words = _named(said, speakers)
    name_terms = frozenset(term for word in name_words for term in analyser.terms(word))
    by_assistant = _ASSISTANT.search(low)
    spoken = _SPOKEN.intersection(map(_bare, by_assistant[0].split() if by_assistant else ()))
    unweighed = name_terms.union(*(analyser.terms(word) for word in spoken))
    carriers = _carrier_terms()
    weights = {
        term: times * (CARRIER_WEIGHT if term in carriers else 1.0)
        for term, times in terms.items()
        if term not in unweighed
    } or {term: float(times) for term, times in terms.items()}
    texts, words = _texts(text, said, name_words | spoken, weights)
    plain = frozenset(_PLAIN_WORD.findall(low))
    asking = low if plain & _ASKING else ""
    wants_time, wants_number, wants_name = (one.search(asking) is not None for one in (_WHEN, _NUMBER, _NAME))
    wanted = wants_time or wants_number or wants_name or len(names) > 1
    return Asked(
        terms=terms,
        weights=weights,
        beginnings=_beginnings(low, terms),
        names=names,
        name_terms=name_terms,
        texts=texts,
        words=words,
        intervals=spans,
        only_a_time=bool(spans) and not wanted and _only_a_time(spans, terms.keys() - name_terms),
        wants_time=wants_time,
        wants_number=wants_number,
        wants_name=wants_name,
        about_me=not plain.isdisjoint(_ABOUT_ME),
        about_assistant=by_assistant is not None,
        about_past=not plain.isdisjoint(_PAST) and _CURRENT.search(low) is None,
    )


def _beginnings(low: str, terms: Mapping[str, int]) -> dict[str, str]:
    """Commits are named by the beginning of their hash: 7 digits and more, letters among them."""
    analyser = default_analyser()
    found = {analyser.terms(word)[0]: word for word in _SHORT_HASH.findall(low)}
    return {term: word for term, word in found.items() if term in terms}


def query_vector(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """One vector from the embedded `Asked.texts`: the question and its content words in equal parts, unit length."""
    vector: NDArray[np.float32] = rows[0] + rows[1] if len(rows) > 1 else rows[0].copy()
    norm = float(np.sqrt(vector @ vector))
    if norm > 0:
        vector /= np.float32(norm)
    return vector


def _texts(
    text: str, said: Sequence[str], name_words: frozenset[str], weights: Mapping[str, float]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The texts to embed, and the terms of the single words among them."""
    if not text.strip():
        return (), ()
    analyser = default_analyser()
    carriers = _carrier_terms()
    content: list[str] = []
    words: dict[str, str] = {}
    for word in said:
        low = fold(word)
        if low in STOP_WORDS or _bare(low) in name_words:
            continue
        terms = analyser.terms(word)
        if not terms or terms[0] in STOP_WORDS:
            continue
        if terms[0] not in carriers:
            content.append(word)
        if terms[0] in weights and len(words) < WORDS_MAX:
            words.setdefault(terms[0], word)
    whole = text
    if name_words:
        whole = " ".join(part for part in text.split() if _bare(fold(part).strip("\"'.,;:!?()")) not in name_words)
    return (whole or text, " ".join(content) or whole or text, *words.values()), tuple(words)


def _named(said: Sequence[str], speakers: Sequence[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Speakers whose first name stands in the question, and the words that name them."""
    by_word = _first_names(tuple(speakers))
    if not by_word:
        return (), frozenset()
    words = frozenset(word for word in (_bare(fold(word)) for word in said) if word in by_word)
    return tuple(dict.fromkeys(name for word in sorted(words) for name in by_word[word])), words


def _bare(word: str) -> str:
    """A word without its possessive ending."""
    return word[:-2] if word.endswith("'s") else word


@lru_cache(maxsize=64)
def _first_names(speakers: tuple[str, ...]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for name in speakers:
        parts = fold(name).split()
        if parts and parts[0] not in STOP_WORDS:
            names.setdefault(parts[0], []).append(name)
    return names


def _only_a_time(spans: Sequence[temporal.Interval], terms: Set[str]) -> bool:
    """Whether the terms name these times and nothing that is to be known of them."""
    analyser = default_analyser()
    return terms <= _bare_terms().union(*(analyser.terms(span.text) for span in spans))


def without_bare(subject: str) -> str:
    """The words that say what a subject is: "what happened with the garden" is about the garden, not about whatever
    happened. Where none is left, all of them."""
    analyse = default_analyser().terms
    said = set(analyse(subject)) - _bare_terms()
    return " ".join(word for word in subject.split() if not said.isdisjoint(analyse(word))) or subject


@lru_cache(maxsize=1)
def _carrier_terms() -> frozenset[str]:
    analyser = default_analyser()
    return frozenset(analyser.term(word) for word in CARRIERS)


@lru_cache(maxsize=1)
def _bare_terms() -> frozenset[str]:
    analyser = default_analyser()
    return frozenset(analyser.term(word) for word in BARE)

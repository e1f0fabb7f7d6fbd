"""Which words of two statements say the same: by concept, by spelling, as an acronym, by their vectors."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Final

from recollect.rules.text import default_analyser
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

SOFT_FROM: Final = 0.45
"""Cosine of two word vectors from which they begin to count as alike; at `SOFT_FULL` they count whole."""
SOFT_FULL: Final = 0.85
ATTITUDES: Final = frozenset(("like", "dislike"))
WISHES: Final = frozenset(("want", "prefer"))
"""Said of what somebody would have; which word is used makes no difference."""
_SPELLING_CHARS_MIN: Final = 5


@dataclass(frozen=True, slots=True)
class Alignment:
    """For each content word the score of its best partner, 0..1, and the words without one."""

    old_scores: tuple[float, ...]
    new_scores: tuple[float, ...]
    shared: tuple[Word, ...]
    """Words of the new statement with a sure partner."""
    left_old: tuple[Word, ...]
    left_new: tuple[Word, ...]
    alike: float
    """Highest cosine between a left-over old word and a left-over new one: two values of one kind are alike."""


def align(old: Statement, new: Statement) -> Alignment:
    """Partners between the content words of both statements."""
    matched_old: set[str] = set()
    new_scores = [0.0] * len(new.content)
    for place, word in enumerate(new.content):
        if word.concept in old.concepts or word.stem in old.concepts:
            new_scores[place] = 1.0
            matched_old |= {word.concept, word.stem}
    old_scores = [1.0 if w.concept in matched_old or w.stem in matched_old else 0.0 for w in old.content]
    same = ATTITUDES if old.attitude and old.attitude == new.attitude else frozenset()  # "don't like" and "hate"
    if old.attribute.name == new.attribute.name == "preference":
        same |= WISHES
    for side, scores in ((old, old_scores), (new, new_scores)) if same else ():
        for place, word in enumerate(side.content):
            if word.concept in same:
                scores[place] = 1.0
    _spelling(old, new, old_scores, new_scores)
    shared = tuple(word for word, score in zip(new.content, new_scores, strict=True) if score == 1.0)
    alike = _by_vectors(old, new, old_scores, new_scores)
    return Alignment(
        old_scores=tuple(old_scores),
        new_scores=tuple(new_scores),
        shared=shared,
        left_old=tuple(word for word, score in zip(old.content, old_scores, strict=True) if score < 0.5),
        left_new=tuple(word for word, score in zip(new.content, new_scores, strict=True) if score < 0.5),
        alike=alike,
    )


def _spelling(old: Statement, new: Statement, old_scores: list[float], new_scores: list[float]) -> None:
    """Slips of the pen, word forms without a common stem, and acronyms against what they stand for."""
    for place, left in enumerate(old.content):
        if old_scores[place]:
            continue
        for other, right in enumerate(new.content):
            if not new_scores[other] and same_word(left, right):
                old_scores[place] = new_scores[other] = 1.0
                break
    _acronyms(old.content, new.content, old_scores, new_scores)
    _acronyms(new.content, old.content, new_scores, old_scores)
    _compounds(old, new, old_scores, new_scores)
    _compounds(new, old, new_scores, old_scores)


def same_word(left: Word, right: Word) -> bool:
    """One word spelled or inflected in two ways. Names must be equal: Tom is not Tim, note1 is not note2."""
    a, b = left.form, right.form
    if left.name or right.name or a[0] != b[0] or min(len(a), len(b)) < _SPELLING_CHARS_MIN or numbered(a, b):
        return False
    common = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        common += 1
    longest = max(len(a), len(b))
    if common >= 4 and common >= 0.75 * longest:
        return True
    return abs(len(a) - len(b)) <= 1 and longest >= 6 and one_slip(a, b)


def numbered(a: str, b: str) -> bool:
    """Whether a digit is in one of them: then they are names, and another digit makes another one."""
    return any(map(str.isdecimal, a + b))


def one_slip(a: str, b: str) -> bool:
    """Whether one letter was changed, left out, added or swapped with its neighbour."""
    if len(a) > len(b):
        a, b = b, a
    start = 0
    while start < len(a) and a[start] == b[start]:
        start += 1
    if len(a) == len(b):
        return a[start + 1 :] == b[start + 1 :] or (
            a[start : start + 2] == b[start : start + 2][::-1] and a[start + 2 :] == b[start + 2 :]
        )
    return a[start:] == b[start + 1 :]


def _acronyms(
    shorts: tuple[Word, ...], longs: tuple[Word, ...], short_scores: list[float], long_scores: list[float]
) -> None:
    """NYC and "New York City": initials of neighbouring words, filler left out."""
    capitals = [place for place, word in enumerate(shorts) if word.text.isupper() and 2 <= len(word.form) <= 6]
    if not capitals:
        return
    initials = "".join(word.form[0] for word in longs)
    for place in capitals:
        word = shorts[place]
        if short_scores[place]:
            continue
        start = initials.find(word.form)
        if start >= 0:
            short_scores[place] = 1.0
            for at in range(start, start + len(word.form)):
                long_scores[at] = 1.0


def _compounds(one: Statement, other: Statement, scores: list[float], other_scores: list[float]) -> None:
    """Written as one word here and as two there: "timezone" and "time zone", "dog-walking" and "walks dogs"."""
    for place, word in enumerate(one.content):
        if scores[place] or len(word.form) < _SPELLING_CHARS_MIN:
            continue
        parts = [default_analyser().term(part) for part in word.form.split("-")]
        if len(parts) < 2 or not all(part in other.concepts for part in parts):
            halves = next((pair for pair in itertools.pairwise(other.words) if _written(pair) == word.form), None)
            parts = [half.stem for half in halves] if halves else []
        if parts:
            scores[place] = 1.0
            for at, partner in enumerate(other.content):
                if partner.stem in parts:
                    other_scores[at] = 1.0


def _written(pair: tuple[Word, Word]) -> str:
    return pair[0].form + pair[1].form


def _by_vectors(old: Statement, new: Statement, old_scores: list[float], new_scores: list[float]) -> float:
    """Raises scores of words without a partner by the cosine of their nearest word; returns the closest left-overs."""
    if not old.vectors.size or not new.vectors.size:
        return 0.0
    cosines = old.vectors @ new.vectors.T
    alike = 0.0
    partners = ((old, new, old_scores, cosines), (new, old, new_scores, cosines.T))
    for side, other, scores, table in partners:
        best = table.argmax(axis=1).tolist()
        for place, partner in enumerate(best):
            if scores[place] == 1.0:
                continue
            cosine = float(table[place, partner])
            alike = max(alike, cosine)
            word = side.content[place]
            if cosine > SOFT_FROM and not word.name and not _same_ending(word.form, other.content[partner].form):
                soft = (cosine - SOFT_FROM) / (SOFT_FULL - SOFT_FROM)
                scores[place] = min(0.9, max(scores[place], soft))
    return alike


APART_BELOW: Final = 0.3
"""Cosine below which two words mean two things. Words for one thing are mostly above it ("sofa" and "couch" 0.5), and
two of one kind below ("maths" and "physics" 0.1, "kitchen" and "bathroom" 0.2)."""


def plainly_apart(old: Statement, one: Word, new: Statement, other: Word, below: float = APART_BELOW) -> bool:
    """Whether a word of each, neither of them a name, means another thing than the other; never without vectors."""
    if not old.vectors.size or not new.vectors.size or one.name or other.name:
        return False
    if one.concept == other.concept or one.stem == other.stem or same_word(one, other):
        return False
    if one.form.endswith(other.form) or other.form.endswith(one.form):
        return False  # "rooms", "bedrooms"
    mine, yours = _row(old, one), _row(new, other)
    if mine is None or yours is None:
        return False
    return float(old.vectors[mine] @ new.vectors[yours]) < below or _same_ending(one.form, other.form)


def _row(statement: Statement, word: Word) -> int | None:
    return next((place for place, known in enumerate(statement.content) if known.place == word.place), None)


def _same_ending(a: str, b: str) -> bool:
    """dermatologist and cardiologist: made of the same pieces, which is all their vectors show."""
    return a != b and a[-4:] == b[-4:] and a[:3] != b[:3]

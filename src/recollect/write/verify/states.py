"""States along lines of which a person has one value at a time, read from `rules.lexicon.states`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from recollect.rules.lexicon.states import AXES, GROUPS, KINDS
from recollect.rules.text import default_analyser, fold
from recollect.write.verify.words import Word, concepts, phrases


@dataclass(frozen=True, slots=True)
class _Phrase:
    axis: str
    value: str
    needed: tuple[str, ...]
    denied: tuple[str, ...]


@cache
def _phrase_table() -> tuple[_Phrase, ...]:
    found: list[_Phrase] = []
    for line in AXES.strip().splitlines():
        axis, value, texts = (part.strip() for part in line.split("|"))
        for text in texts.split(";"):
            parts = [part.strip().rstrip(".") for part in text.split("+")]
            needed = tuple(_concept(part) for part in parts if not part.startswith("!"))
            denied = tuple(_concept(part[1:]) for part in parts if part.startswith("!"))
            found.append(_Phrase(axis, value, needed, denied))
    # The more a phrase asks for, the more it says; the first that fits an axis decides.
    return tuple(sorted(found, key=lambda phrase: -len(phrase.needed) - 2 * len(phrase.denied)))


def _concept(word: str) -> str:
    folded = fold(word)
    if "_" in folded:
        return concepts().get(folded, folded)
    stem = default_analyser().term(folded)
    found = concepts().get(folded) or concepts().get("~" + stem) or stem
    return found.removeprefix("kin:")


@cache
def _starts() -> Mapping[str, frozenset[str]]:
    starts: dict[str, set[str]] = {}
    for phrase in _phrase_table():
        for part in phrase.needed:
            if "_" in part:
                starts.setdefault(part.split("_")[0], set()).add(part)
    return {first: frozenset(parts) for first, parts in starts.items()}


@cache
def _places() -> Mapping[str, tuple[int, ...]]:
    """A part of a phrase -> the places of the phrases it is the first part of."""
    found: dict[str, list[int]] = {}
    for place, phrase in enumerate(_phrase_table()):
        found.setdefault((phrase.needed or phrase.denied)[0], []).append(place)
    return {part: tuple(places) for part, places in found.items()}


@cache
def group_of() -> Mapping[str, str]:
    """Stem -> the group of values that exclude one another."""
    table: dict[str, str] = {}
    for line in GROUPS.strip().splitlines():
        name, words = line.split(":")
        for word in words.split():
            table[_concept(word)] = name
    return table


def only_kinds(words: Sequence[Word]) -> set[str]:
    """Concepts of which the statement names nothing but a kind: "pork" of meat. To deny it denies no more than that."""
    found: dict[str, bool] = {}
    for word in words:
        if word.concept in _kinds():
            found[word.concept] = found.get(word.concept, True) and kind_of(word) is not None
    return {concept for concept, only in found.items() if only}


def kind_of(word: Word) -> str | None:
    """Worked: "bacon" is "pork/bacon"; "meat" is no kind of meat."""
    kinds = _kinds().get(word.concept, {})
    return kinds.get(word.form) or kinds.get(word.stem)


@cache
def _kinds() -> Mapping[str, Mapping[str, str]]:
    table: dict[str, dict[str, str]] = {}
    for line in KINDS.strip().splitlines():
        concept, kind, words = line.split(" | ")
        table.setdefault(concept, {}).update(dict.fromkeys(words.split(), kind))
    return table


def states_of(plain: list[Word], joined: Sequence[Word], negated: frozenset[str]) -> dict[str, str]:
    """Axis -> value for every line on which the statement puts its subject."""
    present = {word.concept.removeprefix("kin:") for word in joined} | {word.form for word in joined}
    present |= {word.stem for word in plain} | {phrase for _, _, phrase in phrases(plain, _starts())}
    denied = {concept.removeprefix("kin:") for concept in negated} - only_kinds(joined)
    found: dict[str, str] = {}
    possible = {place for part in present | denied for place in _places().get(part, ())}
    table = _phrase_table()
    for place in sorted(possible):
        phrase = table[place]
        if phrase.axis in found:
            continue
        if any(part not in denied for part in phrase.denied):
            continue
        if all(part in present for part in phrase.needed) and not any(part in denied for part in phrase.needed):
            found[phrase.axis] = phrase.value
    return found

"""Words of a statement: cut, folded, contractions written out, phrases joined, each with its concept.

The lowest step of reading; everything here looks at words only, `statement` draws the conclusions. One bounded cache
of known words keeps a statement at a few tens of microseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon import change
from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.lexicon.contractions import CONTRACTIONS
from recollect.rules.lexicon.everyday import CONCEPTS, FILLER
from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.people import KIN
from recollect.rules.lexicon.subjects import NO_INITIALS, TITLES_WITH_STOP
from recollect.rules.text import default_analyser, fold

WORDS_MAX: Final = 160
"""Words read of one statement; a longer text is not one statement."""
TEXT_CHARS_MAX: Final = 1_200
PHRASE_WORDS_MAX: Final = 5
CACHE_ENTRIES_MAX: Final = 20_000

_NO_SPACE: Final = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff"
_WORD: Final = late(
    rf"[{_NO_SPACE}]+"
    rf"|[$€£¥₹]?[+-]?\d[\d.,:]*\d(?:-\d[\d-]*)?[^\W\d_{_NO_SPACE}]{{0,4}}%?"
    rf"|[$€£¥₹]?\d[^\W\d_{_NO_SPACE}]{{0,4}}%?"
    rf"|[\w.+-]+@[\w-]+\.[\w.]+"
    rf"|(?:[^\W_{_NO_SPACE}]|[\u0900-\u0963\u0966-\u097f])+(?:['’.&/@+-](?:[^\W_{_NO_SPACE}]|[\u0900-\u097f])+)*(?:\+\+|#|(?<=s)'(?=\s))?"
    rf"|[,;:.!?()\"“”]"
)
_IS: Final = late(r"([^\W\d_])'s (?=(?:a|an|the|called|named|my|our|on|in|at|from|with|not|now|still|just)\s)")
"""What "'s" stands for before these: "the meeting's at nine", "my car's a Honda"."""
_NO_SPACE_WORD: Final = late(rf"[{_NO_SPACE}]")
_LETTER: Final = "[A-ZÀ-ÖØ-ÞΑ-ΩА-Я]"
_INITIALS: Final = late(rf"(?:{_LETTER}\.)*{_LETTER}")
_APART: Final = late(rf"\b({_LETTER}\.) (?={_LETTER}\. ?{_LETTER})")
"""Between initials: "J. K. Rowling" is "J.K. Rowling"."""
_PUNCTUATION: Final = frozenset(',;:.!?()"“”')
_ELISION: Final = late(r"(?:[ldjnmstc]|qu)'(.+)")


@dataclass(frozen=True, slots=True)
class Word:
    """One word or phrase, as compared."""

    text: str
    """As written."""
    form: str
    """Folded; the words of a phrase joined with `_`."""
    stem: str
    concept: str
    """The concept it stands for, else its stem."""
    filler: bool
    name: bool
    """Written like a name: a capital inside a sentence."""
    possessive: bool
    place: int
    clause: int = 0
    """Counts the commas, stops and brackets before it."""
    capital: bool = False
    """Written with a capital, and no word of the lists: a name, if it does not begin the sentence."""


@dataclass(frozen=True, slots=True)
class _Known:
    form: str
    stem: str
    concept: str
    filler: bool


def _pairs(table: str) -> list[tuple[str, list[str]]]:
    """(name, forms) of each entry; an indented line goes on with the entry above."""
    found: list[tuple[str, list[str]]] = []
    for line in table.strip().splitlines():
        if line.startswith(" "):
            found[-1][1].extend(line.split())
        else:
            name, forms = line.split(":", 1)
            found.append((name.strip(), forms.split()))
    return found


@cache
def concepts() -> Mapping[str, str]:
    """Form or stem -> concept; phrases have `_`. Kin come first: "wife" is a person before it is anything else."""
    table: dict[str, str] = {}
    for source, prefix in ((KIN, "kin:"), (CONCEPTS, "")):
        for name, forms in _pairs(source):
            for form in forms:
                folded = fold(form)
                table.setdefault(folded, prefix + name)
                if folded.isascii() and "_" not in folded and "-" not in folded:
                    table.setdefault("~" + default_analyser().term(folded), prefix + name)
    return table


@cache
def _phrases() -> Mapping[str, frozenset[str]]:
    """First word of a phrase -> the phrases that begin with it, for a quick look ahead."""
    starts: dict[str, set[str]] = {}
    for phrase in (
        *concepts(), *change.UPDATE, *change.END, *change.DONE, *change.CORRECTION, *change.ALSO, *change.PAST,
        *change.WISH, *change.ONE_OFF, *change.HABIT, *change.OBLIGATION, *change.NOT_DENYING,
    ):  # fmt: skip
        if "_" in phrase:
            starts.setdefault(phrase.split("_")[0], set()).add(fold(phrase))
    return {first: frozenset(phrases) for first, phrases in starts.items()}


@cache
def _cjk_forms() -> frozenset[str]:
    cues = change.UPDATE | change.END | change.ALSO | change.PAST | change.NEGATION | change.WISH | change.ONE_OFF
    return frozenset(form for form in (*concepts(), *FILLER, *cues) if _NO_SPACE_WORD.match(form))


def cut(text: str) -> list[Word]:
    """The words of `text` in reading order, phrases joined; punctuation is left out but ends a phrase."""
    found: list[Word] = []
    begins = True
    clause = 0
    plain = _IS.sub(r"\1 is ", text[:TEXT_CHARS_MAX].replace("’", "'"))
    if ". " in plain:
        plain = _APART.sub(r"\1", plain)
    for match in _WORD.finditer(plain):
        raw = match.group()
        if raw in _PUNCTUATION:
            if raw == "." and found and _of_a_name(found, plain[match.end() :]):
                continue
            begins = begins or raw in ".!?"
            clause += 1
            continue
        if _NO_SPACE_WORD.match(raw):
            found += [_word(piece, len(found) + n, clause, name=False) for n, piece in enumerate(_segments(raw))]
        else:
            name = raw[0].isupper() and not begins
            for piece in _expand(raw):
                found.append(_word(piece, len(found), clause, name=name or (_mixed_case(raw) and piece == raw)))
        begins = False
        if len(found) >= WORDS_MAX:
            break
    return found


def _of_a_name(found: list[Word], after: str) -> bool:
    """Whether a full stop shortens a part of a name: "Mrs. Smith", "J. K. Rowling", and not "plan B. I …". Initials
    become the name they stand for: "A." is no article, and "J." no French "I"."""
    last, following = found[-1], _WORD.match(after.lstrip())
    if following is None or not last.text[:1].isupper():
        return False
    raw = following.group()
    known = _lookup(raw)
    if last.form in TITLES_WITH_STOP:
        return raw[0].isalpha() and not (raw[0].isupper() and known.filler)
    if not _INITIALS.fullmatch(last.text) or last.form in NO_INITIALS:
        return False
    if known.filler or known.form in FINITE or not _opens_like_a_name(raw, known):
        return False
    before = found[-2] if len(found) > 1 and found[-2].clause == last.clause else None
    if before and not (before.filler or before.text[:1].isupper() or before.concept.startswith("kin:")):
        return False
    form = f"{last.form}."
    found[-1] = replace(last, form=form, stem=form, concept=form, filler=False, name=True, capital=True)
    return True


def _mixed_case(raw: str) -> bool:
    """BriteLeaf, iOS, ADHD: a name wherever it stands."""
    return len(raw) > 1 and any(letter.isupper() for letter in raw[1:]) and raw[0].isalpha()


def _expand(raw: str) -> list[str]:
    lower = fold(raw)
    written = CONTRACTIONS.get(lower)
    if written:
        return written.split()
    if lower.endswith("n't"):
        return [lower[:-3], "not"]
    for ending, word in (("'ll", "will"), ("'re", "are"), ("'ve", "have"), ("'d", "would")):
        if lower.endswith(ending):
            return [raw[: -len(ending)], word]
    elided = _ELISION.fullmatch(lower)
    if elided:
        return ["ne", raw[2:]] if lower.startswith("n'") else [raw[raw.index("'") + 1 :]]
    if lower.startswith("non-"):
        return ["non", raw[4:]]
    return [raw]


def _segments(run: str) -> list[str]:
    """Longest known forms first; what is unknown stays together."""
    forms = _cjk_forms()
    pieces: list[str] = []
    unknown = ""
    place = 0
    while place < len(run):
        for size in range(min(6, len(run) - place), 0, -1):
            piece = run[place : place + size]
            if piece in forms:
                if unknown:
                    pieces.append(unknown)
                    unknown = ""
                pieces.append(piece)
                place += size
                break
        else:
            unknown += run[place]
            place += 1
    if unknown:
        pieces.append(unknown)
    return pieces


def _word(raw: str, place: int, clause: int, *, name: bool) -> Word:
    possessive = raw.endswith(("'s", "s'"))
    bare = raw[:-2] if raw.endswith("'s") else raw.rstrip("'.")
    known = _lookup(bare or raw)
    if known.form in WEEKDAYS or known.form in MONTHS:
        name = False
    return Word(
        text=bare or raw,
        form=known.form,
        stem=known.stem,
        concept=known.concept,
        filler=known.filler,
        name=name and not known.filler,
        possessive=possessive,
        place=place,
        clause=clause,
        capital=(name or _opens_like_a_name(bare, known)) and not known.filler,
    )


def _opens_like_a_name(bare: str, known: _Known) -> bool:
    dated = known.form in WEEKDAYS or known.form in MONTHS
    return bare[:1].isupper() and known.concept == known.stem and not dated


@cache
def _cache() -> dict[str, _Known]:
    return {}


def _lookup(raw: str) -> _Known:
    known = _cache()
    found = known.get(raw)
    if found is None:
        form = fold(raw)
        stem = default_analyser().term(form)
        table = concepts()
        whole = form.startswith(stem) and form not in change.NEGATION  # busy is no business, "nicht" no "Nichte"
        alike = table.get("~" + stem) if whole else None
        concept = table.get(form) or alike or stem
        found = _Known(form=form, stem=stem, concept=concept, filler=form in FILLER)
        if len(known) >= CACHE_ENTRIES_MAX:
            known.clear()
        known[raw] = found
    return found


def phrases(words: list[Word], starts: Mapping[str, frozenset[str]] | None = None) -> list[tuple[int, int, str]]:
    """(first, after the last, phrase) for every known phrase, longest first, none inside another."""
    starts = _phrases() if starts is None else starts
    found: list[tuple[int, int, str]] = []
    for first, word in enumerate(words):
        known = starts.get(word.form)
        if not known:
            continue
        joined = word.form
        best: tuple[int, int, str] | None = None
        for last in range(first + 1, min(first + PHRASE_WORDS_MAX, len(words))):
            joined += "_" + words[last].form
            if joined in known:
                best = (first, last + 1, joined)
        if best:
            found.append(best)
    return found

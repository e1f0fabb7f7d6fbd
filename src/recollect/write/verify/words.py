"""Words of a statement: cut, folded, contractions written out, phrases joined, each with its concept.

The lowest step of reading; everything here looks at words only, `statement` draws the conclusions. One bounded cache
of known words keeps a statement at a few tens of microseconds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.rules.lexicon import change
from recollect.rules.lexicon.everyday import CONCEPTS, FILLER
from recollect.rules.lexicon.people import KIN
from recollect.rules.text import default_analyser, fold

WORDS_MAX: Final = 160
"""Words read of one statement; a longer text is not one statement."""
TEXT_CHARS_MAX: Final = 1_200
PHRASE_WORDS_MAX: Final = 5
CACHE_ENTRIES_MAX: Final = 20_000

_NO_SPACE: Final = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff"
_WORD: Final = re.compile(
    rf"[{_NO_SPACE}]+"
    rf"|[$€£¥₹]?[+-]?\d[\d.,:]*\d(?:-\d[\d-]*)?[^\W\d_{_NO_SPACE}]{{0,4}}%?"
    rf"|[$€£¥₹]?\d[^\W\d_{_NO_SPACE}]{{0,4}}%?"
    rf"|[\w.+-]+@[\w-]+\.[\w.]+"
    rf"|(?:[^\W_{_NO_SPACE}]|[\u0900-\u0963\u0966-\u097f])+(?:['’.&/@+-](?:[^\W_{_NO_SPACE}]|[\u0900-\u097f])+)*(?:\+\+|#)?"
    rf"|[,;:.!?()\"“”]"
)
_NO_SPACE_WORD: Final = re.compile(rf"[{_NO_SPACE}]")
_PUNCTUATION: Final = frozenset(',;:.!?()"“”')
_CONTRACTIONS: Final = {
    "can't": "can not", "cannot": "can not", "cant": "can not", "won't": "will not", "wont": "will not",
    "i'm": "i am", "im": "i am", "i've": "i have", "ive": "i have", "i'd": "i would", "i'll": "i will",
    "we're": "we are", "we've": "we have", "we'll": "we will", "we'd": "we would", "they're": "they are",
    "they've": "they have", "you're": "you are", "you've": "you have", "it's": "it is", "that's": "that is",
    "thats": "that is", "he's": "he is", "she's": "she is", "there's": "there is", "what's": "what is",
    "who's": "who is", "let's": "let us", "dont": "do not", "doesnt": "does not", "didnt": "did not",
    "isnt": "is not", "arent": "are not", "wasnt": "was not", "havent": "have not", "hasnt": "has not",
    "gonna": "going to", "wanna": "want to", "anymore": "any more", "n't": "not", "j'ai": "j' ai",
    "j'aime": "j' aime", "j'habite": "j' habite", "n'ai": "ne ai", "n'est": "ne est", "qu'il": "que il",
}  # fmt: skip
_ELISION: Final = re.compile(r"(?:[ldjnmstc]|qu)'(.+)")


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

    @property
    def capital(self) -> bool:
        """Written with a capital, and no word of the lists: a name, if it does not begin the sentence."""
        return self.name or (self.text[:1].isupper() and not self.filler and self.concept == self.stem)


@dataclass(frozen=True, slots=True)
class _Known:
    form: str
    stem: str
    concept: str
    filler: bool


def _pairs(table: str) -> list[tuple[str, list[str]]]:
    found = []
    for line in table.strip().splitlines():
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
    for match in _WORD.finditer(text[:TEXT_CHARS_MAX].replace("’", "'")):
        raw = match.group()
        if raw in _PUNCTUATION:
            begins = begins or raw in ".!?"
            continue
        if _NO_SPACE_WORD.match(raw):
            found += [_word(piece, len(found) + n, name=False) for n, piece in enumerate(_segments(raw))]
        else:
            name = raw[0].isupper() and not begins
            for piece in _expand(raw):
                found.append(_word(piece, len(found), name=name or (_mixed_case(raw) and piece == raw)))
        begins = False
        if len(found) >= WORDS_MAX:
            break
    return found


def _mixed_case(raw: str) -> bool:
    """BriteLeaf, iOS, ADHD: a name wherever it stands."""
    return len(raw) > 1 and any(letter.isupper() for letter in raw[1:]) and raw[0].isalpha()


def _expand(raw: str) -> list[str]:
    lower = fold(raw)
    written = _CONTRACTIONS.get(lower)
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


def _word(raw: str, place: int, *, name: bool) -> Word:
    possessive = raw.endswith("'s") or raw.endswith("s'")
    bare = raw[:-2] if raw.endswith("'s") else raw.rstrip("'.")
    known = _lookup(bare or raw)
    return Word(
        text=bare or raw,
        form=known.form,
        stem=known.stem,
        concept=known.concept,
        filler=known.filler,
        name=name and not known.filler,
        possessive=possessive,
        place=place,
    )


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
        concept = table.get(form) or table.get("~" + stem) or stem
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

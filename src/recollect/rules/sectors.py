"""The five cognitive sectors: what each weighs, how fast it fades, and which of them a text belongs to.

A text's score in a sector is the number of the sector's words and phrases in it times the sector's weight. The sector
with the highest score is the primary one; another is additional when its score reaches max(1, 0.3 · the primary's). A
text without any such word is semantic, with confidence 0.2. Otherwise confidence is primary / (primary + second + 1),
OpenMemory's formula. Worked: "I felt so happy yesterday" has two emotional words (2 · 1.3 = 2.6) and one episodic
(1.2): emotional, additionally episodic, confidence 2.6 / (2.6 + 1.2 + 1) = 0.5417.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from recollect.model.record import SECTORS
from recollect.rules.kinds import sector_of
from recollect.rules.lexicon.sectors import SPACED, UNSPACED
from recollect.rules.text import STOP_WORDS, fold
from recollect.rules.texts import Marks, Texts, Vocabulary

CHARS_MAX: Final = 8_000
"""Of a longer text the beginning is classified: it says what the text is about."""
CONFIDENCE_NONE: Final = 0.2
ADDITIONAL_SHARE: Final = 0.3
ADDITIONAL_MIN: Final = 1.0
UNPLACED: Final = "semantic"
"""The sector of what shows none."""
SALIENCE: Final = 0.4
SALIENCE_PER_SECTOR: Final = 0.1
TOGETHER_MIN: Final = 8
"""From this many texts on, words are looked up for all of them at once."""


@dataclass(frozen=True, kw_only=True)
class Sector:
    """One row of the table."""

    decay_rate: float
    """λ, per day."""
    weight: float


TABLE: Final[Mapping[str, Sector]] = {
    "episodic": Sector(decay_rate=0.015, weight=1.2),
    "semantic": Sector(decay_rate=0.005, weight=1.0),
    "procedural": Sector(decay_rate=0.008, weight=1.1),
    "emotional": Sector(decay_rate=0.020, weight=1.3),
    "reflective": Sector(decay_rate=0.001, weight=0.8),
}
LIGHTEST: Final = min(sector.weight for sector in TABLE.values())
BITS: Final[Mapping[str, int]] = {name: 1 << place for place, name in enumerate(SECTORS)}
"""How columns keep sectors: one bit each."""


@dataclass(frozen=True, kw_only=True)
class Classified:
    """The sectors of a text."""

    primary: str
    additional: tuple[str, ...] = ()
    confidence: float = CONFIDENCE_NONE

    @property
    def sectors(self) -> tuple[str, ...]:
        """The primary one first."""
        return (self.primary, *self.additional)

    @property
    def shown(self) -> bool:
        """Whether the text or an override says so; what shows nothing is taken for `UNPLACED`."""
        return self.confidence > CONFIDENCE_NONE


_NOTHING_SHOWN: Final = Classified(primary=UNPLACED)


def classify(text: str, override: str | None = None) -> Classified:
    """The sectors a text shows. An override (`metadata.sector`) wins with confidence 1; an unknown one says nothing."""
    if override is not None and override in TABLE:
        return Classified(primary=override, confidence=1.0)
    counts = _counts(text[:CHARS_MAX])
    return _NOTHING_SHOWN if counts is None else _judged(tuple(counts))


@lru_cache(maxsize=4096)
def _judged(counts: tuple[int, ...]) -> Classified:
    """From how often each of SECTORS is shown. Remembered: there are few different outcomes."""
    scores = {name: count * TABLE[name].weight for name, count in zip(SECTORS, counts, strict=True) if count}
    ordered = sorted(scores, key=lambda name: -scores[name])  # a tie: the order of SECTORS
    best = scores[ordered[0]]
    second = scores[ordered[1]] if len(ordered) > 1 else 0.0
    enough = max(ADDITIONAL_MIN, ADDITIONAL_SHARE * best)
    return Classified(
        primary=ordered[0],
        additional=tuple(name for name in ordered[1:] if scores[name] >= enough),
        confidence=min(1.0, best / (best + second + 1.0)),
    )


def placed(
    kind: str, content: str, *, layer: str = "memory", metadata: Mapping[str, Any] | None = None
) -> tuple[str, ...]:
    """The sectors of a record nobody gave any: `metadata.sector`, else by its kind, a note's by its words."""
    named = metadata.get("sector") if metadata else None
    if isinstance(named, str) and named in TABLE:
        return (named,)
    if layer == "turn":
        return ("episodic",)
    return classify(content).sectors if kind == "note" else (sector_of(kind),)


def shows_none(kind: str, content: str, *, layer: str = "memory", metadata: Mapping[str, Any] | None = None) -> bool:
    """Whether what `placed` says is said by nothing: neither by `metadata.sector` nor by a kind, nor by a word."""
    named = metadata.get("sector") if metadata else None
    if kind != "note" or layer == "turn" or (isinstance(named, str) and named in TABLE):
        return False
    return not classify(content).shown


def decay_rate(sectors: Sequence[str]) -> float:
    """λ of the primary sector. Worked: ("emotional", "episodic") is 0.020."""
    return TABLE[sectors[0] if sectors else UNPLACED].decay_rate


def initial_salience(sectors: Sequence[str]) -> float:
    """OpenMemory's strength of what is new: 0.4 + 0.1 per further sector. Worked: three sectors give 0.6."""
    return min(1.0, SALIENCE + SALIENCE_PER_SECTOR * max(0, len(sectors) - 1))


def mask(sectors: Iterable[str]) -> int:
    """Their bits; without any, those of `UNPLACED`. Worked: ("emotional", "episodic") is 0b01001."""
    found = 0
    for name in sectors:
        found |= BITS.get(name, 0)
    return found or BITS[UNPLACED]


class Showing:
    """What many texts show, by looking at each different word once. For any number of threads."""

    def __init__(self) -> None:
        self._marks = Marks(Vocabulary(), _codes)

    def classified(self, texts: Texts) -> dict[int, Classified]:
        """Place -> what `classify` says, of the texts that may show something; the others show nothing."""
        if len(texts) < TOGETHER_MIN:
            return {place: classify(text) for place, text in enumerate(texts)}
        reading, marks = texts.reading, self._marks
        if marks.vocabulary is not reading.vocabulary:
            marks = self._marks = Marks(reading.vocabulary, _codes)
        codes = marks.of(reading.numbers)
        if not len(codes):
            return {}
        shown, beside = codes & _SHOWN, codes >> _SHOWN_BITS
        phrases = _beginnings()[beside[:-1], beside[1:]]
        owners = np.repeat(np.arange(len(texts)), reading.sizes)
        phrases[owners[:-1] != owners[1:]] = 0  # the last word of a text and the first of the next make none
        begun = np.flatnonzero(phrases)
        told = phrases[begun]
        places = begun + (told >> _SHOWN_BITS)
        shown[places] = np.where(shown[places] > 0, _LOOK, told & _SHOWN)
        said = np.flatnonzero(shown)
        counts = np.bincount(owners[said] * _CODES + shown[said], minlength=len(texts) * _CODES).reshape(-1, _CODES)
        counts[counts[:, 1:].max(axis=1) > _COUNT_MAX, _LOOK] = 1
        keys = np.minimum(counts, _COUNT_MAX) @ _KEY_DIGITS
        places = np.flatnonzero(keys)
        return {
            place: classify(texts[place]) if key >= _KEY_LOOK or len(texts[place]) > CHARS_MAX else _judged_key(key)
            for place, key in zip(places.tolist(), keys[places].tolist(), strict=True)
        }


@cache
def default_showing() -> Showing:
    """Of this process, made on first use."""
    return Showing()


_LOOK: Final = len(SECTORS) + 1
"""Shown by a word: 1 to 5 is the sector's place in SECTORS and one, this says that the text has to be looked at."""
_CODES: Final = _LOOK + 1
_SHOWN_BITS: Final = 3
_SHOWN: Final = (1 << _SHOWN_BITS) - 1
_COUNT_MAX: Final = 15
_KEY_DIGITS: Final = np.array([0, *(16**place for place in range(_LOOK))], dtype=np.int64)
"""Makes one number of how often each is shown: a digit of base 16 for each sector, the highest for `_LOOK`."""
_KEY_LOOK: Final = int(_KEY_DIGITS[_LOOK])


@lru_cache(maxsize=4096)
def _judged_key(key: int) -> Classified:
    return _judged(tuple((key >> 4 * place) & 15 for place in range(len(SECTORS))))


def _codes(words: list[str], plain: list[str]) -> list[int]:
    """Of each word, with its punctuation, one number: what it shows alone, and which word of phrases it is."""
    known = _plain_codes()
    return [known.get(bare, 0) if bare else _code(word) for word, bare in zip(words, plain, strict=True)]


@cache
def _plain_codes() -> dict[str, int]:
    """Of the words that are told from others."""
    return {word: _code(word) for word in (*_spaced(), *_phrase_words())}


def _code(word: str) -> int:
    low = fold(word)
    parts = _words(low)
    alone = [form for part in parts for form in _spaced().get(part, ())]
    if (not low.isascii() and _unspaced().search(low)) or (len(parts) > 1 and alone):
        return _LOOK
    if len(parts) > 1:
        return _SEVERAL << _SHOWN_BITS
    single = [sector + 1 for sector, _, form in alone if len(form) == 1]
    number = _phrase_words().get(parts[0], 0) if parts else 0
    return (single[0] if single else 0) | number << _SHOWN_BITS


_SEVERAL: Final = 1
"""The number of what is several words without a space, such as "I'm": they may begin or go on with a phrase."""


@cache
def _phrase_words() -> dict[str, int]:
    """The words of phrases, numbered from 2 on."""
    phrases = [form for known in _spaced().values() for _, _, form in known if len(form) > 1]
    return {word: number for number, word in enumerate(sorted({word for form in phrases for word in form}), start=2)}


@cache
def _beginnings() -> NDArray[np.int64]:
    """(first, second): what these two words show, as `_codes` says it, and above that, which of the two shows it. A
    phrase of two words shows its sector by the word it is found by, unless that word may count for a form of another
    sector too; the beginning of a longer one shows `_LOOK`."""
    numbers = _phrase_words()
    table = np.zeros((len(numbers) + 2, len(numbers) + 2), dtype=np.int64)
    longer = []
    for rarest, known in _spaced().items():
        pairs = [(sector, at) for sector, at, form in known if len(form) == 2]
        plain = all(len(form) > 1 for _, _, form in known) and (
            len({at for _, at in pairs}) == 1 or len({sector for sector, _ in pairs}) == 1
        )
        for sector, at, form in known:
            if len(form) == 2 and plain:
                table[numbers[form[0]], numbers[form[1]]] = sector + 1 | at << _SHOWN_BITS
            elif len(form) > 1:
                longer.append((numbers[form[0]], numbers[form[1]]))
            if len(form) > 1:
                table[_SEVERAL, numbers[rarest]] = table[numbers[rarest], _SEVERAL] = _LOOK
    for pair in longer:
        table[pair] = _LOOK
    return table


def _counts(text: str) -> list[int] | None:
    """How many words and phrases of each of SECTORS stand in the text; None: of none."""
    low = fold(text)
    words = _words(low)
    spaced = _spaced()
    counts: list[int] | None = None
    for place, word in enumerate(words):
        if word not in spaced:
            continue
        for sector, at, form in spaced[word]:
            if len(form) == 1 or (at <= place and tuple(words[place - at : place - at + len(form)]) == form):
                counts = counts or [0] * len(SECTORS)
                counts[sector] += 1
                break  # one word of the text counts once
    if not low.isascii():
        for form in _unspaced().findall(low):
            counts = counts or [0] * len(SECTORS)
            counts[_unspaced_forms()[form]] += 1
    return counts


_BREAKS: Final = str.maketrans(dict.fromkeys(string.punctuation + "।॥。、，！？；：…«»“”„‘’¿¡—–·（）「」", " "))


def _words(low: str) -> list[str]:
    """Words of a folded text. Not `\\w+`: Devanagari vowel signs are no letters to it."""
    return low.translate(_BREAKS).split()


@cache
def _spaced() -> dict[str, tuple[tuple[int, int, tuple[str, ...]], ...]]:
    """The rarest word of each form -> the sector's place in SECTORS, that word's place in the form, the form.

    Longer forms first. By the rarest (no stop word, long), so that few texts need a closer look: "capital", not "the",
    finds "the capital of".
    """
    table: dict[str, list[tuple[int, int, tuple[str, ...]]]] = {}
    for sector, languages in SPACED.items():
        for written in sorted({form for forms in languages.values() for form in forms}):
            form = tuple(fold(written).split("_"))
            rarest = max(form, key=lambda word: (word not in STOP_WORDS, len(word)))
            table.setdefault(rarest, []).append((SECTORS.index(sector), form.index(rarest), form))
    return {word: tuple(sorted(found, key=lambda known: -len(known[2]))) for word, found in table.items()}


@cache
def _unspaced_forms() -> dict[str, int]:
    """Form -> the sector's place in SECTORS."""
    return {
        fold(form): SECTORS.index(sector)
        for sector, languages in UNSPACED.items()
        for forms in languages.values()
        for form in forms
    }


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, _unspaced_forms()), key=len, reverse=True)))

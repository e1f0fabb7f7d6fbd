"""The analyser: text in, index terms out. Pure; used alike for what is stored and for what is asked.

A term is folded (NFKC, casefold, Latin accents removed), English stop words are dropped, English stems are taken
(Snowball), identifiers are kept whole and split (`node.js` gives `node.js`, `node`, `js`), and scripts written without
spaces give single characters and pairs. Any string is accepted and nothing here raises.

Speed comes from one bounded cache per `Analyser`: whatever stands between two spaces is looked up as it is, so a known
word costs one dictionary lookup. What this module does not do: no dates or numbers are interpreted (see `temporal`),
no language is detected, nothing is read from disk. A change of any rule here needs a new `ANALYSER_VERSION`, because
stored terms and asked terms must come from the same rules.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

import Stemmer

if TYPE_CHECKING:
    from collections.abc import Callable

ANALYSER_VERSION: Final = 1
"""Stored with every index; another number means reindex."""

CACHE_ENTRIES_MAX: Final = 50_000
"""Cached chunks per analyser; reaching it empties the cache (about 10 MB when full)."""
CHUNK_CHARS_MAX: Final = 64
"""A chunk without spaces that is longer than this is cut up but neither kept whole nor cached."""
SEGMENT_CHARS: Final = 1024
"""A longer chunk is analysed in pieces of this size, so that no pattern looks at more."""
CHUNK_PARTS_MAX: Final = 4096
"""Terms after which the rest of a chunk without spaces is left out, unless its script has none."""

STOP_WORDS: Final = frozenset(
    # articles, pronouns, auxiliaries, prepositions, question words
    """
    a about above after again all also am an and any are aren't as at be because been before being below between
    both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each few for from
    further had hadn't has hasn't have haven't having he her here hers herself him himself his how i if in into is
    isn't it its itself just let's me more most my myself no nor not of off on once only or other our ours ourselves
    out over own same shall she should shouldn't so some such than that the their theirs them themselves then there
    these they this those through to too under until up very was wasn't we were weren't what when where which while
    who whom why will with won't would wouldn't you your yours yourself yourselves ain't could've he'd he'll he's
    how's i'd i'll i'm i've it'd it'll it's she'd she'll she's should've that'll that's there's they'd they'll
    they're they've we'd we'll we're we've what's when's where's who's why's would've you'd you'll you're you've
    y'all s t d m ll re ve
    """.split()
)
IRREGULAR: Final = {
    form: base
    for base, *forms in (
        entry.split()
        for entry in """
    bend bent; bite bit bitten; bleed bled; blow blew blown; break broke broken; breed bred; build built; burn
    burnt; buy bought; catch caught; choose chose chosen; creep crept; deal dealt; dig dug; dream dreamt; drink
    drank drunk; drive drove driven; eat ate eaten; feed fed; fight fought; flee fled; fly flew flown; forbid
    forbade forbidden; forgive forgave forgiven; freeze froze frozen; kneel knelt; learn learnt; lend lent; meet
    met; pay paid; ride rode ridden; seek sought; sell sold; send sent; sew sewn; shine shone; shoot shot; shrink
    shrank shrunk; sing sang sung; sink sank sunk; sleep slept; slide slid; smell smelt; speak spoke spoken; spell
    spelt; spend spent; spill spilt; spoil spoilt; steal stole stolen; sting stung; swear swore sworn; sweep
    swept; swim swam swum; swing swung; teach taught; throw threw thrown; wake woke woken; wear wore worn; weave
    wove woven; weep wept; win won; write wrote written; child children; woman women; foot feet; tooth teeth;
    mouse mice; wife wives; knife knives; shelf shelves
    """.split(";")
    )
    for form in forms
}
"""Forms a stemmer cannot know: what is asked as "did she buy" is told as "I bought". The commonest verbs (go, get,
make, take ...) are left out: bringing their forms together measured as noise."""

_BARE_STOP_WORDS: Final = frozenset(word.replace("'", "") for word in STOP_WORDS if "'" in word) - {
    # without the apostrophe these are words of their own
    "hell",
    "shell",
    "ill",
    "wed",
    "well",
    "were",
    "shed",
    "id",
    "wont",
    "cant",
    "its",
    "hes",
    "lets",
}

SIGNS_IN_WORDS: Final = (
    "\u0300-\u036f\u0483-\u0487"  # accents, Cyrillic
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"  # Hebrew
    "\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"  # Arabic
    "\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963"  # Devanagari
    "\u0980-\u0df3"  # Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam, Sinhala
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd"  # Thai, Lao
    "\u102b-\u103e\u17b4-\u17d3\u200c\u200d"  # Myanmar, Khmer, joiners
)
"""Vowel signs and accents, for a set of a pattern: they stand inside words, and `\\w` matches none of them."""
_APOSTROPHES: Final = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "＇": "'", "`": " "})
NO_SPACE_SCRIPTS: Final = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Myanmar, Khmer
    "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"  # Hangul
    "\u3005-\u3007\u3031-\u3035\u3040-\u30ff\u31f0-\u31ff"  # kana and repetition marks
    "\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
"""Of these scripts characters and pairs are terms; for a set of a pattern."""
_NO_SPACE: Final = re.compile(f"[{NO_SPACE_SCRIPTS}]+")
_SPLIT_NO_SPACE: Final = re.compile(f"([{NO_SPACE_SCRIPTS}]+)")
_WORD_WITH_EDGES: Final = re.compile(r"[^\w]*([a-z]+)(?:'s|s')?[^\w+#]*\Z")
_SIGNED_NAME: Final = re.compile(r"([a-z]\w*(?:\+\+|#))(?![\w+#])", re.IGNORECASE)
_GROUPED_NUMBER: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)")
_ASCII_PART: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_CLOSING: Final = ".,!?;:"
_CONNECTORS: Final = "_.:/@-'\\&"
_OTHER_PART: Final = re.compile(r"[^_.:/@\-'\\&]+")
_ORDINAL_SUFFIXES: Final = frozenset(("st", "nd", "rd", "th"))
_LATIN_MARKS: Final = re.compile("[\u0300-\u036f]")
_MARKS: Final = frozenset(("Mn", "Mc", "Me"))


class Analyser:
    """Turns text into terms. Keeps a bounded cache of what it has seen, and nothing else."""

    def __init__(self) -> None:
        # The stemmer's own cache is off: ours holds whole chunks, which is one lookup instead of two.
        stemmer = Stemmer.Stemmer("english", 0)
        self._snowball: Callable[[str], str] = stemmer.stemWord
        self._snowball_all: Callable[[list[str]], list[str]] = stemmer.stemWords
        self._known: dict[str, tuple[str, ...]] = {}

    def terms(self, text: str) -> list[str]:
        """The terms of `text` in reading order, repetitions kept.

        A text made of stop words alone gives those words: "To be or not to be" must be findable too.
        """
        known = self._known
        found: list[str] = []
        for chunk in text.split():
            terms = known.get(chunk)
            if terms is None:
                terms = self._remember(chunk)
            if terms:
                found += terms
        return found or self.fallback(text)

    def chunk_terms(self, chunk: str) -> tuple[str, ...]:
        """The terms of what stands between two spaces, not remembered. The caller remembers, and when nothing of a
        text has any term, asks `fallback`."""
        if len(chunk) > SEGMENT_CHARS:
            return self._segments(chunk)
        word = chunk[:-1] if chunk[-1] in _CLOSING else chunk
        if word.isascii() and word.isalpha() and word.islower():  # nearly all of them, at a third of the cost
            return () if word in STOP_WORDS else (self.plain_term(word),)
        return tuple(self._analyse(chunk))

    def plain_term(self, word: str) -> str:
        """The term of a word of small Latin letters alone that is no stop word."""
        return self._snowball(IRREGULAR.get(word, word))

    def terms_of_words(self, words: list[str], plain: list[str]) -> tuple[list[str], list[int]]:
        """As `chunk_terms` of each, one after the other, and how many each has; `plain` is what
        `recollect.rules.texts.Vocabulary` says of them."""
        stems = self._snowball_all([IRREGULAR.get(word, word) for word in plain])
        found: list[str] = []
        sizes: list[int] = []
        for word, bare, stem in zip(words, plain, stems, strict=True):
            if not bare or len(word) > SEGMENT_CHARS:
                terms = self.chunk_terms(word)
                found += terms
                sizes.append(len(terms))
            elif bare in STOP_WORDS:
                sizes.append(0)
            else:
                found.append(stem)
                sizes.append(1)
        return found, sizes

    def fallback(self, text: str) -> list[str]:
        """The terms of a text of stop words alone: these words."""
        words = re.findall(r"\w+", fold(text[:400]))
        return [self._stem(word) for word in words]

    def term(self, word: str) -> str:
        """The stem of one folded word, stop word or not."""
        return self._stem(fold(word))

    def _stem(self, word: str) -> str:
        return self._snowball(IRREGULAR.get(word, word))

    def _remember(self, chunk: str) -> tuple[str, ...]:
        terms = self.chunk_terms(chunk)
        if len(chunk) <= CHUNK_CHARS_MAX:
            if len(self._known) >= CACHE_ENTRIES_MAX:
                # Dropping everything is cheaper than bookkeeping per lookup, and the common words are back at once.
                self._known.clear()
            self._known[chunk] = terms
        return terms

    def _segments(self, chunk: str) -> tuple[str, ...]:
        """A very long chunk piece by piece. A page of Chinese is one chunk and is indexed whole; of a megabyte of
        base64 the beginning is enough."""
        found: list[str] = []
        for start in range(0, len(chunk), SEGMENT_CHARS):
            segment = chunk[start : start + SEGMENT_CHARS]
            if len(found) >= CHUNK_PARTS_MAX and segment.isascii():
                break
            found += self._analyse(segment)
        return tuple(found)

    def _analyse(self, chunk: str) -> list[str]:
        chunk = chunk.translate(_APOSTROPHES)
        if chunk.isascii():
            simple = _WORD_WITH_EDGES.match(chunk.lower())
            if simple and _is_one_case_word(simple.group(1), chunk):
                return self._word(simple.group(1))
            return self._pieces(chunk)
        chunk = _fold_accents(unicodedata.normalize("NFKC", chunk)).translate(_APOSTROPHES)
        found: list[str] = []
        for piece in _SPLIT_NO_SPACE.split(chunk) if _NO_SPACE.search(chunk) else (chunk,):
            if not piece:
                continue
            if _NO_SPACE.match(piece):
                found += _characters_and_pairs(piece)
            else:
                for part in piece.split():
                    found += self._pieces(part)
        return found

    def _word(self, word: str) -> list[str]:
        return [] if word in STOP_WORDS else [self._stem(word)]

    def _pieces(self, chunk: str) -> list[str]:
        """Terms of a chunk that is more than one plain word: names with signs, numbers, identifiers, paths."""
        found: list[str] = []
        chunk = _GROUPED_NUMBER.sub(lambda match: match.group().replace(",", ""), chunk)
        for signed in _SIGNED_NAME.findall(chunk):
            found.append(signed.casefold())
        for piece in _outer_pieces(chunk):
            found += self._identifier(piece)
        return found

    def _identifier(self, piece: str) -> list[str]:
        folded = piece.casefold()
        if folded in STOP_WORDS or folded in _BARE_STOP_WORDS:
            return []
        if "'" in folded:
            piece, folded = _without_apostrophe(piece), _without_apostrophe(folded)
        pattern = _ASCII_PART if piece.isascii() else _OTHER_PART
        parts = [part.casefold() for part in pattern.findall(piece)]
        if len(parts) <= 1:
            return [self._stem(folded)] if folded and folded not in STOP_WORDS else []
        found: list[str] = []
        if len(folded) <= CHUNK_CHARS_MAX:
            # "co-worker" and "coworker", "e-mail" and "email" are one word to a reader.
            joined = folded.replace("-", "") if folded[0].isalpha() else folded
            found.append(self._stem(joined))
        for part in parts:
            if part not in STOP_WORDS and part not in _ORDINAL_SUFFIXES:
                found.append(self._stem(part))
        return found


@cache
def default_analyser() -> Analyser:
    """The analyser of this process, made on first use."""
    return Analyser()


def terms(text: str) -> list[str]:
    """The terms of `text`, by the process's analyser."""
    return default_analyser().terms(text)


def fold(text: str) -> str:
    """`text` as terms are compared: NFKC, accents of Latin letters removed, casefolded."""
    if text.isascii():
        return text.lower()
    return _fold_accents(unicodedata.normalize("NFKC", text)).translate(_APOSTROPHES).casefold()


def _fold_accents(text: str) -> str:
    if text.isascii():
        return text
    # Only U+0300..036F go: the marks of kana, Indic and Arabic scripts tell words apart.
    return unicodedata.normalize("NFC", _LATIN_MARKS.sub("", unicodedata.normalize("NFD", text)))


def _is_one_case_word(word: str, chunk: str) -> bool:
    """Whether `word` (lower case) stands in `chunk` as "word", "Word" or "WORD": not camelCase."""
    start = chunk.lower().find(word)
    there = chunk[start : start + len(word)]
    return there.islower() or there[1:].islower() or there.isupper()


def _without_apostrophe(word: str) -> str:
    """ "Ana's" is Ana, "o'brien" is obrien."""
    if word.endswith("'s"):
        word = word[:-2]
    return word.replace("'", "")


def _characters_and_pairs(run: str) -> list[str]:
    run = run[:CHUNK_PARTS_MAX].casefold()
    return [*run, *(run[i : i + 2] for i in range(len(run) - 1))]


def _outer_pieces(chunk: str) -> list[str]:
    """Cuts at signs that never join a name; keeps those that do (`_ . : / @ - '`) between two parts."""
    pieces: list[str] = []
    current: list[str] = []

    def close() -> None:
        piece = "".join(current).strip(_CONNECTORS)
        if piece:
            pieces.append(piece)
        current.clear()

    for character in chunk:
        if character.isalnum() or character in _CONNECTORS or unicodedata.category(character) in _MARKS:
            current.append(character)
        else:
            close()
            if ord(character) > 0x2000 and unicodedata.category(character) == "So":
                pieces.append(character)
    close()
    return pieces

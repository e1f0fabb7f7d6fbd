"""`mask(text)`: what must not be kept is replaced by what it was, as in `[secret: api key]`.

Called before anything is written. Masking a masked text changes nothing. A text without a cue, which is nearly every
one, costs a few substring searches; every pattern behind a cue is bounded, so that any text costs time in proportion
to its length. What it cannot know: a password given alone, as an answer ("hunter2"), with no word about what it is.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from recollect.rules.late import late
from recollect.rules.texts import Integers, Marks, Reading, Texts, Vocabulary, forget_words
from recollect.write.secrets import backup, cards, changes, codes, formats, identity, named, own, prose
from recollect.write.secrets.values import MARK, Source, Span, has_any, source_of

KINDS = (
    "api key", "token", "secret", "private key", "password", "login", "card number", "card code", "pin", "code",
    "seed phrase", identity.KIND,
)  # fmt: skip
PASSES_MAX = 10
"""Secrets written without a space between them come to light one behind the other."""
TOGETHER_MIN = 8
"""From this many texts on, words are looked up for all of them at once."""
CARD_GROUP = 3
"""Digits together that may be a part of a card number or a code."""
ANSWER_WORDS_MAX = 2
ASKED_CHARS = 200
_ASKS = late(
    r"(?P<kind>password|passcode|passphrase|\bpin\b|api key|secret key|token|contraseña|passwort|mot de passe|senha|"
    r"密码|パスワード|पासवर्ड)[^.!\n]{0,60}[?？]\s*\Z",
    re.IGNORECASE,
)
_LOOKS_SECRET = late(r"\d|[^\w\s.,!?'’-]")
NESTING_MAX = 32
_DIGIT = late(r"[0-9０-９]")
_GROUPS = late(r"\d(?:\d ?\d|\w{1,8}-\w{4}|[A-Z]{0,3} [A-Z2-7]{4}|(?<=[a-z]\d)[a-z]{1,2} [a-z2-7]{4})")
"""Every card number and code has digits together, or groups of letters and digits."""
_CUES_ELSEWHERE = (
    "密",
    "口令",
    "令牌",
    "キー",
    "トークン",
    "パス",
    "合言葉",
    "暗証",
    "पास",
    "कूट",
    "验证",
    "驗證",
    "認証",
    "確認コ",
    "पिन",
    "ओटी",
    "सत्यापन",
    "助记",
    "シード",
    "动态码",
    *backup.CUES_ELSEWHERE,
    *identity.CUES_ELSEWHERE,
)
_CUES_ALWAYS = tuple(dict.fromkeys(named.CUES + prose.CUES + codes.SEED_CUES))
_CUES_IN_WORDS = (*_CUES_ALWAYS, "://", "private", "hf_", "mysql", "curl", "sshpass", "redis-cli")
_CUES_CODED = (*codes.CUES, *identity.CUES)
_CUES_BESIDE_DIGITS = (*_CUES_CODED, *named.CUES_WITH_DIGITS)
_CUE, _CUE_WITH_DIGITS, _DIGITS_IN = 1, 2, 4
_BESIDE_DIGITS = _CUE_WITH_DIGITS | _DIGITS_IN
_NO_OPTIONS = own.Options()


class Masked(NamedTuple):
    """A text that may be kept, and the kinds of secrets that it held, each once, in order."""

    text: str
    found: tuple[str, ...]


def mask(text: str, options: own.Options = _NO_OPTIONS) -> Masked:
    """`text` without its secrets."""
    found: dict[str, None] = {}
    for _ in range(PASSES_MAX):
        spans = _spans(source_of(text), options)
        if not spans:
            break
        masked, kinds = _replaced(text, spans, frozenset(KINDS) | options.kinds)
        if masked == text:
            break
        found.update(dict.fromkeys(kinds))
        text = masked
    return Masked(text, tuple(found))


def mask_all(texts: Texts, options: own.Options = _NO_OPTIONS) -> Texts:
    """Many texts without their secrets; the same object when there are none. Each word is looked at once, whoever uses
    it, and only texts with a word that could be a cue or a secret are looked at closely: nearly none have one."""
    if options.compiled or options.hook or len(texts) < TOGETHER_MIN:
        return _changed(texts, dict(enumerate(texts)), options)
    found = texts.reading.united(_suspicion().of(texts.reading))
    cue, beside = (found & _CUE) != 0, (found & _BESIDE_DIGITS) == _BESIDE_DIGITS
    suspect = {place: texts[place] for place in np.flatnonzero(cue | beside).tolist()}
    # Cues of other languages stand inside words, and beside spaces of their own.
    suspect.update((place, text) for place, text in enumerate(texts) if not text.isascii())
    return _changed(texts, suspect, options)


def _changed(texts: Texts, suspect: Mapping[int, str], options: own.Options) -> Texts:
    """The texts, with those masked that may hold a secret."""
    return _with(texts, {place: mask(text, options).text for place, text in suspect.items()})


def _with(texts: Texts, masked: Mapping[int, str]) -> Texts:
    """The texts with others in some places; the same object when these are the same."""
    if all(texts[place] == text for place, text in masked.items()):
        return texts
    forget_words()
    _suspicion.cache_clear()
    return Texts(masked.get(place, text) for place, text in enumerate(texts))


class _Suspicion:
    """What is known of words, by their numbers: they come again and again."""

    def __init__(self) -> None:
        self._marks = Marks(Vocabulary(), _marks_of)

    def of(self, reading: Reading) -> Integers:
        marks = self._marks
        if marks.vocabulary is not reading.vocabulary:
            marks = self._marks = Marks(reading.vocabulary, _marks_of)
        return marks.of(reading.numbers)


@cache
def _suspicion() -> _Suspicion:
    """Of this process, made on first use."""
    return _Suspicion()


def _marks_of(words: list[str], plain: list[str]) -> list[int]:
    """Could `_spans` find something in a text with this word? By the same cues; too often yes does no harm."""
    low = [word.lower() for word in words]
    marks = [0 if bare else _mark_by_digits(word) for word, bare in zip(low, plain, strict=True)]
    joined = "".join(f" {word}" for word in low)
    begins = [0, *accumulate(len(word) + 1 for word in low)]
    for cues, mark in ((_CUES_IN_WORDS, _CUE), (_CUES_BESIDE_DIGITS, _CUE_WITH_DIGITS)):
        for cue in cues:
            at = joined.find(cue)
            while at >= 0:
                place = bisect_right(begins, at) - 1
                marks[place] |= mark
                at = joined.find(cue, begins[place + 1])
    return marks


def _mark_by_digits(word: str) -> int:
    digits = sum(map(str.isdigit, word))
    if not digits:
        return 0
    long = len(word) >= formats.LONG_WORD_CHARS or digits >= CARD_GROUP
    return _DIGITS_IN | (_CUE if long else 0)


def mask_answer(text: str, asked: str) -> Masked:
    """`text` without its secrets, as the answer to `asked`: one or two words after "What is your password?" are one."""
    words = text.split()
    if 0 < len(words) <= ANSWER_WORDS_MAX and (found := _ASKS.search(asked[-ASKED_CHARS:])):
        kind = "pin" if found["kind"].lower() == "pin" else "password"
        if any(_LOOKS_SECRET.search(word) for word in words) or len(words) == 1:
            return Masked(f"[secret: {kind}]", (kind,))
    return mask(text)


def mask_answers(texts: Texts, asked: Sequence[str]) -> Texts:
    """As `mask_answer` of each of many, with what was asked before it; the same object when there are no secrets."""
    short = [place for place, text in enumerate(texts) if len(text.split(None, ANSWER_WORDS_MAX)) <= ANSWER_WORDS_MAX]
    answers = {place: mask_answer(texts[place], asked[place]).text for place in short}
    return _with(mask_all(texts), answers)


def mask_values(value: Any, options: own.Options = _NO_OPTIONS) -> tuple[Any, tuple[str, ...]]:
    """Plain JSON (metadata) with every text in it masked; a telling name counts: `{"password": "hunter2"}`."""
    found: dict[str, None] = {}
    return _walked(value, options, found, 0), tuple(found)


def _walked(value: Any, options: own.Options, found: dict[str, None], depth: int) -> Any:
    if isinstance(value, str):
        masked = mask(value, options)
        found.update(dict.fromkeys(masked.found))
        return masked.text
    if depth >= NESTING_MAX:
        masked = mask(json.dumps(value, ensure_ascii=False, default=str), options)
        found.update(dict.fromkeys(masked.found))
        return masked.text if masked.found else value
    if isinstance(value, Mapping):
        return {
            _walked(key, options, found, depth): _named(key, inner, options, found, depth)
            for key, inner in value.items()
        }
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [_walked(inner, options, found, depth + 1) for inner in value]
    return value


def _named(key: Any, value: Any, options: own.Options, found: dict[str, None], depth: int) -> Any:
    """The value of a field: read as `name = value`, so that the name is its cue; so is that of a list's or object's."""
    if isinstance(key, str) and isinstance(value, list | tuple):
        return [_named(key, inner, options, found, depth + 1) for inner in value]
    if isinstance(key, str) and isinstance(value, Mapping) and mask(f"{key}=Tr0ub4dor&3x", options).found:
        return {name: _named(key, inner, options, found, depth + 1) for name, inner in value.items()}
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not isinstance(key, str) or not (isinstance(value, str) or number):
        return _walked(value, options, found, depth + 1)
    lead = f"{key}="
    masked = mask(f"{lead}{value}", options)
    if masked.found and masked.text.startswith(lead):
        found.update(dict.fromkeys(masked.found))
        return masked.text[len(lead) :]
    return value if number else _walked(value, options, found, depth + 1)


def _spans(source: Source, options: own.Options) -> list[Span]:
    """All stretches that hold a secret. The order of the finders is the order of their say on the kind."""
    raw, low = source
    digits = _DIGIT.search(raw) is not None
    foreign = not raw.isascii()
    told = has_any(low, _CUES_ALWAYS) or (foreign and has_any(low, _CUES_ELSEWHERE))
    spans: list[Span] = []
    if digits or told or has_any(raw, formats.CUES_WITHOUT_DIGITS):
        spans += formats.find(source)
    if digits and _GROUPS.search(raw):
        spans += cards.find(source)
        if told or has_any(low, _CUES_CODED):
            spans += (*codes.find(source), *backup.find(source), *identity.find(source))
    if told or (digits and has_any(low, named.CUES_WITH_DIGITS)):
        spans += named.find(source)
    if told:
        spans += prose.find(source)
    if told and has_any(low, codes.SEED_CUES):
        spans += codes.find_phrases(source)
    if told and MARK in raw:
        spans += changes.find(source)
    if options.compiled or options.hook:
        spans += own.find(source, options)
    passwords = [span for span in spans if span.kind == "password"]
    if passwords and has_any(low, prose.LOGIN_CUES):
        spans += prose.logins(source, passwords)
    return spans


def _replaced(text: str, spans: list[Span], kinds: frozenset[str]) -> tuple[str, list[str]]:
    """The text with each stretch replaced, and the kinds; stretches that overlap become one, of the kind found first.

    Masks that stand in the text already take part, so that what overlaps one joins it.
    """
    standing = re.compile(r"\[secret: (" + "|".join(sorted(map(re.escape, kinds))) + r")\]")
    ranked = [(found.start(), found.end(), -1, found[1]) for found in standing.finditer(text)]
    ranked += [(span.start, span.end, rank, span.kind) for rank, span in enumerate(spans)]
    ranked.sort()
    pieces: list[str] = []
    kinds_found: list[str] = []
    written = 0
    place = 0
    while place < len(ranked):
        start, end, best, kind = ranked[place]
        place += 1
        while place < len(ranked) and ranked[place][0] < end:
            _, other_end, rank, other_kind = ranked[place]
            end = max(end, other_end)
            if rank < best:
                best, kind = rank, other_kind
            place += 1
        pieces += (text[written:start], f"[secret: {kind}]")
        if best >= 0:
            kinds_found.append(kind)
        written = end
    pieces.append(text[written:])
    return "".join(pieces), kinds_found

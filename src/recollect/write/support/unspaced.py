"""Names in scripts that have no capitals and mostly no spaces: which words of a retelling stand in no source. Pure.

What is a name there cannot be seen, so every noun counts as one: a run of kanji or katakana that is no stem of a verb,
a piece of Chinese, a Korean word but for the last, which is the verb. A short list of words that retellings add
(`rules/lexicon/retelling.py`) is excepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.retelling import CHINESE_ABSTRACT, JAPANESE_ABSTRACT, KOREAN_ABSTRACT

RUN_MIN: Final = 2
"""A shorter run is mostly no name by itself."""
_KANA: Final = late("[\u3040-\u30ff]")
_HAN: Final = late("[\u3400-\u9fff]")
_JAPANESE: Final = late("(?P<run>[\u3005\u3400-\u9fff]+|[\u30a1-\u30ff]+)(?P<after>[\u3041-\u309f]{0,2})")
_NOMINAL: Final = ("は", "が", "を", "に", "で", "へ", "と", "の", "も", "や", "か", "さ", "ま", "く", "ち")
"""After a noun: particles and what is said after names. Anything else is the ending of a verb or a quality."""
_VERBAL: Final = (
    "でい",
    "にな",
    "され",
    "させ",
    "がっ",
    "かっ",
    "くな",
    "やす",
    "くて",
    "さな",
    "まし",
    "ませ",
    "ます",
)
_CHINESE: Final = late("[\u3400-\u9fff]+")
_SMALL: Final = late(
    "[的了和与跟同在是有会将要也都就还又很把被给对从到向为以及或她他它这那其之所个着过吗呢吧不没说住吃喝去来做用]"
)
_KOREAN: Final = late("[\uac00-\ud7a3]+")
_SENTENCE_END: Final = late(r"[.!?,]|$")


def unsaid_name(text: str, spoken: str) -> str:
    """The first noun of `text` that does not stand in `spoken`; empty: all do, or the script is another."""
    if text.isascii():
        return ""
    return next((run for run in _nouns(text) if not _stands(run, spoken)), "")


def _nouns(text: str) -> Iterator[str]:
    if _KANA.search(text):
        yield from _japanese(text)
    elif _HAN.search(text):
        yield from _chinese(text)
    yield from _korean(text)


def _japanese(text: str) -> Iterator[str]:
    for word in JAPANESE_ABSTRACT:
        text = text.replace(word, "、")
    for match in _JAPANESE.finditer(text):
        run, after = match["run"], match["after"]
        if len(run) < RUN_MIN or (after and (not after.startswith(_NOMINAL) or after.startswith(_VERBAL))):
            continue
        yield run


def _chinese(text: str) -> Iterator[str]:
    for word in CHINESE_ABSTRACT:
        text = text.replace(word, "，")
    for run in _CHINESE.findall(text):
        yield from (piece for piece in _SMALL.split(run) if len(piece) >= RUN_MIN)


def _korean(text: str) -> Iterator[str]:
    for match in _KOREAN.finditer(text):
        word = match.group()
        last = _SENTENCE_END.match(text[match.end() :].lstrip()) is not None
        if len(word) >= RUN_MIN and not last and not any(word.startswith(known) for known in KOREAN_ABSTRACT):
            yield word[:RUN_MIN]


def _stands(run: str, spoken: str) -> bool:
    """Whether a run is made of pieces that were said: "上海银行" of "上海" and "银行"; one sign alone is no piece."""
    at = 0
    alone = 0
    while at < len(run):
        size = next((size for size in range(len(run) - at, 1, -1) if run[at : at + size] in spoken), 0)
        alone = 0 if size else alone + 1
        if alone >= RUN_MIN or (alone and run[at] not in spoken and len(run) <= RUN_MIN):
            return False
        at += size or 1
    return True

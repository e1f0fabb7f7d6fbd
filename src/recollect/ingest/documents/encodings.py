"""In which encoding a text without a mark was written.

Texts in Latin letters are nearly all ASCII, and the few other bytes are letters in every encoding of the family: what
tells them apart is that one language must have all of them. "señor" is Spanish in cp1252 and no language in cp1250,
where it reads "seńor" beside an "ü". Of other scripts most bytes are not ASCII, and how often pairs of signs follow
each other decides; that is charset-normalizer's work, among the encodings that people use.
"""

from __future__ import annotations

import codecs
import re

SAMPLE = 65_536
LATIN_HIGH_MAX = 0.5
"""A text in Latin letters has fewer other bytes than this, of its letters."""
LATIN_MIN = 0.7
"""One language must have this share of the letters beside a to z."""
KANA_MIN = 0.15
WESTERN = "cp1252"
_LETTERS = {
    WESTERN: (
        "àâæçéèêëîïôœùûüÿ", "áéíñóúüªº", "áâãàçéêíóôõúü", "äöüßé", "åäöéü", "æøåéäö", "àèéìíòóùú", "àçèéíïòóúü",
        "áàèéëêïóöü", "áéíóúýþæðö", "áéíóú",
    ),
    "cp1250": (
        "ąćęłńóśźż", "áčďéěíňóřšťúůýžö", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž", "äöüßé",
    ),
    "cp1254": ("çğıöşüâîûi̇",),
    "cp1257": ("ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž"),
}  # fmt: skip
"""Encoding -> what its languages have beside a to z, a language each. Of equals the first is taken."""
_OTHER_SCRIPTS = (
    "cp1251", "koi8_r", "cp1253", "cp1255", "cp1256", "shift_jis", "cp932", "euc_jp", "iso2022_jp", "gb18030",
    "big5", "cp949", "cp866",
)  # fmt: skip
_ASCII_LETTER = re.compile(rb"[A-Za-z]")
_HIGH = re.compile(rb"[\x80-\xff]")
_KANA = re.compile("[\u3041-\u30ff]")
_INSIDE = re.compile(r"(?<=[^\W\d_])[^\w\s'’\-‑–—./·&@,:;!?(){}\[\]\"“”…«»](?=[^\W\d_])")
"""A sign in the middle of a word."""


def guess(data: bytes) -> str:
    """The likeliest encoding of bytes that are no UTF-8."""
    sample = data[:SAMPLE]
    high, plain = len(_HIGH.findall(sample)), len(_ASCII_LETTER.findall(sample))
    shares = {name: _share(sample, name) for name in _LETTERS}
    best = max(shares, key=lambda name: shares[name])
    if high < LATIN_HIGH_MAX * (high + plain) and shares[best] >= LATIN_MIN:
        return best
    return _by_pairs(sample) or best


def _share(sample: bytes, encoding: str) -> float:
    """How many of the letters beside a to z the one language has that has most of them; 0: it cannot be that."""
    try:
        text = sample.decode(encoding).lower()
    except UnicodeDecodeError:
        return 0.0
    letters = [letter for letter in text if letter > "\x7f" and letter.isalpha()]
    odd = len(_INSIDE.findall(text))
    best = max(sum(letter in language for letter in letters) for language in _LETTERS[encoding])
    return best / (len(letters) + odd) if letters or odd else 1.0


def _by_pairs(sample: bytes) -> str | None:
    try:
        from charset_normalizer import from_bytes
    except ModuleNotFoundError:
        return None
    if _is_euc_japanese(sample):  # else taken for Korean
        return "euc_jp"
    best = from_bytes(sample, cp_isolation=list(_OTHER_SCRIPTS)).best()
    return None if best is None else best.encoding


def _is_euc_japanese(sample: bytes) -> bool:
    try:
        text = codecs.getincrementaldecoder("euc_jp")().decode(sample)  # it may end amid a sign
    except UnicodeDecodeError:
        return False
    return len(_KANA.findall(text)) > KANA_MIN * len(text)

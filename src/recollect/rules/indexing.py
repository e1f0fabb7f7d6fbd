"""What is indexed for an item: its terms, its length and a few facts about its text as bit flags.

Called once when a text is written. Ranking later reads the flags and the postings as arrays and never sees the text
again, so everything ranking wants to know about a text must be said here. What is asked is understood elsewhere
(`recollect.read.plan`); both use the analyser of `recollect.rules.text`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from recollect.rules import text as analysis

if TYPE_CHECKING:
    from datetime import datetime

IS_QUESTION: Final = 1
"""The text ends with a question, or is one."""
HAS_NUMBER: Final = 2
HAS_DATE: Final = 4
"""A month, weekday, year, clock time or a relative day ("yesterday") is named."""
PREFERENCE_CUE: Final = 8
"""Somebody says what they like, avoid or want: "I prefer", "my favourite", "can't stand"."""
INSTRUCTION_CUE: Final = 16
"""A standing order: "always", "from now on", "make sure"."""
FIRST_PERSON: Final = 32
UPDATE_CUE: Final = 64
"""A value replaces another: "now", "no longer", "changed", "instead"."""
HAS_CODE: Final = 128
HAS_NAME: Final = 256
"""A capitalised word that does not begin a sentence."""

SECOND_PERSON: Final = 512

FLAGS: Final = {
    "question": IS_QUESTION,
    "number": HAS_NUMBER,
    "date": HAS_DATE,
    "preference": PREFERENCE_CUE,
    "instruction": INSTRUCTION_CUE,
    "first_person": FIRST_PERSON,
    "update": UPDATE_CUE,
    "code": HAS_CODE,
    "name": HAS_NAME,
}

SCAN_CHARS_MAX: Final = 20_000
"""Cues are looked for in this much of a text; longer texts are chunked before they come here."""

_MONTHS: Final = (
    "January February March April May June July August September October November December".split()
)
_DATE: Final = re.compile(
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|tomorrow|tonight|last (?:week|month|year|night|summer|winter"
    r"|spring|fall|autumn)|next (?:week|month|year)|(?:19|20)\d\d|\d{1,2}(?::\d\d| ?[ap]m)\b"
    r"|(?:days?|weeks?|months?|years?) ago)\b|\bMay \d|\bin May\b",
    re.IGNORECASE,
)
_PREFERENCE: Final = re.compile(
    r"\b(?:prefer|preferred|preferably|favou?rite|i (?:really |also |absolutely )?(?:like|love|enjoy|hate|dislike|adore)"
    r"|i(?:'m| am) (?:a (?:big |huge )?fan|allergic|into|keen|interested|not a fan|vegan|vegetarian)|fond of|can't stand"
    r"|i(?:'d| would) (?:rather|prefer|like|love)|i (?:avoid|value|want|need)|i don't (?:like|want|enjoy)"
    r"|i(?:'m| am) (?:trying|looking|hoping|aiming) to|interested in|important to me)\b",
    re.IGNORECASE,
)
_INSTRUCTION: Final = re.compile(
    r"\b(?:always|never|from now on|make sure|please (?:use|include|provide|keep|remember|avoid|don't|do not)|remember to"
    r"|when(?:ever)? i ask|going forward|in future|i want you to|don't forget)\b",
    re.IGNORECASE,
)
_UPDATE: Final = re.compile(
    r"\b(?:now|no longer|anymore|instead|changed|updated?|switched|moved|actually|recently|increased|decreased|reduced"
    r"|rescheduled|postponed|extended|improved|revised|corrected|used to|just (?:got|started|bought|finished)|new)\b",
    re.IGNORECASE,
)
_FIRST_PERSON: Final = re.compile(r"\b(?:I|I'm|I've|I'd|I'll|my|My|me|we|We|our|Our|mine|im|Im)\b")
_SECOND_PERSON: Final = re.compile(r"\b(?:you|your|You|Your|yours|you're|You're|u|ur)\b")
_DIGIT: Final = re.compile(r"\d")
_NUMBER_WORD: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand"
    r"|million|dozen|twice|couple|several)\b",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")
_CODE: Final = re.compile(r"```|\w\(\)|[{};]\s*\n|\bdef \w|\bimport \w|=>|</\w")


@dataclass(frozen=True, kw_only=True, slots=True)
class Indexed:
    """The index entry of one text."""

    terms: dict[str, int]
    """Term to number of occurrences."""
    length: int
    """Number of terms, repetitions included; BM25's document length."""
    flags: int
    """Sum of the bits above."""


def index(
    content: str,
    *,
    speaker: str | None,
    occurred_at: datetime | None,
    key: str | None = None,
) -> Indexed:
    """The entry for `content`. Speaker, date and key are searchable words, but do not make the text longer."""
    analyser = analysis.default_analyser()
    found = analyser.terms(content)
    terms = Counter(found)
    for extra in (speaker, key, date_words(occurred_at)):
        if extra:
            for term in set(analyser.terms(extra)):
                terms[term] += 1
    return Indexed(terms=dict(terms), length=len(found), flags=flags(content))


def date_words(occurred_at: datetime | None) -> str:
    """The words a person would use for the day: "8 May 2023"."""
    if occurred_at is None:
        return ""
    return f"{occurred_at.day} {_MONTHS[occurred_at.month - 1]} {occurred_at.year}"


def flags(content: str) -> int:
    """The bit flags of a text."""
    seen = content[:SCAN_CHARS_MAX]
    if "’" in seen:
        seen = seen.replace("’", "'")
    bits = 0
    if seen.rstrip(" \n\"')]}").endswith(("?", "？")) or "? ->" in seen[-40:]:
        bits |= IS_QUESTION
    if _DIGIT.search(seen) or _NUMBER_WORD.search(seen):
        bits |= HAS_NUMBER
    for pattern, bit in (
        (_DATE, HAS_DATE),
        (_PREFERENCE, PREFERENCE_CUE),
        (_INSTRUCTION, INSTRUCTION_CUE),
        (_FIRST_PERSON, FIRST_PERSON),
        (_UPDATE, UPDATE_CUE),
        (_CODE, HAS_CODE),
        (_NAME, HAS_NAME),
        (_SECOND_PERSON, SECOND_PERSON),
    ):
        if pattern.search(seen):
            bits |= bit
    return bits


def embedding_text(content: str, *, speaker: str | None, occurred_at: datetime | None) -> str:
    """What the embedder is given: the text alone.

    Speaker and date are left out because names pull every turn of a speaker together; they are matched as words.
    """
    return content

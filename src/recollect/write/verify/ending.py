"""What a statement says is over: the thing right after the word that ends it, "left Acme", "quit the gym at Acme"."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Final

from recollect.rules.lexicon import change
from recollect.rules.lexicon.change import ENDING
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_LEADS_ON: Final = frozenset(
    """the a an my our your his her their its job jobs position post role work working using going doing playing taking
    with up rid of from as at in to being""".split()
)
"""Words between an ending and what it ends."""
_STOPS: Final = frozenset(
    "at in on from for because with to by when since after before until and but last this next".split()
)
"""Words after which something else is spoken of."""
_BEFORE: Final = 3
"""Words before an ending among which it may be denied."""
_TODAY: Final = frozenset("early late today tonight yesterday home weekend trip holiday holidays noon midnight".split())
"""Who leaves so comes back."""
YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")


def ended(statement: Statement) -> frozenset[str]:
    """Forms and stems of what is over; empty when nothing is, or only for a while."""
    return frozenset(form for word in ended_words(statement) for form in (word.form, word.stem, word.concept))


def ended_words(statement: Statement) -> tuple[Word, ...]:
    """The words of what is over."""
    if "end" not in statement.cues or any(amount.dimension == "clock" for amount in statement.quantities):
        return ()
    if not statement.forms.isdisjoint(_TODAY):
        return ()
    words = statement.words
    for place, word in enumerate(words):
        before = words[max(0, place - _BEFORE) : place]
        after = words[place + 1 :]
        unrenewed = word.form in _RENEWING and any(_denies(other) for other in before)
        parted = word.form in _WITH_PARTICLE and bool(after) and after[0].form in _WITH_PARTICLE[word.form]
        if unrenewed or ((word.form in ENDING or parted) and not any(_denies(other) for other in before)):
            on_the_way = word.form.startswith("stop") and after and after[0].form in _STOPS  # "stopped at a shop"
            return () if on_the_way else _object(after[1:] if parted else after)
    return ()


_WITH_PARTICLE: Final = {
    "give": ("up",), "giving": ("up",), "drop": ("out",), "dropped": ("out",), "pull": ("out",), "pulled": ("out",),
    "back": ("out",), "backed": ("out",), "get": ("rid",), "got": ("rid",),
}  # fmt: skip
"""Verbs that end something with a word after them: "had to give up the choir"."""
_RENEWING: Final = frozenset("renew renewed renewing".split())
"""Denied, an ending: "didn't renew the parking permit"."""


def ends_beside(statement: Statement, known: Set[int]) -> bool:
    """Whether what is over only has something known before it: who sells the Fiat trailer keeps the Fiat."""
    over = ended_words(statement)
    return bool(over) and over[-1].place not in known and over[0].place - 1 in known


def before(old: Statement, new: Statement) -> bool:
    """Whether the new one tells of a year before the one the old one names."""
    years = [[int(year) for year in YEAR.findall(one.text)] for one in (old, new)]
    return bool(years[0] and years[1]) and max(years[1]) < max(years[0])


def long_ago(statement: Statement) -> bool:
    """Whether it tells of a time that is named and over: a year, "ago", "was". "Since 2020" still holds."""
    if "since" in statement.forms or "now" in statement.forms:
        return False
    return "past" in statement.cues or "ago" in statement.forms or bool(YEAR.search(statement.text))


def _denies(word: Word) -> bool:
    return word.form in change.NEGATION or word.form.endswith(("n't", "n’t"))


def _object(words: tuple[Word, ...]) -> tuple[Word, ...]:
    found: list[Word] = []
    for word in words:
        if not found and (word.form in _LEADS_ON or word.filler):
            continue
        if word.form in _STOPS or (found and (word.filler or word.clause != found[0].clause)):
            break
        if found and found[-1].name and not word.name:
            found.clear()  # a "Honda dealer" is no Honda
        found.append(word)
    return tuple(found)

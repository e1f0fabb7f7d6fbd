"""A plain relevance score over a record's text, key and metadata, for the strategy that ranks without an index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from typing import Any

from recollect.rules.text import STOP_WORDS

_WORD = re.compile(r"\w+")
DEPTH_MAX = 20
"""Metadata that is nested deeper is not looked into."""


def relevance(query: str, content: str, key: str | None, metadata: Mapping[str, Any]) -> float:
    """Share of the query's words found anywhere in the record. Worked: "likes tea" in "Ana likes coffee" is 0.5."""
    words = set(_WORD.findall(query.casefold()))
    if not words:
        return 0.0
    text = " ".join((content, key or "", *_values(metadata))).casefold()
    return sum(word in text for word in words) / len(words)


def telling(query: str) -> frozenset[str]:
    """The words of a question by which metadata may be found: no small ones, and no numbers, for many have a date."""
    words = _WORD.findall(query.casefold())
    return frozenset(word for word in words if not word.isdecimal() and word not in STOP_WORDS)


def mentions(words: Set[str], metadata: Mapping[str, Any]) -> bool:
    """Whether one of these words is a whole word of its values."""
    return any(not words.isdisjoint(_WORD.findall(value.casefold())) for value in _values(metadata))


def _values(metadata: Any, depth: int = 0) -> Iterator[str]:
    """What it says, as texts; not the names it says it under: "cat" is not in `{"category": "pets"}`."""
    if isinstance(metadata, Mapping | list | tuple):
        for value in metadata.values() if isinstance(metadata, Mapping) else metadata:
            if depth < DEPTH_MAX:
                yield from _values(value, depth + 1)
    elif metadata is not None:
        yield str(metadata)

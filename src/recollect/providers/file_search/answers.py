"""What the program prints, read: a list of JSON objects, perhaps with other lines around it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from recollect.errors import FileSearchFailed

STARTS_MAX = 50
"""Places where a list may begin that are tried."""
ROWS_MAX = 1000
_HEADER = re.compile(r"^@@ -(\d{1,9}),(\d{1,9}) @@[^\n]*\n?")
_NOTHING = re.compile(r"^\W*(?:(?:warn(?:ing)?|info|qmd)\W+)*no results found\W*$", re.IGNORECASE | re.MULTILINE)
_UNSUPPORTED = re.compile(
    r"(unknown|unsupported|unrecogni[sz]ed|unexpected|invalid)\s+(option|flag|argument|command|mode)", re.IGNORECASE
)
_NO_COLLECTION = re.compile(
    r"(collection\W+\S*\s*(was )?not found|no such collection|unknown collection)", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True)
class Row:
    """One passage, in the program's words."""

    file: str
    collection: str | None
    score: float
    snippet: str
    start_line: int
    end_line: int


def rows(out: str, err: str) -> list[Row]:
    """What was found; `FileSearchFailed` when it cannot be read."""
    found = _list(out)
    if found is None:
        if _NOTHING.search(out) or (not out.strip() and _NOTHING.search(err)):
            return []
        raise FileSearchFailed(
            "qmd answered with something that is not JSON; is it the program that searches Markdown?"
        )
    return [_row(one) for one in found[:ROWS_MAX]]


def says_unsupported(text: str) -> bool:
    """Whether a complaint is about an option or command that this version does not know."""
    return _UNSUPPORTED.search(text) is not None


def says_no_collection(text: str) -> bool:
    return _NO_COLLECTION.search(text) is not None


def says_there_already(text: str) -> bool:
    return "already exists" in text.lower()


def _list(text: str) -> Sequence[Mapping[str, Any]] | None:
    """The first list of objects in a text; models log to the same stream, also in brackets."""
    decoder = json.JSONDecoder()
    at = text.find("[")
    for _ in range(STARTS_MAX):
        if at < 0:
            return None
        try:
            value, _end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, list) and all(isinstance(one, dict) for one in value):
            return value
        at = text.find("[", at + 1)
    return None


def _row(one: Mapping[str, Any]) -> Row:
    file = one.get("file") or one.get("path")
    if not isinstance(file, str):
        raise FileSearchFailed("qmd answered with a result without a file; see qmd_command")
    collection = one.get("collection")
    snippet = one.get("snippet") or one.get("body") or ""
    snippet = snippet if isinstance(snippet, str) else ""
    header = _HEADER.match(snippet)
    if header is not None:
        snippet, start = snippet[header.end() :], int(header[1])
    else:
        line = one.get("line")
        start = line if isinstance(line, int) else 1
    lines = snippet.split("\n")
    blank = next((at for at, text in enumerate(lines) if text.strip()), 0)
    snippet = "\n".join(lines[blank:]).rstrip()
    start = max(1, start) + blank
    return Row(
        file=file,
        collection=collection if isinstance(collection, str) else None,
        score=_score(one.get("score")),
        snippet=snippet,
        start_line=start,
        end_line=start + snippet.count("\n"),
    )


def _score(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # the last: not a number
        return 0.0
    return float(min(1.0, max(0.0, value)))

"""How well a turn becomes memories: labelled turns against the texts that were stored for them.

A row of the data has `messages` (one user turn, sometimes after an assistant turn), `expect` (the memories a careful
person would store, each with the lower-case words any acceptable text contains) and `forbid` (lower-case words that no
stored text may contain). This file reads rows and counts; who stores is the caller's affair, so that the same counting
serves the engine (`Memory.add(messages, wait=True).memories`) and a bare extractor.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from recollect.errors import InvalidInput

ROWS_MAX: Final = 100_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Expected:
    """One memory that should be stored."""

    content: str
    kind: str
    must_include: tuple[str, ...]
    polarity: str | None = None
    """ "positive" or "negative", for preferences."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """One labelled turn."""

    id: str
    messages: tuple[Mapping[str, str], ...]
    expect: tuple[Expected, ...]
    forbid: tuple[str, ...]
    tag: str
    lang: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Stored:
    """One memory that was stored; `polarity` -1 denies, 1 affirms, None when the store does not say."""

    content: str
    kind: str
    polarity: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Share:
    """So many of so many."""

    hits: int = 0
    total: int = 0

    @property
    def value(self) -> float:
        """hits / total; 0 when there is nothing to count."""
        return self.hits / self.total if self.total else 0.0

    def plus(self, hit: bool) -> Share:
        return Share(hits=self.hits + hit, total=self.total + 1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """One run over labelled turns."""

    turns: int
    recall: Share
    """Expected memories met by a stored one."""
    forbidden: Share
    """Turns with a stored text that holds a forbidden string."""
    empty_stored: Share
    """Turns with nothing to store for which something was stored."""
    kinds: Share
    """Met memories whose kind is the expected one."""
    needless: Share
    """Stored memories that meet nothing expected."""
    by_tag: Mapping[str, Share]
    by_lang: Mapping[str, Share]
    misses: tuple[tuple[str, str], ...]
    """(turn id, content) of each expected memory that was not met."""


def load(path: str | Path) -> list[Turn]:
    """The labelled turns of a JSON Lines file."""
    turns: list[Turn] = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines()[:ROWS_MAX], start=1):
        if not line.strip():
            continue
        try:
            turns.append(_turn(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InvalidInput(f"{path}, line {number}: not a labelled turn ({error})") from error
    return turns


def _turn(row: Mapping[str, Any]) -> Turn:
    expect = tuple(
        Expected(
            content=entry["content"],
            kind=entry["kind"],
            must_include=tuple(word.lower() for word in entry["must_include"]),
            polarity=entry.get("polarity"),
        )
        for entry in row["expect"]
    )
    return Turn(
        id=row["id"],
        messages=tuple(row["messages"]),
        expect=expect,
        forbid=tuple(word.lower() for word in row.get("forbid", ())),
        tag=row.get("tag", ""),
        lang=row.get("lang", ""),
    )


def meets(stored: Stored, expected: Expected) -> bool:
    """Whether a stored memory holds all the words of an expected one and, for a preference, its polarity."""
    low = stored.content.lower()
    if not all(word in low for word in expected.must_include):
        return False
    if expected.polarity is None or stored.polarity is None:
        return True
    return (stored.polarity < 0) == (expected.polarity == "negative")


def run(turns: Sequence[Turn], store: Callable[[Turn], Sequence[Stored]]) -> Report:
    """Stores each turn with `store` and counts."""
    return count((turn, store(turn)) for turn in turns)


def count(pairs: Iterable[tuple[Turn, Sequence[Stored]]]) -> Report:
    """The report over pairs of a turn and what was stored for it."""
    turns = 0
    recall = forbidden = empty = kinds = needless = Share()
    by_tag: dict[str, Share] = defaultdict(Share)
    by_lang: dict[str, Share] = defaultdict(Share)
    misses: list[tuple[str, str]] = []
    for turn, stored in pairs:
        turns += 1
        for expected in turn.expect:
            met = [memory for memory in stored if meets(memory, expected)]
            recall = recall.plus(bool(met))
            by_tag[turn.tag] = by_tag[turn.tag].plus(bool(met))
            by_lang[turn.lang] = by_lang[turn.lang].plus(bool(met))
            if met:
                kinds = kinds.plus(any(memory.kind == expected.kind for memory in met))
            else:
                misses.append((turn.id, expected.content))
        texts = [memory.content.lower() for memory in stored]
        forbidden = forbidden.plus(any(word in text for word in turn.forbid for text in texts))
        if not turn.expect:
            empty = empty.plus(bool(stored))
        for memory in stored:
            needless = needless.plus(not any(meets(memory, expected) for expected in turn.expect))
    return Report(
        turns=turns,
        recall=recall,
        forbidden=forbidden,
        empty_stored=empty,
        kinds=kinds,
        needless=needless,
        by_tag=dict(by_tag),
        by_lang=dict(by_lang),
        misses=tuple(misses),
    )

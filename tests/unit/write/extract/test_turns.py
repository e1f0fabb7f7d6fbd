"""Recall, forbidden strings and empty turns over the hand-written turns beside this file, with no language model."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from recollect.evals.extraction import Report, Stored, Turn, count, load
from recollect.write.extract.rules import extract

TURNS = Path(__file__).parent / "turns.jsonl"
AT = datetime(2025, 5, 15, tzinfo=UTC)


def stored(turn: Turn) -> list[Stored]:
    *earlier, said = turn.messages
    before = earlier[-1]["content"] if earlier else None
    claims = extract(said["content"], speaker=None, at=AT, before=before)
    return [Stored(content=claim.content, kind=claim.kind, polarity=claim.polarity) for claim in claims]


@cache
def report(lang: str = "") -> Report:
    return count((turn, stored(turn)) for turn in load(TURNS) if not lang or turn.lang == lang)


def test_nearly_all_that_is_worth_keeping_is_found() -> None:
    assert report().turns > 300
    assert report().recall.value >= 0.97, report().misses


def test_what_must_not_be_stored_is_not() -> None:
    assert report().forbidden.value <= 0.01
    assert report().empty_stored.value <= 0.03


def test_little_is_stored_that_nobody_asked_for_and_kinds_are_mostly_right() -> None:
    assert report().needless.value <= 0.10
    assert report().kinds.value >= 0.90


@pytest.mark.parametrize("lang", ["en", "es", "de", "fr", "pt", "zh", "ja", "hi"])
def test_every_language_is_read(lang: str) -> None:
    assert report(lang).recall.value >= 0.90, report(lang).misses
    assert report(lang).forbidden.hits == 0

"""Counting over labelled turns, by hand-counted examples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from recollect.errors import InvalidInput
from recollect.evals.extraction import Expected, Share, Stored, Turn, load, meets, run

LIKES = Expected(content="Likes tea", kind="preference", must_include=("tea",), polarity="positive")
LIVES = Expected(content="Lives in Rome", kind="fact", must_include=("live", "rome"))


def turn(name: str, expect: tuple[Expected, ...], forbid: tuple[str, ...] = ()) -> Turn:
    return Turn(
        id=name, messages=({"role": "user", "content": name},), expect=expect, forbid=forbid, tag="t", lang="en"
    )


@pytest.mark.parametrize(
    "stored, met",
    [
        (Stored(content="User likes Tea", kind="preference", polarity=1), True),
        (Stored(content="User likes tea", kind="note"), True),
        (Stored(content="User doesn't like tea", kind="preference", polarity=-1), False),
        (Stored(content="User likes coffee", kind="preference", polarity=1), False),
    ],
)
def test_a_memory_meets_an_entry_with_its_words_and_its_polarity(stored: Stored, met: bool) -> None:
    assert meets(stored, LIKES) is met


def test_everything_is_counted_once() -> None:
    kept = {
        "a": [Stored(content="User lives in Rome and likes tea", kind="fact", polarity=1)],
        "b": [Stored(content="User said hello", kind="note")],
        "c": [],
    }
    turns = [turn("a", (LIKES, LIVES)), turn("b", (), ("hello",)), turn("c", (LIVES,))]
    report = run(turns, lambda one: kept[one.id])
    assert report.turns == 3
    assert report.recall == Share(hits=2, total=3)
    assert report.forbidden == Share(hits=1, total=3)
    assert report.empty_stored == Share(hits=1, total=1)
    assert report.kinds == Share(hits=1, total=2)
    assert report.needless == Share(hits=1, total=2)
    assert report.by_lang["en"].value == pytest.approx(2 / 3)
    assert report.misses == (("c", "Lives in Rome"),)


def test_rows_are_read_and_a_broken_one_is_named(tmp_path: Path) -> None:
    row = {
        "id": "1",
        "messages": [],
        "expect": [{"content": "x", "kind": "fact", "must_include": ["X"]}],
        "forbid": ["Y"],
    }
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text(json.dumps(row) + "\n\n", encoding="utf-8")
    bad.write_text(json.dumps(row) + "\n{}\n", encoding="utf-8")
    (read,) = load(good)
    assert (read.expect[0].must_include, read.forbid, read.tag) == (("x",), ("y",), "")
    with pytest.raises(InvalidInput, match="line 2"):
        load(bad)

"""A contestant gets so long for each step, and what it did by then counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from recollect.evals.speed import contest
from recollect.evals.speed.contest import Plan, Result, Times, measure
from recollect.evals.speed.report import _measures
from recollect.evals.speed.show import _cell

SIZES = (100, 1_000, 3_000)


class Timer:
    """Time that passes only when a system works."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def perf_counter(self) -> float:
        return self.now_s

    process_time = perf_counter


class Slow:
    """Takes a given time for each item."""

    def __init__(self, timer: Timer, *, add_s: float = 0.0, load_s: float = 0.0, search_s: float = 0.0) -> None:
        self._timer = timer
        self._add_s, self._load_s, self._search_s = add_s, load_s, search_s

    def add(self, text: str, user: str) -> None:
        self._timer.now_s += self._add_s + 1e-6

    def add_batch(self, texts: Sequence[str], user: str) -> None:
        self._timer.now_s += self._add_s * len(texts) + 1e-6

    def load(self, texts: Sequence[str], user: str) -> None:
        self._timer.now_s += self._load_s * len(texts)

    def settle(self) -> None:
        pass

    def search(self, query: str, user: str, k: int) -> list[str]:
        self._timer.now_s += self._search_s
        return []

    def close(self) -> None:
        pass


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    return np.zeros((len(texts), 1), dtype=np.float32)


def measured(monkeypatch: pytest.MonkeyPatch, folder: Path, **times: float) -> Result:
    timer = Timer()
    monkeypatch.setattr(contest, "time", timer)
    monkeypatch.setattr(contest, "BATCH", 100)
    monkeypatch.setattr(contest, "SETTLED_SIZE", SIZES[1])
    result = Result(system="slow", version="slow 1", hybrid=False)
    plan = Plan(sizes=SIZES, singles=20, queries=4, repeats=1, step_s=10.0)
    measure(result, lambda where, given: Slow(timer, **times), folder, plan, embed, folder / "out.json")
    assert Result.from_json((folder / "out.json").read_text()) == result
    return result


def test_who_is_quick_does_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result = measured(monkeypatch, tmp_path)
    assert set(result.search) == set(SIZES)
    assert (result.batch_items, result.add and result.add.n, result.stopped) == (900, 20, "")


def test_slow_adds_are_cut_short_and_their_number_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result = measured(monkeypatch, tmp_path, add_s=1.0)
    assert (result.batch_items, result.add and result.add.n) == (100, 10)
    assert result.batch_items_s == pytest.approx(1.0, rel=0.01)
    assert set(result.search) == set(SIZES)
    assert result.stopped == ""


def test_who_cannot_be_filled_up_is_shown_at_the_sizes_reached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result = measured(monkeypatch, tmp_path, load_s=0.1)
    assert set(result.search) == {100, 1_000}
    assert result.stopped == "stopped at 1,400 items: filling up to 3,000 took too long"


def test_who_never_gets_to_the_settled_size_still_shows_single_adds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    result = measured(monkeypatch, tmp_path, add_s=0.5, load_s=1.0)
    assert result.stopped == "stopped at 300 items: filling up to 1,000 took too long"
    assert result.add is not None
    assert result.add.n == 20


def test_slow_searches_are_cut_short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result = measured(monkeypatch, tmp_path, search_s=6.0)
    assert {size: times.n for size, times in result.search.items()} == dict.fromkeys(SIZES, 2)
    assert result.search[100].p50_s == pytest.approx(6.0)


def test_the_table_tells_how_many_where_others_did_more() -> None:
    own = Result(system="recollect", version="1", hybrid=True, add=Times(p50_s=1, p95_s=1, n=200), batch_items=9_000)
    own.batch_items_s = 9_000.0
    slow = Result(system="slow", version="1", hybrid=False, add=Times(p50_s=2, p95_s=2, n=17), batch_items=1_000)
    slow.batch_items_s = 90.0
    rows = {(row.measure, row.system): row for group in _measures([own, slow]) for row in group}
    assert {key: row.n for key, row in rows.items() if row.n is not None} == {
        ("add p50", "slow"): 17,
        ("batch add", "slow"): 1_000,
    }
    assert "n=17" in _cell(rows["add p50", "slow"])
    assert "n=" not in _cell(rows["add p50", "recollect"])

"""Bars and rows follow from the numbers."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from recollect.evals.speed.against import Adding, Beside, Searching
from recollect.evals.speed.contest import Result, Times
from recollect.evals.speed.learning import LearningCost
from recollect.evals.speed.report import SpeedReport
from recollect.evals.speed.start import Start


def ms(p50: float) -> Times:
    return Times(p50_s=p50 / 1e3, p95_s=2 * p50 / 1e3, n=10)


def result(system: str, *, add: float, batch: float, search: dict[int, float], hybrid: bool) -> Result:
    return Result(
        system=system,
        version=f"{system} 1",
        hybrid=hybrid,
        add=ms(add),
        batch_items_s=batch,
        search={size: ms(value) for size, value in search.items()},
    )


OWN = result("recollect", add=1, batch=6000, search={1000: 1, 100_000: 10}, hybrid=True)
REPORT = SpeedReport(
    results=[OWN],
    adding=Adding(
        size=10_000,
        add=ms(1),
        embed=ms(0.2),
        raw_insert=ms(0.4),
        batch_items_s=6000,
        words_items_s=9000,
        raw_batch_items_s=20_000,
    ),
    searching=Searching(
        size=100_000, search=ms(10), search_again=ms(9), postings=ms(1), product=ms(5), full_text=ms(8)
    ),
    beside=Beside(size=10_000, foreign=1_000_000, before=ms(2), after=ms(2.2)),
    start=Start(size=10_000, import_s=0.05, first_search_s=0.6),
    learning=LearningCost(turns=200, plain_ms=0.8, learned_ms=3.8),
)


def verdicts(report: SpeedReport) -> dict[str, bool]:
    return {bar.name: bar.passed for bar in report.bars}


def test_numbers_within_the_limits_pass() -> None:
    assert len(REPORT.bars) == 6
    assert REPORT.passed


@pytest.mark.parametrize(
    "changed, failing",
    [
        ({"start": replace(REPORT.start, import_s=0.4)}, "import recollect"),
        ({"beside": replace(REPORT.beside, after=ms(2.7))}, "search in 10,000 with 1,000,000 foreign items beside"),
        (
            {"learning": replace(REPORT.learning, learned_ms=5.9)},
            "learning from a turn, processor time on top of storing it",
        ),
        ({"adding": replace(REPORT.adding, words_items_s=4999)}, "batch add without embedding"),
        ({"adding": replace(REPORT.adding, add=ms(1.9))}, "single add against raw insert + embedding"),
        (
            {"searching": replace(REPORT.searching, search=ms(18.1))},
            "search in 100,000 against postings + matrix product",
        ),
    ],
)
def test_a_number_beyond_its_limit_fails_its_bar_alone(changed: dict[str, object], failing: str) -> None:
    report = replace(REPORT, **changed)
    assert [bar.name for bar in report.bars if not bar.passed] == [failing]


def test_a_peer_that_is_faster_fails_the_bar() -> None:
    slower = result("slow", add=3, batch=1000, search={1000: 5, 100_000: 50}, hybrid=True)
    faster = result("fast", add=0.5, batch=9000, search={1000: 0.5, 100_000: 1}, hybrid=False)
    found = verdicts(replace(REPORT, results=[OWN, slower, faster]))
    assert all(passed for name, passed in found.items() if "slow" in name)
    assert not any(passed for name, passed in found.items() if "fast " in f"{name} " and "as fast as fast" in name)


def test_at_the_largest_size_only_systems_that_search_words_too_are_rivals() -> None:
    vectors_only = result("vectors", add=3, batch=1000, search={1000: 5, 100_000: 1}, hybrid=False)
    names = verdicts(replace(REPORT, results=[OWN, vectors_only]))
    assert not any(name.startswith("search in 100,000, times") for name in names)


def test_a_peer_that_could_not_be_measured_is_no_rival() -> None:
    failed = Result(system="gone", version="gone", hybrid=True, error="not installed")
    assert replace(REPORT, results=[OWN, failed]).bars == REPORT.bars


def test_rows_say_how_many_times_ours_a_number_is() -> None:
    peer = result("peer", add=3, batch=2000, search={1000: 4}, hybrid=True)
    rows = {(row.measure, row.system): row for row in replace(REPORT, results=[OWN, peer]).rows}
    assert rows["add p50", "peer"].ratio == pytest.approx(3)
    assert rows["batch add", "peer"].ratio == pytest.approx(3)
    assert rows["search in 1,000 p50", "peer"].ratio == pytest.approx(4)


def test_a_report_is_json() -> None:
    report = json.loads(REPORT.to_json())
    assert report["rows"]
    assert all(bar["passed"] for bar in report["bars"])


def test_a_result_survives_its_way_between_processes() -> None:
    assert Result.from_json(OWN.to_json()) == OWN

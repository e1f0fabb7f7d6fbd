"""The results of a speed run as rows and as bars: what was measured, what it is compared with, and the verdict."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace

from recollect.evals.speed.against import Adding, Beside, Searching
from recollect.evals.speed.contest import Result, Times
from recollect.evals.speed.contestant import NAME
from recollect.evals.speed.learning import LearningCost
from recollect.evals.speed.start import Start

SEARCH_LIMIT = 3.0
ADD_LIMIT = 3.0
BATCH_ITEMS_S = 5_000
FOREIGN_LIMIT = 1.3
IMPORT_S = 0.3
LEARNING_MS = 5.0
HYBRID_ONLY_FROM = 100_000
"""From this many items on, only systems that search words and vectors together are rivals."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One number: of whom, what, and how many times ours it is (1: ours; 2: twice as long, or half as fast)."""

    measure: str
    system: str
    value: float
    unit: str
    ratio: float | None = None
    n: int | None = None
    """Of how many; told where a system was given less time than it needed for all."""


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A promise and whether it is kept."""

    name: str
    value: float
    limit: float
    unit: str
    passed: bool
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Machine:
    """Where it was measured, in general terms."""

    cores: int = field(default_factory=lambda: os.cpu_count() or 1)
    architecture: str = field(default_factory=platform.machine)
    python: str = field(default_factory=platform.python_version)


@dataclass(frozen=True, kw_only=True)
class SpeedReport:
    """Everything one run measured."""

    results: Sequence[Result]
    """Recollect first, then the peers."""
    adding: Adding
    searching: Searching
    beside: Beside
    start: Start
    learning: LearningCost
    machine: Machine = field(default_factory=Machine)

    @property
    def own(self) -> Result:
        return self.results[0]

    @property
    def peers(self) -> list[Result]:
        return [result for result in self.results[1:] if not result.error]

    @property
    def rows(self) -> list[Row]:
        """The side-by-side table, one row per measure and system."""
        return [row for measure in _measures(self.results) for row in measure]

    @property
    def bars(self) -> list[Bar]:
        return [*limit_bars(self), *peer_bars(self)]

    @property
    def passed(self) -> bool:
        return all(bar.passed for bar in self.bars)

    def to_json(self) -> str:
        whole = asdict(self) | {"rows": [asdict(row) for row in self.rows], "bars": [asdict(bar) for bar in self.bars]}
        return json.dumps(whole, indent=2)


def limit_bars(report: SpeedReport) -> list[Bar]:
    """Against the hardware."""
    adding, searching, beside = report.adding, report.searching, report.beside
    floor_s = searching.postings.p50_s + searching.product.p50_s
    add_floor_s = adding.raw_insert.p50_s + adding.embed.p50_s
    return [
        _at_most(
            f"search in {searching.size:,} against postings + matrix product",
            searching.search.p50_s / floor_s,
            SEARCH_LIMIT,
            "x",
            f"{_ms(searching.search)} against {searching.postings.p50_s * 1e3:.2f} + {_ms(searching.product)}",
        ),
        _at_most(
            "single add against raw insert + embedding",
            adding.add.p50_s / add_floor_s,
            ADD_LIMIT,
            "x",
            f"{_ms(adding.add)} against {adding.raw_insert.p50_s * 1e3:.2f} + {_ms(adding.embed)}",
        ),
        _at_least("batch add without embedding", adding.words_items_s, BATCH_ITEMS_S, "items/s"),
        _at_most(
            f"search in {beside.size:,} with {beside.foreign:,} foreign items beside",
            beside.after.p50_s / beside.before.p50_s,
            FOREIGN_LIMIT,
            "x",
            f"{_ms(beside.after)} against {_ms(beside.before)}",
        ),
        _at_most(
            "learning from a turn, processor time on top of storing it",
            report.learning.on_top_ms,
            LEARNING_MS,
            "ms",
            f"{report.learning.learned_ms:.2f} against {report.learning.plain_ms:.2f} ms",
        ),
        _at_most("import recollect", report.start.import_s, IMPORT_S, "s"),
    ]


def peer_bars(report: SpeedReport) -> list[Bar]:
    """Ahead of every peer: in adding, and in searching at each size."""
    own, bars = report.own, []
    for peer in report.peers:
        if own.add and peer.add:
            bars.append(_ahead("single add", peer, own.add, peer.add))
        if own.batch_items_s and peer.batch_items_s:
            ratio = own.batch_items_s / peer.batch_items_s
            detail = f"{own.batch_items_s:,.0f} against {peer.batch_items_s:,.0f} items/s"
            bars.append(_at_least(f"batch add, times as fast as {peer.system}", ratio, 1, "x", detail))
        for size, times in own.search.items():
            if size in peer.search and (peer.hybrid or size < HYBRID_ONLY_FROM):
                bars.append(_ahead(f"search in {size:,}", peer, times, peer.search[size]))
    return bars


def _ahead(name: str, peer: Result, own: Times, other: Times) -> Bar:
    detail = f"{_ms(own)} against {_ms(other)}"
    return _at_least(f"{name}, times as fast as {peer.system}", other.p50_s / own.p50_s, 1, "x", detail)


def _at_most(name: str, value: float, limit: float, unit: str, detail: str = "") -> Bar:
    return Bar(name=name, value=value, limit=limit, unit=unit, passed=value < limit, detail=detail)


def _at_least(name: str, value: float, limit: float, unit: str, detail: str = "") -> Bar:
    return Bar(name=name, value=value, limit=limit, unit=unit, passed=value >= limit, detail=detail)


def _ms(times: Times) -> str:
    return f"{times.p50_s * 1e3:.2f} ms"


def _measures(results: Sequence[Result]) -> list[list[Row]]:
    """Per measure the rows of all systems that have it."""
    groups = [
        _times("add p50", "add p95", [(result, result.add) for result in results]),
        [_rate(result, results[0]) for result in results if result.batch_items_s],
        _plain("batch add processor", "us", [(r, r.batch_cpu_s * 1e6 if r.batch_cpu_s else None) for r in results]),
    ]
    for size in sorted({size for result in results for size in result.search}):
        first = [(result, result.search.get(size)) for result in results]
        again = [(result, result.search_again.get(size)) for result in results]
        groups.append(_times(f"search in {size:,} p50", f"search in {size:,} p95", first))
        groups.append(_times(f"search in {size:,} again p50", None, again))
    groups.append(_times("search after add p50", None, [(result, result.add_search) for result in results]))
    groups.append(_plain("bytes per item", "B", [(result, result.bytes_per_item) for result in results]))
    memory = [(result, result.memory_bytes / 2**20 if result.memory_bytes else None) for result in results]
    groups.append(_plain("memory", "MiB", memory))
    return groups


def _times(p50: str, p95: str | None, given: Sequence[tuple[Result, Times | None]]) -> list[Row]:
    rows = _plain(p50, "ms", [(result, times.p50_s * 1e3 if times else None) for result, times in given])
    most = max((times.n for _, times in given if times), default=0)
    fewer = {result.system: times.n for result, times in given if times and times.n < most}
    rows = [replace(row, n=fewer.get(row.system)) for row in rows]
    cpu = [(result, times.cpu_s * 1e3 if times and times.cpu_s is not None else None) for result, times in given]
    if p95:
        rows += _plain(p95, "ms", [(result, times.p95_s * 1e3 if times else None) for result, times in given])
        rows += _plain(p50.replace("p50", "processor"), "ms", cpu)
    return rows


def _plain(measure: str, unit: str, given: Sequence[tuple[Result, float | None]]) -> list[Row]:
    own = next((value for result, value in given if result.system == NAME), None)
    return [
        Row(measure=measure, system=result.system, value=value, unit=unit, ratio=value / own if own else None)
        for result, value in given
        if value is not None
    ]


def _rate(result: Result, own: Result) -> Row:
    value = result.batch_items_s or 0.0
    ratio = own.batch_items_s / value if own.batch_items_s and value else None
    fewer = result.batch_items if (result.batch_items or 0) < (own.batch_items or 0) else None
    return Row(measure="batch add", system=result.system, value=value, unit="items/s", ratio=ratio, n=fewer)

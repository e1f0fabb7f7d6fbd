"""One contestant, measured: the same steps in the same order for Recollect and for every other system.

Runs in a process of its own, so that memory and warm-up of one system do not touch another. What is timed is what a
program would call: `add` and `search` with text, embedding included, everybody with the same embedder.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from recollect.evals.speed.texts import Writer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

USER = "u1"
K = 10
BATCH = 1000
SETTLED_SIZE = 10_000
"""Adds are timed on a store that holds this many items, not on an empty one."""
LOAD_STEPS = 4

Embed = Callable[[Sequence[str]], "NDArray[np.float32]"]


class System(Protocol):
    """What a contestant can do."""

    def add(self, text: str, user: str) -> None: ...

    def add_batch(self, texts: Sequence[str], user: str) -> None: ...

    def load(self, texts: Sequence[str], user: str) -> None:
        """Like `add_batch`, but by the quickest way there is: not timed, only to get to a size."""

    def settle(self) -> None:
        """Finish what adding put off (building an index), as its documentation advises; counted as batch add."""

    def search(self, query: str, user: str, k: int) -> list[str]: ...

    def close(self) -> None: ...


Open = Callable[[Path, Embed], System]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How much to measure."""

    sizes: tuple[int, ...] = (1_000, 10_000, 100_000)
    singles: int = 200
    queries: int = 48
    repeats: int = 2
    seed: int = 7
    embedding: bool = True
    step_s: float = 30.0
    """A step (adding in batches, single adds, searching at one size) ends after so long; what was done by then counts.
    Untimed filling up has `LOAD_STEPS` times as long; after that, the sizes that are left are passed over."""

    @classmethod
    def from_json(cls, text: str) -> Plan:
        values = json.loads(text)
        return cls(**{**values, "sizes": tuple(values["sizes"])})

    def to_json(self) -> str:
        return json.dumps(asdict(self))


@dataclass(kw_only=True)
class Times:
    """Seconds of many calls."""

    p50_s: float
    p95_s: float
    n: int
    cpu_s: float | None = None
    """Processor time of one call on average, all threads: what a busy machine disturbs less than the clock."""

    @classmethod
    def of(cls, seconds: Sequence[float], cpu_s: float | None = None) -> Times:
        ordered = sorted(seconds)
        p95_s = ordered[int(0.95 * (len(ordered) - 1))]
        return cls(p50_s=statistics.median(ordered), p95_s=p95_s, n=len(ordered), cpu_s=cpu_s)


@dataclass(kw_only=True)
class Result:
    """What one contestant showed."""

    system: str
    version: str
    hybrid: bool
    """Whether its search uses words and vectors together."""
    note: str = ""
    add: Times | None = None
    add_search: Times | None = None
    """The first search after an add: what freshness costs."""
    batch_items_s: float | None = None
    batch_items: int | None = None
    """How many items were added in batches until the time was up."""
    batch_cpu_s: float | None = None
    """Processor time per item of a batch."""
    search: dict[int, Times] = field(default_factory=dict)
    """Items in scope -> questions never asked before."""
    search_again: dict[int, Times] = field(default_factory=dict)
    """The same questions once more."""
    bytes_per_item: float | None = None
    memory_bytes: int | None = None
    """Resident memory of the process with the largest size searched, less what it was before opening."""
    error: str = ""
    """Why there is nothing to show."""
    stopped: str = ""
    """Why the larger sizes are missing."""

    @classmethod
    def from_json(cls, text: str) -> Result:
        values = json.loads(text)
        for name in ("add", "add_search"):
            values[name] = Times(**values[name]) if values[name] else None
        for name in ("search", "search_again"):
            values[name] = {int(size): Times(**times) for size, times in values[name].items()}
        return cls(**values)

    def to_json(self) -> str:
        return json.dumps(asdict(self))


def measure(result: Result, open_system: Open, folder: Path, plan: Plan, embed: Embed, out: Path) -> None:
    """Fill `result`: grow one user's memory through the sizes of the plan, timing on the way.

    What is known is written to `out` after each size, so that a slow system that is stopped has shown something.
    """
    writer = Writer(plan.seed)
    texts = writer.texts(max(plan.sizes) + plan.singles + plan.queries)
    spare = texts[max(plan.sizes) :]
    questions = [writer.questions(plan.queries + 1) for _ in plan.sizes]
    embed(texts[:1])
    before_bytes = resident_bytes()
    system = open_system(folder, embed)
    try:
        held = singles = 0
        for size, asked in zip(plan.sizes, questions, strict=True):
            if size <= SETTLED_SIZE:
                held += _grow(result, system, texts[held:size], plan)
            held += _load(system, texts[held:size], plan)
            if held < size:
                result.stopped = f"stopped at {held:,} items: filling up to {size:,} took too long"
                if result.add is None:
                    singles = _add(result, system, spare, asked, plan)
                break
            _search(result, system, size, asked, plan)
            if size == min(SETTLED_SIZE, max(plan.sizes)):
                singles = _add(result, system, spare, asked, plan)
            result.memory_bytes = max(0, resident_bytes() - before_bytes)
            out.write_text(result.to_json(), encoding="utf-8")
    finally:
        system.close()
    result.bytes_per_item = folder_bytes(folder) / (held + singles)
    out.write_text(result.to_json(), encoding="utf-8")


def _grow(result: Result, system: System, texts: Sequence[str], plan: Plan) -> int:
    """Add in batches, as many as the time allows; how many items these are. The last growth is what counts."""
    started, cpu_s = time.perf_counter(), time.process_time()
    added = 0
    while added < len(texts) and (not added or time.perf_counter() - started < plan.step_s):
        system.add_batch(texts[added : added + BATCH], USER)
        added = min(added + BATCH, len(texts))
    system.settle()
    result.batch_items_s = added / (time.perf_counter() - started)
    result.batch_cpu_s = (time.process_time() - cpu_s) / added
    result.batch_items = added
    return added


def _load(system: System, texts: Sequence[str], plan: Plan) -> int:
    """Fill up by the quickest way, as far as the time allows."""
    started, loaded = time.perf_counter(), 0
    while loaded < len(texts) and time.perf_counter() - started < LOAD_STEPS * plan.step_s:
        system.load(texts[loaded : loaded + BATCH], USER)
        loaded = min(loaded + BATCH, len(texts))
    if loaded:
        system.settle()
    return loaded


def _search(result: Result, system: System, size: int, asked: Sequence[str], plan: Plan) -> None:
    """The first question warms the system up and is not counted."""
    system.search(asked[0], USER, K)
    gc.collect()
    result.search[size] = _time_each(lambda question: system.search(question, USER, K), asked[1:], plan)
    if plan.repeats:
        again = list(asked[1:]) * plan.repeats
        result.search_again[size] = _time_each(lambda question: system.search(question, USER, K), again, plan)


def _add(result: Result, system: System, spare: Sequence[str], asked: Sequence[str], plan: Plan) -> int:
    """Adds alone, then adds each followed by a search; how many adds these were."""
    gc.collect()
    result.add = _time_each(lambda text: system.add(text, USER), spare[: plan.singles], plan)
    times: list[float] = []
    started = time.perf_counter()
    for number, text in enumerate(spare[plan.singles : plan.singles + plan.queries]):
        if number and time.perf_counter() - started >= plan.step_s:
            break
        system.add(text, USER)
        question = asked[1 + number % (len(asked) - 1)]
        times.append(seconds(system.search, question, USER, K))
    result.add_search = Times.of(times)
    return result.add.n + len(times)


def _time_each(call: Callable[[str], object], items: Sequence[str], plan: Plan) -> Times:
    """Each item, at least one, as long as the time allows."""
    started, cpu_s = time.perf_counter(), time.process_time()
    spent: list[float] = []
    for item in items:
        if spent and time.perf_counter() - started >= plan.step_s:
            break
        spent.append(seconds(call, item))
    return Times.of(spent, cpu_s=(time.process_time() - cpu_s) / len(spent))


def seconds(call: Callable[..., object], *args: Any, **named: Any) -> float:
    """How long one call takes."""
    started = time.perf_counter()
    call(*args, **named)
    return time.perf_counter() - started


def resident_bytes() -> int:
    """Memory of this process now; where the system does not tell, its peak; 0 where it tells neither."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return 0
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return pages * resource.getpagesize()


def folder_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())

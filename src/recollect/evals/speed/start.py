"""How long it takes to begin: importing the package, and opening a store up to the first answer, in fresh processes."""

from __future__ import annotations

import statistics
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recollect.evals.speed.contest import USER

if TYPE_CHECKING:
    from pathlib import Path

PROCESSES = 7
_IMPORT = "import time; t = time.perf_counter(); import recollect; print(time.perf_counter() - t)"
_FIRST_SEARCH = """
import sys, time
t = time.perf_counter()
from recollect import Memory
with Memory(sys.argv[1], embedder="static") as memory:
    memory.search(sys.argv[3], user=sys.argv[2], k=10)
    print(time.perf_counter() - t)
"""


@dataclass(frozen=True, kw_only=True)
class Start:
    """Seconds, medians of several processes."""

    size: int
    import_s: float
    first_search_s: float
    """Import, open and first search together."""


def measure(path: Path, *, size: int, question: str) -> Start:
    """Fresh processes against the store at `path`, which holds `size` items of the user."""
    return Start(
        size=size,
        import_s=_median(["-c", _IMPORT]),
        first_search_s=_median(["-c", _FIRST_SEARCH, str(path), USER, question]),
    )


def _median(arguments: list[str]) -> float:
    def once() -> float:
        done = subprocess.run(
            [sys.executable, *arguments], capture_output=True, text=True, encoding="utf-8", check=True
        )
        return float(done.stdout)

    return statistics.median(once() for _ in range(PROCESSES))

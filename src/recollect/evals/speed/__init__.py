"""How fast, next to the physical limits and to other systems: what `recollect bench speed` runs.

`run` measures and returns a `SpeedReport`; `recollect.evals.speed.show` prints it. Other systems are measured by the
scripts of a folder (`benchmarks/peers` in the repository) in the environment this runs in, each in its own process.
"""

from __future__ import annotations

from recollect.evals.speed.report import Bar, Row, SpeedReport
from recollect.evals.speed.running import SpeedOptions, run

__all__ = ["Bar", "Row", "SpeedOptions", "SpeedReport", "run"]

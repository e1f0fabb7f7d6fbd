"""The order of a speed run."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from recollect.errors import InvalidInput
from recollect.evals.speed import against, learning, start
from recollect.evals.speed.contest import SETTLED_SIZE, Plan, Result
from recollect.evals.speed.contestant import FILE, NAME
from recollect.evals.speed.report import SpeedReport
from recollect.evals.speed.texts import Writer

PEERS_FOLDER = Path("benchmarks") / "peers"
FOREIGN_ITEMS = 100_000
FOREIGN_ITEMS_FULL = 1_000_000
ITEMS_MAX = 2_000_000


@dataclass(frozen=True, kw_only=True)
class SpeedOptions:
    """What to measure; the defaults take a few minutes without peers."""

    sizes: tuple[int, ...] = (1_000, 10_000, 100_000)
    """Items in scope at which searches are timed, ascending."""
    foreign_items: int = FOREIGN_ITEMS
    """Items of other users put beside; `full` makes it a million."""
    full: bool = False
    singles: int = 200
    queries: int = 48
    repeats: int = 2
    seed: int = 7
    peers: Path | None = PEERS_FOLDER
    """Folder of the peers' scripts; None, or a folder that is not there: no peers."""
    only_peers: tuple[str, ...] = ()
    """Names of the peers to measure; empty: all."""
    peer_timeout_s: float = 600.0
    """A peer that takes longer is stopped; the sizes it got through are shown."""
    step_s: float = 30.0
    """The longest that any system may take for one step; see `Plan`."""
    folder: Path | None = None
    """Where the stores are made; None: a temporary folder, removed afterwards."""

    def __post_init__(self) -> None:
        sizes = self.sizes
        if not sizes or list(sizes) != sorted(set(sizes)) or sizes[0] < 1 or sizes[-1] > ITEMS_MAX:
            raise InvalidInput(f"sizes must be ascending numbers from 1 to {ITEMS_MAX:,}, not {sizes}")
        for name, low, high in (("singles", 1, 100_000), ("queries", 2, 10_000), ("repeats", 0, 100)):
            if not low <= getattr(self, name) <= high:
                raise InvalidInput(f"{name} must be between {low} and {high:,}, not {getattr(self, name)}")

        if not 0.1 <= self.step_s <= 3600:
            raise InvalidInput(f"step_s must be between 0.1 and 3,600 seconds, not {self.step_s}")

    @property
    def plan(self) -> Plan:
        return Plan(
            sizes=self.sizes,
            singles=self.singles,
            queries=self.queries,
            repeats=self.repeats,
            seed=self.seed,
            step_s=self.step_s,
        )


def run(options: SpeedOptions, say: Callable[[str], None] = lambda message: None) -> SpeedReport:
    """Measure everything; `say` is told what is being done."""
    if options.folder is not None:
        options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="recollect-speed-", dir=options.folder) as name:
        return _run(options, Path(name), say)


def _run(options: SpeedOptions, folder: Path, say: Callable[[str], None]) -> SpeedReport:
    plan = options.plan
    settled = min(SETTLED_SIZE, max(plan.sizes))
    say(f"recollect at {', '.join(f'{size:,}' for size in plan.sizes)} items")
    module = ["-m", "recollect.evals.speed.contestant"]
    own = _contestant(module, folder / NAME, plan, timeout_s=options.peer_timeout_s)
    if own.error:
        raise RuntimeError(f"the measurement of recollect itself failed: {own.error}")
    say("searching against postings and matrix product")
    searching = against.searching(folder / NAME / FILE, folder, plan)
    say("adding against raw inserts")
    adding = against.adding(folder / "adding", plan, settled)
    say("learning from turns")
    learned = learning.measure(folder / "learning")
    say("starting cold")
    question = Writer(plan.seed + 5).questions(1)[0]
    started = start.measure(folder / "adding" / FILE, size=settled, question=question)
    foreign_items = FOREIGN_ITEMS_FULL if options.full else options.foreign_items
    say(f"{foreign_items:,} items of other users beside {settled:,}")
    beside = against.beside(folder / "beside", plan, size=settled, foreign_items=foreign_items, say=say)
    results = [own]
    for peer in peer_names(options):
        say(f"{peer} at {', '.join(f'{size:,}' for size in plan.sizes)} items")
        results.append(_contestant([str(options.peers), peer], folder / peer, plan, timeout_s=options.peer_timeout_s))
    return SpeedReport(
        results=results, adding=adding, searching=searching, beside=beside, start=started, learning=learned
    )


def peer_names(options: SpeedOptions) -> list[str]:
    """The peers that will be measured."""
    if options.peers is None or not (options.peers / "__main__.py").is_file():
        return []
    listed = subprocess.run(
        [sys.executable, str(options.peers)], capture_output=True, text=True, encoding="utf-8", check=False
    )
    names = listed.stdout.split()
    unknown = set(options.only_peers) - set(names)
    if unknown:
        raise InvalidInput(f"unknown peer {sorted(unknown)[0]!r}; there are {', '.join(names) or 'none'}")
    return [name for name in names if not options.only_peers or name in options.only_peers]


def _contestant(command: Sequence[str], folder: Path, plan: Plan, *, timeout_s: float) -> Result:
    """Run one contestant in a process of its own; what goes wrong there is part of the result."""
    out = folder.with_suffix(".json")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(
            [sys.executable, *command, str(folder), plan.to_json(), str(out)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=timeout_s,
        )
    except subprocess.TimeoutExpired:
        if not out.is_file():
            return _failed(command[-1], f"took longer than {timeout_s:.0f} s")
        return replace(Result.from_json(out.read_text(encoding="utf-8")), stopped=f"stopped after {timeout_s:.0f} s")
    if done.returncode or not out.is_file():
        said = done.stderr.strip().splitlines()
        return _failed(command[-1], said[-1] if said else f"ended with code {done.returncode}")
    return Result.from_json(out.read_text(encoding="utf-8"))


def _failed(system: str, why: str) -> Result:
    return Result(system=system, version=system, hybrid=False, error=why)

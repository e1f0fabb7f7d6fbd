"""What tables divided by tenant cost and gain on PostgreSQL: `python benchmarks/divided.py` prints what it measured.

Two databases of one server hold the same tenants, one with tables divided by tenant and one without. Every kind of
work is done in both in turn. Compared is processor time, of this process with all its threads and of the server's for
it, the least of several rounds: other work on the machine changes it less than it does the time that passes.

`RECOLLECT_TEST_POSTGRES` names a server on this machine to use; without it one is started from the test extra.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psycopg

from benchmarks.scale import ITEMS_A_TENANT, _fill, _opened, _question, _vacuum, text
from recollect import Memory
from recollect.assemble.tenants import Tenants
from recollect.storage.sql.numbering import part_of
from tests.services import PostgresRun, fresh_database

SHAPES = ("undivided", "divided")
VACUUMED = ("item", "posting", "vector")
ASKED = 10
"""Tenants that work is done for."""


def _both(memory: Memory, rng: random.Random) -> None:
    memory.add(text(rng, -1), user="ana")
    memory.search(_question(rng), user="ana")


Work = Callable[[Memory, random.Random], object]
WORK: dict[str, tuple[int, Work]] = {
    "search": (40, lambda memory, rng: memory.search(_question(rng), user="ana")),
    "add": (30, lambda memory, rng: memory.add(text(rng, -1), user="new")),
    "add and search": (20, _both),
    "batch of 100": (5, lambda memory, rng: memory.add_many([text(rng, n) for n in range(100)], user="batch")),
    "first search": (10, lambda memory, rng: memory.search(_question(rng), user="ana")),
}
"""How often in a round."""


class Cost(NamedTuple):
    own_ms: float
    server_ms: float
    passed_ms: float


def processor_ms(url: str) -> dict[int, float]:
    """Of each of the server's processes for a database, so far."""
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
    return {int(pid): _of_process(int(pid)) for (pid,) in found}


def _of_process(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


def cost(tenants: Tenants, url: str, name: str, rng: random.Random) -> Cost:
    times, work = WORK[name]
    memories = [Memory.over(tenants.engine(f"t{number}")) for number in range(ASKED)]
    gc.collect()
    server, own = processor_ms(url), time.process_time()
    passed = []
    for number in range(times):
        if name == "first search":
            tenants.store._snapshots._reset()  # type: ignore[attr-defined]
        began = time.perf_counter()
        work(memories[number % ASKED], rng)
        passed.append(time.perf_counter() - began)
    own_ms = (time.process_time() - own) * 1e3
    server_ms = sum(after - server.get(pid, 0.0) for pid, after in processor_ms(url).items())
    return Cost(own_ms / times, server_ms / times, statistics.median(passed) * 1e3)


def vacuum_ms(tenants: Tenants, url: str, shape: str, tenant: str) -> float:
    """Processor time of cleaning up after a user of a tenant was erased."""
    Memory.over(tenants.engine(tenant)).erase(user="ana")
    with psycopg.connect(url, autocommit=True, options="-csearch_path=recollect") as connection:
        began = _of_process(connection.info.backend_pid)
        for table in VACUUMED:
            name = table if shape == "undivided" else f"{table}_{part_of(tenant)}"
            connection.execute(f"VACUUM {name}".encode())
        return _of_process(connection.info.backend_pid) - began


def measure(urls: dict[str, str], stores: dict[str, Tenants], rounds: int) -> None:
    print("| work | undivided: own + server ms | divided: own + server ms | divided to undivided | passed ms |\n"
          "|---|---:|---:|---:|---:|")  # fmt: skip
    for name in WORK:
        taken: dict[str, list[Cost]] = {shape: [] for shape in SHAPES}
        chances = {shape: random.Random(7) for shape in SHAPES}
        for number in range(rounds + 1):
            for shape, tenants in stores.items():
                one = cost(tenants, urls[shape], name, chances[shape])
                taken[shape] += [one] if number else []  # the first warms up
        least = {shape: Cost(*map(min, zip(*costs, strict=True))) for shape, costs in taken.items()}
        sums = [least[shape].own_ms + least[shape].server_ms for shape in SHAPES]
        cells = [f"{one.own_ms:.2f} + {one.server_ms:.2f}" for one in map(least.__getitem__, SHAPES)]
        passed = " and ".join(f"{least[shape].passed_ms:.2f}" for shape in SHAPES)
        print(f"| {name} | {cells[0]} | {cells[1]} | {sums[1] / sums[0]:.2f} | {passed} |", flush=True)
    vacuumed: dict[str, list[float]] = {shape: [] for shape in SHAPES}
    for number in range(rounds):
        for shape, tenants in stores.items():
            vacuumed[shape].append(vacuum_ms(tenants, urls[shape], shape, f"t{number}"))
    least_ms = [min(vacuumed[shape]) for shape in SHAPES]
    share = least_ms[1] / least_ms[0]
    print(f"| vacuum after a user was erased | {least_ms[0]:.1f} | {least_ms[1]:.1f} | {share:.2f} | |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--tenants", type=int, default=40, help=f"of {ITEMS_A_TENANT:,} items each")
    given = parser.parse_args()
    run = PostgresRun(f"divided-{uuid.uuid4().hex[:8]}")
    run.hold()
    try:
        with ExitStack() as stack:
            urls = {shape: stack.enter_context(fresh_database(run.url())) for shape in SHAPES}
            stores: dict[str, Tenants] = {}
            for shape, url in urls.items():
                how = "on" if shape == "divided" else "off"
                options = f"-csearch_path%3Drecollect%20-crecollect.divided%3D{how}"
                stores[shape] = stack.enter_context(closing(_opened(f"{url}?options={options}")))
                _fill(stores[shape], random.Random(1), 0, given.tenants * ITEMS_A_TENANT)
                _vacuum(url)
            print(f"{os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}, load {os.getloadavg()[0]:.1f}; "
                  f"{given.tenants} tenants of {ITEMS_A_TENANT:,} items; least of {given.rounds} rounds\n")  # fmt: skip
            measure(urls, stores, given.rounds)
    finally:
        run.release()


if __name__ == "__main__":
    main()

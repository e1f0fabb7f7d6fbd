"""How it grows: `python benchmarks/scale.py`. Every number it prints was measured in that run.

1. growth: items over many tenants of 1,000 items each, on SQLite and PostgreSQL. What an add costs, and what a search
   inside one tenant costs while everything else grows around it.
2. processes: API servers and workers over one PostgreSQL, under a mixed load.
3. crossover: in one large space, exact search in memory, exact search by the pgvector tier, and its HNSW with a filter
   and an iterative scan. The setting `pgvector_exact_max` comes from here.

`RECOLLECT_TEST_POSTGRES` names a server to use; without it one is started from the test extra.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # so that a product costs the same however many cores are busy

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from recollect import Memory, registry
from recollect.assemble.tenants import Tenants
from recollect.config import load
from recollect.model.tier import Mark, Points, TierSpace
from recollect.read.near import NEAREST
from recollect.storage.postgres.near_tables import graph_index
from tests.services import PostgresRun, fresh_database

ITEMS_A_TENANT = 1000
BATCH = 500
DIM = 256
LOOKED_AT = 10
SEARCHES = 300
QUESTIONS = 40
SETTINGS = {"worker": "off", "schedule": "off", "embedder": "synthetic", "verification": "off", "synthetic_dim": DIM}
SERVER_OPTIONS = ("shared_buffers=1GB", "max_wal_size=4GB")
"""What a person with such a store would set."""
Finding = Callable[[NDArray[np.float32]], list[int]]
"""Items of the nearest rows, best first."""
_WORDS = [
    f"{a}{b}" for a in "ba ce di fo gu ka le mi no pu ra se ti vo zu".split() for b in "lon mir tas ver dok".split()
]


def text(rng: random.Random, number: int) -> str:
    words = [rng.choice(_WORDS) + rng.choice(_WORDS) for _ in range(14)]
    return f"Note {number}: {' '.join(words)}."


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1e3


def row(*cells: object) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


# --- 1 growth -------------------------------------------------------------------------------------------------------


def growth(kind: str, url: str, small_url: str, sizes: list[int], settle: Callable[[], object] = gc.collect) -> None:
    """Searches of the growing store and of one that stays small are made in turn: a busy machine slows both.

    `settle` ends what a bulk load leaves to be done, so that a search is not timed beside it.
    """
    rng = random.Random(1)
    with closing(_opened(url)) as tenants, closing(_opened(small_url)) as small:
        _fill(small, rng, 0, sizes[0])
        filled = 0
        for size in sizes:
            started = time.perf_counter()
            _fill(tenants, rng, filled, size)
            adding = (size - filled) / (time.perf_counter() - started)
            filled = size
            settle()
            cold, warm = _searched([_some(tenants, rng, size), _some(small, rng, sizes[0])], rng)
            singles = [_seconds(lambda memory=memory: memory.add(text(rng, -1), user="new")) for memory in
                       _some(tenants, rng, size) * 4]  # fmt: skip
            grown, beside = warm
            row(
                kind, f"{size:,}", f"{size // ITEMS_A_TENANT:,}", f"{adding:,.0f}", f"{percentile(singles, 0.5):.1f}",
                f"{percentile(cold[0], 0.5):.1f}", f"{percentile(grown, 0.5):.2f}", f"{percentile(grown, 0.95):.2f}",
                f"{percentile(grown, 0.5) / percentile(beside, 0.5):.2f}",
                f"{percentile(grown, 0.95) / percentile(beside, 0.95):.2f}",
            )  # fmt: skip


def _vacuum(url: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
        connection.execute("CHECKPOINT")


def _opened(url: str) -> Tenants:
    return Tenants(load({"store": url, **SETTINGS}, {}, None), url=url)


def _fill(tenants: Tenants, rng: random.Random, filled: int, size: int) -> None:
    for start in range(filled, size, BATCH):
        memory = Memory.over(tenants.engine(f"t{start // ITEMS_A_TENANT}"))
        memory.add_many([{"content": text(rng, start + n)} for n in range(BATCH)], user="ana")


def _some(tenants: Tenants, rng: random.Random, size: int) -> list[Memory]:
    tenants.store._snapshots._reset()  # type: ignore[attr-defined]
    numbers = rng.sample(range(size // ITEMS_A_TENANT), min(LOOKED_AT, size // ITEMS_A_TENANT))
    return [Memory.over(tenants.engine(f"t{number}")) for number in numbers]


def _searched(stores: list[list[Memory]], rng: random.Random) -> tuple[list[list[float]], list[list[float]]]:
    """For each store: seconds of the first search of a tenant, and of later ones."""
    cold = [[_search(memory, rng) for memory in memories] for memories in stores]
    warm: list[list[float]] = [[] for _ in stores]
    for number in range(SEARCHES):
        for memories, times in zip(stores, warm, strict=True):
            times.append(_search(memories[number % len(memories)], rng))
    return cold, warm


def _search(memory: Memory, rng: random.Random) -> float:
    question = _question(rng)
    return _seconds(lambda: memory.search(question, user="ana"))


def _question(rng: random.Random) -> str:
    return " ".join(rng.choice(_WORDS) + rng.choice(_WORDS) for _ in range(5))


def _seconds(what: object) -> float:
    started = time.perf_counter()
    what()  # type: ignore[operator]
    return time.perf_counter() - started


# --- 2 processes ----------------------------------------------------------------------------------------------------


def processes(url: str, *, servers: int, workers: int, seconds: float) -> None:
    import httpx2

    with closing(Tenants(load({"store": url, **SETTINGS}, {}, None), url=url)) as tenants:
        keys = [tenants.keys.create(f"p{number}", role="admin")[1] for number in range(8)]
    with tempfile.TemporaryDirectory() as folder, _running(url, folder, servers, workers) as ports:
        times: dict[str, list[float]] = {"add": [], "search": []}
        failed: list[int] = []
        end = time.perf_counter() + seconds

        def client(number: int) -> None:
            rng = random.Random(number)
            base = f"http://127.0.0.1:{ports[number % len(ports)]}"
            with httpx2.Client(base_url=base, headers={"Authorization": f"Bearer {keys[number]}"}, timeout=60) as http:
                turn = 0
                while time.perf_counter() < end:
                    turn += 1
                    if turn % 4 == 1:
                        said = [{"role": "user", "content": f"I live in {rng.choice(_WORDS)} and have {turn} cats."}]
                        verb, path = "add", "/v1/turns"
                        body = {"messages": said, "user": f"u{turn % 5}", "session": f"s{turn % 5}"}
                    else:
                        verb, path, body = "search", "/v1/search", {"query": _question(rng), "user": f"u{turn % 5}"}
                    started = time.perf_counter()
                    status = http.post(path, json=body).status_code
                    times[verb].append(time.perf_counter() - started)
                    if status >= 300:
                        failed.append(status)

        threads = [threading.Thread(target=client, args=(number,)) for number in range(len(keys))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        drained = time.perf_counter()
        with closing(Tenants(load({"store": url, **SETTINGS}, {}, None), url=url)) as tenants:
            while (
                any(tenants.engine(f"p{n}").jobs.pressing() for n in range(8)) and time.perf_counter() - drained < 120
            ):
                time.sleep(0.2)
            counts = [tenants.engine(f"p{n}").jobs.counts() for n in range(8)]
        row("requests", "a second", "p50 ms", "p95 ms")
        row("---", "---:", "---:", "---:")
        for verb, found in times.items():
            row(verb, f"{len(found) / seconds:.0f}", f"{percentile(found, 0.5):.1f}", f"{percentile(found, 0.95):.1f}")
        done, dead = sum(one["done"] for one in counts), sum(one["dead"] for one in counts)
        print(f"{len(failed)} failed {sorted(set(failed))}; {done} jobs done, {dead} dead; the queue was empty "
              f"{time.perf_counter() - drained:.1f} s after the last request")  # fmt: skip


@contextmanager
def _running(url: str, folder: str, servers: int, workers: int) -> Iterator[list[int]]:
    import httpx2

    ports = [_free_port() for _ in range(servers)]
    environment = {**os.environ, "HOME": folder, "XDG_CONFIG_HOME": folder, "RECOLLECT_EMBEDDER": "synthetic"}
    command = [sys.executable, "-m", "recollect"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    serving = {**environment, "RECOLLECT_WORKER": "off"}
    started = [
        subprocess.Popen([*command, "serve", "--store", url, "--port", str(port)], env=serving, **quiet)
        for port in ports
    ]
    started += [
        subprocess.Popen([*command, "worker", "--store", url], env=environment, **quiet) for _ in range(workers)
    ]
    try:
        for port in ports:
            for _ in range(600):
                try:
                    httpx2.get(f"http://127.0.0.1:{port}/ready", timeout=5).raise_for_status()
                    break
                except httpx2.HTTPError:
                    time.sleep(0.1)
        yield ports
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(60)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- 3 crossover ----------------------------------------------------------------------------------------------------


def crossover(url: str, sizes: list[int]) -> None:
    """One space beside another of the same size in the same graph. Each question is asked three ways in turn, three
    times, and the least counts: what a busy machine adds is no property of any of them."""
    rng = np.random.default_rng(3)
    centres = rng.normal(size=(64, DIM)).astype(np.float32)
    in_database = in_memory = None
    for size in sizes:
        rows = centres[rng.integers(64, size=2 * size)] + 0.6 * rng.normal(size=(2 * size, DIM)).astype(np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        own = np.ascontiguousarray(rows[1::2])
        with _both(url, rows) as (exact, graph, building):
            ways: list[Finding] = [partial(_product, own), exact, graph]
            least, found = [], 0
            for one in rng.integers(size, size=QUESTIONS):
                question = own[one] + 0.3 * rng.normal(size=DIM).astype(np.float32) / 16
                times = [[_seconds(partial(way, question)) for way in ways] for _ in range(3)]
                least.append([min(of_way) for of_way in zip(*times, strict=True)])
                found += len(set(_product(own, question)[:10]) & set(graph(question)[:10]))
        memory, scan, hnsw = (percentile(list(one), 0.5) for one in zip(*least, strict=True))
        row(
            f"{size:,}", f"{memory:.2f}", f"{scan:.2f}", f"{hnsw:.2f}", f"{found / QUESTIONS / 10:.3f}",
            f"{building:.0f}", f"{size * DIM * 4 / 1e6:,.0f}",
        )  # fmt: skip
        in_database = size if in_database is None and hnsw < scan else in_database
        in_memory = size if in_memory is None and hnsw < memory else in_memory
    for beside, crossed in (("a scan in PostgreSQL", in_database), ("a product in memory", in_memory)):
        print(
            f"HNSW is faster than {beside} from {crossed:,} items a space on"
            if crossed
            else f"{beside} was faster than HNSW up to {sizes[-1]:,} items a space"
        )


def _product(own: NDArray[np.float32], question: NDArray[np.float32]) -> list[int]:
    scores = own @ question
    best = np.argpartition(-scores, NEAREST)[:NEAREST]
    return best[np.argsort(-scores[best])].tolist()


@contextmanager
def _both(url: str, rows: NDArray[np.float32]) -> Iterator[tuple[Finding, Finding, float]]:
    """The tier of `recollect.storage.postgres.near` with every second row in the space: by its scan and by its graph,
    and how many seconds the graph took. The graph is built over all rows at once, which is faster than row by row."""
    import psycopg

    with fresh_database(url) as own_url, ExitStack() as stack:
        store = stack.enter_context(closing(registry.store(own_url, {})))
        options = {"store": store, "timeout_s": 600.0}
        scan = stack.enter_context(closing(registry.vector_index("pgvector", options | {"exact_max": 10**9})))
        graph = stack.enter_context(closing(registry.vector_index("pgvector", options | {"exact_max": 0})))
        spaces = [TierSpace(tenant="bench", space=number, signature=f"bench:{DIM}") for number in (2, 1)]
        for number, space in enumerate(spaces):
            part = rows[number::2]
            for start in range(0, len(part), BATCH):
                items = list(range(start, min(start + BATCH, len(part))))
                layers = [{"layer": "memory"}] * len(items)
                scan.put(space, Points(items=items, vectors=part[start : start + BATCH], payloads=layers))
            scan.move(space, Mark(epoch=0))
        table = f"recollect_vectors.points_{DIM}"
        with psycopg.connect(own_url, autocommit=True) as connection:
            connection.execute("SET maintenance_work_mem = '1GB'")
            connection.execute(f"DROP INDEX {table}_full".encode())
            connection.execute(f"UPDATE {table} SET graph = true".encode())
            connection.execute("UPDATE recollect_vectors.held SET graph = true")
            connection.execute("SET search_path TO recollect_vectors, public")
            building = _seconds(lambda: connection.execute(graph_index(f"points_{DIM}", DIM, "full").encode()))
            connection.execute("VACUUM ANALYZE")
        yield (
            lambda question: scan.search(spaces[1], question, NEAREST).items.tolist(),
            lambda question: graph.search(spaces[1], question, NEAREST).items.tolist(),
            building,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="1M items over 1,000 tenants, spaces of 500,000")
    parser.add_argument("--items", type=int, nargs="*", help="sizes of the whole, in steps of 1,000")
    parser.add_argument("--spaces", type=int, nargs="*", help="sizes of one space, for the crossover")
    parser.add_argument("--only", choices=("growth", "processes", "crossover"))
    parser.add_argument("--store", choices=("sqlite", "postgresql"), help="growth of that one alone")
    parser.add_argument("--seconds", type=float, default=15, help="how long the processes are asked")
    given = parser.parse_args()
    sizes = given.items or ([10_000, 100_000, 1_000_000] if given.full else [5_000, 20_000, 50_000])
    spaces = given.spaces or ([1_000, 10_000, 100_000, 500_000] if given.full else [1_000, 5_000, 10_000, 20_000])
    run = PostgresRun(f"scale-{uuid.uuid4().hex[:8]}", options=SERVER_OPTIONS)
    run.hold()
    try:
        print(f"{os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}, load {os.getloadavg()[0]:.1f}\n")
        if given.only in (None, "growth"):
            row("store", "items", "tenants", "batch add items/s", "single add p50 ms", "first search p50 ms",
                "search p50 ms", "search p95 ms", "p50 against the smallest", "p95 against the smallest")  # fmt: skip
            row("---", *["---:"] * 9)
            if given.store in (None, "sqlite"):
                with tempfile.TemporaryDirectory() as folder:
                    growth("SQLite", str(Path(folder) / "memory.db"), str(Path(folder) / "small.db"), sizes)
            if given.store in (None, "postgresql"):
                with fresh_database(run.url()) as url, fresh_database(run.url()) as small:
                    growth("PostgreSQL", url, small, sizes, lambda: _vacuum(url))
        if given.only in (None, "processes"):
            print("\n4 API servers and 4 workers on one PostgreSQL, 8 clients")
            with fresh_database(run.url()) as url:
                processes(url, servers=4, workers=4, seconds=given.seconds)
        if given.only in (None, "crossover"):
            print()
            row("items in the space", "in memory ms", "scan in PostgreSQL ms", "HNSW ms", "recall@10",
                "index built in s", "MB in memory")  # fmt: skip
            row(*["---:"] * 7)
            crossover(run.url(), spaces)
    finally:
        run.release()


if __name__ == "__main__":
    main()

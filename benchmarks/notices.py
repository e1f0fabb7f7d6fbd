"""What LISTEN and NOTIFY cost a process that writes: `python benchmarks/notices.py`. It prints what it has measured.

Two stores on one PostgreSQL, with notices (and listening to them, as a server does) and without, in one process. Adds
are made in turn, one after the other and at a pace at which each of them is told by itself. Compared is the processor
time of the process with all its threads, the least of several rounds: other work on the machine changes it little.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import uuid
from contextlib import ExitStack, closing
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from recollect import registry
from recollect.model.scope import Scope
from recollect.storage.postgres.database import PostgresDatabase
from recollect.storage.sql.store import SqlStore
from tests.contracts.building import add, record
from tests.services import PostgresRun, fresh_database

PAUSES_S = (0.0, 0.1)
SETTLE_S = 0.2


def cost_ms(store: SqlStore, adds: int, pause_s: float) -> float:
    """Of one add."""
    scope = Scope(tenant="acme", user="ana")
    records = [record(f"Ana drinks tea {uuid.uuid4().hex}", scope) for _ in range(adds)]
    began = time.process_time()
    for one in records:
        add(store, one, vectors=True)
        time.sleep(pause_s)
    time.sleep(SETTLE_S)  # until the other thread has told and heard all of it
    return (time.process_time() - began) / adds * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--adds", type=int, default=40, help="of each kind in each round")
    given = parser.parse_args()
    run = PostgresRun(f"notices-{uuid.uuid4().hex[:8]}")
    run.hold()
    try:
        with ExitStack() as stack:
            stores: dict[str, SqlStore] = {}
            for name in ("off", "on"):
                url = stack.enter_context(fresh_database(run.url()))
                store = registry.store(url, {"notices": name == "on"})
                assert isinstance(store, SqlStore)
                assert isinstance(store.database, PostgresDatabase)
                stores[name] = stack.enter_context(closing(store))
                if store.database.notices is not None:
                    store.database.notices.listen(lambda notice: None)
                cost_ms(store, given.adds, 0.0)
            print(f"{os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}, load {os.getloadavg()[0]:.1f}; the least of "
                  f"{given.rounds} rounds of {given.adds} adds\n\n"
                  "| pause between adds s | without ms an add | with ms an add |\n|---:|---:|---:|")  # fmt: skip
            for pause_s in PAUSES_S:
                taken: dict[str, list[float]] = {name: [] for name in stores}
                for _ in range(given.rounds):
                    for name, store in stores.items():
                        taken[name].append(cost_ms(store, given.adds, pause_s))
                print(f"| {pause_s:g} | {min(taken['off']):.2f} | {min(taken['on']):.2f} |", flush=True)
    finally:
        run.release()


if __name__ == "__main__":
    main()

"""Who looks things up or records at the same time."""

from __future__ import annotations

import threading
from collections.abc import Callable

import anyio
import pytest

from recollect.config import load, waits_for_others
from recollect.surfaces.gateway.threads import Threads

LONG_S = 60


def together(threads: Threads, works: list[Callable[[], object]]) -> None:
    async def main() -> None:
        async with anyio.create_task_group() as tasks:
            for work in works:
                tasks.start_soon(threads.plan, work)

    anyio.run(main)


def test_one_after_the_other_as_long_as_nobody_waits_long() -> None:
    inside: list[int] = []
    seen: list[int] = []

    def work() -> None:
        inside.append(1)
        seen.append(len(inside))
        inside.pop()

    together(Threads(4, patience_s=LONG_S), [work] * 20)
    assert seen == [1] * 20


def test_what_takes_long_is_passed_by() -> None:
    free = threading.Event()
    together(Threads(4, patience_s=0.05), [lambda: free.wait(LONG_S), free.set])
    assert free.is_set()


def test_without_patience_as_many_as_there_are_threads() -> None:
    meet = threading.Barrier(4, timeout=LONG_S)
    together(Threads(4, patience_s=0.0), [meet.wait] * 8)
    assert not meet.broken


def test_who_ends_does_not_wait_for_who_begins() -> None:
    free = threading.Event()

    async def main() -> None:
        threads = Threads(1, patience_s=LONG_S)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(threads.plan, free.wait, LONG_S)
            tasks.start_soon(threads.record, free.set)

    anyio.run(main)
    assert free.is_set()


@pytest.mark.parametrize(
    "settings, waits",
    [
        ({"store": "memory.db"}, False),
        ({"embedder": "none"}, False),
        ({"store": "postgresql://db/memory"}, True),
        ({"embedder": "openai", "api_keys": "openai=k"}, True),
        ({"qdrant_host": "vectors"}, True),
        ({"redis_url": "redis://hot:6379"}, True),
        ({"rerank": "cohere"}, True),
    ],
)
def test_only_who_asks_others_waits_for_them(settings: dict[str, str], waits: bool) -> None:
    assert waits_for_others(load(settings, {})) is waits

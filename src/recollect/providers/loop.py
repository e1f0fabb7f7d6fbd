"""The one event loop of this process that asynchronous provider packages run on, in a thread of its own.

The core is synchronous; it hands a coroutine over and waits. One loop for all, because these packages keep connections
that belong to the loop they were opened on. After a fork the child makes its own: threads do not survive a fork.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_lock = threading.Lock()
_loops: dict[int, asyncio.AbstractEventLoop] = {}


def run(work: Coroutine[Any, Any, T], *, timeout_s: float) -> T:
    """The result of `work`; `TimeoutError` when it takes longer, and then it is cancelled.

    Of errors that came together the first is raised: packages that ask for several texts at once give them in a group.
    """
    return asyncio.run_coroutine_threadsafe(_limited(work, timeout_s), _loop()).result()


async def _limited(work: Coroutine[Any, Any, T], timeout_s: float) -> T:
    try:
        async with asyncio.timeout(timeout_s):
            return await work
    except ExceptionGroup as group:
        raise _first(group) from group


def _first(error: Exception) -> Exception:
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def _loop() -> asyncio.AbstractEventLoop:
    with _lock:
        loop = _loops.get(os.getpid())
        if loop is None:
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="recollect-providers", daemon=True).start()
            _loops.clear()
            _loops[os.getpid()] = loop
        return loop

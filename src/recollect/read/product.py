"""The product of a question's vector with all vectors of a space, begun early so that other work can go on beside it.

One helper thread a process multiplies the first part. The searching thread multiplies the rest at once and goes on with
other work, reading postings above all; numpy lets go of the interpreter lock meanwhile. The searching thread never
depends on the helper: what was not begun when the result is needed, or does not come back in time, it multiplies
itself, with the same outcome.
"""

from __future__ import annotations

import os
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

HELP_FROM_ROWS: Final = 4096
"""With fewer rows, waking the helper costs more than it saves."""
HELP_SHARE: Final = 0.55
"""The helper's part, the first, in one piece: every further piece would make both threads wait for the interpreter
lock. The searching thread does its own at once, and so lets go of the lock just when the helper wakes and needs it."""
WAIT_S: Final = 0.001
"""How long to wait for the helper at the end: a few times what its part takes."""


class Product:
    """Similarities of all rows to one vector."""

    def __init__(self, vectors: Floats, vector: Floats) -> None:
        self._vectors = vectors
        self._vector = vector
        self._scores: Floats = np.empty(len(vectors), dtype=np.float32)
        self._lock = threading.Lock()
        self._begun = self._closed = False
        self._helped = threading.Lock()
        """Held while the helper works."""
        helps = len(vectors) >= HELP_FROM_ROWS
        self._own_from = int(len(vectors) * HELP_SHARE) if helps else 0
        """Rows from here on are the searching thread's; before it the helper's."""

    def begin(self) -> None:
        """Wake the helper, and multiply the searching thread's part."""
        if self._own_from:
            _second.ask(self)
        multiply(self._vectors, self._vector, self._scores, self._own_from, len(self._scores))

    def scores(self) -> Floats:
        """All of them, when they are needed."""
        with self._lock:
            self._closed = True
        if not self._own_from:
            return self._scores
        scores = self._scores
        if self._begun:
            if self._helped.acquire(timeout=WAIT_S):
                self._helped.release()
                return scores
            scores = scores.copy()  # the helper still writes: nobody may read where it does
        multiply(self._vectors, self._vector, scores, 0, self._own_from)
        return scores

    def help(self) -> None:
        """Multiply the first part, unless the searching thread has come before."""
        with self._helped:
            with self._lock:
                if self._closed:
                    return
                self._begun = True
            multiply(self._vectors, self._vector, self._scores, 0, self._own_from)


def multiply(vectors: Floats, vector: Floats, scores: Floats, start: int, end: int) -> None:
    """Fill `scores[start:end]` in one thread: `@` shares the work with every core and then waits for the slowest, which
    on a busy machine takes ten times as long as the work (10,000 rows: 0.5 ms alone, 3.8 ms shared)."""
    np.vecdot(vectors[start:end], vector, out=scores[start:end])


class _SecondThread:
    """The thread, started when there is first something to help with; a forked child starts its own."""

    def __init__(self) -> None:
        self._pid = 0
        self._lock = threading.Lock()
        self._waiting: SimpleQueue[Product] = SimpleQueue()

    def ask(self, product: Product) -> None:
        if self._pid != os.getpid():
            self._start()
        if self._waiting.empty():  # else it is busy with other searches
            self._waiting.put(product)

    def _start(self) -> None:
        if not self._lock.acquire(blocking=False):
            return  # another thread is starting it, or was when this process was forked off
        try:
            self._waiting = SimpleQueue()
            threading.Thread(target=_help, args=(self._waiting,), name="recollect-product", daemon=True).start()
            self._pid = os.getpid()
        finally:
            self._lock.release()


def _help(waiting: SimpleQueue[Product]) -> None:
    while True:
        waiting.get().help()


_second: Final = _SecondThread()


def begin(vectors: Floats, vector: Floats) -> Product:
    """Start multiplying; what is not done by then is done when the scores are asked for."""
    product = Product(vectors, vector)
    product.begin()
    return product

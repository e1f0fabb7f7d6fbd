"""Many records at once, without looking for garbage among them.

All that a batch makes stays until it is stored; the collector would walk through it again and again and find nothing.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_batches = 0
_stopped = False


@contextmanager
def uncollected() -> Iterator[None]:
    """The collector of this process rests until the last batch that is under way is stored; one that was turned off
    before stays so."""
    global _batches, _stopped
    with _lock:
        if not _batches and gc.isenabled():
            gc.disable()
            _stopped = True
        _batches += 1
    try:
        yield
    finally:
        with _lock:
            _batches -= 1
            if not _batches and _stopped:
                gc.enable()
                _stopped = False

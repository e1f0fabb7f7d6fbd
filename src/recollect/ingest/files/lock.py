"""A lock on a folder, so that of several processes one reads it at a time."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from recollect.errors import StoreBusy

_LOOK_S = 0.05


@contextmanager
def locked(folder: str, ends: float) -> Iterator[None]:
    """Hold it. Until `ends`, of the monotonic clock, another holder is waited for; it ends with the process, however
    that ends."""
    try:
        import fcntl
    except ImportError:  # no POSIX: syncs may do the same work twice
        yield
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        yield  # it cannot be read: the scan says so
        return
    try:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() >= ends:
                    raise StoreBusy(f"another process syncs the workspace {folder}; wait for it") from error
                time.sleep(_LOOK_S)
            except OSError:
                break  # a file system without locks
        yield
    finally:
        os.close(handle)

"""Watching a workspace: the operating system tells of changes, and they are passed on when it has been quiet.

Two watches: the folder itself without what lies below (a workspace may be a large project), and `memory/` and the
extra paths with everything below. When folders come or go the second is made anew. Whenever a watch begins, anything
may have changed before. The threads wait inside the operating system and end with `close`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Set

from recollect.ingest.files.scan import SUFFIX, Places

PATIENCE = 10
"""After so many times the quiet period changes are passed on, though there is no quiet."""
STEP_MS = 50
"""How long it takes at most to notice that the watch is to end."""

Told = Callable[[Set[str] | None], None]
"""Is told which paths changed; None: anything may have."""


class Watcher:
    """Tells of changes from `start` to `close`."""

    def __init__(self, places: Places, told: Told, *, debounce_s: float) -> None:
        self._places = places
        self._told = told
        self._quiet_s = max(0.001, debounce_s)
        self._stop = threading.Event()
        self._folders_changed = threading.Event()
        self._folders: tuple[str, ...] = ()
        self._threads: list[threading.Thread] = []
        self.ready = threading.Event()
        """The folder and those below are watched."""
        self.last_failure: str | None = None

    def start(self) -> None:
        """Returns at once."""
        self._folders = tuple(self._places.watched())
        for name, loop in (("folder", self._watch_root), ("below", self._watch_below)):
            thread = threading.Thread(target=loop, name=f"recollect-watch-{name}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def close(self) -> None:
        self._stop.set()
        self._folders_changed.set()
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    @property
    def alive(self) -> bool:
        return bool(self._threads) and all(thread.is_alive() for thread in self._threads)

    def _watch_root(self) -> None:
        for paths in self._changes([self._places.root], self._stop, recursive=False):
            folders = tuple(self._places.watched())
            if folders != self._folders:
                self._folders = folders
                self._folders_changed.set()
                self._told(None)
            elif paths is None:
                self._told(None)
            elif told := {path for path in paths if path.lower().endswith(SUFFIX)}:
                self._told(told)

    def _watch_below(self) -> None:
        while not self._stop.is_set():
            self._folders_changed.clear()
            folders = self._folders
            if not folders:
                self.ready.set()
                self._folders_changed.wait()
                continue
            for paths in self._changes(list(folders), self._folders_changed, recursive=True):
                # A folder that was moved is told of once, not file by file.
                whole = paths is None or any(not path.lower().endswith(SUFFIX) for path in paths)
                self._told(None if whole else paths)
                self.ready.set()
            if not self._folders_changed.is_set():
                return  # it failed; `last_failure` says why

    def _changes(self, folders: list[str], stop: threading.Event, *, recursive: bool) -> Iterator[set[str] | None]:
        """None when the watch has begun; then the paths that changed, after each quiet period."""
        from watchfiles import watch  # cold start: a fifth of a second

        pending: set[str] = set()
        first = 0.0
        begun = False
        try:
            for changes in watch(
                *folders,
                watch_filter=None,
                debounce=STEP_MS,
                step=STEP_MS,
                stop_event=stop,
                rust_timeout=max(1, int(self._quiet_s * 1000)),
                yield_on_timeout=True,
                raise_interrupt=False,
                recursive=recursive,
                ignore_permission_denied=True,
            ):
                now = time.monotonic()
                if not begun:
                    begun = True
                    yield None
                if changes:
                    first = first if pending else now
                    pending |= {path for _, path in changes}
                if pending and (not changes or now - first > PATIENCE * self._quiet_s):
                    told, pending = pending, set()
                    yield told
        except (OSError, RuntimeError) as error:  # too many watches, or a folder that went
            reason = getattr(error, "strerror", None) or error
            self.last_failure = f"changes in {', '.join(folders)} are not seen: {reason}"
            self.ready.set()

"""Settings that follow their file while a process runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from recollect.config.loading import load
from recollect.config.settings import Settings
from recollect.errors import ConfigError

EVERY_S = 1.0


class Watched:
    """The settings in force. `look` costs next to nothing and may be called for every request.

    The file is looked at once a second at most. One that cannot be read, or says something wrong, changes nothing:
    the settings stay what they were and `error` says why, until the file is right again.
    """

    def __init__(
        self,
        file: Path,
        *,
        arguments: Mapping[str, Any] | None = None,
        environment: Mapping[str, str] | None = None,
        require: Callable[[Settings], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        every_s: float = EVERY_S,
    ) -> None:
        """`require` refuses (`ConfigError`) what a change must not say; `clock` gives seconds. What is wrong at the
        start is an error, as everywhere."""
        self._file, self._arguments, self._environment = file, arguments, environment
        self._require = require
        self._clock, self._every_s = clock, every_s
        self._lock = threading.Lock()
        self._looked_at, self._mark = clock(), _mark(file)
        self.settings = load(arguments, environment, file)
        self.error: str | None = None

    def look(self) -> bool:
        """Whether the settings have changed since the last look."""
        with self._lock:
            now = self._clock()
            if now - self._looked_at < self._every_s:
                return False
            self._looked_at = now
            mark = _mark(self._file)
            if mark == self._mark:
                return False
            self._mark = mark
            try:
                found = load(self._arguments, self._environment, self._file)
                if self._require is not None:
                    self._require(found)
            except ConfigError as error:
                self.error = str(error)
                return False
            self.error = None
            changed = found != self.settings
            self.settings = found
            return changed


def changes(before: Settings, after: Settings) -> tuple[str, ...]:
    """The names of the settings that differ."""
    return tuple(row.name for row in fields(Settings) if getattr(before, row.name) != getattr(after, row.name))


def _mark(file: Path) -> tuple[int, int, int] | None:
    """By which a change of the file is seen; None: there is no file."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino

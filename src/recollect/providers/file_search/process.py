"""Running a program: arguments as a list and never a shell, limits on time and output, and nothing left behind.

Every program is the head of a process group of its own, and the group is ended with it: when it takes too long, prints
too much, when its owner closes, and also after it ended well, for what it may have started.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from recollect.errors import FileSearchFailed

PIECE_BYTES = 65_536
REAP_S = 5.0
"""How long the system may take to bury what was killed."""


@dataclass(frozen=True, kw_only=True)
class Ran:
    """How a program ended, and what it printed."""

    code: int
    out: str
    err: str


@dataclass(kw_only=True)
class _Output:
    """One stream, read by a thread up to its limit."""

    stream: IO[bytes]
    bytes_max: int
    pieces: list[bytes] = field(default_factory=list)
    size: int = 0
    full: bool = False

    def read(self, program: subprocess.Popen[bytes]) -> None:
        """To the end, or until there is too much: then it is the program's end."""
        with suppress(ValueError, OSError):  # the stream is closed from outside when its owner gives up
            while piece := self.stream.read(PIECE_BYTES):
                self.size += len(piece)
                if self.size > self.bytes_max:
                    self.full = True
                    _kill(program)
                    return
                self.pieces.append(piece)

    @property
    def text(self) -> str:
        return b"".join(self.pieces).decode("utf-8", "replace")


class Programs:
    """Runs programs; `close` ends those that run and refuses further ones. Safe to use from many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def run(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path,
        timeout_s: float,
        bytes_max: int,
    ) -> Ran:
        """Run to the end. `FileSearchFailed` when it cannot be started, takes too long or prints too much."""
        program = self._start(command, environment, folder)
        assert program.stdout is not None
        assert program.stderr is not None
        end = time.monotonic() + timeout_s
        outputs = [_Output(stream=stream, bytes_max=bytes_max) for stream in (program.stdout, program.stderr)]
        readers = [threading.Thread(target=output.read, args=(program,), daemon=True) for output in outputs]
        try:
            for reader in readers:
                reader.start()
            for reader in readers:
                reader.join(max(0.0, end - time.monotonic()))
            late = any(reader.is_alive() for reader in readers) or not self._ended(program, end)
        finally:
            self._end(program)
            for reader in readers:
                reader.join(REAP_S)
            program.stdout.close()
            program.stderr.close()
        name = Path(command[0]).name
        if any(output.full for output in outputs):
            raise FileSearchFailed(f"{name} printed more than {bytes_max:,} bytes and was ended")
        if self._closed:
            raise FileSearchFailed(f"{name} was ended because the search was closed")
        if late:
            raise FileSearchFailed(f"{name} did not answer within {timeout_s:g} s and was ended")
        return Ran(code=program.returncode, out=outputs[0].text, err=outputs[1].text)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for program in self._running:
                _kill(program)

    def _start(self, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> subprocess.Popen[bytes]:
        name = command[0]
        with self._lock:
            if self._closed:
                raise FileSearchFailed(f"{name} is not started: the search was closed")
            try:
                program = subprocess.Popen(
                    list(command),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env=dict(environment),
                    cwd=folder,
                    start_new_session=True,
                    bufsize=0,  # a buffered stream cannot be closed while another thread waits in it
                )
            except FileNotFoundError as error:
                if not folder.is_dir():
                    raise FileSearchFailed(
                        f"the folder {folder} of {name} is gone; the next update makes it"
                    ) from error
                raise FileSearchFailed(f"the program {name} is not there; install it, or set qmd_command") from error
            except (OSError, ValueError) as error:
                raise FileSearchFailed(f"the program {name} cannot be started: {error}; see qmd_command") from error
            self._running.add(program)
        return program

    def _ended(self, program: subprocess.Popen[bytes], end: float) -> bool:
        """Whether a program whose output has ended ends too."""
        try:
            program.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def _end(self, program: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._running.discard(program)
        _kill(program)
        with suppress(subprocess.TimeoutExpired):
            program.wait(REAP_S)


def _kill(program: subprocess.Popen[bytes]) -> None:
    """End a program with everything it started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(program.pid, signal.SIGKILL)
    if program.returncode is None:
        program.kill()

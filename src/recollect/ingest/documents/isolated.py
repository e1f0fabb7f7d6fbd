"""Reading in a process of its own, which is ended when it takes too long, and cannot take this one with it.

The child is given the document on its standard input and answers with a reading, or an error, as JSON. So many are at
work at once as the limits say, in the whole process: fifty uploads start no fifty interpreters. The others wait their
turn, in no particular order, as long as reading itself may take.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from recollect.errors import InvalidInput, RateLimited, TooLarge
from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.table import ERRORS
from recollect.model.document import Reading, Section

START_S = 20.0
"""What a process may take to begin and to end, on a machine that is busy."""
_STARTS = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {module} import main; main()"
_CHILD = "recollect.ingest.documents.child"
_HEAD = struct.Struct(">II")


class Running:
    """How many children are at work. Those who wait may have different limits: each compares with its own."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.count = 0

    @contextlib.contextmanager
    def one_more(self, source: Source, limits: Limits) -> Iterator[None]:
        with self._changed:
            if not self._changed.wait_for(lambda: self.count < limits.processes, timeout=limits.seconds_max):
                raise RateLimited(
                    f"{source.shown} was not read: {self.count} documents are being read and none was done within "
                    f"{limits.seconds_max:g} s. Try again later, or raise document_processes_max.",
                    retry_after_s=limits.seconds_max,
                )
            self.count += 1
        try:
            yield
        finally:
            with self._changed:
                self.count -= 1
                self._changed.notify_all()


RUNNING = Running()
"""One for all: what processes cost is the machine's, whichever tenant's settings they were started with."""


def read_apart(source: Source, limits: Limits) -> Reading:
    """What a document says, read by a child."""
    asked = {"name": source.name, "media_type": source.media_type, "charset": source.charset, "limits": asdict(limits)}
    with RUNNING.one_more(source, limits):
        answer = _ask(packed(asked, source.data), source, limits)
    if "error" in answer:
        raise ERRORS.get(answer["error"], InvalidInput)(answer["message"])
    sections = tuple(Section(text=text, place=place, lines=tuple(lines)) for text, place, lines in answer["sections"])
    rest = {name: answer[name] for name in ("media_type", "title", "metadata", "method")}
    return Reading(sections=sections, notes=tuple(answer["notes"]), **rest)


def _ask(sent: bytes, source: Source, limits: Limits) -> dict[str, Any]:
    # -P: a module that lies in the current folder is not taken for one of ours.
    path = json.dumps([entry for entry in sys.path if entry])
    command = [sys.executable, "-P", "-c", _STARTS.format(module=_CHILD), path]
    own_group = hasattr(os, "killpg")  # so that what the child starts can be ended with it
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=own_group) as child:
        try:
            out, err = child.communicate(sent, timeout=limits.seconds_max + START_S)
        except subprocess.TimeoutExpired as error:
            raise _too_long(source, limits) from error
        finally:
            _end(child)
    try:
        answer: dict[str, Any] = json.loads(out)
    except ValueError as error:
        if child.returncode in (-getattr(signal, "SIGXCPU", 24), TIMED_OUT):
            raise _too_long(source, limits) from error
        said = err.decode("utf-8", "replace").strip().splitlines()
        reason = said[-1] if said else f"ended with {child.returncode}"
        raise InvalidInput(
            f"{source.shown} cannot be read as {source.media_type}: the process that read it failed ({reason[:300]})"
        ) from error
    return answer


TIMED_OUT = 97
"""The child's own exit status when its time is up."""


def _too_long(source: Source, limits: Limits) -> TooLarge:
    return TooLarge(
        f"{source.shown} took longer than {limits.seconds_max:g} s to read (document_seconds_max); it may be made to "
        "hang its reader"
    )


def _end(child: subprocess.Popen[bytes]) -> None:
    """The child, and what it started."""
    if child.poll() is not None:
        return
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):  # it ended meanwhile
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()


def packed(asked: dict[str, Any], data: bytes) -> bytes:
    head = json.dumps(asked).encode()
    return _HEAD.pack(len(head), len(data)) + head + data


def unpacked(sent: bytes) -> tuple[dict[str, Any], bytes]:
    length, size = _HEAD.unpack_from(sent)
    start = _HEAD.size + length
    asked: dict[str, Any] = json.loads(sent[_HEAD.size : start])
    return asked, sent[start : start + size]

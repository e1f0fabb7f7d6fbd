"""The process that reads one document and ends. It limits its own time and memory before it looks at a byte."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
import threading
import warnings
from typing import Any

from recollect.errors import RecollectError
from recollect.ingest.documents.isolated import TIMED_OUT, unpacked
from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.table import read_here
from recollect.model.document import Reading


def main() -> None:
    """Read what stands on the standard input, answer on the standard output."""
    answers = os.dup(1)
    os.dup2(2, 1)  # what a library prints is no answer
    logging.disable()
    warnings.simplefilter("ignore")
    sys.modules.setdefault("numpy", None)  # type: ignore[arg-type]  # openpyxl would load it, and needs it for nothing here
    asked, data = unpacked(sys.stdin.buffer.read())
    limits = Limits(**asked["limits"])
    hold(limits)
    source = Source(data=data, name=asked["name"], media_type=asked["media_type"], charset=asked["charset"])
    try:
        answer = written(read_here(source, limits))
    except RecollectError as error:
        answer = {"error": error.code, "message": str(error)}
    with os.fdopen(answers, "wb") as out:
        out.write(json.dumps(answer).encode("utf-8", "replace"))
    os._exit(0)  # nothing to tidy up, and no library may hold the end up


def hold(limits: Limits) -> None:
    """No more time and memory than allowed, whoever waits for the answer or does not any more."""
    timer = threading.Timer(limits.seconds_max, os._exit, (TIMED_OUT,))
    timer.daemon = True
    timer.start()
    os.putenv("OPENBLAS_NUM_THREADS", "1")  # a thread a core would take the memory before the document does
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limits; the timer holds there too
        return
    seconds = int(limits.seconds_max) + 5
    for what, most in ((resource.RLIMIT_AS, limits.memory_bytes_max), (resource.RLIMIT_CPU, seconds)):
        _, hard = resource.getrlimit(what)
        if hard == resource.RLIM_INFINITY or most < hard:
            with contextlib.suppress(ValueError, OSError):  # macOS has no limit on addresses; the timer holds
                resource.setrlimit(what, (most, hard))


def written(reading: Reading) -> dict[str, Any]:
    return {
        "media_type": reading.media_type,
        "sections": [(section.text, section.place, section.lines) for section in reading.sections],
        "title": reading.title,
        "metadata": dict(reading.metadata),
        "method": reading.method,
        "notes": list(reading.notes),
    }

"""What the server tells about itself: counters for Prometheus, and one line of log a request. Never contents."""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Histogram, Metric, ProcessCollector, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from starlette.types import Scope

from recollect import config

TOGETHER = "PROMETHEUS_MULTIPROC_DIR"
"""The folder in which processes count together; prometheus_client looks for it where it is loaded."""
REQUESTS = Counter("recollect_requests_total", "Requests answered", ["surface", "method", "status"])
SECONDS = Histogram(
    "recollect_request_seconds",
    "Time to answer a request",
    ["surface"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0),
)
METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"})
log = logging.getLogger("recollect.http")


def metrics() -> bytes:
    """The counters for Prometheus, of all processes of the server: nobody knows which of them is asked."""
    folder = config.environment().get(TOGETHER)
    if folder is None:
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(Processes(Path(folder)))
    return generate_latest(registry)


class Processes(Collector):
    """The usual `process_*` of each process that counts in a folder, labelled with its number; where the system tells
    it (Linux)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        found: dict[str, Metric] = {}
        for pid in filter(_is_beside, sorted({file.stem.rpartition("_")[2] for file in self._folder.glob("*.db")})):
            for one in ProcessCollector(pid=partial(str, pid), registry=None).collect():
                whole = found.setdefault(one.name, Metric(one.name, one.documentation, one.type))
                for sample in one.samples:
                    whole.add_sample(sample.name, {"pid": pid}, sample.value)
        return found.values()


def _is_beside(pid: str) -> bool:
    """Whether a process lives that has the same parent: of one that died the file stays, and its number may be
    another's."""
    try:
        said = Path("/proc", pid, "stat").read_bytes()
    except OSError:
        return False
    return int(said.rpartition(b")")[2].split()[1]) == os.getppid()


def request_id() -> str:
    return secrets.token_hex(8)


def path(scope: Scope) -> str:
    """Of a request that was answered, with the names of what callers choose in place of what they chose: it may be the
    name of a person. As far as it is known to be a path of ours."""
    under, route = scope.get("root_path", ""), getattr(scope.get("route"), "path", "")
    return f"{under}{route}"


def request(surface: str, scope: Scope, status: int, seconds: float, id: str) -> None:
    """A request was answered."""
    method = scope["method"] if scope["method"] in METHODS else "other"
    REQUESTS.labels(surface, method, str(status)).inc()
    SECONDS.labels(surface).observe(seconds)
    level = logging.WARNING if status >= 500 else logging.DEBUG
    if log.isEnabledFor(level):
        log.log(
            level,
            "http.request",
            extra={
                "surface": surface,
                "method": method,
                "path": path(scope),
                "status": status,
                "ms": round(seconds * 1000, 1),
                "request_id": id,
            },
        )

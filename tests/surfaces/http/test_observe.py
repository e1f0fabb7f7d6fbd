"""What a server of several processes tells of each."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from recollect.surfaces.http.observe import Processes


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells of processes in files")
def test_of_processes_that_counted_those_that_still_serve_are_told_of(tmp_path: Path) -> None:
    """A number that is given out again is another program's."""
    for pid in (os.getpid(), os.getppid(), 2**31):
        for kind in ("counter", "histogram"):
            (tmp_path / f"{kind}_{pid}.db").touch()
    told = {metric.name: metric.samples for metric in Processes(tmp_path).collect()}
    assert {"process_resident_memory_bytes", "process_cpu_seconds", "process_open_fds"} <= set(told)
    for samples in told.values():
        assert [sample.labels for sample in samples] == [{"pid": str(os.getpid())}]
    assert told["process_resident_memory_bytes"][0].value > 1_000_000

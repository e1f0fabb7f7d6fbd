"""The parent of several serving processes, as a program of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

STOP_S = 30
"""Much less than a process may be silent."""
PARENT = """
import socket, sys, uvicorn
from recollect.surfaces.http import supervisor
supervisor.END_S = 1
opened = socket.socket()
opened.bind(("127.0.0.1", 0))
opened.listen()
chosen = uvicorn.Config(sys.argv[1], workers=2, log_config=None, timeout_worker_healthcheck=supervisor.WORKER_SILENT_S)
parent = supervisor.Supervisor(chosen, [opened])
parent.run()
sys.exit(7 if parent.failed else 0)
"""


def parent(app: str, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PARENT, app]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_processes_that_cannot_start_end_their_parent_with_an_error(tmp_path: Path) -> None:
    with parent("no_such_module:app", tmp_path) as started:
        try:
            assert started.wait(STOP_S) == 7
        finally:
            started.kill()


@pytest.mark.slow
def test_a_parent_hears_that_it_shall_end_while_its_processes_say_nothing(tmp_path: Path) -> None:
    # Two of them say it: in one write each, so that no line is torn.
    stuck = "import os, signal\nos.write(1, b'loading\\n')\nos.kill(os.getpid(), signal.SIGSTOP)\n"
    (tmp_path / "stuck.py").write_text(stuck, encoding="utf-8")
    with parent("stuck:app", tmp_path) as started:
        try:
            assert started.stdout is not None
            assert started.stdout.readline() == "loading\n"
            started.send_signal(signal.SIGTERM)
            assert started.wait(STOP_S) == 0
        finally:
            started.kill()

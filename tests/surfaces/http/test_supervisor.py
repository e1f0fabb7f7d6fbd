"""The parent of several serving processes, as a program of its own."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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


@contextmanager
def parent(app: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """It and its processes are a group of their own, of which nothing is left in the end."""
    command = [sys.executable, "-c", PARENT, app]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, bufsize=0, start_new_session=True) as started:
        try:
            yield started
        finally:
            with suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)


def said(started: subprocess.Popen[bytes]) -> bytes:
    """The next line of one of the processes; nothing, where none comes in time."""
    assert started.stdout is not None
    return started.stdout.readline() if select.select([started.stdout], [], [], STOP_S)[0] else b""


@pytest.mark.slow
def test_processes_that_cannot_start_end_their_parent_with_an_error(tmp_path: Path) -> None:
    with parent("no_such_module:app", tmp_path) as started:
        assert started.wait(STOP_S) == 7


@pytest.mark.slow
def test_a_parent_hears_that_it_shall_end_while_its_processes_say_nothing(tmp_path: Path) -> None:
    # Two of them say it: in one write each, so that no line is torn.
    stuck = "import os, signal\nos.write(1, b'loading\\n')\nos.kill(os.getpid(), signal.SIGSTOP)\n"
    (tmp_path / "stuck.py").write_text(stuck, encoding="utf-8")
    with parent("stuck:app", tmp_path) as started:
        assert said(started) == b"loading\n"
        started.send_signal(signal.SIGTERM)
        assert started.wait(STOP_S) == 0


SERVING = """
import os, signal
stuck = os.path.exists("stuck")
os.write(1, b"%d\\n" % os.getpid())
if stuck:
    os.kill(os.getpid(), signal.SIGSTOP)
async def app(scope, receive, send):
    assert scope["type"] == "lifespan"
    while (await receive())["type"] == "lifespan.startup":
        await send({"type": "lifespan.startup.complete"})
    await send({"type": "lifespan.shutdown.complete"})
"""


@pytest.mark.slow
def test_a_parent_that_renews_its_processes_hears_that_it_shall_end(tmp_path: Path) -> None:
    (tmp_path / "serving.py").write_text(SERVING, encoding="utf-8")
    with parent("serving:app", tmp_path) as started:
        children = [said(started), said(started)]
        (tmp_path / "stuck").touch()
        started.send_signal(signal.SIGHUP)
        assert said(started) not in (b"", *children)
        started.send_signal(signal.SIGTERM)
        assert started.wait(STOP_S) == 0


@pytest.mark.slow
@pytest.mark.parametrize("told", [signal.SIGHUP, signal.SIGTTOU], ids=["renewed", "one less"])
def test_a_process_that_does_not_end_holds_up_neither_the_next_one_nor_the_end(
    tmp_path: Path, told: signal.Signals
) -> None:
    (tmp_path / "serving.py").write_text(SERVING, encoding="utf-8")
    with parent("serving:app", tmp_path) as started:
        frozen = [said(started), said(started)]
        for child in frozen:
            os.kill(int(child), signal.SIGSTOP)
        started.send_signal(told)
        if told == signal.SIGHUP:
            assert {said(started), said(started)}.isdisjoint((b"", *frozen))
        started.send_signal(signal.SIGTERM)
        assert started.wait(STOP_S) == 0

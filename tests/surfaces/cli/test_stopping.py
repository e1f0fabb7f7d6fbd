"""Ctrl-C: one line that says what has become of the work, exit code 130, and nothing half-written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import IO, Any

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process of its own group is stopped by a signal")
LINES = 4_000
"""More than a pipe holds: when all but the last are written, the command is at work."""


def started(cli: Any, *args: str, stdin: int | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "recollect", *args],
        env={**os.environ, **cli.environment},
        cwd=cli.folder,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


EXPORT = "".join(json.dumps({"content": f"Note {at} is about tea", "user": "ana"}) + "\n" for at in range(LINES))


def written(pipe: IO[str] | None) -> None:
    assert pipe is not None
    pipe.write(EXPORT)
    pipe.flush()


@pytest.mark.slow
@pytest.mark.parametrize("machine", [False, True], ids=["people", "machines"])
def test_a_stopped_import_says_that_it_can_go_on_and_does(cli: Any, machine: bool) -> None:
    with started(cli, "import", "-", *(["--json"] if machine else []), stdin=subprocess.PIPE) as process:
        written(process.stdin)
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stderr is not None
        err, out = process.stderr.read(), process.stdout.read()
    assert process.returncode == 130
    assert out == ""
    told = "stopped with Ctrl-C; what is done stays done; run the same command again to go on"
    assert (json.loads(err)["error"] == {"code": "stopped", "message": told}) if machine else (err.strip() == told)
    counts = cli.json("import", "-", input=EXPORT)
    assert counts["added"] + counts["known"] == LINES
    assert cli.json("status")["records"] == LINES
    assert cli.json("doctor")["ok"]


def test_ctrl_c_while_the_command_line_is_loaded_shows_no_traceback(cli: Any) -> None:
    run = "import signal; signal.raise_signal(signal.SIGINT)"
    (cli.folder / "typer.py").write_text(run, encoding="utf-8")  # the first thing that is loaded
    with started(cli, "status") as process:
        assert process.stderr is not None
        err = process.stderr.read()
    assert process.returncode == 130
    assert err == ""

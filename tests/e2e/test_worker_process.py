"""`recollect worker` as a process: it follows the settings file, as a server does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from recollect import Memory
from recollect.engine.ageing import DECAY

STOP_S = 120


@pytest.mark.slow
@pytest.mark.feature("CF-01")
def test_a_worker_follows_the_settings_file_and_a_broken_one_changes_nothing(tmp_path: Path) -> None:
    store, file = tmp_path / "memory.db", tmp_path / "config" / "recollect" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('schedule = "off"\n')
    command = [sys.executable, "-m", "recollect", "worker", "--db", str(store)]
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "config")}
    with (
        subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as worker,
        Memory(store, worker="off", config_file=tmp_path / "none.toml") as memory,
    ):

        def says(event: str) -> str:
            assert worker.stderr is not None
            return next(line for line in worker.stderr if event in line)

        def kinds() -> set[str]:
            """Of jobs, when the worker has done one more."""
            added = memory.add([{"role": "user", "content": "I live in Lisbon."}], user="ana")
            while memory.job(added.job_ids[0]).state != "done":
                assert worker.poll() is None
            return {job.kind for job in memory.jobs()}

        try:
            says("working on")
            assert DECAY not in kinds()
            file.write_text("schedule = \n")
            assert "config.toml" in says("settings.refused")
            file.write_text('schedule = "on"\npii_hook = "no.mod:fn"\n')
            assert "no.mod:fn" in says("settings.refused")
            assert DECAY not in kinds()
            file.write_text('schedule = "on"\n')
            says("settings.reloaded")
            assert any(DECAY in kinds() for _ in range(100))
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(STOP_S) == 0
        finally:
            worker.kill()

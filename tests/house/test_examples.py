"""Every example runs as a newcomer would run it, with nothing configured, and again in the same folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source import ROOT, name_of

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
TIMEOUT_S = 180


def test_there_are_examples() -> None:
    assert EXAMPLES


@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
def test_example_runs(path: Path, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RECOLLECT_")}
    environment |= {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command, told = [sys.executable, str(path)], {"capture_output": True, "text": True, "timeout": TIMEOUT_S}
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, env=environment, **told)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip(), "an example shows something"
        assert not (tmp_path / "memory.db").exists(), "what one example stores is not found by another"

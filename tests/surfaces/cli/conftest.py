"""The command line as a person or a script meets it, on a store of the test's own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from recollect.surfaces.cli.app import app

COMMAND = get_command(app)
"""What a process makes once; it takes longer than most commands."""
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
CHAT = [
    {
        "role": "user",
        "name": "Ana",
        "content": "My sister Rita visits me in June.",
        "occurred_at": "2024-05-20T10:00:00Z",
    },
    {"role": "assistant", "content": "How lovely! Will she stay long?", "occurred_at": "2024-05-20T10:01:00Z"},
]


@dataclass(frozen=True, kw_only=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(self.err)["error"]
        return found


@dataclass(frozen=True, kw_only=True)
class Cli:
    """Runs commands; `ok` and `json` insist that they work."""

    folder: Path
    environment: Mapping[str, str]

    @property
    def store(self) -> Path:
        """The usual place, which a command that reads may find empty."""
        return self.folder / "data" / "recollect" / "memory.db"

    def run(self, *args: str | Path, input: str | None = None, **environment: str) -> Ran:
        with CliRunner().isolation(input=input, env={**self.environment, **environment}) as (out, err, _):
            with pytest.raises(SystemExit) as ended:
                COMMAND.main(args=[str(arg) for arg in args], prog_name="recollect")
            sys.stdout.flush()
            sys.stderr.flush()
            return Ran(code=int(ended.value.code or 0), out=out.getvalue().decode(), err=err.getvalue().decode())

    def ok(self, *args: str | Path, input: str | None = None, **environment: str) -> str:
        done = self.run(*args, input=input, **environment)
        assert done.code == 0, done.err
        return done.out

    def json(self, *args: str | Path, input: str | None = None, **environment: str) -> Any:
        done = self.run(*args, "--json", input=input, **environment)
        assert done.code == 0, done.err
        assert done.err == ""
        return done.json

    def fails(self, *args: str | Path, code: str, input: str | None = None) -> str:
        """The message of the error a command must end with, the same for people and machines."""
        done = self.run(*args, "--json", input=input)
        assert done.code == 1
        assert done.out == ""
        assert done.error["code"] == code
        people = self.run(*args, input=input)
        assert people.code == 1
        assert code in people.err
        return done.error["message"]

    def add(self, text: str, *args: str) -> str:
        """The id of a new memory."""
        made: str = self.json("add", text, *args)["ids"][0]
        return made

    def process(
        self, *args: str | Path, input: str | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """The same in a process of its own."""
        return subprocess.run(
            [sys.executable, "-m", "recollect", *map(str, args)],
            env={**os.environ, **self.environment, **environment},
            cwd=self.folder,
            input=input if input is not None else "",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    for name in list(os.environ):
        if name.startswith(("RECOLLECT_", "MEMORY_", "OM_")):
            monkeypatch.delenv(name)
    environment = {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "COLUMNS": "110",
        "NO_COLOR": "1",
        "TZ": "UTC",
        # What is learned and weighed has tests of its own (test_deciding.py); here a store holds what was put in.
        "RECOLLECT_EXTRACTION": "off",
        "RECOLLECT_VERIFICATION": "off",
        "RECOLLECT_SUMMARIES": "off",
        "RECOLLECT_PROFILE": "off",
    }
    return Cli(folder=tmp_path, environment=environment)


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    """A file with one conversation."""
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(CHAT), encoding="utf-8")
    return path

"""`recollect files`: the workspace in the terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surfaces.cli.conftest import Cli


@pytest.fixture
def folder(cli: Cli) -> Path:
    root = cli.folder / "notes"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Facts\n\nAna prefers tea over coffee.\n")
    (root / "memory" / "cat.md").write_text("The cat is called Mia.\n")
    (root / "memory" / "link.md").symlink_to("/etc/passwd")
    return root


@pytest.mark.feature("FI-01", "FI-05", "FI-06")
def test_files_are_synced_searched_and_read(cli: Cli, folder: Path) -> None:
    where = {"RECOLLECT_WORKSPACE": str(folder)}
    done = cli.json("files", "sync", **where)
    assert (done["added"], done["files"], done["complete"]) == (2, 2, True)
    assert [one["path"] for one in done["skipped"]] == ["memory/link.md"]
    found = cli.json("files", "search", "does Ana prefer tea?", **where)
    assert found["hits"][0]["citation"] == "MEMORY.md#L1-L3"
    assert cli.json("files", "get", "MEMORY.md", "--from", "3", "--lines", "1", **where) == {
        "path": "MEMORY.md",
        "text": "Ana prefers tea over coffee.",
    }
    assert cli.json("files", "status", **where)["files"] == 2
    for command in (("sync",), ("search", "cat"), ("get", "memory/cat.md"), ("status",)):
        assert cli.ok("files", *command, **where)
    assert "Mia" in cli.ok("files", "search", "cat Mia", **where)


def test_the_first_search_reads_the_files_and_later_ones_answer_before_they_do(cli: Cli, folder: Path) -> None:
    assert cli.json("files", "search", "cat Mia", "--workspace", folder)["hits"][0]["path"] == "memory/cat.md"
    (folder / "memory" / "dog.md").write_text("The dog is called Rex.\n")
    assert cli.json("files", "search", "dog Rex", "--workspace", folder)["hits"] == []
    assert cli.json("files", "search", "dog Rex", "--workspace", folder)["hits"][0]["path"] == "memory/dog.md"


@pytest.mark.slow
@pytest.mark.feature("FI-03")
def test_a_process_follows_the_files_until_it_is_stopped(cli: Cli, folder: Path) -> None:
    command = [sys.executable, "-m", "recollect", "files", "watch", "--workspace", str(folder)]
    environment = {**os.environ, **cli.environment, "PYTHONUNBUFFERED": "1", "RECOLLECT_WORKSPACE_DEBOUNCE_S": "0.05"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "2 added" in process.stdout.readline()
        (folder / "memory" / "dog.md").write_text("The dog is called Rex.\n")
        assert "1 added" in process.stdout.readline()
        (folder / "memory" / "dog.md").unlink()
        assert "1 removed" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert cli.json("files", "status", "--workspace", folder)["files"] == 2


def test_mistakes_are_told(cli: Cli, folder: Path) -> None:
    assert "workspace" in cli.fails("files", "sync", code="not_configured")
    assert "workspace" in cli.fails("files", "get", "../x.md", "--workspace", folder, code="forbidden")
    assert "cannot be read" in cli.fails("files", "sync", "--workspace", cli.folder / "gone", code="invalid_input")

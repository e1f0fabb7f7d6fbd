"""mirror, transcripts, and imports of other programs' transcripts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def session(folder: Path, agent: str, *texts: str) -> Path:
    path = folder / "agents" / agent / "sessions" / "s1.jsonl"
    path.parent.mkdir(parents=True)
    lines: list[dict[str, Any]] = [{"type": "session", "id": "s1", "version": 3}]
    for number, text in enumerate(texts):
        lines.append({"type": "message", "id": f"m{number}", "message": {"role": "user", "content": text}})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_folder_is_mirrored_and_edits_come_back(cli: Any, tmp_path: Path) -> None:
    id = cli.add("Ana lives in Lisbon", "-u", "ana", "--kind", "fact")
    folder = tmp_path / "notes [mine]"
    assert cli.json("mirror", folder, "-u", "ana", "--dry-run")["written"] == 1
    assert not folder.exists()
    made = cli.json("mirror", folder, "-u", "ana")
    assert (made["written"], made["unchanged"], made["done"][0]["id"]) == (1, 0, id)
    path = folder / made["done"][0]["path"]
    path.write_text(path.read_text().replace("Lisbon", "Porto"))
    told = cli.ok("mirror", folder, "-u", "ana")
    assert "edited" in told
    assert "notes [mine]" in told.replace("\n", "")
    assert cli.json("get", id)["content"] == "Ana lives in Porto"
    assert "1 unchanged" in cli.ok("mirror", folder, "-u", "ana")


def test_a_mirror_that_would_archive_much_asks_for_force(cli: Any, tmp_path: Path) -> None:
    for number in range(6):
        cli.add(f"note number {number}")
    folder = tmp_path / "notes"
    cli.ok("mirror", folder)
    for path in folder.rglob("*.md"):
        path.unlink()
    assert "--force" in cli.fails("mirror", folder, code="invalid_state")
    assert cli.json("mirror", folder, "--force")["archived"] == 6
    cli.fails("mirror", folder, "--watch", "--dry-run", code="invalid_input")


@pytest.mark.slow
def test_a_watching_mirror_follows_both_sides(cli: Any, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    cli.add("Ana lives in Lisbon")
    command = [sys.executable, "-m", "recollect", "mirror", str(folder), "--watch"]
    environment = {**os.environ, **cli.environment, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stdout is not None
        try:
            assert "written" in process.stdout.readline()
            assert "1 written" in process.stdout.readline()
            (folder / "new.md").write_text("Ana keeps bees")
            assert "added" in process.stdout.readline()
            process.stdout.readline()
            cli.add("Ana sold the car")
            assert "written" in process.stdout.readline()
        finally:
            process.send_signal(signal.SIGINT)
    assert len(list(folder.rglob("*.md"))) == 3
    assert process.returncode == 0


@pytest.mark.feature("FI-07")
def test_transcripts_of_openclaw_are_kept_in_step(cli: Any, tmp_path: Path) -> None:
    path = session(tmp_path / ".openclaw", "main", "I moved to Porto", "I keep bees")
    assert "transcripts on" in cli.fails("transcripts", "sync", code="not_configured")
    on = {"RECOLLECT_TRANSCRIPTS": "on", "HOME": str(tmp_path)}
    done = cli.json("transcripts", "sync", **on)
    assert (done["added"], done["files"], done["problems"]) == (2, 1, [])
    assert "0 turns added" in cli.ok("transcripts", "sync", "--due", **on)
    state = cli.json("transcripts", "status", **on)
    assert state["on"] is True
    assert [(one["agent"], one["turns"]) for one in state["transcripts"]] == [("main", 2)]
    assert path.name in cli.ok("transcripts", "status", **on)
    elsewhere = session(tmp_path / "state", "other", "I sold the car")
    assert elsewhere.is_file()
    assert cli.json("transcripts", "sync", **on, OPENCLAW_STATE_DIR=str(tmp_path / "state"))["added"] == 1


def test_an_import_names_the_lines_it_passed_over(cli: Any, tmp_path: Path) -> None:
    path = session(tmp_path, "main", "I moved to Porto")
    path.write_text(path.read_text() + "{broken\n")
    assert cli.json("import", path, "-u", "ana") == {"added": 1, "known": 0, "skipped": 1}
    told = cli.ok("import", "openclaw", path, "-u", "ana")
    assert "line 3" in told
    assert "1 passed over" in told
    (record,) = cli.json("list", "-u", "ana", "-l", "turn")["records"]
    assert (record["agent"], record["session"], record["role"]) == ("main", "s1", "user")

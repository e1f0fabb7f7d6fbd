"""Terminals and pipes that are not UTF-8: nothing is lost, and nobody sees a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from recollect.surfaces.cli import streams

pytestmark = pytest.mark.slow
NARROW = ["ascii", "cp1252"]
TEXT = "Ana drinks 茶 in Zürich"


@pytest.mark.parametrize("encoding", NARROW)
def test_people_see_a_question_mark_for_what_their_terminal_does_not_have(cli: Any, encoding: str) -> None:
    cli.add(TEXT)
    done = raw(cli, encoding, "add", "Ben lives in Porto")
    assert (done.returncode, done.stderr) == (0, b"")
    done = raw(cli, encoding, "list")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Ana drinks ? in Z" in done.stdout.decode(encoding)


@pytest.mark.parametrize("encoding", NARROW)
def test_what_programs_read_is_whole_in_every_encoding(cli: Any, encoding: str) -> None:
    cli.add(TEXT)
    listed = json.loads(raw(cli, encoding, "list", "--json").stdout.decode("ascii"))
    assert listed["records"][0]["content"] == TEXT
    exported = [json.loads(line) for line in raw(cli, encoding, "export").stdout.decode(encoding).splitlines()]
    assert TEXT in [line.get("content") for line in exported]


@pytest.mark.parametrize("command", [["add", "-"], ["add", "--messages", "-"], ["import", "-"]])
def test_bytes_that_are_no_text_are_refused_in_one_line(cli: Any, command: list[str]) -> None:
    done = raw(cli, "utf-8", *command, said=b'{"content": "caf\xff"}\n')
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert b"standard input is not utf-8 text (invalid start byte at byte 16)" in done.stderr


def raw(cli: Any, encoding: str, *args: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "recollect", *args],
        env={**os.environ, **cli.environment, "PYTHONIOENCODING": encoding},
        cwd=cli.folder,
        input=said,
        capture_output=True,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", [["list"], ["list", "--json"], ["--help"]])
def test_output_that_has_no_room_is_told_in_one_line(cli: Any, command: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "recollect", *command],
            env={**os.environ, **cli.environment},
            cwd=cli.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=120,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"error the output cannot be written (No space left on device)\n")


def test_json_has_null_for_a_number_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"score": float("nan"), "hits": [1.5, float("-inf"), {"é": (float("inf"), None, True)}]}
    read = json.loads(streams.json_text(value), parse_constant=pytest.fail)
    assert read == {"score": None, "hits": [1.5, None, {"é": [None, None, True]}]}


def test_what_is_logged_outside_a_server_is_told_with_its_fields(cli: Any) -> None:
    said = (
        "import logging, sys; from recollect.surfaces.cli import app; sys.argv = ['recollect', 'config', 'path'];"
        "app.app = lambda **given: logging.getLogger('recollect.x').warning('some.event', extra={'tenant': 'one'});"
        "app.main()"
    )
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, timeout=120, check=True)
    assert done.stderr.strip().endswith("warning some.event tenant=one")

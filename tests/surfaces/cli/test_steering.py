"""What is remembered never steers a terminal: control characters in it are not written."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from recollect.surfaces.cli import streams
from tests.surfaces.cli.conftest import Cli

HOSTILE = "ls output: \x1b[31mred\x1b[0m \x1b]0;owned\x07 \x1b[2J \x9b2J\x7f done\tand\nthen"
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@pytest.fixture
def hostile(cli: Cli, tmp_path: Path) -> Cli:
    chat = tmp_path / "chat.json"
    chat.write_text(json.dumps([{"role": "user", "content": HOSTILE, "name": "An\x1b[1ma"}]), encoding="utf-8")
    cli.ok("add", "--messages", str(chat), "--user", "ana", "--session", "s1")
    cli.ok("override", HOSTILE, "--user", "ana")
    return cli


def test_no_command_writes_what_steers_a_terminal(hostile: Cli) -> None:
    id = hostile.json("add", HOSTILE, "--user", "ana", "--tag", "t\x1b[2J")["ids"][0]
    hostile.ok("edit", id, f"{HOSTILE} again", "--user", "ana")
    commands = (
        ["search", "ls output", "--explain"],
        ["get", id],
        ["list"],
        ["timeline"],
        ["history", id],
        ["context", "ls output"],
        ["decisions"],
        ["profile"],
        ["recalls", id],
    )
    for command in commands:
        shown = hostile.ok(*command, "--user", "ana")
        assert shown.strip()
        assert STEERING.findall(shown) == [], command


def test_what_a_program_reads_stays_whole(hostile: Cli) -> None:
    id = hostile.json("add", HOSTILE, "--user", "ana")["ids"][0]
    written = hostile.ok("get", id, "--user", "ana", "--json")
    assert json.loads(written)["content"] == HOSTILE
    assert STEERING.findall(written) == []


def test_a_text_is_echoed_whole_to_a_pipe_only(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "one\x9b2Jtwo\x07\tthree\n"
    for terminal in (True, False):
        out = io.StringIO()
        monkeypatch.setattr(out, "isatty", lambda terminal=terminal: terminal)
        monkeypatch.setattr(sys, "stdout", out)
        streams.echo(text)
        assert out.getvalue() == ("one2Jtwo\tthree\n\n" if terminal else f"{text}\n")


def test_colours_are_the_programs_own() -> None:
    out = io.StringIO()
    screen = streams.Screen(file=out, force_terminal=True, color_system="standard", highlight=False)
    screen.print(HOSTILE, style="red", markup=False)
    assert out.getvalue().startswith("\x1b[31mls output: [31mred")
    assert "\x1b]" not in out.getvalue()
    assert "\x1b[2J" not in out.getvalue()

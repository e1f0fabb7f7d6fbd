"""The command as a whole: help, version, completion, shared options, quick start."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

COMMANDS = (
    "add search list get edit archive unarchive delete history import export backup restore "
    "reindex doctor status bench demo config decisions conflicts resolve revert jobs"
).split()


def test_help_names_every_command(cli: Any) -> None:
    shown = cli.ok("--help")
    assert [command for command in COMMANDS if f"  {command} " not in shown] == []


@pytest.mark.parametrize(
    "command",
    [*COMMANDS, "bench recall", "bench speed", "config show", "config explain", "config set", "config import"],
)
def test_every_command_explains_itself(cli: Any, command: str) -> None:
    shown = cli.ok(*command.split(), "--help")
    assert f"recollect {command}" in shown
    if command not in ("bench", "config"):
        assert "--json" in shown
        assert "--store" in shown


def test_without_a_command_there_is_help(cli: Any) -> None:
    done = cli.run()
    assert "usage" in (done.out + done.err)


def test_the_version_is_printed(cli: Any) -> None:
    from recollect import __version__

    assert cli.ok("--version").strip() == f"recollect {__version__}"


def test_shared_options_work_before_and_after_the_command(cli: Any) -> None:
    other = cli.folder / "other.db"
    cli.ok("--db", other, "--user", "ana", "add", "before")
    cli.ok("add", "after", "--db", other, "--user", "ana")
    before = json.loads(cli.ok("--json", "--db", other, "-u", "ana", "list"))
    after = json.loads(cli.ok("list", "--json", "--db", other, "-u", "ana"))
    assert before == after
    assert len(before["records"]) == 2
    assert cli.json("--user", "ana", "list", "--user", "bo", "--db", other)["records"] == []


@pytest.mark.feature("SC-05")
def test_every_agent_can_have_a_store_of_its_own(cli: Any) -> None:
    store = str(cli.folder / "{agentId}.db")
    cli.ok("add", "for the cook", "-u", "ana", "--agent", "cook", "--store", store)
    cli.ok("add", "for nobody", "-u", "ana", "--store", store)
    assert (cli.folder / "cook.db").is_file()
    assert (cli.folder / "default.db").is_file()
    found = cli.json("list", "-u", "ana", "--agent", "cook", "--store", store)["records"]
    assert [record["content"] for record in found] == ["for the cook"]


@pytest.mark.slow
def test_json_is_all_there_is_on_standard_output(cli: Any) -> None:
    cli.process("add", "Ana lives in Lisbon", "-u", "ana")
    done = cli.process("search", "Lisbon", "-u", "ana", "--json", RECOLLECT_EMBEDDER="none")
    assert json.loads(done.stdout)["note"]
    assert done.stderr == ""


@pytest.mark.slow
def test_no_colour_codes_reach_a_pipe(cli: Any) -> None:
    done = cli.process("add", "Ana lives in Lisbon", "-u", "ana", NO_COLOR="")
    assert "\x1b[" not in done.stdout + done.stderr


@pytest.mark.slow
def test_no_color_takes_the_colours_out_of_a_terminal(cli: Any) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    colourful = {"FORCE_COLOR": "1", "NO_COLOR": "", "TERM": "xterm-256color"}
    assert "\x1b[36m" in cli.process("list", "-u", "ana", **colourful).stdout
    assert "\x1b[36m" not in cli.process("list", "-u", "ana", "--no-color", **colourful).stdout


@pytest.mark.slow
def test_the_shell_can_complete_commands_and_options(cli: Any) -> None:
    commands = cli.process(_RECOLLECT_COMPLETE="complete_bash", COMP_WORDS="recollect re", COMP_CWORD="1")
    assert {"recalls", "restore", "reindex", "reinforce", "rekey", "resolve", "revert"} == set(commands.stdout.split())
    options = cli.process(_RECOLLECT_COMPLETE="complete_bash", COMP_WORDS="recollect search --ex", COMP_CWORD="2")
    assert options.stdout.split() == ["--explain"]
    script = cli.process(_RECOLLECT_COMPLETE="source_bash")
    assert "_RECOLLECT_COMPLETE" in script.stdout


def test_python_m_recollect_is_the_command(cli: Any) -> None:
    assert cli.process("--version").stdout.startswith("recollect ")


def test_help_does_not_wait_for_what_only_commands_need() -> None:
    script = (
        "import sys, recollect.surfaces.cli.app; print({'numpy', 'apsw', 'wordllama', 'pygments'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"

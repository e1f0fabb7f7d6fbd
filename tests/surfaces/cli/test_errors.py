"""Things that go wrong: one clear line that says what to do, an exit code, and nothing half-done."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

not_as_root = pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="permissions do not bind root")


def test_a_file_that_is_no_database_is_refused_and_left_alone(cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ana, " * 500, encoding="utf-8")
    assert "letter.txt" in cli.fails("list", "--db", file, code="not_a_database")
    assert file.read_text(encoding="utf-8") == "Dear Ana, " * 500


def test_a_folder_is_no_store(cli: Any, tmp_path: Path) -> None:
    assert "is a folder" in cli.fails("list", "--db", tmp_path, code="store_unavailable")


@pytest.mark.parametrize(
    "command",
    [
        "search x", "list", "get x", "history x", "recalls x", "context x", "timeline", "graph", "profile", "decisions",
        "conflicts", "jobs", "status", "doctor", "export", "documents list", "transcripts status", "keys list",
        "override --list", "override --remove x", "sweep --dry-run", "compact --dry-run", "compact --undo x",
        "clear --user ana --dry-run", "delete x", "edit x y", "archive x", "unarchive x", "reinforce x",
        "resolve x new", "revert x 1", "documents delete x", "files status", "files search x", "files get x", "sync",
        "sweep", "compact", "clear --user ana --yes", "erase --user ana --yes", "reindex", "backup x.db",
        "keys rotate x", "keys revoke x",
    ],
)  # fmt: skip
def test_a_command_that_only_reads_makes_no_store_at_a_mistyped_path(cli: Any, tmp_path: Path, command: str) -> None:
    path = tmp_path / "memroy.db"
    assert "memroy.db does not exist" in cli.fails(*command.split(), "--db", path, code="store_unavailable")
    assert "memroy.db does not exist" in cli.fails(
        *command.split(), "--db", f"sqlite:///{path}", code="store_unavailable"
    )
    cli.environment["RECOLLECT_STORE"] = str(path)
    told = cli.fails(*command.split(), code="store_unavailable")
    assert "memroy.db does not exist" in told
    assert told.endswith("environment RECOLLECT_STORE")
    assert list(tmp_path.iterdir()) == []


def test_a_command_that_writes_makes_its_store_and_the_usual_place_may_be_empty(cli: Any, tmp_path: Path) -> None:
    cli.ok("add", "Ana lives in Lisbon", "-u", "ana", "--db", tmp_path / "new.db")
    assert "Lisbon" in cli.ok("list", "-u", "ana", "--db", tmp_path / "new.db")
    assert "Nothing here" in cli.ok("list")


def test_an_address_nobody_knows_is_refused(cli: Any) -> None:
    assert "mysql" in cli.fails("list", "--db", "mysql://localhost/x", code="config")


def test_a_damaged_file_is_reported(cli: Any) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    data = bytearray(cli.store.read_bytes())
    data[4096 : len(data) // 2] = os.urandom(len(data) // 2 - 4096)
    cli.store.write_bytes(bytes(data))
    done = cli.run("list", "--all", "--json")
    assert done.code == 1
    assert done.error["code"] in ("store_corrupt", "not_a_database")
    assert "recollect" in done.error["message"].lower()


def test_a_read_only_address_reads_and_refuses_to_write(cli: Any) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    address = f"sqlite:///{cli.store}?mode=ro"
    assert len(cli.json("search", "Lisbon", "-u", "ana", "--db", address)["hits"]) == 1
    cli.fails("add", "more", "-u", "ana", "--db", address, code="store_read_only")


@not_as_root
def test_a_file_without_the_right_to_write_refuses_to_write(cli: Any) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    cli.store.chmod(0o444)
    cli.store.parent.chmod(0o555)
    try:
        assert cli.run("add", "more", "-u", "ana").code == 1
    finally:
        cli.store.parent.chmod(0o755)


@pytest.mark.parametrize("user", ["", "  ", "x" * 600])
def test_an_impossible_user_is_refused(cli: Any, user: str) -> None:
    cli.fails("add", "text", "--user", user, code="invalid_input")


@pytest.mark.parametrize("args", [["nonsense"], ["add", "--nonsense"], ["get"], ["search", "x", "-k", "many"]])
def test_a_command_that_is_called_wrongly_ends_with_2(cli: Any, args: list[str]) -> None:
    done = cli.run(*args)
    assert done.code == 2
    assert done.out == ""
    assert done.err


@pytest.mark.slow
def test_an_error_is_one_line_in_a_process_of_its_own(cli: Any) -> None:
    done = cli.process("get", "no-such-id")
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_text_that_no_database_can_hold_is_refused(cli: Any) -> None:
    done = cli.process("add", "-u", "ana", input="a\x00b")
    assert done.returncode == 1
    assert "NUL" in done.stderr


@pytest.mark.parametrize(
    "called, told",
    [
        ("--json serch x", "serch"),
        ("list --json --limti 3", "--limti"),
        ("--json search", "Missing argument"),
        ("list --limit many --json", "--limit"),
        ("keys creat --json", "creat"),
        ("--json --nothing list", "--nothing"),
    ],
)
def test_a_command_that_is_called_wrongly_says_so_in_json_to_who_asked_for_it(cli: Any, called: str, told: str) -> None:
    done = cli.run(*called.split())
    assert (done.code, done.out) == (2, "")
    assert done.error["code"] == "usage"
    assert told in done.error["message"]
    people = cli.run(*(word for word in called.split() if word != "--json"))
    assert people.code == 2
    assert not people.err.startswith("{")

"""The same commands on PostgreSQL: the address is all that changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_the_commands_work_on_postgresql(cli: Any, chat: Path, tmp_path: Path, postgres_url: str) -> None:
    there = ("--store", postgres_url)
    cli.ok("add", "--messages", chat, "-u", "ana", *there)
    id = cli.add("Ana lives in Lisbon", "-u", "ana", *there)
    cli.ok("edit", id, "Ana lives in Porto", *there)
    assert cli.json("search", "where does Ana live?", "-u", "ana", "-l", "memory", *there)["hits"][0]["id"] == id
    assert len(cli.json("history", id, *there)["versions"]) == 2
    assert cli.json("doctor", *there)["ok"]

    backup = tmp_path / "backup"
    cli.ok("backup", backup, *there)
    cli.ok("delete", id, "--yes", *there)
    cli.fails("get", id, *there, code="not_found")
    assert cli.json("restore", backup, "--yes", *there)["records"] == cli.json("status", *there)["records"]
    assert cli.json("get", id, *there)["content"] == "Ana lives in Porto"

    copy = tmp_path / "copy.db"
    moved = cli.json("migrate", postgres_url, copy)
    assert moved["rows"] == moved["written"]
    assert moved["changed"] == []
    assert moved["tenants"]["default"]["rows"] > 0
    looked = cli.json("get", id, "--store", copy, RECOLLECT_WORKER="off")  # jobs came along: a worker would do them
    assert looked == cli.json("get", id, *there)
    assert "the same as in" in cli.ok("migrate", postgres_url, copy)
    assert "holds memory already" in cli.fails("migrate", copy, postgres_url, code="invalid_state")

    lines = cli.ok("export", *there)
    assert cli.json("import", "-", input=lines)["known"] == 0
    assert cli.json("get", id) == cli.json("get", id, *there)

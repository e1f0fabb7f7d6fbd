"""The command line over a server: `--db http://host:8080` is a store like any other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from recollect.errors import StoreFull
from tests.running_server import Running, running
from tests.surfaces.cli.conftest import FULL, Cli


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "served.db", worker="off", schedule="off") as started:
        yield started


def test_commands_reach_a_memory_on_a_server(cli: Cli, server: Running, tmp_path: Path) -> None:
    place = {"RECOLLECT_API_KEY": server.key, "RECOLLECT_STORE": server.url}
    added = cli.json("add", "Ana moved to Lisbon", "--user", "ana", "--db", server.url, RECOLLECT_API_KEY=server.key)
    found = cli.json("search", "where is Ana?", "--user", "ana", **place)
    assert [hit["id"] for hit in found["hits"]] == added["ids"]
    assert "Lisbon" in cli.ok("context", "Ana", "--user", "ana", **place)
    assert cli.json("status", **place)["store"] == server.url
    assert cli.json("doctor", **place)["ok"]
    assert cli.json("export", tmp_path / "all.ndjson", **place)["records"] == 1
    assert cli.json("import", tmp_path / "all.ndjson", **place) == {"added": 0, "known": 1}
    assert cli.json("backup", tmp_path / "copy.db", **place)["bytes"] > 10_000
    cli.ok("delete", added["ids"][0], "--yes", **place)
    assert cli.json("list", "--user", "ana", **place)["records"] == []


@FULL
@pytest.mark.parametrize("command", ["export", "backup"])
def test_what_a_full_disk_does_not_take_of_a_server_is_told_as_such(
    cli: Cli, server: Running, tmp_path: Path, command: str
) -> None:
    (tmp_path / "copy.partial").symlink_to("/dev/full")
    place = {"RECOLLECT_API_KEY": server.key, "RECOLLECT_STORE": server.url}
    told = cli.run(command, tmp_path / "copy", "--json", **place)
    wanted = {"code": "store_full", "message": str(StoreFull.writing(tmp_path / "copy"))}
    assert (told.code, told.error) == (1, wanted)


@pytest.mark.parametrize("command", [("serve",), ("worker",), ("keys", "list"), ("restore", "copy.db", "--yes")])
def test_what_needs_the_machine_itself_says_so(cli: Cli, command: tuple[str, ...]) -> None:
    assert "on its machine" in cli.fails(*command, "--db", "http://127.0.0.1:1", code="config")


def test_a_wrong_key_is_said_in_one_line(cli: Cli, server: Running) -> None:
    ran = cli.run("list", "--db", server.url, RECOLLECT_API_KEY="rk_wrong")
    assert ran.code == 1
    assert "unauthorized" in ran.err

"""status, doctor, reindex."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest


def test_status_counts_what_is_there(cli: Any) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    cli.add("for all")
    status = cli.json("status")
    assert (status["records"], status["spaces"]) == (2, 2)
    assert status["by_layer"] == {"memory": 2}
    assert status["needs_reindex"] == 0
    assert status["store"].endswith("memory.db")
    shown = cli.ok("status")
    assert "2 in 2 spaces" in shown
    assert status["embedder"] in shown


def test_a_healthy_store_passes_every_check(cli: Any) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    assert cli.json("doctor") == {"ok": True, "problems": []}
    assert "✗" not in cli.ok("doctor")


def test_the_doctor_finds_and_mends_a_damaged_index(cli: Any) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    with sqlite3.connect(cli.store) as database:
        database.execute("DELETE FROM posting")
    database.close()
    found = cli.run("doctor", "--json")
    assert found.code == 1
    assert [problem["code"] for problem in found.json["problems"]] == ["postings"]
    people = cli.run("doctor")
    assert people.code == 1
    assert "✗" in people.out
    assert "--repair" in people.out
    assert "mended" in cli.ok("doctor", "--repair")
    assert cli.json("doctor")["ok"]
    assert cli.json("search", "Lisbon", "-u", "ana", "--set", "channels=keyword", "-p", "weighted")["hits"]


@pytest.mark.feature("JB-03")
def test_reindex_makes_the_vectors_of_another_embedder(cli: Any) -> None:
    for text in ("one", "two", "three"):
        cli.add(text, "-u", "ana")
    other = {"RECOLLECT_EMBEDDER": "synthetic"}
    assert cli.json("status", **other)["needs_reindex"] == 3
    assert "reindex" in cli.ok("status", **other)
    assert cli.json("reindex", **other) == {"spaces": 0, "vectors": 3}
    assert "up to date" in cli.ok("reindex", **other)
    assert cli.json("status", **other)["needs_reindex"] == 0


@pytest.mark.parametrize("options", [(), ("--repair",)])
def test_the_doctor_promises_nothing_of_a_damaged_file(cli: Any, options: tuple[str, ...]) -> None:
    cli.add("Ana lives in Lisbon near the zorkbee market", "-u", "ana")
    with sqlite3.connect(cli.store) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    data = bytearray(cli.store.read_bytes())
    page = data.index(b"near the zorkbee market") // size * size
    data[page : page + size] = b"\xff" * size
    cli.store.write_bytes(data)
    found = cli.run("doctor", *options)
    assert found.code == 1
    assert "✓" not in found.out
    assert "restore a backup" in found.out or not options

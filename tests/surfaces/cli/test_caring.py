"""status, doctor, reindex, config."""

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


def test_config_says_where_a_value_comes_from(cli: Any) -> None:
    file = cli.folder / "config" / "recollect" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('cache_mb = 64\npreset = "rrf"\n', encoding="utf-8")
    shown = cli.json("config", "show", RECOLLECT_PRESET="weighted", MEMORY_RRF_K="20")
    assert shown["preset"] == {"value": "weighted", "from": "environment RECOLLECT_PRESET"}
    assert shown["rrf_k"] == {"value": 20, "from": "environment MEMORY_RRF_K"}
    assert shown["cache_mb"] == {"value": 64, "from": f"file {file}"}
    assert shown["embedder"] == {"value": "auto", "from": "default"}
    assert cli.json("config", "show", "--store", "x.db")["store"] == {"value": "x.db", "from": "command line"}
    assert "weighted" in cli.ok("config", "show", RECOLLECT_PRESET="weighted")


def test_config_explains_one_setting(cli: Any) -> None:
    told = cli.json("config", "explain", "rrf_k")
    assert told["environment"] == ["RECOLLECT_RRF_K", "MEMORY_RRF_K"]
    assert (told["value"], told["default"], told["accepts"]) == (60, 60, "0 to 10000")
    assert "reciprocal rank fusion" in cli.ok("config", "explain", "rrf_k")
    assert "nonsense" in cli.fails("config", "explain", "nonsense", code="config")


def test_a_wrong_setting_is_named(cli: Any) -> None:
    done = cli.run("list", "--json", RECOLLECT_CACHE_MB="a lot")
    assert done.code == 1
    assert done.error == {"code": "config", "message": "cache_mb must be a number, not 'a lot'"}


def test_config_never_shows_a_secret(cli: Any) -> None:
    secret = "sk-very-secret"
    environment = {
        "RECOLLECT_EMBEDDER": "openai",
        "OPENAI_API_KEY": secret,
        "RECOLLECT_EMBEDDER_HEADERS": f"X={secret}",
    }
    for arguments in (
        ("show",),
        ("show", "--json"),
        ("explain", "api_keys"),
        ("explain", "embedder_headers", "--json"),
    ):
        done = cli.run("config", *arguments, **environment)
        assert done.code == 0
        assert secret not in done.out + done.err
        assert "set, not shown" in done.out

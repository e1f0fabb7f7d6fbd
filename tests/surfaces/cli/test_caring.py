"""status, doctor, reindex."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from recollect.model.status import ModelState
from recollect.surfaces.cli.caring import doing


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
    assert cli.json("doctor") == {"ok": True, "tenants": ["default"], "problems": []}
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


def of_another_tenant(cli: Any) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    assert cli.run("add", "Ben lives in Porto", "-u", "ben", RECOLLECT_TENANT="acme").code == 0


def test_the_doctor_looks_at_every_tenant_and_names_whose_memory_is_damaged(cli: Any) -> None:
    of_another_tenant(cli)
    with sqlite3.connect(cli.store) as database:
        database.execute("DELETE FROM posting WHERE space IN (SELECT id FROM space WHERE tenant = 'acme')")
    database.close()
    found = cli.run("doctor", "--json")
    assert (found.code, found.json["tenants"]) == (1, ["acme", "default"])
    assert [(one["tenant"], one["code"]) for one in found.json["problems"]] == [("acme", "postings")]
    shown = cli.run("doctor").out
    assert "2 tenants: acme, default" in shown
    assert "✗ acme: the keyword index" in shown
    assert cli.json("doctor", "--tenant", "default")["ok"]
    assert cli.run("doctor", "--tenant", "acme").code == 1
    assert "mended: acme" in cli.ok("doctor", "--repair")
    assert cli.json("doctor")["ok"]


def test_status_tells_that_there_are_other_tenants(cli: Any) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    assert cli.json("status")["other_tenants"] == 0
    assert "tenant" not in cli.ok("status")
    of_another_tenant(cli)
    assert cli.json("status")["other_tenants"] == 1
    assert "the store has 1 other" in cli.ok("status")


def test_records_that_cannot_be_read_or_found_fail_their_checks(cli: Any) -> None:
    id = cli.add("Ana lives in Lisbon", "-u", "ana")
    cli.add("Ben lives in Porto", "-u", "ben")
    with sqlite3.connect(cli.store) as database:
        database.execute("UPDATE item SET metadata = '{broken' WHERE owner = 'ana'")
        database.execute("DELETE FROM space WHERE owner = 'ben'")
    database.close()
    assert f"the record {id} cannot be read" in cli.fails("list", "-u", "ana", code="store_corrupt")
    found = cli.run("doctor", "--json")
    assert {one["code"] for one in found.json["problems"]} == {"row", "space"}
    shown = cli.run("doctor").out
    assert "every record can be understood" not in shown
    assert "every record belongs to a space" not in shown
    cli.ok("doctor", "--repair")
    assert cli.json("doctor")["ok"]
    assert [one["content"] for one in cli.json("list", "-u", "ben")["records"]] == ["Ben lives in Porto"]


def test_a_text_that_is_none_is_named_and_every_other_check_is_made(cli: Any) -> None:
    id = cli.add("Ana lives in Lisbon", "-u", "ana")
    cli.add("Ana likes figs", "-u", "ana")
    with sqlite3.connect(cli.store) as database:
        database.execute("UPDATE item SET content = CAST(x'416e61ff20fe' AS TEXT) WHERE content LIKE '%Lisbon'")
        database.execute("DELETE FROM posting")
        database.execute("UPDATE vector SET data = x'00'")
        database.execute("UPDATE space SET next_number = 0")
    database.close()
    assert "recollect doctor" in cli.fails("list", "-u", "ana", code="store_corrupt")
    found = cli.run("doctor", "--json")
    assert {one["code"] for one in found.json["problems"]} == {"row", "postings", "vector_size", "counter"}
    shown = cli.run("doctor").out
    assert id in shown
    for promise in ("every record can be", "the keyword index agrees", "vectors fit", "numbers are given once"):
        assert promise not in shown
    cli.ok("doctor", "--repair")
    assert cli.json("doctor")["ok"]
    assert {one["content"] for one in cli.json("list", "-u", "ana")["records"]} == {
        "Ana\ufffd \ufffd",
        "Ana likes figs",
    }
    assert cli.json("search", "figs", "-u", "ana")["hits"]


def test_checks_that_could_not_be_made_are_told_as_such(cli: Any) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    with sqlite3.connect(cli.store) as database:
        database.execute("UPDATE space SET owner = CAST(x'ff' AS TEXT)")
    database.close()
    found = cli.run("doctor", "--json")
    assert [one["code"] for one in found.json["problems"]] == ["unreadable"]
    shown = cli.run("doctor").out
    assert "✓" not in shown
    assert "– not checked: the keyword index agrees with the records" in shown


def test_an_index_that_is_missing_is_made_again_unless_two_records_would_be_in_its_way(cli: Any) -> None:
    for name in ("one", "two"):
        cli.add(f"Ana lives in {name}", "-u", "ana", "--key", name)
    with sqlite3.connect(cli.store) as database:
        database.execute("DROP INDEX item_key")
    database.close()
    assert [one["code"] for one in cli.run("doctor", "--json").json["problems"]] == ["index"]
    assert "✗ the index item_key is missing" in cli.run("doctor").out
    cli.ok("doctor", "--repair")
    assert cli.json("doctor")["ok"]
    with sqlite3.connect(cli.store) as database:
        assert database.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'item_key'").fetchone() == (1,)
        database.execute("DROP INDEX item_key")
        database.execute("UPDATE item SET key = 'one'")
    database.close()
    found = cli.run("doctor", "--repair", "--json")
    assert (found.code, [one["code"] for one in found.json["problems"] if not one["repaired"]]) == (1, ["index"])
    assert "there twice" in found.out


@pytest.mark.parametrize(
    "breaker, failure, told",
    [
        ("closed", None, "ollama gemma3"),
        ("closed", "timed out", "ollama gemma3: timed out"),
        ("open", "timed out", "ollama gemma3 (resting): timed out"),
        ("half-open", "timed out", "ollama gemma3 (waiting to be tried again): timed out"),
    ],
)
def test_a_model_that_works_is_named_and_one_that_rests_says_so(breaker: str, failure: str | None, told: str) -> None:
    model = ModelState(provider="ollama", model="gemma3", breaker=breaker, last_failure=failure)
    assert doing(model).plain == told

"""Making stronger, sweeping, compacting, clearing and erasing on the command line."""

from __future__ import annotations

import pytest

from tests.surfaces.cli.conftest import Cli

PAST = "2020-01-01T00:00:00Z"


def listed(cli: Cli, *args: str) -> set[str]:
    return {record["content"] for record in cli.json("list", "--user", "ana", *args)["records"]}


@pytest.mark.feature("LC-03")
def test_a_record_is_made_stronger(cli: Cli) -> None:
    id = cli.add("Ana plays the cello", "--user", "ana")
    (record,) = cli.json("reinforce", id)["records"]
    assert record["strength"] == pytest.approx(0.6, abs=1e-3)
    assert "strength 1.00" in cli.ok("reinforce", id, "--boost", "7")
    assert "1.00" in cli.ok("get", id)
    assert "from 0 to 100" in cli.fails("reinforce", id, "--boost", "101", code="invalid_input")
    cli.fails("reinforce", "nothing", code="not_found")
    cli.fails("reinforce", id, "--user", "bob", code="not_found")


def test_a_sweep_shows_what_it_would_do_and_does_it(cli: Cli) -> None:
    cli.add("over", "--user", "ana", "--expires-at", PAST)
    cli.add("stays", "--user", "ana")
    assert "Would be archived" in cli.ok("sweep", "--dry-run")
    planned = cli.json("sweep", "--dry-run")
    assert (planned["archived"], planned["reasons"]["expired"], planned["dry_run"]) == (0, 1, True)
    assert cli.json("sweep", "--user", "bob")["archived"] == 0
    assert cli.json("sweep")["archived"] == 1
    assert cli.json("sweep")["archived"] == 0
    assert "Archived" in cli.ok("sweep")
    assert listed(cli) == {"stays"}


@pytest.mark.feature("LC-08")
def test_memories_are_compacted_and_brought_back(cli: Cli) -> None:
    texts = {f"Story {n}. It was long. It was good. Nobody slept." for n in range(3)}
    for text in sorted(texts):
        cli.add(text, "--user", "ana")
    assert cli.json("compact", "--user", "ana", "--dry-run")["candidates"] == 0, "none is 30 days old"
    shown = cli.ok("compact", "--user", "ana", "--older-than", "0", "--dry-run")
    assert "dry run" in shown
    assert listed(cli) == texts
    done = cli.json("compact", "--user", "ana", "--older-than", "0")
    assert (done["candidates"], done["archived"], done["dry_run"]) == (3, 3, False)
    assert done["tokens_saved"] > 0
    assert len(listed(cli)) == 1
    assert cli.json("compact", "--undo", done["summary_id"])["restored"] == 3
    assert listed(cli) == texts
    shown = cli.ok("compact", "--user", "ana", "--tokens", "0")
    (undo,) = [line.strip() for line in shown.splitlines() if "--undo" in line]
    assert "3 memories are back" in cli.ok(*undo.split()[1:])
    assert "nothing else" in cli.fails("compact", "--undo", "x", "--dry-run", code="invalid_input")
    assert "not both" in cli.fails("compact", "--tokens", "1", "--older-than", "1", code="contradictory")


@pytest.mark.feature("LC-11")
def test_clearing_asks_and_takes_filters(cli: Cli) -> None:
    for kind in ("fact", "event"):
        cli.add(f"a {kind}", "--user", "ana", "--kind", kind)
    cli.add("bob's", "--user", "bob", "--kind", "event")
    assert "1 records match" in cli.ok("clear", "--user", "ana", "--kind", "event", "--dry-run")
    assert "--yes" in cli.fails("clear", "--user", "ana", "--kind", "event", code="invalid_input")
    assert cli.json("clear", "--user", "ana", "--before", PAST, "--yes") == {
        "matching": 0, "removed": 0, "dry_run": False,
    }  # fmt: skip
    assert cli.json("clear", "--user", "ana", "--kind", "event", "--yes")["removed"] == 1
    assert listed(cli) == {"a fact"}
    assert "not both" in cli.fails("clear", "--user", "ana", "--everyone", "--yes", code="invalid_input")
    assert "deleted 2 records" in cli.ok("clear", "--everyone", "--yes")


@pytest.mark.feature("LC-11")
def test_erasing_asks_and_gives_a_receipt(cli: Cli) -> None:
    cli.add("Ana plays the cello", "--user", "ana")
    cli.add("Bob does not", "--user", "bob")
    assert "cannot be undone" in cli.fails("erase", "--user", "ana", code="invalid_input")
    receipt = cli.json("erase", "--user", "ana", "--yes")
    assert (receipt["user"], receipt["removed"]["records"], receipt["removed"]["versions"]) == ("ana", 1, 1)
    assert listed(cli) == set()
    assert "cello" not in cli.ok("export")
    assert "all users" in cli.ok("erase", "--everyone", "--yes")
    assert cli.json("list", "--all")["records"] == []

"""Profile, overrides and pending work on the command line."""

from __future__ import annotations

import json

import pytest

from tests.surfaces.cli.conftest import Cli

ON = {
    "RECOLLECT_EXTRACTION": "rules",
    "RECOLLECT_VERIFICATION": "on",
    "RECOLLECT_SUMMARIES": "on",
    "RECOLLECT_PROFILE": "on",
}
TALK = [
    "The ceramics workshop in Porto starts on June 12, 2024.",
    "We decided to use stoneware clay for the ceramics course.",
    "I need to book the kiln in Porto before Friday.",
    "I live in Lisbon and the kiln is far away.",
]


@pytest.fixture
def layered(cli: Cli) -> Cli:
    return Cli(folder=cli.folder, environment={**cli.environment, **ON})


def test_a_profile_is_made_shown_and_looked_through(layered: Cli) -> None:
    assert "there is no profile yet" in layered.ok("profile", "--user", "ana")
    assert "`recollect profile --user ana --rebuild` makes one" in layered.ok("profile", "--user", "ana")
    rebuilt = layered.ok("profile", "--user", "ana", "--rebuild")
    assert "there is nothing yet to make one of" in rebuilt
    assert "makes one" not in rebuilt
    assert "there is no profile yet. Name a --user." in layered.ok("profile")
    assert "no history" in layered.ok("profile", "--user", "ana", "--history")
    layered.ok("add", "Ana lives in Lisbon", "--user", "ana")
    assert layered.json("profile", "--user", "ana")["pending"] == 1
    shown = layered.ok("profile", "--user", "ana", "--rebuild")
    assert "lives in Lisbon" in shown
    assert "version 1 by rules" in shown
    assert "; 0 memories since" in shown
    layered.ok("add", "Ana plays the cello", "--user", "ana")
    assert "; 1 memory since" in layered.ok("profile", "--user", "ana")
    made = layered.json("profile", "--user", "ana", "--rebuild")
    assert (made["version"], made["pending"], made["overrides"]) == (2, 0, [])
    assert "cello" in made["text"]
    assert [one["version"] for one in layered.json("profile", "--user", "ana", "--history")["history"]] == [1, 2]
    assert "v2" in layered.ok("profile", "--user", "ana", "--history")


def test_a_profile_of_which_nothing_holds_any_more_is_not_said_to_be_missing(layered: Cli) -> None:
    layered.ok("add", "Ana lives in Lisbon", "--user", "ana")
    layered.ok("profile", "--user", "ana", "--rebuild")
    (known,) = layered.json("list", "--user", "ana", "--layer", "memory")["records"]
    layered.ok("archive", known["id"], "--user", "ana")
    shown = layered.ok("profile", "--user", "ana")
    assert "there is no profile yet" not in shown
    assert "holds any more" in shown
    assert [one["version"] for one in layered.json("profile", "--user", "ana", "--history")["history"]] == [1]
    assert "there is no profile yet" in layered.ok("profile", "--user", "ben")


@pytest.mark.feature("PL-03")
def test_overrides_are_fixed_listed_shown_and_removed(layered: Cli) -> None:
    (fixed,) = layered.json("override", "Ana lives in Lisbon", "--user", "ana")["overrides"]
    assert fixed["layer"] == "override"
    assert "fixed" in layered.ok("override", "Always answer in English", "--user", "ana")
    assert "Ana lives in Lisbon" in layered.ok("override", "--list", "--user", "ana")
    assert len(layered.json("override", "--list", "--user", "ana")["overrides"]) == 2
    assert "Always answer in English" in layered.ok("profile", "--user", "ana")
    assert "rejected" in layered.ok("add", "Ana lives in Porto", "--user", "ana")
    assert "removed" in layered.ok("override", "--remove", fixed["id"], "--user", "ana")
    assert len(layered.json("override", "--list", "--user", "ana")["overrides"]) == 1
    assert layered.ok("override", "--list", "--user", "ben").strip() == "nothing is fixed"


def test_without_a_user_a_list_of_what_is_fixed_says_to_name_one(layered: Cli) -> None:
    layered.ok("override", "Ana lives in Lisbon", "--user", "ana")
    assert "nothing is fixed. Name a --user." in layered.ok("override", "--list")


def test_an_override_says_what_it_archived(layered: Cli) -> None:
    gone = layered.add("Ana lives in Porto", "--user", "ana")
    earlier = layered.add("Ana plays the cello", "--user", "ana")
    layered.ok("archive", earlier, "--user", "ana")
    shown = layered.ok("override", "Ana lives in Lisbon", "--user", "ana")
    assert "archived, for it says otherwise: Ana lives in Porto" in shown
    assert gone in shown
    assert "cello" not in shown, "that was archived before"
    assert layered.json("override", "Always answer in English", "--user", "ana")["archived"] == []


def test_what_cannot_be_fixed_or_removed_is_said(layered: Cli) -> None:
    id = layered.add("Ana plays the cello", "--user", "ana")
    assert "is no override" in layered.fails("override", "--remove", id, code="invalid_input")
    assert "one of" in layered.fails("override", code="invalid_input")
    assert "one of" in layered.fails("override", "a text", "--list", code="invalid_input")
    layered.fails("override", "--remove", "nothing", code="not_found")


@pytest.mark.feature("PL-08")
def test_sync_does_what_waits(layered: Cli) -> None:
    path = layered.folder / "told.json"
    turns = [{"role": "user", "name": "Ana", "content": text} for text in TALK]
    path.write_text(json.dumps(turns), encoding="utf-8")
    layered.ok("add", "--messages", path, "--user", "ana")
    assert layered.json("list", "--user", "ana", "--layer", "summary")["records"] == []
    assert layered.json("sync", "--user", "ana") == {"left": 0}
    (summary,) = layered.json("list", "--user", "ana", "--layer", "summary")["records"]
    assert summary["metadata"]["decisions"] == ["Ana: We decided to use stoneware clay for the ceramics course"]
    assert "everything is done" in layered.ok("sync")

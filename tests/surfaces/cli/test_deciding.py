"""What was decided, what is open and what is still to be done, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.surfaces.cli.conftest import Cli

ON = {"RECOLLECT_EXTRACTION": "rules", "RECOLLECT_VERIFICATION": "on"}


@pytest.fixture
def learning(cli: Cli) -> Cli:
    return Cli(folder=cli.folder, environment={**cli.environment, **ON})


def conversation(folder: Path, text: str) -> Path:
    path = folder / "told.json"
    path.write_text(json.dumps([{"role": "user", "name": "Ana", "content": text}]), encoding="utf-8")
    return path


def test_a_conversation_is_learned_before_the_command_ends(learning: Cli) -> None:
    told = conversation(learning.folder, "I live in Lisbon and I don't like Python.")
    added = learning.json("add", "--messages", told, "--user", "ana")
    assert "Lisbon" in " ".join(memory["content"] for memory in added["memories"])
    assert {decision["action"] for decision in added["decisions"]} <= {"added", "kept_both"}
    (job,) = (job for job in learning.json("jobs")["jobs"] if job["kind"] == "extract")
    assert (job["id"], job["state"], job["user"]) == (added["job_id"], "done", "ana")
    assert "done" in learning.ok("jobs")


def test_people_see_what_became_of_each_statement(learning: Cli) -> None:
    learning.ok("add", "Ana works at Acme", "--user", "ana")
    shown = learning.ok("add", "Ana left Acme and joined Northstar", "--user", "ana")
    assert "superseded" in shown
    (newest, oldest) = learning.json("decisions", "--user", "ana")["decisions"]
    assert (newest["action"], oldest["action"]) == ("superseded", "added")
    listed = learning.ok("decisions", newest["memory_id"])
    assert "superseded" in listed
    assert newest["reason"].split()[0] in listed


def test_a_conflict_is_shown_and_answered(learning: Cli) -> None:
    learning.ok("add", "Ana works at Acme", "--user", "ana")
    learning.ok("add", "Ana works at Northstar", "--user", "ana", "--confidence", "0.5")
    (conflict,) = learning.json("conflicts", "--user", "ana")["conflicts"]
    assert "Northstar" in learning.ok("conflicts", "--user", "ana")
    assert learning.json("search", "where does Ana work?", "--user", "ana")["questions"][0]["id"] == conflict["id"]
    assert learning.json("resolve", conflict["id"], "new")["action"] == "superseded"
    assert learning.json("conflicts", "--everyone")["conflicts"] == []
    assert "resolved: new" in learning.ok("conflicts", "--user", "ana", "--resolved")
    assert "no open conflicts. Name a --user, or ask for --everyone." in learning.ok("conflicts")
    assert learning.ok("conflicts", "--everyone").strip() == "no open conflicts"
    assert learning.ok("conflicts", "--user", "ana").strip() == "no open conflicts"
    assert "nothing was decided yet. Name a --user." in learning.ok("decisions")
    assert learning.ok("decisions", "--user", "ben").strip() == "nothing was decided yet"
    learning.fails("resolve", conflict["id"], "new", code="invalid_state")
    learning.fails("resolve", "nothing", "new", code="not_found")


def test_an_old_version_comes_back(learning: Cli) -> None:
    id = learning.add("Ana works at Acme", "--user", "ana")
    learning.ok("edit", id, "Ana works at Northstar")
    assert learning.json("revert", id, "1")["content"] == "Ana works at Acme"
    assert "version 4 says what version 2 said" in learning.ok("revert", id, "2")
    learning.fails("revert", id, "9", code="not_found")


def test_queued_jobs_can_be_waited_for(cli: Cli, learning: Cli) -> None:
    from recollect import Memory

    with Memory(cli.store, worker="off", summaries="off", config_file=cli.folder / "none.toml") as memory:
        memory.add([{"role": "user", "content": "I live in Oslo."}], user="ana")
    (job,) = (job for job in learning.json("jobs", "--wait")["jobs"] if job["kind"] == "extract")
    assert job["state"] == "done"
    assert learning.json("jobs", "--state", "dead")["jobs"] == []
    assert "no jobs" in learning.ok("jobs", "--state", "dead")
    learning.fails("jobs", "--retry", "nothing", code="not_found")


@pytest.mark.parametrize(
    "command, line, field",
    [
        (
            "conflicts",
            {"old": "Ana works at Acme", "new": "Ana left Acme and joined Northstar", "expect": "supersede"},
            "accuracy",
        ),
        (
            "extraction",
            {
                "id": "t1",
                "messages": [{"role": "user", "content": "I live in Oslo."}],
                "expect": [{"content": "Lives in Oslo", "kind": "fact", "must_include": ["oslo"]}],
                "forbid": [],
            },
            "recall",
        ),
        (
            "updates",
            {
                "agent_args": {
                    "extra": {
                        "facts": ["Rita lives in Porto.", "Omar plays the cello."],
                        "contradicting_fact": "Rita lives in Madrid.",
                        "supporting_fact_indices": [0],
                    }
                }
            },
            "superseded_right",
        ),
    ],
)
def test_learning_can_be_measured(learning: Cli, command: str, line: dict[str, object], field: str) -> None:
    path = learning.folder / "cases.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    found = learning.json("bench", command, path)[field]
    assert (found["value"] if isinstance(found, dict) else found) == 1.0
    assert learning.ok("bench", command, path)

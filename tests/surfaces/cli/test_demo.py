"""The guided tour runs anywhere, shows what it promises, and leaves nothing behind."""

from __future__ import annotations

from typing import Any

import pytest

from recollect.surfaces.cli import story


@pytest.fixture
def toured(cli: Any) -> Any:
    """What each step showed, by its title."""
    steps = cli.json("demo", RECOLLECT_EXTRACTION="rules", RECOLLECT_VERIFICATION="on")["steps"]
    return {step["step"]: step for step in steps}


@pytest.mark.slow
def test_the_tour_runs_without_a_terminal(cli: Any) -> None:
    done = cli.process("demo")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for part in ("1 Remember", "2 Recall", "3 Learn", "4 Change your mind", "5 Ask why", "6 Tell a model", "Your turn"):
        assert part in done.stdout
    assert "Enter to go on" not in done.stdout
    assert not cli.store.exists()


def test_the_tour_recalls_what_it_stored(toured: Any) -> None:
    answers = {answer["question"]: answer["hits"] for answer in toured["Recall"]["answers"]}
    assert "allergic to walnuts" in answers["Which food makes her ill?"][0]["content"]
    assert "Ines" in answers["Which instrument did Ines get?"][0]["content"]
    assert answers["What happened in August last year?"][0]["occurred_at"].startswith("2024-08")


def test_the_tour_learns_and_keeps_a_secret_out(toured: Any) -> None:
    learned = toured["Learn"]
    assert any("allergic to walnuts" in memory["content"] for memory in learned["learned"])
    assert [decision["action"] for decision in learned["decisions"]] == ["superseded"]
    assert "[secret: password]" in learned["stored"]
    assert "tulip" not in learned["stored"]


def test_the_tour_changes_a_fact_and_keeps_the_old_one(toured: Any) -> None:
    assert [version["content"] for version in toured["Change your mind"]["versions"]] == [story.HOME, story.NEW_HOME]
    assert toured["Change your mind"]["where_does_mira_live"] == {"today": [story.NEW_HOME], "2025-01-01": [story.HOME]}


def test_the_tour_explains_and_names_near_misses(toured: Any) -> None:
    assert "varnish" in toured["Ask why"]["hits"][0]["content"]
    assert toured["Ask why"]["trace"]["near_misses"]


def test_the_tour_keeps_users_and_tenants_apart(toured: Any) -> None:
    sees = toured["Keep apart"]["sees"]
    assert any("walnuts" in text for text in sees["mira"])
    assert sees["teo"] == [story.SHARED]
    assert sees["mira, of another tenant"] == []


def test_a_model_is_told_what_it_needs_within_the_budget(toured: Any) -> None:
    told = toured["Tell a model"]["context"]
    assert told["tokens"] <= 250
    assert "Spruce" in told["text"]

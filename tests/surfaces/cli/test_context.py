"""What a model would be told, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.surfaces.cli.conftest import Cli


def test_a_context_is_printed_as_it_goes_into_a_prompt(cli: Cli) -> None:
    cli.ok("add", "Ana plays the cello", "--user", "ana", "--kind", "skill")
    shown = cli.ok("context", "what does Ana play?", "--user", "ana")
    assert "Skills & expertise:\n- Ana plays the cello" in shown
    assert shown.startswith("<recollect-memory>")


def test_people_see_what_each_section_took(cli: Cli) -> None:
    cli.ok("add", "Ana plays the cello", "--user", "ana")
    made = cli.run("context", "cello", "--user", "ana", "--explain")
    assert "tokens" in made.err
    assert "how it came about" in made.err


def test_scripts_get_everything(cli: Cli) -> None:
    cli.ok("add", "Ana plays the cello", "--user", "ana")
    made = cli.json("context", "cello", "--user", "ana", "--format", "xml", "--tokens", "200")
    assert made["format"] == "xml"
    assert 0 < made["tokens"] <= 200
    assert len(made["ids"]) == 1
    assert [section["name"] for section in made["sections"]] == ["date", "memories"]


def test_a_layout_can_be_chosen_and_changed(cli: Cli) -> None:
    cli.ok("add", "TypeScript", "--user", "ana")
    assert cli.ok("context", "TypeScript", "--user", "ana", "--layout", "omniroute").strip() == (
        "Memory context: TypeScript"
    )
    opened = cli.ok("context", "TypeScript", "--user", "ana", "--layout", "omniroute", "--set", "opening=Known:")
    assert opened.strip() == "Known: TypeScript"


def test_the_timeline_shows_days_and_what_was_replaced(cli: Cli) -> None:
    cli.ok("add", "Ana moved to Lisbon", "--user", "ana", "--kind", "event")
    assert "Ana moved to Lisbon" in cli.ok("timeline", "--user", "ana")
    (record,) = cli.json("timeline", "--user", "ana")["records"]
    assert record["kind"] == "event"
    for text in ("Ana works at Acme", "Ana left Acme and joined Northstar"):
        cli.ok("add", text, "--user", "bo", "--kind", "fact", RECOLLECT_VERIFICATION="on")
    before, after = cli.ok("timeline", "--user", "bo").splitlines()
    assert "fact, replaced  Ana works at Acme" in before
    assert "replaced" not in after
    assert "Nothing happened" in cli.ok("timeline", "--user", "nobody")


def test_the_bench_says_how_much_evidence_is_inside(cli: Cli) -> None:
    data = locomo(cli.folder)
    made = cli.json("bench", "context", "locomo", data, "--tokens", "60,400")
    assert made["questions"] == 1
    shares = {(share["system"], share["tokens_max"]): share for share in made["shares"]}
    assert shares["recollect", 400]["fraction"] == 1.0
    assert shares["top-k texts", 400]["all"] == 1.0
    assert shares["recollect", 60]["tokens"] <= 60
    assert "evidence inside" in cli.ok("bench", "context", "locomo", data, "--tokens", "400")


def test_the_bench_times_a_context_beside_its_search(cli: Cli) -> None:
    made = cli.json("bench", "context", "--speed", "300")
    assert made["items"] == 300
    assert made["ratio_p95"] > 0


def test_a_bench_without_data_says_what_is_missing(cli: Cli) -> None:
    made = cli.run("bench", "context")
    assert made.code != 0
    assert "data set" in made.err


def locomo(folder: Path) -> Path:
    """A conversation of two turns and one question, in the published form."""
    path = folder / "locomo.json"
    turns = [
        {"speaker": "Ana", "dia_id": "D1:1", "text": "My cello teacher is called Bruno."},
        {"speaker": "Ben", "dia_id": "D1:2", "text": "Nice, mine is called Carla."},
    ]
    conversation = {
        "speaker_a": "Ana", "speaker_b": "Ben", "session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023",
    }  # fmt: skip
    question = {"question": "Who teaches Ana the cello?", "answer": "Bruno", "evidence": ["D1:1"], "category": 1}
    path.write_text(json.dumps([{"sample_id": "c1", "conversation": conversation, "qa": [question]}]), encoding="utf-8")
    return path


@pytest.mark.parametrize("given", ["tokens_max=50", "format=xml", "layout=osaurus", "now=2024", "user=a", "query=x"])
def test_what_has_an_option_of_its_own_is_not_set(cli: Cli, given: str) -> None:
    assert "is given with" in cli.fails("context", "cello", "--set", given, code="invalid_input")


def test_what_does_not_fit_is_not_told_as_unknown(cli: Cli) -> None:
    assert "Nothing is known yet." in cli.run("context", "cello", "--tokens", "20").err
    cli.ok("add", "Ana plays the cello")
    made = cli.run("context", "cello", "--tokens", "20")
    assert made.code == 0
    assert "fits" in made.err
    assert "Nothing is known yet." not in made.err

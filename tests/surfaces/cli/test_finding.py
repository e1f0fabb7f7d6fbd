"""search, list, get, history, and how they show what they found."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

from recollect.surfaces.cli import show


@pytest.fixture
def filled(cli: Any, chat: Path) -> Any:
    cli.ok("add", "--messages", chat, "-u", "ana", "-s", "may")
    cli.ok("add", "Ana prefers genmaicha tea", "-u", "ana", "--kind", "preference", "--tag", "food")
    cli.ok("add", "The office is closed on Fridays")
    return cli


def test_a_hit_shows_score_layer_day_speaker_text_and_session(filled: Any) -> None:
    shown = filled.ok("search", "who is visiting?", "-u", "ana", "-k", "1")
    for part in ("█", "turn", "2024-05-20 10:00", "Ana", "session may", "My sister Rita visits me in June."):
        assert part in shown


def test_a_search_for_a_machine_has_everything(filled: Any) -> None:
    found = filled.json("search", "who is visiting?", "-u", "ana", "-k", "2")
    assert len(found["hits"]) == 2
    best = found["hits"][0]
    assert best["content"] == "My sister Rita visits me in June."
    assert 0.0 <= best["score"] <= 1.0
    assert best["components"]
    assert best["why"]
    assert "trace" not in found


@pytest.mark.feature("PL-07")
def test_a_turn_tells_its_conversation_place_role_tokens_and_time(filled: Any) -> None:
    turns = filled.json("list", "-u", "ana", "--layer", "turn")["records"]
    told = [(turn["session"], turn["position"], turn["role"], turn["content"], turn["tokens"]) for turn in turns]
    assert ("may", 1, "user", "My sister Rita visits me in June.", 9) in told
    assert all(turn["created_at"] for turn in turns)


@pytest.mark.feature("RM-12")
def test_a_record_tells_its_strength_as_it_was_and_as_it_is(filled: Any) -> None:
    (found,) = filled.json("list", "-u", "ana", "--kind", "preference")["records"]
    filled.ok("reinforce", found["id"], "--boost", "0.2")
    told = filled.json("get", found["id"])
    assert told["original_strength"] == found["strength"] == 0.5
    assert told["strength"] == pytest.approx(0.7)


def test_explain_shows_stages_components_and_near_misses(filled: Any) -> None:
    shown = filled.ok("search", "who is visiting?", "-u", "ana", "-k", "1", "--explain", "--kind", "event")
    for part in ("How this was found", "preset recollect", "→ scope", "What each score is made of", "Near misses"):
        assert part in shown
    trace = filled.json("search", "who is visiting?", "-u", "ana", "-k", "1", "--explain")["trace"]
    assert trace["preset"] == "recollect"
    assert trace["stages"]
    assert all(miss["dropped_by"] for miss in trace["near_misses"])
    assert trace["near_misses"]


@pytest.mark.parametrize(
    "filter, contents",
    [
        (["--kind", "preference"], ["Ana prefers genmaicha tea"]),
        (["--tag", "food"], ["Ana prefers genmaicha tea"]),
        (["--layer", "turn", "--contains", "LOVELY"], ["How lovely! Will she stay long?"]),
        (["--until", "2024-05-20T10:00:30Z"], ["My sister Rita visits me in June."]),
        (["--session", "may", "--only-session", "--contains", "Rita"], ["My sister Rita visits me in June."]),
        (["--tag", "nothing"], []),
    ],
)
def test_filters_narrow_a_search(filled: Any, filter: list[str], contents: list[str]) -> None:
    found = filled.json("search", "Ana tea visit lovely stay", "-u", "ana", *filter)
    assert [hit["content"] for hit in found["hits"]] == contents


def test_presets_and_their_options_can_be_chosen(filled: Any) -> None:
    found = filled.json(
        "search", "tea", "-u", "ana", "--preset", "rrf", "--set", "rrf_k=20", "--set", "channels=keyword"
    )
    assert [hit["content"] for hit in found["hits"]] == ["Ana prefers genmaicha tea"]
    assert found["note"] == "words alone were asked for"


@pytest.mark.parametrize(
    "wrong, code",
    [
        (["--preset", "nonsense"], "unknown_name"),
        (["--set", "nonsense=1"], "unknown_name"),
        (["--set", "half_life_days"], "invalid_input"),
        (["-k", "0"], "invalid_input"),
        (["-k", "100000"], "invalid_input"),
        (["--layer", "nonsense"], "unknown_name"),
        (["--since", "yesterday"], "invalid_input"),
    ],
)
def test_wrong_options_are_refused(filled: Any, wrong: list[str], code: str) -> None:
    filled.fails("search", "tea", "-u", "ana", *wrong, code=code)


def test_without_an_embedder_words_answer_and_it_says_so(filled: Any) -> None:
    done = filled.run("search", "genmaicha", "-u", "ana", RECOLLECT_EMBEDDER="none")
    assert "Ana prefers genmaicha tea" in done.out
    assert "embeddings are turned off" in done.err


def test_nothing_found_says_so(cli: Any) -> None:
    assert "Nothing found" in cli.ok("search", "anything", "-u", "nobody")
    assert cli.json("search", "anything", "-u", "nobody")["hits"] == []


def test_the_past_can_be_asked(cli: Any) -> None:
    id = cli.add("Ana lives in Lisbon", "-u", "ana")
    before = cli.json("get", id)["created_at"]
    cli.ok("edit", id, "Ana lives in Porto")
    found = cli.json("search", "where does Ana live?", "-u", "ana", "--as-of", before)
    assert [hit["content"] for hit in found["hits"]] == ["Ana lives in Lisbon"]


@pytest.mark.feature("SC-02")
def test_without_a_user_only_what_is_shared_is_seen(filled: Any) -> None:
    assert [one["content"] for one in filled.json("list")["records"]] == ["The office is closed on Fridays"]
    hits = filled.json("search", "office Fridays Rita", "-u", "bo")["hits"]
    assert [hit["content"] for hit in hits] == ["The office is closed on Fridays"]


def test_a_list_is_newest_first_and_goes_on_where_it_ended(filled: Any) -> None:
    everything = filled.json("list", "--all")["records"]
    assert len(everything) == 4
    assert everything[0]["content"] == "The office is closed on Fridays"
    assert filled.json("list", "--all", "-n", "2", "--offset", "2")["records"] == everything[2:]
    assert "--offset 2" in filled.ok("list", "--all", "-n", "2")


def test_a_list_for_people_shows_ids_and_whose(filled: Any) -> None:
    shown = filled.ok("list", "--all")
    record = filled.json("list", "-u", "ana", "--tag", "food")["records"][0]
    assert record["id"] in shown
    assert "shared" in shown
    assert "#food" in shown
    assert "--all" in filled.ok("list", XDG_DATA_HOME=str(filled.folder / "empty"))


def test_get_shows_everything_that_is_set(filled: Any) -> None:
    record = filled.json("list", "-u", "ana", "--tag", "food")["records"][0]
    shown = filled.ok("get", record["id"])
    for part in ("Ana prefers genmaicha tea", record["id"], "preference", "food", "version", "strength"):
        assert part in shown


def test_an_id_that_does_not_exist_says_where_ids_are(cli: Any) -> None:
    for command in ("get", "history", "archive", "unarchive"):
        assert "no record 'no-such-id'" in cli.fails(command, "no-such-id", code="not_found")


@pytest.mark.parametrize(
    "question, text, words",
    [
        ("who visits Ana?", "Rita visited Ana's flat.", ["visited", "Ana's"]),
        ("the parrot", "the end of it", []),
        ("C++ templates", "I write C++ at night.", ["C++"]),
        ("東京", "私は東京に住む", ["東", "京"]),
    ],
)
def test_the_words_that_matched_are_marked(question: str, text: str, words: list[str]) -> None:
    marked = show.marked(question, text)
    assert [marked.plain[span.start : span.end] for span in marked.spans] == words


@pytest.mark.parametrize(
    "share, drawn", [(0.0, "··········"), (0.5, "█████·····"), (1.0, "██████████"), (7.0, "██████████")]
)
def test_a_bar_is_ten_cells_whatever_it_shows(share: float, drawn: str) -> None:
    assert show.bar(share).plain == drawn


def test_markup_in_a_memory_is_shown_and_not_obeyed(cli: Any) -> None:
    id = cli.add("[bold]not markup[/bold] [/] [red", "-u", "[red]ana[/red]")
    for command in (
        ["get", id],
        ["list", "--all"],
        ["search", "markup", "-u", "[red]ana[/red]", "-e"],
        ["history", id],
    ):
        assert "[bold]not markup[/bold] [/] [red" in cli.ok(*command)


def test_a_difference_reads_without_colours() -> None:
    parts = show.difference("Ana lives in Lisbon now", "Ana lives in Porto now").renderables
    assert [part.plain for part in parts if isinstance(part, Text)] == [
        "- Ana lives in Lisbon now",
        "+ Ana lives in Porto now",
    ]


@pytest.mark.slow
def test_an_answer_does_not_wait_until_another_process_lets_go_of_the_store(cli: Any) -> None:
    cli.add("Rita likes green tea")
    holder = sqlite3.connect(cli.store, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    command = [sys.executable, "-m", "recollect", "search", "green tea"]
    environment = {**os.environ, **cli.environment}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while "Rita likes green tea" not in process.stdout.readline():
            assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3)  # it still has to count the use
        holder.execute("ROLLBACK")
    holder.close()
    assert process.returncode == 0


@pytest.mark.parametrize(
    "given, option",
    [
        ("k=1", "-k"),
        ("now=2024-01-01", "--now"),
        ("user=ben", "--user"),
        ("query=x", "the argument"),
        ("explain=true", "--explain"),
        ("dry_run=true", "--dry-run"),
        ("layers=turn", "--layer"),
    ],
)
def test_what_has_an_option_of_its_own_is_not_set(cli: Any, given: str, option: str) -> None:
    assert f"is given with {option}" in cli.fails("search", "x", "-u", "ana", "--set", given, code="invalid_input")

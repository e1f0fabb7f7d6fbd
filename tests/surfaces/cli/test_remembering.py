"""add, edit, archive, unarchive, delete."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def test_a_text_is_remembered_and_found(cli: Any) -> None:
    assert "remembered for ana" in cli.ok("add", "Ana moved to Lisbon in May", "--user", "ana")
    assert "Ana moved to Lisbon in May" in cli.ok("search", "where does Ana live?", "--user", "ana")


def test_a_text_comes_from_standard_input_too(cli: Any) -> None:
    cli.ok("add", "-u", "ana", input="piped in\n")
    cli.ok("add", "-", "-u", "ana", input="piped with a dash\n")
    found = cli.json("list", "-u", "ana")["records"]
    assert [record["content"] for record in found] == ["piped with a dash", "piped in"]


def test_every_field_of_a_memory_can_be_given(cli: Any) -> None:
    record = cli.json(
        *("add", "Green tea, please", "-u", "ana", "--kind", "preference", "--layer", "profile", "--key", "tea"),
        *("--tag", "food", "--tag", "drink", "--meta", "cups=3", "--meta", "warm=true", "--confidence", "0.8"),
        *("--occurred-at", "2024-05-01", "--valid-until", "2030-01-01", "--project", "kitchen", "--session", "may"),
    )["records"][0]
    assert record["kind"] == "preference"
    assert record["layer"] == "profile"
    assert record["tags"] == ["food", "drink"]
    assert record["metadata"] == {"cups": 3, "warm": True}
    assert record["confidence"] == 0.8
    assert record["occurred_at"] == "2024-05-01T00:00:00+00:00"
    assert (record["project"], record["session"]) == ("kitchen", "may")


def test_a_conversation_is_kept_turn_by_turn(cli: Any, chat: Path) -> None:
    added = cli.json("add", "--messages", chat, "-u", "ana", "-s", "may")
    assert added["session"] == "may"
    assert [record["layer"] for record in added["records"]] == ["turn", "turn"]
    assert "2 turns" in cli.ok("add", "-m", chat, "-u", "ana")


@pytest.mark.parametrize("text", ["", "[1, 2", '{"no": "messages"}'])
def test_a_file_without_a_conversation_is_refused(cli: Any, tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="utf-8")
    assert str(path) in cli.fails("add", "--messages", path, "-u", "ana", code="invalid_input")


def test_a_text_and_a_conversation_at_once_are_refused(cli: Any, chat: Path) -> None:
    assert "not both" in cli.fails("add", "text", "--messages", chat, code="invalid_input")


def test_an_empty_text_is_refused(cli: Any) -> None:
    assert "nothing to remember" in cli.fails("add", "  ", code="invalid_input")


@pytest.mark.feature("RM-01")
def test_the_same_key_again_makes_a_new_version(cli: Any) -> None:
    first = cli.add("Ana lives in Lisbon", "-u", "ana", "--key", "home")
    assert "version 2" in cli.ok("add", "Ana lives in Porto", "-u", "ana", "--key", "home")
    assert cli.json("get", first)["content"] == "Ana lives in Porto"


@pytest.mark.feature("VH-04")
def test_an_edit_is_a_new_version_and_shows_what_changed(cli: Any) -> None:
    id = cli.add("Ana lives in Lisbon", "-u", "ana")
    shown = cli.ok("edit", id, "Ana lives in Porto", "--tag", "home")
    assert "- Ana lives in Lisbon" in shown
    assert "+ Ana lives in Porto" in shown
    assert "tags: none → home" in shown
    versions = cli.json("history", id)["versions"]
    assert [(one["version"], one["status"], one["content"]) for one in versions] == [
        (1, "superseded", "Ana lives in Lisbon"),
        (2, "active", "Ana lives in Porto"),
    ]
    assert "superseded" in cli.ok("history", id)


def test_an_edit_of_metadata_leaves_the_other_fields_alone(cli: Any) -> None:
    id = cli.add("Ana lives in Lisbon", "-u", "ana", "--meta", "a=1", "--meta", "b=2")
    assert cli.json("edit", id, "--meta", "b=3")["metadata"] == {"a": 1, "b": 3}


def test_an_edit_without_anything_to_change_says_what_to_give(cli: Any) -> None:
    assert "nothing to change" in cli.fails("edit", cli.add("x", "-u", "ana"), code="invalid_input")


@pytest.mark.feature("SC-12")
def test_what_is_archived_is_hidden_until_it_is_brought_back(cli: Any) -> None:
    id = cli.add("Ana lives in Lisbon", "-u", "ana")
    assert "archived" in cli.ok("archive", id)
    assert cli.json("search", "Lisbon", "-u", "ana")["hits"] == []
    assert cli.json("list", "-u", "ana")["records"] == []
    assert [one["id"] for one in cli.json("list", "-u", "ana", "--status", "archived")["records"]] == [id]
    assert cli.json("unarchive", id)["records"][0]["status"] == "active"
    assert len(cli.json("search", "Lisbon", "-u", "ana")["hits"]) == 1


def test_deleting_needs_a_yes(cli: Any) -> None:
    ids = [cli.add("one", "-u", "ana"), cli.add("two", "-u", "ana")]
    assert "--yes" in cli.fails("delete", *ids, code="invalid_input")
    assert len(cli.json("list", "-u", "ana")["records"]) == 2
    assert cli.json("delete", *ids, "--yes") == {"deleted": 2, "ids": ids}
    cli.fails("get", ids[0], code="not_found")


def test_one_unknown_id_among_several_deletes_nothing(cli: Any) -> None:
    id = cli.add("one", "-u", "ana")
    cli.fails("delete", id, "no-such-id", "--yes", code="not_found")
    assert cli.json("get", id)["content"] == "one"


@pytest.mark.feature("SC-06")
@pytest.mark.parametrize("command", ["get", "history", "archive", "edit", "delete"])
def test_with_a_user_somebody_elses_record_does_not_exist(cli: Any, command: str) -> None:
    id = cli.add("Ana's secret", "-u", "ana")
    more = {"edit": ["new text"], "delete": ["--yes"]}.get(command, [])
    cli.fails(command, id, *more, "--user", "bo", code="not_found")
    assert cli.json("get", id, "--user", "ana")["content"] == "Ana's secret"


def test_what_has_lost_its_key_comes_back_under_another(cli: Any) -> None:
    id = cli.add("Ana lives in Lisbon", "-u", "ana", "--key", "home")
    cli.ok("archive", id)
    other = cli.add("Ana lives in Porto", "-u", "ana", "--key", "home")
    assert other != id
    assert f"unarchive {id} --key" in cli.fails("unarchive", id, code="invalid_state")
    (back,) = cli.json("unarchive", id, "--key", "first home")["records"]
    assert (back["status"], back["key"]) == ("active", "first home")
    assert "one id" in cli.fails("unarchive", id, other, "--key", "x", code="invalid_input")


def test_what_comes_back_and_contradicts_what_is_known_is_said_to_wait(cli: Any) -> None:
    weighs = {"RECOLLECT_VERIFICATION": "on"}
    id = cli.add("Ana lives in Porto", "-u", "ana o")
    cli.ok("archive", id)
    cli.ok("add", "Ana lives in Lisbon", "-u", "ana o", **weighs)
    told = cli.ok("unarchive", id, **weighs)
    assert "pending_review: `recollect conflicts --user 'ana o'`" in told
    assert "active" not in told
    assert "Porto" in cli.ok("conflicts", "--user", "ana o")


@pytest.mark.parametrize("option", ["--kind", "--layer"])
def test_a_word_that_does_not_exist_is_refused_with_those_that_do(cli: Any, option: str) -> None:
    assert "choose one of" in cli.fails("add", "text", option, "nonsense", code="unknown_name")

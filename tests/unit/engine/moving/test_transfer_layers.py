"""Profiles, summaries and what is still to be learned, in exports and imports."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from recollect import Memory

Opener = Callable[..., Memory]
TALK = ["We fly to Porto on Monday.", "Which hotel do you want?", "The small one by the river.", "It is booked."]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    made: list[Memory] = []

    def open(**settings: object) -> Memory:
        made.append(Memory(":memory:", config_file=tmp_path / "none.toml", worker="off", **settings))  # type: ignore[arg-type]
        return made[-1]

    yield open
    for memory in made:
        memory.close()


def with_profile(memory: Memory, *texts: str) -> Memory:
    for text in texts:
        memory.add(text, user="ana")
    memory.rebuild_profile(user="ana")
    memory.sync(user="ana")
    assert memory.profile(user="ana").text
    return memory


def of_bob(lines: list[str]) -> list[str]:
    return [line.replace('"user": "ana"', '"user": "bob"') for line in lines]


def require_forgotten(memory: Memory, user: str) -> None:
    """The profile is shown, and tells nothing of a memory that is deleted."""
    assert "Lisbon" in memory.profile(user=user).text
    for record in memory.list(user=user, layers=["memory"]):
        if "Lisbon" in record.content and record.user == user:
            memory.delete(record.id)
    assert "Lisbon" not in "".join(memory.export(user=user))
    assert "Acme" in memory.profile(user=user).text


def test_a_profile_that_moves_to_another_user_rests_on_his_memories(opened: Opener) -> None:
    first = with_profile(opened(), "Ana lives in Lisbon", "Ana works at Acme")
    second = opened()
    second.import_(first.export(user="ana"), user="uma")
    require_forgotten(second, "uma")


def test_a_profile_whose_memories_got_other_ids_rests_on_those(opened: Opener) -> None:
    memory = with_profile(opened(), "Ana lives in Lisbon", "Ana works at Acme")
    memory.import_(of_bob(list(memory.export(user="ana"))))
    require_forgotten(memory, "bob")
    assert "Lisbon" in memory.profile(user="ana").text


def test_a_user_who_has_a_profile_gets_no_second_one(opened: Opener) -> None:
    first = with_profile(opened(), "Ana lives in Lisbon", "Ana works at Acme")
    first.add("Ana plays the cello", user="ana")
    with_profile(first)
    second = with_profile(opened(), "Ana likes tea", "Ana plays chess")
    assert second.import_(first.export()) == {"added": 3, "known": 2}
    second.sync(user="ana")
    (profile,) = second.list(user="ana", layers=["profile"])
    assert all(told in profile.content for told in ("Lisbon", "Acme", "cello", "tea", "chess"))
    assert {one.id for one in second.list(user="ana", layers=["profile"], status=["superseded"])} <= {
        version.id for version in second.history(profile.id)
    }
    assert second.import_(first.export())["added"] == 0


@pytest.mark.parametrize("fields", [{"key": "recollect/profile"}, {"key": "me", "layer": "profile"}])
def test_what_is_no_profile_of_a_space_is_not_taken_for_one(opened: Opener, fields: dict[str, str]) -> None:
    memory = with_profile(opened(), "Ana likes tea")
    memory.add("Ana's own words", user="ana", key="me")
    assert memory.import_([json.dumps({"content": "Ana wrote this", "user": "ana", **fields})])["added"] == 1


def test_a_profile_comes_where_there_is_none(opened: Opener) -> None:
    first = with_profile(opened(), "Ana lives in Lisbon")
    second = opened()
    second.add("Ana likes tea", user="ana")
    second.import_(first.export())
    assert second.profile(user="ana").text == first.profile(user="ana").text


def test_a_session_that_has_a_summary_gets_no_second_one(opened: Opener) -> None:
    first, second = opened(), opened()
    for memory, more in ((first, "Bring the blue coat."), (second, "Feed the cat.")):
        roles = ("user", "assistant", "user", "assistant", "user")
        said = [{"role": role, "content": text} for role, text in zip(roles, [*TALK, more], strict=True)]
        memory.add(said, user="ana", session="s")
        memory.sync(user="ana")
        assert len(memory.list(user="ana", layers=["summary"])) == 1
    second.import_(first.export())
    second.sync(user="ana")
    (summary,) = second.list(user="ana", layers=["summary"])
    assert summary.metadata["turns"] == 10


LEARNABLE = [{"role": "user", "content": "My brother Tom lives in Oslo."}]


def learned(memory: Memory, user: str = "eve") -> list[str]:
    memory.sync(user=user)
    return [record.content for record in memory.list(user=user, layers=["memory"])]


def test_what_waited_to_be_learned_is_learned_after_an_import(opened: Opener) -> None:
    first = opened()
    first.add(LEARNABLE, user="eve", session="e")
    lines = list(first.export())
    second = opened()
    second.import_(lines)
    assert list(second.export())[1:] == lines[1:]
    second.import_(lines, user="bob")
    assert learned(second) == learned(first) != []
    assert learned(second, "bob") == learned(first)
    assert second.import_(lines)["added"] == 0
    assert [job.kind for job in second.jobs() if job.state == "queued"] == []


def test_turns_that_were_learned_from_are_not_learned_from_again(opened: Opener) -> None:
    first = opened()
    first.add(LEARNABLE, user="eve", session="e")
    assert learned(first)
    for record in first.list(user="eve", layers=["memory"]):
        first.delete(record.id)
    second = opened()
    second.import_(first.export())
    assert learned(second) == []


@pytest.mark.parametrize("unlearned", [None, False, 1, "true"])
def test_only_a_file_that_says_so_is_learned_from(opened: Opener, unlearned: object) -> None:
    line = {"content": "My brother Tom lives in Oslo.", "layer": "turn", "role": "user", "user": "eve", "session": "e"}
    memory = opened()
    memory.import_([json.dumps(line | ({} if unlearned is None else {"unlearned": unlearned}))])
    assert learned(memory) == []


def test_where_nothing_is_learned_an_import_queues_nothing(opened: Opener) -> None:
    first, second = opened(), opened(extraction="off")
    first.add(LEARNABLE, user="eve", session="e")
    second.import_(first.export())
    assert learned(second) == []

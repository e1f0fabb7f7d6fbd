"""Export and import are complete, portable and can be repeated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from recollect import InvalidInput, Memory
from recollect.engine.moving.records import BATCH_RECORDS
from tests.clock import START
from tests.unit.test_memory import CONVERSATION, contents


def fill(memory: Memory) -> str:
    id = memory.add("Ana lives in Lisbon", user="ana", key="home", tags=["a"], metadata={"n": 1}, valid_from=START).id
    memory.update(id, content="Ana lives in Porto")
    memory.add(CONVERSATION, user="ana", session="s1")
    hidden = memory.add("old news").id
    memory.archive(hidden)
    return id


def plain(memory: Memory) -> list[dict[str, object]]:
    return [json.loads(line) for line in memory.export()]


def test_what_is_exported_and_imported_is_the_same(memory: Memory, tmp_path: Path) -> None:
    id = fill(memory)
    with Memory(tmp_path / "copy.db", worker="off") as copy:
        assert copy.import_(memory.export()) == {"added": 6, "known": 0}
        assert plain(copy) == plain(memory)
        assert contents(copy.history(id)) == ["Ana lives in Lisbon", "Ana lives in Porto"]
        assert [record.position for record in copy.list(user="ana", session="s1")] == [3, 2, 1]
        assert copy.search("Porto", user="ana")[0].id == id
        assert copy.doctor() == []
        assert copy.import_(memory.export()) == {"added": 0, "known": 6}
        copy.add("Ana lives in Faro", user="ana", key="home")
        assert copy.get(id).version == 3


def test_one_user_can_be_exported_and_moved_to_another(memory: Memory, tmp_path: Path) -> None:
    fill(memory)
    lines = list(memory.export(user="ana"))
    assert sum('"content"' in line for line in lines) == 5
    with Memory(tmp_path / "copy.db", worker="off") as copy:
        copy.import_(lines, user="bob")
        assert copy.search("Porto", user="ana") == []
        assert copy.search("Porto", user="bob")[0].content == "Ana lives in Porto"


def test_a_file_can_be_imported_and_progress_is_told(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text("\n".join(json.dumps({"content": f"note {number}", "user": "u"}) for number in range(1200)))
    steps: list[int] = []
    assert memory.import_(path, progress=steps.append) == {"added": 1200, "known": 0}
    assert steps == [BATCH_RECORDS, 2 * BATCH_RECORDS, 1200]
    assert memory.import_(str(path)) == {"added": 0, "known": 1200}


@pytest.mark.parametrize(
    "line, message",
    [
        ("{", "line 2 is not JSON"),
        ("[1]", "line 2 is list"),
        ("{}", "line 2: content must be text"),
        ('{"content": "x", "layer": "skin"}', "line 2: unknown layer 'skin'"),
        ('{"content": "x", "position": -1}', "line 2: position must be a whole number"),
        ('{"content": "x", "created_at": "then"}', "line 2: created_at is 'then'"),
    ],
)
def test_a_bad_line_is_named(memory: Memory, line: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        memory.import_(['{"format": "recollect-export", "version": 1}', line])
    assert memory.count(everyone=True) == 0


def test_a_file_of_a_newer_version_is_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="pip install -U"):
        memory.import_(['{"format": "recollect-export", "version": 99}'])


def test_a_key_that_is_taken_stays_with_its_holder(memory: Memory) -> None:
    memory.add("mine", user="u", key="k")
    memory.import_(['{"content": "theirs", "user": "u", "key": "k"}'])
    found = {record.content: (record.key, dict(record.metadata)) for record in memory.list(user="u")}
    assert found == {"mine": ("k", {}), "theirs": (None, {"imported_key": "k"})}


def of_bob(lines: list[str]) -> list[str]:
    """The same lines, with the same ids, as Bob's."""
    return [line.replace('"user": "ana"', '"user": "bob"') for line in lines]


def test_a_record_with_an_id_of_somebody_else_gets_one_of_its_own(memory: Memory) -> None:
    id = fill(memory)
    lines = of_bob(list(memory.export(user="ana")))
    assert memory.import_(lines) == {"added": 5, "known": 0}
    mine, theirs = memory.list(user="ana", layers=["memory"]), memory.list(user="bob", layers=["memory"])
    assert [record.id for record in mine if record.user == "ana"] == [id]
    moved = next(record for record in theirs if record.user == "bob")
    assert (moved.content, moved.key) == ("Ana lives in Porto", "home")
    assert contents(memory.history(moved.id)) == ["Ana lives in Lisbon", "Ana lives in Porto"]
    assert {record.user for record in memory.history(moved.id)} == {"bob"}
    assert memory.import_(lines) == {"added": 0, "known": 5}
    assert memory.doctor() == []


def test_what_got_another_id_is_known_by_it_when_the_first_one_is_free_again(memory: Memory) -> None:
    id = fill(memory)
    lines = of_bob(list(memory.export(user="ana")))
    memory.import_(lines)
    before = memory.list(user="bob")
    memory.delete(id)
    assert memory.import_(lines) == {"added": 0, "known": 5}
    assert memory.list(user="bob") == before
    assert memory.doctor() == []


def test_an_id_that_is_free_again_is_taken_by_what_is_something_else(memory: Memory) -> None:
    memory.add("Alpha note of Ana", user="ana", id="n1")
    line = {"id": "n1", "user": "bob", "content": "Beta note of Bob"}
    assert memory.import_([json.dumps(line)]) == {"added": 1, "known": 0}
    memory.delete("n1")
    other = json.dumps({**line, "content": "Gamma note of Bob", "created_at": "2020-01-01T00:00:00+00:00"})
    assert memory.import_([other]) == {"added": 1, "known": 0}
    assert memory.get("n1").content == "Gamma note of Bob"
    assert sorted(contents(memory.list(user="bob"))) == ["Beta note of Bob", "Gamma note of Bob"]


def test_two_users_with_one_id_in_a_file_both_keep_their_record(memory: Memory) -> None:
    lines = [json.dumps({"id": "one", "content": f"{user} was here", "user": user}) for user in ("ana", "bob")]
    assert memory.import_(lines) == {"added": 2, "known": 0}
    assert memory.import_(lines) == {"added": 0, "known": 2}
    assert [contents(memory.list(user=user)) for user in ("ana", "bob")] == [["ana was here"], ["bob was here"]]


def test_links_and_decisions_follow_a_record_that_got_another_id(memory: Memory) -> None:
    memory.add([{"role": "user", "content": "I live in Lisbon."}], user="ana", wait=True)
    memory.add([{"role": "user", "content": "I moved to Porto."}], user="ana", wait=True)
    memory.import_(of_bob(list(memory.export(user="ana"))))
    learned = memory.list(user="bob", layers=["memory"])
    assert learned
    for record in learned:
        near = memory.neighbours(record.id)
        assert near
        assert {one.record.user for one in near} == {"bob"}
        assert memory.decisions(user="bob", memory_id=record.id)


def test_a_document_with_an_id_of_somebody_else_keeps_its_passages(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# Garden\n\nThe roses are cut in March.\n")
    memory.ingest(path, user="ana")
    memory.import_(of_bob(list(memory.export(user="ana"))))
    (document,) = [one for one in memory.documents(user="bob") if one.scope.user == "bob"]
    (passage,) = memory.list(user="bob", layers=["document"])
    assert passage.metadata["document"] == document.id
    assert document.id not in [one.id for one in memory.documents(user="ana")]


def test_a_newer_export_brings_new_versions_and_loses_no_old_one(memory: Memory, tmp_path: Path) -> None:
    id = memory.add("Ana lives in Lisbon", user="ana", key="home").id
    with Memory(tmp_path / "copy.db", worker="off") as copy:
        copy.import_(memory.export())
        for place in ("Porto", "Faro"):
            memory.update(id, content=f"Ana lives in {place}")
            copy.import_(memory.export())
            assert plain(copy)[1:] == plain(memory)[1:]
        memory.update(id, content="Ana lives in Evora")
        memory.update(id, content="Ana lives in Beja")
        copy.import_(memory.export())
        assert contents(copy.history(id)) == contents(memory.history(id))
        assert (copy.get(id).version, copy.get(id).key) == (5, "home")
        assert contents(copy.list(user="ana", status=["active", "superseded"]))[0] == "Ana lives in Beja"
        assert copy.count(user="ana", status=["active", "superseded"]) == 5
        assert copy.doctor() == []
        assert copy.import_(memory.export()) == {"added": 0, "known": 5}


MESSAGES = [
    {"role": "user", "content": "My cat is called Mia."},
    {"role": "assistant", "content": "A fine name."},
    {"role": "user", "content": "She sleeps in the violin case."},
]


@pytest.mark.parametrize(
    "rubbish, said",
    [
        ('{"role": "user", "cont', "line 2: not JSON"),
        ("17", "line 2 is int; a message is an object"),
        ('{"role": "user"}', "line 2 has neither content nor messages"),
        ('{"role": "user", "content": "x", "tags": 7}', "record 2: "),
    ],
)
def test_a_file_of_messages_is_read_as_a_whole_or_not_at_all(tmp_path: Path, rubbish: str, said: str) -> None:
    path = tmp_path / "chat.jsonl"
    lines = [json.dumps(message) for message in MESSAGES]
    path.write_text("\n".join([lines[0], rubbish, lines[2]]))
    with Memory(":memory:", config_file=tmp_path / "none.toml") as memory:
        with pytest.raises(InvalidInput, match=f"{said}.*nothing was added"):
            memory.import_(path, user="ana")
        assert memory.count(user="ana") == 0
        path.write_text("\n".join(lines))
        assert memory.import_(path, user="ana") == {"added": 3, "known": 0, "skipped": 0}


@pytest.mark.parametrize("text", ["[1, 2]", "no JSON\nat all", '"words"', "17\n18\n"])
def test_a_file_without_any_conversation_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "chat.json"
    path.write_text(text)
    with Memory(":memory:", config_file=tmp_path / "none.toml") as memory, pytest.raises(InvalidInput):
        memory.import_(path, format="messages", user="ana")


@pytest.mark.parametrize("before", [[""], ["", "  ", "\n"], ["\ufeff"]])
@pytest.mark.parametrize("as_file", [False, True])
def test_a_heading_is_known_wherever_it_stands(
    memory: Memory, tmp_path: Path, before: list[str], as_file: bool
) -> None:
    fill(memory)
    first, *rest = memory.export()
    lines = [*before[:-1], before[-1] + first, *rest] if before == ["\ufeff"] else [*before, first, *rest]
    (tmp_path / "export.ndjson").write_text("\n".join(lines))
    with Memory(tmp_path / "copy.db", worker="off") as copy:
        assert copy.import_(tmp_path / "export.ndjson" if as_file else lines) == {"added": 6, "known": 0}
        assert plain(copy) == plain(memory)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_two_exports_in_one_file_are_both_taken(memory: Memory, tmp_path: Path, mark: str) -> None:
    fill(memory)
    with Memory(tmp_path / "other.db", worker="off") as other, Memory(tmp_path / "copy.db", worker="off") as copy:
        other.add("Ben lives in Faro", user="ben")
        first, *rest = other.export()
        lines = [*memory.export(), mark + first, *rest]
        assert copy.import_(lines) == {"added": 7, "known": 0}
        assert contents(copy.list(user="ben")) == ["Ben lives in Faro"]
        assert copy.doctor() == []
        assert copy.import_(lines) == {"added": 0, "known": 7}


def test_the_heading_of_a_newer_export_is_refused_in_the_middle_of_a_file_too(memory: Memory) -> None:
    memory.add("Ana lives in Lisbon", user="ana")
    first, *rest = memory.export()
    newer = json.dumps({**json.loads(first), "version": 99})
    with pytest.raises(InvalidInput, match=r"line \d+: this file has export version 99"):
        memory.import_([first, *rest, newer, *rest])

"""Odd input and odd files: a clear error or a right answer, and never another library's exception."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from recollect import (
    AsyncMemory,
    Conflict,
    Contradictory,
    InvalidInput,
    Memory,
    NotFound,
    RecollectError,
    StoreUnavailable,
)
from recollect.client import opening
from tests.unit.test_memory import contents

DEEP: Any = "leaf"
for _ in range(5000):
    DEEP = {"deeper": DEEP}


def line(**fields: Any) -> str:
    return json.dumps(fields)


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.add("x", tags=[[]]),
        lambda m: m.add("x", tags=[{}]),
        lambda m: m.add("x", sectors=5),
        lambda m: m.add("x", kind=DEEP),
        lambda m: m.add("x", confidence=DEEP),
        lambda m: m.add([{"role": "user", "content": "x", "id": b"bytes"}]),
        lambda m: m.add([{"role": "user", "content": "x", "id": "a\x00"}]),
        lambda m: m.add([{"role": "user", "content": "x", "id": "\ud800"}]),
        lambda m: m.add([{"role": "user", "content": None}]),
        lambda m: m.add_many("abc"),
        lambda m: m.add_many({"content": "x"}),
        lambda m: m.add_many([None]),
        lambda m: m.add_many([["x"]]),
        lambda m: m.add_many(5),
        lambda m: m.search("x", layers=5),
        lambda m: m.search("x", users="u2"),
        lambda m: m.search("x", users=None),
        lambda m: m.search("x", users=[1]),
        lambda m: m.search("x", users=["\ud800"]),
        lambda m: m.search("x", only_session=True),
        lambda m: m.search("x", window=1.5),
        lambda m: m.search("x", preset="rrf", vector_top_k=1.5),
        lambda m: m.get("\ud800"),
        lambda m: m.history("\ud800"),
        lambda m: m.delete("\ud800"),
        lambda m: m.delete(["a", "b"]),
        lambda m: m.search("x", contains=""),
        lambda m: m.search("x", explain="no"),
        lambda m: m.search("x", dry_run=1),
        lambda m: m.search("x", include_expired="no"),
        lambda m: m.list(everyone="no"),
        lambda m: m.list(include_expired="no"),
        lambda m: m.count(everyone="no"),
        lambda m: m.clear(everyone="no"),
        lambda m: m.clear(dry_run="no"),
        lambda m: m.erase(everyone="no"),
        lambda m: m.doctor(repair="no"),
        lambda m: m.backup(""),
        lambda m: m.backup(5),
        lambda m: m.restore(5, "x.db"),
        lambda m: m.import_(5),
        lambda m: m.import_([None]),
        lambda m: m.import_([{}]),
        lambda m: m.import_([line(content="x", provenance=[1])]),
        lambda m: m.import_([line(content="x", key="\ud800")]),
        lambda m: m.import_(["[" * 100_000]),
    ],
)
def test_odd_values_get_our_own_error_and_store_nothing(memory: Memory, call: Any) -> None:
    with pytest.raises(RecollectError):
        call(memory)
    assert memory.count(everyone=True) == 0


@pytest.mark.parametrize("store", ["", "a\x00b", "\ud800"])
def test_an_impossible_address_is_refused(store: str) -> None:
    with pytest.raises(InvalidInput):
        Memory(store)


def test_an_agent_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    for agent in ("../up", "..", "a/b", "a\\b"):
        with pytest.raises(InvalidInput, match="without slashes"):
            Memory(str(tmp_path / "{agentId}" / "m.db"), agent=agent)
    assert list(tmp_path.iterdir()) == []


def test_field_names_that_json_would_change_are_refused_at_any_depth(memory: Memory) -> None:
    for metadata in ({1: "a", "1": "b"}, {"a": {1: 2}}, {"a": [[{None: 2}]]}, {"a": ({True: 2},)}):
        with pytest.raises(InvalidInput, match="field names must be strings"):
            memory.add("x", metadata=metadata)


@pytest.mark.parametrize("id", ["", ".", ".."])
def test_an_id_that_no_address_can_carry_is_refused(memory: Memory, id: str) -> None:
    with pytest.raises(InvalidInput):
        memory.add("x", id=id)
    assert memory.get(memory.add("x", id="...").id).content == "x"


def test_a_backslash_in_metadata_is_no_nul(memory: Memory) -> None:
    metadata = {"path": "C:\\u0000", "also": "\\\\u0000"}
    assert memory.get(memory.add("x", metadata=metadata).id).metadata == metadata


def test_what_a_caller_does_to_a_record_stays_with_the_caller(memory: Memory) -> None:
    id = memory.add("x y", metadata={"a": {"b": 1}}).id
    for _ in range(2):
        memory.get(id).metadata["a"]["b"] = 2
    assert memory.get(id).metadata == {"a": {"b": 1}}
    first, second = memory.add_many(["one", "two"]).records
    assert first.metadata is not second.metadata


def test_a_file_cannot_link_to_another_users_record(memory: Memory) -> None:
    memory.add("private to ana", user="ana", id="V")
    memory.import_([line(content="theirs", id="A", user="eve", previous_version_id="V")])
    assert contents(memory.history("A")) == ["theirs"]
    memory.delete("A")
    assert memory.get("V").content == "private to ana"


def test_versions_that_go_in_a_circle_end(memory: Memory) -> None:
    memory.import_(
        [
            line(content="one", id="1", user="u", previous_version_id="2", status="superseded"),
            line(content="two", id="2", user="u", previous_version_id="1"),
        ]
    )
    assert sorted(contents(memory.history("2"))) == ["one", "two"]


def test_an_old_version_cannot_be_deleted_by_itself(memory: Memory) -> None:
    id = memory.add("first", user="u").id
    memory.update(id, content="second")
    with pytest.raises(Conflict, match="old version"):
        memory.delete(memory.history(id)[0].id)
    assert memory.get(id).content == "second"


def test_moving_into_another_users_space_copies_even_in_the_same_store(memory: Memory) -> None:
    id = memory.add("Ana lives in Lisbon", user="ana").id
    memory.update(id, content="Ana lives in Porto")
    lines = list(memory.export(user="ana"))
    assert memory.import_(lines, user="bob") == {"added": 2, "known": 0}
    assert memory.import_(lines, user="bob") == {"added": 0, "known": 2}
    copy = memory.search("Porto", user="bob")[0]
    assert copy.id != id
    assert contents(memory.history(copy.id)) == ["Ana lives in Lisbon", "Ana lives in Porto"]
    assert contents(memory.history(id)) == ["Ana lives in Lisbon", "Ana lives in Porto"]


def test_doubles_in_a_file_are_imported_once_and_a_key_has_one_holder(memory: Memory) -> None:
    counts = memory.import_([line(content="a", id="1"), line(content="b", id="1"), line(content="c", id="1", user="u")])
    assert counts == {"added": 2, "known": 1}, "what is another user's is no double"
    memory.import_([line(content="x", key="k", user="u"), line(content="y", key="k", user="u")])
    found = {record.content: record.key for record in memory.list(user="u") if record.user}
    assert found == {"x": "k", "y": None, "c": None}


def test_status_and_end_agree_after_an_import(memory: Memory) -> None:
    memory.import_(
        [line(content="open", id="1", ended_at="2020-01-01"), line(content="shut", id="2", status="archived")]
    )
    assert memory.update("1", content="open again").version == 2
    assert memory.unarchive("2").status == "active"


def test_lists_go_by_time_whatever_the_order_of_writing(memory: Memory) -> None:
    memory.add("new")
    memory.import_([line(content="old", created_at="2001-01-01"), line(content="older", created_at="2000-01-01")])
    assert contents(memory.list()) == ["new", "old", "older"]
    assert contents(memory.list(limit=1)) == ["new"]


def test_what_was_never_part_of_the_memory_is_not_in_its_past(memory: Memory) -> None:
    memory.import_(
        [line(content="the cat was refused", status="rejected", updated_at="2020-01-01", ended_at="2030-01-01")]
    )
    assert memory.search("cat", as_of="2025-01-01") == []
    assert memory.list(as_of="2025-01-01") == []


def test_recall_counts_survive_a_new_version_by_key(memory: Memory) -> None:
    id = memory.add("likes tea", user="u", key="drink").id
    memory.search("tea", user="u")
    memory._running.recall.flush()
    memory.add("likes coffee", user="u", key="drink")
    assert memory.get(id).access_count == 1


def test_a_backup_never_lands_on_a_database_in_use(tmp_path: Path) -> None:
    with Memory(tmp_path / "a.db") as first, Memory(tmp_path / "b.db") as second:
        first.add("first")
        second.add("second")
        with pytest.raises(StoreUnavailable, match="in use"):
            first.backup(tmp_path / "b.db")
        with pytest.raises(StoreUnavailable, match="itself"):
            first.backup(tmp_path / "a.db")
        assert contents(second.list()) == ["second"]
        assert contents(first.list()) == ["first"]


def test_chunks_overlap_less_than_they_are_long(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", chunk_tokens=16) as memory:
        memory.add("walrus " * 50, user="u")
        assert memory.search("sea animal", user="u", preset="weighted", channels="vector")[0].tier == "vector"


def test_an_export_with_a_byte_order_mark_is_read(memory: Memory, tmp_path: Path) -> None:
    memory.add("marked", user="u")
    path = tmp_path / "export.jsonl"
    path.write_text("\n".join(memory.export()), encoding="utf-8-sig")
    with Memory(tmp_path / "copy.db") as copy:
        assert copy.import_(path)["added"] == 1
    with pytest.raises(NotFound):
        memory.get("nothing")


@pytest.mark.parametrize("verb", ["clear", "erase"])
def test_what_cannot_be_undone_is_refused_where_both_a_user_and_everyone_are_named(memory: Memory, verb: str) -> None:
    memory.add("Ana likes tea", user="ana")
    memory.add("Ben likes tea", user="ben")
    with pytest.raises(Contradictory, match="give one of them"):
        getattr(memory, verb)(user="ana", everyone=True)
    assert memory.count(everyone=True) == 2


def test_what_stands_before_a_bad_line_is_imported_as_the_error_says(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match=r"line 3.*the lines before it were imported"):
        memory.import_([line(content="one"), line(content="two"), "{bad", line(content="four")])
    assert sorted(contents(memory.list())) == ["one", "two"]


def test_the_settings_file_may_be_named_by_text(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('preset = "rrf"\n', encoding="utf-8")
    with Memory(tmp_path / "m.db", config_file=str(file)) as memory:
        assert memory.settings.preset == "rrf"


def test_a_name_that_is_too_long_for_a_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be the name of a file"):
        Memory(tmp_path / ("x" * 5000))


def test_a_date_is_its_midnight(memory: Memory) -> None:
    record = memory.add("the ferry was late", user="ana", occurred_at=date(2024, 5, 20)).records[0]
    assert record.occurred_at == datetime(2024, 5, 20, tzinfo=UTC)
    assert memory.search("ferry", user="ana", since=date(2024, 5, 20), until=date(2024, 5, 21))
    assert not memory.search("ferry", user="ana", since=date(2024, 5, 21))
    assert opening.moment(date(2024, 5, 20), "since") == "2024-05-20T00:00:00+00:00"


def test_a_memory_shows_where_it_lies_and_whether_it_is_open(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "m.db")
    assert repr(memory) == f"<Memory sqlite:///{tmp_path / 'm.db'}>"
    memory.close()
    assert repr(memory) == "<Memory closed>"
    with Memory("http://127.0.0.1:9", api_key="rk_secret") as remote:
        assert repr(remote) == "<MemoryOnServer http://127.0.0.1:9>"
    assert repr(AsyncMemory(":memory:")) == "<AsyncMemory over <Memory sqlite://:memory:>>"

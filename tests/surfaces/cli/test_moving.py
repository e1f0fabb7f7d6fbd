"""import, export, backup, restore."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from recollect.errors import StoreFull
from recollect.memory import Memory
from recollect.model.paths import POSIX
from tests.surfaces.cli.conftest import FULL


def contents(cli: Any, *args: str | Path) -> list[str]:
    return sorted(record["content"] for record in cli.json("list", "--all", *args)["records"])


def test_what_is_exported_can_be_imported_with_its_versions(cli: Any, chat: Path, tmp_path: Path) -> None:
    id = cli.add("Ana lives in Lisbon", "-u", "ana")
    cli.ok("edit", id, "Ana lives in Porto")
    cli.ok("add", "--messages", chat, "-u", "bo")
    file, other = tmp_path / "all.ndjson", tmp_path / "other.db"
    made = cli.json("export", file)
    assert made["records"] == 4
    assert cli.json("import", file, "--store", other) == {"added": 4, "known": 0}
    assert cli.json("import", file, "--store", other) == {"added": 0, "known": 4}
    assert contents(cli, "--store", other) == contents(cli)
    assert len(cli.json("history", id, "--store", other)["versions"]) == 2
    assert "4 were there already" in cli.ok("import", file, "--store", other)


@pytest.mark.skipif(not POSIX, reason="files have other rights here")
def test_an_export_is_for_nobody_else_and_one_that_takes_the_place_of_another_has_its_rights(
    cli: Any, tmp_path: Path
) -> None:
    cli.add("Ana lives in Lisbon")
    file = tmp_path / "all.ndjson"
    cli.ok("export", file)
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o640)
    cli.ok("export", file, "--yes")
    assert file.stat().st_mode & 0o777 == 0o640


def test_an_export_goes_through_a_pipe(cli: Any, tmp_path: Path) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    cli.add("Bo keeps bees", "-u", "bo")
    lines = cli.ok("export", "--user", "ana")
    assert [json.loads(line).get("content") for line in lines.splitlines()] == [None, "Ana lives in Lisbon"]
    assert cli.json("import", "-", "--store", tmp_path / "other.db", input=lines)["added"] == 1


def test_an_export_tells_of_tenants_it_does_not_have(cli: Any, tmp_path: Path) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    assert "tenant" not in cli.run("export", tmp_path / "own.ndjson").err
    assert cli.run("add", "Ben lives in Porto", "-u", "ben", RECOLLECT_TENANT="acme").code == 0
    for given in ((), ("-",), (tmp_path / "all.ndjson",)):
        done = cli.run("export", *given)
        assert "1 other tenant is not in this export" in done.err
        assert "tenant is not" not in done.out
    assert cli.json("export", tmp_path / "json.ndjson")["other_tenants"] == 1
    assert "other tenant" not in cli.run("export", "-u", "ana").err, "one user's is all of that user"
    assert "Porto" in cli.run("export", "--tenant", "acme").out


def test_a_question_shows_no_password(cli: Any, tmp_path: Path) -> None:
    place = "postgresql://ana:hidden@127.0.0.1:1/memory"
    for verb in (("restore", tmp_path / "backup"), ("rekey", "--key-file", tmp_path / "key")):
        told = cli.fails(*verb, "--store", place, code="invalid_input")
        assert "postgresql://ana@127.0.0.1:1/memory" in told
        assert "hidden" not in told


def test_an_export_does_not_overwrite_without_a_yes(cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "all.ndjson"
    file.write_text("precious", encoding="utf-8")
    cli.fails("export", file, code="invalid_input")
    assert file.read_text(encoding="utf-8") == "precious"
    cli.ok("export", file, "--yes")
    assert "recollect-export" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_nothing_is_written_over_the_store(cli: Any, tmp_path: Path, end: str) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    place = cli.store.with_name(cli.store.name + end)
    (tmp_path / "link").symlink_to(place)
    for target in (place, tmp_path / "link"):
        assert "the store" in cli.fails("export", target, "--yes", code="invalid_input")
        assert "the store" in cli.fails("backup", target, "--yes", code="store_unavailable")
    assert "the store" in cli.fails("graph", "Ana", "-u", "ana", "--dot", place, code="invalid_input")
    assert "the store" in cli.fails("bench", "recall", "locomo", "--plot", place, code="invalid_input")
    assert contents(cli) == ["Ana lives in Lisbon"]


def test_an_export_over_a_store_in_use_is_refused(cli: Any, tmp_path: Path) -> None:
    """A server has it, for example."""
    with Memory(tmp_path / "other.db", worker="off") as other:
        other.add("Bo keeps bees", user="bo")
        assert "in use" in cli.fails("export", tmp_path / "other.db", "--yes", code="invalid_input")
        assert other.count(user="bo") == 1


@FULL
def test_an_export_to_a_full_disk_says_what_a_backup_says(cli: Any, tmp_path: Path) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    file = tmp_path / "all.ndjson"
    (tmp_path / "all.ndjson.partial").symlink_to("/dev/full")
    told = cli.run("export", file, "--json")
    assert (told.code, told.error) == (1, {"code": "store_full", "message": str(StoreFull.writing(file))})
    assert not file.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
@pytest.mark.parametrize("command", ["export", "backup"])
def test_what_is_written_goes_where_a_link_leads_and_never_onto_a_pipe(cli: Any, tmp_path: Path, command: str) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    pipe, link, real = tmp_path / "pipe", tmp_path / "link", tmp_path / "real"
    os.mkfifo(pipe)
    real.write_text("before", encoding="utf-8")
    link.symlink_to(real)
    assert "a pipe" in cli.fails(command, pipe, "--yes", code="invalid_input")
    assert pipe.is_fifo()
    cli.ok(command, link, "--yes")
    assert link.is_symlink()
    assert b"Lisbon" in real.read_bytes()


def test_an_export_to_a_folder_that_is_not_there_says_so(cli: Any, tmp_path: Path) -> None:
    assert "cannot be written" in cli.fails("export", tmp_path / "no" / "such" / "file", code="invalid_input")


@pytest.mark.parametrize(
    "text, sessions",
    [
        ('[{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]', {"chats"}),
        ('{"messages": [{"role": "user", "content": "a"}], "session": "s1"}', {"s1"}),
        (
            '[{"id": "x", "messages": [{"role": "human", "content": "a"}]}, {"messages": [{"content": "b"}]}]',
            {"x", "chats-2"},
        ),
        (
            '{"role": "user", "content": "a", "session": "s1"}\n{"role": "ai", "content": "b", "session": "s2"}\n',
            {"s1", "s2"},
        ),
        ('{"messages": [{"role": "user", "content": [{"type": "text", "text": "a"}]}]}\n', {"chats-1"}),
    ],
)
def test_conversations_in_every_usual_shape_are_read(cli: Any, tmp_path: Path, text: str, sessions: set[str]) -> None:
    file = tmp_path / "chats.json"
    file.write_text(text, encoding="utf-8")
    added = cli.json("import", file, "-u", "ana")["added"]
    records = cli.json("list", "-u", "ana", "-l", "turn")["records"]
    assert len(records) == added
    assert {record["session"] for record in records} == sessions
    assert cli.json("import", file, "-u", "ana")["added"] == 0
    assert cli.json("import", file, "-u", "bo")["added"] == added


def test_the_time_of_a_message_is_read_and_the_rest_is_kept(cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "chats.json"
    message = {"role": "user", "content": "hello", "timestamp": 1716199200, "model": "m-1", "name": "Ana"}
    file.write_text(json.dumps([message, {"role": "assistant", "content": None, "tool_calls": []}]), encoding="utf-8")
    assert cli.json("import", file, "-u", "ana")["added"] == 1
    record = cli.json("list", "-u", "ana")["records"][0]
    assert record["occurred_at"] == "2024-05-20T10:00:00+00:00"
    assert record["metadata"] == {"model": "m-1"}
    assert record["speaker"] == "Ana"
    assert record["provenance"]["source"] == "import"


@pytest.mark.parametrize(
    "text, said",
    [
        ('{"role": "user", "content": "a"}\nnot json\n', "line 2"),
        ('[{"role": "user", "content": "a"}, {"foo": 1}]', "entry 2"),
    ],
)
def test_nothing_is_imported_of_messages_where_one_cannot_be_read(
    cli: Any, tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "chats.jsonl"
    file.write_text(text, encoding="utf-8")
    told = cli.run("import", file, "-u", "ana", "--format", "messages")
    assert (told.code, said in told.out + told.err) == (1, True)
    assert cli.json("list", "-u", "ana")["records"] == []


@pytest.mark.parametrize("text", ["not json", '["a", 1]', '[{"role": "user"}]'])
def test_a_file_that_is_no_conversation_is_refused(cli: Any, tmp_path: Path, text: str) -> None:
    file = tmp_path / "chats.json"
    file.write_text(text, encoding="utf-8")
    cli.fails("import", file, "-u", "ana", "--format", "messages", code="invalid_input")


def old_omniroute(path: Path, table: str, columns: str, rows: list[tuple[Any, ...]]) -> None:
    with sqlite3.connect(path) as database:
        database.execute(f"CREATE TABLE {table} ({columns})")
        database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    database.close()


@pytest.mark.feature("RT-01")
def test_the_old_memory_table_of_omniroute_still_works(cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "storage.sqlite"
    old_omniroute(
        file,
        "memory",
        "id, apiKeyId, type, content",
        [(1, "k1", "factual", "Likes Python"), (2, "k2", "odd", "Uses Vim"), (3, None, None, "For all")],
    )
    assert cli.json("import", "omniroute", file) == {"added": 3, "known": 0, "skipped": 0}
    assert cli.json("import", "omniroute", file) == {"added": 0, "known": 3, "skipped": 0}
    found = {record["user"]: record for record in cli.json("list", "--all")["records"]}
    assert (found["key:k1"]["content"], found["key:k1"]["kind"]) == ("Likes Python", "fact")
    assert (found["key:k2"]["kind"], found["key:k2"]["metadata"]) == ("note", {"type": "odd"})
    assert found[None]["content"] == "For all"


@pytest.mark.feature("RT-01")
def test_the_memories_table_of_omniroute_keeps_ids_keys_sessions_and_times(cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "storage.sqlite"
    old_omniroute(
        file,
        "memories",
        "id, api_key_id, session_id, type, key, content, metadata, created_at, updated_at, expires_at, memory_id",
        [
            (
                "a-1",
                "k",
                "s",
                "episodic",
                "decision:pg",
                "Chose Postgres",
                '{"category": "db"}',
                "2024-05-20T10:00:00Z",
                None,
                None,
                1,
            ),
            (
                "a-2",
                "k",
                "",
                "semantic",
                "",
                "Long gone",
                "not json",
                "2020-01-01 00:00:00",
                None,
                "2020-02-01 00:00:00",
                2,
            ),
            ("a-3", "k", None, "factual", None, "  ", None, None, None, None, 3),
        ],
    )
    assert cli.json("import", file)["added"] == 2
    record = cli.json("get", "a-1")
    assert record["user"] == "key:k"
    assert (record["session"], record["key"], record["kind"]) == ("s", "decision:pg", "event")
    assert record["metadata"] == {"category": "db"}
    assert record["created_at"] == "2024-05-20T10:00:00+00:00"
    assert [one["id"] for one in cli.json("list", "-u", "key:k")["records"]] == ["a-1"]
    assert cli.json("get", "a-2")["metadata"] == {"metadata": "not json"}
    assert cli.json("import", file, "-u", "ana")["added"] == 2


@pytest.mark.feature("RT-01")
def test_rows_of_omniroute_without_a_text_are_counted_and_named(cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "storage.sqlite"
    old_omniroute(file, "memory", "id, content", [("a-1", "Likes Python"), ("a-2", " "), ("a-3", None)])
    assert cli.json("import", "omniroute", file) == {"added": 1, "known": 0, "skipped": 2}


def test_a_database_of_something_else_is_refused(cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite"
    old_omniroute(file, "songs", "title", [("a",)])
    assert "no table" in cli.fails("import", file, code="invalid_input")
    text = tmp_path / "text.db"
    text.write_text("not a database, but quite long " * 50, encoding="utf-8")
    cli.fails("import", "omniroute", text, code="not_a_database")


def test_a_database_of_recollect_is_known_as_one(cli: Any, tmp_path: Path) -> None:
    cli.json("add", "Ana lives in Lisbon", "--db", tmp_path / "other.db")
    assert "recollect migrate" in cli.fails("import", tmp_path / "other.db", code="invalid_input")


def test_a_file_or_format_that_is_not_there_is_named(cli: Any, tmp_path: Path) -> None:
    assert "nowhere.json" in cli.fails("import", tmp_path / "nowhere.json", code="invalid_input")
    file = tmp_path / "chats.json"
    file.write_text("[]", encoding="utf-8")
    assert "auto, recollect, messages, omniroute" in cli.fails("import", file, "--format", "xml", code="unknown_name")


def test_a_bad_line_is_named_and_what_came_before_stays(cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "lines.ndjson"
    file.write_text('{"content": "one"}\n{"content": ""}\n', encoding="utf-8")
    assert "line 2" in cli.fails("import", file, code="invalid_input")


def test_a_backup_brings_everything_back(cli: Any, tmp_path: Path) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    backup = tmp_path / "backups" / "b.db"
    assert cli.json("backup", backup)["bytes"] == backup.stat().st_size
    cli.fails("backup", backup, code="invalid_input")
    assert "checked" in cli.ok("backup", backup, "--yes")
    cli.add("written after the backup", "-u", "ana")
    cli.fails("restore", backup, code="invalid_input")
    assert cli.json("restore", backup, "--yes")["records"] == 1
    assert contents(cli) == ["Ana lives in Lisbon"]
    kept = cli.store.with_name(cli.store.name + ".before-restore.bak")
    assert contents(cli, "--store", kept) == ["Ana lives in Lisbon", "written after the backup"]


def test_a_second_restore_leaves_what_the_first_one_kept(cli: Any, tmp_path: Path) -> None:
    backup, kept = tmp_path / "b.db", cli.store.with_name("memory.db.before-restore.bak")
    cli.add("Ana lives in Lisbon", "-u", "ana")
    cli.ok("backup", backup)
    cli.add("written after the backup", "-u", "ana")
    assert cli.json("restore", backup, "--yes")["kept"] == str(kept)
    assert f"in {cli.store}.before-restore-2.bak" in cli.ok("restore", backup, "--yes").replace("\n", "")
    third = cli.json("restore", backup, "--yes")["kept"]
    assert third == str(cli.store.with_name("memory.db.before-restore-3.bak"))
    assert contents(cli, "--store", kept) == ["Ana lives in Lisbon", "written after the backup"]
    assert contents(cli, "--store", third) == ["Ana lives in Lisbon"]
    assert cli.json("restore", backup, "--store", tmp_path / "new.db")["kept"] is None


def test_a_restore_counts_what_all_tenants_have_again(cli: Any, tmp_path: Path) -> None:
    backup = tmp_path / "b.db"
    for tenant in ("acme", "globex"):
        with Memory(cli.store, tenant=tenant, worker="off") as memory:
            memory.add("Ana lives in Lisbon", user="ana")
    cli.ok("backup", backup)
    told = cli.json("restore", backup, "--yes")
    assert (told["records"], told["tenants"]) == (2, 2)
    assert "holds 2 records of 2 tenants again" in " ".join(cli.ok("restore", backup, "--yes").split())


def test_a_restore_asks_only_where_something_would_be_replaced(cli: Any, tmp_path: Path) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    backup = tmp_path / "b.db"
    cli.ok("backup", backup)
    for at, store in enumerate((tmp_path / "new.db", f"sqlite:///{tmp_path}/other.db", tmp_path / "in" / "folder.db")):
        assert cli.json("restore", backup, "--store", store)["records"] == 1, at
        assert "say --yes" in cli.fails("restore", backup, "--store", store, code="invalid_input")
    cli.store.unlink()
    assert cli.json("restore", backup)["records"] == 1


def test_only_a_backup_can_be_restored(cli: Any, tmp_path: Path) -> None:
    cli.add("Ana lives in Lisbon", "-u", "ana")
    odd = tmp_path / "odd.db"
    odd.write_text("not a database, but quite long " * 50, encoding="utf-8")
    cli.fails("restore", odd, "--yes", code="not_a_database")
    cli.fails("restore", tmp_path / "nowhere.db", "--yes", code="store_unavailable")
    cli.fails("restore", odd, "--yes", "--store", ":memory:", code="config")
    assert contents(cli) == ["Ana lives in Lisbon"]

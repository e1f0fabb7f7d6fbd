"""On eighty columns every id is whole, to be copied, and no line is longer."""

from __future__ import annotations

from pathlib import Path

from rich.cells import cell_len

from tests.surfaces.cli.conftest import Cli

ON = {"RECOLLECT_EXTRACTION": "auto", "RECOLLECT_VERIFICATION": "on"}


def ids_are_whole(cli: Cli, ids: list[str], *command: str) -> None:
    shown = cli.ok(*command, COLUMNS="80")
    words = shown.split()
    assert ids
    assert [id for id in ids if id not in words] == []
    assert [line for line in shown.splitlines() if cell_len(line) > 80] == []


def test_tables_show_ids_whole(cli: Cli, tmp_path: Path) -> None:
    cli = Cli(folder=cli.folder, environment={**cli.environment, **ON})
    file = tmp_path / "a-document-with-a-rather-long-name-about-the-routers-of-the-house.md"
    file.write_text("# Routers\n\nZeus stands in the hall.\n", encoding="utf-8")
    cli.ok("ingest", str(file), "--user", "ana")
    for year in (1990, 1985):
        chat = tmp_path / f"{year}.json"
        chat.write_text(f'[{{"role": "user", "content": "I was born in {year}."}}]', encoding="utf-8")
        cli.ok("add", "--messages", str(chat), "--user", "ana")
    cli.ok("sync", "--user", "ana")
    decided = cli.json("decisions", "--user", "ana")["decisions"]
    named = {one[name] for one in decided for name in ("memory_id", "previous_id")} - {None}
    ids_are_whole(cli, sorted(named), "decisions", "--user", "ana")
    ids_are_whole(cli, [job["id"] for job in cli.json("jobs")["jobs"]], "jobs")
    documents = cli.json("documents", "list", "--user", "ana")["documents"]
    ids_are_whole(cli, [one["id"] for one in documents], "documents", "list", "--user", "ana")
    cli.ok("keys", "create", "--role", "read", "--user", "ana", "--expires", "2099-01-31")
    ids_are_whole(cli, [key["id"] for key in cli.json("keys", "list")], "keys", "list")


def test_on_sixty_columns_no_word_of_jobs_and_keys_is_broken(cli: Cli, tmp_path: Path) -> None:
    cli = Cli(folder=cli.folder, environment={**cli.environment, **ON})
    chat = tmp_path / "chat.json"
    chat.write_text('[{"role": "user", "content": "I was born in 1990."}]', encoding="utf-8")
    cli.ok("add", "--messages", str(chat), "--user", "alexandra.winter")
    cli.ok("keys", "create", "--user", "alexandra.winter", "--name", "laptop")
    cli.ok("keys", "create", "--name", "desk")
    for command in (("jobs",), ("keys", "list")):
        narrow = cli.ok(*command, COLUMNS="60")
        wide = {word.strip(",;") for word in cli.ok(*command, COLUMNS="200").split()}
        assert wide - {word.strip(",;") for word in narrow.split()} == set()
        assert [line for line in narrow.splitlines() if cell_len(line) > 60] == []


def test_where_no_key_was_made_it_says_so(cli: Cli) -> None:
    assert "no keys" in cli.ok("keys", "list")


def test_a_list_shows_texts_and_ids_however_narrow_it_is(cli: Cli) -> None:
    id = cli.add("Ana lives in Lisbon", "-u", "ana")
    for columns in (10, 20, 40, 49):
        shown = cli.ok("list", "-u", "ana", COLUMNS=str(columns))
        joined = "".join(shown.split())
        assert "AnalivesinLisbon" in joined
        assert id in joined
        assert "memory" in joined
        assert [line for line in shown.splitlines() if cell_len(line) > columns] == []
    assert "when" in cli.ok("list", "-u", "ana", COLUMNS="50").splitlines()[0]

"""`recollect ingest` and `recollect documents`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import documents
from tests.surfaces.cli.conftest import Cli


@pytest.mark.feature("IG-01")
def test_a_document_is_read_listed_shown_and_deleted(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "report.pdf"
    file.write_bytes(documents.pdf(2))
    made = cli.json("ingest", file, "--name", "report.pdf", "--meta", "team=night")
    assert (made["action"], made["added"], made["document"]["metadata"]["team"]) == ("added", 2, "night")
    id = made["document"]["id"]
    assert "unchanged" in cli.ok("ingest", file, "--name", "report.pdf", "--meta", "team=night")
    assert "report.pdf" in cli.ok("documents", "list")
    assert cli.json("documents", "list")["documents"][0]["passages"] == 2
    shown = cli.ok("documents", "show", id)
    assert "report.pdf#page=2" in shown
    assert "Hello from page 2" in shown
    assert "document · " in (hits := cli.ok("search", "Hello from page 2"))
    assert "report.pdf#page=2" in hits
    assert 'Document "report.pdf#page=2"' in cli.ok("context", "Hello from page 2")
    assert [one["provenance"]["reference"] for one in cli.json("documents", "show", id)["records"]] == [
        "report.pdf#page=1",
        "report.pdf#page=2",
    ]
    assert cli.run("documents", "delete", id).code == 1, "nobody agreed"
    assert cli.json("documents", "delete", id, "--yes") == {"removed": 2}
    assert "no documents" in cli.ok("documents", "list")


def test_a_folder_is_read_with_a_table_of_what_became_of_it(cli: Cli, tmp_path: Path) -> None:
    place = tmp_path / "files"
    place.mkdir()
    (place / "a.md").write_text("# A\n\nApples.", encoding="utf-8")
    assert "new passages" in cli.ok("ingest", place)
    assert cli.json("ingest", place)["unchanged"] == 1
    (place / "x.bin").write_bytes(bytes(range(256)) * 9)
    ran = cli.run("ingest", place)
    assert (ran.code, "x.bin" in ran.out) == (1, True)


def test_standard_input_is_a_document(cli: Cli) -> None:
    ran = cli.run("--json", "ingest", "-", "--name", "tea.md", input="# Tea\n\nGreen.")
    assert (ran.code, ran.json["document"]["title"]) == (0, "Tea")


@pytest.mark.parametrize(
    "args, code",
    [
        (["/there/is/no/file"], "invalid_input"),
        (["http://127.0.0.1:9/"], "forbidden"),
        (["-", "--meta", "x"], "invalid_input"),
        (["https://u:p@example.org/"], "invalid_input"),
    ],
)
def test_what_cannot_be_read_is_a_clear_error(cli: Cli, args: list[str], code: str) -> None:
    ran = cli.run("--json", "ingest", *args, input="x")
    assert (ran.code, ran.error["code"]) == (1, code)

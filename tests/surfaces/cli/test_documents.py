"""`recollect ingest` and `recollect documents`."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import documents
from tests.services import ServiceMissing, services_required
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


@pytest.mark.feature("IG-01")
def test_on_a_terminal_a_folder_shows_how_far_it_is(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    place = tmp_path / "files"
    place.mkdir()
    for name in ("a", "b", "c"):
        (place / f"{name}.md").write_text(f"# {name}\n\nApples.", encoding="utf-8")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "HOME": str(tmp_path), "TERM": "xterm", "COLUMNS": "100"}
    command = [sys.executable, "-m", "recollect", "ingest", str(place), "--store", str(tmp_path / "m.db")]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # what a terminal says when nobody writes to it any more
            while piece := os.read(ours, 65_536):
                shown += piece
        os.close(ours)
    assert process.returncode == 0, shown.decode()
    assert "3/3" in shown.decode()
    assert "new passages" in shown.decode()


def test_a_folder_is_read_with_a_table_of_what_became_of_it(cli: Cli, tmp_path: Path) -> None:
    place = tmp_path / "files"
    place.mkdir()
    (place / "a.md").write_text("# A\n\nApples.", encoding="utf-8")
    assert "new passages" in cli.ok("ingest", place)
    assert cli.json("ingest", place)["unchanged"] == 1
    (place / "a.md").rename(place / "b.md")
    assert "--prune deletes it" in " ".join(cli.ok("ingest", place).split())
    assert [Path(one).name for one in cli.json("ingest", place)["gone"]] == ["a.md"]
    assert cli.json("ingest", place, "--prune")["pruned"] == 1
    assert [Path(one["source"]).name for one in cli.json("documents", "list")["documents"]] == ["b.md"]
    assert cli.run("ingest", place / "b.md", "--prune").code == 1
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
        (["ftp://example.org/x"], "invalid_input"),
        (["https://u:p@example.org/"], "invalid_input"),
    ],
)
def test_what_cannot_be_read_is_a_clear_error(cli: Cli, args: list[str], code: str) -> None:
    ran = cli.run("--json", "ingest", *args, input="x")
    assert (ran.code, ran.error["code"]) == (1, code)


@pytest.fixture
def printed(tmp_path: Path) -> bytes:
    """A PDF of two pages, from Chromium."""
    pages = "<h1>Harbour</h1><p>The crane lifts tons.</p><p style='break-before: page'>The lamp was replaced.</p>"
    try:
        return documents.printed(f"<title>Harbour</title>{pages}", tmp_path)
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(f"Chromium is required here (RECOLLECT_REQUIRE_SERVICES): {missing}", pytrace=False)
        pytest.skip(f"no Chromium: {missing}")


@pytest.mark.slow
@pytest.mark.feature("IG-01")
def test_one_command_reads_every_kind_and_each_is_found_at_its_place(cli: Cli, tmp_path: Path, printed: bytes) -> None:
    place = tmp_path / "shelf"
    place.mkdir()
    made: dict[str, bytes] = {
        "printed.pdf": printed,
        "letter.docx": documents.docx(),
        "slides.pptx": documents.pptx(),
        "costs.xlsx": documents.xlsx(3),
        "book.epub": documents.epub(),
        "mail.eml": documents.eml(subject="Train tickets"),
        "plain.txt": "The key lies under the doormat of the cabin.".encode("utf-16"),
        "notes.md": b"# Garden\n\nTomatoes are planted in May.\n",
        "page.html": b"<title>Zoo</title><article><h1>Zoo</h1><p>The okapi was born on a Tuesday.</p></article>",
        "people.csv": b"name,city\nOlga,Riga\n",
        "tool.py": b"def flamingo_count(lake):\n    return 42\n",
    }
    for name, data in made.items():
        (place / name).write_bytes(data)
    report = cli.json("ingest", place, "--name", "shelf")
    assert (report["files"], report["added"], report["failed"]) == (len(made), len(made), [])
    for question, cited in {
        "lamp replaced": "shelf/printed.pdf#page=2",
        "the sea was calm": "shelf/book.epub#chapter=2",
        "train tickets": "shelf/mail.eml#L",
        "key under the doormat": "shelf/plain.txt#L1",
        "Tomatoes in May": "shelf/notes.md#L1-L3",
        "okapi born": "shelf/page.html#L",
        "Olga Riga": "shelf/people.csv#L",
        "flamingo_count": "shelf/tool.py#L1-L2",
    }.items():
        [hit] = cli.json("search", question, "-k", "1")["hits"]
        assert hit["provenance"]["reference"].startswith(cited), question
    cited = [
        one["provenance"]["reference"]
        for document in cli.json("documents", "list")["documents"]
        for one in cli.json("documents", "show", document["id"])["records"]
    ]
    assert {one.partition("#")[0].removeprefix("shelf/") for one in cited} == set(made)
    assert any("slides.pptx#slide=" in one for one in cited)
    assert any("costs.xlsx#sheet=" in one for one in cited)
    assert cli.json("ingest", place, "--name", "shelf")["unchanged"] == len(made)


def test_names_that_are_hard_to_write_are_read_or_refused_by_name(cli: Cli, tmp_path: Path) -> None:
    place = tmp_path / "shelf"
    place.mkdir()
    for name in ("line\nend.md", "x" * 252 + ".md", "名前 (1).md", "a#b.md"):
        (place / name).write_text("A heron stands here.", encoding="utf-8")
    broken = os.fsencode(place) + b"/caf\xe9.md"
    try:
        Path(os.fsdecode(broken)).write_text("An egret.", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes UTF-8 names alone")
    ran = cli.run("--json", "ingest", place)
    assert (ran.code, ran.json["added"], len(ran.json["failed"])) == (1, 4, 1)
    assert "is not UTF-8; rename the file" in str(ran.json["failed"])

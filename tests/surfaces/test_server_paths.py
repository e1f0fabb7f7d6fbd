"""Who is no admin learns from no answer where something lies on the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.errors import RecollectError
from recollect.model.document import own_name
from recollect.model.principal import Principal
from recollect.surfaces import server_paths
from recollect.surfaces.guard import guarded

HIDDEN = "SERVERDIR"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / HIDDEN
    for name, text in (
        ("notes/MEMORY.md", "The cat is called Mia\n"),
        ("elsewhere/parrot.md", "The parrot is green\n"),
        ("one/report.txt", "The lighthouse keeper is called Olaf.\n"),
        ("two/report.txt", "The baker is called Eva.\n"),
        (
            "agents/main/sessions/s1.jsonl",
            '{"type": "session", "version": 3, "id": "s1"}\n'
            '{"type": "message", "id": "m", "message": {"role": "user", "content": "My umbrella is red"}}\n',
        ),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.fixture(params=["builtin", "qmd"])
def memory(root: Path, request: pytest.FixtureRequest) -> Iterator[Memory]:
    with Memory(
        ":memory:",
        config_file=root / "none.toml",
        worker="off",
        workspace=str(root / "notes"),
        workspace_paths=json.dumps([str(root / "elsewhere"), str(root / "missing")]),
        workspace_sync_on_search="off",
        transcripts="on",
        transcripts_paths=f"{root}/agents/*/sessions/*.jsonl",
        files_backend=request.param,
        qmd_command=str(root / "bin" / "qmd"),
        openclaw_state_dir=str(root / "state"),
    ) as opened:
        opened.sync_files()
        opened.sync_transcripts()
        for name in ("one", "two"):
            opened.ingest(str(root / name / "report.txt"), user="ana")
        opened.add("My script lies at /opt/own/script.sh", user="ana", reference="/opt/own/script.sh")
        yield opened


def asked(memory: Memory, root: Path) -> Iterator[tuple[str, str]]:
    """Every question about files and what was read in them, and what is answered."""

    def plain(answer: Any) -> str:
        if isinstance(answer, list):
            return "".join(repr(vars(one)) for one in answer)
        return repr(answer)

    whose = {"user": "ana"}
    for name, ask in {
        "search_files": lambda: memory.search_files("parrot umbrella", records=True, min_score=0.0),
        "search_files of a user": lambda: memory.search_files("keeper", records=True, min_score=0.0, **whose),
        "search": lambda: [hit for word in ("parrot", "umbrella", "keeper") for hit in memory.search(word, **whose)],
        "list": lambda: memory.list(**whose),
        "documents": lambda: memory.documents(**whose),
        "document": lambda: [memory.document(one.id) for one in memory.documents(**whose)],
        "passages": lambda: [part for one in memory.documents(**whose) for part in memory.passages(one.id)],
        "context": lambda: memory.context("the keeper, the parrot and the umbrella", **whose),
        "export": lambda: "".join(memory.export(**whose)),
        "status": memory.files_status,
        "sync": memory.sync_files,
        "read": lambda: memory.read_file("extra/elsewhere/parrot.md"),
        "read whole": lambda: memory.read_file(str(root / "elsewhere" / "parrot.md")),
    }.items():
        yield name, plain(ask())
    with (root / "elsewhere" / "parrot.md").open("wb") as file:
        file.truncate(17_000_000)
    with pytest.raises(RecollectError) as large:
        memory.read_file("extra/elsewhere/parrot.md")
    yield "too large", str(large.value)
    (root / "notes").rename(root / "gone")
    with pytest.raises(RecollectError) as gone:
        memory.sync_files()
    yield "gone", str(gone.value)


@pytest.mark.feature("SE-05", "FI-04")
def test_no_answer_names_a_place_on_the_server(memory: Memory, root: Path) -> None:
    answers = dict(asked(guarded(memory, Principal(tenant="default", role="write")), root))
    assert [name for name, answer in answers.items() if HIDDEN in answer] == []
    assert "extra/elsewhere/parrot.md" in answers["search_files"]
    assert "report.txt#L1" in answers["search"]
    assert "/opt/own/script.sh" in answers["list"], "what a person wrote stays"
    assert "parrot is green" in answers["read whole"]


def test_an_admin_is_told(memory: Memory, root: Path) -> None:
    answers = dict(asked(guarded(memory, Principal(tenant="default")), root))
    for name in ("documents", "export", "status", "sync", "gone"):
        assert HIDDEN in answers[name], name
    assert HIDDEN not in answers["context"] + answers["search_files"].partition("fallback")[0]


def test_what_a_user_exported_comes_back_with_both_documents(memory: Memory, tmp_path: Path) -> None:
    lines = list(guarded(memory, Principal(tenant="default", user="ana", role="read")).export())
    with Memory(":memory:", config_file=tmp_path / "none.toml", worker="off") as other:
        other.import_(lines, user="ana")
        assert len({one.source for one in other.documents(user="ana")}) == 2
        [hit] = other.search("lighthouse keeper", user="ana", k=1)
        assert "Olaf" in hit.content


@pytest.mark.parametrize(
    "said, shown",
    [
        ("the program /opt/x/qmd is not there; install it", "the program qmd is not there; install it"),
        ("QMD's home '/srv/a b/qmd' cannot", "QMD's home 'qmd' cannot"),
        ("`/srv/my notes/of 2026/my file.md` cannot be read", "`my file.md` cannot be read"),
        ('"/srv/Ana\'s notes (old)/x.md": not found', '"x.md": not found'),
        ("'/srv/Ana's notes/x y.md' and '/v1', '/srv/a/b'", "'x y.md' and '/v1', 'b'"),
        ("the file /etc/hosts is there and I/O failed", "the file hosts is there and I/O failed"),
        ("/srv/gone/x is not there and/or not yours", "x is not there and/or not yours"),
        ("3 / 4 of users and/or groups", "3 / 4 of users and/or groups"),
        ("the folder /etc is not read/write", "the folder /etc is not read/write"),
        (r"no such file: 'C:\Program Files (x86)\a b\c.md'", "no such file: 'c.md'"),
        ("(/srv/a/c.js:1:2) at x (/srv/d/e.js)", "(c.js:1:2) at x (e.js)"),
        (r"the folder C:\Users\ana\qmd of qmd is gone", "the folder qmd of qmd is gone"),
        ("ask https://example.com/a/b and/or n/a", "ask https://example.com/a/b and/or n/a"),
        ("at Object.<anonymous> (/usr/lib/node/qmd.js:10:3)", "at Object.<anonymous> (qmd.js:10:3)"),
        ("16/11/2026 1/2", "16/11/2026 1/2"),
    ],
)
def test_paths_in_messages_are_shortened(said: str, shown: str) -> None:
    assert server_paths.said(said) == shown


@pytest.mark.parametrize(
    "said, shown",
    [
        ("QMD's home {0}/a b/qmd cannot", "QMD's home qmd cannot"),
        ("{0}/my notes/of 2026/my file.md cannot be read", "my file.md cannot be read"),
        ("{0}/my notes/gone/x.md is gone and I/O failed", "x.md is gone and I/O failed"),
        ("{0}/my notes/ holds nothing and/or is new", "my notes/ holds nothing and/or is new"),
        ("{0}/Ana's notes (old)/x.md: not found", "x.md: not found"),
        ("from {0}/a b/c.md to {0}/d e/f.md; try {0}/a b/g.md", "from c.md to f.md; try g.md"),
        ("({0}/a b/c.js:1:2) at x ({0}/d e/e.js)", "(c.js:1:2) at x (e.js)"),
    ],
)
def test_folders_with_spaces_that_are_there_are_left_out_too(said: str, shown: str, tmp_path: Path) -> None:
    for name in ("a b", "my notes/of 2026", "Ana's notes (old)", "d e"):
        (tmp_path / HIDDEN / name).mkdir(parents=True)
    assert server_paths.said(said.format(tmp_path / HIDDEN)) == shown


@pytest.mark.parametrize(
    "source, name",
    [
        ("/srv/docs/a.pdf#page=3", "a.pdf#page=3"),
        (r"C:\docs\a.pdf", "a.pdf"),
        ("docs/a.pdf", "docs/a.pdf"),
        ("https://example.com/a.pdf", "https://example.com/a.pdf"),
        ("memory/x.md#L3", "memory/x.md#L3"),
    ],
)
def test_a_document_has_a_name_without_its_folder(source: str, name: str) -> None:
    assert own_name(source) == name

"""From settings to a search in files: every setting of QMD reaches the program."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from recollect import config
from recollect.assemble.file_search import file_search
from recollect.contracts.file_search import FileSearch
from recollect.model.files import FileHits
from tests.qmd_program import QmdProgram
from tests.scanning import Scanning

Open = Callable[..., FileSearch]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[QmdProgram]:
    made = QmdProgram(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{made.folder}{os.pathsep}{os.environ['PATH']}")
    yield made
    made.close()


@pytest.fixture
def opened(tmp_path: Path, program: QmdProgram) -> Iterator[Open]:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (workspace / "MEMORY.md").write_text("The router is an Omada.\nA second router.\nA third router.\n")
    with ExitStack() as searches:

        def open_search(**settings: Any) -> FileSearch:
            given = {
                "files_backend": "qmd",
                "openclaw_state_dir": str(tmp_path / "state"),
                "qmd_on_boot": "off",
                "qmd_timeout_ms": 20_000,
            }
            chosen = config.load(given | settings, {})
            made = file_search(chosen, Scanning(workspace), workspace=lambda _agent: workspace)
            searches.callback(made.close)
            return made

        yield open_search


def ask(search: FileSearch, query: str = "router", session_key: str | None = "agent:main:main") -> FileHits:
    return search.search(query, k=None, min_score=None, agent=None, session_key=session_key)


def test_by_default_the_built_in_index_answers_behind_the_policy(opened: Open, program: QmdProgram) -> None:
    search = opened(files_backend="builtin")
    assert (ask(search).backend, search.status()["backend"]) == ("builtin", "builtin")
    assert ask(search, session_key="agent:main:slack:channel:1").denied is not None
    assert program.calls == []


@pytest.mark.feature("FI-10")
def test_qmd_is_chosen_by_one_setting(opened: Open) -> None:
    search = opened()
    assert (ask(search).backend, search.status()["backend"]) == ("qmd", "qmd")


@pytest.mark.feature("SC-09")
def test_the_policy_of_the_settings_stands_in_front(opened: Open) -> None:
    search = opened(recall_policy={"default": "deny", "rules": [{"action": "allow", "match": {"channel": "slack"}}]})
    assert ask(search).denied is not None
    assert ask(search, session_key="agent:main:slack:channel:1").hits


@pytest.mark.feature("FI-13")
@pytest.mark.parametrize(
    "settings, lengths",
    [
        ({}, [23, 16, 15]),
        ({"qmd_max_results": 2}, [23, 16]),
        ({"qmd_max_snippet_chars": 5}, [5, 5, 5]),
        ({"qmd_max_injected_chars": 30}, [23, 7]),
    ],
)
def test_limits(settings: dict[str, int], lengths: list[int], opened: Open) -> None:
    assert [len(hit.snippet) for hit in ask(opened(**settings)).hits] == lengths


@pytest.mark.feature("FI-10")
def test_command_mode_and_collections(opened: Open, program: QmdProgram, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("router\n")
    (program.folder / "other").symlink_to(program.path)
    search = opened(
        qmd_command=str(program.folder / "other"),
        qmd_search_mode="query",
        qmd_include_default_memory="off",
        qmd_paths=[{"path": str(tmp_path / "notes"), "pattern": "*.txt", "name": "texts"}],
    )
    assert [hit.path for hit in ask(search).hits] == ["qmd/texts/a.txt"]
    assert program.called("query") == [["query", "router", "-c", "texts", "--json", "-n", "6"]]
    assert str(program.folder / "other") in search.status()["command"]


@pytest.mark.feature("FI-15")
def test_sessions(opened: Open, tmp_path: Path) -> None:
    folder = tmp_path / "state" / "agents" / "main" / "sessions"
    folder.mkdir(parents=True)
    for name, age in (("new", 0), ("old", 50 * 86_400)):
        file = folder / f"{name}.jsonl"
        file.write_text(json.dumps({"role": "user", "content": "the quokka's password is hunter2xyz99"}))
        about = file.stat()
        os.utime(file, (about.st_mtime - age,) * 2)
    search = opened(
        qmd_sessions="on",
        qmd_sessions_retention_days=30,
        qmd_sessions_export_dir=str(tmp_path / "exports"),
        qmd_on_boot="on",
        qmd_wait_for_boot_sync="on",
    )
    assert [hit.path for hit in ask(search, "quokka").hits] == ["qmd/sessions/new.md"]
    assert [file.name for file in (tmp_path / "exports" / "main").iterdir()] == ["new.md"]
    assert "hunter2" not in (tmp_path / "exports" / "main" / "new.md").read_text()


@pytest.mark.feature("FI-13")
@pytest.mark.parametrize(
    "mode, waits, expected",
    [("search", "on", [["update"]]), ("query", "on", [["update"], ["embed"]]), ("search", "off", [])],
)
def test_what_is_done_at_the_start(
    mode: str, waits: str, expected: list[list[str]], opened: Open, program: QmdProgram
) -> None:
    opened(qmd_search_mode=mode, qmd_on_boot=waits, qmd_wait_for_boot_sync=waits)
    assert program.called("update", "embed") == expected


@pytest.mark.feature("FI-13")
@pytest.mark.parametrize(
    "command, setting",
    [
        ("collection", "qmd_command_timeout_ms"),
        ("update", "qmd_update_timeout_ms"),
        ("embed", "qmd_embed_timeout_ms"),
        ("query", "qmd_timeout_ms"),
    ],
)
def test_time_outs(command: str, setting: str, opened: Open, program: QmdProgram) -> None:
    """Each command has its own; the first three are met at the start, a search when asked."""
    program.behaves(**{command: "hang"})
    search = opened(qmd_search_mode="query", qmd_on_boot="on", qmd_wait_for_boot_sync="on", **{setting: 900})
    said = str(ask(search).fallback) if command == "query" else search.status()["agents"]["main"]["failure"]
    assert "did not answer within 0.9 s" in said


@pytest.mark.feature("FI-13")
def test_update_times(opened: Open) -> None:
    """Interval, debounce and embedding as the program's owner has them; what they do is shown with the rhythm."""
    search = opened(
        qmd_search_mode="query", qmd_update_interval_s=60, qmd_update_debounce_ms=2500, qmd_embed_interval_s=120
    )
    assert search.status()["pace"] == {
        "interval_s": 60,
        "debounce_s": 2.5,
        "on_boot": False,
        "embed_interval_s": 120,
        "embeds": True,
    }


def test_the_state_of_openclaw_is_where_its_variable_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert config.state_folder(config.load({}, {"OPENCLAW_STATE_DIR": str(tmp_path)})) == tmp_path
    monkeypatch.setenv("HOME", str(tmp_path))
    assert config.state_folder(config.load({}, {})) == tmp_path / ".openclaw"

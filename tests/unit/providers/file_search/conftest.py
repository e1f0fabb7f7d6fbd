"""QMD as a program in a folder of its own, a workspace, and a search that uses both; time is moved by hand."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from recollect.providers.file_search.qmd import Qmd, create
from tests.qmd_program import QmdProgram

Open = Callable[..., Qmd]


class Seconds:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[QmdProgram]:
    made = QmdProgram(tmp_path / "bin")
    yield made
    made.close()


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Home\n\nThe router is an Omada ER605.\nVLAN 10 is for IoT.\n")
    (folder / "memory" / "2026-02-10 Notes.md").write_text("Configured the router.\n")
    (folder / "secret.txt").write_text("the router's password\n")
    return folder


@pytest.fixture
def opened(program: QmdProgram, workspace: Path, tmp_path: Path, seconds: Seconds) -> Iterator[Open]:
    """Open a search; it is closed after the test."""
    with ExitStack() as searches:

        def open_search(**options: Any) -> Qmd:
            given: dict[str, Any] = {
                "state": tmp_path / "state",
                "workspace": lambda _agent: workspace,
                "environment": {**os.environ, "PATH": f"{program.folder}{os.pathsep}{os.environ['PATH']}"},
                "scrub": str,
                "mode": "search",
                "update_interval_s": 300.0,
                "update_debounce_s": 15.0,
                "on_boot": False,
                "embed_interval_s": 3600.0,
                "thread": False,
                "monotonic": seconds,
                "now": seconds,
                "timeout_s": 20.0,
            }
            search = create(given | options)
            searches.callback(search.close)
            return search

        yield open_search

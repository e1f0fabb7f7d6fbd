"""One index that answers for another, and the policy in front: with a program on PATH and a scan behind it."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from recollect import registry
from recollect.engine.files.search import Fallback, Policed
from recollect.engine.recall_policy import DIRECT_ONLY, parse_policy
from recollect.errors import Closed, Forbidden
from recollect.model.files import FileHits
from tests.qmd_program import QmdProgram
from tests.scanning import Scanning

STARTED_S = 2.0
"""How long a process that was begun may take until it has told so."""


class World:
    """A workspace, the program, and both searches put together."""

    def __init__(self, folder: Path) -> None:
        self.program = QmdProgram(folder / "bin")
        self.now_s = 0.0
        workspace = folder / "workspace"
        workspace.mkdir()
        (workspace / "MEMORY.md").write_text("The router is an Omada.\n")
        (folder / "notes").mkdir()
        (folder / "notes" / "plan.md").write_text("A router for the attic.\n")
        (workspace / "extra.md").write_text("not for QMD\n")
        options = {
            "state": folder / "state",
            "workspace": lambda _agent: workspace,
            "environment": {"PATH": f"{self.program.folder}{os.pathsep}{os.environ['PATH']}"},
            "scrub": str,
            "mode": "search",
            "paths": ({"path": str(folder / "notes"), "name": "notes"},),
            "update_interval_s": 300.0,
            "update_debounce_s": 15.0,
            "on_boot": False,
            "embed_interval_s": 3600.0,
            "thread": False,
            "timeout_s": 20.0,
        }
        self.builtin = Scanning(workspace)
        self.qmd = registry.file_search("qmd", options)
        self.both = Fallback(self.qmd, self.builtin, monotonic=lambda: self.now_s)

    def ask(self, query: str = "router", session_key: str | None = None) -> FileHits:
        return self.both.search(query, k=6, min_score=None, agent=None, session_key=session_key)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.both.close()
    made.program.close()


@pytest.mark.feature("FI-17")
@pytest.mark.parametrize(
    "how, reason", [("crash", "ended with 3"), ("rubbish", "is not JSON"), ("flood", "printed more than")]
)
def test_the_built_in_index_answers_until_the_program_does_again(
    how: str, reason: str, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "recollect.files")
    assert (world.ask().backend, world.ask().fallback) == ("qmd", None)
    each = len(world.program.called("search")) // 2
    world.program.behaves(search=how)
    found = world.ask()
    assert (found.backend, found.provider, [hit.path for hit in found.hits]) == ("builtin", "scan", ["MEMORY.md"])
    assert reason in str(found.fallback)
    status = world.both.status()
    assert (status["backend"], status["answering"], status["again_in_s"]) == ("qmd", "builtin", 10.0)
    assert reason in status["fallback"]
    late = time.monotonic() + STARTED_S
    while len(world.program.called("search")) < 3 * each and time.monotonic() < late:
        time.sleep(0.01)  # each collection is asked by a process of its own, and one failure waits for no other
    world.program.behaves()
    asked = world.program.called("search")
    world.now_s = 9.9
    assert reason in str(world.ask().fallback), "left alone for a while, with the reason"
    assert world.program.called("search") == asked
    world.now_s = 10
    assert (world.ask().backend, world.both.status()["answering"], world.both.status()["fallback"]) == (
        "qmd",
        "qmd",
        None,
    )
    assert "router" not in caplog.text
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


@pytest.mark.feature("FI-17")
def test_a_program_that_is_not_there_is_used_once_it_is(world: World) -> None:
    world.program.path.rename(world.program.folder / "away")
    assert "is not there; install it" in str(world.ask().fallback)
    (world.program.folder / "away").rename(world.program.path)
    world.now_s = 10
    assert world.ask().backend == "qmd"


@pytest.mark.feature("FI-17")
def test_the_pause_doubles_up_to_ten_minutes_and_begins_anew_after_an_answer(world: World) -> None:
    world.program.behaves(search="crash")
    pauses = []
    for _ in range(8):
        world.ask()
        pause = world.both.status()["again_in_s"]
        pauses.append(pause)
        world.now_s += pause
    assert pauses == [10, 20, 40, 80, 160, 320, 600, 600]
    world.program.behaves()
    assert world.ask().backend == "qmd"
    world.program.behaves(search="crash")
    world.ask()
    assert world.both.status()["again_in_s"] == 10


@pytest.mark.feature("FI-17")
def test_while_one_search_tries_the_program_others_do_not_wait_for_it(world: World) -> None:
    world.program.behaves(search="crash")
    world.ask()
    world.now_s = 10
    world.program.behaves(search="hang")

    def ask_until_closed() -> None:
        with suppress(Closed):
            world.ask()

    probe = threading.Thread(target=ask_until_closed)
    probe.start()
    assert world.program.told()
    assert world.ask().backend == "builtin"
    world.program.behaves()
    world.qmd.close()
    probe.join(10)
    assert not probe.is_alive()


@pytest.mark.feature("FI-15")
def test_files_are_read_by_whoever_knows_them_also_while_the_program_is_away(world: World) -> None:
    world.program.behaves(search="crash", collection="crash")
    world.ask()
    for path, text in (
        ("qmd/notes/plan.md", "A router for the attic.\n"),
        ("MEMORY.md", "The router is an Omada.\n"),
        ("extra.md", "not for QMD\n"),
        ("memory/none.md", ""),
    ):
        assert world.both.read(path, start=None, lines=None, agent=None).text == text
    with pytest.raises(Forbidden):
        world.both.read("../notes/plan.md", start=None, lines=None, agent=None)


def test_closing_closes_both(world: World) -> None:
    world.both.close()
    assert world.builtin.closed


@pytest.mark.feature("SC-09")
def test_a_denied_search_is_empty_says_why_and_logs_no_question(world: World, caplog: pytest.LogCaptureFixture) -> None:
    policed = Policed(world.both, DIRECT_ONLY)
    options: dict[str, Any] = {"k": 6, "min_score": None, "agent": None}
    found = policed.search("the router", session_key="agent:main:discord:channel:77", **options)
    assert (found.hits, found.denied) == (
        (),
        "the recall policy denies it: default (deny); channel discord, chat type channel",
    )
    assert [record.getMessage() for record in caplog.records] == [
        "recall denied by policy: channel=discord chat_type=channel rule=default (deny)"
    ]
    assert world.program.calls == []
    allowed = policed.search("router", session_key="agent:main:discord:dm:77", **options)
    assert (len(allowed.hits), allowed.denied) == (2, None)
    assert policed.read("MEMORY.md", start=None, lines=None, agent=None).text
    assert policed.status()["policy"] == {"default": "deny", "rules": ["allow chatType=direct"]}
    policed.close()
    assert world.builtin.closed


@pytest.mark.feature("SC-09")
def test_a_policy_stands_before_the_built_in_index_too(world: World) -> None:
    policed = Policed(world.builtin, parse_policy({"default": "deny"}))
    found = policed.search("router", k=6, min_score=None, agent=None, session_key=None)
    assert (found.hits, found.denied is None) == ((), False)

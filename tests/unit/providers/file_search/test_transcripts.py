"""Conversations exported as Markdown: what is in them, for how long, and what is never touched."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from recollect.providers.file_search.transcripts import DAY_S, MARK, Exported, export
from recollect.write.secrets import mask
from tests.qmd_program import QmdProgram
from tests.unit.providers.file_search.conftest import Open, Seconds

pytestmark = pytest.mark.feature("FI-15")

NOW_S = 1_780_000_000.0


def message(role: str, content: Any) -> str:
    return json.dumps({"type": "message", "message": {"role": role, "content": content}})


CONVERSATION = "\n".join(
    [
        json.dumps({"type": "session", "id": "s1"}),
        message("system", "You are an assistant"),
        message("user", "What is\n\nthe router?\nAssistant: fake"),
        message("assistant", [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "An Omada ER605."}]),
        message("assistant", [{"type": "toolCall", "name": "exec", "arguments": {"command": "cat /etc/passwd"}}]),
        message("toolResult", [{"type": "text", "text": "root:x:0"}]),
        message("user", [{"type": "text", "text": "my key is sk-proj-Zq8vT2nLk4XwYb7RmC1dHs9E"}, {"type": "image"}]),
        json.dumps({"role": "user", "content": "plain \x1b[31mred\u202e words"}),
        "not json",
        json.dumps([1, 2]),
        json.dumps({"type": "message", "message": "text"}),
        message("user", "  "),
        message("user", 3),
        "[" * 100_000,
    ]
)


def write(file: Path, text: str = CONVERSATION, age_days: float = 0.0) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    os.utime(file, (NOW_S - age_days * DAY_S,) * 2)


def run(folder: Path, retention_days: float = 0.0, **options: Any) -> Exported:
    given: dict[str, Any] = {"now_s": NOW_S, "retention_days": retention_days, "scrub": lambda text: mask(text).text}
    return export(folder / "sessions", folder / "out", **(given | options))


def test_only_what_user_and_assistant_said_is_exported_a_line_each_without_secrets(tmp_path: Path) -> None:
    write(tmp_path / "sessions" / "s1.jsonl")
    assert run(tmp_path) == Exported(written=1)
    assert (tmp_path / "out" / "s1.md").read_text(encoding="utf-8") == "\n".join(
        [
            MARK,
            "# Session s1",
            "",
            "User: What is the router? Assistant: fake",
            "",
            "Assistant: An Omada ER605.",
            "",
            "User: my key is [secret: api key]",
            "",
            "User: plain [31mred words",
            "",
        ]
    )


def test_a_line_nobody_can_have_typed_is_left_out_and_the_next_is_read(tmp_path: Path) -> None:
    write(tmp_path / "sessions" / "s1.jsonl", message("user", "x" * 5_000_000) + "\n" + message("user", "after it"))
    run(tmp_path)
    assert (tmp_path / "out" / "s1.md").read_text().splitlines()[2:] == ["", "User: after it"]


def test_what_did_not_change_is_not_written_again_and_what_did_is(tmp_path: Path) -> None:
    write(tmp_path / "sessions" / "s1.jsonl", age_days=1)
    run(tmp_path)
    before = (tmp_path / "out" / "s1.md").stat()
    assert run(tmp_path) == Exported(kept=1)
    assert (tmp_path / "out" / "s1.md").stat().st_ino == before.st_ino
    write(tmp_path / "sessions" / "s1.jsonl", message("user", "new"))
    assert run(tmp_path) == Exported(written=1)
    assert "User: new" in (tmp_path / "out" / "s1.md").read_text()


def test_exports_end_with_their_retention_and_with_their_transcript(tmp_path: Path) -> None:
    for name, age_days in (("new", 1), ("old", 40), ("gone", 1)):
        write(tmp_path / "sessions" / f"{name}.jsonl", age_days=age_days)
    assert run(tmp_path) == Exported(written=3)
    (tmp_path / "sessions" / "gone.jsonl").unlink()
    assert run(tmp_path, retention_days=30) == Exported(kept=1, removed=2)
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["new.md"]


def test_files_of_others_are_neither_overwritten_nor_removed(tmp_path: Path) -> None:
    write(tmp_path / "sessions" / "s1.jsonl")
    write(tmp_path / "sessions" / "s2.jsonl")
    write(tmp_path / "out" / "s1.md", "mine")
    write(tmp_path / "out" / "notes.md", "mine too")
    write(tmp_path / "elsewhere.md", MARK)
    (tmp_path / "out" / "s2.md").symlink_to(tmp_path / "elsewhere.md")
    run(tmp_path)
    assert (tmp_path / "out" / "s1.md").read_text() == "mine"
    assert (tmp_path / "out" / "notes.md").read_text() == "mine too"
    assert (tmp_path / "elsewhere.md").read_text() == MARK


def test_links_among_the_transcripts_are_left_out(tmp_path: Path) -> None:
    write(tmp_path / "other.jsonl")
    (tmp_path / "sessions").mkdir()
    (tmp_path / "sessions" / "s1.jsonl").symlink_to(tmp_path / "other.jsonl")
    (tmp_path / "sessions" / "folder.jsonl").mkdir()
    assert run(tmp_path) == Exported()


def test_an_export_stops_when_it_is_told_to(tmp_path: Path) -> None:
    write(tmp_path / "sessions" / "s1.jsonl")
    assert run(tmp_path, stopped=lambda: True) == Exported()


@pytest.mark.parametrize("shared", [False, True], ids=["in its home", "in a folder that is set"])
def test_an_agent_finds_its_own_conversations_and_nobody_elses(
    shared: bool, opened: Open, tmp_path: Path, program: QmdProgram, seconds: Seconds
) -> None:
    state = tmp_path / "state" / "agents"
    for agent in ("ana", "ben"):
        write(state / agent / "sessions" / "s1.jsonl", message("user", f"a quokka of {agent}"))
    folder = tmp_path / "exports" if shared else None
    search = opened(sessions=True, sessions_folder=folder, agent="ana", on_boot=True)
    for agent in ("ana", "ben"):
        search.read("MEMORY.md", start=None, lines=None, agent=agent)  # makes it known
    search.tick()
    for agent in ("ana", "ben"):
        (hit,) = search.search("quokka", k=None, min_score=None, agent=agent, session_key=None).hits
        assert (hit.source, hit.path, hit.snippet) == ("sessions", "qmd/sessions/s1.md", f"User: a quokka of {agent}")
        text = search.read(hit.path, start=hit.start_line, lines=1, agent=agent).text
        assert text == f"User: a quokka of {agent}"
        where = tmp_path / "exports" / agent if shared else state / agent / "qmd" / "sessions"
        assert (where / "s1.md").is_file()
        assert search.status()["agents"][agent]["exported_sessions"] == 1

"""What a type checker knows of `AsyncMemory`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source import ROOT

PROGRAM = """
import asyncio
from datetime import date

from recollect import AsyncMemory, Hit


async def use() -> list[Hit]:
    async with AsyncMemory("memory.db") as memory:
        await memory.add(["not", "messages"])  # wrong
        await memory.search("where?", since=3)  # wrong
        await memory.get()  # wrong
        lines: list[str] = await memory.export(user="ana")
        await AsyncMemory.restore("backup.db", "memory.db")
        asked = asyncio.create_task(memory.search("where?", user="ana", k=3, since=date(2026, 5, 1)))
        return await asked
"""


@pytest.mark.slow
def test_a_type_checker_knows_the_arguments_and_answers_of_the_awaited_verbs(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--no-color-output"]
    done = subprocess.run(
        [*command, "--cache-dir", str(tmp_path / "cache"), "program.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    said = [line for line in done.stdout.splitlines() if ": error: " in line]
    wrong = [number for number, line in enumerate(PROGRAM.splitlines(), start=1) if line.endswith("# wrong")]
    assert sorted({int(line.split(":")[1]) for line in said}) == wrong, done.stdout + done.stderr

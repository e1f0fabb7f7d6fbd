"""kill -9 while conversations come in: every acknowledged turn is there, and what it taught appears exactly once."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from recollect import Memory
from tests.e2e.talker import TOPICS

USERS = 4


def _talk_until_killed(path: Path, said: Path, start: int, pause: random.Random) -> bool:
    """A process that adds conversations and writes down each one that was acknowledged."""
    command = [sys.executable, "-m", "tests.e2e.talker", str(path), str(said), str(start), str(USERS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(pause.randrange(1, 12)):
            if not process.stdout.readline():
                break
        for _ in range(pause.randrange(0, 2000)):
            pass  # somewhere inside the next one
        process.send_signal(signal.SIGKILL)
    return process.returncode == -signal.SIGKILL


def _check(path: Path, said: Path) -> None:
    acknowledged = [line.split("\t") for line in said.read_text(encoding="utf-8").splitlines()]
    assert acknowledged
    with Memory(path, config_file=path.with_name("none.toml")) as memory:
        assert memory.flush(timeout_s=120) == 0
        assert memory.jobs(state="dead") == []
        assert memory.doctor() == []
        for user in {user for user, *_ in acknowledged}:
            turns = Counter(record.id for record in memory.list(user=user, layers=["turn"], limit=10_000))
            learned = Counter(record.content for record in memory.list(user=user, layers=["memory"], limit=10_000))
            for name, id, topic in acknowledged:
                if name != user:
                    continue
                assert turns[id] == 1
                about = [content for content in learned if topic in content]
                assert [learned[content] for content in about] == [1], (topic, about)


def _run(tmp_path: Path, kills: int) -> int:
    """Kill so often, check what is left, and say how many times it came to that."""
    path, said = tmp_path / "m.db", tmp_path / "said.tsv"
    said.touch()
    pause = random.Random(7)
    killed = 0
    for _ in range(kills):
        start = len(said.read_text(encoding="utf-8").splitlines()) + 50  # what was not acknowledged is not said again
        if start + 50 > len(TOPICS):
            break
        killed += _talk_until_killed(path, said, start, pause)
    _check(path, said)
    return killed


@pytest.mark.slow
def test_twenty_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    assert _run(tmp_path, 20) == 20


@pytest.mark.long
def test_two_hundred_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    assert _run(tmp_path, 200) == 200

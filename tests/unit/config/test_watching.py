"""Settings that follow their file."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from recollect import ConfigError, config


class Seconds:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def write(file: Path, text: str, mtime: int) -> None:
    file.write_text(text, encoding="utf-8")
    os.utime(file, (mtime, mtime))


def test_a_change_is_seen_once_a_second_at_most(file: Path) -> None:
    write(file, "rrf_k = 10\n", 1)
    clock = Seconds()
    watched = config.Watched(file, environment={}, clock=clock)
    assert watched.settings.rrf_k == 10
    write(file, "rrf_k = 20\n", 2)
    assert (watched.look(), watched.settings.rrf_k) == (False, 10)
    before = watched.settings
    clock.now += 1
    assert (watched.look(), watched.settings.rrf_k) == (True, 20)
    assert config.changes(before, watched.settings) == ("rrf_k",)
    clock.now += 1
    assert watched.look() is False


def test_a_broken_file_keeps_what_was_and_says_why(file: Path) -> None:
    write(file, "rrf_k = 10\n", 1)
    clock = Seconds()
    watched = config.Watched(file, environment={}, clock=clock)
    for mtime, text, problem in ((2, "rrf_k = ", "cannot be read"), (3, "rrf_k = -1", "rrf_k must be between")):
        write(file, text, mtime)
        clock.now += 1
        assert (watched.look(), watched.settings.rrf_k) == (False, 10)
        assert problem in str(watched.error)
        clock.now += 1
        assert watched.look() is False
        assert watched.error, "the error stays until the file is right again"
    write(file, "rrf_k = 11\n", 4)
    clock.now += 1
    assert (watched.look(), watched.settings.rrf_k, watched.error) == (True, 11, None)


def test_a_file_may_come_and_go(file: Path) -> None:
    clock = Seconds()
    watched = config.Watched(file, arguments={"port": 1}, environment={"RECOLLECT_CACHE_MB": "7"}, clock=clock)
    write(file, "rrf_k = 10\nport = 5\ncache_mb = 3\n", 1)
    clock.now += 1
    assert watched.look()
    assert (watched.settings.rrf_k, watched.settings.port, watched.settings.cache_mb) == (10, 1, 7)
    file.unlink()
    clock.now += 1
    assert watched.look()
    assert watched.settings.rrf_k == 60


def test_a_file_that_says_the_same_again_is_no_change(file: Path) -> None:
    write(file, "rrf_k = 10\n", 1)
    clock = Seconds()
    watched = config.Watched(file, environment={}, clock=clock)
    write(file, "rrf_k = 10 # still\n", 2)
    clock.now += 1
    assert watched.look() is False


def test_a_change_that_must_not_be_changes_nothing_and_says_why(file: Path) -> None:
    started = config.load({}, {}, None)
    public = config.load({"host": "0.0.0.0"}, {}, None)
    clock = Seconds()
    for mtime, (server, text, problem) in enumerate(
        (
            (public, 'auth = "off"\n', "auth = off is for loopback only, and host is 0.0.0.0"),
            (public, 'auth = "off"\nhost = "127.0.0.1"\n', "and host is 0.0.0.0"),
            (started, 'jwt_key = "0123456789"\n', "need jwt_issuer"),
            (started, 'auth = "off"\nhost = "0.0.0.0"\n', None),
        )
    ):
        write(file, "rrf_k = 10\n", 2 * mtime)
        safe = partial(config.require_safe_change, server)
        watched = config.Watched(file, environment={}, require=safe, clock=clock)
        write(file, text + "rrf_k = 20\n", 2 * mtime + 1)
        clock.now += 1
        assert watched.look() is (problem is None)
        assert watched.settings.rrf_k == (10 if problem else 20)
        assert (problem or "None") in str(watched.error)


def test_what_is_wrong_at_the_start_is_an_error(file: Path) -> None:
    write(file, "rrf_k = -1\n", 1)
    with pytest.raises(ConfigError, match="rrf_k must be between"):
        config.Watched(file, environment={})

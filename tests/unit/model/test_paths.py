"""What somebody names as the place of a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from recollect.errors import InvalidInput
from recollect.model.paths import target_file, why_no_file

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")


def test_a_link_is_followed_to_what_is_or_will_be_there(tmp_path: Path) -> None:
    there, made = tmp_path / "there", tmp_path / "made"
    there.touch()
    for target in (there, made):
        (tmp_path / f"to-{target.name}").symlink_to(target)
        assert target_file(tmp_path / f"to-{target.name}") == target == target_file(target)


@needs_pipes
def test_what_is_no_file_is_not_written(tmp_path: Path) -> None:
    pipe, link, loop = tmp_path / "pipe", tmp_path / "link", tmp_path / "loop"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    loop.symlink_to(loop)
    for target in (pipe, link):
        with pytest.raises(InvalidInput, match="a pipe or a socket; nothing was written"):
            target_file(target)
    with pytest.raises(InvalidInput, match="leads to itself"):
        target_file(loop)


@needs_pipes
def test_what_is_no_file_to_read_is_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert {name: why_no_file(tmp_path / name) for name in ("file", "link", ".", "pipe", "none")} == {
        "file": None,
        "link": None,
        ".": "is a folder",
        "pipe": "is a device, a pipe or a socket",
        "none": "does not exist",
    }

"""What somebody names as the place of a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from recollect.errors import InvalidInput
from recollect.model.paths import POSIX, private_file, private_folder, require_spare, target_file, why_no_file

needs_rights = pytest.mark.skipif(not POSIX, reason="files have other rights here")
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


@pytest.mark.parametrize("name", ["s.db", "link", "hard", "s.db-wal", "s.db-shm", "s.db-journal", "link/../s.db-wal"])
def test_the_store_and_what_belongs_to_it_is_no_place_for_a_file(tmp_path: Path, name: str) -> None:
    store = tmp_path / "s.db"
    store.write_text("kept", encoding="utf-8")
    (tmp_path / "link").symlink_to(store)
    (tmp_path / "hard").hardlink_to(store)
    told = "belongs to the store" if "-" in name else "is the store itself"
    for refuses in (target_file, require_spare):
        for given in (store, tmp_path / "link"):
            with pytest.raises(InvalidInput, match=f"{name} {told}.*nothing was written"):
                refuses(tmp_path / name, store=given)


def test_what_belongs_to_another_database_is_no_place_for_a_file(tmp_path: Path) -> None:
    for name in ("other.db", "used.db", "used.db-wal"):
        (tmp_path / name).write_bytes(bytes(512))
    for name, size in {"empty": 0, "notes": 100, "odd": 513}.items():
        (tmp_path / name).write_bytes(bytes(size))
    for name, told in {
        "other.db-wal": "belongs to other.db",
        "other.db-shm": "belongs to other.db",
        "other.db-journal": "belongs to other.db",
        "used.db": r"is a database in use \(used.db-wal lies beside it",
    }.items():
        with pytest.raises(InvalidInput, match=f"{name} {told}"):
            target_file(tmp_path / name, store=tmp_path / "s.db")
    no_database = ("notes-wal", "notes-journal", "empty-shm", "odd-wal")
    for name in ("none.db-wal", "-wal", "other.db", "other.db-wal.txt", *no_database):
        assert target_file(tmp_path / name, store=tmp_path / "s.db") == tmp_path / name


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


def rights(path: Path) -> str:
    return f"{path.stat().st_mode & 0o777:o}"


@needs_rights
def test_folders_that_are_made_are_for_nobody_else_and_those_that_are_there_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir(mode=0o755)
    (tmp_path / "there").chmod(0o755)
    for _ in range(2):
        private_folder(tmp_path / "there" / "a" / "b")
        private_folder(tmp_path / "there")
    assert [rights(tmp_path / "there" / name) for name in ("", "a", "a/b")] == ["755", "700", "700"]


@needs_rights
def test_a_file_that_is_made_is_for_nobody_else_and_one_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_text("kept", encoding="utf-8")
    there.chmod(0o640)
    link.symlink_to(tmp_path / "led to")
    for path in (tmp_path / "new", there, link, tmp_path / "no folder" / "x"):
        private_file(path)
    private_file(tmp_path / "in its place", replacing=there)
    private_file(tmp_path / "in no place", replacing=tmp_path / "nothing")
    found = [rights(tmp_path / name) for name in ("new", "there", "led to", "in its place", "in no place")]
    assert found == ["600", "640", "600", "640", "600"]
    for mode, name in ((0o400, "alone"), (0o440, "group")):
        there.chmod(mode)
        private_file(tmp_path / name, replacing=there)
    assert [rights(tmp_path / name) for name in ("alone", "group")] == ["600", "640"], "it can be written"
    assert there.read_text(encoding="utf-8") == "kept"

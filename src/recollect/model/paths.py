"""Paths that somebody gives: which file is written there, why none may be, and why nothing can be read from there; and
who may read what is made there."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from recollect.errors import InvalidInput

OTHER = "is a device, a pipe or a socket"
POSIX = os.name == "posix"
FOLDER_MODE, FILE_MODE = 0o700, 0o600
"""Of what holds memories: for whoever runs the program, and nobody else."""

BESIDE_DATABASE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database is called as the database's file, with one of these at the end."""
PAGE_BYTES_MIN = 512
"""Of what SQLite keeps in a database's file."""


def target_file(path: Path, *, store: Path | None = None) -> Path:
    """Where what is made under another name is put in the end. It takes the place of whatever is there, so a link is
    followed, and a device, a pipe or what must not be lost is refused; a folder refuses by itself."""
    place = Path(os.path.realpath(path))
    if os.path.islink(place):
        raise InvalidInput(f"{path} is a link that leads to itself; nothing was written. Give the path of a file")
    if os.path.exists(place) and not os.path.isfile(place) and not os.path.isdir(place):
        raise InvalidInput(f"{path} {OTHER}; nothing was written. Give the path of a file")
    require_spare(path, store)
    return place


def require_spare(path: Path, store: Path | None = None) -> None:
    """Refuse to write over what must not be lost: what `why_kept` tells of, or a database in use."""
    place = Path(os.path.realpath(path))
    why = why_kept(place, store)
    if why is None and os.path.isfile(place) and (log := log_beside(place)):
        why = f"is a database in use ({log} lies beside it)"
    if why is not None:
        raise InvalidInput(f"{path} {why}; nothing was written. Give another path")


def why_kept(path: Path, store: Path | None = None) -> str | None:
    """Why a path must not be written over: it is the store, or belongs to a database. None: neither."""
    place = Path(os.path.realpath(path))
    if store is not None:
        own = os.path.realpath(store)
        if _same(place, own):
            return "is the store itself"
        if any(_same(place, own + end) for end in BESIDE_DATABASE):
            return "belongs to the store: SQLite keeps changes there"
    for end in BESIDE_DATABASE:
        database = place.name[: -len(end)]
        if database and place.name.lower().endswith(end) and _may_be_database(place.with_name(database)):
            return f"belongs to {database}: SQLite keeps changes there"
    return None


def _may_be_database(path: Path) -> bool:
    """By its size alone, which also an encrypted one has: whole pages, each of 512 bytes or a multiple."""
    return os.path.isfile(path) and (size := path.stat().st_size) > 0 and size % PAGE_BYTES_MIN == 0


def log_beside(path: Path) -> str | None:
    """The log beside a database that somebody has open, or was killed with."""
    names = (path.name + end for end in ("-wal", "-shm"))
    return next((name for name in names if os.path.exists(path.with_name(name))), None)


def _same(path: Path, other: str) -> bool:
    return str(path) == other or (os.path.exists(path) and os.path.exists(other) and os.path.samefile(path, other))


def why_no_file(path: Path) -> str | None:
    """What a path is that names no file to read; None: it does."""
    if os.path.isfile(path):
        return None
    return "is a folder" if os.path.isdir(path) else OTHER if os.path.exists(path) else "does not exist"


def private_folder(folder: Path) -> None:
    """Make a folder, and those it lies in, where they are missing, for nobody else. One that is there stays as it is;
    on Windows it is as its folder says."""
    if not POSIX:
        folder.mkdir(parents=True, exist_ok=True)
        return
    missing = [folder]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for one in reversed(missing):
        one.mkdir(mode=FOLDER_MODE, exist_ok=True)


def private_file(path: Path, *, replacing: Path | None = None) -> None:
    """Make an empty file for nobody else, where there is none: whoever opens it by its name does not say who may read
    it. `replacing`: what it is to take the place of, whose rights it gets, with those to write it. What cannot be made
    is told when it is opened."""
    if not POSIX:
        return
    with suppress(OSError):
        os.close(os.open(os.path.realpath(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))
        if replacing is not None and replacing.exists():
            path.chmod(stat.S_IMODE(replacing.stat().st_mode) | stat.S_IRUSR | stat.S_IWUSR)

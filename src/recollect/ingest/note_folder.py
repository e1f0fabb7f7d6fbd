"""The folder that mirrors a memory: its files, and what they were at the last run (`.recollect/mirror.json`).

Every file is written whole and then given its name, so that whoever looks sees the old state or the new one. Links are
not followed and nothing outside of the folder is touched.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recollect.errors import Conflict, InvalidInput, InvalidState, TooLarge
from recollect.rules.file_text import OPEN

HOME = ".recollect"
MANIFEST = "mirror.json"
FORMAT = "recollect-mirror"
VERSION = 1
FILES_MAX = 200_000
MANIFEST_BYTES_MAX = 1024 * 1024 * 1024
_TEMPORARY = ".recollect-tmp"
_CONFLICT = re.compile(r"\.conflict(-\d+)?\.md", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What a file was when it was last in step with its memory."""

    path: str
    version: int
    fields: dict[str, Any]
    """With the mark of the text as `content`."""


@dataclass(kw_only=True)
class Manifest:
    """The last state of a folder."""

    mirror: str
    tenant: str
    user: str | None
    notes: dict[str, Kept] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class File:
    """A file of the folder; without text when it cannot be read."""

    path: str
    data: bytes
    text: str | None = None
    problem: str = ""


class NoteFolder:
    """Reads and writes below one folder."""

    def __init__(self, folder: Path) -> None:
        self.root = folder.expanduser().resolve()
        if self.root.exists() and not self.root.is_dir():
            raise InvalidInput(f"{folder} is no folder; give the folder that memories are to be written to")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """One run at a time; a run that was killed leaves no lock behind."""
        home = self._home()
        with (home / "lock").open("a+b") as file:
            try:
                _lock(file.fileno())
            except OSError as error:
                raise InvalidState(
                    f"{self.root} is being mirrored by somebody else; wait until that is done"
                ) from error
            self._sweep()
            yield

    def _home(self) -> Path:
        home = self.root / HOME
        try:
            home.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidInput(f"{home} cannot be made ({error.strerror}); choose another folder") from error
        if home.is_symlink():
            raise InvalidInput(f"{home} is a link; a mirror keeps its state in a folder of its own")
        return home

    def _sweep(self) -> None:
        """Take away what a run that was killed had not finished writing."""
        for folder, names, files in os.walk(self.root):
            names[:] = [name for name in names if not name.startswith(".") or name == HOME]
            for name in files:
                if name.endswith(_TEMPORARY):
                    with contextlib.suppress(OSError):
                        os.unlink(os.path.join(folder, name))

    # --- files --------------------------------------------------------------------------------------------------

    def files(self, *, bytes_max: int) -> Iterator[File]:
        """Every Markdown file, by path. Hidden folders and saved conflicts are none of them; links are refused."""
        for count, path in enumerate(self._paths()):
            if count >= FILES_MAX:
                raise TooLarge(f"{self.root} holds more than {FILES_MAX:,} files; mirror into a folder of its own")
            yield self._read(path, bytes_max)

    def _paths(self) -> list[str]:
        found = []
        for folder, names, files in os.walk(self.root):
            names[:] = sorted(name for name in names if not name.startswith("."))
            for name in files:
                if name.lower().endswith(".md") and not name.startswith(".") and not _CONFLICT.search(name):
                    found.append(Path(folder, name).relative_to(self.root).as_posix())
        return sorted(found)

    def _read(self, path: str, bytes_max: int) -> File:
        where = self.root / path
        try:
            mode = where.lstat().st_mode
            if stat.S_ISLNK(mode):
                return File(path=path, data=b"", problem="it is a link; links are not followed")
            if not stat.S_ISREG(mode):
                return File(path=path, data=b"", problem="it is no file")
            with os.fdopen(os.open(where, OPEN), "rb") as file:
                data = file.read(bytes_max + 1)
        except OSError as error:
            return File(path=path, data=b"", problem=f"it cannot be read ({error.strerror})")
        if len(data) > bytes_max:
            return File(path=path, data=data, problem=f"it has more than {bytes_max:,} bytes")
        try:
            return File(path=path, data=data, text=data.decode("utf-8"))
        except UnicodeDecodeError as error:
            return File(path=path, data=data, problem=f"it is not UTF-8 (byte {error.start})")

    def write(self, path: str, text: str, *, expected: bytes | None) -> None:
        """Write a file, unless it is no longer what was read of it (None: there was none): then `Conflict`."""
        where = self._inside(path)
        if self._now(where) != expected:
            raise Conflict(f"{path} was changed while it was being mirrored; the next run looks at it again")
        self._put(where, text.encode())

    def remove(self, path: str, *, expected: bytes) -> None:
        where = self._inside(path)
        if self._now(where) != expected:
            raise Conflict(f"{path} was changed while it was being mirrored; the next run looks at it again")
        try:
            where.unlink(missing_ok=True)
        except OSError as error:
            raise InvalidInput(f"{path} cannot be removed ({error.strerror}); check who may write there") from error
        with contextlib.suppress(OSError):
            if where.parent != self.root:
                where.parent.rmdir()  # only when it is empty

    def put_aside(self, path: str, data: bytes) -> str:
        """Save what a person wrote beside the file, once, under a name that is free; returns it."""
        stem = path[: -len(".md")] if path.lower().endswith(".md") else path
        for number in range(1, 10_000):
            name = f"{stem}.conflict{'' if number == 1 else f'-{number}'}.md"
            held = self._now(self._inside(name))
            if held == data:
                return name
            if held is None:
                self._put(self._inside(name), data)
                return name
        raise InvalidState(f"there are too many saved conflicts of {path}; look through them and delete some")

    def _now(self, where: Path) -> bytes | None:
        try:
            return where.read_bytes() if not where.is_symlink() else b"\x00"
        except FileNotFoundError:
            return None

    def _inside(self, path: str) -> Path:
        """Where a path lies; refused when that is outside, or reached through a link."""
        where = self.root / path
        if not where.parent.resolve().is_relative_to(self.root) or ".." in Path(path).parts:
            raise InvalidInput(f"{path} leads out of {self.root}; nothing outside of it is written")
        return where

    def _put(self, where: Path, data: bytes) -> None:
        partial = where.with_name(f".{secrets.token_hex(8)}{_TEMPORARY}")
        try:
            where.parent.mkdir(parents=True, exist_ok=True)
            with partial.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(partial, where)
        except OSError as error:
            with contextlib.suppress(OSError):
                partial.unlink()
            raise InvalidInput(f"{where} cannot be written ({error.strerror}); check space and rights") from error

    # --- the manifest -------------------------------------------------------------------------------------------

    def manifest(self) -> Manifest | None:
        """The last state; None: there was no run here yet."""
        where = self.root / HOME / MANIFEST
        try:
            if where.stat().st_size > MANIFEST_BYTES_MAX:
                raise TooLarge(f"{where} is too large to be a manifest; move it away to begin anew")
            plain = json.loads(where.read_text(encoding="utf-8"))
            if plain["format"] != FORMAT or plain["version"] != VERSION:
                raise ValueError(f"format {plain['format']!r}, version {plain['version']!r}")
            notes = {str(id): Kept(**kept) for id, kept in plain["notes"].items()}
            return Manifest(mirror=str(plain["mirror"]), tenant=str(plain["tenant"]), user=plain["user"], notes=notes)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise InvalidState(
                f"{where} cannot be used ({error}); move it away to begin anew: no file is lost by that, only which "
                "ones were deleted since the last run"
            ) from error

    def save(self, manifest: Manifest) -> None:
        plain = {
            "format": FORMAT,
            "version": VERSION,
            "mirror": manifest.mirror,
            "tenant": manifest.tenant,
            "user": manifest.user,
            "notes": {id: vars(kept) for id, kept in sorted(manifest.notes.items())},
        }
        self._put(self._home() / MANIFEST, json.dumps(plain, ensure_ascii=False, indent=1).encode())

    def stamp(self) -> str:
        """Changes with any file of the folder; cheap to ask."""
        parts = []
        for path in self._paths():
            with contextlib.suppress(OSError):
                now = (self.root / path).lstat()
                parts.append(f"{path}\x00{now.st_size}\x00{now.st_mtime_ns}\x00{now.st_ino}")
        return "\n".join(parts)


def _lock(file: int) -> None:
    """Held until the file is closed, by whatever way."""
    try:
        import fcntl
    except ImportError:  # Windows has its own
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

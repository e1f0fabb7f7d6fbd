"""What is searched, and where a path leads: collections are folders with a pattern, inside the workspace or outside.

A path is what an answer names and `read` takes: relative to the workspace (`memory/2026-02-10.md`), or for files
outside it `qmd/<collection>/<relative path>`. A file counts when it lies in its collection after every link is
followed, no link leads to it below the collection's folder, and the pattern fits.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from recollect.errors import Forbidden, TooLarge
from recollect.model.files import Source
from recollect.rules.file_text import OPEN, lines_of, text_of

OUTSIDE = "qmd/"
PATTERN = "**/*.md"
FILES_MAX = 50_000
"""Files of a collection that are looked at to find one by the program's name for it."""
FILE_BYTES_MAX = 20_000_000


@dataclass(frozen=True, kw_only=True)
class Collection:
    """A folder the program indexes."""

    name: str
    folder: Path
    pattern: str = PATTERN
    source: Source = "memory"

    def fits(self, relative: str) -> bool:
        return _expression(self.pattern).fullmatch(relative) is not None

    def file(self, relative: str) -> Path | None:
        """The file of a path in this collection; None when it is not one of its files. It may not be there."""
        parts = PurePosixPath(relative).parts
        if not parts or ".." in parts or relative.startswith("/") or "\x00" in relative or not self.fits(relative):
            return None
        root = Path(os.path.realpath(self.folder))
        path = root.joinpath(*parts)
        below = [root.joinpath(*parts[:count]) for count in range(1, len(parts) + 1)]
        if any(os.path.islink(step) for step in below) or os.path.realpath(path) != str(path):
            return None
        return path

    def files(self) -> Iterator[str]:
        """Its files, as they are on the disk; at most `FILES_MAX` are looked at."""
        root = Path(os.path.realpath(self.folder))
        seen = 0
        for folder, folders, names in os.walk(root):
            folders.sort()
            for name in sorted(names):
                seen += 1
                if seen > FILES_MAX:
                    return
                relative = (Path(folder) / name).relative_to(root).as_posix()
                if self.fits(relative):
                    yield relative


@dataclass(frozen=True, kw_only=True)
class Places:
    """The collections of one agent, and its workspace."""

    workspace: Path
    collections: tuple[Collection, ...]

    def find(self, name: str) -> Collection | None:
        return next((one for one in self.collections if one.name == name), None)

    def shown(self, collection: Collection, file: Path) -> str:
        """The path of a file for people and for `read`."""
        workspace = Path(os.path.realpath(self.workspace))
        if file.is_relative_to(workspace):
            return file.relative_to(workspace).as_posix()
        root = Path(os.path.realpath(collection.folder))
        return f"{OUTSIDE}{collection.name}/{file.relative_to(root).as_posix()}"

    def locate(self, path: str) -> Path:
        """The file of a path as it was shown; `Forbidden` when it is none of these collections'."""
        if path.startswith(OUTSIDE):
            name, _, relative = path.removeprefix(OUTSIDE).partition("/")
            collection = self.find(name)
            if collection is not None and (file := collection.file(relative)) is not None:
                return file
        workspace = Path(os.path.realpath(self.workspace))
        for collection in self.collections:
            root = Path(os.path.realpath(collection.folder))
            if not root.is_relative_to(workspace):
                continue
            within = root.relative_to(workspace).as_posix()
            prefix = "" if within == "." else f"{within}/"
            if path.startswith(prefix) and (file := collection.file(path.removeprefix(prefix))) is not None:
                return file
        raise Forbidden(f"{path!r} is not a file of memory; a path is one that memory_search showed")


class Names:
    """The program's names for files -> the files. It may write names in lower case and put dashes for what is no letter
    or digit, so that a name alone does not say which file it is."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, str]] = {}
        self._lock = threading.Lock()

    def forget(self) -> None:
        """Files may have come or gone."""
        with self._lock:
            self._known = {}

    def file(self, collection: Collection, name: str) -> Path | None:
        """The file that the program calls so; None when there is none that may be shown."""
        exact = collection.file(name)
        if exact is not None and exact.is_file():
            return exact
        with self._lock:
            if collection.name not in self._known:
                self._known[collection.name] = {_folded(one): one for one in collection.files()}
            found = self._known[collection.name].get(_folded(name))
        file = None if found is None else collection.file(found)
        return file if file is not None and file.is_file() else None


def of_settings(
    workspace: Path,
    *,
    default_memory: bool,
    paths: Sequence[Mapping[str, Any]],
    sessions: Path | None,
) -> tuple[Collection, ...]:
    """The collections that settings name: the usual files of a workspace, further paths, exported conversations."""
    found: list[Collection] = []
    if default_memory:
        found += [
            Collection(name="memory-root", folder=workspace, pattern="MEMORY.md"),
            Collection(name="memory-alt", folder=workspace, pattern="memory.md"),
        ]
        if not (workspace / "memory").is_symlink():
            found.append(Collection(name="memory-dir", folder=workspace / "memory"))
    taken = {"memory-root", "memory-alt", "memory-dir", "sessions"}
    for number, row in enumerate(paths, 1):
        folder = workspace / Path(str(row["path"])).expanduser()
        pattern = str(row.get("pattern") or PATTERN)
        if folder.is_file():
            folder, pattern = folder.parent, folder.name
        name = _unique(_simple(str(row.get("name") or f"custom-{number}")), taken)
        taken.add(name)
        found.append(Collection(name=name, folder=folder, pattern=pattern))
    if sessions is not None:
        found.append(Collection(name="sessions", folder=sessions, source="sessions"))
    return tuple(found)


def read_lines(file: Path, *, start: int | None, lines: int | None) -> str:
    """Lines of a file, from 1; of one that is not there, nothing."""
    try:
        handle = os.open(file, OPEN)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return ""
        raise Forbidden(f"{file.name} cannot be read: {error.strerror}") from error
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise Forbidden(f"{file.name} is not a file")
        if about.st_size > FILE_BYTES_MAX:
            raise TooLarge(f"{file.name} has {about.st_size:,} bytes; at most {FILE_BYTES_MAX:,} are read")
        with os.fdopen(handle, "rb", closefd=False) as opened:
            text = text_of(opened.read(FILE_BYTES_MAX))
    finally:
        os.close(handle)
    if start is None and lines is None:
        return text
    return lines_of(text, start=max(1, start or 1), lines=None if lines is None else max(0, lines))


def _expression(pattern: str) -> re.Pattern[str]:
    """A glob: `**/` any folders, `*` and `?` within a name, `{a,b}` one of these."""
    found = ""
    at = 0
    while at < len(pattern):
        if pattern.startswith("**/", at):
            found, at = found + "(?:.*/)?", at + 3
        elif pattern.startswith("**", at):
            found, at = found + ".*", at + 2
        elif pattern[at] == "{" and (end := pattern.find("}", at)) > 0:
            found += "(?:" + "|".join(map(re.escape, pattern[at + 1 : end].split(","))) + ")"
            at = end + 1
        else:
            found += {"*": "[^/]*", "?": "[^/]"}.get(pattern[at], re.escape(pattern[at]))
            at += 1
    return re.compile(found)


def _folded(name: str) -> str:
    parts = PurePosixPath(name.replace("___", "/").casefold()).parts
    return "/".join(re.sub(r"[\W_]+", "-", part).strip("-") for part in parts)


def _simple(name: str) -> str:
    return re.sub(r"[^a-z0-9-]+", "-", name.lower()).strip("-") or "collection"


def _unique(name: str, taken: set[str]) -> str:
    number = 2
    found = name
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    return found

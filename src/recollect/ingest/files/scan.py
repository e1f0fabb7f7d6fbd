"""Which files a workspace is made of, and which path may be read.

`MEMORY.md`, `memory.md` and `memory/**/*.md` below one folder, and extra paths beside it: files, or folders with all
the `.md` in them and, where they are wanted, the pictures and sound. Symbolic links are never followed, below the
folder or below an extra path, so that nothing outside can be read through them; every path is compared with its real
one. What is passed over is told with the reason.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from recollect.errors import Forbidden, InvalidInput
from recollect.model.files import FileProblem

ROOT_FILES = ("MEMORY.md", "memory.md")
FOLDER = "memory"
OUTSIDE = "extra"
"""Below this stands in names what lies at extra paths outside of the workspace: nobody is told where that is."""
SUFFIX = ".md"
DEPTH_MAX = 64
FILES_MAX = 1_000_000
NAME_CHARS = 100
SETTLED_NS = 100_000_000
"""A file that was written less than this ago may be written again without its time changing: it is read once more."""
_LINK = "a symbolic link; put the file itself there, or name its folder as an extra path"
_HIDDEN = "a hidden folder"


class Found(NamedTuple):
    """A file of the workspace, as it was when it was looked at. A tuple, since every look makes one a file."""

    name: str
    """Relative to the workspace with slashes; outside of it `extra/<its extra path's own name>/…`."""
    path: str
    """The real one."""
    size: int
    mtime_ns: int
    extra: bool = False
    """It lies at an extra path."""
    media: bool = False
    """It is a picture or sound, and no Markdown."""

    @property
    def stamp(self) -> str:
        return f"{self.size}:{self.mtime_ns}"

    def stamp_at(self, looked_ns: int) -> str:
        """Its stamp when it was read at that time; one that fits nothing where it may have been written since."""
        return self.stamp if looked_ns - self.mtime_ns > SETTLED_NS else f"{self.stamp}?"


@dataclass(kw_only=True)
class Scan:
    """What a look at a workspace found."""

    files: dict[str, Found] = field(default_factory=dict)
    """By name."""
    skipped: list[FileProblem] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    """Folders that could not be looked into: whether the files below are still there is not known."""

    def unknown(self, name: str) -> bool:
        """Whether a file that was not found may be there all the same."""
        return any(not folder or name == folder or name.startswith(folder + "/") for folder in self.unreadable)


class Places:
    """The paths of one workspace."""

    def __init__(
        self,
        folder: str | Path,
        extra: Sequence[str] = (),
        *,
        bytes_max: int,
        media: Callable[[str], bool] = lambda name: False,
        media_bytes_max: int = 0,
    ) -> None:
        """`media`: which files below extra paths are wanted besides Markdown, by their names; none, unless told."""
        self.root = os.path.realpath(os.path.expanduser(folder))
        self._below_root = os.path.join(self.root, "")
        self._bytes_max = bytes_max
        self._media = media
        self._media_bytes_max = media_bytes_max
        self.extra: list[str] = []
        """Real paths; those that are symbolic links themselves are left out."""
        self.refused: list[FileProblem] = []
        for given in extra:
            path = os.path.join(self.root, os.path.expanduser(given))
            if "\x00" in path:
                raise InvalidInput("an extra path of the workspace holds a NUL character; leave it out")
            if os.path.islink(path):
                self.refused.append(FileProblem(path=given, reason=_LINK))
            else:
                self.extra.append(os.path.realpath(path))
        self._labels = _labels([one for one in dict.fromkeys(self.extra) if not self._inside(one)])
        """Real extra path outside of the workspace -> what it is called, the longest path first."""

    # --- looking ------------------------------------------------------------------------------------------------

    def scan(self) -> Scan:
        """Every file, each once however many ways lead to it."""
        scan = Scan(skipped=list(self.refused))
        try:
            with os.scandir(self.root) as entries:
                top = {entry.name: entry for entry in entries if entry.name in (*ROOT_FILES, FOLDER)}
        except OSError as error:
            raise InvalidInput(
                f"the workspace {self.root} cannot be read ({error.strerror}); its files stay as they were remembered"
            ) from error
        # What the folder lists is the name a file really has: where case does not count, memory.md is MEMORY.md.
        for name in ROOT_FILES:
            if name in top:
                self._take(scan, top[name].path, extra=False)
        if FOLDER in top:
            self._enter(scan, top[FOLDER].path, extra=False)
        for path in self.extra:
            if os.path.isdir(path):
                self._enter(scan, path, extra=True)
            elif os.path.lexists(path):
                self._take(scan, path, extra=True)
            else:
                shown = self.name(path) if self._inside(path) else path  # who set it must know which
                scan.skipped.append(FileProblem(path=shown, reason="an extra path that is not there"))
        return scan

    def look(self, names: Sequence[str]) -> Scan:
        """As `scan`, at these files alone."""
        scan = Scan()
        for name in names:
            try:
                path, extra = self._locate(name, media=True)
            except Forbidden:
                continue
            if os.path.lexists(path):
                self._take(scan, path, extra=extra)
        return scan

    def _enter(self, scan: Scan, folder: str, *, extra: bool) -> None:
        """A folder and those below it, one after the other."""
        if os.path.islink(folder):
            scan.skipped.append(FileProblem(path=self.name(folder), reason=_LINK))
            return
        waiting = [(folder, 0)]
        while waiting:
            current, depth = waiting.pop()
            try:
                with os.scandir(current) as entries:
                    inside = sorted(entries, key=lambda entry: entry.name)
            except NotADirectoryError:
                scan.skipped.append(FileProblem(path=self.name(current), reason="not a folder"))
                continue
            except FileNotFoundError:
                continue  # it went while we looked
            except OSError as error:
                scan.unreadable.append(self.name(current))
                scan.skipped.append(FileProblem(path=self.name(current), reason=f"cannot be read ({error.strerror})"))
                continue
            for entry in inside:
                reason = None
                if entry.is_symlink():
                    reason = _LINK if self._fits(entry.name, extra) or os.path.isdir(entry.path) else None
                elif entry.is_dir(follow_symlinks=False):
                    reason = _HIDDEN if entry.name.startswith(".") else self._too_deep(depth)
                    if reason is None:
                        waiting.append((entry.path, depth + 1))
                elif self._fits(entry.name, extra):
                    self._take(scan, entry.path, extra=extra)
                if reason is not None:
                    scan.skipped.append(FileProblem(path=self.name(entry.path), reason=reason))

    @staticmethod
    def _too_deep(depth: int) -> str | None:
        return f"more than {DEPTH_MAX} folders deep" if depth >= DEPTH_MAX else None

    def _take(self, scan: Scan, path: str, *, extra: bool) -> None:
        name = self.name(path)
        if name in scan.files:
            return
        try:
            state = os.lstat(path)
        except FileNotFoundError:
            return
        except OSError as error:
            scan.unreadable.append(name)
            scan.skipped.append(FileProblem(path=name, reason=f"cannot be read ({error.strerror})"))
            return
        media = not is_markdown(path)
        reason = self._unfit(path, state, len(scan.files), media=media, extra=extra)
        if reason is not None:
            scan.skipped.append(FileProblem(path=name, reason=reason))
            return
        scan.files[name] = Found(
            name=name, path=path, size=state.st_size, mtime_ns=state.st_mtime_ns, extra=extra, media=media
        )

    def _fits(self, name: str, extra: bool) -> bool:
        """Whether a file is read, by its name: pictures and sound only at extra paths."""
        return is_markdown(name) or (extra and self._media(name))

    def _unfit(self, path: str, state: os.stat_result, count: int, *, media: bool, extra: bool) -> str | None:
        """Why a file is not one of the workspace."""
        if stat.S_ISLNK(state.st_mode):
            return _LINK
        if media and not self._fits(path, extra):
            return "not a .md file"
        if not stat.S_ISREG(state.st_mode):
            return "not a regular file"
        if media and not 0 < state.st_size <= self._media_bytes_max:
            return f"{state.st_size:,} bytes; 1 to {self._media_bytes_max:,} are sent (multimodal_file_bytes_max)"
        if not media and state.st_size > self._bytes_max:
            return f"{state.st_size:,} bytes; at most {self._bytes_max:,} are read (workspace_file_bytes_max)"
        if count >= FILES_MAX:
            return f"more than {FILES_MAX:,} files"
        return None if encodable(path) else "its name is not UTF-8"

    def name(self, path: str) -> str:
        """What a path is known by."""
        if path.startswith(self._below_root):
            return _shown(path[len(self._below_root) :])
        if path == self.root:
            return ""
        for extra, label in self._labels.items():
            if path == extra or _below(path, extra):
                return label if path == extra else f"{label}/{_shown(path[len(os.path.join(extra, '')) :])}"
        return _shown(path)

    # --- what may be read ---------------------------------------------------------------------------------------

    def locate(self, name: str) -> tuple[str, bool]:
        """The real path of a name, and whether it lies at an extra path. Anything else is refused, there or not; so
        are pictures and sound, which are found and never read out."""
        return self._locate(name, media=False)

    def _locate(self, name: str, *, media: bool) -> tuple[str, bool]:
        asked = name.removeprefix("./")
        if not asked or "\x00" in asked or not encodable(asked) or ".." in asked.replace("\\", "/").split("/"):
            raise _outside(name)
        path = self._path(asked)
        wanted = is_markdown(path) or (media and self._media(path))
        if not wanted or os.path.realpath(path) != path:
            raise _outside(name)
        if _below(path, self.root) and is_markdown(path):
            parts = os.path.relpath(path, self.root).split(os.sep)
            if parts[0] == FOLDER and len(parts) > 1 and not _hidden(parts[:-1]):
                return path, False
            if len(parts) == 1 and parts[0] in ROOT_FILES:
                return path, False
        for extra in self.extra:
            below = _below(path, extra) and not _hidden(os.path.relpath(path, extra).split(os.sep)[:-1])
            if path == extra or below:
                return path, True
        raise _outside(name)

    def _path(self, name: str) -> str:
        """Where a name leads: in the workspace, and else to the extra path that is called so."""
        path = os.path.normpath(os.path.join(self.root, name))
        here = any(self._inside(extra) and (path == extra or _below(path, extra)) for extra in self.extra)
        if here and os.path.lexists(path):
            return path
        for extra, label in self._labels.items():
            if name == label or name.startswith(label + "/"):
                return os.path.normpath(os.path.join(extra, name[len(label) + 1 :]))
        return path

    def _inside(self, path: str) -> bool:
        return path == self.root or _below(path, self.root)

    def watched(self) -> Iterator[str]:
        """Folders whose files are the workspace's, with everything below; those that are there."""
        for path in (os.path.join(self.root, FOLDER), *self.extra):
            folder = path if os.path.isdir(path) else os.path.dirname(path)
            if not os.path.islink(path) and os.path.isdir(folder) and folder != self.root:
                yield folder


def _below(path: str, folder: str) -> bool:
    return path.startswith(os.path.join(folder, ""))


def _shown(path: str) -> str:
    """A path with slashes, whatever the system writes."""
    return printable(path.replace(os.sep, "/"))


def _labels(paths: Sequence[str]) -> dict[str, str]:
    """The last part of each path, with a mark of the path where two would be called the same."""
    own = {path: printable(os.path.basename(path)) or "root" for path in paths}
    times = Counter(own.values())
    return {
        path: f"{OUTSIDE}/{own[path]}" + ("" if times[own[path]] == 1 else f"-{_mark(path)}")
        for path in sorted(paths, key=len, reverse=True)
    }


def _mark(path: str) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:8]


def is_markdown(name: str) -> bool:
    return name[-len(SUFFIX) :].lower() == SUFFIX


def printable(name: str) -> str:
    """A name of the file system as text: bytes that are none become question marks."""
    if name.isascii() and "\x00" not in name:
        return name
    return name.encode("utf-8", "replace").decode("utf-8").replace("\x00", "?")


def encodable(name: str) -> bool:
    if name.isascii():
        return True
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _hidden(folders: Sequence[str]) -> bool:
    return any(folder.startswith(".") for folder in folders)


def _outside(name: object) -> Forbidden:
    return Forbidden(
        f"{printable(str(name))[:200]!r} is no file of the workspace: MEMORY.md, memory.md, memory/**/*.md and the "
        "extra paths can be read, and no symbolic links"
    )


def collection_name(root: str) -> str:
    """The folder's own name and a mark of its path: two workspaces are never taken for one."""
    name = os.path.basename(root).encode("utf-8", "replace").decode("utf-8").strip() or "workspace"
    return f"{name[:NAME_CHARS]}-{_mark(root)}"

"""What the house tests read: the project's files, and the syntax trees of its source."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "recollect"
NOT_OURS = {".git", "node_modules", "__pycache__", "build", "dist", "bench-results"}


@cache
def source_files() -> tuple[Path, ...]:
    return tuple(sorted(SOURCE.rglob("*.py")))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def name_of(path: Path) -> str:
    """How a file is called in messages and exception lists: its path from the root, with slashes."""
    return path.relative_to(ROOT).as_posix()


@cache
def project_files() -> tuple[Path, ...]:
    """What is in version control or about to be; without git, everything that does not look generated."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        command = [git, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_OURS and not name.startswith((".venv", "."))]
        found += [Path(folder) / name for name in names]
    return tuple(sorted(found))


def text_of(path: Path) -> str | None:
    """The text of a file, or None when it is not text."""
    data = path.read_bytes()
    if b"\0" in data[:8192]:
        return None
    return data.decode("utf-8", errors="replace")

"""The SQLite that encrypts, for tests: the installed one, or a copy fetched once into a folder of this user's.

It has the module name of the ordinary build, so it never enters this process: scenarios run in another one, with that
folder first on the path.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from pathlib import Path

from filelock import FileLock

from tests.house.source import ROOT
from tests.services import ServiceMissing, base_folder

PACKAGE = "apsw-sqlite3mc"
FETCH_TIMEOUT_S = 120


def folder() -> Path | None:
    """Where it lies; None: it is installed beside Recollect."""
    if any((one.metadata["Name"] or "").lower() == PACKAGE for one in importlib.metadata.distributions()):
        return None
    place = base_folder() / f"encrypted-{sys.version_info.major}{sys.version_info.minor}"
    with FileLock(f"{place}.lock", timeout=FETCH_TIMEOUT_S):
        if not (place / "apsw").is_dir():
            _fetch(place)
    return place


def _fetch(place: Path) -> None:
    beside = Path(sys.executable).parent / "uv"
    uv = str(beside) if beside.exists() else shutil.which("uv")
    pip = [uv, "pip", "install", "--python", sys.executable] if uv else [sys.executable, "-m", "pip", "install"]
    partial = place.with_name(f"{place.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        done = subprocess.run(
            [*pip, "--quiet", "--no-deps", "--target", str(partial), PACKAGE],
            capture_output=True,
            text=True,
            timeout=FETCH_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ServiceMissing(f"{PACKAGE} cannot be fetched: {error}") from error
    if done.returncode != 0:
        raise ServiceMissing(f"{PACKAGE} cannot be fetched: {done.stderr.strip()[-300:]}")
    partial.replace(place)


def run(script: str, *arguments: object, **environment: str) -> str:
    """What a script prints in a process that has the encrypting build."""
    place = folder()
    path = [str(place)] if place else []
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*path, str(ROOT / "src")]), **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=FETCH_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout

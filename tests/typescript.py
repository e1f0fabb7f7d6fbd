"""The TypeScript compiler for tests: installed by npm into a folder of this user's, once for each version.

`RECOLLECT_TEST_NODE_MODULES=…/node_modules` uses one that is already there instead.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from filelock import FileLock

from tests.house.source import ROOT
from tests.services import ServiceMissing, base_folder

SDK = ROOT / "sdk" / "typescript"
INSTALL_S = 300
NODE_MIN = 20


def node() -> str:
    """The path of Node; `ServiceMissing` where there is none that is new enough."""
    found = shutil.which("node")
    if found is None:
        raise ServiceMissing("node is not installed; the TypeScript SDK needs Node 20 or newer.")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").split(".")[0]) < NODE_MIN:
        raise ServiceMissing(f"node is {version}; the TypeScript SDK needs Node 20 or newer.")
    return found


def modules() -> Path:
    """A `node_modules` with what the SDK is built with, at the versions its package.json names."""
    wanted = json.loads((SDK / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    given = os.environ.get("RECOLLECT_TEST_NODE_MODULES")
    if given:
        return Path(given)
    npm = shutil.which("npm")
    if npm is None:
        raise ServiceMissing("npm is not installed; it brings the TypeScript compiler.")
    named = [f"{name}@{version}" for name, version in sorted(wanted.items())]
    folder = base_folder() / "npm" / "_".join(one.replace("/", "-").replace("@", "-") for one in named)
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "install.lock", timeout=INSTALL_S):
        if not (folder / "done").exists():
            _install(npm, folder, named)
            (folder / "done").touch()
    return folder / "node_modules"


def _install(npm: str, folder: Path, named: list[str]) -> None:
    command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, *named]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise ServiceMissing("npm did not install the TypeScript compiler in time.") from error
    if done.returncode != 0:
        raise ServiceMissing(f"npm cannot install the TypeScript compiler: {done.stderr.strip()[-600:]}")


def built(target: Path) -> Path:
    """The SDK and its tests, compiled strictly into a folder of the test's own; what the compiler says is the error."""
    folder = target / "sdk"
    shutil.copytree(SDK, folder, ignore=shutil.ignore_patterns("node_modules", "build", "dist"))
    (folder / "node_modules").symlink_to(modules(), target_is_directory=True)
    compiler = folder / "node_modules" / "typescript" / "bin" / "tsc"
    command = [node(), compiler, "-p", "tsconfig.test.json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_S, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "build"

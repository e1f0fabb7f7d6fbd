"""Programs of the operating system that tests run: installed when they are missing and this user may install them.

A program that is missing and cannot be installed is a visible skip on a person's machine, and a failure where services
are required.
"""

from __future__ import annotations

import os
import shutil
import subprocess

from filelock import FileLock

from tests.services import ServiceMissing, base_folder

PACKAGES = {
    "chromium": "chromium",
    "ffmpeg": "ffmpeg",
    "flite": "flite",
    "pgbouncer": "pgbouncer",
    "redis-server": "redis-server",
    "tesseract": "tesseract-ocr",
}
"""Program -> the Debian package that holds it."""
INSTALL_TIMEOUT_S = 600


def program(name: str) -> str:
    """The path of a program; installs it when it is missing."""
    found = shutil.which(name)
    if found is not None:
        return found
    with FileLock(base_folder() / "install.lock", timeout=INSTALL_TIMEOUT_S):
        if shutil.which(name) is None:
            _install(PACKAGES[name])
    found = shutil.which(name)
    if found is None:
        raise ServiceMissing(f"{name} is not there after installing the package {PACKAGES[name]}.")
    return found


def _install(package: str) -> None:
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise ServiceMissing(
            f"the program of the package {package} is missing; install it (apt-get install {package})."
        )
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ([apt, "update", "-qq"], [apt, "install", "-y", "-qq", "--no-install-recommends", package]):
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=INSTALL_TIMEOUT_S)
    if done.returncode != 0:
        raise ServiceMissing(f"{package} could not be installed: {done.stderr.strip()[-400:]}")

"""A PostgreSQL server of a test's own, from the binaries of the run's server: one that may be killed, and replicas.

The server refuses to run as root, so root starts it as an unprivileged user in a folder that this user can read.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.services import UNPRIVILEGED_USER, ServiceMissing, _group_of, base_folder, free_port, quick_root

START_TRIES, TRY_S = 240, 0.25
OPTIONS = ("listen_addresses=127.0.0.1", "fsync=off", "shared_buffers=16MB", "max_connections=60")
_never = threading.Event()


def binaries() -> Path:
    """Where the run's server was unpacked to; it must have been started once."""
    found = sorted((base_folder() / "postgres" / "home" / ".pg0" / "installation").glob("*/bin/postgres"))
    if not found:
        raise ServiceMissing("the programs of PostgreSQL are not here; only its server's address was given")
    return found[-1].parent


class OwnServer:
    """One server in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._identity: dict[str, object] = {}
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            self._identity = {"user": UNPRIVILEGED_USER, "group": _group_of(UNPRIVILEGED_USER), "extra_groups": []}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        self._run("initdb", "-D", str(self.folder), "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "-N")

    def copy_of(self, primary: OwnServer) -> None:
        """A replica, which follows the primary from when it is started."""
        self._run("pg_basebackup", "-D", str(self.folder), "-d", primary.url, "-R", "-c", "fast", "-X", "stream", "-N")

    def _environment(self) -> dict[str, str]:
        """With the libraries that were unpacked beside the programs; in the folder above, databases come and go."""
        libraries = {str(found.parent) for found in binaries().parent.rglob("libicuuc.so*")}
        return {"PATH": os.defpath, "LC_ALL": "C", "LD_LIBRARY_PATH": os.pathsep.join(sorted(libraries))}

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [binaries() / program, *arguments],
            cwd="/",
            env=self._environment(),
            capture_output=True,
            text=True,
            timeout=120,
            **self._identity,
        )
        if done.returncode != 0:
            raise ServiceMissing(f"{program} failed: {done.stderr.strip()[-600:]}")

    def start(self) -> None:
        """Returns when it answers. One that was killed may have left children that must end first."""
        for _ in range(START_TRIES):
            if self._process is None or self._process.poll() is not None:
                options = [part for option in (*OPTIONS, f"port={self.port}") for part in ("-c", option)]
                socket = ["-c", "unix_socket_directories="]
                self._process = subprocess.Popen(
                    [binaries() / "postgres", "-D", self.folder, *options, *socket],
                    cwd="/",
                    env=self._environment(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    **self._identity,
                )
            try:
                psycopg.connect(self.url, connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                _never.wait(TRY_S)
        raise ServiceMissing("a PostgreSQL of a test's own did not start")

    def kill(self) -> None:
        """As if the machine had lost its power, without losing what it was told to write."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(60)


@contextmanager
def own_server(primary: OwnServer | None = None) -> Iterator[OwnServer]:
    """A running server, empty or a replica of `primary`; gone at the end."""
    above = Path(tempfile.mkdtemp(prefix="own-", dir=base_folder(quick_root())))
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        shutil.chown(above, UNPRIVILEGED_USER, _group_of(UNPRIVILEGED_USER))
    server = OwnServer(above / "data")
    try:
        if primary is None:
            server.make()
        else:
            server.copy_of(primary)
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(above, ignore_errors=True)

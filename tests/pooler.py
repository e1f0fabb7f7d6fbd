"""A real PgBouncer in transaction mode before a PostgreSQL server."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.programs import program
from tests.services import UNPRIVILEGED_USER, ServiceMissing, _group_of, base_folder, free_port

START_TRIES, TRY_S = 240, 0.25
_never = threading.Event()


@contextmanager
def transaction_pooler(url: str) -> Iterator[str]:
    """The same database through it. It refuses to run as root, so root starts it as an unprivileged user."""
    server, port = urlsplit(url), free_port()
    folder = Path(tempfile.mkdtemp(prefix="pooler-", dir=base_folder()))
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\n* = host={server.hostname} port={server.port} user={server.username} "
        f"password={server.password or ''}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n"
        "auth_type = any\npool_mode = transaction\nunix_socket_dir =\nserver_reset_query =\n"
        "server_round_robin = 1\nmin_pool_size = 3\nmax_client_conn = 500\n"
    )
    identity: dict[str, object] = {}
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        identity = {"user": UNPRIVILEGED_USER, "group": _group_of(UNPRIVILEGED_USER), "extra_groups": []}
        for path in (folder, settings):
            shutil.chown(path, UNPRIVILEGED_USER, _group_of(UNPRIVILEGED_USER))
    through = urlunsplit(server._replace(netloc=f"{server.username}@127.0.0.1:{port}"))
    running = subprocess.Popen(
        [program("pgbouncer"), str(settings)],
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **identity,  # type: ignore[call-overload]
    )
    try:
        for _ in range(START_TRIES):
            try:
                psycopg.connect(through, connect_timeout=5).close()
                break
            except psycopg.OperationalError:
                _never.wait(TRY_S)
        else:
            raise ServiceMissing("PgBouncer did not start")
        yield through
    finally:
        running.terminate()
        running.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


def moved(url: str, through: str) -> str:
    """The address of another database of the same server, through the pooler."""
    return urlunsplit(urlsplit(url)._replace(netloc=urlsplit(through).netloc))

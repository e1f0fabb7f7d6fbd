"""Running the server: uvicorn with one process or several, TLS, proxies, and a calm end."""

from __future__ import annotations

import gc
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from cryptography.fernet import Fernet

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.config import Settings
from recollect.errors import ConfigError
from recollect.surfaces.http import logs, observe, telemetry
from recollect.surfaces.http.app import LOOK_EVERY_S, Server, create, look
from recollect.surfaces.http.supervisor import WORKER_SILENT_S, Supervisor

SHUTDOWN_S = 20
"""How long open requests may take to end when the server stops."""
WORKERS_MAX = 256
GARBAGE_MIN = 10_000
"""New objects after which the garbage collector comes by: a context makes thousands that go by themselves."""


def make(
    settings: Settings,
    url: str,
    file: Path | None = None,
    arguments: Mapping[str, Any] | None = None,
    secret: bytes | None = None,
) -> Server:
    """The application of one process. With the file its settings came from, it follows changes of it."""
    logs.begin(settings)
    telemetry.begin(settings)
    tenants = Tenants(settings, url=url)

    def require(changed: Settings) -> None:
        config.require_safe_change(settings, changed)
        tenants.require_usable(changed)

    watched = None if file is None else config.Watched(file, arguments=arguments, require=require)
    server = create(tenants, watched, secret)
    spare_what_stays()
    return server


def spare_what_stays() -> None:
    """Modules and routes live as long as the process: the garbage collector need not walk through them while somebody
    waits for an answer."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_MIN, *gc.get_threshold()[1:])


def first_key(settings: Settings, url: str) -> str | None:
    """An admin key for a server that has none yet; None: there is one, or none is needed.

    The store is opened and an engine made in any case: what is wrong with them is told once, in one line, and not by
    each process that is started anew.
    """
    tenants = Tenants(settings, url=url)
    try:
        tenants.require_usable(settings)
        if settings.auth == "off" or settings.api_key or tenants.keys.list(settings.tenant):
            return None
        return tenants.keys.create(settings.tenant, name="first", role="admin")[1]
    finally:
        tenants.close()


def run(
    settings: Settings,
    *,
    url: str,
    opened: socket.socket,
    workers: int = 1,
    file: Path | None = None,
    arguments: Mapping[str, Any] | None = None,
) -> None:
    """Serve until somebody stops it."""
    config.require_safe_server(settings)
    proxies = settings.trusted_proxies.strip()
    chosen = uvicorn.Config(
        partial(make, settings, url, file, arguments, Fernet.generate_key()),
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
        timeout_graceful_shutdown=SHUTDOWN_S,
        timeout_worker_healthcheck=WORKER_SILENT_S,
        lifespan="on",
        ws="none",
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again when everything has ended
    if workers > 1:
        with tempfile.TemporaryDirectory(prefix="recollect-", ignore_cleanup_errors=True) as counters:
            config.tell_processes(observe.TOGETHER, counters)
            supervisor = Supervisor(chosen, sockets=[opened])
            supervisor.run()
        if supervisor.failed:
            raise ConfigError("the server's processes could not start; the log says why")
    else:
        uvicorn.Server(chosen).run(sockets=[opened])


@contextmanager
def working(settings: Settings, *, url: str) -> Iterator[Tenants]:
    """A process that does jobs and answers nobody. What it could do none with is told at once."""
    logs.begin(settings)
    with closing(Tenants(settings, url=url)) as tenants:
        tenants.require_usable(settings)
        tenants.worker.wake()
        tenants.follow()
        yield tenants


def follow(tenants: Tenants, watched: config.Watched, until: threading.Event) -> None:
    """Use the settings as their file says, until the event."""
    while not until.wait(LOOK_EVERY_S):
        look(tenants, watched)

"""The whole server as one ASGI application: every surface behind the front, and what starts and stops with it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

import anyio
from anyio import to_thread
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.errors import RecollectError
from recollect.surfaces import dashboard
from recollect.surfaces.http import mounts, sessions
from recollect.surfaces.http.apis import ingest, mem0, memoryos, omniroute, openmemory, osaurus
from recollect.surfaces.http.front import Front
from recollect.surfaces.http.native.app import create as native
from recollect.surfaces.http.surface import Surface

Lifespan = Callable[[], AbstractAsyncContextManager[object]]
EXPOSED = [
    "X-Request-Id",
    "X-Recollect-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "Retry-After",
    "Idempotent-Replayed",
    "X-Recollect-Degraded",
    "X-Recollect-Memory",
    "X-Recollect-Memory-Tokens",
    "X-Recollect-Memory-Ids",
    "X-Recollect-Memory-Error",
    "X-Recollect-Session",
]
"""What a page of another origin may read of an answer."""
LOOK_EVERY_S = 1.0
log = logging.getLogger("recollect.http")


def create(tenants: Tenants, watched: config.Watched | None = None, secret: bytes | None = None) -> Server:
    """Put the surfaces together. The most specific come first; the native interface has what is left.

    `watched`: settings that may change while the server runs. `secret`: of sessions, where several processes serve.
    """
    config.require_safe_server(tenants.settings)
    surfaces: list[Surface] = []
    signed_in = sessions.Sessions(tenants, secret)
    front = Front(tenants, surfaces, signed_in)
    lifespans: list[Lifespan] = []
    files = dashboard.read()
    paths = frozenset(files)
    surfaces.append(Surface(name="dashboard", app=dashboard.create(files), exact=paths, public=paths))
    surfaces.append(sessions.create(tenants, signed_in, front.principal))
    surfaces += mounts.gateways(tenants)
    tools, tools_app = mounts.mcp(tenants)
    surfaces.append(tools)
    lifespans.append(tools_app.lifespan)
    documents, conversations = openmemory.create(tenants), osaurus.create(tenants)
    surfaces += [ingest.create(documents, conversations), documents, conversations, memoryos.create(tenants)]
    surfaces += [omniroute.create(tenants), mem0.create(tenants)]
    surfaces.append(native(tenants, front.forget))
    front.serve(surfaces)
    if watched is not None:
        lifespans.append(lambda: _following(tenants, watched))
    return Server(_with_cors(front, tenants), tenants, surfaces, lifespans)


@asynccontextmanager
async def _following(tenants: Tenants, watched: config.Watched) -> AsyncIterator[None]:
    """Use the settings file as it is now. What was read once at the start (host, port, TLS) stays."""

    async def follow() -> None:
        while True:
            await anyio.sleep(LOOK_EVERY_S)
            look(tenants, watched)

    async with anyio.create_task_group() as group:
        group.start_soon(follow)
        yield
        group.cancel_scope.cancel()


def look(tenants: Tenants, watched: config.Watched) -> None:
    """Use the settings as they are now, and log what became of a change."""
    problem = watched.error
    if watched.look():
        tenants.use(watched.settings)
        log.info("settings.reloaded")
    elif watched.error not in (None, problem):
        log.warning("settings.refused", extra={"reason": watched.error})


def _with_cors(app: ASGIApp, tenants: Tenants) -> ASGIApp:
    """Pages of other origins are kept out unless somebody named them."""
    origins = list(config.names(tenants.settings.cors_origins))
    if not origins:
        return app
    return CORSMiddleware(
        app, allow_origins=origins, allow_methods=["*"], allow_headers=["*"], expose_headers=EXPOSED, max_age=600
    )


class Server:
    """The application that is run: the front, and with its life the worker and what surfaces need."""

    def __init__(
        self, app: ASGIApp, tenants: Tenants, surfaces: Sequence[Surface], lifespans: Sequence[Lifespan]
    ) -> None:
        self._app = app
        self.surfaces = tuple(surfaces)
        self._tenants = tenants
        self._lifespans = tuple(lifespans)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self._app(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        started = False
        try:
            async with self.running():
                await send({"type": "lifespan.startup.complete"})
                started = True
                await receive()
        except BaseException as error:
            reason = _reason(error)
            if reason is not None:
                await send({"type": f"lifespan.{'shutdown' if started else 'startup'}.failed", "message": reason})
                return
            if started:
                await send({"type": "lifespan.shutdown.failed"})
            raise  # one at the start is logged whole by who runs this, where nothing was sent
        await send({"type": "lifespan.shutdown.complete"})

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Everything that lives as long as the server. At the end a running job is finished, the rest stays queued."""
        async with AsyncExitStack() as stack:
            for lifespan in self._lifespans:
                await stack.enter_async_context(lifespan())
            try:
                if self._tenants.settings.worker == "on":
                    self._tenants.worker.wake()
                self._tenants.follow()
                await to_thread.run_sync(self._tenants.keep_files)
                log.info("server.started")
                yield
            finally:
                await to_thread.run_sync(self._tenants.close)
                log.info("server.stopped")


def _reason(error: BaseException) -> str | None:
    """What a person is told in one line, where it is ours alone, also inside of groups; None: it is not."""
    found = _single(error)
    return "; ".join(dict.fromkeys(map(str, found))) if all(isinstance(one, RecollectError) for one in found) else None


def _single(error: BaseException) -> list[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        return [error]
    return [single for one in error.exceptions for single in _single(one)]

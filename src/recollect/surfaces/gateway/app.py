"""The gateway as an ASGI app. Each request carries `state.principal` and `state.memory`, set by the server before it.

Routes: /v1/chat/completions, /v1/responses, /v1/messages, /v1/conversations, /v1/embeddings, /v1/models, and those that
only pass through.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from recollect.errors import InvalidInput, RecollectError
from recollect.model.principal import ADMIN, WRITE
from recollect.surfaces.gateway import embeddings as own
from recollect.surfaces.gateway import held
from recollect.surfaces.gateway.answer import Answer, object_of
from recollect.surfaces.gateway.asking import Asking
from recollect.surfaces.gateway.conversations import UpstreamConversations
from recollect.surfaces.gateway.exchange import Exchange
from recollect.surfaces.gateway.links import Links
from recollect.surfaces.gateway.options import GatewayOptions
from recollect.surfaces.gateway.owned import Noted, Owned, read_strictly
from recollect.surfaces.gateway.passing import hung_up, passed
from recollect.surfaces.gateway.paths import below, query_of, segments
from recollect.surfaces.gateway.plan import Planner
from recollect.surfaces.gateway.threads import Threads
from recollect.surfaces.gateway.upstream import Upstream, UpstreamFailed
from recollect.surfaces.gateway.whose import speaking
from recollect.surfaces.gateway.wires.base import KEEPS, Body, Wire, openai_error
from recollect.surfaces.gateway.wires.chat import Chat
from recollect.surfaces.gateway.wires.messages import Messages
from recollect.surfaces.gateway.wires.responses import Responses
from recollect.surfaces.told import told

CHAT, RESPONSES, MESSAGES = Chat(), Responses(), Messages()
CHANGES = (WRITE, ADMIN)
"""Roles that may change what the upstream keeps."""
COUNT_TOKENS = f"{MESSAGES.path}/count_tokens"
OF_A_BODY = (("input_tokens",), ("compact",))
"""Paths below /responses that are about a request and not about a response."""


def create(options: GatewayOptions) -> Starlette:
    """The app. Where its lifespan is not run, close it with `app.state.close()`."""
    upstream = Upstream(options)
    threads = Threads(options.memory_threads, patience_s=options.memory_patience_s)
    owned = Owned(options.given, threads)
    links = Links(options.given)
    planner, asking = Planner(options, links), Asking(upstream, owned, links, threads)
    named = Named(owned, UpstreamConversations(upstream, owned))
    plain = Plain(options, upstream, named)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await upstream.close()

    wires: tuple[Wire, ...] = (CHAT, RESPONSES, MESSAGES)
    app = Starlette(
        routes=[
            *(
                Route(
                    f"/v1{wire.path}", Talk(wire, options, planner, upstream, asking, threads, named), methods=["POST"]
                )
                for wire in wires
            ),
            Route(f"/v1{COUNT_TOKENS}", plain.count_tokens, methods=["POST"]),
            Route("/v1/responses/{rest:path}", plain.stored, methods=["GET", "POST", "DELETE"]),
            Route("/v1/conversations", plain.conversations, methods=["POST"]),
            Route("/v1/conversations/{rest:path}", plain.conversations, methods=["GET", "POST", "DELETE"]),
            Route("/v1/embeddings", plain.embeddings, methods=["POST"]),
            Route("/v1/models", plain.models, methods=["GET"]),
            Route("/v1/models/{id:path}", plain.model, methods=["GET"]),
        ],
        lifespan=lifespan,
        exception_handlers={404: _no_route, 405: _no_route},
    )
    app.state.close = upstream.close
    return app


class Named:
    """What the upstream keeps, where a request names it."""

    def __init__(self, owned: Owned, conversations: UpstreamConversations) -> None:
        self.owned = owned
        self.conversations = conversations

    async def require(self, request: Request, raw: bytes) -> None:
        """All of it is the caller's. Read on a thread: requests can be long."""
        body = await anyio.to_thread.run_sync(read_strictly, raw, request.headers)
        _speaks(request, RESPONSES, body)
        id = await anyio.to_thread.run_sync(self.owned.require_named, request.state.principal, body)
        if id is not None:
            await self.conversations.require(request, id)

    async def require_held(self, request: Request, raw: bytes) -> None:
        """So are threads and containers, of which a message may name one."""
        if held.may_name(raw, request.headers):
            body = await anyio.to_thread.run_sync(read_strictly, raw, request.headers)
            _speaks(request, MESSAGES, body)
            await anyio.to_thread.run_sync(held.require, self.owned, request.state.principal, body)


class Talk:
    """A route that talks to a model."""

    def __init__(
        self,
        wire: Wire,
        options: GatewayOptions,
        planner: Planner,
        upstream: Upstream,
        asking: Asking,
        threads: Threads,
        named: Named,
    ) -> None:
        self._wire = wire
        self._options = options
        self._planner = planner
        self._upstream = upstream
        self._asking = asking
        self._threads = threads
        self._named = named

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        parts = (self._wire, self._planner, self._upstream, self._asking, self._threads)
        exchange = Exchange(*parts, request, send)
        try:
            raw = await whole_body(request, self._options.body_bytes_max)
            if self._wire.name == KEEPS:
                await self._named.require(request, raw)
            elif self._wire.name == Messages.name:
                await self._named.require_held(request, raw)
        except ClientDisconnect:
            return
        except UpstreamFailed as failed:
            await exchange.fail(failed)
            return
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(hung_up, receive, tasks)
            await exchange.run(raw, tasks)
            tasks.cancel_scope.cancel()


async def whole_body(request: Request, bytes_max: int) -> bytes:
    """The request's body, whether or not it says how long it is."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > bytes_max:
            raise UpstreamFailed(413, "too_large", f"the request is larger than {bytes_max:,} bytes")
    return bytes(data)


class Plain:
    """Routes without a conversation."""

    def __init__(self, options: GatewayOptions, upstream: Upstream, named: Named) -> None:
        self._options = options
        self._upstream = upstream
        self._named = named

    async def count_tokens(self, request: Request) -> Response:
        try:
            raw = await whole_body(request, self._options.body_bytes_max)
            await self._named.require_held(request, raw)
            return await self._upstreams(request, COUNT_TOKENS, raw)
        except UpstreamFailed as failed:
            return _error(failed, MESSAGES)

    async def stored(self, request: Request) -> Response:
        """Responses that the upstream keeps."""
        try:
            rest, raw = segments(request.path_params["rest"]), await self._allowed(request)
            if request.method == "POST" and rest in OF_A_BODY:
                await self._named.require(request, raw)
            else:
                await anyio.to_thread.run_sync(self._named.owned.require, request.state.principal, rest[0])
            told = self._named.owned if request.method == "GET" and len(rest) == 1 else None
            return await self._upstreams(request, below("/responses", rest), raw, told=told)
        except UpstreamFailed as failed:
            return _error(failed)

    async def conversations(self, request: Request) -> Response:
        """Conversations that the upstream keeps."""
        kept = self._named.conversations
        try:
            raw = await self._allowed(request)
            rest = request.path_params.get("rest")
            return await (kept.create(request, raw) if rest is None else kept.one(request, segments(rest), raw))
        except UpstreamFailed as failed:
            return _error(failed)

    async def _allowed(self, request: Request) -> bytes:
        """The body of a request about what the upstream keeps. Who it is about stands in a header."""
        _speaks(request)
        if request.method != "GET" and request.state.principal.role not in CHANGES:
            raise UpstreamFailed(403, "forbidden", "this key may only read; use one with the role write")
        return await whole_body(request, self._options.body_bytes_max)

    async def embeddings(self, request: Request) -> Response:
        """The upstream's; Recollect's own where there is none, or where its model is asked for."""
        try:
            raw = await whole_body(request, self._options.body_bytes_max)
            body = object_of(raw)
            if self._upstream.url is not None and body.get("model") != own.OWN_MODEL:
                _speaks(request, CHAT, body)  # which names its user alike
                return await self._upstreams(request, "/embeddings", raw)
            made = await anyio.to_thread.run_sync(own.embeddings, request.state.memory, body)
        except UpstreamFailed as failed:
            return _error(failed)
        except InvalidInput as error:
            return JSONResponse(openai_error(400, str(error), error.code), 400)
        except RecollectError as error:
            return JSONResponse(openai_error(503, told(error), error.code), 503)
        return JSONResponse(made)

    async def models(self, request: Request) -> Response:
        if self._upstream.url is None:
            return JSONResponse(own.own_models())
        return await self._pass_on(request, "/models")

    async def model(self, request: Request) -> Response:
        id = request.path_params["id"]
        if id == own.OWN_MODEL:
            return JSONResponse(own.own_model())
        if self._upstream.url is None:
            return JSONResponse(openai_error(404, f"there is no model {id[:100]!r} here", "model_not_found"), 404)
        try:
            path = below("/models", segments(id))
        except UpstreamFailed as failed:
            return _error(failed)
        return await self._pass_on(request, path)

    async def _pass_on(self, request: Request, path: str) -> Response:
        try:
            return await self._upstreams(request, path)
        except UpstreamFailed as failed:
            return _error(failed)

    async def _upstreams(
        self, request: Request, path: str, raw: bytes | None = None, *, told: Owned | None = None
    ) -> Response:
        """`told`: who is told of what the answer gives the caller."""
        if raw is None:
            raw = await whole_body(request, self._options.body_bytes_max)
        response = await self._upstream.send(
            request.method,
            path,
            query=query_of(request),
            headers=request.headers,
            caller=request.state.principal,
            content=raw or None,
            plain=told is not None,
        )
        answer = Answer(response, read=told is not None)
        if told is not None:
            answer = Noted(answer, told, request.state.principal)
        return await passed(answer, self._upstream)


def _speaks(request: Request, wire: Wire | None = None, body: Body | None = None) -> None:
    """From here on the caller is the user that he names."""
    request.state.principal = speaking(request.state.principal, request.headers, wire, body)


def _no_route(request: Request, error: Exception) -> Response:
    status, headers = (error.status_code, error.headers) if isinstance(error, HTTPException) else (404, None)
    told = {404: ("there is nothing at this path", "not_found"), 405: ("this path takes another method", "not_allowed")}
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    wire = MESSAGES if path.startswith(f"/v1{MESSAGES.path}") else CHAT
    return JSONResponse(wire.error(status, *told[status]), status, headers)


def _error(failed: UpstreamFailed, wire: Wire = CHAT) -> Response:
    """In the shape that clients of the protocol know."""
    return JSONResponse(wire.error(failed.status, failed.message, failed.code), failed.status, failed.headers)

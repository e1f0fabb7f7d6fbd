"""The gateway and MCP as surfaces of the server: which paths are theirs, and how they say no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import orjson
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from recollect.assemble.tenants import Tenants
from recollect.config import waits_for_others
from recollect.engine.given import Given
from recollect.errors import NotFound, RecollectError
from recollect.memory import Memory
from recollect.surfaces.gateway import app as gateway_app
from recollect.surfaces.gateway.options import BY_KEY, ONE_USER, SHARED, Caller, GatewayOptions, Switches, Tool
from recollect.surfaces.gateway.skills import from_file
from recollect.surfaces.http.problems import headers_of, status_of
from recollect.surfaces.http.surface import Surface
from recollect.surfaces.told import told

if TYPE_CHECKING:
    from recollect.surfaces.mcp.http import McpApp

GATEWAY_PATHS = (
    "/v1/chat/completions", "/v1/responses", "/v1/conversations", "/v1/messages", "/v1/embeddings", "/v1/models",
)  # fmt: skip
UNNAMED = {"osaurus": ONE_USER, "omniroute": BY_KEY}
"""Systems whose chats come to an address of their own, and whose memory they are about where nobody is named."""
VERSION = "/v1"
UNVERSIONED = frozenset({"osaurus"})
"""Systems that document the same addresses without the version too."""
LOOPBACK = ("127.0.0.1", "127.0.0.1:*", "localhost", "localhost:*", "[::1]", "[::1]:*")
ERROR_TYPES = {401: "authentication_error", 403: "permission_error", 413: "request_too_large", 429: "rate_limit_error"}


def gateways(tenants: Tenants) -> list[Surface]:
    """Chats on their way to a model: at the root, and at the addresses of two systems, by their rules. One app and one
    client to the upstream for all. The upstream is read once, at the start; the switches with every request."""
    settings = tenants.settings
    options = GatewayOptions(
        upstream=settings.gateway_upstream,
        upstream_key=settings.gateway_upstream_key,
        timeout_s=settings.gateway_timeout_s,
        switches=switches,
        given=Given(tenants.store, tenants.now),
        skills=None if settings.skills_file is None else partial(_skills, tenants, from_file(settings.skills_file)),
        body_bytes_max=settings.request_bytes_max,
        memory_patience_s=0.0 if waits_for_others(settings) else GatewayOptions.memory_patience_s,
    )
    app = gateway_app.create(options)
    found = [Surface(name="gateway", app=app, root=GATEWAY_PATHS, large=("/v1",), refuse=refuse_chat)]
    for system in UNNAMED:
        own = GATEWAY_PATHS + tuple(path.removeprefix(VERSION) for path in GATEWAY_PATHS if system in UNVERSIONED)
        paths = tuple(f"/{system}{path}" for path in own)
        found.append(Surface(name="gateway", app=Under(app, system), root=paths, large=paths, refuse=refuse_chat))
    return found


class Under:
    """The gateway at another system's address; there, with the version or without."""

    def __init__(self, app: ASGIApp, system: str) -> None:
        self._app = app
        self._prefix = f"/{system}"
        self._switches = partial(switches, system=system)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["root_path"] = self._prefix
        path = scope["path"].removeprefix(self._prefix)
        if not path.startswith(f"{VERSION}/"):
            scope["path"] = f"{self._prefix}{VERSION}{path}"
        scope.setdefault("state", {})["switches"] = self._switches
        await self._app(scope, receive, send)


def switches(memory: Memory, system: str | None = None) -> Switches:
    """What holds for the tenant of a request, by the rules of a system: the one it is addressed to, else the preset."""
    settings = memory.settings
    system = system or settings.preset
    return Switches(
        inject=settings.gateway_inject == "on",
        extract=settings.gateway_extract == "on",
        tokens_max=settings.gateway_tokens_max,
        placement=_placement(settings.gateway_placement, system),
        strategy=settings.preset,
        agent_required=system == "osaurus",
        unnamed=UNNAMED.get(system, SHARED),
    )


def _placement(wanted: str, system: str) -> str:
    """OmniRoute puts one system message before all others; whatever somebody chose holds for its chats too."""
    if wanted != "auto":
        return wanted
    return "system-first" if system == "omniroute" else "split"


def _skills(tenants: Tenants, tools: Callable[[Caller], Sequence[Tool]], caller: Caller) -> Sequence[Tool]:
    """Of a caller whose tenant wants them."""
    return tools(caller) if tenants.engine(caller.tenant).settings.skills == "on" else ()


def refuse_chat(error: RecollectError) -> Response:
    """In words that OpenAI's and Anthropic's clients both understand."""
    status = status_of(error)
    kind = ERROR_TYPES.get(status, "invalid_request_error" if status < 500 else "api_error")
    body = {"type": "error", "error": {"message": told(error), "type": kind, "code": error.code, "param": None}}
    return Response(orjson.dumps(body), status, headers_of(error), media_type="application/json")


def mcp(tenants: Tenants) -> tuple[Surface, McpApp]:
    """MCP at /mcp. Without credentials a page in a browser could be made to speak to it: then loopback names only."""
    from recollect.surfaces.mcp.http import BODY_BYTES_MAX, create  # cold start: the SDK takes a second

    settings = tenants.settings
    hosts, most = LOOPBACK if settings.auth == "off" else (), min(settings.request_bytes_max, BODY_BYTES_MAX)
    app = create(tenants, hosts=hosts, body_bytes_max=most)
    return Surface(name="mcp", app=Here(app), prefix="/mcp"), app


class Here:
    """An app with a single address: there is nothing below it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        here = scope.get("root_path", "")
        if scope["path"] not in (here, f"{here}/"):
            raise NotFound(f"there is nothing at {scope['path']}; MCP is at {here}")
        await self._app(scope, receive, send)

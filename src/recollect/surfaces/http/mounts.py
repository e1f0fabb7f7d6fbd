"""The gateway and MCP as surfaces of the server: which paths are theirs, and how they say no."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import orjson
from starlette.responses import Response

from recollect.assemble.tenants import Tenants
from recollect.errors import RecollectError
from recollect.memory import Memory
from recollect.surfaces.gateway import app as gateway_app
from recollect.surfaces.gateway.options import Caller, GatewayOptions, Switches, Tool
from recollect.surfaces.gateway.skills import from_file
from recollect.surfaces.http.problems import headers_of, status_of
from recollect.surfaces.http.surface import Surface

if TYPE_CHECKING:
    from recollect.surfaces.mcp.http import McpApp

GATEWAY_PATHS = ("/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1/embeddings", "/v1/models")
LOOPBACK = ("127.0.0.1", "127.0.0.1:*", "localhost", "localhost:*", "[::1]", "[::1]:*")
ERROR_TYPES = {401: "authentication_error", 403: "permission_error", 413: "request_too_large", 429: "rate_limit_error"}


def gateway(tenants: Tenants) -> Surface:
    """Chats on their way to a model. Its upstream is read once, at the start; the switches with every request."""
    settings = tenants.settings
    options = GatewayOptions(
        upstream=settings.gateway_upstream,
        upstream_key=settings.gateway_upstream_key,
        timeout_s=settings.gateway_timeout_s,
        switches=switches,
        skills=None if settings.skills_file is None else partial(_skills, tenants, from_file(settings.skills_file)),
        body_bytes_max=settings.request_bytes_max,
    )
    return Surface(name="gateway", app=gateway_app.create(options), root=GATEWAY_PATHS, refuse=refuse_chat)


def switches(memory: Memory) -> Switches:
    """What holds for the tenant of a request."""
    settings = memory.settings
    return Switches(
        inject=settings.gateway_inject == "on",
        extract=settings.gateway_extract == "on",
        tokens_max=settings.gateway_tokens_max,
        placement=settings.gateway_placement,
        strategy=settings.preset,
        agent_required=settings.preset == "osaurus",
    )


def _skills(tenants: Tenants, table: object, caller: Caller) -> Sequence[Tool]:
    if tenants.engine(caller.tenant).settings.skills != "on" or not callable(table):
        return ()
    found: Sequence[Tool] = table(caller)
    return found


def refuse_chat(error: RecollectError) -> Response:
    """In words that OpenAI's and Anthropic's clients both understand."""
    status = status_of(error)
    kind = ERROR_TYPES.get(status, "invalid_request_error" if status < 500 else "api_error")
    body = {"type": "error", "error": {"message": str(error), "type": kind, "code": error.code, "param": None}}
    return Response(orjson.dumps(body), status, headers_of(error), media_type="application/json")


def mcp(tenants: Tenants) -> tuple[Surface, McpApp]:
    """MCP at /mcp. Without credentials a page in a browser could be made to speak to it: then loopback names only."""
    from recollect.surfaces.mcp.http import create  # cold start: the SDK takes a second

    settings = tenants.settings
    hosts = LOOPBACK if settings.auth == "off" else ()
    app = create(tenants, hosts=hosts, body_bytes_max=settings.request_bytes_max)
    return Surface(name="mcp", app=app, prefix="/mcp"), app

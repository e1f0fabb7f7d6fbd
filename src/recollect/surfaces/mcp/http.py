"""MCP over streamable HTTP: an ASGI app for the server to mount; it does not authenticate.

Each request must carry `state.memory` (a guarded memory) and `state.principal`, as the server's front sets them. There
are no sessions, so that any process of the server can answer any request.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import Response

from recollect.assemble.tenants import Tenants
from recollect.surfaces.mcp.hearing import again, is_json, refusal, whole
from recollect.surfaces.mcp.server import build

BODY_BYTES_MAX = 4 * 1024 * 1024


class McpApp:
    """The app. It answers on whatever path it is mounted at, while `lifespan` is entered; that can be done once."""

    def __init__(
        self, tenants: Tenants | None, *, hosts: Sequence[str], origins: Sequence[str], body_bytes_max: int
    ) -> None:
        self.server = build(tenants=tenants)
        self.server.streamable_http_app(
            stateless_http=True,
            json_response=True,
            max_request_body_size=body_bytes_max,
            transport_security=TransportSecuritySettings(
                enable_dns_rebinding_protection=bool(hosts),
                allowed_hosts=list(hosts),
                allowed_origins=list(origins),
            ),
        )
        self._sessions = self.server.session_manager
        self._body_bytes_max = body_bytes_max

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Enter it in the outer app's lifespan."""
        async with self._sessions.run():
            yield

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope.get("method") != "POST" or not is_json(scope["headers"]):
            await self._sessions.handle_request(scope, receive, send)
            return
        message = await whole(receive, self._body_bytes_max)
        complete = message["type"] == "http.request" and len(message["body"]) <= self._body_bytes_max
        refused = refusal(message["body"]) if complete else None
        if refused is not None:
            await Response(refused, 400, media_type="application/json")(scope, receive, send)
            return
        await self._sessions.handle_request(scope, again(message, receive), send)


def create(
    tenants: Tenants | None = None,
    *,
    hosts: Sequence[str] = (),
    origins: Sequence[str] = (),
    body_bytes_max: int = BODY_BYTES_MAX,
) -> McpApp:
    """`tenants`: whose settings and keys OmniRoute's tools go by.
    `hosts`: the only `Host` headers to answer to (`name`, `name:port`, `name:*`); empty: any.

    They guard against DNS rebinding where requests need no credential. `origins`: the same for `Origin`.
    """
    return McpApp(tenants, hosts=hosts, origins=origins, body_bytes_max=body_bytes_max)

"""The application of mem0's interfaces: their routes, with or without a slash at the end, and errors as `detail`."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from recollect.assemble.tenants import Tenants
from recollect.errors import RecollectError
from recollect.surfaces.http import methods
from recollect.surfaces.http.apis.mem0 import entities, hosted, missing, server
from recollect.surfaces.http.apis.wire import problems
from recollect.surfaces.http.problems import headers_of, status_of
from recollect.surfaces.http.surface import Surface
from recollect.surfaces.told import told
from recollect.version import VERSION

ROOT = (
    "/v3/memories", "/v2/memories", "/v2/entities", "/v2/profiles", "/v1/event", "/v1/batch", "/v1/feedback",
    "/v1/exports", "/v1/summary", "/api/v1/webhooks", "/api/v1/orgs",
    "/memories", "/search", "/reset", "/configure",
)  # fmt: skip
"""What no other surface has: the hosted interface's newer paths, and its own server's."""
EXACT = frozenset({"/v1/ping/", "/v1/entities/", "/v1/memories/", "/v1/memories/search/"})
SLASHED = ("GET /v1/memories", "PUT /v1/memories", "PATCH /v1/memories", "DELETE /v1/memories", "DELETE /v1/entities")
"""The native interface has these without a slash at the end; clients of the hosted one always send it."""

LISTED = "docs/howto/compatible-apis-omniroute-mem0.md"


def create(tenants: Tenants) -> Surface:
    app = FastAPI(
        title="Recollect, as mem0",
        version=VERSION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        strict_content_type=False,
    )
    app.state.tenants = tenants
    for part in (hosted, entities, server, missing):
        app.include_router(part.router)
    app.add_exception_handler(RecollectError, _refused)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _invalid)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, _http)  # type: ignore[arg-type]
    return Surface(
        name="mem0",
        app=_Slashless(app),
        prefix="/mem0",
        root=ROOT,
        exact=EXACT,
        slashed=SLASHED,
        refuse=refusal,
    )


class _Slashless:
    """Hosted addresses end in a slash, those of its own server do not: both are taken."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["path"] = scope["path"].rstrip("/") or "/"
        await self._app(scope, receive, send)


def refusal(error: RecollectError) -> Response:
    """Its clients read `detail`, and tell errors apart by their status."""
    status = status_of(error)
    body = {"detail": told(error), "code": error.code}
    return JSONResponse(body, status_code=400 if status == 422 else status, headers=headers_of(error))


async def _refused(request: Request, error: RecollectError) -> Response:
    return refusal(error)


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    found = [{"field": one["path"], "message": one["message"]} for one in problems(error)]
    first = found[0] if found else {"field": "", "message": "not valid"}
    detail = f"{first['field']}: {first['message']}".removeprefix(": ")
    return JSONResponse({"detail": detail, "code": "invalid_input", "errors": found}, status_code=400)


async def _http(request: Request, error: HTTPException) -> Response:
    detail = methods.told_of(request, error, listed=LISTED)
    return JSONResponse({"detail": detail}, status_code=error.status_code, headers=methods.allowing(request, error))

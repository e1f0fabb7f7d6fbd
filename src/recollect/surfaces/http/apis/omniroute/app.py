"""The application of OmniRoute's interface: its routes, and errors as `{"error": …}`."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from recollect.assemble.tenants import Tenants
from recollect.errors import NotFound, RecollectError
from recollect.surfaces.http.apis.omniroute import engine, memories, settings
from recollect.surfaces.http.apis.wire import problems
from recollect.surfaces.http.methods import allowing
from recollect.surfaces.http.native.health import sign_of_life
from recollect.surfaces.http.problems import headers_of, status_of
from recollect.surfaces.http.surface import Surface
from recollect.surfaces.told import told
from recollect.version import VERSION

NOT_FOUND = "Not found"


def create(tenants: Tenants) -> Surface:
    app = FastAPI(
        title="Recollect, as OmniRoute's memory",
        version=VERSION,
        docs_url=None,
        redoc_url=None,
        strict_content_type=False,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.tenants = tenants
    app.state.stats = memories.StatsKept()
    app.state.reindexing = engine.Reindexing()
    app.add_api_route("/health", health, methods=["GET"])
    for part in (engine, memories, settings):  # /api/memory/health is no id
        app.include_router(part.router)
    app.add_exception_handler(RecollectError, _refused)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _invalid)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, _http)  # type: ignore[arg-type]
    return Surface(
        name="omniroute",
        app=app,
        prefix="/omniroute",
        root=("/api/memory", "/api/settings"),
        public=frozenset({"/health"}),
        refuse=refusal,
    )


async def health(request: Request) -> dict[str, Any]:
    return sign_of_life(request.app.state.tenants)


def refusal(error: RecollectError) -> Response:
    """What went wrong, as its clients know it: 400 for what is not valid, 404 in two words."""
    status = status_of(error)
    message = NOT_FOUND if isinstance(error, NotFound) else told(error)
    return _error(400 if status == 422 else status, message, headers=headers_of(error))


def _error(status: int, message: str, **more: Any) -> JSONResponse:
    headers = more.pop("headers", None)
    return JSONResponse({"error": message, **more}, status_code=status, headers=headers)


async def _refused(request: Request, error: RecollectError) -> Response:
    return refusal(error)


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    found = problems(error)
    first = found[0] if found else {"path": "", "message": "not valid"}
    return _error(400, f"{first['path']}: {first['message']}".removeprefix(": "), details=found)


async def _http(request: Request, error: HTTPException) -> Response:
    message = NOT_FOUND if error.status_code == 404 else str(error.detail)
    return _error(error.status_code, message, headers=allowing(request, error))

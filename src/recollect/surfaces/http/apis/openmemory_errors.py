"""How OpenMemory says no: its status codes and the bodies its clients look at."""

from __future__ import annotations

import math
from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from recollect.errors import (
    Forbidden,
    InvalidInput,
    NotFound,
    OverBudget,
    RateLimited,
    RecollectError,
    TooLarge,
    Unauthorized,
)
from recollect.surfaces.http.apis.wire import JsonAnswer, problems
from recollect.surfaces.http.credentials import NoCredential
from recollect.surfaces.http.methods import allowing, told_of
from recollect.surfaces.http.problems import CHALLENGE, headers_of, status_of
from recollect.surfaces.told import told

NOT_FOUND = {"err": "nf"}
PAGE = ("l", "u")
RETRY_S = 1
UNREADABLE = {"/memory/ingest": "ingest_fail", "/memory/ingest/url": "url_fail"}


def install(app: FastAPI) -> None:
    app.add_exception_handler(RecollectError, _failed)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _invalid)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, _http)  # type: ignore[arg-type]


def refuse(error: RecollectError) -> Response:
    """What every route answers alike."""
    if isinstance(error, NoCredential):
        body = {"error": "authentication_required", "message": str(error)}
        return JsonAnswer(body, 401, CHALLENGE)
    if isinstance(error, Unauthorized):
        return JsonAnswer({"error": "invalid_api_key", "message": str(error)}, 403)
    if isinstance(error, RateLimited | OverBudget):
        wait_s = max(RETRY_S, math.ceil(error.retry_after_s or 0))
        body_429 = {"error": "rate_limit_exceeded", "retry_after": wait_s, "message": str(error)}
        return JsonAnswer(body_429, 429, {"Retry-After": str(wait_s)})
    if isinstance(error, Forbidden):
        return JsonAnswer({"err": "forbidden", "message": str(error)}, 403)
    if isinstance(error, NotFound):
        return JsonAnswer(NOT_FOUND, 404)
    if isinstance(error, TooLarge):
        return JsonAnswer({"error": "payload_too_large", "message": str(error)}, 413)
    if isinstance(error, InvalidInput):
        return JsonAnswer({"error": "invalid_input", "details": [{"path": "", "message": str(error)}]}, 400)
    return JsonAnswer({"err": told(error)}, status_of(error), headers_of(error))


def unreadable(route: str, error: RecollectError) -> dict[str, str]:
    """A document that could not be taken in: what went wrong is `msg` now, and was `message` in the first release."""
    message = told(error)
    return {"err": UNREADABLE[route], "msg": message, "message": message}


async def _failed(request: Request, error: RecollectError) -> Response:
    """An error of the engine, in the words of the route it happened in."""
    shared = isinstance(error, Unauthorized | RateLimited | OverBudget | Forbidden | NotFound)
    route, status = _route(request), status_of(error)
    if isinstance(error, InvalidInput):
        return _bad(
            route, [{"path": "", "message": str(error)}], unreadable(route, error) if route in UNREADABLE else None
        )
    if shared:
        return refuse(error)
    if route == "/memory/query":
        return JsonAnswer({"error": "query_failed", "message": told(error)}, status, headers_of(error))
    if route in UNREADABLE:
        known = 500 if status == 501 else status  # its clients know one status for a document nothing here reads
        return JsonAnswer(unreadable(route, error), known, headers_of(error))
    if route.startswith("/lgm/"):
        return JsonAnswer({"err": _lgm(route), "message": told(error)}, status, headers_of(error))
    return JsonAnswer({"err": told(error)}, status, headers_of(error))


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    return _bad(_route(request), problems(error))


def _bad(route: str, found: list[dict[str, str]], more: Mapping[str, str] | None = None) -> Response:
    """400, with what is wrong; `more`: what clients look for that expect no 400."""
    if route == "/memory/all" and any(one["path"] in PAGE for one in found):
        return JsonAnswer({"error": "invalid_pagination", "details": found}, 400)
    if route.startswith("/lgm/"):
        message = "; ".join(f"{one['path']}: {one['message']}" if one["path"] else one["message"] for one in found)
        return JsonAnswer({"err": _lgm(route), "message": message}, 400)
    return JsonAnswer({"error": "invalid_input", "details": found, **(more or {})}, 400)


async def _http(request: Request, error: HTTPException) -> Response:
    if isinstance(error.__cause__, RecollectError):  # met while the body was read: it is too large
        return refuse(error.__cause__)
    names = {404: "not_found", 405: "method_not_allowed"}
    body = {"error": names.get(error.status_code, "http_error"), "message": told_of(request, error)}
    return JsonAnswer(body, error.status_code, allowing(request, error))


def _route(request: Request) -> str:
    """The path without the prefix of the surface."""
    path: str = request.scope["path"]
    return path.removeprefix(request.scope.get("root_path", ""))


def _lgm(route: str) -> str:
    return f"lgm_{route.removeprefix('/lgm/').strip('/')}_failed"

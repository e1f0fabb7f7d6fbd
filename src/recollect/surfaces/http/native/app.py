"""The application of the native interface: its routes, its errors, its OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from recollect.assemble.tenants import Tenants
from recollect.errors import RecollectError
from recollect.surfaces.http.methods import allowing
from recollect.surfaces.http.native import (
    care,
    docs,
    documents,
    files,
    graph,
    health,
    memories,
    moving,
    parts,
    recall,
    store,
    work,
)
from recollect.surfaces.http.native.fields import JSON_OBJECT, JSON_VALUE, UNKNOWN, names_at
from recollect.surfaces.http.native.idempotent import READS, Idempotent
from recollect.surfaces.http.problems import Problem, problem, refusal
from recollect.surfaces.http.surface import Surface
from recollect.version import VERSION

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text, "content": {"application/problem+json": {}}}
    for status, text in {
        400: "The request cannot be read",
        401: "No credential, or one that is not known",
        403: "The credential does not allow it",
        404: "There is no such thing",
        409: "It changed meanwhile, or its state or another value does not allow it",
        412: "The record has another version than If-Match says",
        413: "Too large",
        422: "Something in the request is not valid",
        429: "Too many requests; Retry-After says when to come again",
        501: "It needs a program or an extra that is not installed here; the answer names it",
        503: "The store cannot be reached now",
    }.items()
}
HTTP_CODES = {404: "not_found", 405: "method_not_allowed", 415: "unsupported_media_type"}
NO_ROUTE = "Not Found"
"""What the framework says of an address that is none of ours; clients know it by these words at the beginning."""
FIELD_PROBLEMS_MAX = 20
OUT_OF_RANGE = ("greater_than_equal", "greater_than", "less_than_equal", "less_than")
GIVEN_CHARS_MAX = 40
"""Of a number that is told back."""
NO_SLASH = "there is nothing of that name here: no id of this kind holds a slash"
"""Not what is said of a path that is none of ours: clients take that for another server's answer."""


def create(tenants: Tenants, forget_callers: Callable[[], None]) -> Surface:
    app = FastAPI(
        title="Recollect",
        version=VERSION,
        description="Durable memory for AI assistants: stores, finds and explains.",
        responses=PROBLEMS,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
        servers=[{"url": "/"}],
    )
    app.state.tenants = tenants
    app.state.forget_callers = forget_callers
    for part in (memories, recall, files, graph, documents, work, store, care, parts, moving, health):
        app.include_router(part.router)
    app.add_exception_handler(RecollectError, _refused)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _invalid)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, _http)  # type: ignore[arg-type]
    docs.install(app)
    _describe(app)
    return Surface(
        name="native",
        app=Idempotent(app, tenants),
        root=("",),
        public=health.PUBLIC | docs.PUBLIC,
        large=("/v1/import", "/v1/documents"),
        sessions=True,
    )


async def _refused(request: Request, error: RecollectError) -> Response:
    return refusal(error)


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    found = error.errors()[:FIELD_PROBLEMS_MAX]
    fields = [_field_problem(one, request) for one in found]
    first = fields[0] if fields else {"field": "body", "message": "not valid"}
    unreadable = any(one["type"] == "json_invalid" for one in found)
    code = "unknown_name" if found and found[0]["type"] in ("extra_forbidden", UNKNOWN) else "invalid_input"
    return problem(400 if unreadable else 422, code, f"{first['field']}: {first['message']}", errors=fields)


def _field_problem(found: dict[str, Any], request: Request) -> dict[str, str]:
    where, message = found["loc"], found["msg"]
    if found["type"] == "json_invalid":
        why = found.get("ctx", {}).get("error", message)
        return {"field": "body", "message": f"it is not JSON: {why} at character {where[-1]}"}
    if where == ("body",) and found["type"] != "missing" and "json" not in request.headers.get("content-type", ""):
        message = "it is not read as JSON: send the header `Content-Type: application/json`"
    if found["type"] == "extra_forbidden" and where[:1] == ("body",):
        known = names_at(getattr(request.scope.get("route"), "body_field", None), where[1:-1])
        message = f"there is no such field; it takes {', '.join(known)}" if known else message
    given = found.get("input")
    if found["type"] in OUT_OF_RANGE and isinstance(given, int | float | str) and len(str(given)) <= GIVEN_CHARS_MAX:
        message = f"{message}, not {given}"
    return {"field": ".".join(map(str, where)), "message": message}


async def _http(request: Request, error: HTTPException) -> Response:
    code = HTTP_CODES.get(error.status_code, "http")
    headers = allowing(request, error)
    told = request.app.openapi()["paths"].get(request.scope["path"])
    if error.status_code == 405 and told is not None:  # as the document says: `/memories/list` is no record's
        headers["Allow"] = ", ".join(sorted(method.upper() for method in told))
    detail = str(error.detail)
    if error.status_code == 405:
        detail = f"{request.method} is not possible here; this address takes {headers['Allow'] or 'nothing'}"
    elif detail == NO_ROUTE:
        detail = f"{NO_ROUTE}: this server has no such address; /docs shows those it has"
    if error.status_code == 404 and b"%2f" in request.scope.get("raw_path", b"").lower():
        detail = NO_SLASH
    return problem(error.status_code, code, detail, headers=headers)


def _describe(app: FastAPI) -> None:
    """Credentials and idempotency, which the routes know nothing of, in the OpenAPI document."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema:
            return app.openapi_schema
        document = plain()
        parts = document.setdefault("components", {})
        parts["schemas"] |= {"Json": JSON_VALUE, "JsonObject": JSON_OBJECT}
        parts["securitySchemes"] = {
            "bearer": {"type": "http", "scheme": "bearer", "description": "an API key, or a token"},
            "key": {"type": "apiKey", "in": "header", "name": "x-api-key"},
        }
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if path not in health.PUBLIC:
                    operation["security"] = [{"bearer": []}, {"key": []}]
                if method in ("post", "patch", "delete") and path not in READS:
                    operation.setdefault("parameters", []).append(IDEMPOTENCY)
        return document

    app.openapi = openapi  # type: ignore[method-assign]


IDEMPOTENCY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key with the same request within a day is answered with the first answer, and done once",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}

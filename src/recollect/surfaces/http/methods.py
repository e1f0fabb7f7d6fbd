"""Which methods an address answers: what a refused one is told."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Match

from recollect.surfaces.http.observe import METHODS


def allowing(request: Request, error: HTTPException) -> dict[str, str]:
    """The headers of an error; where the method is not allowed, with all that are: a route knows only its own."""
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(methods_of(request)))
    return headers


def methods_of(request: Request) -> set[str]:
    """Everything that can be done at an address."""
    return {
        method
        for method in METHODS
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in request.app.routes)
    }

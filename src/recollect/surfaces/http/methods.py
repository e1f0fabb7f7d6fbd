"""What is told of an address that is not there, and of a method that one does not answer."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Match

from recollect.surfaces.http.observe import METHODS

LISTED = "docs/reference/compat.md"


def allowing(request: Request, error: HTTPException) -> dict[str, str]:
    """The headers of an error; where the method is not allowed, with all that are: a route knows only its own."""
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(methods_of(request)))
    return headers


def told_of(request: Request, error: HTTPException, *, listed: str = LISTED) -> str:
    """What happened, in the framework's words, and what to do. `listed`: where the addresses of the interface are."""
    if error.status_code == 404:
        wanted = f"{request.method} {request.scope['path']}"
        return f"{error.detail}: this server has no {wanted}; {listed} lists the addresses it has"
    if error.status_code == 405:
        allowed = allowing(request, error)["Allow"] or "nothing"
        return f"{error.detail}: {request.method} is not possible here; this address takes {allowed}"
    return str(error.detail)


def methods_of(request: Request) -> set[str]:
    """Everything that can be done at an address."""
    return {
        method
        for method in METHODS
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in request.app.routes)
    }

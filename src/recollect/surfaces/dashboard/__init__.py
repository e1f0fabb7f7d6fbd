"""The page people see when they open the server in a browser: plain files, no build step, data over the native API."""

from __future__ import annotations

from importlib import resources

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/studio.js": ("studio.js", "text/javascript; charset=utf-8"),
    "/studio.css": ("studio.css", "text/css; charset=utf-8"),
}
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def create() -> Starlette:
    """The files, each at its path. They hold no data: the browser asks for that with the person's key."""
    folder = resources.files(__package__) / "static"
    kept = {path: ((folder / name).read_bytes(), kind) for path, (name, kind) in FILES.items()}

    async def give(request: Request) -> Response:
        body, kind = kept[request.url.path]
        return Response(body, media_type=kind, headers=HEADERS)

    return Starlette(routes=[Route(path, give) for path in kept])

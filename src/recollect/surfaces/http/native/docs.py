"""The page that shows the interface and tries it: Swagger UI, whose files come from the installed package.

FastAPI's own page has the browser fetch them from another host: it would be empty without the internet, and a program
from there would run beside whatever this server shows.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

from fastapi import FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from starlette.responses import Response

PAGE = "/docs"
FILES = {"swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css"}
PUBLIC = frozenset((PAGE, *(f"{PAGE}/{name}" for name in FILES)))
METHODS = ["GET", "HEAD"]
_PACKAGE = "fastapi_swagger"
_KEPT = {"Cache-Control": "public, max-age=86400"}
_POLICY = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
}


def install(app: FastAPI) -> None:
    """Addresses are told from the page on, so that it is shown behind a proxy that puts something before them."""
    folder = PAGE.removeprefix("/")

    def page() -> Response:
        shown = get_swagger_ui_html(
            openapi_url="openapi.json",
            title=app.title,
            swagger_js_url=f"{folder}/swagger-ui-bundle.js",
            swagger_css_url=f"{folder}/swagger-ui.css",
            swagger_favicon_url="data:,",
        )
        shown.headers.update(_POLICY)
        return shown

    app.add_api_route(PAGE, page, methods=METHODS, include_in_schema=False)
    for name, kind in FILES.items():
        app.add_api_route(f"{PAGE}/{name}", _file(name, kind), methods=METHODS, include_in_schema=False, name=name)


def _file(name: str, kind: str) -> Callable[[], Response]:
    def read() -> Response:
        data = resources.files(_PACKAGE).joinpath("resources", name).read_bytes()
        return Response(data, media_type=kind, headers=_KEPT)

    return read

"""The Studio, which people see when they open the server in a browser: plain files, no build step, no data.

Everything under `static` is read once at the start into a closed table. The page itself is asked for anew each time;
what it loads lies under a folder named after the contents of all files, so that browsers keep it for good and a new
release is never mixed with an old one.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PAGE = "index.html"
KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Vary": "Accept-Encoding",
}
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
ZIPPED_BYTES_MIN = 600


@dataclass(frozen=True, kw_only=True)
class File:
    """One file as it is sent."""

    body: bytes
    zipped: bytes | None
    kind: str
    etag: str
    cache: str


def read() -> dict[str, File]:
    """Path -> file: the page at `/`, the rest under `/studio/<fingerprint>/`."""
    found = dict(_files(resources.files(__package__) / "static", ""))
    digest = hashlib.sha256()
    for name, body in sorted(found.items()):
        digest.update(name.encode() + b"\0" + body + b"\0")
    fingerprint = digest.hexdigest()[:16]
    page = found.pop(PAGE).replace(b"{{fingerprint}}", fingerprint.encode())
    table = {"/": _file(PAGE, page, ASK_AGAIN)}
    return table | {f"/studio/{fingerprint}/{name}": _file(name, body, FOR_GOOD) for name, body in found.items()}


def _files(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{above}{entry.name}/")
        elif entry.name.rpartition(".")[2] in KINDS:
            yield above + entry.name, entry.read_bytes()


def _file(name: str, body: bytes, cache: str) -> File:
    zipped = gzip.compress(body, 9, mtime=0) if len(body) >= ZIPPED_BYTES_MIN else None
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(body=body, zipped=zipped, kind=KINDS[name.rpartition(".")[2]], etag=etag, cache=cache)


def create(files: dict[str, File]) -> Starlette:
    """Each file at its path. They hold no data: the browser asks for that in the person's session."""

    async def give(request: Request) -> Response:
        file = files[request.scope["path"]]
        headers = {**HEADERS, "Cache-Control": file.cache, "ETag": file.etag}
        if request.headers.get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        if file.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.zipped, media_type=file.kind, headers={**headers, "Content-Encoding": "gzip"})
        return Response(file.body, media_type=file.kind, headers=headers)

    return Starlette(routes=[Route(path, give) for path in files])

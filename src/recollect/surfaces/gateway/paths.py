"""Paths that pass through to the upstream. They carry the operator's key: none may lead elsewhere than it says."""

from __future__ import annotations

import re
from urllib.parse import quote

from starlette.requests import Request

from recollect.surfaces.gateway.upstream import UpstreamFailed

_SEGMENT = re.compile(r"[A-Za-z0-9_.:@-]{1,200}")
SEGMENTS_MAX = 8


def segments(given: str) -> tuple[str, ...]:
    """What stands between the slashes of a decoded path; whatever a server could read as another path is refused. What
    was encoded twice still has its percent sign here, and that is refused too."""
    found = tuple(given.split("/"))
    if len(found) > SEGMENTS_MAX or not all(map(is_segment, found)):
        raise UpstreamFailed(
            404, "not_found", f"there is nothing at {given[:100]!r}; see the documentation for the paths"
        )
    return found


def is_segment(given: str) -> bool:
    return given not in (".", "..") and _SEGMENT.fullmatch(given) is not None


def below(base: str, those: tuple[str, ...]) -> str:
    """The path that is sent, quoted anew."""
    return "/".join((base, *(quote(one, safe=":@") for one in those)))


def query_of(request: Request) -> str:
    """What stands behind the question mark; `request.url` would be put together for it and taken apart again."""
    return str(request.scope["query_string"], "latin-1")

"""What the front knows of a surface: its application, which requests are its own, and how it says no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from recollect.errors import RecollectError
from recollect.memory import Memory
from recollect.model.principal import Principal
from recollect.model.record import ACTIVE, Record
from recollect.surfaces.http.problems import refusal

Refuse = Callable[[RecollectError], Response]
"""How a surface answers a request that never reached it: in the shape its clients know."""


@dataclass(frozen=True, kw_only=True)
class Surface:
    """One way in."""

    name: str
    app: ASGIApp
    prefix: str | None = None
    """Where it is mounted with all of its paths: `/openmemory`."""
    root: tuple[str, ...] = ()
    """Paths of its own at the root: `/memory` means that and everything below it; `POST /v1/x` only that method."""
    exact: frozenset[str] = frozenset()
    """Single paths of its own at the root, and nothing below them."""
    slashed: tuple[str, ...] = ()
    """Like `root`, but only what ends in a slash: paths that another surface has without one."""
    public: frozenset[str] = frozenset()
    """Paths (without the prefix) that need no credential."""
    large: tuple[str, ...] = ()
    """Paths (without the prefix) whose bodies may be as long as the server takes at all; others are JSON to be read at
    once, while everybody waits."""
    refuse: Refuse = refusal
    sessions: bool = False
    """Whether it answers to somebody who is signed in to the Studio, and sends no key."""

    def owns(self, method: str, path: str, *, in_name: bool = False) -> bool:
        """Whether a request to the root is its own. `in_name`: the slash that it ends in is one of a name."""
        if path in self.exact:
            return True
        entries = (*self.root, *self.slashed) if path.endswith("/") and not in_name else self.root
        for entry in entries:
            wanted, _, below = entry.rpartition(" ")
            if (not wanted or wanted == method) and (path == below or path.startswith(below.rstrip("/") + "/")):
                return True
        return False


def memory_of(request: Request) -> Memory:
    """The memory of whoever sent the request, with the rights he has."""
    memory: Memory = request.state.memory
    return memory


def is_shown(record: Record, now: datetime) -> bool:
    """Whether lists and searches show it. The native interface gives every record to whoever knows its id; to clients
    of other systems, which know no other state, what is not shown is not there."""
    return record.status == ACTIVE and (record.expires_at is None or record.expires_at > now)


def principal_of(request: Request) -> Principal:
    principal: Principal = request.state.principal
    return principal

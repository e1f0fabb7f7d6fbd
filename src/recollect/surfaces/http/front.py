"""The door of the server, before any surface: what a request may be, who sends it, and whose it is to answer.

In order: the path is readable, the surface is found, the body is small enough, the credential is known, the caller has
requests left. What fails is answered in the surface's own words. A surface finds `principal` and `memory` in the
state of its request.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from urllib.parse import unquote_to_bytes

from anyio import CapacityLimiter, to_thread
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.engine.degraded import names
from recollect.errors import InvalidInput, NotFound, RecollectError, TooLarge
from recollect.memory import Memory
from recollect.model.principal import Principal
from recollect.surfaces.guard import guarded
from recollect.surfaces.http import observe
from recollect.surfaces.http.credentials import Credentials, looks_like_token, require_local, sent
from recollect.surfaces.http.limits import Allowance, Exhausted, RequestLimit
from recollect.surfaces.http.noting import noting
from recollect.surfaces.http.problems import problem
from recollect.surfaces.http.sessions import Sessions
from recollect.surfaces.http.surface import Surface

KNOWN_FOR_S = 1.0
"""How long a credential that was looked up is believed: a revoked key stops working within this time everywhere, and at
once where processes hear of it."""
KNOWN_MAX = 10_000
TOKEN_THREADS = 4
"""Tokens that are checked at once: their issuer may be slow, and others must not wait for it."""
JSON_BYTES_MAX = 8 * 1024 * 1024
"""Longer bodies are only taken where they are read in parts."""
REQUEST_ID, OWN_ID = b"x-request-id", b"x-recollect-request-id"
"""The second where the answer has one of an upstream's, by which that looks it up."""
log = logging.getLogger("recollect.http")


class Front:
    """The ASGI application that uvicorn runs, without its lifespan."""

    def __init__(
        self,
        tenants: Tenants,
        surfaces: Sequence[Surface],
        sessions: Sessions | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tenants = tenants
        self._sessions = sessions or Sessions(tenants)
        self._surfaces: tuple[Surface, ...] = tuple(surfaces)
        self._credentials = Credentials(tenants)
        self._limit = RequestLimit(monotonic, tenants.take if tenants.hot is not None else None)
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._known: dict[str | None, tuple[float, Principal, Memory]] = {}
        self._forgotten = 0
        self._tokens = CapacityLimiter(TOKEN_THREADS)
        tenants.listen(self.forget)

    def serve(self, surfaces: Sequence[Surface]) -> None:
        """Which surfaces there are, where they had to be made after the front. The last one answers for strangers."""
        self._surfaces = tuple(surfaces)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await _close(scope, send)
            return
        began = self._monotonic()
        traffic = self._tenants.traffic
        traffic.came()
        answer = _Answer(send, self._tenants.degraded, traffic.served)
        found = self._surface(scope)
        try:
            await self._admit(scope, receive, answer, found)
        except RecollectError as error:
            await self._refuse(scope, receive, answer, found or self._surfaces[-1], error)
        except ClientDisconnect:
            answer.status = answer.status or 499
        except Exception:
            log.exception("http.failed", extra={"path": observe.path(scope), "request_id": answer.request_id})
            if answer.started:
                raise
            await problem(500, "error", "the server failed; its log says why", headers={})(scope, receive, answer)
        finally:
            answer.settle()
            traffic.note()
            name = found.name if found else "none"
            observe.request(name, scope, answer.status, self._monotonic() - began, answer.request_id)

    # --- the way in ---------------------------------------------------------------------------------------------

    async def _admit(self, scope: Scope, receive: Receive, answer: _Answer, surface: Surface | None) -> None:
        _require_readable(scope)
        if surface is None:
            raise NotFound(f"there is nothing at {scope['path']}; /docs shows what is")
        headers = dict(scope["headers"])
        path = scope["path"][len(scope.get("root_path", "")) :]
        settings = self._tenants.settings
        if settings.auth == "off":
            require_local(headers, config.names(settings.cors_origins))
        most = settings.request_bytes_max
        parsed = not path.startswith(surface.large) and most > JSON_BYTES_MAX
        limited = answer.limited = _Limited(receive, JSON_BYTES_MAX if parsed else most, settable=not parsed)
        limited.announced(headers.get(b"content-length"))
        state = scope.setdefault("state", {})
        if path not in surface.public and scope["method"] != "OPTIONS":
            credential = sent(headers)
            if credential is None and surface.sessions:
                credential = self._sessions.credential(scope["method"], headers)
                answer.kept_by_nobody = True  # a cookie, unlike a key, does not keep caches from storing an answer
            principal, memory = await self._who(credential)
            state["principal"], state["memory"] = principal, memory
            state["require_known"] = lambda: self._credentials.principal(credential)
            if self._tenants.hot is None:
                answer.allowance = self._take(principal)
            else:  # another machine may be asked
                answer.allowance = await to_thread.run_sync(self._take, principal)
        try:
            await surface.app(scope, limited, answer)
        except TooLarge:
            if not limited.exceeded:
                raise
        if limited.exceeded and not answer.started:
            answer.limited = None
            await self._refuse(scope, receive, answer, surface, TooLarge(limited.message))

    def _surface(self, scope: Scope) -> Surface | None:
        """Whose request it is, the first's that has it; one under a prefix is told where it was mounted."""
        path = scope["path"]
        in_name = scope.get("raw_path", b"").lower().endswith(b"%2f")
        for surface in self._surfaces:
            prefix = surface.prefix
            if prefix is not None and (path == prefix or path.startswith(prefix + "/")):
                scope["root_path"] = prefix
                return surface
            if surface.owns(scope["method"], path, in_name=in_name):
                return surface
        return None

    async def principal(self, credential: str | None) -> Principal:
        """Whose a credential is; the surface that signs people in asks this."""
        return (await self._who(credential))[0]

    async def _who(self, credential: str | None) -> tuple[Principal, Memory]:
        """The principal and his memory; looked up on a thread, and remembered for a moment."""
        with self._lock:
            known, forgotten = self._known.get(credential), self._forgotten
        if known is not None and self._monotonic() - known[0] < KNOWN_FOR_S:
            return known[1], known[2]
        limiter = self._tokens if looks_like_token(credential) else None
        found = await to_thread.run_sync(self._look_up, credential, limiter=limiter)
        with self._lock:
            if len(self._known) >= KNOWN_MAX:
                self._known.clear()
            if forgotten == self._forgotten:  # else it may have been looked up before it was revoked
                self._known[credential] = (self._monotonic(), *found)
        return found

    def _look_up(self, credential: str | None) -> tuple[Principal, Memory]:
        principal = self._credentials.principal(credential)
        memory = Memory.over(self._tenants.engine(principal.tenant))
        return principal, guarded(memory, principal, noting(self._tenants, principal))

    def forget(self) -> None:
        """A key was made, changed or revoked: everybody is looked up anew."""
        with self._lock:
            self._known.clear()
            self._forgotten += 1

    def _take(self, principal: Principal) -> Allowance | None:
        own = principal.requests_per_minute
        limit = self._tenants.settings.requests_per_minute if own is None else own
        return self._limit.take(_caller(principal), limit)

    async def _refuse(
        self, scope: Scope, receive: Receive, answer: _Answer, surface: Surface, error: RecollectError
    ) -> None:
        if answer.started:
            raise error
        if isinstance(error, Exhausted):
            answer.allowance = error.allowance
        await surface.refuse(error)(scope, receive, answer)


class _Answer:
    """`send`, which notes what was answered and adds what every answer carries."""

    def __init__(self, send: Send, degraded: Callable[[], tuple[str, ...]], begun: Callable[[], None]) -> None:
        """`begun` is called once: when the answer begins, or when there will be none."""
        self._send = send
        self._degraded = degraded
        self._begun: Callable[[], None] | None = begun
        self.status = 0
        self.allowance: Allowance | None = None
        self.limited: _Limited | None = None
        self.kept_by_nobody = False
        self.request_id = observe.request_id()

    @property
    def started(self) -> bool:
        return self.status != 0

    def settle(self) -> None:
        """Nobody waits for its first byte any more."""
        begun, self._begun = self._begun, None
        if begun is not None:
            begun()

    async def __call__(self, message: Message) -> None:
        if not self.started and self.limited is not None and self.limited.exceeded:
            return  # whatever the surface makes of a body it could not read: the front says why
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.settle()
            headers = list(message.get("headers", ()))
            given = {name for name, _ in headers}
            headers.append((OWN_ID if REQUEST_ID in given else REQUEST_ID, self.request_id.encode()))
            if self.kept_by_nobody and b"cache-control" not in given:
                headers.append((b"cache-control", b"no-store"))
            if self.allowance is not None:
                told = {name.lower().encode(): text.encode() for name, text in self.allowance.headers.items()}
                headers = [*(pair for pair in headers if pair[0] not in told), *told.items()]
            if missing := self._degraded():
                headers.append((b"x-recollect-degraded", ", ".join(names(missing)).encode()))
            message = {**message, "headers": headers}
        await self._send(message)


class _Limited:
    """`receive`, which stops reading a body that is too long."""

    def __init__(self, receive: Receive, bytes_max: int, *, settable: bool = True) -> None:
        """`settable`: whether a setting says how long it may be."""
        self._receive = receive
        self._bytes_max = bytes_max
        self._settable = settable
        self._read = 0

    @property
    def exceeded(self) -> bool:
        return self._read > self._bytes_max

    @property
    def message(self) -> str:
        told = f"the body is longer than {self._bytes_max:,} bytes; send less at once"
        return f"{told}, or raise request_bytes_max" if self._settable else told

    def announced(self, length: bytes | None) -> None:
        if length is None:
            return
        if not length.isdigit():
            raise InvalidInput("the header Content-Length is not a number")
        if int(length) > self._bytes_max:
            raise TooLarge(self.message)

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._read += len(message.get("body", b""))
            if self.exceeded:
                raise TooLarge(self.message)
        return message


def _caller(who: Principal) -> str:
    """Whose requests are counted together: those of an API key, of a user, and of tokens that speak for no user those
    of whom they were given to. No name holds a NUL."""
    subject = who.token if who.user is None else None
    return "\x00".join((who.tenant, who.key_id or who.name or "", who.user or "", subject or ""))


def _require_readable(scope: Scope) -> None:
    """A path is UTF-8, and holds nothing that no name can hold."""
    raw = scope.get("raw_path") or scope["path"].encode("utf-8", "surrogateescape")
    try:
        text = unquote_to_bytes(raw.split(b"?")[0]).decode("utf-8")
        text += unquote_to_bytes(scope.get("query_string", b"").replace(b"+", b" ")).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable("the address is not valid UTF-8; encode it with percent signs") from error
    if "\x00" in text:
        raise Unreadable("the address holds a NUL character; leave it out")


class Unreadable(InvalidInput):
    """An address that is no text: not the contents of a request are wrong, it is none."""

    status_code = 400


async def _close(scope: Scope, send: Send) -> None:
    """There are no websockets here."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})

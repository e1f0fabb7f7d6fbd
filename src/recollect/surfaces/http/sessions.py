"""Signing in to the Studio: an API key becomes a session, which the browser holds and no script can read.

The session is a cookie that carries the key, encrypted with a secret of this run of the server (or with the setting
`studio_secret`, which outlives it), so it needs no table, works in every process, and ends at once when the key is
revoked. A page of another site cannot use it: the cookie stays home (SameSite=Strict), and what changes something must
come from this very origin and carry a header that no form can send.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import orjson
from anyio import to_thread
from cryptography.fernet import Fernet, InvalidToken
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from recollect.assemble.tenants import Tenants
from recollect.errors import Forbidden, InvalidInput, RecollectError, TooLarge
from recollect.model.principal import Principal
from recollect.surfaces.http.problems import refusal
from recollect.surfaces.http.surface import Surface

PATH = "/studio/session"
HEADER = b"x-recollect-studio"
LASTS_S = 7 * 86_400
KEY_BYTES_MAX = 2_500
"""Encrypted it is a third longer, and browsers take cookies of 4,096 bytes."""
BODY_BYTES_MAX = 16_384
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
Who = Callable[[str | None], Awaitable[Principal]]


class Sessions:
    """Makes sessions of credentials, and credentials of sessions."""

    def __init__(self, tenants: Tenants, secret: bytes | None = None) -> None:
        self._tenants = tenants
        self._box = Fernet(_own(tenants.settings.studio_secret) or secret or Fernet.generate_key())

    def seal(self, credential: str) -> str:
        text = credential.encode("utf-8", "surrogatepass")
        if len(text) > KEY_BYTES_MAX:
            raise TooLarge("this credential is too long for a session of the browser; sign in with an API key")
        return self._box.encrypt_at_time(text, self._now()).decode()

    def credential(self, method: str, headers: Mapping[bytes, bytes]) -> str | None:
        """Whose session a request belongs to; None: to nobody's that still holds."""
        sealed = _cookie(headers)
        if sealed is None:
            return None
        try:
            text = self._box.decrypt_at_time(sealed.encode(), LASTS_S, self._now()).decode("utf-8", "surrogatepass")
        except (InvalidToken, UnicodeError):
            return None
        require_own_page(method, headers)
        return text

    def _now(self) -> int:
        return int(self._tenants.now().timestamp())


def _own(secret: str | None) -> bytes | None:
    """The key of sessions that a person's own secret stands for."""
    if secret is None:
        return None
    return urlsafe_b64encode(sha256(b"recollect studio session\0" + secret.encode("utf-8", "surrogatepass")).digest())


def require_own_page(method: str, headers: Mapping[bytes, bytes]) -> None:
    """What a session asks for comes from the Studio itself."""
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    if origin and _host(origin) != host.lower():
        raise Forbidden("a session answers to the pages of this server alone; send an API key from elsewhere")
    if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
        raise Forbidden("a session answers to the pages of this server alone; send an API key from elsewhere")
    if method not in SAFE and not headers.get(HEADER):
        raise Forbidden("a session changes nothing without the header X-Recollect-Studio; send an API key instead")


def create(tenants: Tenants, sessions: Sessions, who: Who) -> Surface:
    """The route that signs in and out, and says who one is."""

    async def told(principal: Principal, *, auth: str) -> JSONResponse:
        files = await to_thread.run_sync(_has_files, tenants, principal)
        fields = {name: getattr(principal, name) for name in ("tenant", "user", "role", "name")}
        return JSONResponse({"signed_in": True, "auth": auth, **fields, "workspace": files}, headers=NEVER_KEPT)

    async def look(request: Request) -> Response:
        if tenants.settings.auth == "off":
            return await told(await who(None), auth="off")
        credential = sessions.credential("GET", dict(request.headers.raw))
        if credential is None:
            return JSONResponse({"signed_in": False, "auth": "on"}, headers=NEVER_KEPT)
        return await told(await who(credential), auth="on")

    async def enter(request: Request) -> Response:
        require_own_page("POST", dict(request.headers.raw))
        key = _key(await _body(request))
        answer = await told(await who(key), auth=tenants.settings.auth)
        _set(answer, request, sessions.seal(key), LASTS_S)
        return answer

    async def leave(request: Request) -> Response:
        require_own_page("DELETE", dict(request.headers.raw))
        answer = Response(status_code=204, headers=NEVER_KEPT)
        _set(answer, request, "", 0)
        return answer

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, RecollectError)
        answer = refusal(error)
        if request.method == "GET" and error.code == "unauthorized":
            _set(answer, request, "", 0)  # the key was revoked: the browser may forget it
        return answer

    app = Starlette(
        routes=[
            Route(PATH, look, methods=["GET"]),
            Route(PATH, enter, methods=["POST"]),
            Route(PATH, leave, methods=["DELETE"]),
        ],
        exception_handlers={RecollectError: refused},
    )
    return Surface(name="session", app=app, exact=frozenset({PATH}), public=frozenset({PATH}))


NEVER_KEPT = {"Cache-Control": "no-store"}


def _has_files(tenants: Tenants, principal: Principal) -> bool:
    """Whether there is a workspace that this principal may ask for."""
    made = tenants.engine(principal.tenant)
    return made.files.configured and (principal.user is None or made.settings.workspace_user in ("", principal.user))


async def _body(request: Request) -> Any:
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > BODY_BYTES_MAX:
            raise TooLarge('a sign-in is a short JSON object: {"key": "…"}')
        parts.append(part)
    try:
        return orjson.loads(b"".join(parts))
    except orjson.JSONDecodeError as error:
        raise InvalidInput('a sign-in is a JSON object: {"key": "…"}') from error


def _key(body: Any) -> str:
    key = body.get("key") if isinstance(body, dict) else None
    if not isinstance(key, str) or not key.strip():
        raise InvalidInput("give the API key as `key`; `recollect keys create` makes one")
    return key.strip()


def _set(answer: Response, request: Request, value: str, max_age_s: int) -> None:
    answer.set_cookie(
        _name(request.headers.get("host", "").encode("latin-1")),
        value,
        max_age=max_age_s,
        path=request.scope.get("root_path") or "/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _cookie(headers: Mapping[bytes, bytes]) -> str | None:
    given = headers.get(b"cookie")
    if not given:
        return None
    try:
        found = SimpleCookie(given.decode("latin-1")).get(_name(headers.get(b"host", b"")))
    except CookieError:
        return None
    return found.value if found is not None and found.value else None


def _name(host: bytes) -> str:
    """Cookies do not know ports: two servers of one machine would sign each other out."""
    port = host.decode("latin-1").rpartition(":")[2]
    return f"recollect_session_{port}" if port.isascii() and port.isdigit() else "recollect_session"


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""

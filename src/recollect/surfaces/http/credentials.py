"""Who sends a request: an API key, a token of another issuer, or on a loopback server without auth, the owner.

Keys are taken as each client sends them: `Authorization: Bearer KEY`, `Token KEY`, `ApiKey KEY`, or `x-api-key`.
"""

from __future__ import annotations

import hmac
import logging
import math
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import jwt

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.config import Settings
from recollect.errors import Forbidden, InvalidInput, IssuerUnavailable, Unauthorized
from recollect.model.principal import ACCESS_ROLES, ADMIN, READ, Principal
from recollect.model.scope import Scope

SCHEMES = ("bearer", "token", "apikey", "basic")
SUBJECT_CHARS_MAX = 255
ALGORITHMS = ("RS256", "RS384", "RS512", "ES256", "ES384", "EdDSA", "PS256")
"""Of tokens whose key is public; a shared secret allows HS256 and no other, so that one cannot pose as the other."""
CLOCK_SKEW_S = 30
JWKS_KEPT_S = 300
JWKS_TIMEOUT_S = 5
JWKS_AGAIN_S = 10.0
KEY_CHARS_MAX = 8192
DEFAULT_PORTS = {"http": 80, "https": 443}
log = logging.getLogger("recollect.http")


def sent(headers: Mapping[bytes, bytes]) -> str | None:
    """The credential of a request, however it was sent."""
    given = headers.get(b"authorization")
    if given:
        scheme, _, rest = given.decode("latin-1").strip().partition(" ")
        text = rest.strip() if scheme.lower() in SCHEMES and rest.strip() else given.decode("latin-1").strip()
    else:
        text = (headers.get(b"x-api-key") or b"").decode("latin-1").strip()
    return text[:KEY_CHARS_MAX] or None


class NoCredential(Unauthorized):
    """Nothing was sent that could be looked at; some surfaces tell this apart."""


class Credentials:
    """Turns what was sent into a principal."""

    def __init__(self, tenants: Tenants) -> None:
        self._tenants = tenants
        self._jwks: jwt.PyJWKClient | None = None
        self._lock = threading.Lock()
        self._fetched = -math.inf

    def principal(self, text: str | None) -> Principal:
        """Blocking: it asks the store, and for a new signing key the issuer."""
        settings = self._tenants.settings
        anybody = Principal(tenant=settings.tenant, name="no-auth") if settings.auth == "off" else None
        if text is None:
            if anybody is not None:
                return anybody
            raise NoCredential(
                "no credential was sent; send `Authorization: Bearer KEY` (`recollect keys create` makes a key)"
            )
        fixed = settings.api_key
        if fixed and hmac.compare_digest(fixed.encode(), text.encode("utf-8", "surrogatepass")):
            return Principal(tenant=settings.tenant, name="api_key")
        if looks_like_token(text) and (settings.jwt_jwks_url or settings.jwt_key):
            return self._from_token(text, settings)
        try:
            return self._tenants.keys.principal(text)
        except Unauthorized:
            if anybody is not None:  # clients that cannot do without a key are given a made-up one
                return anybody
            raise

    def _from_token(self, text: str, settings: Settings) -> Principal:
        try:
            claims = self._claims(text, settings)
        except jwt.PyJWTError as error:
            raise Unauthorized(f"the token is not accepted: {error}; get a new one from its issuer") from error
        return principal_of(claims, settings)

    def _claims(self, text: str, settings: Settings) -> dict[str, Any]:
        options: Any = {"require": ["exp"], "verify_aud": settings.jwt_audience is not None}
        key: Any
        if settings.jwt_jwks_url is not None:
            key, algorithms = self._public_key(text, settings.jwt_jwks_url), list(ALGORITHMS)
        else:
            key = settings.jwt_key
            algorithms = list(ALGORITHMS) if str(key).lstrip().startswith("-----BEGIN") else ["HS256"]
        found: dict[str, Any] = jwt.decode(
            text,
            key,
            algorithms=algorithms,
            issuer=settings.jwt_issuer,
            audience=settings.jwt_audience,
            leeway=CLOCK_SKEW_S,
            options=options,
        )
        return found

    def _public_key(self, text: str, url: str) -> Any:
        """The issuer's key that signed it. A key that is not known is looked for at the issuer's now and then, and not
        for every token somebody makes up."""
        name = jwt.get_unverified_header(text).get("kid")
        with self._lock:
            if self._jwks is None or self._jwks.uri != url:
                self._jwks = jwt.PyJWKClient(url, lifespan=JWKS_KEPT_S, timeout=JWKS_TIMEOUT_S)
            for refresh in (False, True):
                if refresh and time.monotonic() - self._fetched < JWKS_AGAIN_S:
                    break
                if refresh:
                    self._fetched = time.monotonic()
                for one in _published(self._jwks, refresh=refresh):
                    if one.key_id == name:
                        return one.key
        raise Unauthorized("the token is signed with a key that its issuer does not publish")


def _published(jwks: jwt.PyJWKClient, *, refresh: bool) -> list[jwt.PyJWK]:
    """The issuer's keys. Whoever does not answer, or with something else, is down: no token is judged by that."""
    try:
        return jwks.get_signing_keys(refresh=refresh)
    except (jwt.PyJWKClientError, jwt.PyJWKSetError, ValueError) as error:
        log.error("jwt.issuer.unreachable", extra={"reason": str(error)})
        raise IssuerUnavailable("the keys of the token's issuer cannot be fetched now; try again") from error


def looks_like_token(text: str | None) -> bool:
    return text is not None and text.count(".") == 2


def principal_of(claims: Mapping[str, Any], settings: Settings) -> Principal:
    """Whom the claims of a verified token stand for. Without a tenant in it, it stands for nobody."""
    tenant, user = claims.get(settings.jwt_tenant_claim), claims.get(settings.jwt_user_claim)
    role = claims.get(settings.jwt_role_claim, READ)
    if not isinstance(tenant, str):
        raise Unauthorized(f"the token has no claim {settings.jwt_tenant_claim!r} that names the tenant")
    if not isinstance(role, str) or role not in ACCESS_ROLES:
        raise Unauthorized(f"the token's claim {settings.jwt_role_claim!r} must be one of {', '.join(ACCESS_ROLES)}")
    if user is None and role != ADMIN:
        raise Unauthorized(f"the token has no claim {settings.jwt_user_claim!r}; without a user it must be an admin's")
    if user is not None and not isinstance(user, str):
        raise Unauthorized(f"the token's claim {settings.jwt_user_claim!r} must be text")
    try:
        Scope(tenant=tenant, user=user)
    except InvalidInput as error:
        raise Unauthorized(f"the token names somebody who cannot be: {error}") from error
    return Principal(
        tenant=tenant, user=user, role=role, name=settings.jwt_issuer, token=":".join((role, *_subject(claims, user)))
    )


def _subject(claims: Mapping[str, Any], user: str | None) -> list[str]:
    """Whom a token was given to, else which token it is, else the user it is bound to: as far as it says."""
    told = [one for one in (claims.get("sub"), claims.get("jti"), user) if isinstance(one, str) and one][:1]
    return ["".join(sign if sign.isprintable() else "?" for sign in one[:SUBJECT_CHARS_MAX]) for one in told]


def require_local(headers: Mapping[bytes, bytes], origins: Sequence[str]) -> None:
    """Where no credential is asked for, a page in the person's browser must not be able to speak for him: not under
    another name of this machine, and not from another origin, another port of this machine included, but for those that
    are allowed (`cors_origins`)."""
    host, origin = (headers.get(name, b"").decode("latin-1") for name in (b"host", b"origin"))
    own = bool(origin) and _place(origin) in (_place(f"http://{host}"), _place(f"https://{host}"))
    foreign = bool(origin) and not own and origin not in origins and "*" not in origins
    cross = not origin and headers.get(b"sec-fetch-site") == b"cross-site"
    if not config.is_loopback(_place(f"http://{host}")[0]) or foreign or cross:
        raise Forbidden(
            "this server asks for no key, and therefore answers to this machine alone, by its own name, and to pages "
            "that it served; cors_origins names others"
        )


def _place(url: str) -> tuple[str, int | None]:
    """The host and the port of an address; neither where it is none."""
    try:
        parts = urlsplit(url)
        return parts.hostname or "", parts.port or DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return "", None

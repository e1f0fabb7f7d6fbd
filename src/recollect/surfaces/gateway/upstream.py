"""The way to the upstream: one client for all requests, its headers, and what is said when it does not answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx2

from recollect.engine.keys import PREFIX
from recollect.surfaces.gateway.options import Caller, GatewayOptions

CONNECTIONS_MAX = 2000
KEPT_ALIVE_MAX = 200
ADDRESSES_KEPT = 64
IDEMPOTENCY = "idempotency-key"
ANTHROPIC_VERSION = "2023-06-01"
BROKEN = (httpx2.TransportError, httpx2.DecodingError)
"""An answer that ends before its end, or that cannot be unpacked."""
_PASSED_ON = frozenset(
    "accept accept-language anthropic-beta anthropic-version content-encoding content-type http-referer "
    "idempotency-key openai-beta openai-organization openai-project traceparent tracestate user-agent "
    "x-client-request-id x-request-id x-title".split()
)
_PASSED_ON_PREFIXES = ("x-stainless-",)
"""A list of what goes on, not of what stays: a caller's key may come in any header."""
_HOP_BY_HOP = frozenset(
    "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding "
    "upgrade date server set-cookie content-length".split()
)
_NOT_BACK = _HOP_BY_HOP | {"x-api-key", "authorization"}
_NOT_BACK_PREFIXES = ("x-recollect-", "access-control-")
"""Which pages may read an answer is this server's to say, not the upstream's."""
_SECRET_PARAMETERS = frozenset("api_key api-key apikey key token access_token authorization x-api-key".split())


class UpstreamFailed(Exception):
    """No answer, or only a part of one."""

    def __init__(self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.headers = headers or {}
        self.status = status
        self.code = code
        self.message = message


class Upstream:
    """Sends requests on. The client is made here and not for the first request: it loads certificates and packages."""

    def __init__(self, options: GatewayOptions) -> None:
        self._options = options
        self.url = options.upstream.rstrip("/") if options.upstream else None
        self._client = httpx2.AsyncClient(
            timeout=httpx2.Timeout(options.timeout_s, connect=options.connect_timeout_s),
            limits=httpx2.Limits(max_connections=CONNECTIONS_MAX, max_keepalive_connections=KEPT_ALIVE_MAX),
        )

    async def close(self) -> None:
        await self._client.aclose()

    async def send(
        self,
        method: str,
        path: str,
        *,
        query: str = "",
        headers: Mapping[str, str],
        caller: Caller,
        content: bytes | None = None,
        plain: bool = False,
    ) -> httpx2.Response:
        """The answer, its body still to come. `plain`: ask for it uncompressed, because it is going to be read."""
        if self.url is None:
            raise UpstreamFailed(
                503,
                "not_configured",
                "this server has no upstream model; set gateway_upstream (RECOLLECT_GATEWAY_UPSTREAM) to a base URL "
                "that ends in /v1",
            )
        sent = self._headers(path, headers)
        if IDEMPOTENCY in sent:
            sent[IDEMPOTENCY] = f"{mark(caller)}-{sent[IDEMPOTENCY]}"
        if plain:
            sent["accept-encoding"] = "identity"
        try:
            url = _parsed(f"{self.url}{path}{_query(query)}")
            request = self._client.build_request(method, url, headers=_as_sent(sent), content=content)
            response = await self._client.send(request, stream=True)
        except (httpx2.TransportError, httpx2.InvalidURL) as error:
            raise failure(error, self._options.timeout_s) from error
        if response.has_redirect_location:
            await response.aclose()
            raise _redirected(response.status_code)
        return response

    def failure(self, error: Exception) -> UpstreamFailed:
        return failure(error, self._options.timeout_s)

    def _headers(self, path: str, given: Mapping[str, str]) -> dict[str, str]:
        sent = {
            name: value for name, value in given.items() if name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIXES)
        }
        sent["accept-encoding"] = given.get("accept-encoding", "identity")
        key = self._options.upstream_key
        anthropic = path.startswith("/messages")
        if anthropic:
            sent.setdefault("anthropic-version", ANTHROPIC_VERSION)
        if key and anthropic:
            sent["x-api-key"] = key
        if key and not (anthropic and _host(self.url).endswith("anthropic.com")):
            sent["authorization"] = f"Bearer {key}"
        return sent


def _as_sent(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """As the caller wrote them: what is not ASCII arrived as Latin-1, whatever it was meant as."""
    return [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers.items()]


def _redirected(status: int) -> UpstreamFailed:
    """Not passed on: the caller's client would go there itself, and take his key and his conversation with it."""
    return UpstreamFailed(
        502,
        "upstream_redirects",
        f"the upstream model is somewhere else now (it answered {status}); set gateway_upstream to its new address",
    )


def failure(error: Exception, timeout_s: float) -> UpstreamFailed:
    if isinstance(error, httpx2.TimeoutException):
        return UpstreamFailed(504, "upstream_timeout", f"the upstream model said nothing for {timeout_s:g} s")
    kind = type(error).__name__
    return UpstreamFailed(502, "upstream_unreachable", f"the upstream model could not be reached, or hung up ({kind})")


def mark(caller: Caller) -> str:
    """Whose something is, where all callers are one: without it, two who use one key for retries get each other's
    answers."""
    return hashlib.sha256(json.dumps([caller.tenant, caller.user]).encode()).hexdigest()[:32]


def passed_back(headers: Iterable[tuple[str, str]], *, decoded: bool = False) -> dict[str, str]:
    """The upstream's headers as they go to the caller; `decoded`: the body no longer is as they say."""
    return {
        name.lower(): value
        for name, value in headers
        if name.lower() not in _NOT_BACK
        and not name.lower().startswith(_NOT_BACK_PREFIXES)
        and not (decoded and name.lower() == "content-encoding")
    }


def _query(given: str) -> str:
    """The query without what may be the caller's key."""
    kept = [
        (name, value)
        for name, value in parse_qsl(given, keep_blank_values=True)
        if name.lower() not in _SECRET_PARAMETERS and not _is_key(name) and not _is_key(value)
    ]
    return f"?{urlencode(kept)}" if kept else ""


def _is_key(text: str) -> bool:
    return text.strip().startswith(PREFIX)


@lru_cache(maxsize=ADDRESSES_KEPT)
def _parsed(url: str) -> httpx2.URL:
    """Requests go to the same few addresses again and again."""
    return httpx2.URL(url)


def _host(url: str | None) -> str:
    return urlsplit(url or "").hostname or ""

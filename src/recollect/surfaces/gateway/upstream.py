"""The way to the upstream: one client for all requests, its headers, and what is said when it does not answer."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import logging
import os
import time
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlencode, urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx2
from yarl import URL

from recollect.engine.keys import PREFIX
from recollect.surfaces.gateway.cost import REASON_CHARS_MAX
from recollect.surfaces.gateway.options import Caller, GatewayOptions

log = logging.getLogger("recollect.gateway")
CONNECTIONS_MAX = 2000
KEPT_ALIVE_S = 4.0
"""Many servers hang up after five: a request on its way meanwhile would be lost."""
ASKED_AGAIN_MAX = 2
"""Several kept connections may have been hung up on at once."""
AT_ONCE_S = 0.25
"""An upstream that hangs up later than this may have read the request, and worked on it."""
REUSED_AT = "reused_at"
HEADER_BYTES_MAX = 64 * 1024
AT_ONCE_BYTES_MAX = 1024 * 1024
"""A longer request is sent piece by piece, so that the loop does other things between them."""
ADDRESSES_KEPT = 64
IDEMPOTENCY = "idempotency-key"
ANTHROPIC_VERSION = "2023-06-01"
BROKEN = (aiohttp.ClientError, TimeoutError)
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
_REDIRECTS = (301, 302, 303, 307, 308)
_NOT_BACK = frozenset(name.encode() for name in (*_HOP_BY_HOP, "x-api-key", "authorization"))
_NOT_BACK_DECODED = _NOT_BACK | {b"content-encoding"}
_NOT_BACK_PREFIXES = (b"x-recollect-", b"access-control-")
"""Which pages may read an answer is this server's to say, not the upstream's."""
Pairs = list[tuple[bytes, bytes]]
"""Headers as they are sent: names in small letters, and one that is said twice stands twice."""
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
    """Sends requests on. What the client needs is made here, not for the first request: certificates take a while."""

    def __init__(self, options: GatewayOptions) -> None:
        self._options = options
        self.url = options.upstream.rstrip("/") if options.upstream else None
        self._certificates = httpx2.create_ssl_context()
        self._proxy = _proxy(self.url)
        self._session: aiohttp.ClientSession | None = None
        """Made in the loop that uses it."""

    async def close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close()

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
    ) -> aiohttp.ClientResponse:
        """The answer, its body still to come, packed as it is. `plain`: it is going to be read, so it is asked for
        uncompressed."""
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
            async with asyncio.timeout(_longest_s(self._options)):
                url = _parsed(self.url, f"{path}{_query(query)}", "authorization" in sent)
                response = await self._request(method, url, _as_sent(sent), content)
        except (*BROKEN, ValueError) as error:
            raise self.failure(error) from error
        if response.status in _REDIRECTS and "location" in response.headers:
            response.close()
            raise _redirected(response.status)
        return response

    async def _request(
        self, method: str, url: URL, headers: Mapping[str, str], content: bytes | None
    ) -> aiohttp.ClientResponse:
        """Asked again where the upstream hung up, at once and without a word, on a connection that was kept from an
        earlier request: it did so because nothing was asked for a while, or its answer was over, and has not read this
        one. Whoever takes longer may have worked on it, and would do so again."""
        for left in range(ASKED_AGAIN_MAX, -1, -1):
            kept: dict[str, float] = {}
            try:
                return await self._opened().request(
                    method,
                    url,
                    headers=headers,
                    data=_in_pieces(content),
                    allow_redirects=False,
                    auto_decompress=False,  # it fails where it cannot
                    trace_request_ctx=kept,
                )
            except (aiohttp.ServerDisconnectedError, aiohttp.ClientConnectionResetError) as error:
                if not left or not _is_unread(error, kept.get(REUSED_AT)):
                    raise
        raise AssertionError("the last time ends in an answer or an error")

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            options = self._options
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    limit=CONNECTIONS_MAX, keepalive_timeout=KEPT_ALIVE_S, ssl=self._certificates
                ),
                trace_configs=[_noting_reuse()],
                cookie_jar=aiohttp.DummyCookieJar(),  # one caller's cookies are not another's
                timeout=aiohttp.ClientTimeout(
                    total=None, sock_connect=options.connect_timeout_s, sock_read=options.timeout_s
                ),
                proxy=self._proxy,
                skip_auto_headers=("content-type", "user-agent"),
                max_line_size=HEADER_BYTES_MAX,
                max_field_size=HEADER_BYTES_MAX,
            )
        return self._session

    def failure(self, error: Exception) -> UpstreamFailed:
        """What the caller is told; why it is, which is the operator's to know, is in the log."""
        failed = failure(error, self._options)
        fields = {"host": _address(self.url), "code": failed.code, "error": type(error).__name__}
        if reason := _reason(error):
            fields["reason"] = reason
        log.warning("gateway.upstream.failed", extra=fields)
        return failed

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


def _as_sent(headers: Mapping[str, str]) -> dict[str, str]:
    """As the caller wrote them: what is not ASCII arrived as Latin-1, whatever it was meant as, and leaves as UTF-8."""
    return {name: value if value.isascii() else _meant(value) for name, value in headers.items()}


def _meant(value: str) -> str:
    try:
        return value.encode("latin-1").decode()
    except UnicodeError:
        return value


def _noting_reuse() -> aiohttp.TraceConfig:
    """Tells a request that it goes over a connection of an earlier one, and since when."""

    async def note(session: object, context: SimpleNamespace, params: object) -> None:
        context.trace_request_ctx[REUSED_AT] = time.monotonic()

    config = aiohttp.TraceConfig()
    config.on_connection_reuseconn.append(note)
    return config


def _is_unread(error: Exception, reused_at: float | None) -> bool:
    """Whether who hung up cannot have done anything with the request. `reused_at`: None on a new connection. An error
    that has a message of its own has what came of an answer."""
    if reused_at is None or time.monotonic() - reused_at > AT_ONCE_S:
        return False
    return isinstance(getattr(error, "message", ""), str)


def _in_pieces(content: bytes | None) -> bytes | io.BytesIO | None:
    return content if content is None or len(content) <= AT_ONCE_BYTES_MAX else io.BytesIO(content)


def _proxy(url: str | None) -> str | None:
    """What the environment says. Read here, because a client that trusts the environment also sends the passwords of
    the operator's .netrc."""
    asked = urlsplit(url or "")
    if not asked.hostname or proxy_bypass(asked.netloc):
        return None
    known = getproxies()
    proxy = known.get(asked.scheme) or known.get("all")
    return proxy if proxy is None or "://" in proxy else f"http://{proxy}"


def _redirected(status: int) -> UpstreamFailed:
    """Not passed on: the caller's client would go there itself, and take his key and his conversation with it."""
    return UpstreamFailed(
        502,
        "upstream_redirects",
        f"the upstream model is somewhere else now (it answered {status}); set gateway_upstream to its new address",
    )


def failure(error: Exception, options: GatewayOptions) -> UpstreamFailed:
    if isinstance(error, TimeoutError):
        return UpstreamFailed(504, "upstream_timeout", f"the upstream model {_late(error, options)}")
    kind = type(error).__name__
    return UpstreamFailed(502, "upstream_unreachable", f"the upstream model could not be reached, or hung up ({kind})")


def _late(error: TimeoutError, options: GatewayOptions) -> str:
    """What took too long, and how long that was."""
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return f"could not be connected to within {options.connect_timeout_s:g} s"
    if isinstance(error, aiohttp.ServerTimeoutError):
        return f"said nothing for {options.timeout_s:g} s"
    return f"did not begin to answer within {_longest_s(options):g} s"


def _longest_s(options: GatewayOptions) -> float:
    """Until an answer begins, however slowly the request is taken."""
    return options.connect_timeout_s + 2 * options.timeout_s


def _reason(error: Exception) -> str:
    """What the system says of it. Nothing else: other messages may quote the address with its password, or what was
    said."""
    cause = getattr(error, "certificate_error", None) or getattr(error, "os_error", None)
    if isinstance(cause, OSError):
        return (cause.strerror or str(cause))[:REASON_CHARS_MAX]
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else ""


def mark(caller: Caller) -> str:
    """Whose something is, where all callers are one: without it, two who use one key for retries get each other's
    answers."""
    return hashlib.sha256(json.dumps([caller.tenant, caller.user]).encode()).hexdigest()[:32]


def passed_back(headers: Iterable[tuple[bytes, bytes]], *, decoded: bool = False) -> Pairs:
    """The upstream's headers as they go to the caller; `decoded`: the body no longer is as they say."""
    kept_here = _NOT_BACK_DECODED if decoded else _NOT_BACK
    return [
        (small, value)
        for name, value in headers
        if (small := name.lower()) not in kept_here and not small.startswith(_NOT_BACK_PREFIXES)
    ]


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
def _parsed(base: str, path: str, key: bool) -> URL:
    """Requests go to the same few addresses again and again. `key`: a password in the address stands back for it."""
    url = URL(base)
    return URL(f"{url.with_user(None) if key else url}{path}", encoded=True)


def _host(url: str | None) -> str:
    return urlsplit(url or "").hostname or ""


def _address(url: str | None) -> str:
    """Host and port, without a password."""
    return urlsplit(url or "").netloc.rpartition("@")[2]

"""Requests to a server: time-outs, a few retries, and its refusals as the errors of `recollect.errors`.

A request is sent again only when that can do no harm: reads, and writes, which carry an Idempotency-Key, so that the
server does them once. Sent again is what never reached it (no connection), what it could not do just now (503), and a
write whose first sending is still being answered. What timed out is not: the server may be busy with it.
"""

from __future__ import annotations

import json
import math
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2

from recollect import errors
from recollect.errors import (
    Closed,
    InvalidInput,
    OverBudget,
    RateLimited,
    RecollectError,
    StoreUnavailable,
    Unauthorized,
    unwritten,
)
from recollect.model.paths import private_file, target_file
from recollect.version import VERSION

TRIES_MAX = 4
FIRST_WAIT_S = 0.1
WAIT_S_MAX = 5.0
"""The longest pause between two tries, whatever the server says."""
CONNECT_S = 10.0
CONNECTIONS_MAX = 100
SHOWN_CHARS = 200
NO_ROUTE = "Not Found"
"""How the answer of a server to an address that it does not know begins; of a record that is not there it says what."""
_NO_TLS = ("wrong_version_number", "wrong version number", "record layer failure")
"""What versions of OpenSSL say of a server that speaks plain HTTP."""

Query = Mapping[str, Any]


class Http:
    """One server, and the credential that is sent to it. Safe to share between threads."""

    def __init__(
        self, url: str, *, api_key: str | None, timeout_s: float, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.url = _base(url)
        self._sleep = sleep
        self._timeout_s = timeout_s
        headers = {"User-Agent": f"recollect/{VERSION}", "Accept": "application/json"}
        if api_key is not None:
            headers["Authorization"] = f"Bearer {_header(api_key)}"
        self._client: httpx2.Client | None = httpx2.Client(
            headers=headers,
            timeout=self._timeout(),
            limits=httpx2.Limits(max_connections=CONNECTIONS_MAX, max_keepalive_connections=CONNECTIONS_MAX),
            follow_redirects=False,
        )

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def get(self, *path: str, query: Query | None = None) -> Any:
        return self._json("GET", path, query=query)

    def ask(self, *path: str, body: Any = None, query: Query | None = None, takes_s: float = 0.0) -> Any:
        """A POST that may be sent twice: a question too long for an address, or work that is done once anyway.

        `takes_s`: how long the server is asked to work on it.
        """
        content = None if body is None else encoded(body)
        return self._json("POST", path, query=query, content=content, takes_s=takes_s)

    def write(
        self,
        *path: str,
        body: Any = None,
        query: Query | None = None,
        method: str = "POST",
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        takes_s: float = 0.0,
    ) -> Any:
        """A change, done once however often it is sent."""
        sent = encoded(body) if content is None and body is not None else content
        said = {"Idempotency-Key": uuid.uuid4().hex, **(headers or {})}
        return self._json(method, path, query=query, content=sent, headers=said, takes_s=takes_s)

    def lines(self, *path: str, query: Query | None = None) -> Iterator[str]:
        """The lines of a long answer, as they come."""
        with self._streamed(path, query) as response, _reached(self.url, self._timeout_s):
            yield from response.iter_lines()

    def download(self, *path: str, target: Path) -> int:
        """An answer into a file, which is there only when all of it is; returns its bytes."""
        place = target_file(target)
        partial = place.with_name(f"{place.name}.partial")
        try:
            private_file(partial, replacing=place)
            with (
                self._streamed(path, None) as response,
                partial.open("wb") as file,
                _reached(self.url, self._timeout_s),
            ):
                for part in response.iter_bytes():
                    file.write(part)
            size = partial.stat().st_size
            partial.replace(place)
            return size
        except OSError as error:
            failed = InvalidInput(f"{target} cannot be written ({error.strerror}); choose another path")
            raise unwritten(target, error, failed) from error
        finally:
            partial.unlink(missing_ok=True)

    # --- sending ------------------------------------------------------------------------------------------------

    def _json(
        self,
        method: str,
        path: tuple[str, ...],
        *,
        query: Query | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        takes_s: float = 0.0,
    ) -> Any:
        given = {**(headers or {}), **({"Content-Type": "application/json"} if content is not None else {})}
        address, timeout = _address(self.url, path, query), self._timeout(takes_s)

        def send() -> httpx2.Response:
            client = self._open()
            with _reached(self.url, self._timeout_s + takes_s):
                return client.request(method, address, content=content, headers=given, timeout=timeout)

        response = self._tried(send)
        if response.status_code == 204:
            return None
        try:
            return response.json()
        except ValueError as error:
            raise StoreUnavailable(f"{self.url} answered with something that is not JSON; is it Recollect?") from error

    @contextmanager
    def _streamed(self, path: tuple[str, ...], query: Query | None) -> Iterator[httpx2.Response]:
        def send() -> httpx2.Response:
            client = self._open()
            with _reached(self.url, self._timeout_s):
                response = client.send(client.build_request("GET", _address(self.url, path, query)), stream=True)
                if response.status_code >= 300:
                    response.read()
                return response

        response = self._tried(send)
        try:
            yield response
        finally:
            response.close()

    def _tried(self, send: Callable[[], httpx2.Response]) -> httpx2.Response:
        """The answer, or the refusal as an error; asked again where waiting a moment may help."""
        for turn in range(TRIES_MAX):
            last = turn == TRIES_MAX - 1
            wait_s = FIRST_WAIT_S * 2**turn
            try:
                response = send()
            except NotConnected:
                if last:
                    raise
            else:
                if response.status_code < 300:
                    return response
                if last or not _passing(response):
                    raise refusal(response, self.url)
                wait_s = max(wait_s, _seconds(response) or 0.0)
            self._sleep(min(wait_s, WAIT_S_MAX))
        raise AssertionError("the last turn returns or raises")

    def _open(self) -> httpx2.Client:
        if self._client is None:
            raise Closed("this Memory is closed; open a new one")
        return self._client

    def _timeout(self, takes_s: float = 0.0) -> httpx2.Timeout:
        return httpx2.Timeout(self._timeout_s + takes_s, connect=min(CONNECT_S, self._timeout_s))


class NotConnected(StoreUnavailable):
    """The request did not reach the server, or its answer was cut off before it began."""


@contextmanager
def _reached(url: str, timeout_s: float) -> Iterator[None]:
    """What the transport says, in our words."""
    try:
        yield
    except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout) as error:
        if url.startswith("https://") and any(sign in str(error).casefold() for sign in _NO_TLS):
            plain = f"http://{url.removeprefix('https://')}"
            raise NotConnected(f"{url} answers without encryption; did you mean {plain}?") from error
        raise NotConnected(f"{url} cannot be reached ({error}); is the server running?") from error
    except httpx2.TimeoutException as error:
        raise StoreUnavailable(
            f"{url} did not answer within {timeout_s:g} s; it may still do what was asked. Raise client_timeout_s."
        ) from error
    except (httpx2.NetworkError, httpx2.RemoteProtocolError) as error:
        raise NotConnected(f"the connection to {url} broke ({error}); try again") from error
    except httpx2.HTTPError as error:
        raise StoreUnavailable(f"{url} cannot be asked: {error}") from error


# --- what is sent ---------------------------------------------------------------------------------------------------


def _base(url: str) -> str:
    """The address of a server, without a slash at its end."""
    try:
        parsed = httpx2.URL(url)
    except (httpx2.InvalidURL, TypeError) as error:
        raise InvalidInput(f"the address of the server cannot be read ({error}); write http://host:8080") from error
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise InvalidInput("the address of a server begins with http:// or https:// and names a host")
    if parsed.userinfo or parsed.query or parsed.fragment:
        raise InvalidInput("the address of a server holds no user, no ? and no #; give the key as api_key=…")
    return str(parsed).rstrip("/")


def _header(api_key: str) -> str:
    if not api_key.isascii() or not api_key.isprintable() or not api_key.strip():
        raise InvalidInput("the API key holds characters that no key has; copy it again")
    return api_key.strip()


def _address(base: str, path: tuple[str, ...], query: Query | None) -> httpx2.URL:
    given = [(name, text) for name, value in (query or {}).items() for text in _texts(value)]
    try:
        url = "/".join((base, "v1", *(quote(part, safe="") for part in path)))
        return httpx2.URL(url, params=given) if given else httpx2.URL(url)
    except UnicodeEncodeError as error:
        raise InvalidInput(f"a name in the request is not valid Unicode ({error.reason})") from error


def _texts(value: Any) -> list[str]:
    """A value of the query as text; None is left out, and a list is given one by one."""
    if value is None:
        return []
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, list | tuple):
        return [text for one in value for text in _texts(one)]
    return [value.isoformat() if isinstance(value, date) else str(value)]


def encoded(body: Any) -> bytes:
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False, default=_plain).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"this cannot be sent as JSON: {error}") from error


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Set):
        return sorted(value)
    if isinstance(value, Iterable) and not isinstance(value, bytes | bytearray):
        return list(value)
    raise TypeError(f"{type(value).__name__} is nothing that JSON knows")


# --- what is refused ------------------------------------------------------------------------------------------------


def _passing(response: httpx2.Response) -> bool:
    """Whether it may be otherwise in a moment: busy, or the first sending of this write is still being answered."""
    return response.status_code == 503 or (response.status_code == 409 and "retry-after" in response.headers)


def _seconds(response: httpx2.Response) -> float | None:
    try:
        wait_s = float(response.headers.get("retry-after", ""))
    except ValueError:
        return None
    return wait_s if math.isfinite(wait_s) and wait_s >= 0 else None


def _kinds(kind: type[RecollectError] = RecollectError) -> dict[str, type[RecollectError]]:
    found = {kind.code: kind}
    for child in kind.__subclasses__():
        if child.__module__ == errors.__name__:
            found |= _kinds(child)
    return found


KINDS = _kinds()
"""Code -> the error that has it."""


def refusal(response: httpx2.Response, url: str) -> RecollectError:
    """The error an answer stands for."""
    try:
        body = response.json()
        code, message = body["code"], body["detail"]
    except (ValueError, TypeError, KeyError):
        said = response.text.strip()[:SHOWN_CHARS]
        return StoreUnavailable(
            f"{url} answered {response.status_code} and not as Recollect does; is this its address? {said}".strip()
        )
    if code == errors.NotFound.code and message.startswith(NO_ROUTE):
        return StoreUnavailable(
            f"no Recollect server answers at {url}, or one that is older than this client; check its address and path"
        )
    kind = KINDS.get(code, RecollectError)
    if kind is Unauthorized and "Authorization" not in response.request.headers:
        return Unauthorized(f"{url} needs a key: give it as api_key=…, or set RECOLLECT_API_KEY")
    if kind is RateLimited:
        return RateLimited(message, retry_after_s=_seconds(response) or 0.0)
    if kind is OverBudget:
        return OverBudget(message, retry_after_s=_seconds(response))
    return kind(message)

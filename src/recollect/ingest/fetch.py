"""Fetching an address for somebody: one GET, with limits on where it goes, how much comes and how long it takes.

A name is resolved once, its addresses are judged, and the connection goes to the address that was judged, so that a
name server cannot give a harmless answer first and another one afterwards. TLS still checks the certificate against
the name. Every redirect is judged anew. Environment proxies are not used: they would reach what we refuse.

Written on sockets of the standard library: a limit on the whole time must also end a handshake or a header that comes
a byte at a time, and that takes closing the socket.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit, urlunsplit

from recollect.errors import Forbidden, InvalidInput, NotFound, TooLarge
from recollect.ingest.addresses import require_reachable

Resolve = Callable[[str, int], Sequence[str]]
"""Name and port -> addresses."""

STEP = 65_536
URL_CHARS_MAX = 4_096
HEADERS_SHOWN_MAX = 1_000
ADDRESSES_TRIED = 3
_ETAG = re.compile(r"[\x21-\x7e\x80-\xff ]+")
"""What can stand in a header; a stamp that somebody else made up may be anything."""
DOCUMENT_TYPES = (
    "text/", "application/pdf", "application/json", "application/xml", "application/xhtml+xml", "application/epub+zip",
    "application/vnd.openxmlformats-officedocument.", "application/csv", "application/octet-stream",
    "application/rss+xml", "application/atom+xml", "application/yaml", "application/toml", "application/javascript",
    "message/rfc822", "image/", "binary/octet-stream",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class FetchLimits:
    bytes_max: int = 50_000_000
    """On the way, and unpacked."""
    seconds_max: float = 60.0
    """For everything: names, redirects, the body."""
    redirects_max: int = 5
    types: tuple[str, ...] = DOCUMENT_TYPES
    """What a media type must begin with; none: any."""
    allow_private: tuple[str, ...] = ()
    """Hosts and networks (10.1.0.0/16) that may be reached although they are not public."""


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """What came."""

    data: bytes
    media_type: str
    """As the server declared it, with its charset."""
    url: str
    """Where it came from in the end."""
    etag: str | None = None
    last_modified: str | None = None
    unchanged: bool = False
    """The server says that it is still what the given ETag stands for; `data` is empty."""
    hops: tuple[str, ...] = ()
    """The addresses that were asked, in order."""

    @property
    def name(self) -> str:
        """The last part of the path, as the name of a file."""
        return unquote(PurePosixPath(urlsplit(self.url).path).name)


@dataclass(kw_only=True)
class _Trip:
    """One fetch: what is left of its time, and the socket to close when there is none left."""

    limits: FetchLimits
    resolve: Resolve
    tls: ssl.SSLContext | None
    ends: float
    sockets: list[socket.socket] = field(default_factory=list)
    over: bool = False

    def left(self) -> float:
        seconds = self.ends - time.monotonic()
        if seconds <= 0 or self.over:
            raise TooLarge(f"the address did not answer within {self.limits.seconds_max:g} s")
        return seconds

    def end(self) -> None:
        self.over = True
        for one in self.sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                one.close()  # it was never connected, or is closed already


def fetch(
    url: str,
    *,
    limits: FetchLimits | None = None,
    etag: str | None = None,
    resolve: Resolve | None = None,
    tls: ssl.SSLContext | None = None,
) -> Fetched:
    """GET an http(s) address. `etag` of an earlier answer: what did not change is not sent again."""
    limits = limits or FetchLimits()
    trip = _Trip(limits=limits, resolve=resolve or _resolved, tls=tls, ends=time.monotonic() + limits.seconds_max)
    timer = threading.Timer(limits.seconds_max, trip.end)
    timer.daemon = True
    timer.start()
    hops: list[str] = []
    try:
        for _ in range(limits.redirects_max + 1):
            parts = checked(url)
            url = urlunsplit(parts)
            hops.append(url)
            answer = _asked(parts, trip, etag)
            if isinstance(answer, str):
                url = _led_on(url, answer)
                continue
            return Fetched(url=url, hops=tuple(hops), **answer)
    except (OSError, http.client.HTTPException) as error:
        if trip.over or time.monotonic() >= trip.ends:  # the socket may notice before the timer does
            raise TooLarge(f"{_shown(url)} did not answer within {limits.seconds_max:g} s; nothing was read") from error
        raise InvalidInput(
            f"{_shown(url)} cannot be fetched ({_reason(error)}); see whether it can be reached"
        ) from error
    finally:
        timer.cancel()
        trip.end()
    raise InvalidInput(f"{_shown(hops[0])} leads on more than {limits.redirects_max} times; give where it ends")


def _led_on(url: str, goal: str) -> str:
    try:
        return urljoin(url, goal)
    except ValueError as error:
        raise InvalidInput(f"{_shown(url)} leads on to what is no address ({error})") from error


def checked(url: str) -> SplitResult:
    """The parts of an address that may be asked for at all."""
    if len(url) > URL_CHARS_MAX:
        raise InvalidInput(f"the address has {len(url)} characters; at most {URL_CHARS_MAX} are allowed")
    if re.search(r"[\x00-\x20\x7f\\]", url.strip()):
        raise InvalidInput(f"{_shown(url)} has blanks, control characters or backslashes in it; write them as %20")
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise InvalidInput(f"{_shown(url)} is no address ({error})") from error
    if parts.scheme not in ("http", "https"):
        raise InvalidInput(f"{_shown(url)} is no http or https address; only those are fetched")
    if parts.username is not None or parts.password is not None:
        raise InvalidInput("an address must not hold a user name or a password; take them out")
    if not host or port == 0:
        raise InvalidInput(f"{_shown(url)} names no host")
    try:
        ascii_host = host if ":" in host else host.encode("idna").decode("ascii")
    except UnicodeError as error:
        raise InvalidInput(f"{_shown(url)} names no host that can be looked up") from error
    place = (f"[{ascii_host}]" if ":" in ascii_host else ascii_host) + (f":{port}" if port else "")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    return SplitResult(parts.scheme, place, path, quote(parts.query, safe="/%:@!$&'()*+,;=?~-._"), "")


def _asked(parts: SplitResult, trip: _Trip, etag: str | None) -> str | dict[str, Any]:
    """One request: where it leads on to, or what came."""
    host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
    addresses = _looked_up(host, port, trip)
    require_reachable(host, addresses, trip.limits.allow_private)
    with _connected(parts.scheme, host, port, addresses, trip) as connection:
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        headers = {
            "Host": parts.netloc,
            "User-Agent": "recollect",
            "Accept": "*/*",
            "Accept-Encoding": "gzip, deflate",
            "Connection": "close",
        }
        if etag and _ETAG.fullmatch(etag):
            headers["If-None-Match"] = etag
        connection.putrequest("GET", target, skip_host=True, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        response = connection.getresponse()
        trip.left()
        return _answer(response, parts, trip, etag)


def _answer(
    response: http.client.HTTPResponse, parts: SplitResult, trip: _Trip, etag: str | None
) -> str | dict[str, Any]:
    shown = _shown(urlunsplit(parts))
    if response.status in (301, 302, 303, 307, 308):
        goal = response.getheader("Location")
        if not goal:
            raise InvalidInput(f"{shown} leads on to nowhere (status {response.status} without Location)")
        return goal
    kind = response.getheader("Content-Type") or ""
    told = {
        "media_type": kind[:200],
        "etag": (response.getheader("ETag") or "")[:HEADERS_SHOWN_MAX] or None,
        "last_modified": (response.getheader("Last-Modified") or "")[:HEADERS_SHOWN_MAX] or None,
    }
    if response.status == 304 and etag:
        return {**told, "data": b"", "unchanged": True}
    if response.status in (404, 410):
        raise NotFound(f"{shown} does not exist there (status {response.status})")
    if response.status in (401, 403, 407):
        raise Forbidden(f"{shown} is not open to everybody (status {response.status}); download it and give the file")
    if response.status != 200:
        raise InvalidInput(f"{shown} answered with status {response.status}; try again later")
    said = kind.partition(";")[0].strip().lower()
    if trip.limits.types and said and not said.startswith(trip.limits.types):
        raise InvalidInput(f"{shown} is {said}, which is no document; nothing was read")
    return {**told, "data": _body(response, shown, trip)}


def _body(response: http.client.HTTPResponse, shown: str, trip: _Trip) -> bytes:
    """The body, unpacked, as far as it may be large and may take time."""
    most = trip.limits.bytes_max
    too_large = TooLarge(f"{shown} is larger than {most} bytes (document_bytes_max); nothing was kept")
    if (response.length or 0) > most:
        raise too_large
    unpacking = _unpacking(response.getheader("Content-Encoding") or "", shown)
    found = bytearray()
    came = 0
    while piece := response.read1(STEP):
        trip.left()
        came += len(piece)
        try:
            found += piece if unpacking is None else unpacking.decompress(piece, most + 1 - len(found))
        except zlib.error as error:
            raise InvalidInput(f"{shown} came packed and cannot be unpacked ({error})") from error
        if came > most or len(found) > most:
            raise too_large
    trip.left()  # the end of the time looks like the end of the answer
    if response.length or (unpacking is not None and came and not unpacking.eof):
        raise InvalidInput(f"{shown} broke off before its end; try again")
    return bytes(found)


def _unpacking(encoding: str, shown: str) -> Any:
    """What unpacks a body; None: it came as it is."""
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return None
    if name not in ("gzip", "x-gzip", "deflate"):
        raise InvalidInput(f"{shown} came packed as {name}, which was not asked for")
    return zlib.decompressobj(zlib.MAX_WBITS | 32)


# --- connections ----------------------------------------------------------------------------------------------------


@contextmanager
def _connected(
    scheme: str, host: str, port: int, addresses: Sequence[str], trip: _Trip
) -> Iterator[http.client.HTTPConnection]:
    """A connection to one of the addresses that were judged; the name is only for TLS and the Host header."""
    plain = _socket(addresses, port, trip)
    connection = http.client.HTTPConnection(host, port)
    try:
        connection.sock = plain
        if scheme == "https":
            context = trip.tls or ssl.create_default_context()
            secured = context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
            trip.sockets.append(secured)
            connection.sock = secured
            secured.do_handshake()
        yield connection
    finally:
        connection.close()
        plain.close()


def _socket(addresses: Sequence[str], port: int, trip: _Trip) -> socket.socket:
    failed: OSError | None = None
    for address in addresses[:ADDRESSES_TRIED]:
        try:
            found = socket.create_connection((address, port), timeout=trip.left())
        except OSError as error:
            failed = error
            continue
        trip.sockets.append(found)
        trip.left()
        return found
    raise failed or OSError("no address")


def _looked_up(host: str, port: int, trip: _Trip) -> Sequence[str]:
    """The addresses of a name, within the time that is left: the system's resolver cannot be hurried."""
    found: list[Sequence[str]] = []
    failed: list[OSError] = []

    def look() -> None:
        try:
            found.append(trip.resolve(host, port))
        except (OSError, UnicodeError) as error:
            failed.append(error if isinstance(error, OSError) else OSError(str(error)))

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    looking.join(trip.left())
    if failed:
        raise InvalidInput(f"the host {host} is not known ({_reason(failed[0])}); see whether it is spelled right")
    if not found or not found[0]:
        raise InvalidInput(f"the host {host} was not found in time")
    return found[0]


def _resolved(host: str, port: int) -> Sequence[str]:
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in rows))


def _shown(url: str) -> str:
    """An address for a message: without what may be secret in it."""
    try:
        parts = urlsplit(url)
        place = parts.netloc.rpartition("@")[2]
    except ValueError:
        return "the address"
    return repr(urlunsplit((parts.scheme, place, parts.path, "", "")))[:300]


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not good: {error.verify_message}"
    return str(getattr(error, "strerror", None) or str(error) or type(error).__name__)

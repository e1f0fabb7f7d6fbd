"""Addresses are fetched within limits, and never where they must not lead."""

from __future__ import annotations

import gzip
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recollect.errors import ConfigError, Forbidden, InvalidInput, NotFound, RecollectError, TooLarge
from recollect.ingest.addresses import is_public
from recollect.ingest.fetch import FetchLimits, checked, fetch
from tests.loopback import Loopback, Reply

HERE = ("127.0.0.0/8",)
OPEN = FetchLimits(allow_private=HERE, seconds_max=20)
PAGE = {"Content-Type": "text/html; charset=utf-8"}


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        yield running


class Raw:
    """A server that answers each connection by a function of its own: for answers no HTTP library would give."""

    def __init__(self, speak: Callable[[socket.socket], None], tls: ssl.SSLContext | None = None) -> None:
        self._speak, self._tls = speak, tls
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Raw:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._one, args=(connection,), daemon=True).start()

    def _one(self, connection: socket.socket) -> None:
        try:
            if self._tls is not None:
                connection = self._tls.wrap_socket(connection, server_side=True)
            connection.recv(65_536)
            self._speak(connection)
        except OSError:
            return  # the other side hung up, as it should
        finally:
            connection.close()


@pytest.mark.feature("IG-02")
def test_a_page_comes_with_its_type_and_its_mark(server: Loopback) -> None:
    server.script(Reply(body=b"<p>hi</p>", headers={**PAGE, "ETag": '"v1"', "Last-Modified": "Mon"}))
    found = fetch(f"{server.url}/a/b%20c.html?q=1#part", limits=OPEN)
    assert (found.data, found.media_type) == (b"<p>hi</p>", "text/html; charset=utf-8")
    assert (found.etag, found.last_modified, found.name) == ('"v1"', "Mon", "b c.html")
    sent = server.requests[0]
    assert (sent.method, sent.headers["host"]) == ("GET", server.url.removeprefix("http://"))
    assert not {"authorization", "cookie", "referer"} & set(sent.headers)


def test_what_did_not_change_is_not_sent_again(server: Loopback) -> None:
    server.script(Reply(status=304, body=b"", headers=PAGE))
    found = fetch(server.url, limits=OPEN, etag='"v1"')
    assert (found.unchanged, found.data) == (True, b"")
    assert server.requests[0].headers["if-none-match"] == '"v1"'


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_packed_body_is_unpacked(server: Loopback, encoding: str) -> None:
    import zlib

    packed = gzip.compress(b"words " * 100) if encoding == "gzip" else zlib.compress(b"words " * 100)
    server.script(Reply(body=packed, headers={**PAGE, "Content-Encoding": encoding}))
    assert fetch(server.url, limits=OPEN).data == b"words " * 100


def test_a_redirect_is_followed_and_the_last_address_told(server: Loopback) -> None:
    server.script(
        Reply(status=301, headers={"Location": "/two"}),
        Reply(status=307, headers={"Location": f"{server.url}/three.html"}),
        Reply(body=b"end", headers=PAGE),
    )
    found = fetch(f"{server.url}/one", limits=OPEN)
    assert (found.url, len(found.hops)) == (f"{server.url}/three.html", 3)
    server.script(*[Reply(status=302, headers={"Location": "/again"})] * 6)
    with pytest.raises(InvalidInput, match="leads on more than 5 times"):
        fetch(server.url, limits=OPEN)


# --- where it must not lead -----------------------------------------------------------------------------------------

PRIVATE = [
    "127.0.0.1", "127.1.2.3", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "100.100.100.200", "168.63.129.16", "0.0.0.0", "255.255.255.255", "224.0.0.1", "192.0.2.1", "198.18.0.1",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "fe80::1", "fe80::1%eth0", "fc00::1",
    "fd00:ec2::254", "fec0::1", "ff02::1", "2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b:1::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "100::1", "nonsense",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_public_are_known(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "172.32.0.1", "2a00:1450::1"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "[::ffff:127.0.0.1]",
     "169.254.169.254", "10.0.0.1", "[fe80::1]", "[64:ff9b::7f00:1]"],
)  # fmt: skip
def test_a_host_of_this_network_is_refused_however_it_is_written(host: str) -> None:
    with pytest.raises((Forbidden, InvalidInput), match=r"not a public address|not known"):
        fetch(f"http://{host}:9/")


@pytest.mark.parametrize(
    "goal",
    ["http://[::1]/x", "http://169.254.169.254/latest/meta-data/", "http://2852039166/", "http://10.0.0.1/",
     "http://0.0.0.0/", "http://[::ffff:169.254.169.254]/"],
)  # fmt: skip
def test_a_redirect_into_this_network_is_refused(server: Loopback, goal: str) -> None:
    server.script(Reply(status=302, headers={"Location": goal}))
    with pytest.raises(Forbidden, match="not a public address"):
        fetch(server.url, limits=OPEN)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "goal", ["file:///etc/passwd", "gopher://x/", "ftp://x/", "http://a:b@example.org/", "data:,x"]
)
def test_a_redirect_to_something_else_is_refused(server: Loopback, goal: str) -> None:
    server.script(Reply(status=302, headers={"Location": goal}))
    with pytest.raises(InvalidInput, match=r"only those are fetched|user name"):
        fetch(server.url, limits=OPEN)


def test_a_name_that_resolves_into_this_network_is_refused() -> None:
    for addresses in (["10.0.0.7"], ["8.8.8.8", "127.0.0.1"], ["::ffff:10.0.0.1"]):
        with pytest.raises(Forbidden, match=r"docs\.example is at"):
            fetch("http://docs.example/", resolve=lambda host, port, found=addresses: found)  # type: ignore[misc]


def test_a_name_is_looked_up_once_and_the_connection_goes_there(server: Loopback) -> None:
    """A name server that answers differently the second time is not asked a second time."""
    port = int(server.url.rpartition(":")[2])
    asked: list[str] = []

    def resolve(host: str, _: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    server.script(Reply(body=b"ok", headers=PAGE))
    limits = FetchLimits(allow_private=("Docs.Example",))
    assert fetch(f"http://docs.example:{port}/", limits=limits, resolve=resolve).data == b"ok"
    assert asked == ["docs.example"]
    assert server.requests[0].headers["host"] == f"docs.example:{port}"


def test_proxies_of_the_environment_are_not_used(server: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    server.script(Reply(body=b"ok", headers=PAGE))
    assert fetch(server.url, limits=OPEN).data == b"ok"


@pytest.mark.parametrize(
    "url",
    ["", "example.org", "ftp://example.org/", "file:///etc/passwd", "http://", "http://a b/", "http://u:p@example.org/",
     "http://u@example.org/", "http://example.org:99999/", "http://example.org\\@10.0.0.1/", "http://x\r\nHost: y/",
     "http://[::1", "http://" + "a" * 5000, "javascript:alert(1)", f"http://{'a' * 64}.example/"],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput):
        checked(url)


def test_an_address_keeps_its_meaning_and_loses_its_fragment() -> None:
    assert checked("HTTP://Bücher.example:8080/ä?q=ü#x").geturl() == "http://xn--bcher-kva.example:8080/%C3%A4?q=%C3%BC"


def test_a_network_that_is_none_is_an_error_of_the_settings(server: Loopback) -> None:
    with pytest.raises(ConfigError, match="is no network"):
        fetch(server.url, limits=FetchLimits(allow_private=("300.0.0.0/8",)))


# --- how much, how long, what ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply, kind, message",
    [
        (Reply(status=404), NotFound, "does not exist"),
        (Reply(status=401), Forbidden, "not open to everybody"),
        (Reply(status=500), InvalidInput, "status 500"),
        (Reply(status=302), InvalidInput, "leads on to nowhere"),
        (Reply(body=b"x", headers={"Content-Type": "video/mp4"}), InvalidInput, "is video/mp4"),
        (Reply(body=b"x", headers={"Content-Type": "application/x-msdownload"}), InvalidInput, "no document"),
        (Reply(body=b"x" * 2000, headers=PAGE), TooLarge, "larger than 1000 bytes"),
        (
            Reply(body=gzip.compress(bytes(50_000_000)), headers={**PAGE, "Content-Encoding": "gzip"}),
            TooLarge,
            "larger",
        ),
        (Reply(body=b"rubbish", headers={**PAGE, "Content-Encoding": "gzip"}), InvalidInput, "cannot be unpacked"),
        (Reply(body=b"rubbish", headers={**PAGE, "Content-Encoding": "br"}), InvalidInput, "packed as br"),
        (Reply(body=b"x" * 900, headers=PAGE, cut_after=100), InvalidInput, "broke off"),
    ],
    ids=lambda value: "" if isinstance(value, Reply) else str(value),
)
def test_answers_that_cannot_be_taken_say_why(
    server: Loopback, reply: Reply, kind: type[RecollectError], message: str
) -> None:
    server.script(reply)
    most = 100_000 if reply.headers.get("Content-Encoding") == "gzip" else 1000
    with pytest.raises(kind, match=message):
        fetch(server.url, limits=FetchLimits(allow_private=HERE, bytes_max=most, seconds_max=20))


def _endless(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
    while True:
        connection.sendall(b"x" * 100_000)


def _drip(head: bytes) -> Callable[[socket.socket], None]:
    def speak(connection: socket.socket) -> None:
        connection.sendall(head)
        stop = threading.Event()
        while not stop.wait(0.05):
            connection.sendall(b"x")

    return speak


def _silent(connection: socket.socket) -> None:
    connection.recv(1)


def test_a_stream_without_end_is_cut_at_the_limit() -> None:
    with Raw(_endless) as raw, pytest.raises(TooLarge, match="larger than 3000000 bytes"):
        fetch(f"http://127.0.0.1:{raw.port}/", limits=FetchLimits(allow_private=HERE, bytes_max=3_000_000))


@pytest.mark.parametrize(
    "speak",
    [
        _drip(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"),
        _drip(b"HTTP/1.1 200 OK\r\nX-Slow: "),
        _drip(b"HT"),
        _silent,
    ],
    ids=["body", "header", "status", "silence"],
)
def test_an_answer_that_comes_a_byte_at_a_time_ends_with_the_time(speak: Callable[[socket.socket], None]) -> None:
    began = time.perf_counter()
    with Raw(speak) as raw, pytest.raises(TooLarge, match=r"within 0\.7 s"):
        fetch(f"http://127.0.0.1:{raw.port}/", limits=FetchLimits(allow_private=HERE, seconds_max=0.7))
    assert time.perf_counter() - began < 60


def test_a_handshake_without_end_ends_with_the_time() -> None:
    began = time.perf_counter()
    with Raw(_drip(b"")) as raw, pytest.raises((TooLarge, InvalidInput)):
        fetch(f"https://127.0.0.1:{raw.port}/", limits=FetchLimits(allow_private=HERE, seconds_max=0.7))
    assert time.perf_counter() - began < 60


def test_a_name_server_without_an_answer_ends_with_the_time() -> None:
    never = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        never.wait(30)
        return []

    with pytest.raises((TooLarge, InvalidInput), match=r"in time|within"):
        fetch("http://docs.example/", limits=FetchLimits(seconds_max=0.3), resolve=resolve)
    never.set()


def test_rubbish_in_place_of_an_answer_is_refused() -> None:
    with Raw(lambda connection: connection.sendall(b"SSH-2.0-OpenSSH_9\r\n")) as raw, pytest.raises(InvalidInput):
        fetch(f"http://127.0.0.1:{raw.port}/", limits=OPEN)


# --- TLS ------------------------------------------------------------------------------------------------------------


def certificate(folder: Path, host: str) -> Path:
    """A certificate of its own authority for a host, with its key, as a file."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    start = datetime(2020, 1, 1, tzinfo=UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(start).not_valid_after(start + timedelta(days=365 * 40))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    file = folder / "host.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM) + private)
    return file


def test_the_certificate_is_checked_against_the_name_though_the_address_is_pinned(tmp_path: Path) -> None:
    file = certificate(tmp_path, "docs.example")
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(file)
    trusting = ssl.create_default_context(cafile=str(file))
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok"

    def get(host: str, context: ssl.SSLContext | None) -> bytes:
        url = f"https://{host}:{raw.port}/"
        return fetch(url, limits=OPEN, resolve=lambda *_: ["127.0.0.1"], tls=context).data

    with Raw(lambda connection: connection.sendall(answer), serving) as raw:
        assert get("docs.example", trusting) == b"ok"
        with pytest.raises(InvalidInput, match="certificate is not good: Hostname mismatch"):
            get("other.example", trusting)
        with pytest.raises(InvalidInput, match="certificate is not good"):
            get("docs.example", None)


@pytest.mark.parametrize("goal", ["http://[::1", "http://[1.2.3.4]/", "//[x"])
def test_an_address_that_leads_on_to_nonsense_is_refused(server: Loopback, goal: str) -> None:
    server.script(Reply(status=302, body=b"", headers={"Location": goal}))
    with pytest.raises(InvalidInput):
        fetch(f"{server.url}/page", limits=OPEN)


@pytest.mark.parametrize("etag", ["a\r\nX-Evil: 1", "\u2603", "\x00"])
def test_a_mark_that_no_header_can_hold_is_not_sent(server: Loopback, etag: str) -> None:
    server.script(Reply(body=b"hello", headers=PAGE))
    assert fetch(f"{server.url}/page", limits=OPEN, etag=etag).data == b"hello"

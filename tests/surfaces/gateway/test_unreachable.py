"""An upstream that cannot be reached: the caller is told that it is so, the log why, and neither of them a secret."""

from __future__ import annotations

import logging
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import httpx2
import pytest

from recollect import Memory
from recollect.surfaces.gateway.options import GatewayOptions
from recollect.surfaces.gateway.upstream import Upstream
from tests.surfaces.gateway.serving import gateway
from tests.unit.ingest.test_fetch import certificate

pytestmark = pytest.mark.feature("IN-01")
BODY = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}
EVENT = "gateway.upstream.failed"


def asked(memory: Memory, upstream: str, **options: Any) -> httpx2.Response:
    with gateway(memory, upstream, **options) as url, httpx2.Client(base_url=url, timeout=60) as client:
        return client.post("/v1/chat/completions", json=BODY)


def logged(caplog: pytest.LogCaptureFixture) -> dict[str, Any]:
    (record,) = (record for record in caplog.records if record.getMessage() == EVENT)
    assert record.levelno == logging.WARNING
    return vars(record)


@contextmanager
def silent() -> Iterator[int]:
    """A port at which somebody listens and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_a_refused_port_is_told_in_the_log_with_its_address_and_without_its_password(
    memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    given = asked(memory, f"http://me:hush@127.0.0.1:{port}/v1?key=hush", key=None)
    assert (given.status_code, given.json()["error"]["code"]) == (502, "upstream_unreachable")
    line = logged(caplog)
    assert line["host"] == f"127.0.0.1:{port}"
    assert (line["code"], line["error"]) == ("upstream_unreachable", "ClientConnectorError")
    assert "Connect call failed" in line["reason"] or "refused" in line["reason"]
    assert "hush" not in caplog.text + str(line) + given.text


def test_a_host_that_nobody_knows_is_told_in_the_log(memory: Memory, caplog: pytest.LogCaptureFixture) -> None:
    assert asked(memory, "http://nowhere.invalid/v1").status_code == 502
    line = logged(caplog)
    assert (line["host"], line["error"]) == ("nowhere.invalid", "ClientConnectorDNSError")
    assert line["reason"]


def test_a_certificate_that_is_not_trusted_is_told_in_the_log(
    memory: Memory, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(tmp_path, "localhost"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_greet, args=(listening, context), daemon=True).start()
        given = asked(memory, f"https://127.0.0.1:{listening.getsockname()[1]}/v1")
    assert given.status_code == 502
    assert "certificate verify failed" in logged(caplog)["reason"]


def _greet(listening: socket.socket, context: ssl.SSLContext) -> None:
    connection, _ = listening.accept()
    with pytest.raises(ssl.SSLError), connection:
        context.wrap_socket(connection, server_side=True)


def test_who_takes_the_connection_and_not_the_greeting_is_late_by_the_time_of_connecting(
    memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    with silent() as port:
        given = asked(memory, f"https://127.0.0.1:{port}/v1", connect_timeout_s=0.2, timeout_s=77)
    assert (given.status_code, given.json()["error"]["code"]) == (504, "upstream_timeout")
    assert "could not be connected to within 0.2 s" in given.text
    assert logged(caplog)["error"] == "ConnectionTimeoutError"


def test_who_takes_the_request_and_says_nothing_is_late_by_the_time_of_silence(
    memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    with silent() as port:
        given = asked(memory, f"http://127.0.0.1:{port}/v1", timeout_s=0.2)
    assert given.status_code == 504
    assert "said nothing for 0.2 s" in given.text
    assert logged(caplog)["error"] == "SocketTimeoutError"


@pytest.mark.parametrize(
    "error",
    [
        aiohttp.ClientOSError(32, "Can not write request body for http://me:hush@host/v1?key=hush"),
        aiohttp.ConnectionTimeoutError("Connection timeout to host http://me:hush@host/v1"),
        aiohttp.ClientPayloadError("hush"),
        aiohttp.InvalidURL("http://me:hush@host"),
        ValueError("hush"),
    ],
)
def test_what_an_error_quotes_is_told_to_nobody(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    upstream = Upstream(GatewayOptions(upstream="http://me:hush@host:8/v1", upstream_key=None))
    told = upstream.failure(error)
    line = logged(caplog)
    assert "hush" not in told.message + str(line)
    assert (line["host"], line["error"]) == ("host:8", type(error).__name__)

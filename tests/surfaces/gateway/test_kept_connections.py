"""An upstream that hangs up on a kept connection at once: the request goes over another one. On a new one, or later, or
in the middle of an answer, it is told, and the upstream is asked once."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator

import httpx2
import pytest

from recollect import Memory
from recollect.surfaces.gateway import upstream
from tests.surfaces.gateway.serving import gateway, said

BODY = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}
NO_MEMORY = {"x-recollect-no-memory": "true"}


class HangsUp:
    """Answers so many requests on each connection, and hangs up on the next, after its last words."""

    def __init__(self, answers: int, last_words: bytes = b"") -> None:
        self._answers = answers
        self._last_words = last_words
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"
        self.connections = self.requests = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._socket.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return  # closed
            self.connections += 1
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        body = json.dumps(said("Hi")).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        with connection, connection.makefile("rb") as coming:
            for number in range(self._answers + 1):
                length = 0
                while (line := coming.readline().strip()) != b"":
                    name, _, value = line.partition(b":")
                    length = int(value) if name.lower() == b"content-length" else length
                if not coming.read(length):
                    return
                self.requests += 1
                if number < self._answers:
                    connection.sendall(head + body)
                elif self._last_words:
                    connection.sendall(self._last_words)


@pytest.fixture
def hangs_up(request: pytest.FixtureRequest) -> Iterator[HangsUp]:
    made = HangsUp(*request.param)
    yield made
    made.close()


@pytest.mark.parametrize("hangs_up", [(1,)], indirect=True)
def test_who_is_hung_up_on_asks_over_a_new_connection(
    memory: Memory, hangs_up: HangsUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upstream, "AT_ONCE_S", 60.0)  # on a busy machine it takes a while to be heard
    with gateway(memory, hangs_up.url) as url, httpx2.Client(base_url=url, headers=NO_MEMORY, timeout=60) as client:
        answers = [client.post("/v1/chat/completions", json=BODY) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert hangs_up.connections == 3


@pytest.mark.parametrize("hangs_up", [(0,)], indirect=True)
def test_who_is_hung_up_on_at_once_is_told_so_and_asks_once(memory: Memory, hangs_up: HangsUp) -> None:
    with gateway(memory, hangs_up.url) as url, httpx2.Client(base_url=url, headers=NO_MEMORY, timeout=60) as client:
        answer = client.post("/v1/chat/completions", json=BODY)
    assert answer.status_code == 502
    assert "hung up" in answer.text
    assert hangs_up.requests == 1


@pytest.mark.feature("IN-01")
@pytest.mark.parametrize("hangs_up", [(1,)], indirect=True)
def test_who_hangs_up_later_may_have_worked_on_it_and_is_asked_once(
    memory: Memory, hangs_up: HangsUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upstream, "AT_ONCE_S", 0.0)  # so that anything is later
    with gateway(memory, hangs_up.url) as url, httpx2.Client(base_url=url, headers=NO_MEMORY, timeout=60) as client:
        first, second = (client.post("/v1/chat/completions", json=BODY) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 502)
    assert "hung up" in second.text
    assert (hangs_up.connections, hangs_up.requests) == (1, 2)


BEGUN = [b"HTTP/1.1 200 OK\r\n", b"H", b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Le"]


@pytest.mark.parametrize("hangs_up", [(1, begun) for begun in BEGUN], indirect=True)
def test_who_hangs_up_within_an_answer_has_read_the_request_and_is_asked_once(
    memory: Memory, hangs_up: HangsUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upstream, "AT_ONCE_S", 60.0)
    with gateway(memory, hangs_up.url) as url, httpx2.Client(base_url=url, headers=NO_MEMORY, timeout=60) as client:
        first, second = (client.post("/v1/chat/completions", json=BODY) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 502)
    assert (hangs_up.connections, hangs_up.requests) == (1, 2)

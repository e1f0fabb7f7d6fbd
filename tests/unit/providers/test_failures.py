"""What may be kept of a provider's answer: the name of the error, and never a sentence."""

from __future__ import annotations

import socket
import threading

import pytest

from recollect.errors import ModelFailed
from recollect.providers.failures import code_of
from recollect.providers.http import post_json
from tests.loopback import Loopback, Reply


@pytest.mark.parametrize(
    "body, told",
    [
        ({"error": {"code": "insufficient_quota", "message": "ana's words"}}, " (insufficient_quota)"),
        ({"code": None, "type": "invalid_request_error"}, " (invalid_request_error)"),
        ('{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED"}}', " (RESOURCE_EXHAUSTED)"),
        ({"error": {"code": "Ana has a cat", "type": "x"}}, ""),
        ({"error": {"code": "ana_" * 20}}, ""),
        ({"error": "Ana_has a_cat"}, ""),
        ({"error": ["bad_input"]}, ""),
        ("no JSON: bad_input", ""),
        ("[" * 100_000, ""),
        (b'"bad_input"', ""),
        (None, ""),
    ],
)
def test_only_a_name_of_an_error_is_taken_from_an_answer(body: object, told: str) -> None:
    assert code_of(body) == told


@pytest.mark.parametrize(
    "reply, bare",
    [
        (Reply(status=500, body=b"cannot do Ana"), "it: HTTP 500"),
        (
            Reply(status=404, body={"error": {"message": "no Ana"}}),
            "it: HTTP 404. Check the model's name and the base URL",
        ),
        (Reply(body=b"Ana"), "it did not answer with JSON"),
    ],
)
def test_the_bare_message_has_none_of_the_answers_words(reply: Reply, bare: str) -> None:
    with Loopback() as server:
        server.script(reply)
        with pytest.raises(ModelFailed) as caught:
            post_json(server.url, {}, label="it", headers={}, timeout_s=5)
    assert caught.value.bare == bare
    assert str(caught.value) != bare


def test_a_line_that_is_no_http_is_an_answer_too() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with listening.accept()[0] as connection:
                connection.recv(65_536)
                connection.sendall(b"Ana has a cat\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(ModelFailed, match="Ana has a cat") as caught:
            post_json(f"http://127.0.0.1:{listening.getsockname()[1]}", {}, label="it", headers={}, timeout_s=5)
        thread.join()
    assert caught.value.bare == "it cannot be reached: BadStatusLine"


def test_what_the_system_says_stays() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(ModelFailed) as caught:
        post_json(f"http://127.0.0.1:{port}", {}, label="it", headers={}, timeout_s=5)
    assert "refused" in caught.value.bare

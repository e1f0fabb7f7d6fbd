"""The Whisper wire against a server on the loopback: what is sent, byte for byte, and every way to fail."""

from __future__ import annotations

import re

import pytest

from recollect import registry
from recollect.errors import ConfigError, ModelFailed, TooLarge
from recollect.ingest.sound import as_wav
from recollect.model.recording import Utterance
from recollect.providers.transcribers.whisper import WhisperTranscriber
from tests.loopback import Loopback, Reply

KEY = "sk-very-secret-123"
WAV = as_wav(b"\x01\x00\xff\x7f" * 8000)
HEARD = {
    "task": "transcribe",
    "language": "english",
    "duration": 1.0,
    "text": " Hello there. Bye.",
    "segments": [
        {"id": 0, "start": 0.0, "end": 0.6, "text": " Hello there."},
        {"id": 1, "start": 0.6, "end": 1, "text": " Bye."},
    ],
}


def made(server: Loopback, slept: list[float] | None = None, **given: object) -> WhisperTranscriber:
    options = {"model": "whisper-1", "base_url": server.url + "/v1", "api_key": KEY, "timeout_s": 5.0, **given}
    return WhisperTranscriber(sleep=([] if slept is None else slept).append, **options)  # type: ignore[arg-type]


@pytest.mark.feature("IG-03")
def test_the_request_is_the_documented_form_byte_for_byte(server: Loopback) -> None:
    server.script(Reply(body=HEARD))
    assert made(server).transcribe(WAV) == [
        Utterance(start_s=0.0, end_s=0.6, text="Hello there."),
        Utterance(start_s=0.6, end_s=1.0, text="Bye."),
    ]
    (request,) = server.requests
    assert (request.method, request.path) == ("POST", "/v1/audio/transcriptions")
    assert request.headers["authorization"] == f"Bearer {KEY}"
    found = re.fullmatch(r"multipart/form-data; boundary=([0-9a-f]{32})", request.headers["content-type"])
    assert found
    mark = found[1].encode()
    fields = [
        (b"model", b"whisper-1"),
        (b"response_format", b"verbose_json"),
        (b"timestamp_granularities[]", b"segment"),
    ]
    expected = b"".join(
        b"--" + mark + b'\r\nContent-Disposition: form-data; name="' + name + b'"\r\n\r\n' + value + b"\r\n"
        for name, value in fields
    )
    expected += b"--" + mark + b'\r\nContent-Disposition: form-data; name="file"; filename="sound.wav"\r\n'
    expected += b"Content-Type: audio/wav\r\n\r\n" + WAV + b"\r\n--" + mark + b"--\r\n"
    assert request.body == expected


def test_a_server_without_segments_has_said_it_all_in_one(server: Loopback) -> None:
    server.script(Reply(body={"text": " hello "}), Reply(body={"text": "  "}), Reply(body={"text": "", "segments": []}))
    hears = made(server)
    assert hears.transcribe(WAV) == [Utterance(start_s=0.0, end_s=1.0, text="hello")]
    assert hears.transcribe(WAV) == []
    assert hears.transcribe(WAV) == []


BROKEN = {
    "no JSON": Reply(body=b"{not"),
    "a list": Reply(body=[1]),
    "a text that is none": Reply(body={"text": 3}),
    "segments that are none": Reply(body={"text": "a", "segments": ["x"]}),
    "segments without times": Reply(body={"text": "a", "segments": [{"text": "a"}]}),
    "times that are no numbers": Reply(body={"text": "a", "segments": [{"start": "x", "end": 1, "text": "a"}]}),
    "times without end": Reply(body={"text": "a", "segments": [{"start": 0, "end": 10**400, "text": "a"}]}),
    "lists without end": Reply(body=b"[" * 100_000 + b"]" * 100_000),
    "cut off": Reply(body=HEARD, cut_after=20),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_answer_is_a_failure_and_not_a_crash(name: str, server: Loopback) -> None:
    server.script(*[BROKEN[name]] * 4)
    with pytest.raises(ModelFailed, match=r"whisper-1 at 127\.0\.0\.1"):
        made(server).transcribe(WAV)


def test_what_can_pass_is_tried_again_and_a_refused_key_is_not(server: Loopback) -> None:
    slept: list[float] = []
    server.script(
        Reply(status=503, body={}),
        Reply(status=429, body={}, headers={"Retry-After": "7"}),
        Reply(body=HEARD),
        Reply(status=401, body={"error": {"message": f"bad key {KEY}"}}),
    )
    hears = made(server, slept)
    assert len(hears.transcribe(WAV)) == 2
    assert slept == [1.0, 7.0]
    with pytest.raises(ModelFailed, match="Check the key") as caught:
        hears.transcribe(WAV)
    assert KEY not in str(caught.value)
    assert len(server.requests) == 4


def test_a_service_that_says_nothing_times_out(server: Loopback) -> None:
    server.script(*[Reply(hold=True)] * 4)
    with pytest.raises(ModelFailed, match=r"did not answer within 0\.2 s"):
        made(server, timeout_s=0.2).transcribe(WAV)


@pytest.mark.feature("IG-03")
def test_more_than_25_megabytes_are_refused_before_anything_is_sent(server: Loopback) -> None:
    with pytest.raises(TooLarge, match=r"at most 26,214,400"):
        made(server).transcribe(as_wav(bytes(26 * 1024 * 1024)))
    assert server.requests == []


def test_a_redirect_to_another_host_is_not_followed(server: Loopback) -> None:
    with Loopback() as other:
        server.script(Reply(status=302, body={}, headers={"Location": other.url + "/v1/audio/transcriptions"}))
        with pytest.raises(ModelFailed, match="HTTP 302"):
            made(server).transcribe(WAV)
        assert other.requests == []


def test_without_a_key_and_an_address_it_says_what_to_set() -> None:
    with pytest.raises(ConfigError, match=r"transcriber_api_key.*OPENAI_API_KEY.*transcriber_base_url"):
        registry.transcriber("whisper", {})
    with pytest.raises(ConfigError, match="unknown transcriber 'ear'; there are whisper, pocketsphinx"):
        registry.transcriber("ear", {})

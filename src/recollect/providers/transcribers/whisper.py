"""Any service that speaks OpenAI's `/audio/transcriptions`: OpenAI itself, faster-whisper, whisper.cpp, vLLM, Groq.

Over plain HTTP, no package needed. A key goes to the service it was given for: to OpenAI's own address the one of
OpenAI, to an address of one's own only `transcriber_api_key`.
"""

from __future__ import annotations

import io
import time
import wave
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from recollect.errors import ConfigError, ModelFailed, TooLarge
from recollect.model.recording import Utterance
from recollect.providers.failures import UNREADABLE
from recollect.providers.http import multipart, request_json

DEFAULT_URL: Final = "https://api.openai.com/v1"
DEFAULT_MODEL: Final = "whisper-1"
BYTES_MAX: Final = 25 * 1024 * 1024
"""Of one file, as documented."""
PIECE_S: Final = 600.0
"""19 MB of plain sound: well below the limit."""
PAUSES_S: Final = (1.0, 2.0, 4.0)


class WhisperTranscriber:
    name = "whisper"
    piece_s = PIECE_S

    def __init__(
        self,
        *,
        model: str,
        base_url: str,
        api_key: str | None,
        timeout_s: float,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.model = model
        self._url = base_url.rstrip("/") + "/audio/transcriptions"
        self._label = f"{model} at {urlsplit(base_url).hostname}"  # the whole may hold a password
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._timeout_s = timeout_s
        self._sleep = sleep

    def transcribe(self, wav: bytes) -> Sequence[Utterance]:
        if len(wav) > BYTES_MAX:
            raise TooLarge(f"{len(wav):,} bytes of sound are too many for one request; at most {BYTES_MAX:,}")
        fields = {"model": self.model, "response_format": "verbose_json", "timestamp_granularities[]": "segment"}
        body, kind = multipart(fields, {"file": ("sound.wav", "audio/wav", wav)})
        answer = self._asked(body, kind)
        return _utterances(answer, _duration_s(wav), self._label)

    def _asked(self, body: bytes, kind: str) -> Any:
        for pause in (*PAUSES_S, None):
            try:
                return request_json(
                    "POST",
                    self._url,
                    body,
                    label=self._label,
                    headers={**self._headers, "Content-Type": kind},
                    timeout_s=self._timeout_s,
                )
            except ModelFailed as error:
                if pause is None or not error.retryable or (error.retry_after_s or 0) > max(PAUSES_S) * 4:
                    raise
                self._sleep(max(pause, error.retry_after_s or 0))
        raise AssertionError("the last attempt returns or raises")


def _utterances(answer: Any, duration_s: float, label: str) -> Sequence[Utterance]:
    """Its segments; a server that gives none has said it all in one."""
    if not isinstance(answer, dict) or not isinstance(answer.get("text", ""), str):
        raise ModelFailed(f"{label} answered without a text")
    segments = answer.get("segments")
    if not segments:
        text = answer.get("text", "").strip()
        return [Utterance(start_s=0.0, end_s=duration_s, text=text)] if text else []
    try:
        return [
            Utterance(start_s=float(one["start"]), end_s=float(one["end"]), text=str(one["text"]).strip())
            for one in segments
        ]
    except UNREADABLE as error:
        raise ModelFailed(f"{label} answered segments without start, end or text") from error


def _duration_s(wav: bytes) -> float:
    with wave.open(io.BytesIO(wav), "rb") as file:
        return file.getnframes() / file.getframerate()


def create(options: Mapping[str, Any]) -> WhisperTranscriber:
    base_url, key = options.get("base_url"), options.get("api_key")
    if not base_url and not key:
        raise ConfigError(
            "the whisper transcriber needs a key: set transcriber_api_key, api_keys or OPENAI_API_KEY; "
            "or transcriber_base_url where your own server needs none"
        )
    return WhisperTranscriber(
        model=str(options.get("model") or DEFAULT_MODEL),
        base_url=str(base_url or DEFAULT_URL),
        api_key=key,
        timeout_s=float(options.get("timeout_s") or 600.0),
    )

"""Speech to text on this machine, with a model that lies inside the package: English, no network, small.

Needs `recollect[speech]`. It understands clearly spoken sentences and makes mistakes; a Whisper-compatible service is
far better and sends the sound away.
"""

from __future__ import annotations

import io
import re
import threading
import wave
from collections.abc import Mapping, Sequence
from typing import Any, Final

from recollect.errors import MissingExtra, ModelFailed
from recollect.model.recording import Utterance

FRAMES_A_SECOND: Final = 100
PIECE_S: Final = 30.0
PAUSE_FRAMES: Final = 30
"""A silence of this many frames ends what was said before it."""
_ALTERNATIVE = re.compile(r"\(\d+\)$")


class PocketsphinxTranscriber:
    """One at a time: the decoder has a state."""

    name = "pocketsphinx"
    model = "en-us"
    piece_s = PIECE_S

    def __init__(self) -> None:
        self._decoder: Any = None
        self._lock = threading.Lock()

    def transcribe(self, wav: bytes) -> Sequence[Utterance]:
        with wave.open(io.BytesIO(wav), "rb") as file:
            samples = file.readframes(file.getnframes())
        with self._lock:
            decoder = self._made()
            try:
                decoder.start_utt()
                decoder.process_raw(samples, full_utt=True)
                decoder.end_utt()
                words = [(word.word, word.start_frame, word.end_frame) for word in decoder.seg() or ()]
            except (RuntimeError, TypeError) as error:
                self._decoder = None
                raise ModelFailed(f"pocketsphinx could not hear it: {error}") from error
        return list(_utterances(words))

    def _made(self) -> Any:
        if self._decoder is None:
            try:
                from pocketsphinx import Decoder
            except ImportError as error:
                raise MissingExtra(
                    "the pocketsphinx transcriber needs an extra: pip install 'recollect[speech]'"
                ) from error
            self._decoder = Decoder(loglevel="FATAL")
        return self._decoder


def _utterances(words: Sequence[tuple[str, int, int]]) -> Sequence[Utterance]:
    """Words between two longer silences. `<sil>`, `[NOISE]` and the like are no words; `the(2)` is `the`."""
    found: list[Utterance] = []
    held: list[tuple[str, int, int]] = []

    def end() -> None:
        if held:
            text = " ".join(word for word, _, _ in held)
            start, stop = held[0][1] / FRAMES_A_SECOND, (held[-1][2] + 1) / FRAMES_A_SECOND
            found.append(Utterance(start_s=start, end_s=stop, text=text))
            held.clear()

    for word, first, last in words:
        if word.startswith(("<", "[", "+")):
            if last - first >= PAUSE_FRAMES:
                end()
        else:
            held.append((_ALTERNATIVE.sub("", word), first, last))
    end()
    return found


def create(options: Mapping[str, Any]) -> PocketsphinxTranscriber:
    return PocketsphinxTranscriber()

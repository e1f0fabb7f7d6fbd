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
RATE: Final = 16_000
MARGIN_S: Final = 0.4
"""Words begin and end more quietly than they are noticed."""
SPEECH_S_MIN: Final = 0.15
"""What is shorter is a noise."""
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
            decoder, vad = self._made()
            words: list[tuple[str, int, int]] = []
            try:
                # Silence would be heard as words, so that only stretches in which somebody speaks are decoded.
                for start, end in _spoken(samples, vad):
                    decoder.start_utt()
                    decoder.process_raw(samples[2 * start : 2 * end], full_utt=True)
                    decoder.end_utt()
                    offset = start * FRAMES_A_SECOND // RATE
                    found = decoder.seg() or ()
                    words += [(one.word, one.start_frame + offset, one.end_frame + offset) for one in found]
                    words.append(("<sil>", end, end + PAUSE_FRAMES))
            except (RuntimeError, TypeError) as error:
                self._decoder = None
                raise ModelFailed(f"pocketsphinx could not hear it: {error}") from error
        return _utterances(words)

    def _made(self) -> tuple[Any, Any]:
        if self._decoder is None:
            try:
                from pocketsphinx import Decoder, Vad
            except ImportError as error:
                raise MissingExtra(
                    "the pocketsphinx transcriber needs an extra: pip install 'recollect[speech]'"
                ) from error
            self._decoder = (Decoder(loglevel="FATAL"), Vad(Vad.LOOSE))
        made: tuple[Any, Any] = self._decoder
        return made


def _spoken(samples: bytes, vad: Any) -> list[tuple[int, int]]:
    """First and last sample of each stretch in which somebody speaks, with a margin; neighbours are one."""
    size, step = vad.frame_bytes, vad.frame_bytes // 2
    margin, least = int(MARGIN_S * RATE), int(SPEECH_S_MIN * RATE)
    runs: list[list[int]] = []  # first sample, last one, how much of it is speech
    for at in range(0, len(samples) - size + 1, size):
        if vad.is_speech(samples[at : at + size]):
            start = at // 2
            if runs and start - runs[-1][1] <= 2 * margin:
                runs[-1][1], runs[-1][2] = start + step, runs[-1][2] + step
            else:
                runs.append([start, start + step, step])
    whole = len(samples) // 2
    return [(max(0, first - margin), min(whole, last + margin)) for first, last, speech in runs if speech >= least]


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

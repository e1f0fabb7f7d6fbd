"""Speech in, text with times out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from recollect.model.recording import Utterance


class Transcriber(Protocol):
    """Something that hears.

    `transcribe` is given a WAV file of 16,000 samples a second, one channel, 16 bits, of at most `piece_s` seconds, and
    answers what was said in it, in order, with times from its beginning. Nothing was said: an empty list. It raises
    `ModelFailed` when it cannot answer. Longer recordings are cut by the caller.
    """

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def piece_s(self) -> float:
        """The longest stretch it is given at once."""

    def transcribe(self, wav: bytes) -> Sequence[Utterance]: ...

"""Recordings and videos read: what is said in them, in stretches of about half a minute, each with its time.

Hearing is a transcriber's; decoding is `recollect.ingest.sound`'s. Nothing of a video but its sound leaves here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any, Final, Protocol

from recollect.contracts.transcriber import Transcriber
from recollect.errors import NotConfigured
from recollect.model.document import Reading, Section
from recollect.model.recording import RecordingLimits, Utterance

STRETCH_S: Final = 30.0
"""A section ends with the first pause after this, …"""
STRETCH_S_MAX: Final = 60.0
"""… or here, pause or not."""
PAUSE_S: Final = 0.5
SHORT_BY_S: Final = 1.0
"""A file that is so much shorter than it says is told about."""
MEDIA_TYPES: Final = {
    "mp3": "audio/mpeg",
    "mpga": "audio/mpeg",
    "m4a": "audio/mp4",
    "wav": "audio/wav",
    "ogg": "audio/ogg",
    "oga": "audio/ogg",
    "opus": "audio/ogg",
    "flac": "audio/flac",
    "aac": "audio/aac",
    "mp4": "video/mp4",
    "mpeg": "video/mpeg",
    "webm": "video/webm",
    "avi": "video/x-msvideo",
    "mov": "video/quicktime",
    "mkv": "video/x-matroska",
}
"""End of a file's name -> what is in it."""
OFF: Final = (
    "{name} is a recording, and nothing that hears is configured: set transcriber = pocketsphinx (on this machine, "
    "English, pip install 'recollect[speech]') or transcriber = whisper (OpenAI, or transcriber_base_url)"
)


class Reader(Protocol):
    """As document services call readers."""

    def __call__(self, data: bytes, *, name: str, media_type: str, limits: Any = None) -> Reading: ...


def reader(make: Callable[[], Transcriber] | None, limits: RecordingLimits | None = None) -> Reader:
    """What reads recordings. The transcriber is made when the first one comes; None: recordings are refused."""
    own = limits or RecordingLimits()
    made: list[Transcriber] = []

    def read(data: bytes, *, name: str, media_type: str, limits: Any = None) -> Reading:
        """`limits` of documents say nothing about recordings; these have their own."""
        if make is None:
            raise NotConfigured(OFF.format(name=name))
        if not made:
            made.append(make())
        return heard(data, made[0], name=name, media_type=media_type, limits=own)

    return read


def heard(data: bytes, transcriber: Transcriber, *, name: str, media_type: str, limits: RecordingLimits) -> Reading:
    """A recording as text. Long ones are cut into pieces the transcriber takes."""
    from recollect.ingest import sound  # cold start: most processes hear nothing

    with sound.opened(data, name, limits) as opened:
        utterances = [
            Utterance(start_s=piece.start_s + one.start_s, end_s=piece.start_s + one.end_s, text=one.text)
            for piece in opened.pieces(transcriber.piece_s)
            for one in transcriber.transcribe(piece.wav)
        ]
        duration_s, told_s, tags = opened.duration_s, opened.told_s, opened.tags
    notes = []
    if told_s is not None and told_s > duration_s + SHORT_BY_S:
        notes.append(f"the file says it has {told_s:.0f} s; only {duration_s:.0f} s of sound could be read")
    sections = tuple(stretches(utterances, duration_s))
    if not sections:
        notes.append("nothing was understood in it")
    metadata = {key: tags[key] for key in ("artist", "album", "date", "creation_time") if tags.get(key)}
    return Reading(
        media_type=media_type,
        sections=sections,
        title=tags.get("title") or PurePosixPath(name).stem,
        metadata={"duration_s": round(duration_s, 1), **metadata},
        method=f"{transcriber.name}:{transcriber.model}",
        notes=tuple(notes),
    )


def stretches(utterances: Iterable[Utterance], duration_s: float) -> Iterator[Section]:
    """Sections of about half a minute that end at a pause where there is one."""
    held: list[Utterance] = []
    for one in utterances:
        text = " ".join(one.text.split())
        if not text:
            continue
        if held:
            began, ended = held[0].start_s, held[-1].end_s
            paused = ended - began >= STRETCH_S and one.start_s - ended >= PAUSE_S
            ends = ended - began >= STRETCH_S and held[-1].text.endswith((".", "?", "!", "。", "？", "！"))
            if paused or ends or one.end_s - began > STRETCH_S_MAX:
                yield _section(held, duration_s)
                held = []
        held.append(Utterance(start_s=one.start_s, end_s=max(one.start_s, one.end_s), text=text))
    if held:
        yield _section(held, duration_s)


def _section(held: list[Utterance], duration_s: float) -> Section:
    """Whole seconds: players jump to them. Worked: 12.4 to 30.2 is t=12,31."""
    start, end = math.floor(max(0.0, held[0].start_s)), math.ceil(min(held[-1].end_s, duration_s))
    return Section(text=" ".join(one.text for one in held), place=f"t={start},{max(end, start + 1)}")

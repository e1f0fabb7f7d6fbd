"""The sound of a file as plain samples, made by ffmpeg in a process of its own.

The file comes from anywhere. ffmpeg knows playlists that name other files and addresses, so only containers that hold
their own data are allowed, and no protocol but plain files; it gets no standard input, a limit of time after which it
is killed, and its output a limit of length. What it writes lies in a folder that is removed again.
"""

from __future__ import annotations

import io
import json
import subprocess
import tempfile
import wave
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which
from typing import Any, Final

from recollect.errors import InvalidInput, MissingExtra, TooLarge
from recollect.model.recording import RecordingLimits

RATE: Final = 16_000
"""Samples a second: what speech recognition is made for."""
SAMPLE_BYTES: Final = 2
LOOK_S_MAX: Final = 30.0
"""A look at a file's head takes a moment; a file that makes it take longer is refused."""
FORMATS: Final = "wav,w64,aiff,caf,au,mp3,aac,amr,flac,ogg,mov,matroska,avi,mpeg,mpegts,asf"
"""Containers that hold their own data: no playlists, no lists of files, no devices."""
BLOCK_BYTES_MAX: Final = 256 * 1024 * 1024
"""The largest piece of memory ffmpeg may ask for at once."""
SEARCH_S: Final = 10.0
"""How far from the end of a piece a quiet moment to cut at is looked for."""
QUIET_S: Final = 0.02
REASON_CHARS_MAX: Final = 300


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A stretch of sound, as a WAV file."""

    start_s: float
    wav: bytes = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class Sound:
    """Plain samples on disk, while it is open."""

    path: Path
    duration_s: float
    told_s: float | None = None
    """How long the file says its sound is; None: it does not say."""
    tags: dict[str, str] = field(default_factory=dict)
    """What the file says of itself: title, artist, date."""

    def pieces(self, piece_s: float) -> Iterator[Piece]:
        """Stretches of at most so many seconds, each cut at the quietest moment near its end."""
        with wave.open(str(self.path), "rb") as file:
            left, start = b"", 0
            while True:
                wanted = int(piece_s * RATE) * SAMPLE_BYTES - len(left)
                samples = left + file.readframes(wanted // SAMPLE_BYTES)
                if not samples:
                    return
                at_end = file.tell() >= file.getnframes()
                cut = len(samples) if at_end else _quiet(samples) * SAMPLE_BYTES
                yield Piece(start_s=start / RATE, wav=as_wav(samples[:cut]))
                left, start = samples[cut:], start + cut // SAMPLE_BYTES
                if at_end:
                    return


@contextmanager
def opened(data: bytes, name: str, limits: RecordingLimits) -> Iterator[Sound]:
    """The sound of a file or of a video, decoded. What is no sound is `InvalidInput`, too long or large `TooLarge`."""
    if not data:
        raise InvalidInput(f"{name} is empty")
    if len(data) > limits.bytes_max:
        raise TooLarge(f"{name} has {len(data):,} bytes; at most {limits.bytes_max:,} are read (media_file_bytes_max)")
    with tempfile.TemporaryDirectory(prefix="recollect-sound-") as folder:
        source, target = Path(folder) / "source", Path(folder) / "sound.wav"
        source.write_bytes(data)
        looked = _look(source, name)
        told_s = _told_s(looked)
        if told_s is not None and told_s > limits.duration_s_max:
            raise _too_long(name, limits)
        _convert(source, target, name, limits)
        duration_s = _length_s(target, name)
        if duration_s > limits.duration_s_max:
            raise _too_long(name, limits)
        yield Sound(path=target, duration_s=duration_s, told_s=told_s, tags=_tags(looked))


def as_wav(samples: bytes) -> bytes:
    """Plain samples as a WAV file."""
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(SAMPLE_BYTES)
        file.setframerate(RATE)
        file.writeframes(samples)
    return target.getvalue()


def _look(source: Path, name: str) -> dict[str, Any]:
    """What the file's head says. A file without sound is refused."""
    shown = ["-show_entries", "format=duration:format_tags:stream=codec_type,duration:stream_tags", "-of", "json"]
    done = _run("ffprobe", [*_input(source, "error"), *shown], name, LOOK_S_MAX)
    try:
        looked: dict[str, Any] = json.loads(done.stdout or b"{}")
    except ValueError:
        looked = {}
    if done.returncode != 0 or not looked.get("streams"):
        raise InvalidInput(f"{name} is no sound or video that can be read: {_reason(done, source)}")
    if not any(stream.get("codec_type") == "audio" for stream in looked["streams"]):
        raise InvalidInput(f"{name} has no sound")
    return looked


def _convert(source: Path, target: Path, name: str, limits: RecordingLimits) -> None:
    most_s = limits.duration_s_max + 1  # one more than allowed shows that there was more
    made = ["-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-ac", "1", "-ar", str(RATE)]
    plain = ["-c:a", "pcm_s16le", "-t", f"{most_s:g}", "-f", "wav", "-y", str(target)]
    done = _run("ffmpeg", ["-nostdin", *_input(source, "fatal"), *made, *plain], name, limits.convert_s_max)
    if done.returncode != 0:
        raise InvalidInput(f"the sound of {name} cannot be read: {_reason(done, source)}")


def _input(source: Path, told: str) -> list[str]:
    """`told`: which failures are; a broken file may have one in every frame."""
    allowed = ["-protocol_whitelist", "file", "-format_whitelist", FORMATS]
    return ["-hide_banner", "-v", told, "-max_alloc", str(BLOCK_BYTES_MAX), *allowed, "-i", str(source)]


def _run(program: str, arguments: Sequence[str], name: str, timeout_s: float) -> subprocess.CompletedProcess[bytes]:
    path = which(program)
    if path is None:
        raise MissingExtra(f"reading sound and video needs the program {program}: install ffmpeg (apt, brew, winget)")
    try:
        return subprocess.run(
            [path, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise TooLarge(
            f"{name} takes longer than {timeout_s:g} s to decode; it was given up (media_convert_s_max)"
        ) from error


def _reason(done: subprocess.CompletedProcess[bytes], source: Path) -> str:
    """ffmpeg's last line, without our path in it."""
    lines = done.stderr.decode("utf-8", "replace").replace(str(source), "the file").strip().splitlines()
    return (lines[-1] if lines else "unknown format")[:REASON_CHARS_MAX]


def _length_s(target: Path, name: str) -> float:
    try:
        with wave.open(str(target), "rb") as file:
            frames = file.getnframes()
    except (wave.Error, EOFError, OSError) as error:
        raise InvalidInput(f"the sound of {name} cannot be read: {error}") from error
    if not frames:
        raise InvalidInput(f"{name} has no sound: it is cut off before it begins")
    return frames / RATE


def _too_long(name: str, limits: RecordingLimits) -> TooLarge:
    return TooLarge(f"{name} is longer than {limits.duration_s_max:g} s, the most that is read (media_duration_s_max)")


def _tags(looked: dict[str, Any]) -> dict[str, str]:
    """Tags of the file, else of its first stream that has some; names in small letters."""
    found: dict[str, str] = {}
    for part in (*looked.get("streams", ()), looked.get("format", {})):
        found |= {str(name).lower(): " ".join(str(value).split()) for name, value in (part.get("tags") or {}).items()}
    return found


def _told_s(looked: dict[str, Any]) -> float | None:
    """How long the sound is by the file's own word. A video may go on after its sound has ended."""
    streams = looked["streams"]
    own = _seconds(next(stream for stream in streams if stream.get("codec_type") == "audio").get("duration"))
    if own is None and all(stream.get("codec_type") == "audio" for stream in streams):
        return _seconds(looked.get("format", {}).get("duration"))
    return own


def _seconds(text: object) -> float | None:
    try:
        return float(str(text))
    except ValueError:
        return None


def _quiet(samples: bytes) -> int:
    """How many samples lie before the quietest moment among the last seconds."""
    import numpy as np  # cold start: most processes hear nothing

    values = np.frombuffer(samples, dtype="<i2")
    step = int(QUIET_S * RATE)
    searched = min(int(SEARCH_S * RATE), len(values) // 2)
    blocks = searched // step
    if not blocks:
        return len(values)
    last = values[len(values) - blocks * step :].astype(np.float32).reshape(blocks, step)
    quietest = int(np.square(last).mean(axis=1).argmin())
    return len(values) - (blocks - quietest) * step + step // 2

"""Speech for tests: spoken by flite, put into whatever container by ffmpeg."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.programs import program

TIMEOUT_S = 120


def spoken(text: str, folder: Path) -> bytes:
    """A WAV file in which a voice says the text."""
    target = folder / "spoken.wav"
    command = [program("flite"), "-voice", "slt", "-t", text, "-o", str(target)]
    subprocess.run(command, check=True, capture_output=True, timeout=TIMEOUT_S)
    return target.read_bytes()


def converted(sound: bytes, name: str, folder: Path, *options: str) -> bytes:
    """The sound as the file that the name's ending says; videos show a blue picture meanwhile."""
    source, target = folder / "source.wav", folder / name
    source.write_bytes(sound)
    picture = ["-f", "lavfi", "-i", "color=c=blue:s=64x64:r=25"] if name.endswith(VIDEOS) else []
    made = [*picture, "-i", str(source), *(["-shortest"] if picture else []), *options]
    return _ffmpeg(*made, target=target)


def silence(seconds: int, name: str, folder: Path, *options: str) -> bytes:
    """Nothing to be heard, for so long."""
    source = ["-f", "lavfi", "-i", "anullsrc=r=16000:cl=mono", "-t", str(seconds)]
    return _ffmpeg(*source, *options, target=folder / name)


def repeated(sound: bytes, times: int, name: str, folder: Path) -> bytes:
    """The same again and again in one file, which takes a moment; making hours of sound anew takes many."""
    source = folder / f"once-{name}"
    source.write_bytes(sound)
    return _ffmpeg("-stream_loop", str(times - 1), "-i", str(source), "-c", "copy", target=folder / name)


def _ffmpeg(*arguments: str, target: Path) -> bytes:
    command = [program("ffmpeg"), "-v", "error", "-nostdin", "-y", *arguments, str(target)]
    subprocess.run(command, check=True, capture_output=True, timeout=TIMEOUT_S)
    return target.read_bytes()


VIDEOS = (".mp4", ".webm", ".avi", ".mov", ".mkv", ".mpeg")

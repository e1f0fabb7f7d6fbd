"""The sound of a file: of every container we read, of none that is hostile, and never without a limit."""

from __future__ import annotations

import io
import struct
import subprocess
import wave
from pathlib import Path

import numpy as np
import pytest

from recollect.errors import InvalidInput, MissingExtra, TooLarge
from recollect.ingest import sound
from recollect.model.recording import RecordingLimits
from tests.loopback import Loopback
from tests.speech import converted, repeated, silence, spoken

LIMITS = RecordingLimits()
pytestmark = pytest.mark.usefixtures("speaking")


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return spoken("please remember to water the garden", tmp_path_factory.mktemp("said"))


@pytest.mark.feature("IG-03")
@pytest.mark.parametrize(
    "name",
    [
        *("a.mp3", "a.mpga", "a.m4a", "a.wav", "a.ogg", "a.opus", "a.flac", "a.aac"),
        *("v.mp4", "v.mpeg", "v.webm", "v.avi", "v.mov"),
    ],
)
def test_the_sound_of_every_container_is_read(name: str, said: bytes, tmp_path: Path) -> None:
    data = converted(said, name, tmp_path, *(["-f", "mp3"] if name == "a.mpga" else ()))
    with sound.opened(data, name, LIMITS) as opened:
        assert opened.duration_s == pytest.approx(2.3, abs=0.4)
        (piece,) = opened.pieces(60)
        folder = opened.path.parent
    with wave.open(io.BytesIO(piece.wav)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16_000, 1, 2)
        heard = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2")
    assert np.abs(heard).max() > 1000
    assert not folder.exists(), "what was decoded is left behind"


HOSTILE = {
    "nothing": b"",
    "text": b"this is no sound at all\n" * 50,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(200),
    "a program": b"\x7fELF" + bytes(5000),
    "a head without a body": b"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00"
    + struct.pack("<HHIIHH", 1, 1, 8000, 16000, 2, 16),
    "a list of files": b"ffconcat version 1.0\nfile '/etc/passwd'\n",
    "an expression for a filter": b"anullsrc=d=10",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_sound_is_refused_with_a_reason(name: str) -> None:
    with (
        pytest.raises(InvalidInput, match=f"{name} (is empty|is no sound|has no sound)"),
        sound.opened(HOSTILE[name], name, LIMITS),
    ):
        pass


@pytest.mark.parametrize("kind", ["playlist", "list of files", "dash"])
def test_a_playlist_makes_nobody_fetch_anything(kind: str, tmp_path: Path) -> None:
    with Loopback() as server:
        server.files["/x.ts"] = silence(1, "x.ts", tmp_path)
        texts = {
            "playlist": f"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n{server.url}/x.ts\n#EXT-X-ENDLIST\n",
            "list of files": f"ffconcat version 1.0\nfile '{server.url}/x.ts'\n",
            "dash": f'<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><BaseURL>{server.url}/'
            "</BaseURL></Period></MPD>",
        }
        with (
            pytest.raises(InvalidInput, match="no sound or video that can be read"),
            sound.opened(texts[kind].encode(), "list.m3u8", LIMITS),
        ):
            pass
        assert server.requests == []


def test_a_video_without_sound_says_so(tmp_path: Path) -> None:
    target = tmp_path / "silent.mp4"
    made = [
        "ffmpeg",
        "-v",
        "error",
        "-nostdin",
        "-f",
        "lavfi",
        "-i",
        "color=c=blue:s=64x64:r=5",
        "-t",
        "1",
        str(target),
    ]
    subprocess.run(made, check=True)
    with (
        pytest.raises(InvalidInput, match=r"silent\.mp4 has no sound"),
        sound.opened(target.read_bytes(), "silent.mp4", LIMITS),
    ):
        pass


def test_a_file_that_was_cut_off_is_read_as_far_as_it_goes_or_refused(said: bytes, tmp_path: Path) -> None:
    with sound.opened(said[: len(said) // 2], "half.wav", LIMITS) as opened:
        assert 0.5 < opened.duration_s < 1.5
    video = converted(said, "v.mp4", tmp_path)
    with (
        pytest.raises(InvalidInput, match=r"half\.mp4 is no sound or video"),
        sound.opened(video[: len(video) // 2], "half.mp4", LIMITS),
    ):
        pass


def silent_hours(hours: float, folder: Path) -> bytes:
    minute = silence(60, "minute.mp3", folder, "-b:a", "8k")
    return repeated(minute, int(60 * hours), "long.mp3", folder)


@pytest.mark.slow
def test_a_recording_that_is_too_long_is_refused_whatever_its_head_says(tmp_path: Path) -> None:
    hours = silent_hours(3, tmp_path)
    few = RecordingLimits(duration_s_max=60)
    with pytest.raises(TooLarge, match=r"longer than 60 s.*media_duration_s_max"), sound.opened(hours, "l.mp3", few):
        pass
    endless = bytearray(silence(120, "long.wav", tmp_path))
    at = endless.index(b"data") + 4
    endless[at : at + 4] = struct.pack("<I", 1000)  # the head says a moment, the file goes on
    endless[4:8] = struct.pack("<I", 0xFFFFFFFF)
    with sound.opened(bytes(endless), "liar.wav", few) as opened:
        assert opened.duration_s <= 61


@pytest.mark.slow
def test_what_takes_too_long_to_decode_is_killed(tmp_path: Path) -> None:
    hours = silent_hours(3.5, tmp_path)
    with (
        pytest.raises(TooLarge, match=r"takes longer than 0\.1 s"),
        sound.opened(hours, "l.mp3", RecordingLimits(convert_s_max=0.1)),
    ):
        pass


def test_a_file_that_is_too_large_is_not_even_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with (
        pytest.raises(TooLarge, match=r"26,000,000 bytes; at most 25,000,000.*media_file_bytes_max"),
        sound.opened(bytes(26_000_000), "big.wav", RecordingLimits(bytes_max=25_000_000)),
    ):
        pass


def test_without_ffmpeg_it_says_what_to_install(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingExtra, match="install ffmpeg"), sound.opened(said, "a.wav", LIMITS):
        pass


def test_pieces_cover_everything_and_are_cut_where_it_is_quiet(tmp_path: Path) -> None:
    rate = sound.RATE
    loud = (np.sin(np.arange(70 * rate) * 0.1) * 12_000).astype("<i2")
    loud[22 * rate : 22 * rate + rate // 4] = 0
    with sound.opened(sound.as_wav(loud.tobytes()), "tone.wav", LIMITS) as opened:
        pieces = list(opened.pieces(30))
    assert [round(piece.start_s, 1) for piece in pieces] == [
        0.0,
        pytest.approx(22.1, abs=0.2),
        pytest.approx(47, abs=6),
    ]
    joined = b"".join(piece.wav[44:] for piece in pieces)
    assert joined == loud.tobytes()
    assert all(len(piece.wav) <= 44 + 30 * rate * 2 for piece in pieces)

"""Recordings read: real speech, heard on this machine; sections with times; a service when one was chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from recollect import Memory, NotConfigured, registry
from recollect.errors import ModelFailed
from recollect.ingest import recordings, sound
from recollect.model.document import Section
from recollect.model.recording import RecordingLimits, Utterance
from tests.loopback import Loopback, Reply
from tests.speech import converted, silence, spoken

SAID = "please remember to water the garden"
ALSO_SAID = "the doctor said that i should walk every morning"


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory, speaking: None) -> bytes:
    return spoken(SAID, tmp_path_factory.mktemp("said"))


@pytest.fixture(scope="module")
def offline() -> recordings.Reader:
    return recordings.reader(lambda: registry.transcriber("pocketsphinx", {}))


@pytest.mark.slow
@pytest.mark.feature("IG-03")
@pytest.mark.parametrize("name", ["talk.wav", "talk.mp3", "talk.ogg", "talk.mp4", "talk.webm", "talk.avi", "talk.mov"])
def test_real_speech_is_understood_offline(name: str, said: bytes, offline: recordings.Reader, tmp_path: Path) -> None:
    data = converted(said, name, tmp_path, "-metadata", "title=Summer plans")
    reading = offline(data, name=f"talks/{name}", media_type=recordings.MEDIA_TYPES[name.rpartition(".")[2]])
    (section,) = reading.sections
    assert section.text == SAID
    assert section.place == "t=0,3"
    assert reading.metadata["duration_s"] == pytest.approx(2.5, abs=0.5)
    assert reading.title == "Summer plans"
    assert reading.method == "pocketsphinx:en-us"
    assert reading.notes == ()


@pytest.mark.slow
@pytest.mark.feature("IG-03")
def test_a_long_recording_is_cited_by_the_time_something_was_said(
    said: bytes, offline: recordings.Reader, tmp_path: Path
) -> None:
    other = spoken(ALSO_SAID, tmp_path)
    with sound.opened(said, "a", RecordingLimits()) as one, sound.opened(other, "b", RecordingLimits()) as two:
        first, second = next(one.pieces(60)).wav[44:], next(two.pieces(60)).wav[44:]
    pause = bytes(2 * sound.RATE * 70)
    reading = offline(sound.as_wav(first + pause + second), name="long.wav", media_type="audio/wav")
    assert [section.text for section in reading.sections] == [SAID, ALSO_SAID]
    start, _, end = reading.sections[1].place.removeprefix("t=").partition(",")
    assert reading.sections[0].place == "t=0,3"
    assert (int(start), int(end)) == (pytest.approx(72, abs=1), pytest.approx(76, abs=1))


@pytest.mark.slow
def test_silence_is_read_as_nothing_and_says_so(offline: recordings.Reader, tmp_path: Path, speaking: None) -> None:
    reading = offline(silence(2, "s.wav", tmp_path), name="s.wav", media_type="audio/wav")
    assert reading.sections == ()
    assert reading.notes == ("nothing was understood in it",)


def lines(*spans: tuple[float, float, str]) -> list[Utterance]:
    return [Utterance(start_s=start, end_s=end, text=text) for start, end, text in spans]


STRETCHES: dict[str, tuple[list[Utterance], list[Section]]] = {
    "nothing": ([], []),
    "one": (lines((0.4, 3.2, " hello  there ")), [Section(text="hello there", place="t=0,4")]),
    "a pause after half a minute ends it": (
        lines((0, 20, "a"), (20, 31, "b"), (32, 40, "c")),
        [Section(text="a b", place="t=0,31"), Section(text="c", place="t=32,40")],
    ),
    "so does the end of a sentence": (
        lines((0, 31, "a."), (31, 40, "b")),
        [Section(text="a.", place="t=0,31"), Section(text="b", place="t=31,40")],
    ),
    "without a pause it goes on to a minute": (
        lines((0, 25, "a"), (25, 50, "b"), (50, 75, "c")),
        [Section(text="a b", place="t=0,50"), Section(text="c", place="t=50,75")],
    ),
    "empty ones and times that run backwards": (
        lines((1, 2, " "), (5, 4, "a")),
        [Section(text="a", place="t=5,6")],
    ),
    "nobody speaks after the end": (lines((10, 500, "a")), [Section(text="a", place="t=10,90")]),
}


@pytest.mark.parametrize("name", STRETCHES)
def test_sections_are_about_half_a_minute(name: str) -> None:
    said, expected = STRETCHES[name]
    assert list(recordings.stretches(said, 90.0)) == expected


class Counting:
    """A transcriber that says which piece it was given."""

    name = "counting"
    model = "1"

    def __init__(self, piece_s: float) -> None:
        self.piece_s = piece_s
        self.lengths: list[int] = []

    def transcribe(self, wav: bytes) -> Sequence[Utterance]:
        self.lengths.append(len(wav))
        return lines((1.0, 2.0, f"piece {len(self.lengths)}."))


def test_times_are_those_of_the_whole_recording(speaking: None, tmp_path: Path) -> None:
    counting = Counting(40.0)
    read = recordings.reader(lambda: counting)
    reading = read(silence(100, "s.wav", tmp_path), name="s.wav", media_type="audio/wav")
    assert len(counting.lengths) >= 3
    assert max(counting.lengths) <= 44 + 40 * 32_000
    starts = [int(section.place[2:].split(",")[0]) for section in reading.sections]
    assert starts == sorted(starts)
    assert starts[0] == 1
    assert starts[-1] > 60


@pytest.mark.slow
@pytest.mark.feature("IG-03")
def test_26_megabytes_go_to_a_service_in_pieces_below_its_limit(speaking: None, tmp_path: Path) -> None:
    data = silence(820, "s.wav", tmp_path)
    assert len(data) > 26_000_000
    with Loopback() as server:
        told = [{"start": 0.0, "end": 5.0, "text": " hello"}]
        server.script(*[Reply(body={"text": "hello", "duration": 600.0, "segments": told})] * 2)
        read = recordings.reader(lambda: registry.transcriber("whisper", {"base_url": server.url + "/v1"}))
        reading = read(data, name="s.wav", media_type="audio/wav")
        assert [len(request.body) < 25 * 1024 * 1024 for request in server.requests] == [True, True]
    assert [section.text for section in reading.sections] == ["hello", "hello"]
    assert int(reading.sections[1].place[2:].split(",")[0]) >= 585


def test_recordings_are_refused_until_something_that_hears_is_configured(memory: Memory) -> None:
    with pytest.raises(NotConfigured, match=r"transcriber = pocketsphinx.*transcriber = whisper"):
        memory.ingest(b"RIFF\x00\x00\x00\x00WAVE", name="a.wav")


@pytest.mark.slow
@pytest.mark.feature("IG-03")
def test_a_recording_that_was_read_in_is_found_by_what_was_said_and_cited_by_the_time(
    said: bytes, tmp_path: Path
) -> None:
    with Memory(tmp_path / "m.db", transcriber="pocketsphinx", worker="off") as memory:
        done = memory.ingest(said, name="talk.wav")
        assert (done.action, done.document.media_type) == ("added", "audio/wav")
        [hit] = memory.search("who waters the garden?")
        assert hit.content == SAID
        assert hit.record.provenance.reference == "talk.wav#t=0,3"
        assert memory.ingest(said, name="talk.wav").action == "unchanged"


def test_a_key_of_openai_goes_to_openai_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from recollect.assemble.media import transcriber
    from recollect.config import load

    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    environment = {"OPENAI_API_KEY": "sk-openai"}
    chosen: Callable[..., object] = lambda **given: transcriber(load(given, environment))  # noqa: E731
    assert chosen() is None
    own = chosen(transcriber="whisper")()  # type: ignore[operator]
    assert own._headers == {"Authorization": "Bearer sk-openai"}
    other = chosen(transcriber="whisper", transcriber_base_url="http://127.0.0.1:9/v1")()  # type: ignore[operator]
    assert other._headers == {}
    assert "openai" not in load({}, environment).api_keys


def test_of_a_service_that_failed_a_document_keeps_no_words(speaking: None, tmp_path: Path) -> None:
    """They go back with the call: they may quote what was sent."""
    data = silence(2, "s.wav", tmp_path)
    with Loopback() as server:
        said = Reply(body={"text": "hello", "duration": 2.0, "segments": [{"start": 0.0, "end": 1.0, "text": "hello"}]})
        server.script(said, Reply(status=400, body={"error": {"message": "no marmalade", "code": "bad_audio"}}))
        with Memory(
            tmp_path / "m.db", transcriber="whisper", transcriber_base_url=f"{server.url}/v1", worker="off"
        ) as memory:
            made = memory.ingest(data, name="talk.wav")
            with pytest.raises(ModelFailed, match="no marmalade"):
                memory.ingest(data + b"\x00" * 64, name="talk.wav")
            kept = memory.document(made.document.id)
            assert kept.error is not None
            assert "HTTP 400 (bad_audio)" in kept.error
            assert "marmalade" not in kept.error

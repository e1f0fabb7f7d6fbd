"""Pictures and sound as memory: sent only when a person turned it on, found by words and by what they show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recollect import ConfigError, Memory, NotConfigured, TooLarge
from recollect.engine.media import MEDIA_TYPES, MediaFile
from recollect.model.batch import Vectors
from recollect.model.scope import Scope
from tests.clock import Clock
from tests.loopback import Loopback, Reply, vector

MODEL = "gemini-embedding-2-preview"
PICTURE = b"\x89PNG\r\n\x1a\n the router with its antenna"
SOUND = b"ID3 a doorbell rings"
SCOPE = Scope(user="u")
DOCUMENTED = {
    "image": [".jpg", ".jpeg", ".png", ".webp", ".gif", ".heic", ".heif"],
    "audio": [".mp3", ".wav", ".ogg", ".opus", ".m4a", ".aac", ".flac"],
}


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        yield running


@pytest.fixture
def opened(tmp_path: Path, server: Loopback, clock: Clock) -> Iterator[Callable[..., Memory]]:
    held: list[Memory] = []

    def open_(**settings: Any) -> Memory:
        given = {
            "embedder": "gemini",
            "embedder_model": MODEL,
            "embedder_dim": 768,
            "embedder_base_url": server.url,
            "embedder_api_key": "g-secret",
            "multimodal": "on",
            "worker": "off",
            **settings,
        }
        held.append(Memory(tmp_path / "m.db", clock=clock, config_file=tmp_path / "none.toml", **given))
        return held[-1]

    yield open_
    for memory in held:
        memory.close()


def remember(memory: Memory, *files: MediaFile) -> None:
    """As a workspace does with files it found: the passage becomes a record, and the vector is that of the bytes."""
    embedded = memory._running.media.embed(files, SCOPE)
    assert embedded.rows is not None, embedded.reason
    assert embedded.signature is not None
    added = memory.add_many([file.passage.text for file in files], user="u")
    items = [memory.get(id).item for id in added.ids]
    store = memory._running.store
    store.write_vectors(SCOPE, Vectors(signature=embedded.signature, items=tuple(items), rows=embedded.rows))


@pytest.mark.feature("MM-01")
@pytest.mark.feature("MM-03")
def test_a_picture_and_a_sound_are_found_by_what_they_show(server: Loopback, opened: Callable[..., Memory]) -> None:
    server.sees = {PICTURE: "where is the wireless box", SOUND: "somebody is at the door"}
    memory = opened()
    memory.add_many([f"note {number}" for number in range(5)], user="u")
    remember(
        memory,
        MediaFile(path="photos/router.png", data=PICTURE),
        MediaFile(path="sounds/bell.mp3", data=SOUND),
    )
    for question, found in (
        ("where is the wireless box", "Image file: photos/router.png"),
        ("somebody is at the door", "Audio file: sounds/bell.mp3"),
    ):
        hits = memory.search(question, user="u", preset="weighted", channels="vector", k=1)
        assert [hit.content for hit in hits] == [found]
    assert memory.search("router.png", user="u", k=1)[0].content == "Image file: photos/router.png"


@pytest.mark.feature("MM-01")
def test_bytes_are_sent_in_geminis_own_form(server: Loopback, opened: Callable[..., Memory]) -> None:
    media = opened()._running.media
    media.embed([MediaFile(path="a.jpeg", data=b"\xff\xd8 one")], SCOPE)
    (one,) = server.requests
    assert one.path == f"/v1beta/models/{MODEL}:embedContent"
    assert one.headers["x-goog-api-key"] == "g-secret"
    assert one.body == {
        "model": f"models/{MODEL}",
        "content": {"parts": [{"inlineData": {"mimeType": "image/jpeg", "data": "/9ggb25l"}}]},
        "outputDimensionality": 768,
    }
    files = [MediaFile(path=f"{number}.wav", data=bytes([number])) for number in range(8)]
    rows = media.embed(files, SCOPE).rows
    assert rows is not None
    assert [request.path.rpartition(":")[2] for request in server.requests[1:]] == ["batchEmbedContents"] * 2
    assert [len(request.body["requests"]) for request in server.requests[1:]] == [6, 2]
    assert np.allclose(rows[7], vector("07", 768), atol=1e-5)


@pytest.mark.feature("MM-01")
def test_the_same_bytes_are_sent_once_whatever_they_are_called(server: Loopback, opened: Callable[..., Memory]) -> None:
    media = opened()._running.media
    first = media.embed([MediaFile(path="a.png", data=PICTURE)], SCOPE)
    again = opened()._running.media.embed([MediaFile(path="other/b.png", data=PICTURE)], SCOPE)
    assert len(server.requests) == 1
    assert first.signature == again.signature
    assert np.allclose(first.rows, again.rows)  # type: ignore[arg-type]


@pytest.mark.feature("MM-01")
@pytest.mark.parametrize(
    "chosen, kinds",
    [("image", ["image"]), ("audio", ["audio"]), ("all", ["image", "audio"]), ("image,audio", ["image", "audio"])],
)
def test_only_the_chosen_kinds_are_wanted(chosen: str, kinds: list[str], opened: Callable[..., Memory]) -> None:
    media = opened(multimodal_modalities=chosen)._running.media
    assert sorted(MEDIA_TYPES) == sorted(DOCUMENTED["image"] + DOCUMENTED["audio"])
    for kind, endings in DOCUMENTED.items():
        assert all(media.wanted(f"Folder/A{ending.upper()}") == (kind in kinds) for ending in endings)
    assert not any(media.wanted(path) for path in ("a.md", "a.svg", "png", "a.png.md", "a.mp4"))


@pytest.mark.feature("MM-01")
def test_nothing_leaves_the_machine_until_it_is_turned_on(server: Loopback, opened: Callable[..., Memory]) -> None:
    media = opened(multimodal="off")._running.media
    assert not media.wanted("a.png")
    with pytest.raises(NotConfigured, match="multimodal = on"):
        media.embed([MediaFile(path="a.png", data=PICTURE)], SCOPE)
    limited = opened(multimodal_modalities="audio", multimodal_file_bytes_max=10)._running.media
    with pytest.raises(NotConfigured, match="multimodal_modalities"):
        limited.embed([MediaFile(path="a.png", data=b"x")], SCOPE)
    for data in (b"x" * 11, b""):
        with pytest.raises(TooLarge, match="multimodal_file_bytes_max"):
            limited.embed([MediaFile(path="a.mp3", data=data)], SCOPE)
    assert server.requests == []
    assert limited.bytes_max == 10
    assert opened()._running.media.bytes_max == 10_000_000


@pytest.mark.feature("MM-01")
@pytest.mark.parametrize(
    "settings, reason",
    [
        ({"embedder_model": "gemini-embedding-001"}, f"embedder_model = {MODEL}"),
        ({"embedder": "openai"}, "embedder = gemini"),
        ({"embedder": "auto"}, "embedder = gemini"),
        ({"embedder_fallback": "static"}, "embedder_fallback = none"),
        ({"embedder_fallback": "openai"}, "embedder_fallback = none"),
    ],
)
def test_settings_that_would_mix_vectors_are_refused(
    settings: dict[str, str], reason: str, opened: Callable[..., Memory]
) -> None:
    with pytest.raises(ConfigError, match=reason):
        opened(**settings)


def test_a_failing_service_gives_no_vector_and_the_reason(server: Loopback, opened: Callable[..., Memory]) -> None:
    memory = opened()
    server.script(Reply(status=400, body={"error": {"message": "unsupported picture"}}), Reply(body={"embedding": {}}))
    for _ in range(2):
        embedded = memory._running.media.embed([MediaFile(path="a.heic", data=b"x")], SCOPE)
        assert embedded.rows is None
        assert "gemini embedder" in str(embedded.reason)
    assert memory.status().embedder_log[0][2].endswith("HTTP 400")
    assert memory._running.media.embed([MediaFile(path="a.heic", data=b"x")], SCOPE).rows is not None


def test_a_vector_of_another_size_is_refused(server: Loopback, opened: Callable[..., Memory]) -> None:
    server.script(Reply(body={"embedding": {"values": [1.0, 2.0]}}))
    embedded = opened()._running.media.embed([MediaFile(path="a.png", data=b"x")], SCOPE)
    assert "2 dimensions where 768 were expected" in str(embedded.reason)

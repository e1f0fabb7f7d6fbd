"""Pictures and sound of a workspace: only below extra paths, only when a person turned it on, found by words."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from recollect import Forbidden, Memory
from recollect.model.files import SyncReport
from tests.loopback import Loopback, Reply

PICTURE = b"\x89PNG\r\n\x1a\n the router with its antenna"
OTHER = b"\x89PNG\r\n\x1a\n a garden in spring"
SOUND = b"ID3 a doorbell rings"
SHOWN = {PICTURE: "where is the wireless box", SOUND: "somebody is at the door", OTHER: "flowers and grass"}
REFUSED = Reply(status=400, body={"error": {"message": "unsupported picture"}})


class Files:
    """A workspace with a folder of media beside it. Every write has a time of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._time = 1_700_000_000
        self.put("MEMORY.md", b"# Home\n\nThe boiler is in the cellar.\n")
        (root / "media").mkdir()

    def put(self, name: str, content: bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self._time += 60
        os.utime(path, (self._time, self._time))
        return path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path / "notes")


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        running.sees = dict(SHOWN)
        yield running


Open = Callable[..., AbstractContextManager[Memory]]


@pytest.fixture
def opened(files: Files, server: Loopback, tmp_path: Path) -> Open:
    @contextmanager
    def opened(**settings: Any) -> Iterator[Memory]:
        chosen = {
            "embedder": "gemini",
            "embedder_model": "gemini-embedding-2-preview",
            "embedder_dim": 768,
            "embedder_base_url": server.url,
            "embedder_api_key": "g-secret",
            "multimodal": "on",
            "worker": "off",
            "backfill_ms": 0,
            "workspace_sync_on_search": "off",
            "workspace_paths": "media",
            **settings,
        }
        config = tmp_path / "none.toml"
        with Memory(tmp_path / "m.db", config_file=config, workspace=str(files.root), **chosen) as memory:
            yield memory

    return opened


def counts(report: SyncReport) -> tuple[int, int, int, int]:
    return report.added, report.changed, report.removed, report.unchanged


def sent(server: Loopback) -> list[str]:
    """The types of the bytes that left the machine."""
    contents = [one["content"] for request in server.requests for one in request.body.get("requests", [request.body])]
    return [part["inlineData"]["mimeType"] for content in contents for part in content["parts"] if "inlineData" in part]


def best(memory: Memory, question: str) -> str:
    """What the vectors alone say."""
    return memory.search_files(question, k=1, min_score=0).hits[0].path


@pytest.mark.feature("MM-01", "MM-03")
def test_pictures_and_sound_below_extra_paths_are_found_by_what_they_show(
    files: Files, server: Loopback, opened: Open, tmp_path: Path
) -> None:
    files.put("media/IMG_1.png", PICTURE)
    files.put("media/deep/note#2.mp3", SOUND)
    files.put("media/film.mp4", b"no kind that is known")
    files.put("memory/inside.png", OTHER)  # not below an extra path
    files.put("cover.png", OTHER)
    (tmp_path / "outside.png").write_bytes(OTHER)
    (files.root / "media" / "link.png").symlink_to(tmp_path / "outside.png")
    with opened() as memory:
        report = memory.sync_files()
        assert (counts(report), report.failed, report.note) == ((3, 0, 0, 0), (), None)
        assert [problem.path for problem in report.skipped] == ["media/link.png"]
        assert sorted(sent(server)) == ["audio/mpeg", "image/png"]
        assert best(memory, SHOWN[PICTURE]) == "media/IMG_1.png"
        assert best(memory, SHOWN[SOUND]) == "media/deep/note#2.mp3"
        hit = memory.search_files("IMG_1.png", k=1, min_score=0).hits[0]
        assert (hit.path, hit.start_line, hit.end_line) == ("media/IMG_1.png", 1, 1)
        assert (hit.snippet, hit.citation) == ("Image file: media/IMG_1.png", "media/IMG_1.png")
        assert counts(memory.sync_files()) == (0, 0, 0, 3)
        assert len(sent(server)) == 2, "what did not change is not sent again"
        assert memory.doctor() == []


@pytest.mark.feature("MM-03", "FI-06")
def test_a_picture_is_never_read_out(files: Files, opened: Open) -> None:
    files.put("media/a.png", PICTURE)
    with opened() as memory:
        memory.sync_files()
        with pytest.raises(Forbidden):
            memory.read_file("media/a.png")


@pytest.mark.feature("MM-01")
def test_nothing_is_sent_until_it_is_turned_on_and_turned_off_it_is_forgotten(
    files: Files, server: Loopback, opened: Open
) -> None:
    files.put("media/a.png", PICTURE)
    files.put("media/b.mp3", SOUND)
    with opened(multimodal="off") as memory:
        assert counts(memory.sync_files()) == (1, 0, 0, 0)
    assert sent(server) == []
    with opened(multimodal_modalities="audio", multimodal_file_bytes_max=len(SOUND)) as memory:
        assert counts(memory.sync_files()) == (1, 0, 0, 1)
        files.put("media/c.mp3", SOUND + b"!")
        files.put("media/d.mp3", b"")
        assert [problem.path for problem in memory.sync_files().skipped] == ["media/c.mp3", "media/d.mp3"]
    assert sent(server) == ["audio/mpeg"]
    with opened(multimodal="off") as memory:
        assert counts(memory.sync_files()) == (0, 0, 1, 1)
        assert "media/b.mp3" not in [hit.path for hit in memory.search_files("b.mp3", min_score=0).hits]


@pytest.mark.feature("MM-01")
def test_a_picture_that_changed_or_another_embedder_makes_its_vector_anew(
    files: Files, server: Loopback, opened: Open
) -> None:
    files.put("media/a.png", PICTURE)
    with opened() as memory:
        memory.sync_files()
        files.put("media/a.png", OTHER)
        report = memory.sync_files()
        assert (counts(report), report.passages_added, report.passages_removed) == ((0, 1, 0, 1), 1, 1)
        assert best(memory, SHOWN[OTHER]) == "media/a.png"
        assert len(sent(server)) == 2
    with opened(embedder_dim=1536) as memory:
        memory.reindex()  # makes vectors of words, and would leave it at that
        assert counts(memory.sync_files()) == (0, 2, 0, 0)
        assert len(sent(server)) == 3
        assert best(memory, SHOWN[OTHER]) == "media/a.png"
        assert memory.status().needs_reindex == 0
        assert memory.doctor() == []


def test_a_picture_the_service_does_not_take_spoils_no_other_and_is_sent_again(
    files: Files, server: Loopback, opened: Open
) -> None:
    files.put("media/a.png", PICTURE)
    files.put("media/b.mp3", SOUND)
    with opened() as memory:
        server.routes.append(
            lambda request: REFUSED if "image/png" in str(request.body) else None  # type: ignore[func-returns-value]
        )
        report = memory.sync_files()
        assert (counts(report), report.failed) == ((3, 0, 0, 0), ())
        assert "unsupported picture" in str(report.note)
        assert best(memory, SHOWN[SOUND]) == "media/b.mp3"
        assert "media/a.png" in [hit.path for hit in memory.search_files("a.png", min_score=0).hits]
        server.routes.clear()
        assert memory.sync_files().note is None
        assert best(memory, SHOWN[PICTURE]) == "media/a.png"


def test_a_service_that_takes_nothing_is_not_asked_for_every_file(files: Files, server: Loopback, opened: Open) -> None:
    for number in range(20):
        files.put(f"media/{number:02}.png", PICTURE + bytes([number]))
    with opened() as memory:
        server.routes.append(lambda request: REFUSED if "inlineData" in str(request.body) else None)
        report = memory.sync_files()
        assert (report.added, len(sent(server))) == (4, 3)
        server.routes.clear()
        assert counts(memory.sync_files()) == (17, 3, 0, 1)


def test_only_the_named_media_are_looked_at_when_they_are_known(files: Files, server: Loopback, opened: Open) -> None:
    first, second = files.put("media/a.png", PICTURE), files.put("media/b.mp3", SOUND)
    with opened() as memory:
        memory.sync_files()
        files.put("media/a.png", OTHER)
        workspace = memory._running.files._workspace
        assert workspace is not None
        assert counts(workspace.sync(paths=[str(first), str(second)])) == (0, 1, 0, 1)
        second.unlink()
        assert counts(workspace.sync(paths=[str(second)])) == (0, 0, 1, 0)

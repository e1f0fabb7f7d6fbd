"""Many missing vectors through a provider's batch jobs: the same vectors, handed over once, whatever happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recollect import EmbeddingFailed, Memory
from recollect.engine.vectors.backfill import KEPT_DAYS, NOTES
from recollect.model.ids import content_hash
from recollect.model.scope import Scope
from tests.batch_service import BatchService
from tests.clock import Clock
from tests.loopback import Loopback, Reply, vector

KINDS = ("openai", "voyage", "gemini")
DIM = {"openai": 8, "voyage": 8, "gemini": 768}
TEXTS = [f"note {number} about the garden" for number in range(30)]
TENANT = Scope()


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        yield running


@pytest.fixture
def opened(tmp_path: Path, server: Loopback, clock: Clock) -> Iterator[Callable[..., Memory]]:
    """A memory whose texts have no vectors yet; opened again it is the same one."""
    held: list[Memory] = []

    def open_(kind: str, **settings: Any) -> Memory:
        for memory in held:
            memory.close()
        base = tmp_path / "m.db"
        if not base.exists():
            with Memory(base, clock=clock, config_file=tmp_path / "none.toml", embedder="none", worker="off") as first:
                first.add_many(TEXTS, user="u")
        given = {
            "embedder": kind,
            "embedder_base_url": server.url + ("" if kind == "gemini" else "/v1"),
            "embedder_api_key": "sk-secret",
            "embedder_dim": DIM[kind],
            "embedder_batch": "on",
            "embedder_batch_min": 10,
            "embedder_batch_poll_ms": 10,
            "worker": "off",
            "backfill_ms": 0,
            **settings,
        }
        memory = Memory(base, clock=clock, config_file=tmp_path / "none.toml", **given)
        held.append(memory)
        return memory

    yield open_
    for memory in held:
        memory.close()


def direct(server: Loopback) -> list[str]:
    """Texts that were asked for one request at a time."""
    asked: list[str] = []
    for request in server.requests:
        if request.path.endswith("/embeddings"):
            asked += request.body["input"]
        elif request.path.endswith(":batchEmbedContents"):
            asked += [one["content"]["parts"][0]["text"] for one in request.body["requests"]]
    return asked


@pytest.mark.feature("EM-14")
@pytest.mark.parametrize("kind", KINDS)
def test_many_missing_vectors_are_made_by_batch_jobs(
    kind: str, server: Loopback, opened: Callable[..., Memory]
) -> None:
    service = BatchService(kind=kind, dim=DIM[kind]).attach(server)
    memory = opened(kind)
    steps: list[tuple[int, int]] = []
    counts = memory.reindex(progress=lambda done, total: steps.append((done, total)))
    assert counts == {"spaces": 0, "vectors": 30}
    assert steps[-1] == (30, 30)
    assert sorted(service.handed) == sorted(TEXTS)
    assert len(service.jobs) == 1
    assert direct(server) == []
    assert memory.status().needs_reindex == 0
    answer = memory.search(TEXTS[7], user="u", preset="weighted", channels="vector", k=1)
    assert [hit.content for hit in answer] == [TEXTS[7]]
    assert memory._running.store.notes(TENANT, NOTES) == {}
    assert service.deleted, "what was uploaded does not stay with the provider"
    assert memory._running.store.tenant_settings(TENANT) == {}


@pytest.mark.feature("EM-14")
@pytest.mark.parametrize("kind", KINDS)
def test_batch_and_direct_requests_give_the_same_vector(
    kind: str, server: Loopback, opened: Callable[..., Memory]
) -> None:
    BatchService(kind=kind, dim=DIM[kind]).attach(server)
    memory = opened(kind)
    memory.reindex()
    signature = str(memory.status().embedder)
    found = memory._running.store.cached_vectors(TENANT, signature, [content_hash(text) for text in TEXTS])
    assert len(found) == 30
    for text in TEXTS:
        assert np.allclose(found[content_hash(text)], vector(text, DIM[kind]), atol=1e-5)


@pytest.mark.feature("EM-14")
@pytest.mark.parametrize("kind", KINDS)
def test_without_waiting_it_is_handed_over_once_and_taken_in_later(
    kind: str, server: Loopback, opened: Callable[..., Memory]
) -> None:
    service = BatchService(kind=kind, dim=DIM[kind], hold=True).attach(server)
    for _ in range(3):
        counts = opened(kind, embedder_batch_wait="off").reindex()
        assert counts == {"spaces": 0, "vectors": 0, "batched": 30}
    assert len(service.jobs) == 1
    service.hold = False
    memory = opened(kind)
    assert memory.reindex() == {"spaces": 0, "vectors": 30}
    assert len(service.jobs) == 1
    assert direct(server) == []


@pytest.mark.parametrize("kind", KINDS)
def test_lines_that_failed_are_asked_for_directly(kind: str, server: Loopback, opened: Callable[..., Memory]) -> None:
    BatchService(kind=kind, dim=DIM[kind], refused={TEXTS[3], TEXTS[11]}).attach(server)
    memory = opened(kind)
    assert memory.reindex()["vectors"] == 30
    assert sorted(direct(server)) == sorted([TEXTS[3], TEXTS[11]])


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_expired_batch_did_answer_is_kept(kind: str, server: Loopback, opened: Callable[..., Memory]) -> None:
    BatchService(kind=kind, dim=DIM[kind], expire_after=20).attach(server)
    memory = opened(kind)
    assert memory.reindex()["vectors"] == 30
    assert sorted(direct(server)) == sorted(TEXTS[20:])
    assert "expired" in memory.status().embedder_log[-1][2]


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_that_failed_is_asked_for_directly_and_the_reason_is_told(
    kind: str, server: Loopback, opened: Callable[..., Memory]
) -> None:
    service = BatchService(kind=kind, dim=DIM[kind], fail=True).attach(server)
    memory = opened(kind)
    assert memory.reindex()["vectors"] == 30
    assert sorted(direct(server)) == sorted(TEXTS)
    assert len(service.jobs) == 1
    assert "failed" in memory.status().embedder_log[-1][2]
    assert memory._running.store.notes(TENANT, NOTES) == {}


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_whose_handing_over_was_not_answered_is_found_by_its_name(
    kind: str, server: Loopback, opened: Callable[..., Memory]
) -> None:
    service = BatchService(kind=kind, dim=DIM[kind], page=1).attach(server)
    memory = opened(kind)
    creating = "asyncBatchEmbedContent" if kind == "gemini" else "/batches"
    route = server.routes[0]

    def lost(request: Any) -> Reply | None:
        reply = route(request)
        if request.method == "POST" and request.path.endswith(creating) and len(service.jobs) == 1:
            return Reply(status=502, body={"error": {"message": "bad gateway"}})
        return reply

    server.routes[0] = lost
    with pytest.raises(EmbeddingFailed, match=r"could not be handed over.*Run it again"):
        memory.reindex()
    assert len(memory._running.store.notes(TENANT, NOTES)) == 1
    server.routes[0] = route
    assert opened(kind).reindex()["vectors"] == 30
    assert len(service.jobs) == 1, "the same texts were paid for twice"


@pytest.mark.parametrize("kind", KINDS)
def test_a_note_of_a_batch_that_never_got_there_is_handed_over_again(
    kind: str, server: Loopback, opened: Callable[..., Memory]
) -> None:
    service = BatchService(kind=kind, dim=DIM[kind]).attach(server)
    server.script(Reply(status=503, body={"error": {"message": "overloaded"}}))
    with pytest.raises(EmbeddingFailed, match="HTTP 503"):
        opened(kind).reindex()
    assert opened(kind).reindex()["vectors"] == 30
    assert len(service.jobs) == 1


def test_a_server_without_batch_jobs_is_asked_directly(server: Loopback, opened: Callable[..., Memory]) -> None:
    memory = opened("openai")
    assert memory.reindex()["vectors"] == 30
    assert sorted(direct(server)) == sorted(TEXTS)
    assert any("asked directly instead" in reason for _, _, reason in memory.status().embedder_log)


def test_few_missing_vectors_are_not_worth_a_batch(server: Loopback, opened: Callable[..., Memory]) -> None:
    service = BatchService(kind="openai").attach(server)
    assert opened("openai", embedder_batch_min=31).reindex()["vectors"] == 30
    assert service.jobs == {}
    assert sorted(direct(server)) == sorted(TEXTS)


def test_off_is_the_default_and_hands_nothing_over(server: Loopback, opened: Callable[..., Memory]) -> None:
    service = BatchService(kind="openai").attach(server)
    assert opened("openai", embedder_batch=None, embedder_batch_min=1).reindex()["vectors"] == 30
    assert service.jobs == {}


@pytest.mark.feature("EM-14")
def test_at_most_so_many_batches_are_open_at_once(
    server: Loopback, opened: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recollect.providers.embedders.batches.FileBatches.texts_max", 10)
    service = BatchService(kind="openai", hold=True).attach(server)
    memory = opened("openai", embedder_batch_wait="off")
    assert memory.reindex() == {"spaces": 0, "vectors": 0, "batched": 20}
    assert len(service.jobs) == 2
    service.hold = False
    assert opened("openai").reindex()["vectors"] == 30
    assert len(service.jobs) == 3
    assert sorted(direct(server)) == []


def test_a_long_text_is_handed_over_in_its_pieces(server: Loopback, opened: Callable[..., Memory]) -> None:
    service = BatchService(kind="openai").attach(server)
    memory = opened("openai", embedder_batch_min=1, chunk_tokens=16, chunk_overlap_tokens=4)
    long = " ".join(f"word{number}" for number in range(60))
    with server_off(memory):
        memory.add(long, user="u")
    memory.reindex()
    lines = [request.body for request in server.requests if request.path == "/v1/files"]
    assert len(lines) == 1
    assert lines[0].count(b'"custom_id"') > 31
    assert service.jobs
    assert memory.status().needs_reindex == 0


class server_off:  # noqa: N801 - reads like a word in a `with`
    """While it lasts the embedder cannot be made, so that what is added has no vector."""

    def __init__(self, memory: Memory) -> None:
        self._embedding = memory._running.care._parts.embedding

    def __enter__(self) -> None:
        self._makers, self._embedding._makers = self._embedding._makers, []

    def __exit__(self, *_: object) -> None:
        self._embedding._makers = self._makers


def test_a_file_of_answers_that_breaks_off_is_fetched_again(server: Loopback, opened: Callable[..., Memory]) -> None:
    service = BatchService(kind="openai").attach(server)
    route, broken = server.routes[0], [True]

    def cut(request: Any) -> Reply | None:
        reply = route(request)
        if reply is not None and request.path.endswith("/content") and broken:
            broken.clear()
            return Reply(body=reply.body, cut_after=300)
        return reply

    server.routes[0] = cut
    assert opened("openai").reindex()["vectors"] == 30
    assert not broken
    assert len(service.jobs) == 1
    assert direct(server) == []


def test_vectors_of_another_size_or_of_no_numbers_are_not_stored(
    server: Loopback, opened: Callable[..., Memory]
) -> None:
    service = BatchService(kind="voyage", dim=8).attach(server)
    service.dim = 3
    memory = opened("voyage")
    assert memory.reindex()["vectors"] == 30
    assert sorted(direct(server)) == sorted(TEXTS)


def test_a_note_that_is_older_than_any_answer_is_dropped(
    server: Loopback, opened: Callable[..., Memory], clock: Clock
) -> None:
    service = BatchService(kind="openai", hold=True).attach(server)
    opened("openai", embedder_batch_wait="off").reindex()
    clock.forward(days=KEPT_DAYS + 1)
    service.hold = False
    memory = opened("openai")
    assert memory.reindex()["vectors"] == 30
    assert memory._running.store.notes(TENANT, NOTES) == {}


def test_a_time_out_leaves_the_batch_with_the_provider(server: Loopback, opened: Callable[..., Memory]) -> None:
    service = BatchService(kind="openai", hold=True).attach(server)
    counts = opened("openai", embedder_batch_timeout_min=0.01).reindex()
    assert counts["batched"] == 30
    assert len(service.jobs) == 1
    assert opened("openai").reindex(timeout_s=0.05) == {"spaces": 0, "vectors": 0, "batched": 30, "left": 30}


def test_searches_leave_many_missing_vectors_to_the_batch(server: Loopback, opened: Callable[..., Memory]) -> None:
    BatchService(kind="openai", hold=True).attach(server)
    memory = opened("openai", backfill_ms=10_000)
    memory.search("garden", user="u")
    assert [text for text in direct(server) if text in TEXTS] == []
    memory = opened("openai", backfill_ms=10_000, embedder_batch="off")
    memory.search("garden", user="u")
    assert set(TEXTS) <= set(direct(server))

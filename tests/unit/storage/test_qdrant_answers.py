"""A Qdrant that answers otherwise than it was asked, or holds what others made, is a tier that failed and says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from qdrant_client import QdrantClient, models

from recollect import Memory, registry
from recollect.contracts.vector_index import VectorIndex
from recollect.errors import TierFailed
from recollect.model.tier import Mark, Points, TierSpace
from tests.loopback import Loopback, Reply, Request

DIM = 8
SPACE = TierSpace(tenant="acme", space=7, signature=f"test:{DIM}")
MARK = Mark(epoch=5, generation=3)
VECTOR = np.eye(1, DIM, dtype=np.float32)
ID = "00000000-0000-0000-0000-000000000001"
COSINE = {"size": DIM, "distance": "Cosine"}


def _info(vectors: Any) -> dict[str, Any]:
    config = {
        "params": {"vectors": vectors},
        "hnsw_config": {"m": 0, "ef_construct": 100, "full_scan_threshold": 1000},
        "optimizer_config": {
            "deleted_threshold": 0.2,
            "vacuum_min_vector_number": 1,
            "default_segment_number": 0,
            "flush_interval_sec": 5,
        },
    }
    return {
        "status": "green",
        "optimizer_status": "ok",
        "segments_count": 1,
        "config": config,
        "payload_schema": {},
    }


class Odd:
    """A server that has the collection, and answers `result` to every question about its points."""

    def __init__(self, loopback: Loopback) -> None:
        self.loopback = loopback
        self.result: Any = None
        self.ready = Reply(body=b"all shards are ready", headers={"Content-Type": "text/plain; charset=utf-8"})
        loopback.routes.append(self.answer)

    def answer(self, request: Request) -> Reply | None:
        if request.path.endswith("/readyz"):
            return self.ready
        result = self.result
        if request.path == "/collections":
            result = {"collections": [{"name": "omniroute_memory"}]}
        elif request.path == "/collections/omniroute_memory":
            result = _info(COSINE)
        return Reply(body={"result": result, "status": "ok", "time": 0.0})


@pytest.fixture
def odd() -> Iterator[Odd]:
    with Loopback() as made:
        yield Odd(made)


@pytest.fixture
def index(odd: Odd) -> Iterator[VectorIndex]:
    with closing(registry.vector_index("qdrant", {"url": odd.loopback.url, "store": "one", "timeout_s": 20})) as made:
        yield made


# --- health -------------------------------------------------------------------------------------------------------


@pytest.mark.feature("ST-11")
@pytest.mark.parametrize("body", [b"all shards are ready", b'"all shards are ready"', b"", b"{", b"\xff"])
def test_a_server_is_ready_by_its_status_whatever_the_text(odd: Odd, index: VectorIndex, body: bytes) -> None:
    odd.ready = Reply(body=body, headers={"Content-Type": "text/plain; charset=utf-8"})
    found = index.health()
    assert (found.ok, found.error) == (True, None)
    assert found.latency_ms is not None


@pytest.mark.feature("ST-11")
@pytest.mark.parametrize("status", [503, 401, 404, 307, 500])
def test_a_server_that_is_not_ready_says_what_it_answered(odd: Odd, index: VectorIndex, status: int) -> None:
    odd.ready = Reply(status=status, body=b"some shards are not ready")
    found = index.health()
    assert not found.ok
    assert f"it answered {status}: some shards are not ready" in str(found.error)


def test_a_server_behind_a_path_is_asked_there_and_with_the_key(odd: Odd) -> None:
    options = {"url": f"{odd.loopback.url}/vectors", "store": "one", "api_key": "k1", "timeout_s": 20}
    with closing(registry.vector_index("qdrant", options)) as index:
        assert index.health().ok
    [asked] = odd.loopback.requests
    assert (asked.path, asked.headers.get("api-key")) == ("/vectors/readyz", "k1")


# --- answers of another shape -------------------------------------------------------------------------------------

QUESTIONS: dict[str, Callable[[VectorIndex], object]] = {
    "search": lambda index: index.search(SPACE, VECTOR[0], 3),
    "mark": lambda index: index.mark(SPACE),
    "count": lambda index: index.count(SPACE),
    "items": lambda index: index.items(SPACE),
    "vectors": lambda index: index.vectors(SPACE, [1]),
    "spaces": lambda index: index.spaces("acme"),
    "cleanup": lambda index: index.cleanup("acme", now_s=1.0, created_before_s=None),  # type: ignore[attr-defined]
}


@pytest.mark.feature("ST-04")
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("result", [None, 7, "no", [7], [{}], [[]], {"points": 7}, {"points": [{"id": {}}]}], ids=str)
def test_whatever_it_answers_the_tier_has_failed_and_nothing_else(
    odd: Odd, index: VectorIndex, question: str, result: Any
) -> None:
    odd.result = result
    with pytest.raises(TierFailed, match="Qdrant at"):
        QUESTIONS[question](index)


def _point(**changed: Any) -> dict[str, Any]:
    return {"id": ID, "version": 0, "score": 0.5} | changed


@pytest.mark.feature("ST-04")
@pytest.mark.parametrize(
    "parts",
    [
        [],
        [[]],
        [[], [], []],
        [[_point(id=5)], []],
        [[_point(id="00000000-0000-0000-ffff-ffffffffffff")], []],
        [[_point(score=float("nan"))], []],
    ],
    ids=["none", "one", "three", "a number for an id", "an id too large", "a score that is no number"],
)
def test_a_batch_of_other_answers_is_a_failure_of_the_tier(odd: Odd, index: VectorIndex, parts: Any) -> None:
    odd.result = [{"points": points} for points in parts]
    with pytest.raises(TierFailed, match="Qdrant at"):
        index.search(SPACE, VECTOR[0], 3)


@pytest.mark.parametrize(
    "payload",
    [
        None,
        {},
        {"mark": None},
        {"mark": "5"},
        {"mark": ["5", "3"]},
        {"mark": ["5", "3", "x"]},
        {"mark": ["5", "3", str(1 << 70)]},
        {"mark": ["5", "3", "0"], "newest": "what:is"},
    ],
    ids=str,
)
def test_a_mark_that_cannot_be_read_counts_for_nothing(odd: Odd, index: VectorIndex, payload: Any) -> None:
    odd.result = [{"points": []}, {"points": [_point(payload=payload)]}]
    assert index.search(SPACE, VECTOR[0], 3).mark is None


def test_a_mark_as_it_is_written_is_read(odd: Odd, index: VectorIndex) -> None:
    payload = {"mark": ["5", "3", "0"], "newest": "12:abc"}
    odd.result = [{"points": [_point()]}, {"points": [_point(payload=payload)]}]
    found = index.search(SPACE, VECTOR[0], 3)
    assert (found.items.tolist(), found.mark) == ([1], Mark(epoch=5, generation=3, item=0, newest="12:abc"))


# --- collections that others made ---------------------------------------------------------------------------------

FOREIGN = {
    "named": {"text": models.VectorParams(size=DIM, distance=models.Distance.COSINE)},
    "euclid": models.VectorParams(size=DIM, distance=models.Distance.EUCLID),
    "dot": models.VectorParams(size=DIM, distance=models.Distance.DOT),
    "manhattan": models.VectorParams(size=DIM, distance=models.Distance.MANHATTAN),
    "none": {},
    "many": models.VectorParams(
        size=DIM,
        distance=models.Distance.COSINE,
        multivector_config=models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM),
    ),
}


def _made(folder: Path, name: str, vectors: Any) -> None:
    with closing(QdrantClient(path=str(folder))) as client:
        client.create_collection(name, vectors_config=vectors)


def _points(*items: int) -> Points:
    return Points(
        items=list(items), vectors=VECTOR.repeat(len(items), axis=0), payloads=[{"layer": "memory"}] * len(items)
    )


@pytest.mark.feature("ST-11")
@pytest.mark.parametrize("kind", FOREIGN)
def test_a_collection_for_other_vectors_is_left_alone_and_one_beside_it_is_used(tmp_path: Path, kind: str) -> None:
    _made(tmp_path, "omniroute_memory", FOREIGN[kind])
    for _ in range(2):  # the second finds what the first has made
        with closing(registry.vector_index("qdrant", {"url": f"path:{tmp_path}", "store": "one"})) as index:
            index.put(SPACE, _points(1))
            index.move(SPACE, MARK)
            found = index.search(SPACE, 3 * VECTOR[0], 3)
            assert (found.items.tolist(), found.mark) == ([1], MARK)
            assert found.scores.tolist() == pytest.approx([1.0])
    with closing(QdrantClient(path=str(tmp_path))) as client:
        counted = {name: client.count(name).count for name in ("omniroute_memory", f"omniroute_memory_{DIM}")}
    assert counted == {"omniroute_memory": 0, f"omniroute_memory_{DIM}": 2}


def test_where_the_name_beside_it_is_taken_too_it_says_which_setting_helps(tmp_path: Path) -> None:
    for name in ("omniroute_memory", f"omniroute_memory_{DIM}"):
        _made(tmp_path, name, FOREIGN["euclid"])
    with closing(registry.vector_index("qdrant", {"url": f"path:{tmp_path}", "store": "one"})) as index:
        assert index.search(SPACE, VECTOR[0], 3).mark is None
        with pytest.raises(TierFailed, match="set qdrant_collection to another name"):
            index.put(SPACE, _points(1))


def test_what_an_earlier_version_put_into_such_a_collection_can_be_dropped(tmp_path: Path) -> None:
    options = {"url": f"path:{tmp_path}", "store": "one"}
    with closing(registry.vector_index("qdrant", options)) as index:
        index.put(SPACE, _points(1, 2))
        index.move(SPACE, MARK)
    with closing(QdrantClient(path=str(tmp_path))) as client:
        points = client.scroll("omniroute_memory", with_vectors=True)[0]
        client.delete_collection("omniroute_memory")
        client.create_collection("omniroute_memory", vectors_config=FOREIGN["euclid"])
        kept = [models.PointStruct(id=one.id, vector=one.vector, payload=one.payload) for one in points]
        client.upsert("omniroute_memory", kept)
    with closing(registry.vector_index("qdrant", options)) as index:
        assert index.spaces("acme") == [SPACE]
        index.drop(SPACE)
        assert index.spaces("acme") == []
    with closing(QdrantClient(path=str(tmp_path))) as client:
        assert client.count("omniroute_memory").count == 0


@pytest.mark.feature("ST-04")
@pytest.mark.parametrize("kind", ["named", "euclid"])
def test_searches_are_right_beside_a_collection_for_other_vectors(tmp_path: Path, kind: str) -> None:
    size = models.VectorParams(size=256, distance=models.Distance.EUCLID)
    _made(tmp_path / "q", "omniroute_memory", size if kind == "euclid" else {"text": size})
    settings: dict[str, Any] = {"vector_store": "qdrant", "qdrant_url": f"path:{tmp_path / 'q'}", "worker": "off"}
    with Memory(tmp_path / "memory.db", verification="off", **settings) as memory:
        memory.add_many([f"note {number} about boats and engines" for number in range(30)], user="u")
        memory.add("The veterinarian cured our puppy", user="u")
        assert memory.doctor() == []
        found = memory.search("physician treating animals", user="u")
        assert found.trace.fallback_reason is None
        assert found[0].content == "The veterinarian cured our puppy"


# --- dropping -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("done", [1, 2])
def test_a_drop_that_ends_in_between_is_known_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: int
) -> None:
    with closing(registry.vector_index("qdrant", {"url": f"path:{tmp_path}", "store": "one"})) as index:
        index.put(SPACE, _points(1, 2))
        index.move(SPACE, MARK)
        client = index._client  # type: ignore[attr-defined]
        whole = client.batch_update_points

        def part(name: str, operations: list[Any], **options: Any) -> None:
            whole(name, operations[:done], **options)
            raise OSError("the server was killed")

        with monkeypatch.context() as killed:
            killed.setattr(client, "batch_update_points", part)
            with pytest.raises(TierFailed, match="the server was killed"):
                index.drop(SPACE)
        assert (index.mark(SPACE), index.spaces("acme")) == (None, [SPACE])
        index.drop(SPACE)
        assert (index.count(SPACE), index.spaces("acme")) == (0, [])

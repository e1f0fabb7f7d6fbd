"""Searches with a vector tier: the same answers, at once after a write, and no worse than before when it is away."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recollect import Memory
from recollect.engine.vectors import tier_care
from recollect.engine.vectors.tier import VectorTier
from recollect.engine.vectors.tier_care import TierCare
from recollect.errors import ConfigError, NotConfigured, TierFailed
from recollect.read import near

TIERS: dict[str, dict[str, Any]] = {
    "sqlite-vec": {"vector_store": "sqlite-vec"},
    "pgvector": {"vector_store": "pgvector", "pgvector_exact_max": 20, "vector_timeout_ms": 20_000},
    "qdrant": {"vector_store": "qdrant", "qdrant_url": ":memory:"},
}
KINDS = [pytest.param(name, marks=[pytest.mark.postgres] if name == "pgvector" else []) for name in TIERS]
TEXTS = [
    f"{verb} {thing} in {place}"
    for verb in ("baked", "painted", "repaired", "sold", "described")
    for thing in ("bread", "a boat", "an engine", "clouds", "a novel", "roses", "a bridge", "cheese")
    for place in (
        "Lisbon",
        "the harbour",
        "winter",
        "our kitchen",
        "Bergen",
        "the rain",
        "Oslo",
        "May",
        "Kyoto",
        "haste",
    )
]
QUESTIONS = (
    "a loaf from the oven",
    "who fixed the motor",
    "sailing",
    "flowers",
    "painted a boat in Oslo",
    "literature",
)


@pytest.fixture(params=KINDS)
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    """pgvector scans spaces of up to 20 points, and has larger ones in its graph."""
    address = request.getfixturevalue("postgres_store_url") if request.param == "pgvector" else tmp_path / "memory.db"
    with Memory(address, verification="off", worker="off", **TIERS[request.param]) as opened:
        yield opened


def vectors(memory: Memory) -> TierCare:
    return memory._running.vectors


def contents(memory: Memory, question: str, **given: Any) -> list[str]:
    return [hit.content for hit in memory.search(question, user="u", **given)]


@pytest.mark.slow
@pytest.mark.feature("ST-04")
@pytest.mark.parametrize("preset", ["recollect", "omniroute", "openclaw"])
def test_a_tier_finds_what_a_search_in_process_finds(memory: Memory, tmp_path: Path, preset: str) -> None:
    with Memory(tmp_path / "plain.db", verification="off", vector_store="local", worker="off") as plain:
        for one in (plain, memory):
            one.add_many(TEXTS, user="u")
        vectors(memory).follow(memory._scope())
        shared = total = 0
        for question in QUESTIONS:
            exact, found = contents(plain, question, preset=preset), memory.search(question, user="u", preset=preset)
            assert found.trace.fallback_reason is None
            assert any(f"from {vectors(memory).name}" in stage for stage in found.trace.stages)
            total += len(exact)
            shared += len(set(exact) & {hit.content for hit in found})
        assert total >= len(QUESTIONS), "some presets give only what scores well"
        assert shared >= 0.99 * total


def test_what_was_just_written_is_found_although_the_tier_has_not_heard_of_it(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.add("The cellar key hangs behind the clock", user="u")
    monkeypatch.setattr(VectorTier, "nudge", lambda *_: None)
    found = memory.search("where is the key to the cellar", user="u")
    assert [hit.content for hit in found] == ["The cellar key hangs behind the clock"]
    assert found.trace.fallback_reason is None


@pytest.mark.feature("LC-11")
def test_what_was_deleted_is_gone_at_once_and_soon_from_the_tier_too(memory: Memory) -> None:
    kept = memory.add("Rolf plays the cello", user="u")
    gone = memory.add("Rolf plays the cello in the orchestra of Bergen", user="u")
    vectors(memory).follow(memory._scope())
    memory.delete(gone.id)
    assert contents(memory, "Rolf cello orchestra") == ["Rolf plays the cello"]
    vectors(memory).follow(memory._scope())
    assert vectors(memory).search(memory._scope(), "Rolf cello orchestra Bergen", 20)[0][0].id == kept.id
    assert len(vectors(memory).search(memory._scope(), "Rolf cello orchestra Bergen", 20)) == 1


@pytest.mark.feature("ST-11")
def test_what_is_shown_no_more_takes_no_place_in_a_search_of_the_tier(memory: Memory) -> None:
    kept = memory.add("A brass compass lies in the drawer", user="u")
    old = [memory.add(f"Rolf plays the cello {number}", user="u").id for number in range(25)]
    vectors(memory).follow(memory._scope())
    for one in old:
        memory.archive(one)
    assert [one.id for one, _ in vectors(memory).search(memory._scope(), "Rolf plays the cello", 3)] == [kept.id]


def test_a_narrow_question_is_compared_with_all_it_may_see(memory: Memory) -> None:
    memory.add_many(TEXTS, user="u")
    memory.add("A tin of saffron stands on the shelf", user="u", session="kitchen")
    vectors(memory).follow(memory._scope())
    found = memory.search("spices", user="u", session="kitchen", only_session=True)
    assert [hit.content for hit in found] == ["A tin of saffron stands on the shelf"]


def test_users_do_not_find_each_others_memories(memory: Memory) -> None:
    memory.add("Ana hides the spare key in the oak", user="ana")
    memory.add("Bo hides the spare key in the shed", user="bo")
    vectors(memory).follow(memory._scope())
    assert [hit.content for hit in memory.search("spare key", user="ana")] == ["Ana hides the spare key in the oak"]


def test_columns_hold_no_vectors_while_a_tier_has_them(memory: Memory) -> None:
    memory.add_many(TEXTS[:50], user="u")
    vectors(memory).follow(memory._scope())
    contents(memory, "bread")
    held = memory._running.store._snapshots._held  # type: ignore[attr-defined]
    assert held
    assert all(one.frame.columns().vectors.size == 0 for one in held.values())
    assert all(one.frame.columns().has_vector.all() for one in held.values())


# --- doctor -------------------------------------------------------------------------------------------------------


@pytest.mark.feature("ST-11")
def test_doctor_proves_that_tier_and_store_are_the_same_and_mends_them(memory: Memory) -> None:
    memory.add_many(TEXTS[:30], user="u")
    assert memory.doctor() == []
    engine = memory._running
    index = engine.tier.index if engine.tier else None
    assert index is not None
    [space] = index.spaces("default")
    index.remove(space, sorted(index.items(space))[:3])
    [problem] = memory.doctor()
    assert (problem.code, problem.count, problem.repaired) == ("tier", 3, False)
    [mended] = memory.doctor(repair=True)
    assert mended.repaired
    assert memory.doctor() == []
    changes = engine.store.vector_changes(memory._scope(), space, None, limit=5)
    assert changes is not None
    wrong = changes.points
    index.put(space, type(wrong)(items=wrong.items, vectors=-wrong.vectors, payloads=wrong.payloads))
    assert [problem.count for problem in memory.doctor(repair=True)] == [5]
    assert memory.doctor() == []
    elsewhere = [{**payload, "layer": "turn"} for payload in wrong.payloads]
    index.put(space, replace(wrong, payloads=elsewhere))
    [problem] = memory.doctor(repair=True)
    assert "5 in another layer" in problem.message
    assert memory.doctor() == []


@pytest.mark.feature("ST-11")
def test_doctor_sees_vectors_that_have_become_zeros(memory: Memory) -> None:
    memory.add_many(TEXTS[:30], user="u")
    assert memory.doctor() == []
    tier = memory._running.tier
    assert tier is not None
    [space] = tier.index.spaces("default")
    changes = memory._running.store.vector_changes(memory._scope(), space, None, limit=5)
    assert changes is not None
    empty = replace(changes.points, vectors=np.zeros_like(changes.points.vectors))
    tier.index.put(space, empty)
    assert [problem.count for problem in memory.doctor()] == [5]
    assert [problem.repaired for problem in memory.doctor(repair=True)] == [True]
    assert memory.doctor() == []


def test_vectors_are_the_same_when_they_point_in_one_direction() -> None:
    one, zero, none = [1.0, 0.0], [0.0, 0.0], [np.nan, 1.0]
    pairs = [
        (one, one, True),
        (one, [2.0, 0.0], True),
        (one, [1.0, 0.1], False),
        (one, [-1.0, 0.0], False),
        (one, zero, False),
        (zero, one, False),
        (zero, zero, True),
        (one, none, False),
        (zero, none, False),
        (one, [np.inf, 0.0], True),
    ]
    ours, theirs = (np.array([pair[side] for pair in pairs], np.float32) for side in (0, 1))
    assert tier_care._same(ours, theirs).tolist() == [pair[2] for pair in pairs]


def test_doctor_draws_another_sample_each_time_and_a_repair_compares_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tier_care, "SAMPLE", 20)
    monkeypatch.setattr(tier_care, "PIECE", 8)
    with Memory(tmp_path / "memory.db", worker="off", vector_store="sqlite-vec") as memory:
        memory.add_many(TEXTS[:60], user="u")
        assert memory.doctor() == []
        tier = memory._running.tier
        assert tier is not None
        [space] = tier.index.spaces("default")
        changes = memory._running.store.vector_changes(memory._scope(), space, None, limit=1000)
        assert changes is not None
        wrong = changes.points
        one = slice(31, 32)
        damaged = replace(wrong, items=wrong.items[one], vectors=-wrong.vectors[one], payloads=wrong.payloads[one])
        tier.index.put(space, damaged)
        found = [bool(memory.doctor()) for _ in range(60)]
        assert True in found, "a third of them is drawn each time: never in 60 times is one in 10^10"
        assert False in found
        [problem] = memory.doctor(repair=True)
        assert problem.message.endswith("1 of 60 compared differ")
        assert memory.doctor() == []


@pytest.mark.feature("ST-04")
def test_searches_beside_writes_never_see_a_search_in_process_half_made() -> None:
    with (
        Memory(":memory:", verification="off", vector_store="qdrant", qdrant_url=":memory:", worker="off") as memory,
        ThreadPoolExecutor(3) as pool,
    ):
        memory.add_many(TEXTS[:200], user="u")
        writing = pool.submit(lambda: [memory.add(f"{text}, again", user="u") for text in TEXTS[:150]])
        asking = [pool.submit(lambda: _asked_while(memory, writing)) for _ in range(2)]
        writing.result()
        assert all(one.result() > 0 for one in asking)


def _asked_while(memory: Memory, writing: Future[Any]) -> int:
    asked = 0
    while not writing.done() or not asked:
        found = memory.search(QUESTIONS[asked % len(QUESTIONS)], user="u")
        assert found.trace.fallback_reason is None
        asked += 1
    return asked


def test_doctor_compares_the_newest_vectors_too(tmp_path: Path) -> None:
    with Memory(tmp_path / "memory.db", worker="off", vector_store="sqlite-vec") as memory:
        memory.add_many(TEXTS, user="u")
        assert memory.doctor() == []
        tier = memory._running.tier
        assert tier is not None
        [space] = tier.index.spaces("default")
        changes = memory._running.store.vector_changes(memory._scope(), space, None, limit=1000)
        assert changes is not None
        for place in (0, -1):
            wrong = changes.points
            one = slice(place, place + 1 or None)
            tier.index.put(
                space, replace(wrong, items=wrong.items[one], vectors=-wrong.vectors[one], payloads=wrong.payloads[one])
            )
            assert [problem.count for problem in memory.doctor(repair=True)] == [1], place


# --- away ---------------------------------------------------------------------------------------------------------


class Silent:
    """A Qdrant that takes connections and says nothing, until it is told to answer; then only that it is ready."""

    def __init__(self) -> None:
        self.answers = threading.Event()
        self.released = threading.Event()
        self.asked: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                if not outer.answers.is_set():
                    outer.released.wait(20)
                    return
                body = b"all shards are ready" if self.path == "/readyz" else json.dumps({"status": "no"}).encode()
                self.send_response(200 if self.path == "/readyz" else 500)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_PUT = do_GET  # noqa: N815

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def silent() -> Iterator[Silent]:
    server = Silent()
    yield server
    server.close()


@pytest.mark.feature("ST-04")
@pytest.mark.feature("RS-05")
def test_a_qdrant_that_says_nothing_costs_its_time_out_once_and_the_answer_says_so(
    tmp_path: Path, silent: Silent
) -> None:
    settings: dict[str, Any] = {"qdrant_url": silent.url, "vector_timeout_ms": 300, "worker": "off"}
    with Memory(tmp_path / "memory.db", verification="off", **settings) as memory:
        memory.add("The cellar key hangs behind the clock", user="u")
        begun = time.monotonic()
        first = memory.search("cellar key", user="u")
        cost_s = time.monotonic() - begun
        asked = len(silent.asked)
        again = memory.search("cellar key", user="u")
        assert [hit.content for hit in first] == [hit.content for hit in again]
        assert first
        assert first[0].tier == "hybrid"
        assert "qdrant does not answer" in str(first.trace.fallback_reason)
        assert "left alone until it answers" in str(again.trace.fallback_reason)
        assert (asked, len(silent.asked)) == (1, 1)
        assert cost_s < 3  # one time-out of 0.3 s, and the first use of the embedder
        assert memory.status().tier is not None
        assert memory.status().tier.breaker != "closed"
        assert [reason.partition(": ")[0] for reason in memory.status().degraded] == ["vectors"]
        assert [problem.code for problem in memory.doctor()] == ["tier"]


@pytest.mark.feature("ST-04")
def test_a_qdrant_that_was_silent_is_noticed_when_it_says_that_it_is_ready(tmp_path: Path, silent: Silent) -> None:
    settings: dict[str, Any] = {"qdrant_url": silent.url, "vector_timeout_ms": 300, "worker": "off"}
    with Memory(tmp_path / "memory.db", verification="off", **settings) as memory:
        memory.add("The cellar key hangs behind the clock", user="u")
        assert "does not answer" in str(memory.search("cellar key", user="u").trace.fallback_reason)
        assert not vectors(memory).health().ok
        silent.answers.set()
        assert vectors(memory).health().ok
        tier = memory._running.tier
        assert tier is not None
        assert tier.probe()
        assert memory.status().degraded == ()


def test_nobody_at_the_address_is_no_error_of_a_search_or_a_write(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with Memory(tmp_path / "memory.db", qdrant_url=url) as memory:
        memory.add("The cellar key hangs behind the clock", user="u")
        found = memory.search("cellar key", user="u")
        assert len(found) == 1
        assert "qdrant" in str(found.trace.fallback_reason)


@pytest.mark.feature("ST-04")
def test_a_tier_that_comes_back_is_used_again_and_catches_up(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    tier = memory._running.tier
    assert tier is not None
    memory.add("The cellar key hangs behind the clock", user="u")
    vectors(memory).follow(memory._scope())

    def away(*_: Any, **__: Any) -> Any:
        raise TierFailed("it is away")

    with monkeypatch.context() as down:
        down.setattr(tier.index, "search", away)
        assert "it is away" in str(memory.search("cellar key", user="u").trace.fallback_reason)
        memory.add("The attic key lies under the mat", user="u")
        assert memory.status().degraded == ("vectors: it is away",)
    assert tier.probe()
    assert memory.status().degraded == ()
    vectors(memory).follow(memory._scope())
    found = memory.search("attic key", user="u")
    assert found.trace.fallback_reason is None
    assert found[0].content == "The attic key lies under the mat"
    assert memory.doctor() == []


def test_what_a_tier_says_goes_back_with_the_search_without_its_secrets(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    tier = memory._running.tier
    assert tier is not None
    memory.add("The cellar key hangs behind the clock", user="u")
    vectors(memory).follow(memory._scope())

    def refusing(*_: Any, **__: Any) -> Any:
        raise TierFailed("it answered 403: no marmalade for password: hunter22secret", bare="it answered 403")

    monkeypatch.setattr(tier.index, "search", refusing)
    said = str(memory.search("cellar key", user="u").trace.fallback_reason)
    assert "marmalade" in said
    assert "hunter22secret" not in said
    assert memory.status().degraded == ("vectors: it answered 403",)


def test_a_tier_too_far_behind_is_named_and_the_answer_is_whole(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(near, "FRESH_MAX", 5)
    monkeypatch.setattr(VectorTier, "nudge", lambda *_: None)
    memory.add_many(TEXTS[:40], user="u")
    found = memory.search("baked bread in Lisbon", user="u")
    assert "is catching up" in str(found.trace.fallback_reason)
    assert found[0].content == "baked bread in Lisbon"


@pytest.mark.feature("ST-13")
def test_an_extension_that_does_not_load_is_logged_once_and_searches_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = tmp_path / "vec0.so"
    broken.write_bytes(b"no library")
    with caplog.at_level(logging.WARNING, "recollect.vectors"):
        settings: dict[str, Any] = {"vector_store": "sqlite-vec", "sqlite_vec_extension": str(broken)}
        with Memory(tmp_path / "memory.db", **settings) as memory:
            memory.add("The cellar key hangs behind the clock", user="u")
            for _ in range(3):
                assert memory.search("cellar key", user="u")[0].tier == "hybrid"
            [missing] = memory.status().degraded
            assert missing.startswith("vectors: sqlite-vec does not work here: ")
            [problem] = memory.doctor()
            assert (problem.code, "does not work here" in problem.message) == ("tier", True)
    assert [entry.message for entry in caplog.records] == ["vectors.tier.unusable"]


@pytest.mark.feature("ST-06")
@pytest.mark.parametrize(
    "settings, name",
    [
        ({}, None),
        ({"qdrant_url": ":memory:"}, "qdrant"),
        ({"vector_store": "local", "qdrant_url": ":memory:"}, None),
        ({"vector_store": "sqlite-vec"}, "sqlite-vec"),
    ],
)
def test_the_vector_store_is_chosen_by_settings(settings: dict[str, Any], name: str | None) -> None:
    with Memory(":memory:", **settings) as memory:
        assert vectors(memory).name == name
        if name is None:
            with pytest.raises(NotConfigured, match="qdrant_url"):
                vectors(memory).health()


@pytest.mark.parametrize(
    "settings, wrong",
    [
        ({"vector_store": "qdrant"}, "needs qdrant_url"),
        ({"vector_store": "pgvector"}, "goes with a PostgreSQL store"),
        ({"pgvector_quantization": "int8"}, "must be one of"),
        ({"qdrant_url": "localhost:6333"}, "must be an address"),
        ({"vector_store": "faiss"}, "must be one of"),
    ],
)
def test_settings_that_name_no_tier_are_refused(settings: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ConfigError, match=wrong):
        Memory(":memory:", **settings)

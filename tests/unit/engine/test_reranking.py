"""Reranking in a search: a real cross-encoder or provider changes the order, and none of its failures a search."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from recollect import ConfigError, Memory
from recollect.engine.reranking import AT_ONCE_MAX, Reranking, RerankOptions
from recollect.errors import ModelFailed
from recollect.read.rerank import Judged, Offered
from recollect.rules.breaker import FAILURES_MAX
from tests.clock import START
from tests.cross_encoder import cross_encoder
from tests.loopback import Loopback, Reply, Request

NOTES = [
    "The poor report on tea and gardens in Lisbon",
    "A report on tea and gardens in Lisbon",
    "An excellent report on tea and gardens in Lisbon",
    "Trains to Porto leave at noon",
]
QUESTION = "report tea gardens Lisbon"


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        yield running


def filled(folder: Path, **settings: Any) -> Memory:
    memory = Memory(folder / "m.db", config_file=folder / "none.toml", **settings)
    if memory.count(user="u") == 0:
        memory.add_many(NOTES, user="u")
    return memory


@pytest.mark.feature("RT-07")
@pytest.mark.parametrize("preset", ["recollect", "rrf", "weighted", "composite", "osaurus"])
def test_a_cross_encoder_changes_the_order_and_the_trace_says_so(tmp_path: Path, preset: str) -> None:
    with filled(tmp_path) as memory:
        plain = memory.search(QUESTION, user="u", preset=preset, now=START, dry_run=True)
    assert not plain.trace.reranked
    model = cross_encoder(tmp_path / "tiny")
    with filled(tmp_path, rerank="onnx", rerank_onnx_model=str(model), rerank_timeout_ms=60_000) as memory:
        hits = memory.search(QUESTION, user="u", preset=preset, now=START, dry_run=True)
        assert hits[0].content == NOTES[2]
        assert hits.trace.reranked
        assert any("onnx:tiny" in stage for stage in hits.trace.stages)
        assert hits.trace.fallback_reason == plain.trace.fallback_reason
        assert {hit.content for hit in hits} == {hit.content for hit in plain}
        assert all(0 <= hit.score <= 1 for hit in hits)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert hits[0].components["rerank"] == pytest.approx(0.982, abs=1e-3)
        off = memory.search(QUESTION, user="u", preset=preset, rerank=False, now=START, dry_run=True)
        assert [(hit.id, hit.score) for hit in off] == [(hit.id, hit.score) for hit in plain]


@pytest.mark.feature("RT-07")
def test_it_is_off_unless_somebody_turns_it_on(tmp_path: Path) -> None:
    with filled(tmp_path) as memory:
        assert memory.settings.rerank == "off"
        assert not any("rerank" in stage for stage in memory.search(QUESTION, user="u").trace.stages)


@pytest.mark.parametrize(
    "question, options, reason",
    [
        ("tea", {}, "a question of one word"),
        (QUESTION, {"min_score": 0.0, "contains": "Porto"}, "fewer than two candidates"),
        (QUESTION, {"strategy": "recent"}, None),
    ],
)
def test_what_needs_no_reranker_does_not_ask_it(
    server: Loopback, tmp_path: Path, question: str, options: dict[str, Any], reason: str | None
) -> None:
    with filled(tmp_path, rerank="cohere", rerank_base_url=server.url) as memory:
        hits = memory.search(question, user="u", **options)
    assert server.requests == []
    assert hits.trace.fallback_reason is None
    assert (f"rerank skipped: {reason}" in hits.trace.stages) == (reason is not None)


def test_only_the_best_are_sent(server: Loopback, tmp_path: Path) -> None:
    server.script(Reply(body={"results": [{"index": 0, "relevance_score": 0}, {"index": 1, "relevance_score": 1}]}))
    settings = {"rerank_base_url": server.url, "rerank_top_n": 2, "rerank_weight": 1.0, "rerank_timeout_ms": 60_000}
    with filled(tmp_path, rerank="jina", **settings) as memory:
        plain = memory.search(QUESTION, user="u", rerank=False)
        hits = memory.search(QUESTION, user="u")
    assert server.requests[0].body["documents"] == [hit.content for hit in plain[:2]]
    assert [hit.id for hit in hits] == [plain[1].id, plain[0].id, *(hit.id for hit in plain[2:])]
    assert [hit.score for hit in hits] == [1, 0, 0, 0]


@pytest.mark.feature("RT-07")
@pytest.mark.parametrize(
    "reply, said",
    [
        (Reply(status=500, body={"message": "out of order"}), "out of order"),
        (Reply(body=b"[]"), "without a list of results"),
        (Reply(hold=True), "did not answer within"),
    ],
    ids=["error", "nonsense", "silence"],
)
def test_a_reranker_that_fails_leaves_the_order_there_was_and_is_named(
    server: Loopback, tmp_path: Path, reply: Reply, said: str
) -> None:
    with filled(tmp_path, rerank="cohere", rerank_base_url=server.url, rerank_timeout_ms=150) as memory:
        plain = memory.search(QUESTION, user="u", rerank=False)
        server.script(reply)
        hits = memory.search(QUESTION, user="u")
    assert [(hit.id, hit.score) for hit in hits] == [(hit.id, hit.score) for hit in plain]
    assert not hits.trace.reranked
    assert said in str(hits.trace.fallback_reason)
    assert said in hits.trace.stages[-1]


def test_a_model_that_cannot_be_loaded_does_not_fail_a_search(tmp_path: Path) -> None:
    model = cross_encoder(tmp_path / "tiny")
    (model / "model.onnx").write_bytes(b"broken")
    with filled(tmp_path, rerank="onnx", rerank_onnx_model=str(model), rerank_timeout_ms=60_000) as memory:
        hits = memory.search(QUESTION, user="u")
    assert len(hits) == len(NOTES)
    assert "not reranked: onnx:tiny failed" in str(hits.trace.fallback_reason)


@pytest.mark.feature("RT-07")
@pytest.mark.parametrize(
    "settings, lacking",
    [
        ({"rerank": "onnx"}, "set rerank_onnx_model"),
        ({"rerank": "onnx", "rerank_onnx_model": "/nowhere"}, "must hold a .onnx cross-encoder"),
        ({"rerank": "cohere"}, "set rerank_api_key"),
        ({"rerank": "jina", "rerank_base_url": "localhost"}, "rerank_base_url must begin with"),
    ],
)
def test_a_reranker_that_lacks_something_leaves_searches_without_it_and_they_say_why(
    settings: dict[str, str], lacking: str, tmp_path: Path
) -> None:
    with filled(tmp_path) as memory:
        plain = memory.search(QUESTION, user="u", now=START, dry_run=True)
    with filled(tmp_path, **settings) as memory:
        for _ in range(FAILURES_MAX + 2):
            hits = memory.search(QUESTION, user="u", now=START, dry_run=True)
            assert lacking in str(hits.trace.fallback_reason)
        assert [(hit.id, hit.score) for hit in hits] == [(hit.id, hit.score) for hit in plain]
        assert not hits.trace.reranked
        assert any(lacking in reason for reason in memory.status().degraded)


def test_a_reranker_that_does_not_exist_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        filled(tmp_path, rerank="magic")


class Scripted:
    """A reranker whose answers a test decides; the contract's smallest form."""

    name, model = "scripted", "m"

    def __init__(self) -> None:
        self.failing: Exception | None = None
        self.asked = 0
        self.gate: threading.Event | None = None

    def rerank(self, question: str, texts: Sequence[str], *, timeout_s: float) -> list[float]:
        self.asked += 1
        if self.gate is not None:
            self.gate.wait()
        if self.failing is not None:
            raise self.failing
        return [1.0 for _ in texts]


OFFERED = (Offered(item=1, text="a"), Offered(item=2, text="b"))


def test_one_that_keeps_failing_is_left_alone_for_a_while() -> None:
    now = [0.0]
    model = Scripted()
    reranking = Reranking(model, RerankOptions(timeout_s=60), now_s=lambda: now[0])
    model.failing = ModelFailed("no")
    for _ in range(FAILURES_MAX + 3):
        assert isinstance(reranking.judge("q", OFFERED), str)
    assert model.asked == FAILURES_MAX
    assert reranking.failure == "scripted:m failed: no"
    now[0], model.failing = 61.0, None
    assert isinstance(reranking.judge("q", OFFERED), Judged)
    assert reranking.failure is None
    reranking.close()


@pytest.mark.feature("OB-04")
@pytest.mark.parametrize(
    "error, kept",
    [
        (ModelFailed("HTTP 500: cannot do Ana", bare="HTTP 500"), "scripted:m failed: HTTP 500"),
        (RuntimeError("cannot do Ana"), "scripted:m failed: RuntimeError"),
    ],
)
def test_the_models_words_go_back_with_the_question_and_are_not_kept(error: Exception, kept: str) -> None:
    model = Scripted()
    model.failing = error
    reranking = Reranking(model, RerankOptions(timeout_s=60))
    assert "cannot do Ana" in str(reranking.judge("q", OFFERED))
    assert reranking.failure == kept
    reranking.close()


def test_one_that_never_answers_holds_few_threads() -> None:
    model = Scripted()
    model.gate = threading.Event()
    reranking = Reranking(model, RerankOptions(timeout_s=0.01))
    said = [reranking.judge("q", OFFERED) for _ in range(AT_ONCE_MAX + 1)]
    assert "did not answer within 10 ms" in str(said[0])
    assert "is busy" in str(said[-1])
    assert model.asked == AT_ONCE_MAX
    model.gate.set()
    reranking.close()


@pytest.mark.feature("RT-07", "CX-05")
def test_a_context_is_not_kept_where_something_was_written_while_the_reranker_was_asked(
    tmp_path: Path, server: Loopback
) -> None:
    late = ["The gardens of Lisbon report a flood"]

    def judge(asked: Request) -> Reply:
        memory.add_many([late.pop()] if late else [], user="u")
        scores = [{"index": at, "relevance_score": 0.5} for at in range(len(asked.body["documents"]))]
        return Reply(body={"results": scores})

    server.routes.append(judge)
    settings = {"rerank": "cohere", "rerank_base_url": server.url, "rerank_timeout_ms": 60_000}
    with filled(tmp_path, **settings) as memory:
        made = [memory.context(QUESTION, user="u", asked=("memories",)) for _ in range(3)]
    assert [context.cached for context in made] == [False, False, True]
    assert len(server.requests) == 2

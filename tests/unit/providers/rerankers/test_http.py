"""Remote rerankers over the loopback, in each provider's wire format."""

from __future__ import annotations

from typing import Any

import pytest

from recollect import registry
from recollect.errors import ConfigError, ModelFailed
from tests.loopback import Loopback, Reply

WIRES = [("cohere", "top_n", "results"), ("jina", "top_n", "results"), ("voyage", "top_k", "data")]
TEXTS = ["tea", "coffee"]


def made(server: Loopback, name: str = "cohere", **options: Any) -> Any:
    return registry.reranker(name, {"base_url": server.url + "/v9/", "api_key": "sk-rerank-1", **options})


@pytest.mark.feature("RT-07")
@pytest.mark.parametrize("name, count, list_name", WIRES)
def test_each_provider_is_asked_in_its_own_words(server: Loopback, name: str, count: str, list_name: str) -> None:
    scores = [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.25}]
    server.script(Reply(body={list_name: scores}))
    assert made(server, name, model="m1").rerank("which?", TEXTS, timeout_s=5) == [0.25, 0.9]
    (request,) = server.requests
    assert request.path == "/v9/rerank"
    assert request.headers["authorization"] == "Bearer sk-rerank-1"
    assert request.body == {"model": "m1", "query": "which?", "documents": TEXTS, count: 2}


@pytest.mark.feature("RT-07")
@pytest.mark.parametrize(
    "scores, shares",
    [
        ((-1.2, -9.0), (0.2315, 0.0001)),
        ((-1, 2), (0.2689, 0.8808)),
        ((100, 300), (0.0, 1.0)),
        ((-80.5, -90), (1.0, 0.0)),
        ((200, 200), (0.5, 0.5)),
        ((0.25, 10**400), (0.0, 1.0)),
        ((0.25, 1.0000002), (0.25, 1.0)),
        ((-1e-9, 0.25), (0.0, 0.25)),
    ],
)
def test_scores_outside_of_zero_to_one_keep_their_order_inside(
    server: Loopback, scores: tuple[float, float], shares: tuple[float, float]
) -> None:
    results = [{"index": place, "relevance_score": score} for place, score in enumerate(scores)]
    server.script(Reply(body={"results": results}))
    assert made(server).rerank("which?", TEXTS, timeout_s=5) == pytest.approx(shares, abs=1e-4)


@pytest.mark.parametrize(
    "reply",
    [
        Reply(status=500, body={"message": "sk-rerank-1 is broken"}),
        Reply(status=401, body={"message": "bad key sk-rerank-1"}),
        Reply(body=b"no JSON"),
        Reply(body=[]),
        Reply(body=b"[" * 100_000 + b"]" * 100_000),
        Reply(body={"results": [{"index": 0, "relevance_score": 0.5}, {"index": 1, "relevance_score": 1e999}]}),
        Reply(body={"results": "none"}),
        Reply(body={"results": [{"index": 0, "relevance_score": 0.5}]}),
        Reply(body={"results": [{"index": 0, "relevance_score": 0.5}, {"index": 0, "relevance_score": 0.5}]}),
        Reply(body={"results": [{"index": 0, "relevance_score": 0.5}, {"index": 2, "relevance_score": 0.5}]}),
        Reply(body={"results": [{"index": 0, "relevance_score": 0.5}, {"index": 1, "relevance_score": None}]}),
        Reply(body={"results": [{"index": 0, "relevance_score": 0.5}, {"index": True, "relevance_score": 0.5}]}),
        Reply(body={"results": [1, 2]}),
        Reply(body={"results": [{"index": 0, "relevance_score": 0.5}]}, cut_after=5),
    ],
    ids=str,
)
def test_an_answer_that_is_none_is_refused_without_telling_the_key(server: Loopback, reply: Reply) -> None:
    server.script(reply)
    with pytest.raises(ModelFailed) as failed:
        made(server).rerank("which?", TEXTS, timeout_s=5)
    assert "sk-rerank-1" not in str(failed.value)


def test_a_provider_that_does_not_answer_is_not_waited_for(server: Loopback) -> None:
    server.script(Reply(hold=True))
    with pytest.raises(ModelFailed, match="did not answer within"):
        made(server).rerank("which?", TEXTS, timeout_s=0.05)


@pytest.mark.parametrize("name", ["cohere", "voyage", "jina"])
def test_a_provider_at_its_own_address_needs_a_key(name: str) -> None:
    with pytest.raises(ConfigError, match="rerank_api_key"):
        registry.reranker(name, {})
    assert "sk-1" not in repr(registry.reranker(name, {"api_key": "sk-1"}))


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ConfigError, match="rerank_base_url"):
        registry.reranker("jina", {"base_url": "file:///etc/passwd"})
    with pytest.raises(ConfigError, match="unknown reranker"):
        registry.reranker("magic", {})

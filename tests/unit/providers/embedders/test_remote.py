"""Remote embedders against a server that speaks each provider's wire, and misbehaves in every way we know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from botocore.exceptions import NoCredentialsError

from recollect import registry
from recollect.errors import ConfigError, EmbeddingFailed, ModelFailed
from recollect.providers.embedders.remote import Access, RemoteEmbedder, Waiting, pydantic_request
from tests.loopback import Loopback, Reply, vector

KEY = "sk-very-secret-123"
SUFFIX = {"openai": "/v1", "mistral": "/v1", "voyage": "/v1"}
WIRE = {
    "openai": "/v1/embeddings",
    "mistral": "/v1/embeddings",
    "voyage": "/v1/embeddings",
    "gemini": "/models/gemini-embedding-001:batchEmbedContents",
    "cohere": "/v2/embed",
    "bedrock": "/model/amazon.titan-embed-text-v2:0/invoke",
    "ollama": "/api/embed",
}
DIM = {"gemini": 768}
PROVIDERS = sorted(WIRE)


class Time:
    """Seconds that pass only when somebody sleeps, or when the test says so."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds


def make(name: str, server: Loopback, **options: Any) -> RemoteEmbedder:
    base = {"api_key": KEY, "base_url": server.url + SUFFIX.get(name, ""), "remote_dim": DIM.get(name, 8)}
    embedder = registry.embedder(name, {**base, **options})
    assert isinstance(embedder, RemoteEmbedder)
    return embedder


def timed(embedder: RemoteEmbedder) -> Time:
    time = Time()
    embedder._waiting = Waiting(now_s=lambda: time.now_s, sleep=time.sleep)
    return time


@pytest.mark.feature("EM-11")
@pytest.mark.parametrize("name", PROVIDERS)
def test_each_wire_gives_the_vectors_of_the_texts_in_order(name: str, server: Loopback) -> None:
    embedder = make(name, server)
    dim = DIM.get(name, 8)
    rows = embedder.embed(["walnuts", "  ", "Zürich \ud800 東京"])
    assert rows.dtype == np.float32
    assert rows.shape == (3, dim)
    assert np.allclose(rows[0], vector("walnuts", dim), atol=1e-5)
    assert not rows[1].any()
    assert np.allclose(rows[2], vector("Zürich ? 東京", dim), atol=1e-5)
    assert server.requests[-1].path.endswith(WIRE[name])


@pytest.mark.parametrize("name", PROVIDERS)
def test_an_address_of_ones_own_is_part_of_the_identity(name: str, server: Loopback) -> None:
    signature = make(name, server).signature
    source, rest = signature.split(":", 1)
    assert source == name
    assert rest.endswith(f":{DIM.get(name, 8)}")
    assert "@" in rest
    with Loopback() as other:
        assert make(name, other).signature != signature
    assert server.requests == []


@pytest.mark.parametrize("name", sorted(set(PROVIDERS) - {"bedrock"}))
def test_key_and_headers_are_sent_as_configured(name: str, server: Loopback) -> None:
    make(name, server, headers={"X-Team": "memory"}).embed(["a"])
    sent = server.requests[0].headers
    assert sent["x-team"] == "memory"
    assert (
        KEY in (sent.get("authorization", ""), sent.get("x-goog-api-key")) or sent["authorization"] == f"Bearer {KEY}"
    )


def test_nothing_from_the_environment_is_sent_along(server: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_API_KEY"):
        monkeypatch.setenv(variable, "from-the-environment")
    make("openai", server, api_key=None).embed(["a"])
    assert "from-the-environment" not in str(server.requests[0].headers)


@pytest.mark.feature("EM-10")
@pytest.mark.parametrize("dim", [768, 1536, 3072])
def test_gemini_gives_the_dimensions_asked_for(dim: int, server: Loopback) -> None:
    embedder = make("gemini", server, remote_dim=dim)
    assert embedder.embed(["a", "b"]).shape == (2, dim)
    assert server.requests[0].body["requests"][0]["outputDimensionality"] == dim


@pytest.mark.feature("EM-10")
def test_gemini_has_its_documented_default_and_refuses_other_sizes(server: Loopback) -> None:
    embedder = make("gemini", server, remote_dim=0)
    assert (embedder.model, embedder.dim) == ("gemini-embedding-001", 768)
    assert make("gemini", server, remote_dim=0, model="gemini-embedding-2-preview").dim == 3072
    with pytest.raises(ConfigError, match="768, 1536, 3072 dimensions, not 100"):
        make("gemini", server, remote_dim=100)


def test_an_unknown_model_is_asked_once_for_its_dimension(server: Loopback) -> None:
    embedder = make("openai", server, model="my-own", remote_dim=0)
    assert embedder.signature.startswith("openai:my-own@")
    assert embedder.dim == 8
    embedder.embed(["a"])
    assert [request.body["input"] for request in server.requests] == [["dimensions"], ["a"]]


def test_an_older_ollama_is_asked_the_older_way(server: Loopback) -> None:
    server.missing.add("/api/embed")
    embedder = make("ollama", server)
    assert np.allclose(embedder.embed(["a", "b"])[1], vector("b", 8), atol=1e-5)
    embedder.embed(["c"])
    paths = [request.path for request in server.requests]
    assert paths == ["/api/embed", "/api/embeddings", "/api/embeddings", "/api/embeddings"]


@pytest.mark.feature("EM-08")
def test_an_older_ollama_may_tell_in_json_that_an_address_is_missing(server: Loopback) -> None:
    server.script(Reply(status=404, body={"error": "not found"}))
    assert np.allclose(make("ollama", server).embed(["a"])[0], vector("a", 8), atol=1e-5)
    assert [request.path for request in server.requests] == ["/api/embed", "/api/embeddings"]


def test_a_missing_ollama_model_is_not_taken_for_an_older_server(server: Loopback) -> None:
    server.script(Reply(status=404, body={"error": 'model "nomic-embed-text" not found, try pulling it first'}))
    with pytest.raises(EmbeddingFailed, match="try pulling it first"):
        make("ollama", server).embed(["a"])


def test_texts_go_out_in_batches_with_the_pause_between_them(server: Loopback) -> None:
    embedder = make("gemini", server, delay_s=0.2)
    time = timed(embedder)
    rows = embedder.embed([f"text {number}" for number in range(250)])
    assert [len(request.body["requests"]) for request in server.requests] == [100, 100, 50]
    assert time.slept == pytest.approx([0.2, 0.2])
    assert np.allclose(rows[249], vector("text 249", 768), atol=1e-5)


DEEP = b"[" * 100_000 + b"]" * 100_000
BROKEN = {
    "wrong dimension": ({"embeddings": [[1.0, 2.0]]}, "2 dimensions where 8 were expected: set embedder_dim"),
    "not a number": (b'{"embeddings": [[1, 2, 3, 4, 5, 6, 7, NaN]]}', "NaN or infinite"),
    "words": ({"embeddings": [["a"] * 8]}, "no number"),
    "no lists": ({"embeddings": [1.0]}, "no list of numbers"),
    "too few": ({"embeddings": []}, "0 vectors for 1 texts"),
    "other shape": ({"vectors": 1}, "without 'embeddings'"),
    "a number without end": (b'{"embeddings": [[1, 2, 3, 4, 5, 6, 7, 1%s]]}' % (b"0" * 400), "no number"),
    "zeros": ({"embeddings": [[0.0] * 8]}, "without a direction"),
    "numbers beyond measure": ({"embeddings": [[3e38] * 8]}, "without a direction"),
    "lists without end": (DEEP, "did not answer with JSON"),
    "no JSON": (b"<html>", "did not answer with JSON"),
    "empty": ({"embeddings": [[]]}, "dimensions"),
}


@pytest.mark.parametrize("body, message", BROKEN.values(), ids=BROKEN)
def test_an_answer_that_does_not_belong_is_refused(body: object, message: str, server: Loopback) -> None:
    server.script(Reply(body=body))
    with pytest.raises(EmbeddingFailed, match=message):
        make("ollama", server).embed(["a"])


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_wrong_dimension_is_refused_on_every_wire(name: str, server: Loopback) -> None:
    good = make(name, server).embed(["a"])
    server.script(*[_shortened(server, name)])
    with pytest.raises(EmbeddingFailed, match=f"dimensions where {good.shape[1]} were expected"):
        make(name, server).embed(["a"])


def _shortened(server: Loopback, name: str) -> Reply:
    """What the wire usually answers, with vectors of three dimensions."""
    with Loopback(dim=3) as other:
        sent = server.requests[-1].body
        for field in ("dimensions", "output_dimension", "outputDimensionality"):
            sent.pop(field, None)
            for request in sent.get("requests", []):
                request.pop(field, None)
        return other._usual(server.requests[-1].path, sent, {})


@pytest.mark.parametrize("name", PROVIDERS)
def test_malformed_answers_are_an_embedding_failure_on_every_wire(name: str, server: Loopback) -> None:
    server.script(Reply(body=b"{not json"))
    with pytest.raises(EmbeddingFailed, match=f"^{name} embedder"):
        make(name, server).embed(["a"])
    server.script(Reply(body={"something": "else"}))
    with pytest.raises(EmbeddingFailed, match=f"^{name} embedder"):
        make(name, server).embed(["a"])
    server.script(Reply(body=DEEP))
    with pytest.raises(EmbeddingFailed, match=f"^{name} embedder"):
        make(name, server).embed(["a"])


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_refused_key_is_told_at_once_and_not_repeated(name: str, server: Loopback) -> None:
    embedder = make(name, server)
    time = timed(embedder)
    server.script(Reply(status=401, body={"error": {"message": f"bad key {KEY}"}, "message": f"bad key {KEY}"}))
    with pytest.raises(EmbeddingFailed, match="Check the key") as caught:
        embedder.embed(["a"])
    assert KEY not in str(caught.value)
    assert KEY not in repr(embedder._access)
    assert time.slept == []
    assert len(server.requests) == 1


@pytest.mark.feature("RS-02")
@pytest.mark.parametrize("name", PROVIDERS)
def test_a_rate_limit_is_waited_for_as_long_as_the_provider_says(name: str, server: Loopback) -> None:
    embedder = make(name, server)
    time = timed(embedder)
    busy = Reply(status=429, body={"error": {"message": "slow down"}}, headers={"Retry-After": "7"})
    server.script(busy, Reply(status=503, body={"error": {"message": "overloaded"}}))
    assert embedder.embed(["a"]).any()
    assert time.slept == [7.0, 2.0]


def test_a_rate_limit_of_minutes_is_not_waited_for(server: Loopback) -> None:
    embedder = make("openai", server)
    time = timed(embedder)
    server.script(Reply(status=429, body={"error": {"message": "quota"}}, headers={"Retry-After": "600"}))
    with pytest.raises(EmbeddingFailed, match="limits the rate"):
        embedder.embed(["a"])
    assert time.slept == []


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_provider_that_says_nothing_times_out(name: str, server: Loopback) -> None:
    embedder = make(name, server, timeout_s=0.3)
    time = timed(embedder)
    server.script(*[Reply(hold=True)] * 3)
    with pytest.raises(EmbeddingFailed, match=r"(?i)time|within 0\.3 s"):
        embedder.embed(["a"])
    assert time.slept == [1.0, 2.0]


@pytest.mark.feature("RS-01")
def test_after_five_failures_the_provider_is_left_alone_for_a_minute(server: Loopback) -> None:
    embedder = make("ollama", server)
    time = timed(embedder)
    server.script(*[Reply(status=500, body={})] * 6)
    for _ in range(2):
        with pytest.raises(EmbeddingFailed, match="HTTP 500"):
            embedder.embed(["a"])
    assert len(server.requests) == 5
    with pytest.raises(EmbeddingFailed, match="failed 5 times in a row; asked again in 60 s"):
        embedder.embed(["a"])
    time.now_s += 60
    with pytest.raises(EmbeddingFailed, match="HTTP 500"):
        embedder.embed(["a"])
    assert len(server.requests) == 6, "half-open lets one request through"
    time.now_s += 60
    assert embedder.embed(["a"]).any()


def test_a_server_that_is_not_there_is_an_embedding_failure() -> None:
    with Loopback() as gone:
        pass
    for name in PROVIDERS:
        embedder = make(name, gone)
        timed(embedder)
        with pytest.raises(EmbeddingFailed, match=f"^{name} embedder"):
            embedder.embed(["a"])


@pytest.mark.parametrize("name", ["openai", "gemini", "voyage", "cohere", "mistral"])
def test_a_provider_without_a_key_says_so_before_anything_is_sent(name: str) -> None:
    with pytest.raises(ConfigError, match=f"the {name} embedder needs a key"):
        registry.embedder(name, {})


def test_what_a_package_raises_before_it_asks_is_told_as_a_failure() -> None:
    class Locked:
        async def embed(self, *_: Any, **__: Any) -> Any:
            raise ExceptionGroup("one for each text", [NoCredentialsError(), NoCredentialsError()])

    request = pydantic_request(Locked, Access(model="titan"), label="bedrock", extra="bedrock")
    with pytest.raises(ModelFailed, match="titan: Unable to locate credentials"):
        request(["one", "two"])

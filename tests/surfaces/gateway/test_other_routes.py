"""Embeddings and models: the upstream's, or Recollect's own."""

from __future__ import annotations

import gzip
import threading
from pathlib import Path

import httpx2
import openai
import pytest

from recollect import Memory
from recollect.errors import ConfigError, EmbeddingFailed, InvalidInput
from recollect.surfaces.gateway import skills
from recollect.surfaces.gateway.passing import HELD_BYTES_MAX
from tests.surfaces.gateway.serving import WAIT_S, Principal, Reply, Upstream, answer, gateway, stream


def test_without_an_upstream_recollects_own_embedder_answers(memory: Memory) -> None:
    [expected] = memory.embed(["pasta"])
    with gateway(memory, None) as url, openai.OpenAI(base_url=f"{url}/v1", api_key="k", max_retries=0) as client:
        packed = client.embeddings.create(model="recollect", input="pasta")  # the client asks for base64
        plain = client.embeddings.create(model="any", input=["rice", "pasta"], encoding_format="float")
        assert [model.id for model in client.models.list()] == ["recollect"]
        assert client.models.retrieve("recollect").owned_by == "recollect"
        with pytest.raises(openai.NotFoundError):
            client.models.retrieve("other")
        for wrong in ([], [""], 7, [["x"]]):
            with pytest.raises(openai.BadRequestError, match="input"):
                client.embeddings.create(model="recollect", input=wrong)  # type: ignore[arg-type]
        with pytest.raises(openai.BadRequestError, match="dimensions"):
            client.embeddings.create(model="recollect", input="x", dimensions=3)
    assert packed.data[0].embedding == pytest.approx(expected)
    assert plain.data[1].embedding == pytest.approx(expected)
    assert [one.index for one in plain.data] == [0, 1]


def test_with_an_upstream_its_own_answers_pass_through(memory: Memory, upstream: Upstream) -> None:
    told = b'{"object":"list" ,"data":[{"object":"embedding","index":0,"embedding":[1,2]}],"model":"e","usage":{}}'
    upstream.script.append(answer(told))
    upstream.script.append(answer({"object": "list", "data": [{"id": "m", "object": "model"}]}))
    with gateway(memory, upstream.url) as url, openai.OpenAI(base_url=f"{url}/v1", api_key="k") as client:
        raw = client.embeddings.with_raw_response.create(model="e", input="x", encoding_format="float")
        assert [model.id for model in client.models.list()] == ["m"]
        own = client.embeddings.create(model="recollect", input="x")
    assert raw.content == told
    assert len(own.data[0].embedding) > 8
    assert [request.path for request in upstream.requests] == ["/v1/embeddings", "/v1/models"]


@pytest.mark.parametrize("kind", ["a stream", "a long answer"])
def test_long_and_streamed_answers_pass_as_they_come(kind: str, upstream: Upstream, client: httpx2.Client) -> None:
    go_on, first = threading.Event(), b"data: {}\n\n" if kind == "a stream" else b"x" * (HELD_BYTES_MAX + 1)
    pieces = (first, go_on, b"the end")
    upstream.script.append(stream(*pieces) if kind == "a stream" else Reply(pieces=pieces))
    with client.stream("GET", "/v1/models") as response:
        chunks = response.iter_raw()
        got = b""
        while len(got) < len(first):  # while the upstream still holds the rest back
            got += next(chunks)
        go_on.set()
        assert got + b"".join(chunks) == first + b"the end"


def test_an_upstream_that_breaks_off_is_told_of_or_breaks_off_here_too(
    upstream: Upstream, client: httpx2.Client, caplog: pytest.LogCaptureFixture
) -> None:
    upstream.script.append(Reply(pieces=[b"{"], cut=True))
    told = client.get("/v1/models")
    assert (told.status_code, told.json()["error"]["code"]) == (502, "upstream_unreachable")
    upstream.script.append(Reply(pieces=[b"x" * (HELD_BYTES_MAX + 1), b"y"], cut=True))
    with pytest.raises(httpx2.RemoteProtocolError):
        client.get("/v1/models")
    assert caplog.messages.count("gateway.upstream.failed") == 2


def test_when_the_caller_hangs_up_the_upstream_is_let_go(upstream: Upstream, client: httpx2.Client) -> None:
    upstream.script.append(stream(b"data: {}\n\n", threading.Event()))
    with client.stream("GET", "/v1/models") as response:
        next(response.iter_raw())
    assert upstream.gone.wait(WAIT_S)


def test_embed_makes_a_vector_a_text(memory: Memory, tmp_path: Path) -> None:
    assert len(memory.embed(["one", "two"])) == 2
    assert memory.embed([]) == []
    with pytest.raises(InvalidInput):
        memory.embed("one")
    with Memory(tmp_path / "other.db", embedder="none", worker="off") as without, pytest.raises(EmbeddingFailed):
        without.embed(["one"])


@pytest.mark.feature("IN-09")
def test_skills_come_from_a_file_by_tenant_and_key(tmp_path: Path) -> None:
    file = tmp_path / "skills.json"
    file.write_text('{"*": [{"name": "a"}], "tenant:acme": [{"name": "b"}], "key:k9": [{"name": "a", "strict": true}]}')
    offered = skills.from_file(file)
    assert offered(Principal()) == [{"name": "a"}]
    assert offered(Principal(tenant="acme", key_id="k9")) == [{"name": "a", "strict": True}, {"name": "b"}]


@pytest.mark.parametrize("text", ["", "[]", '{"acme": []}', '{"*": {}}', '{"*": [{"description": "x"}]}', '{"*": [7]}'])
def test_a_wrong_skills_file_is_refused_at_the_start(tmp_path: Path, text: str) -> None:
    file = tmp_path / "skills.json"
    file.write_text(text)
    with pytest.raises(ConfigError):
        skills.from_file(file)


def test_a_packed_request_goes_on_as_it_is_and_says_so(upstream: Upstream, client: httpx2.Client) -> None:
    """The gateway does not unpack it, so it gets no memory; the upstream must be told how to read it."""
    packed = gzip.compress(b'{"model": "m", "messages": [{"role": "user", "content": "Hi"}]}')
    sent = client.post("/v1/chat/completions", content=packed, headers={"content-encoding": "gzip"})
    assert (sent.status_code, sent.headers["x-recollect-memory"]) == (200, "none")
    assert (upstream.last.raw, upstream.last.headers["content-encoding"]) == (packed, "gzip")


@pytest.mark.parametrize("encoding", ["gzip", "br", "GZIP"])
@pytest.mark.parametrize("path", ["/v1/messages", "/v1/messages/count_tokens", "/v1/responses", "/v1/conversations"])
def test_a_packed_request_that_is_refused_is_told_to_come_unpacked(
    upstream: Upstream, client: httpx2.Client, path: str, encoding: str
) -> None:
    packed = gzip.compress(b'{"model": "m", "input": "Hi"}')
    refused = client.post(path, content=packed, headers={"content-encoding": encoding})
    assert (refused.status_code, upstream.requests) == (400, [])
    assert "send it uncompressed" in refused.json()["error"]["message"]
    broken = client.post(path, content=b'{"container": ', headers={"content-type": "application/json"})
    assert "a JSON object, each name once" in broken.json()["error"]["message"]


@pytest.mark.parametrize(
    "method, path, status, code",
    [
        ("POST", "/v1/messages", 503, "not_configured"),
        ("POST", "/v1/messages/count_tokens", 503, "not_configured"),
        ("GET", "/v1/messages", 405, "not_allowed"),
        ("GET", "/v1/messages/count_tokens", 405, "not_allowed"),
        ("POST", "/v1/messages/batches", 404, "not_found"),
        ("POST", "/v1/responses", 503, "not_configured"),
        ("POST", "/v1/conversations", 503, "not_configured"),
        ("GET", "/v1/chat/completions", 405, "not_allowed"),
    ],
)
def test_errors_of_the_gateway_have_the_shape_of_the_protocol(
    memory: Memory, method: str, path: str, status: int, code: str
) -> None:
    with gateway(memory, None) as url:
        body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
        refused = httpx2.request(method, f"{url}{path}", json=body if method == "POST" else None)
    told = refused.json()
    assert (refused.status_code, told["error"]["code"]) == (status, code)
    if path.startswith("/v1/messages"):
        assert (told["type"], told["error"]["details"]) == ("error", {"error_code": code})
        assert "param" not in told["error"]
    else:
        assert told["error"]["param"] is None
        assert "type" not in told


def test_null_for_what_may_be_left_out_is_leaving_it_out(memory: Memory) -> None:
    with gateway(memory, None) as url, httpx2.Client(base_url=url, timeout=60) as client:
        body = {"model": "recollect", "input": "pasta", "encoding_format": None, "dimensions": None}
        assert client.post("/v1/embeddings", json=body).json()["data"][0]["embedding"] == memory.embed(["pasta"])[0]

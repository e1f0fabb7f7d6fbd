"""A local GGUF model: a real small one from a path, and downloads that break off, from a real server."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from recollect import Memory, registry
from recollect.errors import ConfigError, EmbeddingFailed, MissingExtra
from recollect.model.paths import POSIX
from recollect.providers.embedders.gguf import GgufEmbedder
from recollect.providers.hub import local_file
from tests.llm_service import weights
from tests.loopback import Loopback, Reply
from tests.services import ServiceMissing, services_required

NAME = "hf:owner/model/file.gguf"
DATA = b"GGUF" + bytes(range(256)) * 2000


@pytest.fixture(scope="module")
def model() -> GgufEmbedder:
    try:
        path = weights()
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))
    embedder = registry.embedder("gguf", {"gguf_model": str(path)})
    assert isinstance(embedder, GgufEmbedder)
    return embedder


@pytest.mark.slow
@pytest.mark.feature("EM-09")
def test_a_model_file_gives_unit_vectors_in_order(model: GgufEmbedder) -> None:
    texts = ["The cat sat on the mat.", "", "A cat is sitting on a mat.", "Quarterly tax returns \ud800 東京"]
    rows = model.embed(texts)
    assert rows.shape == (4, model.dim)
    assert np.allclose(np.linalg.norm(rows, axis=1), [1, 0, 1, 1], atol=1e-5)
    assert rows[0] @ rows[2] > rows[0] @ rows[3]
    assert np.allclose(model.embed(texts[2:3])[0], rows[2], atol=1e-2)
    assert model.signature == f"gguf:SmolLM2-135M-Instruct.Q4_1:{model.dim}"


@pytest.mark.slow
@pytest.mark.feature("EM-09")
def test_a_text_with_too_many_tokens_is_cut_and_not_refused(model: GgufEmbedder) -> None:
    few, many = "responsibilities " * 60, "\U00012000" * 1020  # in tokens, of which a model can take its time over many
    assert len(few) == len(many), "half of the text is what is left"
    cut = model.embed([few + many])
    assert cut.any()
    assert np.allclose(cut, model.embed([few]), atol=1e-2)


@pytest.mark.feature("EM-09")
def test_nothing_is_fetched_for_a_package_that_is_not_there(
    server: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.files["/owner/model/resolve/main/file.gguf"] = DATA
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    embedder = registry.embedder("gguf", {"gguf_model": NAME, "gguf_cache": tmp_path, "hub_url": server.url})
    with pytest.raises(MissingExtra, match=r"pip install 'recollect\[gguf\]'"):
        embedder.embed(["a cat"])
    assert server.requests == []


def fetched(server: Loopback, cache: Path) -> Path:
    return local_file(NAME, cache=cache, hub_url=server.url, timeout_s=20)


@pytest.mark.feature("EM-09")
def test_a_name_on_a_hub_is_fetched_once(server: Loopback, tmp_path: Path) -> None:
    server.files["/owner/model/resolve/main/file.gguf"] = DATA
    path = fetched(server, tmp_path / "cache")
    assert path.read_bytes() == DATA
    assert fetched(server, tmp_path / "cache") == path
    assert not POSIX or {folder.stat().st_mode & 0o777 for folder in (path.parent, tmp_path / "cache")} == {0o700}
    assert len(server.requests) == 1
    assert list(tmp_path.rglob("*.part")) == []


@pytest.mark.feature("EM-09")
def test_a_download_that_breaks_off_goes_on_where_it_stopped(server: Loopback, tmp_path: Path) -> None:
    server.files["/owner/model/resolve/main/file.gguf"] = DATA
    server.script(Reply(body=DATA, cut_after=1000))
    assert fetched(server, tmp_path).read_bytes() == DATA
    assert server.requests[1].headers["range"].startswith("bytes=")


@pytest.mark.feature("EM-09")
def test_a_hub_that_cannot_be_reached_says_what_to_do(server: Loopback, tmp_path: Path) -> None:
    with pytest.raises(EmbeddingFailed, match=r"refused .*HTTP 404\. Fetch it yourself and set gguf_model to its path"):
        fetched(server, tmp_path)
    with Loopback() as gone:
        pass
    with pytest.raises(EmbeddingFailed, match=r"cannot be fetched .*Fetch it yourself"):
        fetched(gone, tmp_path)


@pytest.mark.parametrize("name", ["hf:owner", "hf:../../etc/passwd", "hf:a/b/../../c", "/no/such.gguf"])
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        local_file(name, cache=tmp_path, hub_url="http://127.0.0.1:9", timeout_s=1)


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"PK not a model")
    with pytest.raises(ConfigError, match="is no GGUF file"):
        registry.embedder("gguf", {"gguf_model": str(path)}).embed(["a"])


@pytest.mark.parametrize("rest", [b"", bytes(100), b"\x03\0\0\0\x05" + b"x" * 50])
def test_a_damaged_model_is_named_and_words_answer_alone(tmp_path: Path, rest: bytes) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF" + rest)
    with Memory(tmp_path / "m.db", embedder="gguf", gguf_model=str(path), embedder_fallback="none") as memory:
        assert f"llama.cpp cannot load {path}" in str(memory.add("a dog", user="u").note)
        hits = memory.search("dog", user="u")
    assert hits[0].content == "a dog"
    assert "llama.cpp cannot load" in str(hits.trace.fallback_reason)

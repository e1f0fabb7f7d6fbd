"""Which embedder is used, and with what, for which settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from recollect import Memory, assemble, config
from recollect.assemble.embedders import _embedder_options, first_name
from recollect.errors import ConfigError
from tests.loopback import Loopback, Reply

KEYS = {"OPENAI_API_KEY": "o", "GEMINI_API_KEY": "g", "MISTRAL_API_KEY": "m", "OLLAMA_API_KEY": "x"}


def first(arguments: dict[str, Any], environment: dict[str, str]) -> str:
    return first_name(config.load(arguments, environment))


@pytest.mark.feature("EM-08")
def test_openclaws_order_is_local_then_the_first_key_then_nothing(tmp_path: Path) -> None:
    model = tmp_path / "model.gguf"
    model.write_bytes(b"GGUF")
    chosen = {"embedder": "auto-openclaw"}
    assert first(chosen | {"gguf_model": str(model)}, KEYS) == "gguf"
    assert first(chosen, KEYS) == "openai"
    assert first(chosen, {"MISTRAL_API_KEY": "m", "GEMINI_API_KEY": "g"}) == "gemini"
    assert first(chosen, {"MISTRAL_API_KEY": "m", "VOYAGE_API_KEY": "v"}) == "voyage"
    assert first(chosen, {"MISTRAL_API_KEY": "m"}) == "mistral"
    assert first(chosen, {"OLLAMA_API_KEY": "x"}) == "none", "Ollama is never chosen by itself"


@pytest.mark.feature("EM-01")
def test_omniroutes_order_is_the_first_key_then_local_models_then_nothing() -> None:
    chosen = {"embedder": "auto-omniroute"}
    assert first(chosen, KEYS) == "openai"
    assert first(chosen | {"static_model": "folder", "onnx_model": "folder"}, {}) == "static"
    assert first(chosen | {"onnx_model": "folder"}, {}) == "onnx"
    assert first(chosen, {}) == "none"


@pytest.mark.feature("EM-01")
def test_omniroutes_static_switch_ends_its_order_in_the_bundled_model(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('memoryEmbeddingSource = "auto"\nmemoryStaticEnabled = true\n', encoding="utf-8")
    settings = config.load({}, {}, file)
    assert (settings.embedder, first_name(settings)) == ("auto-omniroute", "static")
    assert first_name(config.load({}, {"OPENAI_API_KEY": "o"}, file)) == "openai"
    own = config.load({}, {"MEMORY_STATIC_MODEL": "folder"}, file)
    assert (own.static_model, first_name(own)) == ("folder", "static")
    with Memory(":memory:", config_file=file) as memory:
        assert str(memory.status().embedder).startswith("static:")
    file.write_text('memoryEmbeddingSource = "auto"\nmemoryStaticEnabled = false\n', encoding="utf-8")
    assert first_name(config.load({}, {}, file)) == "none"


@pytest.mark.feature("EM-03", "CF-02")
@pytest.mark.parametrize(
    "name, model",
    [
        ("MEMORY_TRANSFORMERS_MODEL", "Xenova/all-MiniLM-L6-v2"),
        ("MEMORY_STATIC_MODEL", "minishlab/potion-base-8M"),
    ],
)
def test_a_name_of_a_hub_leaves_the_bundled_model_and_is_told(
    name: str, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = config.load({}, {name: model})
    usual = config.load({}, {})
    assert first_name(settings) == "static"
    assert _embedder_options(settings, "static")["path"] == _embedder_options(usual, "static")["path"]
    monkeypatch.setenv(name, model)
    with Memory(":memory:") as memory:
        told = memory.status()
    assert str(told.embedder).startswith("static:")
    assert model in str(told.embedder_reason)


@pytest.mark.feature("EM-03")
def test_a_folder_is_meant_where_there_is_one_or_an_embedder_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert first({"onnx_model": "./models/small"}, {}) == "onnx"
    assert first({"onnx_model": "models/small", "embedder": "onnx"}, {}) == "onnx"
    static = config.load({"static_model": "models/small", "embedder": "static"}, {})
    assert _embedder_options(static, "static")["path"] == "models/small"
    (tmp_path / "models" / "small").mkdir(parents=True)
    assert first({"onnx_model": "models/small"}, {}) == "onnx"


@pytest.mark.feature("EM-17")
def test_openmemorys_dimension_is_that_of_its_hash_embedding_too() -> None:
    hashed = config.load({}, {"OM_EMBEDDINGS": "synthetic", "OM_VEC_DIM": "768"})
    assert (hashed.synthetic_dim, hashed.embedder_dim) == (768, 0)
    remote = config.load({}, {"OM_EMBEDDINGS": "openai", "OM_VEC_DIM": "768"})
    assert (remote.synthetic_dim, remote.embedder_dim) == (256, 768)
    with pytest.raises(ConfigError, match="OM_VEC_DIM"):
        config.load({}, {"OM_VEC_DIM": "many"})


def test_auto_is_the_bundled_embedder_whatever_keys_there_are() -> None:
    assert first({}, KEYS) == "static"


@pytest.mark.feature("EM-08")
def test_an_order_that_finds_nothing_searches_by_words_and_says_why(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder="auto-openclaw", config_file=tmp_path / "none.toml") as memory:
        memory.add("I'm allergic to walnuts", user="ana")
        hits = memory.search("walnuts", user="ana")
        assert hits[0].content == "I'm allergic to walnuts"
        assert "found neither a local model nor a key" in str(hits.trace.fallback_reason)


@pytest.mark.feature("EM-13")
@pytest.mark.feature("EM-11")
def test_a_remote_embedder_serves_a_memory_and_its_fallback_takes_over_with_the_reason(tmp_path: Path) -> None:
    with Loopback() as server:
        given: dict[str, Any] = {
            "embedder": "openai",
            "embedder_model": "my-model",
            "embedder_base_url": server.url + "/v1",
            "embedder_headers": {"X-Team": "memory"},
            "embedder_fallback": "static",
            "config_file": tmp_path / "none.toml",
        }
        with Memory(tmp_path / "m.db", **given) as memory:
            memory.add("I'm allergic to walnuts", user="ana")
            assert str(memory.status().embedder).startswith("openai:my-model@")
            assert server.requests[-1].headers["x-team"] == "memory"
            server.script(Reply(status=401, body={"error": {"message": "expired"}}))
            hits = memory.search("Which food makes her ill?", user="ana")
            assert hits
            assert "expired" in str(hits.trace.fallback_reason)


def test_the_list_of_embedders_asks_nobody_who_was_not_chosen() -> None:
    with Loopback() as server:
        settings = config.load({"ollama_url": server.url, "embedder": "static"}, KEYS)
        states = {state.name: state for state in assemble.embedders(settings)}
        assert states["static"].usable
        assert states["ollama"].reason == "not chosen; set embedder = ollama"
        assert states["openai"].usable is False
        assert server.requests == []


def test_settings_of_the_chosen_embedder_are_not_given_to_its_fallback() -> None:
    settings = config.load(
        {"embedder": "openai", "embedder_fallback": "gemini", "embedder_model": "m", "embedder_api_key": "k"}, KEYS
    )
    assert _embedder_options(settings, "openai")["api_key"] == "k"
    other = _embedder_options(settings, "gemini")
    assert (other["model"], other["api_key"]) == (None, "g")

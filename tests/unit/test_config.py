"""Settings: precedence, aliases, limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import ConfigError, Memory, config


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text('rrf_k = 30\npreset = "rrf"\n')
    return path


def test_an_argument_beats_the_environment_which_beats_the_file(file: Path) -> None:
    environment = {"RECOLLECT_RRF_K": "40"}
    assert config.load({}, {}, file).rrf_k == 30
    assert config.load({}, environment, file).rrf_k == 40
    assert config.load({"rrf_k": 50}, environment, file).rrf_k == 50
    assert config.load({"rrf_k": None}, {}, file).preset == "rrf"


def test_names_of_other_systems_are_understood_and_lose_to_our_own() -> None:
    theirs = {"MEMORY_RRF_K": "20", "MEMORY_EMBEDDING_CACHE_TTL_MS": "1500", "MEMORY_VEC_QUANTIZATION": "int8"}
    settings = config.load({}, theirs)
    assert (settings.rrf_k, settings.embedding_cache_ttl_s, settings.vector_quantization) == (20, 1.5, "int8")
    assert config.load({}, theirs | {"RECOLLECT_RRF_K": "25"}).rrf_k == 25


@pytest.mark.feature("EM-06")
def test_the_vector_cache_has_the_documented_defaults() -> None:
    settings = config.load({}, {})
    assert (settings.embedding_cache_entries, settings.embedding_cache_ttl_s) == (1000, 300.0)


def test_where_a_value_comes_from_can_be_asked(file: Path) -> None:
    assert config.origin("rrf_k", {}, file) == f"file {file}"
    assert config.origin("rrf_k", {"MEMORY_RRF_K": "1"}, file) == "environment MEMORY_RRF_K"
    assert config.origin("rrf_k", {"RECOLLECT_RRF_K": "1", "MEMORY_RRF_K": "1"}, file) == "environment RECOLLECT_RRF_K"
    assert config.origin("cache_mb", {}, file) == "default"


@pytest.mark.parametrize(
    "arguments, environment, message",
    [
        ({"colour": "red"}, {}, "unknown setting 'colour'"),
        ({"embedder": "magic"}, {}, "embedder must be one of auto, static"),
        ({"cache_mb": 0}, {}, "cache_mb must be between 1 and"),
        ({"cache_mb": "1"}, {}, "cache_mb must be int"),
        ({}, {"RECOLLECT_RRF_K": "many"}, "rrf_k must be a number, not 'many'"),
        ({}, {"RECOLLECT_RRF_K": "1.5"}, "rrf_k must be int"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(
    arguments: dict[str, object], environment: dict[str, str], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        config.load(arguments, environment)


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("= nonsense")
    with pytest.raises(ConfigError, match=r"config\.toml cannot be read"):
        config.load({}, {}, path)


def test_an_unknown_address_is_refused_without_repeating_its_password() -> None:
    with pytest.raises(ConfigError, match=r"addresses like mysql://…; write sqlite://…, postgresql://…") as caught:
        Memory("mysql://root:hunter2@db/memory")
    assert "hunter2" not in str(caught.value)

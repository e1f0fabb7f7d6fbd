"""Settings: precedence, aliases, limits."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from recollect import ConfigError, Memory, config
from recollect.config import loading


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


def test_a_variable_that_is_nearly_ours_is_told_with_what_was_meant() -> None:
    given = {"RECOLLECT_STOER": "x.db", "RECOLLECT_STORE": "y.db", "RECOLLECT_SOMETHING_ELSE": "1", "STOER": "z"}
    assert config.misspelt(given) == [
        "RECOLLECT_STOER is no setting and changes nothing; did you mean RECOLLECT_STORE?"
    ]


def test_a_name_that_must_be_there_cannot_be_empty(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="tenant must not be empty; leave it out for 'default'"):
        Memory(tmp_path / "m.db", tenant=" ")
    assert not (tmp_path / "m.db").exists()


def test_where_a_value_comes_from_can_be_asked(file: Path) -> None:
    assert config.origin("rrf_k", {}, file) == f"file {file}"
    assert config.origin("rrf_k", {"MEMORY_RRF_K": "1"}, file) == f"file {file}", "another system's name loses"
    assert config.origin("rrf_k", {"MEMORY_RRF_K": "1"}) == "environment MEMORY_RRF_K"
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


def test_a_folder_in_the_place_of_the_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(ConfigError, match=r"config\.toml is a folder"):
        config.load({}, {}, tmp_path / "config.toml")


def test_an_unknown_address_is_refused_without_repeating_its_password() -> None:
    with pytest.raises(ConfigError, match=r"addresses like mysql://…; write sqlite://…, postgresql://…") as caught:
        Memory("mysql://root:hunter2@db/memory")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("address", ["localhost:8080", "127.0.0.1:8080", "memory.example.org:80", "[::1]:8080"])
def test_the_address_of_a_server_without_its_scheme_is_no_file(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        ConfigError, match=re.escape(f"did you mean http://{address}? A file of that name is ./{address}")
    ):
        Memory(address)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="files there have no colons")
@pytest.mark.parametrize("name", ["./localhost:8080", r"C:\x.db", "C:1", "name:memory", "notes:2024b", "at 10:30"])
def test_a_path_with_a_colon_is_a_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Memory(name, worker="off").close()
    assert (tmp_path / name).is_file()


@pytest.mark.feature("EM-08")
def test_a_key_in_the_environment_counts_only_for_the_provider_that_was_chosen() -> None:
    environment = {"OPENAI_API_KEY": "sk-1", "GEMINI_API_KEY": "g-1", "VOYAGE_API_KEY": "v-1"}
    assert config.load({}, environment).api_keys == ""
    assert config.pairs(config.load({"embedder": "gemini"}, environment).api_keys) == {"gemini": "g-1"}
    assert config.pairs(config.load({"llm": "openai"}, environment).api_keys) == {"openai": "sk-1"}
    given = config.load({"llm": "openai", "api_keys": {"openai": "sk-mine"}}, environment)
    assert config.pairs(given.api_keys) == {"openai": "sk-mine"}


def test_the_names_of_openmemory_and_memoryos_are_understood() -> None:
    theirs = {
        "OM_EMBEDDINGS": "aws",
        "OM_VEC_DIM": "512",
        "OM_EMBED_DELAY_MS": "200",
        "OLLAMA_URL": "http://box:11434",
        "LLM_PROVIDER_ORDER": "gemini,openai,anthropic",
    }
    settings = config.load({}, theirs)
    assert (settings.embedder, settings.embedder_dim, settings.embedder_delay_ms) == ("bedrock", 512, 200)
    assert settings.ollama_url == "http://box:11434"
    assert config.chosen_llms(settings) == ()
    assert config.chosen_llms(config.load({"llm": "on"}, theirs)) == ("gemini", "openai", "anthropic")
    assert config.chosen_llms(config.load({"llm": "mistral"}, theirs)) == ("mistral", "gemini", "openai", "anthropic")


def test_pairs_are_taken_as_text_as_a_table_and_from_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('llm_order = ["openai"]\n[llm_models]\nopenai = "a,b=c"\n[llm_headers]\nopenai = {X-Team = "m"}\n')
    settings = config.load({}, {}, file)
    assert config.pairs(settings.llm_models) == {"openai": "a,b=c"}
    assert config.headers(config.pairs(settings.llm_headers)["openai"]) == {"X-Team": "m"}
    assert config.names(settings.llm_order) == ("openai",)
    environment = {"RECOLLECT_LLM_MODELS": "openai=x, gemini=y", "RECOLLECT_LLM_HEADERS": "openai=A: 1; B: 2"}
    settings = config.load({}, environment)
    assert config.pairs(settings.llm_models) == {"openai": "x", "gemini": "y"}
    assert config.headers(config.pairs(settings.llm_headers)["openai"]) == {"A": "1", "B": "2"}


def test_secrets_are_not_repeated() -> None:
    secret = "sk-very-secret"
    settings = config.load(
        {"api_keys": {"openai": secret}, "embedder_api_key": secret, "embedder_headers": f"X={secret}"}, {}
    )
    assert secret not in repr(settings)
    for name in ("api_keys", "embedder_api_key", "embedder_headers"):
        assert secret not in str(config.shown(name, getattr(settings, name)))
    for arguments in ({"api_keys": secret}, {"embedder_api_key": [secret]}, {"llm_headers": {secret: "x"}}):
        with pytest.raises(ConfigError) as caught:
            config.load(arguments, {})
        assert secret not in str(caught.value) or "llm_headers" in arguments
    assert config.shown("cache_mb", 5) == 5


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"llm": "on"}, "llm = on needs llm_order"),
        ({"extraction": "llm"}, "extraction = llm needs a language model"),
        ({"llm_order": "openai,clippy"}, "llm_order knows .*, not clippy"),
        ({"llm_models": "clippy=1"}, "llm_models knows .*, not clippy"),
        ({"llm_models": "openai"}, "llm_models must be written as name=value"),
        ({"llm_daily_usd_max": -1}, "llm_daily_usd_max must be between"),
        ({"llm_daily_tokens_max": 1.5}, "llm_daily_tokens_max must be int"),
    ],
)
def test_a_wrong_choice_of_language_models_is_refused_by_name(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        config.load(arguments, {})


def test_a_limit_that_may_be_unset_is_read_as_a_number() -> None:
    assert config.load({}, {}).llm_daily_usd_max is None
    environment = {"RECOLLECT_LLM_DAILY_USD_MAX": "0.5", "RECOLLECT_LLM_DAILY_TOKENS_MAX": "1000"}
    settings = config.load({}, environment)
    assert (settings.llm_daily_usd_max, settings.llm_daily_tokens_max) == (0.5, 1000)


def test_a_settings_file_that_cannot_even_be_looked_at_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        config.load({}, {}, tmp_path / ("x" * 300))


@pytest.mark.feature("IN-02", "CF-01")
def test_omniroutes_preset_has_no_memory_in_chats_until_it_is_switched_on() -> None:
    switches = ("gateway_inject", "gateway_extract")

    def of(arguments: dict[str, str], overrides: dict[str, str] | None = None) -> list[str]:
        settings = loading.settled(loading.heard(arguments, {}, None, overrides), {})
        return [getattr(settings, name) for name in switches]

    assert of({}) == of({"preset": "osaurus"}) == ["on", "on"]
    assert of({"preset": "omniroute"}) == ["off", "off"]
    assert of({"preset": "omniroute", "gateway_inject": "on"}) == ["on", "off"]
    assert of({"preset": "omniroute"}, dict.fromkeys(switches, "on")) == ["on", "on"]
    assert of({}, {"preset": "omniroute"}) == ["on", "on"], "how a tenant ranks switches nothing off"
    told = loading.explain("gateway_inject", {"preset": "omniroute"}, {})
    assert (told.value, told.source) == ("off", "default of the preset omniroute")


@pytest.mark.feature("VG-17", "SC-04")
def test_osauruss_preset_keeps_five_hundred_entries_of_an_agent_unless_told_otherwise() -> None:
    def of(arguments: dict[str, Any], environment: dict[str, str] | None = None) -> tuple[Any, str]:
        told = loading.explain("entries_max", arguments, environment or {})
        assert told.value == loading.load(arguments, environment or {}).entries_max
        return told.value, told.source

    usual = (500, "default of the preset osaurus")
    assert of({"preset": "osaurus"}) == of({}, {"RECOLLECT_PRESET": "osaurus"}) == usual
    assert of({}) == of({"preset": "weighted"}) == (0, "default")
    assert of({"preset": "osaurus", "entries_max": 0}) == (0, "call")
    assert of({"preset": "osaurus"}, {"RECOLLECT_ENTRIES_MAX": "7"}) == (7, "environment RECOLLECT_ENTRIES_MAX")
    ranked = loading.settled(loading.heard({}, {}, None, {"preset": "osaurus"}), {})
    assert ranked.entries_max == 0, "how a tenant ranks hides nothing"

"""config: show, explain, set, import."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def file(cli: Any) -> Path:
    path: Path = cli.folder / "config" / "recollect" / "config.toml"
    return path


def test_config_says_where_a_value_comes_from(cli: Any) -> None:
    file = cli.folder / "config" / "recollect" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('cache_mb = 64\npreset = "rrf"\n', encoding="utf-8")
    shown = cli.json("config", "show", RECOLLECT_PRESET="weighted", MEMORY_RRF_K="20")
    assert shown["preset"] == {"value": "weighted", "from": "environment RECOLLECT_PRESET"}
    assert shown["rrf_k"] == {"value": 20, "from": "environment MEMORY_RRF_K"}
    assert shown["cache_mb"] == {"value": 64, "from": f"file {file}"}
    assert shown["embedder"] == {"value": "auto", "from": "default"}
    assert cli.json("config", "show", "--store", "x.db")["store"] == {"value": "x.db", "from": "command line"}
    assert "weighted" in cli.ok("config", "show", RECOLLECT_PRESET="weighted")


def test_config_explains_one_setting(cli: Any) -> None:
    told = cli.json("config", "explain", "rrf_k")
    assert told["environment"] == ["RECOLLECT_RRF_K", "MEMORY_RRF_K"]
    assert (told["value"], told["default"], told["accepts"]) == (60, 60, "0 to 10000")
    assert "reciprocal rank fusion" in cli.ok("config", "explain", "rrf_k")
    assert "nonsense" in cli.fails("config", "explain", "nonsense", code="config")


def test_a_misspelt_variable_is_told_beside_the_answer(cli: Any) -> None:
    done = cli.run("list", "--json", RECOLLECT_EMBEDER="hash")
    assert done.code == 0
    assert done.err.strip() == ("RECOLLECT_EMBEDER is no setting and changes nothing; did you mean RECOLLECT_EMBEDDER?")


def test_a_preset_that_does_not_exist_is_refused_before_it_is_written(cli: Any, file: Path) -> None:
    assert "must be one of recollect, rrf" in cli.fails("config", "set", "preset", "best", code="config")
    assert not file.exists()


def test_a_tenant_without_a_name_is_refused(cli: Any, file: Path) -> None:
    assert "must not be empty" in cli.fails("config", "set", "tenant", "", code="config")
    assert not file.exists()


def test_a_wrong_setting_is_named(cli: Any) -> None:
    done = cli.run("list", "--json", RECOLLECT_CACHE_MB="a lot")
    assert done.code == 1
    assert done.error == {"code": "config", "message": "cache_mb must be a number, not 'a lot'"}


def test_config_never_shows_a_secret(cli: Any) -> None:
    secret = "sk-very-secret"
    environment = {
        "RECOLLECT_EMBEDDER": "openai",
        "OPENAI_API_KEY": secret,
        "RECOLLECT_EMBEDDER_HEADERS": f"X={secret}",
    }
    for arguments in (
        ("show",),
        ("show", "--json"),
        ("explain", "api_keys"),
        ("explain", "embedder_headers", "--json"),
    ):
        done = cli.run("config", *arguments, **environment)
        assert done.code == 0
        assert secret not in done.out + done.err
        assert "set, not shown" in done.out


def test_config_explains_who_else_spoke(cli: Any, file: Path) -> None:
    cli.ok("config", "set", "rrf_k", "30")
    told = cli.json("config", "explain", "rrf_k", RECOLLECT_RRF_K="40", MEMORY_RRF_K="50")
    assert [(word["from"], word["value"]) for word in told["said"]] == [
        ("environment RECOLLECT_RRF_K", 40),
        (f"file {file}", 30),
        ("environment MEMORY_RRF_K", 50),
    ]
    people = cli.ok("config", "explain", "rrf_k", RECOLLECT_RRF_K="40")
    assert "also said" in people
    assert "per tenant" in people


@pytest.mark.feature("CF-02")
def test_config_explains_another_systems_name(cli: Any) -> None:
    told = cli.json("config", "explain", "MEMORY_RRF_K", MEMORY_RRF_K="20")
    assert (told["system"], told["aliases"], told["value"]) == ("omniroute", ["rrf_k"], 20)
    shown = cli.ok("config", "explain", "MEMORY_STATIC_CACHE_DIR")
    assert "without effect" in shown
    done = cli.run("config", "show", MEMORY_STATIC_CACHE_DIR="x")
    assert "MEMORY_STATIC_CACHE_DIR (environment): known, and without effect" in done.err


def test_config_set_writes_the_file_and_keeps_what_is_in_it(cli: Any, file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text("# mine\ncache_mb = 64 # small\n", encoding="utf-8")
    said = cli.json("config", "set", "cache_mb", "128")
    assert said == {"name": "cache_mb", "value": 128, "from": f"file {file}", "file": str(file)}
    assert "gateway_inject = off" in cli.ok("config", "set", "gateway_inject", "off")
    assert file.read_text(encoding="utf-8") == '# mine\ncache_mb = 128 # small\ngateway_inject = "off"\n'
    assert set(cli.json("config", "show", "--changed")) >= {"cache_mb", "gateway_inject"}
    assert "embedder" not in cli.json("config", "show", "--changed")
    cli.ok("config", "set", "cache_mb", "--unset")
    assert "was not in" in cli.ok("config", "set", "cache_mb", "--unset")
    assert file.read_text(encoding="utf-8") == '# mine\ngateway_inject = "off"\n'


def test_config_set_says_when_something_else_wins(cli: Any) -> None:
    done = cli.run("config", "set", "cache_mb", "128", RECOLLECT_CACHE_MB="7")
    assert done.code == 0
    assert "the value in force is 7, from environment RECOLLECT_CACHE_MB" in done.err


def test_config_set_takes_a_key_from_standard_input_and_does_not_show_it(cli: Any, file: Path) -> None:
    done = cli.run("config", "set", "gateway_upstream_key", "-", input="sk-very-secret\n")
    assert done.code == 0
    assert "sk-very-secret" not in done.out + done.err
    assert file.read_text(encoding="utf-8") == 'gateway_upstream_key = "sk-very-secret"\n'


@pytest.mark.parametrize(
    "arguments, code, message",
    [
        (("cache_mb", "0"), "config", "cache_mb must be between 1 and"),
        (("colour", "red"), "config", "unknown setting 'colour'"),
        (("memoryMaxTokens", "5"), "config", "memoryMaxTokens is a name of omniroute: set gateway_tokens_max instead"),
        (("qdrantHost", "x"), "config", "qdrantHost is a name of omniroute: set qdrant_host instead"),
        (("cache_mb",), "invalid_input", "say what cache_mb is to be, or --unset"),
        (("cache_mb", "5", "--unset"), "invalid_input", "say what cache_mb is to be, or --unset"),
    ],
)
def test_config_set_refuses_what_is_wrong(
    cli: Any, file: Path, arguments: tuple[str, ...], code: str, message: str
) -> None:
    assert message in cli.fails("config", "set", *arguments, code=code)
    assert not file.exists()


@pytest.mark.feature("CF-04")
def test_config_import_takes_over_another_systems_file(cli: Any, file: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "memory.json"
    theirs.write_text(json.dumps({"profileMaxTokens": 9, "mmrLambda": 0.4, "embeddingModel": "nomic"}))
    planned = cli.json("config", "import", "osaurus", theirs, "--dry-run")
    assert planned["settings"] == {"profile_tokens_max": 100, "recall_options": "mmr_lambda=0.4"}
    assert not file.exists()
    done = cli.run("config", "import", "osaurus", theirs)
    assert "2 settings written" in done.out.replace("\n", " ")
    assert "embeddingModel: known, and without effect" in done.err
    assert cli.json("config", "show")["profile_tokens_max"] == {"value": 100, "from": f"file {file}"}
    assert "unknown system 'clippy'" in cli.fails("config", "import", "clippy", theirs, code="config")


@pytest.mark.parametrize(
    "name, value, lacking",
    [
        ("vector_store", "qdrant", "needs qdrant_url"),
        ("vector_store", "pgvector", "set store = postgresql://"),
        ("qdrant_url", "localhost:6333", "must be an address"),
        ("redis_url", "localhost", "must begin with redis://"),
    ],
)
def test_what_no_store_would_open_with_is_refused_before_it_is_written(
    cli: Any, file: Path, name: str, value: str, lacking: str
) -> None:
    cli.add("Rita likes green tea")
    assert lacking in cli.fails("config", "set", name, value, code="config")
    assert not file.exists()
    assert "green tea" in cli.ok("search", "green tea")


def test_what_a_part_needs_may_be_set_first(cli: Any, file: Path) -> None:
    cli.ok("config", "set", "qdrant_url", "http://localhost:6333")
    cli.ok("config", "set", "vector_store", "qdrant")
    assert 'vector_store = "qdrant"' in file.read_text(encoding="utf-8")


def test_a_reranker_without_its_model_leaves_a_search_without_it(cli: Any) -> None:
    cli.add("Rita likes green tea")
    cli.add("Rita likes green tea from Lisbon")
    cli.ok("config", "set", "rerank", "onnx")
    done = cli.run("search", "green tea Rita")
    assert done.code == 0
    assert "green tea from Lisbon" in done.out
    assert "set rerank_onnx_model" in done.out + done.err
    assert "rerank_onnx_model" in cli.ok("status")

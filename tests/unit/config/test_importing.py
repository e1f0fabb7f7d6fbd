"""Settings files of other systems, taken over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from recollect import ConfigError, config
from recollect.config import relaxed
from recollect.config.importing import FORMATS


def imported(system: str, text: str, folder: Path, **options: Any) -> config.Imported:
    file = folder / "theirs"
    file.write_text(text, encoding="utf-8")
    return config.read_foreign(system, file, **options)


@pytest.mark.feature("CF-04")
def test_osauruss_file_is_taken_over_within_its_ranges(tmp_path: Path) -> None:
    theirs = {
        "coreModelProvider": "openai",
        "coreModelName": "gpt-5-mini",
        "profileMaxTokens": 1,
        "summaryRetentionDays": 30,
        "mmrLambda": 0.4,
        "recallTopK": 500,
        "embeddingModel": "nomic-embed-text-v1.5",
        "enabled": True,
        "flavour": "mint",
        "maxEntriesPerAgent": "lots",
    }
    found = imported("osaurus", json.dumps(theirs), tmp_path, present={"retention_days": "memory=7"})
    assert found.values == {
        "gateway_inject": "on",
        "gateway_extract": "on",
        "llm": "openai",
        "llm_models": "openai=gpt-5-mini",
        "profile_tokens_max": 100,
        "retention_days": "memory=7, summary=30",
        "recall_options": "k=100, mmr_lambda=0.4",
    }
    assert ("osaurus.mmrLambda", "recall_options[mmr_lambda]") in found.lines
    assert [note.partition(":")[0] for note in found.notes] == [
        "osaurus.embeddingModel",
        "osaurus.flavour",
        "osaurus.maxEntriesPerAgent",
    ]


@pytest.mark.feature("CF-05")
@pytest.mark.parametrize("agent, embedder", [(None, "gguf"), ("ana", "openai"), ("nobody", "gguf")])
def test_openclaws_file_is_taken_over_for_an_agent(agent: str | None, embedder: str, tmp_path: Path) -> None:
    text = """{ // mine
      agents: {defaults: {model: 'claude', "memorySearch": {provider: "local", cache: {enabled: false, maxEntries: 9},
        sync: {watch: true}, sources: ["memory"], query: {hybrid: {mmr: {enabled: true}}}, },},
        list: [{id: 'ana', memorySearch: {provider: "openai"}}, {id: "ben"},], },
      memory: {backend: "qmd", qmd: {limits: {maxResults: 6}}}, /* more */ channels: {telegram: {}},
    }"""
    found = imported("openclaw", text, tmp_path, agent=agent)
    assert found.values == {
        "embedder": embedder,
        "embedding_disk_cache_entries": 0,
        "recall_options": "mmr_lambda=0.7",
        "files_backend": "qmd",
        "qmd_max_results": 6,
        "workspace_watch": "on",
        "transcripts": "off",
    }
    assert found.notes == ()


@pytest.mark.feature("CF-05")
def test_what_openclaw_keeps_elsewhere_is_left_out_and_noted_without_its_value(tmp_path: Path) -> None:
    elsewhere = {"source": "env", "id": "HIDDEN"}
    headers = {"X-Plain": "a", "Authorization": "Bearer ${HIDDEN}", "X-Table": elsewhere, "X-Price": "5$"}
    remote = {"apiKey": elsewhere, "baseUrl": "https://${HIDDEN}/v1", "headers": {"X-Own": "$HIDDEN", "X-Too": "b"}}
    search = {"provider": "openai", "model": "small", "remote": remote, "extraPaths": ["${HIDDEN}/notes"]}
    tree = {
        "agents": {"defaults": {"workspace": "$HIDDEN", "memorySearch": search}},
        "memory": {"qmd": {"scope": {"default": "deny", "rules": [{"action": "${HIDDEN}"}]}}},
        "models": {"providers": {"openai": {"apiKey": "${HIDDEN}", "baseUrl": "${HIDDEN}", "headers": headers}}},
    }
    found = imported("openclaw", json.dumps(tree), tmp_path)
    assert config.pairs(found.values.pop("embedder_headers")) == {"X-Plain": "a", "X-Price": "5$", "X-Too": "b"}
    assert found.values == {"embedder": "openai", "embedder_model": "small"}
    ours = "agents.defaults.memorySearch."
    assert sorted(note.partition(":")[0] for note in found.notes) == [
        f"{ours}extraPaths",
        f"{ours}remote.apiKey",
        f"{ours}remote.baseUrl",
        f"{ours}remote.headers.X-Own",
        "agents.defaults.workspace",
        "memory.qmd.scope",
        "models.providers.openai.apiKey",
        "models.providers.openai.baseUrl",
        "models.providers.openai.headers.Authorization",
        "models.providers.openai.headers.X-Table",
    ]
    assert "HIDDEN" not in f"{found.values}{found.notes}"
    assert all("kept elsewhere and is not looked up; left out: set " in note for note in found.notes)


def test_headers_without_one_to_take_over_say_nothing(tmp_path: Path) -> None:
    search = {"provider": "openai", "remote": {"headers": {"X-Own": "${HIDDEN}"}}}
    found = imported("openclaw", json.dumps({"agents": {"defaults": {"memorySearch": search}}}), tmp_path)
    assert found.values == {"embedder": "openai"}


def test_headers_that_are_no_table_are_left_out_beside_those_that_are(tmp_path: Path) -> None:
    remote = {"headers": {"X-Own": "a"}}
    tree = {
        "agents": {"defaults": {"memorySearch": {"provider": "openai", "remote": remote}}},
        "models": {"providers": {"openai": {"headers": "words"}}},
    }
    found = imported("openclaw", json.dumps(tree), tmp_path)
    assert config.pairs(found.values["embedder_headers"]) == {"X-Own": "a"}
    assert [note.partition(":")[0] for note in found.notes] == ["models.providers.openai.headers"]


@pytest.mark.parametrize(
    "text, expected",
    [
        ('{"enabled": false, "maxTokens": 900}', {"gateway_inject": "off", "gateway_extract": "off",
                                                  "gateway_tokens_max": 900}),
        ('{"memoryMaxTokens": 99999}', {"gateway_tokens_max": 16_000}),
        ('{"embeddingSource": "remote", "embeddingProviderModel": "openai/small"}',
         {"embedder": "openai", "embedder_model": "small"}),
        ('{"embeddingSource": "static", "embeddingProviderModel": "openai/small"}', {"embedder": "static"}),
        ("MEMORY_RRF_K=20\nexport MEMORY_VEC_TOP_K='7' \n# no\nMEMORY_STATIC_MODEL=potion # small\n",
         {"rrf_k": 20, "vector_top_k": 7, "static_model": "potion"}),
    ],
)  # fmt: skip
def test_omniroutes_settings_are_taken_over(text: str, expected: dict[str, Any], tmp_path: Path) -> None:
    assert imported("omniroute", text, tmp_path).values == expected


def test_a_file_of_variables_is_taken_over_without_keys(tmp_path: Path) -> None:
    text = 'OM_PORT=9090\nOM_EMBEDDINGS="aws"\nOPENAI_API_KEY=sk-1\nPATH=/bin\nOM_MIN_SCORE=7\n'
    found = imported("openmemory", text, tmp_path)
    assert found.values == {"port": 9090, "embedder": "bedrock"}
    assert len(found.notes) == 3
    assert "sk-1" not in str(found)
    assert imported("memoryos", "LLM_PROVIDER_ORDER=openai,gemini", tmp_path).values == {"llm_order": "openai,gemini"}


@pytest.mark.parametrize("system", FORMATS)
def test_what_was_taken_over_can_be_loaded(system: str, tmp_path: Path) -> None:
    theirs = {
        "omniroute": '{"maxTokens": 5, "retentionDays": 9}',
        "osaurus": '{"summaryRetentionDays": 3, "mmrLambda": 0.2}',
        "openclaw": '{"agents": {"defaults": {"memorySearch": {"query": {"maxResults": 4}}}}}',
        "openmemory": "OM_PORT=1234",
        "memoryos": "LLM_PROVIDER_ORDER=gemini",
    }
    found = imported(system, theirs[system], tmp_path)
    config.set_in_file(tmp_path / "config.toml", found.values)
    settings = config.load({}, {}, tmp_path / "config.toml")
    assert {name: getattr(settings, name) for name in found.values} == found.values
    assert found.values


@pytest.mark.parametrize(
    "system, text, message",
    [
        ("clippy", "{}", "unknown system 'clippy'; there are omniroute"),
        ("osaurus", "{", "is not JSON"),
        ("osaurus", "[1]", "must hold one JSON object"),
        ("openclaw", '{"agents": {"list": 1}}', "must be a list of agents"),
        ("osaurus", "[" * 200_000, "nested too deeply"),
    ],
    ids=["system", "open", "list", "agents", "deep"],
)
def test_a_file_that_is_none_is_refused(system: str, text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=message):
        imported(system, text, tmp_path)
    with pytest.raises(ConfigError, match="cannot be read"):
        config.read_foreign("osaurus", tmp_path / "absent")


@pytest.mark.parametrize(
    "text, value",
    [
        ('{"a": "// no comment", b: \'it\\\'s "x"\', c: [1, 2,], /* x */ d: -1.5e3, e: null,} // end',
         {"a": "// no comment", "b": 'it\'s "x"', "c": [1, 2], "d": -1500.0, "e": None}),
        ("{true_: true, 'f': {\n// c\n},}", {"true_": True, "f": {}}),
        ('{"u": "http://x/y", v: "a,}"}', {"u": "http://x/y", "v": "a,}"}),
    ],
)  # fmt: skip
def test_json_as_people_write_it(text: str, value: Any) -> None:
    assert relaxed.loads(text) == value


def test_omniroutes_qdrant_counts_while_it_is_switched_on(tmp_path: Path) -> None:
    found = imported("omniroute", '{"qdrantEnabled": true, "qdrantHost": "h", "qdrantQuantization": "int8"}', tmp_path)
    assert found.values == {"qdrant_host": "h", "qdrant_quantization": "int8"}
    assert not found.notes
    assert not imported("omniroute", '{"qdrantEnabled": false, "qdrantHost": "h"}', tmp_path).values


def test_memoryoss_name_that_is_ours_as_well_is_taken_over(tmp_path: Path) -> None:
    found = imported("memoryos", "LLM_PROVIDER_ORDER=gemini,openai\nDOMAIN_SCHEMA=edtech\n", tmp_path)
    assert found.values == {"llm_order": "gemini,openai", "domain_schema": "edtech"}


@pytest.mark.parametrize(
    "system, text, told",
    [
        ("openmemory", '{"OM_PORT": 9090}', "expected a .env file"),
        ("openclaw", '{"memorySearch": {"provider": "openai"}}', "agents.defaults.memorySearch"),
        ("omniroute", '{"memoryRerankEnabled": true}', "nothing in it changes a setting here"),
    ],
)
def test_a_file_that_says_nothing_is_told_as_such(system: str, text: str, told: str, tmp_path: Path) -> None:
    found = imported(system, text, tmp_path)
    assert not found.values
    assert any(told in note for note in found.notes)

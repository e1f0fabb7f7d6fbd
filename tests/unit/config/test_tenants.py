"""A tenant's own values."""

from __future__ import annotations

from typing import Any

import pytest

from recollect import ConfigError, Memory, config
from recollect.config.settings import DOMAINS
from recollect.write.domains import SHIPPED

PROCESS = (
    "store tenant host port auth api_key tls_cert tls_key jwt_key api_keys embedder embedder_api_key llm worker "
    "gateway_upstream gateway_upstream_key secrets request_bytes_max requests_per_minute adds_per_minute tokenizer "
    "trusted_proxies cors_origins cache_mb log_level otel_endpoint bench_data llm_daily_usd_max static_model"
).split()


def test_a_tenant_has_its_values_over_the_servers() -> None:
    server = config.load({"gateway_tokens_max": 100, "rrf_k": 9}, {})
    stored = {
        "gateway_tokens_max": "700",
        "gateway_inject": "off",
        "retention_days": "memory=30",
        "forget_below": "0.1",
    }
    settings = config.with_overrides(server, stored)
    assert (settings.gateway_tokens_max, settings.gateway_inject, settings.rrf_k) == (700, "off", 9)
    assert (settings.retention_days, settings.forget_below) == ("memory=30", 0.1)
    assert config.with_overrides(server, stored, keep=["gateway_tokens_max"]).gateway_tokens_max == 100
    assert config.with_overrides(server, {}) == server


@pytest.mark.parametrize("name", PROCESS)
def test_what_concerns_the_process_is_not_a_tenants(name: str) -> None:
    assert name not in config.tenant_settings()
    with pytest.raises(ConfigError, match=f"{name} concerns the whole server; a tenant can set: .*gateway_inject"):
        config.merged_overrides({}, {name: "1"})


def test_no_secret_and_no_path_is_a_tenants() -> None:
    rows = {row: config.explain(row, {}, {}) for row in config.tenant_settings()}
    assert len(rows) > 25
    assert not [name for name in rows if name.endswith(("_key", "_keys", "_url", "_path", "_headers", "_model"))]


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"colour": "red"}, "unknown setting 'colour'; a tenant can set"),
        ({"gateway_tokens_max": "99999"}, "gateway_tokens_max must be between 0 and 16000"),
        ({"gateway_tokens_max": "many"}, "gateway_tokens_max must be a number"),
        ({"gateway_inject": "maybe"}, "gateway_inject must be one of on, off"),
        ({"preset": "magic"}, "preset must be one of recollect, "),
        ({"domain_schema": "/etc/passwd"}, "domain_schema of a tenant must be one of edtech"),
        ({"recall_options": "k=0"}, "recall_options: k must be"),
        ({"recall_options": {"colour": 1}}, "recall_options knows"),
        ({"gateway_inject": ["on"]}, "gateway_inject must be str"),
        ({"qdrantHost": ["a"]}, "qdrantHost must be text, a number, true or false"),
        ({"lg_namespace": "x" * 10_001}, "lg_namespace may have 10,000 characters"),
    ],
)
def test_a_wrong_value_is_refused_and_nothing_changes(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        config.merged_overrides({"skills": "on"}, changes)


def test_values_are_kept_as_text_and_taken_back_with_none() -> None:
    changes = {"gateway_inject": False, "rrf_k": 7, "min_score": 0.25, "retention_days": {"memory": 3}, "skills": "on"}
    stored = config.merged_overrides({}, changes)
    assert stored == {
        "gateway_inject": "off",
        "rrf_k": "7",
        "min_score": "0.25",
        "retention_days": '{"memory": "3"}',
        "skills": "on",
    }
    assert config.shown_overrides(stored)["rrf_k"] == 7
    assert config.merged_overrides(stored, {"rrf_k": None, "skills": None}).keys() == {
        "gateway_inject",
        "min_score",
        "retention_days",
    }


@pytest.mark.feature("CF-01")
def test_another_systems_names_are_a_tenants_too_and_lose_to_ours() -> None:
    server = config.load({}, {"RECOLLECT_GATEWAY_TOKENS_MAX": "50", "RECOLLECT_RETENTION_DAYS": "summary=9"})
    theirs = config.merged_overrides({}, {"memoryMaxTokens": 300, "memoryEnabled": False, "memoryRetentionDays": 5})
    settings = config.with_overrides(server, theirs)
    assert (settings.gateway_tokens_max, settings.gateway_extract) == (300, "off")
    assert config.pairs(settings.retention_days) == {"summary": "9", "memory": "5"}
    ours = config.merged_overrides(theirs, {"gateway_tokens_max": 400})
    assert config.with_overrides(server, ours).gateway_tokens_max == 400
    told = config.explain("gateway_tokens_max", {}, {"RECOLLECT_GATEWAY_TOKENS_MAX": "50"}, overrides=ours)
    assert [(word.source, word.value) for word in told.said] == [
        ("tenant, gateway_tokens_max", 400),
        ("tenant, memoryMaxTokens", 300),
        ("environment RECOLLECT_GATEWAY_TOKENS_MAX", 50),
    ]


def test_the_domains_a_tenant_may_choose_are_those_that_are_shipped() -> None:
    assert set(DOMAINS) == set(SHIPPED)


def test_options_of_the_preset_hold_where_a_query_says_nothing() -> None:
    with Memory(":memory:", recall_options="k=1, rank_scores=true", extraction="off", verification="off") as memory:
        for text in ("Ana likes tea", "Ana likes green tea", "Ana drinks tea at four"):
            memory.add(text, user="ana")
        assert len(memory.search("tea", user="ana")) == 1
        assert len(memory.search("tea", user="ana", k=3)) == 3
        assert len(memory.search("tea", user="ana", preset="rrf")) == 3, "they belong to the preset of the settings"


@pytest.mark.feature("CF-04")
@pytest.mark.parametrize("threshold, count", [(0.6, 2), (0.3, 1)])
def test_the_threshold_of_repetition_can_be_set_without_guards(threshold: float, count: int) -> None:
    settings: dict[str, Any] = {"verification_guards": "off", "verification_jaccard": threshold, "embedder": "none"}
    with Memory(":memory:", **settings) as memory:
        memory.add("Ana likes green tea a lot", user="ana", kind="preference")
        memory.add("Ana likes black tea with milk", user="ana", kind="fact")
        assert len(memory.list(user="ana")) == count

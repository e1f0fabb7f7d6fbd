"""Osaurus's file, `~/.osaurus/config/memory.json`. In ours its names stand under `[osaurus]`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from recollect.config.foreign.row import SWITCH, Foreign

PREFIX = "osaurus."
_PROVIDER = "anthropic"
"""Whose model `coreModelName` is when the file names no provider."""


def _core_model(value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    provider = said.get(PREFIX + "coreModelProvider", _PROVIDER)
    return {f"llm_models[{provider}]": value}


def _row(name: str, *sets: str, low: float | None = None, high: float | None = None, **rules: Any) -> Foreign:
    return Foreign(system="osaurus", name=PREFIX + name, sets=sets, low=low, high=high, **rules)


_switch = partial(_row, values=SWITCH)

ROWS = (
    _switch("enabled", "gateway_inject", "gateway_extract"),
    _row("coreModelProvider", "llm"),
    _row("coreModelName", "llm_models[coreModelProvider]", convert=_core_model),
    _row("embeddingBackend", "embedder", values={"mlx": "auto"}, note="a model on this machine"),
    _row("embeddingModel", note="names a model for MLX; here static_model, onnx_model or gguf_model name a local one"),
    _row("profileMaxTokens", "profile_tokens_max", low=100, high=50_000),
    _row("workingMemoryBudgetTokens", "working_tokens_max", low=50, high=10_000),
    _row("summaryBudgetTokens", "summaries_tokens_max", low=50, high=10_000),
    _row("chunkBudgetTokens", "excerpt_tokens_max", low=50, high=20_000),
    _row("graphBudgetTokens", "relationship_tokens_max", low=50, high=5_000),
    _row("profileRegenerateThreshold", "profile_threshold", low=1, high=100),
    _row("summaryDebounceSeconds", "summary_debounce_s", low=10, high=3600),
    _row("summaryRetentionDays", "retention_days[summary]", low=0, high=3650),
    _row("recallTopK", "recall_options[k]", low=1, high=100),
    _row("temporalDecayHalfLifeDays", "recall_options[half_life_days]", low=1, high=365),
    _row("mmrLambda", "recall_options[mmr_lambda]", low=0, high=1),
    _row("mmrFetchMultiplier", "recall_options[mmr_fetch]", low=1, high=10),
    _switch("verificationEnabled", "verification"),
    _row(
        "verificationJaccardDedupThreshold", "verification_jaccard", low=0, high=1, note="with verification_guards off"
    ),
    _row(
        "verificationSemanticDedupThreshold", "verification_cosine", low=0, high=1, note="with verification_guards off"
    ),
    _row("maxEntriesPerAgent", "entries_max", low=0, high=10_000),
)

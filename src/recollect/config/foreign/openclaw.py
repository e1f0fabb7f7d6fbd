"""OpenClaw's tree: `agents.defaults.memorySearch.*`, an agent's own values over it, and `memory.*`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from recollect.config.foreign.row import SWITCH, Foreign
from recollect.errors import ConfigError

SEARCH = "agents.defaults.memorySearch."
LIST = "agents.list"
"""Where agents have values of their own: `[{id, memorySearch}]`."""
_PROVIDERS = {"local": "gguf", "auto": "auto-openclaw"}
NAMED = {"openai": "openai", "google": "gemini", "gemini": "gemini", "voyage": "voyage", "mistral": "mistral",
          "ollama": "ollama"}  # fmt: skip
"""A provider among `models.providers` -> as it is called here."""
_MMR, _DECAY = "query.hybrid.mmr.", "query.hybrid.temporalDecay."
_START = "not needed: the files are looked at whenever a process starts and after searches"
_PROGRAM = "not needed: QMD is called as a program, not through a server"
_SECONDS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")
_MODELS = "not needed: models for talking are chosen where one talks; keys, addresses and headers of providers count"
_OWN_VECTORS = "not needed: vectors are searched by Recollect itself, without an SQLite extension"
_EXTENSION = "counts with vector_store `sqlite-vec`"


def is_reference(value: Any) -> bool:
    """Whether a value stands for one that is kept elsewhere, where OpenClaw alone looks it up: `$NAME`, or a text, list
    or table with `${NAME}` in it."""
    if isinstance(value, str):
        return value.strip().startswith("$") or "${" in value
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return any(is_reference(part) for part in parts)


def _search(name: str, *sets: str, **rules: Any) -> Foreign:
    when = SEARCH + rules.pop("when") if "when" in rules else None
    return Foreign(system="openclaw", name=SEARCH + name, sets=sets, when=when, **rules)


def _memory(name: str, *sets: str, **rules: Any) -> Foreign:
    return Foreign(system="openclaw", name=f"memory.{name}", sets=sets, **rules)


def _duration(name: str, setting: str) -> Foreign:
    """`5m`, `30s`, `1h`; a number without a unit is minutes."""

    def convert(value: Any, _said: Mapping[str, Any]) -> Mapping[str, Any]:
        found = _DURATION.fullmatch(str(value).strip().lower())
        if found is None:
            raise ConfigError(f"memory.{name} must be a time such as 5m, 30s or 1h, not {value!r}")
        return {setting: float(found[1]) * _SECONDS[found[2] or "m"]}

    return _memory(name, setting, convert=convert, note="`5m`, `30s`, `1h`; without a unit minutes")


def _policy(value: Any, _said: Mapping[str, Any]) -> Mapping[str, Any]:
    """OpenClaw allows what no rule matches where a policy names no default; without a policy it is direct chats."""
    return {"recall_policy": json.dumps({"default": "allow", **value}) if isinstance(value, Mapping) else value}


def _sessions(_: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    """Transcripts are kept in the index when both say so: the switch, and the list of sources."""
    switch = str(said.get(SEARCH + "experimental.sessionMemory", False)).lower()
    sources = said.get(SEARCH + "sources") or ()
    on = SWITCH.get(switch) == "on" and isinstance(sources, list | tuple) and "sessions" in sources
    return {"transcripts": "on" if on else "off"}


def _chosen(provider: str, said: Mapping[str, Any]) -> bool:
    """Whether files are embedded by that provider."""
    return NAMED.get(str(said.get(SEARCH + "provider", ""))) == NAMED[provider]


def _provider(provider: str) -> tuple[Foreign, ...]:
    """What is said of a provider for all of OpenClaw; what `memorySearch.remote` says goes before it."""
    name = f"models.providers.{provider}."
    ours = "ollama_url" if provider == "ollama" else "embedder_base_url"

    def address(value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return {ours: value if provider == "ollama" or _chosen(provider, said) else None}

    def headers(value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"embedder_headers": value if _chosen(provider, said) else None}

    note = "where `memorySearch.provider` names it"
    ours_note = None if provider == "ollama" else note
    return (
        Foreign(system="openclaw", name=name + "apiKey", sets=(f"api_keys[{NAMED[provider]}]",), secret=True),
        Foreign(system="openclaw", name=name + "baseUrl", sets=(ours,), convert=address, note=ours_note),
        Foreign(
            system="openclaw",
            name=name + "headers",
            sets=("embedder_headers",),
            convert=headers,
            secret=True,
            whole=True,
            note=note,
        ),
    )


def _headers(value: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    """Those of the provider below, and these over them."""
    below = [said.get(f"models.providers.{name}.headers") for name in NAMED if _chosen(name, said)]
    if not isinstance(value, Mapping):
        return {"embedder_headers": value}
    tables = [some for some in (*below, value) if isinstance(some, Mapping)]
    return {"embedder_headers": {name: one for some in tables for name, one in some.items()}}


_BOTH = "`on` when `experimental.sessionMemory` is true and `sources` names `sessions`"

ROWS = (
    *(row for provider in NAMED for row in _provider(provider)),
    Foreign(system="openclaw", name="models.*", note=_MODELS),
    _search("enabled", "files", values=SWITCH),
    _search("provider", "embedder", values=_PROVIDERS),
    _search("model", "embedder_model"),
    _search("outputDimensionality", "embedder_dim"),
    _search("fallback", "embedder_fallback", values={"local": "gguf"}),
    _search("sources", "transcripts", convert=_sessions, note=_BOTH),
    _search("extraPaths", "workspace_paths"),
    _search("experimental.sessionMemory", "transcripts", convert=_sessions, note=_BOTH),
    _search("multimodal.enabled", "multimodal", values=SWITCH),
    _search("multimodal.modalities", "multimodal_modalities"),
    _search("multimodal.maxFileBytes", "multimodal_file_bytes_max", low=1, high=15_000_000),
    _search("local.modelPath", "gguf_model"),
    _search("local.modelCacheDir", "gguf_cache"),
    _search("remote.baseUrl", "embedder_base_url"),
    _search("remote.apiKey", "embedder_api_key", secret=True),
    _search("remote.headers", "embedder_headers", secret=True, whole=True, convert=_headers),
    _search("remote.batch.enabled", "embedder_batch", values=SWITCH),
    _search("remote.batch.concurrency", "embedder_batch_concurrency", low=1, high=20),
    _search("remote.batch.wait", "embedder_batch_wait", values=SWITCH),
    _search("remote.batch.pollIntervalMs", "embedder_batch_poll_ms", low=10, high=3_600_000),
    _search("remote.batch.timeoutMinutes", "embedder_batch_timeout_min", low=0.01, high=10_080),
    _search("sync.watch", "workspace_watch", values=SWITCH),
    _search("sync.watchDebounceMs", "workspace_debounce_s", scale=0.001, low=0.01, high=600),
    _search("sync.intervalMinutes", "workspace_interval_s", scale=60, low=0, high=86_400),
    _search("sync.onSearch", "workspace_sync_on_search", values=SWITCH),
    _search("sync.onSessionStart", note=_START),
    _search("sync.sessions.deltaBytes", "transcripts_delta_bytes", low=1, high=1_000_000_000),
    _search("sync.sessions.deltaMessages", "transcripts_delta_messages", low=1, high=1_000_000),
    _search("chunking.tokens", "workspace_chunk_tokens", low=16, high=32_768),
    _search("chunking.overlap", "workspace_chunk_overlap", low=0, high=16_384),
    _search("store.path", "store"),
    _search("store.vector.extensionPath", "sqlite_vec_extension", note=_EXTENSION),
    _search("store.vector.*", note=_OWN_VECTORS),
    _search("cache.maxEntries", "embedding_disk_cache_entries"),
    # after maxEntries, which does not count when there is no cache
    _search("cache.enabled", "embedding_disk_cache_entries", values={"true": None, "false": "0"}),
    _search("query.maxResults", "recall_options[k]", low=1, high=1000),
    _search("query.minScore", "recall_options[min_score]", low=0, high=1),
    _search("query.hybrid.enabled", "recall_options[channels]", values={"true": "both", "false": "vector"}),
    _search("query.hybrid.vectorWeight", "recall_options[vector_weight]", low=0, high=1),
    _search("query.hybrid.textWeight", "recall_options[text_weight]", low=0, high=1),
    _search("query.hybrid.candidateMultiplier", "recall_options[candidate_multiplier]", low=1, high=20),
    _search(_MMR + "enabled", "recall_options[mmr_lambda]", values={"true": "0.7", "false": "1"}),
    _search(_MMR + "lambda", "recall_options[mmr_lambda]", low=0, high=1, when=_MMR + "enabled"),
    _search(_DECAY + "enabled", "recall_options[half_life_days]", values={"true": "30", "false": "0"}),
    _search(_DECAY + "halfLifeDays", "recall_options[half_life_days]", low=1, high=36_500, when=_DECAY + "enabled"),
    _memory("backend", "files_backend"),
    _memory("citations", "citations"),
    Foreign(system="openclaw", name="agents.defaults.workspace", sets=("workspace",)),
    _memory("qmd.command", "qmd_command"),
    _memory("qmd.searchMode", "qmd_search_mode"),
    _memory("qmd.includeDefaultMemory", "qmd_include_default_memory", values=SWITCH),
    _memory("qmd.paths", "qmd_paths"),
    _memory("qmd.sessions.enabled", "qmd_sessions", values=SWITCH),
    _memory("qmd.sessions.exportDir", "qmd_sessions_export_dir"),
    _memory("qmd.sessions.retentionDays", "qmd_sessions_retention_days", low=0, high=36_500),
    _duration("qmd.update.interval", "qmd_update_interval_s"),
    _memory("qmd.update.debounceMs", "qmd_update_debounce_ms", low=0, high=3_600_000),
    _memory("qmd.update.onBoot", "qmd_on_boot", values=SWITCH),
    _memory("qmd.update.waitForBootSync", "qmd_wait_for_boot_sync", values=SWITCH),
    _duration("qmd.update.embedInterval", "qmd_embed_interval_s"),
    _memory("qmd.update.commandTimeoutMs", "qmd_command_timeout_ms"),
    _memory("qmd.update.updateTimeoutMs", "qmd_update_timeout_ms"),
    _memory("qmd.update.embedTimeoutMs", "qmd_embed_timeout_ms"),
    _memory("qmd.limits.maxResults", "qmd_max_results", low=1, high=100),
    _memory("qmd.limits.maxSnippetChars", "qmd_max_snippet_chars", low=1, high=100_000),
    _memory("qmd.limits.maxInjectedChars", "qmd_max_injected_chars", low=1, high=1_000_000),
    _memory("qmd.limits.timeoutMs", "qmd_timeout_ms", low=1, high=600_000),
    _memory("qmd.scope", "recall_policy", whole=True, convert=_policy),
    _memory("qmd.mcporter.*", note=_PROGRAM),
    Foreign(system="openclaw", name="OPENCLAW_STATE_DIR", sets=("openclaw_state_dir",), variable=True),
)

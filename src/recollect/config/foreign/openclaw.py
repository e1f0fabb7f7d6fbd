"""OpenClaw's tree: `agents.defaults.memorySearch.*`, an agent's own values over it, and `memory.*`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from recollect.config.foreign.row import SWITCH, Foreign

SEARCH = "agents.defaults.memorySearch."
LIST = "agents.list"
"""Where agents have values of their own: `[{id, memorySearch}]`."""
_PROVIDERS = {"local": "gguf", "auto": "auto-openclaw"}
_MMR, _DECAY = "query.hybrid.mmr.", "query.hybrid.temporalDecay."
_FILES = "takes effect with Markdown files as memory"
_MEDIA = "takes effect with images and sound as memory"
_QMD = "takes effect with the QMD backend"
_DIRECT = "embeddings are asked for directly; a provider's batch jobs are not used"
_OWN_VECTORS = "not needed: vectors are searched by Recollect itself, without an SQLite extension"


def _search(name: str, *sets: str, **rules: Any) -> Foreign:
    when = SEARCH + rules.pop("when") if "when" in rules else None
    return Foreign(system="openclaw", name=SEARCH + name, sets=sets, when=when, **rules)


def _memory(name: str, note: str) -> Foreign:
    return Foreign(system="openclaw", name=f"memory.{name}", note=note)


def _sessions(_: Any, said: Mapping[str, Any]) -> Mapping[str, Any]:
    """Transcripts are kept in the index when both say so: the switch, and the list of sources."""
    switch = str(said.get(SEARCH + "experimental.sessionMemory", False)).lower()
    sources = said.get(SEARCH + "sources") or ()
    on = SWITCH.get(switch) == "on" and isinstance(sources, list | tuple) and "sessions" in sources
    return {"transcripts": "on" if on else "off"}


def _below(folder: Any, _: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"transcripts_paths": f"{folder}/agents/*/sessions/*.jsonl"}


_BOTH = "`on` when `experimental.sessionMemory` is true and `sources` names `sessions`"

ROWS = (
    Foreign(
        system="openclaw",
        name="OPENCLAW_STATE_DIR",
        sets=("transcripts_paths",),
        variable=True,
        convert=_below,
        note="the transcripts of the agents below it",
    ),
    _search("enabled", note=_FILES),
    _search("provider", "embedder", values=_PROVIDERS),
    _search("model", "embedder_model"),
    _search("outputDimensionality", "embedder_dim"),
    _search("fallback", "embedder_fallback", values={"local": "gguf"}),
    _search("sources", "transcripts", convert=_sessions, note=_BOTH),
    _search("extraPaths", note=_FILES),
    _search("experimental.sessionMemory", "transcripts", convert=_sessions, note=_BOTH),
    _search("multimodal.enabled", note=_MEDIA),
    _search("multimodal.modalities", note=_MEDIA),
    _search("multimodal.maxFileBytes", note=_MEDIA),
    _search("local.modelPath", "gguf_model"),
    _search("local.modelCacheDir", "gguf_cache"),
    _search("remote.baseUrl", "embedder_base_url"),
    _search("remote.apiKey", "embedder_api_key", secret=True),
    _search("remote.headers", "embedder_headers", secret=True, whole=True),
    _search("remote.batch.*", note=_DIRECT),
    _search("sync.sessions.deltaBytes", "transcripts_delta_bytes", low=1, high=1_000_000_000),
    _search("sync.sessions.deltaMessages", "transcripts_delta_messages", low=1, high=1_000_000),
    _search("sync.*", note=_FILES),
    _search("chunking.*", note=_FILES),
    _search("store.path", "store"),
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
    _memory("backend", _QMD),
    _memory("citations", _FILES),
    _memory("qmd.*", _QMD),
)

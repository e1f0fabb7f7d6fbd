"""The table of settings: every knob with its default, its range and one line of help.

Those of the server, of files and of more than one machine stand in `recollect.config.serving`, `files` and `scaling`
and are part of the same table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from recollect.config.files import FileSettings
from recollect.config.scaling import ScaleSettings
from recollect.config.serving import ServerSettings
from recollect.config.table import setting as _setting
from recollect.read.presets import PRESETS, Preset

REMOTE_EMBEDDERS = ("openai", "gemini", "voyage", "cohere", "mistral", "bedrock", "ollama")
EMBEDDER_ORDERS = {
    "auto-openclaw": ("openai", "gemini", "voyage", "mistral"),
    "auto-omniroute": ("openai", "gemini", "voyage", "cohere", "mistral"),
}
"""Automatic choices a person can make: the first of these providers that has a key. What stands around it: assemble."""
BUNDLED = "bundled"
"""A static model that is chosen by name, so that `auto-omniroute` takes it too: the one in the package."""
PRESET_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "omniroute": {"gateway_inject": "off", "gateway_extract": "off"},
    "osaurus": {"entries_max": 500},
}
"""What is otherwise with a preset of the server, where nobody says anything: OmniRoute has no memory until it is
switched on, Osaurus keeps so many entries of an agent."""
EMBEDDERS = ("auto", "static", "synthetic", "onnx", "gguf", *REMOTE_EMBEDDERS, "none")
LLM_PROVIDERS = ("openai", "anthropic", "gemini", "mistral", "ollama", "groq", "openrouter", "bedrock")
KEY_VARIABLES = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "voyage": ("VOYAGE_API_KEY",),
    "cohere": ("COHERE_API_KEY", "CO_API_KEY"),
    "mistral": ("MISTRAL_API_KEY",),
    "ollama": ("OLLAMA_API_KEY",),
    "groq": ("GROQ_API_KEY",),
    "openrouter": ("OPENROUTER_API_KEY",),
    "jina": ("JINA_API_KEY",),
}
"""Where providers' own tools look for their keys. Bedrock has a chain of its own (environment, profile, role)."""
SECTORS = ("episodic", "semantic", "procedural", "emotional", "reflective")
"""As in `recollect.model.record`, which settings do not read."""
DOMAINS = ("edtech",)
"""The domains that are shipped; a tenant may choose among these, and not name a file of the server."""
RECALL_OPTIONS = ("strategy", *(option.name for option in fields(Preset) if option.name != "name"))
PII_KINDS = ("email", "phone", "iban", "national_id", "ip", "address", "birth_date")
"""As in `recollect.write.pii`, which settings do not read."""


@dataclass(frozen=True, kw_only=True)
class Settings(ServerSettings, FileSettings, ScaleSettings):
    """All settings. Each has a line in docs/reference/settings.md."""

    store: str | None = _setting(None, "where memory lies: a path, sqlite:///…, postgresql://…; unset: the data folder")
    tenant: str = _setting("default", "whose memory this process serves", filled=True)
    agent: str | None = _setting(None, "the agent this process speaks for; also fills {agentId} in `store`")
    embedder: str = _setting(
        "auto",
        "which embedder makes vectors; see docs/howto/choose-an-embedder.md",
        choices=(*EMBEDDERS, *EMBEDDER_ORDERS),
    )
    embedder_fallback: str = _setting(
        "none", "embedder used when the first fails; the reason is reported", choices=EMBEDDERS
    )
    static_model: str | None = _setting(
        None, "folder of a model2vec-style model for `static`; unset, or `bundled`: the one in the package"
    )
    onnx_model: str | None = _setting(None, "folder of a local ONNX model for `onnx`")
    embedder_model: str | None = _setting(None, "model of a remote embedder; unset: the provider's usual one")
    embedder_base_url: str | None = _setting(None, "address of a remote embedder; unset: the provider's own")
    embedder_api_key: str | None = _setting(None, "key for the embedder alone; goes before api_keys", secret=True)
    embedder_headers: str = _setting("", "headers sent to the embedder: name=value, …", pairs=True, secret=True)
    embedder_dim: int = _setting(
        0, "dimensions asked of a remote embedder; 0: what the model gives", low=0, high=65_536
    )
    embedder_timeout_s: float = _setting(60.0, "longest wait for one answer of an embedder", low=0.01, high=600)
    embedder_delay_ms: int = _setting(0, "pause between two requests to a remote embedder", low=0, high=60_000)
    ollama_url: str = _setting("http://localhost:11434", "where Ollama answers")
    gguf_model: str = _setting(
        "hf:ggml-org/embeddinggemma-300m-qat-q8_0-GGUF/embeddinggemma-300m-qat-Q8_0.gguf",
        "local model for `gguf`: a path, or hf:owner/name/file to fetch once",
    )
    gguf_cache: str | None = _setting(None, "folder for fetched models; unset: the user's cache folder")
    hub_url: str = _setting("https://huggingface.co", "where hf: names are fetched from")
    aws_region: str | None = _setting(None, "region of Bedrock; unset: us-east-1")
    api_keys: str = _setting(
        "", "keys of providers: openai=…, gemini=…; else their usual variables", pairs=True, secret=True
    )
    llm: str = _setting(
        "off",
        "language model for extraction: off, on (the providers of llm_order), or one provider",
        choices=("off", "on", *LLM_PROVIDERS),
    )
    llm_order: str = _setting("", "providers to try, in order: gemini,openai,anthropic", names=LLM_PROVIDERS)
    llm_models: str = _setting("", "model of each provider: openai=…, gemini=…", pairs=LLM_PROVIDERS)
    llm_base_urls: str = _setting(
        "", "address of each provider, where not its own: openai=http://…", pairs=LLM_PROVIDERS
    )
    llm_headers: str = _setting(
        "", "headers per provider: openai=Name: value; Name: value, …", pairs=LLM_PROVIDERS, secret=True
    )
    llm_timeout_s: float = _setting(60.0, "longest wait for one answer of a language model", low=0.01, high=600)
    llm_output_tokens_max: int = _setting(4096, "longest answer of a language model", low=64, high=65_536)
    llm_retries: int = _setting(3, "further attempts when a failure can pass; pauses of 1, 2, 4 s", low=0, high=3)
    llm_prices: str = _setting(
        "", "US dollars per million tokens in/out, per provider: openai=0.25/2, …", pairs=LLM_PROVIDERS
    )
    llm_daily_usd_max: float | None = _setting(
        None,
        "most US dollars a tenant may spend a day (UTC); unset: no limit; 0: nothing is sent",
        low=0,
        high=1e9,
        type=float,
    )
    llm_daily_tokens_max: int | None = _setting(
        None,
        "most tokens a tenant may spend a day (UTC); unset: no limit; 0: nothing is sent",
        low=0,
        high=10**12,
        type=int,
    )
    synthetic_dim: int = _setting(256, "dimensions of the synthetic embedder", low=8, high=4096)
    vector_quantization: str = _setting(
        "none",
        "how vectors lie on disk: none (float32) or int8",
        choices=("none", "int8"),
    )
    embedding_cache_entries: int = _setting(1000, "vectors kept in memory", low=0, high=1_000_000)
    embedding_cache_ttl_s: float = _setting(
        300.0,
        "how long a vector is kept in memory",
        low=0,
        high=86_400,
    )
    embedding_disk_cache_entries: int = _setting(
        50_000, "vectors of slow embedders kept in the database; 0 turns it off", low=0, high=10_000_000
    )
    embedding_batch: int = _setting(256, "texts given to the embedder at once", low=1, high=10_000)
    chunk_tokens: int = _setting(512, "a longer text is embedded in chunks of this size", low=16, high=32_768)
    chunk_overlap_tokens: int = _setting(50, "tokens two neighbouring chunks share", low=0, high=16_384)
    synchronous: str = _setting(
        "full",
        "SQLite: full survives a power cut after every write, normal may lose the last ones",
        choices=("full", "normal"),
    )
    cache_mb: int = _setting(512, "memory for the columns of recently searched spaces", low=1, high=1_000_000)
    record_cache_entries: int = _setting(10_000, "records kept in memory for get", low=0, high=1_000_000)
    record_cache_ttl_s: float = _setting(300.0, "how long a record is kept in memory", low=0, high=86_400)
    preset: str = _setting(
        "recollect", "how recall ranks; see docs/reference/presets.md", choices=tuple(PRESETS), tenant=True
    )
    rrf_k: int = _setting(60, "the k of reciprocal rank fusion", low=0, high=10_000, tenant=True)
    vector_top_k: int = _setting(
        20, "candidates the vector channel gives to the omniroute preset", low=1, high=10_000, tenant=True
    )
    content_chars_max: int = _setting(1_000_000, "longest text of one record", low=1, high=100_000_000)
    extraction: str = _setting(
        "auto",
        "what learns from conversations: auto (a model when one is configured, else rules), rules, llm, off",
        choices=("auto", "rules", "llm", "off"),
        tenant=True,
    )
    extraction_patterns: str = _setting(
        "off", "on: OmniRoute's patterns also read what the assistant says", choices=("off", "on"), tenant=True
    )
    verification: str = _setting(
        "on", "weigh new memories against what is known: on or off", choices=("on", "off"), tenant=True
    )
    verification_guards: str = _setting(
        "on", "off: judge by word overlap and similarity alone, as Osaurus does", choices=("on", "off"), tenant=True
    )
    worker: str = _setting("on", "do queued jobs in a thread of this process: on or off", choices=("on", "off"))
    job_lease_s: float = _setting(15.0, "a job whose worker died is taken over after this time", low=0.1, high=3600)
    backfill_ms: int = _setting(30, "time one search may spend on missing vectors", low=0, high=10_000)
    secrets: str = _setting(
        "mask",
        "passwords, keys and card numbers in what is added: mask (before anything is written) or off",
        choices=("mask", "off"),
    )
    domain_schema: str | None = _setting(
        None, "what else to learn about users: a shipped domain (edtech) or the path of a schema file", tenant=DOMAINS
    )
    adds_per_minute: int = _setting(
        0, "turns or records a user may add in a minute; 0: no limit", low=0, high=1_000_000
    )
    tenant_adds_per_minute: int = _setting(
        0, "turns or records a tenant may add in a minute; 0: no limit", low=0, high=100_000_000
    )
    searches_per_minute: int = _setting(0, "searches a user may make in a minute; 0: no limit", low=0, high=100_000_000)
    chars_per_day: int = _setting(
        0, "characters a user may add in a day (UTC); 0: no limit", low=0, high=1_000_000_000_000
    )
    entries_max: int = _setting(
        0,
        "entries per user and agent, the weakest above it are archived; 0: no limit",
        low=0,
        high=10_000_000,
        tenant=True,
    )
    context_format: str = _setting(
        "bullets", "how a context is written", choices=("bullets", "markdown", "xml", "json", "messages"), tenant=True
    )
    context_tokens_max: int = _setting(
        4000, "tokens of a whole context; 0: only the budgets of its sections", low=0, high=1_000_000, tenant=True
    )
    working_tokens_max: int = _setting(3000, "tokens of working memory in a context", low=50, high=10_000, tenant=True)
    summaries_tokens_max: int = _setting(3000, "tokens of summaries in a context", low=50, high=10_000, tenant=True)
    excerpt_tokens_max: int = _setting(
        3000, "tokens of excerpts in a context without a common limit", low=50, high=20_000, tenant=True
    )
    relationship_tokens_max: int = _setting(
        300, "tokens of key relationships in a context", low=50, high=5_000, tenant=True
    )
    tokenizer: str = _setting(
        "bundled", "what counts tokens: bundled, estimate (characters / 4), or the path of a tokenizer.json"
    )
    min_score: float = _setting(
        0.3, "least similarity and score of a hit with the openmemory preset", low=0, high=1, tenant=True
    )
    embed_mode: str = _setting(
        "simple",
        "simple: one vector an item; advanced: also one for each sector in sector_embedders",
        choices=("simple", "advanced"),
    )
    sector_embedders: str = _setting(
        "", "with advanced: the embedder of a sector: episodic=openai, reflective=openai:MODEL", pairs=SECTORS
    )
    embed_parallel: str = _setting(
        "off",
        "with advanced: ask the embedders of several sectors at once: on or off",
        choices=("on", "off"),
    )
    profile: str = _setting(
        "on",
        "the profile of a user: on (by a model when one is configured, else rules), rules, off (only when asked for)",
        choices=("on", "rules", "off"),
        tenant=True,
    )
    profile_threshold: int = _setting(10, "memories after which the profile is made anew", low=1, high=100, tenant=True)
    profile_tokens_max: int = _setting(2000, "longest profile, in tokens", low=100, high=50_000, tenant=True)
    summaries: str = _setting(
        "on",
        "summaries of conversations: on (by a model when one is configured, else by rules), rules, off",
        choices=("on", "rules", "off"),
        tenant=True,
    )
    summary_debounce_s: float = _setting(
        60.0, "silence after which a conversation is summarised", low=10, high=3600, tenant=True
    )
    summary_tokens_max: int = _setting(400, "longest summary, in tokens", low=50, high=10_000, tenant=True)
    decay_lambda: float | None = _setting(
        None,
        "how fast a memory that shows no sector fades, a day; unset: as the semantic ones do",
        low=0,
        high=1,
        type=float,
        tenant=True,
    )
    retention_days: str = _setting(
        "",
        "how many days a layer is shown before it is archived: memory=30, summary=180, …; 0 or absent: for ever",
        pairs=("memory", "summary", "turn", "document"),
        low=0,
        high=36_500,
        tenant=True,
    )
    forget_below: float = _setting(
        0.0, "memories that have become weaker are archived by the daily sweep; 0: none", low=0, high=1, tenant=True
    )
    decisions_kept_days: float = _setting(
        0.0, "how long decisions can be looked up; 0: for ever", low=0, high=36_500, tenant=True
    )
    recalls_kept: int = _setting(
        500,
        "each user's last questions that are remembered with what they found; 0: none",
        low=0,
        high=10_000,
        tenant=True,
    )
    auto_compact: str = _setting(
        "off", "on: the daily sweep puts a summary in place of old memories", choices=("on", "off"), tenant=True
    )
    compact_after_days: float = _setting(
        30.0, "how old memories must be for auto_compact", low=1, high=36_500, tenant=True
    )
    schedule: str = _setting(
        "on", "sweep every day and prune every week, in the worker of a process that lives on", choices=("on", "off")
    )
    recall_options: str = _setting(
        "",
        "options of the preset, where a query says nothing: half_life_days=30, mmr_lambda=0.7, …",
        pairs=RECALL_OPTIONS,
        tenant=True,
    )
    verification_jaccard: float = _setting(
        0.6, "without verification_guards: what shares more words than this repeats", low=0, high=1, tenant=True
    )
    verification_cosine: float = _setting(
        0.85, "without verification_guards: what is more similar than this repeats", low=0, high=1, tenant=True
    )
    pii: str = _setting(
        "off",
        "personal data in what is added: off, all, or kinds to mask (before anything is written)",
        names=("off", "all", *PII_KINDS),
    )
    pii_hook: str | None = _setting(
        None, "a function of your own, text -> text, that sees everything before it is written: package.module:function"
    )
    encryption_key: str | None = _setting(
        None, "SQLite: key or passphrase the file is encrypted with; needs the extra `encrypted`", secret=True
    )
    encryption_key_file: str | None = _setting(None, "SQLite: file that holds the encryption key")
    client_timeout_s: float = _setting(
        60.0, "longest wait for an answer of the server, when the store is one (http://…)", low=0.1, high=86_400
    )
    bench_data: str | None = _setting(None, "folder with one folder per data set, for `recollect bench recall`")

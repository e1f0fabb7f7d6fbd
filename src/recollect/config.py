"""Settings: every knob with its default, and the only reader of the environment.

Precedence: call argument > environment > file > default. Names of other systems (`MEMORY_…`) are accepted as aliases
and lose to our own. Unknown names in the file and values out of range are refused with an error that says which.
A provider's usual key variable (`OPENAI_API_KEY`, …) is read for the providers a person chose and for no other. Secrets
are left out of `repr`, of messages and of what the command line shows.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from recollect.errors import ConfigError

ENVIRONMENT_PREFIX = "RECOLLECT_"
REMOTE_EMBEDDERS = ("openai", "gemini", "voyage", "cohere", "mistral", "bedrock", "ollama")
EMBEDDER_ORDERS = {
    "auto-openclaw": ("openai", "gemini", "voyage", "mistral"),
    "auto-omniroute": ("openai", "gemini", "voyage", "cohere", "mistral"),
}
"""Automatic choices a person can make: the first of these providers that has a key. What stands around it: assemble."""
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
}
"""Where providers' own tools look for their keys. Bedrock has a chain of its own (environment, profile, role)."""
HIDDEN = "(set, not shown)"
OM_EMBEDDERS = {"aws": "bedrock", "local": "gguf"}
"""OpenMemory's names that differ from ours."""


def _setting(default: Any, help: str, **rules: Any) -> Any:
    return field(default=default, repr=not rules.get("secret"), metadata={"help": help, **rules})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings. Each has a line in docs/reference/settings.md."""

    store: str | None = _setting(None, "where memory lies: a path, sqlite:///…, postgresql://…; unset: the data folder")
    tenant: str = _setting("default", "whose memory this process serves")
    agent: str | None = _setting(None, "the agent this process speaks for; also fills {agentId} in `store`")
    embedder: str = _setting(
        "auto",
        "which embedder makes vectors; see docs/howto/choose-an-embedder.md",
        choices=(*EMBEDDERS, *EMBEDDER_ORDERS),
        alias="OM_EMBEDDINGS",
        alias_values=OM_EMBEDDERS,
    )
    embedder_fallback: str = _setting(
        "none", "embedder used when the first fails; the reason is reported", choices=EMBEDDERS
    )
    static_model: str | None = _setting(
        None, "folder of a model2vec-style model for `static`; unset: the bundled one", alias="MEMORY_STATIC_MODEL"
    )
    onnx_model: str | None = _setting(
        None, "folder of a local ONNX model for `onnx`", alias="MEMORY_TRANSFORMERS_MODEL"
    )
    embedder_model: str | None = _setting(None, "model of a remote embedder; unset: the provider's usual one")
    embedder_base_url: str | None = _setting(None, "address of a remote embedder; unset: the provider's own")
    embedder_api_key: str | None = _setting(None, "key for the embedder alone; goes before api_keys", secret=True)
    embedder_headers: str = _setting("", "headers sent to the embedder: name=value, …", pairs=True, secret=True)
    embedder_dim: int = _setting(
        0, "dimensions asked of a remote embedder; 0: what the model gives", low=0, high=65_536, alias="OM_VEC_DIM"
    )
    embedder_timeout_s: float = _setting(60.0, "longest wait for one answer of an embedder", low=0.01, high=600)
    embedder_delay_ms: int = _setting(
        0, "pause between two requests to a remote embedder", low=0, high=60_000, alias="OM_EMBED_DELAY_MS"
    )
    ollama_url: str = _setting("http://localhost:11434", "where Ollama answers", alias="OLLAMA_URL")
    gguf_model: str = _setting(
        "hf:ggml-org/embeddinggemma-300m-qat-q8_0-GGUF/embeddinggemma-300m-qat-Q8_0.gguf",
        "local model for `gguf`: a path, or hf:owner/name/file to fetch once",
        alias="OM_LOCAL_MODEL_PATH",
    )
    gguf_cache: str | None = _setting(None, "folder for fetched models; unset: the user's cache folder")
    hub_url: str = _setting("https://huggingface.co", "where hf: names are fetched from", alias="HF_ENDPOINT")
    aws_region: str | None = _setting(None, "region of Bedrock; unset: us-east-1", alias="AWS_REGION")
    api_keys: str = _setting(
        "", "keys of providers: openai=…, gemini=…; else their usual variables", pairs=True, secret=True
    )
    llm: str = _setting(
        "off",
        "language model for extraction: off, on (the providers of llm_order), or one provider",
        choices=("off", "on", *LLM_PROVIDERS),
    )
    llm_order: str = _setting(
        "", "providers to try, in order: gemini,openai,anthropic", names=LLM_PROVIDERS, alias="LLM_PROVIDER_ORDER"
    )
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
        alias="MEMORY_VEC_QUANTIZATION",
    )
    embedding_cache_entries: int = _setting(
        1000, "vectors kept in memory", low=0, high=1_000_000, alias="MEMORY_EMBEDDING_CACHE_MAX"
    )
    embedding_cache_ttl_s: float = _setting(
        300.0,
        "how long a vector is kept in memory",
        low=0,
        high=86_400,
        alias="MEMORY_EMBEDDING_CACHE_TTL_MS",
        scale=0.001,
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
    preset: str = _setting("recollect", "how recall ranks; see docs/reference/presets.md")
    rrf_k: int = _setting(60, "the k of reciprocal rank fusion", low=0, high=10_000, alias="MEMORY_RRF_K")
    vector_top_k: int = _setting(
        20, "candidates the vector channel gives to the omniroute preset", low=1, high=10_000, alias="MEMORY_VEC_TOP_K"
    )
    content_chars_max: int = _setting(1_000_000, "longest text of one record", low=1, high=100_000_000)
    extraction: str = _setting(
        "auto",
        "what learns from conversations: auto (a model when one is configured, else rules), rules, llm, off",
        choices=("auto", "rules", "llm", "off"),
    )
    verification: str = _setting("on", "weigh new memories against what is known: on or off", choices=("on", "off"))
    verification_guards: str = _setting(
        "on", "off: judge by word overlap and similarity alone, as Osaurus does", choices=("on", "off")
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
        None, "what else to learn about users: a shipped domain (edtech) or the path of a schema file"
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
        0, "entries per user and agent, the weakest above it are archived; 0: no limit", low=0, high=10_000_000
    )
    bench_data: str | None = _setting(None, "folder with one folder per data set, for `recollect bench recall`")


def load(
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """Settings from everything that can say something about them."""
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    if file is not None and file.is_file():
        values.update(_from_file(file))
    values.update(_from_environment(environment))
    values.update({name: value for name, value in (arguments or {}).items() if value is not None})
    known = {setting.name: setting for setting in fields(Settings)}
    for name in values:
        if name not in known:
            raise ConfigError(f"unknown setting {name!r}; the settings are: {', '.join(sorted(known))}")
    settings = replace(Settings(), **{name: _checked(known[name], value) for name, value in values.items()})
    return replace(settings, api_keys=_with_usual_keys(settings, environment))


def origin(name: str, environment: Mapping[str, str] | None = None, file: Path | None = None) -> str:
    """Which source a setting's value comes from, when no call argument says otherwise."""
    environment = os.environ if environment is None else environment
    known = {setting.name: setting for setting in fields(Settings)}
    if name not in known:
        raise ConfigError(f"unknown setting {name!r}; the settings are: {', '.join(sorted(known))}")
    if environment.get(ENVIRONMENT_PREFIX + name.upper()):
        return f"environment {ENVIRONMENT_PREFIX}{name.upper()}"
    alias = known[name].metadata.get("alias")
    if alias and environment.get(alias):
        return f"environment {alias}"
    if file is not None and file.is_file() and name in _from_file(file):
        return f"file {file}"
    return "default"


def shown(name: str, value: Any) -> Any:
    """A value as it may be shown to people: a secret only says that it is there."""
    setting = next(setting for setting in fields(Settings) if setting.name == name)
    return HIDDEN if value and setting.metadata.get("secret") else value


def pairs(text: str) -> dict[str, str]:
    """`a=b, c=d`, or a JSON object, as a dictionary."""
    if text.startswith("{"):
        return {str(name): str(value) for name, value in json.loads(text).items()}
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all("=" in part for part in parts):
        raise ValueError
    return {name.strip(): value.strip() for name, _, value in (part.partition("=") for part in parts)}


def headers(text: str) -> dict[str, str]:
    """`Name: value; Name: value`, or a JSON object, as a dictionary."""
    if text.startswith("{"):
        return {str(name): str(value) for name, value in json.loads(text).items()}
    parts = (part.partition(":") for part in text.split(";") if part.strip())
    return {name.strip(): value.strip() for name, _, value in parts}


def names(text: str) -> tuple[str, ...]:
    """`a, b` as names, each once."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def chosen_llms(settings: Settings) -> tuple[str, ...]:
    """The providers that extraction may ask, in order; none when it is off."""
    if settings.llm == "off":
        return ()
    order = names(settings.llm_order)
    if settings.llm != "on":
        return (settings.llm, *(name for name in order if name != settings.llm))
    if not order:
        raise ConfigError("llm = on needs llm_order, such as gemini,openai,anthropic")
    return order


def chosen_providers(settings: Settings) -> frozenset[str]:
    """Every remote provider a person chose by name, or by an order they chose by name."""
    embedders = {settings.embedder, settings.embedder_fallback}
    ordered = {name for order, row in EMBEDDER_ORDERS.items() if order in embedders for name in row}
    return frozenset(chosen_llms(settings)) | ordered | (embedders & set(REMOTE_EMBEDDERS))


def _with_usual_keys(settings: Settings, environment: Mapping[str, str]) -> str:
    """`api_keys`, completed from the usual variables of the chosen providers."""
    keys = pairs(settings.api_keys)
    for provider in sorted(chosen_providers(settings) - keys.keys()):
        for variable in KEY_VARIABLES.get(provider, ()):
            if environment.get(variable):
                keys[provider] = environment[variable]
                break
    return json.dumps(keys) if keys else ""


def editor(environment: Mapping[str, str] | None = None) -> str:
    """The command of the person's text editor."""
    environment = os.environ if environment is None else environment
    return environment.get("VISUAL") or environment.get("EDITOR") or "vi"


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"the settings file {file} cannot be read: {error}") from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for setting in fields(Settings):
        alias = setting.metadata.get("alias")
        if alias and environment.get(alias):
            text = setting.metadata.get("alias_values", {}).get(environment[alias], environment[alias])
            values[setting.name] = _number(setting, text, scale=setting.metadata.get("scale", 1))
        own = environment.get(ENVIRONMENT_PREFIX + setting.name.upper())
        if own:
            values[setting.name] = _number(setting, own)
    return values


def _type(setting: Any) -> type:
    """What a setting's value is; one without a default is text unless it says otherwise."""
    if setting.default is not None:
        return type(setting.default)
    given: type = setting.metadata.get("type", str)
    return given


def _number(setting: Any, text: str, scale: float = 1) -> Any:
    """Text from the environment as the setting's type."""
    if _type(setting) not in (int, float):
        return text
    try:
        value = float(text) * scale
    except ValueError as error:
        raise ConfigError(f"{setting.name} must be a number, not {text!r}") from error
    return int(value) if _type(setting) is int and value.is_integer() else value


def _checked(setting: Any, value: Any) -> Any:
    rules, expected = setting.metadata, _type(setting)
    if "pairs" in rules:
        return _checked_pairs(setting, value)
    if "names" in rules and isinstance(value, list | tuple):
        value = ",".join(map(str, value))
    if expected is float and type(value) is int:
        value = float(value)
    said = HIDDEN if rules.get("secret") else repr(value)
    if type(value) is not expected:
        raise ConfigError(f"{setting.name} must be {expected.__name__}, not {said}")
    if "choices" in rules and value not in rules["choices"]:
        raise ConfigError(f"{setting.name} must be one of {', '.join(rules['choices'])}, not {said}")
    if "names" in rules and (unknown := [name for name in names(str(value)) if name not in rules["names"]]):
        raise ConfigError(f"{setting.name} knows {', '.join(rules['names'])}, not {', '.join(unknown)}")
    if "low" in rules and not rules["low"] <= value <= rules["high"]:
        raise ConfigError(f"{setting.name} must be between {rules['low']} and {rules['high']}, not {value}")
    return value


def _checked_pairs(setting: Any, value: Any) -> str:
    """Pairs may be given as text, or as a table in the file or a mapping in a call; kept as text either way."""
    text = value
    if isinstance(value, Mapping):
        flat = {str(name): json.dumps(item) if isinstance(item, Mapping) else str(item) for name, item in value.items()}
        text = json.dumps(flat)
    try:
        found = pairs(text)
    except (ValueError, AttributeError) as error:
        raise ConfigError(f"{setting.name} must be written as name=value, name=value") from error
    known = setting.metadata["pairs"]
    if known is not True and (unknown := [name for name in found if name not in known]):
        raise ConfigError(f"{setting.name} knows {', '.join(known)}, not {', '.join(unknown)}")
    return str(text)

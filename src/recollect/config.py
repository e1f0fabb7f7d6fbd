"""Settings: every knob with its default, and the only reader of the environment.

Precedence: call argument > environment > file > default. Names of other systems (`MEMORY_…`) are accepted as aliases
and lose to our own. Unknown names in the file and values out of range are refused with an error that says which.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from recollect.errors import ConfigError

ENVIRONMENT_PREFIX = "RECOLLECT_"
EMBEDDERS = ("auto", "static", "synthetic", "onnx", "none")


def _setting(default: Any, help: str, **rules: Any) -> Any:
    return field(default=default, metadata={"help": help, **rules})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings. Each has a line in docs/reference/settings.md."""

    store: str | None = _setting(None, "where memory lies: a path, sqlite:///…, postgresql://…; unset: the data folder")
    tenant: str = _setting("default", "whose memory this process serves")
    agent: str | None = _setting(None, "the agent this process speaks for; also fills {agentId} in `store`")
    embedder: str = _setting("auto", "which embedder: auto, static, synthetic, onnx, none", choices=EMBEDDERS)
    embedder_fallback: str = _setting(
        "none", "embedder used when the first fails; the reason is reported", choices=EMBEDDERS
    )
    static_model: str | None = _setting(
        None, "folder of a model2vec-style model for `static`; unset: the bundled one", alias="MEMORY_STATIC_MODEL"
    )
    onnx_model: str | None = _setting(
        None, "folder of a local ONNX model for `onnx`", alias="MEMORY_TRANSFORMERS_MODEL"
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
    return replace(Settings(), **{name: _checked(known[name], value) for name, value in values.items()})


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
            values[setting.name] = _number(setting, environment[alias], scale=setting.metadata.get("scale", 1))
        own = environment.get(ENVIRONMENT_PREFIX + setting.name.upper())
        if own:
            values[setting.name] = _number(setting, own)
    return values


def _number(setting: Any, text: str, scale: float = 1) -> Any:
    """Text from the environment as the setting's type."""
    if type(setting.default) not in (int, float):
        return text
    try:
        value = float(text) * scale
    except ValueError as error:
        raise ConfigError(f"{setting.name} must be a number, not {text!r}") from error
    return int(value) if isinstance(setting.default, int) and value.is_integer() else value


def _checked(setting: Any, value: Any) -> Any:
    rules, default = setting.metadata, setting.default
    expected = str if default is None else type(default)
    if expected is float and type(value) is int:
        value = float(value)
    if type(value) is not expected:
        raise ConfigError(f"{setting.name} must be {expected.__name__}, not {value!r}")
    if "choices" in rules and value not in rules["choices"]:
        raise ConfigError(f"{setting.name} must be one of {', '.join(rules['choices'])}, not {value!r}")
    if "low" in rules and not rules["low"] <= value <= rules["high"]:
        raise ConfigError(f"{setting.name} must be between {rules['low']} and {rules['high']}, not {value}")
    return value

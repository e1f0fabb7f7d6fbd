"""What settings choose together: providers, embedders of sectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from recollect.config.checking import names, pairs
from recollect.config.settings import EMBEDDER_ORDERS, EMBEDDERS, REMOTE_EMBEDDERS, Settings
from recollect.engine.recall_policy import DIRECT_ONLY, RecallPolicy, parse_policy
from recollect.errors import ConfigError, InvalidInput, UnknownName
from recollect.read import presets

QMD_PATHS_MAX = 100
MULTIMODAL_MODEL = "gemini-embedding-2-preview"
"""The one model whose vectors of pictures, sound and words can be compared."""


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


def require_extractor(settings: Settings) -> None:
    """Refuse to learn by a language model where none was chosen: the rules would do it without a word."""
    if settings.extraction == "llm" and settings.llm == "off":
        raise ConfigError("extraction = llm needs a language model: set llm to on or to a provider, such as openai")


def chosen_embedders(settings: Settings) -> frozenset[str]:
    """Every remote embedder a person chose by name, or by an order they chose by name."""
    of_sectors = {name for name, _ in sector_embedders(settings).values()}
    embedders = {settings.embedder, settings.embedder_fallback, *of_sectors}
    ordered = {name for order, row in EMBEDDER_ORDERS.items() if order in embedders for name in row}
    return frozenset(ordered | (embedders & set(REMOTE_EMBEDDERS)))


def chosen_providers(settings: Settings) -> frozenset[str]:
    """Every remote provider a person chose by name, or by an order they chose by name."""
    hearing = {"openai"} if settings.transcriber == "whisper" and not settings.transcriber_base_url else set()
    rerankers = {settings.rerank} - {"off", "onnx"}
    return frozenset(chosen_llms(settings)) | chosen_embedders(settings) | hearing | rerankers


def waits_for_others(settings: Settings) -> bool:
    """Whether a search may wait for a network: for a database, an embedder, a reranker or a tier elsewhere."""
    stores = (settings.store or "").startswith("postgres") or settings.vector_store in ("pgvector", "qdrant")
    tiers = settings.redis_url or settings.qdrant_url or settings.qdrant_host
    return bool(stores or tiers or chosen_embedders(settings) or settings.rerank not in ("off", "onnx"))


def state_folder(settings: Settings) -> Path:
    """OpenClaw's folder: agents/<id>/sessions, agents/<id>/qmd and agents/<id>/agent lie in it."""
    return Path(settings.openclaw_state_dir or "~/.openclaw").expanduser()


def takes_openclaws_keys(settings: Settings) -> bool:
    """Whether keys that OpenClaw keeps count: where a person said so, or spoke of OpenClaw."""
    if settings.openclaw_keys != "auto":
        return settings.openclaw_keys == "on"
    return settings.openclaw_state_dir is not None or settings.embedder == "auto-openclaw"


def sector_embedders(settings: Settings) -> dict[str, tuple[str, str | None]]:
    """Sector -> its embedder and that one's model, in the advanced mode; none in the simple one."""
    if settings.embed_mode == "simple":
        return {}
    found = {}
    for sector, said in pairs(settings.sector_embedders).items():
        name, _, model = said.partition(":")
        if name not in EMBEDDERS or name in ("auto", "none"):
            known = ", ".join(known for known in EMBEDDERS if known not in ("auto", "none"))
            raise ConfigError(f"sector_embedders: {sector} names the embedder {name!r}; the embedders are {known}")
        found[sector] = (name, model or None)
    return found


def multimodal_kinds(settings: Settings) -> frozenset[str]:
    """What may be sent to a multimodal embedder: `image`, `audio`; nothing when it is off. Settings that would mix
    its vectors with another's are refused."""
    if settings.multimodal == "off":
        return frozenset()
    if settings.embedder != "gemini" or settings.embedder_model != MULTIMODAL_MODEL:
        raise ConfigError(f"multimodal = on needs embedder = gemini and embedder_model = {MULTIMODAL_MODEL}")
    if settings.embedder_fallback != "none":
        raise ConfigError(
            "multimodal = on needs embedder_fallback = none: no other embedder sees pictures, and its vectors would "
            "not compare"
        )
    chosen = set(names(settings.multimodal_modalities))
    return frozenset({"image", "audio"} if "all" in chosen or not chosen else chosen)


def recall_options(settings: Settings) -> dict[str, Any]:
    """The values that options of a preset have where a query says nothing."""
    found = {name: _value(text) for name, text in pairs(settings.recall_options).items()}
    try:
        presets.choose("recollect", found)
    except (InvalidInput, UnknownName) as error:
        raise ConfigError(f"recall_options: {error}") from error
    return found


def recall_policy(settings: Settings) -> RecallPolicy:
    """Who may recall from files; where nobody said anything, direct chats."""
    if not settings.recall_policy.strip():
        return DIRECT_ONLY
    try:
        return parse_policy(json.loads(settings.recall_policy))
    except ValueError as error:  # no JSON, or no policy
        raise ConfigError(f"recall_policy: {error}") from error


def qmd_paths(settings: Settings) -> tuple[dict[str, str], ...]:
    """Further folders for QMD: `path`, and where given `pattern` and `name`."""
    if not settings.qmd_paths.strip():
        return ()
    try:
        found = json.loads(settings.qmd_paths)
    except ValueError as error:
        raise ConfigError(f"qmd_paths must be a JSON list of paths: {error}") from error
    rows = [{"path": row} if isinstance(row, str) else row for row in found] if isinstance(found, list) else None
    if rows is None or not all(isinstance(row, dict) for row in rows):
        raise ConfigError('qmd_paths must be a list: [{"path": "~/notes", "pattern": "**/*.md", "name": "notes"}]')
    if len(rows) > QMD_PATHS_MAX:
        raise ConfigError(f"qmd_paths may name {QMD_PATHS_MAX} paths, not {len(rows)}")
    for row in rows:
        if unknown := [str(name) for name in row if name not in ("path", "pattern", "name")]:
            raise ConfigError(f"qmd_paths knows path, pattern and name, not {', '.join(unknown)}")
        if not all(isinstance(value, str) and value.strip() for value in row.values()) or "path" not in row:
            raise ConfigError(
                f"qmd_paths: every row needs a path, and all values are text that is not empty, not {row}"
            )
    return tuple(rows)


def _value(text: str) -> Any:
    """`true`, `3`, `0.5` or a word."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number

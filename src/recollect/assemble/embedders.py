"""Which embedders there are, which one is asked first, and what stands in for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from recollect import registry
from recollect.config import BUNDLED, EMBEDDER_ORDERS, REMOTE_EMBEDDERS, Settings, pairs, sector_embedders
from recollect.contracts.embedder import Embedder
from recollect.errors import ConfigError, EmbeddingFailed
from recollect.model.status import EmbedderState

MODEL_OPTIONS = {"static": "path", "onnx": "onnx_model", "gguf": "gguf_model", "synthetic": "dim"}
"""What a model is called among the options of embedders that are not asked over a network."""


def off_reason(settings: Settings) -> str | None:
    """Why there are no vectors, when that is what was asked for."""
    if settings.embedder == "none":
        return "embeddings are turned off (embedder = none)"
    if first_name(settings) == "none":
        return f"embedder = {settings.embedder} found neither a local model nor a key"
    return None


def embedders(settings: Settings) -> list[EmbedderState]:
    """Every embedder there is, and whether these settings and this installation can use it. Asks nobody who was not
    chosen: a remote provider is only named."""
    chosen = {settings.embedder, settings.embedder_fallback, first_name(settings)}
    states = []
    for name in registry.EMBEDDERS:
        if name in REMOTE_EMBEDDERS and name not in chosen:
            states.append(EmbedderState(name=name, usable=False, reason=f"not chosen; set embedder = {name}"))
            continue
        try:
            embedder = registry.embedder(name, _embedder_options(settings, name))
            signature = embedder.signature if name in chosen or name != "gguf" else None
        except (ConfigError, EmbeddingFailed) as error:
            states.append(EmbedderState(name=name, usable=False, reason=str(error)))
        else:
            states.append(EmbedderState(name=name, usable=True, signature=signature))
    return states


def words(settings: Settings) -> Callable[[], Embedder | None]:
    """The bundled embedder, made on first use; none where embeddings are turned off."""

    @cache
    def made() -> Embedder | None:
        return None if settings.embedder == "none" else registry.embedder("static", {"path": None})

    return made


def own_static_model(settings: Settings) -> str | None:
    """The folder of a static model that is not the bundled one."""
    bundled = settings.static_model == BUNDLED or "static_model" in _not_here(settings)
    return None if bundled else settings.static_model


def not_fetched(settings: Settings) -> str | None:
    """Why `auto` is the bundled model though another one is named."""
    named = _not_here(settings)
    told = " and ".join(f"{setting} = {model}" for setting, model in named.items())
    return f"{told}: no folder here, and models are not fetched; the bundled one is used" if named else None


def _not_here(settings: Settings) -> dict[str, str]:
    """Models that are named as a hub names them (`Xenova/all-MiniLM-L6-v2`), as other systems do, where nobody chose an
    embedder: setting -> name."""
    named = {"static_model": settings.static_model, "onnx_model": settings.onnx_model}
    return {
        setting: model
        for setting, model in named.items()
        if model and settings.embedder == "auto" and _is_hub_name(model) and not Path(model).exists()
    }


def _is_hub_name(model: str) -> bool:
    """ "owner/model", and no path that says so: "./model", "~/model", "C:/model"."""
    owner, slash, name = model.partition("/")
    return bool(slash and name) and "/" not in name and owner[:1].isalnum() and not owner.endswith(":")


def _embedder_options(settings: Settings, name: str) -> dict[str, Any]:
    first = name == first_name(settings)
    return {
        "path": own_static_model(settings),
        "onnx_model": settings.onnx_model,
        "dim": settings.synthetic_dim,
        "gguf_model": settings.gguf_model,
        "gguf_cache": settings.gguf_cache,
        "hub_url": settings.hub_url,
        "ollama_url": settings.ollama_url,
        "region": settings.aws_region,
        "timeout_s": settings.embedder_timeout_s,
        "delay_s": settings.embedder_delay_ms / 1000,
        "api_key": (settings.embedder_api_key if first else None) or pairs(settings.api_keys).get(name),
        # these describe the embedder that was chosen, not the one that stands in for it
        "model": settings.embedder_model if first else None,
        "base_url": settings.embedder_base_url if first else None,
        "headers": pairs(settings.embedder_headers) if first else {},
        "remote_dim": settings.embedder_dim if first else 0,
    }


def first_name(settings: Settings) -> str:
    """The embedder to try first. `auto` is what a person configured, else the bundled one; the automatic orders of
    other systems take the first provider with a key, and end in keywords only."""
    keys = pairs(settings.api_keys)
    if settings.embedder == "auto":
        return "onnx" if settings.onnx_model and "onnx_model" not in _not_here(settings) else "static"
    if settings.embedder not in EMBEDDER_ORDERS:
        return settings.embedder
    keyed = [name for name in EMBEDDER_ORDERS[settings.embedder] if keys.get(name)]
    if settings.embedder == "auto-openclaw":
        local = ["gguf"] if Path(settings.gguf_model).expanduser().is_file() else []
        return next(iter([*local, *keyed]), "none")
    own = [name for name, model in (("static", settings.static_model), ("onnx", settings.onnx_model)) if model]
    return next(iter([*keyed, *own]), "none")


def chain(settings: Settings) -> list[Callable[[], Embedder]]:
    """The embedders to try, in order."""
    fallback = "static" if settings.embedder_fallback == "auto" else settings.embedder_fallback
    names = [name for name in (first_name(settings), fallback) if name != "none"]
    return [partial(registry.embedder, name, _embedder_options(settings, name)) for name in dict.fromkeys(names)]


def sector_chains(settings: Settings) -> dict[tuple[str, str | None], tuple[list[str], Callable[[], Embedder]]]:
    """Each embedder that sectors were given, with its model -> those sectors, and what makes it."""
    found: dict[tuple[str, str | None], tuple[list[str], Callable[[], Embedder]]] = {}
    for sector, (name, model) in sector_embedders(settings).items():
        options = _embedder_options(settings, name)
        if model is not None:
            option = MODEL_OPTIONS.get(name, "model")
            options[option] = _dim(sector, model) if option == "dim" else model
        found.setdefault((name, model), ([], partial(registry.embedder, name, options)))[0].append(sector)
    return found


def _dim(sector: str, text: str) -> int:
    if not text.isdecimal() or not 8 <= int(text) <= 4096:
        raise ConfigError(f"sector_embedders: {sector}=synthetic:{text} must end in 8 to 4096, its dimensions")
    return int(text)

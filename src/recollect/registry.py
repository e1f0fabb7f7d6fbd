"""Name or URL scheme -> module -> create(options). The only way to a store or a provider."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from recollect.errors import ConfigError

if TYPE_CHECKING:
    from recollect.contracts.embedder import Embedder
    from recollect.contracts.store import Store

STORES = {
    "sqlite": "recollect.storage.sqlite",
    "postgresql": "recollect.storage.postgres",
    "postgres": "recollect.storage.postgres",
}
EMBEDDERS = {
    "static": "recollect.providers.embedders.static",
    "synthetic": "recollect.providers.embedders.synthetic",
    "onnx": "recollect.providers.embedders.onnx",
}


def store(url: str, options: Mapping[str, Any]) -> Store:
    """The store a URL names; a plain path is SQLite."""
    scheme = url.split("://", 1)[0] if "://" in url else "sqlite"
    if scheme not in STORES:
        raise ConfigError(f"no store knows the address {url!r}; it begins with one of {', '.join(STORES)} or is a path")
    return cast("Store", import_module(STORES[scheme]).create(url, options))


def embedder(name: str, options: Mapping[str, Any]) -> Embedder:
    if name not in EMBEDDERS:
        raise ConfigError(f"unknown embedder {name!r}; there are {', '.join(EMBEDDERS)}")
    return cast("Embedder", import_module(EMBEDDERS[name]).create(options))

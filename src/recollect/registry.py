"""Name or URL scheme -> module -> create(options). The only way to a store or a provider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from recollect.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from recollect.contracts.embedder import Embedder
    from recollect.contracts.file_search import FileSearch
    from recollect.contracts.hot_tier import HotTier
    from recollect.contracts.llm import LanguageModel
    from recollect.contracts.reranker import Reranker
    from recollect.contracts.store import Store
    from recollect.contracts.tokenizer import Tokenizer
    from recollect.contracts.transcriber import Transcriber
    from recollect.contracts.vector_index import VectorIndex
    from recollect.model.copied import Copied

STORES = {
    "sqlite": "recollect.storage.sqlite",
    "postgresql": "recollect.storage.postgres",
    "postgres": "recollect.storage.postgres",
}
COPYING = "recollect.storage.sql.copying"
"""All stores are SQL databases, and one module copies between any two of them."""
EMBEDDERS = {
    "static": "recollect.providers.embedders.static",
    "synthetic": "recollect.providers.embedders.synthetic",
    "onnx": "recollect.providers.embedders.onnx",
    "gguf": "recollect.providers.embedders.gguf",
    "openai": "recollect.providers.embedders.openai",
    "gemini": "recollect.providers.embedders.gemini",
    "voyage": "recollect.providers.embedders.openai:create_voyage",
    "cohere": "recollect.providers.embedders.cohere",
    "mistral": "recollect.providers.embedders.openai:create_mistral",
    "bedrock": "recollect.providers.embedders.bedrock",
    "ollama": "recollect.providers.embedders.ollama",
}
"""module, or module:function where one wire serves several names"""
TRANSCRIBERS = {
    "whisper": "recollect.providers.transcribers.whisper",
    "pocketsphinx": "recollect.providers.transcribers.pocketsphinx",
}
HOT_TIER = "recollect.storage.redis"
RERANKERS = {
    "onnx": "recollect.providers.rerankers.onnx",
    "cohere": "recollect.providers.rerankers.http:create_cohere",
    "voyage": "recollect.providers.rerankers.http:create_voyage",
    "jina": "recollect.providers.rerankers.http:create_jina",
}
LLMS = "recollect.providers.llms.structured"
"""One module for all language models: pydantic-ai knows the differences."""
FILE_SEARCHES = {"qmd": "recollect.providers.file_search.qmd"}
VECTOR_INDEXES = {
    "sqlite-vec": "recollect.storage.sqlite.vec",
    "pgvector": "recollect.storage.postgres.near",
    "qdrant": "recollect.storage.qdrant",
}
TOKENIZERS = "recollect.providers.tokenizers"


def store(url: str, options: Mapping[str, Any]) -> Store:
    """The store a URL names; a plain path is SQLite."""
    return cast("Store", _storage(url).create(url, options))


def restore(backup: Path, url: str, options: Mapping[str, Any]) -> Path | None:
    """Make the store a URL names hold what a backup of the same kind of store holds; returns the file that keeps what
    was there, None where none does."""
    return cast("Path | None", _storage(url).restore(backup, url, options))


def migrate(
    source: str,
    target: str,
    options: Mapping[str, Any],
    *,
    caches: bool,
    progress: Callable[[int, int, str], None] | None,
) -> Copied:
    """Make the store at one URL hold what the store at another holds. A key is that of the SQLite files among them."""

    def opened(url: str, **more: object) -> Any:
        own = {**options, **more} | ({"key": None} if _storage(url).__name__ != STORES["sqlite"] else {})
        return _storage(url).create(url, own)

    with closing(opened(source, must_exist=True)) as here, closing(opened(target)) as there:
        return cast("Copied", import_module(COPYING).copy_store(here, there, caches=caches, progress=progress))


def require_there(url: str) -> None:
    """Refuse the address of a store that opening would make."""
    storage = _storage(url)
    if storage.__name__ == STORES["sqlite"]:
        storage.require_there(url)


def store_file(url: str) -> Path | None:
    """The file of the store a URL names; None: it lies in memory, or a server has it."""
    storage = _storage(url)
    return cast("Path | None", storage.parse(url)[0]) if storage.__name__ == STORES["sqlite"] else None


def rekey(url: str, new_key: str | None, options: Mapping[str, Any]) -> None:
    """Encrypt the store a URL names with another key; None: not any more."""
    _storage(url).rekey(url, new_key, options)


def _storage(url: str) -> ModuleType:
    if _is_host_and_port(url):
        raise ConfigError(f"{url} is no store; did you mean http://{url}? A file of that name is ./{url}")
    scheme = url.split("://", 1)[0] if "://" in url else "sqlite"
    if scheme not in STORES:
        # the rest of the address may hold a password
        raise ConfigError(f"no store knows addresses like {scheme}://…; write {'://…, '.join(STORES)}://… or a path")
    return import_module(STORES[scheme])


def _is_host_and_port(url: str) -> bool:
    """A server without its http://. A drive has one letter, and a path has its slashes."""
    host, _, port = url.rpartition(":")
    named = (host.startswith("[") and host.endswith("]")) or all(sign.isalnum() or sign in "-." for sign in host)
    return named and len(host) > 1 and port.isdecimal()


def embedder(name: str, options: Mapping[str, Any]) -> Embedder:
    if name not in EMBEDDERS:
        raise ConfigError(f"unknown embedder {name!r}; there are {', '.join(EMBEDDERS)}")
    module, _, function = EMBEDDERS[name].partition(":")
    return cast("Embedder", getattr(import_module(module), function or "create")(options))


def reranker(name: str, options: Mapping[str, Any]) -> Reranker:
    if name not in RERANKERS:
        raise ConfigError(f"unknown reranker {name!r}; there are {', '.join(RERANKERS)}")
    module, _, function = RERANKERS[name].partition(":")
    return cast("Reranker", getattr(import_module(module), function or "create")(options))


def hot_tier(url: str, options: Mapping[str, Any]) -> HotTier:
    return cast("HotTier", import_module(HOT_TIER).create(url, options))


def language_model(provider: str, options: Mapping[str, Any]) -> LanguageModel:
    return cast("LanguageModel", import_module(LLMS).create({**options, "provider": provider}))


def file_search(name: str, options: Mapping[str, Any]) -> FileSearch:
    """An outside program that searches files."""
    if name not in FILE_SEARCHES:
        raise ConfigError(f"unknown file search {name!r}; there are {', '.join(FILE_SEARCHES)}")
    return cast("FileSearch", import_module(FILE_SEARCHES[name]).create(options))


def vector_index(name: str, options: Mapping[str, Any]) -> VectorIndex:
    if name not in VECTOR_INDEXES:
        raise ConfigError(f"unknown vector store {name!r}; there are {', '.join(VECTOR_INDEXES)}")
    return cast("VectorIndex", import_module(VECTOR_INDEXES[name]).create(options))


def tokenizer(name: str) -> Tokenizer:
    return cast("Tokenizer", import_module(TOKENIZERS).create({"tokenizer": name}))


def transcriber(name: str, options: Mapping[str, Any]) -> Transcriber:
    if name not in TRANSCRIBERS:
        raise ConfigError(f"unknown transcriber {name!r}; there are {', '.join(TRANSCRIBERS)}")
    return cast("Transcriber", import_module(TRANSCRIBERS[name]).create(options))

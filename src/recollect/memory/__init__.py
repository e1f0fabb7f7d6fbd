"""The public face: `Memory`. `recollect.async_memory` has the same verbs for asynchronous programs.

One file for each group of verbs; none holds logic: each checks what only a caller can get wrong and calls the engine.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self, cast

from recollect import config
from recollect.memory.ageing import Ageing
from recollect.memory.caring import Caring
from recollect.memory.context import Contextual
from recollect.memory.counting import Counting
from recollect.memory.documents import Documenting
from recollect.memory.files import InFiles
from recollect.memory.filing import Filing
from recollect.memory.graph import Graphing
from recollect.memory.layers import Layers
from recollect.memory.opening import address, default_config_file, default_store, on_server, require_here, settings_file
from recollect.memory.reading import Reading
from recollect.memory.writing import Writing

__all__ = ["Memory", "address", "default_config_file", "default_store", "require_here"]


class Memory(Writing, Reading, Contextual, Layers, Graphing, Documenting, InFiles, Ageing, Caring, Counting, Filing):
    """A memory: store, find, explain.

    >>> with Memory("memory.db") as m:
    ...     m.add("Ana moved to Lisbon in May", user="u1")
    ...     m.search("where does Ana live?", user="u1")[0].content

    With the address of a server (`http://host:8080`) it is a memory there: the same verbs, sent over HTTP.
    """

    def __new__(cls, store: str | Path | None = None, **settings: Any) -> Self:
        if cls is Memory and on_server(_place(store, **settings)):
            from recollect.memory.remote import MemoryOnServer  # cold start: httpx2

            return cast(Self, object.__new__(MemoryOnServer))
        return object.__new__(cls)


def _place(store: str | Path | None, *, config_file: str | Path | None = None, **settings: Any) -> str:
    """Where a memory lies, before it is opened."""
    if store is not None:
        return str(store)
    return config.load({}, file=settings_file(config_file)).store or ""

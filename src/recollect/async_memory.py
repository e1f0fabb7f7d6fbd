"""`AsyncMemory`: the verbs of `Memory`, awaited, each run on a thread. There is one implementation, not two.

The wrappers keep a verb's arguments and their types, so that editors and type checkers know them here too.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from recollect import config
from recollect.memory import Memory

P = ParamSpec("P")
T = TypeVar("T")


def _awaited(
    verb: Callable[Concatenate[Memory, P], T],
) -> Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, T]]:
    """A verb on a thread. It is looked up on the memory itself: one on a server has its own."""
    name = verb.__name__

    @functools.wraps(verb)
    async def run(self: AsyncMemory, /, *args: P.args, **kwargs: P.kwargs) -> T:
        found: Callable[P, T] = getattr(self._memory, name)
        return await asyncio.to_thread(found, *args, **kwargs)

    return run


def _alone(verb: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """A verb that needs no open memory."""

    @functools.wraps(verb)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(verb, *args, **kwargs)

    return run


def _collected(
    verb: Callable[Concatenate[Memory, P], Iterator[T]],
) -> Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, list[T]]]:
    """A verb that gives one thing after the other gives all of them at once."""
    name = verb.__name__

    @functools.wraps(verb)
    async def run(self: AsyncMemory, /, *args: P.args, **kwargs: P.kwargs) -> list[T]:
        found: Callable[P, Iterator[T]] = getattr(self._memory, name)
        return await asyncio.to_thread(lambda: list(found(*args, **kwargs)))

    return run


class AsyncMemory:
    """`Memory` for asynchronous programs: every verb is awaited and runs on a thread."""

    add = _awaited(Memory.add)
    add_many = _awaited(Memory.add_many)
    update = _awaited(Memory.update)
    archive = _awaited(Memory.archive)
    unarchive = _awaited(Memory.unarchive)
    delete = _awaited(Memory.delete)
    revert = _awaited(Memory.revert)
    resolve = _awaited(Memory.resolve)
    flush = _awaited(Memory.flush)
    sync = _awaited(Memory.sync)
    override = _awaited(Memory.override)
    overrides = _awaited(Memory.overrides)
    profile = _awaited(Memory.profile)
    rebuild_profile = _awaited(Memory.rebuild_profile)
    conflicts = _awaited(Memory.conflicts)
    decisions = _awaited(Memory.decisions)
    jobs = _awaited(Memory.jobs)
    job = _awaited(Memory.job)
    retry = _awaited(Memory.retry)
    search = _awaited(Memory.search)
    context = _awaited(Memory.context)
    timeline = _awaited(Memory.timeline)
    get = _awaited(Memory.get)
    list = _awaited(Memory.list)
    count = _awaited(Memory.count)
    history = _awaited(Memory.history)
    recalls = _awaited(Memory.recalls)
    neighbours = _awaited(Memory.neighbours)
    entities = _awaited(Memory.entities)
    entity = _awaited(Memory.entity)
    relations = _awaited(Memory.relations)
    graph = _awaited(Memory.graph)
    waypoints = _awaited(Memory.waypoints)
    merge_entities = _awaited(Memory.merge_entities)
    ingest = _awaited(Memory.ingest)
    ingest_folder = _awaited(Memory.ingest_folder)
    read_document = _awaited(Memory.read_document)
    documents = _awaited(Memory.documents)
    document = _awaited(Memory.document)
    passages = _awaited(Memory.passages)
    delete_document = _awaited(Memory.delete_document)
    import_ = _awaited(Memory.import_)
    users = _awaited(Memory.users)
    changes = _awaited(Memory.changes)
    totals = _awaited(Memory.totals)
    agents = _awaited(Memory.agents)
    sectors = _awaited(Memory.sectors)
    status = _awaited(Memory.status)
    embedders = _awaited(Memory.embedders)
    embed = _awaited(Memory.embed)
    probe = _awaited(Memory.probe)
    doctor = _awaited(Memory.doctor)
    reindex = _awaited(Memory.reindex)
    backup = _awaited(Memory.backup)
    restore = staticmethod(_alone(Memory.restore))
    migrate = staticmethod(_alone(Memory.migrate))
    rekey = staticmethod(_alone(Memory.rekey))
    search_files = _awaited(Memory.search_files)
    read_file = _awaited(Memory.read_file)
    sync_files = _awaited(Memory.sync_files)
    files_status = _awaited(Memory.files_status)
    watch_files = _awaited(Memory.watch_files)
    reinforce = _awaited(Memory.reinforce)
    sweep = _awaited(Memory.sweep)
    compact = _awaited(Memory.compact)
    undo_compaction = _awaited(Memory.undo_compaction)
    clear = _awaited(Memory.clear)
    erase = _awaited(Memory.erase)
    sync_transcripts = _awaited(Memory.sync_transcripts)
    transcripts = _awaited(Memory.transcripts)
    mirror = _awaited(Memory.mirror)
    close = _awaited(Memory.close)
    export = _collected(Memory.export)

    def __init__(self, store: str | Path | None = None, **settings: Any) -> None:
        self._memory = Memory(store, **settings)

    def __repr__(self) -> str:
        return f"<AsyncMemory over {self._memory!r}>"

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def settings(self) -> config.Settings:
        return self._memory.settings

    @property
    def url(self) -> str:
        return self._memory.url

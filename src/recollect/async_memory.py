"""`AsyncMemory`: the verbs of `Memory`, awaited, each run on a thread. There is one implementation, not two."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from recollect import config
from recollect.memory import (
    AgentCounts,
    Conflicts,
    Decisions,
    Documents,
    EmbedderStates,
    Entities,
    Jobs,
    KnownRelations,
    Memory,
    Neighbours,
    Problems,
    Recalls,
    Records,
    SectorStates,
    TranscriptStates,
    Waypoints,
)
from recollect.model.added import Added
from recollect.model.ageing import Cleared, Compaction, Receipt, Swept
from recollect.model.change import Changes
from recollect.model.context import Context
from recollect.model.copied import Copied
from recollect.model.counts import Totals
from recollect.model.decision import Decision
from recollect.model.document import Document, Reading
from recollect.model.files import FileHits, FilesStatus, FileText, SyncReport
from recollect.model.graph import Entity, Walk
from recollect.model.ingested import FolderReport, Ingested
from recollect.model.job import Job
from recollect.model.layers import Profile
from recollect.model.mirror import MirrorReport
from recollect.model.query import Hits
from recollect.model.record import Record
from recollect.model.status import Probe, Status
from recollect.model.transcripts import Synced

Lines = list[str]
Vectors = list[list[float]]


class AsyncMemory:
    """`Memory` for asynchronous programs: every verb is awaited and runs on a thread."""

    add: Callable[..., Awaitable[Added]]
    add_many: Callable[..., Awaitable[Added]]
    update: Callable[..., Awaitable[Record]]
    archive: Callable[..., Awaitable[Record]]
    unarchive: Callable[..., Awaitable[Record]]
    delete: Callable[..., Awaitable[int]]
    revert: Callable[..., Awaitable[Record]]
    resolve: Callable[..., Awaitable[Decision]]
    flush: Callable[..., Awaitable[int]]
    sync: Callable[..., Awaitable[int]]
    override: Callable[..., Awaitable[Added]]
    overrides: Callable[..., Awaitable[Records]]
    profile: Callable[..., Awaitable[Profile]]
    rebuild_profile: Callable[..., Awaitable[Profile]]
    conflicts: Callable[..., Awaitable[Conflicts]]
    decisions: Callable[..., Awaitable[Decisions]]
    jobs: Callable[..., Awaitable[Jobs]]
    job: Callable[..., Awaitable[Job]]
    retry: Callable[..., Awaitable[bool]]
    search: Callable[..., Awaitable[Hits]]
    context: Callable[..., Awaitable[Context]]
    timeline: Callable[..., Awaitable[Records]]
    get: Callable[..., Awaitable[Record]]
    list: Callable[..., Awaitable[Records]]
    count: Callable[..., Awaitable[int]]
    history: Callable[..., Awaitable[Records]]
    recalls: Callable[..., Awaitable[Recalls]]
    neighbours: Callable[..., Awaitable[Neighbours]]
    entities: Callable[..., Awaitable[Entities]]
    entity: Callable[..., Awaitable[Entity]]
    relations: Callable[..., Awaitable[KnownRelations]]
    graph: Callable[..., Awaitable[Walk]]
    waypoints: Callable[..., Awaitable[Waypoints]]
    merge_entities: Callable[..., Awaitable[Entity]]
    ingest: Callable[..., Awaitable[Ingested]]
    ingest_folder: Callable[..., Awaitable[FolderReport]]
    read_document: Callable[..., Awaitable[Reading]]
    documents: Callable[..., Awaitable[Documents]]
    document: Callable[..., Awaitable[Document]]
    passages: Callable[..., Awaitable[Records]]
    delete_document: Callable[..., Awaitable[int]]
    import_: Callable[..., Awaitable[dict[str, int]]]
    users: Callable[..., Awaitable[Lines]]
    changes: Callable[..., Awaitable[Changes]]
    totals: Callable[..., Awaitable[Totals]]
    agents: Callable[..., Awaitable[AgentCounts]]
    sectors: Callable[..., Awaitable[SectorStates]]
    status: Callable[..., Awaitable[Status]]
    embedders: Callable[..., Awaitable[EmbedderStates]]
    embed: Callable[..., Awaitable[Vectors]]
    probe: Callable[..., Awaitable[Probe]]
    doctor: Callable[..., Awaitable[Problems]]
    reindex: Callable[..., Awaitable[dict[str, int]]]
    backup: Callable[..., Awaitable[int]]
    restore: Callable[..., Awaitable[None]]
    migrate: Callable[..., Awaitable[Copied]]
    rekey: Callable[..., Awaitable[None]]
    search_files: Callable[..., Awaitable[FileHits]]
    read_file: Callable[..., Awaitable[FileText]]
    sync_files: Callable[..., Awaitable[SyncReport]]
    files_status: Callable[..., Awaitable[FilesStatus]]
    watch_files: Callable[..., Awaitable[None]]
    reinforce: Callable[..., Awaitable[Record]]
    sweep: Callable[..., Awaitable[Swept]]
    compact: Callable[..., Awaitable[Compaction]]
    undo_compaction: Callable[..., Awaitable[int]]
    clear: Callable[..., Awaitable[Cleared]]
    erase: Callable[..., Awaitable[Receipt]]
    sync_transcripts: Callable[..., Awaitable[Synced]]
    transcripts: Callable[..., Awaitable[TranscriptStates]]
    mirror: Callable[..., Awaitable[MirrorReport]]
    close: Callable[..., Awaitable[None]]

    def __init__(self, store: str | Path | None = None, **settings: Any) -> None:
        self._memory = Memory(store, **settings)

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

    async def export(self, **arguments: Any) -> Lines:
        return await asyncio.to_thread(lambda: list(self._memory.export(**arguments)))


def _on_thread(name: str) -> Any:
    if isinstance(inspect.getattr_static(Memory, name), staticmethod):
        verb = getattr(Memory, name)

        @functools.wraps(verb)
        async def run_alone(*args: Any, **kwargs: Any) -> Any:
            return await asyncio.to_thread(functools.partial(verb, *args, **kwargs))

        return staticmethod(run_alone)

    @functools.wraps(getattr(Memory, name))
    async def run(self: AsyncMemory, *args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(functools.partial(getattr(self._memory, name), *args, **kwargs))

    return run


for _name in AsyncMemory.__annotations__:
    setattr(AsyncMemory, _name, _on_thread(_name))

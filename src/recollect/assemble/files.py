"""Settings -> files as memory: the workspace, who searches it, and how it is kept in step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from recollect.assemble.file_search import file_search
from recollect.config import Settings, recall_policy, workspace_paths
from recollect.engine.documents import Documents
from recollect.engine.files.beside import Beside, BesideOptions
from recollect.engine.files.files import Files
from recollect.engine.files.workspace import Workspace, WorkspaceOptions
from recollect.engine.files.workspace_search import WorkspaceSearch
from recollect.engine.media import MediaFiles
from recollect.engine.memories import Memories
from recollect.engine.parts import Parts
from recollect.engine.recall import Recall
from recollect.errors import ConfigError


def files(
    settings: Settings,
    parts: Parts,
    documents: Documents,
    memories: Memories,
    recall: Recall,
    media: MediaFiles,
) -> Files:
    """Of a process that names no workspace: one that says so when it is asked."""
    if settings.files == "off":
        return Files(None, None, clock=parts.clock)
    beside = _beside(settings, parts, memories, recall)
    if settings.workspace is None:
        return Files(None, None, beside=beside, tenant=settings.tenant, clock=parts.clock)
    workspace = Workspace(parts, documents, recall, media, _options(settings))
    citations = settings.citations != "off"
    builtin = WorkspaceSearch(
        workspace,
        recall,
        parts,
        former=_former(parts),
        citations=citations,
        preset=settings.files_preset,
        options=parts.options.recall_options,
    )
    return Files(
        workspace,
        lambda: file_search(settings, builtin, workspace=lambda agent: workspace.folder, citations=citations),
        beside=beside,
        tenant=settings.tenant,
        clock=parts.clock,
        watch=settings.workspace_watch == "on",
        on_search=settings.workspace_sync_on_search == "on",
        interval_s=settings.workspace_interval_s,
        debounce_s=settings.workspace_debounce_s,
    )


def _beside(settings: Settings, parts: Parts, memories: Memories, recall: Recall) -> Beside:
    options = BesideOptions(
        preset=settings.files_preset,
        options=parts.options.recall_options,
        citations=settings.citations != "off",
        transcripts=settings.transcripts == "on",
        exported=settings.qmd_sessions == "on",
        qmd_results=settings.qmd_max_results,
    )
    return Beside(recall, memories, lambda: recall_policy(settings), options)


def _former(parts: Parts) -> Callable[[str], Recall | None]:
    """The embedder of before, where it is the bundled one: others need addresses and keys that are set no longer."""

    @cache
    def bundled() -> tuple[str, Recall] | None:
        embedder = parts.words()
        if embedder is None:
            return None
        embedding = parts.embedding.only(embedder)
        signature = embedding.signature()
        if signature is None:
            return None
        return signature, Recall(replace(parts, embedding=embedding, tier=None, hot=None))

    def former(signature: str) -> Recall | None:
        found = bundled()
        return found[1] if found is not None and found[0] == signature else None

    return former


def _options(settings: Settings) -> WorkspaceOptions:
    folder = str(settings.workspace)
    if not folder.strip() or "\x00" in folder:
        raise ConfigError("workspace must be the path of a folder; unset it where there is none")
    if settings.workspace_chunk_overlap > settings.workspace_chunk_tokens // 2:
        raise ConfigError(
            f"workspace_chunk_overlap is {settings.workspace_chunk_overlap}; at most half of workspace_chunk_tokens "
            f"({settings.workspace_chunk_tokens // 2}) is possible"
        )
    return WorkspaceOptions(
        folder=str(Path(folder).expanduser()),
        extra=workspace_paths(settings),
        tenant=settings.tenant,
        user=settings.workspace_user.strip() or None,
        agent=settings.agent,
        name=settings.workspace_name,
        chunk_tokens=settings.workspace_chunk_tokens,
        chunk_overlap=settings.workspace_chunk_overlap,
        file_bytes_max=settings.workspace_file_bytes_max,
    )

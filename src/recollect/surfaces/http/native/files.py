"""Files as memory: searching a Markdown workspace, reading it, bringing its index in step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from recollect.errors import NotConfigured
from recollect.surfaces.http.native.asked import Whose
from recollect.surfaces.http.native.fields import Asked, Label, Share, Text
from recollect.surfaces.http.native.memories import Caller, Labelled
from recollect.surfaces.http.native.types import Out
from recollect.surfaces.http.strict import NativeRoute

router = APIRouter(prefix="/v1/files", route_class=NativeRoute, tags=["files"])
K_MAX = 100
LINES_MAX = 1_000_000
PATH_CHARS_MAX = 4096


class NoWorkspace(NotConfigured):
    """Nothing is wrong with the server: it has no files."""

    status_code = 404


@contextmanager
def _files() -> Iterator[None]:
    try:
        yield
    except NotConfigured as error:
        raise NoWorkspace(str(error)) from error


class SearchFiles(Asked):
    """What to look for in the files."""

    query: Text
    user: Label | None = Field(None, description="whose files; none: those of the workspace")
    agent: Label | None = None
    session: Label | None = Field(None, description="key of the conversation that asks; the recall policy judges it")
    k: int | None = Field(None, ge=1, le=K_MAX, description="how many at most; 6 unless told")
    min_score: Share | None = Field(None, description="leave out what scores less; 0.35 unless told")
    records: bool = Field(False, description="with memories and conversations beside files, each as memory/<id>")


class FileHitOut(Out):
    """A passage of a file, or a record beside files. Lines count from 1 and include the last."""

    path: str = Field(description="relative to the workspace, or memory/<id>; GET /v1/files/text reads it")
    start_line: int
    end_line: int
    score: float
    snippet: str = Field(description="at most 700 characters")
    source: str = Field(description="memory, or sessions: what was said word by word")
    citation: str | None = Field(description="path and lines; none where citations are off")


class FileHitsOut(Out):
    """The best passages, best first."""

    hits: list[FileHitOut]
    backend: str = Field(description="who answered: builtin or qmd")
    provider: str | None
    model: str | None
    fallback: str | None = Field(description="why the answer is less than full service, if it is")
    denied: str | None = Field(description="why the recall policy let nothing be searched, if so")


class FileTextOut(Out):
    """Lines of a file. A file that is not there has no text."""

    path: str
    text: str


class FileProblemOut(Out):
    path: str
    reason: str


class SyncReportOut(Out):
    """What was done to bring the index in step with the files."""

    added: int
    changed: int
    removed: int
    unchanged: int
    failed: list[FileProblemOut]
    skipped: list[FileProblemOut]
    passages_added: int
    passages_removed: int
    seconds: float
    note: str | None = Field(description="why passages have no vectors yet")
    complete: bool


class FilesStatusOut(Out):
    """How the index of the workspace stands."""

    backend: str
    workspace: str | None
    collection: str | None
    user: str | None
    files: int
    passages: int
    bytes: int
    watching: bool
    syncing: bool
    stale: bool
    synced_at: datetime | None
    last: SyncReportOut | None
    last_failure: str | None
    failed: list[FileProblemOut]
    details: dict[str, Any]


@router.post("/search", summary="Find passages in the files of the workspace")
def search_files(asked: SearchFiles, memory: Caller) -> FileHitsOut:
    with _files():
        return FileHitsOut.model_validate(memory.search_files(asked.query, **asked.given("query")))


@router.get("", summary="How the index of the workspace stands")
def files_status(memory: Caller, user: Labelled = None) -> FilesStatusOut:
    with _files():
        return FilesStatusOut.model_validate(memory.files_status(user=user))


@router.get("/text", summary="Lines of a file of the workspace")
def read_file(
    memory: Caller,
    path: Annotated[Text, Query(max_length=PATH_CHARS_MAX)],
    user: Labelled = None,
    agent: Labelled = None,
    start: Annotated[int | None, Query(ge=1, le=LINES_MAX)] = None,
    lines: Annotated[int | None, Query(ge=1, le=LINES_MAX)] = None,
) -> FileTextOut:
    with _files():
        return FileTextOut.model_validate(memory.read_file(path, user=user, agent=agent, start=start, lines=lines))


@router.post("/sync", summary="Bring the index in step with the files now")
def sync_files(memory: Caller, asked: Whose | None = None) -> SyncReportOut:
    with _files():
        return SyncReportOut.model_validate(memory.sync_files(user=asked.user if asked else None))

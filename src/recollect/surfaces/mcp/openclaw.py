"""OpenClaw's two tools. Its memory is files with lines: those of the workspace, where there is one, and beside them
records, each of which reads as the file `memory/<id>`."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from recollect.errors import Forbidden, NotConfigured, NotFound, RecollectError
from recollect.model.document import DOCUMENT
from recollect.model.files import FileHit, FileHits
from recollect.model.query import Hit, Hits
from recollect.surfaces.mcp.caller import DEFAULT_USER, Caller, calling
from recollect.surfaces.omniroute import embedder_parts

FOLDER = "memory/"
SUFFIX = ".md"
SNIPPET_CHARS_MAX = 700
LINES_MAX = 10_000
SOURCES = {"turn": "sessions"}
FILE = "file"
"""Where a record comes from that was read in a file: a passage of the workspace, or a turn of a transcript."""
BUILTIN = "builtin"
BESIDE = 3
"""So many times as many records are asked for as are wanted, since some are passages."""
RECORDS_MAX = 100


class Result(TypedDict):
    path: Annotated[str, Field(description="what memory_get reads")]
    startLine: int
    endLine: int
    score: float
    snippet: str
    source: Annotated[str, Field(description="memory, or sessions: what was said word by word")]
    citation: NotRequired[str]


class SearchAnswer(TypedDict):
    results: list[Result]
    provider: NotRequired[str]
    model: NotRequired[str | None]
    fallback: NotRequired[str | None]
    disabled: NotRequired[bool]
    error: NotRequired[str]


class GetAnswer(TypedDict):
    path: str
    text: str
    disabled: NotRequired[bool]
    error: NotRequired[str]


def memory_search(
    query: Annotated[str, Field(description="What to look for, in plain words.")],
    maxResults: Annotated[int, Field(description="How many at most.", ge=1, le=100)] = 6,  # noqa: N803
    minScore: Annotated[float, Field(description="Leave out what scores less.", ge=0, le=1)] = 0.35,  # noqa: N803
) -> SearchAnswer:
    """Search memory before answering questions about prior work, decisions, dates, people, preferences or todos.

    Returns snippets with path and lines; read more of one with memory_get.
    """
    caller = calling()
    try:
        files = _in_files(caller, query, maxResults, minScore)
        hits = _in_records(caller, query, maxResults, files)
    except RecollectError as error:
        return SearchAnswer(results=[], disabled=True, error=f"{error.code}: {error}")
    cited = caller.memory.settings.citations != "off"
    if files is None:
        results = [_result(hit, cited) for hit in hits if hit.score >= minScore]
        provider, model, _ = embedder_parts(hits.trace.embedder)
        fallback = hits.trace.fallback_reason
    else:
        provider, model, fallback = files.provider, files.model, files.denied or files.fallback
        beside = [_result(hit, cited) for hit in hits if hit.score >= minScore and _stands_beside(hit, files)]
        results = _together([_file_result(hit) for hit in files.hits], beside, files)[:maxResults]
    return SearchAnswer(results=results, provider=provider or "none", model=model, fallback=fallback)


def memory_get(
    path: Annotated[str, Field(description="A path that memory_search returned.")],
    start: Annotated[int | None, Field(alias="from", description="The first line, counted from 1.")] = None,
    lines: Annotated[int | None, Field(description="How many lines.", ge=1, le=LINES_MAX)] = None,
) -> GetAnswer:
    """Read a remembered text, or some of its lines, after memory_search found it. A path that is not there is empty."""
    caller = calling()
    try:
        caller.require_recall()
    except RecollectError as error:
        return GetAnswer(path=path, text="", disabled=True, error=f"{error.code}: {error}")
    file = _file(caller, path, start, lines) if path.partition("#")[0].endswith(SUFFIX) else None
    return file or _record(caller, path, start, lines)


def _file(caller: Caller, path: str, start: int | None, lines: int | None) -> GetAnswer | None:
    """A file of the workspace; None: there is no workspace, or no such file in it."""
    first = None if start is None else max(1, start)
    try:
        found = caller.memory.read_file(path, user=caller.user, agent=caller.agent, start=first, lines=lines)
    except NotConfigured:
        return None
    except RecollectError as error:
        return GetAnswer(path=path, text="", disabled=True, error=f"{error.code}: {error}")
    return GetAnswer(path=found.path, text=found.text) if found.text else None


def _record(caller: Caller, path: str, start: int | None, lines: int | None) -> GetAnswer:
    id = path.removeprefix("./").partition("#")[0].removesuffix(SUFFIX)
    if not id.startswith(FOLDER) or len(id) == len(FOLDER):
        return GetAnswer(path=path, text="")
    try:
        record = caller.get(id.removeprefix(FOLDER))
    except NotFound:
        return GetAnswer(path=path, text="")
    if record.user not in (_user(caller), None):
        return GetAnswer(path=path, text="")
    first = max(1, start or 1) - 1
    wanted = record.content.split("\n")[first : None if lines is None else first + lines]
    return GetAnswer(path=path, text="\n".join(wanted))


def _in_files(caller: Caller, query: str, k: int, min_score: float) -> FileHits | None:
    """What the workspace says; None: there is none, or it is somebody else's."""
    try:
        return caller.memory.search_files(
            query, user=caller.user, agent=caller.agent, session=caller.session, k=k, min_score=min_score
        )
    except (Forbidden, NotConfigured):
        return None


def _in_records(caller: Caller, query: str, k: int, files: FileHits | None) -> Hits:
    """Records and what was said. Beside files they are ranked as files are: scores of two presets cannot be compared,
    nor would `minScore` mean the same."""
    whose: dict[str, Any] = {"user": _user(caller), "agent": caller.agent, "session": caller.session}
    if files is None:
        return caller.memory.search(query, k=k, **whose)
    return caller.memory.search(
        query,
        k=min(RECORDS_MAX, BESIDE * k),
        preset=caller.memory.settings.files_preset,
        min_score=0.0,
        **whose,
    )


def _stands_beside(hit: Hit, files: FileHits) -> bool:
    """Passages are found by the search in files. Where the policy denies files, turns of transcripts are denied with
    them."""
    return hit.record.provenance.source != FILE or (hit.layer != DOCUMENT and files.denied is None)


def _together(found: list[Result], beside: list[Result], files: FileHits) -> list[Result]:
    """By score where one index gave both; another program's scores mean something else, so there the first of each
    comes before the second of each, files ahead."""
    if files.backend == BUILTIN:
        return sorted(found + beside, key=lambda result: -result["score"])
    ranked = [(rank, which, result) for which, some in enumerate((found, beside)) for rank, result in enumerate(some)]
    return [result for _, _, result in sorted(ranked, key=lambda one: one[:2])]


def _file_result(hit: FileHit) -> Result:
    """A passage, with a last line that says where it stands unless citations are off."""
    result = Result(
        path=hit.path,
        startLine=hit.start_line,
        endLine=hit.end_line,
        score=round(hit.score, 4),
        snippet=hit.snippet,
        source=hit.source,
    )
    if hit.citation is not None:
        result["snippet"] = f"{hit.snippet.strip()}\n\nSource: {hit.citation}"
        result["citation"] = hit.citation
    return result


def _user(caller: Caller) -> str:
    return caller.user or DEFAULT_USER


def _result(hit: Hit, cited: bool) -> Result:
    """The beginning of a record, in whole lines as far as they fit."""
    snippet = hit.content[:SNIPPET_CHARS_MAX]
    path, end = FOLDER + hit.id, snippet.count("\n") + 1
    lines = "#L1" if end == 1 else f"#L1-L{end}"
    result = Result(
        path=path,
        startLine=1,
        endLine=end,
        score=round(hit.score, 4),
        snippet=snippet,
        source=SOURCES.get(hit.layer, "memory"),
    )
    if cited:
        result["citation"] = hit.record.provenance.reference or path + lines
    return result

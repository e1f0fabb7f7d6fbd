"""OpenClaw's two tools. Its memory is files with lines: those of the workspace, where there is one, and beside them
records, each of which reads as the file `memory/<id>`."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from recollect.errors import NotConfigured, RecollectError
from recollect.model.files import FileHit
from recollect.surfaces.mcp.caller import calling

LINES_MAX = 10_000
UNCITED = "Paths and lines are for memory_get alone: do not cite them in an answer."
"""Said with what is found where citations are off."""


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
    note: NotRequired[str]
    disabled: NotRequired[bool]
    error: NotRequired[str]


class GetAnswer(TypedDict):
    path: str
    text: str
    note: NotRequired[str]
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
        found = caller.memory.search_files(
            query,
            user=caller.user,
            agent=caller.agent,
            session=caller.session,
            k=maxResults,
            min_score=minScore,
            records=True,
        )
    except RecollectError as error:
        return SearchAnswer(results=[], disabled=True, error=caller.told(error))
    answer = SearchAnswer(
        results=[_result(hit) for hit in found.hits],
        provider=found.provider or "none",
        model=found.model,
        fallback=found.denied or found.fallback,
    )
    return {**answer, "note": UNCITED} if _is_uncited() else answer


def memory_get(
    path: Annotated[str, Field(description="A path that memory_search returned.")],
    start: Annotated[int | None, Field(alias="from", description="The first line, counted from 1.")] = None,
    lines: Annotated[int | None, Field(description="How many lines.", ge=1, le=LINES_MAX)] = None,
) -> GetAnswer:
    """Read a remembered text, or some of its lines, after memory_search found it. A path that is not there is empty."""
    caller = calling()
    first = None if start is None else max(1, start)
    try:
        caller.require_recall()
        found = caller.memory.read_file(path, user=caller.user, agent=caller.agent, start=first, lines=lines)
    except NotConfigured as error:
        if caller.memory.settings.files == "off":
            return _failed(path, error)
        return GetAnswer(path=path, text="")
    except RecollectError as error:
        return _failed(path, error)
    answer = GetAnswer(path=found.path, text=found.text)
    return {**answer, "note": UNCITED} if _is_uncited() else answer


def _failed(path: str, error: RecollectError) -> GetAnswer:
    return GetAnswer(path=path, text="", disabled=True, error=calling().told(error))


def _is_uncited() -> bool:
    return calling().memory.settings.citations == "off"


def _result(hit: FileHit) -> Result:
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
        one_line = "".join(sign if sign.isprintable() else " " for sign in hit.citation)  # a name may hold line ends
        result["snippet"] = f"{hit.snippet.strip()}\n\nSource: {one_line}"
        result["citation"] = hit.citation
    return result

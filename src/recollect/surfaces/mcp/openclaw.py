"""OpenClaw's two tools. Its memory is files with lines; a record reads as the file `memory/<id>`."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from recollect.errors import NotFound, RecollectError
from recollect.model.query import Hit
from recollect.surfaces.mcp.caller import DEFAULT_USER, Caller, calling
from recollect.surfaces.omniroute import embedder_parts

FOLDER = "memory/"
SNIPPET_CHARS_MAX = 700
LINES_MAX = 10_000
SOURCES = {"turn": "sessions"}


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
        hits = caller.memory.search(query, user=_user(caller), agent=caller.agent, k=maxResults)
    except RecollectError as error:
        return SearchAnswer(results=[], disabled=True, error=f"{error.code}: {error}")
    provider, model, _ = embedder_parts(hits.trace.embedder)
    return SearchAnswer(
        results=[_result(hit) for hit in hits if hit.score >= minScore],
        provider=provider or "none",
        model=model,
        fallback=hits.trace.fallback_reason,
    )


def memory_get(
    path: Annotated[str, Field(description="A path that memory_search returned.")],
    start: Annotated[int | None, Field(alias="from", description="The first line, counted from 1.")] = None,
    lines: Annotated[int | None, Field(description="How many lines.", ge=1, le=LINES_MAX)] = None,
) -> GetAnswer:
    """Read a remembered text, or some of its lines, after memory_search found it. A path that is not there is empty."""
    caller = calling()
    id = path.removeprefix("./").partition("#")[0].removesuffix(".md")
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


def _user(caller: Caller) -> str:
    return caller.user or DEFAULT_USER


def _result(hit: Hit) -> Result:
    """The beginning of a record, in whole lines as far as they fit."""
    snippet = hit.content[:SNIPPET_CHARS_MAX]
    path, end = FOLDER + hit.id, snippet.count("\n") + 1
    lines = "#L1" if end == 1 else f"#L1-L{end}"
    return Result(
        path=path,
        startLine=1,
        endLine=end,
        score=round(hit.score, 4),
        snippet=snippet,
        source=SOURCES.get(hit.layer, "memory"),
        citation=hit.record.provenance.reference or path + lines,
    )

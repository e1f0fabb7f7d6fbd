"""The built-in search in a Markdown workspace, and reading its files: passages with path and lines, never whole files.

It answers from what is indexed at that moment. See `recollect.contracts.file_search`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from recollect.engine.recall import Recall
from recollect.engine.workspace import Workspace
from recollect.ingest.files import reading
from recollect.model.document import DOCUMENT
from recollect.model.files import FileHit, FileHits, FileText
from recollect.model.query import Filter, Hit
from recollect.model.scope import Scope, require_text
from recollect.rules.text import terms
from recollect.write import accept

PRESET = "openclaw"
"""Its scores are 0.7 of the cosine and 0.3 of the words, and it is these that 0.35 is the least of."""
RESULTS = 6
MIN_SCORE = 0.35
SNIPPET_CHARS_MAX = 700
LINES_MAX = 1_000_000
_CITED = re.compile(r"(.*)#L(\d+)(?:-L(\d+))?", re.DOTALL)


class WorkspaceSearch:
    """One index over the files of a workspace."""

    def __init__(
        self,
        workspace: Workspace,
        recall: Recall,
        *,
        citations: bool = True,
        preset: str = PRESET,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """`options` change the preset, as those of a search do; among them `k` and `min_score`, where it is silent."""
        self._workspace = workspace
        self._recall = recall
        self._citations = citations
        self._preset = preset
        self._options = {"k": RESULTS, "min_score": MIN_SCORE, **(options or {})}

    def search(
        self, query: str, *, k: int | None, min_score: float | None, agent: str | None, session_key: str | None
    ) -> FileHits:
        """By words and vectors, ranked as the settings say."""
        scope = self._workspace.scope
        own = {} if min_score is None else {"min_score": accept.share(min_score, "min_score")}
        found = self._recall.search(
            query,
            Scope(tenant=scope.tenant, user=scope.user, project=scope.project),
            k=k,
            filter=Filter(layers=(DOCUMENT,), only_labels=True),
            preset=self._preset,
            options={**self._options, **own},
        )
        provider, model = _made_by(found.trace.embedder)
        return FileHits(
            hits=tuple(self._hit(hit, query) for hit in found),
            provider=provider,
            model=model,
            fallback=found.trace.fallback_reason,
        )

    def _hit(self, hit: Hit, query: str) -> FileHit:
        cited = hit.record.provenance.reference or ""
        lines = _CITED.fullmatch(cited)  # a picture or sound has none
        path, start, end = (lines[1], int(lines[2]), int(lines[3] or lines[2])) if lines else (cited, 1, 1)
        return FileHit(
            path=path,
            start_line=start,
            end_line=end,
            score=hit.score,
            snippet=snippet(hit.content, query),
            citation=cited if self._citations else None,
        )

    def read(self, path: str, *, start: int | None, lines: int | None, agent: str | None) -> FileText:
        first = accept.whole(1 if start is None else start, "start", 1, LINES_MAX)
        count = None if lines is None else accept.whole(lines, "lines", 1, LINES_MAX)
        require_text(path, "the path")
        real, _ = self._workspace.places.locate(path.partition("#")[0])
        content = reading.bytes_of(real, bytes_max=self._workspace.file_bytes_max)
        name = self._workspace.places.name(real)
        if content is None:
            return FileText(path=name)
        return FileText(path=name, text=reading.lines_of(reading.text_of(content), start=first, lines=count))

    def status(self) -> Mapping[str, Any]:
        return {"backend": "builtin", "workspace": str(self._workspace.folder)}

    def close(self) -> None:
        """It has nothing of its own: `recollect.engine.files` ends the threads."""


def snippet(text: str, query: str, chars_max: int = SNIPPET_CHARS_MAX) -> str:
    """A passage as it is shown: whole where it fits, else the stretch of lines that has the most of the query's words,
    the first of equals."""
    if len(text) <= chars_max:
        return text
    wanted = set(terms(query))
    lines = text.split("\n")
    has = [wanted.intersection(terms(line)) for line in lines]
    best, most = "", -1
    for start in range(len(lines)):
        kept, seen = len(lines[start]), set(has[start])
        end = start + 1
        while end < len(lines) and kept + 1 + len(lines[end]) <= chars_max:
            kept += 1 + len(lines[end])
            seen |= has[end]
            end += 1
        if len(seen) > most:
            best, most = "\n".join(lines[start:end]), len(seen)
        if end == len(lines):
            break
    return best[:chars_max].strip("\n")


def _made_by(signature: str | None) -> tuple[str | None, str | None]:
    """Provider and model of `source:model:dimensions`."""
    if signature is None:
        return None, None
    provider, _, rest = signature.partition(":")
    return provider, rest.removesuffix(":int8").rpartition(":")[0] or rest

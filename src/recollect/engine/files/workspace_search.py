"""The built-in search in a Markdown workspace, and reading its files: passages with path and lines, never whole files.

It answers from what is indexed at that moment. Until another embedder has made all vectors, those of the one before
answer as long as its questions can be embedded here; what has no vector to be compared with is found by its words, and
ranked as it would be without vectors. See `recollect.contracts.file_search`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from recollect.engine.files.workspace import Workspace
from recollect.engine.files.workspace_vectors import without_vector
from recollect.engine.parts import Parts
from recollect.engine.recall import Recall
from recollect.errors import Forbidden
from recollect.ingest.files import reading
from recollect.model.document import DOCUMENT
from recollect.model.files import FileHit, FileHits, FileText
from recollect.model.query import Filter, Hit, Hits
from recollect.model.scope import Scope
from recollect.rules.file_text import lines_of, text_of
from recollect.rules.late import late
from recollect.rules.quantize import model_of
from recollect.rules.text import terms
from recollect.write import accept

PRESET = "openclaw"
"""Its scores are 0.7 of the cosine and 0.3 of the words, and it is these that 0.35 is the least of."""
RESULTS = 6
MIN_SCORE = 0.35
SNIPPET_CHARS_MAX = 700
_SENTENCE = late(r".*?(?:[.!?…][\"'”’)\]]?\s+|[。！？]|\Z)", re.DOTALL)
_WORDS = late(r"\s*\S(?:.{0,98}\S)?(?:\s+|\Z)|.{1,100}", re.DOTALL)
"""Up to a hundred characters, to the end of a word where one is in reach."""
_CITED = re.compile(r"(.*)#L(\d+)(?:-L(\d+))?", re.DOTALL)


class WorkspaceSearch:
    """One index over the files of a workspace."""

    def __init__(
        self,
        workspace: Workspace,
        recall: Recall,
        parts: Parts,
        *,
        former: Callable[[str], Recall | None] = lambda signature: None,
        citations: bool = True,
        preset: str = PRESET,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """`options` change the preset, as those of a search do; among them `k` and `min_score`, where it is silent.
        `former`: a recall by the embedder with this signature, where it can be used here."""
        self._workspace = workspace
        self._recall = recall
        self._parts = parts
        self._former = former
        self._citations = citations
        self._preset = preset
        self._options = {"k": RESULTS, "min_score": MIN_SCORE, **(options or {})}

    def search(
        self, query: str, *, k: int | None, min_score: float | None, agent: str | None, session_key: str | None
    ) -> FileHits:
        """By words and vectors, ranked as the settings say."""
        own = {} if min_score is None else {"min_score": accept.share(min_score, "min_score")}
        options = {**self._options, **own}
        found = self._ask(self._recall, query, k, options)
        hits, fallback = list(found), found.trace.fallback_reason
        if fallback is not None and found.trace.embedder is not None:
            found, hits, fallback = self._completed(found, query, k, options)
        provider, model = made_by(found.trace.embedder)
        return FileHits(
            hits=tuple(self._hit(hit, query) for hit in hits),
            provider=provider,
            model=model,
            fallback=fallback,
        )

    def _ask(
        self, recall: Recall, query: str, k: int | None, options: Mapping[str, Any], *, dry_run: bool = False
    ) -> Hits:
        scope = self._workspace.scope
        return recall.search(
            query,
            Scope(tenant=scope.tenant, user=scope.user, project=scope.project),
            k=k,
            filter=Filter(layers=(DOCUMENT,), only_labels=True),
            preset=self._preset,
            options=options,
            dry_run=dry_run,
        )

    def _completed(
        self, found: Hits, query: str, k: int | None, options: Mapping[str, Any]
    ) -> tuple[Hits, list[Hit], str | None]:
        """The answer when not all passages have vectors that the question was compared with: by the embedder of before
        where that has more of them, and by words for the rest."""
        asked, reason = str(found.trace.embedder), found.trace.fallback_reason
        lacking = self._lacking(asked)
        before = self._workspace.former(asked) if lacking else None
        recall = self._former(before) if before is not None else None
        if recall is not None and before is not None and len(others := self._lacking(before)) < len(lacking):
            found, lacking = self._ask(recall, query, k, options, dry_run=True), others
            reason = f"vectors of {asked} are still to be made; until then those of {before} answer"
        if not lacking:
            return found, list(found), reason
        words = self._ask(self._recall, query, k, {**options, "channels": "keyword"}, dry_run=True)
        best = [hit for hit in found if hit.record.item not in lacking]
        best += [hit for hit in words if hit.record.item in lacking]
        best.sort(key=lambda hit: -hit.score)
        return found, best[: options["k"] if k is None else k], reason

    def _lacking(self, signature: str) -> set[int]:
        scope = self._workspace.scope
        return without_vector(self._parts, scope.own, self._workspace.collection, signature)

    def _hit(self, hit: Hit, query: str) -> FileHit:
        path, start, end = place_of(hit)
        return FileHit(
            path=path,
            start_line=start,
            end_line=end,
            score=hit.score,
            snippet=snippet(hit.content, query),
            citation=(hit.record.provenance.reference or "") if self._citations else None,
        )

    def read(self, path: str, *, start: int | None, lines: int | None, agent: str | None) -> FileText:
        real, _ = self._workspace.places.locate(path)
        name = self._workspace.places.name(real)
        try:
            content = reading.bytes_of(real, bytes_max=self._workspace.file_bytes_max, name=name)
        except OSError as error:
            raise Forbidden(f"{name} cannot be read ({error.strerror}); see who may read it") from error
        if content is None:
            return FileText(path=name)
        return FileText(path=name, text=lines_of(text_of(content), start=start or 1, lines=lines))

    def status(self) -> Mapping[str, Any]:
        return {"backend": "builtin", "workspace": str(self._workspace.folder)}

    def close(self) -> None:
        """It has nothing of its own: `files.py` ends the threads."""


def place_of(hit: Hit) -> tuple[str, int, int]:
    """The file a passage stands in, and its first and last line."""
    cited = hit.record.provenance.reference or ""
    lines = _CITED.fullmatch(cited)  # a picture or sound has none
    return (lines[1], int(lines[2]), int(lines[3] or lines[2])) if lines else (cited, 1, 1)


def snippet(text: str, query: str, chars_max: int = SNIPPET_CHARS_MAX) -> str:
    """A passage as it is shown: whole where it fits, else the stretch of lines that has the most of the query's words,
    the first of equals, with some of what follows them. Of a line that does not fit sentences count, and of a sentence
    that does not its words."""
    if len(text) <= chars_max:
        return text
    wanted = set(terms(query))
    parts = list(_parts(text, chars_max))
    has = [wanted.intersection(terms(part)) for part in parts]
    best, most, last = 0, -1, 0
    for last in range(len(parts)):
        end = _reach(parts, last, chars_max)
        seen = len(set().union(*has[last:end]))
        if seen > most:
            best, most = last, seen
        if end == len(parts):
            break
    word = next((at for at in range(best, len(parts)) if has[at]), best)
    start = min((best + word) // 2, last)  # half of what stands before the first word goes, for what comes after
    shown = "".join(parts[start : _reach(parts, start, chars_max)]).lstrip("\n").rstrip()
    return shown if len(shown) <= chars_max else shown.lstrip()[:chars_max]  # a line may begin with ever so many blanks


def _reach(parts: Sequence[str], start: int, chars_max: int) -> int:
    """How far a stretch goes that begins here; blanks at its end are not counted."""
    size, end = len(parts[start]), start + 1
    while end < len(parts) and size + len(parts[end].rstrip()) <= chars_max:
        size += len(parts[end])
        end += 1
    return end


def _parts(text: str, chars_max: int) -> Iterator[str]:
    """The smallest that a snippet is put together of, each with what stands behind it: lines, sentences of a line that
    does not fit, stretches of words of a sentence that does not."""
    for line in text.splitlines(keepends=True):
        if len(line.rstrip()) <= chars_max:
            yield line
            continue
        for sentence in filter(None, _SENTENCE.findall(line)):
            yield from [sentence] if len(sentence) <= chars_max else _WORDS.findall(sentence)


def made_by(signature: str | None) -> tuple[str | None, str | None]:
    """Provider and model of `source:model:dimensions`."""
    if signature is None:
        return None, None
    return signature.partition(":")[0], model_of(signature)

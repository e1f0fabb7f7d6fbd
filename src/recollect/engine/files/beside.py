"""What stands beside files in an answer: turns of session transcripts and, where they are wanted, all other records.

A record reads as the file `memory/<id>`. Its score is made as those of files are, so that one list can hold both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from recollect.engine.files.workspace_search import MIN_SCORE, PRESET, RESULTS, made_by, place_of, snippet
from recollect.engine.memories import Memories
from recollect.engine.recall import K_MAX, Recall
from recollect.engine.recall_policy import RecallPolicy, denial
from recollect.engine.recalled import one_question
from recollect.errors import InvalidInput, NotFound
from recollect.model.document import DOCUMENT
from recollect.model.files import FileHit, FileHits, FileText
from recollect.model.query import Filter, Hit
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.rules.file_text import lines_of
from recollect.write import accept

FOLDER = "memory/"
SUFFIX = ".md"
TURN = "turn"
FILE = "file"
"""Where a record comes from that was read in a file: a passage of the workspace, or a turn of a transcript."""
BUILTIN = "builtin"
BESIDE = 3
"""So many times as many records are asked for as are wanted, since some are passages."""
RECORDS_MAX = 100


@dataclass(frozen=True, kw_only=True)
class BesideOptions:
    preset: str = PRESET
    options: Mapping[str, Any] = field(default_factory=dict)
    """Those of the search in files; among them `k` and `min_score`, where a question is silent."""
    citations: bool = True
    transcripts: bool = False
    """Turns of transcripts are part of every answer."""
    exported: bool = False
    """QMD searches these conversations itself."""
    qmd_results: int = RESULTS


class Beside:
    """Records as files."""

    def __init__(
        self, recall: Recall, memories: Memories, policy: Callable[[], RecallPolicy], options: BesideOptions
    ) -> None:
        self._recall = recall
        self._memories = memories
        self._policy = policy
        self._options = options
        self._ranked = {"k": RESULTS, "min_score": MIN_SCORE, **options.options}

    @property
    def transcripts(self) -> bool:
        return self._options.transcripts

    @contextmanager
    def one_question(self, scope: Scope, query: str) -> Iterator[list[FileHit]]:
        """A search in files and beside them is remembered once, with what of both is in this list in the end."""
        shown: list[FileHit] = []
        with one_question(self._recall.log, scope, query) as gathered:
            yield shown
            places = {(one.path, one.start_line, one.end_line) for one in shown}
            paths = {one.path for one in shown}
            gathered[:] = [
                hit for hit in gathered if hit.layer != DOCUMENT or place_of(hit) in places or FOLDER + hit.id in paths
            ]

    def search(
        self,
        query: str,
        files: FileHits | None,
        scope: Scope,
        *,
        k: int | None,
        min_score: float | None,
        records: bool,
    ) -> FileHits:
        """What was found in files, and what stands beside it. Without files there is that alone; the policy that
        stands before files stands before transcripts too. `scope.session` is the conversation that asks."""
        found = files if files is not None else FileHits(denied=denial(self._policy(), scope.session))
        again = found.backend != BUILTIN and self._options.exported
        said = self._options.transcripts and found.denied is None and not again
        if not (records or said):
            return found
        most = self._most(found, k)
        own = {} if min_score is None else {"min_score": accept.share(min_score, "min_score")}
        asked = self._recall.search(
            query,
            scope,
            k=max(most, min(RECORDS_MAX, BESIDE * most)),
            filter=Filter() if records else Filter(layers=(TURN,)),
            preset=self._options.preset,
            options={**self._ranked, **own},
            dry_run=True,
            admitted=files is not None,
        )
        fitting = {FOLDER + one.id: one for one in asked if _fits(one, found, records=records, again=again)}
        beside = [self._hit(one, query) for one in fitting.values()]
        if files is None:
            provider, model = made_by(asked.trace.embedder)
            found = replace(found, provider=provider, model=model, fallback=asked.trace.fallback_reason)
        shown = _together(found, beside)[:most]
        recalled = [fitting[one.path] for one in shown if one.path in fitting]
        self._recall.log.note(scope, query, recalled)
        return replace(found, hits=tuple(shown))

    def read(self, path: str, scope: Scope, *, start: int, lines: int | None) -> FileText | None:
        """The record that a path names; None: there is none that this user and agent may read."""
        given = path.removeprefix("./")
        name = given.partition("#")[0]
        if not name.startswith(FOLDER):
            return None
        record = self._named(scope, given) or self._named(scope, name) or self._named(scope, name.removesuffix(SUFFIX))
        if record is None or scope.agent not in (None, record.agent or scope.agent):
            return None
        return FileText(path=FOLDER + record.id, text=lines_of(record.content, start=start, lines=lines))

    def _named(self, scope: Scope, path: str) -> Record | None:
        try:
            record = self._memories.get(scope, path.removeprefix(FOLDER))
        except (NotFound, InvalidInput):
            return None
        return record if record.user in (scope.user, None) else None

    def _most(self, found: FileHits, k: int | None) -> int:
        own = self._ranked["k"] if found.backend == BUILTIN else self._options.qmd_results
        return accept.whole(own if k is None else k, "k", 1, K_MAX)

    def _hit(self, hit: Hit, query: str) -> FileHit:
        """The stretch of a record that is shown, with its lines."""
        shown = snippet(hit.content, query)
        start = hit.content.count("\n", 0, max(0, hit.content.find(shown))) + 1
        end = start + shown.count("\n")
        path = FOLDER + hit.id
        lines = f"#L{start}" if end == start else f"#L{start}-L{end}"
        return FileHit(
            path=path,
            start_line=start,
            end_line=end,
            score=hit.score,
            snippet=shown,
            source="sessions" if hit.layer == TURN else "memory",
            citation=(hit.record.provenance.reference or path + lines) if self._options.citations else None,
        )


def _fits(hit: Hit, found: FileHits, *, records: bool, again: bool) -> bool:
    """Passages are found by the search in files. Where the policy denies files, turns of transcripts are denied with
    them."""
    if hit.record.provenance.source != FILE:
        return records
    return hit.layer != DOCUMENT and found.denied is None and not again


def _together(found: FileHits, beside: list[FileHit]) -> list[FileHit]:
    """By score where one index gave both; another program's scores mean something else, so there the first of each
    comes before the second of each, files ahead."""
    if found.backend == BUILTIN:
        return sorted([*found.hits, *beside], key=lambda hit: -hit.score)
    both = enumerate((found.hits, beside))
    ranked = [(rank, which, hit) for which, some in both for rank, hit in enumerate(some)]
    return [hit for _, _, hit in sorted(ranked, key=lambda one: one[:2])]

"""The verbs about documents: read in, list, look at, delete."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from recollect.engine.ingesting import (
    Given,
    file_at,
    files_in,
    gone_from,
    require_name,
    shown_path,
    stamp_of,
)
from recollect.errors import InvalidInput, RecollectError
from recollect.memory.opening import Opened
from recollect.model.document import Document, Reading
from recollect.model.given import is_address, require_fetched, require_flags, require_one_answer
from recollect.model.ingested import ADDED, CHANGED, FolderReport, Ingested
from recollect.model.record import Record

Documents = list[Document]
Records = list[Record]
KNOWN_MAX = 1_000_000
Progress = Callable[[int, int, str], None]
"""Told how many files are done, of how many, and which one it is at."""


class Documenting(Opened):
    """Documents: whole files and pages, remembered passage by passage."""

    def ingest(
        self,
        source: bytes | str | Path,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        name: str | None = None,
        media_type: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        chunk_tokens: int | None = None,
        chunk_overlap: int | None = None,
        stamp: str | None = None,
    ) -> Ingested:
        """Read a document and remember its passages: the path of a file, an http(s) address, or bytes.

        The same document again is left alone; a changed one becomes a new version. `name` is what it is known by and
        cited as (`report.pdf#page=3`); without it the path or address. What it is (PDF, DOCX, HTML, …) is told by its
        bytes; `media_type` helps where they do not. `stamp`: something that changes with it, kept for whoever wants to
        see at a glance whether it did; of a path its size and time.
        """
        given = self._given(source, name, media_type, metadata, chunk_tokens, chunk_overlap, stamp)
        return self._running.ingesting.ingest(self._scope(user, agent, session, project), given)

    def ingest_folder(
        self,
        path: str | Path,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        name: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        chunk_tokens: int | None = None,
        chunk_overlap: int | None = None,
        prune: bool = False,
        progress: Progress | None = None,
    ) -> FolderReport:
        """Every file of a folder, each committed on its own: called again it goes on where it stopped.

        Files that did not change are not opened. One that cannot be read is in `failed` with the reason, and the
        others are read all the same. Links are not followed. `name` stands for the folder's path in citations.
        Documents of files that are no longer there are in `gone`; `prune` deletes them.
        """
        require_flags(prune=prune)
        folder = Path(path)
        agent = agent if agent is not None else self.settings.agent
        labels: dict[str, Any] = {"user": user, "agent": agent, "session": session, "project": project}
        cut: dict[str, Any] = {"chunk_tokens": chunk_tokens, "chunk_overlap": chunk_overlap}
        files = list(files_in(folder))
        fingerprint = Given(metadata=metadata or {}, **cut).fingerprint
        known = _Known(self.documents(**labels, limit=KNOWN_MAX), labels, sure=user is not None or not self._by_key)
        counts = {ADDED: 0, CHANGED: 0, "unchanged": 0, "passages": 0}
        failed: list[tuple[str, str]] = []
        there: set[str] = set()
        for done, file in enumerate(files):
            if progress is not None:
                progress(done, len(files), shown_path(file))
            try:
                source = f"{name}/{file.relative_to(folder).as_posix()}" if name else file.resolve().as_posix()
                require_name(source)
                known_by = self._known_by(source)
                there |= {source, known_by}
                if _unchanged(known.by_source.get(known_by), file, fingerprint):
                    counts["unchanged"] += 1
                    continue
                made = self.ingest(file, **labels, name=source, metadata=metadata, **cut)
            except RecollectError as error:
                if error.code in ("closed", "forbidden", "unauthorized") or error.code.startswith("store"):
                    raise  # the next file would fail alike
                failed.append((shown_path(file), str(error)))
                continue
            known.settle(made.document.scope.user)
            there.add(made.document.source)
            counts[made.action] += 1
            counts["passages"] += made.added
        if progress is not None:
            progress(len(files), len(files), "")
        gone = gone_from(folder, name or folder.resolve().as_posix(), known.by_source, there)
        if prune and gone and not files:
            raise InvalidInput(
                f"{shown_path(folder)} holds no file to read; nothing was deleted. Is it mounted? "
                "`recollect documents delete` deletes single documents"
            )
        for document in gone if prune else ():
            self.delete_document(document.id)
        return FolderReport(
            files=len(files),
            failed=tuple(failed),
            gone=tuple(document.source for document in gone),
            pruned=len(gone) if prune else 0,
            **counts,
        )

    def _known_by(self, name: str) -> str:
        """What a document of this name is known by: a secret in it is masked."""
        return self._running.ingesting.known_by(name)

    def read_document(
        self, source: bytes | str | Path, *, name: str | None = None, media_type: str | None = None
    ) -> Reading:
        """What a document says, as Markdown, section by section; nothing is remembered."""
        return self._running.ingesting.read(self._given(source, name, media_type))

    def documents(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        collection: str | None = None,
        everyone: bool = False,
        limit: int = 100,
        offset: int = 0,
    ) -> Documents:
        """By source. Of a user and the shared ones; `everyone`: of all users of the tenant."""
        require_one_answer(user, everyone)
        scope = self._scope(user, agent, session, project)
        found = self._running.documents
        return found.list(scope, collection=collection, everyone=everyone, limit=limit, offset=offset)

    def document(self, id: str) -> Document:
        """One document; `NotFound` when there is none."""
        return self._running.documents.get(self._scope(), id)

    def passages(self, id: str, *, ended: bool = False) -> Records:
        """The passages of a document, in its order; `ended`: those that it no longer has, too."""
        return self._running.documents.passages(self._scope(), id, ended=ended)

    def delete_document(self, id: str) -> int:
        """Remove a document for good, with its passages and the memories whose only source it was; returns how many."""
        return self._running.ingesting.remove(self._scope(), id)

    def _given(
        self,
        source: bytes | str | Path,
        name: str | None,
        media_type: str | None,
        metadata: Mapping[str, Any] | None = None,
        chunk_tokens: int | None = None,
        chunk_overlap: int | None = None,
        stamp: str | None = None,
    ) -> Given:
        for what, value in (("name", name), ("media_type", media_type), ("stamp", stamp)):
            if value is not None and not isinstance(value, str):
                raise InvalidInput(f"{what} must be text, not {type(value).__name__}")
        rest: dict[str, Any] = {
            "media_type": media_type,
            "metadata": {} if metadata is None else metadata,
            "chunk_tokens": chunk_tokens,
            "chunk_overlap": chunk_overlap,
        }
        if isinstance(source, bytes | bytearray | memoryview):
            return Given(data=bytes(source), name=name, stamp=stamp or "", **rest)
        if isinstance(source, str) and is_address(source):
            return Given(url=source, name=name, **rest)
        if not isinstance(source, str | Path) or not str(source):  # type: ignore[redundant-expr]
            raise InvalidInput(f"a document is a path, an address or bytes, not {type(source).__name__}")
        if isinstance(source, str):
            require_fetched(source)
        path = Path(source)
        data, own = file_at(path, self.settings.document_bytes_max)
        known_by = name or path.resolve().as_posix()
        require_name(known_by)
        return Given(data=data, stamp=stamp or own, name=known_by, **rest)


class _Known:
    """Documents that were given by hand under these labels by whoever is written for; others are seen, the tenant's
    shared ones for example, and are other documents."""

    def __init__(self, found: Iterable[Document], labels: Mapping[str, str | None], *, sure: bool) -> None:
        """Not `sure`: a server may know by the key whose it is, and tells with the first document that it takes."""
        wanted = (labels["agent"], labels["project"])
        self._found = [one for one in found if not one.collection and (one.scope.agent, one.scope.project) == wanted]
        self._sure = False
        self.by_source: dict[str, Document] = {}
        if sure:
            self.settle(labels["user"])

    def settle(self, owner: str | None) -> None:
        """Whose documents are written."""
        if not self._sure:
            self._sure = True
            self.by_source = {one.source: one for one in self._found if one.scope.user == owner}


def _unchanged(known: Document | None, file: Path, fingerprint: str) -> bool:
    if known is None or known.error is not None or known.fingerprint != fingerprint:
        return False
    try:
        return known.stamp == stamp_of(file.stat())
    except OSError as error:
        raise InvalidInput(f"{file} cannot be read ({error.strerror})") from error

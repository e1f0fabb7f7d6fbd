"""The Markdown workspace: its files are the source of truth, and the index follows them.

A sync looks at size and time of every file first, reads what changed, and writes the passages that are new; a file's
old passages give way to its new ones in one transaction, so that a search answers at every moment and a process that
is killed leaves whole files behind. A change of how files are cut (in the fingerprint of each document) takes the same
way, batch by batch; another embedder is changed to for all of them at once (`workspace_vectors.py`).

Of several processes one syncs at a time: it holds a lock on the folder, which ends with the process. Where a file
system knows no locks, two would do the same work twice and nothing worse.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from recollect.engine.documents import LIST_MAX, UNCHANGED, Documents, Kept, Read
from recollect.engine.files.workspace_vectors import change, mend, most_common, signature_of
from recollect.engine.media import MediaFile, MediaFiles, media_type
from recollect.engine.parts import Parts
from recollect.engine.recall import Recall
from recollect.errors import Forbidden, InvalidInput, StoreBusy
from recollect.ingest.chunk import OVERLAP_TOKENS, TOKENS_MAX, passages
from recollect.ingest.files import reading
from recollect.ingest.files.batches import batches
from recollect.ingest.files.dates import date_of
from recollect.ingest.files.lock import locked
from recollect.ingest.files.scan import Found, Places, Scan, collection_name
from recollect.model.document import DOCUMENT, Document, Section
from recollect.model.files import FileProblem, SyncReport
from recollect.model.query import Filter
from recollect.model.record import EVERGREEN_TAG
from recollect.model.scope import Scope
from recollect.rules.file_text import text_of

CUT = "markdown-4"
"""Which way of reading and cutting this is; raised when it changes."""
MEDIA_TYPE = "text/markdown"
CHANNEL = "file"
REMOVED_AT_ONCE = 200
MEDIA_FAILURES_MAX = 3
"""After so many pictures and sounds the embedder did not take, no further ones are sent in a sync."""

Progress = Callable[[int, int], None]
"""Is told how many files are done, and of how many."""


@dataclass(frozen=True, kw_only=True)
class WorkspaceOptions:
    folder: str
    extra: tuple[str, ...] = ()
    tenant: str
    user: str | None = None
    """Whose memory the files are part of; None: everybody's of the tenant."""
    agent: str | None = None
    name: str | None = None
    chunk_tokens: int = TOKENS_MAX
    chunk_overlap: int = OVERLAP_TOKENS
    file_bytes_max: int = 16 * 1024 * 1024


@dataclass(kw_only=True)
class _Run:
    """One sync, and what came of it so far."""

    scan: Scan
    held: dict[str, Document]
    signature: str | None
    """Of the embedder; None: there is none, or it does not answer."""
    moved: set[str] = field(default_factory=set)
    """Ids of documents that got vectors of it in this sync."""
    moving: bool = False
    """There are documents with vectors of another embedder, and they stay so in this sync."""
    total: int = 0
    done: int = 0
    progress: Progress | None = None
    counts: Counter[str] = field(default_factory=Counter)
    failed: list[FileProblem] = field(default_factory=list)
    gone: list[Document] = field(default_factory=list)
    note: str | None = None
    media_failures: int = 0
    began: float

    def tell(self, files: int) -> None:
        self.done += files
        if self.progress is not None:
            self.progress(self.done, self.total)


class Workspace:
    """Keeps the index in step with the files."""

    def __init__(
        self, parts: Parts, documents: Documents, recall: Recall, media: MediaFiles, options: WorkspaceOptions
    ) -> None:
        self._parts = parts
        self._documents = documents
        self._recall = recall
        self._media = media
        self._options = options
        self.places = Places(
            options.folder,
            options.extra,
            bytes_max=options.file_bytes_max,
            media=media.wanted,
            media_bytes_max=media.bytes_max,
        )
        self.collection = options.name or collection_name(self.places.root)
        self.scope = Scope(tenant=options.tenant, user=options.user, agent=options.agent, project=self.collection)
        """With the labels the passages have."""
        self._lock = threading.Lock()
        self._former: tuple[str | None, str | None] | None = None
        self.stopping = threading.Event()
        """Set: a sync ends after its batch."""

    @property
    def folder(self) -> Path:
        return Path(self.places.root)

    @property
    def file_bytes_max(self) -> int:
        return self._options.file_bytes_max

    @property
    def syncing(self) -> bool:
        return self._lock.locked()

    def documents(self) -> list[Document]:
        """The files as they are remembered, by name."""
        return self._parts.store.documents(self.scope.own, collection=self.collection, own=True, limit=LIST_MAX)

    def former(self, signature: str | None) -> str | None:
        """Who else made vectors of the files, as long as this embedder has not made them all."""
        if self._former is None or self._former[0] != signature:
            self._former = signature, most_common(self.documents(), besides=signature)
        return self._former[1]

    # --- in step with the files -------------------------------------------------------------------------------------

    def sync(
        self, *, paths: Collection[str] | None = None, progress: Progress | None = None, wait_s: float = 0.0
    ) -> SyncReport:
        """Bring the index in step with all files, or with those at `paths` alone, which costs what these cost.

        Another sync that runs is waited for so long, then `StoreBusy`.
        """
        with self._alone(wait_s):
            began = time.monotonic()
            if paths is None:
                scan = self.places.scan()
                known = self._whole(self.documents())
            else:
                names = sorted({self.places.name(os.path.normpath(path)) for path in paths})
                scan = self.places.look(names)
                known = self._named(names)
            run = _Run(
                scan=scan,
                held={document.source: document for document in known},
                signature=self._parts.embedding.signature(),
                progress=progress,
                began=began,
            )
            self._change_embedder(run, everything=paths is None)
            report = self._bring(run)
            if paths is None and report.complete and run.note is None:
                mend(self._parts, self._recall, self.scope, run.signature)
            self._former = None
            return report

    def _change_embedder(self, run: _Run, *, everything: bool) -> None:
        """Documents whose vectors another embedder made, or nobody, get those of today's: all at once, or none."""
        signature = run.signature
        there = [one for one in run.held.values() if one.source in run.scan.files and one.media_type == MEDIA_TYPE]
        others = [one for one in there if signature is not None and signature_of(one) != signature]
        if signature is None or not others:
            return
        run.moving = True
        if not everything:
            return  # a change that was told of waits for nobody
        run.total = len(others)

        def told(done: int) -> bool:
            run.tell(done - run.done)
            return not self.stopping.is_set()

        changed, run.note = change(self._parts, self._documents, self._recall, others, signature, told)
        if run.note is None:
            run.moving, run.moved = False, {one.id for one in others}
            run.held |= {one.source: one for one in changed}

    def _named(self, names: Sequence[str]) -> list[Document]:
        return self._parts.store.documents(
            self.scope.own, collection=self.collection, sources=names, own=True, limit=LIST_MAX
        )

    def _whole(self, known: list[Document]) -> list[Document]:
        """What is held. A document whose passages somebody deleted is to be read anew: its file is there."""
        scope = Scope(tenant=self.scope.tenant, user=self.scope.user, project=self.collection)
        wanted = Filter(layers=(DOCUMENT,), only_labels=True, include_expired=True)
        there = self._parts.store.count(scope, wanted, now=self._parts.clock(), own=True)
        if there == sum(document.passages for document in known):
            return known
        found = self._parts.store.passages(scope.own, [document.id for document in known])
        lacking = {one.id for one in known if len(found[one.id]) != one.passages}
        made = [replace(one, fingerprint="") if one.id in lacking else one for one in known]
        self._documents.look_again([one for one in made if one.id in lacking])
        return made

    def _bring(self, run: _Run) -> SyncReport:
        found, held = run.scan.files, run.held
        waiting = [file for file in found.values() if self._differs(run, file, held.get(file.name))]
        run.counts["changed"] = len(run.moved.difference(held[file.name].id for file in waiting if file.name in held))
        run.counts[UNCHANGED] = len(found) - len(waiting) - run.counts["changed"]
        run.gone = [held[name] for name in held if name not in found and not run.scan.unknown(name)]
        run.total = run.done + len(waiting) + len(run.gone)
        complete = not self.stopping.is_set()
        waiting.sort(key=lambda file: (file.media, file.media and file.name in held))  # what was refused comes last
        for batch in batches(waiting) if complete else ():
            if self.stopping.is_set():
                complete = False
                break
            self._put(run, batch)
            run.tell(len(batch))
        for start in range(0, len(run.gone) if complete else 0, REMOVED_AT_ONCE):  # last: what was moved is found
            part = run.gone[start : start + REMOVED_AT_ONCE]
            run.counts["passages_removed"] += self._documents.remove(part)
            run.counts["removed"] += len(part)
            run.tell(len(part))
        return SyncReport(
            added=run.counts["added"],
            changed=run.counts["changed"],
            removed=run.counts["removed"],
            unchanged=run.counts[UNCHANGED],
            failed=tuple(run.failed),
            skipped=tuple(run.scan.skipped),
            passages_added=run.counts["passages_added"],
            passages_removed=run.counts["passages_removed"],
            seconds=time.monotonic() - run.began,
            note=run.note,
            complete=complete,
        )

    def _differs(self, run: _Run, file: Found, held: Document | None) -> bool:
        if held is None or held.error is not None or (held.stamp, held.scope) != (file.stamp, self.scope):
            return True
        if run.signature is None or (run.moving and not file.media):  # what has vectors keeps them
            return held.fingerprint != self._cut and not held.fingerprint.startswith(f"{self._cut} ")
        return held.fingerprint != f"{self._cut} {run.signature}"

    def _put(self, run: _Run, batch: Sequence[Found]) -> None:
        """Some files, in one transaction; where one of them cannot be kept, one by one."""
        for file in batch:
            if file.media:
                self._put_media(run, file)
        read = [made for file in batch if not file.media and (made := self._read(run, file)) is not None]
        try:
            kept = self._documents.put(read)
        except InvalidInput:
            kept = [one for made in read for one in self._put_one(run, made)]
        self._tell(run, kept)

    def _tell(self, run: _Run, kept: Sequence[Kept]) -> None:
        for one in kept:
            run.counts[one.action] += 1
            run.counts["passages_added"] += one.added
            run.counts["passages_removed"] += one.ended
        lacking = [one.document for one in kept if one.note is not None]
        if lacking:
            run.note = next(one.note for one in kept if one.note is not None)
            self._documents.look_again([replace(one, fingerprint=self._cut) for one in lacking])

    def _put_one(self, run: _Run, made: Read) -> list[Kept]:
        try:
            return self._documents.put([made])
        except InvalidInput as error:
            self._fail(run, made.source, str(error))
            return []

    def _put_media(self, run: _Run, file: Found) -> None:
        """A picture or sound: a line with its name, and the vector of its bytes. One at a time, so that one the
        embedder does not take spoils no other."""
        if run.media_failures >= MEDIA_FAILURES_MAX:
            return
        looked_ns = time.time_ns()
        content = self._bytes(run, file, self._media.bytes_max)
        if not content:  # what was emptied since it was looked at waits for its bytes
            return
        made = MediaFile(path=file.name, data=content)
        seen = self._media.embed([made], self.scope.own)
        run.media_failures += seen.rows is None
        read = Read(
            scope=self.scope,
            source=file.name,
            passages=[made.passage],
            collection=self.collection,
            title=os.path.basename(file.name),
            media_type=str(media_type(file.name)),
            content_hash=hashlib.sha256(content).hexdigest(),
            stamp=file.stamp_at(looked_ns),
            fingerprint=f"{self._cut} {run.signature}" if seen.rows is not None else self._cut,
            bytes=len(content),
            channel=CHANNEL,
            occurred_at=datetime.fromtimestamp(file.mtime_ns / 1e9, UTC),
            history=False,
        )
        try:
            kept = self._documents.put([read], vectors=seen)
        except InvalidInput as error:
            self._fail(run, file.name, str(error))
        else:
            run.note = run.note or seen.reason
            self._tell(run, kept)

    def _bytes(self, run: _Run, file: Found, bytes_max: int) -> bytes | None:
        """What is in a file; None: it is gone, or cannot be read."""
        try:
            content = reading.bytes_of(file.path, bytes_max=bytes_max, name=file.name)
        except (OSError, InvalidInput, Forbidden) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            self._fail(run, file.name, f"cannot be read ({reason})" if reason else str(error))
            return None
        if content is None and file.name in run.held:  # it went after it was looked at
            run.gone.append(run.held[file.name])
        return content

    def _read(self, run: _Run, file: Found) -> Read | None:
        """What a file says now; None: it is gone, or cannot be read."""
        held = run.held.get(file.name)
        looked_ns = time.time_ns()
        content = self._bytes(run, file, self._options.file_bytes_max)
        if content is None:
            return None
        text = text_of(content)
        cut = passages(
            [Section(text=text)], tokens_max=self._options.chunk_tokens, overlap_tokens=self._options.chunk_overlap
        )
        date = date_of(file.name) if not file.extra else None
        evergreen = date is None and not file.extra
        changed = datetime.fromtimestamp(file.mtime_ns / 1e9, UTC) if file.extra else None
        return Read(
            scope=self.scope,
            source=file.name,
            passages=cut,
            collection=self.collection,
            title=reading.title_of(text, file.name),
            media_type=MEDIA_TYPE,
            content_hash=hashlib.sha256(content).hexdigest(),
            stamp=file.stamp_at(looked_ns),
            fingerprint=f"{self._cut} {run.signature}" if self._has_vectors(run, held) else self._cut,
            bytes=len(content),
            channel=CHANNEL,
            tags=(EVERGREEN_TAG,) if evergreen else (),
            occurred_at=date or changed,
            history=False,
        )

    def _fail(self, run: _Run, name: str, reason: str) -> None:
        run.failed.append(FileProblem(path=name, reason=reason))
        if name in run.held and run.held[name].error != reason:
            self._documents.failed(run.held[name], reason)

    # --- how files are cut and embedded -----------------------------------------------------------------------------

    @property
    def _cut(self) -> str:
        """How files are cut: the fingerprint of a document whose passages lack vectors. With vectors the signature of
        the embedder follows, which names provider, model, address and dimensions."""
        return f"{CUT} {self._options.chunk_tokens}/{self._options.chunk_overlap}"

    def _has_vectors(self, run: _Run, held: Document | None) -> bool:
        """Whether the passages a document keeps have vectors of today's embedder."""
        if run.signature is None:
            return False
        return held is None or held.id in run.moved or signature_of(held) == run.signature

    # --- one at a time ----------------------------------------------------------------------------------------------

    @contextmanager
    def _alone(self, wait_s: float) -> Iterator[None]:
        """Nobody else syncs meanwhile, in this process or another."""
        ends = time.monotonic() + wait_s
        if not self._lock.acquire(timeout=max(0.0, wait_s)):
            raise StoreBusy(f"the workspace {self.collection} is being synced already; wait for it")
        try:
            with locked(self.places.root, ends):
                yield
        finally:
            self._lock.release()

"""Files as memory: searching them, reading them, and keeping the index in step while a process lives.

A search never waits for the files: it answers from what is there and, when something changed, has the rest done in the
background. Without a watcher nobody says that something changed, so a look is taken after a search.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Set
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path

from recollect.contracts.file_search import FileSearch
from recollect.engine.files.beside import Beside
from recollect.engine.files.workspace import Progress, Workspace
from recollect.errors import Forbidden, NotConfigured, RecollectError, StoreBusy
from recollect.ingest.files.watch import Watcher
from recollect.model.files import FileHit, FileHits, FileProblem, FilesStatus, FileText, SyncReport
from recollect.model.scope import DEFAULT_TENANT, Scope, require_text
from recollect.write import accept

DEFAULT_USER = "default"
"""Whose records stand beside files where nobody is named and the files are nobody's."""
LINES_MAX = 1_000_000
BUSY_AGAIN_S = 1.0
"""Somebody else syncs: how long until the next look."""
WAIT_S = 600.0
"""How long a person's sync waits for one that runs."""
_CITED = re.compile(r"(.*\.md)#[^/]*(?<!\.md)", re.DOTALL | re.IGNORECASE)
"""A path with what a citation or a link has behind it."""
log = logging.getLogger("recollect.files")


class Files:
    """Everything that can be asked of a workspace."""

    def __init__(
        self,
        workspace: Workspace | None,
        search: Callable[[], FileSearch] | None,
        *,
        beside: Beside | None = None,
        tenant: str = DEFAULT_TENANT,
        clock: Callable[[], datetime],
        watch: bool = True,
        on_search: bool = True,
        interval_s: float = 0.0,
        debounce_s: float = 1.5,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Without a workspace and a search there are no files to ask: `NotConfigured`. The search is made when it is
        first needed. `beside`: what else is found; None: nothing is, files are off. `interval_s`: 0 is never."""
        self._workspace = workspace
        self._make = search
        self._beside = beside
        self._tenant = tenant
        self._made: FileSearch | None = None
        self._clock = clock
        self._watch = watch
        self._on_search = on_search
        self._interval_s = interval_s
        self._debounce_s = debounce_s
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._watcher: Watcher | None = None
        self._paths: set[str] | None = None
        """What is to be looked at; None: everything."""
        self._stale = True
        self._looked_s = -float("inf")
        self._synced_at: datetime | None = None
        self._last: SyncReport | None = None
        self._heard: Callable[[SyncReport], None] = lambda report: None
        self.last_failure: str | None = None

    @property
    def configured(self) -> bool:
        return self._make is not None

    # --- asking -----------------------------------------------------------------------------------------------------

    def search(
        self,
        query: str,
        *,
        user: str | None = None,
        k: int | None = None,
        min_score: float | None = None,
        agent: str | None = None,
        session_key: str | None = None,
        records: bool = False,
    ) -> FileHits:
        """What files say, and turns of transcripts where these are kept; `records`: and all other records, which also
        answer where there are no files or they are somebody else's."""
        scope = self._whose(user, agent, session_key)
        with self._one_question(scope, query, named=bool(user or records)) as shown:
            found: FileHits | None = None
            try:
                search = self._for(user)
            except (Forbidden, NotConfigured):
                if self._beside is None or not (records or (self._make is None and self._beside.transcripts)):
                    raise
            else:
                found = search.search(query, k=k, min_score=min_score, agent=agent, session_key=session_key)
                self._after_search()
            if self._beside is None:
                return found or FileHits()
            answer = self._beside.search(query, found, scope, k=k, min_score=min_score, records=records)
            shown.extend(answer.hits)
            return answer

    def _one_question(self, scope: Scope, query: str, *, named: bool) -> AbstractContextManager[list[FileHit]]:
        """The question of who is named, else of those whose the files are: it is remembered once."""
        if self._beside is None:
            return nullcontext([])
        shared = self._workspace is not None and self._workspace.scope.user is None
        return self._beside.one_question(Scope(tenant=self._tenant) if shared and not named else scope, query)

    def read(
        self,
        path: str,
        *,
        user: str | None = None,
        start: int | None = None,
        lines: int | None = None,
        agent: str | None = None,
    ) -> FileText:
        """A file, or where there is none the record that a search named so."""
        first = accept.whole(1 if start is None else start, "start", 1, LINES_MAX)
        count = None if lines is None else accept.whole(lines, "lines", 1, LINES_MAX)
        require_text(path, "the path")
        cited = _CITED.fullmatch(path)
        name = cited[1] if cited else path
        try:
            found = self._for(user).read(name, start=first, lines=count, agent=agent)
        except (Forbidden, NotConfigured):
            record = self._record(name, user, agent, first, count)
            if record is None:
                raise
            return record
        return found if found.text else self._record(name, user, agent, first, count) or found

    def _record(self, name: str, user: str | None, agent: str | None, start: int, lines: int | None) -> FileText | None:
        if self._beside is None:
            return None
        return self._beside.read(name, self._whose(user, agent, None), start=start, lines=lines)

    def _whose(self, user: str | None, agent: str | None, session: str | None) -> Scope:
        """Whose records: those of whom the files are, unless somebody else asks."""
        owner = self._workspace.scope.user if self._workspace is not None else None
        return Scope(tenant=self._tenant, user=user or owner or DEFAULT_USER, agent=agent, session=session)

    def sync(self, *, user: str | None = None, progress: Progress | None = None) -> SyncReport:
        """Now, and everything; returns when it is done."""
        self._for(user)
        if self._workspace is None:
            raise _none()
        return self._sync(None, progress, WAIT_S)

    def status(self, *, user: str | None = None) -> FilesStatus:
        search = self._for(user)
        details = search.status()
        backend = str(details.get("backend", "builtin"))
        workspace = self._workspace
        if workspace is None:
            return FilesStatus(backend=backend, details=details)
        held = workspace.documents()
        watcher = self._watcher
        return FilesStatus(
            backend=backend,
            workspace=str(workspace.folder),
            collection=workspace.collection,
            user=workspace.scope.user,
            files=len(held),
            passages=sum(document.passages for document in held),
            bytes=sum(document.bytes for document in held),
            watching=self._watching,
            syncing=workspace.syncing,
            stale=self._stale,
            synced_at=self._synced_at,
            last=self._last,
            last_failure=self.last_failure or (watcher.last_failure if watcher else None),
            failed=tuple(FileProblem(path=one.source, reason=one.error) for one in held if one.error),
            details=details,
        )

    @property
    def folder(self) -> Path | None:
        return None if self._workspace is None else self._workspace.folder

    def _for(self, user: str | None) -> FileSearch:
        """The search, for somebody whose files they are."""
        owner = self._workspace.scope.user if self._workspace is not None else None
        if user is not None and owner is not None and user != owner:
            raise Forbidden("the files of this workspace belong to another user (workspace_user)")
        return self._search()

    def _search(self) -> FileSearch:
        if self._make is None:
            raise _off() if self._beside is None else _none()
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    # --- in step ----------------------------------------------------------------------------------------------------

    def start(self, heard: Callable[[SyncReport], None] | None = None) -> None:
        """Keep the index in step from now until `close`: at once, on changes, and at intervals. `heard` is told of
        each sync that found something."""
        self._search()
        if self._workspace is None or self._stop.is_set():
            return
        with self._lock:
            if heard is not None:
                self._heard = heard
            if self._watch and self._watcher is None:
                self._watcher = Watcher(self._workspace.places, self._changed, debounce_s=self._debounce_s)
                self._watcher.start()
        self._changed(None)

    def close(self) -> None:
        """End the threads; a running sync ends after its batch. Searching goes on without them."""
        self._stop.set()
        if self._workspace is not None:
            self._workspace.stopping.set()
        self._wake.set()
        with self._lock:
            watcher, self._watcher = self._watcher, None
            thread = self._thread
        if watcher is not None:
            watcher.close()
        if thread is not None and thread is not threading.current_thread():
            thread.join()
        if self._made is not None:
            self._made.close()

    def wait_until_watching(self, timeout_s: float) -> bool:
        """Until changes are seen."""
        watcher = self._watcher
        return watcher is not None and watcher.ready.wait(timeout_s)

    @property
    def _watching(self) -> bool:
        watcher = self._watcher
        return watcher is not None and watcher.alive

    def _after_search(self) -> None:
        """Have done what is to be done, without waiting for it."""
        unwatched = not self._watching and self._monotonic() - self._looked_s >= self._debounce_s
        if self._on_search and self._workspace is not None and (self._stale or unwatched):
            self._changed(None if unwatched else set())

    def _changed(self, paths: Set[str] | None) -> None:
        """There is something to do: these paths, or everything."""
        with self._lock:
            if self._stop.is_set():
                return
            self._paths = _together(paths, self._paths if self._stale else set())
            self._stale = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._loop, name="recollect-files", daemon=True)
                self._thread.start()
        self._wake.set()

    def _loop(self) -> None:
        while not self._stop.is_set():
            woken = self._wake.wait(self._interval_s or None)
            self._wake.clear()
            if self._stop.is_set():
                return
            with self._lock:
                stale, paths = self._stale, self._paths if woken else None
            if woken and not stale:
                continue  # somebody else has done it meanwhile
            try:
                report = self._sync(paths, None, 0.0)
            except StoreBusy:
                if not self._stop.wait(BUSY_AGAIN_S):
                    self._wake.set()
            except (RecollectError, OSError) as error:  # tried again with the next change, search or interval
                self.last_failure = str(error)
                log.warning("the workspace could not be synced: %s", error)
            else:
                if report.added or report.changed or report.removed or report.failed:
                    self._heard(report)

    def _sync(self, paths: Set[str] | None, progress: Progress | None, wait_s: float) -> SyncReport:
        if self._workspace is None:
            raise _none()
        with self._lock:
            before = self._paths
            self._stale, self._paths = False, set()
        self._looked_s = self._monotonic()
        try:
            report = self._workspace.sync(paths=paths, progress=progress, wait_s=wait_s)
        except (RecollectError, OSError):
            with self._lock:  # what was to be done still is
                self._paths = _together(_together(before, paths), self._paths if self._stale else set())
                self._stale = True
            raise
        self.last_failure = None
        self._synced_at = self._clock()
        if paths is None:
            self._last = report
        return report


def _together(some: Set[str] | None, others: Set[str] | None) -> set[str] | None:
    """None is everything."""
    return None if some is None or others is None else {*some, *others}


def _none() -> NotConfigured:
    return NotConfigured(
        "there is no Markdown workspace; name its folder: `recollect config set workspace ~/notes`, or workspace=…"
    )


def _off() -> NotConfigured:
    return NotConfigured(
        "search in files is off, with a workspace or without; `recollect config set files on` turns it on"
    )

"""QMD's index of one agent: told of its collections, brought up to date, asked."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recollect.errors import FileSearchFailed, RecollectError
from recollect.model.files import FileHit
from recollect.providers.file_search import answers, transcripts
from recollect.providers.file_search.collections import Collection, Names, Places, of_settings
from recollect.providers.file_search.homes import DEFAULT_AGENT, Home, models_of
from recollect.providers.file_search.process import Programs, Ran
from recollect.providers.file_search.rhythm import Pace, Rhythm

FALLBACK_MODE = "query"
OUTPUT_BYTES_MAX = 4_000_000
COMPLAINT_CHARS_MAX = 200
log = logging.getLogger("recollect.files")


@dataclass(frozen=True, kw_only=True)
class Options:
    """What settings say to QMD."""

    state: Path
    workspace: Callable[[str], Path]
    """Agent -> the folder of its Markdown files."""
    environment: Mapping[str, str]
    scrub: Callable[[str], str]
    """Masks what must not be written."""
    command: tuple[str, ...] = ("qmd",)
    mode: str = "search"
    paths: tuple[Mapping[str, Any], ...] = ()
    default_memory: bool = True
    sessions: bool = False
    sessions_retention_days: float = 0.0
    sessions_folder: Path | None = None
    pace: Pace = field(default_factory=Pace)
    wait_for_boot: bool = False
    command_timeout_s: float = 30.0
    update_timeout_s: float = 120.0
    embed_timeout_s: float = 120.0
    timeout_s: float = 4.0
    results_max: int = 6
    snippet_chars_max: int = 700
    injected_chars_max: int = 4000
    citations: bool = True
    agent: str = DEFAULT_AGENT
    """Whose timers are armed at the start; another agent's are when it first asks."""
    thread: bool = True
    monotonic: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time


class Index:
    """One agent's index. A search never waits for an update."""

    def __init__(self, home: Home, options: Options, programs: Programs, stopped: Callable[[], bool]) -> None:
        self._home = home
        self._options = options
        self._programs = programs
        self._stopped = stopped
        self._busy = threading.Lock()
        """Held while the program is told of collections or updates."""
        self._times = threading.Lock()
        self._rhythm = Rhythm(options.pace, options.monotonic())
        self._names = Names()
        # one folder may be set for several agents, and none may read the other's conversations
        folder = options.sessions_folder
        self._exports = home.exported if folder is None else folder / home.agent
        workspace = options.workspace(home.agent)
        found = of_settings(
            workspace,
            default_memory=options.default_memory,
            paths=options.paths,
            sessions=self._exports if options.sessions else None,
        )
        self.places = Places(workspace=workspace, collections=found)
        self._mode = options.mode
        self._told: frozenset[str] | None = None
        """Collections the program knows; None: not looked at yet."""
        self._updated_at: float | None = None
        self._embedded_at: float | None = None
        self._exported = 0
        self._failure: str | None = None

    def status(self) -> Mapping[str, Any]:
        return {
            "home": str(self._home.folder),
            "mode": self._mode,
            "collections": [one.name for one in self.places.collections],
            "updated_at": self._updated_at,
            "embedded_at": self._embedded_at,
            "exported_sessions": self._exported,
            "failure": self._failure,
        }

    @property
    def next_s(self) -> float | None:
        """When an update is due; None: when somebody asks."""
        with self._times:
            return self._rhythm.next_s

    def changed(self) -> None:
        with self._times:
            self._rhythm.changed(self._options.monotonic())

    def searchable(self) -> list[Collection]:
        """What can be asked. `FileSearchFailed` while the index is made for the first time."""
        if self._told is None:
            if not self._busy.acquire(timeout=self._options.timeout_s):
                raise FileSearchFailed("QMD is still making its index; the built-in one answers meanwhile")
            try:
                if self._told is None:
                    self._told = self._tell()
            finally:
                self._busy.release()
        told = self._told
        return [one for one in self.places.collections if one.name in told and one.folder.is_dir()]

    def ask(self, collection: Collection, text: str, k: int) -> list[FileHit]:
        """What the program finds in one collection."""
        mode = self._mode  # collections are asked at once: another one may change it meanwhile
        ran = self._query(mode, collection, text, k)
        if ran.code != 0 and mode != FALLBACK_MODE and answers.says_unsupported(ran.err + ran.out):
            ran = self._query(FALLBACK_MODE, collection, text, k)
            if ran.code == 0:
                self._mode = FALLBACK_MODE
        if ran.code != 0:
            if answers.says_no_collection(ran.err + ran.out):
                self._tell_anew()
            raise FileSearchFailed(_ended_badly(self._mode, ran, text))
        found = (self._hit(collection, row) for row in answers.rows(ran.out, ran.err))
        return [hit for hit in found if hit is not None]

    def tick(self) -> None:
        """Bring it up to date when that is due."""
        with self._times:
            due = self._rhythm.update_due(self._options.monotonic())
        if due:
            self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        """Export, update, embed. A failure is remembered and tried again later; searches go on with what there is."""
        options = self._options
        try:
            with self._busy:
                if options.sessions:
                    self._export()
                self._told = self._tell()
                self._succeed(["update"], options.update_timeout_s)
        except (RecollectError, OSError) as error:
            self._failed(error, self._rhythm.update_failed)
            return
        self._names.forget()
        with self._times:
            self._rhythm.updated(options.monotonic())
            embed = self._rhythm.embed_due(options.monotonic())
        self._updated_at, self._failure = options.now(), None
        if not embed:
            return
        try:
            self._succeed(["embed"], options.embed_timeout_s)
        except FileSearchFailed as error:
            self._failed(error, self._rhythm.embed_failed)
            return
        with self._times:
            self._rhythm.embedded(options.monotonic())
        self._embedded_at = options.now()

    def _query(self, mode: str, collection: Collection, text: str, k: int) -> Ran:
        return self._run([mode, text, "-c", collection.name, "--json", "-n", str(k)], self._options.timeout_s)

    def _hit(self, collection: Collection, row: answers.Row) -> FileHit | None:
        """A passage with the path people know; None for a file that may not be shown or is gone."""
        name = row.file
        for prefix in (f"qmd://{collection.name}/", f"{collection.name}/"):
            if name.startswith(prefix):
                name = name.removeprefix(prefix)
                break
        else:
            if row.collection not in (None, collection.name) or name.startswith("qmd://"):
                return None
        file = self._names.file(collection, name)
        if file is None:
            return None
        path = self.places.shown(collection, file)
        lines = f"L{row.start_line}" + (f"-L{row.end_line}" if row.end_line > row.start_line else "")
        return FileHit(
            path=path,
            start_line=row.start_line,
            end_line=row.end_line,
            score=row.score,
            snippet=row.snippet,
            source=collection.source,
            citation=f"{path}#{lines}" if self._options.citations else None,
        )

    def _tell(self) -> frozenset[str]:
        """Tell the program of what it does not know yet, and of what is another folder now."""
        try:
            self._home.make(models_of(self._options.environment))
            known = self._home.added()
            self._untell(known)
            for collection in self.places.collections:
                if collection.folder.is_dir():  # else it is told once there is something
                    self._tell_one(collection, known)
        except OSError as error:
            raise FileSearchFailed(f"QMD's home {self._home.folder} cannot be used: {error.strerror}") from error
        return frozenset(known)

    def _untell(self, known: dict[str, list[str]]) -> None:
        """What is no collection any more is not indexed any more, and one that has another name now can be told of:
        the program takes a folder once."""
        for name in [name for name in known if self.places.find(name) is None]:
            self._run(["collection", "remove", name], self._options.command_timeout_s)
            del known[name]
            self._home.note_added(known)

    def _tell_one(self, collection: Collection, known: dict[str, list[str]]) -> None:
        wanted = [str(collection.folder), collection.pattern]
        if known.get(collection.name) == wanted:
            return
        if collection.name in known:
            self._run(["collection", "remove", collection.name], self._options.command_timeout_s)
        command = ["collection", "add", wanted[0], "--name", collection.name, "--mask", collection.pattern]
        ran = self._run(command, self._options.command_timeout_s)
        if ran.code != 0 and not answers.says_there_already(ran.err + ran.out):
            raise FileSearchFailed(_ended_badly("collection add", ran, ""))
        known[collection.name] = wanted
        self._home.note_added(known)

    def _tell_anew(self) -> None:
        """The program lost its collections: the next update tells it again."""
        if self._busy.acquire(blocking=False):
            try:
                self._home.note_added({})
                self._told = None
            finally:
                self._busy.release()
        self.changed()

    def _export(self) -> None:
        done = transcripts.export(
            self._home.transcripts,
            self._exports,
            now_s=self._options.now(),
            retention_days=self._options.sessions_retention_days,
            scrub=self._options.scrub,
            stopped=self._stopped,
        )
        self._exported = done.written + done.kept

    def _failed(self, error: Exception, note: Callable[[float], None]) -> None:
        with self._times:
            note(self._options.monotonic())
        self._failure = str(error)
        if not self._stopped():
            log.warning("the QMD index of agent %s is not up to date: %s", self._home.agent, error)

    def _succeed(self, arguments: list[str], timeout_s: float) -> None:
        ran = self._run(arguments, timeout_s)
        if ran.code != 0:
            raise FileSearchFailed(_ended_badly(arguments[0], ran, ""))

    def _run(self, arguments: list[str], timeout_s: float) -> Ran:
        return self._programs.run(
            [*self._options.command, *arguments],
            environment=self._home.environment(self._options.environment),
            folder=self._home.folder,
            timeout_s=timeout_s,
            bytes_max=OUTPUT_BYTES_MAX,
        )


def _ended_badly(what: str, ran: Ran, query: str) -> str:
    """What a person needs to mend it; the question is taken out, since messages are logged."""
    complaint = " ".join((ran.err.strip() or ran.out.strip()).split())
    if query:
        complaint = complaint.replace(query, "…")
    how = f"ended with {ran.code}" if ran.code >= 0 else f"was ended by signal {-ran.code}"
    return f"qmd {what} {how}" + (f": {complaint[:COMPLAINT_CHARS_MAX]}" if complaint else "")

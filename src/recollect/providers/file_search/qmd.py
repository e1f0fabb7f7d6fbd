"""QMD behind the contract of file search: a program that indexes Markdown and is asked anew for every question.

It fails with `FileSearchFailed` and leaves it to its owner to ask somebody else. Files are read here and not through
the program, so that they can be read while it is away. One thread brings the indexes of all agents up to date; with
`thread=False` the owner calls `tick`.
"""

from __future__ import annotations

import os
import re
import shlex
import threading
from collections.abc import Mapping
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from recollect.errors import Closed, ConfigError, FileSearchFailed
from recollect.model.files import FileHit, FileHits, FileText
from recollect.providers.file_search.collections import Collection, read_lines
from recollect.providers.file_search.homes import home_of
from recollect.providers.file_search.index import Index, Options
from recollect.providers.file_search.process import Programs
from recollect.providers.file_search.rhythm import Pace

NAME = "qmd"
QUERY_CHARS_MAX = 4000
AT_ONCE_MAX = 4
"""Programs that searches run at the same time."""
AGENTS_MAX = 1000
_TYPED = re.compile(r"^(lex|vec|hyde|intent|expand)\s*:\s*", re.IGNORECASE)
SCRIPTS = (".bat", ".cmd")
"""Windows gives their arguments to a shell, which runs what stands in a question."""


class Qmd:
    """QMD for one or more agents."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._programs = Programs()
        self._pool = ThreadPoolExecutor(AT_ONCE_MAX, thread_name_prefix="recollect-qmd")
        self._lock = threading.Lock()
        self._indexes: dict[str, Index] = {}
        self._wake = threading.Event()
        self._stop = threading.Event()
        first = self._index(options.agent)
        if options.wait_for_boot and options.pace.on_boot:
            first.bring_up_to_date()
        self._thread: threading.Thread | None = None
        if options.thread:
            self._thread = threading.Thread(target=self._loop, name="recollect-qmd-updates", daemon=True)
            self._thread.start()

    def search(
        self, query: str, *, k: int | None, min_score: float | None, agent: str | None, session_key: str | None
    ) -> FileHits:
        self._require_open()
        answer = FileHits(backend="qmd", provider=NAME, model=NAME)
        text = _plain(query)
        most = min(self._options.results_max if k is None else k, self._options.results_max)
        if not text or most < 1:
            return answer
        index = self._index(agent)
        hits = self._ask_all(index, index.searchable(), text, most)
        return replace(answer, hits=self._best(hits, most, min_score or 0.0))

    def read(self, path: str, *, start: int | None, lines: int | None, agent: str | None) -> FileText:
        file = self._index(agent).places.locate(path)
        return FileText(path=path, text=read_lines(file, start=start, lines=lines))

    def changed(self, agent: str | None = None) -> None:
        """Files changed: the index is brought up to date soon."""
        self._index(agent).changed()
        self._wake.set()

    def tick(self) -> float | None:
        """Do what is due; how many seconds until something is due again, None when nothing will be by itself."""
        for index in self._all():
            if self._stop.is_set():
                return None
            index.tick()
        times = [index.next_s for index in self._all() if index.next_s is not None]
        return max(0.0, min(times) - self._options.monotonic()) if times else None

    def status(self) -> Mapping[str, Any]:
        with self._lock:
            indexes = dict(self._indexes)
        return {
            "backend": NAME,
            "provider": NAME,
            "model": NAME,
            "command": shlex.join(self._options.command),
            "pace": asdict(self._options.pace),
            "agents": {name: index.status() for name, index in indexes.items()},
        }

    def close(self) -> None:
        self._stop.set()
        self._wake.set()
        self._programs.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _index(self, agent: str | None) -> Index:
        home = home_of(self._options.state, agent or self._options.agent)
        with self._lock:
            known = self._indexes.get(home.agent)
            if known is not None:
                return known
            if len(self._indexes) >= AGENTS_MAX:
                raise FileSearchFailed(f"QMD keeps the indexes of {AGENTS_MAX} agents in one process, and no more")
            made = Index(home, self._options, self._programs, self._stop.is_set)
            self._indexes[home.agent] = made
        self._wake.set()
        return made

    def _all(self) -> list[Index]:
        with self._lock:
            return list(self._indexes.values())

    def _ask_all(self, index: Index, collections: list[Collection], text: str, k: int) -> list[FileHit]:
        """Every collection at the same time; one that fails fails the search, so that nothing is missing unnoticed."""
        try:
            asked = [self._pool.submit(index.ask, collection, text, k) for collection in collections]
            return [hit for future in asked for hit in future.result()]
        except (FileSearchFailed, CancelledError, RuntimeError):
            self._require_open()
            raise

    def _best(self, hits: list[FileHit], k: int, min_score: float) -> tuple[FileHit, ...]:
        """The best of all collections, each passage once, within the limit of characters."""
        found: list[FileHit] = []
        seen: set[tuple[str, int]] = set()
        left = self._options.injected_chars_max
        for hit in sorted(hits, key=lambda hit: (-hit.score, hit.path, hit.start_line)):
            if len(found) == k or left <= 0:
                break
            if hit.score < min_score or (hit.path, hit.start_line) in seen:
                continue
            seen.add((hit.path, hit.start_line))
            snippet = hit.snippet[: min(left, self._options.snippet_chars_max)]
            left -= len(snippet)
            found.append(replace(hit, snippet=snippet))
        return tuple(found)

    def _require_open(self) -> None:
        if self._stop.is_set():
            raise Closed("the file search was closed; open the memory again")

    def _loop(self) -> None:
        while not self._stop.is_set():
            wait_s = self.tick()
            self._wake.wait(wait_s)
            self._wake.clear()


def _plain(query: str) -> str:
    """A question as one argument that can be no option and no line of QMD's query language: a single line that begins
    with no dash, and with no `lex:`, `vec:`, `hyde:`, `intent:` or `expand:`."""
    text = query.replace("\x00", " ").encode("utf-8", "replace").decode("utf-8")
    line = " ".join(text.split())[:QUERY_CHARS_MAX].lstrip("- ")
    return _TYPED.sub(r"\1 ", line).strip()


def create(options: Mapping[str, Any]) -> Qmd:
    """`options` as `Options` has them, with `command` as one text and the parts of `Pace` among them."""
    given = dict(options)
    command = _command(given.pop("command", NAME))
    pace = Pace(
        interval_s=given.pop("update_interval_s"),
        debounce_s=given.pop("update_debounce_s"),
        on_boot=given.pop("on_boot"),
        embed_interval_s=given.pop("embed_interval_s"),
        embeds=given.get("mode") != "search",  # that mode uses no vectors
    )
    return Qmd(Options(command=command, pace=pace, **given))


def _command(text: str, *, windows: bool = os.name == "nt") -> tuple[str, ...]:
    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if windows:
        words.escape = ""  # there it stands between folders
    try:
        parts = list(words)
    except ValueError as error:
        raise ConfigError(f"qmd_command cannot be read: {error}; quote a path that has spaces") from error
    if not parts:
        raise ConfigError("qmd_command is empty; it is the name or path of the program, such as qmd")
    if parts[0].lower().endswith(SCRIPTS):
        raise ConfigError(
            "qmd_command is a batch file, to which a question cannot be given safely; name what it starts, such as "
            "node C:/…/qmd.js"
        )
    return (str(Path(parts[0]).expanduser()) if parts[0].startswith("~") else parts[0], *parts[1:])

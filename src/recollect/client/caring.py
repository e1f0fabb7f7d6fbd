"""The verbs for whoever looks after a memory: moving, checking, repairing, copying."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from recollect.client import sending, wire
from recollect.client.opening import Opened, flags, whose
from recollect.client.wire import understood
from recollect.errors import InvalidInput, TooLarge
from recollect.model.batch import Problem
from recollect.model.change import Changes, bookmark, require_marks
from recollect.model.counts import AgentCount, SectorState, Totals
from recollect.model.status import EmbedderState, Probe, Status

EXPORT = "recollect"
PART_BYTES = 4_000_000
"""An import is sent in parts of about this size, each well below what a server takes at once unless it is set to take
less: then in smaller ones."""
TEXTS_MAX = 200
"""How many texts one request asks the vectors of."""
FIRST_LINE_BYTES = 65_536
_LINE = re.compile(r"^line (\d+)")

Problems = list[Problem]
EmbedderStates = list[EmbedderState]
Vectors = list[list[float]]
AgentCounts = list[AgentCount]
SectorStates = list[SectorState]


class Caring(Opened):
    """Moving a memory on a server and keeping it well."""

    def export(self, *, user: str | None = None, everyone: bool = True) -> Iterator[str]:
        """See `Memory.export`."""
        query = {
            **whose(user=user),
            "everyone": None if flags(everyone=everyone)["everyone"] else False,
        }  # a bound key may not say everyone
        return (line for line in self._http.lines("export", query=query) if line)

    def import_(
        self,
        lines: Iterable[str] | str | Path,
        *,
        user: str | None = None,
        format: str = "auto",
        progress: Callable[[int], None] | None = None,
    ) -> dict[str, int]:
        """See `Memory.import_`. A path is one of this machine; its contents are sent."""
        if not isinstance(lines, Iterable | Path):
            raise InvalidInput(f"give lines of JSON or the path of a file, not {type(lines).__name__}")
        if not isinstance(lines, str | Path):
            return self._import_lines(lines, user, progress)
        path = Path(lines)
        try:
            if format in ("auto", EXPORT) and _is_export(path):
                with path.open(encoding="utf-8-sig", errors="surrogateescape") as file:
                    return self._import_lines(file, user, progress)
            content = path.read_bytes()
        except OSError as error:
            raise InvalidInput(f"{path} cannot be read ({error.strerror}); give the path of a file") from error
        return self._import_part(content, {**whose(user=user), "format": format}, progress)

    def _import_lines(
        self, lines: Iterable[str], user: str | None, progress: Callable[[int], None] | None
    ) -> dict[str, int]:
        total = {"added": 0, "known": 0}
        waiting, most = sending.parts(lines, PART_BYTES), PART_BYTES * 2
        halves: list[sending.Part] = []
        merged: bytes | None = None
        sent = 0
        while (part := halves.pop() if halves else next(waiting, None)) is not None:
            content = part.content
            if len(content) > most and part.halves():
                halves += reversed(part.halves())
                continue
            try:
                counts = self._import_part(content, whose(user=user), None)
            except TooLarge:
                if not part.halves():
                    raise
                most = len(content) // 2  # and so of what comes
                halves.append(part)
                continue
            except InvalidInput as error:
                told = _LINE.sub(lambda found, sent=part: f"line {sent.number(int(found[1]))}", str(error))  # type: ignore[misc]
                raise type(error)(told) from error
            merged = sending.merged_line(part) if not sent else merged
            sent += 1
            total = {name: total.get(name, 0) + counts.get(name, 0) for name in {**total, **counts}}
            if progress is not None:
                progress(total["added"] + total["known"])
        if merged is not None and sent > 1:  # what tells of the names came after the line that merges them
            self._import_part(merged, whose(user=user), None)
        return total

    def _import_part(
        self, content: bytes, query: Mapping[str, Any], progress: Callable[[int], None] | None
    ) -> dict[str, int]:
        answer = self._http.write("import", query=query, content=content)
        counts = understood(lambda plain: {name: int(count) for name, count in plain["counts"].items()}, answer)
        if progress is not None:
            progress(sum(counts.values()))
        return counts

    def users(self) -> list[str]:
        """See `Memory.users`."""
        return understood(lambda plain: list(plain["users"]), self._http.get("users"))

    def changes(
        self, since: Mapping[int, int] | None = None, *, user: str | None = None, everyone: bool = False
    ) -> Changes:
        """See `Memory.changes`."""
        marks = require_marks(since)
        query = {**whose(user=user), "since": None if marks is None else bookmark(marks), **flags(everyone=everyone)}
        return understood(wire.changes, self._http.get("changes", query=query))

    def status(self) -> Status:
        """See `Memory.status`. Its `facts.url` is the server's."""
        return understood(partial(wire.status, self.url), self._http.get("status"))

    def embedders(self) -> EmbedderStates:
        """See `Memory.embedders`."""
        answer = self._http.get("embedders")
        return understood(lambda plain: [wire.embedder(one) for one in plain["embedders"]], answer)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Memory.embed`. Many texts are sent in parts."""
        if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
            raise InvalidInput("texts must be a list of texts")
        rows: Vectors = []
        for part in _batches(texts):
            rows += understood(lambda plain: list(plain["vectors"]), self._http.ask("embed", body={"texts": part}))
        return rows

    def totals(self, *, user: str | None = None, everyone: bool = False) -> Totals:
        """See `Memory.totals`."""
        return understood(wire.totals, self._http.get("stats", query={**whose(user=user), **flags(everyone=everyone)}))

    def agents(self, *, user: str | None = None, everyone: bool = False) -> AgentCounts:
        """See `Memory.agents`."""
        answer = self._http.get("agents", query={**whose(user=user), **flags(everyone=everyone)})
        return understood(lambda plain: [wire.agent(one) for one in plain["agents"]], answer)

    def sectors(self, *, user: str | None = None, everyone: bool = False) -> SectorStates:
        """See `Memory.sectors`."""
        answer = self._http.get("sectors", query={**whose(user=user), **flags(everyone=everyone)})
        return understood(lambda plain: [wire.sector(one) for one in plain["sectors"]], answer)

    def probe(self, id: str = "self-check") -> Probe:
        """See `Memory.probe`."""
        return understood(wire.probe, self._http.ask("probe", query=whose(id=id)))

    def doctor(self, *, repair: bool = False) -> Problems:
        """See `Memory.doctor`."""
        answer = self._http.ask("doctor", query=flags(repair=repair))
        return understood(lambda plain: [wire.problem(one) for one in plain["problems"]], answer)

    def reindex(
        self, *, progress: Callable[[int, int], None] | None = None, timeout_s: float | None = None
    ) -> dict[str, int]:
        """See `Memory.reindex`."""
        total: dict[str, int] = {}

        def step(slice_s: float) -> int:
            answer = self._http.ask("reindex", query={"timeout_s": slice_s}, takes_s=slice_s)
            left, counts = understood(lambda plain: (int(plain["left"]), dict(plain["counts"])), answer)
            batched = int(counts.pop("batched", 0))
            for name, count in counts.items():
                total[name] = total.get(name, 0) + int(count)
            if progress is not None:
                done = total.get("vectors", 0) + total.get("sector_vectors", 0)
                progress(done, done + left)
            if batched:  # a provider works on them for hours: whoever asks again later takes them in
                total["batched"] = batched
                return 0
            return left

        left = self._until(timeout_s, step) or total.get("batched", 0)
        return total if timeout_s is None else {**total, "left": left}

    def backup(self, target: str | Path) -> int:
        """See `Memory.backup`. The copy is downloaded; a server that holds other tenants too gives none."""
        return self._http.download("backup", target=Path(target))


def _is_export(path: Path) -> bool:
    with path.open("rb") as file:
        first = file.readline(FIRST_LINE_BYTES)
    try:
        plain = json.loads(first)
    except ValueError:
        return False
    return isinstance(plain, dict) and plain.get("format") == sending.EXPORTED


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in parts that one request can carry and one answer brings back."""
    part: list[str] = []
    size = 0
    for text in texts:
        if part and (len(part) == TEXTS_MAX or size + len(text) > PART_BYTES // 4):  # a character has up to 4 bytes
            yield part
            part, size = [], 0
        part.append(text)
        size += len(text)
    if part:
        yield part

"""Session transcripts: read in once, and kept in step with files that grow.

For each file a row says how far it was read (a `Document` of the collection `transcripts`); it is written in the same
transaction as the turns, so that a crash reads a piece again at most, and ids that follow from the file let nothing be
added twice. What a file no longer says stays: a transcript that was deleted or shortened is no reason to forget.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from recollect.engine.added import INITIAL_STRENGTH, TRUST
from recollect.engine.again import until_unopposed
from recollect.engine.ageing import trim
from recollect.engine.documents import free_id
from recollect.engine.parts import Parts
from recollect.engine.turns import TURN_SECTORS, Turns
from recollect.errors import InvalidInput, NotConfigured
from recollect.ingest import transcripts
from recollect.ingest.transcripts import claude_code, openclaw
from recollect.ingest.transcripts.folder import edges, found, lines_after, opened
from recollect.ingest.transcripts.lines import Line, numbered
from recollect.ingest.transcripts.said import Broken, Said
from recollect.model.batch import Batch, Moved
from recollect.model.document import Document
from recollect.model.ids import content_hash, derived_id
from recollect.model.job import Job
from recollect.model.record import Provenance, Record
from recollect.model.scope import Scope
from recollect.model.transcripts import PROBLEMS_MAX, TRANSCRIPTS, Synced, TranscriptState
from recollect.rules.sectors import decay_rate
from recollect.write import accept
from recollect.write.entries import embedding_texts, entries

PIECE_TURNS = 500
PIECE_LINES = 20_000
"""At most so much is written in one transaction."""
LOOK_EVERY = timedelta(seconds=60)
GROWING: Mapping[str, ModuleType] = {openclaw.FORMAT: openclaw, "claude-code": claude_code}
"""Formats that are written line by line."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True, kw_only=True)
class TranscriptOptions:
    on: bool = False
    patterns: tuple[str, ...] = ()
    delta_bytes: int = 100_000
    delta_messages: int = 50
    learn: bool = False
    user: str | None = None
    """Whose turns they are, where nobody says it."""


@dataclass(kw_only=True)
class _Tally:
    """A report in the making."""

    files: int = 0
    read: int = 0
    waiting: int = 0
    added: int = 0
    known: int = 0
    skipped: int = 0
    problems: list[str] = field(default_factory=list)

    def tell(self, problem: str) -> None:
        if len(self.problems) < PROBLEMS_MAX:
            self.problems.append(problem)


@dataclass(frozen=True, kw_only=True)
class _Piece:
    """A stretch of a file."""

    said: Sequence[Said]
    broken: Sequence[Line]
    offset: int
    lines: int
    session: str


class Transcripts:
    """Reads what other programs wrote down of their conversations."""

    def __init__(self, parts: Parts, turns: Turns, options: TranscriptOptions) -> None:
        self._parts = parts
        self._turns = turns
        self._options = options
        self._looked: datetime | None = None

    # --- once: what an import reads -----------------------------------------------------------------------------

    def records(self, path: Path, format: str, scope: Scope, problems: list[str]) -> Iterator[Record]:
        """The turns of a file. Lines that cannot be read are added to `problems`, and the rest is read."""
        agent = (openclaw.agent_of(path.resolve()) if format == openclaw.FORMAT else None) or scope.agent
        whose = Scope(tenant=scope.tenant, user=scope.user, agent=agent)
        before: dict[str, str] = {}
        for one in transcripts.READERS[format](path):
            if isinstance(one, Broken):
                problems.append(str(one))
                continue
            try:
                yield self._record(one, whose, format, _reference(path, format, one), before, source="import")
            except InvalidInput as error:
                problems.append(f"line {one.line}: {error}")

    def _record(
        self, said: Said, whose: Scope, format: str, reference: str, before: dict[str, str], *, source: str
    ) -> Record:
        """A turn. `before`: what was said last in each session, for a question tells what an answer is."""
        now, secrets = self._parts.clock(), self._parts.secrets
        text = accept.text(said.content, chars_max=self._parts.options.content_chars_max)
        content = secrets.mask_answer(text, before.get(said.session, ""))
        before[said.session] = text
        return Record(
            id=derived_id(whose.tenant, whose.user, format, whose.agent, said.session, said.place),
            content=content,
            scope=replace(whose, session=secrets.mask(said.session)),
            layer="turn",
            kind="event",
            metadata=secrets.masked(accept.metadata(said.metadata)),
            sectors=TURN_SECTORS,
            decay_rate=decay_rate(TURN_SECTORS),
            role=said.role,
            speaker=None if said.speaker is None else secrets.mask(said.speaker),
            position=said.line,
            strength=INITIAL_STRENGTH,
            original_strength=INITIAL_STRENGTH,
            strength_at=now,
            occurred_at=said.occurred_at,
            created_at=now,
            updated_at=now,
            provenance=Provenance(
                source=source, reference=reference, content_hash=content_hash(content), trust=TRUST[source]
            ),
        )

    # --- again and again: files that grow -----------------------------------------------------------------------

    def tick(self) -> Synced | None:
        """A look from time to time: what has grown by enough is read. None: it is off, or not time yet."""
        now = self._parts.clock()
        if not self._options.on or (self._looked is not None and now - self._looked < LOOK_EVERY):
            return None
        self._looked = now
        return self.sync(Scope(tenant=self._parts.options.tenant, user=self._options.user), due=True)

    def sync(self, scope: Scope, *, due: bool = False, progress: Progress | None = None) -> Synced:
        """Read what is new in every transcript; `due`: only of those that have grown by the thresholds."""
        if not self._options.on:
            raise NotConfigured("transcripts are not read here; `recollect config set transcripts on` lets them be")
        whose = Scope(tenant=scope.tenant, user=scope.user if scope.user is not None else self._options.user)
        there, tally = found(self._options.patterns), _Tally()
        for problem in there.refused:
            tally.tell(problem)
        held = {one.source: one for one in self._held(whose)}
        agents: set[str | None] = set()
        for place, path in enumerate(there.files, start=1):
            tally.files += 1
            added = tally.added
            try:
                with opened(path) as file:
                    self._file(file, path, whose, held.get(str(path)), tally, due=due)
            except (OSError, InvalidInput) as error:  # of this file; the others are read
                tally.tell(f"{str(path)!a}: it cannot be read ({error})")
            if tally.added > added:
                agents.add(openclaw.agent_of(path))
            if progress is not None:
                progress(place, len(there.files))
        if agents:
            trim(self._parts, whose, agents)
        return Synced(**{**vars(tally), "problems": tuple(tally.problems)})

    def states(self, scope: Scope) -> list[TranscriptState]:
        """How far each transcript was read."""
        user = scope.user if scope.user is not None else self._options.user
        return [
            TranscriptState(
                path=one.source,
                agent=one.scope.agent,
                session=str(one.metadata.get("session", "")),
                format=str(one.metadata.get("format", "")),
                offset=one.bytes,
                size=_size(one.source),
                lines=int(one.metadata.get("lines", 0)),
                turns=int(one.metadata.get("turns", 0)),
                skipped=int(one.metadata.get("skipped", 0)),
                updated_at=one.updated_at,
            )
            for one in self._held(Scope(tenant=scope.tenant, user=user))
        ]

    def _held(self, whose: Scope) -> list[Document]:
        return self._parts.store.documents(whose, collection=TRANSCRIPTS, own=True, limit=1_000_000)

    def _file(
        self, file: BinaryIO, path: Path, whose: Scope, held: Document | None, tally: _Tally, *, due: bool
    ) -> None:
        stat = os.fstat(file.fileno())
        offset = self._offset(file, stat, held)
        if held is not None and offset == stat.st_size:
            return
        if due and held is not None and offset and not self._due(file, offset, stat.st_size):
            tally.waiting += 1
            return
        format = str(held.metadata["format"]) if held is not None and offset else transcripts.detected(path, b"{")
        if format is None or format not in GROWING:
            if stat.st_size:
                tally.tell(f"{path}: it is no transcript of OpenClaw or Claude Code")
            return
        state = self._state(path, whose, held, format, stat, anew=not offset)
        before: dict[str, str] = {}
        began = offset
        for _ in range(stat.st_size + 1):
            piece = _piece(file, state, format)
            if piece.offset == state.bytes:
                break
            written = self._write(path, state, piece, format, edges(file, piece.offset), before, tally)
            if written is None:
                break  # somebody else is reading it
            state = written
        tally.read += state.bytes > began

    def _offset(self, file: BinaryIO, stat: os.stat_result, held: Document | None) -> int:
        """From where to read: 0 when it is new, was cut off, or is not the file that was read."""
        if held is None or held.bytes > stat.st_size or held.stamp != str(stat.st_ino):
            return 0
        return held.bytes if edges(file, held.bytes) == held.content_hash else 0

    def _due(self, file: BinaryIO, offset: int, size: int) -> bool:
        if size - offset >= self._options.delta_bytes:
            return True
        return lines_after(file, offset, bytes_max=self._options.delta_bytes) >= self._options.delta_messages

    def _state(
        self, path: Path, whose: Scope, held: Document | None, format: str, stat: os.stat_result, *, anew: bool
    ) -> Document:
        """The row about a file, as it is before more is read; its version is that of what is held."""
        now = self._parts.clock()
        source = accept.source_name(str(path))
        if held is not None and not anew:
            return held
        id = derived_id(whose.tenant, whose.user, TRANSCRIPTS, source)
        return Document(
            id=held.id if held else free_id(self._parts.store, whose, id, now),
            scope=replace(whose, agent=openclaw.agent_of(path) if format == openclaw.FORMAT else None),
            source=source,
            collection=TRANSCRIPTS,
            title=path.name,
            media_type="application/jsonl",
            stamp=str(stat.st_ino),
            metadata={"format": format, "session": path.stem, "lines": 0, "turns": 0, "skipped": 0},
            version=held.version if held else 0,
            created_at=held.created_at if held else now,
            updated_at=now,
        )

    def _write(
        self,
        path: Path,
        state: Document,
        piece: _Piece,
        format: str,
        mark: str,
        before: dict[str, str],
        tally: _Tally,
    ) -> Document | None:
        """The turns of a piece and how far the file was read, in one transaction. None: another process did it."""
        records, whose = [], state.scope
        broken = [f"{path}#L{line.number}: {line.problem}" for line in piece.broken]
        for said in piece.said:
            reference = _reference(path, format, said)
            try:
                records.append(self._record(said, whose, format, reference, before, source="file"))
            except InvalidInput as error:
                broken.append(f"{path}#L{said.line}: {error}")
        fresh, known = until_unopposed(
            lambda _: self._commit(state, piece, list({one.id: one for one in records}.values()), mark, len(broken))
        )
        if fresh is None:
            return None
        tally.added += len(fresh.added)
        tally.known += known
        tally.skipped += len(broken)
        for problem in broken:
            tally.tell(problem)
        return fresh.state

    def _commit(
        self, state: Document, piece: _Piece, records: list[Record], mark: str, broken: int
    ) -> tuple[_Fresh | None, int]:
        store, now, own = self._parts.store, self._parts.clock(), state.scope.own
        stamp = store.stamp(own)
        held = store.document(own, state.id)
        if (held.version if held else 0) != state.version:
            return None, 0
        there = {one.id: one for one in store.get(own, [record.id for record in records])}
        fresh = [record for record in records if record.id not in there]
        moved = [
            Moved(item=there[one.id].item, reference=str(one.provenance.reference), position=one.position)
            for one in records
            if one.id in there and there[one.id].provenance.reference != one.provenance.reference
        ]
        counts = state.metadata
        document = replace(
            state,
            content_hash=mark,
            bytes=piece.offset,
            metadata={
                **counts,
                "session": piece.session,
                "lines": piece.lines,
                "turns": int(counts["turns"]) + len(records),
                "skipped": int(counts["skipped"]) + broken,
            },
            version=state.version + 1,
            updated_at=now,
        )
        jobs, signals = self._follow_ups(fresh, now) if self._options.learn else ((), ())
        texts = embedding_texts(fresh)
        embedded = self._parts.embedding.embed(texts, own) if fresh else None
        made = None
        if embedded is not None:
            made = self._parts.sectors.completed(entries(fresh, embedded.rows, texts), own)[0]
        batch = Batch(
            entries=made,
            signature=embedded.signature if embedded is not None else None,
            documents=(document,),
            moved=tuple(moved),
            jobs=jobs,
            signals=signals,
            seen=stamp.generation if stamp else 0,
        )
        store.write(own, batch)
        if jobs or signals:
            self._parts.bell.ring()
        return _Fresh(state=document, added=fresh), len(records) - len(fresh)

    def _follow_ups(self, fresh: Sequence[Record], now: datetime) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
        """What learns from the turns, session by session."""
        jobs: tuple[Job, ...] = ()
        signals: tuple[Job, ...] = ()
        for scope in dict.fromkeys(record.scope for record in fresh):
            more, further = self._turns.follow_ups([one for one in fresh if one.scope == scope], scope, now)
            jobs, signals = jobs + more, signals + further
        return jobs, signals


@dataclass(frozen=True, kw_only=True)
class _Fresh:
    state: Document
    added: Sequence[Record]


def _piece(file: BinaryIO, state: Document, format: str) -> _Piece:
    """The next stretch of a file. A last line that nobody has ended yet is left for the next look."""
    reader = GROWING[format]
    session = str(state.metadata["session"])
    offset, lines = state.bytes, int(state.metadata["lines"])
    said: list[Said] = []
    broken: list[Line] = []
    for count, line in enumerate(numbered(file, number=lines, offset=offset)):
        if not line.whole or count >= PIECE_LINES or len(said) >= PIECE_TURNS:
            break
        offset, lines = line.end, line.number
        if line.problem is not None:
            broken.append(line)
            continue
        if format == openclaw.FORMAT:
            session = openclaw.session_of(line.value) or session
        one = reader.said(line.value, line.number, session)
        if one is not None:
            said.append(one)
    return _Piece(said=said, broken=broken, offset=offset, lines=lines, session=session)


def _reference(path: Path, format: str, said: Said) -> str:
    """Where it stands: in a file of lines the line, in an export the conversation and the number of the message."""
    if format == openclaw.FORMAT:
        return f"sessions/{path.name}#L{said.line}"
    return f"{path.name}#L{said.line}" if format in GROWING else f"{format}/{said.session}#{said.line}"


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size
    except OSError:
        return None

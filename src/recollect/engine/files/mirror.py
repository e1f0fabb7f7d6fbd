"""A folder that mirrors memories: written as Markdown, and a person's edits taken back.

Compared are three states: the memory, the file, and what both were at the last run (the file's own mark of itself, and
the manifest). What changed on one side is carried to the other; what changed on both is kept on both. Every step can be
the last: a run that is killed leaves nothing that the next one would take for an edit or a deletion, and ids of what is
added follow from the file, so that nothing is added twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from recollect.engine.files.mirroring import CONTENT, LAYERS, asked, fields_of, question_of, state_of, wanted
from recollect.engine.memories import Memories
from recollect.engine.parts import Parts
from recollect.errors import Conflict, InvalidInput, InvalidState, TooLarge
from recollect.ingest.markdown_notes import Note, claimed_id, digest, file_name, read, written
from recollect.ingest.note_folder import File, Kept, Manifest, NoteFolder
from recollect.lifecycle.retention import cutoffs, is_shown
from recollect.model.batch import Batch
from recollect.model.ids import content_hash, derived_id, new_id
from recollect.model.mirror import (
    ADDED,
    ARCHIVED,
    CONFLICT,
    EDITED,
    PROBLEM,
    REMOVED,
    UPDATED,
    WRITTEN,
    Mirrored,
    MirrorReport,
)
from recollect.model.query import Filter
from recollect.model.record import ACTIVE, KINDS, Record
from recollect.model.record import ARCHIVED as HIDDEN
from recollect.model.scope import Scope
from recollect.write import accept
from recollect.write.entries import embedding_texts, entries

RECORDS_MAX = 100_000
PAGE = 10_000
SAVE_EVERY = 500
SPARED = 3
"""So many files may always go; above it a third of all is the limit."""
FRONT_BYTES = 262_144
"""Room for front matter, beside the longest text."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True, kw_only=True)
class _Found:
    """A file and what it says."""

    file: File
    note: Note


@dataclass(kw_only=True)
class _Run:
    """One run: what there is, and what was done."""

    folder: NoteFolder
    scope: Scope
    manifest: Manifest
    dry_run: bool
    active: dict[str, Record]
    found: dict[str, _Found] = field(default_factory=dict)
    """By id."""
    fresh: list[_Found] = field(default_factory=list)
    """Files without an id, and copies."""
    blocked: set[str] = field(default_factory=set)
    """Ids and paths of files that cannot be read: nothing is concluded from them."""
    taken: set[str] = field(default_factory=set)
    """Paths in small letters."""
    done: list[Mirrored] = field(default_factory=list)
    unchanged: int = 0

    def tell(self, action: str, path: str, id: str | None = None, note: str = "") -> None:
        self.done.append(Mirrored(action=action, path=path, id=id, note=note))

    def keep(self, record: Record, path: str) -> None:
        """Both sides say the same now."""
        self.manifest.notes[record.id] = Kept(path=path, version=record.version, fields=state_of(record))


def stamp(folder: Path) -> str:
    """Changes with any file of a mirrored folder; cheap to ask."""
    return NoteFolder(folder).stamp()


class Mirror:
    """Keeps folders and memories in step."""

    def __init__(self, parts: Parts, memories: Memories) -> None:
        self._parts = parts
        self._memories = memories

    def run(
        self,
        folder: Path,
        scope: Scope,
        *,
        dry_run: bool = False,
        force: bool = False,
        progress: Progress | None = None,
    ) -> MirrorReport:
        """Bring a folder and the memories of the scope's own space in step."""
        place = NoteFolder(folder)
        if dry_run:
            return self._run(place, scope.own, dry_run=True, force=True, progress=progress)
        with place.locked():
            return self._run(place, scope.own, dry_run=False, force=force, progress=progress)

    def _run(
        self, folder: NoteFolder, scope: Scope, *, dry_run: bool, force: bool, progress: Progress | None
    ) -> MirrorReport:
        manifest = folder.manifest()
        if manifest is None:
            manifest = Manifest(mirror=new_id(self._parts.clock()), tenant=scope.tenant, user=scope.user)
            if not dry_run:
                folder.save(manifest)
        elif (manifest.tenant, manifest.user) != (scope.tenant, scope.user):
            whose = "everybody" if manifest.user is None else f"the user {manifest.user!r}"
            raise InvalidState(f"{folder.root} mirrors the memory of {whose}; mirror this one into another folder")
        run = _Run(folder=folder, scope=scope, manifest=manifest, dry_run=dry_run, active=self._active(scope, manifest))
        self._look(run)
        if not force:
            self._require_few(run)
        steps = list(self._steps(run))
        for count, step in enumerate(steps, start=1):
            try:
                step()
            except (Conflict, InvalidInput) as error:  # of this one; the others go on, and the next run looks again
                run.tell(PROBLEM, "", note=str(error))
            if not dry_run and count % SAVE_EVERY == 0:
                folder.save(manifest)
            if progress is not None:
                progress(count, len(steps))
        if not dry_run:
            folder.save(manifest)
        return MirrorReport(folder=str(folder.root), done=tuple(run.done), unchanged=run.unchanged, dry_run=dry_run)

    # --- looking ------------------------------------------------------------------------------------------------

    def _active(self, scope: Scope, manifest: Manifest) -> dict[str, Record]:
        """What is mirrored: active memories and overrides of this space alone."""
        found: dict[str, Record] = {}
        for offset in range(0, RECORDS_MAX + PAGE, PAGE):
            page = self._memories.list(scope, Filter(layers=LAYERS), limit=PAGE, offset=offset)
            found |= {record.id: record for record in page if record.user == scope.user}
            if len(page) < PAGE:
                break
        else:
            raise TooLarge(f"more than {RECORDS_MAX:,} memories can be seen from here; a folder cannot hold that many")
        # What was written or archived between two pages may have slipped through: it must not be taken for gone.
        now = self._parts.clock()
        limits = cutoffs(self._parts.options.ageing.retention_days, now)
        missed = [id for id in manifest.notes if id not in found]
        for record in self._parts.store.get(scope, missed):
            ours = record.user == scope.user and record.layer in LAYERS
            if ours and record.status == ACTIVE and record.current and is_shown(record, limits, now):
                found[record.id] = record
        return found

    def _look(self, run: _Run) -> None:
        """Read every file, and find out which file is whose."""
        claims: dict[str, list[_Found]] = {}
        for file in run.folder.files(bytes_max=4 * self._parts.options.content_chars_max + FRONT_BYTES):
            run.taken.add(file.path.lower())
            try:
                if file.text is None:
                    raise InvalidInput(file.problem)
                found = _Found(file=file, note=read(file.text))
                if found.note.fields.get("user", run.scope.user) != run.scope.user:
                    raise InvalidInput(f"it belongs to the user {found.note.fields['user']!r}, which cannot be changed")
            except InvalidInput as error:
                run.tell(PROBLEM, file.path, note=str(error))
                run.blocked |= {file.path, claimed_id(file.data.decode("utf-8", "replace")) or file.path}
                continue
            id = found.note.fields.get("id")
            if id is None:
                run.fresh.append(found)
            else:
                claims.setdefault(str(id), []).append(found)
        self._take_overwritten(run, claims)
        for id, files in claims.items():
            kept = run.manifest.notes.get(id)
            first = next((one for one in files if kept is not None and one.file.path == kept.path), files[0])
            run.found[id] = first
            run.fresh += [one for one in files if one is not first]

    def _take_overwritten(self, run: _Run, claims: dict[str, list[_Found]]) -> None:
        """A file without its id, or written over, is still the same file; what it leaves out is as it was."""
        paths = {kept.path: id for id, kept in run.manifest.notes.items() if id in run.active and id not in claims}
        for found in [one for one in run.fresh if one.file.path in paths]:
            id = paths[found.file.path]
            kept = run.manifest.notes[id]
            said = {name: value for name, value in kept.fields.items() if name != CONTENT} | dict(found.note.fields)
            said |= {"id": id, "version": said.get("version", kept.version), "hash": None}  # to be written again
            claims[id] = [replace(found, note=replace(found.note, fields=said))]
            run.fresh.remove(found)

    def _gone(self, run: _Run) -> list[str]:
        """Ids whose file was there at the last run and is not any more."""
        return [
            id
            for id, kept in run.manifest.notes.items()
            if id not in run.found and id not in run.blocked and kept.path not in run.blocked
        ]

    def _require_few(self, run: _Run) -> None:
        """An empty folder may be a disk that is not mounted, and a memory without records the wrong one."""
        total = len(run.manifest.notes)
        deleted = [id for id in self._gone(run) if id in run.active]
        over = [id for id in run.manifest.notes if id in run.found and id not in run.active]
        for ids, what in ((deleted, "files are gone and would be archived"), (over, "memories are gone, their files")):
            if len(ids) > SPARED and len(ids) * 3 > total:
                raise InvalidState(
                    f"{len(ids):,} of {total:,} {what} from {run.folder.root}; nothing was done. Is it the right "
                    "folder and the right memory? If so, say force (`recollect mirror FOLDER --force`)."
                )

    # --- doing --------------------------------------------------------------------------------------------------

    def _steps(self, run: _Run) -> Iterator[Callable[[], None]]:
        """What there is to do, one file or memory each. Nothing of it is done before all of it is known."""
        for id, found in run.found.items():
            yield lambda id=id, found=found: self._both(run, id, found)  # type: ignore[misc]
        for id in self._gone(run):
            yield lambda id=id: self._deleted(run, id)  # type: ignore[misc]
        for found in run.fresh:
            yield lambda found=found: self._new(run, found)  # type: ignore[misc]
        without = [id for id in run.active if id not in run.found and id not in run.manifest.notes]
        for id in without:
            if id not in run.blocked:
                yield lambda id=id: self._unwritten(run, run.active[id])  # type: ignore[misc]

    def _both(self, run: _Run, id: str, found: _Found) -> None:
        """There is a file that says it is the one of a memory."""
        record, path = run.active.get(id), found.file.path
        if record is None:
            self._inactive(run, id, found)
        elif found.note.intact:
            if found.note.fields.get("version") == record.version:
                run.unchanged += 1
                run.keep(record, path)
            else:
                self._put(run, record, path, found.file.data)
                run.tell(UPDATED, path, id)
        else:
            self._edited(run, record, found)

    def _edited(self, run: _Run, record: Record, found: _Found) -> None:
        path, kept = found.file.path, run.manifest.notes.get(record.id)
        try:
            said = wanted(found.note, self._parts.secrets, default=state_of(record))
            base: Mapping[str, Any] | None = None
            if kept is not None and found.note.fields.get("version", kept.version) == kept.version:
                base = kept.fields
            elif found.note.fields.get("version") == record.version:
                base = state_of(record)
            edit = asked(said, base, record)
            if edit.clashing:
                self._clash(run, record, found, said, f"changed on both sides: {', '.join(edit.clashing)}")
                return
            if edit.changes and not run.dry_run:
                record = self._memories.update(run.scope, record.id, edit.changes)
        except (InvalidInput, InvalidState) as error:
            run.tell(PROBLEM, path, record.id, str(error))
            return
        self._put(run, record, path, found.file.data)
        run.tell(EDITED, path, record.id, ", ".join(sorted(edit.changes)))

    def _clash(self, run: _Run, record: Record, found: _Found, said: Mapping[str, Any], why: str) -> None:
        """Both are kept: the memory as it is, the person's text beside it and as an open question."""
        path = found.file.path
        aside = path
        if not run.dry_run:
            aside = run.folder.put_aside(path, found.file.data)
            self._ask(run.scope, record, said[CONTENT])
        self._put(run, record, path, found.file.data)
        run.tell(CONFLICT, path, record.id, f"{why}; the file's text is in {aside}")

    def _ask(self, scope: Scope, record: Record, text: str) -> None:
        """Show it among the open conflicts: what the file says waits there, and `resolve` settles it."""
        waiting, question = question_of(scope, record, text, self._parts.clock())
        same = content_hash(text) == state_of(record)[CONTENT]
        if same or self._parts.store.conflict(scope, question.id) is not None:
            return
        accept.text(text, chars_max=self._parts.options.content_chars_max)
        texts = embedding_texts([waiting])
        embedded = self._parts.embedding.embed(texts, scope)
        made = self._parts.sectors.completed(entries([waiting], embedded.rows, texts), scope)[0]
        self._parts.store.write(scope, Batch(entries=made, signature=embedded.signature, conflicts=(question,)))

    def _inactive(self, run: _Run, id: str, found: _Found) -> None:
        """A file whose memory is archived, replaced or gone."""
        path, known = found.file.path, id in run.manifest.notes
        held = next((one for one in self._parts.store.get(run.scope, [id]) if one.user == run.scope.user), None)
        if not known and (held is None or held.status != HIDDEN):
            run.tell(PROBLEM, path, id, "it has the id of no memory here; take the id out to add it")
        elif not known:
            self._returned(run, id, found)
        else:
            note = "its memory is no longer active"
            if not found.note.intact:
                aside = path if run.dry_run else run.folder.put_aside(path, found.file.data)
                note = f"{note}, and the file was edited: its text is in {aside}"
            if not run.dry_run:
                run.folder.remove(path, expected=found.file.data)
            run.manifest.notes.pop(id, None)
            run.tell(REMOVED if found.note.intact else CONFLICT, path, id, note)

    def _returned(self, run: _Run, id: str, found: _Found) -> None:
        """A file that was deleted, and is there again: the memory comes back with it."""
        try:
            record = None if run.dry_run else self._memories.unarchive(run.scope, id)
        except InvalidState as error:
            run.tell(PROBLEM, found.file.path, id, str(error))
            return
        if record is not None:
            if found.note.intact:
                self._put(run, record, found.file.path, found.file.data)
            else:
                self._edited(run, record, found)
        run.tell(ADDED, found.file.path, id, "it came back")

    def _deleted(self, run: _Run, id: str) -> None:
        """The file is gone: the memory is archived, unless it has changed since."""
        kept, record = run.manifest.notes[id], run.active.get(id)
        if record is None:
            run.manifest.notes.pop(id)
        elif record.version != kept.version:
            path = kept.path
            if path.lower() in run.taken:
                path = file_name(record.kind, record.content, id, run.taken)
            run.taken.add(path.lower())
            self._put(run, record, path, None)
            run.tell(CONFLICT, path, id, "deleted here and changed in the memory; it is kept")
        else:
            if not run.dry_run:
                self._memories.archive(run.scope, id)
            run.manifest.notes.pop(id)
            run.tell(ARCHIVED, kept.path, id)

    def _new(self, run: _Run, found: _Found) -> None:
        """A file that a person wrote, or copied: a memory of its own."""
        path, fields = found.file.path, found.note.fields
        copied = "id" in fields
        folder = PurePosixPath(path).parts[0]
        default = {"layer": "memory", "kind": folder if folder in KINDS else "note", "confidence": 1.0}
        try:
            said = wanted(found.note, self._parts.secrets, default=default)
            if copied:
                said["key"] = None
            elif said["key"] is not None:
                accept.free_key(accept.label(said["key"], "key"))
                holder = self._parts.store.find_key(run.scope, said["key"])
                if holder is not None and holder.content != said[CONTENT]:
                    raise InvalidInput(f"the key {said['key']!r} belongs to the memory {holder.id}; give another one")
            record = self._add(run, path, said)
        except InvalidInput as error:
            run.tell(PROBLEM, path, note=str(error))
            return
        if record is not None:
            self._put(run, record, path, found.file.data)
        run.tell(ADDED, path, None if record is None else record.id, "a copy" if copied else "")

    def _add(self, run: _Run, path: str, said: Mapping[str, Any]) -> Record | None:
        """Stored as said, under an id that follows from the file: a run that was killed here adds it only once."""
        if run.dry_run:
            return None
        given = {name: value for name, value in said.items() if name != CONTENT}
        mark = digest(given, said[CONTENT])
        for again in range(RECORDS_MAX):
            id = derived_id(run.scope.tenant, run.scope.user, run.manifest.mirror, path, mark, str(again))
            held = next(iter(self._parts.store.get(run.scope, [id])), None)
            if held is None:
                return self._memories.add(said[CONTENT], run.scope, {**given, "id": id}).records[0]
            if id in run.found or id in run.manifest.notes or held.content != said[CONTENT]:
                continue  # that one has a file of its own
            return held if held.current else self._memories.unarchive(run.scope, id)
        raise InvalidState(f"{path} was added too often")

    def _unwritten(self, run: _Run, record: Record) -> None:
        """A memory that has no file yet."""
        path = file_name(record.kind, record.content, record.id, run.taken)
        run.taken.add(path.lower())
        self._put(run, record, path, None)
        run.tell(WRITTEN, path, record.id)

    def _put(self, run: _Run, record: Record, path: str, expected: bytes | None) -> None:
        if run.dry_run:
            return
        run.folder.write(path, written(fields_of(record), record.content), expected=expected)
        run.keep(record, path)

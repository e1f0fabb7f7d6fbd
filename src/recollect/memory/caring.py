"""The verbs for whoever looks after a memory: moving, checking, repairing, backing up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from recollect import assemble, config
from recollect.engine.probe import probe
from recollect.errors import InvalidInput
from recollect.memory.opening import Opened, address, require_here, require_path, settings_file
from recollect.model.batch import Problem
from recollect.model.change import Changes, require_marks
from recollect.model.copied import Copied
from recollect.model.given import require_flags, require_one_answer
from recollect.model.status import EmbedderState, Probe, Status

Problems = list[Problem]
EmbedderStates = list[EmbedderState]
Vectors = list[list[float]]


class Caring(Opened):
    """Moving a memory and keeping it well."""

    def export(self, *, user: str | None = None, everyone: bool = True) -> Iterator[str]:
        """Lines of JSON: a heading, the records with all their versions, and what belongs to them (documents, sources,
        decisions, open questions). With a user: that user's space alone."""
        require_flags(everyone=everyone)
        return self._running.transfer.export(self._scope(user), everyone=everyone and user is None)

    def import_(
        self,
        lines: Iterable[str] | str | Path,
        *,
        user: str | None = None,
        format: str = "auto",
        progress: Callable[[int], None] | None = None,
    ) -> dict[str, int]:
        """Read what `export` wrote (lines, or the path of a file). With a user: everything goes into that space.

        From a path also conversations as JSON and databases of other systems; `format` is one of
        `recollect.ingest.readers.FORMATS`. Of these, what cannot be read is passed over and counted as `skipped`; the
        answer's `problems` say what, with its line.
        """
        if isinstance(lines, str | Path):
            return self._running.transfer.import_file(Path(lines), self._scope(user), format=format, progress=progress)
        if not isinstance(lines, Iterable):
            raise InvalidInput(f"give lines of JSON or the path of a file, not {type(lines).__name__}")
        return self._running.transfer.import_lines(lines, self._scope(user), progress=progress)

    def users(self) -> list[str]:
        """Everybody who has something in this memory, by name."""
        return sorted(user for user in self._running.store.users(self._scope(), holding=True) if user is not None)

    def changes(
        self, since: Mapping[int, int] | None = None, *, user: str | None = None, everyone: bool = False
    ) -> Changes:
        """What was added, changed, deleted and erased since the `marks` of an earlier answer; None: from now on."""
        require_one_answer(user, everyone)
        return self._running.care.changes(self._scope(user), require_marks(since), everyone=everyone)

    def status(self) -> Status:
        return self._running.care.status(self._scope())

    def embedders(self) -> EmbedderStates:
        """Every embedder that could be chosen, and why not where it cannot."""
        return assemble.embedders(self.settings)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts, by the embedder in use; nothing is stored."""
        if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
            raise InvalidInput("texts must be a list of texts")
        return self._running.care.embed(list(texts), self._scope()) if texts else []

    def probe(self, id: str = "self-check") -> Probe:
        """Does learning work here? Tells a made-up user something, looks, and deletes it."""
        engine = self._running
        return probe(engine.memories, engine.turns, engine.jobs.finish, engine.clearing.erase, self._scope(), id)

    def doctor(self, *, repair: bool = False) -> Problems:
        """Check that rows, keyword index and vectors agree; with `repair`, make them."""
        require_flags(repair=repair)
        return self._running.care.doctor(self._scope(), repair=repair)

    def reindex(
        self, *, progress: Callable[[int, int], None] | None = None, timeout_s: float | None = None
    ) -> dict[str, int]:
        """Bring keyword index and vectors up to date with the analyser and embedder in use.

        With a time-out it stops after about so long; `left` says how many vectors are still to be made.
        """
        return self._running.care.reindex(self._scope(), progress=progress, timeout_s=timeout_s)

    def backup(self, target: str | Path) -> int:
        """An online, checked copy of the whole store; returns its bytes. On a server: only where no other tenant is."""
        return self._running.care.backup(self._scope(), require_path(target, "target"), only_own=self._lent)

    @staticmethod
    def restore(
        backup: str | Path, store: str | Path | None = None, *, config_file: str | Path | None = None, **settings: Any
    ) -> Path | None:
        """Make a store hold what a backup holds. SQLite keeps what was there beside it, as `….before-restore.bak`, or
        with a number where an earlier one is (`….before-restore-2.bak`); returns that file, else None."""
        given = {**settings, "store": str(store) if store is not None else None}
        loaded = config.load(given, file=settings_file(config_file))
        require_here(address(loaded), "restoring a backup")
        return assemble.restore(require_path(backup, "backup"), loaded, url=address(loaded))

    @staticmethod
    def migrate(
        source: str | Path,
        target: str | Path,
        *,
        caches: bool = False,
        progress: Callable[[int, int, str], None] | None = None,
        config_file: str | Path | None = None,
        **settings: Any,
    ) -> Copied:
        """Copy everything of one store, all tenants, into another that is empty, and compare the two.

        Broken off, it goes on where it stopped when it is called again. `progress` is told rows done, of how many,
        and the table. `caches`: vectors of texts that were asked for before, too.
        """
        require_flags(caches=caches)
        loaded = config.load({**settings, "store": str(source)}, file=settings_file(config_file))
        require_here(address(loaded), "migrating a store")
        require_here(str(target), "migrating a store")
        return assemble.migrate(loaded, source=address(loaded), target=str(target), caches=caches, progress=progress)

    @staticmethod
    def rekey(
        store: str | Path | None = None,
        *,
        new_key: str | None = None,
        new_key_file: str | Path | None = None,
        config_file: str | Path | None = None,
        **settings: Any,
    ) -> None:
        """Encrypt a SQLite store with another key or for the first time; without a new key it is decrypted.

        The key it has now is `encryption_key` or `encryption_key_file`. Nobody may have the store open.
        """
        given = {**settings, "store": str(store) if store is not None else None}
        loaded = config.load(given, file=settings_file(config_file))
        if new_key is not None and new_key_file is not None:
            raise InvalidInput("new_key and new_key_file are both given; give one of them")
        require_here(address(loaded), "changing the key of a store")
        key = assemble.read_key(Path(new_key_file).expanduser()) if new_key_file is not None else new_key
        assemble.rekey(loaded, url=address(loaded), new_key=key)

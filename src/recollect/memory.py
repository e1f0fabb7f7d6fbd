"""The public face: `Memory`. `recollect.async_memory` has the same verbs for asynchronous programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from recollect import assemble, config
from recollect.engine.added import Added
from recollect.engine.care import EmbedderState, Status
from recollect.engine.filters import make_filter
from recollect.engine.probe import Probe, probe
from recollect.errors import Closed, InvalidInput
from recollect.model.batch import Problem
from recollect.model.decision import Decision, OpenConflict
from recollect.model.job import Job
from recollect.model.query import Hits
from recollect.model.record import Record
from recollect.model.scope import Scope, require_text

Records = list[Record]
"""Spelled out here because `list` is a verb of Memory."""
Problems = list[Problem]
EmbedderStates = list[EmbedderState]
Conflicts = list[OpenConflict]
Decisions = list[Decision]
Jobs = list[Job]


def default_store() -> str:
    """The user's data folder; made on first use."""
    from platformdirs import user_data_path

    return str(user_data_path("recollect", appauthor=False) / "memory.db")


def default_config_file() -> Path:
    from platformdirs import user_config_path

    return user_config_path("recollect", appauthor=False) / "config.toml"


def address(settings: config.Settings) -> str:
    """Where the store of these settings lies."""
    url = settings.store or default_store()
    require_text(url, "the store")
    agent = settings.agent or "default"
    if "{agentId}" in url and (set(agent) & set("/\\") or agent in (".", "..")):
        raise InvalidInput(f"the agent {agent!r} cannot be part of a path; use a name without slashes")
    return url.replace("{agentId}", agent)


class Memory:
    """A memory: store, find, explain.

    >>> with Memory("memory.db") as m:
    ...     m.add("Ana moved to Lisbon in May", user="u1")
    ...     m.search("where does Ana live?", user="u1")[0].content
    """

    def __init__(
        self,
        store: str | Path | None = None,
        *,
        clock: Callable[[], datetime] = assemble.utc_now,
        config_file: Path | None = None,
        **settings: Any,
    ) -> None:
        """`store`: a path, `sqlite:///…`, `postgresql://…`; None: the `store` setting, else the user's data folder.

        `settings` are the names of `recollect.config.Settings`.
        """
        if store is not None and not isinstance(store, str | Path):
            raise InvalidInput(f"the store is a path or URL, not {type(store).__name__}")
        if store == "":
            raise InvalidInput("the store is empty; give a path or URL, or None for the user's data folder")
        given = {**settings, "store": str(store) if store is not None else None}
        self.settings = config.load(given, file=config_file or default_config_file())
        self._engine: assemble.Engine | None = assemble.engine(self.settings, url=address(self.settings), clock=clock)

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is buffered and let go of the store. Closing twice is fine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    @property
    def url(self) -> str:
        return self._running.store.url

    @property
    def _running(self) -> assemble.Engine:
        if self._engine is None:
            raise Closed("this Memory is closed; open a new one")
        return self._engine

    def _scope(
        self, user: str | None = None, agent: str | None = None, session: str | None = None, project: str | None = None
    ) -> Scope:
        return Scope(
            tenant=self.settings.tenant,
            user=user,
            agent=agent if agent is not None else self.settings.agent,
            session=session,
            project=project,
        )

    # --- writing ------------------------------------------------------------------------------------------------

    def add(
        self,
        content: str | Sequence[Mapping[str, Any]],
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        wait: bool = False,
        **fields: Any,
    ) -> Added:
        """Text: one memory, stored as said. A list of messages: a conversation, every turn kept and searchable.

        What a conversation teaches is learned by a job in the background (`job_id`, `flush`); with `wait` before this
        returns, and `memories` and `decisions` say what came of it.

        `fields` for text: layer, kind, key, tags, metadata, sectors, confidence, strength, occurred_at, valid_from,
        valid_until, expires_at, source, reference, id.
        """
        scope = self._scope(user, agent, session, project)
        if isinstance(content, str):
            return self._running.memories.add(content, scope, fields)
        if not isinstance(content, list | tuple):
            raise InvalidInput(f"content must be text or a list of messages, not {type(content).__name__}")
        if fields:
            raise InvalidInput(
                f"a conversation takes no {sorted(fields)[0]!r}; put it into the messages, or store text on its own"
            )
        if not isinstance(wait, bool):
            raise InvalidInput(f"wait must be True or False, not {wait!r}")
        engine = self._running
        added = engine.turns.add(content, scope)
        if not wait or not added.job_ids:
            return added
        outcomes = engine.jobs.finish(added.job_ids, scope.own)
        return engine.turns.learned(added, scope, outcomes)

    def add_many(
        self,
        items: Sequence[str | Mapping[str, Any]],
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
    ) -> Added:
        """Many memories in one transaction: texts, or mappings with content and the fields of `add`."""
        return self._running.memories.add_many(items, self._scope(user, agent, session, project))

    def update(self, id: str, **changes: Any) -> Record:
        """A new version under the same id; the old one stays in `history`."""
        return self._running.memories.update(self._scope(), id, changes)

    def archive(self, id: str) -> Record:
        """Hide a record; `unarchive` undoes it."""
        return self._running.memories.archive(self._scope(), id)

    def unarchive(self, id: str) -> Record:
        return self._running.memories.unarchive(self._scope(), id)

    def delete(self, *ids: str) -> int:
        """Remove records for good, with their versions, index entries and vectors; returns how many."""
        return self._running.memories.delete(self._scope(), ids)

    def revert(self, id: str, *, version: int) -> Record:
        """Make an old version current again, as a new version."""
        return self._running.memories.revert(self._scope(), id, version)

    def resolve(self, conflict_id: str, choice: str) -> Decision:
        """Settle an open conflict: `new`, `old` or `both` hold."""
        return self._running.conflicts.resolve(self._scope(), conflict_id, choice)

    def flush(self, *, user: str | None = None, timeout_s: float | None = None) -> int:
        """Wait until all queued jobs are done (with a user: that user's); returns how many are left at the time-out."""
        return self._running.jobs.flush(self._scope(user) if user is not None else None, timeout_s=timeout_s)

    # --- reading ------------------------------------------------------------------------------------------------

    def search(
        self,
        query: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        users: Sequence[str] = (),
        k: int = 10,
        layers: Iterable[str] = (),
        kinds: Iterable[str] = (),
        tags: Iterable[str] = (),
        metadata: Mapping[str, Any] | None = None,
        sector: str | None = None,
        status: Iterable[str] = ("active",),
        key: str | None = None,
        contains: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        valid_at: datetime | str | None = None,
        as_of: datetime | str | None = None,
        include_expired: bool = False,
        only_session: bool = False,
        now: datetime | str | None = None,
        preset: str | None = None,
        explain: bool = False,
        dry_run: bool = False,
        **options: Any,
    ) -> Hits:
        """The best `k` records for a question, best first, each with a score in 0..1 and its reasons.

        Reads the user's space and the shared one; without a user, the shared one. `options` change the preset for this
        query (see `recollect.read.presets`).
        """
        if only_session and session is None:
            raise InvalidInput("only_session needs a session; name it with session=…")
        filter = make_filter(
            layers=layers,
            kinds=kinds,
            tags=tags,
            metadata=metadata,
            sector=sector,
            status=status,
            key=key,
            contains=contains,
            since=since,
            until=until,
            valid_at=valid_at,
            as_of=as_of,
            include_expired=include_expired,
            only_session=only_session,
        )
        return self._running.recall.search(
            query,
            self._scope(user, agent, session, project),
            k=k,
            filter=filter,
            users=users,
            now=now,
            preset=preset,
            options=options,
            explain=explain,
            dry_run=dry_run,
        )

    def get(self, id: str) -> Record:
        """One record; `NotFound` when there is none."""
        return self._running.memories.get(self._scope(), id)

    def list(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        limit: int = 100,
        offset: int = 0,
        everyone: bool = False,
        **filters: Any,
    ) -> Records:
        """Newest first. `filters` as in `search`; `everyone` lists all users of the tenant."""
        return self._running.memories.list(
            self._scope(user, agent, session, project),
            make_filter(**({"only_session": session is not None} | filters)),
            limit=limit,
            offset=offset,
            everyone=everyone,
        )

    def count(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        everyone: bool = False,
        **filters: Any,
    ) -> int:
        """How many records `list` would find."""
        scope = self._scope(user, agent, session, project)
        wanted = make_filter(**({"only_session": session is not None} | filters))
        return self._running.memories.count(scope, wanted, everyone=everyone)

    def history(self, id: str) -> Records:
        """All versions of a record, oldest first."""
        return self._running.memories.history(self._scope(), id)

    def conflicts(self, *, user: str | None = None, everyone: bool = False, resolved: bool = False) -> Conflicts:
        """What must be asked or reviewed, oldest first."""
        return self._running.conflicts.list(self._scope(user), everyone=everyone, resolved=resolved)

    def decisions(self, *, user: str | None = None, memory_id: str | None = None, limit: int = 100) -> Decisions:
        """What was decided about claims and why, newest first."""
        return self._running.conflicts.decisions(self._scope(user), memory_id=memory_id, limit=limit)

    def jobs(self, *, state: str | None = None, limit: int = 100) -> Jobs:
        """Background work, newest first; `state` is one of queued, running, done, dead."""
        return self._running.jobs.list(state=state, limit=limit)

    def job(self, id: str) -> Job:
        return self._running.jobs.get(id)

    def retry(self, job_id: str) -> bool:
        """Queue a dead job again."""
        return self._running.jobs.retry(job_id)

    # --- moving and caring --------------------------------------------------------------------------------------

    def export(self, *, user: str | None = None, everyone: bool = True) -> Iterator[str]:
        """Lines of JSON, one record each, versions included. With a user: that user's space alone."""
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
        `recollect.ingest.readers.FORMATS`.
        """
        if isinstance(lines, str | Path):
            return self._running.transfer.import_file(Path(lines), self._scope(user), format=format, progress=progress)
        return self._running.transfer.import_lines(lines, self._scope(user), progress=progress)

    def status(self) -> Status:
        return self._running.care.status(self._scope())

    def embedders(self) -> EmbedderStates:
        """Every embedder that could be chosen, and why not where it cannot."""
        return assemble.embedders(self.settings)

    def probe(self, id: str = "self-check") -> Probe:
        """Does learning work here? Tells a made-up user something, looks, and deletes it."""
        engine = self._running
        return probe(engine.memories, engine.turns, engine.jobs.finish, self._scope(), id)

    def doctor(self, *, repair: bool = False) -> Problems:
        """Check that rows, keyword index and vectors agree; with `repair`, make them."""
        return self._running.care.doctor(self._scope(), repair=repair)

    def reindex(self, *, progress: Callable[[int, int], None] | None = None) -> dict[str, int]:
        """Bring keyword index and vectors up to date with the analyser and embedder in use."""
        return self._running.care.reindex(self._scope(), progress=progress)

    def backup(self, target: str | Path) -> int:
        """An online, checked copy; returns its bytes."""
        return self._running.care.backup(self._scope(), Path(target))

    @staticmethod
    def restore(
        backup: str | Path, store: str | Path | None = None, *, config_file: Path | None = None, **settings: Any
    ) -> None:
        """Make a store hold what a backup holds. SQLite keeps what was there beside it, as `….before-restore.bak`."""
        given = {**settings, "store": str(store) if store is not None else None}
        loaded = config.load(given, file=config_file or default_config_file())
        assemble.restore(Path(backup), loaded, url=address(loaded))

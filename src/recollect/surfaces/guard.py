"""A memory with a door: the verbs of `Memory`, refusing what a principal may not do.

Everything that comes over a network goes through here, so that there is one place where rights are decided. Each verb
has a row: which role it takes, and what it is about. A principal bound to a user speaks for that user alone: no
argument widens it. What belongs to others is "not found", as if it did not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, cast

from recollect.config import Settings
from recollect.errors import Forbidden, NotFound, RecollectError
from recollect.memory import Memory
from recollect.model.files import SyncReport
from recollect.model.given import is_address
from recollect.model.principal import ADMIN, IDS_NOTED_MAX, READ, WRITE, Principal
from recollect.surfaces import server_paths

Noted = Callable[[tuple[str, ...], int], None]
"""Told what was done: to which records, and to how many."""
Note = Callable[[str, str | None], AbstractContextManager[Noted]]
"""Told what is about to be done: the verb, and to whose memory. What is written meanwhile is what it tells of."""

USER, RECORD, DOCUMENT, CONFLICT, JOB = "user", "record", "document", "conflict", "job"
TENANT, NOBODY = "tenant", "nobody"
JOBS_LOOKED_AT = 10_000


@dataclass(frozen=True, kw_only=True)
class Verb:
    """What a verb of Memory takes to be allowed."""

    role: str
    about: str
    """user: takes `user=`; record, document, conflict, job: takes an id; tenant: is about everything; nobody: about no
    memory."""
    everyone: bool = False
    """Without a user it is about everybody, unless `everyone=False`."""


VERBS = {
    "search": Verb(role=READ, about=USER),
    "list": Verb(role=READ, about=USER),
    "count": Verb(role=READ, about=USER),
    "context": Verb(role=READ, about=USER),
    "timeline": Verb(role=READ, about=USER),
    "entities": Verb(role=READ, about=USER),
    "entity": Verb(role=READ, about=USER),
    "relations": Verb(role=READ, about=USER),
    "graph": Verb(role=READ, about=USER),
    "waypoints": Verb(role=READ, about=USER),
    "profile": Verb(role=READ, about=USER),
    "overrides": Verb(role=READ, about=USER),
    "conflicts": Verb(role=READ, about=USER),
    "decisions": Verb(role=READ, about=USER),
    "recalls": Verb(role=READ, about=USER),
    "export": Verb(role=READ, about=USER, everyone=True),
    "changes": Verb(role=READ, about=USER),
    "totals": Verb(role=READ, about=USER),
    "agents": Verb(role=READ, about=USER),
    "sectors": Verb(role=READ, about=USER),
    "documents": Verb(role=READ, about=USER),
    "search_files": Verb(role=READ, about=USER),
    "read_file": Verb(role=READ, about=USER),
    "files_status": Verb(role=READ, about=USER),
    "sync_files": Verb(role=WRITE, about=USER),
    "add": Verb(role=WRITE, about=USER),
    "add_many": Verb(role=WRITE, about=USER),
    "override": Verb(role=WRITE, about=USER),
    "ingest": Verb(role=WRITE, about=USER),
    "rebuild_profile": Verb(role=WRITE, about=USER),
    "merge_entities": Verb(role=WRITE, about=USER),
    "compact": Verb(role=WRITE, about=USER),
    "clear": Verb(role=WRITE, about=USER),
    "erase": Verb(role=WRITE, about=USER),
    "import_": Verb(role=WRITE, about=USER, everyone=True),
    "sweep": Verb(role=WRITE, about=USER, everyone=True),
    "flush": Verb(role=WRITE, about=USER, everyone=True),
    "sync": Verb(role=WRITE, about=USER, everyone=True),
    "get": Verb(role=READ, about=RECORD),
    "history": Verb(role=READ, about=RECORD),
    "neighbours": Verb(role=READ, about=RECORD),
    "update": Verb(role=WRITE, about=RECORD),
    "archive": Verb(role=WRITE, about=RECORD),
    "unarchive": Verb(role=WRITE, about=RECORD),
    "delete": Verb(role=WRITE, about=RECORD),
    "revert": Verb(role=WRITE, about=RECORD),
    "reinforce": Verb(role=WRITE, about=RECORD),
    "undo_compaction": Verb(role=WRITE, about=RECORD),
    "document": Verb(role=READ, about=DOCUMENT),
    "passages": Verb(role=READ, about=DOCUMENT),
    "delete_document": Verb(role=WRITE, about=DOCUMENT),
    "read_document": Verb(role=WRITE, about=NOBODY),
    "resolve": Verb(role=WRITE, about=CONFLICT),
    "job": Verb(role=READ, about=JOB),
    "retry": Verb(role=WRITE, about=JOB),
    "jobs": Verb(role=READ, about=TENANT),
    "status": Verb(role=ADMIN, about=TENANT),
    "users": Verb(role=ADMIN, about=TENANT),
    "embed": Verb(role=READ, about=NOBODY),
    "embedders": Verb(role=ADMIN, about=TENANT),
    "probe": Verb(role=ADMIN, about=TENANT),
    "doctor": Verb(role=ADMIN, about=TENANT),
    "reindex": Verb(role=ADMIN, about=TENANT),
    "backup": Verb(role=ADMIN, about=TENANT),
}
"""Every verb of Memory that may come over a network; `close`, `restore`, `rekey` and `migrate` may not, nor what reads
and writes files of this machine: `ingest_folder`, `mirror`, `sync_transcripts`, `transcripts`, `watch_files`."""

ALLOWED_TO_ALL = ("flush", "sync", "import_")
"""About everybody without a user, and yet no more than a writer of the tenant may do user by user."""
FROM_OUTSIDE = ("ingest", "read_document")
"""They take a path, and a path would be one of the server's own files."""
ABOUT_FILES = ("search_files", "read_file", "files_status", "sync_files")
"""Their errors may name places on the server."""
UNNOTED = ("flush", "sync", "rebuild_profile", "retry", "read_document", "status", "users", "embedders")
"""They change nothing that was said; the last three only look."""


def guarded(memory: Memory, principal: Principal, note: Note | None = None) -> Memory:
    """The same verbs, for that principal. `note` is told of every write."""
    return cast(Memory, _Guard(memory, principal, note))


class _Guard:
    def __init__(self, memory: Memory, principal: Principal, note: Note | None) -> None:
        self._memory = memory
        self._principal = principal
        self._note = note

    @property
    def settings(self) -> Settings:
        return self._memory.settings

    @property
    def url(self) -> str:
        return self._memory.url

    def __getattr__(self, name: str) -> Callable[..., Any]:
        verb = VERBS.get(name)
        if verb is None:
            raise AttributeError(f"{name!r} is not a verb that may be asked for from outside")

        def call(*args: Any, **kwargs: Any) -> Any:
            return self._call(name, verb, args, kwargs)

        return call

    def _call(self, name: str, verb: Verb, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        who = self._principal
        if not who.may(verb.role):
            raise Forbidden(f"{_shown(name)} needs a key with the role {verb.role}; this one has {who.role}")
        if verb.about == USER:
            kwargs = self._for_user(name, verb, kwargs)
            if name == "erase" and not who.manages:
                kwargs = {**kwargs, "keys": False}  # whoever may not revoke a key deletes none
        elif verb.about == RECORD:
            self._require_records(verb, args if name == "delete" else (args[:1] or (kwargs.get("id"),)))
        elif verb.about == DOCUMENT:
            self._require_document(verb, args[0] if args else kwargs.get("id"))
        elif verb.about == CONFLICT:
            self._require_conflict(*args, **kwargs)
        elif verb.about == JOB:
            self._require_job(args[0] if args else kwargs.get("id", kwargs.get("job_id")))
        elif name == "jobs":
            return self._jobs(kwargs)
        elif verb.about == TENANT and who.user is not None:
            raise Forbidden(f"{_shown(name)} is about the whole tenant; this key is bound to one user")
        if name in FROM_OUTSIDE:
            _require_no_path(args[0] if args else kwargs.get("source"))
        if self._note is None or verb.role == READ or name in UNNOTED or kwargs.get("dry_run"):
            return self._done(name, args, kwargs)
        with self._note(name, self._whose(name, verb, args, kwargs)) as noted:
            done = self._done(name, args, kwargs)
            noted(*_about(name, args, done))
        return done

    def _whose(self, name: str, verb: Verb, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
        """Whose memory a write is about: who was named, or whose the records are. Of very many, nobody looks."""
        if self._principal.user is not None or verb.about not in (RECORD, DOCUMENT):
            return self._principal.user or kwargs.get("user")
        ids = args if name == "delete" else args[:1]
        if not ids and "id" in kwargs:
            ids = (kwargs["id"],)
        if not ids or len(ids) > IDS_NOTED_MAX:
            return None
        if verb.about == DOCUMENT:
            owners = {self._memory.document(id).scope.user for id in ids}
        else:
            owners = {self._memory.get(id).user for id in ids}
        return owners.pop() if len(owners) == 1 else None

    def _done(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The verb's answer, or its error: who is no admin is not told where files lie on the server."""
        verb = getattr(self._memory, name)
        if self._principal.may(ADMIN):
            return verb(*args, **kwargs)
        try:
            done = verb(*args, **kwargs)
        except RecollectError as error:
            if name in ABOUT_FILES:
                raise server_paths.retold(error) from None
            raise
        return server_paths.lines(done) if name == "export" else server_paths.without(done)

    # --- users --------------------------------------------------------------------------------------------------

    def _for_user(self, name: str, verb: Verb, kwargs: dict[str, Any]) -> dict[str, Any]:
        """The arguments with the user the principal speaks for."""
        who, user = self._principal, kwargs.get("user")
        if who.user is not None:
            if user not in (None, who.user):
                raise Forbidden("this key is bound to one user and cannot name another; leave `user` out")
            if kwargs.get("everyone") or kwargs.get("users"):
                raise Forbidden("this key is bound to one user; it cannot ask for several")
            return {**kwargs, "user": who.user}
        everybody = verb.everyone and user is None and kwargs.get("everyone", True)
        several = kwargs.get("everyone") or kwargs.get("users") or (everybody and name not in ALLOWED_TO_ALL)
        if several and not who.may(ADMIN):
            raise Forbidden(f"{_shown(name)} for several users needs a key with the role admin; name one user")
        return kwargs

    # --- ids ----------------------------------------------------------------------------------------------------

    def _require_records(self, verb: Verb, ids: tuple[Any, ...]) -> None:
        """A bound key reaches its own records, and reads shared ones."""
        bound = self._principal.user
        if bound is None:
            return
        for id in ids:
            owner = self._memory.get(id).user
            if owner == bound or (owner is None and verb.role == READ):
                continue
            if owner is None:
                raise Forbidden(
                    f"record {id!r} is shared by the whole tenant; a key bound to one user cannot change it"
                )
            raise NotFound(f"there is no record {id!r}: it was deleted or mistyped")

    def _require_document(self, verb: Verb, id: Any) -> None:
        """A bound key reaches its own documents, and reads shared ones."""
        bound = self._principal.user
        if bound is None:
            return
        owner = self._memory.document(id).scope.user
        if owner is None and verb.role != READ:
            raise Forbidden(f"document {id!r} is shared by the whole tenant; a key bound to one user cannot change it")
        if owner not in (None, bound):
            raise NotFound(f"there is no document {id!r}: it was deleted or mistyped")

    def _require_conflict(self, conflict_id: Any, choice: Any = None) -> None:
        """A bound key settles its own conflicts, and takes nothing away from what is shared."""
        bound = self._principal.user
        if bound is None:
            return
        found = [one for one in self._memory.conflicts(user=bound) if one.id == conflict_id and one.scope.user == bound]
        if not found:
            raise NotFound(f"there is no open conflict {conflict_id!r}")
        if choice == "new" and self._is_shared(found[0].old_id):
            raise Forbidden(
                f"the old statement of conflict {conflict_id!r} is shared by the whole tenant; a key bound to one user "
                "cannot change it: choose old or both"
            )

    def _is_shared(self, id: str) -> bool:
        try:
            return self._memory.get(id).user is None
        except NotFound:
            return False

    def _require_job(self, id: Any) -> None:
        bound = self._principal.user
        if bound is not None and self._memory.job(id).scope.user != bound:
            raise NotFound(f"there is no job {id!r}")

    def _jobs(self, kwargs: dict[str, Any]) -> Any:
        bound = self._principal.user
        if bound is None:
            return self._memory.jobs(**kwargs)
        found = self._memory.jobs(**{**kwargs, "limit": JOBS_LOOKED_AT})
        return [job for job in found if job.scope.user == bound][: kwargs.get("limit", 100)]


def _require_no_path(source: Any) -> None:
    if not isinstance(source, bytes) and not (isinstance(source, str) and is_address(source)):
        raise Forbidden("a document comes as bytes or as an http(s) address; the server's own files are not read")


def _shown(name: str) -> str:
    return name.strip("_").replace("_", " ")


def _about(name: str, args: tuple[Any, ...], done: Any) -> tuple[tuple[str, ...], int]:
    """Which records a write was about, as far as its answer or its arguments say."""
    if name in ("add", "add_many", "override"):
        ids = tuple(done.ids)
    elif name == "ingest":
        ids = (done.id,)
    elif name == "delete_document":
        return tuple(str(id) for id in args[:1]), int(done)
    elif VERBS[name].about == RECORD:
        ids = tuple(str(id) for id in (args if name == "delete" else args[:1]))
    elif name == "resolve":
        ids = tuple(id for id in (done.memory_id, done.previous_id) if id)
    else:
        return (), _count(done)
    return ids[:IDS_NOTED_MAX], len(ids)


def _count(done: Any) -> int:
    if isinstance(done, SyncReport):
        return done.added + done.changed + done.removed
    for field in ("removed", "archived"):
        if isinstance(getattr(done, field, None), int):
            return int(getattr(done, field))
    counts = done if isinstance(done, dict) else getattr(done, "counts", None)
    return int(counts.get("records") or counts.get("added") or 0) if isinstance(counts, dict) else 0

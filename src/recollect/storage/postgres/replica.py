"""A second server that answers searches: used for a space only while it shows what this process has written or seen.

A replica follows its primary with a delay. What this process wrote, and what the primary has shown it, is noted per
space with its generation; the replica answers for a space when it has come that far, and the note is dropped. So nobody
misses his own write, and no second search shows less than the first.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from recollect.errors import RecollectError, ReplicaFailed
from recollect.storage.postgres.connect import Connection, Connections, Limits
from recollect.storage.sql.snapshots import SpaceState

NOTES_MAX = 100_000
LEFT_ALONE_S = 5.0
"""After a failure."""
SILENT_S = 2
"""Nobody waits longer to connect, for a free connection, or while nothing comes: the primary is there to answer."""
FORGOTTEN_S = 60.0
"""After notes had to be dropped unanswered: by then the replica has come as far as those were."""

Wrote = tuple[str, str, int, int | None]
"""Tenant, owner, space, and its generation; None: it was erased."""
Shown = Mapping[str, SpaceState]
"""The spaces a server shows, by owner."""


class About(NamedTuple):
    """What tells a replica of the primary from any other database."""

    schema_version: int
    store_id: str | None


class _Note(NamedTuple):
    space: int
    generation: int | None
    made: int
    """Which in the order of all notes."""


class Notes:
    """How far a replica must have come, space by space."""

    def __init__(self, notes_max: int = NOTES_MAX) -> None:
        self._notes_max = notes_max
        self._notes: OrderedDict[tuple[str, str], _Note] = OrderedDict()
        self._made = 0
        self._lock = threading.Lock()

    @property
    def made(self) -> int:
        """How many there were so far: what is read from here on shows at least as much as they ask for."""
        return self._made

    def note(self, wrote: Sequence[Wrote], since: int = 0) -> bool:
        """`since`: how many notes there were before this was read; those are all contained in it. False: there were too
        many, and the oldest are forgotten."""
        with self._lock:
            for tenant, owner, space, generation in wrote:
                known = self._notes.get((tenant, owner))
                if known is not None and known.made > since and _asks_as_much(known, space, generation):
                    continue
                self._made += 1
                self._notes[tenant, owner] = _Note(space, generation, self._made)
                self._notes.move_to_end((tenant, owner))
            forgotten = len(self._notes) - self._notes_max
            for _ in range(forgotten):
                self._notes.popitem(last=False)
            return forgotten <= 0

    def gone(self, tenant: str, owners: Sequence[str], shown: Shown, since: int) -> list[Wrote]:
        """The spaces that were noted before this was read, of owners who have none in it: somebody erased them."""
        with self._lock:
            noted = [(owner, self._notes.get((tenant, owner))) for owner in owners if owner not in shown]
        return [(tenant, owner, note.space, None) for owner, note in noted if note is not None and note.made <= since]

    def reached(self, tenant: str, owners: Sequence[str], shown: Shown) -> bool:
        """Does a replica that shows these spaces show enough? What it has reached is forgotten."""
        with self._lock:
            noted = [(owner, self._notes[tenant, owner]) for owner in owners if (tenant, owner) in self._notes]
            done = [owner for owner, note in noted if _shows(shown.get(owner), note)]
            for owner in done:
                del self._notes[tenant, owner]
            return len(done) == len(noted)


def _asks_as_much(known: _Note, space: int, generation: int | None) -> bool:
    """Does a note ask for as much as another would? A user's later space has the higher number; one that asks for a
    space to be gone asks for the most of it."""
    if known.space != space:
        return known.space > space
    return known.generation is None or (generation is not None and known.generation >= generation)


def _shows(state: SpaceState | None, note: _Note) -> bool:
    """A space with a higher number came after the noted one was erased."""
    if note.generation is None:
        return state is None or state.id > note.space
    return state is not None and (state.id, state.generation) >= (note.space, note.generation)


def limits_beside(primary: Limits) -> Limits:
    """A replica is not worth waiting for; what it says may take as long as the primary's answers."""
    lock_timeout_s = min(primary.lock_timeout_s, SILENT_S)
    return replace(primary, lock_timeout_s=lock_timeout_s, connect_timeout_s=SILENT_S, silence_s=SILENT_S)


class Replica:
    """The connections to a replica, and whether it is worth asking."""

    def __init__(
        self,
        connections: Connections,
        *,
        primary: Callable[[], About],
        notes: Notes | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.connections = connections
        self.problem: str | None = None
        """Why it was not used when it was last wanted, if so."""
        self._notes = notes or Notes()
        self._primary = primary
        self._known = False
        self._monotonic = monotonic
        self._until = monotonic()

    @property
    def usable(self) -> bool:
        return self._monotonic() >= self._until

    @property
    def noted(self) -> int:
        """To be asked before the primary is read, and given to `seen`."""
        return self._notes.made

    def wrote(self, what: Sequence[Wrote], since: int = 0) -> None:
        """This process has written that, and it is committed."""
        if not self._notes.note(what, since):
            self.problem = "more spaces wait for the replica to follow than can be told apart"
            self._until = max(self._until, self._monotonic() + FORGOTTEN_S)

    def seen(self, tenant: str, owners: Sequence[str], shown: Shown, since: int) -> None:
        """The primary has shown this process the spaces of these owners: the replica must not show it less."""
        seen: list[Wrote] = [(tenant, owner, state.id, state.generation) for owner, state in shown.items()]
        self.wrote([*seen, *self._notes.gone(tenant, owners, shown, since)], since)

    def shows(self, tenant: str, owners: Sequence[str], shown: Shown) -> bool:
        """Has it come as far as it must for these spaces?"""
        reached = self._notes.reached(tenant, owners, shown)
        self.problem = None if reached else "the replica lags behind"
        return reached

    @contextmanager
    def line(self, begin: str, about: Callable[[Connection], About]) -> Iterator[Connection]:
        """A connection inside a read transaction. `ReplicaFailed`: it does not work, and is left alone for a while.
        What else fails meanwhile, as a question to the primary, is none of its failures."""
        elsewhere: RecollectError | None = None
        try:
            with self.connections.reader(begin=begin) as connection:
                if not self._known:
                    self._require_same(about(connection))
                try:
                    yield connection
                except RecollectError as error:  # the driver's own errors are translated outside
                    elsewhere = error
                    raise
        except RecollectError as error:
            if error is elsewhere:
                raise
            self.problem, self._until = str(error), self._monotonic() + LEFT_ALONE_S
            self._known = False  # who answers at this address next may be another server
            self.connections.close()
            raise ReplicaFailed(str(error)) from error

    def _require_same(self, found: About) -> None:
        """It has the tables of the primary, and the same store in them."""
        name, primary = self.connections.name, self._primary()
        if found.schema_version != primary.schema_version:
            raise ReplicaFailed(
                f"the replica {name} has schema version {found.schema_version} and the primary "
                f"{primary.schema_version}; it is used when it has caught up"
            )
        if found.store_id is None or found.store_id != primary.store_id:
            raise ReplicaFailed(
                f"{name} holds another store than the primary, or none yet; it is used when it shows the same. "
                "Check postgres_read_url."
            )
        self._known = True

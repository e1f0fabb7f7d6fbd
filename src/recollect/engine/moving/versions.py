"""Versions on import: a record comes with the versions before it, or all of them are left alone.

A file tells an old version before the record that it is a version of, and only the record says which one that is. Where
a space has records already, what has ended therefore waits for the one that follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from recollect.contracts.store import Store
from recollect.model.batch import Ending
from recollect.model.ids import derived_id
from recollect.model.record import SUPERSEDED, Record
from recollect.model.scope import Scope

WAITING_MAX = 100_000
"""Of a file with more, they are written as they come."""
Records = list[Record]


class Waiting:
    """What has ended, until the record comes that follows it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._records: dict[tuple[str | None, str], Record] = {}
        self._filled: dict[Scope, bool] = {}

    def take(self, record: Record) -> Records:
        """What can be written now: the record with the versions before it, oldest first; nothing while it waits."""
        place = (record.user, record.id)
        if not record.current and place not in self._records and self._is_filled(record.scope.own):
            self._records[place] = record
            return self.rest() if len(self._records) > WAITING_MAX else []
        found, previous = [record], record.previous_version_id
        while previous is not None and (record.user, previous) in self._records:
            found.append(self._records.pop((record.user, previous)))
            previous = found[-1].previous_version_id
        return found[::-1]

    def rest(self) -> Records:
        """What nothing follows."""
        found = list(self._records.values())
        self._records.clear()
        return found

    def _is_filled(self, own: Scope) -> bool:
        """Whether the space was there before the import: in a new one nothing can be known."""
        if own not in self._filled:
            self._filled[own] = self._store.stamp(own) is not None
        return self._filled[own]


@dataclass(frozen=True, kw_only=True)
class Sorted:
    """What of some records is to be written, in their order, and which versions that are here end with it."""

    new: Records
    endings: Mapping[str, Ending]
    """By the id of the record that gets a new version."""


def sorted_out(batch: Sequence[Record], held: Mapping[str, Record]) -> Sorted:
    """What is not here yet, and newer versions of what is. What comes before a version that is here is left alone: it
    is here too, as another row, or was taken out. `held`: the records of these ids that are here."""
    there = {record.id: record for record in reversed(batch)}
    followed = {record.previous_version_id for record in batch}
    ends = [record for record in batch if record.id not in followed]
    wanted: dict[str, Record] = {}
    endings: dict[str, Ending] = {}
    seen: set[str] = set()
    for record in (*ends, *batch):  # those that follow each other in a circle have no end
        versions = _back(record, there, seen)
        fresh = list(takewhile(lambda one: one.id not in held, versions))
        known = versions[len(fresh) :]
        if known and _newer(known[0], held[known[0].id]):
            more, ending = _following(known, held)
            fresh += more
            endings[ending.id] = ending
        wanted.update((one.id, one) for one in fresh)
    return Sorted(new=[wanted[id] for id in dict.fromkeys(one.id for one in batch) if id in wanted], endings=endings)


def _back(record: Record, there: Mapping[str, Record], seen: set[str]) -> Records:
    """The record and its versions, newest first, as far as nobody had them before."""
    found: Records = []
    next: Record | None = record
    while next is not None and next.id not in seen and next.user == record.user:
        seen.add(next.id)
        found.append(there[next.id])
        next = there.get(found[-1].previous_version_id or "")
    return found


def _following(versions: Sequence[Record], held: Mapping[str, Record]) -> tuple[Records, Ending]:
    """What follows the version that is here, and how that one ends: its history goes on with what is newer."""
    newest, before = versions[0], versions[1:]
    old = held[newest.id]
    more = [newest, *takewhile(lambda one: one.version > old.version and one.id not in held, before)]
    # The file usually brings the version that is held here under an id of its own: it is that version.
    same = (one.id for one in before if one.id not in held and _same_version(one, old))
    moved_to = next(same, None) or derived_id(old.scope.tenant, old.user, old.id, str(old.version))
    more[-1] = replace(more[-1], previous_version_id=moved_to)
    ended_at = more[-1].updated_at
    return more, Ending(id=old.id, item=old.item, status=SUPERSEDED, ended_at=ended_at, moved_to=moved_to)


def _newer(record: Record, held: Record) -> bool:
    """Whether a file brings a later version of what is held."""
    return record.current and held.current and record.user == held.user and record.version > held.version


def _same_version(record: Record, held: Record) -> bool:
    return not record.current and (record.version, record.content) == (held.version, held.content)


def by_user(records: Iterable[Record]) -> dict[str | None, Records]:
    found: dict[str | None, Records] = {}
    for record in records:
        found.setdefault(record.user, []).append(record)
    return found

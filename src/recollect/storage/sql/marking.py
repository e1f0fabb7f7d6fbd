"""How far a copy into a database has come: one row of its `meta`, written in the same transaction as each batch."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import asdict, dataclass, replace
from typing import Any

from recollect.errors import Conflict, InvalidState
from recollect.storage.sql.database import EVERYTHING, Database, Session
from recollect.storage.sql.digests import digests, total
from recollect.storage.sql.tables import TABLES

NAME = "copy"
FRESH, COPYING, COMPARING, DONE = "fresh", "copying", "comparing", "done"


@dataclass(frozen=True, kw_only=True)
class Source:
    """What a copy is made of. Its place alone could hold another store by now, or on another machine; its id alone is
    that of a copied file too."""

    name: str
    """For people."""
    place: str
    id: str
    """Empty: it has none, and cannot be given one."""

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.place.encode()).hexdigest()

    def is_of(self, marker: Marker) -> bool:
        return self.hash == marker.source and (not self.id or not marker.store or self.id == marker.store)


@dataclass(frozen=True, kw_only=True)
class Marker:
    """What the row says."""

    source: str
    """A hash of the place the copy comes from."""
    state: str
    run: str
    """Another one for each run, so that two of them cannot write into one copy."""
    table: str = ""
    after: tuple[int | str, ...] = ()
    """The last key of `table` that is here."""
    stamp: str = ""
    """The digest of the source's spaces when copying began."""
    left: str = ""
    """When done: what a use of the store would change, so that a copy that was used since is not taken for a mere
    copy."""
    store: str = ""
    """The id of the store the copy comes from."""

    def text(self) -> str:
        return json.dumps(asdict(self))


def begin(target: Database, source: Source) -> Marker:
    """Take the target over for this run. Refused when it holds anything but a part of this very copy."""
    with target.writing(EVERYTHING) as session:
        row = session.one("SELECT value FROM meta WHERE name = ?", (NAME,))
        if row is None:
            if any(session.one(f"SELECT 1 FROM {table.name} LIMIT 1") is not None for table in TABLES):
                raise InvalidState(
                    f"{target.url} holds memory already and is no unfinished copy of {source.name}; nothing was "
                    "changed. Give an empty store."
                )
            marker = Marker(source=source.hash, state=FRESH, run=secrets.token_hex(8), store=source.id)
            session.run("INSERT INTO meta (name, value) VALUES (?, ?)", (NAME, marker.text()))
            return marker
        found = _read(row[0])
        if not source.is_of(found):
            raise InvalidState(
                f"{target.url} holds a copy of another store, not of {source.name}; nothing was changed. Give an empty "
                "store. (A store that was moved or replaced since its copy began is another one, and so is one that an "
                "older Recollect copied by a relative path, which could be that of any folder.)"
            )
        if found.state == DONE and _left(session) != found.left:
            raise InvalidState(
                f"{target.url} was written to since it was copied from {source.name}, or was copied by an older "
                "Recollect, which cannot tell; copying again would lose what was written; nothing was changed. Give an "
                "empty store."
            )
        marker = replace(found, run=secrets.token_hex(8), store=source.id or found.store)
        _write(session, row[0], marker)
        return marker


def next_state(target: Database, marker: Marker, stamp: str) -> Marker:
    """Go on copying where a run of the same state of the source stopped; else compare, which copies what differs."""
    goes_on = marker.state == FRESH or (marker.state == COPYING and marker.stamp == stamp)
    changed = replace(marker, state=COPYING if goes_on else COMPARING, stamp=stamp, left="")
    with target.writing(EVERYTHING) as session:
        _write(session, marker.text(), changed)
    return changed


def moved(session: Session, marker: Marker, *, table: str, after: tuple[int | str, ...]) -> Marker:
    """In the transaction of a batch."""
    changed = replace(marker, table=table, after=after)
    _write(session, marker.text(), changed)
    return changed


def end(target: Database, marker: Marker) -> Marker:
    """All is here and compared. New epochs make processes that looked at an unfinished copy start over."""
    with target.writing(EVERYTHING) as session:
        session.restart_ids()
        session.run("UPDATE space SET epoch = ?", (secrets.randbits(62),))
        changed = replace(marker, state=DONE, left=_left(session), table="", after=())
        _write(session, marker.text(), changed)
    return changed


def _left(session: Session) -> str:
    """Spaces, which every write of a memory changes; and what is a tenant's and changes without them: keys, settings,
    the audit, jobs. A search is no write: what it counts is not in here."""
    beside = (digests(session, table) for table in TABLES if table.by == "tenant" and not table.cache)
    spaces = total(digests(session, TABLES[0], whole=True))
    return f"{spaces.hex}:{total(map(total, beside)).hex}"


def _write(session: Session, old: str, new: Marker) -> None:
    """`old`: the row as it was read; an older version wrote less into it."""
    if not session.run("UPDATE meta SET value = ? WHERE name = ? AND value = ?", (new.text(), NAME, old)):
        raise Conflict("another process copies into the same store; let one of them finish")


def _read(text: str) -> Marker:
    found: dict[str, Any] = json.loads(text)
    return Marker(**{**found, "after": tuple(found["after"])})

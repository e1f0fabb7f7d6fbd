"""How far a copy into a database has come: one row of its `meta`, written in the same transaction as each batch."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass, replace
from typing import Any

from recollect.errors import Conflict, InvalidState
from recollect.storage.sql.database import Database, Session
from recollect.storage.sql.digests import digests, total
from recollect.storage.sql.tables import TABLES

NAME = "copy"
FRESH, COPYING, COMPARING, DONE = "fresh", "copying", "comparing", "done"


@dataclass(frozen=True, kw_only=True)
class Marker:
    """What the row says."""

    source: str
    """A hash of the address the copy comes from."""
    state: str
    run: str
    """Another one for each run, so that two of them cannot write into one copy."""
    table: str = ""
    after: tuple[int | str, ...] = ()
    """The last key of `table` that is here."""
    stamp: str = ""
    """The digest of the source's spaces when copying began."""
    left: str = ""
    """When done: the digest of the spaces here, so that a copy that was used since is not taken for a mere copy."""

    def text(self) -> str:
        return json.dumps(asdict(self))


def begin(target: Database, source: str, name: str) -> Marker:
    """Take the target over for this run. Refused when it holds anything but a part of this very copy."""
    with target.writing() as session:
        row = session.one("SELECT value FROM meta WHERE name = ?", (NAME,))
        if row is None:
            if any(session.one(f"SELECT 1 FROM {table.name} LIMIT 1") is not None for table in TABLES):
                raise InvalidState(
                    f"{target.url} holds memory already and is no unfinished copy of {name}; nothing was changed. "
                    "Give an empty store."
                )
            marker = Marker(source=source, state=FRESH, run=secrets.token_hex(8))
            session.run("INSERT INTO meta (name, value) VALUES (?, ?)", (NAME, marker.text()))
            return marker
        found = _read(row[0])
        if found.source != source:
            raise InvalidState(
                f"{target.url} holds a copy of another store, not of {name}; nothing was changed. Give an empty store, "
                "or write the address of the source as it was written the first time."
            )
        if found.state == DONE and total(digests(session, TABLES[0], whole=True)).hex != found.left:
            raise InvalidState(
                f"{target.url} was written to since it was copied from {name}, and copying again would lose that; "
                "nothing was changed. Give an empty store."
            )
        marker = replace(found, run=secrets.token_hex(8))
        _write(session, found, marker)
        return marker


def next_state(target: Database, marker: Marker, stamp: str) -> Marker:
    """Go on copying where a run of the same state of the source stopped; else compare, which copies what differs."""
    goes_on = marker.state == FRESH or (marker.state == COPYING and marker.stamp == stamp)
    changed = replace(marker, state=COPYING if goes_on else COMPARING, stamp=stamp, left="")
    with target.writing() as session:
        _write(session, marker, changed)
    return changed


def moved(session: Session, marker: Marker, *, table: str, after: tuple[int | str, ...]) -> Marker:
    """In the transaction of a batch."""
    changed = replace(marker, table=table, after=after)
    _write(session, marker, changed)
    return changed


def end(target: Database, marker: Marker) -> Marker:
    """All is here and compared. New epochs make processes that looked at an unfinished copy start over."""
    with target.writing() as session:
        session.restart_ids()
        session.run("UPDATE space SET epoch = ?", (secrets.randbits(62),))
        left = total(digests(session, TABLES[0], whole=True)).hex
        changed = replace(marker, state=DONE, left=left, table="", after=())
        _write(session, marker, changed)
    return changed


def _write(session: Session, old: Marker, new: Marker) -> None:
    if not session.run("UPDATE meta SET value = ? WHERE name = ? AND value = ?", (new.text(), NAME, old.text())):
        raise Conflict("another process copies into the same store; let one of them finish")


def _read(text: str) -> Marker:
    found: dict[str, Any] = json.loads(text)
    return Marker(**{**found, "after": tuple(found["after"])})

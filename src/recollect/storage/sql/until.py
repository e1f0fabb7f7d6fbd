"""Until when a record holds that another one is to follow on a later day.

Writing says which two cannot hold at once: an edge "ends" from the one that begins later to the other. The end itself
follows from who stands: it is the first beginning of such a one after the record's own. It is reckoned anew, in the
same transaction, whenever one of them is written, changed, archived or deleted, so that what is put off or taken back
ends nothing, and the order in which they were told does not matter. What had begun before it was archived or
replaced has ended the other for good. An edge keeps the end that was set (`valid_from`) and the end the record has of
its own (`valid_until`). No version is made: nothing that the record says has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from recollect.model.record import ACTIVE, ENDS
from recollect.storage.sql.database import Session

IDS_A_QUERY_MAX = 500
_PUT = (
    "INSERT INTO edge (space, source_type, source, kind, target_type, target, weight, confidence, valid_from, "
    "valid_until, created_at, ended_at) SELECT space, source_type, ?, kind, target_type, ?, weight, confidence, NULL, "
    f"NULL, created_at, ended_at FROM edge WHERE space = ? AND source = ? AND kind = '{ENDS}' AND target = ? "
    "ON CONFLICT (space, source, kind, target) DO NOTHING"
)


def touched(session: Session, space: int, ids: Iterable[str], follows: Mapping[str, str] | None = None) -> set[str]:
    """The records whose end is to be reckoned anew when something happens to these. Before they are deleted: what would
    have ended one of them ends what that one would have ended, and what follows it (`follows`: id -> id)."""
    found: set[str] = set()
    for id in _linked(session, space, list(ids)):
        before = [
            row[0]
            for row in session.all(f"SELECT target FROM edge WHERE space = ? AND source = ? AND kind = '{ENDS}'",
                                   (space, id))
        ]  # fmt: skip
        after = _enders(session, space, id)
        heir = (follows or {}).get(id)
        heirs = [*before, heir] if heir is not None else before
        session.many(_PUT, [(one, other, space, one, id) for one in after for other in heirs if one != other])
        found.update(before, [id] if after else [], heirs if after else [])
    return found


def _linked(session: Session, space: int, ids: Sequence[str]) -> list[str]:
    """Those of them that end another or are ended: asked of many at once, for hardly any are."""
    linked: set[str] = set()
    for start in range(0, len(ids), IDS_A_QUERY_MAX):
        part = ids[start : start + IDS_A_QUERY_MAX]
        marks = ", ".join("?" * len(part))
        for own, other in (("source", "target"), ("target", "source")):
            rows = session.all(
                f"SELECT {own}, kind, {other} FROM edge WHERE space = ? AND {own} IN ({marks})", (space, *part)
            )
            linked.update(row[0] for row in rows if row[1] == ENDS)
    return [id for id in ids if id in linked]


def reckon(session: Session, space: int, ids: Iterable[str], generation: int) -> None:
    """Set the end of these records, where they are current, to what follows from who stands."""
    within, bounds = session.of_space(space)
    for id in sorted(ids):
        row = session.one(
            f"SELECT item, valid_from, valid_until FROM item WHERE {within} AND id = ? AND ended_at IS NULL",
            (*bounds, id),
        )
        enders = _enders(session, space, id)
        if row is None:
            continue
        item, begins, until = row
        kept = [
            session.one(
                f"SELECT valid_from, valid_until FROM edge WHERE space = ? AND source = ? AND kind = '{ENDS}' "
                "AND target = ?",
                (space, ender, id),
            )
            for ender in enders
        ]
        own = next((one[1] for one in kept if one is not None and one[0] is not None and one[0] == until), until)
        ends = [moment for ender in enders if (moment := _begins(session, space, ender)) is not None]
        later = [moment for moment in ends if begins is None or moment > begins]
        first = min([*later, *([] if own is None else [own])], default=None)
        session.run(
            f"UPDATE edge SET valid_from = ?, valid_until = ? WHERE space = ? AND target = ? AND kind = '{ENDS}'",
            (first if first != own else None, own, space, id),
        )
        if first != until:
            session.run("UPDATE item SET valid_until = ?, changed = ? WHERE item = ?", (first, generation, item))


def _enders(session: Session, space: int, id: str) -> list[str]:
    rows = session.all(  # keys alone, which the index holds: SQLite would read the whole space otherwise
        "SELECT source, kind, target FROM edge WHERE space = ? AND target = ?", (space, id)
    )
    return [row[0] for row in rows if row[1] == ENDS]


def _begins(session: Session, space: int, id: str) -> int | None:
    """When it begins or began; None: it was taken back before."""
    within, bounds = session.of_space(space)
    row = session.one(
        f"SELECT coalesce(valid_from, created_at), status, ended_at FROM item WHERE {within} AND id = ?", (*bounds, id)
    )
    if row is None or (row[1] != ACTIVE and (row[2] is None or row[2] < row[0])):
        return None
    begins: int = row[0]
    return begins

"""What was asked lately: a bounded log in the space of whoever asked, gone with what it found."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from recollect.model.recalled import Asked, Shown
from recollect.model.scope import Scope
from recollect.storage.sql import spaces
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import Row, us, when

LOOKED_FOR_MAX = 20
ESCAPE = "!"
_PUT = (
    "INSERT INTO recall (space, id, asked_at, question, found) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (space, id) DO NOTHING"
)
_OLD = (
    "DELETE FROM recall WHERE space = ? AND id <= "
    "(SELECT id FROM recall WHERE space = ? ORDER BY id DESC LIMIT 1 OFFSET ?)"
)


def log(session: Session, tenant: str, asked: Iterable[Asked], *, kept: int) -> None:
    """Keep these questions, and of each space the newest `kept`; 0: none of the tenant, those from before neither.

    Who has nothing of his own has no log, and what found something that was deleted since is not kept.
    """
    if not kept:
        session.run("DELETE FROM recall WHERE space IN (SELECT id FROM space WHERE tenant = ?)", (tenant,))
        return
    by_scope: dict[Scope, list[Asked]] = {}
    for one in asked:
        by_scope.setdefault(one.scope.own, []).append(one)
    for scope, questions in by_scope.items():
        state = spaces.state(session, scope.tenant, scope.user)
        if state is None:
            continue
        there = _there(session, scope.tenant, {shown.id for one in questions for shown in one.shown})
        rows = [
            (state.id, one.id, us(one.at), one.question, _found(one.shown))
            for one in questions
            if there.issuperset(shown.id for shown in one.shown)
        ]
        session.many(_PUT, rows)
        session.run(_OLD, (state.id, state.id, kept))


def _there(session: Session, tenant: str, ids: set[str]) -> set[str]:
    asked, found = sorted(ids), set[str]()
    within, bounds = session.of_tenant(tenant)
    for start in range(0, len(asked), spaces.IDS_A_QUERY_MAX):
        part = asked[start : start + spaces.IDS_A_QUERY_MAX]
        marks = ", ".join("?" * len(part))
        found |= {
            row[0] for row in session.all(f"SELECT id FROM item WHERE {within} AND id IN ({marks})", [*bounds, *part])
        }
    return found


def newest(session: Session, scope: Scope, space: int, *, limit: int) -> list[Asked]:
    rows = session.all(
        f"SELECT id, asked_at, question, found FROM recall WHERE space = ? ORDER BY id DESC LIMIT {limit}", (space,)
    )
    return [_asked(scope, row) for row in rows]


def forget(session: Session, space: int, ids: Sequence[str]) -> None:
    """The questions that found what is deleted: they may say it. Of what is shared, everybody's of the tenant."""
    within = "space = ?"
    params: list[Any] = [space]
    owner = session.one("SELECT tenant, owner FROM space WHERE id = ?", (space,))
    if owner is not None and not owner[1]:
        within, params = "space IN (SELECT id FROM space WHERE tenant = ?)", [owner[0]]
    likely = ""
    if len(ids) <= LOOKED_FOR_MAX:  # of few, only rows that name one are read
        likely = f" AND ({' OR '.join(['found LIKE ? ESCAPE ?'] * len(ids))})"
        params = [*params, *(part for id in ids for part in (_naming(id), ESCAPE))]
    gone = set(ids)
    rows = session.all(f"SELECT space, id, found FROM recall WHERE {within}{likely}", params) if ids else []
    about = [row[:2] for row in rows if not gone.isdisjoint(one[0] for one in json.loads(row[2]))]
    if about:
        session.many("DELETE FROM recall WHERE space = ? AND id = ?", about)


def _naming(id: str) -> str:
    """A pattern of the rows in which the id stands."""
    plain = json.dumps(id)
    for sign in (ESCAPE, "%", "_"):
        plain = plain.replace(sign, ESCAPE + sign)
    return f"%{plain}%"


def _found(shown: Sequence[Shown]) -> str:
    return json.dumps(
        [
            [one.id, round(one.score, 4), one.tier, {name: round(value, 4) for name, value in one.signals.items()}]
            for one in shown
        ],
        separators=(",", ":"),
    )


def _asked(scope: Scope, row: Row) -> Asked:
    shown = tuple(Shown(id=one[0], score=one[1], tier=one[2], signals=one[3]) for one in json.loads(row[3]))
    return Asked(id=row[0], scope=scope.own, at=when(row[1]), question=row[2], shown=shown)

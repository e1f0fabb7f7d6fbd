"""Spaces: one integer per (tenant, user). Everything a query touches begins with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from recollect.errors import Conflict
from recollect.model.columns import NUMBER_BITS
from recollect.model.scope import Scope
from recollect.model.tier import SpaceStamp
from recollect.rules.text import ANALYSER_VERSION
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import NUMBER_MASK, Row
from recollect.storage.sql.snapshots import SpaceState

SHARED_OWNER = ""
_STATE = "id, epoch, generation, analyser, next_number"
IDS_A_QUERY_MAX = 500
_FIRST = f"space.id * {1 << NUMBER_BITS}"
_HOLDS = (
    f"EXISTS (SELECT 1 FROM item WHERE item.item BETWEEN {_FIRST} AND {_FIRST} + {NUMBER_MASK}) "
    "OR EXISTS (SELECT 1 FROM document WHERE document.space = space.id)"
)


def owner_of(user: str | None) -> str:
    return SHARED_OWNER if user is None else user


def state(session: Session, tenant: str, user: str | None) -> SpaceState | None:
    """The space as this transaction sees it; None: nothing was ever written there."""
    row = session.one(f"SELECT {_STATE} FROM space WHERE tenant = ? AND owner = ?", (tenant, owner_of(user)))
    return None if row is None else _state_of(row)


def visible(session: Session, scope: Scope, users: tuple[str, ...] = (), *, own: bool = False) -> list[SpaceState]:
    """The spaces a scope reads: the user's own (or the listed users') and the tenant's shared one (`own`: without)."""
    if own:
        found = state(session, scope.tenant, scope.user)
        return [] if found is None else [found]
    return list(owned(session, scope.tenant, owners(scope, users)).values())


def owners(scope: Scope, users: Sequence[str] = ()) -> list[str]:
    """Whose spaces a scope reads, its own first."""
    return list(dict.fromkeys([*(users or ([scope.user] if scope.user is not None else [])), SHARED_OWNER]))


def owned(session: Session, tenant: str, owners: Sequence[str]) -> dict[str, SpaceState]:
    """The spaces of these owners, in their order."""
    rows = session.all(_visible_sql(len(owners)), [tenant, *owners])
    states = {row[5]: _state_of(row) for row in rows}
    return {owner: states[owner] for owner in owners if owner in states}


@lru_cache(maxsize=64)
def _visible_sql(count: int) -> str:
    return f"SELECT {_STATE}, owner FROM space WHERE tenant = ? AND owner IN ({', '.join('?' * count)})"


def of_tenant(session: Session, tenant: str) -> list[tuple[str | None, SpaceState]]:
    """All spaces of a tenant with their user."""
    rows = session.all(f"SELECT {_STATE}, owner FROM space WHERE tenant = ? ORDER BY id", (tenant,))
    return [(row[5] or None, _state_of(row)) for row in rows]


def generations(session: Session, tenant: str) -> dict[int, int]:
    """All spaces of a tenant with how often each was written to: the two numbers alone, for there may be a crowd."""
    rows = session.all("SELECT id, generation FROM space WHERE tenant = ? ORDER BY id", (tenant,))
    return {row[0]: row[1] for row in rows}


def same_generations(session: Session, tenant: str, known: Mapping[int, int]) -> bool:
    """Whether nothing was written since, told by sums, without a row per space: a new space has a higher id than those
    before it, so that another sum of ids tells when it takes the place of an erased one; and a generation only grows.
    """
    row = session.one(
        "SELECT count(*), coalesce(sum(id), 0), coalesce(sum(generation), 0) FROM space WHERE tenant = ?", (tenant,)
    )
    return row is not None and tuple(map(int, row)) == (len(known), sum(known), sum(known.values()))


def users(session: Session, tenant: str, *, holding: bool = False) -> list[str | None]:
    """To whom the spaces of a tenant belong; None: to everybody. `holding`: only those in which something is; one whose
    records were all deleted is still there, for what was deleted is told to those who ask later."""
    held = f" AND ({_HOLDS})" if holding else ""
    rows = session.all(f"SELECT owner FROM space WHERE tenant = ?{held} ORDER BY id", (tenant,))
    return [row[0] or None for row in rows]


def numbered(session: Session, tenant: str, space: int) -> SpaceState | None:
    """One space of the tenant by its number."""
    row = session.one(f"SELECT {_STATE} FROM space WHERE id = ? AND tenant = ?", (space, tenant))
    return None if row is None else _state_of(row)


def holding(session: Session, tenant: str, ids: Sequence[str]) -> list[int]:
    """The spaces in which records of these ids are, ascending."""
    found: set[int] = set()
    within, bounds = session.of_tenant(tenant)
    for start in range(0, len(ids), IDS_A_QUERY_MAX):
        part = ids[start : start + IDS_A_QUERY_MAX]
        marks = ", ".join("?" * len(part))
        rows = session.all(f"SELECT DISTINCT space FROM item WHERE {within} AND id IN ({marks})", [*bounds, *part])
        found.update(row[0] for row in rows)
    return sorted(found)


def _state_of(row: Row) -> SpaceState:
    return SpaceState(id=row[0], epoch=row[1], generation=row[2], analyser=row[3], next_number=row[4])


def stamp(state: SpaceState) -> SpaceStamp:
    """What tells whether anything was written: the number too, for a user who was erased and written again begins with
    the epoch and generation he had once before."""
    return SpaceStamp(space=state.id, user=None, epoch=state.epoch, generation=state.generation)


@dataclass(frozen=True, slots=True)
class Reserved:
    """What one write was given of its space."""

    space: int
    generation: int
    first: int
    """The first of the numbers it may give to items."""
    contributions: int


def reserve(session: Session, scope: Scope, count: int, contributions: int = 0) -> Reserved:
    """Make the space when it is new, raise its generation, take `count` numbers and count what adds to the profile."""
    owner = owner_of(scope.user)
    step = (
        "UPDATE space SET generation = generation + 1, next_number = next_number + ?, "
        "contributions = contributions + ? "
        "WHERE tenant = ? AND owner = ? RETURNING id, generation, next_number, contributions"
    )
    row = session.one(step, (count, contributions, scope.tenant, owner))
    if row is None:
        session.run(
            "INSERT INTO space (tenant, owner, analyser) VALUES (?, ?, ?) ON CONFLICT (tenant, owner) DO NOTHING",
            (scope.tenant, owner, ANALYSER_VERSION),
        )
        row = session.one(step, (count, contributions, scope.tenant, owner))
    assert row is not None, "the space was just made"
    session.wrote(scope.tenant, owner, int(row[0]), int(row[1]))
    return Reserved(int(row[0]), int(row[1]), int(row[2]) - count, int(row[3]))


def contributions(session: Session, scope: Scope) -> int:
    """Memories written into the scope's own space since its profile was made."""
    sql = "SELECT contributions FROM space WHERE tenant = ? AND owner = ?"
    row = session.one(sql, (scope.tenant, owner_of(scope.user)))
    return 0 if row is None else int(row[0])


def made(session: Session, scope: Scope) -> int:
    """The scope's own space; made when it is new. Its generation stays: nothing in it changes."""
    found = state(session, scope.tenant, scope.user)
    if found is not None:
        return found.id  # an INSERT that finds it there would use up a number
    session.run(
        "INSERT INTO space (tenant, owner, analyser) VALUES (?, ?, ?) ON CONFLICT (tenant, owner) DO NOTHING",
        (scope.tenant, owner_of(scope.user), ANALYSER_VERSION),
    )
    found = state(session, scope.tenant, scope.user)
    assert found is not None, "the space was just made"
    return found.id


def profiled(session: Session, space: int) -> None:
    """The profile was made anew: contributions are counted from here."""
    session.run("UPDATE space SET contributions = 0 WHERE id = ?", (space,))


def raised(session: Session, scope: Scope, space: int) -> int:
    """The next generation of another space of the tenant, in which something changes too."""
    row = session.one(
        "UPDATE space SET generation = generation + 1 WHERE id = ? AND tenant = ? RETURNING generation, owner",
        (space, scope.tenant),
    )
    if row is None:
        raise Conflict(f"space {space} is none of this tenant's any more; read again and retry")
    session.wrote(scope.tenant, str(row[1]), space, int(row[0]))
    return int(row[0])


def embedder_id(session: Session, signature: str, *, create: bool) -> int | None:
    """The small integer that stands for an embedder's signature beside each vector."""
    row = session.one("SELECT id FROM embedder WHERE signature = ?", (signature,))
    if row is None and create:
        session.run("INSERT INTO embedder (signature) VALUES (?) ON CONFLICT (signature) DO NOTHING", (signature,))
        row = session.one("SELECT id FROM embedder WHERE signature = ?", (signature,))
    return None if row is None else int(row[0])

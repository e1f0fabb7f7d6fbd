"""Reading the graph: entities, relations, and walks. A scope sees the user's space and the tenant's shared one.

An entity of one space and one of the other that share a name are the same to the reader: a walk goes on from both, and
what is shown is the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from recollect.model.graph import Entity, KnownRelation, Walk
from recollect.model.record import ACTIVE
from recollect.rules import naming
from recollect.storage.sql.database import Session
from recollect.storage.sql.resolving import marks, parts, wanted
from recollect.storage.sql.rows import Row, from_us, when
from recollect.storage.sql.seen import Seen

RECORDS_SHOWN = 5
"""Records given with each relation."""
RELATIONS_MAX = 20_000
"""Relations of one entity that are looked at to find those stated most."""
_RELATION = "e.source, e.kind, e.target, e.weight, e.confidence, e.valid_from, e.valid_until, e.created_at, e.ended_at"

Node = tuple[int, str]
"""Space and entity."""


def find(session: Session, spaces: Sequence[int], name: str) -> list[Node]:
    """The entities that go by a name, one a space at most."""
    key = naming.key_of(name)
    if not key or not spaces:
        return []
    rows = session.all(f"SELECT space, entity FROM alias WHERE name = ? AND space IN ({marks(spaces)})", [key, *spaces])
    found = {row[0]: row[1] for row in rows}
    return [(space, found[space]) for space in spaces if space in found]


def entities(session: Session, nodes: Iterable[Node]) -> dict[Node, Entity]:
    """Entities with their names and how many current records name them."""
    found: dict[Node, Entity] = {}
    for space, ids in _by_space(nodes).items():
        for part in parts(ids):
            aliases: dict[str, list[str]] = {}
            for id, name in session.all(
                f"{wanted(part)} SELECT a.entity, a.name FROM wanted w CROSS JOIN alias a "
                "WHERE a.space = ? AND a.entity = w.id",
                [*part, space],
            ):
                aliases.setdefault(id, []).append(name)
            for row in session.all(
                f"{wanted(part)} SELECT e.id, e.name, e.type, e.created_at, e.updated_at, "
                "(SELECT count(DISTINCT m.item) FROM mention m WHERE m.space = e.space AND m.entity = e.id AND m.live) "
                "FROM wanted w CROSS JOIN entity e WHERE e.space = ? AND e.id = w.id",
                [*part, space],
            ):
                found[(space, row[0])] = _entity(row, tuple(sorted(aliases.get(row[0], ()))))
    return found


def listed(session: Session, spaces: Sequence[int], *, type: str | None, limit: int) -> list[Entity]:
    """The entities that most current records name; of those that as many do, who was named first."""
    if not spaces:
        return []
    wanted, params = ("", []) if type is None else (" AND e.type = ?", [type])
    rows = session.all(
        "SELECT m.space, m.entity, count(DISTINCT m.item) AS often FROM mention m "
        "JOIN entity e ON e.space = m.space AND e.id = m.entity "
        f"WHERE m.space IN ({marks(spaces)}) AND m.live{wanted} GROUP BY m.space, m.entity "
        "ORDER BY often DESC, m.entity LIMIT ?",
        [*spaces, *params, limit],
    )
    nodes = [(row[0], row[1]) for row in rows]
    found = entities(session, nodes)
    return [found[node] for node in nodes if node in found]


def relations(
    session: Session,
    spaces: Sequence[int],
    *,
    nodes: Sequence[Node] | None,
    relation: str | None,
    which: Seen,
    limit: int,
) -> list[KnownRelation]:
    """Relations of some entities (None: of all), the most stated first, with the records that state them. Of those that
    are alike in that and in age, those of whom was named first: ids ascend."""
    holds, moments = which.where()
    found: list[tuple[int, Row]] = []
    for space in spaces:
        where = [holds if which.include_ended else f"e.weight > 0 AND {holds}"]  # the index has these
        params = [*moments]
        if relation is not None:
            where.append("e.kind = ?")
            params.append(relation)
        if nodes is None:
            rows = session.all(
                f"SELECT {_RELATION} FROM edge e WHERE e.space = ? AND {' AND '.join(where)} "
                "ORDER BY e.weight DESC, e.created_at DESC, e.source, e.kind, e.target LIMIT ?",
                [space, *params, limit],
            )
        else:
            keys = [
                (row[0], row[1], row[2])
                for id in (id for at, id in nodes if at == space)
                for end in ("source", "target")
                for row in session.all(
                    f"SELECT source, kind, target FROM edge WHERE space = ? AND {end} = ? LIMIT ?",
                    (space, id, RELATIONS_MAX),
                )
            ]
            rows = _rows(session, space, keys, " AND ".join(where), params)
        found += [(space, row) for row in rows]
    found.sort(key=lambda one: (-one[1][3], -one[1][7], one[1][:3]))
    return known(session, found[:limit])


def known(session: Session, found: Sequence[tuple[int, Row]]) -> list[KnownRelation]:
    """Rows of edges as relations with names and the newest records that state them."""
    names: dict[Node, str] = {}
    records: dict[tuple[Any, ...], list[str]] = {}
    for space, ids in _by_space((space, id) for space, row in found for id in (row[0], row[2])).items():
        for part in parts(ids):
            rows = session.all(
                f"{wanted(part)} SELECT e.id, e.name FROM wanted w CROSS JOIN entity e "
                "WHERE e.space = ? AND e.id = w.id",
                [*part, space],
            )
            names.update(((space, row[0]), row[1]) for row in rows)
    for space in {space for space, _ in found}:
        keys = [(row[0], row[1], row[2]) for at, row in found if at == space]
        for key in parts(keys, 200):
            rows = session.all(
                f"WITH wanted (source, relation, target) AS (VALUES {', '.join(['(?, ?, ?)'] * len(key))}) "
                "SELECT s.source, s.relation, s.target, i.id, i.ended_at IS NULL AND i.status = ? AS holds "
                "FROM wanted w CROSS JOIN statement s CROSS JOIN item i "
                "WHERE s.space = ? AND s.source = w.source AND s.relation = w.relation AND s.target = w.target "
                "AND i.item = s.item ORDER BY holds DESC, i.item DESC",
                [*(value for one in key for value in one), ACTIVE, space],
            )
            current: set[tuple[Any, ...]] = set()
            for row in rows:  # what has ended bears it out only where nothing else does
                stated = (space, row[0], row[1], row[2])
                if row[4]:
                    current.add(stated)
                elif stated in current:
                    continue
                records.setdefault(stated, []).append(row[3])
    return [
        relation_of(row, names[(space, row[0])], names[(space, row[2])], records.get((space, *row[:3]), []))
        for space, row in found
        if (space, row[0]) in names and (space, row[2]) in names
    ]


@dataclass(kw_only=True)
class _Trip:
    """A walk while it goes on."""

    distances: dict[Node, int] = field(default_factory=dict)
    edges: dict[tuple[Any, ...], tuple[int, Row]] = field(default_factory=dict)
    same: dict[Node, Node] = field(default_factory=dict)
    """An entity of a second space -> the one it is shown as."""
    cut: str | None = None


def walk(
    session: Session,
    spaces: Sequence[int],
    start: Sequence[Node],
    *,
    depth: int,
    which: Seen,
    nodes_max: int,
    edges_max: int,
) -> Walk:
    """Breadth first, a whole frontier at a time, in both directions."""
    trip = _Trip(distances=dict.fromkeys(start, 0), same=dict.fromkeys(start[1:], start[0]))
    frontier = [*start, *_twins(session, trip, spaces, start)]
    trip.distances.update((node, 0) for node in frontier)
    for hop in range(1, depth + 1):
        if not frontier or trip.cut:
            break
        reached = _step(session, trip, frontier, which, nodes_max=nodes_max, edges_max=edges_max)
        frontier = reached + _twins(session, trip, spaces, reached)
        trip.distances.update((node, hop) for node in frontier)
    _close(session, trip, frontier, which, edges_max=edges_max)
    found = entities(session, trip.distances)
    shown = [node for node in trip.distances if node not in trip.same and node in found]
    return Walk(
        start=found[trip.same.get(start[0], start[0])],
        depth=depth,
        entities=tuple(found[node] for node in shown),
        distances={node[1]: trip.distances[node] for node in shown},
        relations=tuple(_relations_of(trip, found)),
        cut=trip.cut,
    )


def _step(
    session: Session,
    trip: _Trip,
    frontier: Sequence[Node],
    which: Seen,
    *,
    nodes_max: int,
    edges_max: int,
) -> list[Node]:
    """The entities one hop further."""
    distances, edges = trip.distances, trip.edges
    reached: dict[Node, None] = {}
    room = nodes_max - len(distances)
    for space, row in _edges(session, trip, frontier, which, edges_max=edges_max):
        shown = True
        for node in ((space, row[0]), (space, row[2])):
            if node in distances or node in reached:
                continue
            if len(reached) < room:
                reached[node] = None
            else:
                trip.cut = f"more than {nodes_max} entities: the nearest are shown"
                shown = False
        if shown:
            edges[(space, row[0], row[1], row[2])] = (space, row)
    return list(reached)


def _edges(
    session: Session, trip: _Trip, nodes: Sequence[Node], which: Seen, *, edges_max: int
) -> list[tuple[int, Row]]:
    """The relations of these entities that hold, in one query for each end: it takes so many keys from the index of
    that end, which holds them, and reads the row of each. SQLite, asked for the rows at once, reads the whole space."""
    holds, moments = which.where()
    found: list[tuple[int, Row]] = []
    for space, ids in _by_space(nodes).items():
        for end in ("source", "target"):
            for part in parts(ids):
                room = edges_max - len(trip.edges) - len(found)
                if room <= 0:
                    break
                rows = session.all(
                    f"{wanted(part)}, near (source, kind, target) AS (SELECT e.source, e.kind, e.target "
                    f"FROM wanted w CROSS JOIN edge e WHERE e.space = ? AND e.{end} = w.id LIMIT ?) "
                    f"SELECT {_RELATION}, {holds} FROM near n CROSS JOIN edge e "
                    "WHERE e.space = ? AND e.source = n.source AND e.kind = n.kind AND e.target = n.target",
                    [*part, space, room + 1, *moments, space],
                )
                if len(rows) > room:
                    trip.cut = f"more than {edges_max} relations: not all are shown"
                found += [
                    (space, row[:-1]) for row in rows if row[-1] and (space, row[0], row[1], row[2]) not in trip.edges
                ]
    return found[: max(0, edges_max - len(trip.edges))]


def _rows(
    session: Session, space: int, keys: Sequence[tuple[str, str, str]], holds: str, moments: Sequence[Any]
) -> list[Row]:
    """The relations with these keys that hold."""
    found: list[Row] = []
    for part in parts(keys):
        found += session.all(
            f"WITH wanted (source, kind, target) AS (VALUES {', '.join(['(?, ?, ?)'] * len(part))}) "
            f"SELECT {_RELATION} FROM wanted w CROSS JOIN edge e WHERE e.space = ? AND e.source = w.source "
            f"AND e.kind = w.kind AND e.target = w.target AND {holds}",
            [*(value for key in part for value in key), space, *moments],
        )
    return found


def _close(session: Session, trip: _Trip, last: Sequence[Node], which: Seen, *, edges_max: int) -> None:
    """Relations among the outermost entities: neither end leads further, but both are shown."""
    if trip.cut or len(last) < 2:
        return
    within = set(last)
    holds, moments = which.where()
    for space, ids in _by_space(last).items():
        for part in parts(ids):
            rows = session.all(
                f"{wanted(part)} SELECT {_RELATION} FROM wanted w CROSS JOIN edge e "
                f"WHERE e.space = ? AND e.source = w.id AND {holds} LIMIT ?",
                [*part, space, *moments, edges_max],
            )
            for row in rows:
                if (space, row[2]) in within and len(trip.edges) < edges_max:
                    trip.edges.setdefault((space, *row[:3]), (space, row))


def _twins(session: Session, trip: _Trip, spaces: Sequence[int], reached: Sequence[Node]) -> list[Node]:
    """Entities of other spaces that go by a name of these and were not reached yet. Of each pair the one of the first
    space is shown, whichever was reached."""
    found: dict[Node, None] = {}
    if len(spaces) < 2:
        return []
    rank = {space: place for place, space in enumerate(spaces)}
    for space, ids in _by_space(reached).items():
        others = [other for other in spaces if other != space]
        for part in parts(ids):
            rows = session.all(
                f"{wanted(part)} SELECT a.entity, b.space, b.entity FROM wanted w CROSS JOIN alias a "
                "CROSS JOIN alias b WHERE a.space = ? AND a.entity = w.id AND b.name = a.name "
                f"AND b.space IN ({marks(others)}) ORDER BY a.entity, b.space, b.entity",
                [*part, space, *others],
            )
            for own, other, twin in rows:
                pair: tuple[Node, Node] = ((space, own), (other, twin))
                shown, second = sorted(pair, key=lambda node: rank[node[0]])
                trip.same.setdefault(second, shown)
                if pair[1] not in trip.distances:
                    found[pair[1]] = None
    within = set(reached)
    return [node for node in found if node not in within]


def _relations_of(trip: _Trip, found: dict[Node, Entity]) -> list[KnownRelation]:
    """The relations of a walk, with the names of what is shown, nearest and most stated first."""
    shown: dict[tuple[str, str, str], tuple[int, KnownRelation]] = {}
    same, distances = trip.same, trip.distances
    for space, row in trip.edges.values():
        first, last = (space, row[0]), (space, row[2])
        first, last = same.get(first, first), same.get(last, last)
        source, target = found.get(first), found.get(last)
        if first == last or source is None or target is None:
            continue
        key = (source.id, row[1], target.id)
        if key not in shown:
            near = min(distances[first], distances[last])
            shown[key] = (near, relation_of((*key, *row[3:]), source.name, target.name))
    ordered = sorted(
        shown.values(), key=lambda one: (one[0], -one[1].weight, one[1].source, one[1].relation, one[1].target)
    )
    return [one for _, one in ordered]


def relation_of(row: Row, source: str, target: str, records: Sequence[str] = ()) -> KnownRelation:
    return KnownRelation(
        source=source,
        relation=row[1],
        target=target,
        source_id=row[0],
        target_id=row[2],
        weight=row[3],
        confidence=row[4],
        valid_from=from_us(row[5]),
        valid_until=from_us(row[6]),
        created_at=when(row[7]),
        ended_at=from_us(row[8]),
        records=tuple(records[:RECORDS_SHOWN]),
    )


def _entity(row: Row, aliases: tuple[str, ...]) -> Entity:
    own = naming.key_of(row[1])
    return Entity(
        id=row[0],
        name=row[1],
        type=row[2],
        aliases=aliases,
        others=tuple(alias for alias in aliases if alias != own),
        mentions=row[5],
        created_at=when(row[3]),
        updated_at=when(row[4]),
    )


def _by_space(nodes: Iterable[Node]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for space, id in nodes:
        found.setdefault(space, []).append(id)
    return found

"""How the graph is written: what records say goes in, what rests on nothing goes out. Each step is one transaction.

A row of `mention` or `statement` belongs to one version of a record (`item`). A relation (`edge` between two entities)
is what the statements of current versions add up to; it ends with the last of them and is gone with the last row. An
entity and its aliases are gone when no version of any record names them any more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import chain, groupby
from operator import itemgetter

from recollect.errors import Conflict
from recollect.model.batch import Batch
from recollect.model.claim import Mention, Relation
from recollect.model.graph import Growth, Mark, Ties, Told, Ungraphed
from recollect.model.record import ACTIVE, Record
from recollect.rules import naming
from recollect.storage.sql.database import Session
from recollect.storage.sql.resolving import Names, marks, parts, wanted
from recollect.storage.sql.rows import RECORD_COLUMNS, Row, record_of, space_range, to_json
from recollect.storage.sql.succeeding import handed_over

Key = tuple[str, str, str]
"""Source, relation, target."""
RELATION_CHARS_MAX = 80
_PUT_RELATION = (
    "INSERT INTO edge (space, source_type, source, kind, target_type, target, weight, confidence, valid_from, "
    "valid_until, created_at, ended_at) VALUES (?, 'entity', ?, ?, 'entity', ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (space, source, kind, target) DO UPDATE SET weight = excluded.weight, "
    "confidence = excluded.confidence, valid_from = excluded.valid_from, valid_until = excluded.valid_until, "
    "created_at = excluded.created_at, ended_at = excluded.ended_at"
)
_LAYERS = {"graphed": ("override", "memory", "summary", "document"), "linked": ("memory",)}
"""Layers that the graph reads, and those that have waypoints. Turns are left out: what they teach becomes memories; a
profile repeats what memories say."""


# --- what came with a record ----------------------------------------------------------------------------------------


def write_told(session: Session, batch: Batch, items: Sequence[int]) -> None:
    """Keep the ties that were given with records."""
    records = batch.entries.records if batch.entries else ()
    places = {record.id: item for record, item in zip(records, items, strict=True)}
    for told in batch.told:
        item = places.get(told.record) if told.record is not None else told.item
        if item is not None:
            _put_told(session, item, told)


def _put_told(session: Session, item: int, told: Told) -> None:
    before = [held for held in (told.item, item) if held is not None]
    known = told_with(session, list(dict.fromkeys(before)))
    mentions = dict.fromkeys(chain(*(known[held].mentions for held in before if held in known), told.ties.mentions))
    relations = dict.fromkeys(chain(*(known[held].relations for held in before if held in known), told.ties.relations))
    data = {"mentions": [asdict(one) for one in mentions], "relations": [asdict(one) for one in relations]}
    session.run(
        "INSERT INTO told (item, data) VALUES (?, ?) ON CONFLICT (item) DO UPDATE SET data = excluded.data",
        (item, to_json(data)),
    )


def tell_once(session: Session, item: int, ties: Ties) -> bool:
    """Keep ties beside a record that has none yet; whether it had none."""
    if told_with(session, [item]):
        return False
    _put_told(session, item, Told(ties=ties, item=item))
    return True


def told_with(session: Session, items: Sequence[int]) -> dict[int, Ties]:
    found: dict[int, Ties] = {}
    for part in parts(items):
        for item, data in session.all(f"SELECT item, data FROM told WHERE item IN ({marks(part)})", part):
            value = json.loads(data)
            found[item] = Ties(
                mentions=tuple(Mention(**one) for one in value.get("mentions", ())),
                relations=tuple(Relation(**one) for one in value.get("relations", ())),
            )
    return found


# --- growing --------------------------------------------------------------------------------------------------------


def ungraphed(session: Session, space: int, *, mark: str, limit: int) -> Ungraphed | None:
    """The next records beyond a mark ("graphed" or "linked"), oldest change first; None: all are known."""
    row = session.one(f"SELECT generation, {mark}, {mark}_item FROM space WHERE id = ?", (space,))
    if row is None or (row[0] == row[1] and row[2] == space_range(space)[1]):
        return None
    generation, seen, layers = row[0], (row[1], row[2]), _LAYERS[mark]
    within, bounds = session.of_space(space)
    rows = session.all(
        f"SELECT {RECORD_COLUMNS}, changed FROM item WHERE {within} AND changed >= ? AND (changed > ? OR item > ?) "
        f"AND layer IN ({marks(layers)}) ORDER BY changed, item LIMIT ?",
        (*bounds, seen[0], *seen, *layers, limit),
    )
    whole = len(rows) < limit
    following: Mark = (generation, space_range(space)[1]) if whole else (rows[-1][-1], rows[-1][0])
    records = [record_of(row[:-1]) for row in rows]
    return Ungraphed(
        seen=seen,
        next=following,
        records=records,
        changed=[row[-1] for row in rows],
        told=told_with(session, [record.item for record in records]) if mark == "graphed" else {},
    )


def advance(session: Session, space: int, step: Ungraphed, *, mark: str) -> None:
    """Move a mark; whoever lost the race to another process is refused. This also locks the space."""
    moved = session.run(
        f"UPDATE space SET {mark} = ?, {mark}_item = ? WHERE id = ? AND {mark} = ? AND {mark}_item = ?",
        (*step.next, space, *step.seen),
    )
    if moved != 1:
        raise Conflict("the graph was brought up to date by somebody else meanwhile; look again")


def unchanged(session: Session, step: Ungraphed) -> set[int]:
    """The items of a step that are as they were when it was read. The others were deleted, or come again."""
    expected = {record.item: changed for record, changed in zip(step.records, step.changed, strict=True)}
    kept: set[int] = set()
    for part in parts(expected):
        rows = session.all(f"SELECT item, changed FROM item WHERE item IN ({marks(part)})", part)
        kept.update(item for item, changed in rows if expected[item] == changed)
    return kept


def grow(session: Session, space: int, growth: Growth) -> None:
    """Take in what the records of one step say."""
    advance(session, space, growth.step, mark="graphed")
    kept = unchanged(session, growth.step)
    said = [
        (record, ties) for record, ties in zip(growth.step.records, growth.ties, strict=True) if record.item in kept
    ]
    meant = _meant(session, space, [record for record, _ in said])
    touched, keys = _remove(session, space, sorted(kept))
    names = Names(session, space, growth.now)
    names.load(naming.key_of(mention.name) for _, ties in said for mention in _named(ties))
    mentions: dict[tuple[int, str, str], tuple[str, bool]] = {}
    statements: dict[tuple[int, str, str, str], float] = {}
    for record, ties in said:
        live = record.current and record.status == ACTIVE
        ids: dict[str, str] = {}
        tied: dict[str, list[tuple[str, str]]] = {}
        for relation in ties.relations:
            tied.setdefault(naming.key_of(relation.target), []).append((relation.source, relation.relation))
        for mention in _named(ties):
            alias = naming.key_of(mention.name)
            entity = names.resolve(mention, meant.get((record.item, alias)), tied.get(alias, ()))
            if entity is not None:
                ids.setdefault(alias, entity)
                mentions.setdefault((record.item, entity, alias), (naming.shown(mention.name), live))
        for relation in ties.relations:
            source, target = ids.get(naming.key_of(relation.source)), ids.get(naming.key_of(relation.target))
            if source is not None and target is not None and source != target:
                key = (record.item, source, naming.relation_key(relation.relation)[:RELATION_CHARS_MAX], target)
                statements[key] = max(relation.confidence, statements.get(key, 0.0))
    names.write()
    session.many(
        "INSERT INTO mention (space, item, entity, alias, name, live) VALUES (?, ?, ?, ?, ?, ?)",
        [(space, *key, *value) for key, value in mentions.items()],
    )
    session.many(
        "INSERT INTO statement (space, item, source, relation, target, confidence) VALUES (?, ?, ?, ?, ?, ?)",
        [(space, *key, confidence) for key, confidence in statements.items()],
    )
    refresh(session, space, keys | {key[1:] for key in statements})
    sweep(session, space, touched - {key[1] for key in mentions})


def _meant(session: Session, space: int, records: Sequence[Record]) -> dict[tuple[int, str], str]:
    """Whom each name of a record meant so far, in this version or the one before: what was understood once stays."""
    found: dict[tuple[int, str], str] = {}
    followers = {record.previous_version_id: record.item for record in records if record.previous_version_id}
    within, bounds = session.of_space(space, "i")
    for part in parts(followers):
        rows = session.all(
            "SELECT i.id, m.alias, m.entity FROM space s JOIN item i ON i.tenant = s.tenant AND i.space = s.id "
            "JOIN mention m ON m.space = i.space AND m.item = i.item "
            f"WHERE s.id = ? AND {within} AND i.id IN ({marks(part)}) ORDER BY m.entity",
            [space, *bounds, *part],
        )
        found.update(((followers[id], alias), entity) for id, alias, entity in rows)
    for own in parts(record.item for record in records):
        rows = session.all(
            f"{wanted(own)} SELECT m.item, m.alias, m.entity FROM wanted w CROSS JOIN mention m "
            "WHERE m.space = ? AND m.item = w.id ORDER BY m.entity",
            [*own, space],
        )
        found.update(((item, alias), entity) for item, alias, entity in rows)
    return found


def _named(ties: Ties) -> Iterable[Mention]:
    """Everybody who is named, those first whose type is known; the ends of a relation are."""
    yield from ties.mentions
    for relation in ties.relations:
        yield Mention(name=relation.source)
        yield Mention(name=relation.target)


def _remove(session: Session, space: int, items: Sequence[int]) -> tuple[set[str], set[Key]]:
    """Take out what these versions say; who was named and which relations were stated."""
    touched: set[str] = set()
    keys: set[Key] = set()
    for part in parts(items):
        named = session.all(
            f"{wanted(part)} SELECT m.item, m.entity FROM wanted w CROSS JOIN mention m "
            "WHERE m.space = ? AND m.item = w.id",
            [*part, space],
        )
        if not named:
            continue
        touched.update(row[1] for row in named)
        stated = session.all(
            f"{wanted(part)} SELECT s.source, s.relation, s.target FROM wanted w CROSS JOIN statement s "
            "WHERE s.space = ? AND s.item = w.id",
            [*part, space],
        )
        keys.update((row[0], row[1], row[2]) for row in stated)
        gone = [(space, item) for item in dict.fromkeys(row[0] for row in named)]
        session.many("DELETE FROM mention WHERE space = ? AND item = ?", gone)
        session.many("DELETE FROM statement WHERE space = ? AND item = ?", gone)
    return touched, keys


def refresh(session: Session, space: int, keys: Iterable[Key]) -> None:
    """Make relations say what their statements add up to, and end those that passed to somebody else."""
    keys = set(keys)
    passed = handed_over(session, space, keys)
    for part in parts(sorted(keys | passed.keys()), 200):
        rows = session.all(
            f"WITH wanted (source, relation, target) AS (VALUES {', '.join(['(?, ?, ?)'] * len(part))}) "
            "SELECT s.source, s.relation, s.target, s.item, s.confidence, i.valid_from, i.valid_until, i.expires_at, "
            "coalesce(i.occurred_at, i.created_at), i.ended_at, i.status FROM wanted w "
            "CROSS JOIN statement s CROSS JOIN item i WHERE s.space = ? AND s.source = w.source "  # in this order
            "AND s.relation = w.relation AND s.target = w.target AND i.item = s.item",
            [*chain.from_iterable(part), space],
        )
        stated = groupby(sorted(rows, key=itemgetter(0, 1, 2, 3)), key=lambda row: (row[0], row[1], row[2]))
        sums = {key: _sum(list(group), passed.get(key)) for key, group in stated}
        session.many(_PUT_RELATION, [(space, *key, *values) for key, values in sums.items()])
        session.many(
            "DELETE FROM edge WHERE space = ? AND source = ? AND kind = ? AND target = ? AND source_type = 'entity'",
            [(space, *key) for key in part if key not in sums],
        )


def _sum(rows: Sequence[Row], passed_at: int | None) -> tuple[object, ...]:
    """Weight, confidence, validity and system time of a relation, from its statements in the order they were made.

    The newest one says until when it holds; where all expire, it holds until the last of them does. `passed_at`: when
    somebody else was told to be in his place.
    """
    current = [row for row in rows if row[9] is None and row[10] == ACTIVE]
    counted = current or rows
    begins = [row[5] for row in counted if row[5] is not None]
    expiries = [row[7] for row in counted]
    until = counted[-1][6]
    if until is None and None not in expiries:
        until = max(expiries)
    ended = passed_at if current else max((row[9] for row in rows if row[9] is not None), default=rows[-1][8])
    return (
        float(len(current)),
        max(row[4] for row in counted),
        min(begins) if begins else None,
        until,
        min(row[8] for row in rows),
        ended,
    )


# --- forgetting -----------------------------------------------------------------------------------------------------


def forget(session: Session, space: int, items: Sequence[int]) -> None:
    """Versions are being deleted: nothing that only they said may stay, down to a name."""
    touched, keys = _remove(session, space, items)
    if touched:
        refresh(session, space, keys)
        sweep(session, space, touched)


def cut_off(session: Session, space: int, records: Sequence[str]) -> None:
    """Drop every edge from and to these records."""
    session.many("DELETE FROM edge WHERE space = ? AND source = ?", [(space, id) for id in records])
    for part in parts(records):
        rows = session.all(  # keys alone, which the index holds: SQLite would read the whole space otherwise
            f"{wanted(part)} SELECT e.source, e.kind, e.target FROM wanted w CROSS JOIN edge e "
            "WHERE e.space = ? AND e.target = w.id",
            [*part, space],
        )
        session.many(
            "DELETE FROM edge WHERE space = ? AND source = ? AND kind = ? AND target = ?",
            [(space, *row) for row in rows],
        )


def sweep(session: Session, space: int, entities: Iterable[str]) -> None:
    """Drop the aliases that no record says any more, and the entities without any; a name shown must still be said."""
    for part in parts(entities):
        rows = session.all(
            f"{wanted(part)} SELECT m.entity, m.alias, m.name FROM wanted w CROSS JOIN mention m "
            "WHERE m.space = ? AND m.entity = w.id",
            [*part, space],
        )
        said = {(row[0], row[1]) for row in rows}
        aliases = session.all(
            f"{wanted(part)} SELECT a.entity, a.name FROM wanted w CROSS JOIN alias a "
            "WHERE a.space = ? AND a.entity = w.id",
            [*part, space],
        )
        session.many(
            "DELETE FROM alias WHERE space = ? AND name = ?",
            [(space, alias) for entity, alias in aliases if (entity, alias) not in said],
        )
        left = {entity for entity, alias in aliases if (entity, alias) in said}
        session.many(  # a name that had become ambiguous may be the only one left
            "INSERT INTO alias (space, name, entity, given) VALUES (?, ?, ?, ?) ON CONFLICT (space, name) DO NOTHING",
            [(space, alias, entity, False) for entity, alias in sorted(said) if entity not in left],
        )
        shown: dict[str, list[str]] = {}
        for entity, _, name in rows:
            shown.setdefault(entity, []).append(name)
        session.many(
            "DELETE FROM entity WHERE space = ? AND id = ?", [(space, entity) for entity in part if entity not in shown]
        )
        session.many(
            "UPDATE entity SET name = ? WHERE space = ? AND id = ? AND name NOT IN "
            "(SELECT name FROM mention WHERE space = ? AND entity = ?)",
            [(max(sorted(names), key=len), space, entity, space, entity) for entity, names in sorted(shown.items())],
        )


def merge(session: Session, space: int, keep: str, other: str, now_us: int) -> None:
    """Everything said of `other` is said of `keep` from now on, and so are its names."""
    session.lock("space", [space])
    ends = "SELECT DISTINCT source, relation, target FROM statement WHERE space = ? AND (source = ? OR target = ?)"
    before = {(row[0], row[1], row[2]) for row in session.all(ends, (space, other, other))}
    session.run(
        "INSERT INTO mention (space, item, entity, alias, name, live) SELECT space, item, ?, alias, name, live "
        "FROM mention WHERE space = ? AND entity = ? ON CONFLICT (space, item, entity, alias) DO NOTHING",
        (keep, space, other),
    )
    session.run(
        "INSERT INTO statement (space, item, source, relation, target, confidence) SELECT space, item, "
        "CASE WHEN source = ? THEN ? ELSE source END, relation, CASE WHEN target = ? THEN ? ELSE target END, "
        "confidence FROM statement WHERE space = ? AND (source = ? OR target = ?) "
        "AND NOT (source IN (?, ?) AND target IN (?, ?)) "
        "ON CONFLICT (space, source, relation, target, item) DO NOTHING",
        (other, keep, other, keep, space, other, other, keep, other, keep, other),
    )
    session.run("DELETE FROM mention WHERE space = ? AND entity = ?", (space, other))
    session.run("DELETE FROM statement WHERE space = ? AND (source = ? OR target = ?)", (space, other, other))
    session.run("UPDATE alias SET entity = ?, given = ? WHERE space = ? AND entity = ?", (keep, True, space, other))
    session.run("DELETE FROM entity WHERE space = ? AND id = ?", (space, other))
    session.run("UPDATE entity SET updated_at = ? WHERE space = ? AND id = ?", (now_us, space, keep))
    after = {(row[0], row[1], row[2]) for row in session.all(ends, (space, keep, keep))}
    refresh(session, space, before | after)

"""Whom a name means in one space: looked up among the names known there, inside the transaction that writes.

The rule of first names: "Ana" is "Ana Silva" as long as one person of the space begins with Ana. A second one ("Ana
Costa") makes the bare name ambiguous: what was understood before stays where it is, the alias is taken away, and from
then on a bare "Ana" is an entity of its own. An alias that a person gave by merging is never taken away. Who is tied to
somebody otherwise than the one of that first name ("my brother Tom", "my friend Tom Weber") is another one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

from recollect.model.claim import Mention
from recollect.model.ids import ascending_ids
from recollect.rules import naming
from recollect.rules.two_ties import exclude
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import us

PART = 400
"""Values in one list of a statement."""
ITEMS_MAX = 2000
"""Items of one entity that a search looks at."""
_MAYBE_PERSON = ("person", "concept")
Value = TypeVar("Value")


def parts(values: Iterable[Value], size: int = PART) -> Iterator[list[Value]]:
    """Each value once, in bounded lists."""
    distinct = list(dict.fromkeys(values))
    for start in range(0, len(distinct), size):
        yield distinct[start : start + size]


def marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def wanted(values: Sequence[Any]) -> str:
    """A table of these values, to be joined by CROSS JOIN: a long IN makes SQLite read the whole space instead."""
    return f"WITH wanted (id) AS (VALUES {', '.join(['(?)'] * len(values))})"


@dataclass(slots=True)
class _Node:
    """An entity while names are resolved."""

    name: str
    type: str
    fresh: bool = False
    changed: bool = False


class Names:
    """The names of one space, as far as they were asked for; what changes is written at the end."""

    def __init__(self, session: Session, space: int, now: datetime) -> None:
        self._session = session
        self._space = space
        self._now = now
        self._new = ascending_ids(now)
        self._aliases: dict[str, tuple[str, bool] | None] = {}
        self._nodes: dict[str, _Node] = {}
        self._put: dict[str, str] = {}
        self._dropped: set[str] = set()
        self._tied: dict[str, set[tuple[str, str]]] = {}  # entity -> key of who has it, and as what, in this step

    def load(self, keys: Iterable[str]) -> None:
        """Look these up at once instead of one by one."""
        for part in parts(key for key in keys if key and key not in self._aliases):
            self._aliases.update(dict.fromkeys(part))
            self._take(
                "SELECT a.name, a.entity, a.given, e.name, e.type FROM alias a JOIN entity e "
                f"ON e.space = a.space AND e.id = a.entity WHERE a.space = ? AND a.name IN ({marks(part)})",
                [self._space, *part],
            )

    def _take(self, sql: str, params: Sequence[Any]) -> list[str]:
        """Aliases from the database; what this transaction has changed wins."""
        entities = []
        for alias, entity, given, name, type in self._session.all(sql, params):
            if alias in self._dropped or alias in self._put:
                continue
            self._aliases[alias] = (entity, bool(given))
            self._nodes.setdefault(entity, _Node(name, type))
            entities.append(entity)
        return entities

    def _find(self, key: str) -> tuple[str, bool] | None:
        if key not in self._aliases:
            self.load([key])
        return self._aliases[key]

    def _beginning_with(self, first: str) -> set[str]:
        """The entities with a whole name that begins with this word."""
        found = self._take(
            "SELECT a.name, a.entity, a.given, e.name, e.type FROM alias a "
            "JOIN entity e ON e.space = a.space AND e.id = a.entity WHERE a.space = ? AND a.name > ? AND a.name < ? "
            f"ORDER BY a.name LIMIT {PART}",
            (self._space, f"{first} ", f"{first}!"),  # "!" follows the space
        )
        fresh = [entity for key, entity in self._put.items() if key.startswith(f"{first} ")]
        return {entity for entity in (*found, *fresh) if self._nodes[entity].type in _MAYBE_PERSON}

    def resolve(self, mention: Mention, meant: str | None = None, ties: Collection[tuple[str, str]] = ()) -> str | None:
        """The entity a mention means; a new one where nobody is known by the name, unless the mention is weak.

        `meant`: whom it meant so far; the name may have become ambiguous since, or somebody else's. `ties`: who is told
        to have somebody of that name, and as what.
        """
        key = naming.key_of(mention.name)
        if not key:
            return None
        entity = self._resolved(key, mention, meant, ties)
        if entity is not None:
            self._tied.setdefault(entity, set()).update((naming.key_of(source), tie) for source, tie in ties)
        return entity

    def _resolved(self, key: str, mention: Mention, meant: str | None, ties: Collection[tuple[str, str]]) -> str | None:
        known = self._find(key)
        if meant is not None and (known is None or known[0] != meant):
            return meant
        if known is None and mention.weak:
            return None
        if known is not None:
            self._learn(known[0], mention)
            return known[0]
        entity = self._by_part_of_name(key, mention.type) if mention.type in _MAYBE_PERSON else None
        if entity is None or self._is_another(entity, ties):
            entity = next(self._new)
            self._nodes[entity] = _Node(naming.shown(mention.name), mention.type, fresh=True)
        else:
            self._learn(entity, mention)
        self._aliases[key] = (entity, False)
        self._put[key] = entity
        self._dropped.discard(key)
        return entity

    def _by_part_of_name(self, key: str, type: str) -> str | None:
        """The person that a first name, or a whole name, means; None: nobody known, or more than one."""
        if not naming.is_whole(key):
            others = self._beginning_with(key)
            one = next(iter(others)) if len(others) == 1 else None
            return one if one is not None and "person" in (type, self._nodes[one].type) else None
        first = naming.first_word(key)
        holder = self._find(first)
        if holder is None or self._nodes[holder[0]].type not in _MAYBE_PERSON:
            return None
        if "person" not in (type, self._nodes[holder[0]].type):
            return None
        others = self._beginning_with(first)
        if not others:
            return holder[0]
        if holder[0] in others and not holder[1]:  # no longer clear whom it means
            self._aliases[first] = None
            self._put.pop(first, None)
            self._dropped.add(first)
        return None

    def _is_another(self, entity: str, ties: Collection[tuple[str, str]]) -> bool:
        """Whether somebody has this entity and the one that is told of by ties that exclude each other."""
        told = {(naming.key_of(source), tie) for source, tie in ties}
        if not told:
            return False
        rows = self._session.all(
            "SELECT DISTINCT a.name, s.relation FROM statement s JOIN alias a ON a.space = s.space "
            "AND a.entity = s.source WHERE s.space = ? AND s.target = ?",
            (self._space, entity),
        )
        before = {(row[0], row[1]) for row in rows} | self._tied.get(entity, set())
        return any(whose == of and exclude(tie, other) for whose, tie in told for of, other in before)

    def _learn(self, entity: str, mention: Mention) -> None:
        node = self._nodes[entity]
        better = (naming.better_name(node.name, naming.shown(mention.name)), node.type)
        if not mention.weak:
            better = (better[0], naming.better_type(node.type, mention.type))
        if better != (node.name, node.type):
            node.name, node.type = better
            node.changed = True

    def write(self) -> None:
        """New entities and aliases, and what is known better now."""
        now = us(self._now)
        fresh = [(entity, node) for entity, node in self._nodes.items() if node.fresh]
        self._session.many(
            "INSERT INTO entity (space, id, name, type, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
            [(self._space, entity, node.name, node.type, now, now) for entity, node in fresh],
        )
        self._session.many(
            "UPDATE entity SET name = ?, type = ?, updated_at = ? WHERE space = ? AND id = ?",
            [
                (node.name, node.type, now, self._space, entity)
                for entity, node in self._nodes.items()
                if node.changed and not node.fresh
            ],
        )
        self._session.many(
            "DELETE FROM alias WHERE space = ? AND name = ?", [(self._space, key) for key in sorted(self._dropped)]
        )
        self._session.many(
            "INSERT INTO alias (space, name, entity, given) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (space, name) DO UPDATE SET entity = excluded.entity, given = excluded.given",
            [(self._space, key, entity, False) for key, entity in sorted(self._put.items())],
        )


def merged(session: Session, space: int) -> Iterator[tuple[str, str]]:
    """The names that a person gave by merging, each with another one of the same entity: one that it has without that,
    if there is any."""
    rows = session.all(
        "SELECT a.entity, a.given, a.name FROM alias a WHERE a.space = ? AND EXISTS "
        "(SELECT 1 FROM alias g WHERE g.space = a.space AND g.entity = a.entity AND g.given)",
        (space,),
    )
    for _, names in groupby(sorted((row[0], bool(row[1]), row[2]) for row in rows), key=itemgetter(0)):
        (_, _, known_as), *others = names
        yield from ((name, known_as) for _, given, name in others if given)


def near(session: Session, spaces: Sequence[int], name: str, *, limit: int) -> list[str]:
    """Names of entities with a name that begins alike, to propose."""
    key = naming.first_word(naming.key_of(name))[:3]
    if not key or not spaces:
        return []
    rows = session.all(
        "SELECT DISTINCT e.name FROM alias a JOIN entity e ON e.space = a.space AND e.id = a.entity "
        f"WHERE a.space IN ({marks(spaces)}) AND a.name >= ? AND a.name < ? ORDER BY e.name LIMIT ?",
        [*spaces, key, f"{key}\U0010ffff", limit],
    )
    return [row[0] for row in rows]


def items_naming(
    session: Session, spaces: Sequence[int], keys: Sequence[str], *, items_max: int = ITEMS_MAX
) -> dict[str, list[int]]:
    """Of each entity with one of these names, by its first one: the newest items that name it."""
    aliases: dict[tuple[int, str], str] = {}
    for space in spaces:
        for part in parts(keys):
            rows = session.all(
                f"SELECT entity, name FROM alias WHERE space = ? AND name IN ({marks(part)}) ORDER BY name",
                [space, *part],
            )
            for entity, name in rows:
                aliases.setdefault((space, entity), name)
    found: dict[str, list[int]] = {}
    for (space, entity), name in aliases.items():
        rows = session.all(
            "SELECT DISTINCT item FROM mention WHERE space = ? AND entity = ? AND live ORDER BY item DESC LIMIT ?",
            (space, entity, items_max),
        )
        found.setdefault(name, []).extend(row[0] for row in rows)
    return found

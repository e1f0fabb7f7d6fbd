"""The graph: who and what records speak of, how they are related, and what was found on a walk through it.

The graph is derived from records: a relation lives as long as a current record states it, an entity as long as a
record names it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from recollect.model.claim import Mention, Relation
from recollect.model.record import Record

DEPTH_DEFAULT = 2
DEPTH_MAX = 4
WAYPOINT = "waypoint"


@dataclass(frozen=True, kw_only=True)
class Ties:
    """What one text says about whom: the names in it, and how they are tied."""

    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.mentions or self.relations)


@dataclass(frozen=True, kw_only=True)
class Told:
    """Ties that came with a record instead of out of its text; kept beside it.

    `record` is the id of a record of the same batch; else `item` is one that is stored. With both, the record also
    takes over what was told with that item.
    """

    ties: Ties
    record: str | None = None
    item: int | None = None


@dataclass(frozen=True, kw_only=True)
class Entity:
    """Somebody or something that records name."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    """Every name it goes by, folded."""
    others: tuple[str, ...] = ()
    """Those that are not the folded form of `name`."""
    mentions: int = 0
    """Current records that name it."""
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, kw_only=True)
class MergedName:
    """A name that means somebody because a person said so, beside one by which he is known without that."""

    user: str | None
    name: str
    known_as: str


@dataclass(frozen=True, kw_only=True)
class KnownRelation:
    """A relation between two entities, as far as the records know: ("Ana", "works at", "Acme")."""

    source: str
    relation: str
    target: str
    source_id: str
    target_id: str
    confidence: float
    weight: float
    """How many current records state it."""
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    created_at: datetime
    """When it was first stated."""
    ended_at: datetime | None = None
    """When the last record that stated it stopped being current; None while one is."""
    records: tuple[str, ...] = ()
    """Ids of the records that state it, newest first, where they were asked for; of what has ended where no current one
    states it."""


@dataclass(frozen=True, kw_only=True)
class Walk:
    """What lies around an entity, nearest first."""

    start: Entity
    depth: int
    entities: tuple[Entity, ...]
    """The start first."""
    distances: Mapping[str, int]
    """Entity id -> hops from the start."""
    relations: tuple[KnownRelation, ...]
    cut: str | None = None
    """What was left out, where there was too much."""


@dataclass(frozen=True, kw_only=True)
class Waypoint:
    """The one strongest link of a memory to another."""

    source: str
    target: str
    weight: float
    item: int
    """The target's."""
    created_at: datetime


# --- how the graph grows --------------------------------------------------------------------------------------------

Mark = tuple[int, int]
"""Up to which generation of a space, and which item of it, the graph knows the records."""


@dataclass(frozen=True, kw_only=True)
class Ungraphed:
    """The next records that the graph does not know."""

    seen: Mark
    next: Mark
    records: Sequence[Record] = ()
    changed: Sequence[int] = ()
    """The generation each was last changed in: a record that changes again meanwhile is left to the next step."""
    told: Mapping[int, Ties] = field(default_factory=dict)
    """Item -> what came with it."""


@dataclass(frozen=True, kw_only=True)
class Growth:
    """What the graph learns in one step."""

    step: Ungraphed
    ties: Sequence[Ties]
    """Beside the records of the step; nothing for those that are not current."""
    now: datetime


@dataclass(frozen=True, kw_only=True)
class Links:
    """The waypoints of one step."""

    step: Ungraphed
    links: Sequence[tuple[str, str, float]] = ()
    """Memory, its most similar other one, how similar."""
    back: Sequence[tuple[str, str, float]] = ()
    """Links the other way, across sectors: set only where there is none or a weaker one."""
    now: datetime

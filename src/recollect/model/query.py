"""What can be asked, and what comes back: Query, Filter, Hit, Trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from recollect.model.decision import OpenConflict
from recollect.model.record import ACTIVE, Record
from recollect.model.scope import Scope

RERANKED = "reranked"
"""How the stage of a trace begins in which a reranker had its say."""


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Conditions on records; every one given must hold. Labels in `scope` narrow: equal, or empty in the record."""

    layers: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ("active",)
    tags: tuple[str, ...] = ()
    """All of them."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """Equal values of top-level fields."""
    sector: str | None = None
    key: str | None = None
    contains: str | None = None
    """Exact substring, letter case ignored."""
    since: datetime | None = None
    """Event time (occurred_at, else created_at), inclusive."""
    until: datetime | None = None
    """Event time, exclusive."""
    valid_at: datetime | None = None
    """Valid time: what was true then, superseded since or not."""
    as_of: datetime | None = None
    """System time: the versions that were current then."""
    before: datetime | None = None
    """System time: made before that, exclusive."""
    cutoffs: Mapping[str, datetime] = field(default_factory=dict)
    """Layer -> what was made before that is too old to be shown, as if it had expired."""
    newest: bool = False
    """Of lists: only the last version of each record, whatever its status."""
    include_expired: bool = False
    """Also what has expired, or is older than the cutoff of its layer."""
    only_session: bool = False
    only_labels: bool = False
    """Agent and project of the scope must be equal, not empty."""

    @property
    def looks_back(self) -> bool:
        """Whether what another statement has taken the place of counts as well, up to when that one began to be true.
        Who names statuses gets just those."""
        return self.valid_at is not None and (self.as_of is not None or self.statuses == (ACTIVE,))


@dataclass(frozen=True, kw_only=True)
class Query:
    """One question to a scope."""

    text: str
    scope: Scope
    now: datetime
    k: int = 10
    in_all: int | None = None
    """Where it is asked together with others: so many hits of it and of those before it."""
    told: frozenset[str] = frozenset()
    """Ids of turns and sessions that whoever asks knows: hits of these take no place among so many."""
    filter: Filter = field(default_factory=Filter)
    users: tuple[str, ...] = ()
    """Several users at once, for an admin; empty: the scope's own."""
    preset: str = "recollect"
    explain: bool = False
    components: bool = True
    """Whether each hit says what its signals were."""


@dataclass(frozen=True, kw_only=True)
class Missed:
    """A near miss: what almost came back, and what dropped it."""

    id: str
    content: str
    score: float | None
    """The score it had when it was dropped; None: it was kept out before scoring."""
    dropped_by: str


@dataclass(frozen=True, kw_only=True)
class Trace:
    """How an answer came about, one line a stage."""

    preset: str
    stages: tuple[str, ...] = ()
    embedder: str | None = None
    fallback_reason: str | None = None
    candidates: int = 0
    missed: tuple[Missed, ...] = ()

    @property
    def mode(self) -> str:
        """Which service was given: full (words and vectors), or words alone because no embedder answered."""
        return "keyword-only" if self.embedder is None else "full"

    @property
    def reranked(self) -> bool:
        """Whether a reranker had its say."""
        return any(stage.startswith(RERANKED) for stage in self.stages)


@dataclass(frozen=True)
class Said:
    """Reasons that are words already."""

    text: str

    def __call__(self, _: Hit) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A record that was found. Everything of the record, a score in 0..1, and the reasons."""

    record: Record
    score: float
    tier: str
    """Which channels found it: keyword, vector, hybrid, recent."""
    components: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Signal name -> contribution or channel score, as numbers."""
    tokens: int = 0
    window: tuple[Record, ...] = ()
    """Neighbouring turns, when asked for."""
    sources: tuple[Record, ...] = ()
    """What this hit stands for as well: the turn a memory was drawn from, or the memories drawn from a turn."""
    path: tuple[str, ...] = ()
    """Ids on the way to it: its own, and before it the hit whose waypoint led there."""
    _explain: Callable[[Hit], str] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Hit:
        """A hit from all of its fields, without setting them one by one: a third of the time."""
        hit = object.__new__(cls)
        object.__setattr__(hit, "__dict__", fields)
        return hit

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What each signal gave is put together when it is first read: `of` was given how, as `_given`."""
            given = self.__dict__.get("_given") if name == "components" else None
            if given is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
            self.__dict__["components"] = found = given()
            return found

    @property
    def giving(self) -> Callable[[], Mapping[str, float]]:
        """Gives `components`, and keeps nothing else of the hit."""
        given: Callable[[], Mapping[str, float]] | None = self.__dict__.get("_given")
        return given or partial(_same, self.components)

    def __getstate__(self) -> dict[str, Any]:
        """A copy, in another process too, has the reasons in words: what would put them together stays here."""
        fields = {**self.__dict__, "components": self.components, "_explain": Said(self.why)}
        fields.pop("_given", None)
        return fields

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def content(self) -> str:
        return self.record.content

    @property
    def layer(self) -> str:
        return self.record.layer

    @property
    def kind(self) -> str:
        return self.record.kind

    @property
    def metadata(self) -> Mapping[str, Any]:
        return self.record.metadata

    @property
    def session(self) -> str | None:
        return self.record.session

    @property
    def user(self) -> str | None:
        return self.record.user

    @property
    def speaker(self) -> str | None:
        return self.record.speaker

    @property
    def occurred_at(self) -> datetime | None:
        return self.record.occurred_at

    @property
    def why(self) -> str:
        """The reasons in words; put together when read."""
        return self._explain(self) if self._explain else f"{self.tier}: score {self.score:.2f}"


def _same(components: Mapping[str, float]) -> Mapping[str, float]:
    return components


class Hits(list[Hit]):
    """A list of hits, best first, that also carries the trace of the recall."""

    trace: Trace
    questions: tuple[OpenConflict, ...]
    """What the user should be asked: two of his statements contradict each other."""

    def __init__(self, hits: list[Hit], trace: Trace, questions: tuple[OpenConflict, ...] = ()) -> None:
        super().__init__(hits)
        self.trace = trace
        self.questions = questions

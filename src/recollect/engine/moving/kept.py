"""What is kept beside records, in exports: a line each, after the records. `transfer` writes and reads the file.

Four kinds of lines: `edge` (from a memory to what it was drawn from or merged of), `decision`, `conflict`, and `told`
(names and relations that a language model gave with a memory).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from recollect.contracts.store import Store
from recollect.errors import InvalidInput
from recollect.model.batch import Decided
from recollect.model.claim import ENTITY_TYPES, Mention, Relation
from recollect.model.decision import ACTIONS, CHOICES, CLARIFY, REVIEW, Decision, OpenConflict
from recollect.model.graph import WAYPOINT, Ties
from recollect.model.ids import derived_id
from recollect.model.kept import Kept, KeptTies
from recollect.model.record import Edge
from recollect.model.scope import Scope
from recollect.write import accept

EDGE, DECISION, CONFLICT, TOLD = "edge", "decision", "conflict", "told"
LINES = (EDGE, DECISION, CONFLICT, TOLD)
TIES_MAX = 1000
"""Names, and relations, of one record."""


@dataclass(frozen=True, kw_only=True)
class Read:
    """One line as it was read. `elsewhere`: it goes into another space than it came from, where ids are other ones."""

    kept: Kept
    tenant: str
    elsewhere: bool


def exported(store: Store, scope: Scope, *, everyone: bool) -> Iterable[dict[str, Any]]:
    """A line for each thing of the scope's own space, or of the whole tenant."""
    for kept in store.kept(scope, everyone=everyone):
        name, plain = _plain(kept.what)
        plain["user"] = kept.user
        yield {name: {key: _value(value) for key, value in plain.items() if value not in (None, "")}}


_EDGE = ("source", "kind", "target", "weight", "confidence", "valid_from", "valid_until", "created_at", "ended_at")
_DECISION = ("action", "memory_id", "previous_id", "reason", "conflict_id")
_CONFLICT = ("id", "action", "question", "reason", "new_id", "old_id", "created_at", "resolved_at", "choice")


def _plain(what: Edge | Decided | OpenConflict | KeptTies) -> tuple[str, dict[str, Any]]:
    if isinstance(what, Edge):
        return EDGE, {name: getattr(what, name) for name in _EDGE}
    if isinstance(what, Decided):
        made = {name: getattr(what.decision, name) for name in _DECISION}
        return DECISION, {"id": what.id, **made, "job": what.job, "at": what.at}
    if isinstance(what, OpenConflict):
        return CONFLICT, {name: getattr(what, name) for name in _CONFLICT}
    mentions = [{"name": one.name, "type": one.type, "weak": one.weak} for one in what.ties.mentions]
    relations = [
        {"source": one.source, "relation": one.relation, "target": one.target, "confidence": one.confidence}
        for one in what.ties.relations
    ]
    return TOLD, {"record": what.record, "mentions": mentions, "relations": relations}


def _value(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def read(name: str, plain: Any, scope: Scope, *, keep_users: bool, now: datetime, masked: Callable[[Any], Any]) -> Read:
    """The thing of one line; texts pass the secret filter like all that is imported."""
    if not isinstance(plain, Mapping):
        raise InvalidInput(f"{name} must be an object, not {type(plain).__name__}")
    given = accept.label(plain.get("user"), "user")
    user = given if keep_users and scope.user is None else scope.user
    own = Scope(tenant=scope.tenant, user=user)
    texts = masked({key: plain[key] for key in ("question", "reason", "mentions", "relations") if key in plain})
    what = _READERS[name]({**plain, **texts}, own, now)
    return Read(kept=Kept(user=user, what=what), tenant=scope.tenant, elsewhere=user != given)


def _edge(plain: Mapping[str, Any], own: Scope, now: datetime) -> Edge:
    kind = accept.identifier(plain.get("kind"))
    if kind == WAYPOINT:
        raise InvalidInput("waypoints are not imported; they are made anew")
    return Edge(
        source_type="record",
        source=accept.identifier(plain.get("source")),
        target_type="record",
        target=accept.identifier(plain.get("target")),
        kind=kind,
        weight=accept.share(plain.get("weight", 1.0), "weight"),
        confidence=accept.share(plain.get("confidence", 1.0), "confidence"),
        valid_from=accept.moment(plain.get("valid_from"), "valid_from"),
        valid_until=accept.moment(plain.get("valid_until"), "valid_until"),
        created_at=accept.moment(plain.get("created_at"), "created_at") or now,
        ended_at=accept.moment(plain.get("ended_at"), "ended_at"),
    )


def _decision(plain: Mapping[str, Any], own: Scope, now: datetime) -> Decided:
    return Decided(
        id=accept.identifier(plain.get("id")),
        decision=Decision(
            action=accept.one_of(plain.get("action"), ACTIONS, "action"),
            memory_id=accept.label(plain.get("memory_id"), "memory_id"),
            previous_id=accept.label(plain.get("previous_id"), "previous_id"),
            reason=accept.optional_text(plain.get("reason"), "reason"),
            conflict_id=accept.label(plain.get("conflict_id"), "conflict_id"),
        ),
        at=accept.moment(plain.get("at"), "at") or now,
        job=accept.label(plain.get("job"), "job"),
    )


def _conflict(plain: Mapping[str, Any], own: Scope, now: datetime) -> OpenConflict:
    resolved_at = accept.moment(plain.get("resolved_at"), "resolved_at")
    return OpenConflict(
        id=accept.identifier(plain.get("id")),
        action=accept.one_of(plain.get("action"), (CLARIFY, REVIEW), "action"),
        question=accept.optional_text(plain.get("question"), "question"),
        scope=own,
        new_id=accept.identifier(plain.get("new_id")),
        old_id=accept.identifier(plain.get("old_id")),
        reason=accept.optional_text(plain.get("reason"), "reason"),
        created_at=accept.moment(plain.get("created_at"), "created_at") or now,
        resolved_at=resolved_at,
        choice=None if resolved_at is None else accept.one_of(plain.get("choice"), CHOICES, "choice"),
    )


def _told(plain: Mapping[str, Any], own: Scope, now: datetime) -> KeptTies:
    mentions = tuple(
        Mention(
            name=accept.identifier(one.get("name")),
            type=accept.one_of(one.get("type", "concept"), ENTITY_TYPES, "type"),
            weak=one.get("weak") is True,
        )
        for one in _objects(plain, "mentions")
    )
    relations = tuple(
        Relation(
            **{name: accept.identifier(one.get(name)) for name in ("source", "relation", "target")},
            confidence=accept.share(one.get("confidence", 1.0), "confidence"),
        )
        for one in _objects(plain, "relations")
    )
    return KeptTies(record=accept.identifier(plain.get("record")), ties=Ties(mentions=mentions, relations=relations))


def _objects(plain: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    found = plain.get(name, [])
    if not isinstance(found, list) or len(found) > TIES_MAX or not all(isinstance(one, Mapping) for one in found):
        raise InvalidInput(f"{name} must be a list of at most {TIES_MAX} objects")
    return found


_READERS: Mapping[str, Callable[[Mapping[str, Any], Scope, datetime], Edge | Decided | OpenConflict | KeptTies]] = {
    EDGE: _edge,
    DECISION: _decision,
    CONFLICT: _conflict,
    TOLD: _told,
}


def taken_in(store: Store, lines: Sequence[Read]) -> None:
    """Keep what is about records that are here, each in its own space; what is there already stays as it is. The lines
    are those of one tenant."""
    tenant = lines[0].tenant
    by_user: dict[str | None, list[Kept]] = {}
    named = {id for line in lines for id in _names(line)}
    held = {record.id: record.user for record in store.get(Scope(tenant=tenant), list(named))}
    placed = [_placed(line, held) for line in lines]
    for kept in placed:
        if all(id in held and held[id] == kept.user for id in _about(kept.what)):
            by_user.setdefault(kept.user, []).append(kept)
    for user, found in by_user.items():
        store.keep(Scope(tenant=tenant, user=user), found)


def _about(what: Edge | Decided | OpenConflict | KeptTies) -> tuple[str, ...]:
    """The records without which it means nothing; the other side of a decision or conflict may be gone, or shared."""
    if isinstance(what, Edge):
        return what.source, what.target
    if isinstance(what, OpenConflict):
        return (what.new_id,)
    if isinstance(what, KeptTies):
        return (what.record,)
    return () if what.decision.memory_id is None else (what.decision.memory_id,)


def _names(line: Read) -> Iterable[str]:
    """The ids of the records it names, and those they have when they were moved to its space."""
    what = line.kept.what
    if isinstance(what, OpenConflict):
        ids: Iterable[str | None] = (what.new_id, what.old_id)
    elif isinstance(what, Decided):
        ids = (what.decision.memory_id, what.decision.previous_id)
    else:
        ids = _about(what)
    for id in ids:
        if id is not None:
            yield id
            yield derived_id(line.tenant, line.kept.user, id)


def _placed(line: Read, held: Mapping[str, str | None]) -> Kept:
    """With the ids that its records have in the space it goes to: other ones than where they come from, and than those
    that are somebody else's here. `held`: whose the records are."""
    kept, what = line.kept, line.kept.what

    def there(id: str) -> str:
        return derived_id(line.tenant, kept.user, id)

    def moved(id: str) -> str:
        taken = there(id) in held and (id not in held or held[id] != kept.user)
        return there(id) if line.elsewhere or taken else id

    if isinstance(what, Edge):
        return replace(kept, what=replace(what, source=moved(what.source), target=moved(what.target)))
    if isinstance(what, KeptTies):
        return replace(kept, what=replace(what, record=moved(what.record)))
    if all(moved(id) == id for id in _about(what)) and not line.elsewhere:
        return kept
    if isinstance(what, OpenConflict):
        ends = replace(what, new_id=moved(what.new_id), old_id=moved(what.old_id))
        return replace(kept, what=replace(ends, id=there(what.id)))
    ids = {name: moved(id) for name in ("memory_id", "previous_id") if (id := getattr(what.decision, name)) is not None}
    asked = what.decision.conflict_id
    decision = replace(what.decision, **ids, conflict_id=None if asked is None else there(asked))
    return replace(kept, what=replace(what, decision=decision, job=None))

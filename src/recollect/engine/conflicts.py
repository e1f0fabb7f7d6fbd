"""Open conflicts: what must be asked, and what an answer does."""

from __future__ import annotations

import builtins
from dataclasses import replace
from datetime import datetime

from recollect.engine.against import Against
from recollect.engine.parts import Parts
from recollect.engine.statements import Statements
from recollect.errors import InvalidState, NotFound
from recollect.model.batch import Batch, Decided, Ending
from recollect.model.decision import CHOICES, KEPT_BOTH, OLD, REFUSED, REPLACED, Decision, OpenConflict
from recollect.model.ids import new_id
from recollect.model.query import Filter
from recollect.model.record import ACTIVE, PENDING_REVIEW, REJECTED, SUPERSEDED, Record
from recollect.model.scope import Scope
from recollect.write import accept
from recollect.write.entries import embedding_texts, entries
from recollect.write.gate import normalised
from recollect.write.resolve import Outcome

LIMIT_MAX = 10_000
Found = list[OpenConflict]
Decisions = list[Decision]
Records = list[Record]


class Conflicts:
    """Lists and settles what rules alone must not settle."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def list(self, scope: Scope, *, everyone: bool = False, resolved: bool = False, limit: int = 100) -> Found:
        limit = accept.whole(limit, "limit", 1, LIMIT_MAX)
        return self._parts.store.conflicts(scope, everyone=everyone, resolved=resolved, limit=limit)

    def decisions(self, scope: Scope, *, memory_id: str | None = None, limit: int = 100) -> Decisions:
        """What was decided, newest first, with reasons. About one record: in the space that holds it, which a named
        user must see."""
        limit = accept.whole(limit, "limit", 1, LIMIT_MAX)
        store = self._parts.store
        if memory_id is not None:
            about = store.get(scope, [accept.identifier(memory_id)])
            if about and scope.user is not None and not _seen_by(scope.user, about[0]):
                raise NotFound(f"there is no record {memory_id!r}: it was deleted or mistyped")
            scope = Scope(tenant=scope.tenant, user=about[0].user) if about else scope
        found = store.decisions(scope, memory_id=memory_id, limit=limit)
        ids = dict.fromkeys(decision.memory_id for decision in found if decision.memory_id is not None)
        records = [one for one in store.get(scope, builtins.list(ids)) if _seen_by(scope.user, one)]
        said = {record.id: record.content for record in records}
        return [replace(decision, content=said.get(decision.memory_id or "", "")) for decision in found]

    def resolve(self, scope: Scope, id: str, choice: str) -> Decision:
        """`new`: the new statement replaces the old one; `old`: it is rejected; `both`: both hold. What an override
        contradicts is rejected whatever the answer."""
        accept.one_of(choice, CHOICES, "choice")
        found = self._parts.store.conflict(scope, accept.identifier(id))
        if found is None:
            raise NotFound(f"there is no conflict {id!r}; `recollect conflicts` lists the open ones")
        if found.resolved_at is not None:
            raise InvalidState(f"conflict {id} was resolved already: {found.choice}")
        both = self._parts.store.get(scope, [found.new_id, found.old_id])
        # An import may name any id as the old one: what belongs to another user is not touched.
        records = {record.id: record for record in both if _seen_by(found.scope.user, record)}
        new, old = records.get(found.new_id), records.get(found.old_id)
        if new is None or new.status != PENDING_REVIEW:
            raise InvalidState(f"the new statement of conflict {id} was changed or deleted; nothing is left to do")
        return self._settle(found, new, old, choice)

    def _settle(self, found: OpenConflict, new: Record, old: Record | None, choice: str) -> Decision:
        now = self._parts.clock()
        old = self._current(old)
        reason = f"resolved by a person: {choice}"
        held = self._held_off(new) if choice != OLD else None
        if held is not None:
            choice, reason = OLD, f"{held.reason}; {reason}"
        pending = Ending(id=new.id, item=new.item, status=REJECTED, ended_at=now)
        endings, records, action = [pending], [], REFUSED
        where = new.scope.own
        if choice != OLD:
            moved_to = new_id(now)
            accepted = replace(new, status=ACTIVE, item=0, updated_at=now, previous_version_id=moved_to)
            endings = [replace(pending, moved_to=moved_to)]
            action = KEPT_BOTH
            if choice == "new" and old is not None:
                over = [old, *self._copies(new, old)]
                endings += [Ending(id=one.id, item=one.item, status=SUPERSEDED, ended_at=now) for one in over]
                # who was shown what it takes the place of is shown it
                accepted = replace(accepted, version=old.version + 1, key=new.key or old.key, scope=old.scope)
                action = REPLACED
                if old.user == new.user:
                    endings[0] = replace(endings[0], follows=old.id)
                else:  # a person's statement becomes the tenant's; his own goes
                    where = old.scope.own
                    accepted = replace(accepted, id=new_id(now), previous_version_id=old.id)
                    endings[0] = pending
            records.append(accepted)
        decision = Decision(
            action=action,
            memory_id=records[0].id if records else None,
            previous_id=old.id if old is not None else None,
            reason=reason,
            content=new.content,
            conflict_id=found.id,
        )
        self._write(where, records, endings, replace(found, resolved_at=now, choice=choice), decision, now)
        return decision

    def _held_off(self, new: Record) -> Outcome | None:
        """Why it must not be part of the memory, whoever says so: an override stands against it."""
        options, own = self._parts.options, new.scope
        if not options.verification or new.layer != "memory":
            return None
        embedded = self._parts.embedding.embed(embedding_texts([new]), own)
        statements = Statements(self._parts.words)
        guards, thresholds = options.verification_guards, options.thresholds
        weighing = Against(own, self._parts.clock(), statements, guards=guards, thresholds=thresholds)
        with self._parts.store.reading(own, signature=embedded.signature) as reader:
            return weighing.held_off(reader, new, None if embedded.rows is None else embedded.rows[0])

    def _copies(self, new: Record, old: Record) -> Records:
        """What a person had said himself in the words of a shared truth that he says otherwise by now."""
        if old.user == new.user:
            return []
        same = Filter(layers=("memory",), contains=old.content)
        now = self._parts.clock()
        found = self._parts.store.list(new.scope.own, same, now=now, limit=LIMIT_MAX, offset=0, own=True)
        earlier = [one for one in found if new.scope.covers(one.scope) and one.said_at <= new.said_at]
        return [one for one in earlier if normalised(one.content) == normalised(old.content)]

    def _current(self, old: Record | None) -> Record | None:
        """The version of the old statement that holds now; None when none does."""
        if old is None or old.current:
            return old
        versions = self._parts.store.versions(old.scope.own, old.id)
        return next((version for version in reversed(versions) if version.current and version.status == ACTIVE), None)

    def _write(
        self,
        scope: Scope,
        records: builtins.list[Record],
        endings: builtins.list[Ending],
        resolved: OpenConflict,
        decision: Decision,
        now: datetime,
    ) -> None:
        embedded = self._parts.embedding.embed(embedding_texts(records), scope) if records else None
        made = entries(records, embedded.rows) if embedded else None
        written = self._parts.store.write(
            scope,
            Batch(
                entries=None if made is None else self._parts.sectors.completed(made, scope)[0],
                endings=tuple(endings),
                signature=embedded.signature if embedded else None,
                conflicts=(resolved,),
                decided=(Decided(id=new_id(now), decision=decision, at=now),),
                milestone=self._parts.milestone(scope, now),
            ),
        )
        self._parts.heed(written)


def _seen_by(user: str | None, record: Record) -> bool:
    """Whether it is the user's own or shared by all."""
    return record.user in (None, user)

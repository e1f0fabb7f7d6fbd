"""What weighing drafts leads to: one transaction in the making."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from recollect.contracts.store import Reader
from recollect.engine.written import next_version
from recollect.model.batch import Ending, Strength
from recollect.model.decision import ADDED, REINFORCED, Decision, OpenConflict
from recollect.model.graph import Ties, Told
from recollect.model.ids import content_hash
from recollect.model.record import ENDS, SUPERSEDED, Edge, Record
from recollect.model.scope import Scope
from recollect.write.gate import normalised
from recollect.write.resolve import Outcome, details, earlier, reinforced, taken_over
from recollect.write.verify.merge import merged

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

DERIVED_FROM = "derived_from"
MERGED_FROM = "merged_from"


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A claim as the record it would become, and the turn it was drawn from."""

    record: Record
    source: str | None = None
    told: Ties | None = None
    """Names and relations that came with the claim."""
    instead_of: str = ""
    """What the speaker takes back with it, in the words in which it was learned."""
    field: str = ""
    """As in the claim."""


_KNOWN_LATE = "it was said before what is known, and stands in the history of that already"


class Effects:
    """What will be written, and why."""

    def __init__(self, scope: Scope, now: datetime) -> None:
        self._scope = scope
        self._histories: dict[str, list[Record]] = {}
        """Those that something joined."""
        self._now = now
        self.records: list[Record] = []
        self.vectors: list[NDArray[np.float32] | None] = []
        """Beside `records`; None: the text is another one now."""
        self.endings: dict[int, Ending] = {}
        self.placed: dict[int, Record] = {}
        """Versions that stand elsewhere in their history now."""
        self.edges: list[Edge] = []
        self.told: list[Told] = []
        self.strengths: dict[int, Strength] = {}
        self.strengthened: list[Record] = []
        self.decisions: list[Decision] = []
        self.conflicts: list[OpenConflict] = []
        self.notes: list[str] = []

    def keep(self, draft: Draft, held: Record | None, vector: NDArray[np.float32] | None) -> None:
        """What has a key is not weighed; `held`: what has that key already, and was said again."""
        new = draft.record
        if held is not None:
            self._reinforce(draft, held)
            outcome = Outcome(action=REINFORCED, reason=f"the key {new.key} is known already")
        else:
            self.records.append(new)
            self.vectors.append(vector)
            self._link(new.id, draft.source)
            outcome = Outcome(action=ADDED, reason=f"under the key {new.key}")
        self._decide(outcome.action, (held or new).id, held, outcome, new)

    def _reinforce(self, draft: Draft, old: Record) -> None:
        """A known statement was made again."""
        if old.item:
            stronger = reinforced(old.strength_now(self._now))
            self._strengthen(old, stronger)
            self.strengthened.append(old.but(strength=stronger, strength_at=self._now))
        else:
            self._tag(old, draft.record.tags)
        self._link(old.id, draft.source)
        self._keep(draft, old.id if not old.item else None, old.item or None)

    def _complete(self, old: Record, new: Record) -> bool:
        """A known text was given again with tags or metadata it did not have: its next version has those of both."""
        tags, metadata = details(old, new)
        if (tags, metadata) == (old.tags, dict(old.metadata)):
            return False
        stronger = reinforced(old.strength_now(self._now))
        both = replace(old, tags=tags, metadata=metadata, strength=stronger, strength_at=self._now, item=0)
        record, self.endings[old.item] = next_version(old, replace(both, updated_at=self._now), self._now)
        self.records.append(record)
        self.vectors.append(None)
        names = [f"the tag {tag!r}" for tag in tags if tag not in old.tags]
        names += [f"{name!r} of the metadata" for name in metadata if name not in old.metadata]
        self.notes.append(f"the known memory {old.id} has more now: {', '.join(names)}")
        return True

    def _follow(
        self, old: Record, new: Record, vector: NDArray[np.float32] | None, *, merging: bool, repeating: bool
    ) -> tuple[Record, NDArray[np.float32] | None]:
        """The old one ends; the new one is its next version and takes over what it was known by. `repeating`: it says
        the same."""
        if old.item:
            said_on = merging or repeating
            self.endings[old.item] = Ending(
                id=old.id, item=old.item, status=SUPERSEDED, ended_at=self._now, said_on=said_on
            )
        else:
            self.records[self._place(old)] = replace(old, status=SUPERSEDED, ended_at=self._now)
        new = replace(new, version=old.version + 1, previous_version_id=old.id, key=new.key or old.key)
        if not merging:
            return new, vector
        text = merged(old.content, new.content)
        provenance = replace(new.provenance, content_hash=content_hash(text))
        tags, metadata = details(old, new)
        new = replace(new, content=text, kind=old.kind, tags=tags, metadata=metadata, provenance=provenance)
        self._inherit(old.id, new.id)
        return new, None

    def _carried_out(self, reader: Reader, plan: Record, old: Record) -> Record | None:
        """A plan that came true ends with what was so until then, and stands before it in one history; the old one as
        it stands there. None: not where one of them came with this batch."""
        before, history = ([] if not one.item else reader.versions(one.id) for one in (plan, old))
        if not (before and history) or self._histories.keys() & {plan.id, old.id}:
            return None
        previous: Record | None = None
        for version, one in enumerate([*before, *history], 1):
            previous = replace(one, version=version, previous_version_id=None if previous is None else previous.id)
            self.placed[one.item] = previous
        self.endings[plan.item] = Ending(id=plan.id, item=plan.item, status=SUPERSEDED, ended_at=self._now)
        return replace(old, version=len(before) + len(history))

    def _late(self, reader: Reader, draft: Draft, current: Record, outcome: Outcome) -> tuple[Draft, Outcome] | None:
        """What becomes of a claim that is learned after what took its place; None: it stands in the history already."""
        history = self._histories.get(current.id) or reader.versions(current.id)
        text = normalised(draft.record.content)
        known = next((one for one in history[:-1] if normalised(one.content) == text), None)
        if known is not None and known.said_at == draft.record.said_at:
            self._link(known.id, draft.source)
            self._decide(REINFORCED, known.id, current, replace(outcome, reason=_KNOWN_LATE), draft.record)
            return None
        joined = self._joined(draft.record, current, history)
        return (draft, outcome) if joined is None else (replace(draft, record=joined), taken_over(outcome))

    def _joined(self, new: Record, current: Record, history: list[Record]) -> Record | None:
        """What is learned after what took its place stands where it would if it had been learned in time: right before
        the first version that tells of a later time. It was never current. None: there is no such history."""
        if not history or history[-1].id != current.id:
            return None
        place = len(history) - 1
        while place and earlier(new, history[place - 1]):
            place -= 1
        follower = history[place]
        before = follower.previous_version_id
        new = replace(new, status=SUPERSEDED, ended_at=self._now, version=follower.version, previous_version_id=before)
        later = [replace(one, version=one.version + 1) for one in history[place:]]
        later[0] = replace(later[0], previous_version_id=new.id)
        for one in later:
            if one.item:
                self.placed[one.item] = one
            else:
                self.records[self._place(one)] = one
        self._histories[current.id] = [*history[:place], new, *later]
        return new

    def _inherit(self, old_id: str, new_id: str) -> None:
        """A merged memory rests on the sources of both; those of the old one are found through its version."""
        self.edges.append(self._edge(new_id, old_id, MERGED_FROM))

    def _follow_each_other(self, new: Record, old: Record) -> None:
        """The one that begins later ends the other, as far as its labels reach; where both do, that may turn round."""
        for one, other in ((new, old), (old, new)):
            if one.begins_after(self._now) and one.scope.covers(other.scope):
                self.edges.append(self._edge(one.id, other.id, ENDS))

    def _until(self, coming: Record, known: Sequence[Record]) -> list[Record]:
        """The known ones that hold until the coming one begins: they end with what comes in its place."""
        begins = coming.valid_from if coming.begins_after(self._now) else None
        return [record for record in known if begins is not None and record.valid_until == begins]

    def _tag(self, record: Record, tags: tuple[str, ...]) -> None:
        """Two readers of one turn found the same: the record of this batch has the tags of both."""
        self.records[self._place(record)] = replace(record, tags=tuple(dict.fromkeys((*record.tags, *tags))))

    def _place(self, record: Record) -> int:
        return next(at for at, other in enumerate(self.records) if other.id == record.id)

    def _strengthen(self, record: Record, strength: float) -> None:
        if record.item:
            self.strengths[record.item] = Strength(item=record.item, strength=strength, at=self._now)

    def _link(self, memory_id: str, source: str | None) -> None:
        if source is not None:
            self.edges.append(self._edge(memory_id, source, DERIVED_FROM))

    def _keep(self, draft: Draft, record: str | None, item: int | None) -> None:
        """What was told with a claim stays with the memory it became part of."""
        if draft.told:
            self.told.append(Told(ties=draft.told, record=record, item=item))

    def _edge(self, source: str, target: str, kind: str) -> Edge:
        return Edge(
            source_type="record", source=source, target_type="record", target=target, kind=kind, created_at=self._now
        )

    def _open(self, id: str, new: Record, old: Record, outcome: Outcome) -> OpenConflict:
        return OpenConflict(
            id=id,
            action=outcome.action,
            question=outcome.question,
            scope=self._scope.own,
            new_id=new.id,
            old_id=old.id,
            reason=outcome.reason,
            created_at=self._now,
        )

    def _decide(
        self,
        action: str,
        memory_id: str | None,
        old: Record | None,
        outcome: Outcome,
        new: Record,
        conflict_id: str | None = None,
    ) -> None:
        self.decisions.append(
            Decision(
                action=action,
                memory_id=memory_id,
                previous_id=old.id if old is not None else None,
                reason=outcome.reason,
                content=new.content,
                conflict_id=conflict_id,
            )
        )

"""Conversations: every turn kept verbatim at once; what they teach is learned in a job."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from typing import Any

from recollect.contracts.store import Reader
from recollect.engine import events
from recollect.engine.added import INITIAL_STRENGTH, TRUST, provenance
from recollect.engine.effects import Draft
from recollect.engine.extraction import LLM, Extraction
from recollect.engine.learning import Learned, Learning
from recollect.engine.parts import Parts
from recollect.engine.summaries import Summaries
from recollect.lifecycle.summarize import TURNS_MIN
from recollect.model.added import Added
from recollect.model.batch import Batch, Written
from recollect.model.claim import Claim
from recollect.model.graph import Ties
from recollect.model.ids import content_hash, is_of, new_id, new_ids
from recollect.model.job import QUEUED, RUNNING, Job
from recollect.model.query import Filter
from recollect.model.record import Provenance, Record
from recollect.model.scope import Scope
from recollect.rules.sectors import decay_rate, placed
from recollect.rules.texts import Texts
from recollect.write import accept
from recollect.write.entries import entries
from recollect.write.extract.english.meant import takes_back
from recollect.write.known import only_name, told_of
from recollect.write.omniroute import PatternFact

EXTRACT = "extract"
TURNS_A_JOB_MAX = 50
SAID_BEFORE_MAX = 2
"""What the user said, and what the assistant answered."""
LATER_MAX = 20
"""Turns that may have come since, before a job was done."""
JOBS_MAX = 100_000
"""Those that wait, of which an export tells the turns."""
TURN_SECTORS = ("episodic",)


class Turns:
    """Stores conversations and learns from them."""

    def __init__(self, parts: Parts, extraction: Extraction, learning: Learning, summaries: Summaries) -> None:
        self._parts = parts
        self._summaries = summaries
        self._extraction = extraction
        self._learning = learning

    def add(
        self,
        messages: Sequence[Any],
        scope: Scope,
        *,
        learn: bool = True,
        begun: Callable[[Job], Job] = lambda job: job,
    ) -> Added:
        """Searchable when this returns; the jobs that learn from it are in the same transaction. `begun`: the first of
        them as its caller begins it, who does it at once. `learn=False`: there are none, and no summary for it."""
        now = self._parts.clock()
        accepted = accept.messages(messages, chars_max=self._parts.options.content_chars_max)
        over = scope.session is None and len(accepted) < TURNS_MIN  # a talk of its own that nobody can go on with
        if scope.session is None:
            scope = replace(scope, session=new_id(now))
        chars = sum(len(message.content) for message in accepted)
        self._parts.gate.admit(scope, adds=len(accepted), chars=chars, now=now)
        records, texts = self._records(accepted, scope, now)
        jobs = self._jobs(records, scope, now) if learn else ()
        jobs = (*map(begun, jobs[:1]), *jobs[1:])
        embedded = self._parts.embedding.embed(texts, scope)
        made, lacking = self._parts.sectors.completed(entries(records, embedded.rows, texts), scope)
        batch = Batch(
            entries=made,
            signature=embedded.signature,
            jobs=jobs,
            signals=() if over or not learn else self._summaries.signals(scope, now),
        )
        written = self._parts.store.write(scope, batch)
        if jobs or batch.signals:
            self._parts.bell.ring()
        ids = tuple(job.id for job in jobs)
        return Added(written=written, learned=(), note=embedded.reason or lacking, job_ids=ids)

    def _records(self, accepted: Sequence[accept.Message], scope: Scope, now: datetime) -> tuple[list[Record], Texts]:
        """A record each, and what is embedded; what they have in common is made once."""
        secrets = self._parts.secrets
        said = [message.content for message in accepted]
        texts = secrets.mask_answers(Texts(said), ["", *said[:-1]])
        names = {name: secrets.mask(name) for name in {message.name for message in accepted} if name is not None}
        common = Record(
            id="",
            content="",
            scope=scope,
            layer="turn",
            kind="event",
            sectors=TURN_SECTORS,
            decay_rate=decay_rate(TURN_SECTORS),
            strength=INITIAL_STRENGTH,
            original_strength=INITIAL_STRENGTH,
            strength_at=now,
            created_at=now,
            updated_at=now,
        )
        records = [
            common.but(
                id=id,
                content=content,
                tags=secrets.mask_labels(message.tags),
                metadata=secrets.masked(message.metadata),
                role=message.role,
                speaker=None if message.name is None else names[message.name],
                occurred_at=message.occurred_at,
                expires_at=message.expires_at,
                provenance=provenance(message.role, content),
            )
            for message, content, id in zip(accepted, texts, new_ids(now, len(texts)), strict=True)
        ]
        return records, texts

    def _jobs(self, records: Sequence[Record], scope: Scope, now: datetime) -> tuple[Job, ...]:
        """One for every so many turns: each is short, and none repeats the others' work."""
        if self._extraction.off:
            return ()
        jobs = []
        starts = range(0, len(records), TURNS_A_JOB_MAX)
        for start, id in zip(starts, new_ids(now, len(starts)), strict=True):  # ascending: done in this order
            part = records[start : start + TURNS_A_JOB_MAX]
            if any(record.role in self._extraction.roles for record in part):
                before = records[start - 1].id if start else None
                payload = {"turns": [record.id for record in part], "before": before}
                jobs.append(Job(id=id, kind=EXTRACT, scope=scope, payload=payload, run_at=now, created_at=now))
        return tuple(jobs)

    def follow_ups(
        self, records: Sequence[Record], scope: Scope, now: datetime
    ) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
        """Jobs and signals that go with turns of one session which somebody else writes."""
        return self._jobs(records, scope, now), self._summaries.signals(scope, now)

    def unlearned(self, scope: Scope, *, everyone: bool) -> Set[str]:
        """The turns of the scope's own space, or of the whole tenant, that are still to be learned from."""
        waiting = self._parts.store.jobs(scope, (QUEUED, RUNNING), everyone=everyone, limit=JOBS_MAX)
        return {str(id) for job in waiting if job.kind == EXTRACT for id in job.payload["turns"]}

    # --- the job ------------------------------------------------------------------------------------------------

    def learn(self, job: Job) -> Learned:
        """Extract from the turns of a job and commit what follows, together with the end of the job."""
        ids: list[str] = list(job.payload["turns"])
        before = job.payload.get("before")
        found = self._parts.store.get(job.scope, [*([before] if before else []), *ids])
        turns = [record for record in found if record.layer == "turn"]
        fresh = {record.id for record in turns if record.id in ids}
        turns = [*self._said_before(job.scope, turns), *turns]
        met = cache(partial(self._met, job.scope))  # people come back to what they speak of
        extracted = self._extraction.extract(
            turns, fresh, lambda: self._name(job.scope), lambda words: met(tuple(words))
        )
        now, secrets = self._parts.clock(), self._parts.secrets
        drafts = [
            Draft(
                record=_draft(claim, turn, now),
                source=turn.id,
                told=_told(claim) if extracted.counts.get("extractor") == LLM else None,
                instead_of=claim.instead_of,
                field=claim.field,
            )
            for turn, claim in ((turn, secrets.mask_claim(claim)) for turn, claim in extracted.claims)
        ]
        drafts += [Draft(record=_pattern_draft(fact, turn, now), source=turn.id) for turn, fact in extracted.patterns]
        drafts.sort(key=lambda draft: draft.record.said_at)  # whatever the order in which the turns were given
        finished = job.done(now, extracted.counts)
        if drafts:
            learned = self._learning.learn(job.scope.own, drafts, finished=finished)
        else:
            self._parts.store.change_job(job.scope, finished)
            learned = Learned(written=Written(generation=0))
        events.extracted(job, extracted.counts, len(learned.memories))
        return learned

    def _said_before(self, scope: Scope, turns: Sequence[Record]) -> Sequence[Record]:
        """What was said right before these turns, where the first thing that the user says takes something of it back:
        "no wait, 12k". Of the same conversation; of talks that nobody can go on with, the last one."""
        at = next((place for place, turn in enumerate(turns) if turn.role == "user"), 2)
        if at > 1 or scope.session is None or not takes_back(turns[at].content):
            return ()
        limit = len(turns) + LATER_MAX
        if _is_alone(turns[at]):
            wanted, now = Filter(layers=("turn",)), self._parts.clock()
            there = self._parts.store.list(scope.own, wanted, now=now, limit=limit, offset=0, own=True)[::-1]
        else:
            there = self._parts.store.turns(scope, scope.session, limit=limit)
        ids = [turn.id for turn in there]
        before = there[: ids.index(turns[0].id)][-SAID_BEFORE_MAX:] if turns[0].id in ids else []
        return before if all(_is_followed(turn, turns[0]) for turn in before) else ()

    def _met(self, scope: Scope, words: tuple[str, ...]) -> bool:
        """Whether the user has told of this before: one of his memories holds all these words."""
        with self._reading(scope) as reader:
            return any(told_of(space, scope, words) for space in reader.spaces)

    def _name(self, scope: Scope) -> str | None:
        """The one name under which the user has spoken; who writes into the shared space is nobody in particular."""
        if scope.user is None:
            return None
        with self._reading(scope) as reader:
            return only_name(reader.spaces[0], scope) if reader.spaces else None

    def _reading(self, scope: Scope) -> AbstractContextManager[Reader]:
        """What is known of the user, as far as the next step needs it too."""
        signature, matrix = self._parts.embedding.signature(), self._parts.tier is None
        return self._parts.store.reading(scope.own, signature=signature, matrix=matrix)

    def learned(self, added: Added, scope: Scope, outcomes: Mapping[str, object]) -> Added:
        """What the jobs of an add have made of it by now: as told by those done here, else as stored."""
        told = [outcomes[job] for job in added.job_ids if isinstance(outcomes.get(job), Learned)]
        if len(told) == len(added.job_ids):
            here = [learned for learned in told if isinstance(learned, Learned)]
            memories = {record.id: record for learned in here for record in learned.memories}
            return replace(
                added,
                learned=tuple(memories.values()),
                decisions=tuple(decision for learned in here for decision in learned.decisions),
            )
        return self._as_stored(added, scope)

    def _as_stored(self, added: Added, scope: Scope) -> Added:
        store, own = self._parts.store, scope.own
        decisions = [
            decision for job in added.job_ids for decision in store.decisions(own, job=job, limit=TURNS_A_JOB_MAX * 100)
        ]
        ids = dict.fromkeys(decision.memory_id for decision in decisions if decision.memory_id is not None)
        records = {record.id: record for record in store.get(own, list(ids))}
        return replace(
            added,
            learned=tuple(records.values()),
            decisions=tuple(
                replace(decision, content=records[decision.memory_id].content)
                if decision.memory_id in records
                else decision
                for decision in decisions
            ),
        )


def _is_alone(turn: Record) -> bool:
    """Whether its conversation was made for it, since none was given."""
    return turn.scope.session is not None and is_of(turn.scope.session, turn.created_at)


def _is_followed(before: Record, turn: Record) -> bool:
    """Whether the one may go on with what the other said: under the same labels, and in no other conversation."""
    labels = (before.scope.agent, before.scope.project) == (turn.scope.agent, turn.scope.project)
    return labels and (before.scope.session == turn.scope.session or (_is_alone(before) and _is_alone(turn)))


def _told(claim: Claim) -> Ties:
    """What a language model said of names; rules would read the same out of the memory again."""
    return Ties(mentions=claim.mentions, relations=claim.relations)


def _pattern_draft(fact: PatternFact, turn: Record, now: datetime) -> Record:
    """What OmniRoute's patterns found in an assistant's turn: under their key, and trusted as little as the turn."""
    claim = Claim(content=fact.content, kind=fact.kind, polarity=fact.polarity)
    found = _draft(claim, turn, now)
    source = replace(turn.provenance, reference=turn.id, content_hash=content_hash(fact.content))
    return found.but(key=fact.key, metadata={**found.metadata, **fact.metadata}, provenance=source)


def _draft(claim: Claim, turn: Record, now: datetime) -> Record:
    """The memory a claim would become. It carries what its turn was labelled with, so that it can be traced back."""
    metadata: dict[str, Any] = dict(turn.metadata)
    if claim.polarity < 0:
        metadata["polarity"] = "negative"
    if claim.occurred_at is not None:
        metadata["date"] = claim.occurred_at.date().isoformat()
    sectors = placed(claim.kind, claim.content)
    return Record(
        id=new_id(now),
        content=claim.content,
        scope=turn.scope,
        layer="memory",
        kind=claim.kind,
        tags=claim.tags,
        metadata=metadata,
        sectors=sectors,
        decay_rate=decay_rate(sectors),
        speaker=turn.speaker,
        confidence=claim.confidence,
        strength=INITIAL_STRENGTH,
        original_strength=INITIAL_STRENGTH,
        strength_at=now,
        occurred_at=turn.occurred_at or turn.created_at,  # when it was said, whenever this job ran
        valid_from=claim.valid_from,
        valid_until=claim.valid_until,
        expires_at=turn.expires_at,
        created_at=now,
        updated_at=now,
        provenance=Provenance(
            source="user", reference=turn.id, content_hash=content_hash(claim.content), trust=TRUST["user"]
        ),
    )

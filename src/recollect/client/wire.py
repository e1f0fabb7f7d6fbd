"""What a server sends, as the nouns of `recollect.model`. A field that a newer server adds is left alone.

What never leaves a server is not there: the tenant (it comes from the key), the payload of jobs, where the store lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from typing import Any, TypeVar

from recollect.errors import StoreUnavailable
from recollect.model.added import Added
from recollect.model.ageing import Cleared, Compaction, Receipt, Swept
from recollect.model.batch import Facts, Problem, Written
from recollect.model.change import Change, Changes, marks_of
from recollect.model.context import Context, Line, Section
from recollect.model.counts import AgentCount, SectorState, Totals
from recollect.model.decision import REINFORCED, Decision, OpenConflict
from recollect.model.document import Document, Reading
from recollect.model.document import Section as DocumentSection
from recollect.model.graph import Entity, KnownRelation, Walk, Waypoint
from recollect.model.ids import content_hash
from recollect.model.ingested import Ingested
from recollect.model.job import Job
from recollect.model.layers import Profile
from recollect.model.query import Hit, Hits, Missed, Said, Trace
from recollect.model.recalled import Recalled
from recollect.model.record import Neighbour, Provenance, Record
from recollect.model.scope import DEFAULT_TENANT, Scope
from recollect.model.status import EmbedderState, ModelState, Probe, Spent, Status
from recollect.model.tier import TierState

Json = Mapping[str, Any]
Made = TypeVar("Made")
_LABELS = ("user", "agent", "session", "project")
_PLAIN = (
    "id content layer kind key metadata role speaker position confidence strength original_strength decay_rate "
    "access_count status version previous_version_id"
).split()
_TIMES = (
    "strength_at last_accessed_at occurred_at valid_from valid_until created_at updated_at expires_at ended_at"
).split()


def understood(make: Callable[[Any], Made], answer: Any) -> Made:
    """An answer as a noun; one of another shape means that the server is not one of ours, or a much older one."""
    try:
        return make(answer)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StoreUnavailable(
            f"the server's answer cannot be understood ({type(error).__name__}: {error}); do client and server have "
            "the same version?"
        ) from error


def moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def record(plain: Json) -> Record:
    fields = {name: plain[name] for name in _PLAIN} | {name: moment(plain[name]) for name in _TIMES}
    source = plain["provenance"]
    return Record(
        **fields,
        scope=Scope(**{name: plain[name] for name in _LABELS}),
        tags=tuple(plain["tags"]),
        sectors=tuple(plain["sectors"]),
        provenance=Provenance(
            source=source["source"],
            reference=source["reference"],
            trust=source["trust"],
            content_hash=content_hash(plain["content"]),
        ),
    )


def records(found: Iterable[Json]) -> list[Record]:
    return [record(one) for one in found]


def added(plain: Json) -> Added:
    """Memories that were repeated stand beside those that were written, as where they were added."""
    decisions = tuple(decision(one) for one in plain["decisions"])
    known = {one.memory_id for one in decisions if one.action == REINFORCED}
    given = records(plain["records"])
    written = [one for one in given if one.id not in known]
    memories = plain["memories"]
    learned = None if [one["id"] for one in memories] == plain["ids"] else tuple(records(memories))
    return Added(
        written=Written(
            given=written,
            items=[one.item for one in written],
            positions=[one.position for one in written],
            generation=0,
        ),
        strengthened=tuple(one for one in given if one.id in known),
        learned=learned,
        decisions=decisions,
        job_ids=tuple(plain["job_ids"]),
        note=plain["note"],
    )


def decision(plain: Json) -> Decision:
    names = ("action", "reason", "memory_id", "previous_id", "conflict_id", "content")
    return Decision(**{name: plain[name] for name in names})


def recalled(plain: Json) -> Recalled:
    names = ("question", "rank", "score", "why")
    return Recalled(**{name: plain[name] for name in names}, at=_at(plain["at"]))


def conflict(plain: Json) -> OpenConflict:
    names = ("id", "action", "question", "reason", "new_id", "old_id", "choice")
    return OpenConflict(
        **{name: plain[name] for name in names},
        scope=Scope(user=plain["user"]),
        created_at=_at(plain["created_at"]),
        resolved_at=moment(plain["resolved_at"]),
    )


def job(plain: Json) -> Job:
    names = ("id", "kind", "state", "attempts", "error", "result")
    return Job(
        **{name: plain[name] for name in names},
        scope=Scope(user=plain["user"]),
        created_at=_at(plain["created_at"]),
        run_at=_at(plain["run_at"]),
        finished_at=moment(plain["finished_at"]),
    )


# --- recalling ------------------------------------------------------------------------------------------------------


def hits(plain: Json) -> Hits:
    questions = tuple(conflict(one) for one in plain["questions"])
    return Hits([hit(one) for one in plain["hits"]], trace(plain["trace"]), questions)


def hit(plain: Json) -> Hit:
    return Hit(
        record=record(plain),
        score=plain["score"],
        tier=plain["tier"],
        tokens=plain["tokens"],
        components=plain["components"],
        path=tuple(plain["path"]),
        window=tuple(records(plain["window"])),
        sources=tuple(records(plain["sources"])),
        _explain=Said(str(plain["why"])),
    )


def trace(plain: Json) -> Trace:
    return Trace(
        preset=plain["preset"],
        embedder=plain["embedder"],
        fallback_reason=plain["fallback_reason"],
        candidates=plain["candidates"],
        stages=tuple(plain["stages"]),
        missed=tuple(
            Missed(id=one["id"], content=one["content"], score=one["score"], dropped_by=one["dropped_by"])
            for one in plain["missed"]
        ),
    )


def context(plain: Json) -> Context:
    names = ("text", "tokens", "tokenizer", "format", "question", "cached")
    return Context(
        **{name: plain[name] for name in names},
        sections=tuple(section(one) for one in plain["sections"]),
        messages=tuple(plain["messages"]),
        trace=tuple(plain["trace"]),
        retold=tuple(line(one) for one in plain.get("retold", ())),  # an older server tells none
    )


def section(plain: Json) -> Section:
    names = ("name", "title", "tokens", "left_out", "stable")
    return Section(**{name: plain[name] for name in names}, lines=tuple(line(one) for one in plain["lines"]))


def line(plain: Json) -> Line:
    names = ("text", "lead", "heading", "id", "source", "layer", "kind", "score", "shortened")
    return Line(**{name: plain[name] for name in names}, at=moment(plain["at"]))


def profile(plain: Json) -> Profile:
    return Profile(
        record=None if plain["record"] is None else record(plain["record"]),
        pending=plain["pending"],
        overrides=tuple(records(plain["overrides"])),
    )


# --- the graph ------------------------------------------------------------------------------------------------------


def entity(plain: Json) -> Entity:
    return Entity(
        id=plain["id"],
        name=plain["name"],
        type=plain["type"],
        aliases=tuple(plain["aliases"]),
        others=tuple(plain["others"]),
        mentions=plain["mentions"],
        created_at=_at(plain["created_at"]),
        updated_at=_at(plain["updated_at"]),
    )


def relation(plain: Json) -> KnownRelation:
    names = ("source", "relation", "target", "source_id", "target_id", "confidence", "weight")
    return KnownRelation(
        **{name: plain[name] for name in names},
        valid_from=moment(plain["valid_from"]),
        valid_until=moment(plain["valid_until"]),
        created_at=_at(plain["created_at"]),
        ended_at=moment(plain["ended_at"]),
        records=tuple(plain["records"]),
    )


def waypoint(plain: Json) -> Waypoint:
    """Which item of its store the target is, only the server knows."""
    return Waypoint(
        source=plain["source"],
        target=plain["target"],
        weight=plain["weight"],
        item=0,
        created_at=_at(plain["created_at"]),
    )


def walk(plain: Json) -> Walk:
    return Walk(
        start=entity(plain["start"]),
        depth=plain["depth"],
        entities=tuple(entity(one) for one in plain["entities"]),
        distances=plain["distances"],
        relations=tuple(relation(one) for one in plain["relations"]),
        cut=plain["cut"],
    )


# --- ageing, changes, care ------------------------------------------------------------------------------------------


def swept(plain: Json) -> Swept:
    return Swept(reasons=plain["reasons"], dry_run=plain["dry_run"], compacted=plain.get("compacted", 0))


def compaction(plain: Json) -> Compaction:
    names = ("candidates", "tokens_total", "tokens_saved", "archived", "dry_run")
    return Compaction(**{name: plain[name] for name in names}, summary_ids=tuple(plain["summary_ids"]))


def cleared(plain: Json) -> Cleared:
    return Cleared(matching=plain["matching"], removed=plain["removed"], dry_run=plain["dry_run"])


def receipt(plain: Json) -> Receipt:
    return Receipt(
        tenant=DEFAULT_TENANT,
        user=plain["user"],
        everyone=plain["everyone"],
        erased_at=_at(plain["erased_at"]),
        counts=plain["counts"],
        keys_left=plain.get("keys_left", 0),
    )


def changes(plain: Json) -> Changes:
    names = ("kind", "id", "layer", "status", "version", "user")
    told = (Change(**{name: one[name] for name in names}, at=_at(one["at"])) for one in plain["changes"])
    return Changes(changes=tuple(told), marks=marks_of(plain["next"]))


def status(url: str, plain: Json) -> Status:
    """`url`: of the server, since it does not say where its store lies."""
    names = "embedder embedder_reason needs_reindex cache_hits cache_misses recall_failure jobs gate".split()
    return Status(
        **{name: plain[name] for name in names},
        facts=facts(url, plain["facts"]),
        embedder_log=tuple((_at(at), str(name), str(why)) for at, name, why in plain["embedder_log"]),
        models=tuple(
            ModelState(**{name: one[name] for name in ("provider", "model", "breaker", "last_failure")})
            for one in plain["models"]
        ),
        spent=tuple(spent(one) for one in plain["spent"]),
        degraded=tuple(plain.get("degraded", ())),
        tier=tier(plain.get("tier")),
    )


def tier(plain: Json | None) -> TierState | None:
    """None: an older server, which tells nothing of it."""
    if plain is None:
        return None
    return TierState(**{name: plain[name] for name in ("name", "configured", "breaker", "behind")})


def facts(url: str, plain: Json) -> Facts:
    names = "schema_version analyser_version records by_layer by_status spaces vectors sector_vectors bytes".split()
    return Facts(url=url, **{name: plain[name] for name in names})


def spent(plain: Json) -> Spent:
    names = ("tenant", "provider", "requests", "failures", "input_tokens", "output_tokens", "usd")
    return Spent(day=date.fromisoformat(plain["day"]), **{name: plain[name] for name in names})


def embedder(plain: Json) -> EmbedderState:
    return EmbedderState(**{name: plain[name] for name in ("name", "usable", "signature", "reason")})


def neighbour(plain: Json) -> Neighbour:
    names = ("kind", "outgoing", "weight")
    return Neighbour(**{name: plain[name] for name in names}, record=record(plain["record"]))


def totals(plain: Json) -> Totals:
    return Totals(**{name: plain[name] for name in ("records", "tokens", "by_layer", "by_kind")})


def agent(plain: Json) -> AgentCount:
    names = ("agent", "memories", "turns", "sessions")
    return AgentCount(**{name: plain[name] for name in names}, last_at=_at(plain["last_at"]))


def sector(plain: Json) -> SectorState:
    names = ("sector", "decay_rate", "weight", "embedder", "count", "strength")
    return SectorState(**{name: plain[name] for name in names}, patterns=tuple(plain["patterns"]))


def probe(plain: Json) -> Probe:
    return Probe(working=plain["working"], latency_ms=plain["latency_ms"], error=plain["error"])


def problem(plain: Json) -> Problem:
    return Problem(**{name: plain[name] for name in ("code", "count", "message", "repaired")})


_DOCUMENT = (
    "id source collection title media_type content_hash stamp fingerprint bytes passages metadata version error"
).split()


def document(plain: Json) -> Document:
    return Document(
        **{name: plain[name] for name in _DOCUMENT},
        scope=Scope(**{name: plain[name] for name in _LABELS}),
        created_at=_at(plain["created_at"]),
        updated_at=_at(plain["updated_at"]),
    )


def ingested(plain: Json) -> Ingested:
    counts = {name: int(plain[name]) for name in ("added", "kept", "ended")}
    return Ingested(
        document=document(plain["document"]),
        action=plain["action"],
        notes=tuple(plain["notes"]),
        note=plain["note"],
        **counts,
    )


def reading(plain: Json) -> Reading:
    return Reading(
        sections=tuple(DocumentSection(text=one["text"], place=one["place"]) for one in plain["sections"]),
        notes=tuple(plain["notes"]),
        **{name: plain[name] for name in ("media_type", "title", "metadata", "method")},
    )

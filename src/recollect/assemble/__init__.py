"""The one place where parts meet: Settings -> running Engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from pathlib import Path

from recollect import registry
from recollect.assemble.embedders import embedders
from recollect.assemble.files import files as made_files
from recollect.assemble.media import batch_options, media_options, recording_limits, transcriber
from recollect.assemble.models import llm_extractor, spent_today, utc_now
from recollect.assemble.options import PERIODS, read_key, store_options, transcript_options
from recollect.assemble.parts import Common
from recollect.assemble.parts import parts as made_parts
from recollect.config import Settings, names
from recollect.contracts.store import Store
from recollect.contracts.tokenizer import Tokenizer
from recollect.engine.ageing import DECAY, PRUNE, Ageing
from recollect.engine.care import Care
from recollect.engine.clearing import Clearing
from recollect.engine.compaction import Compacting
from recollect.engine.conflicts import Conflicts
from recollect.engine.contexts.context import ContextOptions, Contexts
from recollect.engine.contexts.means import Means
from recollect.engine.counting import Counting
from recollect.engine.documents import Documents
from recollect.engine.extraction import Extraction
from recollect.engine.files.files import Files
from recollect.engine.files.mirror import Mirror
from recollect.engine.forgetting import Forgetting
from recollect.engine.graph import GRAPH, Graph
from recollect.engine.ingesting import Ingesting, IngestOptions
from recollect.engine.learning import Learning
from recollect.engine.llms.layers import LlmLayers
from recollect.engine.media import MediaFiles, recording_reader
from recollect.engine.memories import Memories
from recollect.engine.moving.transfer import Transfer
from recollect.engine.parts import Bell, Parts
from recollect.engine.profiles import Profiles
from recollect.engine.recall import Recall
from recollect.engine.summaries import Summaries
from recollect.engine.timeline import Timeline
from recollect.engine.transcripts import Transcripts
from recollect.engine.turns import EXTRACT, Turns
from recollect.engine.vectors.tier import VectorTier
from recollect.engine.vectors.tier_care import TierCare
from recollect.errors import ConfigError
from recollect.jobs.runner import Heart, Runner
from recollect.jobs.schedule import Schedule
from recollect.jobs.worker import Worker
from recollect.model.copied import Copied
from recollect.model.layers import PROFILE_JOB, SUMMARY_JOB
from recollect.model.scope import Scope
from recollect.write import domains

__all__ = [
    "Common",
    "Engine",
    "embedders",
    "engine",
    "llm_extractor",
    "migrate",
    "open_store",
    "read_key",
    "rekey",
    "restore",
    "utc_now",
]


@dataclass(frozen=True, kw_only=True)
class Engine:
    """Everything a user can ask for."""

    memories: Memories
    forgetting: Forgetting
    profiles: Profiles
    turns: Turns
    conflicts: Conflicts
    recall: Recall
    contexts: Contexts
    timeline: Timeline
    transfer: Transfer
    transcripts: Transcripts
    mirror: Mirror
    ageing: Ageing
    compacting: Compacting
    clearing: Clearing
    care: Care
    graph: Graph
    jobs: Runner
    worker: Worker
    schedule: Schedule
    bell: Bell
    counting: Counting
    documents: Documents
    files: Files
    media: MediaFiles
    ingesting: Ingesting
    vectors: TierCare
    signature: Callable[[], str | None]
    """Of the embedder in use."""
    tier: VectorTier | None
    store: Store
    settings: Settings
    shares_store: bool = False

    def close(self) -> None:
        """The running job is finished; what is queued stays queued. A store that others use too stays open."""
        self.files.close()
        self.worker.close()
        self.jobs.close()
        self.recall.flush()
        if not self.shares_store:
            if self.tier is not None:
                self.tier.settle(Scope(tenant=self.settings.tenant))
                self.tier.close()
            self.store.close()


def open_store(settings: Settings, url: str) -> Store:
    return registry.store(url, store_options(settings))


def engine(
    settings: Settings,
    *,
    url: str,
    clock: Callable[[], datetime] = utc_now,
    scrub: Callable[[str], str] | None = None,
    common: Common | None = None,
) -> Engine:
    """Open the store and put the parts together. Embedders are made on first use.

    With `common`, what engines of several tenants have in common is taken from there instead of being made.
    """
    Scope(tenant=settings.tenant, agent=settings.agent)
    if clock().tzinfo is None:
        raise ConfigError("the clock gives times without a zone; return datetime.now(UTC), for example")
    store = open_store(settings, url) if common is None else common.store
    parts = made_parts(settings, store, clock, common, scrub=scrub)
    made = _put_together(settings, parts, None if common is None else common.heart)
    if settings.worker == "on" and common is None:
        parts.bell.listen(made.worker.wake)
        if made.jobs.open_count():
            made.worker.wake()  # what another process promised and did not live to do
    return made


def _put_together(settings: Settings, parts: Parts, heart: Heart | None) -> Engine:
    store, clock = parts.store, parts.clock
    graph = Graph(parts)
    recall, learning = Recall(parts, graph.link), Learning(parts, follow_up=graph.signal)
    domain = None if settings.domain_schema is None else domains.load(settings.domain_schema)
    extractor = llm_extractor(settings, clock=clock, spent=lambda: spent_today(store, settings, clock()))
    writer = (
        None if extractor is None else LlmLayers(extractor.models, output_tokens_max=settings.llm_output_tokens_max)
    )
    summaries = Summaries(parts, writer if settings.summaries == "on" else None)
    profiles = Profiles(parts, writer if settings.profile == "on" else None)
    memories = Memories(parts, learning)
    documents = Documents(parts, learning.signals)
    patterns = settings.extraction_patterns == "on"
    extraction = Extraction(parts.gate, settings.extraction, llm=extractor, domain=domain, patterns=patterns)
    turns = Turns(parts, extraction, learning, summaries)
    transcripts = Transcripts(parts, turns, transcript_options(settings))
    media = MediaFiles(parts.embedding, media_options(settings))
    compacting = Compacting(parts, follow_up=graph.signal)
    forgetting = Forgetting(parts, memories, profiles, summaries, compacting)
    ageing = Ageing(parts, compacting)
    vectors = TierCare(parts, settings.vector_store)
    handlers = {
        EXTRACT: turns.learn,
        SUMMARY_JOB: summaries.handle,
        PROFILE_JOB: profiles.handle,
        GRAPH: graph.work,
        DECAY: ageing.decay,
        PRUNE: ageing.prune,
    }
    jobs = Runner(store, handlers, clock, tenant=settings.tenant, lease_s=settings.job_lease_s, heart=heart)
    schedule = Schedule(store, clock, tenant=settings.tenant, periods=PERIODS)
    work = partial(_work, jobs, parts, settings.tenant)
    worker = Worker(work, rhythm=_rhythm(settings, schedule, transcripts))
    return Engine(
        memories=memories,
        forgetting=forgetting,
        profiles=profiles,
        turns=turns,
        conflicts=Conflicts(parts),
        jobs=jobs,
        worker=worker,
        recall=recall,
        timeline=Timeline(parts, recall),
        contexts=_contexts(settings, parts, recall, graph, domain),
        transfer=Transfer(parts, transcripts, turns, graph),
        transcripts=transcripts,
        mirror=Mirror(parts, memories),
        ageing=ageing,
        compacting=compacting,
        clearing=Clearing(parts, forgetting, documents, recall.log),
        care=Care(parts, recall, extractor.models if extractor else None, batch_options(settings), vectors),
        graph=graph,
        schedule=schedule,
        bell=parts.bell,
        counting=Counting(parts),
        files=made_files(settings, parts, documents, memories, recall, media),
        media=media,
        documents=documents,
        ingesting=_ingesting(settings, parts, documents, forgetting),
        vectors=vectors,
        signature=parts.embedding.signature,
        tier=parts.tier,
        store=store,
        settings=settings,
        shares_store=heart is not None,
    )


def _rhythm(settings: Settings, schedule: Schedule, transcripts: Transcripts) -> Callable[[], object] | None:
    """What comes periodically in a process that lives on."""
    ticks: list[Callable[[], object]] = [schedule.tick] if settings.schedule == "on" else []
    if settings.transcripts == "on":
        ticks.append(transcripts.tick)
    return (lambda: [tick() for tick in ticks]) if ticks else None


def _work(jobs: Runner, parts: Parts, tenant: str) -> bool:
    """The next job; when there is none, the vector tier hears of what was written."""
    if jobs.work():
        return True
    if parts.tier is not None:
        parts.tier.nudge(Scope(tenant=tenant), parts.embedding.signature())
    return False


@cache
def _tokenizer(name: str) -> Tokenizer:
    """Made on first use, and once for a process: it remembers words."""
    return registry.tokenizer(name)


def _contexts(
    settings: Settings, parts: Parts, recall: Recall, graph: Graph, domain: domains.Schema | None
) -> Contexts:
    tokenizer = partial(_tokenizer, settings.tokenizer)
    means = Means(parts=parts, recall=recall, graph=graph, tokenizer=tokenizer, domain=domain)
    return Contexts(means, ContextOptions(format=settings.context_format, layout=_layout(settings)))


def _ingesting(settings: Settings, parts: Parts, documents: Documents, forgetting: Forgetting) -> Ingesting:
    options = IngestOptions(
        bytes_max=settings.document_bytes_max,
        pages_max=settings.document_pages_max,
        seconds_max=settings.document_seconds_max,
        processes_max=settings.document_processes_max,
        fetch=settings.fetch_urls == "on",
        allow=names(settings.fetch_allow),
    )
    recordings = recording_reader(transcriber(settings), recording_limits(settings))
    return Ingesting(parts, documents, forgetting, options, recordings)


def _layout(settings: Settings) -> dict[str, int]:
    """What settings say about the sections of a context."""
    return {
        "tokens_max": settings.context_tokens_max,
        "profile_tokens": settings.profile_tokens_max,
        "working_tokens": settings.working_tokens_max,
        "summary_tokens": settings.summaries_tokens_max,
        "excerpt_tokens": settings.excerpt_tokens_max,
        "relationship_tokens": settings.relationship_tokens_max,
    }


def restore(backup: Path, settings: Settings, *, url: str) -> Path | None:
    """Make the store at `url` hold what the backup holds; returns the file that keeps what was there."""
    return registry.restore(backup, url, store_options(settings))


def migrate(
    settings: Settings,
    *,
    source: str,
    target: str,
    caches: bool = False,
    progress: Callable[[int, int, str], None] | None = None,
) -> Copied:
    """Make the store at `target` hold what the store at `source` holds, and compare the two."""
    return registry.migrate(source, target, store_options(settings), caches=caches, progress=progress)


def require_there(url: str) -> None:
    """Refuse the address of a store that opening would make: whoever only reads has mistyped it."""
    registry.require_there(url)


def store_file(url: str) -> Path | None:
    """The file of the store at `url`; None: it lies in memory, or a server has it."""
    return registry.store_file(url)


def rekey(settings: Settings, *, url: str, new_key: str | None) -> None:
    """Encrypt the store at `url` with another key; None: not any more."""
    registry.rekey(url, new_key, store_options(settings))

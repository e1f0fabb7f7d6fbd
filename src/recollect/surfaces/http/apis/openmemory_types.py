"""What OpenMemory's clients send, and what they are sent. Times are epoch milliseconds."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from recollect.config import Settings
from recollect.engine.vectors.embedding import chunks
from recollect.model.query import Hit
from recollect.model.record import Record
from recollect.surfaces.http.apis.wire import IfAny, Label, Milliseconds, Taken, ms

CHARS_PER_TOKEN = 4
K_DEFAULT = 8
K_MAX = 200
Share = Annotated[float, Field(ge=0, le=1)]
Text = Annotated[str, Field(min_length=1, max_length=200_000)]
Tag = Annotated[str, Field(min_length=1, max_length=256)]
Tags = Annotated[list[Tag], Field(max_length=64)]


class AddAsked(Taken):
    content: Text
    tags: Tags | None = None
    metadata: dict[str, Any] | None = None
    user_id: IfAny[Label] = None


class QueryFilters(Taken):
    sector: IfAny[Label] = None
    sectors: Annotated[list[Label], Field(max_length=5)] | None = None
    tags: Tags | None = None
    min_score: Share | None = None
    min_salience: Share | None = None
    user_id: IfAny[Label] = None
    since: Annotated[Milliseconds | None, Field(alias="startTime")] = None
    until: Annotated[Milliseconds | None, Field(alias="endTime")] = None

    @property
    def every_sector(self) -> list[str]:
        return [self.sector] if self.sector is not None else list(dict.fromkeys(self.sectors or ()))


class QueryAsked(Taken):
    query: str = Field(min_length=1, max_length=8192)
    k: Annotated[int, Field(ge=1, le=K_MAX)] | None = None
    since: Annotated[Milliseconds | None, Field(alias="startTime")] = None
    until: Annotated[Milliseconds | None, Field(alias="endTime")] = None
    filters: QueryFilters | None = None
    user_id: IfAny[Label] = None

    @property
    def matches_max(self) -> int:
        return K_DEFAULT if self.k is None else self.k


class IngestConfig(Taken):
    """How a document is cut: of the current release, and (chunk_…) of the documentation."""

    force_root: bool | None = None
    sec_sz: Annotated[int, Field(ge=100, le=200_000, description="characters")] | None = None
    lg_thresh: Annotated[int, Field(ge=1, le=200_000, description="tokens")] | None = None
    chunk_size: Annotated[int, Field(ge=32, le=50_000, description="tokens")] | None = None
    chunk_overlap: Annotated[int, Field(ge=0, le=25_000, description="tokens")] | None = None
    preserve_metadata: bool | None = None


class IngestAsked(Taken):
    content_type: Annotated[str, Field(min_length=1, max_length=200)]
    data: Annotated[str, Field(min_length=1)]
    metadata: dict[str, Any] | None = None
    config: IngestConfig | None = None
    user_id: IfAny[Label] = None


class IngestUrlAsked(Taken):
    url: Annotated[str, Field(min_length=1, max_length=8192)]
    metadata: dict[str, Any] | None = None
    config: IngestConfig | None = None
    user_id: IfAny[Label] = None


class ReinforceAsked(Taken):
    id: Label
    boost: Annotated[float, Field(ge=0, le=100)] | None = None
    user_id: IfAny[Label] = None


class UpdateAsked(Taken):
    content: Text | None = None
    tags: Tags | None = None
    metadata: dict[str, Any] | None = None
    user_id: IfAny[Label] = None


class DeleteAsked(Taken):
    """A body may say whose the memory is, as the address may."""

    user_id: IfAny[Label] = None


def last_seen(record: Record) -> datetime:
    """Strength is written with every recall and every reinforcement: since then nobody has looked at it."""
    return max(record.strength_at, record.last_accessed_at or record.created_at)


def item_of(record: Record, now: datetime) -> dict[str, Any]:
    return {
        "id": record.id,
        "content": record.content,
        "primary_sector": primary(record),
        "sectors": list(record.sectors),
        "tags": list(record.tags),
        "metadata": dict(record.metadata),
        "created_at": ms(record.created_at),
        "updated_at": ms(record.updated_at),
        "last_seen_at": ms(last_seen(record)),
        "salience": record.strength_now(now),
        "decay_lambda": record.decay_rate,
        "version": record.version,
        "user_id": record.user,
    }


def match_of(hit: Hit, now: datetime) -> dict[str, Any]:
    record = hit.record
    return {
        "id": record.id,
        "content": record.content,
        "score": hit.score,
        "sectors": list(record.sectors),
        "primary_sector": primary(record),
        "path": list(hit.path) or [record.id],
        "salience": record.strength_now(now),
        "last_seen_at": ms(last_seen(record)),
    }


def chunks_of(text: str, settings: Settings) -> int:
    """In how many pieces a text is embedded."""
    size = settings.chunk_tokens * CHARS_PER_TOKEN
    overlap = min(settings.chunk_overlap_tokens, settings.chunk_tokens // 2) * CHARS_PER_TOKEN
    return len(chunks(text, size, size - overlap))


def primary(record: Record) -> str:
    return record.sectors[0] if record.sectors else "semantic"

"""What the settings say to the engine: its options, and how memories age."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from recollect.config import Settings, pairs, recall_options, recall_policy, state_folder
from recollect.engine.ageing import DECAY, PRUNE
from recollect.engine.parts import EngineOptions
from recollect.engine.transcripts import TranscriptOptions
from recollect.errors import ConfigError
from recollect.model.ageing import Policy

PERIODS = {DECAY: timedelta(hours=24), PRUNE: timedelta(days=7)}
"""Kind of a periodic job -> how often it runs."""


def engine_options(settings: Settings) -> EngineOptions:
    return EngineOptions(
        tenant=settings.tenant,
        content_chars_max=settings.content_chars_max,
        preset=settings.preset,
        rrf_k=settings.rrf_k,
        vector_top_k=settings.vector_top_k,
        min_score=settings.min_score,
        backfill_ms=settings.backfill_ms,
        backfill_items_max=settings.embedder_batch_min if settings.embedder_batch == "on" else 0,
        verification=settings.verification == "on",
        verification_guards=settings.verification_guards == "on",
        thresholds=(settings.verification_jaccard, settings.verification_cosine),
        recall_options=recall_options(settings),
        profile_threshold=settings.profile_threshold if settings.profile != "off" else 0,
        profile_tokens_max=settings.profile_tokens_max,
        summaries=settings.summaries != "off",
        summary_debounce_s=settings.summary_debounce_s,
        summary_tokens_max=settings.summary_tokens_max,
        ageing=_ageing(settings),
        recall_policy=recall_policy(settings) if settings.recall_policy_on == "all" else None,
        citations=settings.citations != "off",
        recalls_kept=settings.recalls_kept,
        decay_lambda=settings.decay_lambda,
    )


def transcript_options(settings: Settings) -> TranscriptOptions:
    given = settings.transcripts_paths or f"{state_folder(settings)}/agents/*/sessions/*.jsonl"
    return TranscriptOptions(
        on=settings.transcripts == "on",
        patterns=tuple(part.strip() for part in given.split(",") if part.strip()),
        delta_bytes=settings.transcripts_delta_bytes,
        delta_messages=settings.transcripts_delta_messages,
        learn=settings.transcripts_learn == "on",
        user=settings.transcripts_user,
    )


def store_options(settings: Settings) -> dict[str, Any]:
    """What the settings say to the store."""
    return {
        "synchronous": settings.synchronous,
        "cache_bytes": settings.cache_mb * 1024 * 1024,
        "key": encryption_key(settings),
        "read_url": settings.postgres_read_url,
        "notices": settings.postgres_notices == "on",
        "postgres": {
            "connections_max": settings.postgres_connections_max,
            "statement_timeout_s": settings.postgres_statement_timeout_ms / 1000,
            "lock_timeout_s": settings.postgres_lock_timeout_ms / 1000,
        },
    }


def encryption_key(settings: Settings) -> str | None:
    """The key of the store's file, from the setting or from the file that it names."""
    if settings.encryption_key and settings.encryption_key_file:
        raise ConfigError("encryption_key and encryption_key_file are both set; keep one of them")
    if settings.encryption_key_file:
        return read_key(Path(settings.encryption_key_file).expanduser())
    return settings.encryption_key or None


def read_key(file: Path) -> str:
    """The first and only line of a key file."""
    try:
        key = file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ConfigError(f"the key file {file} cannot be read ({error.strerror}); check its path") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"the key file {file} is not text; `openssl rand -hex 32` prints a key") from error
    if not key or "\n" in key:
        raise ConfigError(f"the key file {file} must hold one line: the key")
    return key


def _ageing(settings: Settings) -> Policy:
    return Policy(
        retention_days={layer: float(days) for layer, days in pairs(settings.retention_days).items() if float(days)},
        entries_max=settings.entries_max,
        forget_below=settings.forget_below,
        decisions_kept_days=settings.decisions_kept_days,
        compact_after_days=settings.compact_after_days if settings.auto_compact == "on" else 0.0,
    )

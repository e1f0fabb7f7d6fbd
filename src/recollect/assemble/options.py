"""What the settings say to the engine: its options, and how memories age."""

from __future__ import annotations

from datetime import timedelta

from recollect.config import Settings, pairs, recall_options
from recollect.engine.ageing import DECAY, PRUNE
from recollect.engine.parts import EngineOptions
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
        decay_lambda=settings.decay_lambda,
    )


def _ageing(settings: Settings) -> Policy:
    return Policy(
        retention_days={layer: float(days) for layer, days in pairs(settings.retention_days).items() if float(days)},
        entries_max=settings.entries_max,
        forget_below=settings.forget_below,
        decisions_kept_days=settings.decisions_kept_days,
        compact_after_days=settings.compact_after_days if settings.auto_compact == "on" else 0.0,
    )

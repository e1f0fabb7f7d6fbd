"""How memories age, as the settings say it."""

from __future__ import annotations

from datetime import timedelta

from recollect.config import Settings, pairs
from recollect.engine.ageing import DECAY, PRUNE
from recollect.model.ageing import Policy

PERIODS = {DECAY: timedelta(hours=24), PRUNE: timedelta(days=7)}
"""Kind of a periodic job -> how often it runs."""


def policy(settings: Settings) -> Policy:
    return Policy(
        retention_days={layer: float(days) for layer, days in pairs(settings.retention_days).items() if float(days)},
        entries_max=settings.entries_max,
        forget_below=settings.forget_below,
        decisions_kept_days=settings.decisions_kept_days,
        compact_after_days=settings.compact_after_days if settings.auto_compact == "on" else 0.0,
    )

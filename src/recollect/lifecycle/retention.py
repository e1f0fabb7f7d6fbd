"""How long the records of a layer are shown: cutoffs by layer, from days. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from recollect.model.record import AGELESS_LAYERS, LAYERS, Record

LIMITED_LAYERS = tuple(layer for layer in LAYERS if layer not in AGELESS_LAYERS)
"""Layers that can have a retention."""


def cutoffs(days: Mapping[str, float], now: datetime) -> dict[str, datetime]:
    """Layer -> what was made before that is too old. 0 days: for ever.

    Worked: 30 days at noon of 1 July: what was made at noon of 1 June is shown, a microsecond earlier is not.
    """
    return {layer: now - timedelta(days=count) for layer, count in days.items() if count > 0}


def every_layer(days: float) -> dict[str, float]:
    """The same retention for all layers that can have one."""
    return dict.fromkeys(LIMITED_LAYERS, days)


def strictest(*limits: Mapping[str, float]) -> dict[str, float]:
    """Of each layer the shortest retention that any of them gives; 0 is none."""
    shortest: dict[str, float] = {}
    for days in limits:
        for layer, count in days.items():
            if count > 0:
                shortest[layer] = min(count, shortest.get(layer, count))
    return shortest


def is_shown(record: Record, limits: Mapping[str, datetime], now: datetime) -> bool:
    """Whether its time is not over: neither expired, nor older than the cutoff of its layer."""
    if record.expires_at is not None and record.expires_at <= now:
        return False
    return record.layer not in limits or record.created_at >= limits[record.layer]

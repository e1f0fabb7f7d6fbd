"""Ageing, computed when reading: strength of a record, half-life of a score."""

from __future__ import annotations

import math

DAY_S = 86_400.0


def live_strength(strength: float, decay_rate: float, age_days: float) -> float:
    """s·e^(−λ·Δdays), within 0..1. Worked: 0.8 at λ 0.02 after 10 days is 0.6550."""
    return min(1.0, max(0.0, strength * math.exp(-decay_rate * max(0.0, age_days))))


def half_life(age_days: float, half_life_days: float) -> float:
    """e^(−ln2/h·age). Worked: h 30: 7 days 0.8507, 30 days 0.5, 90 days 0.125, 180 days 0.015625."""
    return math.exp(-math.log(2.0) / half_life_days * max(0.0, age_days))


def recency(age_days: float) -> float:
    """OpenMemory's recency, e^(−days/30). Worked: 30 days 0.3679."""
    return math.exp(-max(0.0, age_days) / 30.0)

"""Ageing, computed when reading: strength of a record, half-life of a score. For one number or a whole column."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from recollect.model.ageing import REINFORCEMENT

DAY_S = 86_400.0


def live_strength(strength: Any, decay_rate: Any, age_days: Any) -> Any:
    """s·e^(−λ·Δdays), within 0..1. Worked: 0.8 at λ 0.02 after 10 days is 0.6550."""
    return np.clip(strength * np.exp(-decay_rate * np.maximum(0.0, age_days)), 0.0, 1.0)


def reinforced(strength: Any, decay_rate: Any, age_days: Any, boost: Any = REINFORCEMENT) -> Any:
    """What is left of a strength, and `boost` on top, at most 1.

    Worked: 0.5 at λ 0.005 is 0.4304 after 30 days, and 0.5304 once it was recalled.
    """
    return np.minimum(1.0, live_strength(strength, decay_rate, age_days) + boost)


def half_life(age_days: Any, half_life_days: float) -> Any:
    """e^(−ln2/h·age). Worked: h 30: 7 days 0.8507, 30 days 0.5, 90 days 0.125, 180 days 0.015625."""
    return np.exp(-math.log(2.0) / half_life_days * np.maximum(0.0, age_days))


def recency(age_days: Any) -> Any:
    """OpenMemory's recency, e^(−days/30). Worked: 30 days 0.3679."""
    return np.exp(-np.maximum(0.0, age_days) / 30.0)

"""The weighing of signals where no single one is sure: a linear layer, its weights in a readable file beside this one.

Fitted by `recollect.evals.judging`; the file holds one line per signal with its weight for each label.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Final

LABELS: Final = ("supersede", "duplicate", "merge", "keep_both")
WEIGHTS_FILE: Final = Path(__file__).with_name("weights.json")
Row = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Weights:
    """Per signal one weight for each label, in the order of `LABELS`."""

    constant: Row
    signals: Mapping[str, Row]


@cache
def shipped() -> Weights:
    """The weights that come with the package."""
    return load(json.loads(WEIGHTS_FILE.read_text(encoding="utf-8")))


def load(content: Mapping[str, object]) -> Weights:
    """Weights from the content of a file: `constant`, and `signals` by name."""
    signals = content["signals"]
    assert isinstance(signals, dict)
    return Weights(_row(content["constant"]), {str(name): _row(row) for name, row in signals.items()})


def _row(values: object) -> Row:
    assert isinstance(values, list)
    a, b, c, d = (float(value) for value in values)
    return a, b, c, d


def weigh(signals: Mapping[str, float], weights: Weights) -> Row:
    """The probability of each label, in the order of `LABELS`."""
    a, b, c, d = weights.constant
    known = weights.signals
    for name, value in signals.items():
        row = known.get(name)
        if value and row:
            a += value * row[0]
            b += value * row[1]
            c += value * row[2]
            d += value * row[3]
    top = max(a, b, c, d)
    a, b, c, d = exp(a - top), exp(b - top), exp(c - top), exp(d - top)
    total = a + b + c + d
    return a / total, b / total, c / total, d / total

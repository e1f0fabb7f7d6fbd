"""The weighing of signals where no single one is sure: a linear layer, its weights in a readable file beside this one.

Fitted by `recollect.evals.judging`; the file holds one line per signal with its weight for each label.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, Final

LABELS: Final = ("supersede", "duplicate", "merge", "keep_both")
WEIGHTS_FILE: Final = Path(__file__).with_name("weights.json")
Row = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Weights:
    """Per signal one weight for each label, in the order of `LABELS`; and the weights for named third parties."""

    constant: Row
    signals: Mapping[str, Row]
    named_constant: float
    named: Mapping[str, float]


@cache
def shipped() -> Weights:
    """The weights that come with the package."""
    return load(json.loads(WEIGHTS_FILE.read_text(encoding="utf-8")))


def load(content: Mapping[str, Any]) -> Weights:
    """Weights from the content of a file: `constant` and `signals` by name, the same under `named`."""
    return Weights(
        constant=_row(content["constant"]),
        signals={name: _row(row) for name, row in content["signals"].items()},
        named_constant=float(content["named"]["constant"]),
        named={name: float(weight) for name, weight in content["named"]["signals"].items()},
    )


def _row(values: Sequence[float]) -> Row:
    a, b, c, d = values
    return a, b, c, d


def replaces(signals: Mapping[str, float], weights: Weights) -> float:
    """The probability that a statement about named people takes the place of the other."""
    total = weights.named_constant
    for name, value in signals.items():
        total += value * weights.named.get(name, 0.0)
    return 1.0 / (1.0 + exp(-total))


def weigh(signals: Mapping[str, float], weights: Weights) -> Row:
    """The probability of each label, in the order of `LABELS`."""
    a, b, c, d = weights.constant
    known = weights.signals
    for name, value in signals.items():
        row = known.get(name) if value else None
        if row:
            a += value * row[0]
            b += value * row[1]
            c += value * row[2]
            d += value * row[3]
    top = max(a, b, c, d)
    a, b, c, d = exp(a - top), exp(b - top), exp(c - top), exp(d - top)
    total = a + b + c + d
    return a / total, b / total, c / total, d / total

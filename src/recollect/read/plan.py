"""Understanding a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from recollect.rules.text import default_analyser


@dataclass(frozen=True, kw_only=True)
class Asked:
    terms: Mapping[str, int]


def understand(text: str, *, now: datetime, speakers: Sequence[str]) -> Asked:
    return Asked(terms=Counter(default_analyser().terms(text)))

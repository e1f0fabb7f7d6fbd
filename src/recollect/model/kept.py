"""What is kept beside records and goes with them from store to store: links, decisions, conflicts, and told ties."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.model.batch import Decided
from recollect.model.decision import OpenConflict
from recollect.model.graph import Ties
from recollect.model.record import Edge


@dataclass(frozen=True, kw_only=True)
class KeptTies:
    """Names and relations that came with a record."""

    record: str
    ties: Ties


@dataclass(frozen=True, kw_only=True)
class Kept:
    """One thing of one user's space."""

    user: str | None
    what: Edge | Decided | OpenConflict | KeptTies

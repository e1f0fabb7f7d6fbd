"""What became of a claim, and what is still open: Decision and OpenConflict."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from recollect.model.scope import Scope

ACTIONS = ("added", "reinforced", "superseded", "merged", "kept_both", "rejected", "clarify", "review")
ADDED, REINFORCED, REPLACED, MERGED, KEPT_BOTH, REFUSED, CLARIFY, REVIEW = ACTIONS

CHOICES = ("new", "old", "both")
"""How an open conflict can be resolved: which of the two statements holds."""
NEW, OLD, BOTH = CHOICES


@dataclass(frozen=True, kw_only=True)
class Decision:
    """One of the eight outcomes for one claim, with its reason."""

    action: str
    memory_id: str | None
    """The record that holds the claim now; None when nothing of it is stored."""
    previous_id: str | None = None
    """The record it was weighed against: superseded, merged, repeated or contradicted."""
    reason: str = ""
    content: str = ""
    """The claim, in words; empty when it must not be kept."""
    conflict_id: str | None = None
    """For `clarify` and `review`: what `resolve` takes. For `reinforced`: the open question that the claim repeats."""


@dataclass(frozen=True, kw_only=True)
class OpenConflict:
    """Two statements that cannot both be true and that rules alone must not settle."""

    id: str
    action: str
    """`clarify` (the user is asked) or `review` (somebody of the tenant decides)."""
    question: str
    scope: Scope
    new_id: str
    old_id: str
    reason: str
    created_at: datetime
    resolved_at: datetime | None = None
    choice: str | None = None
    """`old` also where nobody was asked any more: the old statement is no longer known, or an override says
    otherwise."""

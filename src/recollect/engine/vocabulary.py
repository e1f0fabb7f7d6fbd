"""The words of compatible systems that surfaces translate: the four memory types, and lengths in their tokens."""

from __future__ import annotations

from recollect.model.record import KINDS
from recollect.rules.kinds import TYPES, kind_of, type_of
from recollect.rules.tokens import estimate

__all__ = ["TYPES", "estimate", "kind_of", "kinds_of", "type_of"]


def kinds_of(type_name: str) -> list[str]:
    """Every kind that reads as a type."""
    kind_of(type_name)
    return [kind for kind in KINDS if type_of(kind) == type_name]

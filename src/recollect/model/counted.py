"""A number and what it counts, as a person says it."""

from __future__ import annotations


def counted(count: int, one: str, many: str | None = None) -> str:
    """Worked: 1 and "turn" is "1 turn", 2000 is "2,000 turns"; what has another plural gives it."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"

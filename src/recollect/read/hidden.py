"""What almost came into question: the best word matches that a filter kept out."""

from __future__ import annotations

from collections.abc import Sequence

from recollect.read.field import Plot

ROWS_LOOKED_AT = 1000
"""Of each word."""


def best_hidden(plots: Sequence[Plot], count: int) -> dict[int, tuple[str, float | None]]:
    """Place -> the first condition it failed, for the best `count` of each space."""
    found: dict[int, tuple[str, float | None]] = {}
    for plot in plots:
        matches: dict[int, int] = {}
        for rows in plot.postings.rows.values():
            for row in rows[~plot.allowed[rows]][:ROWS_LOOKED_AT].tolist():
                matches[row] = matches.get(row, 0) + 1
        for row in sorted(matches, key=lambda row: -matches[row])[:count]:
            reason = next(reason for reason, mask in plot.conditions if not mask[row])
            found[plot.offset + row] = (f"filtered out: {reason}", None)
    return found

"""What an answer had to do without: why it is less than full service, and which items lack a vector."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from recollect.model.vectors import Embedded
from recollect.read.field import Plot
from recollect.read.presets import Preset
from recollect.read.sectors import Sought

BACKFILL_MAX = 1000


def reason(plots: Sequence[Plot], preset: Preset, embedded: Embedded, sought: Sought | None) -> str | None:
    """Why the answer is less than full service, if it is."""
    if preset.fusion == "recent":  # newest first needs nothing
        return None
    reasons = (embedded.reason, sought.reason if sought is not None else None)
    reason = "; ".join(filter(None, reasons)) or None
    if embedded.rows is None:
        return reason or "no embedder: words alone"
    lacking = [plot for plot in plots if not plot.columns.vectors_complete]
    without = sum(int((~plot.columns.has_vector & plot.allowed).sum()) for plot in lacking)
    if without:
        total = sum(plot.visible for plot in plots)
        note = f"vectors are incomplete: {without} of {total} items are found by words only; run `recollect reindex`"
        return f"{reason}; {note}" if reason else note
    return reason


def items_without_vector(plots: Sequence[Plot]) -> list[int]:
    """Those that a backfill should give one."""
    found = [(plot, np.flatnonzero(~plot.columns.has_vector & plot.allowed)[:BACKFILL_MAX]) for plot in plots]
    return [plot.columns.item(int(row)) for plot, rows in found for row in rows]

"""What is looked for when a context is asked a question: turns and memories apart, and how many of each.

Turns are ranked worse among memories, which are short and alike. With a common budget, what was said has the first
claim on it: memories that a few turns would push out again are not even read.
"""

from __future__ import annotations

from recollect.model.query import Filter
from recollect.read.apart import OTHERS_SHARE, Part
from recollect.read.context.layouts import Layout

K_MIN, K_MAX = 20, 200
TOKENS_A_HIT = 15
"""Turns are rarely shorter: so many hits fill a budget more than once, and leave a choice."""
LAYER_OF = {"excerpts": "turn", "documents": "document", "memories": "memory"}
_TOGETHER = (("turn",), ("memory", "document"))


def wanted(layout: Layout) -> list[Part]:
    """The parts of the search, what was said first."""
    layers = {layer for name, layer in LAYER_OF.items() if name in layout.asked}
    groups = [tuple(layer for layer in group if layer in layers) for group in _TOGETHER]
    parts: list[Part] = []
    for group in groups:
        if group:
            in_all = round(parts[0].k / (1 - OTHERS_SHARE)) if parts and layout.tokens_max else None
            parts.append(Part(filter=Filter(layers=group), k=_k(layout, group), in_all=in_all))
    return parts


def _k(layout: Layout, layers: tuple[str, ...]) -> int:
    """How many hits of these layers may be worth a look."""
    fitting = layout.tokens_max // TOKENS_A_HIT if layout.tokens_max else K_MAX
    if "turn" not in layers:
        fitting //= 2
    return layout.k or min(max(fitting, K_MIN), K_MAX)

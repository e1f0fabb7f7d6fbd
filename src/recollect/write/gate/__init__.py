"""The gate in front of the memory, four levels, each with its own clear refusal and its own counter.

L1 `rate` (how often), L2 `quality` (is there anything to learn in a turn), L3 `duplicates` (was exactly this said
before), L4 `budget` (how much). `Gate` holds what must be remembered between calls; every decision is a pure function.
"""

from recollect.write.gate.duplicates import normalised, text_hash
from recollect.write.gate.gate import Gate, Options
from recollect.write.gate.quality import Judged, judge
from recollect.write.gate.refusal import Refusal

__all__ = ["Gate", "Judged", "Options", "Refusal", "judge", "normalised", "text_hash"]

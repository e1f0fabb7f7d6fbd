"""MemoryOS's settings."""

from __future__ import annotations

from recollect.config.foreign.row import Foreign

SYSTEM = "memoryos"
SAME_NAMES = frozenset(("domain_schema",))
"""Called the same here, so that they need no row."""
ROWS = (Foreign(system=SYSTEM, name="LLM_PROVIDER_ORDER", sets=("llm_order",), variable=True),)

"""MemoryOS's settings. Its `domain_schema` has the same name here and needs no row."""

from __future__ import annotations

from recollect.config.foreign.row import Foreign

ROWS = (Foreign(system="memoryos", name="LLM_PROVIDER_ORDER", sets=("llm_order",), variable=True),)

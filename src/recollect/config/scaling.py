"""The settings for more than one machine: vector tiers, the hot tier, reranking."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.config.table import setting as _setting


@dataclass(frozen=True, kw_only=True)
class ScaleSettings:
    """What makes it bigger. `Settings` is made of these too."""

    # --- reranking ------------------------------------------------------------------------------------------------

    # --- Redis ----------------------------------------------------------------------------------------------------

    # --- vector tiers ---------------------------------------------------------------------------------------------

    # --- PostgreSQL -----------------------------------------------------------------------------------------------
    postgres_read_url: str | None = _setting(
        None, "a replica of the PostgreSQL in `store` that answers searches: postgresql://…; unset: none", secret=True
    )
    postgres_connections_max: int = _setting(
        16, "connections of a process to PostgreSQL; who finds all in use waits", low=2, high=1000
    )
    postgres_statement_timeout_ms: int = _setting(
        60_000, "longest a statement may run on PostgreSQL; 0: what the server says", low=0, high=86_400_000
    )
    postgres_lock_timeout_ms: int = _setting(
        30_000, "longest wait for somebody else's lock, or for a free connection", low=1, high=86_400_000
    )

"""The settings for more than one machine: vector tiers, the hot tier, reranking."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ScaleSettings:
    """What makes it bigger. `Settings` is made of these too."""

    # --- reranking ------------------------------------------------------------------------------------------------

    # --- Redis ----------------------------------------------------------------------------------------------------

    # --- vector tiers ---------------------------------------------------------------------------------------------

"""What OmniRoute's two faces, HTTP and MCP, have in common: whose memories, how they are searched, how times read."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

POOL = "key:"
"""The user of a key's own pool is this and the key's id."""
LAYERS = ("memory", "override")
"""What is a memory to this interface; turns, profiles and summaries of conversations are not."""
PRESET = "omniroute"


def retrieval(kept: dict[str, Any], *, strategy: str | None = None, tokens_max: int | None = None) -> dict[str, Any]:
    """The options of a search: what the settings say, where a request says nothing else."""
    return {
        "layers": LAYERS,
        "preset": PRESET,
        "strategy": strategy or kept["strategy"],
        "tokens_max": kept["maxTokens"] if tokens_max is None else tokens_max,
        "retention_days": kept["retentionDays"],
    }


def moment(at: datetime) -> str:
    """As JavaScript writes times: 2026-06-01T12:00:00.000Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def embedder_parts(signature: str | None) -> tuple[str | None, str | None, int | None]:
    """An embedder's signature, `source:model:dimensions`, taken apart."""
    if signature is None:
        return None, None, None
    source, _, rest = signature.partition(":")
    model, _, last = rest.removesuffix(":int8").rpartition(":")
    return source, model or rest, int(last) if last.isdigit() else None

"""Embeddings without an upstream: Recollect's own embedder, in OpenAI's shapes."""

from __future__ import annotations

import base64
import struct
from typing import Any

from recollect.errors import InvalidInput
from recollect.memory import Memory
from recollect.surfaces.gateway.wires.base import Body

OWN_MODEL = "recollect"
INPUTS_MAX = 2048


def own_models() -> Body:
    return {"object": "list", "data": [own_model()]}


def own_model() -> Body:
    return {"id": OWN_MODEL, "object": "model", "created": 0, "owned_by": "recollect"}


def texts_of(body: Body) -> list[str]:
    given: Any = body.get("input")
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
        raise InvalidInput("input must be a text or a list of texts, none of them empty")
    if len(texts) > INPUTS_MAX:
        raise InvalidInput(f"input has {len(texts)} texts; at most {INPUTS_MAX} are allowed in one request")
    return texts


def embeddings(memory: Memory, body: Body) -> Body:
    """Blocking; for a thread."""
    form = body.get("encoding_format") or "float"
    if form not in ("float", "base64"):
        raise InvalidInput(f"encoding_format must be float or base64, not {str(form)[:40]!r}")
    texts = texts_of(body)
    rows = memory.embed(texts)
    dim = body.get("dimensions")
    if dim is not None and dim != len(rows[0]):
        raise InvalidInput(f"this embedder gives {len(rows[0])} dimensions; leave `dimensions` out")
    tokens = sum(len(text) // 4 + 1 for text in texts)
    return {
        "object": "list",
        "model": OWN_MODEL,
        "data": [
            {"object": "embedding", "index": place, "embedding": row if form == "float" else _packed(row)}
            for place, row in enumerate(rows)
        ],
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
    }


def _packed(row: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(row)}f", *row)).decode()

"""What the server was set up with: who makes vectors, where they lie, what ranks again, what reads files.

Only whether and how something is set up. Addresses, paths and secrets of the server are not told to its tenants.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from recollect import config
from recollect.config import Settings
from recollect.surfaces.http.native.care import Admin, Server
from recollect.surfaces.http.native.types import Out
from recollect.surfaces.http.strict import NativeRoute

router = APIRouter(prefix="/v1", route_class=NativeRoute, tags=["settings"])
PARTS = {
    "embedding": ("embedder", "embed", "sector_embedders", "vector_quantization", "chunk_tokens"),
    "vectors": ("qdrant", "vector_tier", "vector_index", "vectors_in"),
    "reranking": ("rerank",),
    "hot tier": ("redis", "hot"),
    "documents": ("document", "reader", "media", "speech", "transcri"),
    "files": ("workspace", "files", "watch", "qmd"),
}
"""Part -> how the names of its settings begin."""
TELLING = (
    "url", "path", "paths", "folder", "file", "dir", "host", "headers", "model_path", "key", "store", "command",
    "workspace",
)  # fmt: skip
"""Ends of names whose values say where something lies."""
SET = "set"


class PartSettingOut(Out):
    name: str
    value: Any = Field(description="`set` where the value would say where something lies")
    help: str
    changed: bool = Field(description="other than without any setting")


class PartOut(Out):
    name: str
    settings: list[PartSettingOut]


class PartsOut(Out):
    parts: list[PartOut]


@router.get("/parts", summary="What the server was set up with; only whoever runs it can change it")
def parts(who: Admin, server: Server) -> PartsOut:
    now = server.engine(who.tenant).settings
    return PartsOut(parts=[PartOut(name=name, settings=_of(now, begins)) for name, begins in PARTS.items()])


def _of(now: Settings, begins: tuple[str, ...]) -> list[PartSettingOut]:
    found = []
    for one in fields(Settings):
        if one.metadata.get("tenant") or not one.name.startswith(begins):
            continue
        value = getattr(now, one.name)
        changed = value != one.default
        found.append(
            PartSettingOut(
                name=one.name, value=_told(one.name, value, changed), help=one.metadata["help"], changed=changed
            )
        )
    return found


def _told(name: str, value: Any, changed: bool) -> Any:
    telling = name.endswith(TELLING) or (isinstance(value, str) and ("/" in value or "\\" in value))
    return SET if changed and value and telling else None if telling else config.shown(name, value)

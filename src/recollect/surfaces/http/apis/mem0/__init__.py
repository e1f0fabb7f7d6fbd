"""mem0's interfaces under `/mem0`: the hosted one, for `mem0ai.MemoryClient`, and that of its own server."""

from recollect.surfaces.http.apis.mem0.app import create

__all__ = ["create"]

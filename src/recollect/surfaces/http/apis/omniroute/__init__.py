"""OmniRoute's memory interface: `/api/memory*` and `/api/settings/*`, with one pool of memories for each key."""

from recollect.surfaces.http.apis.omniroute.app import create

__all__ = ["create"]

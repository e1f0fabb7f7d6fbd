"""What mem0's clients can ask for and Recollect does not have: refused in so many words."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter

from recollect.errors import NotConfigured
from recollect.surfaces.http.apis.mem0.memories import Asking, Caller

router = APIRouter()
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]
WITHOUT = {
    "/v1/feedback": "feedback; search, and correct what is wrong with update or delete",
    "/v1/exports": "exports by schema; GET /v1/export of the native interface gives everything",
    "/v1/exports/get": "exports by schema; GET /v1/export of the native interface gives everything",
    "/v1/summary": "summaries of exports; POST /v1/context of the native interface tells what is known of a user",
    "/v2/entities/user/{name}/profile": "profiles by schema; GET /v1/profile of the native interface has a profile",
    "/v2/profiles/{rest:path}": "profiles by schema; GET /v1/profile of the native interface has a profile",
    "/api/v1/webhooks/{rest:path}": "webhooks; GET /v1/events of the native interface is a feed of changes",
    "/api/v1/orgs/{rest:path}": "organisations and projects; a key belongs to a tenant, `recollect keys` makes them",
}
"""Address -> what is not there, and what is instead."""


def _refusing(what: str) -> Callable[[Caller], None]:
    def refuse(asking: Asking) -> None:
        raise NotConfigured(f"Recollect has no {what}")

    return refuse


for place, (path, what) in enumerate(WITHOUT.items()):
    router.add_api_route(path, _refusing(what), methods=METHODS, name=f"missing_{place}", include_in_schema=False)

"""Osaurus's interface to its memory: conversations come in by `/memory/ingest`, `/agents` lists who remembers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from starlette.exceptions import HTTPException
from starlette.responses import Response

from recollect.assemble.tenants import Tenants
from recollect.errors import RecollectError
from recollect.model.scope import Scope
from recollect.surfaces.http.apis.osaurus_turns import Ingest
from recollect.surfaces.http.apis.wire import JsonAnswer, Label, Taken, application, problems, user_of
from recollect.surfaces.http.methods import allowing, told_of
from recollect.surfaces.http.native.health import sign_of_life
from recollect.surfaces.http.problems import headers_of, status_of
from recollect.surfaces.http.strict import StrictRoute
from recollect.surfaces.http.surface import Surface, memory_of, principal_of
from recollect.surfaces.told import told

router = APIRouter(route_class=StrictRoute)
PREFIX = "/osaurus"
TURNS_MAX = 5_000
KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "invalid_request_error",
    429: "rate_limit_error",
}


def _if_readable(given: Any, read: ValidatorFunctionWrapHandler) -> datetime | None:
    try:
        found: datetime | None = read(given)
    except ValidationError:
        return None
    return found


When = Annotated[datetime | None, WrapValidator(_if_readable)]
"""A time; what cannot be read as one ("unknown date") is none."""


class Turn(Taken):
    """What a user said and what was answered; either may be missing."""

    user: str | None = None
    assistant: str | None = None
    date: When = None

    def messages(self, told_at: datetime | None) -> list[dict[str, Any]]:
        at = self.date or told_at
        said = (("user", self.user), ("assistant", self.assistant))
        return [
            {"role": role, "content": text} | ({"occurred_at": at} if at else {})
            for role, text in said
            if text and text.strip()
        ]


class IngestAsked(Taken):
    agent_id: Label
    conversation_id: Label
    turns: Annotated[list[Turn], Field(max_length=TURNS_MAX)]
    session_date: When = None
    skip_extraction: bool | None = None


def create(tenants: Tenants) -> Surface:
    app = application("Osaurus")
    app.state.tenants = tenants
    app.state.ingest = Ingest()
    app.include_router(router)
    _install(app)
    return Surface(
        name="osaurus", app=app, prefix=PREFIX, root=("/agents",), public=frozenset({"/health"}), refuse=refuse
    )


@router.get("/health")
async def health(request: Request) -> Response:
    return JsonAnswer(sign_of_life(request.app.state.tenants))


@router.post("/memory/ingest")
def ingest(asked: IngestAsked, request: Request) -> Response:
    """Turns are kept at once; what they teach is learned by a job, unless that is not wanted. Those that are stored
    already stay as they are, and are counted: the same request has the same answer."""
    turns = [messages for turn in asked.turns if (messages := turn.messages(asked.session_date))]
    if turns:
        ingested: Ingest = request.app.state.ingest
        user, tenant = user_of(request, None), principal_of(request).tenant
        whose = Scope(tenant=tenant, user=user, agent=asked.agent_id, session=asked.conversation_id)
        ingested.add(memory_of(request), turns, whose=whose, learn=not asked.skip_extraction)
    return JsonAnswer({"status": "ok", "turns_ingested": len(turns)})


@router.get("/agents")
def agents(request: Request) -> Response:
    found = memory_of(request).agents(user=user_of(request, None))
    return JsonAnswer(
        {
            "agents": [
                {
                    "id": one.agent,
                    "name": one.agent,
                    "memory_entry_count": one.memories,
                    "turn_count": one.turns,
                    "conversation_count": one.sessions,
                    "last_active_at": one.last_at.isoformat(),
                }
                for one in found
            ]
        }
    )


# --- errors -----------------------------------------------------------------------------------------------------


def refuse(error: RecollectError) -> Response:
    status = status_of(error)
    status = 400 if status == 422 else status
    return _answer(status, told(error), error.code, headers_of(error))


def _answer(status: int, message: str, code: str, headers: Any = None) -> Response:
    kind = KINDS.get(status, "server_error" if status >= 500 else "invalid_request_error")
    return JsonAnswer({"error": {"message": message, "type": kind, "code": code}}, status, headers)


def _install(app: FastAPI) -> None:
    async def failed(request: Request, error: RecollectError) -> Response:
        return refuse(error)

    async def invalid(request: Request, error: RequestValidationError) -> Response:
        found = problems(error)
        first = found[0] if found else {"path": "", "message": "the request is not valid"}
        return _answer(400, f"{first['path']}: {first['message']}".lstrip(": "), "invalid_input")

    async def http(request: Request, error: HTTPException) -> Response:
        if isinstance(error.__cause__, RecollectError):  # met while the body was read: it is too large
            return refuse(error.__cause__)
        return _answer(error.status_code, told_of(request, error), "http", allowing(request, error))

    app.add_exception_handler(RecollectError, failed)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, invalid)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, http)  # type: ignore[arg-type]

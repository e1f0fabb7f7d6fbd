"""MemoryOS's interface: `add` answers at once with a job, `retrieve` gives what to put into a system prompt."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import Field, model_validator
from starlette.exceptions import HTTPException
from starlette.responses import Response

from recollect.assemble.tenants import Tenants
from recollect.errors import RecollectError
from recollect.model.context import Line
from recollect.model.job import DONE, QUEUED
from recollect.surfaces.http.apis import stated
from recollect.surfaces.http.apis.wire import PROBLEMS_MAX, IfAny, JsonAnswer, Label, Taken, application, message_of
from recollect.surfaces.http.methods import allowing, told_of
from recollect.surfaces.http.native.health import sign_of_life
from recollect.surfaces.http.native.types import JOB_WORDS, JobOut
from recollect.surfaces.http.problems import headers_of, status_of
from recollect.surfaces.http.strict import StrictRoute
from recollect.surfaces.http.surface import Surface, memory_of, principal_of
from recollect.surfaces.told import told

router = APIRouter(route_class=StrictRoute)
PREFIX = "/memoryos"
EXACT = frozenset(f"/v1/memories/{name}{slash}" for name in ("add", "retrieve") for slash in ("", "/"))
"""All methods of them: what is refused is refused in its clients' words, and not taken for a record of that name."""
MESSAGES_MAX = 10_000
LAYOUT = "memoryos"
TEAM = "The team"
"""Who speaks where no user is named."""
Format = Annotated[str, Field(pattern="^(bullets|json|xml)$")]


class Message(Taken):
    role: Annotated[str, Field(min_length=1, max_length=50)] | None = None
    content: Any = None
    name: IfAny[Label] = None
    timestamp: datetime | None = None
    created_at: datetime | None = None
    tool_calls: Annotated[list[dict[str, Any]], Field(max_length=1000)] | None = None
    tool_call_id: IfAny[Label] = None
    function_call: dict[str, Any] | None = None

    def given(self, metadata: dict[str, Any] | None) -> dict[str, Any]:
        """As the engine takes it."""
        told = {
            "role": self.role or "user",
            "content": self.content,
            "name": self.name,
            "occurred_at": self.timestamp or self.created_at,
            "metadata": metadata,
            "tool_calls": self.tool_calls,
            "tool_call_id": self.tool_call_id,
            "function_call": self.function_call,
        }
        return {name: value for name, value in told.items() if value is not None}


class AddAsked(Taken):
    external_user_id: Label | None = None
    messages: Annotated[list[Message], Field(min_length=1, max_length=MESSAGES_MAX)] | None = None
    content: Annotated[str, Field(min_length=1)] | None = None
    domain_schema: str | dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    session_id: IfAny[Label] = None

    @model_validator(mode="after")
    def _says_something(self) -> AddAsked:
        if (self.messages is None) == (self.content is None):
            raise ValueError("give either messages or content")
        return self

    def conversation(self, *, of_all: bool) -> list[dict[str, Any]]:
        """Text is what the user says: a conversation of one message. `of_all`: what "we" do is told of the team,
        and not of everybody who will read it."""
        messages = self.messages or [Message(role="user", content=self.content)]
        told = [message.given(self.metadata) for message in messages]
        return [{"name": TEAM, **one} if of_all and one["role"] == "user" else one for one in told]


class RetrieveAsked(Taken):
    external_user_id: Label | None = None
    query: Annotated[str, Field(max_length=100_000)] | None = None
    format: Format | None = None
    limit: Annotated[int, Field(ge=1, le=1000)] | None = None
    max_tokens: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    session_id: IfAny[Label] = None


def create(tenants: Tenants) -> Surface:
    app = application("MemoryOS")
    app.state.tenants = tenants
    app.include_router(router)
    _install(app)
    return Surface(name="memoryos", app=app, prefix=PREFIX, exact=EXACT, public=frozenset({"/health"}), refuse=refuse)


@router.get("/health")
async def health(request: Request) -> Response:
    return JsonAnswer(sign_of_life(request.app.state.tenants))


@router.post("/v1/memories/add")
def add(asked: AddAsked, request: Request) -> Response:
    """The conversation is kept when this answers; what it teaches is learned by the job, and a finished statement is
    kept by then as it is. Without a user it is the workspace's, which all users of the tenant see."""
    memory = memory_of(request)
    of_all = asked.external_user_id is None and principal_of(request).user is None
    said = asked.conversation(of_all=of_all)
    added = stated.add(memory, said, user=asked.external_user_id, session=asked.session_id)
    waiting = added.job_id and not (added.decisions or added.memories)
    body: dict[str, Any] = {"job_id": added.job_id, "status": JOB_WORDS[QUEUED if waiting else DONE]}
    own = memory.settings.domain_schema
    if asked.domain_schema is not None and asked.domain_schema != own:
        body["note"] = f"the domain schema is a setting of the server (domain_schema), which is {own or 'not set'}"
    return JsonAnswer(body, 202)


@router.get("/v1/jobs/{job_id}")
def job(job_id: str, request: Request) -> JobOut:
    return JobOut.of(memory_of(request).job(job_id))


@router.post("/v1/memories/retrieve")
def retrieve(asked: RetrieveAsked, request: Request) -> Response:
    options: dict[str, Any] = {} if asked.limit is None else {"k": asked.limit}
    made = memory_of(request).context(
        asked.query,
        user=asked.external_user_id,
        session=asked.session_id,
        format=asked.format or "bullets",
        tokens_max=asked.max_tokens,
        layout=LAYOUT,
        used=True,
        **options,
    )
    lines = [line for section in made.sections for line in section.lines if line.id is not None]
    body: dict[str, Any] = {
        "system_prompt_addition": made.text,
        "memories": [memory_out(line) for line in lines],
        "format": made.format,
        "tokens": made.tokens,
    }
    if made.question is not None:
        body["clarification_question"] = made.question
    return JsonAnswer(body)


def memory_out(line: Line) -> dict[str, Any]:
    return {
        "id": line.id,
        "content": line.text,
        "category": line.heading or None,
        "type": line.kind,
        "score": line.score,
        "source": line.source,
        "created_at": None if line.at is None else line.at.isoformat(),
    }


# --- errors -----------------------------------------------------------------------------------------------------


def refuse(error: RecollectError) -> Response:
    return JsonAnswer({"detail": told(error), "code": error.code}, status_of(error), headers_of(error))


def _install(app: FastAPI) -> None:
    async def failed(request: Request, error: RecollectError) -> Response:
        return refuse(error)

    async def invalid(request: Request, error: RequestValidationError) -> Response:
        found = [
            {"loc": list(one["loc"]), "msg": message_of(one, error.body), "type": one["type"]}
            for one in error.errors()[:PROBLEMS_MAX]
        ]
        return JsonAnswer({"detail": found, "code": "invalid_input"}, 422)

    async def http(request: Request, error: HTTPException) -> Response:
        if isinstance(error.__cause__, RecollectError):  # met while the body was read: it is too large
            return refuse(error.__cause__)
        return JsonAnswer({"detail": told_of(request, error)}, error.status_code, allowing(request, error))

    app.add_exception_handler(RecollectError, failed)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, invalid)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, http)  # type: ignore[arg-type]

"""Errors as RFC 9457 problem details, with the stable codes of `recollect.errors`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import orjson
from pydantic import BaseModel, Field
from starlette.responses import Response

from recollect.errors import RecollectError
from recollect.surfaces.told import told

STATUS = {
    "invalid_input": 422,
    "unknown_name": 422,
    "too_large": 413,
    "not_found": 404,
    "conflict": 409,
    "invalid_state": 409,
    "contradictory": 409,
    "job_taken": 409,
    "unauthorized": 401,
    "forbidden": 403,
    "rate_limited": 429,
    "over_budget": 429,
    "config": 422,
    "missing_extra": 501,
    "not_configured": 501,
    "closed": 503,
    "issuer_unavailable": 503,
    "store_busy": 503,
    "store_full": 507,
    "store_unavailable": 503,
    "embedding_failed": 502,
    "file_search_failed": 502,
    "model_failed": 502,
    "llm_unavailable": 502,
}
"""Code -> status; what is not here is our fault: 500."""
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="recollect"'}
RETRY_S = 1


class FieldProblem(BaseModel):
    """One thing that is wrong with a request."""

    field: str = Field(description="Where it is: body.tags.0, query.limit")
    message: str


class Problem(BaseModel):
    """What went wrong (RFC 9457), as application/problem+json."""

    type: str = Field(description="A name of the kind of problem: urn:recollect:error:<code>")
    title: str
    status: int
    code: str = Field(description="Stable; see the list of errors in the documentation")
    detail: str = Field(description="What happened, to what, and what to do")
    errors: list[FieldProblem] | None = None


class ProblemResponse(Response):
    media_type = "application/problem+json"


def status_of(error: RecollectError) -> int:
    return int(getattr(error, "status_code", 0)) or STATUS.get(error.code, 500)


def headers_of(error: RecollectError) -> dict[str, str]:
    """What a client needs beside the message: how to come in, or when to come again."""
    wait = getattr(error, "retry_after_s", None)
    if error.code == "unauthorized":
        return dict(CHALLENGE)
    if wait is not None and error.code in ("rate_limited", "over_budget"):
        return {"Retry-After": str(max(1, math.ceil(wait)))}
    return {"Retry-After": str(RETRY_S)} if status_of(error) == 503 else {}


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    errors: list[dict[str, str]] | None = None,
    headers: Mapping[str, str] | None = None,
) -> ProblemResponse:
    body: dict[str, Any] = {
        "type": f"urn:recollect:error:{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "code": code,
        "detail": detail,
    }
    if errors:
        body["errors"] = errors
    return ProblemResponse(orjson.dumps(body), status_code=status, headers=dict(headers or {}))


def refusal(error: RecollectError) -> ProblemResponse:
    """The answer to a request that ended in one of our errors."""
    return problem(status_of(error), error.code, told(error), headers=headers_of(error))

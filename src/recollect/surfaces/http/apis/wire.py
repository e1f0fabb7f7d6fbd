"""What the translations to other systems' interfaces have in common: reading requests, writing answers, whose it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.responses import Response

from recollect.model.principal import Principal
from recollect.model.scope import NAME_CHARS_MAX

DEFAULT_USER = "default"
"""Whose memory it is where a system's clients name nobody."""
PROBLEMS_MAX = 20
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MS_MAX = 253_402_300_799_000
"""The last second of the year 9999."""
NOT_READ = "the body is not read as JSON: send the header `Content-Type: application/json`"

Label = Annotated[str, Field(min_length=1, max_length=NAME_CHARS_MAX)]
T = TypeVar("T")
IfAny = Annotated[T | None, BeforeValidator(lambda given: None if given == "" else given)]
"""What may be left out, by an empty text too: clients send a form's empty fields and a URL's empty parameters."""
Milliseconds = Annotated[float, Field(ge=0, le=MS_MAX)]


class Taken(BaseModel):
    """A request of another system's client: what is not known is ignored, and null means left out."""

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)


class JsonAnswer(Response):
    media_type = "application/json"

    def __init__(self, body: Any, status_code: int = 200, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(_encoded(body), status_code=status_code, headers=dict(headers or {}))


def _encoded(body: Any) -> bytes:
    try:
        return orjson.dumps(body)
    except orjson.JSONEncodeError:  # whole numbers of more than 64 bits, which a library's user may have stored
        return json.dumps(body, ensure_ascii=False).encode()


def application(title: str) -> FastAPI:
    """An application whose requests may come without a content type, as some clients send them."""
    return FastAPI(title=title, docs_url=None, redoc_url=None, openapi_url=None, strict_content_type=False)


def user_of(request: Request, given: str | None) -> str:
    """Whom a request is about: the user it names, else the key's, else "default". The guard refuses what a key that
    is bound to somebody may not name."""
    principal: Principal = request.state.principal
    return given or principal.user or DEFAULT_USER


def problems(error: RequestValidationError) -> list[dict[str, str]]:
    """What is wrong with a request, field by field."""
    found = []
    for one in error.errors()[:PROBLEMS_MAX]:
        inside = (
            [] if one["type"] == "json_invalid" else [str(part) for part in one["loc"][1:]]
        )  # after "body", "query"
        found.append({"path": ".".join(inside), "message": message_of(one, error.body)})
    return found


def message_of(one: Mapping[str, Any], body: Any) -> str:
    """What is wrong, where the parser's own words lead astray; a body that was not read as JSON is still bytes."""
    if one["type"] == "json_invalid":
        why = one.get("ctx", {}).get("error", one["msg"])
        return f"the body is not JSON: {why} at character {one['loc'][-1]}"
    if isinstance(body, bytes) and one["type"] != "missing":
        return NOT_READ
    return str(one["msg"])


def ms(moment: datetime) -> int:
    """Epoch milliseconds. Worked: 1970-01-01T00:00:01Z is 1000."""
    return (moment - EPOCH) // timedelta(milliseconds=1)


def from_ms(number: float) -> datetime:
    return EPOCH + timedelta(milliseconds=number)

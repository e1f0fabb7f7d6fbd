"""Requests read strictly: JSON as the standard has it (no NaN, no lone surrogates), and nothing that is not JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine
from typing import Any

import orjson
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

LONG_NUMBER = re.compile(rb"\d{19}")
"""Whole numbers of 64 bits have at most so many digits, or one more."""
HALF_IN_A_STRING = "surrogate in string"
"""How the parser's words for it end."""
HALF = "a text that is not valid Unicode (lone surrogate: half of an emoji, say)"
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class StrictRequest(Request):
    """A request whose body is read by a parser that refuses what JSON cannot carry."""

    async def json(self) -> Any:
        if not hasattr(self, "_json"):
            self._json = _read(await self.body())
        return self._json


def _read(body: bytes) -> Any:
    """The quick parser judges what is JSON, but rounds whole numbers beyond 64 bits; where there may be some, the other
    one reads them as they are."""
    try:
        read = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        if error.msg.endswith(HALF_IN_A_STRING):
            raise json.JSONDecodeError(HALF, error.doc, error.pos) from error
        raise
    if not LONG_NUMBER.search(body):
        return read
    try:
        return json.loads(body)
    except RecursionError as error:
        raise json.JSONDecodeError("it is nested too deeply", "", 0) from error


class StrictRoute(APIRoute):
    """A route of FastAPI over `StrictRequest`."""

    def get_route_handler(self) -> Handler:
        inner = super().get_route_handler()

        async def handle(request: Request) -> Response:
            return await inner(StrictRequest(request.scope, request.receive))

        return handle


class NativeRoute(StrictRoute):
    """A route whose address names nothing that it does not know: a filter with a typing error would show everything,
    and a user named there and not in the body would be nobody."""

    def get_route_handler(self) -> Handler:
        inner = super().get_route_handler()
        known = query_names(self.dependant)

        async def handle(request: Request) -> Response:
            unknown = [name for name in request.query_params if name not in known]
            if unknown:
                raise RequestValidationError([_unknown(name, known) for name in unknown])
            return await inner(request)

        return handle


def query_names(dependant: Dependant) -> frozenset[str]:
    """What may stand in the query of a route, and in that of whatever it depends on."""
    own = frozenset(field.alias for field in dependant.query_params)
    return own.union(*(query_names(inner) for inner in dependant.dependencies))


def _unknown(name: str, known: frozenset[str]) -> dict[str, Any]:
    may = f"it takes {', '.join(sorted(known))}" if known else "it takes none; say it in the body"
    return {"type": "extra_forbidden", "loc": ("query", name), "msg": f"this address has no such parameter; {may}"}

"""Requests read strictly: JSON as the standard has it (no NaN, no lone surrogates), and nothing that is not JSON."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import orjson
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response


class StrictRequest(Request):
    """A request whose body is read by a parser that refuses what JSON cannot carry."""

    async def json(self) -> Any:
        if not hasattr(self, "_json"):
            self._json = orjson.loads(await self.body())
        return self._json


class StrictRoute(APIRoute):
    """A route of FastAPI over `StrictRequest`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        inner = super().get_route_handler()

        async def handle(request: Request) -> Response:
            return await inner(StrictRequest(request.scope, request.receive))

        return handle

"""An upstream's answer on its way back: as it came, or turned into the caller's protocol."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import httpx2

from recollect.surfaces.gateway.translate.base import Translator
from recollect.surfaces.gateway.upstream import passed_back
from recollect.surfaces.gateway.wires.base import Body, Wire, mapping_at
from recollect.surfaces.gateway.wires.sse import Cutter

EVENT_STREAM = "text/event-stream"


class Answer:
    """Passed on byte for byte. `read`: the gateway reads along, so that a compressed body is passed on unpacked."""

    kept = True
    """The upstream has it, and can be asked for it by its id."""

    def __init__(self, response: httpx2.Response, *, read: bool) -> None:
        self._response = response
        self._unpack = read and response.headers.get("content-encoding", "identity").lower() != "identity"
        self.status = response.status_code
        self.headers = passed_back(response.headers.multi_items(), decoded=self._unpack)
        if not read and "content-length" in response.headers:
            self.headers["content-length"] = response.headers["content-length"]
        self.streamed = response.headers.get("content-type", "").startswith(EVENT_STREAM)

    async def chunks(self) -> AsyncIterator[bytes]:
        source = self._response.aiter_bytes() if self._unpack else self._response.aiter_raw()
        async for chunk in source:
            if chunk:
                yield chunk

    async def close(self) -> None:
        await self._response.aclose()


class Translated(Answer):
    """Chat completions that the caller sees as another protocol."""

    kept = False

    def __init__(
        self,
        response: httpx2.Response,
        *,
        wire: Wire,
        translator: Translator,
        body: Body,
        done: Callable[[Body], None],
    ) -> None:
        super().__init__(response, read=True)
        self._wire = wire
        self._translator = translator
        self._body = body
        self._done = done

    async def chunks(self) -> AsyncIterator[bytes]:
        if self.streamed and self.status < 400:
            async for chunk in self._events():
                yield chunk
            return
        data = b"".join([chunk async for chunk in super().chunks()])
        answer = object_of(data)
        if self.status >= 400:
            yield json.dumps(self._wire.error(self.status, *_told(answer, data))).encode()
            return
        whole = self._translator.answer(answer, self._body)
        self._done(whole)
        yield json.dumps(whole).encode()

    async def _events(self) -> AsyncIterator[bytes]:
        cutter, stream = Cutter(), self._translator.stream(self._body)
        async for chunk in super().chunks():
            out = b""
            for event in cutter.feed(chunk):
                if event.data.strip() == "[DONE]":
                    continue  # the end of the stream closes it, whether or not this was said
                data = object_of(event.data)
                if data.get("error"):
                    out += self._wire.error_event(502, *_told(data, b""))
                elif data:
                    out += stream.feed(data)
            if out:
                yield out
        last = stream.close()
        self._done(stream.result)
        yield last


def object_of(data: bytes | str) -> Body:
    """JSON that is an object; an empty one when it is not."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _told(answer: Mapping[str, Any], data: bytes) -> tuple[str, str]:
    """Message and code of the upstream's error."""
    error = mapping_at(answer, "error")
    message = error.get("message") or answer.get("message") or data[:2000].decode("utf-8", "replace")
    return str(message or "the upstream model failed"), str(error.get("code") or error.get("type") or "upstream_error")

"""An upstream's answer on its way back: as it came, or turned into the caller's protocol."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import aiohttp

from recollect.surfaces.gateway import cost
from recollect.surfaces.gateway.translate.base import Translator, as_chunk, choice_of
from recollect.surfaces.gateway.unpacking import Unpacker, can_be_read, is_plain
from recollect.surfaces.gateway.upstream import UpstreamFailed, passed_back
from recollect.surfaces.gateway.wires.base import Body, Wire, mapping_at
from recollect.surfaces.gateway.wires.sse import Cutter

EVENT_STREAM = "text/event-stream"
NO_CHAT = ("the upstream model answered with something that is no chat completion", "upstream_failed")
STREAMED = ("the upstream model streamed an answer that was asked for whole", "upstream_failed")
BROKEN_OFF = ("the upstream model broke off before the end of its answer", "upstream_failed")
"""Message and code."""
_OF_THE_BODY = (b"content-type", b"content-encoding")
NOT_READ = "the reply came in an encoding that is not read here; it is not recorded"


class Answer:
    """Passed on byte for byte. `read`: the gateway reads along, so that a compressed body is passed on unpacked, or as
    it came where that cannot be done here."""

    kept = True
    """The upstream has it, and can be asked for it by its id."""

    def __init__(self, response: aiohttp.ClientResponse, *, read: bool) -> None:
        self._response = response
        self.encoding = response.headers.get("content-encoding", "").strip().lower()
        self.readable = can_be_read(self.encoding)
        self._unpacked = read and self.readable and not is_plain(self.encoding)
        self.status = response.status
        self.headers = passed_back(response.raw_headers, decoded=read and self.readable)
        self.announced = not read and "content-length" in response.headers
        """The caller is told how long it is: nothing may be added to it, nor may it end before."""
        if self.announced:
            self.headers.append((b"content-length", response.headers["content-length"].encode()))
        if read and not self.readable:
            self.headers.append((cost.ERROR.encode(), NOT_READ.encode()))
        self.streamed = response.headers.get("content-type", "").lower().startswith(EVENT_STREAM)

    async def chunks(self) -> AsyncIterator[bytes]:
        if not self._unpacked:
            async for chunk in self._response.content.iter_any():
                yield chunk
            return
        unpacker = Unpacker(self.encoding)
        async for chunk in self._response.content.iter_any():
            for piece in unpacker.feed(chunk):
                yield piece
        if rest := unpacker.end():
            yield rest

    async def close(self) -> None:
        """The upstream is let go; one that has said everything is kept for the next request."""
        self._response.close()


class Translated(Answer):
    """Chat completions that the caller sees as another protocol."""

    kept = False

    def __init__(
        self,
        response: aiohttp.ClientResponse,
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
        self._came_streamed = self.streamed  # what is sent has the form that was asked for
        self.streamed = bool(body.get("stream")) and self.status < 400 and self.readable
        self.headers = [pair for pair in self.headers if pair[0] not in _OF_THE_BODY]
        self.headers.append((b"content-type", EVENT_STREAM.encode() if self.streamed else b"application/json"))

    async def chunks(self) -> AsyncIterator[bytes]:
        if self.streamed:
            async for chunk in self._events() if self._came_streamed else self._as_events():
                yield chunk
            return
        if not self.readable and self.status < 400:
            message = f"the upstream model answered in the encoding {self.encoding[:50]!r}, which cannot be read here"
            raise UpstreamFailed(502, "upstream_failed", message)
        data = b"".join([chunk async for chunk in super().chunks()]) if self.readable else b""
        answer = object_of(data)
        if self.status >= 400:
            yield json.dumps(self._wire.error(self.status, *_told(answer, data))).encode()
            return
        if not choice_of(answer):
            message, code = STREAMED if self._came_streamed else _no_chat(answer)
            raise UpstreamFailed(502, code, message)
        whole = self._translator.answer(answer, self._body)
        self._done(whole)
        yield json.dumps(whole).encode()

    async def _events(self) -> AsyncIterator[bytes]:
        """An error is the last that is said. Without one the end of the stream closes it, if the model or the upstream
        said that it was the end."""
        cutter, stream, ended, chosen = Cutter(), self._translator.stream(self._body), False, False
        async for chunk in super().chunks():
            out = b""
            for event in cutter.feed(chunk):
                data = object_of(event.data)
                if data.get("error"):
                    yield out + self._wire.error_event(502, *_told(data, b""), stream.count)
                    return
                chosen = chosen or bool(choice_of(data))
                ended = ended or event.data.strip() == "[DONE]" or bool(choice_of(data).get("finish_reason"))
                out += stream.feed(data) if data else b""
            if out:
                yield out
        if not ended:
            yield self._wire.error_event(502, *BROKEN_OFF, stream.count)
            return
        if not chosen:
            yield self._wire.error_event(502, *NO_CHAT, stream.count)
            return
        last = stream.close()
        self._done(stream.result)
        yield last

    async def _as_events(self) -> AsyncIterator[bytes]:
        """A whole answer where a stream was asked for."""
        answer = object_of(b"".join([chunk async for chunk in super().chunks()]))
        if not choice_of(answer):
            yield self._wire.error_event(502, *_no_chat(answer))
            return
        stream = self._translator.stream(self._body)
        told = stream.feed(as_chunk(answer)) + stream.close()
        self._done(stream.result)
        yield told


def object_of(data: bytes | str) -> Body:
    """JSON that is an object; an empty one when it is not."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _no_chat(answer: Mapping[str, Any]) -> tuple[str, str]:
    """Message and code of a whole answer without any choice."""
    return _told(answer, b"") if answer.get("error") else NO_CHAT


def _told(answer: Mapping[str, Any], data: bytes) -> tuple[str, str]:
    """Message and code of the upstream's error."""
    error = mapping_at(answer, "error")
    message = error.get("message") or answer.get("message") or data[:2000].decode("utf-8", "replace")
    return str(message or "the upstream model failed"), str(error.get("code") or error.get("type") or "upstream_error")

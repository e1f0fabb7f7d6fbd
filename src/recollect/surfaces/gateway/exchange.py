"""One request from its first byte to its last.

Bytes of a streamed answer are passed on as they come; only the closing event waits until the conversation is recorded.
When the caller hangs up, the upstream is let go at once, and what came of the reply until then is recorded as partial.
"""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Sequence
from typing import Any

import anyio
from anyio.abc import TaskGroup
from starlette.requests import Request
from starlette.types import Send

from recollect.engine.given import CONVERSATION
from recollect.surfaces.gateway import cost
from recollect.surfaces.gateway.answer import Answer, object_of
from recollect.surfaces.gateway.asking import Asking
from recollect.surfaces.gateway.conversation import Recorded
from recollect.surfaces.gateway.edge import unharmed
from recollect.surfaces.gateway.links import FAILED
from recollect.surfaces.gateway.plan import Asked, Plan, Planner
from recollect.surfaces.gateway.recall import still_there
from recollect.surfaces.gateway.said import answered
from recollect.surfaces.gateway.threads import Threads
from recollect.surfaces.gateway.translate.base import whole_number
from recollect.surfaces.gateway.upstream import BROKEN, Pairs, Upstream, UpstreamFailed
from recollect.surfaces.gateway.whose import Whose, speaking
from recollect.surfaces.gateway.wires.base import Reply, Turn, Wire
from recollect.surfaces.gateway.wires.responses import NUMBER
from recollect.surfaces.gateway.wires.sse import Cutter, Event

UNRECORDED = "memory.recording.failed"
BEGINS_S = 0.05
"""What the user said is recorded when the answer has begun to be passed on, or after this long: recording takes the
interpreter from the loop, and the first token is what people wait for."""
ANSWER_BYTES_MAX = 64 * 1024 * 1024
"""A longer answer is passed on without being read."""


class Exchange:
    """A request, and the answer it gets."""

    def __init__(
        self,
        wire: Wire,
        planner: Planner,
        upstream: Upstream,
        asking: Asking,
        threads: Threads,
        request: Request,
        send: Send,
    ) -> None:
        self._wire = wire
        self._planner = planner
        self._upstream = upstream
        self._asking = asking
        self._threads = threads
        self._request = request
        self._send = send
        self._plan = Plan(content=b"")
        self._reply = Reply()
        self._settled = False
        """All that is to be recorded is."""
        self._begun = anyio.Event()
        """The caller has the first bytes of the answer."""
        self._ending = False
        """All that is to be recorded is being recorded, what the user said too."""
        self._again: bool | None = None
        """The upstream gave this answer before, so that the request is a retry; None while it has not said which."""
        self._recording = threading.Lock()
        """What the user said is recorded with the reply or before it, never after."""
        self._added: tuple[str, ...] = ()
        """Turns that were recorded."""
        self._ended = False
        self._unrecorded: str | None = None
        """Why recording failed: for the headers, where they are not sent yet."""
        self._last: Event | None = None
        """Of the upstream's events."""
        self._closed = False
        """The caller has the closing event: many hang up right after it, without waiting for the stream's end."""

    async def run(self, raw: bytes, tasks: TaskGroup) -> None:
        """Answer. Cancelled when the caller hangs up."""
        state = self._request.state
        asked = Asked(
            memory=state.memory,
            caller=state.principal,
            headers=self._request.headers,
            raw=raw,
            switches=getattr(state, "switches", None),
        )
        outcome = "cancelled"
        try:
            self._plan = await self._threads.plan(self._planner.plan, self._wire, asked)
            state.principal = speaking(asked.caller, asked.headers, self._wire, self._plan.original)
            outcome = await self._answered(tasks)
        except UpstreamFailed as failed:
            outcome = "failed"
            await self.fail(failed)
        except anyio.get_cancelled_exc_class():
            outcome = "ok" if self._closed else outcome
            with anyio.CancelScope(shield=True):
                await self._record(cut=True)
            raise
        finally:
            cost.REQUESTS.labels(self._wire.name, outcome).inc()

    async def fail(self, failed: UpstreamFailed) -> None:
        data = json.dumps(self._wire.error(failed.status, failed.message, failed.code)).encode()
        headers = [(name.encode(), value.encode("latin-1")) for name, value in failed.headers.items()]
        await self._start(failed.status, [*headers, (b"content-type", b"application/json")], length=len(data))
        await self._body(data, more=False)

    async def _answered(self, tasks: TaskGroup) -> str:
        answer = await self._asking.ask(self._wire, self._request, self._plan)
        try:
            if answer.status >= 400 or not self._plan.record:
                return await self._pass_on(answer)
            if answer.streamed:
                return await self._stream(answer, tasks)
            return await self._whole(answer)
        finally:
            with anyio.CancelScope(shield=True):
                await answer.close()

    # --- three kinds of answers ---------------------------------------------------------------------------------

    async def _pass_on(self, answer: Answer) -> str:
        """As it comes, unread. An answer that breaks off breaks off here too; of one that fails before its first byte
        the caller can still be told."""
        chunks, first = answer.chunks(), b""
        if not answer.streamed:
            try:
                first = await anext(chunks, b"")
            except BROKEN as error:
                raise self._upstream.failure(error) from error
        await self._start(answer.status, answer.headers)
        cutter = Cutter()
        try:
            if first:
                await self._body(first)
            async for chunk in chunks:
                if answer.streamed:
                    for event in cutter.feed(chunk):
                        self._last = event
                        self._closed |= self._wire.closes(event.name, event.data)
                await self._body(chunk)
        except BROKEN as error:
            return await self._broken(answer, error, half_told=bool(cutter.rest().strip()))
        await self._body(b"", more=False)
        return "ok" if answer.status < 400 else "upstream_error"

    async def _stream(self, answer: Answer, tasks: TaskGroup) -> str:
        await self._start(answer.status, answer.headers)
        tasks.start_soon(self._record_turns)
        cutter = Cutter()
        try:
            async for chunk in answer.chunks():
                out = b""
                for event in cutter.feed(chunk):
                    self._last = event
                    self._hear(event)
                    if self._wire.closes(event.name, event.data):
                        if out:
                            await self._body(out)
                        out = b""
                        await self._record()
                        self._closed = True
                    out += event.raw
                out += cutter.early()
                if out:
                    await self._body(out)
                    self._begun.set()
        except BROKEN as error:
            await self._record(cut=True)
            return await self._broken(answer, error)
        await self._record(cut=not self._reply.finished)
        await self._body(cutter.rest(), more=False)
        return "ok"

    async def _whole(self, answer: Answer) -> str:
        data = bytearray()
        chunks = answer.chunks()
        try:
            async for chunk in chunks:
                data += chunk
                if len(data) > ANSWER_BYTES_MAX:
                    break
            else:
                self._reply = self._wire.read(object_of(bytes(data)))
                await self._record()
                await self._start(answer.status, answer.headers, length=len(data))
                await self._body(bytes(data), more=False)
                return "ok"
            await self._record(cut=True)
            await self._start(answer.status, answer.headers)
            await self._body(bytes(data))
            async for chunk in chunks:
                await self._body(chunk)
            await self._body(b"", more=False)
        except BROKEN as error:
            await self._record(cut=True)
            raise self._upstream.failure(error) from error
        return "ok"

    async def _broken(self, answer: Answer, error: Exception, *, half_told: bool = False) -> str:
        """The upstream hung up in the middle. A stream says so, unless all was said; any other answer ends as it
        did, and so does one that ends with half an event, or that said how long it was going to be."""
        if self._closed:
            if not answer.announced:
                await self._body(b"", more=False)
            return "ok"
        failed, last = self._upstream.failure(error), -1
        if answer.streamed and not half_told and not answer.announced:
            if self._last is not None:
                last = whole_number(object_of(self._last.data).get(NUMBER, last))
            event = self._wire.error_event(failed.status, failed.message, failed.code, last + 1)
            await self._body(event, more=False)
        return "broken"

    # --- what is recorded ---------------------------------------------------------------------------------------

    def _hear(self, event: Event) -> None:
        data = object_of(event.data)
        if data:
            self._wire.hear(self._reply, event.name, data)

    async def _record_turns(self) -> None:
        """What the user said, while the answer is coming."""
        retry_shows = self._plan.whose is not None and self._plan.whose.known_upstream
        with anyio.move_on_after(None if retry_shows else BEGINS_S):
            await self._begun.wait()
        if self._ending or (retry_shows and self._reply.id is None):
            return
        await self._threads.record(self._record_said)

    async def _record(self, *, cut: bool = False) -> None:
        """The reply, after what it answers."""
        if self._settled or not self._plan.record:
            return
        self._ending = True
        cut = cut or self._reply.failed
        reply = answered(self._plan.begun, self._reply.text, cut=cut)
        await self._threads.record(functools.partial(self._record_reply, reply, partial=cut))
        self._settled = True

    def _record_said(self) -> None:
        with self._recording:
            if not self._ended:
                self._recorded(fresh=self._plan.fresh)

    def _record_reply(self, reply: Turn | None, *, partial: bool) -> None:
        """The reply, and which turns it belongs to: whoever goes on from it names its id. None where what it answers
        was deleted meanwhile."""
        with self._recording:
            self._ended = True
            if unharmed(self._is_taken_back, self._goes_on):
                return
            how = {"partial": partial, "shortened": not self._reply.whole, "fresh": self._plan.fresh}
            turns = self._recorded(reply=reply, **how)
        if turns is not None:
            failed = functools.partial(cost.failed, FAILED, self._request.state.principal.tenant)
            unharmed(lambda: self._link(turns), failed)

    def _is_taken_back(self) -> bool:
        """Whether what the user said was recorded and is gone by now: he took it back, or was erased."""
        return not still_there(self._request.state.memory, self._added[-1:])

    def _goes_on(self, error: Exception) -> bool:
        """Whether it is there could not be seen: it is recorded, and the log says so."""
        cost.failed(UNRECORDED, self._request.state.principal.tenant, error)
        return False

    def _link(self, turns: Sequence[str | None]) -> None:
        """`turns`: those of this exchange, the reply last."""
        plan, id, whose = self._plan, self._reply.id, self._plan.whose
        body = plan.original or {}
        kept = self._wire.keeps(body) and self._reply.kept and body.get("store") is not False
        if whose is None or id is None or not kept:
            return
        links, state, previous = self._planner.links, self._request.state, self._wire.previous(body)
        caller, user, session = state.principal, whose.user, whose.session
        if turns:
            all_told = self._reply.whole and not body.get(CONVERSATION)
            links.keep(caller, user, id, session, turns, previous=previous, all_told=all_told)
        elif previous is not None and not self._again:  # a call after the result of another
            links.inherit(state.memory, caller, user, id, session, previous)

    def _recorded(self, **how: Any) -> Sequence[str | None] | None:
        """The ids of all turns of the exchange, new or not; None: recording failed."""
        plan, state = self._plan, self._request.state
        if plan.whose is None:
            return None
        whose, record = plan.whose, self._planner.conversations.record

        def nothing(error: Exception) -> None:
            cost.failed(UNRECORDED, state.principal.tenant, error)
            self._unrecorded = cost.reason(error)

        def recorded() -> Recorded | None:
            again = self._is_again(whose)
            return record(state.memory, state.principal.tenant, whose, plan.turns, again=again, **how)

        done = unharmed(recorded, nothing)
        if done is None:
            return None
        self._added += done.added
        cost.RECORDED_TURNS.labels(self._wire.name).inc(len(done.added))
        return done.told

    def _is_again(self, whose: Whose) -> bool:
        id, state = self._reply.id, self._request.state
        if self._again is None and id is not None and self._wire.keeps(self._plan.original or {}):
            self._again = self._planner.links.again(state.memory, state.principal, whose.user, id, whose.session)
        return bool(self._again)

    # --- to the caller ------------------------------------------------------------------------------------------

    async def _start(self, status: int, headers: Pairs, length: int | None = None) -> None:
        own = {name.encode(): value.encode("latin-1", "replace") for name, value in self._plan.headers.items()}
        if self._unrecorded is not None:
            own[cost.ERROR.encode()] = self._unrecorded.encode("latin-1", "replace")
        if length is not None:
            own[b"content-length"] = str(length).encode()
        raw = [*(pair for pair in headers if pair[0] not in own), *own.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": raw})

    async def _body(self, data: bytes, *, more: bool = True) -> None:
        await self._send({"type": "http.response.body", "body": data, "more_body": more})

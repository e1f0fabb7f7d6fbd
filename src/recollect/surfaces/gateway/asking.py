"""Asking the upstream: in the caller's protocol where it serves that, else in chat completions, translated.

What an upstream does not serve is found out by asking and remembered for a while.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

import aiohttp
from starlette.requests import Request

from recollect.engine.cache import Cache
from recollect.engine.given import CONVERSATION
from recollect.errors import RecollectError
from recollect.surfaces.gateway import cost
from recollect.surfaces.gateway.answer import Answer, Translated
from recollect.surfaces.gateway.edge import unharmed
from recollect.surfaces.gateway.held import NotedMessage, gives
from recollect.surfaces.gateway.links import FAILED, Links
from recollect.surfaces.gateway.owned import Noted, Owned
from recollect.surfaces.gateway.paths import query_of
from recollect.surfaces.gateway.plan import Plan
from recollect.surfaces.gateway.recall import still_there
from recollect.surfaces.gateway.threads import Threads
from recollect.surfaces.gateway.translate.base import Translator
from recollect.surfaces.gateway.translate.messages import MessagesAsChat
from recollect.surfaces.gateway.translate.responses import ResponsesAsChat, messages_of, said
from recollect.surfaces.gateway.upstream import BROKEN, Upstream, UpstreamFailed
from recollect.surfaces.gateway.wires.base import KEEPS, Body, Wire
from recollect.surfaces.gateway.wires.messages import Messages
from recollect.surfaces.gateway.wires.responses import PREVIOUS, items_of

NOT_SERVED = (404, 405, 501)
NOT_SERVED_S = 600.0
CONVERSATIONS_KEPT = 500
CONVERSATIONS_KEPT_S = 3600.0
CONVERSATION_MESSAGES_MAX = 2000
ERROR_BYTES_MAX = 100_000
ZLIB_OR_GZIP = zlib.MAX_WBITS | 32
CHAT = "/chat/completions"
Mine = tuple[str, str | None, str | None]
"""Tenant, the user that the key or the request names, and whose memory it is."""


@dataclass(frozen=True, kw_only=True)
class Talk:
    """A conversation until the end of an answer, as messages of a chat."""

    said: tuple[Body, ...] = ()
    """What was said and called, without memory."""
    given: tuple[Body, ...] = ()
    """The same, with the memory that the last question was given: its tool loop reads the same bytes again."""
    ids: tuple[str, ...] = ()
    """The memories in it."""


class Asking:
    """Sends requests on."""

    def __init__(self, upstream: Upstream, owned: Owned, links: Links, threads: Threads) -> None:
        self._upstream = upstream
        self._owned = owned
        self._links = links
        self._threads = threads
        self._translators: dict[str, Translator] = {"messages": MessagesAsChat(), "responses": ResponsesAsChat()}
        self._not_served: Cache[bool] = Cache(len(self._translators), NOT_SERVED_S)
        self._kept: Cache[Talk] = Cache(CONVERSATIONS_KEPT, CONVERSATIONS_KEPT_S)
        """Conversations that go on by the id of an answer, where the upstream does not keep them itself: whole, with
        tool calls. Another process tells them from the recorded turns."""

    async def ask(self, wire: Wire, request: Request, plan: Plan) -> Answer:
        answer = await self._asked(wire, request, plan)
        if wire.name == KEEPS:
            return Noted(answer, self._owned, request.state.principal)
        if gives(wire, plan.original):
            return NotedMessage(answer, self._owned, request.state.principal, threaded=wire.keeps(plan.original or {}))
        return answer

    async def _asked(self, wire: Wire, request: Request, plan: Plan) -> Answer:
        read = plan.record or wire.name == KEEPS or gives(wire, plan.original)
        translator = self._translators.get(wire.name)
        if wire.name == KEEPS and plan.original is not None and plan.original.get(CONVERSATION):
            translator = None  # the upstream keeps it, and so serves what goes on from it
        if wire.name == Messages.name and wire.previous(plan.original or {}) is not None:
            translator = None  # so it does a thread; that one is gone is not that none are served
        if translator is not None and plan.original is not None and self._not_served.get(wire.name):
            return await self._translated(wire, translator, request, plan)
        response = await self._upstream.send(
            "POST",
            wire.path,
            query=query_of(request),
            headers=request.headers,
            caller=request.state.principal,
            content=plan.content,
            plain=read,
        )
        if translator is None or response.status not in NOT_SERVED:
            return Answer(response, read=read)
        if plan.original is None:
            response.close()
            raise UpstreamFailed(400, "invalid_json", "the request must be a JSON object, not compressed")
        told = await _error_of(response)
        self._not_served.put(wire.name, True)
        answer = await self._translated(wire, translator, request, plan)
        if answer.status == response.status and b"model" in told:  # it was the model that is not there
            self._not_served.drop(wire.name)
        return answer

    async def _translated(self, wire: Wire, translator: Translator, request: Request, plan: Plan) -> Answer:
        original = plan.original or {}
        caller = request.state.principal
        mine = _mine(request, plan)
        talk = await self._before(request, plan, original, mine) if wire.name == KEEPS else Talk()
        in_loop = _answers_a_call(original)
        before, ids = (talk.given, talk.ids) if in_loop else (talk.said, ())
        chat = translator.request(plan.sent or original, list(before))
        response = await self._upstream.send(
            "POST", CHAT, headers=request.headers, caller=caller, content=json.dumps(chat).encode(), plain=True
        )

        def done(whole: Body) -> None:
            if wire.name == "responses" and original.get("store") is not False:
                reply = said(whole)
                now = Talk(
                    said=(*talk.said, *messages_of(original), *reply),
                    given=(*before, *messages_of(plan.sent or original), *reply),
                    ids=(*ids, *plan.ids),
                )
                if len(now.given) <= CONVERSATION_MESSAGES_MAX:
                    self._kept.put((*mine, whole["id"]), now)

        return Translated(response, wire=wire, translator=translator, body=original, done=done)

    async def _before(self, request: Request, plan: Plan, body: Body, mine: Mine) -> Talk:
        """The conversation so far, where the request goes on from an answer."""
        previous = body.get(PREVIOUS)
        if not previous:
            return Talk()
        kept = self._kept.get((*mine, previous))
        if kept is not None:
            kept = await self._threads.plan(self._as_it_is_now, request, mine, previous, kept)
        if kept is None and plan.whose is not None and not _answers_a_call(body):
            told = await self._threads.plan(self._told, request, plan.whose.user, previous)
            kept = None if told is None else Talk(said=tuple(told))
        if kept is None:
            raise UpstreamFailed(
                404,
                "previous_response_not_found",
                f"the response {str(previous)[:200]!r} is not known here any more; send the conversation in `input`",
            )
        return kept

    def _as_it_is_now(self, request: Request, mine: Mine, previous: str, kept: Talk) -> Talk | None:
        """What was deleted is not told again, here no more than in another process: a conversation of which something
        is gone is not kept any more, and of memory that is gone nothing."""
        memory, caller = request.state.memory, request.state.principal

        def looked_up() -> Talk | None:
            if self._links.deleted(memory, caller, mine[2], previous):
                self._kept.drop((*mine, previous))
                return None
            return kept if still_there(memory, kept.ids) else replace(kept, given=kept.said, ids=())

        def unknown(error: Exception) -> Talk:
            cost.failed(FAILED, caller.tenant, error)
            return replace(kept, given=kept.said, ids=())

        return unharmed(looked_up, unknown)

    def _told(self, request: Request, user: str | None, previous: str) -> list[Body] | None:
        try:
            return self._links.told(request.state.memory, request.state.principal, user, previous)
        except RecollectError as error:
            raise UpstreamFailed(
                503,
                error.code,
                "the conversation of this response cannot be read at the moment; try again, or send it in `input`",
            ) from error


async def _error_of(response: aiohttp.ClientResponse) -> bytes:
    """What an error says, as far as it comes and can be unpacked."""
    told = b""
    with suppress(*BROKEN):
        async for chunk in response.content.iter_any():
            told += chunk
            if len(told) > ERROR_BYTES_MAX:
                break
    response.close()
    with suppress(zlib.error):
        told = zlib.decompressobj(ZLIB_OR_GZIP).decompress(told, ERROR_BYTES_MAX)
    return told


def _mine(request: Request, plan: Plan) -> Mine:
    """A key without a user speaks for many, who are not told of each other's conversations."""
    caller = request.state.principal
    return caller.tenant, caller.user, caller.user if plan.whose is None else plan.whose.user


def _answers_a_call(body: Body) -> bool:
    """Whether it gives the result of a tool call that it does not tell: calls are not recorded."""
    items = [item for item in items_of(body) if isinstance(item, Mapping)]
    called = [item.get("call_id") for item in items if item.get("type") == "function_call"]
    return any(item.get("type") == "function_call_output" and item.get("call_id") not in called for item in items)

"""Writes that are sent twice are done once: the first answer is kept under the key the client sent.

The key holds for the caller who sent it, for a day. A request that is still being answered, and one whose key was used
for something else, are refused. Why a request was refused is told once: that has words of the caller's in it, which
nobody masked. When records are deleted, what answers said of them goes too: the same request is then
refused as well, for it was done.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from anyio import to_thread
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Message, Receive, Scope, Send

from recollect.assemble.tenants import Tenants
from recollect.errors import StoreError
from recollect.model.principal import About, Answer, Principal
from recollect.model.scope import Scope as Whose
from recollect.surfaces.http.native.memories import etag
from recollect.surfaces.http.problems import problem

KEPT = timedelta(hours=24)
STALE = timedelta(minutes=2)
"""A request that was not answered in this time, nor renewed, has died with its process."""
RENEW_S = 30.0
"""How often a request that takes long is renewed: a few times before it counts as dead."""
KEY_CHARS_MAX = 255
BODY_BYTES_MAX = 1_000_000
"""Longer answers are not kept: the same request is then refused instead of answered again."""
SOON = {"Retry-After": "1"}
WRITES = ("POST", "PATCH", "DELETE")

READS = frozenset(
    {
        "/v1/search", "/v1/context", "/v1/memories/list", "/v1/documents/read", "/v1/files/search", "/v1/waypoints",
    }
)  # fmt: skip
"""They write nothing, so there is nothing to do once."""
RECORDS = "/v1/memories/"
BY_ID = ("/v1/memories", RECORDS, "/v1/turns", "/v1/overrides", "/v1/documents")
"""Where what is answered are records or documents, each with its id and user."""
JOBS = ("job_id", "job_ids")
"""Ids that are no record's."""
IDS_MAX = 1000
"""An answer that tells of more is forgotten with whatever is deleted."""
DROP_EVERY = timedelta(hours=1)
"""How often answers are dropped that are kept long enough: for that all of them are read."""
REFUSED = "this was refused before, and is not tried again; another Idempotency-Key tells why, or tries again"
CODE = re.compile(rb"urn:recollect:error:(\w+)")
"""Stands first in a problem: what follows may be long, and cut."""
SECRETS = "/v1/keys"
"""What is answered here is shown once and kept nowhere."""


class Idempotent:
    """Around an application whose writes may carry an Idempotency-Key."""

    def __init__(self, app: FastAPI, tenants: Tenants) -> None:
        self._app = app
        self._tenants = tenants
        self._dropped: dict[str, datetime] = {}
        """When what a tenant was answered was last looked through."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        key = headers.get(b"idempotency-key")
        who: Principal | None = scope.get("state", {}).get("principal")
        if key is None or who is None or not self._writes(scope):
            await self._app(scope, receive, send)
            return
        if not 1 <= len(key) <= KEY_CHARS_MAX:
            refused = problem(422, "invalid_input", f"an Idempotency-Key has 1 to {KEY_CHARS_MAX} characters")
            await refused(scope, receive, send)
            return
        request = Request(scope, receive)
        body = await request.body()
        name = hashlib.sha256(_caller(who).encode() + b"\x00" + key).hexdigest()
        parts = [scope["method"].encode(), scope["path"].encode(), scope["query_string"], body]
        if b"if-match" in headers:
            parts.append(headers[b"if-match"])
        asked = hashlib.sha256(b"\x00".join(parts)).hexdigest()
        held = await to_thread.run_sync(self._begin, who, name, asked)
        if held is not None:
            await _again(held, asked, is_record=_changes_record(scope))(scope, receive, send)
            return
        kept = _Kept(send, scope["path"], lambda kept: to_thread.run_sync(self._end, who, name, kept))
        alive = asyncio.create_task(self._renewing(who, name))
        try:
            await self._app(scope, _replay(body, receive), kept)
        finally:
            alive.cancel()
            await kept.settle()

    async def _renewing(self, who: Principal, name: str) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(RENEW_S)
            with suppress(StoreError):  # busy or away for a moment: the next time comes before it counts as dead
                await to_thread.run_sync(
                    self._tenants.store.renew_answer, Whose(tenant=who.tenant), name, self._tenants.now()
                )

    def _writes(self, scope: Scope) -> bool:
        """Whether it is a write at all: what is not there is for the application to say."""
        if scope["method"] not in WRITES:
            return False
        if scope["path"] in READS:
            return False
        return any(route.matches(scope)[0] is Match.FULL for route in self._app.routes)

    def _begin(self, who: Principal, name: str, hash: str) -> Answer | None:
        now = self._tenants.now()
        asked = Answer(request_hash=hash, status=None, body=None, created_at=now)
        return self._tenants.store.begin_answer(Whose(tenant=who.tenant), name, asked, stale=now - STALE)

    def _end(self, who: Principal, name: str, kept: _Kept) -> None:
        """What failed may be tried again, and what was of another state; what was refused stays refused, and what was
        done stays done."""
        done = 200 <= kept.status < 500 and kept.status not in (401, 408, 409, 412, 413, 429)
        body, about = _kept_of(kept) if done else (None, None)
        status = kept.status if done else None
        expired = self._expired(who.tenant)
        self._tenants.store.end_answer(Whose(tenant=who.tenant), name, status, body, about=about, expired=expired)

    def _expired(self, tenant: str) -> datetime | None:
        """From when on answers are kept, where it is time to drop older ones."""
        now = self._tenants.now()
        if tenant in self._dropped and now < self._dropped[tenant] + DROP_EVERY:
            return None
        self._dropped[tenant] = now
        return now - KEPT


def _caller(who: Principal) -> str:
    """Whose a key is: of an API key, of a user, and of tokens that speak for no user of whom they were given to."""
    subject = who.token if who.user is None else None
    return "\x1f".join((who.key_id or who.name or "", who.user or subject or "", who.role))


class _Kept:
    """`send`, which remembers what was answered."""

    def __init__(self, send: Send, path: str, settle: Callable[[_Kept], Awaitable[None]]) -> None:
        self._send = send
        self._settle = settle
        self._settled = False
        self.path = path
        self.status = 0
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif len(self.body) <= BODY_BYTES_MAX:
            self.body += message.get("body", b"")
        if message["type"] == "http.response.body" and not message.get("more_body"):
            await self.settle()  # before the caller can know, and ask again
        await self._send(message)

    async def settle(self) -> None:
        """Keep the answer, once."""
        if not self._settled:
            self._settled = True
            await self._settle(self)


def _replay(body: bytes, receive: Receive) -> Receive:
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _changes_record(scope: Scope) -> bool:
    """Whether the answer is a record with its ETag."""
    return scope["method"] == "PATCH" and str(scope["path"]).startswith(RECORDS)


def _again(held: Answer, hash: str, *, is_record: bool) -> Response:
    if held.request_hash != hash:
        return problem(409, "conflict", "this Idempotency-Key was used for another request; take a new one")
    if held.status is None:
        return problem(
            409, "conflict", "the first request with this key is still being answered; ask again soon", headers=SOON
        )
    headers = {"Idempotent-Replayed": "true"}
    if held.body is None:
        return problem(409, "conflict", "this was done before; its answer is not kept any more", headers=headers)
    if is_record and held.status < 400:
        headers["ETag"] = etag(json.loads(held.body)["version"])
    kind = "application/json" if held.status < 400 else "application/problem+json"
    return Response(held.body, status_code=held.status, headers=headers, media_type=kind if held.body else None)


def _kept_of(kept: _Kept) -> tuple[bytes | None, About | None]:
    """What is kept of an answer, and whom and what that tells of."""
    if kept.status >= 400:
        code = CODE.search(kept.body)
        return bytes(problem(kept.status, code[1].decode() if code else "http", REFUSED).body), About()
    if len(kept.body) > BODY_BYTES_MAX or kept.path.startswith(SECRETS):
        return None, None
    return kept.body, _about(kept.body) if kept.body and kept.path.startswith(BY_ID) else None


def _about(body: bytes) -> About | None:
    """The records and users that an answer tells of; nothing where it is a few numbers; None where one cannot say."""
    plain = json.loads(body)
    if not any(isinstance(value, str | list | dict) for value in plain.values()):
        return About()
    ids: set[str] = set()
    users: set[str | None] = set()
    _gather(plain, ids, users)
    if not users or len(ids) > IDS_MAX:
        return None
    return About(ids=frozenset(ids), users=frozenset(user for user in users if user is not None))


def _gather(plain: Any, ids: set[str], users: set[str | None]) -> None:
    if isinstance(plain, list):
        for one in plain:
            _gather(one, ids, users)
    elif isinstance(plain, dict):
        for name, value in plain.items():
            if name == "user" and isinstance(value, str | None):
                users.add(value)
            elif (name == "id" or name.endswith("_id")) and isinstance(value, str) and name not in JOBS:
                ids.add(value)
            elif name.endswith("ids") and isinstance(value, list) and name not in JOBS:
                ids.update(id for id in value if isinstance(id, str))
            else:
                _gather(value, ids, users)

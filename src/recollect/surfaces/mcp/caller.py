"""Who calls a tool, and what he may reach: bound when the program starts, or by the credential of each request.

Tools ask `calling()`. Their arguments never widen it: another user than the bound one is refused, ids of others do not
exist.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, ParamSpec, TypeVar

from mcp.server.context import ServerMiddleware
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_REQUEST

from recollect.assemble.tenants import Tenants
from recollect.config import recall_policy
from recollect.engine.recall_policy import denial
from recollect.errors import Forbidden, NotFound, RecollectError
from recollect.memory import Memory
from recollect.model.record import Record
from recollect.surfaces.omniroute import POOL, Pool
from recollect.surfaces.told import told

P = ParamSpec("P")
R = TypeVar("R")

ALIASES = {"from": "start"}
"""Names of arguments that Python keeps for itself, and what they are called here."""
SESSION_META = "recollect/session"
SESSION_HEADER = "x-recollect-session"
"""Where a client names the conversation it calls from: in `_meta` of a call, or as a header."""


@dataclass(frozen=True, kw_only=True)
class Caller:
    """A memory, and the user and agent who may be spoken for."""

    memory: Memory
    user: str | None = None
    """The only user; None: any may be named."""
    agent: str | None = None
    session: str | None = None
    """The key of the conversation that asks, which the recall policy judges; None: a direct one."""
    key_id: str | None = None
    admin: bool = True
    tenant: str | None = None
    tenants: Tenants | None = None
    """Where a server's tenants have their settings and keys; None: there is one memory and no keys."""

    def whose(self, user: str | None) -> str | None:
        """The user a call is about."""
        if self.user is not None and user not in (None, self.user):
            raise Forbidden(f"this connection speaks for the user {self.user!r} alone; leave the user out")
        return self.user or user

    def told(self, error: RecollectError) -> str:
        """An error as an agent can read it. Where a server's store lies is not told; whoever started a program of his
        own knows it."""
        message = str(error) if self.tenants is None else told(error)
        return f"{error.code}: {message}"

    def require_recall(self) -> None:
        """Whether the conversation that asks may recall at all, where the policy stands before everything
        (`recall_policy_on = all`); searches and contexts ask it themselves. The log says where it was denied."""
        if self.memory.settings.recall_policy_on != "all":
            return
        denied = denial(recall_policy(self.memory.settings), self.session)
        if denied is not None:
            raise Forbidden(denied)

    def asks_in(self, session: str | None) -> str | None:
        """The conversation a question comes from. Where the client says which it is, a model that names another has no
        say: the recall policy judges it."""
        return self.session or session

    def pool(self, key_id: str) -> Pool:
        """The memories that OmniRoute's `apiKeyId` means; they never reach beyond the credential.

        A key of a user's is that user's memory, as over HTTP. Where no key came with the call, an `apiKeyId` is a pool
        inside the bound user's memory, and his own name all of it.
        """
        own = self.key_id is None or key_id in (self.key_id, self.user)
        if not own and (self.user is not None or not self.admin):
            raise Forbidden(f"apiKeyId {key_id!r} is another key; this connection reaches the memory of its own only")
        if self.user is not None:
            whole = self.key_id is not None or key_id == self.user
            return Pool(user=self.user, mark=None if whole else POOL + key_id)
        if self.tenants is None or self.tenant is None:
            return Pool(user=POOL + key_id)
        try:
            key = self.tenants.keys.get(self.tenant, key_id)
        except NotFound:  # what was imported belongs to keys of another system
            return Pool(user=POOL + key_id)
        return Pool(user=key.user or POOL + key.id)

    def get(self, id: str, *, to_change: bool = False) -> Record:
        """A record that may be reached; what belongs to others does not exist."""
        if not to_change:
            self.require_recall()
        record = self.memory.get(id)
        if self.user is not None and record.user not in (self.user, None):
            raise NotFound(f"there is no record {id!r}: it was deleted or mistyped")
        if self.agent is not None and record.agent not in (self.agent, None):
            raise NotFound(f"there is no record {id!r}: it was deleted or mistyped")
        if to_change and self.user is not None and record.user is None:
            raise Forbidden(f"record {id!r} is shared by everybody; a connection of one user cannot change it")
        return record


_CALLING: ContextVar[Caller] = ContextVar("recollect_mcp_caller")


def calling() -> Caller:
    return _CALLING.get()


def of_request(request: Any, tenants: Tenants | None = None) -> Caller:
    """From what the server put on an HTTP request: a guarded memory and the principal of the credential."""
    state = getattr(request, "state", None)
    memory = getattr(state, "memory", None)
    if memory is None:
        message = "this request carries no memory; mount the app behind the server that authenticates it"
        raise MCPError(code=INVALID_REQUEST, message=message)
    principal = getattr(state, "principal", None)
    return Caller(
        memory=memory,
        user=getattr(principal, "user", None),
        key_id=getattr(principal, "key_id", None),
        admin=getattr(principal, "role", "admin") == "admin",
        tenant=getattr(principal, "tenant", None),
        tenants=tenants,
    )


def door(bound: Caller | None, tenants: Tenants | None = None) -> ServerMiddleware[Any]:
    """Middleware that says for each message who calls: the bound caller, or who the request says."""

    async def enter(ctx: Any, call_next: Callable[[Any], Awaitable[Any]]) -> Any:
        if bound is None and getattr(ctx, "request", None) is None:
            return await call_next(ctx)
        caller = bound or of_request(ctx.request, tenants)
        token = _CALLING.set(caller if caller.session else replace(caller, session=session_of(ctx)))
        try:
            return await call_next(ctx)
        finally:
            _CALLING.reset(token)

    return enter


def session_of(ctx: Any) -> str | None:
    """The conversation a message comes from, as the client says; never the model: no tool takes it as an argument."""
    meta, headers = getattr(ctx, "meta", None), getattr(getattr(ctx, "request", None), "headers", None)
    named = meta.get(SESSION_META) if isinstance(meta, Mapping) else None
    if named is None and headers is not None:
        named = headers.get(SESSION_HEADER)
    return named if isinstance(named, str) and named.strip() else None


def telling(function: Callable[P, R]) -> Callable[P, R]:
    """Our errors become tool errors an agent can read; anything else stays on the server."""

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        named: Any = {ALIASES.get(name, name): value for name, value in kwargs.items()}
        try:
            return function(*args, **named)
        except RecollectError as error:
            raise ToolError(calling().told(error)) from error

    return run

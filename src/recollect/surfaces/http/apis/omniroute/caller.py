"""Whose memories a request is about: the pool of the key it came with, unless somebody who may names another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from recollect.assemble.tenants import Tenants
from recollect.errors import Forbidden, NotFound
from recollect.memory import Memory
from recollect.model.principal import Principal
from recollect.model.record import Record
from recollect.surfaces.http.surface import is_shown, memory_of, principal_of
from recollect.surfaces.omniroute import LAYERS, POOL


@dataclass(frozen=True, kw_only=True)
class Caller:
    """Who sent a request, and what he may reach."""

    memory: Memory
    who: Principal
    tenants: Tenants

    @property
    def own(self) -> str:
        """The user whose memory is this caller's pool. Nothing is read or written for somebody who has none."""
        owner = self.who.key_id or self.who.name
        if self.who.user is None and owner is None:
            raise Forbidden("this credential names neither a key nor a user, so it has no memories; send an API key")
        return self.who.user or f"{POOL}{owner}"

    def owner(self, api_key_id: str | None) -> str:
        """The pool a request names. Only an admin may name another than his own; the tenant stays his own."""
        if not api_key_id or api_key_id in (self.who.key_id, self.own):
            return self.own
        if not self.who.manages:
            raise Forbidden("apiKeyId names another key; leave it out, or send a key with the role admin")
        try:
            key = self.tenants.keys.get(self.who.tenant, api_key_id)
        except NotFound:  # what was imported belongs to keys of another system
            return f"{POOL}{api_key_id}"
        return key.user or f"{POOL}{key.id}"

    def record(self, id: str, *, to_change: bool = False) -> Record:
        """One memory, if it lies in a pool the caller may reach; otherwise it does not exist."""
        found = self.memory.get(id)
        if found.layer not in LAYERS or not is_shown(found, self.tenants.now()):
            raise NotFound(id)
        if found.user == self.own or self.who.manages:
            return found
        if found.user is not None:
            raise NotFound(id)
        if to_change:
            raise Forbidden("this memory is shared by all keys; a key with the role admin changes it")
        return found

    def key_id(self, record: Record) -> str | None:
        """The key a memory belongs to, as its clients know it; None: to all of them."""
        if record.user == self.own and self.who.key_id is not None:
            return self.who.key_id
        return None if record.user is None else record.user.removeprefix(POOL)

    def require_admin(self) -> None:
        if not self.who.manages:
            raise Forbidden("this is about the whole tenant: send a key with the role admin, bound to no user")


def caller_of(request: Request) -> Caller:
    return Caller(memory=memory_of(request), who=principal_of(request), tenants=request.app.state.tenants)


def admin_of(request: Request) -> Caller:
    caller = caller_of(request)
    caller.require_admin()
    return caller


Asking = Annotated[Caller, Depends(caller_of)]
Managing = Annotated[Caller, Depends(admin_of)]

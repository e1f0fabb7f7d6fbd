"""API keys: made once, shown once, kept as a hash. Each is bound to a tenant, and a few to a user of it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from recollect.contracts.store import Store
from recollect.errors import InvalidInput, InvalidState, NotFound, Unauthorized
from recollect.model.ids import new_id
from recollect.model.principal import ACCESS_ROLES, ApiKey, Principal
from recollect.model.scope import Scope
from recollect.write import accept

PREFIX = "rk_"
SECRET_BYTES = 32
HINT_CHARS = 8
USED_AGAIN_AFTER = timedelta(minutes=1)
"""How exactly the last use of a key is known: writing it down with every request would make each request a write."""
Keys = list[ApiKey]


def hashed(key: str) -> str:
    """A key has 256 bits of chance: a plain hash cannot be turned back, and it is looked up with every request."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


class ApiKeys:
    """Makes keys, and says who comes with one."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    def create(
        self,
        tenant: str,
        *,
        name: str | None = None,
        role: str = "write",
        user: str | None = None,
        expires_at: Any = None,
        requests_per_minute: int | None = None,
        secret: str | None = None,
    ) -> tuple[ApiKey, str]:
        """A new key and, this once, its text. `secret` makes it a key that was agreed elsewhere."""
        scope = Scope(tenant=tenant, user=user)
        now = self._clock()
        text = secret or PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        until = accept.moment(expires_at, "expires_at")
        if until is not None and until <= now:
            raise InvalidInput(f"expires_at {until.isoformat()} has passed; give a time to come, or none")
        key = ApiKey(
            id=new_id(now),
            tenant=tenant,
            name=accept.label(name, "name"),
            hint=text[:HINT_CHARS],
            role=accept.one_of(role, ACCESS_ROLES, "role"),
            user=user,
            requests_per_minute=None
            if requests_per_minute is None
            else accept.whole(requests_per_minute, "requests_per_minute", 0, 10_000_000),
            created_at=now,
            expires_at=until,
        )
        self._store.put_api_key(scope, key, hashed(text))
        return key, text

    def list(self, tenant: str) -> Keys:
        return self._store.api_keys(Scope(tenant=tenant))

    def get(self, tenant: str, id: str) -> ApiKey:
        """By id, by name where only one is called that, or by the first characters that keys are listed with."""
        found = [key for key in self.list(tenant) if id in (key.id, key.name, key.hint)]
        exact = [key for key in found if key.id == id] or [key for key in found if key.revoked_at is None] or found
        if not exact:
            raise NotFound(f"the tenant has no key {id!r}; `recollect keys list` shows them")
        if len(exact) > 1:
            raise InvalidInput(f"{len(exact)} keys are called {id!r}; give the id of one (`recollect keys list`)")
        return exact[0]

    def rotate(self, tenant: str, id: str) -> tuple[ApiKey, str]:
        """Another text for the same key; the old one stops working at once."""
        key = self.get(tenant, id)
        if key.revoked_at is not None:
            raise InvalidState(f"the key {id!r} was revoked; make a new one")
        text = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        changed = replace(key, hint=text[:HINT_CHARS])
        self._store.change_api_key(Scope(tenant=tenant), changed, hashed(text))
        return changed, text

    def revoke(self, tenant: str, id: str) -> ApiKey:
        """It works no more. It stays in the list, so that the audit log can be read."""
        key = self.get(tenant, id)
        if key.revoked_at is None:
            key = replace(key, revoked_at=self._clock())
            self._store.change_api_key(Scope(tenant=tenant), key)
        return key

    def principal(self, text: str) -> Principal:
        """Who comes with that key; `Unauthorized` when nobody does, whatever the reason."""
        found = self._store.find_api_key(hashed(text))
        now = self._clock()
        if found is None or not found.usable(now):
            raise Unauthorized("the API key is not known, was revoked or has expired; ask whoever runs the server")
        if found.last_used_at is None or now - found.last_used_at >= USED_AGAIN_AFTER:
            self._store.touch_api_key(Scope(tenant=found.tenant), found.id, now)
        return found.principal

"""The audit log of a server: every write is noted with the key or token that did it, and never with what was said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from recollect.assemble.tenants import Tenants
from recollect.model.ids import new_id
from recollect.model.principal import AuditEntry, Principal
from recollect.model.scope import Scope
from recollect.surfaces.guard import Note, Noted


def noting(tenants: Tenants, principal: Principal) -> Note:
    """Told of what this principal does."""

    @contextmanager
    def note(verb: str, user: str | None) -> Iterator[Noted]:
        now = tenants.now()
        entry = AuditEntry(id=new_id(now), at=now, key_id=principal.actor, user=user, verb=verb)
        with tenants.store.telling(Scope(tenant=principal.tenant), entry) as told:
            yield lambda ids, count: told(entry.about(ids, count))

    return note


def set_settings(tenants: Tenants, principal: Principal, values: dict[str, object]) -> None:
    """Set what a tenant has of its own. Noted are the names; a value may be a secret."""
    with noting(tenants, principal)("set_settings", None) as noted:
        tenants.set(principal.tenant, values)
        noted(tuple(values), len(values))

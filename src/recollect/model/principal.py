"""Who asks: the principal a credential stands for, and the API keys that are such credentials."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from recollect.model.scope import DEFAULT_TENANT

ACCESS_ROLES = ("read", "write", "admin")
READ, WRITE, ADMIN = ACCESS_ROLES
"""Each may do what the one before it may."""
IDS_NOTED_MAX = 20


@dataclass(frozen=True, kw_only=True)
class Principal:
    """Whose memory a request may see and change. It comes from the credential alone, never from a body."""

    tenant: str = DEFAULT_TENANT
    user: str | None = None
    """The only user it speaks for; None: any of the tenant."""
    role: str = ADMIN
    key_id: str | None = None
    """The API key it came with; None: another kind of credential."""
    name: str | None = None
    requests_per_minute: int | None = None
    """Its own limit; None: the server's."""
    token: str | None = None
    """What the token it came with says of itself: role and subject; None: another kind of credential."""

    @property
    def actor(self) -> str | None:
        """Who acts, as the audit log says it: a key by its id, a token as `jwt:ROLE:SUBJECT`, what is neither by its
        name."""
        return self.key_id or self.name if self.token is None else f"jwt:{self.token}"

    def may(self, role: str) -> bool:
        return ACCESS_ROLES.index(self.role) >= ACCESS_ROLES.index(role)

    @property
    def manages(self) -> bool:
        """Whether it looks after the whole tenant, its keys among it."""
        return self.may(ADMIN) and self.user is None


@dataclass(frozen=True, kw_only=True)
class ApiKey:
    """What is kept of a key: everything but the key itself, of which only a hash is stored."""

    id: str
    tenant: str
    name: str | None = None
    hint: str
    """Its first characters, so that people can tell keys apart."""
    role: str = WRITE
    user: str | None = None
    requests_per_minute: int | None = None
    created_at: datetime
    last_used_at: datetime | None = None
    expires_at: datetime | None = None
    revoked_at: datetime | None = None

    def usable(self, now: datetime) -> bool:
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    @property
    def principal(self) -> Principal:
        return Principal(
            tenant=self.tenant,
            user=self.user,
            role=self.role,
            key_id=self.id,
            name=self.name,
            requests_per_minute=self.requests_per_minute,
        )


@dataclass(frozen=True, kw_only=True)
class AuditEntry:
    """One thing that was done, without what was said."""

    id: str
    at: datetime
    key_id: str | None
    """Who did it: see `Principal.actor`."""
    user: str | None
    """Whose memory it was done to; None: the shared one, or that of everybody."""
    verb: str
    ids: tuple[str, ...] = ()
    """Records it was about; a few at most."""
    count: int = 0
    """How many records it was about."""

    def about(self, ids: tuple[str, ...], count: int | None = None) -> AuditEntry:
        """The same entry, of these records; `count`: there were more of them than are named."""
        return replace(self, ids=ids[:IDS_NOTED_MAX], count=len(ids) if count is None else count)


@dataclass(frozen=True, kw_only=True)
class About:
    """What a kept answer told of: it is forgotten when any of that is deleted."""

    ids: frozenset[str] = frozenset()
    """Of records and documents."""
    users: frozenset[str] = frozenset()
    """Whose they are. What is shared is nobody's; when that is erased, every answer is forgotten."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a request with an idempotency key was answered, so that the same request is not done twice."""

    request_hash: str
    status: int | None
    """None: the first request is still being answered."""
    body: bytes | None
    """None: it is not kept, or something that it told of was deleted since."""
    created_at: datetime

"""Whose memory it is. No storage function exists without a Scope."""

from __future__ import annotations

from dataclasses import dataclass, replace

from recollect.errors import InvalidInput

DEFAULT_TENANT = "default"
NAME_CHARS_MAX = 512


@dataclass(frozen=True, kw_only=True)
class Scope:
    """A record belongs to (tenant, user or none); agent, session and project are labels inside that space.

    `user=None` is the tenant's shared space. The tenant comes from the credential alone, never from a request body.
    """

    tenant: str = DEFAULT_TENANT
    user: str | None = None
    agent: str | None = None
    session: str | None = None
    project: str | None = None

    def __post_init__(self) -> None:
        for name in ("tenant", "user", "agent", "session", "project"):
            value = getattr(self, name)
            if value is None and name != "tenant":
                continue
            if not isinstance(value, str):
                raise InvalidInput(f"{name} must be a string, not {type(value).__name__}")
            if not value or value.isspace():
                raise InvalidInput(f"{name} is empty; leave it out or give it a name")
            if len(value) > NAME_CHARS_MAX:
                raise InvalidInput(f"{name} has {len(value)} characters; at most {NAME_CHARS_MAX} are allowed")
            require_text(value, name)

    @property
    def own(self) -> Scope:
        """The space it lies in: tenant and user, without the labels."""
        if self.agent is None and self.session is None and self.project is None:
            return self
        return Scope(tenant=self.tenant, user=self.user)

    @property
    def shared(self) -> Scope:
        """The same tenant's shared space."""
        return replace(self, user=None)

    def shows(self, other: Scope) -> bool:
        """Whether who asks under these labels is shown what has those of `other`: the same, or none."""
        return all(mine is None or theirs in (None, mine) for mine, theirs in self._beside(other))

    def covers(self, other: Scope) -> bool:
        """Whether what has these labels is shown to everybody who is shown what has those of `other`."""
        return all(mine in (None, theirs) for mine, theirs in self._beside(other))

    def _beside(self, other: Scope) -> tuple[tuple[str | None, str | None], ...]:
        return (self.agent, other.agent), (self.project, other.project)


def is_storable(text: str) -> bool:
    """Whether a database can hold it as text: no NUL character, no lone surrogate (half of an emoji)."""
    if "\x00" in text:
        return False
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def storable(text: str) -> str:
    """With a question mark for what no database can hold."""
    return text if is_storable(text) else text.replace("\x00", "?").encode("utf-8", "replace").decode()


def require_text(value: str, name: str) -> None:
    """Refuse what no database can hold as text: NUL characters and lone surrogates (bytes that were not UTF-8)."""
    if "\x00" in value:
        raise InvalidInput(f"{name} contains a NUL character; remove it (text.replace('\\x00', '')) and try again")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise InvalidInput(
                f"{name} is not valid Unicode (lone surrogate at character {error.start}); "
                "decode the bytes with errors='replace' and try again"
            ) from error

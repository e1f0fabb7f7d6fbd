"""Whose memory a request is about, and which conversation it belongs to."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from recollect.errors import InvalidInput
from recollect.memory import Memory
from recollect.surfaces.gateway.links import Links
from recollect.surfaces.gateway.options import BY_KEY, ONE_USER, SHARED, Caller
from recollect.surfaces.gateway.wires.base import KEEPS, Body, Turn, Wire, clean, mapping_at

NO_MEMORY = ("x-recollect-no-memory", "x-omniroute-no-memory")
OSAURUS_AGENT = "x-osaurus-agent-id"
AGENT = ("x-recollect-agent", OSAURUS_AGENT)
OSAURUS_USER = "default"
"""Osaurus has one user; conversations that it hands in itself are kept under this name."""
KEY_POOL = "key:"
"""OmniRoute has no users: what a key says and what is written with it is the key's."""
_YES = ("true", "1", "yes")
_PREFIX = "chat-"
_CLOCK = re.compile(
    r"(?<![\d:])\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]\.?m\b\.?|\s?(?:Z|UTC|GMT)\b|\s?[+-]\d{2}:?\d{2})?"
    r"|(?<!\d)\d{1,2}\s?[ap]\.?m\b\.?|(?:上午|下午|午前|午後)?\d{1,2}\s?[点點时時](?:\s?\d{1,2}\s?分)?",
    re.IGNORECASE,
)
"""The time of day. Not the date: what is said alike on two days is said twice."""


@dataclass(frozen=True, kw_only=True)
class Whose:
    """The labels of one request; the tenant is the caller's and stands nowhere in it."""

    user: str | None
    agent: str | None
    session: str
    known_upstream: bool = False
    """The upstream has the conversation and is sent only what is new."""
    named: bool = field(default=False, compare=False)
    """The caller names the conversation, so that he need not tell how it began."""

    @property
    def labels(self) -> dict[str, Any]:
        return {"user": self.user, "agent": self.agent, "session": self.session}


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """A caller whose key is bound to no user, and who names one."""

    tenant: str
    user: str | None
    role: str
    key_id: str | None
    name: str | None

    @property
    def unnamed(self) -> Speaker:
        """The same before he named one."""
        return replace(self, user=None)


def header(headers: Mapping[str, str], *names: str) -> str | None:
    """The first of these headers that says something. They arrive as Latin-1; clients write UTF-8."""
    for name in names:
        value = headers.get(name, "").strip()
        if value:
            try:
                return clean(value.encode("latin-1").decode("utf-8"))
            except UnicodeError:
                return clean(value)
    return None


def opted_out(headers: Mapping[str, str]) -> bool:
    return any(headers.get(name, "").strip().lower() in _YES for name in NO_MEMORY)


def shown(value: str) -> str:
    """A name as it can stand in a header."""
    return quote(value, safe=" !#$&'()*+,/:;=?@[]~")


def named(caller: Caller, headers: Mapping[str, str], wire: Wire, body: Body) -> str | None:
    """The user that a request is about, where it says so."""
    return caller.user or header(headers, "x-recollect-user") or _user(wire.user(body))


def speaking(caller: Caller, headers: Mapping[str, str], wire: Wire | None = None, body: Body | None = None) -> Caller:
    """The caller as one user, where he names one: what the upstream keeps is that user's alone, as his memory is.
    Without a `wire` the body names nobody."""
    user = caller.user or header(headers, "x-recollect-user")
    if user is None and wire is not None:
        user = named(caller, headers, wire, body or {})
    if user == caller.user:
        return caller
    return Speaker(tenant=caller.tenant, user=user, role=caller.role, key_id=caller.key_id, name=caller.name)


def of(
    links: Links,
    memory: Memory,
    caller: Caller,
    headers: Mapping[str, str],
    wire: Wire,
    body: Body,
    turns: Sequence[Turn],
    *,
    unnamed: str = SHARED,
) -> Whose:
    """The user is the key's own where it has one."""
    user = named(caller, headers, wire, body)
    if user is None:
        _require_nobody(wire.user(body))
        user = _nobody(caller, ONE_USER if header(headers, OSAURUS_AGENT) else unnamed)
    previous = _named(wire.previous(body))
    conversation = _conversation(body) if wire.name == KEEPS else None  # to others this name means nothing
    session = header(headers, "x-recollect-session") or conversation
    if session is None and previous is not None:
        session = links.session(memory, caller, user, previous)
    session = session or _named(mapping_at(body, "metadata").get("session_id"))
    known = previous is not None or conversation is not None
    return Whose(
        user=user,
        agent=header(headers, *AGENT),
        session=session or opening(wire.system(body), turns),
        known_upstream=known,
        named=session is not None,
    )


def _conversation(body: Body) -> str | None:
    """One that the upstream keeps: OpenAI's clients name it by its id, or by an object that has one."""
    given = body.get("conversation")
    return _named(given.get("id") if isinstance(given, Mapping) else given)


def _user(value: object) -> str | None:
    """By number or by name."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else _named(value)


def _require_nobody(value: object) -> None:
    """What one person says must not become everybody's because his name cannot be read."""
    if value is not None and not isinstance(value, str):
        raise InvalidInput(f"the user must be named by text or a whole number, not by {type(value).__name__}")


def _nobody(caller: Caller, unnamed: str) -> str | None:
    """Whose memory it is where nobody is named; None: the tenant's shared space."""
    if unnamed == ONE_USER:
        return OSAURUS_USER
    owner = caller.key_id or caller.name
    return f"{KEY_POOL}{owner}" if unnamed == BY_KEY and owner else None


def opening(system: str, turns: Sequence[Turn]) -> str:
    """A conversation that nobody named is known by how it began, whatever time of day the application tells the model,
    and however the client trims what was said."""
    first = next((turn.text.strip() for turn in turns if turn.role == "user"), "")
    return _PREFIX + hashlib.sha256(f"{_CLOCK.sub('', system)}\x1f{first}".encode()).hexdigest()[:24]


def _named(value: Any) -> str | None:
    return clean(value) if isinstance(value, str) and value.strip() else None

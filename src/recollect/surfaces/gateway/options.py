"""What the gateway is told: once by whoever starts it, and per request by the settings of a tenant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from recollect.engine.given import Given
from recollect.memory import Memory

PLACEMENTS = ("split", "system-first")
SHARED, ONE_USER, BY_KEY = "shared", "one-user", "by-key"
"""Whose memory it is where nobody is named: the tenant's shared space, Osaurus's one user, the key's own pool."""
Tool = Mapping[str, Any]
"""A function as OpenAI describes it: name, description, parameters."""


class Caller(Protocol):
    """What the gateway needs to know of a principal."""

    @property
    def tenant(self) -> str: ...

    @property
    def user(self) -> str | None: ...

    @property
    def role(self) -> str: ...

    @property
    def key_id(self) -> str | None: ...

    @property
    def name(self) -> str | None: ...


@dataclass(frozen=True, kw_only=True)
class Switches:
    """What holds for one request before its own headers are read: the settings of its tenant."""

    inject: bool = True
    extract: bool = True
    tokens_max: int = 2000
    """Most tokens of memory that a request may be given."""
    placement: str = "split"
    strategy: str = "recollect"
    """The preset that ranks; named in the log."""
    agent_required: bool = False
    """As Osaurus does it: without an agent's name nothing is put in."""
    unnamed: str = SHARED


@dataclass(frozen=True, kw_only=True)
class GatewayOptions:
    """How the gateway is run."""

    upstream: str | None = None
    """Base URL that ends in /v1; None: only embeddings and models are answered, by Recollect itself."""
    upstream_key: str | None = None
    timeout_s: float = 600.0
    """Longest silence of the upstream."""
    connect_timeout_s: float = 10.0
    switches: Callable[[Memory], Switches] = lambda memory: Switches()
    given: Given | None = None
    """Whose the answers are that the upstream keeps, for all processes that serve; None: known to this one alone."""
    skills: Callable[[Caller], Sequence[Tool]] | None = None
    """Tools that go into every request of a caller, beside what the application brings; None: none."""
    body_bytes_max: int = 64 * 1024 * 1024
    memory_threads: int = 4
    """How many requests look things up at the same time at most, and how many record: more of them would keep the loop
    that passes chunks on from running."""
    memory_patience_s: float = 1.0
    """They do so one after the other until one has waited so long. 0 where the embedder or the database is a network
    away: there they wait for others, and not for the processor."""

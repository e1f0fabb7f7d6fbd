"""The stores that the contract runs over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from recollect import Memory, registry
from recollect.contracts.store import Store
from tests import statements
from tests.clock import Clock
from tests.pooler import moved, transaction_pooler
from tests.roles import application_role
from tests.services import ServiceMissing, services_required

KINDS = [
    pytest.param("sqlite", id="sqlite"),
    pytest.param("memory", id="memory"),
    pytest.param("postgres", id="postgres", marks=pytest.mark.postgres),
    pytest.param("walled", id="walled", marks=pytest.mark.postgres),
    pytest.param("pooled", id="pooled", marks=[pytest.mark.postgres, pytest.mark.long]),
]
"""`walled`: PostgreSQL as a role for which the server itself keeps tenants apart. `pooled`: behind PgBouncer in
transaction mode, which gives one transaction after the other to different connections of the server; its tables are
those of a database that was there before tables were divided by tenant."""
_PLANNED: set[statements.Statement] = set()
"""What was sent and looked at so far."""
SHARED_KINDS = [kind for kind in KINDS if kind.id in ("sqlite", "postgres")]
Opener = Callable[..., Memory]


def address(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind in ("postgres", "pooled"):
        return str(request.getfixturevalue("postgres_store_url" if kind == "postgres" else "undivided_store_url"))
    return ":memory:" if kind == "memory" else str(folder / "memory.db")


@pytest.fixture(scope="session")
def pooler(postgres_server: str) -> Iterator[str]:
    """The server's address through PgBouncer."""
    with ExitStack() as stack:
        try:
            through = stack.enter_context(transaction_pooler(postgres_server))
        except ServiceMissing as missing:
            if services_required():
                pytest.fail(f"PgBouncer is required here (RECOLLECT_REQUIRE_SERVICES): {missing}", pytrace=False)
            pytest.skip(f"no PgBouncer: {missing}")
        yield through


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    with ExitStack() as stack:
        if request.param == "walled":
            _, url = stack.enter_context(application_role(request.getfixturevalue("postgres_store_url")))
        else:
            url = address(request.param, request, tmp_path)
            url = moved(url, request.getfixturevalue("pooler")) if request.param == "pooled" else url
        sent = stack.enter_context(statements.noted()) if request.param == "postgres" else set()
        yield stack.enter_context(closing(registry.store(url, {})))
        fresh = sent - _PLANNED
        _PLANNED.update(fresh)
        assert not fresh or statements.unbound(url, fresh) == {}, (
            "every statement carries its tenant, or a space of one"
        )


@pytest.fixture(params=SHARED_KINDS)
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Opens another store object on the same database each time it is called, as another process would."""
    url = address(request.param, request, tmp_path)
    with ExitStack() as opened:
        yield lambda: opened.enter_context(closing(registry.store(url, {})))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=SHARED_KINDS)
def opened(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Opener]:
    """Opens another Memory on the same database each time it is called."""
    url = address(request.param, request, tmp_path)
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(
            Memory(url, clock=clock, config_file=tmp_path / "none.toml", worker="off", **settings)
        )


@pytest.fixture
def memory(opened: Opener) -> Memory:
    return opened()

"""The Studio in a browser: one Chromium and one server with a filled memory for all tests of this folder."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from recollect import Memory
from tests import browser as equipment
from tests import studio_store
from tests.clock import Clock
from tests.server import RunningServer
from tests.services import ServiceMissing

FILLED = "acme"
EVERYONE = "\0everyone"
"""What the Studio keeps where an admin looks at all users."""
_NOTE_COPIED = """() => { window.copied = false;
    new MutationObserver(() => { window.copied ||= document.body.textContent.includes("Copied") })
        .observe(document.body, { subtree: true, childList: true, characterData: true }) }"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them in one xdist worker (`--dist loadgroup`), so that a run has one browser; none in a fast run."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.xdist_group("browser"))


@dataclass(frozen=True, kw_only=True)
class Studio:
    """A signed-in page, what goes wrong in it, and the memory behind it."""

    page: Any
    watch: equipment.Watch
    server: RunningServer
    tenant: str
    key: str

    @property
    def memory(self) -> Memory:
        return self.server.memory(self.tenant)

    def go(self, page: str, **query: str) -> Any:
        """Open a page of the Studio by its name, as a link to it does; its heading."""
        self.page.goto(f"{self.server.url}/#/{page}" + (f"?{urlencode(query)}" if query else ""))
        return self.heading()

    def copy(self, button: Any) -> None:
        """Press a button that copies. It says "Copied" for a moment, which may be over before a busy machine looks."""
        self.page.evaluate(_NOTE_COPIED)
        button.click()
        self.page.wait_for_function("() => window.copied")

    def see(self, user: str | None) -> None:
        """Look at the memory of a user from now on, None: the shared one, EVERYONE: all of them."""
        self.page.evaluate("user => sessionStorage.setItem('recollect.user', user)", user or "")
        self.page.reload()
        self.heading()

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def told(self, text: str) -> None:
        """Wait until the page says this at its edge."""
        self.page.get_by_role("region", name="Messages").get_by_text(text).first.wait_for()

    def heading(self) -> Any:
        heading = self.page.get_by_role("heading", level=1)
        heading.wait_for()
        return heading


# Of the module and not of the session: Playwright keeps an event loop running in the thread of the tests, and tests
# elsewhere that start one of their own could not.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with ExitStack() as stack:
        try:
            started = stack.enter_context(equipment.chromium())
        except ServiceMissing as reason:
            equipment.missing(reason)
        yield started


@pytest.fixture(scope="session")
def studio_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose tenant `acme` has something of everything. Its clock starts at the browser's."""
    clock = Clock(datetime.now(UTC))
    with RunningServer(tmp_path_factory.mktemp("studio"), clock=clock) as running:
        studio_store.fill(running.memory(FILLED), clock, tenant=FILLED)
        yield running


Opened = Callable[..., AbstractContextManager[Studio]]


@pytest.fixture
def opened(chromium: Any, studio_server: RunningServer) -> Opened:
    """Opens the Studio signed in: `with opened(tenant="empty", theme="dark", size=PHONE) as studio:`."""

    @contextmanager
    def open_studio(
        *, tenant: str = FILLED, role: str = "admin", user: str | None = None, **look: Any
    ) -> Iterator[Studio]:
        key = studio_server.key(tenant, role=role, user=user, name="browser")
        with equipment.watched(chromium, **look) as (page, watch):
            page.goto(studio_server.url)
            sign_in(page, key)
            yield Studio(page=page, watch=watch, server=studio_server, tenant=tenant, key=key)

    return open_studio


@pytest.fixture(scope="module")
def visit(chromium: Any, studio_server: RunningServer) -> tuple[str, list[dict[str, Any]]]:
    """A key of the filled memory, and the cookies of somebody who signed in with it through the form."""
    key = studio_server.key(FILLED, name="browser")
    with equipment.watched(chromium) as (page, _):
        page.goto(studio_server.url)
        sign_in(page, key)
        return key, page.context.cookies()


@pytest.fixture
def studio(chromium: Any, studio_server: RunningServer, visit: tuple[str, list[dict[str, Any]]]) -> Iterator[Studio]:
    """The Studio over the filled memory; for tests that leave it, and the one session of the module, as they are."""
    key, cookies = visit
    with equipment.watched(chromium, cookies=cookies) as (page, watch):
        page.goto(studio_server.url)
        one = Studio(page=page, watch=watch, server=studio_server, tenant=FILLED, key=key)
        one.heading()
        yield one


_numbers = itertools.count()


@pytest.fixture
def own_studio(opened: Opened) -> Iterator[Studio]:
    """The Studio over an empty memory of this test's own."""
    with opened(tenant=f"own-{next(_numbers)}") as one:
        yield one


def sign_in(page: Any, key: str) -> None:
    page.get_by_label("API key").fill(key)
    page.get_by_label("API key").press("Enter")
    page.get_by_label("API key").wait_for(state="hidden")

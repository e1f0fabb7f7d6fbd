"""A real browser for tests: Debian's Chromium through Playwright, and a person in front of it who minds every error.

One browser serves all tests of the package that asks for it; each test has a page of its own. What the page logs as an
error, throws, or is refused by the server fails the test, unless the test said that it expects it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.programs import program
from tests.services import ServiceMissing, services_required

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
THEMES = ("light", "dark")
WAIT_MS = 60_000
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
FINDS = ("serious", "critical")
"""What of axe's findings fails a test."""
COLOURS = ("color-contrast", "link-in-text-block")
"""axe's rules that a theme can break."""
MANY = "main :is(li, tr):nth-child(n + 13)"
"""Rows that are as those before them."""
GIVEN_UP = "net::ERR_ABORTED"
"""A request that the page itself gave up, as it does with its feed when it is left."""


@contextmanager
def chromium() -> Iterator[Any]:
    """A running browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise ServiceMissing("playwright is not installed: run `make setup`, or pip install -e '.[test]'.") from error
    path = program("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def missing(reason: ServiceMissing) -> None:
    """A visible skip, or a failure where services are required."""
    if services_required():
        pytest.fail(f"a browser is required here (RECOLLECT_REQUIRE_SERVICES): {reason}", pytrace=False)
    pytest.skip(f"no browser: {reason}")


class Watch:
    """Notes what goes wrong in a page."""

    def __init__(self, page: Any) -> None:
        self._found: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        self._hosts: set[str] = set()
        page.on("console", self._logged)
        page.on("pageerror", lambda error: self._found.append(f"thrown: {error}"))
        page.on("requestfailed", self._failed)
        page.on("request", self._asked)
        page.on("response", self._answered)

    def expect(self, pattern: str) -> None:
        """A line that matches is no mistake in this test. A refused request reads `409 POST /v1/…`."""
        self._expected.append(re.compile(pattern))

    def wrong(self) -> list[str]:
        return [line for line in self._found if not any(one.search(line) for one in self._expected)]

    def _logged(self, message: Any) -> None:
        refused = message.text.startswith("Failed to load resource")  # told again, and better, by the answer itself
        if message.type in ("error", "warning") and not refused:
            self._found.append(f"{message.type}: {message.text}")

    def _asked(self, request: Any) -> None:
        """The Studio asks its own server and nobody else."""
        if urlsplit(request.url).scheme in ("http", "https", "ws", "wss"):
            self._hosts.add(urlsplit(request.url).netloc)
        if len(self._hosts) > 1:
            self._found.append(f"asked elsewhere: {request.method} {request.url}")

    def _failed(self, request: Any) -> None:
        if request.failure != GIVEN_UP:
            self._found.append(f"failed: {request.failure} {request.method} {_path(request.url)}")

    def _answered(self, answer: Any) -> None:
        if answer.status >= 400:
            self._found.append(f"{answer.status} {answer.request.method} {_path(answer.url)}")


def _path(url: str) -> str:
    return re.sub(r"^\w+://[^/]+", "", url)


@contextmanager
def watched(
    browser: Any,
    *,
    theme: str = "light",
    size: dict[str, int] = DESKTOP,
    bypass_csp: bool = False,
    cookies: Sequence[dict[str, Any]] = (),
) -> Iterator[tuple[Any, Watch]]:
    """A page of a context of its own (`cookies`: of an earlier one). At the end, nothing must have gone wrong in it."""
    context = browser.new_context(
        viewport=size, color_scheme=theme, bypass_csp=bypass_csp, reduced_motion="reduce", locale="en-GB"
    )
    context.add_cookies(list(cookies))
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    watch = Watch(page)
    try:
        yield page, watch
        assert page.evaluate("window.attacked") is None, "a text was taken for a program"
    finally:
        context.close()
    assert watch.wrong() == [], "\n".join(watch.wrong())


def no_serious_findings(page: Any, *, colours: bool = False) -> None:
    """axe-core finds nothing serious on the page as it is now. The page's context must be one with `bypass_csp`.

    `colours`: only the rules that ask for them, for a theme of a page whose structure was looked at in another one. Of
    long lists the first rows are looked at: most of the time goes into the contrast of what is there fifty times.
    """
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=str(AXE))
    found = page.evaluate(
        "([rows, only]) => axe.run({ exclude: [[rows]] }, { resultTypes: ['violations'], ...only })"
        ".then(({ violations }) => ({ violations }))",
        [MANY, {"runOnly": list(COLOURS)} if colours else {}],
    )
    bad = [
        f"{one['id']} ({one['impact']}): {one['help']}\n    {[node['html'][:200] for node in one['nodes'][:5]]}"
        for one in found["violations"]
        if one["impact"] in FINDS
    ]
    assert bad == [], "\n".join([f"axe at {_path(page.url)}:", *bad])


def expect(shown: Any, told: str | None = None) -> Any:
    """Playwright's assertions, which look again until they hold: a page is drawn bit by bit, and drawn anew."""
    from playwright.sync_api import expect as playwrights

    playwrights.set_options(timeout=WAIT_MS)
    return playwrights(shown, told)


def tabbed_to(page: Any, name: str, *, most: int = 200) -> None:
    """Press Tab until the control of this name has the focus, as somebody without a mouse does."""
    for _ in range(most):
        page.keyboard.press("Tab")
        told = page.evaluate(
            "() => { const e = document.activeElement; if (e === document.body) return ''; "
            "return (e.getAttribute('aria-label') || e.labels?.[0]?.textContent || e.textContent || '').trim() }"
        )
        if name.lower() in told.lower():
            return
    raise AssertionError(f"Tab does not reach {name!r}")

"""The browser of the tests itself: it sees the server, and it minds what goes wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser import watched
from tests.e2e.studio.conftest import Studio
from tests.server import RunningServer


def test_somebody_with_a_key_comes_in(studio: Studio) -> None:
    assert studio.page.title()


def test_an_error_in_the_page_fails_the_test(chromium: Any, studio_server: RunningServer) -> None:
    def look() -> None:
        with watched(chromium) as (page, _):
            page.goto(studio_server.url)
            page.evaluate("console.error('made up')")

    with pytest.raises(AssertionError, match="made up"):
        look()


def test_a_refused_request_fails_the_test_unless_it_was_expected(chromium: Any, studio_server: RunningServer) -> None:
    def ask(page: Any) -> None:
        page.goto(studio_server.url)
        page.evaluate("fetch('/v1/memories')")

    with pytest.raises(AssertionError, match="401 GET /v1/memories"), watched(chromium) as (page, _):
        ask(page)
    with watched(chromium) as (page, watch):
        watch.expect("401 GET /v1/")
        ask(page)

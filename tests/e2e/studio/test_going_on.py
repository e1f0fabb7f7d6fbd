"""Somebody who goes on to another page before the first one has arrived sees the other one."""

from __future__ import annotations

from typing import Any

from tests.e2e.studio.conftest import Studio


def test_a_page_that_arrives_late_does_not_take_the_place_of_the_one_that_is_open(studio: Studio) -> None:
    page = studio.page
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/pages/timeline.js", hold)
    page.evaluate("location.hash = '#/timeline'")
    page.wait_for_function("() => document.title.startsWith('Timeline')")
    studio.go("keys")
    studio.button("New key").wait_for()
    with page.expect_response("**/pages/timeline.js"):
        held[0].continue_()
    page.evaluate("new Promise(requestAnimationFrame)")
    studio.button("New key").click()
    page.get_by_role("dialog").wait_for()

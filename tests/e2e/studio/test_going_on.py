"""Going on: to another page before the first one has arrived, and after the server was away."""

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


def test_a_page_shows_what_it_wanted_when_the_server_is_back_without_being_asked(studio: Studio) -> None:
    page = studio.page
    studio.watch.expect("failed: net::ERR_CONNECTION_REFUSED GET /v1/")
    page.route("**/v1/keys*", lambda route: route.abort("connectionrefused"))
    studio.go("keys")
    page.get_by_role("alert").get_by_text("The server cannot be reached.").wait_for()
    page.get_by_text("this page tries again by itself").wait_for()
    page.unroute("**/v1/keys*")
    page.get_by_role("table").get_by_text("browser").first.wait_for()

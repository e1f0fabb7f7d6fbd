"""Coming in and going out, as a person does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser import expect, watched
from tests.e2e.studio.conftest import Opened, sign_in
from tests.server import RunningServer


def test_a_wrong_key_is_told_and_a_right_one_opens_the_memories(chromium: Any, studio_server: RunningServer) -> None:
    with watched(chromium) as (page, watch):
        watch.expect("401 POST /studio/session")
        page.goto(studio_server.url)
        page.get_by_label("API key").fill("rk_wrong")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("alert").get_by_text("not known here").wait_for()
        sign_in(page, studio_server.key())
        page.get_by_role("heading", level=1, name="Memories").wait_for()


def test_the_key_is_kept_nowhere_a_script_can_read(chromium: Any, studio_server: RunningServer) -> None:
    key = studio_server.key()
    with watched(chromium) as (page, _):
        page.goto(studio_server.url)
        sign_in(page, key)
        page.get_by_role("list", name="Memories").wait_for()
        kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
        assert key not in kept
        assert "recollect_session" not in kept
        page.reload()
        page.get_by_role("list", name="Memories").wait_for()


def test_signing_out_ends_the_session_and_shows_the_form(opened: Opened) -> None:
    with opened() as studio:
        studio.page.get_by_role("button", name="Sign out").click()
        studio.page.get_by_label("API key").wait_for()
        studio.page.reload()
        studio.page.get_by_label("API key").wait_for()


def test_a_revoked_key_sends_the_person_back_to_the_form(opened: Opened) -> None:
    with opened() as studio:
        studio.watch.expect("401 ")
        studio.watch.expect("EventSource")
        studio.page.get_by_role("list", name="Memories").wait_for()
        mine = next(one for one in studio.server.tenants.keys.list(studio.tenant) if studio.key.startswith(one.hint))
        studio.server.client(studio.tenant).delete(f"/v1/keys/{mine.id}").raise_for_status()
        studio.page.get_by_role("searchbox").fill("anything")
        studio.page.get_by_text("Your session has ended").wait_for()


def test_without_auth_there_is_no_form(chromium: Any, tmp_path: Path) -> None:
    with RunningServer(tmp_path, auth="off") as server, watched(chromium) as (page, _):
        page.goto(server.url)
        page.get_by_role("heading", name="Give your assistants a memory").wait_for()
        expect(page.get_by_role("button", name="Sign out")).to_have_count(0)


def test_somebody_bound_to_a_user_sees_that_user_and_no_admin_page(opened: Opened) -> None:
    with opened(user="ana", role="read") as studio:
        page = studio.page
        page.get_by_role("list", name="Memories").wait_for()
        expect(page.locator(".whose")).to_have_text("ana")
        expect(page.get_by_role("button", name="Add", exact=True)).to_have_count(0)
        expect(page.get_by_role("link", name="Keys")).to_have_count(0)

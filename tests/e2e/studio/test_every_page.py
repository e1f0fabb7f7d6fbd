"""What holds for every page: nothing serious for somebody with a screen reader, nothing wider than the screen."""

from __future__ import annotations

import pytest

from tests.browser import DESKTOP, PHONE, THEMES, expect, no_serious_findings
from tests.e2e.studio.conftest import Opened

PAGES = (
    "memories", "timeline", "graph", "profile", "conflicts", "files", "playground", "start", "jobs", "engine",
    "settings", "keys", "danger",
)  # fmt: skip
NO_DOCUMENTS = r"501 GET /v1/documents"
"""Where the server reads no documents the page says so."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", THEMES)
def test_every_page_is_accessible_and_fits_the_screen(opened: Opened, theme: str, size: dict[str, int]) -> None:
    with opened(theme=theme, size=size, bypass_csp=True) as studio:
        studio.watch.expect(NO_DOCUMENTS)
        studio.see("ana")
        for name in PAGES:
            studio.go(name)
            studio.page.locator("main :is(section, form, ul, ol, .empty)").first.wait_for()
            no_serious_findings(studio.page, colours=theme == "dark")
            wide, room = studio.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert wide <= room, f"{name} is {wide} wide on a screen of {room}"


def test_every_page_is_reached_by_its_shortcut(opened: Opened) -> None:
    with opened() as studio:
        studio.watch.expect(NO_DOCUMENTS)
        for key, title in (("t", "Timeline"), ("g", "Graph"), ("c", "Conflicts"), ("j", "Jobs"), ("k", "Keys")):
            studio.page.keyboard.press("g")
            studio.page.keyboard.press(key)
            studio.page.get_by_role("heading", level=1, name=title).wait_for()
            studio.page.wait_for_function("title => document.title.includes(title)", arg=title)


def test_hostile_texts_stay_texts_on_every_page(opened: Opened) -> None:
    """Whether one was taken for a program is looked at when the page is closed."""
    with opened() as studio:
        studio.watch.expect(NO_DOCUMENTS)
        studio.see("mallory")
        for name in PAGES:
            studio.go(name)
            studio.page.locator("main :is(section, form, ul, ol, .empty)").first.wait_for()
        studio.go("timeline")
        studio.page.get_by_text("<script>window.attacked='script'</script>").first.wait_for()
        studio.go("jobs", state="dead")
        studio.page.get_by_text('<img src=x onerror="window.attacked').first.wait_for()


@pytest.mark.parametrize("name", ["conflicts", "jobs", "profile"])
def test_somebody_who_only_reads_is_shown_no_way_to_change(opened: Opened, name: str) -> None:
    with opened(role="read") as studio:
        studio.see("ana")
        studio.go(name)
        studio.page.locator("main section").first.wait_for()
        for change in ("Take the new one", "Retry all failed", "Make anew", "Fix something"):
            expect(studio.button(change)).to_have_count(0)

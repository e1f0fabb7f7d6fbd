"""Every page without a mouse: what has the focus is seen, what is done works, and the focus comes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser import PHONE, expect, tabbed_to
from tests.e2e.studio.conftest import Opened, Studio
from tests.e2e.studio.test_every_page import PAGES
from tests.studio_store import bury

STOPS_MAX = 40
FOCUSED = """() => {
  const e = document.activeElement, box = e.getBoundingClientRect(), style = getComputedStyle(e);
  const name = (e.ariaLabel || e.labels?.[0]?.textContent || e.textContent || e.placeholder || e.title || '').trim();
  return { tag: e.tagName, name: name.slice(0, 40),
    outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
    seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth };
}"""


def focused(page: Any) -> str:
    return str(page.evaluate(FOCUSED)["name"])


@pytest.mark.parametrize("name", PAGES)
def test_whatever_has_the_focus_is_in_sight_marked_and_named(studio: Studio, name: str) -> None:
    studio.see("ana")
    studio.go(name)
    page = studio.page
    page.locator("main :is(section, form, ul, ol, .empty)").first.wait_for()
    page.locator("#main").focus()
    for _ in range(STOPS_MAX):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        if at["tag"] == "BODY":
            break
        assert at["name"], f"{name}: a {at['tag']} without a name"
        assert at["outline"], f"{name}: nobody sees that {at} has the focus"
        assert at["seen"], f"{name}: {at} has the focus out of sight"


def test_a_question_is_tried_without_a_mouse(studio: Studio) -> None:
    studio.see("ana")
    page = studio.page
    page.keyboard.press("g")
    page.keyboard.press("p")
    page.get_by_label("Question").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("who works at Acme?")
    page.keyboard.press("Enter")
    page.locator(".hits li").first.wait_for()
    tabbed_to(page, "Why")
    page.keyboard.press("Enter")
    page.locator(".hits details[open]").wait_for()
    page.locator(".context").wait_for()
    page.get_by_role("tab", name="markdown").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("tab", name="xml", selected=True).wait_for()
    assert focused(page) == "xml"


@pytest.mark.parametrize("name", ["keys", "engine", "memories"])
def test_a_memory_is_added_from_wherever_one_is(own_studio: Studio, name: str) -> None:
    """Also where nothing is remembered yet and the list's place is taken by the first steps."""
    page = own_studio.page
    own_studio.go(name)
    if name == "memories":
        page.get_by_text("Give your assistants a memory").wait_for()
    page.keyboard.press("n")
    page.get_by_label("What should be remembered?").fill("The router hangs in the hall")
    page.get_by_role("dialog").get_by_role("button", name="Remember").press("Enter")
    page.get_by_text("The router hangs in the hall").first.wait_for()
    assert page.url.endswith("#/memories")


def test_a_memory_is_added_in_the_moment_the_first_steps_come(own_studio: Studio) -> None:
    """As soon as the page knows that nothing is remembered yet: the first steps do not take the dialog away again."""
    page = own_studio.page
    own_studio.go("keys")
    page.evaluate(
        """() => new MutationObserver((_, observer) => {
          const told = document.querySelector(".memories-numbers") ?? document.querySelector("#main");
          if (!/0 memories|Give your assistants a memory/.test(told.textContent)) return;
          observer.disconnect();
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
          window.pressed = true;
        }).observe(document.body, { childList: true, subtree: true, characterData: true })"""
    )
    own_studio.go("memories")
    page.wait_for_function("() => window.pressed")
    page.get_by_label("What should be remembered?").wait_for()


def test_a_key_is_made_without_a_mouse_and_the_focus_comes_back(own_studio: Studio) -> None:
    own_studio.go("keys")
    page = own_studio.page
    own_studio.button("New key").wait_for()
    tabbed_to(page, "New key")
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="New key").wait_for()
    page.keyboard.type("made by hand")
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Your key").wait_for()
    tabbed_to(page, "I have copied it")
    page.keyboard.press("Enter")
    page.get_by_role("row", name="made by hand").wait_for()
    assert focused(page) == "New key"
    tabbed_to(page, "Actions for made by hand")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.role === 'menuitem'")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Revoke this key?").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert focused(page) == "Actions for made by hand"


def test_a_setting_is_changed_and_a_job_tried_again_without_a_mouse(own_studio: Studio) -> None:
    own_studio.memory.add("Ana works at Acme", user="ana")
    page = own_studio.page
    own_studio.go("settings")
    page.get_by_label("Find a setting").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("gateway tokens max")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+A")
    page.keyboard.type("900")
    tabbed_to(page, "Save")
    page.keyboard.press("Enter")
    own_studio.told("1 setting saved.")
    assert own_studio.server.tenants.engine(own_studio.tenant).settings.gateway_tokens_max == 900
    bury(own_studio.memory, tenant=own_studio.tenant, now=own_studio.server.clock(), id=f"keys-{own_studio.tenant}")
    own_studio.go("jobs", state="dead")
    page.get_by_role("table").wait_for()
    tabbed_to(page, "Retry all failed")
    page.keyboard.press("Enter")
    own_studio.told("1 job queued again.")


def test_a_file_is_read_in_and_the_timeline_narrowed_without_a_mouse(own_studio: Studio) -> None:
    own_studio.memory.add("Ana works at Acme", user="ana")
    own_studio.see("ana")
    own_studio.go("files")
    page = own_studio.page
    own_studio.button("Choose files").wait_for()
    with page.expect_file_chooser() as chosen:
        tabbed_to(page, "Choose files")
        assert focused(page) == "Choose files"
        page.keyboard.press("Enter")
    text = b"# Router\n\nThe router hangs in the hall.\n"
    chosen.value.set_files({"name": "router.md", "mimeType": "text/markdown", "buffer": text})
    own_studio.told("Read: 1 passage.")
    own_studio.go("timeline")
    page.locator(".event").first.wait_for()
    tabbed_to(page, "document")
    page.keyboard.press("Space")
    page.locator(".event").get_by_text("The router hangs in the hall.").wait_for()


def test_the_drawer_of_a_phone_takes_the_focus_keeps_it_and_gives_it_back(opened: Opened) -> None:
    with opened(size=PHONE) as studio:
        page = studio.page
        more = page.get_by_role("navigation", name="Main pages").get_by_role("button", name="More")
        more.focus()
        page.keyboard.press("Enter")
        drawer = page.get_by_role("navigation", name="Pages", exact=True)
        page.wait_for_function("() => document.activeElement.closest('#side')")
        for _ in range(STOPS_MAX):
            page.keyboard.press("Tab")
            within = "() => document.activeElement === document.body || !!document.activeElement.closest('#side')"
            assert page.evaluate(within), "what it covers cannot be reached"
        page.keyboard.press("Escape")
        expect(drawer).to_be_hidden()
        expect(more).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.closest('#side')")
        drawer.get_by_role("link", name="Jobs").press("Enter")
        page.get_by_role("heading", level=1, name="Jobs").wait_for()
        page.wait_for_function("() => document.activeElement.id === 'main'")

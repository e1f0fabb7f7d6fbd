"""The first visit, and the frame around every page."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser import PHONE, expect, no_serious_findings, tabbed_to
from tests.e2e.studio.conftest import Opened, Studio


def test_an_empty_memory_is_filled_asked_and_connected_in_three_steps(own_studio: Studio) -> None:
    page = own_studio.page
    page.get_by_role("heading", name="Give your assistants a memory").wait_for()
    page.get_by_role("button", name="Ana moved to Lisbon in May").click()
    page.get_by_role("button", name="Remember").click()
    page.get_by_text("Remembered:").wait_for()
    page.get_by_label("A question").fill("Where does Ana live?")
    page.get_by_role("button", name="Ask").click()
    page.locator(".answers").get_by_text("Ana moved to Lisbon in May").wait_for()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for way, wanted in (("MCP", "/mcp"), ("Gateway", "base_url"), ("Python", "from recollect"), ("REST", "curl")):
        page.get_by_role("tab", name=way).click()
        own_studio.copy(page.get_by_role("tabpanel").get_by_role("button", name="Copy"))
        assert wanted in page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Go to the memories").click()
    page.get_by_role("list", name="Memories").get_by_text("Ana moved to Lisbon in May").wait_for()


def test_whoever_follows_a_link_from_the_start_is_shown_what_it_asks_for(own_studio: Studio) -> None:
    page = own_studio.page
    page.get_by_role("heading", name="Give your assistants a memory").wait_for()
    own_studio.memory.add("Ana keeps bees", user="ana")
    own_studio.go("memories", q="bees")
    expect(page.get_by_role("searchbox")).to_have_value("bees")
    page.get_by_role("list", name="Memories").get_by_text("Ana keeps bees").wait_for()


def test_the_key_of_the_search_leads_from_the_start_to_it(own_studio: Studio) -> None:
    page = own_studio.page
    page.get_by_role("heading", name="Give your assistants a memory").wait_for()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_the_start_is_done_without_a_mouse(own_studio: Studio) -> None:
    page = own_studio.page
    tabbed_to(page, "Something to remember")
    page.keyboard.type("Bob is allergic to peanuts")
    page.keyboard.press("Enter")
    page.get_by_text("Remembered:").wait_for()
    tabbed_to(page, "A question")
    page.keyboard.type("What is Bob allergic to?")
    page.keyboard.press("Enter")
    page.locator(".answers").get_by_text("Bob is allergic to peanuts").wait_for()
    tabbed_to(page, "MCP")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Gateway")).to_have_attribute("aria-selected", "true")


def test_the_first_tab_skips_to_the_page(studio: Studio) -> None:
    page = studio.page
    page.get_by_role("list", name="Memories").wait_for()
    page.keyboard.press("Tab")
    page.get_by_role("link", name="Skip to the page").wait_for()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_the_theme_is_switched_and_remembered(studio: Studio) -> None:
    page = studio.page

    def ground() -> Any:
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    before = ground()
    page.get_by_role("button", name="Dark theme").click()
    after = ground()
    assert before != after
    page.reload()
    page.get_by_role("button", name="Light theme").wait_for()
    assert ground() == after


def test_every_page_has_a_title_and_is_reached_by_its_letters(studio: Studio) -> None:
    page = studio.page
    page.get_by_role("list", name="Memories").wait_for()
    for letter, title in (("p", "Playground"), ("s", "Get started"), ("m", "Memories")):
        page.keyboard.press("g")
        page.keyboard.press(letter)
        page.get_by_role("heading", level=1, name=title).wait_for()
        page.wait_for_function("title => document.title.startsWith(title)", arg=title)
        assert page.title() == f"{title} · Recollect Studio"


def test_an_address_that_is_nothing_says_so(studio: Studio) -> None:
    studio.go("nonsense")
    studio.page.get_by_role("alert").get_by_text("There is no page").wait_for()


def test_a_server_that_is_away_is_told_and_the_page_goes_on(studio: Studio) -> None:
    page = studio.page
    studio.watch.expect("failed: net::")
    studio.watch.expect("Failed to load")
    studio.watch.expect("net::ERR")
    page.get_by_role("list", name="Memories").wait_for()
    page.route(re.compile("/v1/memories"), lambda route: route.abort())
    page.get_by_role("button", name="Older").click()
    page.get_by_role("alert").get_by_text("cannot be reached").wait_for()
    page.unroute(re.compile("/v1/memories"))
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("alert").wait_for(state="detached")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_nothing_stands_in_the_way_of_a_screen_reader(opened: Opened, theme: str, size: Any) -> None:
    look = {"theme": theme, "bypass_csp": True, **({"size": size} if size else {})}
    with opened(**look) as studio:
        page = studio.page
        dark = theme == "dark"
        page.get_by_role("button", name="Filters").click()
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("dialog").wait_for()
        no_serious_findings(page, colours=dark)
        page.keyboard.press("Escape")
        id = studio.memory.list(user="ana", limit=1)[0].id
        studio.go(f"memory/{id}")
        page.get_by_role("heading", name="How it fades").wait_for()
        no_serious_findings(page, colours=dark)
        studio.go("playground", q="who works at Acme?", user="ana")
        page.locator(".context").wait_for()
        no_serious_findings(page, colours=dark)


def test_the_first_row_waits_for_two_answers_and_what_is_slower_comes_after_it(studio: Studio) -> None:
    """Who one is together with all scripts, then the list; the sums over everything hold nobody up."""
    page = studio.page
    page.get_by_role("list", name="Memories").wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(re.sub(r"^\w+://[^/]+|\?.*$", "", request.url)))
    page.reload()
    page.locator(".stat", has_text="Entries").filter(has_text=re.compile(r"\d")).wait_for()
    assert asked.count("/studio/session") == 1, "asked for by the page itself, and not again by a script"
    first = asked.index("/v1/memories")
    assert [path for path in asked[first:] if path.endswith(".js")] == []
    assert asked.index("/studio/session") < first < asked.index("/v1/stats")


def test_one_of_many_users_is_found_by_a_part_of_his_name(own_studio: Studio) -> None:
    memory, page = own_studio.memory, own_studio.page
    for number in range(400):
        memory.add(f"Number {number} likes tea", user=f"person-{number:03}@example.com")
    page.reload()
    chosen = page.get_by_label("Memory of")
    chosen.select_option(label="Find one of 400 …")
    expect(chosen.locator("option").nth(309), "the list stays short").to_have_count(0)
    page.get_by_label("Part of the name").fill("on-39")
    expect(page.get_by_role("list", name="Users found").get_by_role("listitem")).to_have_count(10)
    page.get_by_label("Part of the name").fill("PERSON-399")
    page.keyboard.press("Enter")
    page.get_by_role("list", name="Memories").get_by_text("Number 399 likes tea").wait_for()
    expect(chosen).to_have_value("person-399@example.com")
    own_studio.go("danger")
    page.get_by_label("Whose memory").select_option(label="Find one of 400 …")
    page.get_by_label("Part of the name").fill("person-123")
    page.get_by_role("button", name="person-123@example.com").click()
    own_studio.button("Erase this user").click()
    page.get_by_text("Erase everything of person-123@example.com?").wait_for()

"""What somebody typed, looked for or chose is kept: while others write, and when he goes elsewhere and comes back."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from tests.browser import expect
from tests.e2e.studio.conftest import EVERYONE, Opened, Studio, sign_in

pytestmark = pytest.mark.feature("DB-01")


def rows(page: Any) -> Any:
    return page.get_by_role("list", name="Memories").get_by_role("listitem")


def row(page: Any, text: str) -> Any:
    return rows(page).filter(has_text=text)


def editor(page: Any) -> Any:
    return page.get_by_label("Text of the memory")


def edited(studio: Studio, text: str, typed: str) -> Any:
    """Open the editor of a row and type into it; its field."""
    row(studio.page, text).get_by_role("button", name="Edit").click()
    editor(studio.page).fill(typed)
    return editor(studio.page)


# --- the editor -----------------------------------------------------------------------------------------------------


def test_an_editor_stays_with_its_text_when_its_row_goes_to_the_next_page(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add_many([f"Note number {number:02}" for number in range(50)])
    page.reload()
    field = edited(own_studio, "Note number 00", "ten minutes of careful typing")
    memory.add("Somebody else wrote this")
    row(page, "Somebody else wrote this").wait_for()
    page.get_by_role("status").filter(has_text="The list has moved on").wait_for()
    expect(field).to_have_value("ten minutes of careful typing")
    expect(field, "the keys still go into it").to_be_focused()
    expect(rows(page).last, "where it stood").to_contain_text("The list has moved on")
    own_studio.button("Save").click()
    own_studio.told("Saved as a new version")
    expect(field).to_have_count(0)
    assert memory.count(contains="ten minutes of careful typing") == 1


def test_an_editor_stays_with_its_text_while_the_list_is_turned_and_asked_something_else(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add_many([f"Note number {number:02}" for number in range(60)], user="ana")
    own_studio.see("ana")
    field = edited(own_studio, "Note number 59", "careful typing")
    own_studio.button("Older").click()
    row(page, "Note number 00").wait_for()
    expect(field).to_have_value("careful typing")
    page.get_by_label("Search memories").fill("zzz")
    page.get_by_role("status").filter(has_text="for “zzz”").wait_for()
    expect(field).to_have_value("careful typing")
    page.get_by_label("Search memories").fill("")
    row(page, "Note number 58").wait_for()
    expect(field).to_have_value("careful typing")
    own_studio.button("Cancel").click()
    row(page, "Note number 59").wait_for()
    assert memory.count(user="ana", contains="careful typing") == 0


def test_what_is_typed_into_a_memory_that_somebody_deletes_meanwhile_is_saved_after_it_is_back(
    own_studio: Studio,
) -> None:
    page, memory = own_studio.page, own_studio.memory
    added = memory.add_many(["The office closes at six", "The wheel turns"]).ids[0]
    page.reload()
    field = edited(own_studio, "closes at six", "The office closes at seven")
    memory.archive(added)
    alert = page.get_by_role("alert").filter(has_text="It was deleted meanwhile")
    alert.wait_for()
    expect(field).to_have_value("The office closes at seven")
    alert.get_by_role("button", name="Restore").click()
    own_studio.told("Memory is back")
    alert.wait_for(state="detached")
    own_studio.button("Save").click()
    own_studio.told("Saved as a new version")
    assert memory.get(added).content == "The office closes at seven"


def test_what_is_typed_into_a_memory_that_is_gone_for_good_can_be_copied(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    own_studio.watch.expect("404 GET /v1/memories/")
    added = memory.add_many(["The office closes at six", "The wheel turns"]).ids[0]
    page.reload()
    edited(own_studio, "closes at six", "The office closes at seven")
    memory.delete(added)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    own_studio.copy(page.get_by_role("alert").get_by_role("button", name="Copy it"))
    assert page.evaluate("navigator.clipboard.readText()") == "The office closes at seven"
    own_studio.button("Cancel").click()
    expect(row(page, "closes at six")).to_have_count(0)


def test_what_was_typed_is_there_again_after_looking_at_another_page(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    added = memory.add("The office closes at six").id
    page.reload()
    edited(own_studio, "closes at six", "The office closes at seven")
    own_studio.go("jobs")
    own_studio.go(f"memory/{added}")
    own_studio.button("Edit").click()
    expect(editor(page)).to_have_value("The office closes at seven")
    page.get_by_text("You typed this before and did not save it.").wait_for()
    page.keyboard.press("Escape")
    own_studio.button("Edit").click()
    expect(editor(page), "what was cancelled is gone").to_have_value("The office closes at six")


def test_settings_that_were_not_saved_are_there_again_after_looking_at_another_page(own_studio: Studio) -> None:
    page = own_studio.page
    own_studio.go("settings")
    page.get_by_label("gateway tokens max", exact=True).fill("900")
    page.get_by_role("region", name="Unsaved changes").wait_for()
    own_studio.go("jobs")
    own_studio.go("settings")
    expect(page.get_by_label("gateway tokens max", exact=True)).to_have_value("900")
    own_studio.button("Save").click()
    own_studio.told("1 setting saved.")
    assert own_studio.server.tenants.engine(own_studio.tenant).settings.gateway_tokens_max == 900


@pytest.mark.parametrize("what", ["a setting", "a memory"])
def test_the_browser_asks_before_what_was_typed_is_lost_and_not_without_need(own_studio: Studio, what: str) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("The office closes at six")
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    own_studio.go("settings" if what == "a setting" else "memories")
    page.reload()
    assert asked == []
    if what == "a setting":
        page.get_by_label("gateway tokens max", exact=True).fill("900")
        page.get_by_role("region", name="Unsaved changes").wait_for()
    else:
        edited(own_studio, "closes at six", "The office closes at seven")
    page.reload()
    assert asked == ["beforeunload"]


# --- what was looked for --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("back", ["browser", "link", "reload"])
def test_whoever_opens_a_hit_and_comes_back_finds_what_he_looked_for(own_studio: Studio, back: str) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add_many([{"content": f"Box {n} is in Kyoto", "tags": ["boxes"]} for n in range(3)], user="ana")
    memory.add("Ana lives in Kyoto", user="ana")
    own_studio.see("ana")
    own_studio.button("Filters").click()
    page.get_by_label("Tag", exact=True).fill("boxes")
    page.get_by_label("Search memories").fill("what is in Kyoto?")
    page.get_by_role("status").filter(has_text="3 memories for “what is in Kyoto?”").wait_for()
    page.wait_for_function("() => location.hash.includes('Kyoto') && location.hash.includes('boxes')")
    if back == "reload":
        page.reload()
    else:
        rows(page).first.get_by_role("link").first.click()
        page.get_by_role("heading", name="Where it comes from").wait_for()
        if back == "browser":
            page.go_back()
        else:
            page.get_by_role("link", name="Back to the list").click()
    page.get_by_role("status").filter(has_text="3 memories for “what is in Kyoto?”").wait_for()
    expect(page.get_by_label("Search memories")).to_have_value("what is in Kyoto?")
    expect(page.get_by_label("Tag", exact=True)).to_have_value("boxes")
    page.get_by_role("link", name="Memories", exact=True).first.click()
    page.locator(".told").get_by_text("4 memories", exact=True).wait_for()
    expect(page.get_by_label("Search memories"), "the page itself begins anew").to_have_value("")


def test_whoever_opens_a_row_of_a_later_page_comes_back_to_that_page(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add_many([f"Note number {number:03}" for number in range(110)], user="ana")
    own_studio.see(EVERYONE)
    own_studio.button("Older").click()
    own_studio.button("Older").click()
    row(page, "Note number 000").get_by_role("link").first.click()
    page.get_by_role("heading", name="Where it comes from").wait_for()
    page.go_back()
    row(page, "Note number 000").wait_for()
    expect(page.get_by_label("Page", exact=True)).to_have_value("3")
    page.get_by_label("Memory of").select_option("ana")
    row(page, "Note number 109").wait_for()
    expect(page.get_by_label("Page", exact=True), "another list begins with its first page").to_have_value("1")


def test_whoever_opens_a_result_of_the_playground_comes_back_to_his_question(studio: Studio) -> None:
    page = studio.page
    studio.see("ana")
    studio.go("playground")
    page.get_by_label("Question").fill("who works at Acme?")
    page.get_by_label("Compare with").select_option("composite")
    page.get_by_label("How many").fill("5")
    studio.button("Simulate").click()
    page.locator(".hits").first.get_by_role("link").first.click()
    page.get_by_role("heading", name="Where it comes from").wait_for()
    page.go_back()
    page.get_by_role("heading", level=2, name="composite").wait_for()
    expect(page.get_by_label("Question")).to_have_value("who works at Acme?")
    expect(page.get_by_label("How many")).to_have_value("5")


@pytest.mark.parametrize("name", ["playground", "graph"])
def test_whoever_came_by_a_link_to_one_users_memory_may_choose_another_one(studio: Studio, name: str) -> None:
    """The link named the user, and chose him again and again."""
    page = studio.page
    studio.go(name, user="ana", **({"q": "who works at Acme?"} if name == "playground" else {}))
    chosen = page.get_by_label("Memory of")
    expect(chosen).to_have_value("ana")
    page.wait_for_function("() => !location.hash.includes('user=')")
    chosen.select_option("ben")
    page.locator("main .hits, main canvas").first.wait_for()
    expect(chosen).to_have_value("ben")


def test_nobody_finds_what_the_one_before_him_looked_for(opened: Opened) -> None:
    with opened(tenant="looked-for") as studio:
        page = studio.page
        studio.memory.add("Ana keeps bees", user="ana")
        page.reload()
        page.get_by_role("searchbox").fill("bees")
        page.wait_for_function("() => location.hash.includes('bees')")
        studio.button("Sign out").click()
        sign_in(page, studio.server.key(studio.tenant, name="another"))
        row(page, "Ana keeps bees").wait_for()
        expect(page.get_by_role("searchbox")).to_have_value("")
        assert "bees" not in page.evaluate("location.hash")


@pytest.mark.parametrize("name", ["memories", "playground"])
def test_nobody_goes_back_to_what_the_one_before_him_looked_for(opened: Opened, name: str) -> None:
    with opened(tenant="looked-for-before") as studio:
        page = studio.page
        studio.memory.add("Ana keeps bees", user="ana")
        studio.go(name, q="bees")
        field = page.get_by_role("searchbox") if name == "memories" else page.get_by_label("Question")
        expect(field).to_have_value("bees")
        studio.go("jobs")
        studio.button("Sign out").click()
        sign_in(page, studio.server.key(studio.tenant, name="another"))
        page.go_back()
        studio.heading()
        page.wait_for_function("name => location.hash.startsWith(`#/${name}`)", arg=name)
        expect(field).to_have_value("")
        assert "bees" not in page.evaluate("location.hash")
        studio.go("jobs")
        studio.go(name, q="bees")
        expect(field, "a link that he follows himself").to_have_value("bees")
        studio.go("jobs")
        page.go_back()
        expect(field, "what he looked for himself").to_have_value("bees")


@pytest.mark.parametrize(
    "wrong",
    [
        {"since": "garbage"},
        {"until": "2026-13-45"},
        {"since": "0000-01-01"},
        {"page": "99999999999"},
        {"page": "1e999"},
        {"layer": "garbage"},
        {"kind": "garbage", "sector": "garbage", "status": "garbage"},
    ],
    ids=lambda wrong: "&".join(f"{name}={value}" for name, value in wrong.items()),
)
def test_an_address_that_makes_no_sense_shows_the_list(own_studio: Studio, wrong: dict[str, str]) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("Ana keeps bees", user="ana")
    memory.add("I keep bees", user="ana", layer="turn")
    page.goto(f"{own_studio.server.url}/#/memories?{urlencode(wrong)}")
    page.reload()
    row(page, "Ana keeps bees").wait_for()
    expect(rows(page)).to_have_count(1)
    page.wait_for_function("() => location.hash === '#/memories'")


# --- the address ----------------------------------------------------------------------------------------------------


def test_a_page_that_notes_what_it_shows_does_not_call_back_who_follows_a_link(studio: Studio) -> None:
    """The address has changed and no page was told of it yet: a slow machine draws the list in that very moment."""
    page = studio.page
    rows(page).first.wait_for()
    page.evaluate(
        """async () => {
          const { note } = await import(document.querySelector("link[href$='/place.js']").href);
          location.hash = "#/keys";
          note("memories", { q: "hiking" });
        }"""
    )
    expect(page).to_have_url(f"{studio.server.url}/#/keys")
    page.get_by_role("heading", name="Keys", exact=True, level=1).wait_for()

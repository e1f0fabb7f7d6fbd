"""The memories page: searched, filtered, changed, moved and compacted by a person with a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser import PHONE, expect, tabbed_to
from tests.e2e.studio.conftest import Opened, Studio
from tests.studio_store import HOSTILE

pytestmark = pytest.mark.feature("DB-01")


def rows(page: Any) -> Any:
    return page.get_by_role("list", name="Memories").get_by_role("listitem")


def row(page: Any, text: str) -> Any:
    return rows(page).filter(has_text=text)


def told(page: Any, text: str) -> None:
    page.locator(".told").get_by_text(text, exact=True).wait_for()


def choose(page: Any, user: str) -> None:
    page.get_by_label("Memory of").select_option(user)


def test_the_list_shows_everybodys_newest_memories_and_turns_its_pages(studio: Studio) -> None:
    page = studio.page
    rows(page).first.wait_for()
    expect(rows(page)).to_have_count(50)
    total = studio.memory.count(everyone=True, layers=["memory"])
    told(page, f"{total} memories")
    first = rows(page).first.get_attribute("data-id")  # its text says how long ago it was, which goes on meanwhile
    page.get_by_role("button", name="Older").click()
    page.wait_for_function("(before) => document.querySelector('.memories li').dataset.id !== before", arg=first)
    expect(page.get_by_label("Page", exact=True)).to_have_value("2")
    page.get_by_label("Page", exact=True).fill("1")
    page.get_by_label("Page", exact=True).press("Enter")
    page.wait_for_function("(before) => document.querySelector('.memories li').dataset.id === before", arg=first)


def test_what_is_typed_is_searched_a_moment_later_in_the_chosen_memory(studio: Studio) -> None:
    page = studio.page
    choose(page, "dana")
    row(page, "Lisbon").wait_for()
    asked: list[str] = []
    page.on("request", lambda request: "/v1/search" in request.url and asked.append(request.post_data))
    # letter by letter in one go: on a busy machine pressed keys may be further apart than the page waits
    page.get_by_role("searchbox").evaluate(
        "(box, text) => { for (const letter of text) { box.value += letter;"
        " box.dispatchEvent(new Event('input', { bubbles: true })) } }",
        "where does ana live",
    )
    page.get_by_role("status").filter(has_text="for “where does ana live”").wait_for()
    assert len(asked) == 1, "one question, 300 ms after the last letter"
    assert json.loads(asked[0])["user"] == "dana"
    assert json.loads(asked[0])["dry_run"] is True, "looking is not recalling"
    expect(rows(page).first).to_contain_text("Lisbon")
    expect(page.locator(".why").first).to_have_text(re.compile("^score"))


def test_a_search_that_finds_as_many_as_are_shown_does_not_say_these_are_all(own_studio: Studio) -> None:
    own_studio.memory.add_many([f"Box {number} is in Kyoto" for number in range(60)], user="ana")
    own_studio.see("ana")
    own_studio.page.get_by_label("Search memories").fill("Kyoto")
    own_studio.page.get_by_text("The best 50 for “Kyoto”").wait_for()


def test_filters_narrow_the_list_and_can_be_cleared(studio: Studio) -> None:
    page = studio.page
    page.get_by_role("button", name="Filters").click()
    page.get_by_role("group", name="Layer").get_by_role("button", name="turn").click()
    page.get_by_role("group", name="Layer").get_by_role("button", name="memory").click()
    told(page, f"{studio.memory.count(everyone=True, layers=['turn'])} memories")
    page.get_by_role("button", name="Clear filters").click()
    page.get_by_label("Status", exact=True).select_option("superseded")
    row(page, "Ana lives in Berlin").wait_for()
    page.get_by_label("Status", exact=True).select_option("active")
    page.get_by_label("Tag", exact=True).fill("seed")
    told(page, f"{studio.memory.count(everyone=True, layers=['memory'], tags=['seed'])} memories")
    page.get_by_label("From", exact=True).fill("2001-01-01")
    page.get_by_label("To", exact=True).fill("2001-01-02")
    page.get_by_role("heading", name="Nothing here").wait_for()
    page.get_by_role("button", name="Clear filters").click()
    rows(page).first.wait_for()


def test_a_memory_is_added_edited_deleted_and_each_can_be_taken_back(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("The office closes at six", kind="fact")
    page.reload()
    row(page, "office closes").wait_for()
    page.get_by_role("button", name="Add", exact=True).click()
    dialog = page.get_by_role("dialog", name="Add a memory")
    dialog.get_by_label("What should be remembered?").fill("Ana prefers tea")
    dialog.get_by_label("User").fill("ana")
    dialog.get_by_label("Kind").select_option("preference")
    dialog.get_by_label("Tags").fill("food, drinks")
    dialog.get_by_role("button", name="Remember").click()
    page.get_by_text("Remembered", exact=True).wait_for()
    row(page, "Ana prefers tea").wait_for()
    (added,) = memory.list(user="ana", kinds=["preference"])
    assert added.tags == ("food", "drinks")

    one = row(page, "Ana prefers tea")
    one.get_by_role("button", name="Edit").click()
    page.get_by_label("Text of the memory").fill("Ana prefers green tea")
    page.get_by_role("button", name="Save").click()
    row(page, "Ana prefers green tea").wait_for()
    assert memory.get(added.id).version == 2
    page.get_by_text("Saved as a new version").locator("../..").get_by_role("button", name="Undo").click()
    row(page, "Ana prefers tea").wait_for()

    row(page, "Ana prefers tea").get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog", name="Delete this memory?").get_by_role("button", name="Delete").click()
    row(page, "Ana prefers tea").wait_for(state="detached")
    assert memory.get(added.id).status == "archived"
    page.get_by_text("Memory deleted").locator("../..").get_by_role("button", name="Undo").click()
    row(page, "Ana prefers tea").wait_for()
    assert memory.get(added.id).status == "active"

    row(page, "Ana prefers tea").get_by_role("button", name="More about this memory").click()
    page.get_by_role("menuitem", name="Delete for good").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    row(page, "Ana prefers tea").wait_for(state="detached")
    assert memory.count(user="ana", layers=["memory"], status=["active", "archived"]) == 1


def test_what_an_added_memory_replaced_holds_again_when_it_is_taken_back(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("Ana lives in Berlin", user="ana")
    memory.add("Door code is 1111", user="ana", key="door")
    own_studio.see("ana")
    for text, key, said, before in (
        ("Ana moved from Berlin to Lisbon", "", "Remembered; it replaces what was known", "Ana lives in Berlin"),
        ("Door code is 2222", "door", "Remembered as a new version", "Door code is 1111"),
    ):
        row(page, before).wait_for()
        own_studio.button("Add").click()
        dialog = page.get_by_role("dialog", name="Add a memory")
        dialog.get_by_label("What should be remembered?").fill(text)
        dialog.get_by_label("Key").fill(key)
        dialog.get_by_role("button", name="Remember").click()
        row(page, before).wait_for(state="detached")
        page.get_by_text(said, exact=True).locator("../..").get_by_role("button", name="Undo").click()
        row(page, before).wait_for()
        row(page, text).wait_for(state="detached")
    assert {one.content for one in memory.list(user="ana")} == {"Ana lives in Berlin", "Door code is 1111"}


def test_what_changes_elsewhere_appears_by_itself(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    first = memory.add("The office closes at six")
    page.reload()
    row(page, "closes at six").wait_for()
    memory.add("A delivery is expected on Monday", user="ana")
    row(page, "delivery is expected").wait_for()
    memory.update(first.id, content="The office closes at five")
    row(page, "closes at five").wait_for()
    memory.delete(first.id)
    row(page, "closes at five").wait_for(state="detached")


def test_what_changes_while_the_feed_is_opened_appears_too(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("The office closes at six")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/v1/events**", hold)
    page.reload()
    row(page, "closes at six").wait_for()
    memory.add("A delivery is expected on Monday", user="ana")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    row(page, "delivery is expected").wait_for()


def test_many_are_selected_and_deleted_at_once_and_come_back(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add_many([{"content": f"Note number {n}"} for n in range(5)])
    page.reload()
    row(page, "Note number 4").get_by_role("checkbox").check()
    bulk = page.get_by_role("region", name="Selected memories")
    bulk.get_by_role("button", name="Select all 5").click()
    bulk.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_text("5 memories deleted").wait_for()
    assert memory.count(layers=["memory"]) == 0
    page.get_by_role("button", name="Undo").click()
    row(page, "Note number 0").wait_for()
    assert memory.count(layers=["memory"]) == 5


def test_a_page_is_exported_as_json_and_read_in_again(own_studio: Studio, tmp_path: Path) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("Ana moved to Lisbon", user="ana", kind="fact", tags=["home"])
    memory.add("All data stays in the EU", kind="decision")
    page.reload()
    row(page, "Lisbon").wait_for()
    page.get_by_role("button", name="More", exact=True).click()
    with page.expect_download() as started:
        page.get_by_role("menuitem", name="Export this page").click()
    file = tmp_path / "page.json"
    started.value.save_as(file)
    assert len(json.loads(file.read_text(encoding="utf-8"))["memories"]) == 2
    memory.erase(everyone=True)
    memory.add("something else", user="bob")
    page.reload()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Import").click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("dialog").get_by_role("button", name="Import").click()
    page.get_by_text("2 records imported").wait_for()
    row(page, "Lisbon").wait_for()
    (back,) = memory.list(user="ana", kinds=["fact"])
    assert (back.content, back.tags) == ("Ana moved to Lisbon", ("home",))


def test_everything_is_exported_and_read_into_another_memory(
    own_studio: Studio, tmp_path: Path, opened: Opened
) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("Ana moved to Lisbon", user="ana")
    page.reload()
    page.get_by_role("button", name="More", exact=True).click()
    with page.expect_download() as started:
        page.get_by_role("menuitem", name="Export everything").click()
    file = tmp_path / "all.jsonl"
    started.value.save_as(file)
    with opened(tenant="another") as other:
        other.memory.add("not empty", user="bob")
        other.page.reload()
        other.page.get_by_role("button", name="More", exact=True).click()
        other.page.get_by_role("menuitem", name="Import").click()
        other.page.get_by_label("File").set_input_files(file)
        other.page.get_by_role("dialog").get_by_role("button", name="Import").click()
        row(other.page, "Ana moved to Lisbon").wait_for()


def test_old_memories_are_compacted_after_a_dry_run_and_can_come_back(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add_many([{"content": f"Day {n}. " + "Ana went to the market and bought apples. " * 9} for n in range(12)])
    own_studio.server.clock.forward(days=1)
    page.reload()
    row(page, "Day 11").wait_for()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Compact old").click()
    dialog = page.get_by_role("dialog", name="Compact old memories")
    expect(dialog.get_by_role("button", name="Compact now")).to_be_disabled()
    dialog.get_by_role("button", name="Dry run").click()
    dialog.get_by_text("Nothing to sum up").wait_for()
    dialog.get_by_label("Older than").fill("0")
    dialog.get_by_role("button", name="Dry run").click()
    dialog.get_by_text("Would be summed up").wait_for()
    assert memory.count(layers=["memory"]) == 12, "a dry run changes nothing"
    dialog.get_by_role("button", name="Compact now").click()
    page.get_by_text("summed up;").wait_for()
    assert memory.count(layers=["memory"]) < 12
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("The memories are back").wait_for()
    assert memory.count(layers=["memory"]) == 12


def test_numbers_and_health_are_shown(studio: Studio) -> None:
    page = studio.page
    totals = studio.memory.totals(everyone=True)
    card = page.locator(".stat").filter(has_text="Entries")
    card.get_by_text(f"{totals.records:,}", exact=True).wait_for()
    expect(page.locator(".stat").filter(has_text="Tokens").locator("strong")).to_have_text(f"{totals.tokens:,}")
    page.get_by_text("Server and store are well").wait_for(state="attached")
    page.get_by_role("region", name="How it works").wait_for()
    page.get_by_role("button", name="Hide how it works").click()
    page.reload()
    rows(page).first.wait_for()
    expect(page.get_by_role("region", name="How it works")).to_have_count(0)


def test_hostile_texts_are_shown_as_texts_everywhere(studio: Studio) -> None:
    page = studio.page
    choose(page, "mallory")
    known = studio.memory.count(user="mallory", layers=["memory"])
    told(page, f"{known} memories")
    expect(rows(page)).to_have_count(known)
    shown = page.get_by_role("list", name="Memories")
    expect(shown).to_contain_text("<script>window.attacked='script'</script>")
    expect(shown, "nothing turns the direction of the page").not_to_contain_text("\u202e")
    expect(page.locator(".memories img, .memories script, .memories iframe")).to_have_count(0)
    for number in range(len(HOSTILE)):
        id = studio.memory.list(user="mallory", contains=f"Hostile text {number}:")[0].id
        studio.go(f"memory/{id}")
        page.get_by_role("heading", name="Where it comes from").wait_for()
    assert page.evaluate("window.attacked") is None


def test_a_very_long_text_is_listed_opened_and_does_not_break_the_page(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    id = memory.add("word " * 20_000, user="ana").id
    page.reload()
    row(page, "word word").wait_for()
    assert rows(page).first.bounding_box()["height"] < 200
    own_studio.go(f"memory/{id}")
    page.get_by_role("button", name="Show all 100,000 characters").or_(
        page.get_by_role("button", name="Show all 99,999 characters")
    ).click()
    page.get_by_role("button", name="Show less").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_everything_in_the_list_works_without_a_mouse(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("The office closes at six")
    page.reload()
    row(page, "closes at six").wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard shortcuts").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("e")
    page.get_by_label("Text of the memory").wait_for()
    page.wait_for_function("() => document.activeElement.tagName === 'TEXTAREA'")
    page.keyboard.press("Control+End")
    page.keyboard.type(" sharp")
    page.keyboard.press("Control+Enter")
    row(page, "closes at six sharp").wait_for()
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.get_by_role("region", name="Selected memories").wait_for()
    page.keyboard.press("Delete")
    page.get_by_role("dialog", name="Delete this memory?").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    row(page, "closes at six sharp").wait_for(state="detached")
    tabbed_to(page, "Undo")
    page.keyboard.press("Enter")
    row(page, "closes at six sharp").wait_for()
    page.keyboard.press("n")
    page.get_by_role("dialog", name="Add a memory").wait_for()
    page.keyboard.type("Typed without a mouse")
    page.keyboard.press("Control+Enter")
    row(page, "Typed without a mouse").wait_for()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Where it comes from").wait_for()
    page.keyboard.press("g")
    page.keyboard.press("p")
    page.get_by_role("heading", level=1, name="Playground").wait_for()


def test_it_fits_a_phone(opened: Opened) -> None:
    with opened(size=PHONE) as studio:
        page = studio.page
        rows(page).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.get_by_role("button", name="More", exact=True).last.click()
        page.get_by_role("navigation", name="Pages", exact=True).get_by_role("link", name="Playground").click()
        page.get_by_role("heading", level=1, name="Playground").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

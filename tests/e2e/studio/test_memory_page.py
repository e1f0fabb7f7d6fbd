"""A memory's page: where it comes from, how it changed, what it is linked with, how it fades."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from recollect.rules.decay import live_strength
from tests.browser import expect
from tests.e2e.studio.conftest import Studio
from tests.studio_store import DECISION

pytestmark = pytest.mark.feature("DB-01")


def card(page: Any, title: str) -> Any:
    return page.locator(".card").filter(has=page.get_by_role("heading", name=title))


def test_a_learned_memory_leads_to_the_very_turn(studio: Studio) -> None:
    page, memory = studio.page, studio.memory
    learned = memory.search("clay for the ceramics course", user="ana", layers=["memory"], kinds=["decision"])[0].record
    studio.go(f"memory/{learned.id}")
    source = card(page, "Where it comes from")
    source.get_by_text(DECISION["content"]).wait_for()
    source.get_by_text("Turn 3 of ceramics").wait_for()
    source.get_by_role("link").first.click()
    page.locator(".one-text").get_by_text(DECISION["content"]).wait_for()
    links = card(page, "Linked with")
    links.get_by_text("drawn from this").first.wait_for()


def test_versions_are_shown_as_what_went_and_what_came_and_one_goes_back(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    id = memory.add("The office closes at six in the evening", user="ana").id
    memory.update(id, content="The office closes at five in the afternoon")
    own_studio.go(f"memory/{id}")
    versions = card(page, "Versions")
    versions.get_by_text("2 versions").wait_for()
    newest = versions.get_by_role("listitem").first
    expect(newest.locator("del")).to_have_text(["six", "evening"])
    expect(newest.locator("ins")).to_have_text(["five", "afternoon"])
    versions.get_by_role("button", name="Go back to this").click()
    page.locator(".one-text").get_by_text("six in the evening").wait_for()
    assert memory.get(id).version == 3


def test_of_long_versions_what_changed_is_shown_with_what_stands_around_it(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    lines = [f"Line {number}: the tide tables of Aveiro are read aloud every morning." for number in range(300)]
    id = memory.add("\n".join(lines), user="ana").id
    lines[40] = "Line 40: nobody reads the tide tables on Sundays."
    lines[250] = lines[250].replace("morning", "evening")
    memory.update(id, content="\n".join(lines))
    own_studio.go(f"memory/{id}")
    newest, first = (card(page, "Versions").get_by_role("listitem").nth(at) for at in (0, 1))
    expect(newest.locator("ins").first).to_have_text("nobody reads ")
    expect(newest.locator("del").last).to_have_text("morning")
    expect(newest.locator("ins").last).to_have_text("evening")
    for near in ("Line 39", "Line 41", "Line 249", "Line 251"):
        expect(newest).to_contain_text(near)
    for far in ("Line 30", "Line 140", "Line 270"):
        expect(newest).not_to_contain_text(far)
    expect(newest.locator(".left-out")).to_have_count(3)
    expect(first).to_contain_text("Line 0")
    expect(first).not_to_contain_text("Line 20")
    first.get_by_role("link", name="Version 1").click()
    page.get_by_role("button", name="Show all").click()
    page.locator(".one-text").get_by_text("Line 299").wait_for()


def test_what_was_superseded_leads_to_what_holds_now_and_is_not_deleted_alone(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("Ana lives in Berlin", user="ana")
    memory.add("Ana lives in Lisbon now, no longer in Berlin", user="ana")
    (old,) = memory.list(user="ana", status="superseded")
    own_studio.go(f"memory/{old.id}")
    note = page.locator(".note", has_text="What holds now: Ana lives in Lisbon now")
    note.wait_for()
    expect(own_studio.button("Edit")).to_have_count(0)
    own_studio.button("More about this memory").click()
    page.get_by_role("menuitem", name="Ask about it").wait_for()
    expect(page.get_by_role("menuitem", name="Delete")).to_have_count(0)
    page.keyboard.press("Escape")
    note.get_by_role("link").click()
    page.locator(".one-text").get_by_text("Ana lives in Lisbon now").wait_for()
    expect(page.locator(".note")).to_have_count(0)
    own_studio.button("More about this memory").click()
    page.get_by_role("menuitem", name="Delete for good").wait_for()
    page.keyboard.press("Escape")
    memory.archive(memory.list(user="ana", contains="Lisbon")[0].id)
    own_studio.go(f"memory/{old.id}")
    page.locator(".note", has_text="What came after it (archived): Ana lives in Lisbon now").wait_for()


def test_an_old_version_brings_itself_back(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("Ana lives in Berlin", user="ana")
    memory.add("Ana lives in Lisbon now, no longer in Berlin", user="ana")
    (old,) = memory.list(user="ana", status="superseded")
    own_studio.go(f"memory/{old.id}")
    card(page, "Versions").get_by_role("listitem").filter(has_text="this one").get_by_role("button").click()
    own_studio.told("Version 1 is current again")
    page.get_by_role("button", name="Edit").wait_for()
    page.locator(".one-text").get_by_text("Ana lives in Berlin").wait_for()
    assert [one.content for one in memory.list(user="ana")] == ["Ana lives in Berlin"]


def test_it_is_edited_deleted_and_brought_back_here(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    id = memory.add("Ana prefers tea", user="ana").id
    own_studio.go(f"memory/{id}")
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Text of the memory").fill("Ana prefers coffee")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".one-text").get_by_text("Ana prefers coffee").wait_for()
    page.get_by_role("button", name="More about this memory").click()
    page.get_by_role("menuitem", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Restore").click()
    page.get_by_role("button", name="Edit").wait_for()
    assert memory.get(id).status == "active"


def test_the_curve_tells_how_it_fades_in_words_too(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    id = memory.add("Ana prefers tea", user="ana", kind="preference", strength=0.8).id
    own_studio.go(f"memory/{id}")
    fades = card(page, "How it fades")
    fades.locator("canvas").wait_for()
    rate = memory.get(id).decay_rate
    later = round(100 * float(live_strength(0.8, rate, 180)))
    told = f"Strength was 80 % when it was last made stronger, is 80 % now, and will be {later} % in six months."
    expect(fades.get_by_role("img")).to_have_attribute("aria-label", told)
    days = round(0.6931 / rate)
    fades.get_by_text(f"every {days} days").wait_for()


def test_the_curve_of_an_old_memory_tells_what_is_left_of_it(own_studio: Studio) -> None:
    """By the engine's own formula, from when it was last made stronger and not from today."""
    page, memory = own_studio.page, own_studio.memory
    id = memory.add("Ana prefers tea", user="ana", kind="preference", strength=0.8).id
    page.clock.set_fixed_time(own_studio.server.clock.now + timedelta(days=100))
    own_studio.go(f"memory/{id}")
    left = [round(100 * float(live_strength(0.8, memory.get(id).decay_rate, days))) for days in (100, 280)]
    told = re.compile(f"is {left[0]} % now, and will be {left[1]} % in six months.$")
    expect(card(page, "How it fades").get_by_role("img")).to_have_attribute("aria-label", told)
    assert left[0] < 80


def test_a_name_it_speaks_of_leads_into_the_graph_of_its_user(studio: Studio) -> None:
    """Also for an admin who looks at everybody."""
    page = studio.page
    known = studio.memory.list(user="ana", contains="Ana is married to Tom")[0]
    studio.go(f"memory/{known.id}")
    card(page, "Linked with").get_by_role("link", name="Tom").first.click()
    page.locator(".selected").get_by_role("heading", name="Tom", exact=True).wait_for()


def test_what_was_decided_and_recalled_is_told(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("Ana lives in Berlin", user="ana")
    memory.add("Ana lives in Lisbon now, no longer in Berlin", user="ana")
    (now,) = memory.list(user="ana", contains="Lisbon")
    memory.search("where does Ana live?", user="ana")
    assert len(memory.recalls(now.id)) == 1, "recalls are written within a second, or when they are asked for"
    own_studio.go(f"memory/{now.id}")
    card(page, "Decided").get_by_text("superseded").wait_for()
    told = card(page, "Recalled")
    told.get_by_text("Recalled once").wait_for()
    [recall] = told.get_by_role("listitem").all()
    for words in ("best hit", "where does Ana live?", "found by words and meaning"):
        recall.get_by_text(words).wait_for()
    told.get_by_role("link", name="See why it would be").click()
    page.get_by_role("heading", level=1, name="Playground").wait_for()
    page.locator(".hits").get_by_text("Ana lives in Lisbon").first.wait_for()


def test_what_is_not_there_is_told_with_a_way_back(studio: Studio) -> None:
    studio.watch.expect("404 GET /v1/memories/nothing")
    studio.go("memory/nothing")
    studio.page.get_by_role("alert").get_by_text("there is no record").wait_for()
    studio.page.get_by_role("link", name="All memories").click()
    studio.page.get_by_role("list", name="Memories").wait_for()

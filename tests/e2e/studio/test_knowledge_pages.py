"""Timeline, graph, profile and conflicts, as somebody uses them who wants to know and to correct what is known."""

from __future__ import annotations

import pytest

from tests.browser import expect, tabbed_to
from tests.e2e.studio.conftest import Studio
from tests.studio_store import disagree, doubt

# --- timeline -------------------------------------------------------------------------------------------------------


def test_the_timeline_shows_what_was_learnt_and_what_took_its_place(own_studio: Studio) -> None:
    memory = own_studio.memory
    added = memory.add("Ana lives in Berlin", user="ana")
    memory.update(added.id, content="Ana lives in Lisbon")
    memory.archive(memory.add("Ana drives a van", user="ana").id)
    own_studio.see("ana")
    own_studio.go("timeline")
    page = own_studio.page
    replaced = page.locator(".event-replaced")
    expect(replaced.locator("del")).to_have_text("Berlin")
    expect(replaced.locator("ins")).to_have_text("Lisbon")
    expect(page.locator(".event-archived")).to_contain_text("Ana drives a van")
    page.get_by_role("group", name="What").get_by_role("button", name="learnt").click()
    page.locator(".event-learnt").first.wait_for(state="detached")
    expect(page.locator(".event-replaced")).to_have_count(1)


def test_the_timeline_tells_what_happened_when_about_somebody(own_studio: Studio) -> None:
    own_studio.memory.add_many(
        [
            {"content": "Ana met Tom in Porto", "occurred_at": "2021-05-03"},
            {"content": "Rui bought a boat", "occurred_at": "2023-08-01"},
        ],
        user="ana",
    )
    own_studio.see("ana")
    own_studio.go("timeline")
    own_studio.button("When it happened").click()
    page = own_studio.page
    page.get_by_text("Rui bought a boat").wait_for()
    expect(page.locator(".day h2").first).to_contain_text("2023")
    expect(page.locator(".day h2").last).to_contain_text("2021")
    with page.expect_response(lambda answer: "about=Tom" in answer.url) as asked:
        page.get_by_label("About whom or what").fill("Tom")
    assert asked.value.ok
    page.get_by_text("Ana met Tom in Porto").wait_for()


def test_the_timeline_of_what_happened_marks_what_holds_no_more(own_studio: Studio) -> None:
    memory, page = own_studio.memory, own_studio.page
    memory.add("Ana lives in Berlin", user="ana")
    memory.add("Ana lives in Lisbon now, no longer in Berlin", user="ana")
    own_studio.see("ana")
    own_studio.go("timeline")
    own_studio.button("When it happened").click()
    event = page.locator(".event-happened")
    old = event.filter(has=page.get_by_role("link", name="Ana lives in Berlin", exact=True))
    expect(old.locator(".chip", has_text="superseded")).to_have_count(1)
    expect(old.locator("p").first).to_have_css("text-decoration-line", "line-through")
    now = event.filter(has_text="Lisbon")
    expect(now).to_have_count(1)
    expect(now.locator(".chip", has_text="superseded")).to_have_count(0)


def test_the_timeline_tells_that_there_is_more_than_it_shows(own_studio: Studio) -> None:
    own_studio.memory.add_many([f"Box {number} is in the cellar" for number in range(70)], user="ana")
    own_studio.see("ana")
    own_studio.go("timeline")
    page = own_studio.page
    expect(page.locator(".day h2 small")).to_have_text("60+")
    expect(page.get_by_role("status").filter(has_text="60 events")).to_contain_text("10 older records not shown")
    page.get_by_role("button", name="Older (10 more)").click()
    expect(page.locator(".day h2 small")).to_have_text("70")


# --- graph ----------------------------------------------------------------------------------------------------------


def test_a_node_of_the_graph_is_found_and_shows_its_links(studio: Studio) -> None:
    studio.see("ana")
    studio.go("graph")
    page = studio.page
    page.locator('canvas[data-layout="done"]').wait_for()
    page.get_by_label("Find in the graph").fill("tom")
    page.get_by_role("list", name="Nodes").get_by_role("button").first.click()
    links = page.get_by_role("list", name="Links")
    links.get_by_text("married to").first.wait_for()
    links.get_by_role("button", name="Ana").first.click()
    page.get_by_role("heading", name="Ana", exact=True).wait_for()
    studio.button("Back to the list").click()
    page.get_by_role("list", name="Nodes").wait_for()


def test_the_graph_is_moved_and_zoomed_with_the_keyboard(studio: Studio) -> None:
    studio.see("ana")
    studio.go("graph")
    page = studio.page
    canvas = page.locator('canvas[data-layout="done"]')
    canvas.wait_for()
    canvas.focus()
    before = page.evaluate("(({zoom, x}) => ({zoom, x}))(document.querySelector('canvas').view)")
    page.keyboard.press("+")
    page.keyboard.press("ArrowLeft")
    after = page.evaluate("(({zoom, x}) => ({zoom, x}))(document.querySelector('canvas').view)")
    assert after["zoom"] > before["zoom"]
    page.keyboard.press("0")
    fitted = page.evaluate("document.querySelector('canvas').view.zoom")
    assert fitted == pytest.approx(before["zoom"], rel=0.01)


_TOUCHING = """() => { const { at, nodes } = document.querySelector("canvas").view; let found = 0;
    for (let i = 0; i < nodes.length; i += 1) for (let j = 0; j < i; j += 1)
        found += Math.hypot(at[2*i] - at[2*j], at[2*i+1] - at[2*j+1]) < nodes[i].size + nodes[j].size;
    return [nodes.length, found]; }"""


def test_no_node_of_the_graph_lies_on_another_however_often_they_are_named(own_studio: Studio) -> None:
    names = "Ana Ben Chloe Dario Elena Farid Greta Hugo Ines Jonas".split()
    met = [f"{one} met {other} for project Heron" for one in names for other in names if one != other]
    own_studio.memory.add_many(met, user="ana")
    own_studio.see("ana")
    own_studio.go("graph")
    own_studio.page.locator('canvas[data-layout="done"]').wait_for()
    count, touching = own_studio.page.evaluate(_TOUCHING)
    assert (count >= len(names), touching) == (True, 0)


def test_a_click_on_a_node_selects_it(studio: Studio) -> None:
    studio.see("ana")
    studio.go("graph")
    page = studio.page
    page.locator('canvas[data-layout="done"]').wait_for()
    x, y, name = page.evaluate(
        "(() => { const v = document.querySelector('canvas').view; const i = v.order[0]; "
        "return [v.at[2*i]*v.zoom + v.x, v.at[2*i+1]*v.zoom + v.y, v.nodes[i].name]; })()"
    )
    page.locator("canvas").click(position={"x": x, "y": y})
    page.locator(".selected").get_by_role("heading", name=name, exact=True).wait_for()


def test_memories_are_shown_with_their_waypoints(own_studio: Studio) -> None:
    memory = own_studio.memory
    memory.add_many(
        [{"content": "Ana likes hiking in the mountains"}, {"content": "Ana loves hiking in the high mountains"}],
        user="ana",
    )
    own_studio.see("ana")
    own_studio.go("graph")
    own_studio.button("Memories and waypoints").click()
    own_studio.page.get_by_text("2 nodes, ").wait_for()
    expect(own_studio.page.get_by_text("2 nodes, ")).not_to_contain_text("0 links")


def test_two_names_are_made_one(own_studio: Studio) -> None:
    own_studio.memory.add("Ana works at Acme", user="ana")
    own_studio.memory.add("Annie knows Bob", user="ana")
    own_studio.see("ana")
    own_studio.go("graph")
    page = own_studio.page
    page.get_by_role("list", name="Nodes").get_by_role("button", name="Ana person").click()
    page.get_by_label("Another name that means the same").fill("Annie")
    own_studio.button("Make them one").click()
    own_studio.told("“Annie” is Ana")
    assert "annie" in own_studio.memory.entity("Ana", user="ana").aliases


# --- profile --------------------------------------------------------------------------------------------------------


@pytest.mark.feature("DB-05")
def test_a_profile_is_made_edited_compared_and_brought_back(own_studio: Studio) -> None:
    own_studio.memory.add("Ana works at Acme as a nurse", user="ana")
    own_studio.see("ana")
    own_studio.go("profile")
    page = own_studio.page
    own_studio.button("Make it now").click()
    page.get_by_text("works at Acme as a nurse").first.wait_for()
    own_studio.button("Edit").click()
    page.get_by_label("Profile").last.fill("Ana is a nurse in Porto.")
    own_studio.button("Save").click()
    own_studio.told("Saved as a new version.")
    page.locator(".difference ins").first.wait_for()
    own_studio.button("Older version").click()
    own_studio.button("Bring this version back").click()
    own_studio.button("Bring back").click()
    own_studio.told("Version 1 holds again")
    profile = own_studio.memory.profile(user="ana")
    assert profile.version == 3
    assert "works at Acme" in profile.text


@pytest.mark.feature("DB-05")
def test_overrides_are_added_changed_and_deleted_with_the_keyboard_alone(own_studio: Studio) -> None:
    own_studio.memory.add("Ana lives in Berlin", user="ana")
    own_studio.see("ana")
    own_studio.go("profile")
    page = own_studio.page
    own_studio.button("Fix something").wait_for()
    tabbed_to(page, "Fix something")
    page.keyboard.press("Enter")
    page.keyboard.type("Ana lives in Lisbon")
    tabbed_to(page, "Save")
    page.keyboard.press("Enter")
    own_studio.told("Fixed")
    own_studio.button("Change “Ana lives in Lisbon”").wait_for()
    tabbed_to(page, "Change “Ana lives in Lisbon”")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+A")
    page.keyboard.type("Ana lives in Porto")
    tabbed_to(page, "Save")
    page.keyboard.press("Space")
    own_studio.told("Changed")
    assert [one.content for one in own_studio.memory.overrides(user="ana")] == ["Ana lives in Porto"]
    own_studio.button("Delete “Ana lives in Porto”").wait_for()
    tabbed_to(page, "Delete “Ana lives in Porto”")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Delete this override?").wait_for()
    tabbed_to(page, "Delete")
    page.keyboard.press("Enter")
    own_studio.told("Deleted.")
    assert own_studio.memory.overrides(user="ana") == []


def test_what_the_server_refuses_is_said_in_the_dialog(own_studio: Studio) -> None:
    own_studio.watch.expect("422 POST /v1/overrides")
    own_studio.see("ana")
    own_studio.go("profile")
    own_studio.button("Fix something").click()
    own_studio.page.get_by_label("What holds").fill("a\x00b")
    own_studio.button("Save").click()
    own_studio.page.locator("dialog [role=alert]").wait_for()


# --- conflicts ------------------------------------------------------------------------------------------------------


@pytest.mark.feature("DB-06")
@pytest.mark.parametrize(
    "choice, left", [("Take the new one", {"5pm"}), ("Keep the known one", {"6pm"}), ("Both hold", {"5pm", "6pm"})]
)
def test_a_tenant_settles_a_conflict(own_studio: Studio, choice: str, left: set[str]) -> None:
    disagree(own_studio.memory)
    own_studio.go("conflicts")
    page = own_studio.page
    card = page.get_by_role("list", name="Conflicts").get_by_role("listitem").filter(has_text="office")
    card.get_by_text("The office closes at 6pm", exact=True).wait_for()
    card.get_by_role("button", name=choice).click()
    card.wait_for(state="detached")
    known = {record.content for record in own_studio.memory.list()}
    assert known == {f"The office closes at {time}" for time in left}
    page.get_by_role("group", name="Which conflicts").get_by_role("button", name="settled").click()
    page.get_by_role("list", name="Conflicts").get_by_text("office").first.wait_for()


@pytest.mark.feature("DB-06")
def test_a_conflict_is_settled_with_the_keyboard_alone(own_studio: Studio) -> None:
    doubt(own_studio.memory)
    own_studio.see("chloe")
    own_studio.go("conflicts")
    page = own_studio.page
    own_studio.button("Take the new one").first.wait_for()
    tabbed_to(page, "Take the new one")
    page.keyboard.press("Enter")
    own_studio.told("The new statement holds now.")
    assert own_studio.memory.conflicts(user="chloe") == []


def test_a_conflict_that_somebody_else_settled_meanwhile_is_told(own_studio: Studio) -> None:
    own_studio.watch.expect("409 POST /v1/conflicts/")
    doubt(own_studio.memory)
    own_studio.see("chloe")
    own_studio.go("conflicts")
    own_studio.button("Take the new one").first.wait_for()
    (conflict,) = own_studio.memory.conflicts(user="chloe")
    own_studio.memory.resolve(conflict.id, "old")
    own_studio.button("Take the new one").first.click()
    own_studio.told("resolved already")
    own_studio.page.get_by_text("Nothing to decide").wait_for()

"""What goes wrong under somebody's hands: a session that ends, a feed that is cut, a file that is broken."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.browser import PHONE, expect
from tests.e2e.studio.conftest import Opened, Studio, sign_in
from tests.studio_store import bury

pytestmark = pytest.mark.feature("DB-01")


def row(page: Any, text: str) -> Any:
    return page.get_by_role("list", name="Memories").get_by_role("listitem").filter(has_text=text)


def test_a_session_that_ends_takes_nothing_away_that_was_typed(opened: Opened) -> None:
    with opened(tenant="typing") as studio:
        page, memory = studio.page, studio.memory
        studio.watch.expect("401 ")
        studio.watch.expect("EventSource")
        memory.add("The office closes at six")
        page.reload()
        row(page, "closes at six").wait_for()
        page.keyboard.press("n")
        page.get_by_label("What should be remembered?").fill("Ana keeps bees")
        page.get_by_label("Tags").fill("garden")
        mine = next(one for one in studio.server.tenants.keys.list(studio.tenant) if studio.key.startswith(one.hint))
        studio.server.client(studio.tenant).delete(f"/v1/keys/{mine.id}").raise_for_status()
        page.keyboard.press("Enter")
        page.get_by_text("Your session has ended").wait_for()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.wait_for_function("() => document.activeElement.id === 'key'")
        sign_in(page, studio.server.key(studio.tenant, name="browser"))
        expect(page.get_by_label("What should be remembered?")).to_have_value("Ana keeps bees")
        studio.button("Remember").click()
        row(page, "Ana keeps bees").wait_for()
        (added,) = memory.list(contains="bees")
        assert added.tags == ("garden",)
        memory.add("Somebody else wrote this")
        row(page, "Somebody else wrote this").wait_for()


def test_what_an_admin_left_open_is_not_there_for_the_next_person(opened: Opened) -> None:
    with opened(tenant="next") as studio:
        page, memory = studio.page, studio.memory
        studio.watch.expect("401 ")
        studio.watch.expect("EventSource")
        memory.add("The office closes at six")
        memory.add("Ben keeps bees", user="ben")
        page.get_by_label("Memory of").select_option(label="everyone")
        page.reload()
        row(page, "Ben keeps bees").wait_for()
        page.keyboard.press("n")
        page.get_by_label("What should be remembered?").fill("Ana keeps bees")
        mine = next(one for one in studio.server.tenants.keys.list(studio.tenant) if studio.key.startswith(one.hint))
        studio.server.client(studio.tenant).delete(f"/v1/keys/{mine.id}").raise_for_status()
        page.keyboard.press("Enter")
        page.get_by_text("Your session has ended").wait_for()
        sign_in(page, studio.server.key(studio.tenant, role="read", name="browser"))
        row(page, "closes at six").wait_for()
        expect(page.get_by_label("What should be remembered?")).to_have_count(0)
        expect(row(page, "Ben keeps bees"), "everyone's memory was the admin's choice").to_have_count(0)


def test_what_another_process_writes_appears_by_itself(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("The office closes at six")
    page.reload()
    row(page, "closes at six").wait_for()
    opened = f"Memory({own_studio.server.store!r}, tenant={own_studio.tenant!r})"
    program = f"from recollect import Memory; {opened}.add('Ben keeps bees', user='ben')"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
    row(page, "Ben keeps bees").wait_for()
    page.get_by_label("Memory of").select_option("ben")
    row(page, "Ben keeps bees").wait_for()


def test_a_feed_that_was_refused_comes_back_and_nothing_is_missed(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    own_studio.watch.expect("502 GET /v1/events")
    own_studio.watch.expect("EventSource")
    memory.add("The office closes at six")
    page.route("**/v1/events*", lambda route: route.fulfill(status=502, body="Bad gateway"))
    with page.expect_response("**/v1/events*"):
        page.reload()
    row(page, "closes at six").wait_for()
    memory.add("Ana keeps bees")
    page.unroute("**/v1/events*")
    row(page, "Ana keeps bees").wait_for()


def test_a_feed_that_comes_back_after_its_page_was_left_is_not_opened(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    own_studio.watch.expect("502 GET /v1/events")
    own_studio.watch.expect("EventSource")
    memory.add("The office closes at six")
    held: dict[str, Any] = {}
    page.route("**/v1/ping", lambda route: held.update(ping=route))
    page.route("**/v1/events*", lambda route: route.fulfill(status=502, body="Bad gateway"))
    with page.expect_request("**/v1/ping"):
        page.reload()
        row(page, "closes at six").wait_for()
    own_studio.go("jobs")
    page.get_by_role("heading", level=1, name="Jobs").wait_for()
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url) if "/v1/events" in request.url else None)
    with page.expect_response("**/v1/ping"):
        held["ping"].fulfill(status=200, json={})
    page.wait_for_timeout(500)
    assert opened == []


def test_the_list_goes_on_while_somebody_writes_all_the_time(own_studio: Studio) -> None:
    """Each change put the next look off, so that a busy memory was never shown."""
    page, memory = own_studio.page, own_studio.memory
    memory.add("The office closes at six")
    page.reload()
    row(page, "closes at six").wait_for()
    for number in range(400):
        memory.add(f"Note {number}")
        if row(page, "Note").count():
            break
    assert number < 399, "it was shown before the writing ended"


@pytest.mark.parametrize(
    "name, content, told",
    [
        ("broken.jsonl", b'{"content": "half a li', "line 1"),
        ("picture.json", b"\x89PNG\r\n\x1a\n\x00\xff\xfe", "line 1"),
        ("nothing.json", b"", "empty"),
        ("other.json", b'{"some": "other file"}', "content"),
        ("page.json", json.dumps({"format": "recollect-page", "memories": [None]}).encode(), "Memory 1 of the file"),
    ],
)
@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_a_file_that_cannot_be_imported_says_why_in_the_dialog(
    opened: Opened, size: Any, name: str, content: bytes, told: str
) -> None:
    with opened(tenant="broken", **({"size": size} if size else {})) as studio:
        page = studio.page
        studio.watch.expect("422 POST /v1/import")
        studio.memory.add("Something is there")
        page.reload()
        row(page, "Something").wait_for()
        page.get_by_role("button", name="More", exact=True).first.click()
        page.get_by_role("menuitem", name="Import").click()
        page.get_by_label("File").set_input_files({"name": name, "mimeType": "application/json", "buffer": content})
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Import").click()
        alert = dialog.get_by_role("alert")
        alert.wait_for()
        expect(alert).to_contain_text(told)
        at = alert.bounding_box()
        assert alert.evaluate("(e, at) => e.contains(document.elementFromPoint(at.x + 30, at.y + 20))", at)


def test_a_page_that_could_not_be_loaded_comes_when_the_server_is_back(own_studio: Studio) -> None:
    page = own_studio.page
    own_studio.watch.expect("ERR_FAILED")
    page.route("**/pages/conflicts.js", lambda route: route.abort())
    page.get_by_role("link", name="Conflicts").click()
    page.get_by_text("This page could not be loaded").wait_for()
    page.unroute("**/pages/conflicts.js")
    page.get_by_text("This page could not be loaded").wait_for(state="hidden")
    page.get_by_role("heading", name="Conflicts", level=1).wait_for()


def test_what_somebody_else_saved_meanwhile_is_not_overwritten_unseen(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    own_studio.watch.expect("412 PATCH")
    added = memory.add("The office closes at six")
    page.reload()
    row(page, "closes at six").wait_for()
    row(page, "closes at six").get_by_role("button", name="Edit").click()
    page.get_by_label("Text of the memory").fill("The office closes at seven")
    memory.update(added.id, content="The office closes at eight")
    own_studio.button("Save").click()
    page.get_by_role("alert").filter(has_text="The office closes at eight").wait_for()
    assert memory.get(added.id).content == "The office closes at eight"
    own_studio.button("Save").click()
    own_studio.told("Saved as a new version")
    memory.update(added.id, content="The office closes at nine")
    own_studio.button("Undo").click()
    own_studio.told("It stays: it was changed again meanwhile")
    assert memory.get(added.id).content == "The office closes at nine"


def test_an_override_and_a_profile_that_somebody_else_saved_are_not_overwritten_unseen(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    own_studio.watch.expect("412 PATCH")
    fixed = memory.add("Ana lives in Lisbon", user="ana", layer="override")
    memory.add("Ana prefers green tea", user="ana", kind="preference")
    known = memory.rebuild_profile(user="ana").record
    assert known is not None
    own_studio.see("ana")
    own_studio.go("profile")
    for id, opens in ((fixed.id, "Change “Ana lives in Lisbon”"), (known.id, "Edit")):
        own_studio.button(opens).click()
        page.locator("#text-field").fill("Ana lives in Sintra")
        memory.update(id, content="Ana lives in Faro since May")
        page.keyboard.press("Control+Enter")
        page.get_by_role("alert").filter(has_text="Ana lives in Faro since May").wait_for()
        assert memory.get(id).content == "Ana lives in Faro since May"
        own_studio.button("Save").click()
        page.get_by_role("dialog").wait_for(state="detached")
        assert (memory.get(id).content, memory.get(id).version) == ("Ana lives in Sintra", 3)


def test_what_is_sent_twice_by_the_keyboard_is_written_once(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    fixed = memory.add("Ana lives in Lisbon", user="ana", layer="override")
    held: list[Any] = []
    page.route(
        "**/v1/memories**", lambda route: route.fallback() if route.request.method == "GET" else held.append(route)
    )

    def twice(text: str) -> None:
        page.locator("textarea").fill(text)
        page.keyboard.press("Control+Enter")
        page.wait_for_function("() => document.querySelector('[aria-busy=true], button:disabled')")
        page.keyboard.press("Control+Enter")
        page.evaluate("new Promise(requestAnimationFrame)")
        assert len(held) == 1
        held.pop().continue_()
        page.locator("textarea").wait_for(state="detached")

    own_studio.see("ana")
    page.keyboard.press("n")
    twice("The office closes at six")
    row(page, "closes at six").get_by_role("button", name="Edit").click()
    twice("The office closes at seven")
    own_studio.go("profile")
    own_studio.button("Change “Ana lives in Lisbon”").click()
    twice("Ana lives in Porto")
    (changed,) = memory.list(user="ana", layers=["memory"])
    assert (changed.content, changed.version) == ("The office closes at seven", 2)
    assert memory.get(fixed.id).version == 2


def test_who_deletes_the_last_row_of_the_last_page_sees_the_page_before(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add_many([f"Note number {number}" for number in range(51)])
    page.reload()
    own_studio.button("Older").click()
    row(page, "Note number 0").get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(row(page, "Note number")).to_have_count(50)
    memory.add_many([f"More number {number}" for number in range(60)])
    box = page.get_by_label("Page", exact=True)
    typed = "(box, text) => { box.value = text; box.dispatchEvent(new Event('change', { bubbles: true })) }"
    box.evaluate(typed, "2.7")  # in one go: the list is live, and shown anew meanwhile
    row(page, "Note number").first.wait_for()
    expect(box).to_have_value("2")
    for wrong in ("2.2", "9", "-1", ""):
        box.evaluate(typed, wrong)
        expect(box).to_have_value("2")


def test_of_many_that_are_deleted_the_ones_that_went_can_come_back(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    own_studio.watch.expect("404 POST /v1/memories/")
    ids = memory.add_many([{"content": f"Note number {n}"} for n in range(4)]).ids
    page.reload()
    row(page, "Note number 3").get_by_role("checkbox").check()
    page.route("**/v1/events*", lambda route: route.abort())
    own_studio.button("Select all 4").click()
    page.get_by_role("region", name="Selected memories").get_by_role("button", name="Delete", exact=True).click()
    memory.delete(ids[0])
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    own_studio.told("1 memory stayed as before")
    own_studio.told("3 memories deleted")
    own_studio.button("Undo").click()
    own_studio.told("3 memories are back")
    assert memory.count(layers=["memory"]) == 3


def test_a_key_is_copied_from_its_dialog_where_the_page_has_no_clipboard(own_studio: Studio) -> None:
    """As on any address without TLS that is not this machine."""
    page = own_studio.page
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.reload()
    own_studio.go("keys")
    own_studio.button("New key").click()
    own_studio.button("Make the key").click()
    text = page.get_by_role("group", name="The key").locator("code").text_content()
    own_studio.copy(page.get_by_role("group", name="The key").get_by_role("button", name="Copy"))
    own_studio.button("I have copied it").click()
    page.get_by_role("dialog").wait_for(state="detached")  # until then keys are its own
    own_studio.go("memories")
    page.keyboard.press("n")
    page.get_by_label("What should be remembered?").press("Control+V")
    expect(page.get_by_label("What should be remembered?")).to_have_value(text)


def test_the_row_after_a_deleted_one_has_the_focus(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add_many([{"content": f"Note number {n}"} for n in range(3)])
    page.reload()
    row(page, "Note number 2").wait_for()
    page.keyboard.press("j")
    page.keyboard.press("Delete")
    page.get_by_role("dialog").get_by_role("button", name="Delete").press("Enter")
    own_studio.told("Memory deleted")
    page.wait_for_function("() => document.activeElement.matches('.memory')")
    assert "Note number" in page.evaluate("document.activeElement.textContent")


def test_what_is_history_can_be_read_and_not_changed(studio: Studio) -> None:
    page = studio.page
    page.get_by_role("button", name="Filters").click()
    page.get_by_label("Status", exact=True).select_option("superseded")
    old = row(page, "Ana lives in Berlin")
    old.wait_for()
    expect(old.get_by_role("button", name="Edit")).to_have_count(0)
    expect(old.get_by_role("button", name="Delete", exact=True)).to_have_count(0)
    old.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Open").wait_for()
    expect(page.get_by_role("menuitem", name="Delete")).to_have_count(0)
    page.keyboard.press("Escape")
    old.get_by_role("checkbox").check()
    chosen = page.get_by_role("region", name="Selected memories")
    chosen.get_by_text("Old versions go with what took their place").wait_for()
    expect(chosen.get_by_role("button", name="Delete")).to_have_count(0)


def test_a_job_that_failed_is_not_hidden_behind_many_that_were_done(own_studio: Studio) -> None:
    memory, page = own_studio.memory, own_studio.page
    bury(memory, tenant=own_studio.tenant, now=own_studio.server.clock(), id=f"old-{own_studio.tenant}")
    own_studio.server.clock.forward(seconds=1)
    for number in range(210):
        memory.add([{"role": "user", "content": f"Ana has seen film {number}"}], user="ana", session=f"s{number}")
    memory.flush(timeout_s=60)
    own_studio.go("jobs")
    page.locator(".stat", has_text="done").get_by_text("200+").wait_for()
    expect(page.locator(".stat", has_text="failed").locator("strong")).to_have_text("1")
    page.get_by_role("group", name="Which jobs").get_by_role("button", name="failed").click()
    page.get_by_role("table").get_by_text("the model said").wait_for()

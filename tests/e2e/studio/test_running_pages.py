"""Jobs, engine, settings, keys, files and the danger zone, as somebody uses them who looks after a memory."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.browser import expect, tabbed_to, watched
from tests.clock import Clock
from tests.e2e.studio.conftest import Opened, Studio, sign_in
from tests.loopback import Loopback
from tests.server import RunningServer
from tests.studio_store import HOSTILE, bury

# --- jobs -----------------------------------------------------------------------------------------------------------


def test_a_failed_job_is_looked_at_and_tried_again(own_studio: Studio) -> None:
    own_studio.memory.add("Ana works at Acme", user="ana")
    bury(own_studio.memory, tenant=own_studio.tenant, now=own_studio.server.clock(), id=f"dead-{own_studio.tenant}")
    own_studio.go("jobs", state="dead")
    page = own_studio.page
    page.get_by_role("table").get_by_role("button", name="graph").click()
    page.get_by_role("dialog").get_by_text("the model said").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Retry").click()
    own_studio.told("1 job queued again.")
    page.get_by_text("No job is in this state.").wait_for()
    own_studio.button("Do waiting work now").click()
    own_studio.told("Everything is done.")
    assert own_studio.memory.job(f"dead-{own_studio.tenant}").state == "done"


# --- engine ---------------------------------------------------------------------------------------------------------


@pytest.mark.feature("DB-02", "DB-05")
def test_the_engine_page_tells_how_the_memory_is_doing(studio: Studio) -> None:
    studio.see("ana")
    studio.go("engine")
    page = studio.page
    status = page.get_by_role("list", name="Status")
    status.get_by_text("embedder static:").wait_for()
    status.get_by_role("link", name="1 job failed").wait_for()
    for title in ("Embedding", "Store", "Qdrant and vector tiers", "Reranking", "Hot tier", "Agents"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(page.locator(".stat", has_text="Success rate").locator("strong")).to_have_text(re.compile("%$"))
    expect(page.locator(".stat", has_text="Database")).to_contain_text("MB")
    expect(page.get_by_role("region", name="Agents").get_by_text("tutor")).to_be_visible()


@pytest.mark.feature("DB-02")
def test_another_embedder_is_chosen_with_how_to_get_it(studio: Studio) -> None:
    studio.go("engine")
    card = studio.page.locator("section", has=studio.page.get_by_role("heading", name="Embedding", exact=True))
    card.get_by_label("Choose another").select_option("synthetic")
    command = card.get_by_role("group", name="Command")
    expect(command.locator("code")).to_have_text("recollect config set embedder synthetic")
    card.get_by_label("Choose another").select_option("onnx")
    expect(command.locator("code")).to_have_text("recollect config set embedder onnx")
    card.get_by_label("Choose another").select_option("")
    command.wait_for(state="detached")


@pytest.mark.feature("DB-02", "DB-05")
def test_the_engine_is_reindexed_synced_and_checked(own_studio: Studio) -> None:
    own_studio.memory.add_many([{"content": f"Ana has seen film {number}"} for number in range(20)], user="ana")
    own_studio.go("engine")
    own_studio.button("Reindex now").click()
    own_studio.told("Index and vectors are up to date.")
    own_studio.button("Sync now").click()
    own_studio.told("Everything is up to date.")
    own_studio.button("Check the store").click()
    own_studio.page.get_by_text("Rows, index and vectors agree.").wait_for()
    own_studio.button("Try learning").click()
    own_studio.page.get_by_text("Learning works").wait_for()


@pytest.mark.feature("DB-02")
def test_a_reindex_shows_how_far_it_is_and_can_be_stopped(own_studio: Studio) -> None:
    """Each step is held until somebody has looked."""
    page = own_studio.page
    own_studio.memory.add_many([{"content": f"Ana has seen film {number}"} for number in range(20)], user="ana")
    own_studio.go("engine")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/v1/reindex*", hold)
    with page.expect_request("**/v1/reindex*"):
        own_studio.button("Reindex now").click()
    page.get_by_role("progressbar", name="Reindexing").wait_for()
    page.get_by_text("0 done, 1 left").wait_for()
    own_studio.button("Stop").wait_for()
    held[0].continue_()
    own_studio.told("Index and vectors are up to date.")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    own_studio.button("Reindex now").wait_for()


@pytest.mark.feature("DB-02", "DB-05")
def test_what_a_model_was_asked_and_cost_is_counted(chromium: Any, tmp_path: Path) -> None:
    with Loopback() as model:
        given = {"llm": "openai", "llm_base_urls": {"openai": f"{model.url}/v1"}, "llm_retries": 0}
        prices = {"llm_prices": "openai=100/400"}
        with RunningServer(tmp_path, clock=Clock(datetime.now(UTC)), **given, **prices) as server:
            memory = server.memory("acme")
            memory.add([{"role": "user", "content": "I moved to Lisbon in May and I love it here."}], user="ana")
            memory.flush(timeout_s=30)
            (spent,) = memory.status().spent
            assert spent.requests > 0
            with watched(chromium) as (page, _):
                page.goto(f"{server.url}/#/engine")
                sign_in(page, server.key("acme"))
                row = page.get_by_role("region", name="What was spent").get_by_role("row").last
                row.get_by_text("openai").wait_for()
                usd = f"${spent.usd:.4f}" if spent.usd < 0.01 else f"${spent.usd:.2f}"
                wanted = [str(spent.requests), "0", str(spent.input_tokens), str(spent.output_tokens), usd]
                for at, text in enumerate(wanted, start=2):
                    expect(row.get_by_role("cell").nth(at)).to_have_text(text)
                calls = page.locator(".stat", has_text="Model calls").locator("strong")
                expect(calls).to_have_text(str(spent.requests))


def test_the_engine_is_not_shown_to_somebody_who_may_not_see_it(opened: Opened) -> None:
    with opened(role="write") as studio:
        studio.go("engine")
        studio.page.get_by_text("for whoever looks after the tenant").wait_for()


# --- settings -------------------------------------------------------------------------------------------------------


@pytest.mark.feature("DB-01")
def test_a_setting_is_changed_warned_about_saved_and_taken_back(own_studio: Studio) -> None:
    own_studio.go("settings")
    page = own_studio.page
    field = page.get_by_label("gateway tokens max", exact=True)
    field.fill("12000")
    page.get_by_text("More than 4,000 tokens in every chat is dear").wait_for()
    expect(page.locator(".cost-sum")).to_contain_text("$36.00")
    own_studio.button("Save").click()
    own_studio.told("1 setting saved.")
    assert own_studio.server.tenants.engine(own_studio.tenant).settings.gateway_tokens_max == 12_000
    page.reload()
    page.get_by_role("button", name="go back with gateway tokens max").click()
    own_studio.button("Save").click()
    own_studio.told("1 setting saved.")
    assert own_studio.server.tenants.engine(own_studio.tenant).settings.gateway_tokens_max == 2000


@pytest.mark.parametrize(
    "name, value, told",
    [
        ("gateway tokens max", "999999", "It must be at most 16000, not 999999"),
        ("gateway tokens max", "2.5", "It must be a whole number"),
        ("recall options", "half_life_days=-5", "“half life days” must be at least 0.00069, not -5"),
    ],
)
def test_a_value_out_of_range_is_refused_beside_its_field(own_studio: Studio, name: str, value: str, told: str) -> None:
    own_studio.watch.expect("422 PATCH /v1/settings")
    own_studio.go("settings")
    field = own_studio.page.get_by_label(name, exact=True)
    field.fill(value)
    field.blur()
    own_studio.button("Save").click()
    alert = own_studio.page.locator(".setting [role=alert]")
    alert.wait_for()
    expect(alert, "as people say it").to_have_text(told)
    expect(field).to_have_attribute("aria-invalid", "true")


def test_a_setting_is_found_by_its_name(studio: Studio) -> None:
    studio.go("settings")
    studio.page.get_by_label("Find a setting").fill("decay")
    studio.page.get_by_label("gateway tokens max", exact=True).wait_for(state="detached")
    expect(studio.page.get_by_label("decay lambda", exact=True)).to_be_visible()


# --- keys -----------------------------------------------------------------------------------------------------------


def test_a_key_is_made_shown_once_rotated_and_revoked(own_studio: Studio) -> None:
    own_studio.go("keys")
    page = own_studio.page
    own_studio.button("New key").click()
    page.get_by_label("Name", exact=True).fill("Ana's phone")
    page.get_by_label("Role").select_option("read")
    page.get_by_label("Speaks for").fill("ana")
    page.get_by_label("Expires after days").fill("30")
    own_studio.button("Make the key").click()
    first = page.get_by_role("group", name="The key").locator("code").text_content()
    with _asking(own_studio, first) as client:
        assert client.get("/v1/ping").json()["user"] == "ana"
        own_studio.button("I have copied it").click()
        assert first not in page.content()
        page.get_by_role("button", name="Actions for Ana's phone").click()
        page.get_by_role("menuitem", name="Rotate").click()
        own_studio.button("Rotate").click()
        second = page.get_by_role("group", name="The key").locator("code").text_content()
        assert second != first
        assert client.get("/v1/ping").status_code == 401
    own_studio.button("I have copied it").click()
    page.get_by_role("button", name="Actions for Ana's phone").click()
    page.get_by_role("menuitem", name="Revoke").click()
    own_studio.button("Revoke").click()
    own_studio.told("The key is revoked.")
    page.get_by_role("row", name="Ana's phone").wait_for(state="detached")
    page.get_by_label("Show revoked keys").check()
    page.get_by_role("row", name="Ana's phone").get_by_text("revoked").first.wait_for()
    with _asking(own_studio, second) as client:
        assert client.get("/v1/ping").status_code == 401


def test_the_menu_of_a_key_is_seen_as_a_whole(own_studio: Studio) -> None:
    own_studio.go("keys")
    page = own_studio.page
    page.get_by_role("button", name="Actions for browser").click()
    for item in page.get_by_role("menuitem").all():
        expect(item).to_be_in_viewport(ratio=1)
    assert page.locator(".table-wrap").evaluate("wrap => [wrap.scrollTop, wrap.scrollHeight <= wrap.clientHeight]") == [
        0,
        True,
    ]
    page.keyboard.press("Escape")
    expect(page.get_by_role("menuitem")).to_have_count(0)


def test_a_key_that_cannot_be_made_says_which_field_is_wrong(own_studio: Studio) -> None:
    own_studio.watch.expect("422 POST /v1/keys")
    own_studio.go("keys")
    own_studio.button("New key").click()
    own_studio.page.get_by_label("Expires after days").fill("99999999")
    own_studio.button("Make the key").click()
    expect(own_studio.page.locator("dialog .wrong")).to_have_text("It must be at most 36500, not 99999999")


# --- danger zone ----------------------------------------------------------------------------------------------------


@pytest.mark.feature("DB-05")
def test_a_user_is_erased_after_his_name_was_typed(own_studio: Studio) -> None:
    memory = own_studio.memory
    memory.add("Ana works at Acme", user="ana")
    memory.add("Ben keeps bees", user="ben")
    own_studio.see(None)
    own_studio.go("danger")
    page = own_studio.page
    page.get_by_label("Whose memory").select_option("ana")
    own_studio.button("Erase this user").click()
    page.get_by_text("1 record").wait_for()
    sure = own_studio.button("Erase for good")
    expect(sure).to_be_disabled()
    page.get_by_label("to go on").fill("an")
    expect(sure).to_be_disabled()
    page.get_by_label("to go on").fill("ana")
    sure.click()
    page.get_by_role("heading", name="Erased: ana").wait_for()
    with page.expect_download() as download:
        own_studio.button("Keep the receipt").click()
    assert download.value.suggested_filename == "erased-ana.json"
    assert memory.users() == ["ben"]


@pytest.mark.feature("DB-05")
def test_everything_is_erased_with_the_keyboard_alone(own_studio: Studio) -> None:
    memory = own_studio.memory
    memory.add("Ana works at Acme", user="ana")
    memory.add("The office closes at 6pm")
    own_studio.go("danger")
    page = own_studio.page
    own_studio.button("Erase everything").wait_for()
    tabbed_to(page, "Erase everything")
    page.keyboard.press("Enter")
    page.keyboard.type(own_studio.tenant)
    tabbed_to(page, "Erase for good")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Erased: everything").wait_for()
    assert memory.count(everyone=True) == 0


# --- files ----------------------------------------------------------------------------------------------------------


def reads_documents(studio: Studio) -> bool:
    with _asking(studio, studio.key) as client:
        return client.get("/v1/documents").status_code != 501


def test_a_server_that_reads_no_documents_says_what_to_do(own_studio: Studio) -> None:
    if reads_documents(own_studio):
        pytest.skip("this server reads documents")
    own_studio.watch.expect("501 GET /v1/documents")
    own_studio.go("files")
    own_studio.page.get_by_role("heading", name="This server reads no documents").wait_for()


def test_a_file_is_read_in_looked_at_and_deleted(own_studio: Studio) -> None:
    if not reads_documents(own_studio):
        pytest.skip("this server reads no documents")
    own_studio.see("ana")
    own_studio.go("files")
    page = own_studio.page
    text = f"# The router\n\nThe router hangs in the hall.\n\n{HOSTILE[0]}\n"
    page.locator("input[type=file]").set_input_files(
        {"name": "router.md", "mimeType": "text/markdown", "buffer": text.encode()}
    )
    own_studio.told("Read: 1 passage.")
    page.get_by_role("table").get_by_role("button").first.click()
    page.get_by_role("dialog").get_by_text("The router hangs in the hall.").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    assert any("hall" in hit.content for hit in own_studio.memory.search("where is the router?", user="ana"))
    page.get_by_role("button", name="Delete").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    own_studio.told("The document and its passages are gone.")
    page.get_by_text("No documents yet").wait_for()


def _asking(studio: Studio, key: str) -> httpx2.Client:
    return httpx2.Client(base_url=studio.server.url, headers={"Authorization": f"Bearer {key}"}, timeout=60)


# --- the interface --------------------------------------------------------------------------------------------------


def test_the_page_of_the_interface_shows_it_and_asks_no_other_host(studio: Studio) -> None:
    studio.page.goto(f"{studio.server.url}/docs")
    studio.page.get_by_text("/v1/search", exact=True).first.wait_for()

"""Narrowing the list: each filter for itself and together, while searching too, and the numbers above it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from recollect import Record
from tests.e2e.studio.conftest import Studio

pytestmark = pytest.mark.feature("DB-01")


def shown(studio: Studio) -> list[Record]:
    """The records of the rows, as the memory has them."""
    ids = studio.page.evaluate("[...document.querySelectorAll('.memories > li')].map((row) => row.dataset.id)")
    return [studio.memory.get(id) for id in ids]


def narrow(studio: Studio, **fields: str) -> None:
    """Set filters as a person does, and wait for the list that has all of them."""
    page = studio.page
    for label, value in fields.items():
        field = page.get_by_label(label, exact=True)
        with page.expect_response(lambda answer: "/v1/memories?" in answer.url or "/v1/search" in answer.url):
            if label in ("Kind", "Sector", "Status"):
                field.select_option(value)
            else:
                field.fill(value)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.fixture
def filtered(studio: Studio) -> Studio:
    studio.page.get_by_role("list", name="Memories").wait_for()
    studio.page.get_by_role("button", name="Filters").click()
    return studio


CASES: tuple[tuple[dict[str, str], Callable[[Record], bool]], ...] = (
    ({"Kind": "preference"}, lambda one: one.kind == "preference"),
    ({"Sector": "episodic"}, lambda one: "episodic" in one.sectors),
    ({"Status": "superseded"}, lambda one: one.status == "superseded"),
    ({"Tag": "seed"}, lambda one: "seed" in one.tags),
)


@pytest.mark.parametrize("chosen, fits", CASES, ids=[next(iter(case[0])) for case in CASES])
def test_each_filter_leaves_what_it_says_of_everybody(
    filtered: Studio, chosen: dict[str, str], fits: Callable[[Record], bool]
) -> None:
    everything = filtered.memory.list(everyone=True, layers=["memory"], status=["active", "superseded"], limit=10_000)
    status = chosen.get("Status", "active")
    wanted = {one.id for one in everything if fits(one) and one.status == status}
    narrow(filtered, **chosen)
    found = shown(filtered)
    assert found
    assert {one.id for one in found} <= wanted
    assert len(found) == min(50, len(wanted))


def test_days_are_whole_and_both_ends_count(filtered: Studio) -> None:
    start = (filtered.server.clock.now - timedelta(days=15)).astimezone()
    end = start + timedelta(days=5)
    narrow(filtered, From=f"{start:%Y-%m-%d}", To=f"{end:%Y-%m-%d}")
    found = shown(filtered)
    assert found
    assert all(start.date() <= one.created_at.astimezone().date() <= end.date() for one in found)


def test_filters_hold_together_for_one_user_and_while_searching(filtered: Studio) -> None:
    page = filtered.page
    page.get_by_label("Memory of").select_option("ana")
    page.get_by_role("button", name="Filters").click()
    narrow(filtered, Sector="semantic", Kind="preference")
    mine = filtered.memory.list(user="ana", kinds=["preference"], layers=["memory"])
    assert {one.id for one in shown(filtered)} == {one.id for one in mine if "semantic" in one.sectors}
    with page.expect_response("**/v1/search") as asked:
        page.get_by_role("searchbox").fill("what does Ana drink?")
    sent = json.loads(asked.value.request.post_data)
    assert (sent["user"], sent["kinds"], sent["layers"]) == ("ana", ["preference"], ["memory"])
    page.get_by_role("status").filter(has_text="for “what does Ana drink?”").wait_for()
    assert {one.kind for one in shown(filtered)} == {"preference"}
    assert "tea" in shown(filtered)[0].content


def test_words_are_found_across_users_with_a_filter(filtered: Studio) -> None:
    page = filtered.page
    narrow(filtered, Tag="seed")
    page.get_by_role("searchbox").fill("Lisbon")
    page.locator(".told").get_by_text("with “Lisbon”").wait_for()
    found = shown(filtered)
    assert found
    assert all("lisbon" in one.content.lower() and "seed" in one.tags for one in found)


def test_a_question_is_sent_300_ms_after_the_last_letter(studio: Studio) -> None:
    page = studio.page
    page.get_by_label("Memory of").select_option("ana")
    page.get_by_role("list", name="Memories").wait_for()
    page.evaluate(
        """() => {
          const sent = window.fetch;
          window.fetch = (path, ...rest) => {
            if (String(path).includes("v1/search")) window.asked = performance.now();
            return sent(path, ...rest);
          };
          document.addEventListener("input", () => { window.typed = performance.now(); });
        }"""
    )
    page.get_by_role("searchbox").press_sequentially("kiln", delay=120)
    page.get_by_role("status").filter(has_text="for “kiln”").wait_for()
    waited = page.evaluate("window.asked - window.typed")
    assert 295 <= waited < 2000


def card(page: Any, name: str) -> Any:
    return page.locator(".stat", has_text=name).locator("strong")


def test_the_numbers_follow_what_is_done(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    id = memory.add("The office closes at six", user="ana").id
    page.reload()
    card(page, "Entries").get_by_text("1", exact=True).wait_for()
    memory.add("Ben keeps bees in the garden behind the house", user="ben")
    card(page, "Entries").get_by_text("2", exact=True).wait_for()
    tokens = memory.totals(everyone=True).tokens
    card(page, "Tokens").get_by_text(str(tokens), exact=True).wait_for()
    page.get_by_label("Memory of").select_option("ana")
    card(page, "Entries").get_by_text("1", exact=True).wait_for()
    hits, misses = own_studio.server.tenants.engine(own_studio.tenant).care.record_cache_counts
    for _ in range(9):
        memory.get(id)
    now = own_studio.server.tenants.engine(own_studio.tenant).care.record_cache_counts
    assert sum(now) >= hits + misses + 9
    page.reload()
    card(page, "Hit rate").get_by_text(f"{100 * now[0] / sum(now):.0f} %", exact=True).wait_for()

"""The playground: a question tried, explained and compared."""

from __future__ import annotations

import re

import pytest

from tests.browser import expect
from tests.e2e.studio.conftest import Studio

pytestmark = pytest.mark.feature("DB-02")


def asked(studio: Studio, text: str = "who works at Acme?", user: str = "ana") -> None:
    studio.go("playground")
    page = studio.page
    page.get_by_label("Memory of").select_option(user)
    page.get_by_label("Question").fill(text)
    page.get_by_role("button", name="Simulate").click()
    page.locator(".hits li").first.wait_for()


def test_results_show_their_signals_near_misses_and_how_it_was_resolved(studio: Studio) -> None:
    before = studio.memory.search("who works at Acme?", user="ana", dry_run=True)[0].record.access_count
    asked(studio)
    page = studio.page
    first = page.locator(".hits > li").first
    expect(first).to_contain_text("Acme")
    expect(first.get_by_role("img")).to_have_attribute("aria-label", re.compile(r"Score 0\.\d+: .*words \d"))
    expect(first.locator(".bar i").nth(1)).to_be_attached()
    first.get_by_text("Why").click()
    first.get_by_text("score").first.wait_for()
    page.locator(".misses").get_by_text("not among the best").first.wait_for()
    page.get_by_role("heading", name="How it was resolved").wait_for()
    page.get_by_text(re.compile(r"\d+ candidates$")).first.wait_for()
    after = studio.memory.search("who works at Acme?", user="ana", dry_run=True)[0].record.access_count
    assert after == before, "trying counts as no recall"


@pytest.mark.parametrize("preset", ["recollect", "rrf", "weighted", "composite", "openclaw", "memoryos"])
def test_a_bar_is_as_long_as_the_score_and_its_parts_add_up_to_it(studio: Studio, preset: str) -> None:
    studio.go("playground")
    page = studio.page
    page.get_by_label("Memory of").select_option("ana")
    page.get_by_label("Preset").select_option(preset)
    page.get_by_label("Question").fill("who works at Acme?")
    page.get_by_role("button", name="Simulate").click()
    page.locator(".hits li").first.wait_for()
    shown = page.evaluate(
        "() => [...document.querySelectorAll('.hits > li')].map((row) => ["
        "Number(row.querySelector('.score').textContent), "
        "[...row.querySelectorAll('.bar i')].reduce((sum, part) => sum + parseFloat(part.style.width), 0), "
        "[...row.querySelectorAll('.bar i')].reduce((sum, part) => sum + Number(part.title.split(' ').at(-1)), 0)])"
    )
    best = shown[0][0]
    assert len(shown) > 2
    for score, long, told in shown:
        assert long == pytest.approx(100 * score / best, abs=0.5)
        assert told == pytest.approx(score, abs=0.006)


def test_a_part_of_the_composite_is_its_weight_times_its_signal(studio: Studio) -> None:
    asked(studio)
    page = studio.page
    page.get_by_label("Preset").select_option("composite")
    with page.expect_response(re.compile("/v1/search")) as answered:
        page.get_by_role("button", name="Simulate").click()
    hit = answered.value.json()["hits"][0]
    parts = {"similarity": 0.6, "salience": 0.2, "recency": 0.1, "waypoint": 0.1}
    wanted = {name: weight * hit["components"].get(name, 0) for name, weight in parts.items()}
    page.locator(".chip.accent").get_by_text("composite").wait_for()
    label = page.locator(".hits > li").first.get_by_role("img").get_attribute("aria-label")
    told = {name: float(value) for name, value in re.findall(r"(\w+) ([\d.]+)(?:,|$)", label.split(": ")[1])}
    for name in ("similarity", "salience", "recency"):
        assert told[name] == pytest.approx(wanted[name], abs=0.006)


def test_two_presets_stand_side_by_side(studio: Studio) -> None:
    asked(studio)
    page = studio.page
    page.get_by_label("Compare with").select_option("composite")
    page.get_by_role("button", name="Simulate").click()
    page.get_by_role("heading", level=2, name="composite").wait_for()
    page.get_by_role("heading", level=2, name="recollect").wait_for()
    boxes = [one.bounding_box() for one in page.locator(".side-by-side > *").all()]
    assert len(boxes) == 2
    assert boxes[0]["y"] == boxes[1]["y"]


def test_the_context_is_shown_in_every_format_with_the_tokens_of_its_sections(studio: Studio) -> None:
    asked(studio)
    page = studio.page
    text = page.locator(".context")
    text.wait_for()
    seen = set()
    for format in ("bullets", "xml", "json", "messages", "markdown"):
        with page.expect_response(re.compile("/v1/context")):
            page.get_by_role("tab", name=format).click()
        page.wait_for_function(
            "(seen) => !seen.includes(document.querySelector('.context').textContent)", arg=list(seen)
        )
        seen.add(text.text_content())
    assert len(seen) == 5, "each format reads differently"
    legend = page.locator(".sections .legend li")
    counted = sum(int(re.search(r"(\d+)", one.locator("strong").text_content())[1]) for one in legend.all())
    assert counted > 0


def test_budget_layers_strategy_and_date_are_asked_for(studio: Studio) -> None:
    page = studio.page
    asked(studio)
    page.get_by_label("Token budget").fill("20")
    page.get_by_label("How many").fill("5")
    page.get_by_role("group", name="Layers").get_by_role("button", name="memory").click()
    page.get_by_label("Strategy").select_option("exact")
    with page.expect_response(re.compile("/v1/search")) as answered:
        page.get_by_role("button", name="Simulate").click()
    sent = answered.value.request.post_data_json
    assert sent["options"] == {"strategy": "exact", "tokens_max": 20}
    assert (sent["layers"], sent["k"], sent["explain"]) == (["memory"], 5, True)
    assert sum(hit["tokens"] for hit in answered.value.json()["hits"]) <= 20
    page.get_by_label("As of").fill("2001-01-01T00:00")
    page.get_by_role("button", name="Simulate").click()
    page.get_by_text("Nothing fits well enough.").wait_for()

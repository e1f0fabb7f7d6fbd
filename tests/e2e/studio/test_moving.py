"""A page of the list as a file: what comes back from it, and what is told of the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser import expect
from tests.e2e.studio.conftest import Studio

pytestmark = pytest.mark.feature("DB-01")


def exported(page: Any, file: Path) -> list[dict[str, Any]]:
    page.get_by_role("button", name="More", exact=True).click()
    with page.expect_download() as started:
        page.get_by_role("menuitem", name="Export this page").click()
    started.value.save_as(file)
    return list(json.loads(file.read_text(encoding="utf-8"))["memories"])


def imported(page: Any, file: Path) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Import").click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("dialog").get_by_role("button", name="Import").click()


def written(file: Path, records: list[dict[str, Any]]) -> Path:
    file.write_text(json.dumps({"format": "recollect-page", "version": 1, "memories": records}), encoding="utf-8")
    return file


def test_what_is_read_in_again_is_shown_to_those_who_saw_it(own_studio: Studio, tmp_path: Path) -> None:
    page, memory = own_studio.page, own_studio.memory
    label = {"user": "ana", "agent": "bot", "session": "s1", "project": "pots"}
    memory.add("The kiln is hot", **label, strength=0.9, confidence=0.4)
    memory.add("The wheel turns", user="ana")
    page.reload()
    page.get_by_text("The kiln is hot").wait_for()
    assert len(exported(page, tmp_path / "page.json")) == 2
    memory.erase(everyone=True)
    memory.add("something else", user="bob")
    page.reload()
    imported(page, tmp_path / "page.json")
    own_studio.told("2 records imported")
    (kiln,) = memory.list(user="ana", contains="kiln")
    assert (kiln.agent, kiln.session, kiln.project) == ("bot", "s1", "pots")
    assert (kiln.strength, kiln.confidence) == (0.9, 0.4)
    (wheel,) = memory.list(user="ana", contains="wheel")
    assert (wheel.agent, wheel.session, wheel.project) == (None, None, None)


def test_what_was_deleted_or_replaced_does_not_come_back_with_a_page(own_studio: Studio, tmp_path: Path) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.archive(memory.add("The old code is 1111").id)
    memory.add("The wheel turns")
    own_studio.see(None)
    own_studio.button("Filters").click()
    page.get_by_label("Status", exact=True).select_option("archived")
    page.get_by_text("The old code").wait_for()
    gone = exported(page, tmp_path / "gone.json")
    memory.erase()
    memory.add("something else")
    own_studio.see(None)
    imported(page, tmp_path / "gone.json")
    alert = page.get_by_role("dialog").get_by_role("alert")
    expect(alert).to_contain_text("Nothing was imported: a page brings back what is active, and this has 1 archived.")
    page.keyboard.press("Escape")
    others = [{"status": "pending_review"}, {"layer": "turn"}, {"layer": "turn"}, {"content": "ok", "status": "active"}]
    imported(page, written(tmp_path / "some.json", [gone[0] | one for one in others]))
    own_studio.told("1 record imported")
    own_studio.told("Left out: 1 pending review, 2 of the layer turn.")
    assert {one.content for one in memory.list(layers=["memory", "turn"])} == {"something else", "ok"}


@pytest.mark.parametrize(
    "wrong, told",
    [
        ({"confidence": 7}, "Memory 3 of the file: “confidence” must be at most 1, not 7; nothing was imported."),
        ({"occurred_at": "soon"}, "Memory 3 of the file: “occurred at” must be a date; nothing was imported."),
        (
            {"content": " "},
            "Memory 3 of the file: content is empty; there is nothing to remember; nothing was imported.",
        ),
    ],
)
def test_a_memory_of_a_page_that_is_refused_is_named_by_its_place_in_the_file(
    own_studio: Studio, tmp_path: Path, wrong: dict[str, Any], told: str
) -> None:
    page, memory = own_studio.page, own_studio.memory
    own_studio.watch.expect("422 POST /v1/memories/batch")
    memory.add("something")
    page.reload()
    records = [{"content": "gone", "status": "archived"}, {"content": "fine"}, {"content": "not so"} | wrong]
    imported(page, written(tmp_path / "wrong.json", records))
    expect(page.get_by_role("dialog").get_by_role("alert").locator("strong")).to_have_text(told)
    assert memory.count(layers=["memory"]) == 1


def test_a_page_that_is_refused_in_part_says_what_is_stored(own_studio: Studio, tmp_path: Path) -> None:
    page, memory = own_studio.page, own_studio.memory
    own_studio.watch.expect("422 POST /v1/memories/batch")
    memory.add("something")
    page.reload()
    records = [{"content": "fine", "user": "ana"}, {"content": "not so", "confidence": 7}]
    imported(page, written(tmp_path / "part.json", records))
    alert = page.get_by_role("dialog").get_by_role("alert")
    expect(alert).to_contain_text("not 7; 1 record of the file is stored already, the others are not.")
    assert memory.count(user="ana", contains="fine") == 1


def test_a_file_that_is_too_large_says_what_reads_it(own_studio: Studio, tmp_path: Path) -> None:
    own_studio.watch.expect("413 POST /v1/import")
    own_studio.memory.add("something")
    own_studio.page.reload()
    file = tmp_path / "all.jsonl"
    file.write_text('{"type": "x", "text": "%s"}\n' % ("x" * 1_000_000) * 34, encoding="utf-8")
    imported(own_studio.page, file)
    expect(own_studio.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("recollect import")

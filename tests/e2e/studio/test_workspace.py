"""The workspace on the Files page: how its index stands, and bringing it in step by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.browser import PHONE, expect, no_serious_findings, watched
from tests.clock import Clock
from tests.e2e.studio.conftest import Studio, sign_in
from tests.server import RunningServer
from tests.studio_store import HOSTILE


@contextmanager
def opened(
    chromium: Any, server: RunningServer, *, role: str = "admin", user: str | None = None, **look: Any
) -> Iterator[Studio]:
    """The Files page of the tenant to whom the workspace belongs."""
    tenant = server.tenants.settings.tenant
    key = server.key(tenant, role=role, user=user, name="browser")
    with watched(chromium, **look) as (page, watch):
        page.goto(f"{server.url}/#/files")
        sign_in(page, key)
        yield Studio(page=page, watch=watch, server=server, tenant=tenant, key=key)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "notes"
    (made / "memory").mkdir(parents=True)
    (made / "MEMORY.md").write_text("# Router\n\nThe router hangs in the hall.\n", encoding="utf-8")
    (made / "memory" / "2026-05-01.md").write_text("Ana planted tomatoes.\n", encoding="utf-8")
    return made


@pytest.fixture
def server(tmp_path: Path, folder: Path) -> Iterator[RunningServer]:
    given = {"workspace": str(folder), "workspace_watch": "off", "workspace_file_bytes_max": 50_000}
    with RunningServer(tmp_path, clock=Clock(datetime.now(UTC)), **given) as running:
        yield running


def stat(studio: Studio, name: str, value: str) -> None:
    expect(studio.page.locator(".workspace .stat", has_text=name).locator("strong")).to_have_text(value)


def test_the_workspace_is_synced_and_its_state_is_told(chromium: Any, server: RunningServer, folder: Path) -> None:
    with opened(chromium, server) as studio:
        page = studio.page
        page.get_by_text("in step with the files").wait_for()  # the server does that when it starts
        expect(page.get_by_text(str(folder))).to_be_visible()
        stat(studio, "Files", "2")
        stat(studio, "Errors", "0")
        page.get_by_role("table").get_by_text("MEMORY.md").first.wait_for()
        studio.button("Sync now").click()
        studio.told("Every file is as it was.")
        stat(studio, "Last sync", "just now")
        (folder / "MEMORY.md").unlink()
        (folder / "memory" / "large.md").write_text("word " * 20_000, encoding="utf-8")
        (folder / "memory" / "more.md").write_text("Ben keeps bees.\n", encoding="utf-8")
        studio.button("Sync now").click()
        studio.told("1 file added, 1 removed")
        page.get_by_text("Left out (1)").click()
        left_out = page.get_by_role("group").filter(has_text="Left out")
        expect(left_out.get_by_text("memory/large.md", exact=True)).to_be_visible()
        stat(studio, "Files", "2")


def test_files_that_could_not_be_read_are_told_with_the_reason(chromium: Any, server: RunningServer) -> None:
    """As after a disk failed, which no test can bring about: the answer of the server is given two such files."""
    broken = [
        {"path": f"memory/{HOSTILE[0]}.md", "reason": f"{HOSTILE[1]} input/output error"},
        {"path": "memory/" + "long-name-" * 30 + ".md", "reason": "permission denied"},
    ]

    def failing(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "failed": broken, "last_failure": "the disk is full"})

    with opened(chromium, server, size=PHONE) as studio:
        page = studio.page
        page.route("**/v1/files", failing)
        page.reload()
        page.get_by_text("with errors").wait_for()
        page.get_by_role("alert").get_by_text("the disk is full").wait_for()
        stat(studio, "Errors", "2")
        shown = page.get_by_role("group").filter(has_text="Could not be read (2)")
        expect(shown.get_by_text("permission denied")).to_be_visible()
        expect(shown.get_by_text(HOSTILE[0])).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_workspace_is_accessible_on_a_phone(chromium: Any, server: RunningServer, theme: str) -> None:
    with opened(chromium, server, size=PHONE, theme=theme, bypass_csp=True) as studio:
        studio.button("Sync now").click()
        studio.page.get_by_text("in step with the files").wait_for()
        no_serious_findings(studio.page)
        assert studio.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_somebody_who_only_reads_sees_the_state_and_syncs_nothing(chromium: Any, server: RunningServer) -> None:
    with opened(chromium, server, role="read", user="default") as studio:
        studio.page.get_by_text("in step with the files").wait_for()
        expect(studio.button("Sync now")).to_have_count(0)


def test_files_of_somebody_else_are_not_asked_for(chromium: Any, server: RunningServer) -> None:
    """Nor do they leave an error in the console, which would fail this test."""
    with opened(chromium, server, user="ana") as studio:
        studio.page.get_by_text("A folder of Markdown files on the server can be memory too").wait_for()


def test_a_passage_tells_the_very_lines_of_its_file(chromium: Any, server: RunningServer) -> None:
    with opened(chromium, server) as studio:
        studio.page.get_by_text("in step with the files").wait_for()
        user = server.tenants.settings.workspace_user
        passage = studio.memory.search("Where does the router hang?", user=user, layers=["document"])[0].record
        studio.go(f"memory/{passage.id}")
        assert passage.provenance.reference == "MEMORY.md#L1-L3"
        studio.page.get_by_role("link", name="MEMORY.md#L1-L3").click()
        lines = studio.page.get_by_role("dialog", name="Router").locator("[aria-current]")
        lines.get_by_text("The router hangs in the hall.").wait_for()
        expect(lines).to_contain_text("MEMORY.md#L1-L3")

"""Days in the names of files."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.ingest.files.dates import date_of


@pytest.mark.feature("RT-15")
@pytest.mark.parametrize("name", ["memory/2026-02-10.md", "memory/2026-02-10-router.md", "memory/a/2026-02-10_x.md"])
def test_a_dated_file_is_about_its_day(name: str) -> None:
    assert date_of(name) == datetime(2026, 2, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "name",
    [
        "MEMORY.md",
        "memory/network.md",
        "memory/2026-02-31.md",
        "memory/2026-13-01.md",
        "memory/2026-02-101.md",
        "memory/0000-01-01.md",
        "memory/notes-2026-02-10.md",
        "memory/2026-02-10/notes.md",
        "memory/٢٠٢٦-٠٢-١٠.md",
    ],
)
def test_what_begins_with_no_day_of_the_calendar_has_none(name: str) -> None:
    assert date_of(name) is None

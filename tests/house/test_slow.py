"""What `make test-fast` leaves out is there: a file that was moved must be listed by its new name."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import SLOW_FILES

TESTS = Path(__file__).resolve().parents[1]


def test_every_file_that_is_called_slow_exists() -> None:
    assert [name for name in sorted(SLOW_FILES) if not (TESTS / f"{name}.py").is_file()] == []

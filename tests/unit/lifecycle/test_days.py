"""A period that is told by its days has a first day, and is over after its last."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.lifecycle.days import as_known, is_over

SAID = datetime(2026, 2, 5, tzinfo=UTC)
FIRST = datetime(2026, 4, 6, tzinfo=UTC)


@pytest.mark.parametrize("line", ["Ana is off from 6 to 17 April", "Ana's holiday is 6-17 April"])
def test_a_period_is_known_by_its_first_day_and_over_after_its_last(line: str) -> None:
    assert as_known(line, FIRST, SAID) == "2026-04-06"
    assert not is_over(line, FIRST, SAID, datetime(2026, 4, 17, 12, tzinfo=UTC))
    assert is_over(line, FIRST, SAID, datetime(2026, 4, 18, 12, tzinfo=UTC))


def test_a_period_gone_by_is_known_by_its_first_day() -> None:
    line = "Ana was in Rome from 5 to 8 January"
    assert as_known(line, datetime(2026, 1, 5, tzinfo=UTC), SAID) == "2026-01-05"

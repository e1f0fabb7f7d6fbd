"""Patterns of people: what could hang or does nothing is refused with its reason."""

from __future__ import annotations

import pytest

from recollect.errors import ConfigError
from recollect.rules.patterns import checked


@pytest.mark.parametrize(
    "pattern, says",
    [
        ("(", "not a regular expression"),
        ("a*", "matches nothing"),
        ("(a+)+b", "without end"),
        ("(?:(?:[x)]*y)+z)*b", "without end"),
        (r"(?:a|b{2,})+c", "without end"),
        ("a" * 2000, "at most"),
    ],
)
def test_a_pattern_that_cannot_work_is_refused(pattern: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        checked(pattern, "it")


@pytest.mark.parametrize("pattern", [r"(?:ab{1,3})+c", r"[(+]+x", r"\(a+\)+", r"(a+)b+", r"[]+)]+a", r"[^]+]+a"])
def test_harmless_patterns_are_accepted(pattern: str) -> None:
    assert checked(pattern, "it").pattern == pattern

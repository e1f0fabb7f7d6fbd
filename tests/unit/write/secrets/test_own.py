"""A person's own patterns: used like ours, and refused when they could not work or could hang."""

from __future__ import annotations

import pytest

from recollect.errors import ConfigError
from recollect.write.secrets import Options, Own, mask


def test_an_own_pattern_masks_its_group_or_all_of_it() -> None:
    options = Options(
        own=(Own(kind="door code", pattern=r"door code is (?P<secret>\d{4})"), Own(kind="badge", pattern=r"B-\d{6}"))
    )
    masked = mask("the door code is 1234 and my badge B-123456", options)
    assert masked == ("the door code is [secret: door code] and my badge [secret: badge]", ("door code", "badge"))
    assert mask(masked.text, options).text == masked.text


def test_an_own_function_may_find_more() -> None:
    def dana(text: str) -> list[tuple[int, int, str]]:
        place = text.find("Dana")
        return [(place, place + 4, "name")] if place >= 0 else []

    assert mask("ask Dana about it", Options(hook=dana)).text == "ask [secret: name] about it"


@pytest.mark.parametrize("place", [(0, 0, "x"), (-1, 2, "x"), (0, 99, "x"), (0, 1, "Bad Kind")])
def test_a_function_that_answers_nonsense_is_an_error(place: tuple[int, int, str]) -> None:
    with pytest.raises(ConfigError, match="hook"):
        mask("text", Options(hook=lambda text: [place]))


@pytest.mark.parametrize(
    "kind, pattern, says",
    [
        ("x", "(", "not a regular expression"),
        ("x", "a*", "matches nothing"),
        ("x", "(a+)+b", "without end"),
        ("x", "(?:(?:[x)]*y)+z)*b", "without end"),
        ("x", "a" * 2000, "at most"),
        ("No", "a", "small letters"),
        ("", "a", "small letters"),
    ],
)
def test_a_pattern_that_cannot_work_is_refused(kind: str, pattern: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        Options(own=(Own(kind=kind, pattern=pattern),))


@pytest.mark.parametrize("pattern", [r"(?:ab{1,3})+c", r"[(+]+x", r"\(a+\)+", r"(a+)b+", r"[]+)]+a"])
def test_harmless_patterns_are_accepted(pattern: str) -> None:
    assert Options(own=(Own(kind="x", pattern=pattern),)).kinds == {"x"}


def test_there_is_a_limit_to_their_number() -> None:
    with pytest.raises(ConfigError, match="at most"):
        Options(own=tuple(Own(kind="x", pattern="a") for _ in range(101)))

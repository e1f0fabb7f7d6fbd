"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from recollect.rules.late import late


def test_nothing_is_compiled_before_the_first_use() -> None:
    broken = late("(")
    with pytest.raises(re.error):
        broken.search("anything")


def test_it_answers_as_the_compiled_pattern_does() -> None:
    made, compiled = late(r"(?P<word>a+)\b", re.IGNORECASE), re.compile(r"(?P<word>a+)\b", re.IGNORECASE)
    text = "Aa baa a"
    assert [match.span() for match in made.finditer(text, 1)] == [match.span() for match in compiled.finditer(text, 1)]
    assert made.sub("-", text) == compiled.sub("-", text)
    assert made.split(text) == compiled.split(text)
    assert (made.pattern, made.flags, made.groups) == (compiled.pattern, compiled.flags, compiled.groups)
    assert made.fullmatch("AA") is not None
    assert made.match("b") is None


def test_after_the_first_use_its_methods_are_those_of_the_compiled_pattern() -> None:
    made = late("a")
    made.search("a")
    assert vars(made)["match"].__self__ == re.compile("a")


def test_what_a_pattern_does_not_have_it_does_not_have_either() -> None:
    with pytest.raises(AttributeError):
        _ = late("a").nothing  # type: ignore[attr-defined]

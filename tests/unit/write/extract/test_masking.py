"""What is hidden before reading: code, quotations, pasted texts and secrets. The length never changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.write.extract.masking import QUOTED, SECRET, mask, tail


@pytest.mark.parametrize(
    "text, hidden, kept",
    [
        ("My dad says 'measure twice, cut once' a lot", "measure", "My dad says"),
        ("My favourite book is 'The Left Hand of Darkness'", "", "Darkness"),
        ("I live in 'Dune' country", "", "Dune"),
        ("it's Ana's dog and the boys' room", "", "Ana's dog and the boys' room"),
        ("Look:\n```\nx = 1\n```\nwhy?", "x = 1", "why?"),
        ("Customer ticket: My box went to Ghent", "Ghent", "Customer ticket"),
        ("After the review: we use flags", "", "we use flags"),
        ("Q: Where do you live? A: I live in Boston.", "Boston", "Q:"),
        ("Q: I live in Oslo, is there a ferry?", "", "I live in Oslo"),
        ("Traceback (most recent call last):\nI like it", "Traceback", "I like it"),
        ("my password is hunter22", "hunter22", ""),
    ],
)
def test_only_the_words_of_the_speaker_stay(text: str, hidden: str, kept: str) -> None:
    masked = mask(text)
    assert kept in masked
    assert not hidden or hidden not in masked
    assert len(masked) == len(text)


def test_a_place_where_something_was_hidden_can_be_seen() -> None:
    assert QUOTED in mask('she said "I am leaving you now"')
    assert SECRET in mask("my pin is 4821")


@given(st.text(max_size=300))
def test_the_length_of_any_text_stays(text: str) -> None:
    assert len(mask(text)) == len(text)


@given(st.text(max_size=200), st.integers(min_value=1, max_value=100))
def test_the_tail_is_an_end_of_the_text_within_its_bytes(text: str, size: int) -> None:
    end = tail(text, size)
    assert text.endswith(end)
    assert len(end.encode("utf-8", "surrogatepass")) <= max(size, 0) or end == text


@pytest.mark.parametrize(
    "text, kept",
    [
        ("my steam username is frostbite", True),
        ("my username on github is tlindqvist, and I like it", True),
        ("my username is frostbite and my pin is 4821", False),
        ("my username is frostbite. The password you know.", False),
        ("my username is frostbite / Spring99", False),
        ("username: frostbite Spring99", False),
        ("my username is frostbite:Spring99", False),
        ("my login is frostbite", False),
    ],
)
def test_a_user_name_is_hidden_only_where_it_may_be_a_way_in(text: str, kept: bool) -> None:
    assert ("frostbite" in mask(text) or "tlindqvist" in mask(text)) is kept

"""Cues are found word by word, in any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.rules import cues


@pytest.mark.parametrize(
    "text, bit, there",
    [
        ("Where do you keep the tea?", cues.IS_QUESTION, True),
        ("Where? I know where it is, it stands beside the big blue kettle.", cues.IS_QUESTION, False),
        ("It cost 40 euros", cues.HAS_NUMBER, True),
        ("We have three cats", cues.HAS_NUMBER, True),
        ("One of us", cues.HAS_NUMBER, False),
        ("We met on Tuesday.", cues.HAS_DATE, True),
        ("That was in May", cues.HAS_DATE, True),
        ("That may be", cues.HAS_DATE, False),
        ("back in 1998, I think", cues.HAS_DATE, True),
        ("at 10:30", cues.HAS_DATE, True),
        ("Ana, I’m late", cues.FIRST_PERSON, True),
        ("Ana is late", cues.FIRST_PERSON, False),
        ("You're early", cues.SECOND_PERSON, True),
        ("My favourite is rye bread", cues.PREFERENCE_CUE, True),
        ("Always answer in French", cues.INSTRUCTION_CUE, True),
        ("I no longer eat meat", cues.UPDATE_CUE, True),
        ("we flew to Lisbon together", cues.HAS_NAME, True),
        ("Nothing new. Everything is fine.", cues.HAS_NAME, False),
        ("then I said so", cues.HAS_NAME, False),
        ("call run() now", cues.HAS_CODE, True),
        ("call me now", cues.HAS_CODE, False),
    ],
)
def test_a_cue_is_seen_or_not(text: str, bit: int, there: bool) -> None:
    assert bool(cues.flags(text) & bit) is there


@given(st.text(max_size=300))
def test_any_text_has_flags_that_fit_a_column(text: str) -> None:
    assert 0 <= cues.flags(text) < 1 << 16
    assert cues.flags(text) == cues.flags(text)


def test_no_text_has_no_flags() -> None:
    assert cues.flags("") == 0

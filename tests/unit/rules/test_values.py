"""Values are found in running text, in one spelling, with what they count."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recollect.rules.values import VALUES_MAX, WORDS_MAX, may_hold_values, pieces, values


def found(text: str) -> list[tuple[str, str]]:
    return [(value.kind, value.amount) for value in values(pieces(text))]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("I have 8 cards", [("number", "8")]),
        ("now a total of ten cards.", [("number", "10")]),
        ("1,200 words, or 1200", [("number", "1200"), ("number", "1200")]),
        ("improved to 78%.", [("percent", "78")]),
        ("about 12 percent", [("percent", "12")]),
        ("it costs $1,350 a month", [("money", "1350")]),
        ("29 euros", [("money", "29")]),
        ("on April 21 at 3 PM", [("date", "april 21"), ("time", "3pm")]),
        ("the 21st of June", [("date", "june 21")]),
        ("15 May", [("date", "may 15")]),
        ("every Wednesday", [("date", "wednesday")]),
        ("at 9:30am", [("time", "9:30am")]),
        ("runs in 250ms", [("number", "250")]),
        ("it's been a month now", [("number", "1")]),
        ("finished my fifth issue", [("number", "5")]),
        ("scored 8/10", [("number", "8/10")]),
        ("may I march on?", []),
        ("in 2024", []),
        ("Dr. No", []),
        ("", []),
    ],
)
def test_a_value_has_a_kind_and_one_spelling(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text, unit",
    [
        ("12 conditional probability problems", ("condit", "probabl", "problem")),
        ("8 cards, all new", ("card",)),
        ("reached 165, and", ()),
        ("3 of them", ()),
        ("250ms", ("ms",)),
    ],
)
def test_what_a_number_counts_is_what_follows_it_up_to_a_pause_or_a_small_word(
    text: str, unit: tuple[str, ...]
) -> None:
    assert values(pieces(text))[0].unit == unit


def test_a_title_ends_no_sentence() -> None:
    assert [piece.low for piece in pieces("Dr. Okafor left. Fine.") if piece.ends] == ["left", "fine"]


def test_a_long_text_is_read_up_to_a_limit() -> None:
    assert len(pieces("word " * 5000)) == WORDS_MAX
    assert len(values(pieces("7 " * 5000))) == VALUES_MAX


@pytest.mark.parametrize("sign", ["", ".", ",", "!", "?", ";", ":"])
@pytest.mark.parametrize("word", "work the dr monday fridays once two second a an noon may sept percent iss".split())
def test_a_word_of_small_letters_is_read_like_one_in_quotation_marks(word: str, sign: str) -> None:
    [plain], [quoted] = pieces(word + sign), pieces(f'"{word}{sign}"')
    assert plain == quoted


@given(st.text("ab two for week May's monday“”‘’()'!-–.,:5€%²٣", max_size=40))
@settings(max_examples=400, deadline=None)
def test_a_text_that_holds_a_value_is_never_passed_over(text: str) -> None:
    assert may_hold_values(text) or not values(pieces(text))


@pytest.mark.parametrize(
    "text, may",
    [
        ("I have two cats.", True),
        ("He comes on “Monday’s” train.", True),
        ("Once, (twice)", True),
        ("It costs €5.", True),
        ("It has been a week.", True),
        ("For an\nhour!", True),
        ("She sleeps all week.", False),
        ("The cat sat on the mat near the window.", False),
    ],
)
def test_most_texts_can_hold_no_value(text: str, may: bool) -> None:
    assert may_hold_values(text) is may

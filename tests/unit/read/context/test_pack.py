"""Packing: what answers best for its size, headings paid once, something shorter where the whole does not fit."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import pytest

from recollect.model.context import Line
from recollect.read.context.pack import Offer, Packing, Spares, fill_in_order


def offer(text: str, worth: float, *, heading: str = "h", section: str = "excerpts", short: str | None = None) -> Offer:
    return Offer(
        section=section,
        heading=heading,
        make=partial(Line, text=text, heading=heading),
        size=len(text),
        worth=worth,
        short=None if short is None else partial(offer, short, worth, heading=heading, section=section),
    )


def packing(budget: int | None, **caps: int) -> Packing:
    """A letter is a token; a heading costs its letters, a title two."""
    return Packing(
        budget=budget,
        caps=caps,
        line_tokens=lambda section, line: len(line.text),
        heading_tokens=lambda section, heading: len(heading) or 2,
    )


def texts(made: Packing, offers: list[Offer]) -> list[str]:
    return [line.text for lines in made.fill(offers).lines.values() for line in lines]


def test_a_long_line_gives_way_to_several_short_ones_that_are_nearly_as_good() -> None:
    offers = [offer("x" * 90, 0.5), *(offer(letter * 20, 0.4) for letter in "abcd")]
    assert sorted(text[0] for text in texts(packing(90), offers)) == ["a", "b", "c", "d"]


def test_the_best_line_wins_when_it_is_much_better() -> None:
    offers = [offer("x" * 80, 0.9), *(offer(letter * 20, 0.05) for letter in "abcd")]
    assert texts(packing(90), offers) == ["x" * 80]


@pytest.mark.parametrize("budget", [0, 5, 20, 33, 100])
def test_no_budget_is_exceeded(budget: int) -> None:
    offers = [offer(letter * 10, 0.5, heading=letter) for letter in "abcdefgh"]
    packed = packing(budget).fill(offers)
    assert sum(packed.tokens.values()) <= budget
    assert sum(len(lines) for lines in packed.lines.values()) + sum(packed.left_out.values()) == len(offers)


def test_a_section_has_its_own_limit() -> None:
    offers = [offer(letter * 10, 0.5, section="recaps") for letter in "abc"] + [offer("d" * 10, 0.1)]
    packed = packing(None, recaps=25).fill(offers)
    assert {name: len(lines) for name, lines in packed.lines.items()} == {"recaps": 2, "excerpts": 1}
    assert packed.left_out["recaps"] == 1


def test_lines_under_a_heading_that_is_there_anyway_are_cheaper() -> None:
    long = "a heading that takes many letters"
    offers = [offer("a" * 10, 0.9), offer("b" * 10, 0.5), offer("c" * 10, 0.52, heading=long)]
    assert texts(packing(30), offers) == ["a" * 10, "b" * 10]


def test_something_shorter_takes_the_place_of_what_does_not_fit() -> None:
    packed = packing(30).fill([offer("x" * 50, 0.9, short="x" * 10), offer("y" * 15, 0.1)])
    assert [line.text for line in packed.lines["excerpts"]] == ["y" * 15, "x" * 10]
    assert not packed.left_out


def test_something_shorter_of_what_is_worth_most_comes_before_what_is_worth_much_less() -> None:
    slight = [offer(letter * 10, 0.1) for letter in "abcdefgh"]
    packed = packing(63).fill([offer("x" * 900, 0.9, short="x" * 20), *slight])
    assert [line.text[0] for line in packed.lines["excerpts"]] == ["x", "a", "b", "c", "d"]
    assert packed.left_out == {"excerpts": 4}
    assert packed.tokens["excerpts"] == 63


def test_what_is_nearly_as_good_and_what_stands_elsewhere_does_not_give_way() -> None:
    long = offer("x" * 900, 0.3, short="x" * 20)
    for others in ([offer(letter * 10, 0.1) for letter in "abcdefgh"],
                   [offer(letter * 10, 0.01, section="memories") for letter in "abcdefgh"],
                   [offer("a" * 10, 0.01), *(offer(letter * 10, 0.1) for letter in "bcdefgh")]):  # fmt: skip
        packed = packing(63).fill([long, *others])
        assert "x" not in {line.text[0] for lines in packed.lines.values() for line in lines}


@pytest.mark.parametrize("order, cost", [("AAA", 31), ("ABA", 33), ("AAB", 32)])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_name_is_paid_once_for_what_one_says_in_a_row(order: str, cost: int, first: int) -> None:
    """Whichever line is taken first: a name is one token, a line ten with it, title and heading are paid apart."""
    said = [
        Offer(
            section="excerpts",
            heading="h",
            make=partial(Line, text=str(place), lead=lead, heading="h"),
            size=10,
            worth=1.0 if place == first else 0.5,
            place=(datetime(2026, 5, 8, tzinfo=UTC), "s", place),
        )
        for place, lead in enumerate(order)
    ]
    made = Packing(
        budget=100,
        caps={},
        line_tokens=lambda section, line: 10,
        heading_tokens=lambda section, heading: 3 if not heading else 0,
        name_tokens=lambda line: Spares(again=1),
    )
    assert made.fill(said).tokens["excerpts"] == cost


def test_in_order_means_in_order_and_what_does_not_fit_is_passed_over() -> None:
    given = [Line(text="aaaa"), Line(text="b" * 50), Line(text="cc")]
    chosen, spent = fill_in_order(
        given, budget=10, line_tokens=lambda line: len(line.text), heading_tokens=lambda heading: 1
    )
    assert [line.text for line in chosen] == ["aaaa", "cc"]
    assert spent == 7


def test_what_is_expected_to_be_counted_is_let_go_in_the_end() -> None:
    """Whoever counts would hold the texts of whoever asked last."""
    expected: list[list[str]] = []
    made = Packing(
        budget=50,
        caps={},
        line_tokens=lambda section, line: len(line.text),
        heading_tokens=lambda section, heading: 0,
        expect=lambda texts: expected.append(list(texts)),
    )
    made.fill([Offer("memories", "", lambda: Line(text="Ana"), 3.0, 0.5, "Ana")])
    assert expected == [["Ana"], []]

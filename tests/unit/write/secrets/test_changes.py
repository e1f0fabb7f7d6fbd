"""The second value goes with the first, and nothing else does."""

from __future__ import annotations

import pytest

from recollect.write.secrets import mask
from recollect.write.secrets.changes import find, referred
from recollect.write.secrets.values import source_of

AFTER = "my password is [secret: password]"


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in find(source_of(text))]


@pytest.mark.parametrize(
    "behind, value",
    [
        (", sorry, I meant swordfish.", "swordfish"),
        (", but now it's Kestrel19", "Kestrel19"),
        (". The old one was swordfish.", "swordfish"),
        (". Before that it was swordfish.", "swordfish"),
        (", it used to be popcorn98 for years", "popcorn98"),
        (" or popcorn98", "popcorn98"),
        (" at home and at work. The new one is Kestrel19", "Kestrel19"),
        (", jetzt ist es Katze123", "Katze123"),
    ],
)
def test_what_is_told_of_the_same_password_is_found(behind: str, value: str) -> None:
    assert found(AFTER + behind) == [value]


@pytest.mark.parametrize(
    "behind",
    [
        "",
        ". Sorry about that.",
        ". I mean, everyone knows.",
        ", but now it's summer",
        ". The old one was too short.",
        ", it's 10am",
        " or so",
        ' and my dog is called "Rex"',
        "; the second one is 2024",
    ],
)
def test_what_is_told_of_something_else_is_not(behind: str) -> None:
    assert found(AFTER + behind) == []


def test_a_password_that_was_changed_goes_with_the_one_it_became() -> None:
    assert found("from swordfish to [secret: password]") == ["swordfish"]
    assert found("from hunter2 to [secret: password]") == ["hunter2"]
    assert found("from home to [secret: password]") == []
    assert found("from 2019 to [secret: password]") == []


def test_a_pin_goes_with_digits_only() -> None:
    assert found("PIN [secret: pin], now it's 4821") == ["4821"]
    assert found("PIN [secret: pin], now it's Kestrel19") == []
    assert found("PIN [secret: pin], it is 2024 now") == []
    assert found("PIN [secret: pin], I meant 2024") == ["2024"]
    assert found("PIN [secret: pin], it was 1500 steps") == []


def test_a_list_of_passwords_is_read_to_its_end() -> None:
    assert found("my passwords are [secret: password], hunter2, popcorn99 and Kestrel19") == [
        "hunter2",
        "popcorn99",
        "Kestrel19",
    ]
    assert found("my password is [secret: password], hunter2, popcorn99") == []


@pytest.mark.parametrize("sign", [", ", " or "])
def test_however_many_follow_they_are_masked_at_once(sign: str) -> None:
    once = mask(f"my passwords are {sign.join(f'hunter{number}x' for number in range(500))}").text
    assert "hunter" not in once


def test_what_stands_behind_another_mask_is_told_of_that_one() -> None:
    assert found("[secret: pin], [secret: password]. The old one was swordfish.") == ["swordfish"]


@pytest.mark.parametrize(
    "behind, changing, value",
    [
        (" today, the new one is Kestrel19", True, "Kestrel19"),
        (" today, the new one is Kestrel19", False, None),
        (", it's p4ssw0rd!", False, "p4ssw0rd!"),
        (", it's windows10", False, None),
        (" somewhere\n\nit's p4ssw0rd!", False, None),
    ],
)
def test_without_a_value_beside_the_name_only_a_strange_one_counts(
    behind: str, changing: bool, value: str | None
) -> None:
    text = "the password" + behind
    place = referred(source_of(text), len("the password"), changing=changing)
    assert (text[place.start : place.end] if place else None) == value

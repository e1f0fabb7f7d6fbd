"""When two names mean the same."""

from __future__ import annotations

import pytest

from recollect.rules.naming import better_name, better_type, key_of, shown


@pytest.mark.parametrize(
    "name, key",
    [
        ("Dr. Ana Silva's", "ana silva"),
        ("ANA  silva", "ana silva"),
        ("Añá", "ana"),
        ("Acme Corp.", "acme"),
        ("the Acme Inc", "acme"),
        ("Acme GmbH & Co. KG", "acme"),
        ("Wren & Co", "wren"),
        ("Brandt & Kollegen", "brandt & kollegen"),
        ("Project Nova", "nova"),
        ("Inc.", "inc"),
        ("Dr.", "dr"),
        ("'s", "s"),
        ("...", ""),
        ("住友", "住友"),
    ],
)
def test_names_fold_to_a_key(name: str, key: str) -> None:
    assert key_of(name) == key


def test_the_name_shown_is_the_one_that_says_most() -> None:
    assert shown("the Acme's") == "Acme"
    assert better_name("Ana", "Ana Silva") == "Ana Silva"
    assert better_name("Ana Silva", "Ana") == "Ana Silva"
    assert better_name("Ana Silva", "ANA SILVA") == "Ana Silva"
    assert (better_type("concept", "person"), better_type("person", "company")) == ("person", "person")

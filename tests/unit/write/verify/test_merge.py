"""One text out of two that are both true."""

from __future__ import annotations

import pytest

from recollect.write.verify.merge import merged


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize(
    "old, new, text",
    [
        ("Has a cat from a shelter", "my cat is a Maine Coon", "Has a cat from a shelter; my cat is a Maine Coon"),
        ("Has a cat", "my cat is a Maine Coon", "my cat is a Maine Coon"),
        ("Wedding on 13 September.", "the wedding is in Ghent", "Wedding on 13 September. The wedding is in Ghent."),
        ("Has a cat", "Has a cat called Luna", "Has a cat called Luna"),
        ("Has a cat called Luna", "has a cat", "Has a cat called Luna"),
        ("Plays chess", "Plays chess. Also coaches juniors.", "Plays chess. Also coaches juniors."),
        ("猫を飼っています", "名前はハチです", "猫を飼っています。名前はハチです"),
        ("", "Has a cat", "Has a cat"),
        ("Has a cat", "", "Has a cat"),
    ],
)
def test_both_details_are_kept_and_nothing_is_said_twice(old: str, new: str, text: str) -> None:
    assert merged(old, new) == text

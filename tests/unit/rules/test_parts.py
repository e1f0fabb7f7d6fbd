"""The words among the parts of a message."""

from __future__ import annotations

from typing import Any

import pytest

from recollect.errors import InvalidInput
from recollect.rules.parts import require_words, words

IMAGE = {"type": "image_url", "image_url": {"url": "x"}}


@pytest.mark.parametrize(
    "parts, said",
    [
        (["plain"], "plain"),
        (["one", {"type": "text", "text": "two"}], "one\ntwo"),
        ([{"type": "input_text", "text": "asked"}, IMAGE, {"type": "output_text", "text": "told"}], "asked\ntold"),
        ([{"text": "without a type"}, {"type": None, "text": "or none"}], "without a type\nor none"),
        ([{"type": "text", "text": ""}], ""),
        ([{"type": "thinking", "text": "hm"}, {"type": ["text"], "text": "odd"}, {"type": "text", "text": 7}, 7], None),
        ([], None),
    ],
)
def test_what_is_text_is_taken_and_nothing_else(parts: list[Any], said: str | None) -> None:
    assert words(parts) == said


def test_parts_without_a_text_one_are_called_so() -> None:
    with pytest.raises(InvalidInput, match="no text part among its image_url, int without a type; there is nothing"):
        require_words([IMAGE, 7, IMAGE])
    with pytest.raises(InvalidInput, match=r"t4, …;"):
        require_words([{"type": f"t{number}"} for number in range(9)])
    require_words([])
    require_words([IMAGE, ""])

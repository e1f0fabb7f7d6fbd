"""Which words of a text answer to a question."""

from __future__ import annotations

import pytest

from recollect.engine.highlight import spans


@pytest.mark.parametrize(
    "question, text, words",
    [
        ("where does she live", "Ana lives in Lisbon", ["lives"]),
        ("दिल्ली", "मैं दिल्ली में रहता हूँ", ["दिल्ली"]),
        ("சென்னை", "நான் சென்னை நகரில் வாழ்கிறேன்", ["சென்னை"]),
    ],
)
def test_a_word_is_found_whole(question: str, text: str, words: list[str]) -> None:
    assert [text[start:end] for start, end in spans(question, text)] == words

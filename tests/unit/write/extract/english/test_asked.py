"""Whether something is asked for beside what is told."""

from __future__ import annotations

import pytest

from recollect.write.extract.english.asked import asks
from recollect.write.extract.sentences import sentences


@pytest.mark.parametrize(
    "text",
    [
        "I have 3 kids. Suggest games for them.",
        "I have 3 cats, suggest toys",
        "I weigh 80 kg. How many push-ups should I do?",
        "My train leaves at 8am. Wake me up.",
        "I live in Oslo. Looking for a hotel.",
        "I live in Oslo and need a hotel",
        "I'm 45, tips?",
    ],
)
def test_something_is_asked_for(text: str) -> None:
    assert asks(text, sentences(text))


@pytest.mark.parametrize(
    "text", ["I have 3 kids.", "My budget is 10k and I own a boat.", "My interview is on Monday. I'm nervous!", ""]
)
def test_something_is_told_only(text: str) -> None:
    assert not asks(text, sentences(text))

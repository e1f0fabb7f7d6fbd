"""What came in the place of what is over comes first where it is asked for; what was only told beside it does not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recollect import Memory

FIRST = datetime(2026, 1, 5, 10, tzinfo=UTC)
LATER = FIRST + timedelta(days=40)


def first_hit(folder: Path, known: str, told: list[str], question: str) -> str:
    with Memory(folder / "m.db", synchronous="normal") as memory:
        memory.add([{"role": "user", "content": known, "occurred_at": FIRST}], user="u", session="1")
        turns = [{"role": "user", "content": text, "occurred_at": LATER} for text in told]
        memory.add(turns, user="u", session="2")
        memory.flush()
        return memory.search(question, user="u", k=1, now=LATER + timedelta(days=1))[0].content


@pytest.mark.parametrize(
    "known, told, question, answer",
    [
        ("I drive a Corsa", ["sold the Corsa, I drive a Fabia now"], "What car do I drive?", "Fabia"),
        ("I drive a Corsa", ["sold the Corsa", "I drive a Fabia now"], "What car do I drive?", "Fabia"),
        ("I drive a Corsa", ["sold the Corsa, I drive a Fabia now"], "Do I still drive the Corsa?", "Corsa"),
        ("I drive a Corsa", ["sold the Corsa", "bought a Dyson vacuum"], "What car do I drive?", "Corsa"),
        ("I go to PureGym", ["I quit PureGym. I take Ritalin now"], "Which gym do I go to?", "PureGym"),
        ("I work at Siemens", ["I quit Siemens", "Anna works at Google now"], "Where do I work?", "Siemens"),
    ],
)
def test_what_there_is_now_comes_first(tmp_path: Path, known: str, told: list[str], question: str, answer: str) -> None:
    assert answer in first_hit(tmp_path, known, told, question)


def test_a_correction_of_what_was_comes_above_it(tmp_path: Path) -> None:
    told = "I said 31 years at St Aidan's but I looked at the certificate and it was 33."
    known = "I taught at St Aidan's Primary for 31 years before I retired."
    assert "33" in first_hit(tmp_path, known, [told], "How many years did I teach at St Aidan's?")

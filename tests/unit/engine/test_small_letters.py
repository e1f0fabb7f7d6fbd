"""People type small letters in chats: a new home or employer takes the place of the old one all the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from recollect import Memory

FIRST = datetime(2026, 10, 1, 9, tzinfo=UTC)


def over(memory: Memory, *turns: str) -> list[str]:
    for number, turn in enumerate(turns):
        said = {"role": "user", "content": turn, "occurred_at": FIRST + timedelta(days=20 * number)}
        memory.add([said], user="ana", session=f"s{number}")
        memory.sync()
    return [record.content for record in memory.list(user="ana", layers=["memory"], status=["superseded"])]


@pytest.mark.parametrize(
    "before, after, ended",
    [
        ("i live in porto", "i moved to lisbon", "User lives in porto"),
        ("i live in porto", "i live in lisbon now", "User lives in porto"),
        ("i live in porto with my cat", "i moved to ulm last week", "User lives in porto with their cat"),
        ("i live in new york", "i moved to san francisco", "User lives in new york"),
        ("I live in Porto", "i moved to lisbon", "User lives in Porto"),
        ("my sister lives in porto", "my sister moved to lisbon", "User's sister lives in porto"),
        ("i work at google", "i work at stripe now", "User works at google"),
        ("i work at google", "i now work at barclays", "User works at google"),
        ("ich wohne in köln", "ich bin nach mainz gezogen", "User wohnt in köln"),
        ("ich arbeite bei siemens", "ich arbeite jetzt bei bosch", "User arbeitet bei siemens"),
        ("vivo en bilbao", "me mudé a vigo", "User vive en bilbao"),
        ("j'habite à lyon", "j'ai déménagé à brest", "User habite à lyon"),
        ("abito a roma", "mi sono trasferita a milano", "User abita a roma"),
    ],
)
def test_another_home_or_employer_ends_the_one_before(memory: Memory, before: str, after: str, ended: str) -> None:
    assert over(memory, before, after) == [ended]


@pytest.mark.parametrize(
    "before, after",
    [
        ("i live in porto", "i moved to vscode"),
        ("i live in porto", "i moved to marketing"),
        ("I live in Berlin.", "I moved to insulin last month."),
        ("I live in Berlin.", "I moved to oat milk."),
        ("I live in Berlin.", "I moved to backend in May."),
        ("My wife lives in Berlin.", "My wife moved to oncology."),
        ("I live in Berlin.", "I live in denim"),
        ("I live in Berlin.", "I live in unit 12"),
        ("i work at google", "i work for hire"),
        ("vivo en bilbao", "vivo en pijama"),
        ("i live in porto", "i moved to keto"),
        ("i live in porto", "i live in fear"),
        ("i live in porto", "i live in student housing"),
        ("i live in porto", "i moved to a bigger flat"),
        ("i live in porto", "my sister lives in lisbon"),
        ("i live in porto", "i used to live in lisbon"),
        ("i live in porto", "i want to move to lisbon"),
        ("i work at google", "i work at night"),
        ("i work at google", "i work for recognition"),
        ("i work at google", "i work for free on sundays"),
        ("i work at google", "i worked at stripe before"),
        ("ich wohne in köln", "ich wohne in miete"),
        ("vivo en bilbao", "vivo en pareja"),
    ],
)
def test_what_is_no_other_place_ends_nothing(memory: Memory, before: str, after: str) -> None:
    assert over(memory, before, after) == []

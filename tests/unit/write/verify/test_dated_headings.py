"""Entries that are written down by date are all kept, however alike they are."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.judge import SUPERSEDE
from tests.unit.write.verify.conftest import Judge

ENTRIES = """[2024-03-01] Weight: 82 kg | [2024-04-01] Weight: 79 kg
Visit 2024-11-02: blood pressure 140/90 | Visit 2025-03-04: blood pressure 120/80
Visit 2 May 2025: took 5 mg | Visit 9 May 2025: took 10 mg
May 3rd, 2025 - dose 5 mg | May 9th, 2025 - dose 10 mg
Besuch 02.11.2024: Blutdruck 140/90 | Besuch 04.03.2025: Blutdruck 120/80
Visit 2024-11-02: lives alone | Visit 2025-03-04: lives with her son""".splitlines()

VALUES = """2024-05-01: User lives in Berlin | 2024-09-01: User lives in Hamburg
As of 2024-05-01: User lives in Berlin | As of 2024-09-01: User lives in Hamburg
[2024-05-01] User works at Acme | [2024-09-01] User now works at Globex
2024-05-01: User is single. | 2024-09-01: User is married.
[1 May 2024] My favourite band is Muse | [1 June 2024] My favourite band is Blur
User's weight is 82 kg | User's weight is 79 kg
Weight: 82 kg | Weight: 79 kg
User was born on 1 May 1990: in Rome | User was born on 2 May 1990: in Rome""".splitlines()


@pytest.mark.parametrize("line", ENTRIES)
def test_an_entry_replaces_no_other(line: str, decide: Judge) -> None:
    assert decide(*line.split(" | ")).label == "keep_both"


@pytest.mark.parametrize("line", VALUES)
def test_a_value_under_no_heading_or_under_nothing_but_a_date_replaces_the_one_before(line: str, decide: Judge) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE


def test_a_diary_of_a_year_is_kept_whole(memory: Memory) -> None:
    entries = [f"2025-{month:02}-01: weight {90 - month} kg, blood pressure {140 - month}/80" for month in range(1, 13)]
    for entry in entries:
        memory.add(entry, user="u")
    assert {record.content for record in memory.list(user="u")} == set(entries)

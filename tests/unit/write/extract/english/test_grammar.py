"""Verbs whose past looks like their present: whether something was done once, or is done again and again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 2, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    "said, content",
    [
        ("i hit my head on monday", "User hit their head on monday"),
        ("i put in my notice on friday", "User put in their notice on friday"),
        ("i shut down my shop in march", "User shut down their shop in march"),
        ("i split up with anna in june", "User split up with anna in june"),
        ("I hurt my back in May", "User hurt their back in May"),
        ("i hit the gym on monday", "User hits the gym on monday"),
        ("i hit the gym on mondays", "User hits the gym on mondays"),
        ("i usually cut my hair on friday", "User usually cuts their hair on friday"),
        ("i put my bins out on monday and friday", "User puts their bins out on monday and friday"),
        ("i cut my toenails on sunday nights", "User cuts their toenails on sunday nights"),
        ("i put up my tent next friday", "User puts up their tent next friday"),
        ("i read a lot in december", "User reads a lot in december"),
        ("i hit 40 in june", "User hits 40 in june"),
        ("i set off on friday", "User sets off on friday"),
    ],
)
def test_what_was_done_once_on_one_day_is_no_habit(said: str, content: str) -> None:
    assert [claim.content for claim in extract(said, speaker=None, at=AT)] == [content]

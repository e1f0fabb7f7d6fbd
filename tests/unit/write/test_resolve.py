"""What follows from a verdict: what counts as one statement."""

from __future__ import annotations

from datetime import datetime

import pytest

from recollect import Memory
from recollect.model.record import Record
from recollect.write import resolve
from recollect.write.resolve import is_statement
from tests.contracts.building import at, record

LONG = "Amy Quist, Dr. Jan Callum and Mrs. Ida Reyes were all speakers at the forum in Oslo in May, not at the summit."


def test_a_title_before_a_name_ends_no_sentence() -> None:
    assert len(LONG.split()) > 20
    assert is_statement(LONG)
    assert not is_statement(LONG + " They liked it.")


def test_texts_are_compared_only_where_one_was_over_before_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(text: str, **period: datetime) -> Record:
        return record(text).but(**period)

    over = said("Ana lives in Oslo", valid_until=at(-86_400))
    later = {"valid_from": at(0)}
    assert resolve.two_periods(over, said("Ana lives in Rome"))
    assert not resolve.two_periods(over, said("Ana lives in Oslo."))
    assert resolve.two_periods(over, said("Ana lives in Oslo.", **later))
    monkeypatch.setattr(resolve, "normalised", None)
    assert not resolve.two_periods(said("Ana lives in Oslo"), said("Ana lives in Rome"))
    assert resolve.two_periods(said("Ana lives in Oslo", **later), over)


@pytest.mark.parametrize("title", ["Dr.", "Prof."])
def test_a_memory_with_a_title_can_be_completed(tmp_path_factory: pytest.TempPathFactory, title: str) -> None:
    with Memory(tmp_path_factory.mktemp("store") / "memory.db", worker="off") as memory:
        memory.add(f"My dentist is {title} Park", user="ana")
        added = memory.add(f"{title} Park, my dentist, has her practice on Elm Road", user="ana")
    assert [decision.action for decision in added.decisions] == ["merged"]

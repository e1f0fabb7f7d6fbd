"""Messages of errors."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from recollect import Memory
from recollect.errors import NOT_FOUND_CHARS_MAX, NotFound

LONG = "x" * 1_000_000


@pytest.mark.parametrize("verb", ["get", "update", "delete", "reinforce", "archive", "history", "job", "document"])
def test_an_id_of_any_length_is_not_found_in_a_short_message(tmp_path: Path, verb: str) -> None:
    more = {"content": "new"} if verb == "update" else {}
    with Memory(tmp_path / "m.db", worker="off", config_file=tmp_path / "none.toml") as memory:
        with pytest.raises(NotFound) as told:
            getattr(memory, verb)(LONG, **more)
        assert "there is no" in str(told.value)
        assert len(str(told.value)) <= NOT_FOUND_CHARS_MAX + 3


def test_what_can_be_done_is_told_however_long_the_id_is() -> None:
    told = str(NotFound(f"there is no record {LONG!r}: it was deleted or mistyped"))
    assert told.startswith("there is no record 'xxx")
    assert told.endswith("xxx': it was deleted or mistyped")
    assert " … " in told


def test_a_message_that_is_not_long_stays_as_it_is_on_its_way_to_another_process() -> None:
    told = NotFound("there is no record 'a'")
    assert str(pickle.loads(pickle.dumps(told))) == str(told) == "there is no record 'a'"

from __future__ import annotations

import uuid
from datetime import timedelta
from itertools import islice

import pytest

from recollect.model.ids import ascending_ids, derived_id, new_id
from tests.clock import START


@pytest.mark.feature("RM-01")
def test_new_ids_are_unique_and_sort_by_time() -> None:
    ids = [new_id(START + timedelta(milliseconds=step)) for step in range(100)]
    assert ids == sorted(ids)
    assert len(set(ids)) == 100
    assert {uuid.UUID(id).version for id in ids} == {7}


@pytest.mark.feature("RM-01")
def test_ids_given_one_after_the_other_ascend_within_one_moment() -> None:
    ids = list(islice(ascending_ids(START), 10_000))
    assert ids == sorted(set(ids))
    assert {(uuid.UUID(id).version, uuid.UUID(id).variant) for id in ids} == {(7, uuid.RFC_4122)}
    assert next(ascending_ids(START + timedelta(milliseconds=3))) > ids[-1]
    assert next(ascending_ids(START)) not in ids


@pytest.mark.feature("ST-19")
def test_derived_ids_depend_on_every_part_and_on_nothing_else() -> None:
    assert derived_id("t", "u", "text") == derived_id("t", "u", "text")
    different = {
        derived_id(*parts) for parts in (("t", "u", "text"), ("t", None, "text"), ("t", "", "text"), ("tu", "text"))
    }
    assert len(different) == 4
    assert uuid.UUID(derived_id("t")).variant == uuid.RFC_4122

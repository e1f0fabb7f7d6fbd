"""Blocks of postings: packing, reading in bulk, taking items out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.errors import StoreCorrupt
from recollect.rules.bulk_index import terms_of
from recollect.storage.sql import blocks
from recollect.storage.sqlite.database import SqliteDatabase

Held = dict[int, dict[str, int]]
"""Number -> its terms and counts."""

TERMS = st.dictionaries(st.sampled_from(["a", "b", "bb", "ü", "日"]), st.integers(1, 300), max_size=4)
NUMBERS = st.integers(0, 200) | st.integers(0, 3 * blocks.SPAN_MAX)
WRITES = st.lists(st.dictionaries(NUMBERS, TERMS, min_size=1, max_size=12), max_size=5)


def pack(held: Held) -> list[blocks.Block]:
    numbers = sorted(held)
    return list(blocks.pack(1, numbers, terms_of([held[number] for number in numbers])))


def expected(held: Held, after: int = -1) -> dict[str, list[tuple[int, int]]]:
    lists: dict[str, list[tuple[int, int]]] = {}
    for number in sorted(number for number in held if number > after):
        for term, count in held[number].items():
            lists.setdefault(term, []).append((number, min(count, blocks.COUNT_MAX)))
    return lists


def stored(rows: list[blocks.Block], after: int = -1) -> dict[str, list[tuple[int, int]]]:
    database = SqliteDatabase(None)
    with database.writing() as session:
        session.add_blocks(rows)
        found = session.posting_lists(1, ["nowhere", "日", "a", "bb", "b", "ü"], after=after)
    database.close()
    return {term: list(zip(*map(list, held), strict=True)) for term, held in found.items()}


def consecutive(writes: list[Held]) -> list[Held]:
    """Each write takes numbers above those of the one before."""
    shifted: list[Held] = []
    following = 0
    for write in writes:
        shifted.append({following + number: terms for number, terms in write.items()})
        following = max(shifted[-1]) + 1
    return shifted


@given(WRITES)
def test_what_is_packed_is_read_again_from_any_write_on(writes: list[Held]) -> None:
    shifted = consecutive(writes)
    rows = [row for write in shifted for row in pack(write)]
    together = {number: terms for write in shifted for number, terms in write.items()}
    for after in [-1, *(max(write) for write in shifted)]:
        assert stored(rows, after) == expected(together, after)


@given(st.dictionaries(NUMBERS, TERMS, min_size=1), st.sets(NUMBERS, min_size=1))
def test_what_is_taken_out_is_gone_and_all_else_is_left(held: Held, gone: set[int]) -> None:
    rows = [blocks.without(row, sorted(gone)) for row in pack(held)]
    left = {number: terms for number, terms in held.items() if number not in gone}
    assert stored([row for row in rows if row is not None]) == expected(left)


@given(st.dictionaries(NUMBERS, TERMS, min_size=2, max_size=12))
def test_few_terms_are_packed_as_many_are(held: Held) -> None:
    few = pack(held)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "FEW_HELD", 0)
        assert pack(held) == few


def test_a_batch_has_a_row_for_each_term_and_long_or_far_ones_a_few() -> None:
    few = pack({7: {"b": 1, "a": 2}, 8: {"a": 1}})
    assert few == [(1, "a", 7, 2, b"\x01\x00\x01"), (1, "b", 7, 1, None)]
    many = pack({number: {"a": 1} for number in range(2 * blocks.ITEMS_MAX + 1)})
    assert [row[2] for row in many] == [0, blocks.ITEMS_MAX, 2 * blocks.ITEMS_MAX]
    assert max(len(row[4] or b"") for row in many) < blocks.SIZE_MAX
    far = pack({number: {"a": 1} for number in (0, blocks.SPAN_MAX - 1, blocks.SPAN_MAX)})
    assert [(row[2], row[4]) for row in far] == [(0, b"\xff\xff\x01"), (blocks.SPAN_MAX, None)]
    assert pack({}) == pack({3: {}}) == pack({3: {}, 4: {}}) == []


def test_more_different_terms_than_sixteen_bits_can_number() -> None:
    rows = pack({number: {f"{number}-{n}": 1 for n in range(40_000)} for number in range(2)})
    assert len(rows) == 80_000
    assert [row[1] for row in rows] == sorted(row[1] for row in rows)


@pytest.mark.parametrize("rest", [b"", b"\1", b"\1\0\1\2", b"\1\0\1" * 1365, b"\2\0\1\1\0\1"])
def test_a_block_that_no_writer_makes_is_not_sound(rest: bytes) -> None:
    assert not blocks.is_sound(blocks.items(0, 1, rest), rest, after=-1)


def test_a_block_is_sound_when_it_begins_above_the_one_before() -> None:
    held = blocks.items(5, 1, b"\x01\x00\x01")
    assert held == [(5, 1), (6, 1)]
    assert blocks.is_sound(held, b"\x01\x00\x01", after=4)
    assert not blocks.is_sound(held, b"\x01\x00\x01", after=5)


@pytest.mark.parametrize("beside", [1, blocks.FEW])
@pytest.mark.parametrize("rest", [b"\x01", b"\x01\x00\x01\x02", b"\x01\x00\x01" * 2000])
def test_a_damaged_block_is_told_and_not_read(rest: bytes, beside: int) -> None:
    with pytest.raises(StoreCorrupt, match="recollect doctor"):
        stored([(1, "a", 0, 1, rest), *((1, "b", number, 1, None) for number in range(beside))])


@pytest.mark.parametrize("count", [1, blocks.FEW, blocks.FEW + 1])
def test_few_and_many_blocks_are_read_alike(count: int) -> None:
    rows: list[blocks.Block] = [(1, "a", 10 * n, 200, b"\x01\x00\x02\x03\x00\xff") for n in range(count)]
    found = [(10 * n + far, often) for n in range(count) for far, often in ((0, 200), (1, 2), (3, 255))]
    assert stored(rows) == {"a": found}

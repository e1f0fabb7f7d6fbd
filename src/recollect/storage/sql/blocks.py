"""Blocks: what one write says about one term, in one row of `posting`.

A block is the number and count of its first item, and `rest`: three bytes for each further item, its distance from
the first and its count. The blocks of a term do not overlap, and none mixes items of two writes unless the space got a
new epoch since. So to a cache that read all up to some number, what is new are the blocks that begin above it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recollect.errors import StoreCorrupt
from recollect.model.batch import Terms

COUNT_MAX = 255
"""A term said more often than this in one text counts this often."""
ITEMS_MAX = 256
"""Items in a block: a SQLite page of 4096 bytes takes a row of up to 1000, and a delete rewrites little."""
SPAN_MAX = 1 << 16
"""Numbers a block reaches over: a distance is two bytes."""
SIZE_BITS = 12
"""Room for the bytes of `rest`, where number, bytes and count are read as one integer."""
SIZE_MAX = (1 << SIZE_BITS) - 2
"""What a longer `rest` is read as: no multiple of three, so that it is found to be damaged."""
COUNT_BITS = 8
NUMBER_SHIFT = SIZE_BITS + COUNT_BITS

FEW = 16
"""Blocks that are read one by one: beyond, arrays over all of them are quicker."""
FEW_HELD = 64
"""Terms of items that are packed one by one: a turn and its answer have a dozen. Less than fills a block."""

_SIZE_MASK = (1 << SIZE_BITS) - 1
_FURTHER = np.dtype([("distance", "<u2"), ("count", "u1")])
_FURTHER_BYTES = _FURTHER.itemsize

Block = tuple[int, str, int, int, bytes | None]
"""Space, term, number, count, rest: a row of `posting`."""
VALUES = 5
INSERT_BLOCK = "INSERT INTO posting (space, term, number, count, rest) VALUES (?, ?, ?, ?, ?)"

PostingList = tuple[NDArray[np.int32], NDArray[np.float32]]
"""Numbers, ascending, and counts."""


def pack(space: int, numbers: Sequence[int], terms: Terms) -> Iterator[Block]:
    """The blocks of items with ascending numbers, sorted so that neighbouring keys go to the same page. One by one:
    thousands of tuples at once are work for the garbage collector."""
    if len(numbers) == 1:
        counts = np.minimum(terms.counts, COUNT_MAX).tolist()
        return zip(repeat(space), terms.names, repeat(numbers[0]), counts, repeat(None))
    total = len(terms.places)
    if total <= FEW_HELD and (not total or numbers[-1] - numbers[0] < SPAN_MAX):
        return _pack_few(space, numbers, terms)
    held = np.asarray(numbers)[terms.places]
    starts = np.zeros(total, dtype=np.bool_)
    starts[np.cumsum(terms.each) - terms.each] = True
    spans = np.searchsorted(_spans(numbers), held, side="right")
    starts[1:] |= spans[1:] != spans[:-1]
    begins = _blocks_begin(np.flatnonzero(starts), total)
    sizes = np.diff(begins, append=total)
    further = np.empty(total, dtype=_FURTHER)
    further["distance"] = held - np.repeat(held[begins], sizes)
    further["count"] = np.minimum(terms.counts, COUNT_MAX)
    data = further.tobytes()
    rests: list[bytes | None] = [None] * len(begins)
    longer = np.flatnonzero(sizes > 1)  # most terms of a batch are in one text
    lows, highs = (begins[longer] + 1) * _FURTHER_BYTES, (begins[longer] + sizes[longer]) * _FURTHER_BYTES
    for block, low, high in zip(longer.tolist(), lows.tolist(), highs.tolist(), strict=True):
        rests[block] = data[low:high]
    return zip(
        repeat(space, len(begins)),
        map(terms.names.__getitem__, np.repeat(np.arange(len(terms.names)), terms.each)[begins].tolist()),
        held[begins].tolist(),
        further["count"][begins].tolist(),
        rests,
        strict=True,
    )


def _pack_few(space: int, numbers: Sequence[int], terms: Terms) -> Iterator[Block]:
    """The same where each term has one block."""
    held = [
        (numbers[place], min(count, COUNT_MAX))
        for place, count in zip(terms.places.tolist(), terms.counts.tolist(), strict=True)
    ]
    begin = 0
    for name, each in zip(terms.names, terms.each.tolist(), strict=True):
        first, count = held[begin]
        rest = [
            (number - first).to_bytes(2, "little") + often.to_bytes(1, "little")
            for number, often in held[begin + 1 : begin + each]
        ]
        yield space, name, first, count, b"".join(rest) or None
        begin += each


def _spans(numbers: Sequence[int]) -> list[int]:
    """The first numbers of stretches over which a distance can reach."""
    firsts: list[int] = []
    place = 0
    while place < len(numbers):
        firsts.append(numbers[place])
        place = bisect_left(numbers, numbers[place] + SPAN_MAX)
    return firsts


def _blocks_begin(starts: NDArray[np.int64], total: int) -> NDArray[np.int64]:
    """Where blocks begin: where something else starts, and wherever one is full."""
    sizes = np.diff(starts, append=total)
    return np.flatnonzero((np.arange(total) - np.repeat(starts, sizes)) % ITEMS_MAX == 0)


def unpack(heads: NDArray[np.int64], heads_each: Sequence[int], rests: bytes) -> list[PostingList]:
    """The posting lists of several terms at once.

    `heads` is `number << NUMBER_SHIFT | bytes of rest << COUNT_BITS | count` of each block, term after term,
    `heads_each` of them a term; `rests` is what the blocks hold beyond their first item.
    """
    ends = list(accumulate(heads_each))
    if rests and len(heads) <= FEW:
        numbers, counts, lasts = _put_together(heads.tolist(), rests)
        ends = [lasts[end - 1] for end in ends]
    else:
        numbers = (heads >> NUMBER_SHIFT).astype(np.int32)
        counts = (heads & COUNT_MAX).astype(np.float32)
    if rests and len(heads) > FEW:
        sizes = heads >> COUNT_BITS & _SIZE_MASK
        _require_whole(not (sizes % _FURTHER_BYTES).any() and int(sizes.sum()) == len(rests))
        each = sizes // _FURTHER_BYTES
        numbers, counts = _interleave(numbers, counts, each, np.frombuffer(rests, dtype=_FURTHER))
        ends = np.cumsum(each + 1)[np.array(ends) - 1].tolist()
    if len(heads_each) == 1:
        return [(numbers, counts)]
    # Copied: a part would keep the whole in memory.
    return [(numbers[low:high].copy(), counts[low:high].copy()) for low, high in pairwise([0, *ends])]


def _put_together(heads: Sequence[int], rests: bytes) -> tuple[NDArray[np.int32], NDArray[np.float32], list[int]]:
    """Numbers and counts of a few blocks, one after the other, and where the items of each end."""
    sizes = [head >> COUNT_BITS & _SIZE_MASK for head in heads]
    _require_whole(not any(size % _FURTHER_BYTES for size in sizes) and sum(sizes) == len(rests))
    firsts = [(head & COUNT_MAX).to_bytes(_FURTHER_BYTES, "big") for head in heads]  # at no distance from itself
    further = [rests[low:high] for low, high in pairwise((0, *accumulate(sizes)))]
    held = np.frombuffer(b"".join(chain.from_iterable(zip(firsts, further, strict=True))), dtype=_FURTHER)
    each = [size // _FURTHER_BYTES + 1 for size in sizes]
    numbers = np.array([head >> NUMBER_SHIFT for head in heads], dtype=np.int32).repeat(each)
    numbers += held["distance"]
    return numbers, held["count"].astype(np.float32), list(accumulate(each))


def _require_whole(is_whole: bool) -> None:
    if not is_whole:
        raise StoreCorrupt("the keyword index is damaged: a block has no whole number of items; run `recollect doctor`")


def _interleave(
    starts: NDArray[np.int32], first: NDArray[np.float32], each: NDArray[np.int64], further: NDArray[Any]
) -> PostingList:
    """Each block's first item followed by its further ones."""
    total = len(starts) + len(further)
    begins = np.cumsum(each + 1) - each - 1
    others = np.ones(total, dtype=np.bool_)
    others[begins] = False
    numbers, counts = np.empty(total, dtype=np.int32), np.empty(total, dtype=np.float32)
    numbers[begins], counts[begins] = starts, first
    numbers[others] = np.repeat(starts, each) + further["distance"]
    counts[others] = further["count"]
    return numbers, counts


def items(number: int, count: int, rest: bytes | None) -> list[tuple[int, int]]:
    """Number and count of each item of a block; bytes at the end that are too few for an item are passed over."""
    if rest is None:
        return [(number, count)]
    further = np.frombuffer(rest, dtype=_FURTHER, count=len(rest) // _FURTHER_BYTES)
    numbers = further["distance"].astype(np.int64) + number
    return [(number, count), *zip(numbers.tolist(), further["count"].tolist(), strict=True)]


def is_sound(held: Sequence[tuple[int, int]], rest: bytes | None, *, after: int) -> bool:
    """Whether a block of these `items` is well-formed, ascending and begins above `after`."""
    if rest is not None and (not rest or len(rest) % _FURTHER_BYTES or len(rest) > SIZE_MAX):
        return False
    numbers = [after, *(number for number, _ in held)]
    return all(one < other for one, other in pairwise(numbers))


def without(block: Block, gone: Sequence[int]) -> Block | None:
    """What is left of a block without the numbers `gone`, which are ascending."""
    space, term, number, count, rest = block
    low = bisect_left(gone, number)
    if rest is None:
        return None if low < len(gone) and gone[low] == number else block
    distances = np.frombuffer(rest, dtype=_FURTHER, count=len(rest) // _FURTHER_BYTES)["distance"]
    high = bisect_right(gone, number + int(distances[-1]), lo=low)
    if high - low == 1 and gone[low] > number:  # one of the further ones: the bytes around it stay as they are
        place = int(distances.searchsorted(gone[low] - number)) * _FURTHER_BYTES
        if distances[place // _FURTHER_BYTES] != gone[low] - number:
            return block
        return space, term, number, count, (rest[:place] + rest[place + _FURTHER_BYTES :]) or None
    dropped = set(gone[low:high])
    left = [(held, often) for held, often in items(number, count, rest) if held not in dropped]
    if not left:
        return None
    (number, count), *others = left
    further = np.array([(held - number, often) for held, often in others], dtype=_FURTHER)
    return space, term, number, count, further.tobytes() or None

"""Identifiers: time-ordered for what is new, derived from content for what may come twice."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count

_RANDOM_BYTES = 10
_COUNTED = 4096
_VARIANTS = {digit: "89ab"[int(digit, 16) & 3] for digit in "0123456789abcdef"}


def new_id(now: datetime) -> str:
    """A UUIDv7 (RFC 9562): 48 bits of milliseconds, then 74 random bits, so that ids sort by time."""
    return new_ids(now, 1)[0]


def new_ids(now: datetime, count: int) -> list[str]:
    """Many of them, ascending, from one reading of the system's random numbers."""
    start = _start(now)
    random = os.urandom(_RANDOM_BYTES * count).hex()
    return sorted(
        f"{start}{random[at + 1 : at + 4]}-{_VARIANTS[random[at]]}{random[at + 4 : at + 7]}-{random[at + 7 : at + 19]}"
        for at in range(0, len(random), 2 * _RANDOM_BYTES)
    )


def ascending_ids(now: datetime) -> Iterator[str]:
    """One after the other, each above those before it: a counter stands in the place of the first random bits (RFC
    9562, 6.2, method 1)."""
    for number in count():
        time = _time(now + timedelta(milliseconds=number // _COUNTED))
        random = os.urandom(_RANDOM_BYTES).hex()
        yield (f"{time[:8]}-{time[8:]}-7{number % _COUNTED:03x}-{_VARIANTS[random[0]]}{random[4:7]}-{random[7:19]}")


def given_after(id: str, moment: datetime) -> bool:
    """Whether a UUIDv7 was made after that, to the millisecond; of another id nothing is known, and it is False."""
    return id[14:15] == "7" and id[:8] + id[9:13] > _time(moment)


def is_of(id: str, now: datetime) -> bool:
    """Whether an id was made at that very moment."""
    return id.startswith(_start(now))


def _start(now: datetime) -> str:
    time = _time(now)
    return f"{time[:8]}-{time[8:]}-7"


def _time(moment: datetime) -> str:
    return f"{int(moment.timestamp() * 1000) & 0xFFFFFFFFFFFF:012x}"


def derived_id(*parts: str | None) -> str:
    """The same parts give the same id: a UUIDv8 made of their SHA-256. Pass tenant and user first."""
    digest = hashlib.sha256("\x1f".join("\x00" if part is None else part for part in parts).encode()).digest()
    value = int.from_bytes(digest[:16], "big")
    value = (value & ~(0xF << 76)) | (0x8 << 76)
    value = (value & ~(0b11 << 62)) | (0b10 << 62)
    return str(uuid.UUID(int=value))


def content_hash(text: str) -> str:
    """SHA-256 of the text, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def without_case(text: str) -> str:
    """The text as it is compared where letter case and spaces make no difference. Worked: " I  Like tea" gives
    "i like tea"."""
    return " ".join(text.split()).casefold()


def bytes_hash(data: bytes) -> str:
    """SHA-256 of bytes, in hex."""
    return hashlib.sha256(data).hexdigest()

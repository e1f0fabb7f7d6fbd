"""A clock that tests move by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

START = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


class Clock:
    """Starts at START; every reading is a millisecond later, so that nothing happens twice at the same time."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now

    def forward(self, **step: float) -> None:
        self.now += timedelta(**step)

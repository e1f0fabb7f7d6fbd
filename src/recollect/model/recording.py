"""Recordings: what was said in one and when, and how long and large one may be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Utterance:
    """Something that was said. Seconds from the beginning of what was heard."""

    start_s: float
    end_s: float
    text: str


@dataclass(frozen=True, kw_only=True)
class RecordingLimits:
    """What is larger, longer or takes longer is refused."""

    bytes_max: int = 500_000_000
    duration_s_max: float = 4 * 3600.0
    convert_s_max: float = 300.0
    """For making plain sound of a file; hearing what is said has the transcriber's own limit."""

"""What stands against an override: of what is known, of what waits for an answer, and of what was answered.

A claim that comes in is held against overrides where it is weighed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from recollect.contracts.store import Reader
from recollect.engine.comparing import OVERRIDE
from recollect.engine.weighing import JOINED, Weighing
from recollect.model.record import Record
from recollect.write.resolve import Outcome, against_override

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Against(Weighing):
    """Holds records and overrides against each other."""

    def opposed(self, reader: Reader, override: Record, vector: NDArray[np.float32] | None) -> list[tuple[Record, str]]:
        """The memories of its own space that an override contradicts, each with what is left of it: of a memory that
        merging made of several statements, those that stand."""
        around = self._known(reader, override, vector)
        found: list[tuple[Record, str]] = []
        for record in (near.record for near in around.near):
            if record.layer != "memory" or record.user != override.user or not override.scope.covers(record.scope):
                continue
            parts = record.content.split(JOINED)
            left = [
                part for part in parts if self._excluded(record.but(content=part), override, around.background) is None
            ]
            if len(left) < len(parts):
                found.append((record, JOINED.join(left)))
        return found

    def turned_down(
        self, reader: Reader, override: Record, vector: NDArray[np.float32] | None, waiting: Sequence[Record]
    ) -> list[Record]:
        """Of memories of its own space that wait for an answer those that an override contradicts."""
        background = self._known(reader, override, vector).background
        return [
            record
            for record in waiting
            if record.layer == "memory"
            and record.user == override.user
            and override.scope.covers(record.scope)
            and any(
                self._excluded(record.but(content=part), override, background) is not None
                for part in record.content.split(JOINED)
            )
        ]

    def held_off(self, reader: Reader, new: Record, vector: NDArray[np.float32] | None) -> Outcome | None:
        """What is decided about a claim where an override stands against it."""
        around = self._known(reader, new, vector)
        for near in around.near:
            if near.record.layer == OVERRIDE and near.record.scope.covers(new.scope):
                verdict = self._excluded(near.record, new, around.background)
                if verdict is not None:
                    return against_override(near.record, verdict)
        return None

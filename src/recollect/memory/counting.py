"""The verbs that count: how much there is, which agents there are, and how the sectors stand."""

from __future__ import annotations

from recollect.memory.opening import Opened
from recollect.model.counts import AgentCount, SectorState, Totals
from recollect.model.given import require_one_answer

AgentCounts = list[AgentCount]
SectorStates = list[SectorState]


class Counting(Opened):
    """What a memory holds, in numbers."""

    def totals(self, *, user: str | None = None, everyone: bool = False) -> Totals:
        """How many records are active, by layer and kind, and about how many tokens they have."""
        require_one_answer(user, everyone)
        return self._running.counting.totals(self._scope(user), everyone=everyone)

    def agents(self, *, user: str | None = None, everyone: bool = False) -> AgentCounts:
        """The agents that something is remembered of, by name, with how much; of the user and of what is shared, or
        with `everyone` of all users."""
        require_one_answer(user, everyone)
        return self._running.counting.agents(self._scope(user), everyone=everyone)

    def sectors(self, *, user: str | None = None, everyone: bool = False) -> SectorStates:
        """The five sectors: weight, decay rate, words, and how many records lie in each and how strong they are."""
        require_one_answer(user, everyone)
        return self._running.counting.sectors(self._scope(user), everyone=everyone)

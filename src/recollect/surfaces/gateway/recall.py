"""The memory that goes into one request: looked up once for a user's turn, and the same bytes for its tool loop."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from recollect.engine.cache import Cache
from recollect.errors import NotFound
from recollect.memory import Memory
from recollect.surfaces.gateway.conversation import Conversations
from recollect.surfaces.gateway.options import Switches
from recollect.surfaces.gateway.whose import Whose
from recollect.surfaces.gateway.wires.base import Block, Turn

BLOCKS_KEPT = 1000
KEPT_S = 3600.0
QUERY_CHARS_MAX = 4000
"""Of a longer message the end is asked about: that is where people put their question."""
HITS_MAX = 64
"""Of turns, with a quarter as many memories, or of memories where nothing was said: enough to fill 2,000 tokens; more
would be read to be left out."""
BASE = ("overrides", "domain", "profile", "relationships")


@dataclass(frozen=True, kw_only=True)
class Recalled:
    block: Block
    ids: tuple[str, ...] = ()
    tokens: int = 0


class Recalls:
    """Looks memory up and keeps what it gave."""

    def __init__(self, conversations: Conversations) -> None:
        self._conversations = conversations
        self._kept: Cache[Recalled] = Cache(BLOCKS_KEPT, KEPT_S)
        self._standing: Cache[Recalled] = Cache(BLOCKS_KEPT, KEPT_S)
        """The stable part alone, as a conversation was last given it."""

    def of(
        self,
        memory: Memory,
        tenant: str,
        whose: Whose,
        turns: Sequence[Turn],
        switches: Switches,
        *,
        in_tool_loop: bool = False,
    ) -> tuple[Recalled, bool]:
        """What to put in, and whether it was looked up just now. A question that is asked again is looked up again:
        only its tool loop is given what was kept. Without a cache (another process, a restart) the same memory gives
        the same block."""
        if whose.known_upstream and not turns:  # a tool's result alone: memory about the question is there already
            standing = self._standing.get((tenant, whose.user, whose.agent, whose.session))
            if standing is not None and still_there(memory, standing.ids):
                return standing, False
        last = max((at for at, turn in enumerate(turns) if turn.role == "user"), default=-1)
        said = hashlib.sha256("\x1f".join(turn.text for turn in turns[: last + 1]).encode()).digest()
        key = (tenant, whose, said, switches.tokens_max, switches.placement)
        kept = self._kept.get(key) if in_tool_loop else None
        if kept is not None and still_there(memory, kept.ids):
            return kept, False
        recalled = self._look_up(memory, tenant, whose, turns, last, switches)
        self._kept.put(key, recalled)
        return recalled, True

    def _look_up(
        self, memory: Memory, tenant: str, whose: Whose, turns: Sequence[Turn], last: int, switches: Switches
    ) -> Recalled:
        """`last`: where the question stands. Only what the model reads in the request itself is left out: one session
        may hold another chat that began alike, or what came before an edit."""
        compared = self._conversations.read(memory, tenant, whose, turns)
        context = memory.context(
            turns[last].text[-QUERY_CHARS_MAX:] if last >= 0 else None,
            **whose.labels,
            tokens_max=switches.tokens_max,
            format="messages",
            used=True,
            base_when_asked=BASE,
            base=BASE,
            k=HITS_MAX,
            skip_session=whose.known_upstream,  # the upstream tells the model all of it
            skip_turns=compared.read,
        )
        if not context.ids and context.question is None:
            return Recalled(block=Block())
        parts = [message["content"] for message in context.messages]
        base = [section for section in context.sections if section.stable]
        stable = parts.pop(0) if base and parts else ""
        self._standing.put(
            (tenant, whose.user, whose.agent, whose.session),
            Recalled(
                block=Block(stable=stable),
                ids=tuple(dict.fromkeys(id for section in base for id in section.ids)),
                tokens=sum(section.tokens for section in base),
            ),
        )
        return Recalled(
            block=Block(stable=stable, asked=parts[0] if parts else ""), ids=context.ids, tokens=context.tokens
        )


def still_there(memory: Memory, ids: Sequence[str]) -> bool:
    """What was deleted is gone from every cache at once, a tool loop's too."""
    try:
        for id in ids:
            memory.get(id)
    except NotFound:
        return False
    return True

"""What is done with one request, decided before the upstream is asked: whose it is, what goes in, what is recorded.

Blocking, as memory is; runs on a thread. A memory that fails is logged and left out: it never fails a chat.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from recollect.memory import Memory
from recollect.model.scope import Scope
from recollect.surfaces.gateway import cost, whose
from recollect.surfaces.gateway.conversation import Conversations
from recollect.surfaces.gateway.edge import unharmed
from recollect.surfaces.gateway.links import Links
from recollect.surfaces.gateway.options import Caller, GatewayOptions, Switches, Tool
from recollect.surfaces.gateway.recall import Recalls
from recollect.surfaces.gateway.roles import role_for, should_inject_memory
from recollect.surfaces.gateway.said import parted, spoken
from recollect.surfaces.gateway.whose import Whose
from recollect.surfaces.gateway.wires.base import Body, Turn, Wire


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A request as it came in."""

    memory: Memory
    caller: Caller
    headers: Mapping[str, str]
    raw: bytes
    switches: Callable[[Memory], Switches] | None = None
    """Where the address it came to has rules of its own."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    content: bytes
    """What the upstream is sent; the caller's own bytes where nothing goes in."""
    original: Body | None = None
    sent: Body | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    """What the answer says about memory."""
    turns: tuple[Turn, ...] = ()
    begun: Turn | None = None
    """What the answer begins with: the request says it for the model."""
    whose: Whose | None = None
    record: bool = False
    fresh: bool = False
    """The conversation was read just now."""
    ids: tuple[str, ...] = ()
    """The memories that went in."""


class Planner:
    """Makes plans; keeps what one request leaves for the next."""

    def __init__(self, options: GatewayOptions, links: Links) -> None:
        self._options = options
        self.links = links
        self.conversations = Conversations()
        self._recalls = Recalls(self.conversations)

    def plan(self, wire: Wire, asked: Asked) -> Plan:
        if whose.opted_out(asked.headers):
            return Plan(content=asked.raw, original=_parsed(asked.raw), headers=cost.headers("off"))
        return unharmed(lambda: self._planned(wire, asked), lambda error: self._failed(asked, error))

    def _planned(self, wire: Wire, asked: Asked) -> Plan:
        switches = (asked.switches or self._options.switches)(asked.memory)
        body = _parsed(asked.raw)
        if body is None:  # the upstream says what is wrong with it
            return Plan(
                content=asked.raw, headers=cost.headers("none" if switches.inject or switches.extract else "off")
            )
        tools = self._tools(asked.caller)
        if not (switches.inject or switches.extract or tools):
            return Plan(content=asked.raw, original=body, headers=cost.headers("off"))
        planned = unharmed(
            lambda: self._with_memory(wire, asked, body, switches), lambda error: self._failed(asked, error, body)
        )
        before = planned.sent or body
        sent = wire.with_tools(before, tools)
        return planned if sent is before else _changed(planned, sent)

    def _with_memory(self, wire: Wire, asked: Asked, body: Body, switches: Switches) -> Plan:
        turns, begun = parted(wire, body)
        caller = asked.caller
        mine = whose.of(self.links, asked.memory, caller, asked.headers, wire, body, turns, unnamed=switches.unnamed)
        if begun is not None and self.conversations.hold(asked.memory, caller.tenant, mine, begun):
            turns, begun = (*turns, *spoken([begun])), None  # an answer that came, sent again
        if switches.inject or switches.extract:
            Scope(tenant=caller.tenant, **mine.labels)  # told now: what cannot be kept fails after the answer
        session = whose.shown(mine.session)
        record = switches.extract and caller.role != "read" and (bool(turns) or mine.known_upstream)
        enabled = switches.inject and switches.tokens_max > 0  # to a context no tokens would mean no limit
        inject = should_inject_memory(body, enabled=enabled) and not (switches.agent_required and mine.agent is None)
        if not inject:
            state = "none" if switches.inject else "off"
            about = cost.headers(state, session=session)
            return Plan(
                content=asked.raw, original=body, headers=about, turns=turns, begun=begun, whose=mine, record=record
            )
        recalled, fresh = self._recalls.of(
            asked.memory, caller.tenant, mine, turns, switches, in_tool_loop=wire.in_tool_loop(body)
        )
        planned = Plan(
            content=asked.raw,
            original=body,
            headers=cost.headers(
                "on" if recalled.block.whole else "none", ids=recalled.ids, tokens=recalled.tokens, session=session
            ),
            turns=turns,
            begun=begun,
            whose=mine,
            record=record,
            fresh=fresh,
            ids=recalled.ids,
        )
        if not recalled.block.whole:
            return planned
        role = role_for(body.get("model"), self._options.upstream)
        sent = wire.put(body, recalled.block, placement=switches.placement, role=role)
        if sent is body:
            return replace(planned, headers=cost.headers("none", session=session), ids=())
        cost.injected(
            caller.tenant,
            wire.name,
            ids=recalled.ids,
            tokens=recalled.tokens,
            strategy=switches.strategy,
            model=body.get("model"),
        )
        return _changed(planned, sent)

    def _tools(self, caller: Caller) -> tuple[Tool, ...]:
        skills = self._options.skills
        if skills is None:
            return ()

        def none(error: Exception) -> tuple[Tool, ...]:
            cost.failed("memory.skills.failed", caller.tenant, error)
            return ()

        return unharmed(lambda: tuple(skills(caller)), none)

    def _failed(self, asked: Asked, error: Exception, body: Body | None = None) -> Plan:
        cost.failed("memory.injection.failed", asked.caller.tenant, error)
        about = cost.headers("failed", error=whose.shown(cost.reason(error)))
        return Plan(content=asked.raw, original=body or _parsed(asked.raw), headers=about)


def _changed(plan: Plan, sent: Body) -> Plan:
    return replace(plan, sent=sent, content=json.dumps(sent).encode())


def _parsed(raw: bytes) -> Body | None:
    """The body as an object; None when it is none."""
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None

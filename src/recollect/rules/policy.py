"""Who may recall: rules over the key of the session that asks, as OpenClaw writes its rules for sending.

A key says where a conversation takes place: `agent:<id>:<channel>:<group|channel|direct>:<peer>`, with a thread or a
topic behind it; `agent:<id>:main` is the one direct chat that all private messages share. Pure: it decides, and neither
logs nor searches. The first rule that matches counts, else the default.

Worked: `{"default": "deny", "rules": [{"action": "allow", "match": {"chatType": "direct"}}]}` allows
`agent:main:main` and `agent:main:telegram:dm:42` and denies `agent:main:discord:channel:7`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from recollect.errors import InvalidInput

ALLOW, DENY = "allow", "deny"
ACTIONS = (ALLOW, DENY)
DIRECT, GROUP, CHANNEL = "direct", "group", "channel"
CHAT_TYPES = (DIRECT, GROUP, CHANNEL)
RULES_MAX = 1000
_OF_AN_AGENT = re.compile(r"agent:[^:]+:")
_WRITTEN = {"dm": DIRECT, **{name: name for name in CHAT_TYPES}}
"""How a chat type is written in a key -> what it is called."""
_CLOSED_FIRST = (GROUP, CHANNEL)
"""A key that names two chat types counts as the more public one: nothing is let out by a name that looks like one."""
_CONDITIONS = {"channel": "channel", "chatType": "chat_type", "keyPrefix": "key_prefix", "rawKeyPrefix": "raw_prefix"}


@dataclass(frozen=True, kw_only=True)
class Place:
    """What a session key tells about where a conversation takes place."""

    raw: str
    """The key in lower case."""
    key: str
    """The same without a leading `agent:<id>:`."""
    channel: str | None
    """`telegram`, `discord`, …; None when the key names none."""
    chat_type: str | None
    """None: an agent's own helper, which is no chat."""


@dataclass(frozen=True, kw_only=True)
class Rule:
    """All its conditions must hold; one without any always matches."""

    action: str
    channel: str | None = None
    chat_type: str | None = None
    key_prefix: str | None = None
    raw_prefix: str | None = None

    def matches(self, place: Place) -> bool:
        if self.channel is not None and self.channel != place.channel:
            return False
        if self.chat_type is not None and self.chat_type != place.chat_type:
            return False
        if self.raw_prefix is not None and not place.raw.startswith(self.raw_prefix):
            return False
        if self.key_prefix is None:
            return True
        # before there was rawKeyPrefix, keyPrefix held whole keys
        key = place.raw if self.key_prefix.startswith("agent:") else place.key
        return key.startswith(self.key_prefix)

    @property
    def said(self) -> str:
        """`deny chatType=group, keyPrefix=discord:`."""
        given = ((name, getattr(self, own)) for name, own in _CONDITIONS.items())
        return f"{self.action} {', '.join(f'{name}={value}' for name, value in given if value is not None)}".strip()


@dataclass(frozen=True, kw_only=True)
class RecallPolicy:
    """What is allowed where no rule matches, and the rules."""

    default: str = DENY
    rules: tuple[Rule, ...] = ()


DIRECT_ONLY: Final = RecallPolicy(rules=(Rule(action=ALLOW, chat_type=DIRECT),))
"""Where nobody said otherwise: what is remembered is for private conversations."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a policy says to one session, and why."""

    allowed: bool
    channel: str | None
    chat_type: str | None
    rule: str
    """Which one decided: `rule 2 (deny chatType=group)`, or `default (deny)`."""

    @property
    def reason(self) -> str:
        where = f"channel {self.channel or 'none'}, chat type {self.chat_type or 'none'}"
        return f"the recall policy {'allows' if self.allowed else 'denies'} it: {self.rule}; {where}"


def place(session_key: str | None) -> Place:
    """Where a conversation takes place. Without a key it is a direct one: nobody else listens to a call or command."""
    raw = (session_key or "").strip().lower()
    found = _OF_AN_AGENT.match(raw)
    key = raw[found.end() :] if found else raw
    parts = [part for part in key.split(":") if part]
    if not parts:
        return Place(raw=raw, key=key, channel=None, chat_type=DIRECT)
    if parts[0] == "subagent":
        return Place(raw=raw, key=key, channel=None, chat_type=None)
    named = {_WRITTEN[part] for part in parts if part in _WRITTEN}
    chat_type = next((one for one in _CLOSED_FIRST if one in named), DIRECT)
    # channel:type:peer, or channel:account:type:peer; dm:peer has no channel
    has_channel = parts[0] not in _WRITTEN and any(part in _WRITTEN for part in parts[1:3])
    return Place(raw=raw, key=key, channel=parts[0] if has_channel else None, chat_type=chat_type)


def judge(policy: RecallPolicy, session_key: str | None) -> Verdict:
    """Whether a session may recall."""
    at = place(session_key)
    for number, rule in enumerate(policy.rules, 1):
        if rule.matches(at):
            action, said = rule.action, f"rule {number} ({rule.said})"
            break
    else:
        action, said = policy.default, f"default ({policy.default})"
    return Verdict(allowed=action == ALLOW, channel=at.channel, chat_type=at.chat_type, rule=said)


def parse(tree: Any) -> RecallPolicy:
    """`{default, rules: [{action, match: {…}}]}`; what is not understood is refused, so that no rule is lost."""
    tree = _table(tree, "a recall policy", ("default", "rules"))
    if "default" not in tree:
        raise InvalidInput("a recall policy needs a default: allow or deny, for what no rule matches")
    default = _one_of(tree["default"], "default", ACTIONS)
    rules = tree.get("rules", [])
    if not isinstance(rules, list | tuple):
        raise InvalidInput(f"rules must be a list, not {type(rules).__name__}")
    if len(rules) > RULES_MAX:
        raise InvalidInput(f"a recall policy may have {RULES_MAX} rules, not {len(rules)}")
    return RecallPolicy(default=default, rules=tuple(_rule(rule, f"rule {at}") for at, rule in enumerate(rules, 1)))


def _rule(tree: Any, name: str) -> Rule:
    tree = _table(tree, name, ("action", "match"))
    if "action" not in tree:
        raise InvalidInput(f"{name} needs an action: allow or deny")
    match = _table(tree.get("match", {}), f"match of {name}", tuple(_CONDITIONS))
    found: dict[str, str] = {}
    for written, own in _CONDITIONS.items():
        if written not in match:
            continue
        value = match[written]
        if not isinstance(value, str) or not value.strip():
            raise InvalidInput(f"{written} of {name} must be text that is not empty, not {value!r}")
        found[own] = value.strip().lower()
    if "chat_type" in found:
        given = _WRITTEN.get(found["chat_type"], found["chat_type"])
        found["chat_type"] = _one_of(given, f"chatType of {name}", CHAT_TYPES)
    return Rule(action=_one_of(tree["action"], f"action of {name}", ACTIONS), **found)


def _table(tree: Any, name: str, known: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(tree, Mapping):
        raise InvalidInput(f"{name} must be a table with {', '.join(known)}, not {type(tree).__name__}")
    if unknown := [str(key) for key in tree if key not in known]:
        raise InvalidInput(f"{name} knows {', '.join(known)}, not {', '.join(unknown)}")
    return tree


def _one_of(value: Any, name: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise InvalidInput(f"{name} must be {' or '.join(known)}, not {value!r}")
    return str(value)

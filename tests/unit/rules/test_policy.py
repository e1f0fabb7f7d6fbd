"""The recall policy as tables: what a session key tells, which rule decides, and what is no policy."""

from __future__ import annotations

from typing import Any

import pytest

from recollect.errors import InvalidInput
from recollect.rules.policy import DIRECT_ONLY, judge, parse, place

pytestmark = pytest.mark.feature("SC-09")

PLACES: list[tuple[str | None, str | None, str | None]] = [
    (None, None, "direct"),
    ("", None, "direct"),
    ("agent:main:main", None, "direct"),
    ("main", None, "direct"),
    ("agent:main:dm:42", None, "direct"),
    ("agent:main:direct:42", None, "direct"),
    ("agent:main:telegram:dm:42", "telegram", "direct"),
    ("agent:main:telegram:direct:42", "telegram", "direct"),
    ("agent:main:telegram:bot2:direct:42", "telegram", "direct"),
    ("agent:main:telegram:group:-100123:topic:42", "telegram", "group"),
    ("AGENT:Main:Discord:Channel:123:Thread:987", "discord", "channel"),
    ("discord:channel:123", "discord", "channel"),
    ("telegram:group:1", "telegram", "group"),
    ("agent:main:slack:team:acct:channel:7", None, "channel"),
    ("agent:main:cron:nightly", None, "direct"),
    ("agent:main:subagent:0b1d", None, None),
    # a peer, account or thread that is called like a chat type never makes a place more private
    ("agent:main:telegram:group:dm", "telegram", "group"),
    ("agent:main:telegram:dm:group:9", "telegram", "group"),
    ("agent:main:telegram:direct:channel", "telegram", "channel"),
]


@pytest.mark.parametrize("key, channel, chat_type", PLACES)
def test_a_session_key_tells_channel_and_chat_type(key: str | None, channel: str | None, chat_type: str | None) -> None:
    found = place(key)
    assert (found.channel, found.chat_type) == (channel, chat_type)


@pytest.mark.parametrize("key, _, chat_type", PLACES)
def test_by_default_only_direct_chats_may_recall(key: str | None, _: str | None, chat_type: str | None) -> None:
    assert judge(DIRECT_ONLY, key).allowed is (chat_type == "direct")


def policy(default: str, *rules: tuple[str, dict[str, str]]) -> Any:
    return {"default": default, "rules": [{"action": action, "match": match} for action, match in rules]}


@pytest.mark.parametrize(
    "tree, key, allowed, rule",
    [
        (policy("allow"), "agent:main:discord:channel:1", True, "default (allow)"),
        (policy("deny"), "agent:main:main", False, "default (deny)"),
        ({"default": "deny"}, None, False, "default (deny)"),
        (policy("allow", ("deny", {})), "agent:main:main", False, "rule 1 (deny)"),
        (
            policy("deny", ("deny", {"channel": "slack"}), ("allow", {"chatType": "dm"})),
            "agent:main:slack:dm:1",
            False,
            "rule 1 (deny channel=slack)",
        ),
        (
            policy("deny", ("deny", {"channel": "slack"}), ("allow", {"chatType": "dm"})),
            "agent:main:signal:dm:1",
            True,
            "rule 2 (allow chatType=direct)",
        ),
        (
            policy("deny", ("allow", {"chatType": "group", "channel": "telegram"})),
            "agent:x:telegram:group:1",
            True,
            "rule 1 (allow channel=telegram, chatType=group)",
        ),
        (policy("deny", ("allow", {"chatType": "group", "channel": "telegram"})), "x:group:1", False, "default (deny)"),
        (
            policy("deny", ("allow", {"keyPrefix": "Discord:Channel:7"})),
            "agent:Ana:discord:CHANNEL:77",
            True,
            "rule 1 (allow keyPrefix=discord:channel:7)",
        ),
        (policy("deny", ("allow", {"keyPrefix": "discord:"})), "agent:ana:slack:group:1", False, "default (deny)"),
        (
            policy("deny", ("allow", {"rawKeyPrefix": "agent:ana:"})),
            "Agent:Ana:discord:group:1",
            True,
            "rule 1 (allow rawKeyPrefix=agent:ana:)",
        ),
        (policy("deny", ("allow", {"rawKeyPrefix": "discord:"})), "agent:ana:discord:dm:1", False, "default (deny)"),
        # the older way of writing it: a whole key as keyPrefix
        (
            policy("deny", ("allow", {"keyPrefix": "agent:ana:discord:"})),
            "agent:ana:discord:group:1",
            True,
            "rule 1 (allow keyPrefix=agent:ana:discord:)",
        ),
        (policy("deny", ("allow", {"keyPrefix": "agent:ana:"})), "agent:ben:discord:dm:1", False, "default (deny)"),
    ],
)
def test_the_first_rule_that_matches_decides(tree: Any, key: str | None, allowed: bool, rule: str) -> None:
    found = judge(parse(tree), key)
    assert (found.allowed, found.rule) == (allowed, rule)
    assert rule in found.reason


def test_a_denial_says_where_the_conversation_takes_place() -> None:
    found = judge(DIRECT_ONLY, "agent:main:discord:channel:1")
    assert found.reason == "the recall policy denies it: default (deny); channel discord, chat type channel"


@pytest.mark.parametrize(
    "tree, message",
    [
        ([], "a recall policy must be a table with default, rules, not list"),
        ({}, "needs a default: allow or deny"),
        ({"default": "perhaps"}, "default must be allow or deny, not 'perhaps'"),
        ({"default": "deny", "rule": []}, "a recall policy knows default, rules, not rule"),
        ({"default": "deny", "rules": {}}, "rules must be a list, not dict"),
        ({"default": "deny", "rules": ["allow"]}, "rule 1 must be a table with action, match, not str"),
        ({"default": "deny", "rules": [{}]}, "rule 1 needs an action"),
        ({"default": "deny", "rules": [{"action": "permit"}]}, "action of rule 1 must be allow or deny"),
        (policy("deny", ("allow", {"chatType": "private"})), "chatType of rule 1 must be direct or group or channel"),
        (policy("deny", ("allow", {"chat": "dm"})), "match of rule 1 knows channel, chatType, keyPrefix, rawKeyPrefix"),
        (policy("deny", ("allow", {"keyPrefix": " "})), "keyPrefix of rule 1 must be text that is not empty"),
        ({"default": "deny", "rules": [{"action": "allow", "match": 3}]}, "match of rule 1 must be a table"),
        ({"default": "deny", "rules": [{"action": "allow"}] * 1001}, "may have 1000 rules, not 1001"),
    ],
)
def test_what_is_no_policy_is_refused_with_the_place(tree: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message.replace("(", r"\(")):
        parse(tree)

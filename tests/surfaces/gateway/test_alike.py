"""Chats that begin alike share a session: what one of them says is remembered in the other."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from recollect import Memory
from tests.surfaces.gateway.serving import Upstream
from tests.surfaces.gateway.test_chat import CHAT, asking, assistant, user

DANA = {"x-recollect-user": "dana"}
BEGUN = (user("hi"), assistant("Hello!"))
REX = "My dog is called Rex"


def asked(client: httpx2.Client, upstream: Upstream, *messages: dict[str, Any]) -> str:
    """The memory that went in."""
    client.post(CHAT, json=asking(*messages), headers=DANA)
    given = [one["content"] for one in upstream.last.body["messages"] if one not in messages]
    return "\n".join(given)


@pytest.mark.parametrize("learned", [False, True])
def test_what_another_chat_said_that_began_alike_comes_up(
    memory: Memory, upstream: Upstream, client: httpx2.Client, learned: bool
) -> None:
    asked(client, upstream, *BEGUN, user(REX))
    if learned:
        memory.flush()
    assert "Rex" in asked(client, upstream, *BEGUN, user("What is my dog called?"))


@pytest.mark.parametrize("learned", [False, True])
def test_what_the_request_tells_itself_is_left_out_with_what_was_drawn_from_it(
    memory: Memory, upstream: Upstream, client: httpx2.Client, learned: bool
) -> None:
    asked(client, upstream, *BEGUN, user(REX))
    if learned:
        memory.flush()
        assert [one.content for one in memory.list(user="dana", layers=("memory",))]
    talk = (*BEGUN, user(REX), assistant("Noted."), user("What is my dog called?"))
    for _ in range(2):  # asked again, neither the question nor its first answer is told
        assert "Rex" not in (told := asked(client, upstream, *talk))
        assert "my dog called" not in told


def test_a_window_is_told_what_was_said_before_it(memory: Memory, upstream: Upstream, client: httpx2.Client) -> None:
    session = {**DANA, "x-recollect-session": "s1"}
    talk = [user(REX), assistant("Noted."), user("It rains"), assistant("Noted."), user("What is my dog called?")]
    client.post(CHAT, json=asking(*talk[:3]), headers=session)
    client.post(CHAT, json=asking(*talk[2:]), headers=session)
    assert "Rex" in str(upstream.last.body)
    assert str(upstream.last.body).count("It rains") == 1


CLOCKS = [
    ("It is 12:03.", "It is 12:04."),
    ("Today is Monday, May 5th, 2026, 11:58 AM.", "Today is Monday, May 5th, 2026, 1:02 PM."),
    ("Now: 2026-11-14T09:00:00.123+02:00", "Now: 2026-11-14T21:14:59.9Z"),
    ("Sat Nov 14 2026, 9 a.m.", "Sat Nov 14 2026, 12 p.m."),
    ("今天是2026年5月4日星期一上午9点。", "今天是2026年5月4日星期一下午10点30分。"),
]
OTHERS = [
    ("Today is 2 November 2026, 8:00.", "Today is 3 November 2026, 8:00."),
    ("You are agent 1.", "You are agent 2."),
    ("You are April.", "You are June."),
]


@pytest.mark.parametrize("prompts", OTHERS)
def test_what_is_said_alike_on_another_day_or_to_another_agent_is_said_again(
    memory: Memory, upstream: Upstream, client: httpx2.Client, prompts: tuple[str, str]
) -> None:
    for prompt in prompts:
        asked(client, upstream, {"role": "system", "content": prompt}, user("I took my pill."))
    assert len(memory.list(user="dana", layers=("turn",))) == 4


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_clock_in_the_system_prompt_does_not_part_a_conversation(
    memory: Memory, upstream: Upstream, client: httpx2.Client, clock: tuple[str, str]
) -> None:
    talk = [user("q0\n"), assistant("Noted."), user("q1")]
    for now, messages in zip(clock, (talk[:1], [user("q0"), *talk[1:]]), strict=True):
        asked(client, upstream, {"role": "system", "content": f"Be brief. {now}"}, *messages)
    assert len(memory.list(user="dana", layers=("turn",))) == 4
    asked(client, upstream, {"role": "system", "content": f"Be kind. {clock[0]}"}, *talk[:1])
    assert len(memory.list(user="dana", layers=("turn",))) == 6, "another prompt is another conversation"

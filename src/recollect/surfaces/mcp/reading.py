"""Resources and prompts: what a person can attach to a conversation, and what he can start one with."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.prompts.base import Message, UserMessage
from pydantic import Field

from recollect.errors import InvalidInput, NotFound, RecollectError
from recollect.surfaces.mcp import shapes
from recollect.surfaces.mcp.caller import calling

RECENT = 25


def profile() -> str:
    caller = calling()
    caller.require_recall()
    found = caller.memory.profile(user=caller.user)
    return found.text or "There is no profile yet: it is made when enough is known."


def overrides() -> str:
    caller = calling()
    caller.require_recall()
    return _json([shapes.remembered(one) for one in caller.memory.overrides(user=caller.user)])


def recent() -> str:
    caller = calling()
    caller.require_recall()
    found = caller.memory.list(user=caller.user, agent=caller.agent, layers=["memory", "override"], limit=RECENT)
    return _json([shapes.remembered(one) for one in found])


def record(id: str) -> str:
    return _json([shapes.remembered(calling().get(id))])[1:-1].strip()


RESOURCES: tuple[tuple[str, Callable[..., str], str, str, str], ...] = (
    ("recollect://profile", profile, "Profile", "Who the user is, in a few lines.", "text/plain"),
    ("recollect://overrides", overrides, "Overrides", "What the user fixed; it always holds.", "application/json"),
    ("recollect://recent", recent, "Recent memories", f"The {RECENT} newest memories.", "application/json"),
    ("recollect://memory/{id}", record, "A memory", "One record by its id.", "application/json"),
)


def recall_about(
    topic: Annotated[str, Field(description="A person, thing or question.")],
) -> list[Message]:
    """Tell me everything you remember about a topic."""
    return [
        UserMessage(
            f"What do you remember about {topic}? Search with recollect_search (several wordings if the first finds "
            "little), and use recollect_timeline if it changed over time. Say what you found with dates, what is "
            "contradictory, and what you do not know. Do not make anything up."
        )
    ]


def remember_this_conversation() -> list[Message]:
    """Store what should be kept from this conversation."""
    return [
        UserMessage(
            "Look back at our conversation. List what is worth remembering for later: lasting facts about me, "
            "preferences, decisions, corrections, commitments with dates. Leave out small talk and what only mattered "
            "today. Show me the list; then store each point with recollect_add as one statement that stands on its "
            "own, with the right kind, and tell me what was decided about each."
        )
    ]


def start_with_memory(
    task: Annotated[str, Field(description="What you are about to do.")] = "",
) -> list[Message]:
    """Begin with what is already known."""
    about = f" and the task: {task}" if task else ""
    return [
        UserMessage(
            f"Before we begin, call recollect_context for me{about}. Use what it says as background, do not repeat it "
            "to me, and ask me the question it returns if there is one."
        )
    ]


PROMPTS: tuple[tuple[Callable[..., Any], str], ...] = (
    (recall_about, "Recall about a topic"),
    (remember_this_conversation, "Remember this conversation"),
    (start_with_memory, "Start with memory"),
)


def register(server: MCPServer[Any]) -> None:
    for uri, function, title, description, mime_type in RESOURCES:
        server.resource(uri, name=function.__name__, title=title, description=description, mime_type=mime_type)(
            _telling(function)
        )
    for prompt, title in PROMPTS:
        server.prompt(title=title)(prompt)


def _telling(function: Callable[..., str]) -> Callable[..., str]:
    """Our errors become resource errors with their message."""

    @wraps(function)
    def read(*args: Any, **kwargs: Any) -> str:
        try:
            return function(*args, **kwargs)
        except (NotFound, InvalidInput) as error:  # what the caller can mend: the SDK has no other word for it
            raise ResourceNotFoundError(str(error)) from error
        except RecollectError as error:
            raise ResourceError(calling().told(error)) from error

    return read


def _json(found: list[shapes.Remembered]) -> str:
    return json.dumps([one.model_dump() for one in found], ensure_ascii=False, indent=2)

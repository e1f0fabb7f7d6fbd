"""What every verb needs: the server, and the arguments of a call as a request carries them.

The server checks what is said; here is checked only what would be lost or changed on the way to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from reprlib import repr as shown
from typing import Any, Self

from recollect.client.http import Http
from recollect.errors import InvalidInput, NotFound, TooLarge
from recollect.model import given as given_alike
from recollect.model.given import NO_IDS, metadata, require_addressable, require_flags
from recollect.model.record import STATUSES
from recollect.model.scope import NAME_CHARS_MAX

TIMEOUT_S = 60.0
TIMES = (
    "occurred_at",
    "valid_from",
    "valid_until",
    "expires_at",
    "since",
    "until",
    "before",
    "valid_at",
    "as_of",
    "now",
)
SEVERAL = ("layers", "kinds", "status", "sectors")
"""Where one name may stand for a list of one."""
WITHOUT_SLASH = ("job", "conflict", "document")
"""Whose ids are made here and never by a caller."""
SLICE_S = 20.0
"""How long one request waits for work to be done; whoever waits longer asks again."""


class Opened:
    """A server, and what is sent with every call."""

    def __init__(
        self,
        url: str,
        *,
        api_key: str | None = None,
        agent: str | None = None,
        timeout_s: float = TIMEOUT_S,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`url`: http://host:8080, or https://…, with a path where a proxy gives it one. `agent`: the label of calls
        that name none. `timeout_s`: the longest wait for one answer."""
        self._http = Http(url, api_key=api_key, timeout_s=timeout_s, sleep=sleep)
        self._agent = agent

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._http.url}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections. Closing twice is fine."""
        self._http.close()

    @property
    def url(self) -> str:
        return self._http.url

    def _labels(
        self, user: str | None = None, agent: str | None = None, session: str | None = None, project: str | None = None
    ) -> dict[str, Any]:
        agent = agent if agent is not None else self._agent
        return whose(user=user, agent=agent, session=session, project=project)

    def _until(self, timeout_s: float | None, step: Callable[[float], int]) -> int:
        """Ask for work in slices until none is left or time is up; `step` gets a slice and tells what is left."""
        require_seconds(timeout_s)
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        while True:
            begun = time.monotonic()
            slice_s = SLICE_S if deadline is None else min(SLICE_S, max(0.0, deadline - begun))
            left = step(slice_s)
            ended = time.monotonic()
            # Answered early and yet something left: it waits for a later time, and so would whoever asks again.
            if not left or ended - begun < slice_s or (deadline is not None and ended >= deadline):
                return left


def whose(**labels: str | None) -> dict[str, Any]:
    """The labels that were given. In an address every value becomes text, so what is none is refused here."""
    for name, value in labels.items():
        if value is not None and not isinstance(value, str):
            raise InvalidInput(f"{name} must be a string, not {type(value).__name__}")
    return {name: value for name, value in labels.items() if value is not None}


def require_seconds(value: Any) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise InvalidInput(f"timeout_s must be a number of seconds, 0 or more, not {shown(value)}")


def whole(**given: Any) -> dict[str, int]:
    """Whole numbers, as they were given: in an address every value becomes text, and None would be left out of it."""
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int):
            raise InvalidInput(f"{name} must be a whole number, not {shown(value)}")
    return given


def flags(**given: Any) -> dict[str, bool]:
    """What is True or False, as it was given: in an address "yes" would be true."""
    require_flags(**given)
    return given


def identifier(value: Any, what: str = "record") -> str:
    """An id of what is there: what no address can carry is the id of nothing."""
    found = _text(value, "an id")
    if found in NO_IDS or len(found) > NAME_CHARS_MAX:
        raise NotFound(
            f"there is no {what} {found!r}: an id has at most {NAME_CHARS_MAX} characters and is not . or .."
        )
    if "/" in found and what in WITHOUT_SLASH:
        raise NotFound(f"there is no {what} {found!r}: no id of this kind holds a slash")
    return found


def name(value: Any) -> str:
    """Of somebody or something that is known."""
    found = _text(value, "a name")
    if len(found) > NAME_CHARS_MAX:
        raise TooLarge(f"name has {len(found)} characters; at most {NAME_CHARS_MAX} are allowed")
    if found in NO_IDS:
        raise NotFound(f"nobody and nothing called {found!r} is known here")
    return found


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str) or not value:
        raise InvalidInput(f"{what} is a non-empty string, not {shown(value)}")
    return value


def moment(value: Any, name: str) -> str | None:
    """A time in the one spelling that everybody reads alike; without a zone it is UTC."""
    found = given_alike.moment(value, name)
    return None if found is None else found.isoformat()


def as_sent(given: Mapping[str, Any]) -> dict[str, Any]:
    """Fields and filters as JSON has them."""
    sent = dict(given)
    for name in sent.keys() & set(TIMES):
        sent[name] = moment(sent[name], name)
    for name in sent.keys() & set(SEVERAL):
        sent[name] = several(sent[name], name)
    if "metadata" in sent:
        sent["metadata"] = None if sent["metadata"] is None else metadata(sent["metadata"])
    if sent.get("id") is not None:
        require_addressable(_text(sent["id"], "an id"), "an id")
    if "status" in sent and not sent["status"]:
        sent["status"] = list(STATUSES)
    return sent


def several(value: Any, name: str) -> list[Any]:
    """One name or several."""
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if not isinstance(value, Iterable):
        raise InvalidInput(f"{name} must be a list of names, not {shown(value)}")
    return list(value)


def without_defaults(given: Mapping[str, Any]) -> dict[str, Any]:
    """What differs from saying nothing."""
    return {name: value for name, value in given.items() if value is not None and value is not False and value != ()}

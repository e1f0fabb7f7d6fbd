"""What `add_many` sends: the items in as few requests as carry them.

Where there are several, each is a transaction of its own; a refusal of a later one says how many are stored. What the
items say is for the server to check.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from recollect.errors import InvalidInput, RecollectError, TooLarge
from recollect.model.added import Added
from recollect.model.batch import Written

ITEMS_MAX = 10_000
BYTES_MAX = 8_000_000
"""As much as a server takes of a batch at once; what is longer is sent in halves."""
_PLACE = re.compile(r"^(body\.items\.|items? )(\d+)(?: and (\d+))?")
"""How a refusal begins that is about one of the items and not about all of them."""

Items = Sequence[Mapping[str, Any]]


def sent(items: Items, encoded: Callable[[Items], bytes], send: Callable[[bytes], Added]) -> Added:
    """Send all of them, in their order. `encoded`: the body of a request with these."""
    done: list[Added] = []
    waiting, most = [(0, items)], BYTES_MAX
    while waiting:
        first, part = waiting.pop()
        is_long = len(part) > ITEMS_MAX
        content = b"" if is_long else encoded(part)
        if len(part) > 1 and (is_long or len(content) > most):
            _require_distinct_keys(items)
            middle = len(part) // 2
            waiting += [(first + middle, part[middle:]), (first, part[:middle])]
            continue
        try:
            done.append(send(content))
        except TooLarge as error:
            if len(part) == 1 or _PLACE.match(str(error)):
                raise _of_later(error, first) from error.__cause__
            most = len(content) // 2  # and so of what comes
            waiting.append((first, part))
        except RecollectError as error:
            raise _of_later(error, first) from error.__cause__
    return done[0] if len(done) == 1 else _joined(done)


def _require_distinct_keys(items: Items) -> None:
    """Two of a batch that would be one record are refused, in whichever requests they go."""
    held: dict[str, int] = {}
    for place, item in enumerate(items):
        key = item.get("key")
        if isinstance(key, str) and (first := held.setdefault(key, place)) != place:
            raise InvalidInput(
                f"items {first} and {place} have the same key {key!r}; add them one after the other to make versions"
            )


def _of_later(error: RecollectError, first: int) -> RecollectError:
    """The same error of items that others were sent before: with their places among all, and what is stored."""
    if not first:
        return error

    def moved(found: re.Match[str]) -> str:
        other = "" if found[3] is None else f" and {int(found[3]) + first}"
        return f"{found[1]}{int(found[2]) + first}{other}"

    told = copy.copy(error)
    told.args = (
        f"{_PLACE.sub(moved, str(error))} (the {first:,} items before were sent on their own, and are stored)",
    )
    return told


def _joined(done: Sequence[Added]) -> Added:
    def every(name: str) -> list[Any]:
        return list(chain.from_iterable(getattr(one.written, name) for one in done))

    return Added(
        written=Written(given=every("given"), items=every("items"), positions=every("positions"), generation=0),
        strengthened=tuple(chain.from_iterable(one.strengthened for one in done)),
        decisions=tuple(chain.from_iterable(one.decisions for one in done)),
        job_ids=tuple(chain.from_iterable(one.job_ids for one in done)),
        note=next((one.note for one in done if one.note is not None), None),
    )

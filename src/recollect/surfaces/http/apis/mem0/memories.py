"""What both of mem0's interfaces do: add, list, search, change and delete, by the verbs of Memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request

from recollect.assemble.tenants import Tenants
from recollect.engine.recalled import one_question
from recollect.errors import Forbidden, InvalidInput, NotFound
from recollect.memory import Memory
from recollect.model.added import Added
from recollect.model.ids import new_id
from recollect.model.principal import Principal
from recollect.model.query import Hit
from recollect.model.record import Record
from recollect.surfaces.http.apis import stated
from recollect.surfaces.http.apis.mem0 import filters, wire
from recollect.surfaces.http.apis.mem0.filters import Filter
from recollect.surfaces.http.surface import is_shown, memory_of, principal_of

LAYERS = ("memory", "override")
"""What is a memory to these interfaces; the turns it was learned from are not."""
LISTED_AT_ONCE = 10_000
LISTED_MAX = 200_000
DELETED_AT_ONCE = 1000
TOP_K = 10
Fits = Callable[[Record], bool]
FOUND_MAX = 1000
USERS_SEARCHED_MAX = 1000
INSTRUCTIONS = ("system", "developer")
"""Who is not remembered: what they say is for the assistant."""
ID_NEEDED = "at least one of user_id, agent_id, app_id and run_id is required"


@dataclass(frozen=True, kw_only=True)
class Caller:
    """Who sent a request."""

    memory: Memory
    who: Principal
    tenants: Tenants

    def require_admin(self, what: str) -> None:
        if not self.who.manages:
            raise Forbidden(f"{what} is about the whole tenant: send a key with the role admin, bound to no user")

    def filter(self, asked: wire.Filtered) -> Filter:
        """The filter of a request. It says whose memory, unless the key does."""
        found = filters.understand(asked.filters, asked.ids, bound=self.who.user)
        if not found.names_id and self.who.user is None:
            raise InvalidInput(f"{ID_NEEDED}; for example filters={{'user_id': 'ana'}}")
        if found.everyone or len(found.users) > 1:
            self.require_admin("asking for several users")
        return found


def caller_of(request: Request) -> Caller:
    return Caller(memory=memory_of(request), who=principal_of(request), tenants=request.app.state.tenants)


Asking = Annotated[Caller, Depends(caller_of)]


# --- adding ---------------------------------------------------------------------------------------------------------


def add(asking: Caller, asked: wire.Add) -> Added:
    """Learn from messages, or with `infer` false keep each as a memory of its own."""
    ids = filters.ids_in([asked.filters or {}, {name: value for name, value in asked.ids.items() if value}])
    if not ids and asking.who.user is None:
        raise InvalidInput(f"{ID_NEEDED}; for example user_id='ana'")
    whose: dict[str, Any] = {"user": ids.get("user_id"), **filters.labels_of(ids)}
    occurred_at = filters.moment(asked.timestamp, "timestamp")
    expires_at = filters.end_of(asked.expiration_date)
    if asked.infer is False:
        items = [
            {
                "content": _text(message),
                "metadata": asked.metadata,
                "source": "assistant" if message.get("role") == "assistant" else "user",
                "occurred_at": occurred_at,
                "expires_at": expires_at,
            }
            for message in asked.said
            if message.get("role") not in INSTRUCTIONS
        ]
        return asking.memory.add_many(items, **whose)
    beside: dict[str, Any] = {"metadata": asked.metadata, "occurred_at": occurred_at, "expires_at": expires_at}
    messages = [_turn(message, beside) for message in asked.said]
    whose.setdefault("session", filters.NAMELESS + new_id(asking.tenants.now()))
    return stated.add(asking.memory, messages, wait=not asked.async_mode, **whose)


def _turn(message: Mapping[str, Any], beside: Mapping[str, Any]) -> dict[str, Any]:
    turn: dict[str, Any] = {"role": message.get("role") or "user", "content": _text(message)}
    return turn | {name: value for name, value in {"name": message.get("name"), **beside}.items() if value}


def _text(message: Mapping[str, Any]) -> str:
    """What a message says; of parts, those that are text."""
    content = message.get("content")
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text") if isinstance(part, Mapping) else part for part in parts]
    said = "\n".join(text for text in texts if isinstance(text, str))
    if not said.strip():
        raise InvalidInput("messages: each needs content that is text; only text can be remembered")
    return said


# --- finding --------------------------------------------------------------------------------------------------------


def listed(asking: Caller, filter: Filter, *, expired: bool = False, layers: tuple[str, ...] = LAYERS) -> list[Record]:
    """Every memory that matches, newest first."""
    found: dict[str, Record] = {}
    everyone: list[dict[str, Any]] = [{"everyone": True}]
    for whose in everyone if filter.everyone else [{"user": user} for user in filter.users]:
        wanted = {**whose, **filter.labels, "layers": layers, "include_expired": expired}
        found |= {record.id: record for record in every(asking.memory, wanted) if filter.test(record)}
    return sorted(found.values(), key=lambda record: (record.updated_at, record.id), reverse=True)


def page(
    asking: Caller, filter: Filter, start: int, size: int, *, expired: bool = False, fits: Fits | None = None
) -> tuple[list[Record], int]:
    """A piece of what matches, newest first, and how much matches. `fits`: a further condition.

    The store can cut out the piece where the filter names a user and nothing is shared, which it would show as well.
    """
    if filter.plain and fits is None and not _anything_shared(asking):
        wanted = {"user": filter.users[0], **filter.labels, "layers": LAYERS, "include_expired": expired}
        return asking.memory.list(**wanted, limit=size, offset=start), asking.memory.count(**wanted)
    found = [record for record in listed(asking, filter, expired=expired) if fits is None or fits(record)]
    return found[start : start + size], len(found)


def _anything_shared(asking: Caller) -> bool:
    """A key bound to a user cannot ask for the shared memories alone, so for it there may be some."""
    return asking.who.user is not None or asking.memory.count(layers=LAYERS) > 0


def every(memory: Memory, wanted: Mapping[str, Any]) -> Iterator[Record]:
    """All records that match, read piece by piece."""
    for offset in range(0, LISTED_MAX, LISTED_AT_ONCE):
        found = memory.list(**wanted, limit=LISTED_AT_ONCE, offset=offset)
        yield from found
        if len(found) < LISTED_AT_ONCE:
            return


def search(asking: Caller, filter: Filter, asked: wire.Search) -> list[dict[str, Any]]:
    """The best memories that match. Filters are judged on what was found, so more is looked for than is wanted."""
    wanted = asked.top_k or asked.limit or TOP_K
    users = asking.memory.users() if filter.everyone else list(filter.users)
    if not users:
        return []
    if len(users) > USERS_SEARCHED_MAX:
        raise InvalidInput(f"there are {len(users):,} users; name those to search, at most {filters.USERS_MAX}")
    options: dict[str, Any] = {
        **filter.labels,
        "only_session": "session" in filter.labels,
        "layers": LAYERS,
        "include_expired": bool(asked.show_expired),
        "now": filters.moment(asked.reference_date, "reference_date"),
        **({"user": users[0]} if len(users) == 1 else {"users": [user for user in users if user is not None]}),
    }
    hits: list[Hit] = []
    with one_question() as recalled:
        for k in dict.fromkeys((min(FOUND_MAX, 4 * wanted + 20), FOUND_MAX)):
            answer = asking.memory.search(asked.query, **options, k=k)
            hits = [hit for hit in answer if _fits(hit, filter, asked)]
            if len(hits) >= wanted or len(answer) < k:
                break
        recalled[:] = hits = hits[:wanted]
    found = [wire.memory_out(hit.record, hit.score) for hit in hits]
    if asked.fields:
        return [{name: one[name] for name in ("id", "memory", *asked.fields) if name in one} for one in found]
    return found


def _fits(hit: Hit, filter: Filter, asked: wire.Search) -> bool:
    enough = asked.threshold is None or hit.score >= asked.threshold
    return enough and filter.test(hit.record) and has_category(hit.record, asked.categories)


def has_category(record: Record, wanted: list[str] | None) -> bool:
    return not wanted or bool(set(wanted) & set(record.tags))


# --- changing -------------------------------------------------------------------------------------------------------


def get(asking: Caller, id: str, *, expired: bool = False) -> Record:
    """One memory; a turn is none. `expired`: also one whose last day has passed. Lists show these on request, so that
    they can be changed and deleted."""
    found = asking.memory.get(id)
    there = found.current if expired else is_shown(found, asking.tenants.now())
    if found.layer not in LAYERS or not there:
        raise NotFound(f"there is no memory {id!r}")
    return found


def update(asking: Caller, id: str, asked: wire.Change) -> Record:
    get(asking, id, expired=True)
    given: dict[str, Any] = {
        "content": asked.text or asked.data or asked.memory,
        "metadata": asked.metadata,
        "occurred_at": filters.moment(_number(asked.timestamp), "timestamp"),
    }
    changes = {name: value for name, value in given.items() if value is not None}
    if "expiration_date" in asked.model_fields_set:
        changes["expires_at"] = filters.end_of(asked.expiration_date)
    if not changes:
        raise InvalidInput("nothing to change was given; send text, metadata, timestamp or expiration_date")
    return asking.memory.update(id, **changes)


def _number(value: int | float | str | None) -> int | float | str | None:
    return float(value) if isinstance(value, str) and value.replace(".", "", 1).isdigit() else value


def delete_all(asking: Caller, filter: Filter) -> int:
    """Everything that matches, turns too, and nothing else."""
    if filter.whole:
        return asking.memory.clear(everyone=True).removed
    if filter.exact:
        return sum(asking.memory.clear(user=user, **filter.labels).removed for user in filter.users)
    deleted = 0
    while ids := _matching(asking, filter):
        gone = sum(asking.memory.delete(*ids[at : at + DELETED_AT_ONCE]) for at in range(0, len(ids), DELETED_AT_ONCE))
        deleted += gone
        if not gone:
            break  # somebody else deletes the same ones
    return deleted


def _matching(asking: Caller, filter: Filter) -> list[str]:
    """What is to be deleted: only of those the filter is about, though everybody sees what is shared. Turns come last:
    they take along what was learned from them."""
    found = listed(asking, filter, expired=True, layers=(*LAYERS, "turn"))
    theirs = [record for record in found if filter.everyone or record.user in filter.users]
    return [record.id for record in sorted(theirs, key=lambda record: record.layer == "turn")]

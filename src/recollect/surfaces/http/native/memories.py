"""Memories and turns: add, read, change, delete."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Response
from starlette.convertors import register_url_convertor

from recollect.errors import Conflict, InvalidState
from recollect.memory import Memory
from recollect.model.given import TAGS_MAX
from recollect.model.record import KINDS, LAYERS, SECTORS, STATUSES, Record
from recollect.surfaces.http.native.asked import (
    AddMemories,
    AddMemory,
    AddTurns,
    Change,
    Clear,
    Delete,
    Listed,
    Reinforce,
    Revert,
    Unarchive,
)
from recollect.surfaces.http.native.fields import Label, Moment, Tag, Text, one_of
from recollect.surfaces.http.native.paths import HeldId, RecordId
from recollect.surfaces.http.native.types import (
    AddedOut,
    ClearedOut,
    DecisionsOut,
    DeletedOut,
    NeighboursOut,
    RecallsOut,
    RecordOut,
    RecordsOut,
)
from recollect.surfaces.http.strict import NativeRoute
from recollect.surfaces.http.surface import memory_of

register_url_convertor("record", RecordId())
register_url_convertor("held", HeldId())
router = APIRouter(prefix="/v1", route_class=NativeRoute, tags=["memories"])
Caller = Annotated[Memory, Depends(memory_of)]
Id = Annotated[str, Path(min_length=1, max_length=512, json_schema_extra={"pattern": "^[^\\u0000/]+$"})]
Labelled = Annotated[Label | None, Query()]
Limit = Annotated[int, Query(ge=1, le=10_000)]
RecallsLimit = Annotated[int, Query(ge=1, le=1000)]
Offset = Annotated[int, Query(ge=0, le=1_000_000_000)]
IfMatch = Annotated[
    str,
    Header(
        description='The ETag of the record as it was read, its version: "3". It has another '
        "one by now: 412, and nothing is changed",
        json_schema_extra={"pattern": '^((W/)?"[1-9][0-9]{0,8}"|[*])$'},
    ),
]
_TAG = re.compile(r'(?:W/)?"([1-9][0-9]{0,8})"')


@router.post("/memories", status_code=201, summary="Store a memory")
def add_memory(asked: AddMemory, memory: Caller) -> AddedOut:
    return AddedOut.model_validate(memory.add(asked.content, **asked.given("content")))


@router.post("/memories/batch", status_code=201, summary="Store many memories at once")
def add_memories(asked: AddMemories, memory: Caller) -> AddedOut:
    items = [item.given() for item in asked.items]
    return AddedOut.model_validate(memory.add_many(items, **asked.given("items")))


@router.post("/turns", status_code=201, summary="Store a conversation", tags=["turns"])
def add_turns(asked: AddTurns, memory: Caller) -> AddedOut:
    messages = [message.model_dump(exclude_unset=True, exclude_none=True) for message in asked.messages]
    return AddedOut.model_validate(memory.add(messages, **asked.given("messages")))


@router.get("/turns", summary="Turns of conversations, newest first", tags=["turns"])
def list_turns(
    memory: Caller,
    user: Labelled = None,
    agent: Labelled = None,
    session: Labelled = None,
    project: Labelled = None,
    limit: Limit = 100,
    offset: Offset = 0,
) -> RecordsOut:
    wanted: dict[str, Any] = {"user": user, "agent": agent, "session": session, "project": project, "layers": ["turn"]}
    found = memory.list(**wanted, limit=limit, offset=offset)
    return RecordsOut(records=_records(found), total=_total(memory, found, limit, offset, wanted))


@router.get("/memories", summary="List records, newest first")
def list_memories(
    memory: Caller,
    layer: Annotated[list[one_of(LAYERS)], Query(default_factory=list, max_length=6)],  # type: ignore[valid-type]
    kind: Annotated[list[one_of(KINDS)], Query(default_factory=list, max_length=12)],  # type: ignore[valid-type]
    tag: Annotated[list[Tag], Query(default_factory=list, json_schema_extra={"maxItems": TAGS_MAX})],
    status: Annotated[list[one_of(STATUSES)], Query(default_factory=list, max_length=5)],  # type: ignore[valid-type]
    user: Labelled = None,
    agent: Labelled = None,
    session: Labelled = None,
    project: Labelled = None,
    contains: Annotated[Text | None, Query(max_length=10_000)] = None,
    key: Labelled = None,
    sector: Annotated[one_of(SECTORS) | None, Query()] = None,  # type: ignore[valid-type]
    since: Moment | None = None,
    until: Moment | None = None,
    everyone: bool = False,
    limit: Limit = 100,
    offset: Offset = 0,
) -> RecordsOut:
    wanted: dict[str, Any] = {
        "user": user,
        "agent": agent,
        "session": session,
        "project": project,
        "layers": layer or None,
        "kinds": kind or None,
        "tags": tag or None,
        "status": status or None,
        "contains": contains,
        "key": key,
        "sector": sector,
        "since": since,
        "until": until,
        "everyone": everyone or None,
    }
    given = {name: value for name, value in wanted.items() if value is not None}
    found = memory.list(**given, limit=limit, offset=offset)
    return RecordsOut(records=_records(found), total=_total(memory, found, limit, offset, given))


@router.post("/memories/list", summary="List records by any filter, newest first")
def filter_memories(
    asked: Listed, memory: Caller, limit: Limit = 100, offset: Offset = 0, everyone: bool = False
) -> RecordsOut:
    given = asked.given() | ({"everyone": True} if everyone else {})
    found = memory.list(**given, limit=limit, offset=offset)
    return RecordsOut(records=_records(found), total=_total(memory, found, limit, offset, given))


@router.post("/memories/clear", summary="Delete all records that match")
def clear_memories(asked: Clear, memory: Caller) -> ClearedOut:
    return ClearedOut.model_validate(memory.clear(**asked.given()))


@router.post("/memories/delete", summary="Delete records for good")
def delete_memories(asked: Delete, memory: Caller) -> DeletedOut:
    return DeletedOut(removed=memory.delete(*asked.ids))


@router.patch("/memories/{id:record}", summary="Change a record: a new version of it")
def update_memory(id: Id, asked: Change, memory: Caller, answer: Response, if_match: IfMatch = "*") -> RecordOut:
    changes, version = asked.said(), _version(if_match)
    try:
        record = memory.update(id, if_version=version, **changes) if changes else memory.get(id)
    except InvalidState:
        raise
    except Conflict as error:
        raise error if version is None else Outdated(str(error)) from error
    if not changes:
        _require(record, if_match)
    return _tagged(record, answer)


@router.delete("/memories/{id:record}", status_code=204, summary="Delete a record for good", response_class=Response)
def delete_memory(id: Id, memory: Caller, if_match: IfMatch = "*") -> Response:
    _require(memory.get(id), if_match)
    memory.delete(id)
    return Response(status_code=204)


@router.get("/memories/{id:held}/history", summary="All versions of a record, oldest first")
def history(id: Id, memory: Caller) -> RecordsOut:
    found = memory.history(id)
    return RecordsOut(records=_records(found), total=len(found))


@router.get("/memories/{id:held}/neighbours", summary="Records that a record is linked with, and how")
def neighbours(id: Id, memory: Caller) -> NeighboursOut:
    return NeighboursOut.model_validate({"neighbours": memory.neighbours(id)})


@router.get("/memories/{id:held}/decisions", summary="What was decided about a record, newest first")
def decisions_about(id: Id, memory: Caller) -> DecisionsOut:
    owner = memory.get(id).user
    return DecisionsOut.model_validate({"decisions": memory.decisions(user=owner, memory_id=id)})


@router.get("/memories/{id:held}/recalls", summary="When a record was recalled, by which question and why")
def recalls(id: Id, memory: Caller, user: Labelled = None, limit: RecallsLimit = 20) -> RecallsOut:
    memory.get(id)
    return RecallsOut.model_validate({"recalls": memory.recalls(id, user=user, limit=limit)})


@router.get("/memories/{id:record}", summary="One record")
def get_memory(id: Id, memory: Caller, answer: Response) -> RecordOut:
    return _tagged(memory.get(id), answer)


@router.post("/memories/{id:held}/archive", summary="Hide a record; it can be brought back")
def archive(id: Id, memory: Caller, answer: Response, if_match: IfMatch = "*") -> RecordOut:
    if _version(if_match) is not None:
        _require(memory.get(id), if_match)
    return _tagged(memory.archive(id), answer)


@router.post("/memories/{id:held}/unarchive", summary="Bring back a record that was hidden")
def unarchive(id: Id, memory: Caller, answer: Response, asked: Unarchive | None = None) -> RecordOut:
    return _tagged(memory.unarchive(id, **(asked.given() if asked else {})), answer)


@router.post("/memories/{id:held}/revert", summary="Make an old version current again")
def revert(id: Id, asked: Revert, memory: Caller, answer: Response) -> RecordOut:
    return _tagged(memory.revert(id, version=asked.version), answer)


@router.post("/memories/{id:held}/reinforce", summary="Make a record stronger")
def reinforce(id: Id, memory: Caller, answer: Response, asked: Reinforce | None = None) -> RecordOut:
    return _tagged(memory.reinforce(id, **(asked.given() if asked else {})), answer)


class Outdated(Conflict):
    """The record has another version than the request says (`If-Match`)."""

    status_code = 412


def _version(if_match: str) -> int | None:
    """The version a change is of. A proxy that compresses answers marks their tags with W/."""
    if if_match.strip() == "*":
        return None
    found = _TAG.fullmatch(if_match.strip())
    if found is None:
        raise Outdated(f'If-Match is {if_match[:100]!r}, which no record has; give the ETag that it was read with: "3"')
    return int(found[1])


def _require(record: Record, if_match: str) -> None:
    """It has the version that is to be deleted or hidden, where the request says which."""
    version = _version(if_match)
    if version not in (None, record.version):
        raise Outdated(f"record {record.id!r} has version {record.version} and not {version}; read it again")


def etag(version: int) -> str:
    return f'"{version}"'


def _tagged(record: Record, answer: Response) -> RecordOut:
    """A record, and as its ETag the version that it has."""
    answer.headers["ETag"] = etag(record.version)
    return RecordOut.model_validate(record)


def _records(found: list[Record]) -> list[RecordOut]:
    return [RecordOut.model_validate(record) for record in found]


def _total(memory: Memory, page: list[Record], limit: int, offset: int, wanted: dict[str, Any]) -> int:
    """How many there are in all; a page that is not full says it itself, and nothing is counted."""
    if len(page) < limit and (page or offset == 0):
        return offset + len(page)
    return memory.count(**wanted)

"""Documents: read in from bytes, text or an address; listed, looked at, deleted."""

from __future__ import annotations

import base64
import binascii
from datetime import datetime
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Query, Request
from pydantic import Field

from recollect.errors import InvalidInput
from recollect.model.document import Document
from recollect.model.ingested import Ingested
from recollect.surfaces.http.native.asked import Labels
from recollect.surfaces.http.native.fields import NO_NUL, SPOKEN, Asked, Metadata, Text
from recollect.surfaces.http.native.memories import Caller, Id, Labelled, Limit, Offset
from recollect.surfaces.http.native.types import DeletedOut, Out, RecordOut, RecordsOut
from recollect.surfaces.http.strict import NativeRoute

router = APIRouter(prefix="/v1", route_class=NativeRoute, tags=["documents"])
OCTETS = "application/octet-stream"
Name = Annotated[str, Field(min_length=1, max_length=8192, json_schema_extra={"pattern": SPOKEN})]
MediaType = Annotated[str, Field(min_length=1, max_length=200, json_schema_extra={"pattern": NO_NUL})]
Tokens = Annotated[int, Field(ge=16, le=32_768)]
Overlap = Annotated[int, Field(ge=0, le=16_384)]


class Source(Asked):
    """A document: exactly one of `text`, `data` and `url`."""

    text: Text | None = Field(None, description="its text")
    data: str | None = Field(
        None,
        description="its bytes, in base64",
        json_schema_extra={"contentEncoding": "base64", "pattern": "^[A-Za-z0-9+/]+={0,2}$"},
    )
    url: Annotated[str, Field(max_length=4096)] | None = Field(None, description="where the server fetches it from")
    name: Name | None = Field(None, description="what it is known by and cited as; none: its address")
    media_type: MediaType | None = Field(None, description="a hint; where its bytes say otherwise, they are right")

    @property
    def source(self) -> bytes | str:
        found = [one for one in (self.text, self.data, self.url) if one is not None]
        if len(found) != 1:
            raise InvalidInput("a document comes as exactly one of text, data and url")
        if self.url is not None:
            if not self.url.lower().startswith(("http://", "https://")):
                raise InvalidInput("url: only http and https addresses are fetched")
            return self.url
        if self.text is not None:
            return self.text.encode()
        try:
            return base64.b64decode(self.data or "", validate=True)
        except (binascii.Error, ValueError) as error:
            raise InvalidInput(f"data is no base64 ({error})") from error


class AddDocument(Source, Labels):
    """A document to read and remember."""

    metadata: Metadata | None = None
    chunk_tokens: Tokens | None = Field(None, description="tokens of a passage; none: 400")
    chunk_overlap: Overlap | None = Field(None, description="tokens it shares with the one before; none: 80")
    stamp: Annotated[str, Field(max_length=1000, json_schema_extra={"pattern": NO_NUL})] | None = Field(
        None, description="of the file as its owner sees it, given back with the document"
    )


class DocumentOut(Out):
    """A file or page that was read in."""

    id: str
    user: str | None
    agent: str | None
    session: str | None
    project: str | None
    source: str
    collection: str
    title: str
    media_type: str
    content_hash: str
    stamp: str
    fingerprint: str
    bytes: int
    passages: int = Field(description="how many it has")
    metadata: dict[str, Any]
    version: int
    error: str | None = Field(description="why its newest state could not be read; what was read before is kept")
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, one: Document) -> DocumentOut:
        labels = ("user", "agent", "session", "project")
        fields = {name: getattr(one, name) for name in cls.model_fields if name not in labels}
        return cls(**{name: getattr(one.scope, name) for name in labels}, **fields)


class IngestedOut(Out):
    """What became of a document."""

    document: DocumentOut
    action: str = Field(description="added, changed (a new version) or unchanged")
    added: int = Field(description="passages that are new")
    kept: int
    ended: int
    notes: list[str] = Field(description="what could not be read of it, or had to be guessed")
    note: str | None

    @classmethod
    def of(cls, one: Ingested) -> IngestedOut:
        fields = {name: getattr(one, name) for name in ("action", "added", "kept", "ended", "note")}
        return cls(document=DocumentOut.of(one.document), notes=list(one.notes), **fields)


class DocumentsOut(Out):
    documents: list[DocumentOut]


class DocumentSectionOut(Out):
    text: str
    place: str


class ReadingOut(Out):
    """What a document says."""

    media_type: str
    title: str
    sections: list[DocumentSectionOut]
    metadata: dict[str, Any]
    method: str
    notes: list[str]


@router.post("/documents", status_code=201, summary="Read in a document")
def add_document(asked: AddDocument, memory: Caller) -> IngestedOut:
    given = asked.given("text", "data", "url")
    return IngestedOut.of(memory.ingest(asked.source, **given))


@router.post(
    "/documents/upload",
    status_code=201,
    summary="Read in a document that is the body of the request",
    openapi_extra={
        "requestBody": {"required": True, "content": {OCTETS: {"schema": {"type": "string", "format": "binary"}}}}
    },
)
async def upload_document(
    request: Request,
    memory: Caller,
    name: Annotated[Name | None, Query()] = None,
    user: Labelled = None,
    agent: Labelled = None,
    session: Labelled = None,
    project: Labelled = None,
    chunk_tokens: Annotated[Tokens | None, Query()] = None,
    chunk_overlap: Annotated[Overlap | None, Query()] = None,
) -> IngestedOut:
    """The Content-Type of the request is taken as the document's; application/octet-stream says nothing."""
    kind = (request.headers.get("content-type") or "")[:200] or None
    if kind is not None and kind.lower().startswith("multipart/"):
        raise InvalidInput("the body is a form; send the document itself as the body (curl --data-binary @FILE)")
    data = await request.body()
    labels = {"user": user, "agent": agent, "session": session, "project": project}
    cut = {"chunk_tokens": chunk_tokens, "chunk_overlap": chunk_overlap}
    done = await to_thread.run_sync(lambda: memory.ingest(data, name=name, media_type=kind, **labels, **cut))  # type: ignore[arg-type]
    return IngestedOut.of(done)


@router.post("/documents/read", summary="What a document says; nothing is remembered")
def read_document(asked: Source, memory: Caller) -> ReadingOut:
    return ReadingOut.model_validate(memory.read_document(asked.source, **asked.given("text", "data", "url")))


@router.get("/documents", summary="Documents that were read in, by source")
def list_documents(
    memory: Caller,
    user: Labelled = None,
    agent: Labelled = None,
    session: Labelled = None,
    project: Labelled = None,
    collection: Annotated[str | None, Query(max_length=512)] = None,
    everyone: bool = False,
    limit: Limit = 100,
    offset: Offset = 0,
) -> DocumentsOut:
    labels = {"user": user, "agent": agent, "session": session, "project": project}
    found = memory.documents(**labels, collection=collection, everyone=everyone, limit=limit, offset=offset)
    return DocumentsOut(documents=[DocumentOut.of(one) for one in found])


@router.get("/documents/{id}", summary="One document")
def get_document(id: Id, memory: Caller) -> DocumentOut:
    return DocumentOut.of(memory.document(id))


@router.get("/documents/{id}/passages", summary="The passages of a document, in its order")
def list_passages(id: Id, memory: Caller, ended: bool = False) -> RecordsOut:
    found = memory.passages(id, ended=ended)
    return RecordsOut(records=[RecordOut.model_validate(one) for one in found], total=len(found))


@router.delete("/documents/{id}", summary="Delete a document, its passages and what rested on it alone")
def delete_document(id: Id, memory: Caller) -> DeletedOut:
    return DeletedOut(removed=memory.delete_document(id))

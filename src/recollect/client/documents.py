"""The verbs about documents: read in, list, look at, delete. Files are read here and their bytes are sent."""

from __future__ import annotations

import base64
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from recollect.client import wire
from recollect.client.opening import Opened, as_sent, flags, identifier, whole, whose
from recollect.client.wire import understood
from recollect.errors import InvalidInput
from recollect.model.document import Document, Reading
from recollect.model.given import is_address, require_fetched
from recollect.model.ingested import Ingested
from recollect.model.record import Record

Documents = list[Document]
Records = list[Record]
TAKES_S = 300.0
"""How long a server may read one document."""
PAGE = 10_000
"""Documents that are asked for at once."""


class Documenting(Opened):
    """Documents on a server."""

    def ingest(
        self,
        source: bytes | str | Path,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        name: str | None = None,
        media_type: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        chunk_tokens: int | None = None,
        chunk_overlap: int | None = None,
        stamp: str | None = None,
    ) -> Ingested:
        """See `Memory.ingest`. A path is one of this machine; an address is fetched by the server."""
        body = {
            **_sent(source, name, media_type),
            **as_sent({} if metadata is None else {"metadata": metadata}),
            **({} if chunk_tokens is None else whole(chunk_tokens=chunk_tokens)),
            **({} if chunk_overlap is None else whole(chunk_overlap=chunk_overlap)),
            **whose(stamp=stamp),
            **self._labels(user, agent, session, project),
        }
        given = {field: value for field, value in body.items() if value is not None}
        return understood(wire.ingested, self._http.write("documents", body=given, takes_s=TAKES_S))

    def read_document(
        self, source: bytes | str | Path, *, name: str | None = None, media_type: str | None = None
    ) -> Reading:
        """See `Memory.read_document`."""
        sent = {field: value for field, value in _sent(source, name, media_type).items() if field != "stamp"}
        return understood(wire.reading, self._http.ask("documents", "read", body=sent, takes_s=TAKES_S))

    def documents(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        collection: str | None = None,
        everyone: bool = False,
        limit: int = 100,
        offset: int = 0,
    ) -> Documents:
        """See `Memory.documents`."""
        query = {**self._labels(user, agent, session, project), "collection": collection, **flags(everyone=everyone)}
        whole(limit=limit, offset=offset)
        found: Documents = []
        while True:
            page = min(limit - len(found), PAGE)
            asked = {**query, "limit": page, "offset": offset + len(found)}
            answer = self._http.get("documents", query=asked)
            part = understood(lambda plain: [wire.document(one) for one in plain["documents"]], answer)
            found += part
            if len(part) < page or len(found) >= limit:
                return found

    def document(self, id: str) -> Document:
        """See `Memory.document`."""
        return understood(wire.document, self._http.get("documents", identifier(id, "document")))

    def passages(self, id: str, *, ended: bool = False) -> Records:
        """See `Memory.passages`."""
        answer = self._http.get("documents", identifier(id, "document"), "passages", query=flags(ended=ended))
        return understood(lambda plain: wire.records(plain["records"]), answer)

    def delete_document(self, id: str) -> int:
        """See `Memory.delete_document`."""
        answer = self._http.write("documents", identifier(id, "document"), method="DELETE")
        return understood(lambda plain: int(plain["removed"]), answer)


def _sent(source: Any, name: str | None, media_type: str | None) -> dict[str, Any]:
    """A document as a request carries it."""
    sent: dict[str, Any] = whose(name=name, media_type=media_type)
    if isinstance(source, str) and is_address(source):
        return {**sent, "url": source}
    if isinstance(source, bytes | bytearray | memoryview):
        return {**sent, "data": base64.b64encode(source).decode()}
    if not isinstance(source, str | Path) or not str(source):
        raise InvalidInput(f"a document is a path, an address or bytes, not {type(source).__name__}")
    if isinstance(source, str):
        require_fetched(source)
    path = Path(source)
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise InvalidInput(f"{path} is no plain file; give the path of one")
        data = path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({error.strerror}); give the path of a file") from error
    sent.setdefault("name", path.resolve().as_posix())
    return {**sent, "data": base64.b64encode(data).decode(), "stamp": f"{facts.st_size} {facts.st_mtime_ns}"}

"""Batch jobs of Gemini: a file of requests is uploaded, `asyncBatchEmbedContent` makes a job of it, a file of answers
is fetched. Over plain HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

from recollect.contracts.embedder import DONE, FAILED, RUNNING, BatchState
from recollect.errors import ModelFailed
from recollect.providers.embedders.batches import (
    PAGE,
    PAGES_MAX,
    TEXTS_MAX,
    UPLOAD_S_MIN,
    answer_of,
    text_field,
    usable,
)
from recollect.providers.embedders.remote import Access, encodable
from recollect.providers.failures import code_of
from recollect.providers.google import BASE_URL
from recollect.providers.http import JSON, request_headers, request_json, request_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VERSION: Final = "v1beta"
PREFIXED_MODEL: Final = "gemini-embedding-2"
"""It takes the task as words before the text, where its relatives have a field for it."""
ENDED: Final = frozenset({"SUCCEEDED", "PARTIALLY_SUCCEEDED", "EXPIRED", "CANCELLED", "FAILED"})


def address(access: Access) -> str:
    """Where requests go, up to the version, which an address of one's own may bring along."""
    return f"{(access.base_url or BASE_URL).rstrip('/').removesuffix('/' + VERSION)}"


def key_headers(access: Access) -> dict[str, str]:
    headers = dict(access.headers)
    if access.api_key:
        headers.setdefault("x-goog-api-key", access.api_key)
    return headers


class GeminiBatches:
    texts_max = TEXTS_MAX

    def __init__(self, access: Access) -> None:
        self._access = access
        self._url = address(access)
        self._headers = key_headers(access)
        self._label = f"batches of {access.model} at {urlsplit(self._url).hostname}"

    def submit(self, name: str, texts: Mapping[str, str]) -> str:
        lines = b"".join(json.dumps(self._line(key, text)).encode() + b"\n" for key, text in texts.items())
        file = self._upload(name, lines)
        job = {"batch": {"displayName": name, "inputConfig": {"file_name": file}}}
        made = self._ask("POST", f"/{VERSION}/models/{quote(self._access.model)}:asyncBatchEmbedContent", job)
        return text_field(made, "name", self._label)

    def find(self, name: str) -> str | None:
        token = ""
        for _ in range(PAGES_MAX):
            page = self._ask("GET", f"/{VERSION}/batches?pageSize={PAGE}{token}")
            for job in page.get("operations") or []:
                if isinstance(job, dict) and _part(job, "metadata").get("displayName") == name:
                    return text_field(job, "name", self._label)
            if not page.get("nextPageToken"):
                return None
            token = f"&pageToken={quote(str(page['nextPageToken']))}"
        return None

    def look(self, id: str) -> BatchState:
        job = self._ask("GET", f"/{VERSION}/{quote(id)}")
        about = _part(job, "metadata")
        status = str(about.get("state", "")).rpartition("STATE_")[2]
        if status not in ENDED and not job.get("done"):
            return BatchState(id=id, state=RUNNING)
        file = (_part(about, "output") or _part(job, "response")).get("responsesFile")
        told = code_of(_part(job, "error"))
        reason = "" if status == "SUCCEEDED" else f"the batch is {status.lower() or 'ended'}{told}"
        source = _part(about, "inputConfig").get("fileName")
        return BatchState(
            id=id,
            state=DONE if file else FAILED,
            reason=reason or ("" if file else "the batch succeeded without any answer"),
            answers=(str(file),) if file else (),
            leftovers=tuple(str(one) for one in (source, file) if one),
        )

    def collect(self, state: BatchState) -> Iterator[tuple[str, NDArray[np.float32]]]:
        wait_s = max(self._access.timeout_s, UPLOAD_S_MIN)
        for file in state.answers:
            url = f"{self._url}/download/{VERSION}/{quote(file)}:download?alt=media"
            for line in request_lines(url, label=self._label, headers=self._headers, timeout_s=wait_s):
                answered = answer_of(line)
                key = answered.get("key")
                row = usable(_part(_part(answered, "response"), "embedding").get("values"))
                if isinstance(key, str) and row is not None:
                    yield key, row

    def discard(self, state: BatchState) -> None:
        for name in (*state.leftovers, state.id):
            with suppress(ModelFailed):
                self._ask("DELETE", f"/{VERSION}/{quote(name)}")

    def _line(self, key: str, text: str) -> dict[str, Any]:
        request: dict[str, Any] = {"outputDimensionality": self._access.dim}
        if self._access.model == PREFIXED_MODEL:
            text = f"title: none | text: {text}"
        else:
            request["taskType"] = "RETRIEVAL_DOCUMENT"
        return {"key": key, "request": {"content": {"parts": [{"text": encodable(text)}]}, **request}}

    def _upload(self, name: str, lines: bytes) -> str:
        """The resumable protocol in its two steps: announce, then send all at once."""
        announced = {
            "X-Goog-Upload-Protocol": "resumable",
            "X-Goog-Upload-Command": "start",
            "X-Goog-Upload-Header-Content-Length": str(len(lines)),
            "X-Goog-Upload-Header-Content-Type": "application/jsonl",
        }
        told = request_headers(
            "POST",
            f"{self._url}/upload/{VERSION}/files",
            json.dumps({"file": {"display_name": name}}).encode(),
            label=self._label,
            headers={**JSON, **self._headers, **announced},
            timeout_s=self._access.timeout_s,
        )
        target = text_field(told, "x-goog-upload-url", self._label)
        if urlsplit(target)[:2] != urlsplit(self._url)[:2]:
            raise ModelFailed(f"{self._label} wants the texts uploaded to another host; that is not done")
        made = request_json(
            "POST",
            target,
            lines,
            label=self._label,
            headers={
                "Content-Type": "application/jsonl",
                "X-Goog-Upload-Offset": "0",
                "X-Goog-Upload-Command": "upload, finalize",
            },
            timeout_s=max(self._access.timeout_s, UPLOAD_S_MIN),
        )
        return text_field(_part(made, "file"), "name", self._label)

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        answer = request_json(
            method,
            self._url + path,
            None if body is None else json.dumps(body).encode(),
            label=self._label,
            headers={**self._headers, **(JSON if body is not None else {})},
            timeout_s=self._access.timeout_s,
        )
        if not isinstance(answer, dict):
            raise ModelFailed(f"{self._label} answered something that is no object")
        return answer


def _part(answer: Any, name: str) -> dict[str, Any]:
    found = answer.get(name) if isinstance(answer, dict) else None
    return found if isinstance(found, dict) else {}

"""Batch jobs of OpenAI and Voyage: a file of requests is uploaded, a job made of it, a file of answers fetched.

Voyage's interface is OpenAI's with two differences: a line holds the text alone, and model and sizes are said once for
the whole job. Over plain HTTP: the packages of both bring nothing that is needed here.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

import numpy as np

from recollect.contracts.embedder import DONE, FAILED, RUNNING, BatchState
from recollect.errors import ModelFailed
from recollect.providers.embedders.remote import DIM_MAX, Access, directed, encodable, unit
from recollect.providers.failures import UNREADABLE, code_of
from recollect.providers.http import JSON, multipart, request_json, request_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

TEXTS_MAX: Final = 10_000
"""Fewer than providers take: what was answered is held in memory until it is stored."""
ENDED: Final = frozenset({"completed", "expired", "cancelled"})
"""Each of these may have answered some texts."""
PAGES_MAX: Final = 5
PAGE: Final = 100
LABEL: Final = "recollect"
UPLOAD_S_MIN: Final = 300.0


class FileBatches:
    """`once`: Voyage's way, with what is said once beside the model; None: OpenAI's."""

    texts_max = TEXTS_MAX

    def __init__(self, access: Access, base_url: str, *, once: Mapping[str, Any] | None = None) -> None:
        self._access = access
        self._url = base_url.rstrip("/")
        self._once = once
        self._label = f"batches of {access.model} at {urlsplit(base_url).hostname}"
        self._headers = dict(access.headers)
        if access.api_key:
            self._headers.setdefault("Authorization", f"Bearer {access.api_key}")

    def submit(self, name: str, texts: Mapping[str, str]) -> str:
        lines = b"".join(json.dumps(self._line(key, text)).encode() + b"\n" for key, text in texts.items())
        body, kind = multipart({"purpose": "batch"}, {"file": (f"{name}.jsonl", "application/jsonl", lines)})
        file = text_field(self._ask("POST", "/files", body, kind), "id", self._label)
        job: dict[str, Any] = {"input_file_id": file, "endpoint": "/v1/embeddings", "metadata": {LABEL: name}}
        if self._once is None:
            job |= {"completion_window": "24h"}
        else:
            job |= {"completion_window": "12h", "request_params": {"model": self._access.model, **self._once}}
        return text_field(self._ask("POST", "/batches", json.dumps(job).encode()), "id", self._label)

    def find(self, name: str) -> str | None:
        after = ""
        for _ in range(PAGES_MAX):
            page = self._ask("GET", f"/batches?limit={PAGE}{after}", None)
            found = page.get("data") or []
            for job in found:
                if isinstance(job, dict) and (job.get("metadata") or {}).get(LABEL) == name:
                    return text_field(job, "id", self._label)
            if not page.get("has_more") or not found:
                return None
            after = f"&after={quote(text_field(found[-1], 'id', self._label))}"
        return None

    def look(self, id: str) -> BatchState:
        job = self._ask("GET", f"/batches/{quote(id)}", None)
        status = str(job.get("status"))
        if status not in ENDED and status != "failed":
            return BatchState(id=id, state=RUNNING)
        output, errors = job.get("output_file_id"), job.get("error_file_id")
        files = tuple(str(file) for file in (job.get("input_file_id"), output, errors) if file)
        reason = "" if status == "completed" else f"the batch is {status}{_errors(job)}"
        return BatchState(
            id=id,
            state=DONE if output else FAILED,
            reason=reason or ("" if output else "the batch was completed without any answer"),
            answers=(str(output),) if output else (),
            leftovers=files,
        )

    def collect(self, state: BatchState) -> Iterator[tuple[str, NDArray[np.float32]]]:
        for file in state.answers:
            url = f"{self._url}/files/{quote(file)}/content"
            wait_s = max(self._access.timeout_s, UPLOAD_S_MIN)
            for line in request_lines(url, label=self._label, headers=self._headers, timeout_s=wait_s):
                answered = answer_of(line)
                key, row = answered.get("custom_id"), usable(_embedding(answered))
                if isinstance(key, str) and row is not None:
                    yield key, row

    def discard(self, state: BatchState) -> None:
        for file in state.leftovers:
            with suppress(ModelFailed):
                self._ask("DELETE", f"/files/{quote(file)}", None)

    def _line(self, key: str, text: str) -> dict[str, Any]:
        if self._once is not None:
            return {"custom_id": key, "body": {"input": [encodable(text)]}}
        body: dict[str, Any] = {"model": self._access.model, "input": encodable(text), "encoding_format": "base64"}
        if self._access.dim:
            body["dimensions"] = self._access.dim
        return {"custom_id": key, "method": "POST", "url": "/v1/embeddings", "body": body}

    def _ask(self, method: str, path: str, body: bytes | None, kind: str = "application/json") -> dict[str, Any]:
        wait_s = max(self._access.timeout_s, UPLOAD_S_MIN) if body and len(body) > PAGE * 1024 else None
        answer = request_json(
            method,
            self._url + path,
            body,
            label=self._label,
            headers={**self._headers, **({**JSON, "Content-Type": kind} if body is not None else {})},
            timeout_s=wait_s or self._access.timeout_s,
        )
        if not isinstance(answer, dict):
            raise ModelFailed(f"{self._label} answered something that is no object")
        return answer


def text_field(answer: Mapping[str, Any], name: str, label: str) -> str:
    value = answer.get(name)
    if not isinstance(value, str) or not value:
        raise ModelFailed(f"{label} answered without {name!r}")
    return value


def answer_of(line: bytes) -> dict[str, Any]:
    """One line of a file of answers; what is no object is like one that says nothing."""
    try:
        answered = json.loads(line)
    except UNREADABLE:
        return {}
    return answered if isinstance(answered, dict) else {}


def usable(values: Any) -> NDArray[np.float32] | None:
    """A vector of unit length; None where there is none, or one with numbers that are none or without a
    direction."""
    try:
        if isinstance(values, str):
            row = np.frombuffer(base64.b64decode(values, validate=True), dtype="<f4").astype(np.float32)
        elif isinstance(values, list):
            row = np.asarray(values, dtype=np.float32)
        else:
            return None
    except UNREADABLE:
        return None
    if row.ndim != 1 or not 0 < len(row) <= DIM_MAX or not np.isfinite(row).all() or not directed(row[None, :]):
        return None
    made: NDArray[np.float32] = unit(row[None, :])[0]
    return made


def _embedding(answered: Mapping[str, Any]) -> Any:
    """The vector in a line; an answer with another status than 200 has none."""
    response = answered.get("response")
    if not isinstance(response, dict) or response.get("status_code", 200) != 200:
        return None
    data = (response.get("body") or {}).get("data") if isinstance(response.get("body"), dict) else None
    return data[0].get("embedding") if isinstance(data, list) and data and isinstance(data[0], dict) else None


def _errors(job: Mapping[str, Any]) -> str:
    """What the provider calls the first of them; its sentences may quote a text."""
    errors = job.get("errors")
    data = errors.get("data") if isinstance(errors, dict) else errors
    return next(filter(None, map(code_of, data)), "") if isinstance(data, list) else ""

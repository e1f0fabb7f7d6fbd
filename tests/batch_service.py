"""The batch interfaces of OpenAI, Voyage and Gemini on the loopback, as their documents describe them.

A job goes through its states one look at a time, `hold` keeps it in the middle, and what it answers comes in another
order than it was asked. Texts in `refused` fail by themselves; `expire_after` answers so many and lets the rest expire;
`fail` fails the whole job.
"""

from __future__ import annotations

import base64
import json
import re
import struct
from dataclasses import dataclass, field
from typing import Any

from tests.loopback import Loopback, Reply, Request, vector

STATES = ("validating", "in_progress", "finalizing", "completed")
GEMINI_STATES = ("PENDING", "RUNNING", "SUCCEEDED")


@dataclass(kw_only=True)
class Job:
    id: str
    asked: dict[str, Any]
    looks: int = 0
    state: str = ""
    output: str | None = None
    errors: str | None = None


@dataclass(kw_only=True)
class BatchService:
    """`kind`: openai, voyage or gemini. Attach it to a server with `routes`."""

    kind: str
    dim: int = 8
    hold: bool = False
    fail: bool = False
    refused: set[str] = field(default_factory=set)
    expire_after: int | None = None
    page: int = 100
    files: dict[str, bytes] = field(default_factory=dict)
    jobs: dict[str, Job] = field(default_factory=dict)
    deleted: list[str] = field(default_factory=list)
    handed: list[str] = field(default_factory=list)
    """Every text that was handed over in a job, in order."""

    def attach(self, server: Loopback) -> BatchService:
        server.dim = self.dim
        self._base = server.url
        server.routes.append(self._gemini if self.kind == "gemini" else self._files)
        return self

    # --- OpenAI and Voyage --------------------------------------------------------------------------------------

    def _files(self, request: Request) -> Reply | None:
        path = request.path.removeprefix("/v1")
        if request.method == "POST" and path == "/files":
            return self._upload(request)
        if match := re.fullmatch(r"/files/([\w-]+)(/content)?", path):
            return self._file(request, match[1], content=bool(match[2]))
        if request.method == "POST" and path == "/batches":
            return self._create(request)
        if path == "/batches":
            return self._list(request)
        if match := re.fullmatch(r"/batches/([\w-]+)", path):
            job = self.jobs.get(match[1])
            return Reply(status=404, body={"error": {"message": "no such batch"}}) if job is None else self._look(job)
        return None

    def _upload(self, request: Request) -> Reply:
        fields = form(request)
        if fields.get("purpose") != b"batch":
            return _wrong("purpose must be batch")
        id = f"file-{len(self.files) + 1}"
        self.files[id] = fields["file"]
        return Reply(body={"id": id, "object": "file", "purpose": "batch", "bytes": len(fields["file"])})

    def _file(self, request: Request, id: str, *, content: bool) -> Reply:
        if id not in self.files:
            return Reply(status=404, body={"error": {"message": "no such file"}})
        if request.method == "DELETE":
            del self.files[id]
            self.deleted.append(id)
            return Reply(body={"id": id, "object": "file", "deleted": True})
        return Reply(body=self.files[id] if content else {"id": id, "object": "file"})

    def _create(self, request: Request) -> Reply:
        body = request.body
        window = "24h" if self.kind == "openai" else "12h"
        if body.get("endpoint") != "/v1/embeddings" or body.get("completion_window") != window:
            return _wrong(f"endpoint and completion_window must be /v1/embeddings and {window}")
        if body.get("input_file_id") not in self.files:
            return _wrong("no such input file")
        if (self.kind == "voyage") != ("model" in body.get("request_params", {})):
            return _wrong("the model is said once for the job by Voyage, and in each line by OpenAI")
        job = Job(id=f"batch_{len(self.jobs) + 1}", asked=body, state=STATES[0])
        lines = self._lines(job)
        if len({line["custom_id"] for line in lines}) != len(lines):
            return _wrong("custom_id must be unique")
        if self.kind == "openai" and any((one["method"], one["url"]) != ("POST", "/v1/embeddings") for one in lines):
            return _wrong("every line names its method and url")
        self.jobs[job.id] = job
        self.handed += [self._text(line) for line in lines]
        return Reply(body=self._object(job))

    def _list(self, request: Request) -> Reply:
        told = dict(part.split("=") for part in request.query.split("&") if part)
        found = list(reversed(self.jobs.values()))
        if "after" in told:
            found = found[[job.id for job in found].index(told["after"]) + 1 :]
        size = min(self.page, int(told.get("limit", 20)))
        data = [self._object(job) for job in found[:size]]
        return Reply(body={"object": "list", "data": data, "has_more": len(found) > size})

    def _look(self, job: Job) -> Reply:
        job.looks += 1
        place = STATES.index(job.state) if job.state in STATES else len(STATES)
        if place < 1 or (place < len(STATES) - 1 and not self.hold):
            job.state = STATES[place + 1]
            if job.state == "finalizing":
                self._end(job)
        return Reply(body=self._object(job))

    def _end(self, job: Job) -> None:
        if self.fail:
            job.state = "failed"
            return
        answers, errors = [], []
        for place, line in enumerate(self._lines(job)):
            key, text = line["custom_id"], self._text(line)
            told = {"id": f"batch_req_{place}", "custom_id": key}
            if self.expire_after is not None and place >= self.expire_after:
                expired = {"code": "batch_expired", "message": "This request could not be executed before the batch."}
                errors.append({**told, "response": None, "error": expired})
            elif text in self.refused:
                wrong = {"status_code": 400, "request_id": "r", "body": {"error": {"message": "too long"}}}
                errors.append({**told, "response": wrong, "error": None})
            else:
                answers.append({**told, "response": {"status_code": 200, "body": self._body(line, text)}})
        job.output, job.errors = self._keep(job.id, "output", answers), self._keep(job.id, "error", errors)
        if self.expire_after is not None:
            job.state = "expired"

    def _keep(self, id: str, name: str, lines: list[Any]) -> str | None:
        if not lines:
            return None
        key = f"file-{id}-{name}"
        self.files[key] = b"".join(json.dumps(line).encode() + b"\n" for line in reversed(lines))
        return key

    def _body(self, line: dict[str, Any], text: str) -> Any:
        row: Any = vector(text, self.dim)
        if line["body"].get("encoding_format") == "base64":
            row = base64.b64encode(struct.pack(f"<{self.dim}f", *row)).decode()
        return {"object": "list", "data": [{"object": "embedding", "index": 0, "embedding": row}]}

    def _object(self, job: Job) -> dict[str, Any]:
        ended = job.state in ("completed", "expired")
        return {
            "id": job.id,
            "object": "batch",
            "endpoint": "/v1/embeddings",
            "input_file_id": job.asked["input_file_id"],
            "status": job.state,
            "errors": {"object": "list", "data": [{"message": "billing limit"}]} if job.state == "failed" else None,
            "output_file_id": job.output if ended else None,
            "error_file_id": job.errors if ended else None,
            "metadata": job.asked.get("metadata"),
        }

    def _lines(self, job: Job) -> list[dict[str, Any]]:
        name = job.asked["input_file_id"] if self.kind != "gemini" else job.asked["inputConfig"]["file_name"]
        return [json.loads(line) for line in self.files.get(name, b"").splitlines()]

    def _text(self, line: dict[str, Any]) -> str:
        if self.kind == "gemini":
            return str(line["request"]["content"]["parts"][0]["text"])
        given = line["body"]["input"]
        return str(given if self.kind == "openai" else given[0])

    # --- Gemini -------------------------------------------------------------------------------------------------

    def _gemini(self, request: Request) -> Reply | None:
        path = request.path
        if path == "/upload/v1beta/files":
            wanted = request.headers.get("x-goog-upload-command"), request.headers.get("x-goog-upload-protocol")
            if wanted != ("start", "resumable"):
                return _wrong("announce the upload first")
            return Reply(body={}, headers={"X-Goog-Upload-URL": f"{self._base}/upload/here"})
        if path == "/upload/here":
            if request.headers.get("x-goog-upload-command") != "upload, finalize":
                return _wrong("send it all")
            id = f"files/in{len(self.files) + 1}"
            self.files[id] = request.body
            return Reply(body={"file": {"name": id, "mimeType": "application/jsonl"}})
        if match := re.fullmatch(r"/v1beta/models/([^:]+):asyncBatchEmbedContent", path):
            batch = request.body["batch"]
            if not batch.get("displayName") or batch["inputConfig"]["file_name"] not in self.files:
                return _wrong("displayName and a file are required")
            job = Job(id=f"batches/b{len(self.jobs) + 1}", asked=batch, state=GEMINI_STATES[0])
            self.jobs[job.id] = job
            self.handed += [self._text(line) for line in self._lines(job)]
            return Reply(body=self._operation(job))
        if path == "/v1beta/batches":
            jobs = [self._operation(job) for job in reversed(self.jobs.values())]
            start = int(dict(re.findall(r"(pageToken)=(\d+)", request.query)).get("pageToken", 0))
            page = {"operations": jobs[start : start + self.page]}
            more = {"nextPageToken": str(start + self.page)} if len(jobs) > start + self.page else {}
            return Reply(body={**page, **more})
        if match := re.fullmatch(r"/download/v1beta/(files/[\w-]+):download", path):
            return Reply(body=self.files[match[1]])
        if match := re.fullmatch(r"/v1beta/((?:files|batches)/[\w-]+)", path):
            if request.method == "DELETE":
                self.files.pop(match[1], None)
                self.deleted.append(match[1])
                return Reply(body={})
            gone = Reply(status=404, body={"error": {"message": "no such batch"}})
            return self._step(self.jobs[match[1]]) if match[1] in self.jobs else gone
        return None

    def _step(self, job: Job) -> Reply:
        job.looks += 1
        place = GEMINI_STATES.index(job.state) if job.state in GEMINI_STATES else len(GEMINI_STATES)
        if place < 1 or (place < len(GEMINI_STATES) - 1 and not self.hold):
            job.state = GEMINI_STATES[place + 1]
            if job.state == "SUCCEEDED":
                self._answer(job)
        return Reply(body=self._operation(job))

    def _answer(self, job: Job) -> None:
        if self.fail:
            job.state = "FAILED"
            return
        lines = []
        for place, line in enumerate(self._lines(job)):
            text, dim = self._text(line), line["request"]["outputDimensionality"]
            if self.expire_after is not None and place >= self.expire_after:
                continue
            if text in self.refused:
                lines.append({"key": line["key"], "error": {"code": 3, "message": "too long"}})
            else:
                lines.append({"key": line["key"], "response": {"embedding": {"values": vector(text, dim)}}})
        job.output = f"files/out-{job.id.rpartition('/')[2]}"
        self.files[job.output] = b"".join(json.dumps(line).encode() + b"\n" for line in reversed(lines))
        if self.expire_after is not None:
            job.state = "EXPIRED"

    def _operation(self, job: Job) -> dict[str, Any]:
        told = {
            "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.EmbedContentBatch",
            "displayName": job.asked["displayName"],
            "inputConfig": {"fileName": job.asked["inputConfig"]["file_name"]},
            "state": f"BATCH_STATE_{job.state}",
            **({"output": {"responsesFile": job.output}} if job.output else {}),
        }
        done = {"done": True} if job.state in ("SUCCEEDED", "FAILED", "EXPIRED") else {}
        error = {"error": {"code": 8, "message": "quota exceeded"}} if job.state == "FAILED" else {}
        return {"name": job.id, "metadata": told, **done, **error}


def form(request: Request) -> dict[str, bytes]:
    """The fields of a multipart form, taken apart by its own rules."""
    kind = request.headers["content-type"]
    match = re.fullmatch(r"multipart/form-data; boundary=(\S+)", kind)
    assert match, kind
    mark = b"--" + match[1].encode()
    assert request.body.startswith(mark + b"\r\n")
    assert request.body.endswith(mark + b"--\r\n")
    fields = {}
    for part in request.body.split(mark)[1:-1]:
        head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        name = re.search(rb'name="([^"]+)"', head)
        assert name
        assert content.endswith(b"\r\n")
        fields[name[1].decode()] = content[:-2]
    return fields


def _wrong(message: str) -> Reply:
    return Reply(status=400, body={"error": {"message": message}})

"""`recollect serve` as a process of its own, as people run it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

import httpx2

STOP_S = 120


class ServeProcess:
    """Started on a free port; `url` and, on a first start, `key` are what it printed."""

    def __init__(self, store: Path | str, *arguments: str, environment: dict[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "recollect", "serve", "--db", str(store), "--port", "0", "--json", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        told = self._first_answer()
        self.url: str = told["url"]
        self.key: str | None = told["key"]

    def _first_answer(self) -> dict[str, Any]:
        """What `--json` printed, read up to the end of the object."""
        assert self._process.stdout is not None
        text = ""
        for line in self._process.stdout:
            text += line
            if line.rstrip() == "}":
                found: dict[str, Any] = json.loads(text)
                return found
        raise AssertionError(f"the server did not start: {self.errors()}")

    def client(self, key: str | None = None) -> httpx2.Client:
        transport = httpx2.HTTPTransport(retries=20)  # it listens before it answers
        headers = {"Authorization": f"Bearer {key or self.key}"}
        return httpx2.Client(base_url=self.url, headers=headers, timeout=180, transport=transport)

    def stop(self) -> int:
        """Ask it to end, as systemd does; its exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(STOP_S)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(STOP_S)

    def says(self, event: str) -> str:
        """The next line of its log that tells of an event; waits for it."""
        assert self._process.stderr is not None
        return next(line for line in self._process.stderr if event in line)

    def errors(self) -> str:
        assert self._process.stderr is not None
        return self._process.stderr.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.kill()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

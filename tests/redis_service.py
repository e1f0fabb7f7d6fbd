"""The Redis that tests run against: a real one on a free port of the loopback, without a file."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path
from tempfile import mkdtemp

import redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from tests.programs import program

ANSWERS_S = 30
ATTEMPTS = 300


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class RedisRun:
    """One server. Use with `with`; `stop` and `start` again as often as a test likes, on the same port."""

    def __init__(self) -> None:
        self._program = program("redis-server")
        self.port = free_port()
        self._folder = Path(mkdtemp(prefix="recollect-redis-"))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def __enter__(self) -> RedisRun:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        for left in self._folder.iterdir():
            left.unlink()
        self._folder.rmdir()

    def start(self) -> None:
        if self._process is not None:
            return
        self._process = subprocess.Popen(
            [self._program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        with self.client() as client:
            client.ping()  # asked again until it listens

    def stop(self) -> None:
        """As if the machine had gone: nothing is said to clients."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(ANSWERS_S)
            self._process = None

    def client(self) -> redis.Redis:
        """For looking into it; waits for one that is starting."""
        retry = Retry(ConstantBackoff(0.05), ATTEMPTS)
        return redis.Redis(
            port=self.port, retry=retry, retry_on_error=[redis.ConnectionError], socket_timeout=ANSWERS_S
        )

    def emptied(self) -> str:
        self.start()
        with self.client() as client:
            client.flushall()
        return self.url

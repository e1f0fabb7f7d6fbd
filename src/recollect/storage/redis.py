"""Redis as hot tier: see `recollect.contracts.hot_tier`. Needs `recollect[redis]`.

Every request runs on one of a few threads and is waited for no longer than the time-out, whatever the server or the
network does; after a few failures Redis is left alone for some seconds. Keys hold hashes alone. Limits are counted by a
script inside Redis, by its clock: all processes see one bucket, and their clocks do not matter.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from importlib.util import find_spec
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from recollect.contracts.hot_tier import Limit, Taken
from recollect.errors import ConfigError, MissingExtra
from recollect.rules.breaker import Breaker

TIMEOUT_S: Final = 0.05
AT_ONCE_MAX: Final = 16
FAILURES_MAX: Final = 3
OPEN_S: Final = 5.0
"""After this long one request tries whether Redis is back."""
KEPT_MS: Final = 60_000
"""A group that nobody asks for is gone after this long."""
NAMES_A_GROUP_MAX: Final = 64
VALUE_BYTES_MAX: Final = 256 * 1024
SCHEMES: Final = ("redis", "rediss", "unix")
PREFIX: Final = "recollect"
BUCKET_MS: Final = 120_000

_TAKE: Final = """
local now = redis.call('TIME')
local at = now[1] * 1000 + math.floor(now[2] / 1000)
local amount = tonumber(ARGV[1])
local tokens = {}
for i, key in ipairs(KEYS) do
  local rate = tonumber(ARGV[i + 1])
  local held = redis.call('HMGET', key, 'tokens', 'at')
  local left = rate
  if held[1] then
    left = math.min(rate, tonumber(held[1]) + math.max(0, at - tonumber(held[2])) * rate / 60000)
  end
  local needed = math.min(amount, rate)
  if left + 1e-9 < needed then
    return {i - 1, tostring((needed - left) * 60 / rate), tostring(left)}
  end
  tokens[i] = left - amount
end
for i, key in ipairs(KEYS) do
  redis.call('HSET', key, 'tokens', tostring(tokens[i]), 'at', at)
  redis.call('PEXPIRE', key, ARGV[#ARGV])
end
return {-1, '0', tostring(tokens[#KEYS])}
"""
_PUT: Final = """
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
"""

T = TypeVar("T")


class RedisTier:
    """One Redis, seen from one process. Safe for several threads."""

    def __init__(
        self,
        client: Any,
        errors: tuple[type[Exception], ...],
        *,
        store_id: str,
        timeout_s: float = TIMEOUT_S,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._errors = errors
        self._prefix = f"{PREFIX}:{_hashed(store_id)[:16]}"
        self._timeout_s = timeout_s
        self._now_s = now_s
        self._lock = threading.Lock()
        self._breaker = Breaker(failures_max=FAILURES_MAX, open_s=OPEN_S)
        self._free = threading.BoundedSemaphore(AT_ONCE_MAX)
        self._threads = ThreadPoolExecutor(AT_ONCE_MAX, thread_name_prefix="recollect-redis")
        self._failure: str | None = None
        self._take = client.register_script(_TAKE)
        self._put = client.register_script(_PUT)

    @property
    def degraded(self) -> str | None:
        with self._lock:
            return self._failure

    def take(self, limits: Sequence[Limit], amount: float) -> Taken | None:
        # one slot for all of them, so that a cluster can run the script
        keys = [f"{self._prefix}:{{limit}}:{_hashed(limit.name)}" for limit in limits]
        told = self._asked(
            lambda: self._take(keys=keys, args=[amount, *(limit.per_minute for limit in limits), BUCKET_MS])
        )
        if told is None:
            return None
        try:
            refused, wait_s, left = int(told[0]), float(told[1]), float(told[2])
        except (TypeError, ValueError, IndexError):
            self._failed("Redis answered something that is no number")
            return None
        return Taken(None if refused < 0 else refused, wait_s, left)

    def get(self, group: str, name: str) -> bytes | None:
        found = self._asked(lambda: self._client.hget(self._group(group), name))
        return found if isinstance(found, bytes) and len(found) <= VALUE_BYTES_MAX else None

    def put(self, group: str, name: str, value: bytes) -> None:
        if len(value) <= VALUE_BYTES_MAX:
            self._asked(lambda: self._put(keys=[self._group(group)], args=[name, value, NAMES_A_GROUP_MAX, KEPT_MS]))

    def forget(self, group: str) -> None:
        self._asked(lambda: self._client.delete(self._group(group)))

    def ping(self) -> str | None:
        self._asked(self._client.ping)
        return self.degraded

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._client.close()

    def _group(self, group: str) -> str:
        return f"{self._prefix}:answers:{_hashed(group)}"

    def _asked(self, ask: Callable[[], T]) -> T | None:
        """The answer within the time; None when there is none, and then `degraded` says why."""
        with self._lock:
            if not self._breaker.enter(self._now_s()):
                return None
        if not self._free.acquire(blocking=False):
            self._failed(f"Redis has {AT_ONCE_MAX} requests to answer")
            return None
        try:
            future = self._threads.submit(ask)
        except RuntimeError:  # closed
            self._free.release()
            return None
        future.add_done_callback(lambda _: self._free.release())
        if not wait([future], self._timeout_s).done:
            self._failed(f"Redis did not answer within {self._timeout_s * 1000:g} ms")
            return None
        return self._answer(future)

    def _answer(self, future: Future[T]) -> T | None:
        error = future.exception()
        if error is not None:
            if not isinstance(error, self._errors):
                raise error
            self._failed(f"Redis failed: {type(error).__name__}: {error}"[:300])
            return None
        with self._lock:
            self._breaker.succeeded()
            self._failure = None
        return future.result()

    def _failed(self, reason: str) -> None:
        with self._lock:
            self._breaker.failed(self._now_s())
            self._failure = reason


def create(url: str, options: Mapping[str, Any]) -> RedisTier:
    """`redis://host:6379/0`, `rediss://user:password@host`, `unix:///path`. Connected on the first use."""
    if urlsplit(url).scheme not in SCHEMES:
        raise ConfigError("redis_url must begin with redis://, rediss:// or unix://")
    if find_spec("redis") is None:
        raise MissingExtra("Redis needs an optional package: pip install 'recollect[redis]'")
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    timeout_s = float(options.get("timeout_s", TIMEOUT_S))
    try:
        client = redis.Redis.from_url(
            url,
            socket_timeout=timeout_s,
            socket_connect_timeout=timeout_s,
            retry=Retry(NoBackoff(), 0),
            max_connections=AT_ONCE_MAX * 2,
        )
    except ValueError as error:
        raise ConfigError("redis_url is no address; write redis://user:password@host:port/database") from error
    failing = (redis.RedisError, OSError, ValueError, TypeError, IndexError, AttributeError, UnicodeError)
    return RedisTier(client, failing, store_id=str(options["store_id"]), timeout_s=timeout_s)


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

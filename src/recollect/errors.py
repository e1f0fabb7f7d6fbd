"""Every exception Recollect raises on purpose.

Each class has a stable `code`; surfaces translate codes, people read messages. A message says what happened, to what,
and what to do next.

    RecollectError
    ├── InvalidInput            invalid_input     (also a ValueError)
    │   ├── TooLarge            too_large
    │   ├── Contradictory       contradictory     two given values exclude each other
    │   └── UnknownName         unknown_name      an option, filter, preset or field that does not exist
    ├── NotFound                not_found         (also a LookupError)
    ├── Conflict                conflict          the record changed meanwhile; read it again
    │   ├── InvalidState        invalid_state     the record is in a state, or has a key, that does not allow it
    │   └── JobTaken            job_taken         another worker holds the job now
    ├── Closed                  closed            the Memory was closed
    ├── Unauthorized            unauthorized      no credential, or one that is not known
    ├── IssuerUnavailable       issuer_unavailable  the keys of whoever signs tokens cannot be had now
    ├── Forbidden               forbidden         the credential does not allow it
    ├── NotConfigured           not_configured    the server was not set up for it
    ├── ConfigError             config
    │   └── MissingExtra        missing_extra     an optional package is not installed
    ├── ScrubFailed             scrub_failed      the function that takes out personal data failed; nothing was stored
    ├── EmbeddingFailed         embedding_failed
    ├── FileSearchFailed        file_search_failed  who searches files did not answer
    ├── TierFailed              tier_failed       a vector tier did not answer; searches go on without it
    ├── RateLimited             rate_limited      too many adds in a minute; has retry_after_s
    ├── OverBudget              over_budget       the day's budget is used up; has retry_after_s
    ├── ModelFailed             model_failed      one language model did not answer
    ├── LlmUnavailable          llm_unavailable   none of the configured language models answered
    └── StoreError              store
        ├── StoreBusy           store_busy        another process holds the write lock for too long
        ├── StoreFull           store_full        no space left on the disk
        ├── StoreReadOnly       store_read_only
        ├── StoreCorrupt        store_corrupt
        ├── NotADatabase        not_a_database
        ├── WrongKey            wrong_key         the file and the encryption key do not fit
        ├── NewerSchema         newer_schema      written by a newer Recollect
        └── StoreUnavailable    store_unavailable cannot be opened or reached, or its file was deleted
            └── ReplicaFailed   replica_failed    a read replica did not answer; the primary does
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Any, ClassVar

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What writing to a file on a full disk ends with."""
NOT_FOUND_CHARS_MAX = 600


class RecollectError(Exception):
    """Base of all errors of this package."""

    code: ClassVar[str] = "error"


class InvalidInput(RecollectError, ValueError):
    code: ClassVar[str] = "invalid_input"


class TooLarge(InvalidInput):
    code: ClassVar[str] = "too_large"


class Contradictory(InvalidInput):
    code: ClassVar[str] = "contradictory"


class UnknownName(InvalidInput):
    code: ClassVar[str] = "unknown_name"


class NotFound(RecollectError, LookupError):
    """Its message names what was asked for, which may be anything: where that is long, its middle is left out."""

    code: ClassVar[str] = "not_found"

    def __init__(self, message: str) -> None:
        half = NOT_FOUND_CHARS_MAX // 2
        super().__init__(
            message
            if len(message) <= NOT_FOUND_CHARS_MAX
            else f"{message[:half].rstrip()} … {message[-half:].lstrip()}"
        )


class Conflict(RecollectError):
    code: ClassVar[str] = "conflict"
    taken: bool = False
    """Another record has the id: no second try changes that, unless it is deleted meanwhile."""

    @classmethod
    def of_id(cls, message: str) -> Conflict:
        told = cls(message)
        told.taken = True
        return told


class InvalidState(Conflict):
    code: ClassVar[str] = "invalid_state"


class JobTaken(Conflict):
    code: ClassVar[str] = "job_taken"


class Closed(RecollectError):
    code: ClassVar[str] = "closed"


class Unauthorized(RecollectError):
    code: ClassVar[str] = "unauthorized"


class IssuerUnavailable(RecollectError):
    """A token cannot be judged now; it may be a good one."""

    code: ClassVar[str] = "issuer_unavailable"


class Forbidden(RecollectError):
    code: ClassVar[str] = "forbidden"


class NotConfigured(RecollectError):
    """A part that was asked for is not set up; the message says which setting does it."""

    code: ClassVar[str] = "not_configured"


class ConfigError(RecollectError):
    code: ClassVar[str] = "config"


class MissingExtra(ConfigError):
    code: ClassVar[str] = "missing_extra"


class ScrubFailed(RecollectError):
    code: ClassVar[str] = "scrub_failed"


class Quoting(Exception):
    """Part of errors about what somebody else's program answered, which may quote what it was sent. The message is for
    whoever's call failed; `bare`, the same without that program's words, for all that is kept, logged or told to
    others."""

    def __init__(self, message: str, *, bare: str | None = None) -> None:
        super().__init__(message)
        self.bare = message if bare is None else bare


class EmbeddingFailed(Quoting, RecollectError):
    code: ClassVar[str] = "embedding_failed"


class FileSearchFailed(RecollectError):
    code: ClassVar[str] = "file_search_failed"


class TierFailed(Quoting, RecollectError):
    code: ClassVar[str] = "tier_failed"


class RateLimited(RecollectError):
    """Nothing was stored; the same call passes after `retry_after_s`."""

    code: ClassVar[str] = "rate_limited"

    def __init__(self, message: str, *, retry_after_s: float = 0.0) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class OverBudget(RecollectError):
    """Nothing was stored; `retry_after_s` is None when waiting does not help."""

    code: ClassVar[str] = "over_budget"

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class ModelFailed(Quoting, RecollectError):
    """One language model did not answer. `retryable`: the same request may work later (time-out, 5xx, 429)."""

    code: ClassVar[str] = "model_failed"

    def __init__(
        self,
        message: str,
        *,
        bare: str | None = None,
        retryable: bool = False,
        status: int | None = None,
        timed_out: bool = False,
        retry_after_s: float | None = None,
        tokens: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(message, bare=bare)
        self.retryable = retryable
        self.status = status
        """The HTTP status, where there was an answer at all."""
        self.timed_out = timed_out
        self.retry_after_s = retry_after_s
        self.tokens = tokens
        """What the failed request is known to have cost: tokens in and out."""


class LlmUnavailable(RecollectError):
    """None of the configured language models answered; `reasons` says why, provider by provider, and `told` what it
    cost."""

    code: ClassVar[str] = "llm_unavailable"

    def __init__(
        self, message: str, reasons: tuple[tuple[str, str], ...] = (), *, told: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.reasons = reasons
        self.told = dict(told or {})


class StoreError(RecollectError):
    code: ClassVar[str] = "store"


class StoreBusy(StoreError):
    code: ClassVar[str] = "store_busy"


class StoreFull(StoreError):
    code: ClassVar[str] = "store_full"

    @classmethod
    def writing(cls, path: object) -> StoreFull:
        """The same words whatever it is that a full disk did not take: a store, a backup, an export."""
        return cls(f"no space left to write {path}; nothing was written. Free disk space and try again.")


class StoreReadOnly(StoreError):
    code: ClassVar[str] = "store_read_only"


class StoreCorrupt(StoreError):
    code: ClassVar[str] = "store_corrupt"


class NotADatabase(StoreError):
    code: ClassVar[str] = "not_a_database"


class WrongKey(StoreError):
    code: ClassVar[str] = "wrong_key"


class NewerSchema(StoreError):
    code: ClassVar[str] = "newer_schema"


class StoreUnavailable(StoreError):
    code: ClassVar[str] = "store_unavailable"


class ReplicaFailed(StoreUnavailable):
    code: ClassVar[str] = "replica_failed"


def unwritten(path: object, error: OSError, otherwise: RecollectError) -> RecollectError:
    """What to tell of a file that could not be written; `otherwise`: where it is not for want of room."""
    return StoreFull.writing(path) if error.errno in NO_ROOM else otherwise

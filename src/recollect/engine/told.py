"""What is said of an error: to whom it happened with the words of whoever failed, to anybody else without them.

A provider may quote what it was sent. So its words go back with the call that sent it, secrets masked; breakers, logs,
rows and status pages, which others see, have `bare`.
"""

from __future__ import annotations

from recollect.errors import Quoting, RecollectError
from recollect.write.secrets import mask


def told(error: BaseException) -> str:
    """For the call that failed."""
    if not isinstance(error, RecollectError):
        return mask(f"{type(error).__name__}: {error}").text
    return mask(str(error)).text if str(error) != bare(error) else str(error)


def bare(error: BaseException) -> str:
    """For everybody else. Packages that run models have errors of their own: of those only the kind."""
    if isinstance(error, Quoting):
        return error.bare
    return str(error) if isinstance(error, RecollectError) else type(error).__name__

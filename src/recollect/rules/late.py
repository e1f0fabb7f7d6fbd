"""Regular expressions that are compiled when they are first used, so that an import or a command that never needs them
does not wait for them: compiling all of them takes longer than most commands."""

from __future__ import annotations

import re
from typing import Any, Final, cast

_PARTS: Final = (
    "search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split",
    "pattern", "flags", "groups", "groupindex",
)  # fmt: skip


class _Late:
    """Stands for a compiled pattern. After the first use its methods are that pattern's own, and cost no more."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._given = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        if name not in _PARTS:
            raise AttributeError(name)
        compiled = re.compile(*self._given)
        self.__dict__.update((part, getattr(compiled, part)) for part in _PARTS)
        return self.__dict__[name]


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """As `re.compile`, later. For the methods of a pattern; `re.sub` and the like want a compiled one."""
    return cast("re.Pattern[str]", _Late(pattern, flags))

"""A person's own secrets: patterns and a function, checked once when they are given.

A pattern that could take more than time in proportion to the text (one endless repetition inside another) is refused,
and so is one that matches nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from recollect.errors import ConfigError
from recollect.rules.patterns import checked
from recollect.write.secrets.values import Source, Span

PATTERNS_MAX = 100
_KIND = re.compile(r"[a-z][a-z0-9 _-]{0,39}\Z")

Hook = Callable[[str], Iterable[tuple[int, int, str]]]
"""Takes a text and returns (start, end, kind) of what must not be kept."""


@dataclass(frozen=True, kw_only=True)
class Own:
    """One pattern of one's own: `kind` is what stands in the mask; the group `secret`, or all of it, is masked."""

    kind: str
    pattern: str


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a person adds to the filter."""

    own: tuple[Own, ...] = ()
    hook: Hook | None = None
    compiled: tuple[tuple[str, re.Pattern[str]], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.own) > PATTERNS_MAX:
            raise ConfigError(f"{len(self.own)} secret patterns; at most {PATTERNS_MAX} are allowed")
        object.__setattr__(self, "compiled", tuple((own.kind, _checked(own)) for own in self.own))

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(kind for kind, _ in self.compiled)


def find(source: Source, options: Options) -> Iterator[Span]:
    """What the person's own patterns and function find."""
    for kind, pattern in options.compiled:
        group = "secret" if "secret" in pattern.groupindex else 0
        for found in pattern.finditer(source.raw):
            if found.end(group) > found.start(group) >= 0:
                yield Span(*found.span(group), kind)
    if options.hook is not None:
        for start, end, kind in options.hook(source.raw):
            if not (0 <= start < end <= len(source.raw) and _KIND.match(kind)):
                raise ConfigError(
                    f"the secrets hook returned ({start}, {end}, {kind!r}) for a text of {len(source.raw)} characters; "
                    "it must return start < end inside the text and a kind in small letters"
                )
            yield Span(start, end, kind)


def _checked(own: Own) -> re.Pattern[str]:
    if not _KIND.match(own.kind):
        raise ConfigError(f"the kind of a secret, {own.kind!r}, must be small letters, digits and spaces: 'door code'")
    return checked(own.pattern, f"the secret pattern for {own.kind!r}")

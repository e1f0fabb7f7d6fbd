"""A person's own secrets: patterns and a function, checked once when they are given.

A pattern that could take more than time in proportion to the text (one endless repetition inside another) is refused,
and so is one that matches nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from recollect.errors import ConfigError
from recollect.write.secrets.values import Source, Span

PATTERNS_MAX = 100
PATTERN_CHARS_MAX = 1000
_KIND = re.compile(r"[a-z][a-z0-9 _-]{0,39}\Z")
_ENDLESS = re.compile(r"[*+]|\{\d*,\}")

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
    where = f"secret pattern {own.pattern!r}"
    if not _KIND.match(own.kind):
        raise ConfigError(f"kind {own.kind!r} of {where} must be small letters, digits and spaces, such as 'door code'")
    if len(own.pattern) > PATTERN_CHARS_MAX:
        raise ConfigError(f"{where[:80]}… has {len(own.pattern)} characters; at most {PATTERN_CHARS_MAX} are allowed")
    try:
        compiled = re.compile(own.pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise ConfigError(f"{where} is not a regular expression: {error}") from error
    if compiled.match("") is not None:
        raise ConfigError(f"{where} matches nothing at all; make at least one character of it required")
    if _repeats_inside_repeats(own.pattern):
        raise ConfigError(
            f"{where} repeats something that itself repeats without end, which can take for ever on some texts; "
            "give the inner or the outer repetition a bound such as {1,64}"
        )
    return compiled


def _repeats_inside_repeats(pattern: str) -> bool:
    """Is a group with an endless repetition inside itself repeated endlessly, as in `(a+)+`?"""
    inside = [False]
    place = 0
    while place < len(pattern):
        char = pattern[place]
        if char == "\\":
            place += 2
            continue
        if char == "[":
            place = _class_end(pattern, place)
            continue
        if char == "(":
            inside.append(False)
        elif char == ")" and len(inside) > 1:
            endless = inside.pop()
            if endless and _ENDLESS.match(pattern, place + 1):
                return True
            inside[-1] = inside[-1] or endless
        elif _ENDLESS.match(pattern, place):
            inside[-1] = True
        place += 1
    return False


def _class_end(pattern: str, place: int) -> int:
    """The place after a character class; a bracket right at its start belongs to it."""
    place += 2 if pattern[place + 1 : place + 2] == "^" else 1
    first = True
    while place < len(pattern) and (first or pattern[place] != "]"):
        place += 2 if pattern[place] == "\\" else 1
        first = False
    return place + 1

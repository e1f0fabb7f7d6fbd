"""Regular expressions that people write: compiled once, refused when they could hang or do nothing."""

from __future__ import annotations

import re

from recollect.errors import ConfigError

PATTERN_CHARS_MAX = 1000
_ENDLESS = re.compile(r"[*+]|\{\d*,\}")


def checked(pattern: str, what: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """The compiled pattern, or a ConfigError that says what is wrong with `what`."""
    if len(pattern) > PATTERN_CHARS_MAX:
        raise ConfigError(f"{what} has {len(pattern)} characters; at most {PATTERN_CHARS_MAX} are allowed")
    try:
        compiled = re.compile(pattern, flags)
    except (re.error, OverflowError, RecursionError) as error:
        raise ConfigError(f"{what} is not a regular expression: {error}: {pattern!r}") from error
    if compiled.match("") is not None:
        raise ConfigError(f"{what} matches nothing at all; make at least one character of it required: {pattern!r}")
    if _repeats_inside_repeats(pattern):
        raise ConfigError(
            f"{what} repeats something that itself repeats without end, which can take for ever on some texts; "
            f"give the inner or the outer repetition a bound such as {{1,64}}: {pattern!r}"
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

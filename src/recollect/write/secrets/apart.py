"""Names that stand apart from their values: configuration, markup, tables and calls.

`named` reads a name, a sign and a value side by side. Here the value stands elsewhere: under its name (a block of
YAML, a column of a table), in an entry beside it (`name: DB_PASSWORD`, `value: …`), between tags, or as what a call
is given. Only the place is found here; whether a secret stands there is for `named` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from recollect.rules.late import late
from recollect.write.secrets.values import MARK, VALUE_CHARS_MAX, Source, Value, value_at

BEFORE_CHARS = 100
AFTER_CHARS = VALUE_CHARS_MAX + 300
BLOCK_LINES_MAX = 100
COLUMNS_MAX = 40
ROW_CHARS_MAX = 2000

_Q = r"(?:\\{0,7}[\"'])"
_REST = r"[\w-]{0,40}"


class Form(NamedTuple):
    """What stands behind a name, and what has to stand before it."""

    after: re.Pattern[str]
    """Its group `s` is the value; without one the value begins where it ends."""
    before: re.Pattern[str]
    holds: str
    """Stands in `after`: without it there is no need to look."""
    quoted: bool = False
    """The value is a text in quotation marks, and what is given ends there."""


class Head(NamedTuple):
    """The first row of a table."""

    separator: str
    divided: int
    """How often it divides a row."""
    wanted: dict[int, re.Match[str]]
    """Columns with a telling name."""


_FORMS = (
    Form(  # <password>…</password>
        late(rf"{_REST}(?:\s[^<>\n]{{0,100}})?>\s{{0,40}}(?P<s>[^<>\s]{{3,{VALUE_CHARS_MAX}}})\s{{0,40}}</"),
        late(r"<[\w:.-]{0,40}\Z"),
        "</",
    ),
    Form(  # name: DB_PASSWORD, value: …
        late(
            rf"{_REST}{_Q}?(?:[ \t]{{0,4}},|[ \t]|\r?\n|\\{{1,7}}n)[^{{}}<>\n]{{0,80}}?(?<![\w-]){_Q}?(?:string)?value"
            rf"{_Q}?[ \t]{{0,4}}[:=][ \t]{{0,4}}"
        ),
        late(rf"(?<![a-z])(?:name|key|id|variable){_Q}?[ \t]{{0,4}}[:=][ \t]{{0,4}}{_Q}?[\w.:-]{{0,40}}\Z"),
        "value",
    ),
    Form(  # os.getenv("DB_PASSWORD", "…")
        late(rf"{_REST}{_Q}\s{{0,4}},\s{{0,4}}"),
        late(
            rf"(?:env(?:iron)?|get|set|put|define|config|property|header|param|default)[a-z_]{{0,20}}\(\s{{0,4}}{_Q}"
            r"[\w.-]{0,40}\Z"
        ),
        ",",
        quoted=True,
    ),
    Form(  # user.setPassword("…")
        late(r"\(\s{0,4}"),
        late(r"(?:(?<![a-z])(?:set|with)_?(?:[a-z]{1,10}_?)?|\.|->)\Z"),
        "(",
        quoted=True,
    ),
    Form(  # api_key:⏎ …
        late(
            rf"{_REST}{_Q}?[ \t]{{0,4}}:[ \t]{{0,4}}\r?\n[ \t]{{0,40}}{_Q}?"
            rf"(?P<s>[^\s:\"'<>{{}}\[\](),]{{6,{VALUE_CHARS_MAX}}})[\"']?(?=[ \t]*(?:\r?\n|\Z))"
        ),
        late(r"(?:\A|[^\w-])[\w.-]{0,40}\Z"),
        ":",
    ),
    Form(  # variable "db_password" { default = "…"
        late(rf"{_REST}[\"']\s{{0,4}}\{{[^}}]{{0,400}}?(?<!\w)default[ \t]{{0,8}}=[ \t]{{0,8}}"),
        late(r"(?<!\w)variable[ \t]{1,4}[\"'][\w-]{0,40}\Z"),
        "default",
    ),
    Form(  # setx TOKEN …, ENV TOKEN …
        late(r"\w{0,40}[ \t]{1,4}(?![=:])"),
        late(r"(?:\A|[\n;&|>$#])[ \t]{0,8}(?:setx(?:[ \t]/m)?|set[ \t]-g?x|setenv|env)[ \t]{1,4}\w{0,40}\Z"),
        " ",
    ),
)
_NEXT = frozenset("\"'\\>( \t:,\r\n")
_BLOCK = late(rf"{_REST}{_Q}?[ \t]{{0,4}}:[ \t]{{0,4}}[|>][+-]?[ \t]*\r?\n(?P<indent>[ \t]{{1,40}})")
_BLOCK_NAME = late(r"(?:\A|\n)[ \t-]{0,40}[\"']?[\w.-]{0,40}\Z")
_LINE = late(rf"\S{{1,{VALUE_CHARS_MAX}}}(?=[ \t]*(?:\r?\n|\Z))")
_GIVEN = late(rf"{_Q}?\s{{0,4}}[),]")
_NAME_ENDS = late(_REST)
_IDENTIFIED = late(
    r"identified[ \t]{1,4}(?:with[ \t]{1,4}[\w'\"]{1,40}[ \t]{1,4})?(?:by|as)[ \t]{1,4}(?:password[ \t]{1,4})?(?=['\"])"
)
_STATEMENT = late(r"(?<!\w)(?:create|alter)[ \t]+(?:user|role|login)\b|(?<!\w)grant[ \t]")
_SEPARATORS = ("|", "\t", ",", ";")
_RULE = late(r"[ \t|+:=-]{3,}\Z")
_COLUMN_NAME = late(r"[\w -]{1,40}\Z")
_CELL_MARKS = " \t\"'`"


def value_of(source: Source, start: int, end: int) -> Value | None:
    """The value that belongs to the name around `start` and `end`, if it stands in one of the forms."""
    low = source.low
    past = _NAME_ENDS.match(low, end)
    following = past.end() if past else end
    if following >= len(low) or low[following] not in _NEXT:
        return None
    if low[following] in ":\"'" and (block := _block(source, start, end)):
        return block
    for after, before, holds, quoted in _FORMS:
        found = after.match(low, end) if low.find(holds, end, end + AFTER_CHARS) >= 0 else None
        if found and before.search(low, max(0, start - BEFORE_CHARS), start):
            value = _given(source, found, quoted=quoted)
            if value:
                return value
    return None


def _given(source: Source, found: re.Match[str], *, quoted: bool) -> Value | None:
    if "s" in found.re.groupindex:
        masked = source.raw.startswith(MARK, found.start("s"))
        return None if masked else Value(*found.span("s"), True)
    value = value_at(source, found.end())
    if value is None or (quoted and not (value.quoted and _GIVEN.match(source.low, value.end))):
        return None
    return value


def _block(source: Source, start: int, end: int) -> Value | None:
    """Lines of one word each under `password: |`: a text of several words tells about it."""
    found = _BLOCK.match(source.low, end)
    if not found or not _BLOCK_NAME.search(source.low, max(0, start - BEFORE_CHARS), start):
        return None
    raw, indent = source.raw, found["indent"]
    first = position = found.end()
    last = first
    for _ in range(BLOCK_LINES_MAX):
        line = _LINE.match(raw, position)
        if not line or raw.startswith(MARK, position):
            break
        last = line.end()
        following = raw.find("\n", last)
        if following < 0 or not raw.startswith(indent, following + 1):
            break
        position = following + 1 + len(indent)
    return Value(first, last, True) if last > first else None


def statements(source: Source) -> Iterator[Value]:
    """`CREATE USER … IDENTIFIED BY '…'`."""
    place = source.low.find("identified")
    while place >= 0:
        found = _IDENTIFIED.match(source.low, place)
        if found and _STATEMENT.search(source.low, max(0, place - BEFORE_CHARS), place):
            value = value_at(source, found.end())
            if value and value.quoted:
                yield value
        place = source.low.find("identified", place + 1)


def columns(source: Source, names: Iterable[int], roots: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Value]]:
    """(the name of a column, a value in it): tables whose head has a name that ends in one of `roots`. `names`: where
    such names stand, in order."""
    low, read = source.low, 0
    for name in names:
        if name < read:
            continue
        start, end = _line(low, name)
        head = _head(source, start, low[start:end], roots) if end < len(low) else None
        read = end
        while head is not None and read < len(low):
            start, end = _line(low, read + 1)
            row = low[start:end]
            if not _RULE.match(row.strip()):
                if row.count(head.separator) != head.divided:
                    break
                yield from _row(source, start, row, head)
            read = end


def _line(low: str, place: int) -> tuple[int, int]:
    """Where the line around `place` begins and ends; no further away than rows of tables are long."""
    begin, limit = max(0, place - ROW_CHARS_MAX), min(len(low), place + ROW_CHARS_MAX)
    before, after = low.rfind("\n", begin, place), low.find("\n", place, limit)
    return (before + 1 if before >= 0 else begin), (after if after >= 0 else limit)


def _head(source: Source, start: int, line: str, roots: re.Pattern[str]) -> Head | None:
    separator = next((sign for sign in _SEPARATORS if sign in line), None)
    if separator is None or line.count(separator) > COLUMNS_MAX or (separator in ",;" and f"{separator} " in line):
        return None  # with a space after it, a comma stands in prose
    wanted: dict[int, re.Match[str]] = {}
    for place, (begin, end) in enumerate(_cells(line, separator)):
        cell = line[begin:end]
        if (cell and not _COLUMN_NAME.match(cell)) or (separator != "|" and " " in cell.replace("api key", "")):
            return None
        found = roots.search(source.low, start + begin, start + end)
        if found and found.end() == start + end:
            wanted[place] = found
    return Head(separator, line.count(separator), wanted) if wanted else None


def _row(source: Source, start: int, line: str, head: Head) -> Iterator[tuple[re.Match[str], Value]]:
    for place, (begin, end) in enumerate(_cells(line, head.separator)):
        cell = line[begin:end]
        if place in head.wanted and cell and not cell.startswith(MARK):
            yield head.wanted[place], Value(start + begin, start + end, True)


def _cells(line: str, separator: str) -> Iterator[tuple[int, int]]:
    """Where each cell begins and ends, without spaces and quotation marks around it."""
    begin = 0
    for cell in line.split(separator):
        inner = cell.strip().strip(_CELL_MARKS)
        at = cell.find(inner) if inner else 0
        yield begin + at, begin + at + len(inner)
        begin += len(cell) + len(separator)

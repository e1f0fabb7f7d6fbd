"""Cutting documents into passages: about 400 tokens, sharing about 80 with the one before, never across what belongs
together.

A passage begins at a heading where one stands in reach, keeps code blocks and tables whole as long as they fit, and
knows the lines it stands in. Tokens are counted as everywhere without a tokenizer: four characters each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recollect.errors import InvalidInput
from recollect.model.document import Passage, Section
from recollect.rules.tokens import CHARS_PER_TOKEN

TOKENS_MAX = 400
OVERLAP_TOKENS = 80
TOKENS_LOW, TOKENS_HIGH = 16, 32_768
HEADINGS_SHOWN = 4
_EARLY_SHARE = 0.25
"""A heading begins a new passage when the one before it has at least this share of its size."""
_HEADING = re.compile(r"(#{1,6})\s")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_PART = re.compile(r"[^.!?;,\s]+[.!?;,\s]?|[.!?;,\s]")
"""What lies between two places where a line that is too long may be cut."""


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str


@dataclass(slots=True)
class _Block:
    """Lines that belong together: a heading, a paragraph, a code block, a table."""

    lines: list[_Line]
    level: int = 0
    """Of a heading; 0: it is none."""
    whole: bool = False
    """Code: an overlap must not begin inside it."""

    @property
    def size(self) -> int:
        return _size(self.lines)


def passages(
    sections: Sequence[Section], *, tokens_max: int = TOKENS_MAX, overlap_tokens: int = OVERLAP_TOKENS
) -> list[Passage]:
    """The passages of a document, in its order."""
    if not TOKENS_LOW <= tokens_max <= TOKENS_HIGH:
        raise InvalidInput(
            f"a passage of {tokens_max} tokens is out of range; {TOKENS_LOW} to {TOKENS_HIGH} is possible"
        )
    if not 0 <= overlap_tokens <= tokens_max // 2:
        raise InvalidInput(
            f"an overlap of {overlap_tokens} tokens does not fit passages of {tokens_max}; give 0 to {tokens_max // 2}"
        )
    most, shared = tokens_max * CHARS_PER_TOKEN, overlap_tokens * CHARS_PER_TOKEN
    made: list[Passage] = []
    trail: list[tuple[int, str]] = []
    for section in sections:
        for lines, heading in _cut(section.text, most, shared, trail):
            text = "\n".join(line.text for line in lines).strip("\n")
            if text.strip():
                made.append(Passage(text=text, place=section.place or _place(lines), heading=heading))
    return made


def _cut(text: str, most: int, shared: int, trail: list[tuple[int, str]]) -> Iterator[tuple[list[_Line], str]]:
    """Lines of each passage, and the headings it stands under. `trail` goes on from section to section."""
    current: list[_Line] = []
    carried = 0
    """How many of the current lines are there already in the passage before."""
    size = held = 0
    """Characters of the current lines, and of those that were carried: counted on, for there may be millions."""
    heading = _shown(trail)
    for block in _fitting(_blocks(text), most):
        more = block.size
        begins = block.level and size - held >= most * _EARLY_SHARE
        if len(current) > carried and (begins or size + more > most):
            yield current, heading
            current = [] if block.level or block.whole else _tail(current, min(shared, most - more))
            carried = len(current)
            size = held = _size(current)
            heading = _shown(trail)
        if block.level:
            while trail and trail[-1][0] >= block.level:
                trail.pop()
            trail.append((block.level, block.lines[0].text.lstrip("#").strip()))
            if not current[carried:]:
                heading = _shown(trail)
        current += block.lines
        size += more
    if len(current) > carried:
        yield current, heading


def _blocks(text: str) -> Iterator[_Block]:
    """What belongs together, with the empty lines after it."""
    lines = [_Line(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    at = 0
    while at < len(lines):
        begin, fence = at, _FENCE.match(lines[at].text)
        heading = None if fence else _HEADING.match(lines[at].text)
        at += 1
        if fence:
            mark = fence.group(1)
            while at < len(lines) and not lines[at].text.strip().startswith(mark):
                at += 1
            at += 1
        elif not heading:
            while at < len(lines) and lines[at].text.strip() and not _special(lines[at].text):
                at += 1
        while at < len(lines) and not lines[at].text.strip():
            at += 1
        yield _Block(lines[begin:at], level=len(heading.group(1)) if heading else 0, whole=fence is not None)


def _special(line: str) -> bool:
    return bool(_HEADING.match(line) or _FENCE.match(line))


def _fitting(blocks: Iterator[_Block], most: int) -> Iterator[_Block]:
    """Blocks that are too large for one passage, line by line; lines that are, piece by piece."""
    for block in blocks:
        if block.size <= most:
            yield block
            continue
        for line in block.lines:
            for piece in _pieces(line.text, most):
                yield _Block([_Line(line.number, piece)])


def _pieces(text: str, most: int) -> Iterator[str]:
    if len(text) < most:
        yield text
        return
    piece = ""
    for part in map(re.Match.group, _PART.finditer(text)):
        for start in range(0, len(part), most - 1):  # where there is no place to cut it, it is cut anywhere
            bit = part[start : start + most - 1]
            if piece and len(piece) + len(bit) >= most:
                yield piece
                piece = ""
            piece += bit
    if piece:
        yield piece


def _tail(lines: list[_Line], chars: int) -> list[_Line]:
    """The last whole lines that fit, from the beginning of a line that is no code's."""
    taken: list[_Line] = []
    for line in reversed(lines):
        chars -= len(line.text) + 1
        if chars < 0:
            break
        taken.append(line)
    if sum(1 for line in taken if _FENCE.match(line.text)) % 2:
        return []  # it would begin inside a code block
    while taken and not taken[-1].text.strip():
        taken.pop()
    return taken[::-1]


def _size(lines: Sequence[_Line]) -> int:
    return sum(len(line.text) + 1 for line in lines)


def _place(lines: Sequence[_Line]) -> str:
    """Of the lines that say something."""
    said = [line.number for line in lines if line.text.strip()]
    return f"L{said[0]}" if said[0] == said[-1] else f"L{said[0]}-L{said[-1]}"


def _shown(trail: Sequence[tuple[int, str]]) -> str:
    return " > ".join(title for _, title in trail[-HEADINGS_SHOWN:] if title)

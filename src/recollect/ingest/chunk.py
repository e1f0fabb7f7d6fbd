"""Cutting documents into passages: about 400 tokens, sharing about 80 with the one before, never across what belongs
together.

A passage begins at a heading where one stands in reach, keeps code blocks and tables whole as long as they fit, and
knows the lines it stands in. One that begins inside a table says the heads of its columns again: a row alone says
nothing. What a heading, a code block and front matter is, CommonMark says; what a table is, GitHub's dialect of it.
Tokens are counted as everywhere without a tokenizer: four characters each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from recollect.errors import InvalidInput
from recollect.model.document import Passage, Section
from recollect.rules.tokens import CHARS_PER_TOKEN

TOKENS_MAX = 400
OVERLAP_TOKENS = 80
TOKENS_LOW, TOKENS_HIGH = 16, 32_768
HEADINGS_SHOWN = 4
_EARLY_SHARE = 0.25
"""A heading begins a new passage when the one before it has at least this share of its size."""
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:={3,}|-{3,})[ \t]*$")
"""Three signs at least: one dash may be an item without words, and two begin the signature of a mail."""
_UNDERLINED = re.compile(r" {0,3}(?![-*+>|#=<]|\d+[.)])\S")
"""What may stand over it and be a heading: no item of a list, quote, table or rule."""
_FENCE = re.compile(r" {0,3}(?:(`{3,})[^`]*$|(~{3,}))")
"""`` ```text``` `` in one line is no code block."""
_FRONT = "---"
_FRONT_NAME = re.compile(r"[\w-]+:(?:\s|$)")
FRONT_LINES_MAX = 500
_COLUMNS = re.compile(r"\|?\s*:?-+:?(?:\s*\|\s*:?-+:?)*\s*\|?")
"""The line between the heads of a table and its rows, without the blanks around it."""
_PART = re.compile(r"[^.!?;,\s]+[.!?;,\s]?|[.!?;,\s]")
"""What lies between two places where a line that is too long may be cut."""
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]?[ \t]+|[。！？]")
_WORD_END = re.compile(r"[ \t]+")
_STANDS_WHOLE = re.compile(r"\s*(?:[|#]|`{3}|~{3})")
"""A part of a table's row, of a heading or of a fence says nothing."""


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    """0: it is said again, or was put in by a reader, and stands in no line of the document."""
    text: str
    heads: tuple[_Line, ...] = ()
    """Inside a table: the heads of its columns, to be said again where a passage begins here."""


@dataclass(slots=True)
class _Block:
    """Lines that belong together: a heading, a paragraph, a code block, a table, front matter."""

    lines: list[_Line]
    level: int = 0
    """Of a heading; 0: it is none."""
    title: str = ""
    whole: bool = False
    """Code: an overlap must not begin inside it."""

    @property
    def size(self) -> int:
        return _size(self.lines)


def passages(
    sections: Sequence[Section],
    *,
    tokens_max: int = TOKENS_MAX,
    overlap_tokens: int = OVERLAP_TOKENS,
    markdown: bool = True,
    underlined: bool = True,
) -> list[Passage]:
    """The passages of a document, in its order. Without `markdown` there are paragraphs alone: `# …` in a program is a
    remark. Without `underlined` a line of dashes makes no heading of the one above it: in logs and mails it is a rule.
    """
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
        blocks = _fitting(_blocks(_numbered(section), markdown, underlined), most, shared)
        for lines, heading in _cut(blocks, most, shared, trail):
            text = "\n".join(line.text for line in lines).strip("\n")
            if text.strip():
                made.append(Passage(text=text, place=_place(section, lines), heading=heading))
    return made


def _cut(
    blocks: Iterator[_Block], most: int, shared: int, trail: list[tuple[int, str]]
) -> Iterator[tuple[list[_Line], str]]:
    """Lines of each passage, and the headings it stands under. `trail` goes on from section to section."""
    current: list[_Line] = []
    carried = 0
    """How many of the current lines are there already in the passage before."""
    hanging = 0
    """How many of them, at the end, are headings of what comes next."""
    size = held = 0
    """Characters of the current lines, and of those that were carried: counted on, for there may be millions."""
    heading = _shown(trail)
    for block in blocks:
        more = block.size
        begins = block.level and not hanging and size - held >= most * _EARLY_SHARE
        if len(current) > carried and (begins or size + more > most):
            over = current[len(current) - hanging :] if len(current) - hanging > carried else []
            over = over if _size(over) + more <= most else []
            yield current[: len(current) - len(over)], heading
            current = over or _begun(current, block, shared, most - more)
            carried = 0 if over else len(current)
            size = _size(current)
            held = 0 if over else size
            heading = _shown(trail)
        if block.level:
            while trail and trail[-1][0] >= block.level:
                trail.pop()
            trail.append((block.level, block.title))
            if not current[carried:]:
                heading = _shown(trail)
        current += block.lines
        hanging = hanging + len(block.lines) if block.level else 0
        size += more
    if len(current) > carried:
        yield current, heading


def _begun(before: list[_Line], block: _Block, shared: int, room: int) -> list[_Line]:
    """What a passage with this block begins with: the last lines of the one before, and the heads of the table that
    it begins in. Where not both fit, the heads."""
    heads = block.lines[0].heads
    tail = [] if block.level or block.whole else _tail(before, min(shared, room - _size(heads)))
    for lines in (tail, []):
        begun = [*(lines or block.lines)[0].heads, *lines]
        if _size(begun) <= room:
            return begun
    return []


def _numbered(section: Section) -> list[_Line]:
    texts = section.text.split("\n")
    numbers = section.lines or range(1, len(texts) + 1)
    return [_Line(number, text) for number, text in zip(numbers, texts, strict=True)]


def _blocks(lines: list[_Line], markdown: bool, underlined: bool) -> Iterator[_Block]:
    """What belongs together, with the empty lines after it."""
    at = _front(lines) if markdown else 0
    if at:
        yield _Block(lines[:at], whole=True)
    while at < len(lines):
        begin = at
        fence = _FENCE.match(lines[at].text) if markdown else None
        table = markdown and not fence and _is_table(lines, at)
        level, title, at = 0, "", at + 1
        if fence:
            at = _closed(lines, begin, fence[1] or fence[2])
        elif table:
            at = _rows(lines, begin)
        elif markdown:
            level, title, at = _heading(lines, begin, underlined)
        if not (fence or table or level):
            while at < len(lines) and lines[at].text.strip() and not (markdown and _special(lines, at)):
                at += 1
        at = _after_empty(lines, at)
        yield _Block(lines[begin:at], level=level, title=title, whole=fence is not None)


def _front(lines: Sequence[_Line]) -> int:
    """How many lines front matter takes; 0: there is none, as in slides between rules: the first line of front matter
    that is no remark names something."""
    if lines[0].text.rstrip() != _FRONT:
        return 0
    ends = (at for at, line in enumerate(lines[1:FRONT_LINES_MAX], start=1) if line.text.rstrip() == _FRONT)
    end = next(ends, 0)
    first = next((line.text for line in lines[1:end] if not line.text.startswith("#")), "")
    return _after_empty(lines, end + 1) if _FRONT_NAME.match(first) else 0


def _heading(lines: Sequence[_Line], at: int, underlined: bool) -> tuple[int, str, int]:
    """Level, title and the line after it; level 0: there is none here."""
    text = lines[at].text
    if found := _HEADING.match(text):
        return len(found[1]), _title(text), at + 1
    below = lines[at + 1].text if underlined and at + 1 < len(lines) else ""
    if _UNDERLINE.match(below) and _UNDERLINED.match(text):
        return 1 if "=" in below else 2, text.strip(), at + 2
    return 0, "", at + 1


def _title(line: str) -> str:
    """Of a heading with `#`, without the signs around it. No pattern: one would try every blank of a long line."""
    bare = line.strip().lstrip("#")
    rest = bare.rstrip("#")
    return (rest if rest[-1:] in ("", " ", "\t") else bare).strip()


def _closed(lines: Sequence[_Line], at: int, mark: str) -> int:
    """The line after a code block: it ends with its own mark alone in a line, or with the text."""
    at += 1
    while at < len(lines):
        bare = lines[at].text.strip()
        at += 1
        if bare.startswith(mark) and not bare.strip(mark[0]):
            break
    return at


def _after_empty(lines: Sequence[_Line], at: int) -> int:
    while at < len(lines) and not lines[at].text.strip():
        at += 1
    return at


def _special(lines: Sequence[_Line], at: int) -> bool:
    line = lines[at].text
    return bool(_HEADING.match(line) or _FENCE.match(line) or _is_table(lines, at))


def _is_table(lines: Sequence[_Line], at: int) -> bool:
    """Whether the heads of a table stand here: a line of cells above one of dashes."""
    two = [line.text.strip() for line in lines[at : at + 2] if "|" in line.text]
    return len(two) == 2 and bool(_COLUMNS.fullmatch(two[1])) and not _COLUMNS.fullmatch(two[0])


def _rows(lines: list[_Line], at: int) -> int:
    """The line after a table. Its rows are told their heads."""
    top = replace(lines[at], number=0)
    rule = replace(lines[at + 1], number=0, heads=(top,))
    lines[at + 1] = replace(lines[at + 1], heads=(top,))
    at += 2
    while at < len(lines) and "|" in lines[at].text and not _special(lines, at):
        lines[at] = replace(lines[at], heads=(top, rule))
        at += 1
    return at


def _fitting(blocks: Iterator[_Block], most: int, shared: int) -> Iterator[_Block]:
    """Blocks that are too large for one passage, line by line; lines that are, piece by piece, each so small that the
    headings above fit with it, or what it shares with the piece before."""
    above = 0
    """Characters of the headings that the block stands right below."""
    for block in blocks:
        room = most - above if above <= most // 2 else most
        if block.size <= (most if block.level or block.whole else room):
            above = above + block.size if block.level else 0
            yield block
            continue
        above = 0
        for lines in _parted(block.lines, room):
            heads = _size(lines[0].heads)
            left = room - heads if heads <= room // 2 else room
            if _size(lines) <= left or len(lines) > 1:
                yield _Block(lines)
                continue
            for piece in _pieces(lines[0].text, left - min(shared, left // 2)):
                yield _Block([replace(lines[0], text=piece)])


def _parted(lines: list[_Line], room: int) -> Iterator[list[_Line]]:
    """Line by line, but a table's heads with its first row, where they fit."""
    first = lines[:3]
    whole = len(first) == 3 and len(first[2].heads) == 2 and _size(first) <= room
    yield from [first] if whole else ([line] for line in first)
    yield from ([line] for line in lines[3:])


def _pieces(text: str, most: int) -> Iterator[str]:
    """Cut after a sentence where one ends in the second half of a piece."""
    piece = ""
    for part in map(re.Match.group, _PART.finditer(text)):
        for start in range(0, len(part), most - 1):  # where there is no place to cut it, it is cut anywhere
            bit = part[start : start + most - 1]
            if piece and len(piece) + len(bit) >= most:
                ends = [end for end in map(re.Match.end, _SENTENCE_END.finditer(piece)) if 2 * end >= len(piece)]
                yield piece[: ends[-1] if ends else len(piece)]
                piece = piece[ends[-1] :] if ends else ""
            piece += bit
    if piece:
        yield piece


def _tail(lines: list[_Line], chars: int) -> list[_Line]:
    """The last lines that fit, from the beginning of a line that is no code's; of a longer one, its last sentences."""
    taken: list[_Line] = []
    for line in reversed(lines):
        if len(line.text) >= chars:
            part = "" if line.heads or _STANDS_WHOLE.match(line.text) else _last_sentences(line.text, chars - 1)
            taken += [_Line(line.number, part)] if part else []
            break
        chars -= len(line.text) + 1
        taken.append(line)
    if sum(1 for line in taken if _FENCE.match(line.text)) % 2:
        return []  # it would begin inside a code block
    while taken and not taken[-1].text.strip():
        taken.pop()
    return taken[::-1]


def _last_sentences(text: str, chars: int) -> str:
    """As many as fit; of one that does not, its last words."""
    for mark in (_SENTENCE_END, _WORD_END):
        starts = (end for end in map(re.Match.end, mark.finditer(text)) if len(text) - chars <= end < len(text))
        if (start := next(starts, None)) is not None:
            return text[start:]
    return ""


def _size(lines: Iterable[_Line]) -> int:
    return sum(len(line.text) + 1 for line in lines)


def _place(section: Section, lines: Sequence[_Line]) -> str:
    """The section's, or the lines that say something; of a section that knows its lines both."""
    if section.place and not section.lines:
        return section.place
    said = [line.number for line in lines if line.number and line.text.strip()]
    if not said:
        return section.place
    shown = f"L{said[0]}" if said[0] == said[-1] else f"L{said[0]}-L{said[-1]}"
    within = section.place.rpartition("&")[0]
    return f"{within}&{shown}" if within else shown


def _shown(trail: Sequence[tuple[int, str]]) -> str:
    return " > ".join(title for _, title in trail[-HEADINGS_SHOWN:] if title)

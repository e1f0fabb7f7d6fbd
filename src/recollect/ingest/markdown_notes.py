"""A memory as Markdown: front matter that says what it is, and its text below. Pure: text in, text out.

The front matter is a small, strict part of YAML: `name: value` lines, texts plain or in quotes, lists in one line or
one item a line. Nothing else that YAML knows is read (no nesting, anchors, tags or folded texts), so that a file cannot
say more than it seems to. What is not understood is refused with its line; a file is never guessed at.

`hash` covers the fields a person may change and the text: a file that still has it was not touched since.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from recollect.errors import InvalidInput

EDITABLE = ("layer", "kind", "tags", "key", "confidence", "occurred_at", "valid_from", "valid_until", "expires_at")
"""What a person may change beside the text."""
FIELDS = ("id", "version", *EDITABLE, "user", "created", "updated", "hash")
FRONT_LINES_MAX = 500
LINE_CHARS_MAX = 65_536
SLUG_CHARS_MAX = 48
_FENCE = "---"
_LINE_END = re.compile(r"\r\n|\r|\n")
_NAME = re.compile(r"([A-Za-z_][\w-]*):(?:[ \t]+(.*))?")
_PLAIN = re.compile(r"[A-Za-z0-9](?:[\w .+/@-]|:(?! ))*(?<![ :])", re.ASCII)
_INDICATORS = tuple("&*!|>%@`{}[],?-")
_NOTHING = ("", "null", "~")
_ITEM = re.compile(r'\s*(?!\s)("(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'|[^,\[\]"\']*[^,\[\]"\'\s])\s*(,|$)')


@dataclass(frozen=True, kw_only=True)
class Note:
    """What a file says."""

    fields: Mapping[str, Any]
    """Names of FIELDS; what is not given is not there."""
    body: str
    """In plain form: line feeds between lines, none around it."""

    @property
    def intact(self) -> bool:
        """It is as it was written."""
        return self.fields.get("hash") == digest(self.fields, self.body)


def plain(text: str) -> str:
    """A text as editors may leave it: their line ends, and how many stand before and after it, do not count."""
    return _LINE_END.sub("\n", text).strip("\n")


def digest(fields: Mapping[str, Any], body: str) -> str:
    """A mark of all a person may change."""
    said = {name: fields[name] for name in EDITABLE if fields.get(name) not in (None, (), [])}
    text = json.dumps([said, plain(body)], ensure_ascii=False, sort_keys=True, default=list)
    return hashlib.sha256(text.encode()).hexdigest()


def written(fields: Mapping[str, Any], body: str) -> str:
    """The file of a memory. The text stands in it as it is, with one line feed after it."""
    said = {**fields, "hash": digest(fields, body)}
    lines = [f"{name}: {_shown(said[name])}" for name in FIELDS if said.get(name) not in (None, (), [])]
    return "\n".join([_FENCE, *lines, _FENCE, "", body]) + "\n"


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(_shown(item) for item in value)}]"
    if isinstance(value, int | float):
        return repr(value)
    text = str(value)
    return text if _PLAIN.fullmatch(text) and text.lower() not in _NOTHING else json.dumps(text, ensure_ascii=False)


# --- reading --------------------------------------------------------------------------------------------------------


def read(text: str) -> Note:
    """What a file says. A file without front matter is a text alone. `InvalidInput` names the line."""
    text = text.removeprefix("\ufeff")
    lines = _lines(text)
    first = next(lines, None)
    if first is None or first[1].rstrip() != _FENCE:
        if _headless(text):
            raise InvalidInput(f"line 1: {_damage(text)}")
        return Note(fields={}, body=plain(text))
    front: list[tuple[int, str]] = []
    for number, line, end in lines:
        if line.rstrip() == _FENCE:
            return Note(fields=_fields(front), body=plain(text[end:]))
        if number > FRONT_LINES_MAX:
            break
        if len(line) > LINE_CHARS_MAX:
            raise InvalidInput(f"line {number}: it has {len(line):,} characters; at most {LINE_CHARS_MAX:,} are read")
        front.append((number, line))
    raise InvalidInput(f"line 1: front matter begins and does not end; close it with a line {_FENCE}")


def _headless(text: str) -> bool:
    """Front matter of ours whose first line somebody damaged: it is not to be taken for a person's words."""
    lines = _lines(text.lstrip())
    next(lines, None)  # what was the first line, or the first field where it is gone
    names: set[str] = set()
    for _, line, _ in islice(lines, FRONT_LINES_MAX):
        if line.rstrip() == _FENCE:
            return "hash" in names
        match = _NAME.fullmatch(line.rstrip())
        if match is None or match[1] not in FIELDS:
            return False
        names.add(match[1])
    return False


def _damage(text: str) -> str:
    """What happened to the first line of front matter, and what to do."""
    _, first, _ = next(_lines(text.lstrip()))
    if first.rstrip() == _FENCE:
        return f"nothing may stand before the line {_FENCE} that front matter begins with; take the empty lines out"
    return f"the front matter lost the line {_FENCE} it begins with; put it back"


def _lines(text: str) -> Iterator[tuple[int, str, int]]:
    """Number, line, and the offset after it."""
    start, number = 0, 0
    for match in _LINE_END.finditer(text):
        number += 1
        yield number, text[start : match.start()], match.end()
        start = match.end()
    if start < len(text):
        yield number + 1, text[start:], len(text)


def _fields(front: list[tuple[int, str]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    open_list: str | None = None
    for number, line in front:
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        if open_list is not None and (bare == "-" or bare.startswith("- ")):
            fields[open_list] = (*(fields[open_list] or ()), _scalar(bare[1:].strip(), number))
            continue
        match = _NAME.fullmatch(line.rstrip())
        if match is None:
            raise InvalidInput(f"line {number}: {_brief(bare)} is not understood; write `name: value`")
        name, value = match[1], (match[2] or "").strip()
        if name not in FIELDS:
            raise InvalidInput(f"line {number}: unknown field {name!r}; the fields are {', '.join(FIELDS)}")
        if name in fields:
            raise InvalidInput(f"line {number}: {name} is given twice; keep one of them")
        fields[name] = _value(name, value, number)
        open_list = name if name == "tags" and not value else None
    return {name: value for name, value in fields.items() if value is not None}


def _value(name: str, value: str, number: int) -> Any:
    if name == "tags":
        return _items(value, number)
    text = _scalar(value, number)
    if text is None or name not in ("confidence", "version"):
        return text
    try:
        found = int(text) if name == "version" else float(text)
    except ValueError as error:
        raise InvalidInput(f"line {number}: {name} must be a number, not {_brief(text)}") from error
    if found != found or not 0 <= found < 2**53:
        raise InvalidInput(f"line {number}: {name} is out of range: {_brief(text)}")
    return found


def _items(value: str, number: int) -> tuple[str, ...] | None:
    """`[a, "b c"]`, or without brackets."""
    if value.startswith("["):
        bare = _uncommented(value)
        if not bare.endswith("]"):
            raise InvalidInput(f"line {number}: a list begins with [ and does not end with ] in the same line")
        value = bare[1:-1]
    items: list[str] = []
    at = 0
    while value[at:].strip():
        match = _ITEM.match(value, at)
        if match is None:
            raise InvalidInput(f"line {number}: {_brief(value[at:])} is not understood; write [one, two]")
        item = _scalar(match[1], number)
        if item is not None:
            items.append(item)
        at = match.end()
    return tuple(items)


def _uncommented(value: str) -> str:
    end = value.rfind("]")
    rest = value[end + 1 :].strip()
    return value[: end + 1] if end >= 0 and (not rest or rest.startswith("#")) else value


def _scalar(value: str, number: int) -> str | None:
    if value.startswith('"'):
        try:
            found, end = json.JSONDecoder(strict=False).raw_decode(value)
        except (ValueError, RecursionError) as error:
            raise InvalidInput(f"line {number}: {_brief(value)} has no closing quote, or a wrong escape") from error
        rest = value[end:].strip()
        if rest and not rest.startswith("#"):
            raise InvalidInput(f"line {number}: {_brief(rest)} follows the closing quote")
        return str(found)
    if value.startswith("'"):
        match = re.match(r"'((?:[^']|'')*)'\s*(?:#.*)?$", value)
        if match is None:
            raise InvalidInput(f"line {number}: {_brief(value)} has no closing quote")
        return match[1].replace("''", "'")
    value = re.split(r"\s#", value, maxsplit=1)[0].strip()
    if value.lower() in _NOTHING:
        return None
    if value.startswith(_INDICATORS):
        raise InvalidInput(f"line {number}: {_brief(value)} means something else in YAML; put it into quotes")
    return value


def _brief(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "…")


def claimed_id(text: str) -> str | None:
    """The id of a file that cannot be read, as far as it shows one: it is not to be taken for deleted."""
    text = text.removeprefix("\ufeff")
    match = re.search(r"^id:[ \t]*[\"']?([\w.:-]{1,200})", text[:LINE_CHARS_MAX], re.MULTILINE)
    return match[1] if match and (text.startswith(_FENCE) or _headless(text)) else None


# --- names ----------------------------------------------------------------------------------------------------------


def file_name(kind: str, content: str, id: str, taken: Collection[str]) -> str:
    """`preference/prefers-concise-answers-1a2b.md`: readable, safe on every system, unlike the names that are taken
    (which are given in small letters)."""
    mark = hashlib.sha256(id.encode()).hexdigest() + re.sub(r"[^0-9a-z]", "", id.lower())[-32:]
    words = slug(content)
    names = (f"{kind}/{words}-{mark[-length:]}.md" for length in range(4, len(mark) + 1))
    return next((path for path in names if path.lower() not in taken), f"{kind}/{mark}-{len(taken)}.md")


def slug(content: str) -> str:
    """The first words, in small letters, with hyphens. Letters of all scripts stay; marks and signs go."""
    text = unicodedata.normalize("NFKC", content[: SLUG_CHARS_MAX * 8]).lower()
    text = unicodedata.normalize("NFC", "".join(c for c in unicodedata.normalize("NFD", text) if _is_kept(c)))
    words = re.sub(r"[\W_]+", "-", text).strip("-")
    if len(words) > SLUG_CHARS_MAX:
        words = words[:SLUG_CHARS_MAX].rpartition("-")[0] or words[:SLUG_CHARS_MAX]
    return words.strip("-") or "note"


def _is_kept(letter: str) -> bool:
    """Accents over Latin letters go; what is part of a letter elsewhere stays."""
    return not "\u0300" <= letter <= "\u036f" and letter not in "'’"

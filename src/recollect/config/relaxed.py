"""JSON as people write it: comments, trailing commas, bare keys and single quotes, which OpenClaw's file may have."""

from __future__ import annotations

import json
import re
from typing import Any

_TOKEN = re.compile(
    r"""
      (?P<double>"(?:\\.|[^"\\\n])*")
    | (?P<single>'(?:\\.|[^'\\\n])*')
    | (?P<comment>//[^\n]*|/\*.*?\*/)
    | (?P<comma>,)(?=(?:\s|//[^\n]*\n|/\*.*?\*/)*[}\]])
    | (?P<key>[A-Za-z_$][\w$]*)(?=\s*:)
    | (?P<other>[A-Za-z0-9_.+\-]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)


def loads(text: str) -> Any:
    """The value; `json.JSONDecodeError` (a ValueError) when it is none."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return json.loads("".join(_strict(found) for found in _TOKEN.finditer(text)))


def _strict(found: re.Match[str]) -> str:
    piece = found.group()
    if found["comment"] or found["comma"]:
        return " "
    if found["key"]:
        return json.dumps(piece)
    if found["single"]:
        inner = piece[1:-1].replace("\\'", "'")
        return '"' + re.sub(r'(?<!\\)"', r"\"", inner) + '"'
    return piece

"""Text that was pasted, not said: code, logs, stack traces, tables of data. Told line by line, by their form."""

from __future__ import annotations

import re

from recollect.rules.late import late

PASTED_SHARE = 0.5
"""More than this share of the characters in pasted lines: the text is pasted."""
_FENCE = late(r"^[ \t>]{0,8}(`{3,8}+|~{3,8}+)[^\n]*\n.*?(?:^[ \t>]{0,8}\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_CODE_START = late(
    r"\s*(?:import [\w.{*]+|from [\w.]+ import |def \w+\(|async def |class \w+\s*[:({]|"
    r"function\b[^.!?]*\(|(?:const|let|var) \w+\s*=|"
    r"#include\b|using [\w.]+;|package [\w.]+;?$|public |private |protected |return [^ ]*[;)]|@\w+(?:\.\w+)*(?:\(|$)|"
    r">>> |\$ \w|#!/|<\?|</?[a-z][\w-]*(?:\s[^>]*)?/?>|select .+ from |insert into |create table |update \w+ set |"
    r"(?:if|for|while|switch|catch)\s*\(|(?:if|for|while|elif|with|except)\b[^.!?]*:\s*$|else\s*[:{]|try\s*[:{]|\}|[\])]\s*[;,]?\s*$|"
    r"(?:sudo|pip|npm|git|docker|kubectl|curl|cargo|make|cd|ls) [\w./-]+(?: |$).*(?:--?\w|/|&&|\|))",
    re.IGNORECASE,
)
_CODE_SIGNS = late(
    r"[;{}]\s*$|=>|==|!=|&&|\|\||\w\(.*\)\s*[;:{]?\s*$|"
    r"^\s*[\w.\[\]\"']+\s*[:+\-*/]?=\s*\S|::|\)\s*->|^\s*\"[\w-]+\"\s*:\s*"
)
_LOG_START = late(
    r"\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[(?:info|warn(?:ing)?|error|debug|trace|fatal)\]|"
    r"(?-i:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|CRITICAL)\b[:\s\]|]|traceback \(most recent|File \".*\", line \d|"
    r"at [\w.$<>]+\(.*\)|caused by: |exception in thread|[\w.]+(?:Error|Exception): |\w+\[\d+\]: |"
    r"\^+\s*$|--- a/|\+\+\+ b/|@@ -\d)",
    re.IGNORECASE,
)
_PROSE = late(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?(?: [^\W\d_]+(?:['’][^\W\d_]+)?,?){4,}")


def without_fences(text: str) -> str:
    """The text without fenced code blocks; one that is cut off reaches to the end."""
    return _FENCE.sub("\n", text) if "```" in text or "~~~" in text else text


def is_pasted(text: str) -> bool:
    """Does pasted text outweigh what is said?"""
    total = pasted = 0
    for line in text.splitlines():
        weight = len(line.strip())
        total += weight
        if weight and _is_pasted_line(line[:500]):
            pasted += weight
    return total > 0 and pasted > PASTED_SHARE * total


def _is_pasted_line(line: str) -> bool:
    """Logs by how they begin; code by how it begins or by its signs, unless the line reads like a sentence."""
    if _LOG_START.match(line):
        return True
    starts = _CODE_START.match(line) is not None
    if _PROSE.search(line):
        return starts and line.rstrip().endswith((";", "{"))
    return starts or _CODE_SIGNS.search(line) is not None

"""Lines that a program reads or prints: code and its comments, settings, logs, the bodies of patches and commits.

Told line by line, by their shape and by the lines beside them; how far a text goes that is announced ("Function
output:") is told in `pasted`.
"""

from __future__ import annotations

import re
from typing import Final

from recollect.write.extract.patterns import Lazy

_CODE_LINE: Final = Lazy(
    r"""^\s*(?:
        (?:def|class|import|from\s+\w+\s+import|const|let|var|function|fn|func|public|private|protected|static|return|
           elif|else:|try:|except|finally:|async|await|package|using|namespace|struct|enum|impl|export\s+\w+=|
           \#include|\#!|<\?|SELECT\s|INSERT\s|UPDATE\s\w+\sSET|DELETE\sFROM|CREATE\s|ALTER\s|DROP\s|
           git\s(?!log\ssays)[a-z]+\s-|npm\s|pip\s+install|yarn\s|docker\s+run|kubectl\s|sudo\s|curl\s|apt\s|brew\s|\$\s|>>>\s|PS\s?[A-Z]:)
        |at\s[\w.$<>]+\(|File\s"|Traceback|Caused\sby|\[(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE)\]|(?:INFO|WARN|ERROR|DEBUG)[:\s]
        |\d{4}-\d\d-\d\d[T\s]\d\d:\d\d|\w+(?:Error|Exception)\b:?|[+-]{3}\s|@@\s|[0-9a-f]{6,40}\s
        |[}\])];?\s*$|</?\w+[^>]{0,200}>|[|+]-{3,}|\|.{0,500}\|\s*$|//|/\*|\*/|--\s|;;
    )""",
    re.VERBOSE,
)  # fmt: skip
CODE_SIGNS: Final = Lazy(
    r"[{};]\s*$|=>|==|!=|\+=|&&|\|\||->|::|</|/>|\w\(\w*\)\s*[{;.]|\w\[['\"]?\w+['\"]?\]|\w\s?=\s?['\"\d\[{]"
    r"|\w+\(.{0,80}\)\s*\{"
)
_LOG_LINE: Final = Lazy(
    r"^\s*(?:[\w./-]{1,30}\sERR!|(?:npm|yarn|pnpm)\s(?:WARN|warn|error|notice)\s|(?:fatal|stderr|stdout)\s?:\s"
    r"|\[?(?:FATAL|SEVERE|TRACE)\]?[:\s]|\[(?:CRITICAL|FATAL|NOTICE|error|warn|warning|info|debug)\s?\]\s"
    r"|[A-Z][a-z]{2}\s{1,2}\d{1,2}\s\d\d:\d\d:\d\d\s|[\w./-]{1,30}\[\d{1,7}\]:\s|(?:level|time|ts|lvl)=\S+\s\w+="
    r"|\[\d{4}-\d\d-\d\d[T\s]\d\d:\d\d:\d\d"
    r"|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,6})?\]?\s+\[?(?:INFO|WARN|ERROR|DEBUG|TRACE|FATAL)\b"
    r"|(?:feat|refactor)(?:\([\w./ -]{1,30}\))?!?:\s"
    r"|(?:fix|chore|docs|test|build|ci|perf|style)\([\w./ -]{1,30}\)!?:\s)"
)
"""What a program has printed, by the word or the time before it, and the title of a commit: "feat(auth): …"."""
_BESIDE_CODE: Final = Lazy(r"\s(?:#|//)\s")
_COMMENT: Final = Lazy(r"^\s*(?:#|;|%)\s+\S")
_PLAIN_CODE: Final = Lazy(
    r"^\s*(?:(?:import|package|using) [\w.]+(?: as \w+)?;?|from [\w.]+ import [\w., *]+|return [\w.]+|pass"
    r"|\w+ = \S+)\s*$"
)
"""Code without a sign of it, where a comment stands beside it."""
_BLOCKS: Final = (("/*", "*/"), ("<!--", "-->"))
"""How comments of several lines begin and end."""
_RULE: Final = Lazy(r"^[ ]?-{2,}(?:\+-{2,})*[ ]*$")
"""Under the head of a table as databases print it: it and its rows begin with a space, or have bars."""
_PATCH: Final = Lazy(r"^(?:@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@|diff --git |diff -[a-zA-Z]+ )")
_IN_A_PATCH: Final = Lazy(r"^(?:[-+ \\]|@@ |diff |index [0-9a-f]|(?:new|deleted) file|similarity |rename |Binary )")
_COMMIT: Final = Lazy(
    r"^\s{0,8}(?:\*\s)?(?:commit [0-9a-f]{7,40}\b[^\n]{0,80}$|Author:\s[^\n]{1,80}<[^\n>]{1,80}>\s*$)"
)
_IN_A_COMMIT: Final = Lazy(
    r"^(?:\s{2,}\S|\s{0,8}(?:Author|AuthorDate|Date|Commit|CommitDate|Committer|Merge|Signed-off-by|Co-authored-by)"
    r"\s?:\s)",
    re.IGNORECASE,
)
_PARTS: Final = Lazy(r"(?<=[.?!:])\s")
_SETTING: Final = Lazy(r"^\s*[\"']?[a-z][\w.\-]{0,40}[\"']?\s?[:=]\s?\S")
_SETTING_HEAD: Final = Lazy(
    r"^\s*(?:#\s*\S+\.\w{2,5}\s*$|\[[\w.\-]+\]\s*$|---\s*$|[\w./-]+\.(?:ya?ml|toml|json|ini|conf|env|cfg)\s*:?\s*$)"
)
_PROMPT: Final = Lazy(r"^\s{0,8}(?:[\w.-]+@[\w.-]+:?\S{0,80}[$#]\s|\$\s|PS [A-Z]:\S{0,80}>)")
"""A shell's prompt: what follows up to a blank line or a question is its output."""
_QUOTED_LINE: Final = Lazy(r"^\s*>")

_TRANSCRIPT: Final = Lazy(r"^\s*(?:\[?\d{1,2}:\d\d(?::\d\d)?\]?\s*)?[A-Z][\w. ]{0,24}:\s")


def hidden_lines(lines: list[str]) -> list[bool]:
    """Code and its comments, logs, settings, the bodies of patches and commits, quoted lines, and what is indented
    under a line that ends with a colon."""
    hidden = [bool(line.strip()) and (is_code(line) or bool(_QUOTED_LINE.match(line))) for line in lines]
    settings = [bool(_SETTING.match(line)) and not _prose(line) for line in lines]
    speakers = [bool(_TRANSCRIPT.match(line)) and _prose(line) for line in lines]
    announced = prompted = False
    for place, line in enumerate(lines):
        near = (place > 0 and (settings[place - 1] or bool(_SETTING_HEAD.match(lines[place - 1])))) or (
            place + 1 < len(lines) and settings[place + 1]
        )
        talk = (place > 0 and speakers[place - 1]) or (place + 1 < len(lines) and speakers[place + 1])
        if (settings[place] and near) or _SETTING_HEAD.match(line) or (speakers[place] and talk and len(lines) > 2):
            hidden[place] = True
        if _PROMPT.match(line):
            hidden[place] = prompted = True
            continue
        prompted = prompted and bool(line.strip()) and not line.rstrip().endswith("?")
        hidden[place] = hidden[place] or prompted
        indented = line[:2] == "  " and bool(line.strip())
        if announced and indented:
            hidden[place] = True
        else:
            announced = line.rstrip().endswith(":")
    _hide_bodies(lines, hidden, _PATCH, _IN_A_PATCH)
    _hide_bodies(lines, hidden, _COMMIT, _IN_A_COMMIT)
    _hide_blocks(lines, hidden)
    _hide_tables(lines, hidden)
    _hide_comments(lines, hidden)
    return hidden


def _hide_bodies(lines: list[str], hidden: list[bool], head: Lazy, body: Lazy) -> None:
    """From the head of a patch or a commit to the first line that cannot stand in one; a blank line can."""
    inside = False
    for place, line in enumerate(lines):
        inside = bool(head.match(line)) or (inside and (not line.strip() or bool(body.match(line))))
        hidden[place] = hidden[place] or inside


def _hide_blocks(lines: list[str], hidden: list[bool]) -> None:
    """Comments of several lines; one that is not closed is none."""
    for opening, closing in _BLOCKS:
        begun = -1
        for place, line in enumerate(lines):
            if begun < 0 and line.lstrip().startswith(opening):
                begun = place
            if begun >= 0 and closing in line:
                hidden[begun : place + 1] = [True] * (place + 1 - begun)
                begun = -1


def _hide_tables(lines: list[str], hidden: list[bool]) -> None:
    """A line of dashes under a head and above rows of its kind; under a title, "Me", stands a text."""
    inside = False
    for place, line in enumerate(lines):
        if place and _RULE.match(line) and _is_row(lines[place - 1]) and _is_row("".join(lines[place + 1 : place + 2])):
            hidden[place - 1] = hidden[place] = inside = True
        else:
            inside = inside and _is_row(line)
            hidden[place] = hidden[place] or inside


def _is_row(line: str) -> bool:
    return bool(line.strip()) and (line.startswith(" ") or " | " in line)


def _hide_comments(lines: list[str], hidden: list[bool]) -> None:
    """Lines with a sign of comments right above or below code: "# I own two houses" alone is a heading."""
    code = [
        (hide and not _QUOTED_LINE.match(line)) or bool(_PLAIN_CODE.match(line))
        for line, hide in zip(lines, hidden, strict=True)
    ]
    for places in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        beside = False
        for place in places:
            comment = beside and bool(_COMMENT.match(lines[place]))
            hidden[place] = hidden[place] or comment
            beside = code[place] or comment


def _prose(line: str) -> bool:
    """A line of words: at least four after its colon."""
    return len(line.partition(":")[2].split()) >= 4


def is_code(line: str) -> bool:
    """Whether a line is code, or was printed by a program."""
    if _LOG_LINE.match(line):
        return True
    said = _BESIDE_CODE.search(line[:400])
    line = line[: said.start()] if said else line  # "x = 1  # I own two houses"
    found = _CODE_LINE.match(line[:400])
    signs = len(CODE_SIGNS.findall(line[:400]))
    if found is None:
        return signs > 0 and signs * 6 >= len(line.split())
    word = found.group().strip()
    if word.isalpha() and word.islower():  # "let me", "from", "return": also plain words
        return signs >= 1 or bool(re.search(r"[(){}=]", line))
    return True


def code_from(line: str) -> int:
    """Where the code of a line begins: what somebody says before it, sentences without a sign of code, is his own."""
    start = 0
    if _CODE_LINE.match(line[:400]) or _LOG_LINE.match(line):
        return start
    for match in _PARTS.finditer(line):
        if CODE_SIGNS.search(line[start : match.start()]):
            break
        start = match.end()
    return start

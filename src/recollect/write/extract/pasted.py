"""Texts of programs and files that are copied into a turn: the output of a tool, a file, a prompt, a post, a record.

They are told by what stands above them ("Function output:", "AGENTS.md:", a command, "Issue #12 opened by @mike:") or
by what is asked about them ("is this vcard ok?"). Read as the speaker's own, an order in a file that he shows would
stand from then on. A text below such a line goes to the end of the turn, since files have blank lines too, unless the
speaker says that he goes on himself; below what a program prints as it runs a paragraph that begins with "I" is his.
What stands on the same line goes to the end of the paragraph, or of the few words that say how it came out ("API
response: 200. I use FastAPI.").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.naming import CALENDAR
from recollect.rules.text import fold
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import line_end, paragraph_below_end
from recollect.write.extract.voices import HEALERS_NAMED

if TYPE_CHECKING:
    from collections.abc import Iterator

_START: Final = r"(?:^|(?<=[.!?]\s))[ ]{0,8}(?:[-=#*]{1,8}[ ]?)?`?"
_AFTER: Final = r"(?:\s(?:for|of|from|in|to|by|on|at|after|about|used by|says|reads)\b[^:\n]{0,60})?"
_RUNNER: Final = (
    r"(?:function|tool|command|terminal|console|shell|program|compiler|linter|server|api|sql|database|query|search"
    r"|google|web|browser|model|llm|assistant|bot|agent|mcp|http|retrieval|rag|crawler|scraper|webhook|subprocess|bash"
    r"|build|ci|pipeline|debugger|plugin|endpoint)"
)
_PRINTED: Final = (
    r"(?:output|results?|responses?|return(?:ed)?(?: value)?|logs?|trace|dump|stdout|stderr|hits|snippets?|printout)"
)
_FILE: Final = (
    r"(?:(?!(?:node|next|nest|vue|nuxt|three|d3|express|react|alpine|ember|chart|moment)\.js\b)"
    r"[\w.@~/\\-]{0,120}\.(?:md|mdc|mdx|txt|rst|py|jsx?|tsx?|ya?ml|json[lc5]?|toml|ini|cfg|conf|env|csv|tsv|log|html?"
    r"|xml|css|sh|ps1|sql|go|rs|java|kt|cpp|hpp|rb|php|ipynb|tex|tf|lock|gradle|properties|prompt|adoc|docx?|pdf)"
    r"|[\w./-]{0,80}\.(?:cursorrules|windsurfrules|gitignore|editorconfig|bashrc|zshrc|npmrc)"
    r"|(?:[\w.-]{1,40}/){0,6}(?-i:README|LICENSE|CONTRIBUTING|CHANGELOG|CODEOWNERS|AGENTS|CLAUDE|Dockerfile|Makefile"
    r"|Jenkinsfile))"
)
_CONTENT: Final = (
    r"(?:web ?page|website|page|site|file|document|pdf|url|clipboard|attachment|readme|scraped|fetched|retrieved)"
    r"[ _](?:page[ _])?(?:contents?|text|body|dump|source)"
    r"|(?:retrieved|fetched|scraped|crawled|attached)\s(?:document|page|file|passage|context|article|chunk)s?"
)
_GIVEN_TO_A_MODEL: Final = (
    r"(?:my\s|our\s)?(?:system|developer)[ _](?:prompt|message|instructions)"
    r"|(?:prompt|instructions)\s(?:for|of|to|used by)\s(?:the|our|my|an?|this)\s(?:[\w-]{1,20}\s){0,2}"
    r"(?:bot|agent|assistant|model|llm|chatbot|copilot|ai)"
)
_HEAD: Final = Lazy(
    rf"{_START}(?:(?:the|this|that|a|an|raw|full|latest|example)\s){{0,2}}(?:"
    rf"(?:(?:{_RUNNER}[ _-]){{1,2}}(?:call[ _]|engine[ _]|page[ _])?{_PRINTED}|{_CONTENT}|{_GIVEN_TO_A_MODEL}"
    rf"|(?:contents?\s(?:of|from)\s|file\s?:?\s?|file ?name:\s?|path:\s?)?{_FILE}`?){_AFTER}"
    r"|std(?:out|err)|stack ?trace|traceback"
    r")`?[ ]?(?:[:：](?=\s)|[-=#*]{2,8}[ ]*$)",
    re.IGNORECASE | re.MULTILINE,
    hints=": ： -- == ## **",
)
"""A line that says that a program, a file or a prompt follows."""
_FILE_ALONE: Final = Lazy(
    r"^[ ]{0,8}(?:[-=#*>]{1,8}[ ]?)?`?(?:file:? |(?:here's|here is|this is) (?:the |my |our )?)?"
    rf"{_FILE}`?[ ]?(?:[-=#*<]{{1,8}})?[ ]*\n(?=\s*\S)",
    re.IGNORECASE | re.MULTILINE,
    hints=". README LICENSE CONTRIBUTING CHANGELOG CODEOWNERS AGENTS CLAUDE file".lower(),
)
_NO_PROSE: Final = Lazy(
    r"\.(?:py|jsx?|tsx?|ya?ml|json[lc5]?|toml|ini|cfg|conf|env|csv|tsv|xml|css|sh|ps1|sql|go|rs|java|kt|cpp|hpp|rb|php"
    r"|tf|lock|gradle|properties|gitignore|editorconfig|bashrc|zshrc|npmrc)`?\s?[:：]$",
    re.IGNORECASE,
)
"""A file that no sentence stands in: "package.json: I use pnpm" is said of it."""
_ARGUMENT: Final = (
    r"(?:https?://\S+|--?\w[\w=./-]*|(?:~|\.{1,2})?/[\w./*-]*|[\w-][\w./-]*\.[A-Za-z]\w{0,8}|[A-Z]{4,12}|HEAD\S*"
    r"|[0-9a-f]{6,40}|main|master|origin\S*|'[^'\n]{1,60}'|\"[^\"\n]{1,60}\"|\||\d+)"
)
_PLAIN: Final = r"(?:\s[\w./@:=|'\"*~-]{1,80})"
_COMMAND: Final = Lazy(
    r"^[ ]{0,8}(?:[\w.-]+@[\w.-]+:?\S{0,80}[$#]\s|[$%>]\s)?(?:sudo\s)?(?:"
    r"(?:cat|bat|head|tail|less|curl|wget|lynx|jq|grep|rg|strings|git\s(?:log|show|diff|blame|cat-file))"
    rf"(?!(?:\s\d+)+[ ]*\n)(?:\s{_ARGUMENT}){{1,8}}|git\s(?:log|diff|show)|(?P<runs>"
    rf"(?:docker|podman)\s(?:compose\s)?logs{_PLAIN}{{1,5}}|kubectl\s(?:logs|describe){_PLAIN}{{1,6}}"
    rf"|journalctl{_PLAIN}{{0,6}}|psql\s-{_PLAIN}{{0,6}}"
    rf"|(?:python3?|node|ruby|php|bash|sh)\s[\w./-]{{1,80}}\.\w{{1,4}}{_PLAIN}{{0,8}}"
    rf"|(?:npm|yarn|pnpm)\s(?:run\s[\w:-]{{1,30}}|test|start|audit)"
    rf"|(?:(?:cargo|go)\s(?:run|test|build)|pytest)(?:\s{_ARGUMENT}){{0,6}}"
    r"))[ ]*\n(?=\s*\S)(?!(?:fails|crashes|hangs|works|doesn't|does not|gives me|throws|prints)\b)",
    re.MULTILINE,
    hints="""cat_ bat_ head_ tail_ less_ curl_ wget_ lynx_ jq_ grep_ rg_ strings_ git_ logs_ describe_ journalctl python
    node_ ruby_ php_ bash_ sh_ npm_ yarn_ cargo_ go_ pytest psql_""",
)
"""A command and nothing else on its line, with or without the prompt of a shell: what follows it has printed. `runs`:
a program's own words, and no file nor page."""
_RUN: Final = Lazy(
    r"\b(?:command|terminal|console|shell|program|compiler|linter|server|sql|database|query|http|subprocess|bash|build|ci"
    rf"|pipeline|debugger)(?:[ _-]\w+){{0,2}}[ _-]{_PRINTED}\b|\b(?:std(?:out|err)|stack ?trace|traceback)\b",
    re.IGNORECASE,
)
"""A line above what a program prints as it runs."""
_TAG: Final = Lazy(r"^[ ]{0,8}<(?P<tag>[A-Za-z][\w-]{0,30})(?:\s[^<>\n]{0,200})?>", re.MULTILINE, hints="</")
_TAGS_MAX: Final = 50
_POST: Final = Lazy(
    rf"{_START}(?:[\w.'/-]{{1,20}}\s){{0,4}}?(?:issue|ticket|pr|pull request|mr|merge request|bug(?: report)?"
    r"|answer|question|thread|gist|discussion|(?:review|issue|pr|code|blog) (?:comment|post)"
    r"|(?:stack ?overflow|reddit|quora|forum|hacker news|github|hn) (?:comment|post|reply|thread|answer))"
    r"(?:\s#?\d{1,7})?(?:\s(?:opened|reported|filed|posted|asked|written|created|raised|submitted|left))?"
    r"\s(?P<link>by|from)\s(?P<who>@?[\w.-]{2,30})[^:.!?\n]{0,40}\s?[:：]",
    re.IGNORECASE | re.MULTILINE,
    hints="_by_ _from_",
)
_NOBODY: Final = frozenset(
    "me my us our mine myself the an this that then now tomorrow today tonight noon email hand".split()
)
_ADVERT: Final = Lazy(
    rf"{_START}(?:(?:the|this|that|a|an|their)\s)?(?:[\w'-]{{1,20}}\s)?(?:"
    r"(?:job|rental|flat|apartment|house|product|dating|classified|tinder|linkedin)\s(?:ad|advert|advertisement|posting"
    r"|listing)|press release|terms of (?:service|use)|privacy policy|landing page (?:copy|text)"
    r"|(?:job|role|product|company|project|repo) (?:description|profile)(?=\s?[:：]\s{0,3}(?:We|You|Our|The)\b))"
    r"(?:\s(?:from|by|of|at|for|on)\b[^:.!?\n]{0,40})?\s?[:：]\s",
    re.IGNORECASE | re.MULTILINE,
    hints="ad advert posting listing release terms policy page description profile",
)
_RESUMED: Final = Lazy(
    r"\n[ ]{0,8}\n\s{0,8}(?=(?:by the way|btw|anyway|as for me|apart from (?:that|this)|thanks|thank you|ok|okay"
    r"|oh,? and|p\.? ?s)\b)",
    re.IGNORECASE,
)
"""The speaker goes on himself."""
_SPEAKS: Final = Lazy(
    r"\n[ ]{0,8}\n{1,8}(?=(?:i|i'm|i've|i'd|i'll|im|we|we're|we've|my|our|also|why|please|pls|how|what|can you"
    r"|could you|any idea|by the way|btw|anyway|as for me|thanks|thank you|ok|okay|oh,? and|p\.? ?s)(?![\w']))",
    re.IGNORECASE,
)
"""A paragraph of the speaker's, below what no person has written."""
_CAME_OUT: Final = Lazy(
    r"\s(?:(?:\d+|all|no|not|nothing|none|empty|green|red|ok|okay|fine|good|bad|tests?|pass(?:es|ed)?|fail(?:s|ed|ures?)?"
    r"|errors?|success(?:ful)?|useful|useless|helpful|found|yet)(?=[\s.!])[ ]?){1,4}(?=[.!]\s)",
    re.IGNORECASE,
)
"""How it came out, and no more: "200.", "all green.", "not helpful."."""
_SHOWN: Final = r"(?<!to )(?<!in )(?<!into )\b(?:th(?:is|ese|e|at)|following|attached|here(?:'s| is) an?)\s"
_DATA: Final = Lazy(
    rf"{_SHOWN}(?:(?!(?:in|to|as|of|with)\s)[\w-]{{2,20}}\s){{0,2}}?"
    r"(?:fixtures?|v-?cards?|contact cards?|config(?:uration)?s?"
    r"|ya?ml|json|toml|ini|csv|tsv|xml|payloads?|schemas?|manifests?|dockerfile|(?:table|database|test|sample|seed|mock"
    r"|dummy|crm) (?:rows?|records?|data|entry|entries|users?)|test ?cases?|env file|dotenv|headers?|front ?matter"
    r"|crontab|playbook|stub)\b",
    re.IGNORECASE,
)
_CHANGES: Final = Lazy(rf"{_SHOWN}(?:patch|diff|hunk|changeset|pull request|pr|merge request)\b", re.IGNORECASE)
_ONE_S_OWN: Final = Lazy(r"(?<![\w'])(?:i|i'\w+|im|my|me|mine|we|we'\w+|our|us|myself)(?![\w'])", re.IGNORECASE)
_FIELD: Final = Lazy(r"^\s{0,8}(?:-\s)?[\"']?[^\W\d_][\w.\-]{0,30}(?: [\w.\-]{1,20})?[\"']?\s?[:=]\s?\S")
_CHANGED: Final = Lazy(r"^[-+][^\s+-]")
_LINES_MAX: Final = 400
"""A longer record or patch has a head of its own."""


def others(text: str, raw: str) -> Iterator[tuple[int, int]]:
    """Where such texts stand in a turn, in no order. `raw`: the turn with its blocks of code, which `text` is without:
    what is announced may be such a block, and then what stands below it is the speaker's own."""
    for pattern in (_HEAD, _FILE_ALONE, _COMMAND):
        done = 0
        for found in pattern.finditer(text) if pattern.may(text) else ():
            if found.start() < done or _is_block(raw, found.end()):
                continue
            done = _end(text, found)
            yield found.end(), done
    for pattern in (_POST, _ADVERT):
        for found in pattern.finditer(text) if pattern.may(text) else ():
            if pattern is _ADVERT or _is_somebody(found["link"].lower(), found["who"]):
                yield found.end(), paragraph_below_end(text, found.end())
    yield from _tagged(text)
    yield from _records(text)


def _tagged(text: str) -> Iterator[tuple[int, int]]:
    """What stands between a mark at the beginning of a line and the one that closes it: "<document> … </document>"."""
    done = 0
    for count, found in enumerate(_TAG.finditer(text) if _TAG.may(text) else ()):
        if count >= _TAGS_MAX:
            return
        end = text.find(f"</{found['tag']}>", found.end()) if found.start() >= done else -1
        if end >= 0:
            done = end
            yield found.end(), end


def _is_block(raw: str, start: int) -> bool:
    return raw[start : start + 40].lstrip().startswith(("```", "~~~"))


def _is_somebody(link: str, who: str) -> bool:
    """ "by Friday" is a day, "from the interview" no person; after "from" only one who has a handle or a given name."""
    low = who.lower()
    if low in _NOBODY or low in CALENDAR or low[:1].isdigit():
        return False
    return link == "by" or who.startswith("@") or fold(who) in GIVEN_NAMES


def _end(text: str, found: re.Match[str]) -> int:
    """Where the text ends that such a line stands above, or that stands behind it on the same line."""
    at, head = found.end(), found.group()
    beside = text[at : line_end(text, at)] if not head.endswith("\n") else ""
    if beside.strip():
        if (_NO_PROSE.search(head) and _ONE_S_OWN.match(beside.lstrip())) or HEALERS_NAMED.search(head):
            return at
        short = _CAME_OUT.match(f"{beside}\n") if _PRINTS.search(head) else None
        return at + short.end() if short else paragraph_below_end(text, at)
    ran = found.groupdict().get("runs") is not None
    if ran or _RUN.search(head):
        resumed = _SPEAKS.compiled.search(text, at - 1 if ran else paragraph_below_end(text, at))
    else:
        resumed = _RESUMED.compiled.search(text, at)
    return resumed.start() if resumed else len(text)


_PRINTS: Final = Lazy(rf"(?:{_RUNNER}[ _-]){{1,2}}(?:\w+[ _])?{_PRINTED}\b", re.IGNORECASE)


def _records(text: str) -> Iterator[tuple[int, int]]:
    """The fields of a record that the other lines call one ("is this vcard ok?"), the changes of what they call a
    patch. Where these lines speak of the one who shows it, it may be about him."""
    lines = text.split("\n")
    if not 2 <= len(lines) <= _LINES_MAX:
        return
    fields = [bool(_FIELD.match(line)) and not line.rstrip().endswith("?") for line in lines]
    fields = [
        field and (True in fields[max(0, at - 1) : at] + fields[at + 1 : at + 2]) for at, field in enumerate(fields)
    ]
    changed = [bool(_CHANGED.match(line)) for line in lines]
    told = "\n".join(line for line, one, other in zip(lines, fields, changed, strict=True) if not (one or other))
    if _ONE_S_OWN.search(told):
        return
    shown = fields if _DATA.search(told) else []
    shown = shown or (changed if _CHANGES.search(told) and _is_both(lines, changed) else [])
    at = 0
    for line, show in zip(lines, shown or [False] * len(lines), strict=True):
        if show:
            yield at, at + len(line)
        at += len(line) + 1


def _is_both(lines: list[str], changed: list[bool]) -> bool:
    """Whether something was taken out and something put in."""
    return len({line[0] for line, change in zip(lines, changed, strict=True) if change}) > 1

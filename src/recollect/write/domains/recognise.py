"""A domain's fields in a text, and what is known of them in the context. Pure; `at` is when it was said.

Questions and conditions ("Do I struggle with…?", "if I fail…") tell nothing. A negated phrase does not match by itself,
because phrases begin at the verb they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from datetime import datetime
from typing import NamedTuple

from recollect.model.claim import Claim
from recollect.rules.late import late
from recollect.rules.lexicon.fields import ASKING, JOINING, NO_VALUES, OWN, SPOKEN_TO, SUBJECTS, TURNING
from recollect.rules.text import STOP_WORDS
from recollect.write.domains.schema import NUMBER_WORDS, Field, Schema

TEXT_CHARS_MAX = 64 * 1024
"""Of a longer text the tail counts."""
LIST_MAX = 20
_SENTENCE = late(r"[^.!?\n。！？।]{1,2000}(?:(?:\.(?=\w)|(?<=\d)\.)[^.!?\n。！？।]{1,2000}){0,20}[.!?。！？।]?")
_ASKS = late(r"[?？]\s*\Z")
_CONDITION = late(r"(?:\b(?:if|unless|wenn|falls|si|se)\b|如果|अगर)[^,，]{0,40}\Z", re.IGNORECASE)
_ITEMS = late(r"\s*(?:[,，、/&;]|\b(?:and|or|y|und|et|e|as well as)\b|和|と|और)\s*", re.IGNORECASE)
_LEADING = late(rf"(?:the|a|an|with|in|el|la|los|las|der|die|das|den|le|les|o|os|as|{'|'.join(OWN)})\s+", re.IGNORECASE)
_SUBJECT = rf"(?:{'|'.join(SUBJECTS)})(?!\w)".replace("'", "['’]")
_SAYS = rf"(?:the|{'|'.join(OWN)}) [^\W\d_]+ (?:is|are|was|were|has|have|ist|sind|war|es|son|est|sont|é|são)(?!\w)"
_ENDS = late(
    rf"[\s,，;]*(?:\b(?:{'|'.join(TURNING)})\b|(?:[,;]|\b(?:{'|'.join(JOINING)})\b)\s*(?:{_SUBJECT}|{_SAYS})"
    r"|但|可是|不过|けど|लेकिन)",
    re.IGNORECASE,
)
"""Where another statement begins: "maths, but I'm good at English", "the SAT and I live in Oslo", "maths,
and my teacher is mean"."""
_WORD = late(r"[\w'’]+")
_TRAILING = late(
    r"\s+(?:a lot|at the moment|right now|lately|too|though|so far|still|these days)\Z|[\s\"'”’)]+\Z", re.IGNORECASE
)


class Found(NamedTuple):
    """A field, its value, the sentence it rests on, and the words of it that tell the value."""

    field: Field
    value: str
    quote: str
    said: str


def recognise(schema: Schema, text: str) -> tuple[Found, ...]:
    """What the text says about the schema's fields, each value of each field once."""
    found: dict[tuple[str, str], Found] = {}
    for sentence in _SENTENCE.finditer(text[-TEXT_CHARS_MAX:]):
        said = sentence[0].strip()
        if not said or _ASKS.search(said):
            continue
        for one in schema.fields:
            for value, words in _values(one, said):
                found.setdefault((one.name, value.casefold()), Found(one, value, said, words))
    return tuple(found.values())


def overlay(schema: Schema, text: str, *, at: datetime, who: str = "User") -> tuple[Claim, ...]:
    """The same as claims, tagged with domain and field, valid from when it was said."""
    return tuple(claimed(schema, found, at=at, who=who) for found in recognise(schema, text))


def claimed(schema: Schema, found: Found, *, at: datetime, who: str) -> Claim:
    return Claim(
        content=found.field.says.format(who=who, value=found.value),
        kind=found.field.kind,
        tags=(f"domain:{schema.name}", f"field:{found.field.name}"),
        field="" if found.field.type == "list" else f"field:{found.field.name}",
        valid_from=at,
        quote=found.quote,
    )


def says_more(content: str, found: Iterable[Found], *, who: str) -> bool:
    """Whether a sentence has a word that none of these was told with. "User is a visual learner" has none beside "I'm a
    visual learner", which is a field already."""
    told = [_stems(one.said) for one in found]
    said = _stems(content) - _stems(who) - _BEING
    return not any(said <= words for words in told)


def _stems(text: str) -> frozenset[str]:
    """Its words, without what a verb has in the third person: "prefer", "prefers"."""
    return frozenset(word.removesuffix("s") for word in _WORD.findall(text.casefold()))


def retold(schema: Schema, content: str, told: Set[str]) -> bool:
    """Whether a text says in one what `told`, contents in small letters, say item by item of a list."""
    for one in schema.fields:
        value = (value_in(one, content) if one.type == "list" else None) or ""
        items = [item for item in map(_tidy, _ITEMS.split(value)) if item]
        if items and all(content.replace(value, item).casefold() in told for item in items):
            return True
    return False


def values(schema: Schema, remembered: Iterable[tuple[Iterable[str], str]]) -> dict[str, tuple[str, ...]]:
    """What is known per field, from (tags, content) of its memories, oldest first: the last one holds; lists add up."""
    gathered: dict[str, dict[str, None]] = {}
    fields = {f"field:{one.name}": one for one in schema.fields}
    for tags, content in remembered:
        for tag in tags:
            one = fields.get(tag)
            if one is None or (value := value_in(one, content)) is None:
                continue
            if one.type != "list":
                gathered[one.name] = {}
            gathered.setdefault(one.name, {})[value] = None
    return {name: tuple(held) for name, held in gathered.items()}


def context_lines(schema: Schema, known: Mapping[str, str | Iterable[str]]) -> tuple[str, ...]:
    """Lines for the context: per section its heading and its fields, in the schema's order; nothing for the unknown."""
    sections: dict[str, list[str]] = {}
    for one in schema.fields:
        value = known.get(one.name)
        joined = value if isinstance(value, str) or value is None else ", ".join(value)
        if joined:
            sections.setdefault(one.section, []).append("- " + one.shows.format(who="User", value=joined))
    return tuple(line for section, lines in sections.items() for line in (f"{section}:", *lines))


_BEING = _stems("is are am has their his her")


def _values(one: Field, sentence: str) -> Iterator[tuple[str, str]]:
    """Each value, and the words that it was told with."""
    for pattern in one.patterns:
        for match in pattern.finditer(sentence):
            if _CONDITION.search(sentence, max(0, match.start() - 60), match.start()):
                continue
            told, words = match["value"], match[0]
            if (ends := _ENDS.search(told)) is not None:
                words = sentence[match.start() : match.start("value") + ends.start()]
                told = told[: ends.start()]
            for part in _ITEMS.split(told)[:LIST_MAX] if one.type == "list" else [told]:
                value = _canonical(one, _tidy(part))
                if value:
                    yield value, words


def _tidy(text: str) -> str:
    plain = " ".join(text.split())
    plain = _LEADING.sub("", plain, count=1) if _LEADING.match(plain) else plain
    return _TRAILING.sub("", plain).strip(" \"'“”‘’()")


def _canonical(one: Field, value: str) -> str | None:
    """The value as it is kept: a choice by its name, a number within its bounds, a text that says something."""
    if one.type == "choice":
        return next((name for name, words in one.choices.items() if value.lower() in (w.lower() for w in words)), None)
    if one.type != "number":
        return value if _says_something(value) else None
    word = value.lower()
    number = float(NUMBER_WORDS[word]) if word in NUMBER_WORDS else float(word.replace(",", "."))
    if (one.low is not None and number < one.low) or (one.high is not None and number > one.high):
        return None
    return str(int(number)) if number.is_integer() else str(number)


def _says_something(value: str) -> bool:
    """Not "this", "it all", "nothing", "why you say that" or a single letter."""
    if any(char > "\u2e80" for char in value):
        return True
    words = [word.partition("'")[0] for word in value.lower().replace("’", "'").split()]
    if sum(char.isalnum() for char in value) < 2 or words[0] in ASKING or not SPOKEN_TO.isdisjoint(words):
        return False
    return not all(word in STOP_WORDS or word in NO_VALUES for word in words)


def value_in(one: Field, content: str) -> str | None:
    """The value out of a memory's text: the template read backwards."""
    parts = re.split(r"\{(who|value)\}", one.says)
    pattern = "".join(
        {"who": r".{1,200}?", "value": r"(?P<value>.{1,400})"}[part] if place % 2 else re.escape(part)
        for place, part in enumerate(parts)
    )
    found = re.fullmatch(pattern, content, re.DOTALL)
    return found["value"] if found else None

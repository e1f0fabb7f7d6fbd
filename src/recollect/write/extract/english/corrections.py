"""English replies that put right a value the assistant used: "no, 8081", "York, not Leeds", "it's a ukulele".

Its clause is told again with the new value in the place of the old one. What else the assistant claimed there is not
told: what follows the value only where the user had said it before, and of another thing than it took it for nothing.
A correction that would point at nothing ("8, not 9") is not kept: what the user had said stands.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.kinship import KIN
from recollect.rules.text import STOP_WORDS, fold
from recollect.write.extract.drafts import Draft, Turn, capitalised
from recollect.write.extract.english.agreement import put_in
from recollect.write.extract.english.claimed import (
    COMMON,
    NUMBER_WORDS,
    counted,
    is_number,
    said_before,
    says_more,
    with_unit,
)
from recollect.write.extract.english.openings import skip_fillers, starts_clause
from recollect.write.extract.english.questions import as_statement
from recollect.write.extract.english.verdicts import OF_THE_TURN
from recollect.write.extract.english.words import expanded, form_of, render, tokens, unglued
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.sentences import Sentence

REPLY_WORDS_MAX: Final = 25
_BARE_WORDS: Final = 2
_THING_WORDS: Final = 9
_ADDED_WORDS: Final = 5
_SENTENCES: Final = 3
_FRONT_CHARS: Final = 40
_NOT_AT_ALL: Final = frozenset(
    "sure just only really going the a very so too yet now that this it much many even quite my i all for in on".split()
)
"""After "not" these deny something, and no value of the assistant's."""
_YOUR: Final = Lazy(r"\byour (?:\w+ )?([a-z]+)(?=[,.!?]| is\b| will\b)", re.IGNORECASE)
_A_THING: Final = Lazy(r"\b(?:it's|it is|that's) (?:actually )?an? [a-z]", re.IGNORECASE)
_BEFORE_NOT: Final = Lazy(
    r"^\W*(?:(?:no|nope|nah|actually|sorry|well|it's|it is|that's|he's|she's|they're|i'm|a|an|the|my|your)\b\W*)*",
    re.IGNORECASE,
)
_NO: Final = Lazy(
    r"^\W{0,10}(?:no|nope|nah|not quite|wrong|actually|sorry|correction|almost|close|close but"
    r"|not (?!sure|really|yet|now"
    r"|bad)\w+)\b[\s,.!:;-]*",
    re.IGNORECASE,
)
_INSTEAD: Final = Lazy(
    r"\b(?:not|instead of|rather than) (?:the |a |an |in |at |on )?"
    r"(?P<old>[\w'-]+(?:[.:/,][\w'-]+){0,4}(?: [A-Z0-9][\w'-]*){0,3})"
)
_IT_IS: Final = Lazy(
    r"^\W{0,10}(?:(?:no|nope|nah|actually|sorry|well|oh|wait)\W{1,5}){0,4}(?:it's|its|it is|that's"
    r"|that is|it was|they're|i meant"
    r"|i mean|make (?:it|that)|should be|it should be|more like)\s+(?P<new>.+)$",
    re.IGNORECASE,
)
_YOU: Final = {"you're": "is", "you've": "has", "you'll": "will"}
_VALUE: Final = Lazy(rf"\d[\d.,:/]{{0,20}}\w{{0,20}}|[A-Z][\w'+#-]{{1,40}}|\b(?:{NUMBER_WORDS})\b")
_CHEERING: Final = frozenset("happy glad congratulations congrats thanks here's sure sorry let enjoy".split())
_MAY: Final = Lazy(r"\b(?:(?i:could|should|would|might|can|will)|may)\b")
"""What the assistant proposes is nothing that is so."""
_LEADING: Final = frozenset("so since as ok okay great got and well because given that , it noted right".split())
_REFUSING: Final = frozenset("no nope nah sorry actually , oh wait wrong".split())


def corrected(text: str, found: Sequence[Sentence], turn: Turn) -> Draft | None:
    """A value that replaces the one the assistant used: "no. 8081.", "Slovenia! not Slovakia", "it's the 19th"."""
    first = found[0]
    body = text[first.start : _last(text, found).end]
    if first.mark == "?" or len(text[first.start : first.end].split()) > REPLY_WORDS_MAX:
        return None
    refused = _NO.match(body)
    instead = _INSTEAD.search(body)
    said = _IT_IS.match(text[first.start : first.end])
    if instead is not None and (instead["old"].lower() in _NOT_AT_ALL or _place(turn.before, instead["old"]) < 0):
        instead = None
    old = instead["old"] if instead is not None else ""
    rest = body[refused.end() :] if refused else body
    if not (refused or instead or said or len(body.split()) <= REPLY_WORDS_MAX):
        return None
    piece = text[first.start : first.end].partition(",")[0]
    bare = (
        len(piece.split()) <= _BARE_WORDS
        and (first.mark in {"!", "."} or "," in text[first.start : first.end])
        and not turn.before.rstrip().endswith("?")
    )
    new = _value_of(said["new"] if said else rest, turn.before)
    if instead is not None and is_number(new) != is_number(old):
        new = ""
    if instead is not None and not new:
        new = _instead_of(body, instead)
    if instead is None and not new and (refused or "actually" in body.lower() or bare):
        new, old = _other_tie(piece, turn.before)
    if not new:
        return _another_thing(text, first, turn, refused=refused is not None) if said else None
    if not old:
        old = _alike(new, turn.before, body)
    alone = len(text.split()) <= _BARE_WORDS and not turn.before.rstrip().endswith("?")
    if not old and (alone or (refused and len(body.split()) <= _BARE_WORDS + 1)):
        old = _other_place(new, turn.before)
        bare = True
    if (
        not old
        or _addressed(turn.before, old)
        or old.lower() == new.lower()
        or not (
            refused
            or instead
            or (said and new in said["new"][:_FRONT_CHARS])
            or (bare and is_number(new) and new in piece)
            or (bare and new.lower() in _WEEKDAYS and old.lower() in _WEEKDAYS)
            or _ties(old, new)
            or (bare and old == _other_place(new, turn.before))
            or (_near(old, new) and not is_number(new) and new in body[:_FRONT_CHARS])
        )
    ):
        return None
    return _put_right(text, found, turn, old, new)


def _addressed(before: str, old: str) -> bool:
    """ "Nice to meet you, Ana!", "Sure, Ana.": so the assistant calls the speaker, and tells nothing of him. What is
    put right is what he had said of himself."""
    for pattern, sure in ((_MEETING, True), (_TURNING_TO, False)):
        called = any(match["name"] == old for match in pattern.finditer(before))
        if called and (sure or fold(old) in GIVEN_NAMES):
            return True
    return False


_CALLED: Final = r"(?P<name>(?-i:[A-Z])[\w'-]+)(?=\s*(?:[,.!?:]|$))"
_MEETING: Final = Lazy(rf"\b(?:to meet you|hi|hello|hey|welcome|good (?:morning|evening))\b,? {_CALLED}", re.IGNORECASE)
_TURNING_TO: Final = Lazy(
    rf"(?:^|[.!?]\s)\W?(?:sure|great|okay|ok|got it|alright|noted|thanks|thank you|perfect|of course)[,!]? {_CALLED}",
    re.IGNORECASE,
)


def _last(text: str, found: Sequence[Sentence]) -> Sentence:
    """The sentence a correction ends with: "no." and "Slovenia!" say no more than a part of it."""
    place = 0
    while (
        place + 1 < min(_SENTENCES, len(found))
        and found[place + 1].mark != "?"
        and (len(text[found[0].start : found[0].end].split()) <= _BARE_WORDS > place or _adds(text, found[place + 1]))
    ):
        place += 1
    return found[place]


def _adds(text: str, sentence: Sentence) -> bool:
    """A few words without a verb after the value: "Brisbane to be exact"."""
    words = unglued(tokens(text, sentence.start, sentence.end))
    start = skip_fillers(words)
    return 0 < len(words) - start <= _ADDED_WORDS and not starts_clause(words, start)


def consumed(text: str, found: Sequence[Sentence]) -> int:
    """How many sentences of a reply its correction takes; the others are read as ever."""
    return found.index(_last(text, found)) + 1


def _instead_of(body: str, instead: re.Match[str]) -> str:
    """ "husband, not wife": the words before the "not", where they are a plain noun."""
    before = _BEFORE_NOT.sub("", body[: instead.start()]).strip(" ,.!-").split()
    return " ".join(before) if 1 <= len(before) <= _BARE_WORDS and before[0].isalpha() else ""


def _another_thing(text: str, first: Sentence, turn: Turn, *, refused: bool) -> Draft | None:
    """ "it's a ukulele actually", after "for your guitar": another kind of thing than the assistant took it for."""
    body = text[first.start : first.end]
    own = _YOUR.search(turn.before)
    if own is None or own[1].lower() in OF_THE_TURN or not _A_THING.search(body):
        return None
    if not (refused or "actually" in body.lower()) or len(body.split()) > _THING_WORDS:
        return None
    words = tokens(text, first.start, first.end)
    while words and words[0].low in _REFUSING:
        words = words[1:]
    content = f"{turn.name} corrects: {render(text, words)} (not {own[1].lower()})"
    return Draft(content, "correction", first.start, first.end, confidence=0.9)


def _place(text: str, part: str) -> int:
    """Where a value stands in a text as words of its own; -1 where it does not."""
    found = re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text, re.IGNORECASE)
    return found.start() if found else -1


def _find(text: str, part: str) -> int:
    return text.lower().find(part.lower()) + 1


def _value_of(rest: str, before: str) -> str:
    """The new value: a day, a number, a name, or the first words."""
    day = re.match(
        r"\W{0,10}(?:on |in |at |by )?((?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Za-z]+"
        r"|[A-Z][a-z]+ \d{1,2}(?:st|nd|rd"
        r"|th)?|the \d{1,2}(?:st|nd|rd|th))\b",
        rest,
    )
    if day and re.search(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|the \d)", day[1].lower()):
        return day[1]
    for found in _VALUE.finditer(rest[:120]):
        if (
            not re.search(rf"\b{re.escape(found.group())}\b", before)
            and expanded(found.group().lower())[0] not in COMMON
        ):
            return found.group().rstrip(".,:")
    return ""


def _alike(new: str, before: str, reply: str) -> str:
    """The value in the assistant's words of the same shape: a number for a number, a day for a day, a like name."""
    if any(sign.isdigit() for sign in new) and any(sign.isalpha() for sign in new):
        day = re.search(
            r"\b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|(?:jan|feb"
            r"|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d{1,2}(?:st|nd|rd|th)?)\b",
            before,
            re.IGNORECASE,
        )
        if day:
            return day.group()
    if new.lower() in _WEEKDAYS:
        return next((word for word in re.findall(r"[A-Za-z]+", before) if word.lower() in _WEEKDAYS), "")
    shape = is_number(new)
    lead = _lead_of(new, reply)
    best, score = "", 0.0
    for match in _VALUE.finditer(before):
        value = match.group().rstrip(".,:")
        if is_number(value) != shape or value.lower() in COMMON | {"since", "based", "given", "as", "got", "noted"}:
            continue
        alike = SequenceMatcher(None, new.lower(), value.lower()).ratio() + (
            0.6 if lead and before[: match.start()].endswith(f" {lead} ") else 0.0
        )
        if alike > score:
            best, score = value, alike
    return best if score >= (0.0 if shape else 0.5) else ""


def _other_place(new: str, before: str) -> str:
    """ "Heathrow", after "your flight leaves from Gatwick": the one name that stands where the new one could."""
    if not new[:1].isupper():
        return ""
    places = {match[1] for match in _PLACED.finditer(before)}
    return places.pop() if len(places) == 1 else ""


_PLACED: Final = Lazy(r"\b(?:in|at|from|to|for|near|with) (?:the )?([A-Z][\w'-]+)")


def _other_tie(piece: str, before: str) -> tuple[str, str]:
    """ "sister, actually", after "you and your brother": (the tie that is meant, the one that was said)."""
    said = [word.lower() for word in _BEFORE_NOT.sub("", piece).split()]
    other = next((match[1].lower() for match in _YOUR_KIN.finditer(before) if match[1].lower() in KIN["en"]), "")
    return (said[0], other) if len(said) == 1 and said[0] in KIN["en"] and other not in {"", said[0]} else ("", "")


def _ties(old: str, new: str) -> bool:
    return old.lower() in KIN["en"] and new.lower() in KIN["en"]


_YOUR_KIN: Final = Lazy(r"\byour ([a-z-]+)", re.IGNORECASE)
_WEEKDAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())


def _lead_of(value: str, text: str) -> str:
    """The preposition in front of a value: "in" of "in Reutlingen"."""
    found = re.search(rf"\b(in|at|on|from|to|for|called|named) {re.escape(value)}\b", text)
    return found[1] if found else ""


def _near(old: str, new: str) -> bool:
    """Two names that are mistaken for each other; no form of the same word."""
    a, b = old.lower(), new.lower()
    if a.startswith(b) or b.startswith(a) or new.endswith(("'s", "'")) or new.lower() in STOP_WORDS:
        return False
    return SequenceMatcher(None, old.lower(), new.lower()).ratio() >= 0.75


def _put_right(text: str, found: Sequence[Sentence], turn: Turn, old: str, new: str) -> Draft | None:
    """The assistant's clause with the new value in the place of the old one, when that clause is about the speaker;
    of another thing or person of his the correction alone. None where it would point at nothing."""
    start, end = found[0].start, found[min(1, len(found) - 1)].end
    rest = _details(text, found, turn)
    clause = _clause_with(turn.before, old)
    old, new = with_unit(old, new, f"{clause} {rest}")
    statement = third_person(as_statement(clause), turn) if clause else ""
    if new.rsplit(maxsplit=1)[-1].lower() in KIN["en"]:
        turn.meets(f"{turn.owner} {new.lower()}")
    extra = rest if says_more(rest, f"{new} {old}") else ""
    at = _place(statement, old)
    if at >= 0 and _is_the_thing(statement[:at], old, turn):
        content = f"{turn.name} corrects: their {new}, not {old}"
    elif at >= 0 and _MAY.search(statement) is None:
        tail = statement[at + len(old) :]
        told = statement[: at + len(old)] + said_before(tail, old, rest, turn)
        content = f"{put_in(told, at, at + len(old), new)} (not {old})"
        if rest.lower() in content.lower() or not says_more(rest, f"{new}{counted(tail, old)} {old}"):
            extra = ""
    elif extra or _ties(old, new):
        content = f"{turn.name} corrects: {new}, not {old}"
    else:
        return None
    return Draft(capitalised(content) + (f"; {extra}" if extra else ""), "correction", start, end, confidence=0.95)


def _is_the_thing(before: str, old: str, turn: Turn) -> bool:
    """Whether the value is what the assistant took something of the speaker's for: "your bike" of a car."""
    _, found, between = before.rpartition(turn.owner)
    plain = all(word not in STOP_WORDS and (form_of(word) or ("", ""))[1] != "s" for word in between.split())
    return bool(found) and plain and old[:1].islower() and not is_number(old)


def _details(text: str, found: Sequence[Sentence], turn: Turn) -> str:
    """What else the reply says about the new value, in the third person."""
    parts: list[str] = []
    for sentence in found[: consumed(text, found)]:
        if sentence.mark == "?":
            break
        words = tokens(text, sentence.start, sentence.end)
        while words and words[0].low in _REFUSING:
            words = words[1:]
        if words and len(words) <= REPLY_WORDS_MAX:
            owners = {place: turn.owner for place, token in enumerate(words) if token.low == "my"}
            parts.append(render(text, words, owners))
    return "; ".join(part for part in parts if part)


def _clause_with(before: str, value: str) -> str:
    """The clause of the assistant's that holds the value."""
    for sentence in sentences(before[-2_000:]):
        body = before[-2_000:][sentence.start : sentence.end]
        if _find(body, value):
            return next(
                (
                    piece.strip()
                    for piece in re.split(r",\s+(?=(?:so|the|that|which|and|but|we|you|i)\b)", body)
                    if _find(piece, value)
                ),
                body,
            )
    return ""


def third_person(clause: str, turn: Turn) -> str:
    """ "So your server is on port 8080" -> "User's server is on port 8080"; "" when it is not about the speaker."""
    words = tokens(clause)
    while words and words[0].low in _LEADING:
        words = words[1:]
    if words and words[0].low in _CHEERING | {"i"}:  # "Happy to help with your move": of the move
        words = words[next((at for at, token in enumerate(words) if expanded(token.low)[0] in {"your", "you"}), 0) :]
    replaced: dict[int, str] = {}
    about = False
    for place, token in enumerate(words):
        if token.low == "your":
            replaced[place] = turn.owner
            about = True
        elif token.low == "you" or token.low in _YOU:
            replaced[place] = turn.name + (f" {_YOU[token.low]}" if token.low in _YOU else "")
            about = True
            following = form_of(words[place + 1].low) if place + 1 < len(words) and token.low == "you" else None
            if following is not None and following[1] == "base":
                replaced[place + 1] = _s(words[place + 1].low)
            elif following is not None and words[place + 1].low == "are":
                replaced[place + 1] = "is"
    return render(clause, words, replaced) if about else ""


def _s(base: str) -> str:
    return {"have": "has", "do": "does", "are": "is", "go": "goes"}.get(
        base, base + ("es" if base.endswith(("s", "sh", "ch", "x")) else "s")
    )

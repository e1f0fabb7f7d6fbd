"""Short English replies that mean something only beside the assistant's words: corrections, choices, plain answers.

What the assistant said is never a fact by itself. Its words are used to complete the speaker's: the value he puts right,
the option he picks, the question he answers.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.verbs import ABOUT_THE_TASK
from recollect.write.extract.drafts import Draft, Turn, capitalised, denies
from recollect.write.extract.sentences import sentences
from recollect.write.extract.words import Token, form_of, render, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.sentences import Sentence

_NO: Final = re.compile(r"^\W*(?:no|nope|nah|not quite|wrong|actually|sorry|correction|almost|close|close but|not (?!sure|really|yet|now|bad)\w+)\b[\s,.!:;-]*", re.IGNORECASE)
_INSTEAD: Final = re.compile(r"\b(?:not|instead of|rather than) (?:the |a |an |in |at |on )?(?P<old>[\w'.:/-]+(?: [A-Z0-9][\w'.-]*){0,3})")
_IT_IS: Final = re.compile(r"^\W*(?:(?:no|nope|nah|actually|sorry|well|oh|wait)\W+)*(?:it's|its|it is|that's|that is|it was|they're|i meant|i mean|make (?:it|that)|should be|it should be|more like)\s+(?P<new>.+)$", re.IGNORECASE)
_OPTIONS: Final = re.compile(r"\b(?P<a>[\w'.+#-]+(?: [\w'.+#-]+){0,3}?),? or (?P<b>[\w'.+#-]+(?: [\w'.+#-]+){0,3})", re.IGNORECASE)
_INVITES: Final = re.compile(
    r"\b(?:tell me (?:a bit |a little |more )?about|what(?:'s| is| are) your|what do you|where do you|which \w+ (?:do|are) you|do you (?:have|like|prefer|use|work|live|own|eat|drink|take|speak|play)|are you|who (?:do|is|are)|how (?:old|many|much|often|long) (?:are|do|is|have)|share (?:a bit|some|your)|describe your|have you|what kind of|what sort of|what type of|any (?:allergies|pets|kids|dietary|preferences|experience)|walk me through your|could you tell me|can you tell me|what's the (?:name|make|model)|anything (?:else )?i should know)\b",
    re.IGNORECASE,
)  # fmt: skip
_WOULD_YOU: Final = re.compile(r"^(?:would you like|do you want|shall|should|would you prefer|do you prefer|would you rather|can|may)\s+(?P<who>me to|i|to|that i|us to)?\s*", re.IGNORECASE)
_EITHER: Final = re.compile(r"\b(?:either|or|option|options|you could|which (?:one|would)|choose|prefer)\b", re.IGNORECASE)
_YOU: Final = {"you're": "is", "you've": "has", "you'll": "will"}
_VALUE: Final = re.compile(r"\d[\d.,:/]*\w*|[A-Z][\w'-]+")
_REPLY_WORDS_MAX: Final = 25


def prepare(turn: Turn) -> None:
    """Sets what the assistant's words say about the reply to come."""
    before = turn.before
    if not before:
        return
    tail = before[-600:]
    turn.invited = _INVITES.search(tail) is not None
    turn.offered = _EITHER.search(tail) is not None


def read(text: str, found: Sequence[Sentence], turn: Turn) -> list[Draft]:
    """Drafts of a reply that corrects, picks or answers; empty when it does none of these."""
    if not turn.before or not found:
        return []
    correction = _correction(text, found, turn)
    if correction is not None:
        return [correction]
    picked = _choice(text, found, turn)
    return [picked] if picked is not None else []


def _correction(text: str, found: Sequence[Sentence], turn: Turn) -> Draft | None:
    """A value that replaces the one the assistant used: "no. 5433.", "Australia! not Austria", "it's the 12th"."""
    first = found[0]
    body = text[first.start : found[min(2, len(found) - 1)].end]
    if first.mark == "?" or len(body.split()) > _REPLY_WORDS_MAX * 2:
        return None
    refused = _NO.match(body)
    instead = _INSTEAD.search(body)
    said = _IT_IS.match(text[first.start : first.end])
    old = ""
    if instead is not None and _find(turn.before, instead["old"]):
        old = instead["old"]
    rest = body[refused.end() :] if refused else body
    new = _value_of(said["new"] if said else rest)
    if not new:
        return None
    if not old:
        old = _alike(new, turn.before)
    if not old or old.lower() == new.lower() or not (refused or instead or said or _near(old, new)):
        return None
    return _corrected(text, found, turn, old, new)


def _find(text: str, part: str) -> int:
    return text.lower().find(part.lower()) + 1


def _value_of(rest: str) -> str:
    """The new value: a day, a number, a name, or the first words."""
    day = re.match(r"\W*(?:on |in |at |by )?((?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Za-z]+|[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?|the \d{1,2}(?:st|nd|rd|th))\b", rest)
    if day and re.search(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|the \d)", day[1].lower()):
        return day[1]
    found = _VALUE.search(rest[:120])
    return found.group() if found else ""


def _alike(new: str, before: str) -> str:
    """The value in the assistant's words that has the same shape: a number for a number, a day for a day, a like name."""
    if any(sign.isdigit() for sign in new) and any(sign.isalpha() for sign in new):
        day = re.search(r"\b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d{1,2}(?:st|nd|rd|th)?)\b", before, re.IGNORECASE)
        if day:
            return day.group()
    shape = new[:1].isdigit()
    best, score = "", 0.0
    for match in _VALUE.finditer(before):
        value = match.group().rstrip(".,:")
        if value[:1].isdigit() != shape or value.lower() in {"so", "since", "your", "you", "i", "i'll", "the", "based", "given", "as", "got", "ok", "okay", "great", "sure"}:
            continue
        alike = SequenceMatcher(None, new.lower(), value.lower()).ratio()
        if alike > score:
            best, score = value, alike
    return best if score >= (0.0 if shape else 0.5) else ""


def _near(old: str, new: str) -> bool:
    return SequenceMatcher(None, old.lower(), new.lower()).ratio() >= 0.75


def _corrected(text: str, found: Sequence[Sentence], turn: Turn, old: str, new: str) -> Draft:
    """The assistant's clause with the new value in the place of the old one, when that clause is about the speaker."""
    start, end = found[0].start, found[min(1, len(found) - 1)].end
    rest = _details(text, found, turn)
    clause = _clause_with(turn.before, old)
    statement = _third_person(clause, turn) if clause else ""
    if statement and _find(statement, old):
        at = _find(statement, old) - 1
        content = f"{statement[:at]}{new}{statement[at + len(old) :]} (not {old})"
    else:
        content = f"{turn.name} corrects: {new}, not {old}"
    extra = rest if rest and rest.lower() not in content.lower() and rest.lower() != new.lower() else ""
    return Draft(capitalised(content) + (f"; {extra}" if extra else ""), "correction", start, end, confidence=0.95)


def _details(text: str, found: Sequence[Sentence], turn: Turn) -> str:
    """What else the reply says about the new value, in the third person."""
    parts: list[str] = []
    for sentence in found[:3]:
        if sentence.mark == "?":
            break
        words = tokens(text, sentence.start, sentence.end)
        while words and words[0].low in {"no", "nope", "nah", "sorry", "actually", ",", "oh", "wait", "wrong"}:
            words = words[1:]
        if words and len(words) <= _REPLY_WORDS_MAX:
            owners = {place: turn.owner for place, token in enumerate(words) if token.low == "my"}
            parts.append(render(text, words, owners))
    return "; ".join(part for part in parts if part)


def _clause_with(before: str, value: str) -> str:
    """The clause of the assistant's that holds the value."""
    for sentence in sentences(before[-2_000:]):
        body = before[-2_000:][sentence.start : sentence.end]
        if _find(body, value):
            return next((piece.strip() for piece in re.split(r",\s+(?=(?:so|the|that|which|and|but|we|you|i)\b)", body) if _find(piece, value)), body)
    return ""


def _third_person(clause: str, turn: Turn) -> str:
    """ "So your instance is on port 5432" -> "User's instance is on port 5432"; "" when it is not about the speaker."""
    words = tokens(clause)
    while words and words[0].low in {"so", "since", "as", "ok", "okay", "great", "got", "and", "well", "because", "given", "that", ",", "it", "noted", "right"}:
        words = words[1:]
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
    return {"have": "has", "do": "does", "are": "is", "go": "goes"}.get(base, base + ("es" if base.endswith(("s", "sh", "ch", "x")) else "s"))


def _choice(text: str, found: Sequence[Sentence], turn: Turn) -> Draft | None:
    """ "American please", after "American or British spelling?": the question with the option picked."""
    first = found[0]
    words = [token for token in tokens(text, first.start, first.end) if token.low not in {"please", ",", "the", "let's", "go", "with", "i'd", "prefer", "thanks", "i'll", "take", "a", "an", "want", "i", "say"}]
    if not words or len(words) > 6 or first.mark == "?":
        return None
    picked = " ".join(token.text for token in words)
    tail = turn.before[-600:]
    for sentence in reversed(sentences(tail)):
        question = tail[sentence.start : sentence.end]
        options = _OPTIONS.search(question) if sentence.mark == "?" else None
        if options is None:
            continue
        chosen, other = _picked(picked, options["a"], options["b"])
        if not chosen:
            return None
        stated = _stated(question, options, chosen, turn)
        kind = "preference" if stated.kind == "preference" else "fact"
        return Draft(stated.content, kind, first.start, first.end, confidence=0.9, polarity=-1 if denies(words) and not other else 1, tags=stated.tags)
    return None


def _picked(picked: str, a: str, b: str) -> tuple[str, str]:
    low = picked.lower()
    if low in {"former", "first", "first one"}:
        return a, b
    if low in {"latter", "second", "second one"}:
        return b, a
    first, second = _overlap(low, a.lower().split()[-2:]), _overlap(low, b.lower().split()[:2])
    if first == second:
        return "", ""
    return (picked, b) if first > second else (picked, a)


def _overlap(low: str, option: Sequence[str]) -> int:
    return sum(word in low.split() for word in option)


def _stated(question: str, options: re.Match[str], chosen: str, turn: Turn) -> Draft:
    a, b = options["a"].split(), options["b"].split()
    keep_before = [word for word in a if word.lower() not in chosen.lower().split()] if chosen.lower() in options["a"].lower() else a[:-1]
    tail_of_b = [word for word in b[1:] if word.lower() not in chosen.lower().split()]
    middle = " ".join([*keep_before, chosen, *tail_of_b])
    whole = f"{question[: options.start()]}{middle}{question[options.end() :]}"
    match = _WOULD_YOU.match(whole)
    words = tokens(whole)
    if match is not None and words:
        order = [token for token in words if token.start >= match.end()]
        verb = order[0].low if order else ""
        owners = {place: "their" for place, token in enumerate(order) if token.low == "your"}
        said = render(whole, order, owners)
        known = form_of(verb)
        if known is not None and known[1] == "base" and match["who"]:
            return Draft(f"{turn.name} wants the assistant to {said}", "preference", 0, 0, tags=("instruction",))
        return Draft(f"{turn.name} prefers {said}", "preference", 0, 0)
    stated = _third_person(re.sub(r"^(?:do|are|is|have|did|will|would)\s+", "", whole, flags=re.IGNORECASE), turn)
    return Draft(capitalised(stated or f"{turn.name}: {middle}"), "fact", 0, 0)


__all__ = ["ABOUT_THE_TASK", "Token", "prepare", "read"]

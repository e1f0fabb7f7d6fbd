"""Short English replies that mean something only beside the assistant's words: corrections, choices, plain answers.

What the assistant said is never a fact by itself. Its words are used to complete the speaker's: the value he puts
right, the option he picks, the question he answers.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.persons import MARKS
from recollect.rules.lexicon.smalltalk import FILLERS
from recollect.write.extract.drafts import Draft, Turn, capitalised
from recollect.write.extract.english.words import LISTENER, form_of, render, tokens
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.sentences import Sentence

_NO: Final = Lazy(
    r"^\W{0,10}(?:no|nope|nah|not quite|wrong|actually|sorry|correction|almost|close|close but"
    r"|not (?!sure|really|yet|now"
    r"|bad)\w+)\b[\s,.!:;-]*",
    re.IGNORECASE,
)
_INSTEAD: Final = Lazy(
    r"\b(?:not|instead of|rather than) (?:the |a |an |in |at |on )?(?P<old>[\w'.:/-]+(?: [A-Z0-9][\w'.-]*){0,3})"
)
_IT_IS: Final = Lazy(
    r"^\W{0,10}(?:(?:no|nope|nah|actually|sorry|well|oh|wait)\W{1,5}){0,4}(?:it's|its|it is|that's"
    r"|that is|it was|they're|i meant"
    r"|i mean|make (?:it|that)|should be|it should be|more like)\s+(?P<new>.+)$",
    re.IGNORECASE,
)
_INVITES: Final = Lazy(
    r"\b(?:tell me (?:a bit |a little |more )?about|what(?:'s| is| are) your|what do you|where do you|which \w+ (?:do"
    r"|are) you|do you (?:have|like|prefer|use|work|live|own|eat|drink|take|speak|play)|are you|who (?:do|is|are)"
    r"|how (?:old|many|much|often|long) (?:are|do|is|have)|share (?:a bit|some|your)|describe your|have you"
    r"|what kind of|what sort of|what type of|any (?:allergies|pets|kids|dietary|preferences|experience)"
    r"|walk me through your|could you tell me|can you tell me|what's the (?:name|make|model)|what (?:should|can|do"
    r"|may) i call you|what you do|anything (?:else )?i should know)\b",
    re.IGNORECASE,
)  # fmt: skip
_ASKED: Final = Lazy(
    r"\bany (?P<any>[a-z]+(?: (?!i\b|you\b|that\b|for\b|we\b)[a-z]+){0,2})"
    r"|\byour (?P<your>[a-z]+(?: [a-z]+)?)(?=[?,.]| and\b| like\b| look\b)|\b(?:what"
    r"|which) (?:kind of |type of |sort of )?(?P<what>[a-z]+(?: [a-z]+)??)(?= (?:do|are|would|should|did|have|is) )",
    re.IGNORECASE,
)
_WOULD_YOU: Final = Lazy(
    r"^(?:would you like|do you want|shall|should|would you prefer|do you prefer|would you rather|can"
    r"|may)\s+(?P<who>me to|i|to|that i|us to)?\s*",
    re.IGNORECASE,
)
_EITHER: Final = Lazy(r"\b(?:either|or|option|options|you could|which (?:one|would)|choose|prefer)\b", re.IGNORECASE)
_WISHED: Final = Lazy(
    r"\b(?:prefer|favou?rite|do you (?:like|want)|which \w+ do you want|would you rather)\b", re.IGNORECASE
)
_CALLED: Final = Lazy(r"\bcall you\?|\byour name\?", re.IGNORECASE)
_YOU: Final = {"you're": "is", "you've": "has", "you'll": "will"}
_NUMBER_WORDS: Final = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty"
)
_VALUE: Final = Lazy(rf"\d[\d.,:/]{{0,20}}\w{{0,20}}|[A-Z][\w'+#-]{{1,40}}|\b(?:{_NUMBER_WORDS})\b")
_REPLY_WORDS_MAX: Final = 25
_TAIL_CHARS: Final = 600
"""Of the assistant's words the end is answered."""
_CHOICE_WORDS_MAX: Final = 8
_POLITE: Final = frozenset(
    "please , the let's go with i'd prefer thanks i'll take a an want i say no question definitely".split()
)
_QUESTION_START: Final = Lazy(r"^(?:do|are|is|have|did|will|would)\s+", re.IGNORECASE)
_COMMON: Final = (
    MARKS["en"]
    | FILLERS
    | frozenset("it's i've i'll i'd that's they they're there here let's he she here's what's".split())
)
_LEADING: Final = frozenset("so since as ok okay great got and well because given that , it noted right".split())
_REFUSING: Final = frozenset("no nope nah sorry actually , oh wait wrong".split())
_SMALL: Final = frozenset("the a an to of in on".split())


def prepare(turn: Turn) -> None:
    """Sets what the assistant's words say about the reply to come."""
    before = turn.before
    if not before:
        return
    tail = before[-_TAIL_CHARS:]
    spoken = sentences(tail)[-2:]
    last = tail[spoken[0].start :] if spoken else ""
    turn.invited = _INVITES.search(last) is not None
    turn.wished = _WISHED.search(last) is not None
    topic = _ASKED.search(last)
    turn.asked = " ".join((topic["any"] or topic["your"] or topic["what"]).split()) if topic else ""
    short = len(turn.text.split(None, _REPLY_WORDS_MAX)) <= _REPLY_WORDS_MAX
    turn.offered = short and _EITHER.search(last) is not None


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
    """A value that replaces the one the assistant used: "no. 8081.", "Slovenia! not Slovakia", "it's the 19th"."""
    first = found[0]
    body = text[first.start : found[min(2, len(found) - 1)].end]
    if first.mark == "?" or len(text[first.start : first.end].split()) > _REPLY_WORDS_MAX:
        return None
    refused = _NO.match(body)
    instead = _INSTEAD.search(body)
    said = _IT_IS.match(text[first.start : first.end])
    if instead is not None and not _find(turn.before, instead["old"]):
        instead = None
    old = instead["old"] if instead is not None else ""
    rest = body[refused.end() :] if refused else body
    if not (refused or instead or said or len(body.split()) <= _REPLY_WORDS_MAX):
        return None
    piece = text[first.start : first.end].partition(",")[0]
    bare = (
        len(piece.split()) <= 2
        and (first.mark in {"!", "."} or "," in text[first.start : first.end])
        and not turn.before.rstrip().endswith("?")
    )
    new = _value_of(said["new"] if said else rest, turn.before)
    if not new:
        return None
    if not old:
        old = _alike(new, turn.before, body)
    if (
        not old
        or old.lower() == new.lower()
        or not (
            refused
            or instead
            or said
            or (bare and _is_number(new))
            or (_near(old, new) and len(body.split()) <= _REPLY_WORDS_MAX)
        )
    ):
        return None
    return _corrected(text, found, turn, old, new)


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
        if not re.search(rf"\b{re.escape(found.group())}\b", before) and found.group().lower() not in _COMMON:
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
    shape = _is_number(new)
    lead = _lead_of(new, reply)
    best, score = "", 0.0
    for match in _VALUE.finditer(before):
        value = match.group().rstrip(".,:")
        if _is_number(value) != shape or value.lower() in _COMMON | {"since", "based", "given", "as", "got", "noted"}:
            continue
        alike = SequenceMatcher(None, new.lower(), value.lower()).ratio() + (
            0.6 if lead and before[: match.start()].endswith(f" {lead} ") else 0.0
        )
        if alike > score:
            best, score = value, alike
    return best if score >= (0.0 if shape else 0.5) else ""


def _is_number(value: str) -> bool:
    return value[:1].isdigit() or value.lower() in _NUMBER_WORDS.split("|")


def _lead_of(value: str, text: str) -> str:
    """The preposition in front of a value: "in" of "in Reutlingen"."""
    found = re.search(rf"\b(in|at|on|from|to|for|called|named) {re.escape(value)}\b", text)
    return found[1] if found else ""


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
        while words and words[0].low in _REFUSING:
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
            return next(
                (
                    piece.strip()
                    for piece in re.split(r",\s+(?=(?:so|the|that|which|and|but|we|you|i)\b)", body)
                    if _find(piece, value)
                ),
                body,
            )
    return ""


def _third_person(clause: str, turn: Turn) -> str:
    """ "So your server is on port 8080" -> "User's server is on port 8080"; "" when it is not about the speaker."""
    words = tokens(clause)
    while words and words[0].low in _LEADING:
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
    return {"have": "has", "do": "does", "are": "is", "go": "goes"}.get(
        base, base + ("es" if base.endswith(("s", "sh", "ch", "x")) else "s")
    )


def _choice(text: str, found: Sequence[Sentence], turn: Turn) -> Draft | None:
    """ "metric please", after "metric or imperial units?": the question with the option picked."""
    first = found[0]
    words = [token for token in tokens(text, first.start, first.end) if token.low not in _POLITE]
    if not words or len(words) > _CHOICE_WORDS_MAX or first.mark == "?":
        return None
    picked = " ".join(token.text for token in words)
    if _CALLED.search(turn.before[-200:]) and len(words) <= 3:
        content = f"{turn.name} wants to be called {picked}"
        return Draft(content, "preference", first.start, first.end, tags=("instruction",))
    tail = turn.before[-_TAIL_CHARS:]
    for sentence in reversed(sentences(tail)):
        question = tail[sentence.start : sentence.end]
        if sentence.mark != "?" or " or " not in question:
            continue
        whole = _decided(question, picked)
        if not whole:
            return None
        content, kind, tags = _stated(whole, turn)
        return Draft(content, kind, first.start, first.end, confidence=0.9, tags=tags)
    return None


def _decided(question: str, picked: str) -> str:
    """The question with "A or B" replaced by what was picked; "" when it is neither.

    "use metric or imperial units" shares what follows, "on Hetzner or on AWS" and "fly or take the train" do not.
    """
    left, _, right = question.partition(" or ")
    a, b = left.split(), right.rstrip("?").split()
    if not a or not b:
        return ""
    known = form_of(b[0].lower())
    if b[0].lower() in {word.lower() for word in a} and b[0].islower():
        at = max(place for place, word in enumerate(a) if word.lower() == b[0].lower())
        rest: list[str] = []
    elif known is not None and known[1] == "base":
        at = max(
            (place for place, word in enumerate(a) if (form_of(word.lower()) or ("", ""))[1] == "base"),
            default=len(a) - 1,
        )
        rest = []
    else:
        at, b, rest = len(a) - 1, b[:1], b[1:]
    wanted = picked.lower().split()
    first, second = _overlap(wanted, a[at:]), _overlap(wanted, b)
    if wanted[0] in {"former", "first"}:
        first, second = 1, 0
    elif wanted[0] in {"latter", "second"}:
        first, second = 0, 1
    if first == second:
        return ""
    option = a[at:] if first > second else b
    chosen = picked.split() if len(wanted) > len(option) else option
    return " ".join([*a[:at], *chosen, *rest])


def _overlap(wanted: Sequence[str], option: Sequence[str]) -> int:
    return sum(word.lower().strip(",") in wanted for word in option if word.lower() not in _SMALL)


def _stated(whole: str, turn: Turn) -> tuple[str, str, tuple[str, ...]]:
    """A decided question as a statement: its content, kind and tags."""
    match = _WOULD_YOU.match(whole)
    words = tokens(whole)
    if match is not None:
        order = [token for token in words if token.start >= match.end()]
        said = render(whole, order, {place: "their" for place, token in enumerate(order) if token.low == "your"})
        known = form_of(order[0].low) if order else None
        if known is not None and known[1] == "base" and match["who"] and match["who"].lower() != "to":
            return f"{turn.name} wants {LISTENER} to {said}", "preference", ("instruction",)
        if known is not None and known[1] == "base":
            return f"{turn.name} wants to {said}", "decision", ()
        return f"{turn.name} prefers {said}", "preference", ()
    plain = _QUESTION_START.sub("", whole)
    stated = _third_person(plain, turn)
    if stated.startswith(f"{turn.name} ") and _QUESTION_START.match(whole) and whole.lower().startswith("are you"):
        stated = f"{turn.name} is {stated[len(turn.name) + 1 :]}"
    return capitalised(stated or f"{turn.name}: {whole}"), "fact", ()

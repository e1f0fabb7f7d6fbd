"""A short label before what is said, on its line or above it: "Work:", "My goals:", "root cause:".

It says what the speaker goes on to tell of, so that a bare noun below it counts ("My languages: Polish"), or that he
tells of something else than himself ("error: missing semicolon").
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.smalltalk import FILLERS
from recollect.rules.lexicon.things import HEADS_OF_NUMBERS
from recollect.write.extract.drafts import Draft, Turn, capitalised
from recollect.write.extract.english.openings import REQUEST, STATEMENT
from recollect.write.extract.english.words import Token, expanded, form_of
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from recollect.write.extract.english.clauses import Clause

_ABOUT_ME: Final = frozenset(
    """
    work job play hobbies hobby age name location city diet allergies allergy family kids children pets pet height
    weight budget goal goals background occupation languages language stack setup os editor role title profession
    education school major degree interests likes dislikes experience level status birthday timezone home car context
    me info profile bio health meds medication condition conditions pronouns hours schedule team company industry
    employer partner siblings nationality religion politics equipment gear instruments intro
    """.split()
)
_TIMES: Final = frozenset("after since before at in from per".split())


def label(words: list[Token]) -> int:
    """The place of the colon of a short label at the front ("Work:", "for the newsletter:"), or 0."""
    start = 0
    while start < len(words) and (words[start].low in FILLERS or words[start].low == ","):
        start += 1
    for place, token in enumerate(words[start:12], start):
        if token.low == ":":
            return place
        if token.low in {",", "?", "("} or (_tells(token) and place < start + 3):
            return 0
    return 0


def _tells(token: Token) -> bool:
    """ "I've changed my number: +49 341": a statement, and no label of what follows."""
    return token.low in {"is", "are", "am", "was", "were"} or expanded(token.low)[0] in {"i", "we"}


def heard_out(words: list[Token], turn: Turn) -> None:
    """What is wrong with a program is told below its label up to a blank line; after it the speaker is meant again."""
    start = words[0].start if words else 0
    turn.faulty = turn.faulty and _BLANK_LINE.search(turn.text[max(0, start - _APART_CHARS) : start]) is None


_BLANK_LINE: Final = Lazy(r"\n[ ]*\n\s*$")


def open_label(words: list[Token], turn: Turn) -> None:
    """Sets the topic that a label announces."""
    turn.faulty = _names_a_fault([token.low for token in words])
    while len(words) > 1 and (words[0].low in FILLERS or words[0].low == ","):
        words = words[1:]
    while len(words) > 1 and words[0].low in {"my", "our"}:
        words = words[1:]
    lows = [token.low for token in words]
    topic = " ".join(token.text for token in words)
    if lows[-1] in {"record", "reference", "clarity"} or lows[-2:] in _FOR_NOW:
        return
    if lows[0] in {"for", "about", "re", "regarding", "on"} and len(lows) > 1 and lows[1] in {"the", "my", "our"}:
        turn.topic = f"For {turn.owner} {' '.join(token.text for token in words[2:])}"
    elif any(low in _ABOUT_ME for low in lows) and not any(low in {"what", "how", "which", "you"} for low in lows):
        general = any(low in {"background", "context", "me", "info", "profile", "bio", "intro"} for low in lows)
        turn.topic = turn.name if general else f"{turn.owner} {topic.lower()}"
    elif lows[0] in _TIMES:
        turn.topic = turn.topic or ""
    elif not _AGREED.isdisjoint(lows):
        turn.topic, turn.decided = f"{turn.name} decided", True


_FOR_NOW: Final = (["this", "chat"], ["this", "conversation"], ["this", "session"], ["this", "task"])
"""For which a label holds and no longer: "goals for this chat"."""
_AGREED: Final = frozenset("decision decided settled verdict agreed".split())


def listed(parts: list[Clause], turn: Turn) -> list[Clause]:
    """Below "My goals:" or "We decided:" stands what somebody wants or has chosen, and no order to the assistant ("run
    a marathon"); below any heading one word is none: "Polish" is a language. A paragraph further on, or with a word for
    one of the two who talk, it may be one: "make me a plan"."""
    if not turn.topic or turn.topic == turn.name or not parts:
        return parts
    start = parts[0].words[0].start
    before = turn.text[max(0, start - _APART_CHARS) : start].rstrip(" *•–-")
    if _APART.search(before):
        return parts
    decided = turn.topic.endswith(" decided") and before.endswith("\n")
    wanted = decided or not {"goals", "goal"}.isdisjoint(turn.topic.split())
    return [
        replace(part, role=STATEMENT) if part.role == REQUEST and _is_item(part.words, wanted=wanted) else part
        for part in parts
    ]


_APART: Final = Lazy(r"[^:：\s]\s*\n[ ]*\n\s*$")
_APART_CHARS: Final = 40
_ADDRESSED: Final = frozenset("me us you your yours please pls this these it".split())
_OF_TEXTS: Final = frozenset(
    "summarise summarize explain translate rewrite paraphrase proofread rephrase suggest recommend quiz".split()
)
_CALLS: Final = frozenset("stop continue help wait repeat redo".split())


def _is_item(words: list[Token], *, wanted: bool) -> bool:
    """Nobody but an assistant is told to explain, or just "stop"."""
    lows = [token.low for token in words if token.low[:1].isalnum()]
    if len(lows) == 1:
        return lows[0] not in _CALLS
    return wanted and _OF_TEXTS.isdisjoint(lows[:1]) and _ADDRESSED.isdisjoint(lows)


def _names_a_fault(lows: list[str]) -> bool:
    """ "root cause:", "found it:": what follows a program does, not the one who looks for it. "my mistake:" is his."""
    found = tuple(lows[:2]) in {("found", "it"), ("figured", "it"), ("found", "the")} or lows[-1:] == ["fix"]
    return _ONE_S_OWN.isdisjoint(lows) and (found or not _FAULTS.isdisjoint(lows))


_FAULTS: Final = frozenset(
    """
    error errors cause culprit bug bugs bugfix hotfix exception failure regression crash fault defect segfault
    traceback
    """.split()
)
_ONE_S_OWN: Final = frozenset("my our i we me us".split())


def close_label(turn: Turn, label_words: list[Token], told: list[Draft]) -> None:
    """A number alone says nothing without its heading: "Bought new shoes: Theo is 30 now" tells no age."""
    topic, turn.topic, turn.faulty = turn.topic, "", False
    heading = capitalised(" ".join(token.text for token in label_words))
    for draft in told if _names_a_measure([token.low for token in label_words]) else ():
        if _BARE_NUMBER.search(draft.content) and not (topic and draft.content.startswith(topic)):
            draft.content, draft.start = f"{heading}: {draft.content}", label_words[0].start


def _names_a_measure(lows: list[str]) -> bool:
    """ "Jacket size", "Bought new shoes"; "Guess what" and "Happy day" only announce what follows."""
    bought = (form_of(lows[0]) or ("", ""))[1] == "past"
    return lows[-1] in HEADS_OF_NUMBERS and len(lows) - bought <= _HEADING_WORDS


_HEADING_WORDS: Final = 2
_BARE_NUMBER: Final = Lazy(
    r"\b(?:is|are|was|were|has|needs|takes|wears)(?: [a-z]+)? \d+(?:[.,]\d+)?(?: (?:now|already|today))?$"
)

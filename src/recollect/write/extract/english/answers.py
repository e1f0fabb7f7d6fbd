"""Short English replies that mean something only beside the assistant's words: corrections, choices, plain answers.

What the assistant said is never a fact by itself. Its words are used to complete the speaker's: the value he puts
right, the option he picks, the question he answers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.requests import QUESTION_WORDS
from recollect.rules.text import STOP_WORDS
from recollect.write.extract.drafts import SOMEBODY, Draft, Turn
from recollect.write.extract.english.asked_of import asks_of_others
from recollect.write.extract.english.choices import chosen, keeps_name
from recollect.write.extract.english.corrections import REPLY_WORDS_MAX, consumed, corrected
from recollect.write.extract.english.reading import first_person
from recollect.write.extract.english.words import AUXILIARIES, LISTENER, expanded, render, tokens
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.sentences import Sentence

_INVITES: Final = Lazy(
    r"\b(?:tell me (?:a bit |a little |more )?about|what(?:'s| is| are) your|what do you|where do you|which \w+ (?:do"
    r"|are) you|do you (?:have|like|prefer|use|work|live|own|eat|drink|take|speak|play)|are you|who (?:do|is|are)"
    r"|how (?:old|many|much|often|long) (?:are|do|is|have)|share (?:a bit|some|your)|describe your|have you"
    r"|what kind of|what sort of|what type of|any (?:allergies|pets|kids|dietary|preferences|experience)"
    r"|any (?!other|questions?|specific|more|further|particular)[a-z]+(?: [a-z]+){0,3} (?:i should|you)"
    r"|walk me through your|could you tell me|can you tell me|what's the (?:name|make|model)|what (?:should|can|do"
    r"|may) i call you|what you do|anything (?:else )?i should know)\b",
    re.IGNORECASE,
)  # fmt: skip
_OPEN_QUESTION: Final = Lazy(
    r"\b(?:what|what's|which|how|who|where|when)\b[^?.!\n]{0,120}\b(?:you|your|you're|you've)\b[^?.!\n]{0,80}\?",
    re.IGNORECASE,
)
"""Any question that begins openly and asks about the listener."""
_NO_INVITATION: Final = Lazy(
    r"\bwhat do you think|\bhow (?:can|may|could|else can) i\b|\bhow (?:does|do) (?:that|this|it|these|those)\b"
    r"|\bwhat (?:would|do) you (?:like|want) (?:me )?to\b|\bwhich (?:one|of (?:these|them))\b|\bwould you like me"
    r"|\bwhat else\b|\bdo you know\b|\bdid you know\b",
    re.IGNORECASE,
)
"""What is asked about the conversation itself."""
_ASKED: Final = Lazy(
    r"\bany (?P<any>[a-z]+(?: (?!i\b|you\b|that\b|for\b|we\b)[a-z]+){0,2})"
    r"|\byour (?P<your>[a-z]+(?: [a-z]+)?(?: (?:of|in|with) \w+)?)(?=[?,.]| and\b| like\b| look\b| for\b)|\b(?:what"
    r"|which) (?:kind of |type of |sort of )?(?P<what>[a-z]+(?: [a-z]+)??)(?= (?:do|are|would|should|did|have|is) )",
    re.IGNORECASE,
)
_EITHER: Final = Lazy(r"\b(?:either|or|option|options|you could|which (?:one|would)|choose|prefer)\b", re.IGNORECASE)
_WISHED: Final = Lazy(
    r"\b(?:prefer|favou?rite|do you (?:like|want)|which \w+ do you want|would you rather|should i|shall i"
    r"|would you like (?:me|your))\b",
    re.IGNORECASE,
)
_TAIL_CHARS: Final = 600
"""Of the assistant's words the end is answered."""
_QUESTION_WORDS_MAX: Final = 14
"""A longer question is not told again with its answer."""
_BARE_REPLY_WORDS: Final = 6
"""A longer reply need not be about the question alone."""
_ASKING: Final = frozenset("many much often long old you your you're you've i me my usually".split())
_YES: Final = frozenset("yes yeah yep yup sure absolutely definitely correct aye".split())
_NO: Final = frozenset("no nope nah never".split())
_MORE: Final = frozenset("please pls thanks , ! . at all i do i'm am have not".split())
_DO_YOU: Final = Lazy(
    r"(?P<aux>do|are|have) you (?:currently |usually |also |already |still |ever )?(?P<rest>[^?]{2,80})$", re.IGNORECASE
)
_OFFER: Final = Lazy(
    r"(?:would you like me to|do you want me to|should i|shall i|want me to)\s+(?P<order>[^?]{3,120})$", re.IGNORECASE
)
_LASTING: Final = Lazy(
    r"\b(?:keep using|keep on|continue|from now on|always"
    r"|going forward|in future|in the future|by default|every time|all of them|each time)\b",
    re.IGNORECASE,
)
_DIRECT: Final = {"you": "them", "your": "their", "yours": "theirs", "i": LISTENER, "my": f"{LISTENER}'s"}


def prepare(turn: Turn) -> None:
    """Sets what the assistant's words say about the reply to come."""
    before = turn.before
    if not before:
        return
    tail = before[-_TAIL_CHARS:]
    spoken = sentences(tail)[-2:]
    last = tail[spoken[0].start :] if spoken else ""
    opened = _OPEN_QUESTION.search(last)
    open_question = opened is not None and _NO_INVITATION.search(last) is None
    turn.invited = open_question or _INVITES.search(last) is not None
    turn.wished = _WISHED.search(last) is not None
    topic = _ASKED.search(last)
    turn.asked = " ".join((topic["any"] or topic["your"] or topic["what"]).split()) if topic else ""
    if opened is not None and open_question and not turn.asked:
        turn.asked = _told_again(opened.group())
    spoken = sentences(last)[-1:]
    turn.question = last[spoken[0].start : spoken[0].end] if spoken and spoken[0].mark == "?" else ""
    if asks_of_others(turn.question):
        turn.invited, turn.wished, turn.asked, turn.spoken_of = False, False, "", SOMEBODY
        return
    if not turn.asked and _DO_YOU.match(turn.question) and len(turn.text.split()) <= _BARE_REPLY_WORDS:
        turn.asked = _told_again(turn.question)
    short = len(turn.text.split(None, REPLY_WORDS_MAX)) <= REPLY_WORDS_MAX
    turn.offered = short and _EITHER.search(last) is not None


def _told_again(question: str) -> str:
    """What a question of the assistant's is about, without what makes it a question: "cooking for most evenings"."""
    words = [
        token
        for token in tokens(question.rstrip("?"))
        if token.low not in QUESTION_WORDS["en"] and token.low not in _ASKING and token.low not in AUXILIARIES
    ]
    return render(question, words) if len(words) <= _QUESTION_WORDS_MAX else ""


def read(text: str, found: Sequence[Sentence], turn: Turn) -> tuple[list[Draft], Sequence[Sentence]]:
    """Drafts of a reply that corrects, picks or answers, and the sentences that are left to read."""
    if not turn.before or not found:
        return [], found
    if keeps_name(text, found[0], turn):
        return [], found[1:]
    correction = corrected(text, found, turn)
    if correction is not None:
        return [correction], found[consumed(text, found) :]
    picked = chosen(text, found, turn) or _polar(text, found[0], turn)
    return ([picked], found[1:]) if picked is not None else ([], found)


def objecting(drafts: list[Draft], text: str, turn: Turn) -> list[Draft]:
    """The drafts, as corrections where they deny or renew what the assistant had just taken for granted."""
    before = turn.before.rstrip()
    short = 0 < len(before.split(None, _TAKEN_WORDS)) < _TAKEN_WORDS and not before.endswith("?")
    taken = {_stem(word) for word in _WORD.findall(before.lower())} - STOP_WORDS if short else set[str]()
    for place, draft in enumerate(drafts[:2]):
        quote = text[draft.start : draft.end].lower()
        renewed = (draft.polarity < 0 and draft.start < _NEAR) or _RENEWED.search(quote) is not None
        shared = renewed and any(_stem(word) in taken for word in _WORD.findall(quote))
        presumed = draft.polarity < 0 and _PRESUMED.search(text[draft.end : draft.end + 40]) is not None
        goes_on = place > 0 and drafts[place - 1].kind == "correction" and draft.start - drafts[place - 1].end < _NEAR
        told = draft.kind in {"fact", "commitment", "event"} and "habit" not in draft.tags
        if told and (shared or presumed or goes_on):
            draft.kind = "correction"
    return drafts


_NEAR: Final = 12
_WORD: Final = Lazy(r"[a-z]{3,}")
_TAKEN_WORDS: Final = 30
"""What a longer text takes for granted is not known."""
_RENEWED: Final = Lazy(r"\bnow\b|\bonly have\b")
_PRESUMED: Final = Lazy(r"^\W{1,3}you (?:keep|always|seem|must|have|'ve) ", re.IGNORECASE)


def _stem(word: str) -> str:
    return word.rstrip("s")


def _polar(text: str, first: Sentence, turn: Turn) -> Draft | None:
    """ "no" after "Do you eat meat?", "yes, always" after "Should I keep it short?": the question as a statement."""
    words = tokens(text, first.start, first.end)
    tail = turn.before[-_TAIL_CHARS:]
    asked = sentences(tail)[-1:]
    if not words or not asked or asked[0].mark != "?" or first.mark == "?":
        return None
    agreed, refused = words[0].low in _YES, words[0].low in _NO
    question = tail[asked[0].start : asked[0].end]
    question = question.rpartition(", ")[2] if question.lower().startswith(("ok", "so", "great", "got")) else question
    offer = _OFFER.match(question)
    body = text[first.start : first.end]
    if offer is not None:
        if not agreed or not (_LASTING.search(body) or _LASTING.search(question)):
            return None
        order = tokens(offer["order"])
        replaced = {place: _DIRECT[token.low] for place, token in enumerate(order) if token.low in _DIRECT}
        content = f"{turn.name} wants {LISTENER} to {render(offer['order'], order, replaced)}"
        return Draft(content, "preference", first.start, first.end, confidence=0.9, tags=("instruction",))
    told = _DO_YOU.match(question)
    if told is None or not (agreed or refused) or any(token.low not in _MORE for token in words[1:]):
        return None
    return _as_told(told, first, turn, denied=refused)


def _as_told(told: re.Match[str], first: Sentence, turn: Turn, *, denied: bool) -> Draft | None:
    """The question with "I" for "you", read as if the speaker had said it."""
    if _ABOUT_THE_TURN.search(told.group()) or " or " in told["rest"]:
        return None
    verb = told["aux"].lower()
    lead = {"are": "I'm not " if denied else "I'm ", "have": "I haven't " if denied else "I have "}.get(verb, "")
    rest = told["rest"].replace("your ", "my ")
    said = f"{lead or ('I do not ' if denied else 'I ')}{rest}"
    words = tokens(said)
    draft = first_person(said, words, 0, expanded(words[0].low)[1], turn)
    if draft is None:
        return None
    draft.start, draft.end, draft.confidence = first.start, first.end, min(draft.confidence, 0.9)
    return draft


_ABOUT_THE_TURN: Final = Lazy(
    r"\b(?:ready|sure|okay|ok|looking|interested|trying|hoping|planning|thinking|want|need|mean|think|know|understand|see"
    r"|mind|able|familiar|considering|considered|questions?|specific|particular|tried|any other|else|anything|following"
    r"|using this|looking for)\b",
    re.IGNORECASE,
)
"""What a question asks about the business of the conversation: its answer is of the moment."""

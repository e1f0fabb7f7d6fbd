"""From a verdict about two statements to one of the eight outcomes.

The judge (`recollect.write.verify`) says how two statements relate. Here it is decided what follows from that, given
who said them, when, how surely, and whether they are one person's or the whole tenant's. Pure: no store, no clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from recollect.model.decision import ADDED, CLARIFY, KEPT_BOTH, MERGED, REFUSED, REINFORCED, REPLACED, REVIEW
from recollect.model.record import CORRECTION, PLANNED, Record
from recollect.rules.text import fold
from recollect.write.extract.sentences import sentences
from recollect.write.gate import normalised
from recollect.write.verify.judge import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

RECENCY_GAP = timedelta(days=30)
"""Between two people's claims: much newer."""
CONFIDENCE_GAP = 0.25
"""Much surer, between two claims of one person or of two."""
CONFIDENCE_MIN = 0.2
"""A claim less sure than this is not stored."""
MERGED_CHARS_MAX = 240
"""Of two texts that become one; what is longer reads badly."""
STATEMENT_WORDS_MAX = 45
SENTENCE_WORDS = 20
"""A text this short is one statement, even in two sentences."""
_ENDS = frozenset(".!?…。！？")
UNPROVEN = "unproven"
"""The guard of a verdict for which too little was found in common."""
HAPPENED = frozenset(("event", "decision", "feeling"))
RELATED = 0.3
"""How likely it must have been that something known changes, for "both stay" to be worth telling."""
WEIGHED_DOWN = 0.5
"""What is left of the strength of a claim that another one outweighs."""
REPEATED = 0.1
"""Of the way to full strength that a repetition gives."""


BREATH = timedelta(minutes=10)
"""What is said within so short a time belongs together: two values in it are two values, and no change."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What to do with a claim."""

    action: str
    reason: str
    weaken_old: bool = False
    weaken_new: bool = False
    question: str = ""
    earlier: bool = False
    """It was so before what is known was."""
    in_turn: bool = False
    """The one holds until the other begins."""
    untouched: bool = False
    """What is known is not the new one's to change or to strengthen: more are shown it, or it is another one."""


def settle(new: Record, old: Record | None, verdict: Verdict, *, says_so: bool) -> Outcome:
    """`old` is the memory the judge chose, None when all stay; `says_so`: the new one speaks of a change itself."""
    outcome = _settled(new, old, verdict, says_so=says_so)
    if old is None or new.scope.covers(old.scope):
        return outcome
    if outcome.action == REPLACED or (outcome.in_turn and not old.begins_after(new.created_at)):
        reason = f"{outcome.reason}; what is known is shown to more than this is, so it stays"
        return Outcome(action=KEPT_BOTH, reason=reason, untouched=True)
    return outcome


def put_right(new: Record, known: Sequence[Record], said: str) -> tuple[Record, Verdict, Outcome] | None:
    """Of what is known the one that the speaker takes back with the new one, in the very words `said`; None where it
    is not there. How the two read does not matter: he said himself which is meant."""
    text = normalised(said)
    old = next((record for record in known if text and normalised(record.content) == text), None)
    return None if old is None else (old, _PUT_RIGHT, settle(new, old, _PUT_RIGHT, says_so=True))


_PUT_RIGHT: Final = Verdict(
    label="supersede", reason="the speaker took the older value back", certainty=1.0, guard="correction", touches=1.0
)


def other_value(new: Record, known: Sequence[Record], field: str) -> tuple[Record, Verdict, Outcome] | None:
    """Of what is known the earlier value of a domain's field that has one at a time, of the same person; None where
    there is none, or the same is known already."""
    of_field = [
        record
        for record in known
        if field and set(new.tags) <= set(record.tags) and one_voice(record, new) and record.said_at <= new.said_at
    ]
    same = any(normalised(record.content) == normalised(new.content) for record in of_field)
    old = None if same else next(iter(of_field), None)
    return None if old is None else (old, _OTHER_VALUE, settle(new, old, _OTHER_VALUE, says_so=True))


_OTHER_VALUE: Final = Verdict(
    label="supersede", reason="another value of the same field", certainty=1.0, guard="field", touches=1.0
)


def _settled(new: Record, old: Record | None, verdict: Verdict, *, says_so: bool) -> Outcome:
    """Whatever their labels are."""
    if new.confidence < CONFIDENCE_MIN:
        return Outcome(action=REFUSED, reason=f"too unsure to keep: confidence {new.confidence:.2f}")
    weighed = old is not None or (verdict.touches >= RELATED and verdict.guard != UNPROVEN)
    if verdict.label == "keep_both" and weighed:
        return Outcome(action=KEPT_BOTH, reason=verdict.reason if old is not None else _unquoted(verdict.reason))
    if old is None or verdict.label == "unrelated":
        return Outcome(action=ADDED, reason="nothing known is related")
    if verdict.label == "duplicate":
        if old.user == new.user and _ends_before(old, new):
            return Outcome(action=REPLACED, reason=f"{verdict.reason}, and it holds longer now")
        if old.user == new.user and old.begins_after(new.created_at) and not new.begins_after(new.created_at):
            return Outcome(action=REPLACED, reason=f"{verdict.reason}, and it holds already")
        if old.user == new.user and old.begins_after(new.created_at) and old.valid_from != new.valid_from:
            return Outcome(action=REPLACED, reason=f"{verdict.reason}, and it begins on another day")
        if old.user == new.user and old.kind == PLANNED != new.kind:
            return Outcome(action=REPLACED, reason=f"{verdict.reason}, and it has come true")
        if old.user != new.user:
            reason = f"{verdict.reason}, and shared by everybody: that one stays as it is"
            return Outcome(action=KEPT_BOTH, reason=reason, untouched=True)
        return Outcome(action=REINFORCED, reason=verdict.reason)
    if old.user != new.user:
        return _between_people(new, old, verdict)
    if verdict.label == "merge":
        if len(old.content) + len(new.content) > MERGED_CHARS_MAX:
            return Outcome(action=KEPT_BOTH, reason=f"{verdict.reason}; one text for both would be too long")
        if _says_two_things(old.content):
            return Outcome(action=KEPT_BOTH, reason=f"{verdict.reason}; the known memory says two things already")
        if not _hold_alike(old, new):
            return Outcome(action=KEPT_BOTH, reason=f"{verdict.reason}; they do not hold for the same time and label")
        if two_days(old, new):
            return Outcome(action=KEPT_BOTH, reason="two things that happened on different days")
        return Outcome(action=MERGED, reason=verdict.reason)
    return _contradiction(new, old, verdict, says_so=says_so)


def with_details(outcome: Outcome, old: Record, new: Record) -> Outcome:
    """What becomes of a text that is said again with tags or metadata. Where a field has another value it is another
    one; nor is what more are shown changed by what fewer are."""
    if outcome.action == REINFORCED and _says_otherwise(old, new):
        return Outcome(action=KEPT_BOTH, reason=f"{outcome.reason}, with other metadata", untouched=True)
    if (
        outcome.action == REINFORCED
        and details(old, new) != (old.tags, old.metadata)
        and not new.scope.covers(old.scope)
    ):
        reason = f"{outcome.reason}, and shown to more than its tags and metadata are"
        return Outcome(action=KEPT_BOTH, reason=reason, untouched=True)
    return outcome


def details(old: Record, new: Record) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The tags and metadata of both."""
    return tuple(dict.fromkeys((*old.tags, *new.tags))), {**old.metadata, **new.metadata}


def may_be_meant(known: Record, new: Record, *, instead_of: Record) -> bool:
    """Whether a known one may be what the new one repeats or changes, where another one is not to be touched: the
    user's own where that is everybody's, one of the same labels where that is shown to more, else another thing."""
    if instead_of.user != new.user:
        return known.user == new.user
    if not new.scope.covers(instead_of.scope):
        return known.user == new.user and new.scope.covers(known.scope)
    return not _says_otherwise(known, new)


def of_one_call(outcome: Outcome, old: Record, new: Record) -> Outcome:
    """What becomes of a claim beside one that came with it. Two values of one breath are no change; said a while apart
    they are what they would be if each had come by itself. They are not joined: that needs what is stored."""
    if outcome.action in (REPLACED, MERGED, CLARIFY, REVIEW) and one_breath(old, new):
        return Outcome(action=KEPT_BOTH, reason=f"said in the same breath: {outcome.reason}")
    if outcome.action == MERGED:
        return Outcome(action=KEPT_BOTH, reason=f"told together: {outcome.reason}")
    return outcome


def against_override(override: Record | None, verdict: Verdict) -> Outcome | None:
    """What a person fixed stands, whoever says otherwise. None: the claim is about something else."""
    if override is None:
        return None
    if verdict.label == "duplicate":
        return Outcome(action=REINFORCED, reason="the user has fixed this already")
    if verdict.label == "supersede":
        return Outcome(action=REFUSED, reason=f"the user has fixed this: “{override.content}” ({verdict.reason})")
    return None


def _unquoted(reason: str) -> str:
    """Without what it quotes, which follows a colon. The decision is not linked to the memory the words are of, so they
    would outlive it when it is deleted."""
    return reason.partition(": ")[0]


def is_statement(text: str) -> bool:
    """One statement, not a note of several sentences: only statements can contradict or complete each other."""
    words = text.count(" ") + 1
    return words <= STATEMENT_WORDS_MAX and (words <= SENTENCE_WORDS or not _goes_on(text))


def _ends_before(old: Record, new: Record) -> bool:
    """Whether what is known would be gone while what repeats it should still be there."""
    return any(
        mine is not None and (theirs is None or theirs > mine)
        for mine, theirs in ((old.expires_at, new.expires_at), (old.valid_until, new.valid_until))
    )


def _says_otherwise(old: Record, new: Record) -> bool:
    """Whether a field of the metadata has two values."""
    return any(name in old.metadata and old.metadata[name] != value for name, value in new.metadata.items())


def _hold_alike(old: Record, new: Record) -> bool:
    """Whether one text can stand for both: it has one end, and is shown under one agent and project."""
    return all(
        getattr(old, name) == getattr(new, name)
        for name in ("agent", "project", "expires_at", "valid_from", "valid_until")
    )


def two_days(old: Record, new: Record) -> bool:
    """Events of different days stay apart: one text could have only one of the dates."""
    if not {old.kind, new.kind} & HAPPENED or old.occurred_at is None or new.occurred_at is None:
        return False
    return old.occurred_at.date() != new.occurred_at.date()


def two_periods(old: Record, new: Record) -> bool:
    """Whether the one was over when the other began to be true. Where the same is said again without a beginning, it
    may have gone on."""
    if new.over_before(old):
        return True
    if not old.over_before(new):
        return False  # asked of every neighbour: the texts are compared only where it matters
    return new.valid_from is not None or normalised(old.content) != normalised(new.content)


def in_turn(old: Record, new: Record) -> bool:
    """Whether two that cannot hold at once hold one after the other: at least one is still to come, and not on the day
    on which the other is. A correction says that the other never was or will be."""
    if old.user != new.user or new.kind == CORRECTION or old.kind == PLANNED:
        return False
    coming = old.begins_after(new.created_at) or new.begins_after(new.created_at)
    return coming and old.valid_from != new.valid_from


def one_breath(old: Record, new: Record) -> bool:
    """Whether both were said at about the same time. Where no times are given, what came together was."""
    return abs(new.said_at - old.said_at) <= BREATH


def one_voice(old: Record, new: Record) -> bool:
    """Whether both can be about the same person: what two people tell of themselves stays apart."""
    return old.speaker is None or new.speaker is None or fold(old.speaker) == fold(new.speaker)


def _says_two_things(text: str) -> bool:
    """Whether a text is two statements in one, as merging leaves it; a third would make it a heap."""
    return "; " in text or _goes_on(text)


def _goes_on(text: str) -> bool:
    """Whether another sentence follows the first; "Dr. Park" is none."""
    return any(sentence.mark in _ENDS for sentence in sentences(text)[:-1])


def reinforced(strength: float) -> float:
    """A repetition brings a memory a tenth of the way to full strength. Worked: 0.5 becomes 0.55."""
    return strength + REPEATED * (1.0 - strength)


def _between_people(new: Record, old: Record, verdict: Verdict) -> Outcome:
    """A person's claim and the tenant's shared one: neither is overwritten by the other."""
    if verdict.label == "merge":
        return Outcome(action=KEPT_BOTH, reason=f"{verdict.reason}; the shared memory stays as it is")
    gap = new.said_at - old.said_at
    if abs(gap) >= RECENCY_GAP:
        newer = gap > timedelta(0)
        return Outcome(
            action=KEPT_BOTH,
            reason=f"cross-user recency: {verdict.reason}; the older claim is weighted down",
            weaken_old=newer,
            weaken_new=not newer,
        )
    surer = new.confidence - old.confidence
    if abs(surer) >= CONFIDENCE_GAP:
        return Outcome(
            action=KEPT_BOTH,
            reason=f"cross-user confidence: {verdict.reason}; the less sure claim is weighted down",
            weaken_old=surer > 0,
            weaken_new=surer < 0,
        )
    return Outcome(
        action=REVIEW,
        reason=f"contradicts what the whole tenant holds true: {verdict.reason}",
        question=_question(new, old),
    )


def _contradiction(new: Record, old: Record, verdict: Verdict, *, says_so: bool) -> Outcome:
    if earlier(new, old) and not in_turn(old, new):
        return Outcome(
            action=KEPT_BOTH, reason=f"said before what is known, so it does not replace it: {verdict.reason}",
            weaken_new=True, earlier=True,
        )  # fmt: skip
    if new.provenance.trust < old.provenance.trust:
        return Outcome(action=REFUSED, reason="a less trusted source contradicts what is known")
    if _for_a_while(old, new):
        return Outcome(action=KEPT_BOTH, reason=f"for a time only, then what is known holds again: {verdict.reason}")
    if new.user is None and not says_so:
        return Outcome(
            action=REVIEW, reason=f"a truth of the whole tenant would change: {verdict.reason}",
            question=_question(new, old),
        )  # fmt: skip
    if old.confidence - new.confidence >= CONFIDENCE_GAP:
        return Outcome(
            action=CLARIFY, reason=f"unsure, and against what is known: {verdict.reason}", question=_question(new, old)
        )
    if in_turn(old, new):
        return Outcome(action=KEPT_BOTH, reason=f"the one holds until the other begins: {verdict.reason}", in_turn=True)
    return Outcome(action=REPLACED, reason=verdict.reason)


def _for_a_while(old: Record, new: Record) -> bool:
    """Whether what is known holds again when the new one is over. A plan's end is the time planned for."""
    if new.expires_at is not None and (old.expires_at is None or new.expires_at < old.expires_at):
        return True
    if new.valid_until is None or PLANNED in (old.kind, new.kind):
        return False
    return old.valid_until is None or new.valid_until < old.valid_until


def taken_over(outcome: Outcome) -> Outcome:
    """The same, where what is known would have taken the place of the new one, had that been learned in time."""
    return replace(outcome, reason=f"{outcome.reason}; it joins the history of that", weaken_new=False)


def earlier(new: Record, old: Record) -> bool:
    """By when each began to be true, where both tell that; else by when they were said."""
    if new.valid_from is not None and old.valid_from is not None and PLANNED not in (new.kind, old.kind):
        return new.valid_from < old.valid_from
    return new.said_at < old.said_at


def _question(new: Record, old: Record) -> str:
    return f"Earlier: “{old.content}” Now: “{new.content}” Which of the two is right?"

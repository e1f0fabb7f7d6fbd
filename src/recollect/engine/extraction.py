"""The chain of extractors: language models when there are any, the rules always as the last link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from recollect.engine.llms.extraction import LlmExtractor
from recollect.errors import LlmUnavailable
from recollect.model.claim import Claim
from recollect.model.record import CORRECTION, Record
from recollect.rules.similarity import word_set
from recollect.write.domains import Schema, claimed, recognise, retold, says_more
from recollect.write.extract import withheld
from recollect.write.extract.drafts import nobody_met
from recollect.write.extract.english import meant
from recollect.write.extract.english.junk import in_play
from recollect.write.extract.rules import extract, given_name
from recollect.write.gate import Gate, judge
from recollect.write.omniroute import PatternFact, extract_facts_from_text
from recollect.write.prompts import questions
from recollect.write.reply import Extraction as Found

AUTO, RULES, LLM, OFF = "auto", "rules", "llm", "off"
QUESTIONS_MAX = 20
"""Requests to a language model in one job; what is longer still is read by rules."""
TAKEN_BACK_WITHIN = timedelta(hours=1)
"""What is said later than this takes back nothing that was said before."""
UNFOUNDED = "nothing the model proposed is borne out by the turns"


@dataclass(frozen=True, kw_only=True)
class Said:
    """A turn as a language model is shown it."""

    role: str
    speaker: str | None
    text: str
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Extracted:
    """Claims with the turn each rests on, and counts for the job's result."""

    claims: list[tuple[Record, Claim]]
    patterns: list[tuple[Record, PatternFact]] = field(default_factory=list)
    """What the patterns found in the assistant's turns."""
    counts: dict[str, Any] = field(default_factory=dict)


@dataclass(kw_only=True)
class _Asked:
    """What the questions of a job cost together, and what became of them."""

    requests: int = 0
    founded: int = 0
    """Answers of which something was kept, or that had nothing to propose."""
    provider: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)
    """Who did not answer, and why."""
    counted: list[Mapping[str, Any]] = field(default_factory=list)
    """What was charged, by whom; a restart counts on from it."""

    def add(self, found: Found) -> None:
        self.requests += 1
        self.founded += not found.unfounded
        self.provider = found.provider
        self.input_tokens += found.usage.input_tokens
        self.output_tokens += found.usage.output_tokens
        self.dropped.update(found.dropped_counts)
        self.note(found.told)

    def note(self, told: Mapping[str, Any]) -> None:
        """What one question says of who was asked, whether it was answered or not."""
        self.failures |= told.get("failures", {})
        self.counted += told.get("counted", ())

    def told(self, failure: str, unread: int) -> dict[str, Any]:
        """For the job's result. `failure`: why nobody answered; `unread`: turns that are left to the rules."""
        told: dict[str, Any] = {"extractor": LLM if self.founded else RULES}
        who: dict[str, Any] = {}
        if self.requests:
            told["dropped"] = dict(self.dropped)
            tokens = {"input_tokens": self.input_tokens, "output_tokens": self.output_tokens}
            who = {"provider": self.provider, "requests": self.requests} | tokens
        if self.failures:
            who["failures"] = self.failures
        if self.counted:
            who["counted"] = self.counted
        if who:
            told["llm"] = who
        if unread:
            told |= {"fallback": failure or UNFOUNDED, "turns_by_rules": unread}
        return told


class Extraction:
    """Draws claims from the turns of a conversation."""

    def __init__(
        self,
        gate: Gate,
        mode: str = AUTO,
        *,
        llm: LlmExtractor | None = None,
        domain: Schema | None = None,
        patterns: bool = False,
    ) -> None:
        """`patterns`: OmniRoute's read the assistant's turns too."""
        self._gate = gate
        self._mode = mode
        self._llm = llm
        self._domain = domain
        self._patterns = patterns

    @property
    def off(self) -> bool:
        return self._mode == OFF

    @property
    def roles(self) -> tuple[str, ...]:
        """Whose turns may teach something."""
        return ("user", "assistant") if self._patterns else ("user",)

    def extract(
        self,
        turns: Sequence[Record],
        fresh: Set[str],
        known: Callable[[], str | None] = lambda: None,
        met: Callable[[Sequence[str]], bool] = nobody_met,
    ) -> Extracted:
        """`turns` in order; only those in `fresh` teach, the others are what was said before. `known`: the one name
        the user has elsewhere, asked where nobody is named here. `met`: whether he has told of something before."""
        taught = [turn for turn in turns if turn.id in fresh and turn.role == "user"]
        own, refused = self._worth_reading(taught)
        own = _by_name(own, turns, known)
        counts: dict[str, Any] = {"turns": len(taught), "refused": refused, "extractor": RULES}
        if self._llm is None and self._mode == LLM:  # a tenant's own setting, and a server without a model
            counts["fallback"] = "extraction = llm, but no language model is set up (llm = off)"
        claims: list[tuple[Record, Claim]] = []
        left = own
        if self._llm is not None and self._mode in (AUTO, LLM) and own:
            claims, left = self._by_model(self._llm, turns, own, counts)
        claims += self._by_rules(turns, left, met)
        claims = self._with_fields(claims, own)
        counts["claims"] = len(claims)
        return Extracted(claims=claims, patterns=self._by_patterns(turns, fresh), counts=counts)

    def _by_patterns(self, turns: Sequence[Record], fresh: Set[str]) -> list[tuple[Record, PatternFact]]:
        said = [turn for turn in turns if self._patterns and turn.id in fresh and turn.role == "assistant"]
        return [(turn, fact) for turn in said for fact in extract_facts_from_text(turn.content, now=_said_at(turn))]

    def _worth_reading(self, taught: Sequence[Record]) -> tuple[list[Record], dict[str, int]]:
        """The turns that passed the gate's second level, with only what may be learned from; why the others did not."""
        own, refused = [], Counter[str]()
        for turn in taught:
            judged = self._gate.judge(turn.content, role=turn.role)
            if judged.refusal is None:
                own.append(turn.but(content=withheld.without(judged.text)))
            else:
                refused[judged.refusal.what] += 1
        return own, dict(refused)

    def _with_fields(self, claims: list[tuple[Record, Claim]], own: Sequence[Record]) -> list[tuple[Record, Claim]]:
        """With what the domain's schema recognises before them: who says the same otherwise adds nothing to it."""
        schema = self._domain
        if schema is None:
            return claims
        found = {turn.id: recognise(schema, turn.content) for turn in own}
        fields = [
            (turn, claimed(schema, one, at=_said_at(turn), who=turn.speaker or "User"))
            for turn in own
            for one in found[turn.id]
        ]
        told = {claim.content.casefold() for _, claim in fields}
        others = [
            (turn, claim)
            for turn, claim in claims
            if not retold(schema, claim.content, told)
            and says_more(claim.content, found.get(turn.id, ()), who=turn.speaker or "User")
        ]
        return [*fields, *others]

    def _by_rules(
        self, turns: Sequence[Record], teaching: Sequence[Record], met: Callable[[Sequence[str]], bool]
    ) -> list[tuple[Record, Claim]]:
        place = {turn.id: at for at, turn in enumerate(turns)}
        users = [turn for turn in turns if turn.role == "user"]
        games = in_play(turn.content for turn in users)
        played = {turn.id for turn, playing in zip(users, games, strict=True) if playing}
        talking = len({one.speaker for one in users if one.speaker})
        found: list[tuple[Record, Claim]] = []
        for turn in teaching:
            at = place[turn.id]
            if turn.id in played:
                continue
            read = partial(
                extract,
                speaker=turn.speaker,
                at=_said_at(turn),
                listener=_listener(turn, turns),
                people=talking,
                labelled=turns[at].speaker is not None,
                met=met,
            )
            before = turns[at - 1].content if at and turns[at - 1].role == "assistant" else None
            claims = read(turn.content, before=before)
            said = None if claims else _put_right(turn, turns, at)
            if said is not None and said.turn.id not in played:
                claims = _corrected(
                    *(read(text, speaker=_own_name(text, turns[at]) or turn.speaker) for text in said[1:])
                )
                gone = {claim.instead_of for claim in claims}
                found = [one for one in found if one[0].id != said.turn.id or one[1].content not in gone]
            found += [(turn, claim) for claim in claims]
        return found

    def _by_model(
        self, llm: LlmExtractor, turns: Sequence[Record], own: Sequence[Record], counts: dict[str, Any]
    ) -> tuple[list[tuple[Record, Claim]], list[Record]]:
        """The user's turns as they passed the gate, the others as context. With the claims the turns of which nothing
        was learned though a model was to read them: nobody answered, or nothing it proposed is borne out by them."""
        cleaned = {turn.id: turn for turn in own}
        shown = [cleaned.get(turn.id, turn) for turn in turns if turn.role != "user" or turn.id in cleaned]
        said = [Said(role=turn.role, speaker=turn.speaker, text=turn.content, at=_said_at(turn)) for turn in shown]
        claims: list[tuple[Record, Claim]] = []
        asked, failure, unread = _Asked(), "", set[str]()
        for question in questions(said):
            read = {shown[part.number].id: shown[part.number] for part in question if part.role == "user"}
            if not read:
                continue
            if failure:
                unread |= read.keys()
                continue
            try:
                if asked.requests == QUESTIONS_MAX:
                    raise LlmUnavailable(f"longer than {QUESTIONS_MAX} questions", ())
                last = list(read.values())[-1]
                found = llm.extract(question, at=_said_at(last), tenant=last.scope.tenant)
            except LlmUnavailable as error:
                failure = str(error)
                asked.note(error.told)
                unread |= read.keys()
                continue
            asked.add(found)
            if found.unfounded:
                unread |= read.keys()
            claims += [(_closest(claim, list(read.values())), claim) for claim in found.claims]
        counts |= asked.told(failure, len(unread))
        return claims, [turn for turn in own if turn.id in unread]


def _said_at(turn: Record) -> datetime:
    return turn.occurred_at or turn.created_at


def _by_name(own: Sequence[Record], turns: Sequence[Record], known: Callable[[], str | None]) -> list[Record]:
    """Where one user is named, his turns without a name are no second person's. Who introduces himself is called so
    from then on."""
    if all(turn.speaker for turn in own):
        return list(own)
    names = sorted({turn.speaker for turn in turns if turn.role == "user" and turn.speaker})
    name = (names[0] if len(names) == 1 else None) if names else known()
    named = []
    for turn in own:
        if turn.speaker is None and not names:
            name = given_name(turn.content) or name
        named.append(turn if turn.speaker else turn.but(speaker=name))
    return named


class _Said(NamedTuple):
    """What the user had said just before, and what he puts in its place."""

    turn: Record
    text: str
    put_right: str


def _put_right(turn: Record, turns: Sequence[Record], at: int) -> _Said | None:
    """The user's turn just before this one, where this one takes back a value of it: "no wait, 12k"."""
    if not meant.takes_back(turn.content):
        return None
    between = turns[at - 1].content if at and turns[at - 1].role == "assistant" else ""
    said = turns[at - 1 - bool(between)] if at - 1 - bool(between) >= 0 else None
    if said is None or said.role != "user" or said.speaker != turns[at].speaker:
        return None
    if not timedelta() <= _said_at(turn) - _said_at(said) <= TAKEN_BACK_WITHIN:
        return None
    judged = judge(said.content, role=said.role)
    text = "" if judged.refusal else meant.within(withheld.without(judged.text))
    told = meant.put_right(text, turn.content, between)
    return None if told is None else _Said(said, text, told)


def _own_name(text: str, turn: Record) -> str | None:
    """The name that the text gives, where the message has none: another one may be known by now, and be wrong."""
    return None if turn.speaker else given_name(text)


def _corrected(known: Sequence[Claim], told: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims that are others now, each with the one it takes the place of, which was never so. A plan stays one,
    with its day."""
    same = {claim.content for claim in known} & {claim.content for claim in told}
    gone, new = ([claim for claim in claims if claim.content not in same] for claims in (known, told))
    if len(gone) != len(new):
        return ()
    kinds = [CORRECTION if claim.kind in {"fact", "event"} else claim.kind for claim in new]
    return tuple(
        replace(claim, kind=kind, instead_of=old.content) for old, claim, kind in zip(gone, new, kinds, strict=True)
    )


def _listener(turn: Record, turns: Sequence[Record]) -> str | None:
    """The one other person of a conversation in which two people talk and nobody else: "you" is he."""
    if turn.speaker is None or any(one.role != "user" or one.speaker is None for one in turns):
        return None
    others = {one.speaker for one in turns} - {turn.speaker}
    return others.pop() if len(others) == 1 else None


def _closest(claim: Claim, turns: Sequence[Record]) -> Record:
    """The turn that a claim's words come from."""
    words = word_set(claim.quote or claim.content)
    return max(turns, key=lambda turn: len(words & word_set(turn.content)))

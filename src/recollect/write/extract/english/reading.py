"""An English turn read sentence by sentence, clause by clause, into drafts.

First-person clauses go to `frames`, clauses about others to `people`, wishes towards the assistant to `instructions`,
what has no subject to `fragments`. A question, a request, a supposition, a quotation or a secret ends in nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.verbs import TURNING
from recollect.write.extract import jest
from recollect.write.extract.dates import names_day_to_come
from recollect.write.extract.drafts import DRAFTS_MAX, Draft, Turn, capitalised, denies, hedged
from recollect.write.extract.english import (
    asides,
    changes,
    clauses,
    fragments,
    instructions,
    junk,
    labels,
    leads,
    leaving,
    misspoken,
    people,
    starting,
    ties,
    times,
    unsure,
)
from recollect.write.extract.english.beginning import is_open
from recollect.write.extract.english.clauses import Clause
from recollect.write.extract.english.company import is_of_a_group, is_of_everybody, of_all, told_of_one
from recollect.write.extract.english.frames import judge
from recollect.write.extract.english.grammar import Group, find_subject, read_group
from recollect.write.extract.english.openings import (
    ASIDE,
    QUESTION,
    REQUEST,
    STATEMENT,
    SUPPOSED,
    says_now,
    trimmed,
)
from recollect.write.extract.english.pairs import pair_from
from recollect.write.extract.english.pointing import noun_phrase, pointed_at, points_back, says_more
from recollect.write.extract.english.reported import without_reports
from recollect.write.extract.english.undergone import undergone
from recollect.write.extract.english.verdicts import Verdict
from recollect.write.extract.english.whose import spoken_of
from recollect.write.extract.english.words import Token, expanded, finite, form_of, is_adverb, render, tokens, unglued
from recollect.write.extract.masking import QUOTED, SECRET
from recollect.write.extract.sentences import WORDS_MAX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.sentences import Sentence

_SO_NOW: Final = frozenset(("fact", "preference", "skill"))


def read(text: str, found: Sequence[Sentence], turn: Turn) -> list[Draft]:
    """The drafts of a turn. `text` is masked."""
    stop = junk.fiction_from(text)
    marks: list[int] = []
    ironic = playing = False
    said: list[Token] = []
    line = 0
    for whole in found:
        sentence = whole
        if "\n" in text[line : sentence.start]:
            turn.spoken_of = ""  # a new line begins anew
        line = sentence.end
        if sentence.start >= stop or len(turn.told) >= DRAFTS_MAX:
            break
        body = text[sentence.start : sentence.end]
        joked = jest.meant(body, english=True)
        if joked.before or junk.is_joke(body):
            jest.take_back(turn.told, marks)
        if joked.start >= len(body) or junk.is_joke(body):
            continue
        if joked.start:
            sentence = sentence._replace(start=sentence.start + joked.start)
            body = body[joked.start :]
        if junk.is_settled(body):
            _settle(turn.told, marks[-1] if marks else 0)
            continue
        marks.append(len(turn.told))
        role = junk.is_somebody_else(body)
        playing = role or (playing and junk.stays_invented(body))
        real = sentence.start + (0 if playing and not role else junk.invented_from(body))
        if real == sentence.start or junk.is_passing(body):
            continue
        if misspoken.takes_back(body):
            _take_back(turn.told, marks)
            continue
        if misspoken.is_not_meant(body):
            continue
        words, back = misspoken.put_right(tokens(text, sentence.start, real)[:WORDS_MAX], said)
        if back:
            _take_back(turn.told, marks)
        said, words = words, told_of_one(words)
        if words and not junk.is_irony(body):
            _read_sentence(text, words, sentence, turn)
            if ironic:
                turn.told[marks[-1] :] = [draft for draft in turn.told[marks[-1] :] if draft.kind != "preference"]
        else:
            ironic = True
        turn.thing = noun_phrase(words) or turn.thing
    return turn.told


def _take_back(told: list[Draft], marks: list[int]) -> None:
    """Leaves out what the sentence before this one said."""
    if len(marks) > 1:
        del told[marks[-2] :]
        marks[-1] = len(told)


def _settle(told: list[Draft], start: int) -> None:
    for draft in told[start:]:
        if draft.kind in {"fact", "commitment", "event"}:
            draft.kind = "decision"


def _read_sentence(text: str, words: list[Token], sentence: Sentence, turn: Turn) -> None:
    first = len(turn.told)
    words, apart, statements = asides.told_apart(text, words, turn)
    turn.told += apart
    for statement in statements:
        _read_parts(text, statement, sentence._replace(mark=""), turn)
    if not words:
        return
    words, about = unsure.taken_back(words)
    if not words:
        return
    corrected = unsure.put_right(text, words, about, turn) if about else None
    if corrected is not None:
        turn.told.append(corrected)
        return
    words, put_right = unsure.meant(words)
    mended = (
        bool(about)
        or put_right
        or (any(token.low == "actually" for token in words[:2]) and any(token.low == "not" for token in words[2:]))
    )
    if mended or any(token.low in {"correction", "typo", "misspoke"} for token in words[:4]):
        _read_parts(text, words, sentence, turn)
        if len(turn.told) == first and mended:
            turn.told += unsure.mended(text, words, turn)
        for draft in turn.told[first:]:
            draft.kind = "correction"
        return
    _read_parts(text, words, sentence, turn)


def _read_parts(text: str, words: list[Token], sentence: Sentence, turn: Turn) -> None:
    labels.heard_out(words, turn)
    labelled = labels.label(words)
    if heading := words[:labelled]:
        labels.open_label(heading, turn)
        words = words[labelled + 1 :]
        if not words:
            return
    if unsure.said_before(text, words, turn):
        return
    parts = clauses.split(unglued(words), asked=sentence.mark == "?" and not unsure.wonders(words))
    parts = without_reports(labels.listed(parts, turn))
    turn.decided = (labelled > 0 and turn.decided) or any(junk.is_settled(_body(text, part)) for part in parts)
    first = len(turn.told)
    before: Clause | None = None
    for part in parts:
        hidden = any(QUOTED in token.low or SECRET in token.low for token in part.words)
        if not hidden:
            content = turn.told[-1].content if len(turn.told) > first else ""
            draft = _read_clause(text, part, turn, before, fresh=first)
            if part.role == STATEMENT and not part.shared:
                turn.spoken_of = spoken_of(trimmed(part.words), draft, turn)
            if draft is not None:
                turn.told.append(draft)
            elif part.taken and content and turn.told[-1].content == content:
                _joined(text, part.words[part.taken :], turn.told[-1], part.lead)
        else:
            ties.remember(part.words, turn)
        before = part
    turn.decided = False
    if len(turn.told) > first and is_open(text[sentence.start : sentence.end]):
        for draft in turn.told[first:]:
            draft.open = True
    if labelled:
        labels.close_label(turn, heading, turn.told[first:])


def _body(text: str, clause: Clause) -> str:
    return text[clause.words[0].start : clause.words[-1].end]


def _read_clause(text: str, clause: Clause, turn: Turn, before: Clause | None, *, fresh: int) -> Draft | None:
    if clause.role in {SUPPOSED, ASIDE}:
        return None
    words = trimmed(clause.words)
    if not words or junk.is_settled(_body(text, clause)) or jest.is_figure(text, words):
        return None
    wish = None
    if not turn.listener and not clause.shared:  # what a person is asked to do is no standing order
        asked = clause.role == QUESTION
        wish = instructions.read(text, words, turn, request=asked or clause.role == REQUEST, asked=asked)
    if wish is None and not turn.listener and len(turn.told) > fresh:
        wish = instructions.carried_on(text, words, turn, turn.told[-1])
    if wish is not None or clause.role != STATEMENT:
        # "What should I give my wife? She loves ceramics."
        ties.remember(words, turn, owner=turn.person if before is not None else "")
        return wish
    whole = leads.without_last_time(words)
    sure, words = unsure.without_opinion(whole)
    if not words:
        return None
    if clause.lead == "so" and len(words) > 1 and words[1].low == "can":
        return None
    if words[0].low == "like" and len(words) > 2 and words[1].low in {"i'm", "i"} and before is not None:
        return None  # "explain it like I'm five"
    words = leads.without_link(words)
    joined = turn.told[-1] if len(turn.told) > fresh else None
    if changes.joined_value(text, words, turn, joined, clause.lead):
        return None
    if clause.shared:
        return _shared(text, words, turn, joined, clause.lead)
    place, glued = find_subject(words, 0)
    if place > 0 and words[place - 1].low == "and":
        draft = ties.together(text, words, place, turn, first=max(pair_from(words, 0, place - 1), 0))
    elif place >= 0:
        draft = changes.whole(text, words, turn) or first_person(text, words, place, glued, turn)
        belongs = points_back(words, place) if draft is not None else says_more(words, place, clause.lead)
        if joined is not None and belongs:
            _joined(text, words, joined, clause.lead)
            return None
        if draft is not None and draft.kind in _SO_NOW and says_now(clause.words) and " now" not in draft.content:
            draft.content += " now"  # what it is set against may be known
    else:
        told, behind = times.told_last(words)
        draft = undergone(text, told, turn, tied=False)
        draft = draft or people.read(text, told, turn, before=before, joined=joined)
        draft = draft or undergone(text, told, turn, tied=True)
        if draft is not None and told is not words:
            if not behind:  # "On Friday, User's dad has surgery and on Saturday ..."
                draft.content = capitalised(f"{text[words[0].start : told[0].start]}{draft.content}")
            draft.start, draft.end = words[0].start, words[-1].end
        less = clause.lead == "but" and words[0].low.endswith("ing") and len(words) > 2
        if draft is None and joined is not None and joined.kind == "skill" and less:
            _joined(text, words, joined, clause.lead)  # "I can read it but speaking is hard"
            return None
        if draft is None:
            draft = fragments.read(text, words, turn, joined=joined)
    if draft is not None:
        draft.confidence = min(draft.confidence, sure)
        if len(words) < len(whole):
            unsure.still_unsure(text, whole, words, draft, turn)
    return draft


def first_person(text: str, words: list[Token], place: int, glued: str, turn: Turn) -> Draft | None:
    """A clause whose subject is "I" or "we"."""
    group = read_group(words, place, glued)
    lows = [token.low for token in words]
    ours = words[place].low.startswith("we")
    if group is None or (ours and (is_of_a_group(group) or is_of_everybody(lows, place))):
        return None
    dated = names_day_to_come(lows)
    verdict = judge(group, dated=dated, offered=turn.offered, decided=turn.decided)
    over = leaving.job_over(text, words, group, turn)
    verdict = verdict or (Verdict("event") if over else None)
    if verdict is None:
        return None
    content = over or of_all(text, words, group, turn) or starting.works_there(text, words, group, turn)
    content = content or first_person_content(text, words, group, glued, turn)
    ties.remember(words[group.verb + 1 :], turn, met=group.base in ties.MEETING)
    draft = _draft(words, content, verdict, group, dated=dated)
    draft.tie, draft.person = ties.tie_in(words[group.verb + 1 :])
    if draft.person and verdict.kind == "fact":
        draft.kind = "relationship"
    return draft


def _draft(words: Sequence[Token], content: str, verdict: Verdict, group: Group, *, dated: bool) -> Draft:
    refused = verdict.denied or group.denied or denies(words)
    return Draft(
        content=capitalised(content),
        kind=verdict.kind,
        start=words[0].start,
        end=words[-1].end,
        confidence=min(verdict.factor, hedged(words)),
        polarity=-1 if refused else 1,
        tags=verdict.tags,
        ahead=dated and not group.past,
    )


def first_person_content(text: str, words: list[Token], group: Group, glued: str, turn: Turn, name: str = "") -> str:
    """The clause with the speaker's name for "I" and its verb in the third person."""
    name = name or turn.name
    replaced: dict[int, str] = {}
    if glued:
        had = glued == "'d" and group.form in {"past", "part"}
        full = {"am": "is", "are": "is", "have": "has", "'d": "had" if had else "would"}.get(glued, glued)
        replaced[group.subject] = f"{name} {full}"
    else:
        replaced[group.subject] = name
        at = group.subject + 1
        while at < len(words) and is_adverb(words[at].low) and at < group.verb:
            at += 1
        if at < len(words) and not (at == group.verb and group.unchanged):
            running = words[at].low == "am" or "'" in words[at].low  # "cant" is "can't"
            replaced[at] = finite(words[at].low if running else words[at].text)
    following = group.subject + 1
    of_us = words[group.subject].low.startswith("we") and group.base == "be"
    if of_us and group.rest[:1] == ["a"] and group.rest[1:2] and group.rest[1] in _GROUPS:
        replaced[group.verb + 1] = f"part of {words[group.verb + 1].text}"
    if words[group.subject].low.startswith("we") and following < len(words) and words[following].low == "all":
        replaced[following] = ""
    if turn.thing and _pronoun_object(group):
        at = group.verb + 1
        replaced[at] = f"{words[at].text} ({turn.thing})"
    at, person = pointed_at(words, group.verb, turn)
    if person:
        replaced[at] = f"{words[at].text} ({person})"
    return render(text, words, replaced)


_GROUPS: Final = frozenset("team band family couple company startup charity group household crew small tiny".split())


def _pronoun_object(group: Group) -> bool:
    return bool(group.rest) and group.rest[0] in {"it", "them"} and len(group.rest) > 1


def _joined(text: str, words: list[Token], joined: Draft, lead: str) -> None:
    """The clause is told with the one it belongs to."""
    link = lead if lead in {"and", "but", "so"} else ""
    joined.content += f" {link} " if link else ", "
    joined.content += render(text, words)
    joined.end = words[-1].end
    if denies(words):
        joined.polarity = -1


def _shared(text: str, words: list[Token], turn: Turn, joined: Draft | None, lead: str) -> Draft | None:
    """A verb that shares the subject of the clause before: told when that was and this is worth it, and with it only
    where it makes no sense alone: of two things said in one breath each may change."""
    if joined is None:
        return None
    third = form_of(words[0].low)
    pointing = any(token.low in {"it", "them"} for token in words)
    if joined.subject and not pointing and third is not None and third[1] == "s" and len(words) > 1:
        told = f"{joined.subject} {render(text, words)}"  # "my mum is 84 and lives in Hull"
        return replace(joined, content=told, kind="fact", start=words[0].start, end=words[-1].end, tags=(), ahead=False)
    also = words[0].low == "am" and len(words) > 2 and words[1].low in {"a", "an"}  # "and am a nurse"
    if (
        joined.content.startswith((turn.owner, f"{turn.name} ("))
        or (third is not None and third[1] == "s" and not also)
        or words[0].low in {"is", "has", "isn't", "doesn't", "hasn't"}
    ):
        joined.content += f" {lead if lead in {'and', 'but'} else 'and'} {render(text, words)}"
        joined.end = words[-1].end
        return None
    group = read_group(words, -1, start=0)
    if group is None:
        return None
    dated = names_day_to_come([token.low for token in words])
    verdict = judge(group, dated=dated, decided=turn.decided)
    if verdict is None:
        return None
    at = 0
    while at < len(words) - 1 and is_adverb(words[at].low):
        at += 1
    own = expanded(words[at].low)[0] in {"i", "we"}  # "and I'm good at it" has a subject
    verb = words[at].text
    if not (at == group.verb and group.unchanged):
        verb = finite(words[at].low if words[at].low in {"don't", "am"} or "'" in words[at].low else words[at].text)
    told = render(text, words, None if own else {at: verb})
    short = len(joined.content.removeprefix(turn.name).split()) < 2  # "I cook and clean every day"
    exchanged = group.past and "past" in joined.tags  # "left Acme and joined Northstar"
    happened = (joined.kind, verdict.kind) == ("event", "fact") and group.base not in TURNING  # "went and got a coat"
    same = happened or verdict.kind == joined.kind
    alike = same and (pointing or short or exchanged)
    kin = fragments.goes_on_with_kin(text, words, joined, turn)
    if alike or kin or points_back(words, -1) or (lead == "," and verdict.kind == joined.kind):
        joined.content += f" {lead} {told}" if lead in {"and", "but"} else f", {told}"
        joined.end = words[-1].end
        if group.denied:
            joined.polarity = -1
        return None
    return _draft(words, f"{turn.name} {told}", verdict, group, dated=dated)

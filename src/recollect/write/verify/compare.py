"""What speaks for and against each outcome when two statements meet: named signals between 0 and 1.

Every signal has a plain meaning, so that a verdict can be told in words. `judge` decides from them: some are sure on
their own, the rest are weighed together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from recollect.rules.lexicon.change import AHEAD, PENDING
from recollect.rules.lexicon.people import PARTNERS
from recollect.rules.lexicon.states import TELLING_APART
from recollect.rules.tense import happened
from recollect.write.verify.align import ATTITUDES, WISHES, Alignment, align
from recollect.write.verify.ending import ends_beside
from recollect.write.verify.frame import Signals, frame
from recollect.write.verify.headed import other_under_heading
from recollect.write.verify.identity import (
    left_employer,
    nearly_named,
    other_employer,
    other_holder,
    other_thing,
    other_value,
    person_clash,
    renewed,
)
from recollect.write.verify.platforms import other_platform
from recollect.write.verify.quantities import Quantity, agree, disagree, numbers_in
from recollect.write.verify.statement import Statement
from recollect.write.verify.states import group_of


@dataclass(frozen=True, slots=True)
class Comparison:
    """Signals of one pair, and the words a reason quotes."""

    signals: Signals
    alignment: Alignment
    old_amount: Quantity | None
    new_amount: Quantity | None
    axis: str
    """A state both speak of, if any."""


def compare(
    old: Statement, new: Statement, *, cosine: float | None, jaccard: float, alignment: Alignment | None = None
) -> Comparison:
    """All signals of the pair; the new statement is the later one."""
    found = alignment or align(old, new)
    signals = Signals(jaccard=jaccard)
    _coverage(old, new, found, signals, cosine)
    _best_clause(new, found, signals)
    old_amount, new_amount = _amounts(old, new, signals)
    axis = _states(old, new, found, signals)
    _cue_signals(old, new, signals)
    _subjects(old, new, found, signals)
    _attributes(old, new, found, signals)
    frame(old, new, found, signals)
    if new.kind:
        signals[f"kind_{new.kind}"] = 1.0
    return Comparison(signals, found, old_amount, new_amount, axis)


def _coverage(old: Statement, new: Statement, found: Alignment, signals: Signals, cosine: float | None) -> None:
    cover_old = sum(found.old_scores) / max(1, len(found.old_scores))
    cover_new = sum(found.new_scores) / max(1, len(found.new_scores))
    signals["cover_old"], signals["cover_new"] = cover_old, cover_new
    signals["cover_both"] = min(cover_old, cover_new)
    signals["cosine"] = cosine if cosine is not None else (cover_old + cover_new) / 2
    signals["shared"] = min(len(found.shared), 4) / 4
    signals["nothing_shared"] = float(not found.shared)
    signals["left_old"] = min(len(found.left_old), 5) / 5
    signals["left_new"] = min(len(found.left_new), 8) / 8
    signals["all_old_found"] = float(cover_old > 0.95)
    signals["nothing_new"] = float(cover_new > 0.95)
    signals["alike_values"] = max(0.0, found.alike) if found.left_old and found.left_new else 0.0


def _best_clause(new: Statement, found: Alignment, signals: Signals) -> None:
    """The clause of the new statement that speaks of the old one, apart from what is told beside it.

    A repetition with a remark after it has one clause that says the old over again; detail stands in that clause.
    """
    clause: dict[int, list[float]] = {}
    for number, score in zip(new.clauses, found.new_scores, strict=True):
        clause.setdefault(number, []).append(score)
    best = max(clause.values(), key=lambda scores: (sum(scores), -len(scores)), default=[])
    left = sum(1 for score in best if score < 0.5)
    signals["clause_share"] = sum(best) / max(1, len(found.old_scores))
    signals["clause_left"] = min(left, 4) / 4
    signals["clause_whole"] = float(bool(best) and left == 0)
    signals["told_beside"] = min(len(new.content) - len(best), 6) / 6
    signals["whole_and_share"] = signals["clause_whole"] * min(1.0, signals["clause_share"])


def _amounts(old: Statement, new: Statement, signals: Signals) -> tuple[Quantity | None, Quantity | None]:
    """Numbers, dates and times that agree, disagree, or stand on one side only."""
    told = [q for q in new.quantities if not q.denied]
    equal = [q for q in told if any(agree(p, q) for p in old.quantities)]
    pairs = [
        (p, q)
        for p in old.quantities
        for q in told
        if disagree(p, q) and not any(agree(p, other) for other in told) and q not in equal
    ]
    signals["amount_ruled_out"] = float(any(q.denied and agree(p, q) for p in old.quantities for q in new.quantities))
    signals["amount_equal"] = float(bool(equal))
    signals["amount_differs"] = float(bool(pairs))
    written = {number for q in equal for number in numbers_in(q.text)}  # "12 km there and 12 back"
    added = [q for q in new.quantities if q not in equal and not (numbers_in(q.text) and numbers_in(q.text) <= written)]
    signals["amount_added"] = float(bool(added) and not pairs)
    differing = {p.dimension for p, _ in pairs}
    if "weekday" in differing and differing - {"weekday", "clock"} and old.subject.key == new.subject.key == ("user",):
        signals["narrowed_context"] = (
            1.0  # what somebody does has a number for each day: 5k on Tuesdays, 10k on Sundays
        )
    signals["amount_left"] = float(any(not any(agree(p, q) for q in new.quantities) for p in old.quantities))
    return pairs[0] if pairs else (None, None)


def _states(old: Statement, new: Statement, found: Alignment, signals: Signals) -> str:
    axis = ""
    for name, value in old.states.items():
        other = new.states.get(name)
        known = (
            name == "relationship" and old.subject.key == new.subject.key and _is_partner(old)
        )  # "my wife works at …"
        if other is not None and not (
            known or (old.context - new.context and new.context - old.context and name == "mode")
        ):
            signals["state_same" if other == value else "state_differs"] = 1.0
            axis = name
    groups = group_of()
    for word in found.left_old:
        group = groups.get(word.concept)
        for rival in found.left_new if group else ():
            if groups.get(rival.concept) == group and (word.concept in old.negated) == (rival.concept in new.negated):
                telling = word.concept in old.subject.words or rival.concept in new.subject.words
                signals["excluding_subjects" if telling else "excluding_values"] = 1.0
    if {side.words[-1].form for side in (old, new) if side.words} == {"on", "off"}:
        signals["excluding_values"] = 1.0
    signals["excluded"] = signals["excluding_values"] * float(_only_excluded(old, new, found))
    told = {word.concept for word in old.content} - old.rejected
    signals["old_rejected"] = float(bool(told & new.rejected) and not old.rejected & new.concepts - new.rejected)
    signals["value_over_old"] = signals["old_rejected"] * float(bool(found.left_new))
    shared = {word.concept for word in found.shared}
    both = old.negated & new.negated & shared
    denied = frozenset() if both else (old.negated & shared) ^ (new.negated & shared)
    feeling = old.attitude * new.attitude
    stands = "allergy" in shared and "allergy" not in old.negated | new.negated  # "can't eat nuts, I'm allergic"
    signals["denied_once"] = float(bool(denied) and feeling <= 0 and not stands and not signals.get("state_same"))
    signals["denied_both"] = float(bool(both))
    signals["old_denies"] = float(bool(old.negated) and not new.negated)
    signals["new_denies"] = float(bool(new.negated) and not old.negated)
    return axis


def _only_excluded(old: Statement, new: Statement, found: Alignment) -> bool:
    """Whether two values of one kind are all in which the two differ: "the basic plan", "the premium plan"."""
    groups = group_of()
    if not (old.cues & new.cues).isdisjoint(("past", "done", "one_off")) or happened_twice(old, new):
        return False
    if {groups[w.concept] for w in (*found.left_old, *found.left_new) if w.concept in groups} & TELLING_APART:
        return False
    about = {word.concept for word in found.shared} - ATTITUDES - WISHES
    values = [
        [w for w in left if w.concept not in groups and w.concept not in _LIGHT]
        for left in (found.left_old, found.left_new)
    ]
    whole = all(set(side.context) >= {word.concept for word in side.content} for side in (old, new))
    apart = bool(old.context - new.context) and bool(new.context - old.context)
    return bool(about) and not all(values) and (whole or not apart)


_LIGHT: Final = frozenset("want prefer like choose buy take get make keep use stay go".split())


def happened_twice(old: Statement, new: Statement) -> bool:
    """Both tell what somebody did: two deeds."""
    return all(happened([word.form for word in side.words]) for side in (old, new))


def _is_partner(statement: Statement) -> bool:
    return not PARTNERS.isdisjoint(statement.subject.key[1:])


_DATED: Final = frozenset(("commitment", "decision", "correction"))


def _cue_signals(old: Statement, new: Statement, signals: Signals) -> None:
    for cue in new.cues:
        signals[f"cue_{cue}"] = 1.0
    for cue in old.cues:
        signals[f"old_{cue}"] = 1.0
    pending = old.obliged or not old.forms.isdisjoint(PENDING)
    signals["settled"] = float(pending and not new.obliged and not new.cues.isdisjoint(("done", "end")))
    meant = _only_ahead(old) and old.attribute.name != "preference"
    signals["meant_then_told"] = float(meant and not _only_ahead(new) and new.forms.isdisjoint(_WILL))
    signals["against_once"] = float(("against" in old.forms) != ("against" in new.forms))
    signals["past_then_now"] = float("past" in old.cues and "past" not in new.cues)
    signals["wish_and_fact"] = float(("wish" in old.cues) != ("wish" in new.cues))
    signals["habit_and_once"] = float(
        "one_off" not in old.cues and "one_off" in new.cues and "update" not in new.cues and new.kind not in _DATED
    )


_WILL: Final = frozenset(("will", "would", "should"))


def _only_ahead(statement: Statement) -> bool:
    """Whether it tells of what is still to come: owed, wanted, awaited, saved for."""
    return statement.obliged or "wish" in statement.cues or not statement.forms.isdisjoint(AHEAD)


def _subjects(old: Statement, new: Statement, found: Alignment, signals: Signals) -> None:
    clash = person_clash(old, new)
    signals["other_person"] = float(clash)
    left_old = [word for word in found.left_old if word.capital]
    left_new = [word for word in found.left_new if word.capital]
    shared_names = [word for word in found.shared if word.form in old.names or word.name]
    signals["name_shared"] = float(bool(shared_names))
    signals["name_for_name"] = float(bool(left_old and left_new))
    signals["name_added"] = float(bool(left_new and not left_old))
    signals["similar_names"] = float(
        any(nearly_named(a, b) for a in left_old for b in left_new)
        or any(nearly_named(a, b) for a in left_old for b in found.left_new)
    )
    known = old.subject.key[0] == "person" and not old.people.isdisjoint(new.people)
    signals["someone_other_name"] = float(known and bool(left_old and left_new) and not shared_names)
    signals["other_holder"] = float(other_holder(old, new, found))
    signals["renewed"] = float(renewed(old, new) or other_under_heading(old, new))
    signals["other_employer"] = float(other_employer(old, new))
    signals["left_employer"] = float(left_employer(old, new))
    signals["one_is_named"] = float(bool(left_old) != bool(left_new))
    signals["ended_beside"] = float(ends_beside(new, {word.place for word in found.shared}))
    signals["other_value"] = float(other_value(old, new, found) or other_platform(old, new, found))
    signals["other_thing"] = float(other_thing(old, new, found))
    signals["same_subject"] = float(bool(old.subject.words) and set(old.subject.words) == set(new.subject.words))
    kinds = {old.subject.key[0], new.subject.key[0]}  # "Rent is 900", "the rent": no name, although it opens like one
    thing = "thing" in kinds or ("name" in kinds and len(old.subject.words) > 1)
    signals["same_thing"] = signals["same_subject"] * float(thing)
    mine, yours = old.posts, new.posts
    signals["other_role"] = signals["same_subject"] * float(bool(mine and yours) and not mine & yours)
    signals["about_someone_in_old"] = float(
        old.subject.key[0] == "user" and bool(new.subject.words) and not old.concepts.isdisjoint(new.subject.words)
    )


def _attributes(old: Statement, new: Statement, found: Alignment, signals: Signals) -> None:
    a, b = old.attribute, new.attribute
    same = a.name == b.name and (a.of == b.of or not a.of or not b.of)
    signals["same_single"] = float(same and a.single and a.name != "other")
    parts = not signals["amount_differs"] and _has_parts(old) and _has_parts(new)
    signals["same_many"] = float((same and not a.single) or parts)
    signals["other_trade"] = float(a.name == b.name == "job" and a.of != b.of)
    signals["same_trade"] = float(a.name == b.name == "job" and a.of == b.of)
    signals["no_attribute"] = float(a.name == "other" and b.name == "other")
    signals[f"attribute_{b.name}"] = 1.0
    if a.name == b.name and a.of != b.of and a.of and b.of:
        signals["attribute_of_other"] = 1.0
    attitudes = {"like", "dislike", "preference"}
    if a.name in attitudes and b.name in attitudes:
        objects = {word.concept for word in found.shared} - {"like", "dislike", "prefer", "want"}
        if not objects:
            signals["other_object"] = 1.0
        elif old.attitude * new.attitude < 0:
            left = [w for w in found.left_old if w.concept not in ATTITUDES]
            right = [w for w in found.left_new if w.concept not in ATTITUDES]
            signals["other_object" if (left and right) or _another_kind(new, found) else "attitude_turned"] = 1.0
        elif old.attitude * new.attitude > 0 and not found.left_old:
            signals["attitude_same"] = 1.0
        elif old.attitude * new.attitude > 0 and found.left_new:
            signals["object_differs"] = 1.0
    if {a.name, b.name} <= {"preference", "like"} and signals["nothing_new"] and signals["all_old_found"]:
        first, second = ([w.concept for w in s.content if w.concept != "prefer"] for s in (old, new))
        signals["swapped"] = float(first != second and set(first) == set(second) and bool(new.forms & _THAN))


def _has_parts(statement: Statement) -> bool:
    """Whether a thing is said to have or use something: it may have many."""
    told = statement.words[statement.subject.end : statement.subject.end + 1]
    return statement.subject.key[0] in ("thing", "name") and bool(told) and told[0].form in _PARTS


_PARTS: Final = frozenset("uses use has have includes include contains contain supports offers sells serves".split())


def _another_kind(new: Statement, found: Alignment) -> bool:
    """What both have is only a part of what the new one names: "olives" and "olive oil", "tea" and "iced tea"."""
    fresh = {word.place: word.clause for word in found.left_new if word.concept not in ATTITUDES}
    return any(
        fresh.get(word.place + 1) == word.clause or fresh.get(word.place - 1) == word.clause
        for word in found.shared
        if word.concept not in ATTITUDES
    )


_THAN: Final = frozenset("over than to not instead rather".split())


def combine(signals: Signals) -> Signals:
    """The same signals with those that mean something only in pairs; what the weighing looks at."""
    both = Signals(signals)
    differs, denied, single = signals["amount_differs"], signals["denied_once"], signals["same_single"]
    ended, updated = signals["cue_end"], signals["cue_update"]
    changed = max(ended, updated)
    cover_old, beginning = signals["cover_old"], signals["same_beginning"]
    both["covered_no_change"] = signals["cover_both"] * (1 - changed)
    both["old_covered_new_adds"] = cover_old * signals["left_new"]
    both["alike_same_beginning"] = signals["alike_values"] * beginning
    both["alike_same_ending"] = signals["alike_values"] * signals["same_ending"]
    both["many_and_beginning"] = signals["same_many"] * beginning
    if differs:
        both["differs_same_subject"] = signals["same_subject"]
        both["differs_same_beginning"] = beginning
        both["differs_and_words_left"] = signals["left_old"]
        both["differs_in_context"] = signals["other_context"]
        both["differs_shared_words"] = signals["cover_both"]
        both["differs_in_thing"] = signals["other_thing"]
    if denied:
        both["denied_and_covered"], both["denied_old_covered"] = signals["cover_both"], cover_old
    if single:
        both["single_and_beginning"] = beginning
        both["single_and_new_name"] = signals["name_for_name"]
        both["single_in_context"] = signals["other_context"]
    if changed:
        both["change_and_shared"] = 1 - signals["nothing_shared"]
        both["end_and_covered"], both["update_and_covered"] = ended * cover_old, updated * cover_old
        both["end_no_more"] = ended * (1 - signals["left_new"])
    if ended:
        both["end_both"], both["end_new"] = signals["old_end"], 1 - signals["old_end"]
    if signals["refers_back"]:
        both["back_and_more"] = signals["left_new"]
        both["back_no_change"] = 1 - changed
        both["back_and_name_added"], both["back_and_amount"] = signals["name_added"], signals["amount_added"]
    if signals["amount_equal"]:
        both["only_amounts"] = (1 - signals["left_old"]) * (1 - signals["left_new"])
    if signals["name_for_name"] and not signals["name_shared"]:
        both["subject_other_name"], both["choice_for_subject"] = signals["same_subject"], signals["context_is_subject"]
    if not signals["other_person"]:
        both["state_covered"], both["state_turned"] = signals["state_same"], signals["state_differs"]
    return both

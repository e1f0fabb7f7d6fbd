"""What speaks for and against each outcome when two statements meet: named signals between 0 and 1.

Every signal has a plain meaning, so that a verdict can be told in words. `judge` decides from them: some are sure on
their own, the rest are weighed together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from recollect.write.verify.align import ATTITUDES, Alignment, align
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
from recollect.write.verify.quantities import Quantity, agree, disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.states import group_of


class Signals(dict[str, float]):
    """Signals by name; one that is not there is 0."""

    def __missing__(self, name: str) -> float:
        return 0.0


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
    _frame(old, new, found, signals)
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
    signals["amount_added"] = float(any(q not in equal for q in new.quantities) and not pairs)
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
        if other is not None and not (old.context - new.context and new.context - old.context and name == "mode"):
            signals["state_same" if other == value else "state_differs"] = 1.0
            axis = name
    groups = group_of()
    for word in found.left_old:
        group = groups.get(word.concept)
        for rival in found.left_new if group else ():
            if groups.get(rival.concept) == group:
                telling = word.concept in old.subject.words or rival.concept in new.subject.words
                signals["excluding_subjects" if telling else "excluding_values"] = 1.0
    told = {word.concept for word in old.content} - old.rejected
    signals["old_rejected"] = float(bool(told & new.rejected) and not old.rejected & new.concepts - new.rejected)
    signals["value_over_old"] = signals["old_rejected"] * float(bool(found.left_new))
    shared = {word.concept for word in found.shared}
    both = old.negated & new.negated & shared
    denied = frozenset() if both else (old.negated & shared) ^ (new.negated & shared)
    feeling = old.attitude * new.attitude
    signals["denied_once"] = float(bool(denied) and feeling <= 0 and not signals.get("state_same"))
    signals["denied_both"] = float(bool(both))
    signals["old_denies"] = float(bool(old.negated) and not new.negated)
    signals["new_denies"] = float(bool(new.negated) and not old.negated)
    return axis


_DATED: Final = frozenset(("commitment", "decision", "correction"))


def _cue_signals(old: Statement, new: Statement, signals: Signals) -> None:
    for cue in new.cues:
        signals[f"cue_{cue}"] = 1.0
    for cue in old.cues:
        signals[f"old_{cue}"] = 1.0
    signals["settled"] = float(old.obliged and not new.obliged and not new.cues.isdisjoint(("done", "end")))
    signals["past_then_now"] = float("past" in old.cues and "past" not in new.cues)
    signals["wish_and_fact"] = float(("wish" in old.cues) != ("wish" in new.cues))
    signals["habit_and_once"] = float(
        "one_off" not in old.cues and "one_off" in new.cues and "update" not in new.cues and new.kind not in _DATED
    )


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
    signals["other_value"] = float(other_value(old, new, found))
    signals["other_thing"] = float(other_thing(old, new))
    signals["same_subject"] = float(bool(old.subject.words) and set(old.subject.words) == set(new.subject.words))
    thing = old.subject.key[0] == "thing" or (old.subject.key[0] == "name" and len(old.subject.words) > 1)
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
    signals["same_many"] = float(same and not a.single)
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


def _another_kind(new: Statement, found: Alignment) -> bool:
    """What both have is only a part of what the new one names: "olives" and "olive oil", "tea" and "iced tea"."""
    fresh = {word.place: word.clause for word in found.left_new if word.concept not in ATTITUDES}
    return any(
        fresh.get(word.place + 1) == word.clause or fresh.get(word.place - 1) == word.clause
        for word in found.shared
        if word.concept not in ATTITUDES
    )


_THAN: Final = frozenset("over than to not instead rather".split())


def _frame(old: Statement, new: Statement, found: Alignment, signals: Signals) -> None:
    """Sentences built alike that differ in one place: at the end (a value) or at the beginning (what it is about)."""
    a, b = old.frame, new.frame
    shorter = max(1, min(len(a), len(b)))
    prefix = _common(a, b)
    suffix = min(_common(a[::-1], b[::-1]), shorter - min(prefix, shorter))
    signals["same_beginning"] = prefix / shorter
    signals["same_ending"] = suffix / shorter
    signals["longer"] = min(2.0, len(new.words) / max(1, len(old.words))) / 2
    here, there = old.context, new.context
    apart = bool(here - there) and bool(there - here)
    signals["other_context"] = float(apart)
    if apart and here & there:
        signals["narrowed_context"] = 1.0
    mine, yours = old.forms & TIMES_APART, new.forms & TIMES_APART
    if signals["amount_differs"] and mine and yours and mine.isdisjoint(yours):
        signals["narrowed_context"] = 1.0  # one value for each of them
    limited = {old.attribute.name, new.attribute.name} <= _TASTES
    signals["taste_in_context"] = float(apart and limited)
    on_top = bool(here & set(new.subject.words)) or bool(there & set(old.subject.words))
    signals["context_is_subject"] = float(on_top)
    signals["refers_back"] = float(_refers_back(new, found))
    signals["other_script"] = float(old.text.isascii() != new.text.isascii())


TIMES_APART: Final = frozenset(
    """
    weekday weekdays weekend weekends morning mornings evening evenings night nights summer winter breakfast lunch
    dinner
    """.split()
)
"""Something may have a value at each of these: "on weekdays at 6", "on weekends at 9"."""
_TASTES: Final = frozenset(("preference", "like", "dislike"))


def _common(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count


def _refers_back(new: Statement, found: Alignment) -> bool:
    """The new statement begins with something the old one introduced ("the novel", "my road bike", "at Spotify")."""
    if not found.shared:
        return False
    known = {word.concept for word in found.shared if word.concept not in {"like", "live", "work", "name"}}
    first = next((word for word in new.content), None)
    return first is not None and first.concept in known and len(found.left_new) + len(new.quantities) >= 2


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

"""What speaks for and against each outcome when two statements meet: named signals between 0 and 1.

Every signal has a plain meaning, so that a verdict can be told in words. `judge` decides from them: some are sure on
their own, the rest are weighed together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from recollect.rules.lexicon.people import GENERIC, OVERLAPS
from recollect.write.verify.align import Alignment, align, one_slip
from recollect.write.verify.quantities import Quantity, agree, disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.states import group_of
from recollect.write.verify.words import Word


@dataclass(frozen=True, slots=True)
class Comparison:
    """Signals of one pair, and the words a reason quotes."""

    signals: dict[str, float]
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
    signals: dict[str, float] = {"jaccard": jaccard}
    _coverage(old, new, found, signals, cosine)
    old_amount, new_amount = _amounts(old, new, signals)
    axis = _states(old, new, found, signals)
    _cue_signals(old, new, signals)
    _subjects(old, new, found, signals)
    _attributes(old, new, found, signals)
    _frame(old, new, found, signals)
    if new.kind:
        signals[f"kind_{new.kind}"] = 1.0
    _together(signals)
    return Comparison(signals, found, old_amount, new_amount, axis)


def _coverage(
    old: Statement, new: Statement, found: Alignment, signals: dict[str, float], cosine: float | None
) -> None:
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


def _amounts(old: Statement, new: Statement, signals: dict[str, float]) -> tuple[Quantity | None, Quantity | None]:
    """Numbers, dates and times that agree, disagree, or stand on one side only."""
    equal = [q for q in new.quantities if any(agree(p, q) for p in old.quantities)]
    pairs = [
        (p, q)
        for p in old.quantities
        for q in new.quantities
        if disagree(p, q) and not any(agree(p, other) for other in new.quantities) and q not in equal
    ]
    signals["amount_equal"] = float(bool(equal))
    signals["amount_differs"] = float(bool(pairs))
    signals["amount_added"] = float(any(q not in equal for q in new.quantities) and not pairs)
    signals["amount_left"] = float(any(not any(agree(p, q) for q in new.quantities) for p in old.quantities))
    return pairs[0] if pairs else (None, None)


def _states(old: Statement, new: Statement, found: Alignment, signals: dict[str, float]) -> str:
    axis = ""
    for name, value in old.states.items():
        other = new.states.get(name)
        if other is not None:
            signals["state_same" if other == value else "state_differs"] = 1.0
            axis = name
    groups = group_of()
    old_groups = {groups[w.concept] for w in found.left_old if w.concept in groups}
    if old_groups & {groups[w.concept] for w in found.left_new if w.concept in groups}:
        signals["excluding_words"] = 1.0
    shared = {word.concept for word in found.shared}
    both = old.negated & new.negated & shared
    denied = frozenset() if both else (old.negated & shared) ^ (new.negated & shared)
    feeling = attitude(old) * attitude(new)
    signals["denied_once"] = float(bool(denied) and feeling <= 0 and not signals.get("state_same"))
    signals["denied_both"] = float(bool(both))
    signals["old_denies"] = float(bool(old.negated) and not new.negated)
    signals["new_denies"] = float(bool(new.negated) and not old.negated)
    return axis


_CUES_NEW: Final = ("update", "end", "done", "correction", "also", "past", "wish", "one_off", "habit")
_CUES_OLD: Final = ("past", "wish", "habit", "one_off")


def _cue_signals(old: Statement, new: Statement, signals: dict[str, float]) -> None:
    for cue in _CUES_NEW:
        signals[f"cue_{cue}"] = float(cue in new.cues)
    for cue in _CUES_OLD:
        signals[f"old_{cue}"] = float(cue in old.cues)
    signals["settled"] = float(old.obliged and not new.obliged and not new.cues.isdisjoint(("done", "end")))
    signals["past_then_now"] = float("past" in old.cues and "past" not in new.cues)
    signals["wish_and_fact"] = float(("wish" in old.cues) != ("wish" in new.cues))
    signals["habit_and_once"] = float(
        ("habit" in old.cues or "one_off" not in old.cues) and "one_off" in new.cues and "update" not in new.cues
    )


def _subjects(old: Statement, new: Statement, found: Alignment, signals: dict[str, float]) -> None:
    clash = person_clash(old, new)
    signals["other_person"] = float(clash)
    left_old = [word for word in found.left_old if word.capital]
    left_new = [word for word in found.left_new if word.capital]
    shared_names = [word for word in found.shared if word.form in old.names or word.name]
    signals["name_shared"] = float(bool(shared_names))
    signals["name_for_name"] = float(bool(left_old and left_new))
    signals["name_added"] = float(bool(left_new and not left_old))
    signals["similar_names"] = float(
        any(_nearly(a, b) for a in left_old for b in left_new)
        or any(_nearly(a, b) for a in left_old for b in found.left_new)
    )
    signals["other_holder"] = float(_other_holder(old, new, found))
    signals["other_value"] = float(_other_value(old, new, found))
    signals["other_thing"] = float(_other_thing(old, new))
    signals["same_subject"] = float(bool(old.subject.words) and set(old.subject.words) == set(new.subject.words))
    signals["same_thing"] = signals["same_subject"] * float(old.subject.key[0] == "thing")
    signals["about_someone_in_old"] = float(
        old.subject.key[0] == "user"
        and bool(new.subject.words)
        and not old.concepts.isdisjoint(new.subject.words)
    )


def attitude(statement: Statement) -> int:
    """1 for a liking, -1 for a dislike or a denied liking, 0 for neither."""
    name = statement.attribute.name
    if name == "dislike":
        return 1 if "dislike" in statement.negated else -1
    return (-1 if "like" in statement.negated else 1) if name == "like" else 0


def _other_holder(old: Statement, new: Statement, found: Alignment) -> bool:
    """The same post for the same people, held by somebody else: "our family GP"."""
    a, b = old.attribute, new.attribute
    if a.name != "role" or b.name != "role" or not a.of or not b.of or a.of[0].split()[-1] != b.of[0].split()[-1]:
        return False
    names = [word for word in found.left_old if word.capital]
    others = [word for word in found.left_new if word.capital]
    owned = (old.forms | new.forms) & _OWNED
    return bool(names and others and owned) and len(names) == len(found.left_old)


_OWNED: Final = frozenset("my our the of mein meine unser mon ma notre mi nuestro meu nosso".split())
_PLACES: Final = frozenset(("home", "work", "favourite", "age"))


def _other_value(old: Statement, new: Statement, found: Alignment) -> bool:
    """One attribute that everybody has once, of one person, with nothing of the old value in the new statement."""
    a, b = old.attribute, new.attribute
    if a.name != b.name or a.name not in _PLACES or a.of != b.of or person_clash(old, new):
        return False
    if old.subject.key[0] != new.subject.key[0] and a.name != "favourite":
        return False
    if {"past", "wish"} & (old.cues ^ new.cues) or "one_off" in new.cues or "also" in new.cues:
        return False
    if a.name == "favourite":
        return bool(found.left_old and found.left_new)
    named = [word for word in found.left_old if word.capital]
    return bool(named and any(word.capital for word in found.left_new)) and not any(w.capital for w in found.shared)


def _nearly(left: Word, right: Word) -> bool:
    """Tom and Tim, Ana and Anja: names one slip apart, or with the same beginning."""
    a, b = left.form, right.form
    return a != b and (one_slip(a, b) if abs(len(a) - len(b)) <= 1 else a[:3] == b[:3]) and a[0] == b[0]


def person_clash(old: Statement, new: Statement) -> bool:
    """Whether the two are about different people."""
    a, b = old.subject.key, new.subject.key
    if a[0] == "person" and b[0] == "person":
        if len(a) != len(b):
            return not (set(a[1:]) <= new.people and set(b[1:]) <= old.people)
        return any(not _may_be_one(x, y) for x, y in zip(a[1:], b[1:], strict=True))
    if a[0] == "person" and b[0] == "user":
        return not any(_may_be_one(x, y) for x in a[1:] for y in new.people) and not _named_there(old, new)
    if a[0] == "user" and b[0] == "person":
        if "relationship" in old.states and "relationship" in new.states:
            return False
        return not any(_may_be_one(x, y) for x in b[1:] for y in old.people) and not _named_there(new, old)
    if a[0] == "name" and b[0] == "name":
        return not set(a[1:]) & set(b[1:]) and not set(b[1:]) & old.forms and not set(a[1:]) & new.forms
    if old.people and new.people and not old.names & new.names:
        return not any(_may_be_one(x, y) for x in old.people for y in new.people)
    return False


def _named_there(one: Statement, other: Statement) -> bool:
    """Whether the other statement mentions a name out of the subject of the one."""
    return bool(set(one.subject.words) & one.names & other.forms)


def _may_be_one(left: str, right: str) -> bool:
    if left == right:
        return True
    return any(left in group and right in group and (left in GENERIC or right in GENERIC) for group in OVERLAPS)


def _other_thing(old: Statement, new: Statement) -> bool:
    """Two things of one kind told apart by a word ("the frontend repo", "the docs repo"), or two things at all."""
    a, b = old.subject, new.subject
    if a.key[0] != "thing" or b.key[0] != "thing":
        return False
    mine, yours = set(a.words), set(b.words)
    if mine == yours:
        return False
    if mine & yours:
        return bool(mine - yours) and bool(yours - mine)
    return not mine & new.concepts and not yours & old.concepts


def _attributes(old: Statement, new: Statement, found: Alignment, signals: dict[str, float]) -> None:
    a, b = old.attribute, new.attribute
    same = a.name == b.name and (a.of == b.of or not a.of or not b.of)
    signals["same_single"] = float(same and a.single and a.name != "other")
    signals["same_many"] = float(same and not a.single)
    signals["no_attribute"] = float(a.name == "other" and b.name == "other")
    signals[f"attribute_{b.name}"] = 1.0
    if a.name == b.name and a.of != b.of and a.of and b.of:
        signals["attribute_of_other"] = 1.0
    attitudes = {"like", "dislike", "preference"}
    if a.name in attitudes and b.name in attitudes:
        objects = {word.concept for word in found.shared} - {"like", "dislike", "prefer", "want"}
        if not objects:
            signals["other_object"] = 1.0
        elif attitude(old) * attitude(new) < 0:
            apart = [w for w in (*found.left_old, *found.left_new) if w.concept not in {"like", "dislike"}]
            signals["attitude_turned" if len(apart) < 2 or not found.left_old else "other_object"] = 1.0
    if {a.name, b.name} <= {"preference", "like"} and signals["nothing_new"] and signals["all_old_found"]:
        first, second = ([w.concept for w in s.content if w.concept != "prefer"] for s in (old, new))
        signals["swapped"] = float(first != second and set(first) == set(second) and bool(new.forms & _THAN))


_THAN: Final = frozenset("over than to not instead rather".split())


def _frame(old: Statement, new: Statement, found: Alignment, signals: dict[str, float]) -> None:
    """Sentences built alike that differ in one place: at the end (a value) or at the beginning (what it is about)."""
    a, b = old.frame, new.frame
    shorter = max(1, min(len(a), len(b)))
    prefix = _common(a, b)
    suffix = min(_common(a[::-1], b[::-1]), shorter - min(prefix, shorter))
    signals["same_beginning"] = prefix / shorter
    signals["same_ending"] = suffix / shorter
    signals["longer"] = min(2.0, len(new.words) / max(1, len(old.words))) / 2
    here, there = old.context, new.context
    signals["other_context"] = float(bool(here and there) and bool(here - there) and bool(there - here))
    signals["refers_back"] = float(_refers_back(new, found))
    signals["other_script"] = float(old.text.isascii() != new.text.isascii())


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


def _together(signals: dict[str, float]) -> None:
    """Signals that mean something only in pairs."""
    get = signals.get
    signals["single_and_beginning"] = get("same_single", 0) * get("same_beginning", 0)
    signals["many_and_beginning"] = get("same_many", 0) * get("same_beginning", 0)
    signals["differs_same_subject"] = get("amount_differs", 0) * get("same_subject", 0)
    signals["differs_same_beginning"] = get("amount_differs", 0) * get("same_beginning", 0)
    signals["differs_and_words_left"] = get("amount_differs", 0) * get("left_old", 0)
    signals["change_and_shared"] = max(get("cue_update", 0), get("cue_end", 0)) * (1 - get("nothing_shared", 0))
    signals["single_and_new_name"] = get("same_single", 0) * get("name_for_name", 0)
    signals["back_and_more"] = get("refers_back", 0) * get("left_new", 0)
    signals["covered_no_change"] = get("cover_both", 0) * (1 - max(get("cue_update", 0), get("cue_end", 0)))
    signals["old_covered_new_adds"] = get("cover_old", 0) * get("left_new", 0)
    signals["denied_and_covered"] = get("denied_once", 0) * get("cover_both", 0)
    signals["denied_old_covered"] = get("denied_once", 0) * get("cover_old", 0)
    signals["differs_in_context"] = get("amount_differs", 0) * get("other_context", 0)
    signals["differs_shared_words"] = get("amount_differs", 0) * get("cover_both", 0)
    signals["state_covered"] = get("state_same", 0) * (1 - get("other_person", 0))
    signals["state_turned"] = get("state_differs", 0) * (1 - get("other_person", 0))
    signals["end_and_covered"] = get("cue_end", 0) * get("cover_old", 0)
    signals["update_and_covered"] = get("cue_update", 0) * get("cover_old", 0)
    signals["only_amounts"] = get("amount_equal", 0) * (1 - get("left_old", 0)) * (1 - get("left_new", 0))
    signals["apart_in_thing_and_amount"] = get("amount_differs", 0) * get("other_thing", 0)
    signals["single_in_context"] = get("same_single", 0) * get("other_context", 0)
    signals["alike_same_beginning"] = get("alike_values", 0) * get("same_beginning", 0)
    signals["alike_same_ending"] = get("alike_values", 0) * get("same_ending", 0)

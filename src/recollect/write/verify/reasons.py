"""Reasons in words: why a verdict came out as it did, one sentence for people, and the name of the guard behind it."""

from __future__ import annotations

from collections.abc import Iterable

from recollect.write.verify.compare import Comparison
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_DIMENSIONS = {
    "pound": "amount",
    "clock": "time of day", "date": "date", "day": "day", "weekday": "weekday", "month": "month", "year": "year",
    "years": "number of years", "months": "number of months", "days": "number of days", "span": "duration",
    "length": "length", "mass": "weight", "money": "amount", "percent": "share", "code": "number", "count": "number",
}  # fmt: skip
_ATTRIBUTES = {
    "home": "home", "work": "work", "role": "post", "name": "name", "age": "age", "favourite": "favourite",
    "preference": "preference", "tie": "relationship", "choice": "choice", "amount": "value", "like": "liking",
    "skill": "skill", "dislike": "dislike", "possession": "possession", "event": "event", "allergy": "allergy",
}  # fmt: skip


def explain(label: str, old: Statement, new: Statement, found: Comparison) -> tuple[str, str]:
    """(guard, sentence) for `label`."""
    return {"supersede": _supersede, "duplicate": _duplicate, "merge": _merge, "keep_both": _keep_both}[label](
        old, new, found
    )


def _words(words: Iterable[Word], most: int = 4) -> str:
    return " ".join(word.text for word in list(words)[:most])


def _change(found: Comparison) -> str:
    before, after = _words(found.alignment.left_old), _words(found.alignment.left_new)
    return f": {before} → {after}" if before and after else ""


def _about(old: Statement) -> str:
    return old.subject.label if old.subject.key[0] != "user" else "the same person"


def _supersede(old: Statement, new: Statement, found: Comparison) -> tuple[str, str]:
    signals = found.signals
    if signals.get("state_differs"):
        return "state", f"another state of {_about(old)} ({found.axis}){_change(found)}"
    if found.old_amount and found.new_amount:
        what = _DIMENSIONS.get(found.new_amount.dimension, "number")
        return "numbers", f"another {what} for the same thing: {found.old_amount.text} → {found.new_amount.text}"
    if signals.get("attitude_turned"):
        return "attitude", "the liking of the same thing has turned"
    if signals["denied_once"]:
        return "negation", "one denies what the other states, and the newer one holds"
    if signals["cue_end"]:
        return "ended", f"the newer statement tells that it is over{_change(found)}"
    if signals["cue_done"] and new.kind == "commitment":
        return "settled", "what was owed or planned has been done"
    if signals["cue_correction"] or new.kind == "correction":
        return "correction", f"the newer statement corrects the older{_change(found)}"
    if signals["same_single"]:
        name = _ATTRIBUTES.get(new.attribute.name, new.attribute.name)
        of = " ".join(new.attribute.of) if new.attribute.name in {"favourite", "role"} else ""
        label = f"{name} {of}".strip()
        return "slot", f"another value for '{label}' of {_about(old)}{_change(found)}"
    if signals["cue_update"]:
        return "update", f"the newer statement tells of a change{_change(found)}"
    return "value", f"another value for the same thing{_change(found)}"


def _duplicate(old: Statement, new: Statement, found: Comparison) -> tuple[str, str]:
    signals = found.signals
    if signals.get("state_same"):
        return "state", f"both say the same about {_about(old)} ({found.axis})"
    if signals["amount_equal"]:
        return "numbers", "the same numbers or dates about the same thing"
    if signals["nothing_new"]:
        return "words", "every word that matters is known already"
    return "meaning", "the same in other words"


def _merge(old: Statement, new: Statement, found: Comparison) -> tuple[str, str]:
    about = _words(found.alignment.shared, 3) or "the same thing"
    added = _words(found.alignment.left_new, 5)
    return "detail", f"about the same ({about}), with detail that was not known" + (f": {added}" if added else "")


def _keep_both(old: Statement, new: Statement, found: Comparison) -> tuple[str, str]:
    signals = found.signals
    if signals["other_person"]:
        return "person", f"about different people: {old.subject.label} and {new.subject.label}"
    if signals["similar_names"] or (signals["name_for_name"] and not signals["name_shared"]):
        before = _words(word for word in found.alignment.left_old if word.name)
        after = _words(word for word in found.alignment.left_new if word.name) or _words(found.alignment.left_new)
        return "names", f"about different names: {before} and {after}"
    if signals["other_thing"]:
        return "subject", f"about different things: {old.subject.label} and {new.subject.label}"
    if signals["wish_and_fact"]:
        return "wish", "one is a wish, the other a fact"
    if signals["habit_and_once"]:
        return "habit", "a single event does not change a habit"
    if signals["past_then_now"]:
        return "past", "the older one tells of the past, the newer one of now"
    if signals["same_many"] or signals.get("other_object"):
        return "many", "both can be true: there may be several of these"
    return "different", "both can be true at once"

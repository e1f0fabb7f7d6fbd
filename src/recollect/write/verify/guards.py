"""Signs that decide alone, in the order they are asked. Each is right nearly always; what none decides is weighed.

Every guard is a function of the signals with a name that verdicts carry. Their precision is printed by
`recollect.evals.judging`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from recollect.write.verify.frame import Signals

KEEP_BOTH, SUPERSEDE, DUPLICATE = "keep_both", "supersede", "duplicate"


def says_more(signals: Signals) -> bool:
    """It names somebody, or a number or a time, that the known one lacks: whatever it repeats, dropping it would lose
    that."""
    return bool(signals["name_added"] or signals["amount_added"])


def _calm(signals: Signals) -> bool:
    """Nothing tells the two apart: same people, things, contexts, tense."""
    return not (
        signals["other_person"]
        or signals["other_thing"]
        or signals["narrowed_context"]
        or signals["other_role"]
        or signals["wish_and_fact"]
        or signals["past_then_now"]
        or signals["cue_also"]
    )


def _other_person(signals: Signals) -> bool:
    """What somebody else does now ends nothing that is over: "I had measles in 1998", "my son has measles now"."""
    changed = signals["cue_end"] or signals["cue_update"]
    return bool(signals["other_person"]) and not (changed and not signals["past_then_now"])


def _ruled_out(signals: Signals) -> bool:
    """ "3.12, not 3.11"."""
    return bool(signals["amount_ruled_out"]) and bool(signals["amount_differs"])


def _trade(signals: Signals) -> bool:
    return bool(signals["other_trade"]) and _calm(signals)


def _rejected(signals: Signals) -> bool:
    """Something else is set above what the old one says: "afternoons are better than mornings"."""
    return bool(signals["value_over_old"]) and _calm(signals)


def _swapped(signals: Signals) -> bool:
    return bool(signals["swapped"])


def _attitude(signals: Signals) -> bool:
    return bool(signals["attitude_turned"]) and _calm(signals) and not signals["other_context"]


def _value(signals: Signals) -> bool:
    return bool(signals["other_value"] or signals["other_holder"] or signals["renewed"])


def _left(signals: Signals) -> bool:
    """No longer for the employer that is known."""
    return bool(signals["left_employer"])


def _settled(signals: Signals) -> bool:
    return bool(signals["settled"]) and not signals["nothing_shared"] and not signals["other_thing"]


def _denied(signals: Signals) -> bool:
    return (
        bool(signals["denied_once"])
        and signals["cover_old"] >= 0.65
        and _calm(signals)
        and not signals["name_for_name"]
        and not signals["state_same"]
        and not signals["other_object"]
        and not (signals["same_many"] and signals["left_old"] and signals["left_new"])
    )


def _state(signals: Signals) -> bool:
    return bool(signals["state_differs"]) and _calm(signals) and not signals["habit_and_once"]


def _taste(signals: Signals) -> bool:
    """Liked or wanted in another context: "in the terminal", "for reading"."""
    return bool(signals["taste_in_context"]) and not (signals["cue_update"] or signals["cue_end"])


def _changed(signals: Signals) -> bool:
    return bool(signals["cue_update"] or signals["cue_end"] or signals["cue_correction"] or signals["cue_done"])


def _thing(signals: Signals) -> bool:
    return bool(signals["other_thing"]) and not _changed(signals)


def _narrowed(signals: Signals) -> bool:
    """The same said of two things of one kind: "on the free plan", "on the pro plan"."""
    return bool(signals["narrowed_context"]) and not _changed(signals) and signals["cover_both"] > 0.5


def _object(signals: Signals) -> bool:
    return bool(signals["other_object"]) and not _changed(signals)


def _role(signals: Signals) -> bool:
    """One name, two posts: the same person in two roles, or two of that name."""
    return bool(signals["other_role"]) and not (
        signals["cue_update"] or signals["cue_end"] or signals["cue_correction"]
    )


def _same_state(signals: Signals) -> bool:
    return (
        bool(signals["state_same"])
        and _calm(signals)
        and not signals["cue_end"]
        and not signals["cue_update"]
        and signals["left_old"] <= 0.4
        and (signals["left_new"] <= 0.3 and not signals["amount_differs"] and not says_more(signals))
    )


def _amount(signals: Signals) -> bool:
    return (
        bool(signals["amount_differs"])
        and _calm(signals)
        and not signals["name_for_name"]
        and not signals["habit_and_once"]
        and not signals["same_many"]
        and (signals["cover_old"] >= 0.75 or (bool(signals["same_subject"]) and signals["cover_old"] >= 0.5))
    )


def _excluded(signals: Signals) -> bool:
    """Two values that exclude each other, of one thing: "the repo is private", "we made the repo public"."""
    told = signals["excluded"] and not signals["other_person"] and not signals["other_thing"]
    return bool(told) and not (signals["wish_and_fact"] or signals["past_then_now"] or signals["cue_also"])


def _nothing_but(signals: Signals) -> bool:
    """The new one says nothing but that it denies something of the old one: "no emojis, please"."""
    only = signals["denied_once"] and signals["nothing_new"] and signals["new_denies"] and not signals["same_many"]
    return bool(only) and signals["cover_old"] >= 0.3 and _calm(signals)


def _ended(signals: Signals) -> bool:
    """An ending does not end another one: "lost her father", "her father died"."""
    over = bool(signals["cue_end"]) and not (signals["old_end"] or signals["state_same"] or signals["ended_beside"])
    return over and signals["cover_old"] >= 0.5 and not signals["nothing_shared"] and _calm(signals)


def _nothing_new(signals: Signals) -> bool:
    """Every word of either is in the other, and nothing is denied, named or counted in addition, or changed."""
    return (
        bool(signals["nothing_new"] and signals["all_old_found"])
        and not says_more(signals)
        and not _changed(signals)
        and not signals["denied_once"]
        and not signals["amount_differs"]
        and not signals["other_person"]
        and not signals["swapped"]
    )


def _same_attitude(signals: Signals) -> bool:
    return bool(signals["attitude_same"]) and signals["left_new"] <= 0.3 and _calm(signals) and not says_more(signals)


def _built_alike(signals: Signals) -> bool:
    """Same subject, same beginning, another end: "our biggest client is …"."""
    return (
        bool(signals["same_thing"])
        and signals["same_beginning"] >= 0.5
        and _calm(signals)
        and signals["left_old"] == 0.2
        and 0 < signals["left_new"] <= 0.3
        and not signals["new_denies"]
        and not signals["one_is_named"]
        and not signals["same_many"]
        and not signals["attribute_of_other"]
    )


GUARDS: Final[tuple[tuple[str, str, Callable[[Signals], bool]], ...]] = (
    ("slot", SUPERSEDE, _value),
    ("person", KEEP_BOTH, _other_person),
    ("ended", SUPERSEDE, _left),
    ("numbers", SUPERSEDE, _ruled_out),
    ("swapped", SUPERSEDE, _swapped),
    ("rejected", SUPERSEDE, _rejected),
    ("job", SUPERSEDE, _trade),
    ("context", KEEP_BOTH, _taste),
    ("role", KEEP_BOTH, _role),
    ("subject", KEEP_BOTH, _thing),
    ("context", KEEP_BOTH, _narrowed),
    ("many", KEEP_BOTH, _object),
    ("settled", SUPERSEDE, _settled),
    ("attitude", SUPERSEDE, _attitude),
    ("state", SUPERSEDE, _state),
    ("state", DUPLICATE, _same_state),
    ("negation", SUPERSEDE, _denied),
    ("negation", SUPERSEDE, _nothing_but),
    ("value", SUPERSEDE, _excluded),
    ("numbers", SUPERSEDE, _amount),
    ("value", SUPERSEDE, _built_alike),
    ("ended", SUPERSEDE, _ended),
    ("words", DUPLICATE, _nothing_new),
    ("attitude", DUPLICATE, _same_attitude),
)


def sure(signals: Signals) -> tuple[str, str] | None:
    """(label, guard) when one sign decides alone."""
    for name, label, holds in GUARDS:
        if holds(signals):
            return label, name
    return None

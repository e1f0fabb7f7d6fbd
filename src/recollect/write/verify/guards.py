"""Signs that decide alone, in the order they are asked. Each is right nearly always; what none decides is weighed.

Every guard is a function of the signals with a name that verdicts carry. Their precision is printed by
`recollect.evals.judging`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

Signals = Mapping[str, float]
KEEP_BOTH, SUPERSEDE, DUPLICATE = "keep_both", "supersede", "duplicate"


def _calm(signals: Signals) -> bool:
    """Nothing tells the two apart: same people, things, contexts, tense."""
    return not (
        signals["other_person"]
        or signals["other_thing"]
        or signals["other_context"]
        or signals["wish_and_fact"]
        or signals["past_then_now"]
        or signals["cue_also"]
    )


def _other_person(signals: Signals) -> bool:
    return bool(signals["other_person"]) and not (signals["cue_end"] or signals["cue_update"])


def _swapped(signals: Signals) -> bool:
    return bool(signals.get("swapped"))


def _attitude(signals: Signals) -> bool:
    return bool(signals.get("attitude_turned")) and _calm(signals)


def _value(signals: Signals) -> bool:
    return bool(signals["other_value"] or signals["other_holder"])


def _settled(signals: Signals) -> bool:
    return bool(signals["settled"]) and not signals["nothing_shared"] and not signals["other_thing"]


def _denied(signals: Signals) -> bool:
    return (
        bool(signals["denied_once"])
        and signals["cover_old"] >= 0.65
        and _calm(signals)
        and not signals["name_for_name"]
        and not signals.get("state_same")
        and not signals.get("other_object")
        and not (signals["same_many"] and signals["left_old"] and signals["left_new"])
    )


def _state(signals: Signals) -> bool:
    return bool(signals.get("state_turned")) and _calm(signals) and not signals["habit_and_once"]


def _same_state(signals: Signals) -> bool:
    return bool(signals.get("state_same")) and _calm(signals) and signals["left_old"] <= 0.4 and (
        signals["left_new"] <= 0.3 and not signals["amount_differs"] and not signals["amount_added"]
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


def _built_alike(signals: Signals) -> bool:
    """Same subject, same beginning, another end: "our biggest client is …"."""
    return (
        bool(signals["same_thing"])
        and signals["same_beginning"] >= 0.5
        and _calm(signals)
        and signals["left_old"] == 0.2
        and 0 < signals["left_new"] <= 0.3
        and not signals["same_many"]
        and not signals.get("attribute_of_other")
    )


GUARDS: Final[tuple[tuple[str, str, Callable[[Signals], bool]], ...]] = (
    ("person", KEEP_BOTH, _other_person),
    ("swapped", SUPERSEDE, _swapped),
    ("slot", SUPERSEDE, _value),
    ("settled", SUPERSEDE, _settled),
    ("attitude", SUPERSEDE, _attitude),
    ("state", SUPERSEDE, _state),
    ("state", DUPLICATE, _same_state),
    ("negation", SUPERSEDE, _denied),
    ("numbers", SUPERSEDE, _amount),
    ("value", SUPERSEDE, _built_alike),
)


def sure(signals: Signals) -> tuple[str, str] | None:
    """(label, guard) when one sign decides alone."""
    for name, label, holds in GUARDS:
        if holds(signals):
            return label, name
    return None

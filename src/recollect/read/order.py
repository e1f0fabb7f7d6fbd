"""Stages after ranking that read what the best candidates say: what belongs together, what replaces what, what is asked
for exactly, what repeats. Each moves records or leaves them, says so in the trace, and drops nothing but doubles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from recollect.model.counted import counted
from recollect.read import newer, shape, then, together, twice, whose
from recollect.read.coming import begun
from recollect.read.explain import moved_up
from recollect.read.field import Ranked
from recollect.read.repeated import ASKED_BEFORE, NO_ANSWER, repeated_last
from recollect.read.run import Run


def by_what_is_said(run: Run, ranked: Ranked) -> Ranked:
    """All of them in turn."""
    query, preset = run.query, run.preset
    if preset.newer and preset.fusion != "recent" and run.asked.only_a_time:
        run.read(ranked.places[: then.REACH].tolist())
        moved = then.time_first(ranked, run.plots, run.records, run.asked)
        run.stages += ["then: what lies in the time asked for came first"] if moved is not ranked else []
        ranked = moved
    ranked, run.sources, run.overtook = together.join(run.plots, ranked, run.reader, run.records, run.read, query.k)
    if run.sources:
        run.stages.append(f"together: {len(run.sources)} of the hits stand for what was drawn from them or they from")
    if run.overtook:
        run.stages.append(f"together: {len(run.overtook)} moved above the turn that told what they replaced")
    if preset.newer and preset.fusion != "recent":
        ranked = _repeated_last(run, _asked_exactly(run, _newer_first(run, ranked)))
    return _own_alone(run, ranked) if len(run.plots) > 1 else ranked


def _newer_first(run: Run, ranked: Ranked) -> Ranked:
    """A later statement above an earlier one that it replaces, when the question asks how things are."""
    wanted, back = newer.wanted(run.query.text), run.query.filter
    if wanted is None or run.asked.about_assistant or back.as_of is not None or back.valid_at is not None:
        return ranked
    run.read(ranked.places[: max(newer.REACH, run.query.k)].tolist())  # what will be shown is read along
    weights = newer.worth(run.plots, run.asked)
    records = begun(run.records, run.sources, run.query.now)
    ranked, overtook = newer.reorder(ranked, records, run.sources, wanted, weights, run.asked, run.overtook)
    run.overtook |= overtook
    if overtook:
        run.stages.append(f"newer: {len(overtook)} moved above an older statement with another value")
    return ranked


def _asked_exactly(run: Run, ranked: Ranked) -> Ranked:
    """Where an age is asked for: that of the person named above others'. Where a time is: what happened then first."""
    rules: list[tuple[str, str, Callable[[Ranked], Ranked]]] = []
    if (name := whose.asked_for(run.query.text)) is not None:
        rules.append(("whose", whose.REASON, partial(whose.reorder, records=run.records, name=name)))
    if run.asked.intervals and not run.asked.about_assistant:
        rules.append(("then", then.REASON, partial(then.reorder, records=run.records, asked=run.asked.intervals)))
    for rule, reason, reorder in rules:
        run.read(ranked.places[: max(newer.REACH, run.query.k)].tolist())
        moved = reorder(ranked)
        if up := [] if moved is ranked else shape.raised(ranked, moved):
            run.stages.append(f"{rule}: what {reason} moved up")
        run.moved |= dict.fromkeys(up, moved_up(reason))
        run.overtook = {place: other for place, other in run.overtook.items() if other not in up}
        ranked = moved
    return ranked


def _repeated_last(run: Run, ranked: Ranked) -> Ranked:
    """Turns that say again what a better one says, behind the others; not where one session is asked for."""
    if run.query.filter.only_session or not any(plot.columns.has_turns for plot in run.plots):
        return ranked
    kept = run.sources.keys() | run.overtook.keys() | run.moved.keys()
    ranked, count, behind = repeated_last(ranked, run.records, run.read, run.query.k, kept, run.query.text)
    run.stages += [f"repeated: {count} turns that say the same again came last"] if count else []
    asked, declining = (sum(why == reason for why in behind.values()) for reason in (ASKED_BEFORE, NO_ANSWER))
    if asked:
        run.stages.append(f"asked before: {counted(asked, 'turn')} with the same question came behind the others")
    if declining:
        run.stages.append(f"no answer: {counted(declining, 'turn')} that decline to answer came behind the others")
    run.moved |= behind
    return ranked


def _own_alone(run: Run, ranked: Ranked) -> Ranked:
    """What is the user's and everybody's in the same words: once."""
    ranked, found = twice.own_alone(ranked, run.records, run.read, run.query.k)
    run.stages += [f"twice: {len(found)} of the user's own stand for what is shared, too"] if found else []
    run.moved |= {place: "; ".join(filter(None, (run.moved.get(place), twice.REASON))) for place in found}
    return ranked

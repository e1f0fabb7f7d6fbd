"""What becomes of a known statement when a new one arrives: unrelated, duplicate, supersede, merge or keep both.

Deterministic and without a language model. Sure signs decide alone (the same text, two different people); everything
else is weighed together (`learned`), and the signals that spoke loudest give the reason. The new statement is the
later one. Which of many known statements is meant is decided by `choose`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

from recollect.write.verify.align import Alignment, align
from recollect.write.verify.alike import another_of_kind
from recollect.write.verify.another import another_thing
from recollect.write.verify.apart import (
    adds_detail,
    exchanged,
    no_change,
    no_repetition,
    told_apart,
)
from recollect.write.verify.besides import tells_besides
from recollect.write.verify.compare import combine, compare
from recollect.write.verify.contrary import contrary
from recollect.write.verify.dated import other_date, still_to_come, two_deeds, two_occasions
from recollect.write.verify.dated_headings import other_entry
from recollect.write.verify.denied import (
    denies_another,
    denies_another_kind,
    denies_another_language,
    ends_another,
    ends_how,
)
from recollect.write.verify.done_with import done_with, had_no_more, pet_died
from recollect.write.verify.exceptions import exception
from recollect.write.verify.given_up import given_up
from recollect.write.verify.guards import says_more, sure
from recollect.write.verify.headed import other_heading
from recollect.write.verify.holding import held_by_another, held_elsewhere
from recollect.write.verify.identity import namesakes, not_now, others_favourite
from recollect.write.verify.jobless import out_of_work
from recollect.write.verify.learned import LABELS, Weights, chance, shipped, weigh
from recollect.write.verify.lettered import letter_for_letter, other_letters
from recollect.write.verify.listed import one_of_several
from recollect.write.verify.measured import other_measure, other_weight
from recollect.write.verify.moves import moved_to_no_place
from recollect.write.verify.named import denies
from recollect.write.verify.named import signals_of as named_signals
from recollect.write.verify.none_of_kind import denies_having, none_of_its_kind
from recollect.write.verify.numbered import other_one
from recollect.write.verify.one_more import known_otherwise, one_more
from recollect.write.verify.outgrown import outgrown
from recollect.write.verify.parting import broke_up, parted_from, still_a_pair
from recollect.write.verify.posts import other_in_post
from recollect.write.verify.qualities import other_quality
from recollect.write.verify.quantities import agree
from recollect.write.verify.reasons import explain
from recollect.write.verify.repeating import adds, differs, small_words_differ
from recollect.write.verify.routine import other_hour
from recollect.write.verify.saying_all import says_all
from recollect.write.verify.slips import slipped
from recollect.write.verify.sole_number import only_a_number_shared
from recollect.write.verify.statement import Statement
from recollect.write.verify.surnames import another_titled, two_of_a_family, two_of_a_name
from recollect.write.verify.telling import carries_out, excludes
from recollect.write.verify.together import one_of_them
from recollect.write.verify.unspaced import tells_no_place
from recollect.write.verify.whose import somebody_elses
from recollect.write.verify.written import same_forms, written_otherwise

UNRELATED: Final = "unrelated"
SUPERSEDE, DUPLICATE, MERGE, KEEP_BOTH = LABELS
SAME_TOLD: Final = 0.97
"""Share of the words that must have partners on both sides for a repetition about named people."""
SURE: Final = 0.97
"""Certainty of a guard: what they reach on labelled pairs."""
ALIKE_WORD: Final = 0.5
"""A word whose best partner scores this is something in common."""
RELATED_COSINE: Final = 0.2
"""Below this, with no word in common and no line of states, two statements have nothing to do with each other."""


NAMED_MIN: Final = 0.62
"""How likely it must be that a statement about named people takes another's place: many of them read alike."""
STRANGERS_TOLD_MIN: Final = 2 / 6
"""Two words that must be told of both, where no name is: "lives in Lima" and "lives in Cuzco" are told of two."""
MORE_MIN: Final = 0.35
"""How likely something must be that reads like a repetition and yet says more, to change what is known."""
LEFT_OVER_MIN: Final = 0.15
"""How likely an outcome must be where a likelier one is out of the question; else both stay."""
_SUPPOSED: Final = frozenset("could may might possibly perhaps probably".split())
"""Two guesses about one person do not exclude each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A label with the reason for people, how sure it is (0..1), and the guard or signal that decided."""

    label: str
    reason: str
    certainty: float
    guard: str
    touches: float = 0.0
    """Probability that the known statement does not stay as it is (superseded, repeated or extended)."""
    related: float = 1.0
    """Probability that the two have to do with each other at all, against one drawn by lot; asked where it matters."""
    as_of_anybody: bool = False
    """About somebody by his full name, and yet weighed like a statement about anybody: so it needs the same proof."""


JOBLESS: Final = "jobless"
"""Guard of a job that ends without being named: which one is plain only where there is one."""


PARTED: Final = "parted"
"""Guard of a tie to a partner that ends without naming him: likewise."""


OUTGROWN: Final = "outgrown"
"""Guard of what is over because the next thing has come."""


CONTRARY: Final = "contrary"
"""Guard of what cannot be so of one person beside the other."""


def _over(old: Statement, new: Statement) -> bool:
    return done_with(old, new) or pet_died(old, new) or had_no_more(old, new) or given_up(old, new)


def _of_one_family(old: Statement, new: Statement) -> bool:
    return two_of_a_family(old, new) and not other_in_post(old, new)


AT_ONCE: Final[tuple[tuple[Callable[[Statement, Statement], bool], str, str, str], ...]] = (
    (other_one, KEEP_BOTH, "they are about two things of one kind, told apart by a number", "numbered"),
    (others_favourite, KEEP_BOTH, "it is what somebody else likes best", "person"),
    (two_occasions, KEEP_BOTH, "two things that happened at different times", "dated"),
    (two_deeds, KEEP_BOTH, "two things that were done or measured", "dated"),
    (held_by_another, SUPERSEDE, "somebody else holds it now", "slot"),
    (other_in_post, SUPERSEDE, "somebody else holds it now", "slot"),
    (other_heading, KEEP_BOTH, "one of them stands under a heading that names something else", "heading"),
    (other_date, SUPERSEDE, "what happens once has another date now", "dated"),
    (none_of_its_kind, SUPERSEDE, "one of them denies all of the kind of which the other has one", "denied"),
    (_over, SUPERSEDE, "what it tells of is over", "ended"),
    (out_of_work, SUPERSEDE, "the job that it tells of is over", JOBLESS),
    (parted_from, SUPERSEDE, "the two are no longer a pair", "ended"),
    (broke_up, SUPERSEDE, "the tie that it tells of is over", PARTED),
    (excludes, SUPERSEDE, "both cannot be so at once", "slot"),
    (outgrown, SUPERSEDE, "the next thing has come", OUTGROWN),
    (contrary, SUPERSEDE, "both cannot be so of one person", CONTRARY),
    (other_hour, SUPERSEDE, "what is done once a day has another hour", "numbers"),
    (other_weight, SUPERSEDE, "another weight of the same one", "numbers"),
    (other_letters, SUPERSEDE, "another letter as the value of the same thing", "value"),
    (says_all, MERGE, "it says all that is known, and more of it", "detail"),
)
"""What is seen from the two alone, in the order it is asked: test, label, reason, guard."""


_CHANGE: Final = frozenset((SUPERSEDE,))
_SAME: Final = frozenset((DUPLICATE, MERGE))
_TOUCHED: Final = frozenset((SUPERSEDE, DUPLICATE, MERGE))
BOTH_STAY: Final[tuple[tuple[Callable[[Statement, Statement], bool], frozenset[str], str, str], ...]] = (
    (somebody_elses, _TOUCHED, "it is told of somebody else", "person"),
    (known_otherwise, _TOUCHED, "what somebody is known for stays so", "person"),
    (one_more, _CHANGE, "it is one more language or prize", "another deed"),
    (two_of_a_name, _TOUCHED, "it is told of another one with the same first name", "person"),
    (_of_one_family, _TOUCHED, "it is told of another one with the same surname", "person"),
    (another_titled, _SAME, "it names another one with the same surname", "person"),
    (held_elsewhere, _TOUCHED, "somebody else holds such a post elsewhere", "person"),
    (not_now, _CHANGE, "it tells how it was, or was dreamed of, and not how it is", "past"),
    (tells_no_place, _CHANGE, "it tells how or with whom somebody lives or works, and where stays", "slot"),
    (moved_to_no_place, _CHANGE, "it tells of another move, and where somebody lives stays", "slot"),
    (still_to_come, _TOUCHED, "it tells how it will be, and not how it is", "ahead"),
    (still_a_pair, _CHANGE, "it does not tell that this pair is over", "tie"),
    (one_of_several, _CHANGE, "it tells of one of several things, and the others stay", "listed"),
    (one_of_them, _CHANGE, "it tells of one of those who are told of together, and the others stay", "together"),
    (exception, _CHANGE, "it tells of one day or one group, and the rule stays", "exception"),
    (slipped, _CHANGE, "it tells what was done once, and the habit stays", "slip"),
    (denies_another, _CHANGE, "it denies something else than what is known", "denied"),
    (carries_out, _SAME, "it tells that what was wished for has been done", "settled"),
    (denies_having, _SAME, "the one tells what is had, and the other what is not", "denied"),
    (denies_another_kind, _TOUCHED, "it denies another kind than what is known", "denied"),
    (denies_another_language, _CHANGE, "it denies another language than what is known", "denied"),
    (ends_another, _CHANGE, "it tells of the end of something else than what is known", "denied"),
    (ends_how, _CHANGE, "it tells of when or how much somebody works, and where he does stays", "denied"),
    (other_measure, _CHANGE, "the two numbers measure different things", "measured"),
    (other_entry, _TOUCHED, "it is another entry of what is written down by date", "entry"),
    (another_thing, _CHANGE, "it is told of another thing", "subject"),
    (another_of_kind, _TOUCHED, "the same is told of another one of the kind", "subject"),
    (only_a_number_shared, _CHANGE, "the two numbers are told of different things", "measured"),
    (tells_besides, _CHANGE, "the known one tells of something else as well, which stays", "besides"),
    (letter_for_letter, _SAME, "it says another letter in the same place", "value"),
    (other_quality, _CHANGE, "it is like that too, in another respect", "quality"),
)
"""What keeps both whatever was weighed, in the order it is asked: test, after which labels, reason, guard."""


def judge(
    old: Statement, new: Statement, *, cosine: float | None, jaccard: float, weights: Weights | None = None
) -> Verdict:
    """Weigh `new` against `old`. `cosine` is that of the bundled embedder for both texts, None without one."""
    verdict = _weighed(old, new, cosine, jaccard, weights)
    if verdict.guard == CONTRARY or (verdict.guard == OUTGROWN and not one_of_them(old, new)):
        return verdict  # read from the whole of both
    for holds, labels, reason, guard in BOTH_STAY:
        if verdict.label in labels and holds(old, new):
            return _both(reason, guard, verdict.touches)
    return verdict


def _both(reason: str, guard: str, touches: float = 0.0) -> Verdict:
    return Verdict(label=KEEP_BOTH, reason=reason, certainty=SURE, guard=guard, touches=touches)


def _weighed(old: Statement, new: Statement, cosine: float | None, jaccard: float, weights: Weights | None) -> Verdict:
    if same_forms(old, new) and not written_otherwise(old, new):
        return Verdict(
            label=DUPLICATE,
            reason="it repeats what is known, word for word",
            certainty=1.0,
            guard="same text",
            touches=1.0,
        )
    for holds, label, reason, guard in AT_ONCE:
        if holds(old, new):
            touches = 0.0 if label == KEEP_BOTH else SURE
            return Verdict(label=label, reason=reason, certainty=SURE, guard=guard, touches=touches)
    alignment = align(old, new)
    if _nothing_in_common(old, new, alignment, cosine):
        return Verdict(
            label=UNRELATED, reason="the two have no subject in common", certainty=0.95, guard="nothing shared"
        )
    weights = weights or shipped()
    if not (old.full_names and new.full_names):
        return _by_all_signals(old, new, alignment, (cosine, jaccard), weights)
    named = _named_verdict(old, new, alignment, (cosine or 0.0, jaccard), weights)
    if named.label != KEEP_BOTH or not _of_one_person(old, new):
        return named
    plain = _by_all_signals(old, new, alignment, (cosine, jaccard), weights)
    sure_of_anybody = plain.label == SUPERSEDE and plain.guard in _SURE_OF_ANYBODY
    return replace(plain, as_of_anybody=True) if sure_of_anybody else named


_SURE_OF_ANYBODY: Final = frozenset(("slot", "state", "numbers", "ended"))
"""Guards of what ends something whoever it is told of: where he lives, whom he is with. That two values stand in like
sentences is weighed for full names by itself."""


def _of_one_person(old: Statement, new: Statement) -> bool:
    """Both begin with one and the same full name."""
    key = old.subject.key
    return key == new.subject.key and key[0] == "name" and len(key) == len(("name", "first", "last"))


def _by_all_signals(
    old: Statement, new: Statement, alignment: Alignment, figures: tuple[float | None, float], weights: Weights
) -> Verdict:
    cosine, jaccard = figures
    found = compare(old, new, cosine=cosine, jaccard=jaccard, alignment=alignment)
    decided = sure(found.signals)
    if decided and decided[0] == KEEP_BOTH:
        label, guard = decided
        return Verdict(label=label, reason=explain(label, old, new, found)[1], certainty=SURE, guard=guard)
    combined = combine(found.signals)
    if decided:
        label, guard = decided
        certainty, touches, reason = SURE, SURE, explain(label, old, new, found)[1]
    else:
        chances = weigh(combined, weights)
        barred = {0: no_change(found.signals), 1: no_repetition(found.signals)}
        open_to = [place for place in range(len(LABELS)) if not barred.get(place)]
        place = max(open_to, key=chances.__getitem__)
        if chances[place] < LEFT_OVER_MIN:
            place = LABELS.index(KEEP_BOTH)
        label, certainty, touches = LABELS[place], chances[place], 1.0 - chances[3]
        apart = told_apart(label, old, new, alignment, found.signals, certainty)
        if label == DUPLICATE and apart is None and says_more(found.signals):
            label, certainty = max(
                ((other, chances[LABELS.index(other)]) for other in (SUPERSEDE, MERGE)), key=itemgetter(1)
            )
            apart = (
                told_apart(label, old, new, alignment, found.signals, certainty)
                if certainty >= MORE_MIN
                else "it says more than what is known"
            )
        if label == DUPLICATE and apart is None and adds_detail(old, new, alignment):
            label = MERGE
        guard, reason = explain(label, old, new, found)
        if apart is not None:
            return Verdict(label=KEEP_BOTH, reason=apart, certainty=1.0 - certainty, guard="apart", touches=touches)
    if label == DUPLICATE:
        otherwise = differs(old, new, alignment)
        if otherwise is not None:
            guard, reason = otherwise
            return _both(reason, guard, touches)
        if adds(old, new, alignment):
            label = MERGE
            guard, reason = explain(label, old, new, found)
    known = label == KEEP_BOTH or found.signals["other_employer"] or found.signals["left_employer"]
    related = 1.0 if known else chance(combined, weights.related)
    return Verdict(label=label, reason=reason, certainty=certainty, guard=guard, touches=touches, related=related)


def _nothing_in_common(old: Statement, new: Statement, found: Alignment, cosine: float | None) -> bool:
    if (
        found.shared
        or (cosine is not None and cosine >= RELATED_COSINE)
        or not old.states.keys().isdisjoint(new.states)
    ):
        return False
    if old.attribute.name == new.attribute.name and old.attribute.single and old.attribute.name != "other":
        return False
    if old.employer and new.employer:
        return False
    if max((*found.old_scores, *found.new_scores), default=0.0) >= ALIKE_WORD:
        return False
    return not any(agree(left, right) for left in old.quantities for right in new.quantities)


def _named_verdict(
    old: Statement, new: Statement, alignment: Alignment, figures: tuple[float, float], weights: Weights
) -> Verdict:
    """Two statements about people by their full names; see `named`."""
    cosine, jaccard = figures
    signals = named_signals(old, new, alignment, cosine, jaccard)
    likely = SURE if old.subject.key == new.subject.key and denies(old, new) else chance(signals, weights.named)
    strangers = old.full_names.isdisjoint(new.full_names) and signals["told_sure"] < STRANGERS_TOLD_MIN
    supposed = new.forms & _SUPPOSED and old.forms & _SUPPOSED
    if likely <= NAMED_MIN or supposed or strangers or namesakes(old, new):
        return Verdict(
            label=KEEP_BOTH,
            reason="two different things are told of these people",
            certainty=1.0 - likely,
            guard="another deed",
            touches=likely,
        )
    same = signals["told_both"] >= SAME_TOLD and signals["names_same"] and not signals["amount_differs"]
    found = compare(old, new, cosine=cosine, jaccard=jaccard, alignment=alignment)
    if same and old.negated == new.negated and exchanged(old, new):
        reason = "the same is told with the people in each other's places"
        return Verdict(label=SUPERSEDE, reason=reason, certainty=likely, guard="turned round", touches=likely)
    if same and old.negated == new.negated and not says_more(found.signals):
        otherwise = small_words_differ(old, new, alignment)
        if otherwise is not None:
            return _both(otherwise[1], otherwise[0], likely)
        reason = "the same is told of the same people"
        return Verdict(label=DUPLICATE, reason=reason, certainty=likely, guard="same deed", touches=likely)
    guard, reason = explain(SUPERSEDE, old, new, found)
    return Verdict(label=SUPERSEDE, reason=reason, certainty=likely, guard=guard, touches=likely)

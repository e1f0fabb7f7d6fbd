"""Endings that name the known thing in full: "sold the Polo", "gave up paleo", "had to put Rex to sleep".

Every word of what is over must stand in the known statement, as a thing of its own: who sells the Polo trailer keeps
the Polo, and who cancels the trip to Lisbon goes on living there.
"""

from __future__ import annotations

from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.change import LEAVING
from recollect.rules.lexicon.things import GROUPS_OF_PEOPLE, PETS
from recollect.write.verify.ending import ended_words
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER
from recollect.write.verify.words import Word

_NOT_OVER: Final = frozenset(("past", "wish", "end"))
_UNSURE: Final = frozenset(("hedge", "wish"))
_DEATHS: Final = (
    ("put", "to", "sleep"), ("put", "down"), ("passed", "away"), ("died",), ("crossed", "the", "rainbow"),
    ("est", "mort"), ("est", "morte"), ("ist", "gestorben"), ("ha", "muerto"), ("murio",), ("e", "morto"), ("morreu",),
)  # fmt: skip


def done_with(old: Statement, new: Statement) -> bool:
    """Whether the new one ends the very thing that the old one tells of."""
    if not old.cues.isdisjoint(_NOT_OVER) or not new.cues.isdisjoint(_UNSURE) or old.attitude or old.negated:
        return False
    if not _of_user(old) or new.subject.key != (USER,) or old.owners:
        return False
    over = ended_words(new)
    if not over or not _stands_alone(old, over[-1]):
        return False
    if not all(any(same_term(word, other) for other in old.words) for word in over):
        return False
    leaves = not new.forms.isdisjoint(LEAVING) or new.forms & _LEFT
    return not leaves or old.attribute.name in ("work", "job") or not old.forms.isdisjoint(GROUPS_OF_PEOPLE)


_LEFT: Final = frozenset("dejo dejado quitte verlassen lasciato".split())


def pet_died(old: Statement, new: Statement) -> bool:
    """What is told of a pet by its name, and the end of that pet."""
    if old.forms.isdisjoint(PETS) or "past" in old.cues or new.negated or "wish" in new.cues:
        return False
    return tells_death(new) and bool(old.names & new.forms)


def had_no_more(old: Statement, new: Statement) -> bool:
    """ "Hat ein Auto", "hat kein Auto mehr": what somebody has, by itself, and that he has it no longer. Where the end
    is told by words that stand together ("no longer", "ya no") it is weighed as any other."""
    if "end" not in new.cues or old.subject.key != (USER,) or new.subject.key != (USER,):
        return False
    if [word.form for word in old.words[:1]] != [word.form for word in new.words[:1]]:
        return False
    has, over = (" ".join(word.form for word in one.words[1:]) for one in (old, new))
    known, gone = _HAS.match(has), _HAS_NO_MORE.match(over)
    return known is not None and gone is not None and known["thing"] == gone[gone.lastgroup or 0]


_HAS: Final = late(
    r"(?:hat|habe|ha|ho|tem|tenho) (?:(?:eine?[nm]?|un|uno|una|um|uma|il|lo|la|o|a|de[nr]|die|das) )?(?P<thing>\w+)"
    r"(?: (?:namens|di nome|chiamat[oa]|chamad[oa]) \w+)?$"
)
_HAS_NO_MORE: Final = late(
    r"(?:(?:hat|habe) keine?[nm]? (?P<german>\w+) mehr|non (?:ha|ho) piu (?:(?:un|uno|una|il|lo|la) )?(?P<italian>\w+)"
    r"|nao (?:tem|tenho) mais (?:(?:um|uma|o|a) )?(?P<portuguese>\w+))$"
)


def tells_death(statement: Statement) -> bool:
    """Whether somebody died in it, and not nearly."""
    forms = [word.form for word in statement.words]
    return any(_follows(forms, phrase) for phrase in _DEATHS) and statement.forms.isdisjoint(_NOT_DEAD)


_NOT_DEAD: Final = frozenset("almost nearly presque casi quase fast rire faim fatigue risa hambre riso fome".split())
"""Nearly, or of laughter."""


def _follows(forms: list[str], phrase: tuple[str, ...]) -> bool:
    """Whether the words stand in this order, at most three others between the first and the second."""
    for place, form in enumerate(forms):
        if form == phrase[0]:
            rest = forms[place + 1 : place + 4 + len(phrase)]
            if not phrase[1:] or any(tuple(rest[at : at + len(phrase) - 1]) == phrase[1:] for at in range(4)):
                return True
    return False


def _of_user(statement: Statement) -> bool:
    return statement.subject.key == (USER,) or (statement.of_user and statement.subject.key[0] == "thing")


def _stands_alone(statement: Statement, word: Word) -> bool:
    """Whether the statement has this word, and not only before another one that it belongs to."""
    places = [at for at, other in enumerate(statement.words) if same_term(other, word)]
    return any(at + 1 >= len(statement.words) or _ends(statement.words, at) for at in places)


def same_term(one: Word, other: Word) -> bool:
    """One word, however it is inflected, or another one for it."""
    return one.form == other.form or one.stem == other.stem or one.concept == other.concept


def _ends(words: tuple[Word, ...], at: int) -> bool:
    """Whether what stands here goes no further: the next word is a small one, a number, a name beside a name."""
    word, following = words[at], words[at + 1]
    if following.filler or following.clause != word.clause or following.form[0].isdigit():
        return True
    return (word.name and following.name) or following.form in _AFTERWARDS


_AFTERWARDS: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday daily weekly together twice since until".split()
)

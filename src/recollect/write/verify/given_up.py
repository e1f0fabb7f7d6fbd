"""Endings in a fixed shape that name one thing: a habit given up in other languages than English, a medicine that is no
longer taken, a plan that is off.

The thing must be what the known statement tells somebody does, takes or plans, and nothing beside it.
"""

from __future__ import annotations

from typing import Final

from recollect.rules.late import late
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER

_GAVE_UP: Final = late(
    r"^hat (?:mit )?(?:(?:de[mnr]|das|die) )?(?P<german>\w+) (?:aufgegeben|aufgehort)$"
    r"|^hat aufgehort (?P<also_german>\w+) zu \w+$"
    r"|^a (?:arrete|abandonne) (?:le |la |les |de faire (?:du |de la )|de jouer (?:au |a la |du ))?(?P<french>\w+)$"
    r"|^(?:ha dejado|dejo) (?:el |la |los |las |de (?:jugar a(?:l| la)|hacer|practicar) )(?P<spanish>\w+)$"
    r"|^ha (?:smesso|lasciato|mollato) (?:con )?(?:il |lo |la |di (?:giocare a|fare) )(?P<italian>\w+)$"
    r"|^(?:largou|deixou|parou com) (?:o |a |de (?:jogar|fazer) )(?P<portuguese>\w+)$"
)
_DOES: Final = frozenset(
    """geht macht spielt trainiert tanzt lernt ubt juega hace practica va entrena baila fait joue pratique danse gioca
    fa pratica joga faz treina danca""".split()
)
_JOINS: Final = frozenset("und oder sowie y et ou e and or".split())
_BESIDE: Final = _JOINS | frozenset("mit con avec com".split())
"""Right behind the first kind it is one of several, as before; right behind the others somebody."""
_OFF: Final = late(r"^(?:is|am) (?:now |finally )?(?:off|off of) (?:the |my |their )?(?P<thing>\w+)(?: now| again)?$")
_TAKES: Final = late(r"\b(?:takes?|taking|on) (?:(?:\d+|a|the) )?(?:mg |ml |of |low |dose )*")
_CALLED_OFF: Final = late(
    r"^(?:the )?(?P<plan>\w+)(?: (?:trip|holiday|vacation|visit))? (?:is|got|was|has been) (?:off|cancell?ed"
    r"|called off)$"
)
_GOING: Final = frozenset("to in nach a for".split())
_NOT_NOW: Final = frozenset(("past", "wish", "end", "hedge"))


def given_up(old: Statement, new: Statement) -> bool:
    """Whether the new one ends the one thing that the old one tells of."""
    if new.negated or old.negated or not new.cues.isdisjoint(("wish", "hedge")):
        return False
    return _gave_up(old, new) or _took_off(old, new) or _called_off(old, new)


def _gave_up(old: Statement, new: Statement) -> bool:
    """ "Spielt Tennis im Verein", "hat mit Tennis aufgehört"."""
    if old.subject.key != (USER,) or new.subject.key != (USER,) or not old.cues.isdisjoint(_NOT_NOW):
        return False
    found = _GAVE_UP.match(_told(new))
    forms = [word.form for word in old.words]
    if found is None or forms[:1] != [new.words[0].form] or _DOES.isdisjoint(forms[1:2]):
        return False
    return _alone(forms, found[found.lastgroup or 0])


def _took_off(old: Statement, new: Statement) -> bool:
    """ "Takes metformin", "is off metformin"."""
    found = _OFF.match(_told(new)) if "off" in new.forms and new.subject.key == (USER,) else None
    if found is None or old.subject.key != (USER,):
        return False
    told = _told(old)
    if not any(told[one.end() :].split(" ")[0] == found["thing"] for one in _TAKES.finditer(told)):
        return False
    at = next(place for place, word in enumerate(old.words) if word.form == found["thing"])
    after = old.words[at + 1] if at + 1 < len(old.words) else None
    if after is None or after.form[0].isdigit():
        return True
    return after.clause == old.words[at].clause and after.form not in _JOINS  # "takes aspirin, metformin"


def _called_off(old: Statement, new: Statement) -> bool:
    """ "Is going to Lisbon in February", "Lisbon is cancelled"; "the Berlin marathon", "Berlin is off"."""
    if (
        "moving" in old.forms
        or old.kind not in _PLANS
        or old.subject.key != (USER,)
        or new.subject.key[0] not in ("name", "thing")
    ):
        return False
    found = _CALLED_OFF.match(" ".join(word.form for word in new.words if word.clause == 0))
    if found is None:
        return False
    for at, word in enumerate(old.words):
        if word.form == found["plan"] and word.name and at:
            after = old.words[at + 1] if at + 1 < len(old.words) else None
            event = after is not None and not after.filler and not after.name and after.clause == word.clause
            return old.words[at - 1].form in _GOING or (event and old.words[at - 1].form != "with")
    return False


_PLANS: Final = frozenset(("commitment", "decision"))


def _told(statement: Statement) -> str:
    return " ".join(word.form for word in statement.words[1:])


def _alone(forms: list[str], thing: str) -> bool:
    """Whether it stands there once, and not beside others or as somebody."""
    if forms.count(thing) != 1:
        return False
    at = forms.index(thing)
    return forms[at - 1] not in _BESIDE and _JOINS.isdisjoint(forms[at + 1 : at + 2])

"""The end of the user's own job where no employer is named: "quit their job", "got fired", "no longer works there".

It ends the one statement that tells where or as what he works. Of several nobody knows which is meant, and all stay; so
does what happened in another year, or to somebody else. Where it is told who put him out ("fired by the band") only his
boss, his company or the employer that is known ends it.
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.lexicon.employment import EMPLOYERS
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER

_TOLD_BY: Final = frozenset(
    """
    job jobs fired sacked laid redundant terminated resigned retired retirement unemployed jobless employed work
    works working company firm startup corporation employer go
    """.split()
)
"""Without one of these nothing is looked for."""
_ONCE: Final = (
    r"(?:has |have |had to |just |recently |finally |sadly |unfortunately |actually |officially |now |then )*"
)
_OWN_JOB: Final = (
    r"(?:my|our|their|his|her|the)(?: (?:old|current|day|office|full-time|boring|stressful|teaching))? job"
)
_PUT_OUT: Final = r"(?:fired|sacked|laid off|let go(?! early)|made redundant|terminated)"
_THEN: Final = (
    r"(?: (?:from (?:work|(?:my|their|his|her) job)|today|yesterday|recently|now|again|early|this|last|on|because|due"
    r"|after|since|without|and|so|for good|in (?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december|spring|summer|autumn|fall|winter)|(?:\w+ )?(?:days?|weeks?|months?) ago)\b.*)?$"
)
_BY_EMPLOYER: Final = rf"(?: by (?:my|our|their|his|her|the) (?:{'|'.join(sorted(EMPLOYERS))}))?"
_OVER: Final = re.compile(
    rf"^{_ONCE}(?:(?:quit|quitted|lost|left|lose|gave up|given up|resigned from|walked out of) {_OWN_JOB}{_THEN}"
    rf"|(?:got|was|were|is|been|get) {_ONCE}{_PUT_OUT}{_BY_EMPLOYER}{_THEN}|resigned{_THEN}|retired{_THEN}"
    rf"|(?:is|am) {_ONCE}(?:retired|unemployed|jobless|out of work|between jobs|without a job){_THEN}"
    rf"|took early retirement{_THEN}"
    rf"|(?:does|do) not work (?:there|for them)(?:$| any ?(?:more|longer){_THEN})"
    rf"|(?:stopped|quit) working (?:there|for them)(?! (?:early|again|after|on|today|because of)\b){_THEN}"
    rf"|(?:quit|left|resigned from) (?:the|my|our|their) (?:company|firm|startup|corporation|employer){_THEN})"
)
_BY_NAME: Final = re.compile(rf"^{_ONCE}(?:got|was|were|is|been|get) {_ONCE}{_PUT_OUT} by (?P<by>.+)$")
_AFTERWARDS: Final = re.compile(_THEN)
_NO_JOB: Final = re.compile(
    r"\bno longer (?:has|have) a job\b|\b(?:has|have) no job any ?(?:more|longer)\b|\bno longer employed$"
    r"|\bno longer works? (?:there|for them)$"
    r"|\bnot have a job any ?(?:more|longer)\b|n't have a job any ?(?:more|longer)\b"
)
_LONG_AGO: Final = re.compile(r"\b(?:(?:19|20)\d\d|years? ago|decades? ago|once|back then|at the time)\b")
_WORKS: Final = re.compile(
    r"^(?:now |currently |still |just |has been |have been |is |am )*(?:work|works|working|worked) (?:\w+ly )?"
    r"(?:at|for|as|with)\b"
)
_NOT_NOW: Final = frozenset(("past", "wish", "end", "hedge"))
_UNPAID: Final = frozenset("volunteer volunteers volunteering unpaid".split())


def out_of_work(old: Statement, new: Statement) -> bool:
    """Whether the new one ends the job that the old one tells of."""
    return (is_over(new) or _put_out_by(old.employer, new)) and _works(old)


def is_over(statement: Statement) -> bool:
    """Whether it says that the user has lost or given up his job, without naming it."""
    if not _may_tell(statement):
        return False
    told = statement.told
    over = _OVER.match(told) is not None or _NO_JOB.search(" ".join(word.form for word in statement.words)) is not None
    return over and _LONG_AGO.search(told) is None


def _put_out_by(employer: frozenset[str], statement: Statement) -> bool:
    """Whether it was that employer, by his name, who put the user out: "was laid off by Acme in May". A band that does
    ends no job elsewhere."""
    if not employer or employer.isdisjoint(statement.forms) or not _may_tell(statement):
        return False
    told = statement.told
    found = _BY_NAME.match(told)
    if found is None or _LONG_AGO.search(told) is not None:
        return False
    words = found["by"].split()
    name, then = words[: len(employer)], "".join(f" {word}" for word in words[len(employer) :])
    return frozenset(name) == employer and _AFTERWARDS.match(then) is not None


def _may_tell(statement: Statement) -> bool:
    if statement.forms.isdisjoint(_TOLD_BY) or statement.subject.key != (USER,) or statement.owners:
        return False
    return all(amount.dimension != "clock" for amount in statement.quantities) and "wish" not in statement.cues


def _works(statement: Statement) -> bool:
    if statement.subject.key != (USER,) or statement.negated or not statement.cues.isdisjoint(_NOT_NOW):
        return False
    if not statement.forms.isdisjoint(_UNPAID):
        return False
    return bool(statement.employer) or _WORKS.match(statement.told) is not None

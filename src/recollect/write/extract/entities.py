"""Who and what a claim names, and how they are tied: by ties, prepositions and large letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.model.claim import Mention, Relation
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from recollect.write.extract.drafts import Draft

MENTIONS_MAX: Final = 12
_NAME: Final = Lazy(
    r"(?<![\w'])(?:[A-ZÀ-ÖØ-Þ][\w&+#'-]*(?:\.(?:js|io|ai|net|com))?)(?: (?:of |de |da |del "
    r"|la )?[A-ZÀ-ÖØ-Þ0-9][\w&+#'-]*){0,3}"
)
_SKIPPED: Final = frozenset(
    """
    i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december jan feb mar apr jun jul aug sep sept oct nov dec user the a an my our not no
    they their them he she it
    """.split()
)
_LEAD: Final = Lazy(r"([\w'-]+) (?:the |a |an )?$")
_PLACE_LEADS: Final = frozenset("in from to near en à em aus nach de".split())
_COMPANY_LEADS: Final = frozenset("at for joined bei chez".split())
_TOOL_VERBS: Final = frozenset("use uses using used with run runs running on write writes know knows".split())
_TARGET: Final = r"(?P<x>[A-Z][\w&.+#'-]*(?:[ -][A-Z0-9][\w&.+#'-]*){0,3})"
_RELATIONS: Final = tuple(
    (Lazy(rf"\b(?:{verbs}) (?:\w+ ){{0,4}}?(?:{links}){_TARGET}"), relation)
    for verbs, links, relation in (
        ("works?|working|job|employed|started|starting|starts|interns?", "at |for ", "works at"),
        ("lives?|living|based|resides?", "in ", "lives in"),
        ("moved|relocated", "to ", "moved to"),
        ("is|comes?|originally", "from ", "is from"),
        ("uses?|using", "", "uses"),
        ("studies|studying|studied|graduated", "at |from ", "studies at"),
    )
)


def mentions_of(draft: Draft, name: str) -> tuple[Mention, ...]:
    """The names in a draft with their types, the speaker left out."""
    found: dict[str, str] = {}
    for match in _NAME.finditer(draft.content):
        words = match.group().removesuffix("'s").split()
        while words and words[0].lower().removesuffix("'s") in _SKIPPED | {name.lower()}:
            words = words[1:]
        known = bool(words) and bool(draft.person) and draft.person in " ".join(words)
        if not words or (match.start() == 0 and draft.content.startswith(words[0]) and not known):
            continue
        called = " ".join(words).removesuffix("'s")
        if called.lower() in _SKIPPED or called.isdigit() or called.startswith(name):
            continue
        found.setdefault(called, _type_of(called, draft, match.start()))
        if len(found) == MENTIONS_MAX:
            break
    return tuple(Mention(name=called, type=kind) for called, kind in found.items())


def _type_of(called: str, draft: Draft, at: int) -> str:
    if draft.person and called == draft.person:
        return "person"
    lead = _LEAD.search(draft.content[max(0, at - 24) : at])
    word = lead[1].lower() if lead else ""
    if word in _COMPANY_LEADS:
        return "company"
    if word in _PLACE_LEADS:
        return "place"
    if word in _TOOL_VERBS:
        return "tool"
    return "concept"


def relations_of(draft: Draft, name: str) -> tuple[Relation, ...]:
    """The ties a draft states. Worked: "Ana works at Acme" gives ("Ana", "works at", "Acme")."""
    found: list[Relation] = []
    subject = draft.person or name
    if draft.person and draft.tie:
        found.append(Relation(source=name, relation=draft.tie, target=draft.person, confidence=draft.confidence))
    if draft.polarity < 0 or "past" in draft.tags:
        return tuple(found)
    if not draft.person and (draft.content.startswith(f"{name}'s") or name not in draft.content):
        return tuple(found)  # told of something the speaker has, or of nobody
    for pattern, relation in _RELATIONS:
        match = pattern.search(draft.content)
        if match:
            found.append(
                Relation(
                    source=subject, relation=relation, target=match["x"].removesuffix("'s"), confidence=draft.confidence
                )
            )
    return tuple(found)

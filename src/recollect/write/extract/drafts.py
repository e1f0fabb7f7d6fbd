"""A claim in the making, and what its readers know about the turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.hedges import HEDGES
from recollect.rules.lexicon.kinship import MEN, SEVERAL, SPOUSES, WOMEN
from recollect.rules.lexicon.negation import NEGATIONS
from recollect.write.extract.english.words import Token
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Met = Callable[[Sequence[str]], bool]
    """Do all these words stand together in something that is remembered of the speaker?"""

SOMEBODY: Final = "somebody"
SOMETHING: Final = "something"
DRAFTS_MAX: Final = 64
"""Claims taken from one turn."""
_FIRST_PERSON: Final = Lazy(r"\b(?:i|i'm|i've|i'd|i'll|im|me|my|mine|we|we're|we've|our|us)\b")


@dataclass(slots=True)
class Draft:
    """One statement in the third person, not yet dated or searched for names."""

    content: str
    kind: str
    start: int
    end: int
    confidence: float = 1.0
    polarity: int = 1
    tags: tuple[str, ...] = ()
    ahead: bool = False
    """It speaks of something to come: a day without a year is the next one."""
    open: bool = False
    """Its sentence holds a condition, a doubt or an end."""
    person: str = ""
    """The person it names by a tie ("Ana"), and the tie ("sister")."""
    tie: str = ""
    subject: str = ""
    """Whom it is told of, where it is somebody else: what is said next without a subject is told of him too."""


def nobody_met(words: Sequence[str]) -> bool:
    """Where nothing is known of what was said before."""
    return not words


@dataclass(slots=True)
class Turn:
    """What is known while a turn is read."""

    text: str
    name: str
    """The speaker as content names him."""
    language: str = "en"
    listener: str = ""
    """The other person of the conversation; empty: the assistant."""
    people: int = 1
    """How many talk. Among several a thing without an owner is nobody's own, and "we" are more than the speaker."""
    before: str = ""
    offered: bool = False
    """The assistant had put options to choose from."""
    invited: bool = False
    """The assistant had asked the speaker about himself: fragments are answers."""
    asked: str = ""
    """What he had been asked about: "dietary restrictions"."""
    question: str = ""
    """The question that the assistant's words end with."""
    wished: bool = False
    """He had been asked what he likes or wants."""
    decided: bool = False
    person: str = ""
    """Whom "she" or "he" means: the last person spoken of, as content names them."""
    before_him: str = ""
    """The person spoken of before that one: where either may be meant, nobody is."""
    beside: str = ""
    """Somebody of theirs told in passing, as "her doctor" or "his dog": meant where neither of the two can be."""
    pronouns: dict[str, str] = field(default_factory=dict)
    """Who was spoken of as "he" or "she" in this turn: "his wife" makes of Paul a "he"."""
    spoken_of: str = ""
    """Whom what has no subject may be told of: the speaker (empty), SOMEBODY or SOMETHING else."""
    thing: str = ""
    """What "it" or "them" means: the noun phrase of the sentence before."""
    topic: str = ""
    faulty: bool = False
    """A label says that something is wrong with a program: what follows is not what the speaker does."""
    met: Met = nobody_met
    """Whether the speaker has told of somebody or something before, so that it is of his life."""
    told: list[Draft] = field(default_factory=list)
    called: dict[str, str] = field(default_factory=dict)
    """Whom a name of this turn means, once it was said who that is: "Rex" is "User's beagle Rex"."""

    @property
    def owner(self) -> str:
        """The speaker's name as a possessive."""
        return f"{self.name}'s"

    def meets(self, person: str) -> None:
        """Somebody is spoken of."""
        if person != self.person:
            self.before_him, self.person, self.beside = self.person, person, ""

    def meets_one_of(self, owner: str, tie: str, name: str) -> None:
        """Somebody of somebody's is spoken of beside him: "Paul's wife Eva" makes of Paul a "he"."""
        spoken = SPOUSES.get(tie.rpartition(" ")[2], "")
        if spoken and self._may_be(owner, spoken):
            self.pronouns.setdefault(owner, spoken)
        self.meets(f"{owner}'s {tie}{f' {name}' if name else ''}")

    def meets_named(self, owner: str, tie: str, name: str) -> None:
        """Of "Anna's son Max" Max is spoken of: Anna is meant only where he cannot be, unless she was spoken of before.
        Without a name, or where the tie fits a "he" and a "she", it may be either: "Anna's friend Max"."""
        told = WOMEN.get(self.language, frozenset()) | MEN.get(self.language, frozenset())
        if name and not told.isdisjoint(tie.lower().split()) and owner not in (self.person, self.before_him):
            self.meets_one_of(owner, tie, name)
            self.beside = owner
        else:
            self.meets(owner)
            self.meets_one_of(owner, tie, name)

    def meets_somebody(self) -> None:
        """Somebody of whom it is not plain who he is: from here on a pronoun may mean him, so it means nobody."""
        self.person = self.before_him = self.beside = ""

    def meant_by(self, pronoun: str) -> str:
        """Whom "he", "she" or "they" means, as content names them; empty where it may be one of two."""
        fitting = dict.fromkeys(
            one
            for one in (self.person, self.before_him, self.beside)
            if one and self._may_be(one, pronoun) and self.pronouns.get(one, pronoun) == pronoun
        )
        if len(fitting) > 1:
            fitting.pop(self.beside, None)
        found = next(iter(fitting)) if len(fitting) == 1 else ""
        if found and pronoun in {"he", "she"}:
            self.pronouns[found] = pronoun
        return found

    def _may_be(self, person: str, pronoun: str) -> bool:
        """Whether a tie or title allows the pronoun: no "he" is a sister, no "they" one brother, no "she" the twins. It
        is what stands after the last owner: "Sue's son Max" is no "she". In "Eva: son amie Lea" the owner is "son"."""
        words = person.rpartition(": ")[2].lower().replace(".", "").split()
        owner = max((at for at, word in enumerate(words) if word.endswith("'s")), default=-1)
        women, men = WOMEN.get(self.language, frozenset()), MEN.get(self.language, frozenset())
        others = {"he": women | SEVERAL, "she": men | SEVERAL, "they": men | women}.get(pronoun, frozenset())
        titles = {"he": _OF_WOMEN, "she": _OF_MEN}.get(pronoun, frozenset())
        return others.isdisjoint(words[max(owner, 0) + 1 :]) and titles.isdisjoint(words[owner + 1 :])

    @property
    def says_i(self) -> bool:
        """Whether the speaker says "I", "my" or "we"."""
        return _FIRST_PERSON.search(self.text.lower()) is not None

    @property
    def in_company(self) -> bool:
        """Whether several people talk, so that what has no owner may be anybody's."""
        return self.people > 1

    @property
    def of_himself(self) -> bool:
        """Whether an occasion without an owner is the speaker's. Of "surgery is tomorrow" alone nobody knows."""
        return self.invited or (not self.person and self.says_i and not self.in_company)


_OF_WOMEN: Final = frozenset(("mrs", "ms", "miss"))
_OF_MEN: Final = frozenset(("mr",))


def hedged(words: Sequence[Token]) -> float:
    """How much certainty the hedges of a clause leave."""
    left = 1.0
    table = HEDGES["en"]
    for place, token in enumerate(words):
        low = token.low
        if low in table:
            before = words[place - 1].low if place else ""
            if low == "may" and (
                token.text[:1] == "M" or before[:1].isdigit() or before in {"in", "of", "by", "until"}
            ):
                continue
            left = min(left, table[low])
        for size in (2, 3):
            if place + size <= len(words):
                phrase = " ".join(word.low for word in words[place : place + size])
                left = min(left, table.get(phrase, 1.0))
    return left


def denies(words: Sequence[Token]) -> bool:
    """Whether a clause holds a negation; "not only" denies nothing."""
    lows = [token.low for token in words]
    for place, low in enumerate(lows):
        if low in NEGATIONS["en"]:
            following = lows[place + 1] if place + 1 < len(lows) else ""
            before = lows[place - 1] if place else ""
            if (
                (low == "not" and following in {"only", "just"})
                or (low == "no" and following in {"matter", "problem", "."})
                or (words[place].text == "No" and following[:1].isdigit())  # "at No. 5"
                or before in {",", "but"}
            ):
                continue
            return True
    return False


def capitalised(content: str) -> str:
    """The first letter large, the rest as it is."""
    return content[:1].upper() + content[1:]

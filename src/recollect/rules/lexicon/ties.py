"""Verbs that tie two names together, and what kinds of names stand at their ends. English, plain data."""

from __future__ import annotations

from typing import Final

_TABLE: Final = """
work at for: works at | person company
work with: works with | person person
work on: works on | person project
live in near: lives in | person place
reside in: lives in | person place
live with: lives with | person person
stay in: stays in | person place
move to: moved to | person place
relocate to: moved to | person place
come from: is from | person place
grow_up in: grew up in | person place
join -: joined | person company
leave -: left | person company
found -: founded | person company
co-found -: co-founded | person company
cofound -: co-founded | person company
own -: owns | - -
run -: runs | person -
run on: runs on | - tool
manage -: manages | person -
lead -: leads | person -
head -: heads | person -
supervise -: supervises | person person
mentor -: mentors | person person
coach -: coaches | person person
teach at in: teaches at | person company
teach -: teaches | person -
report to: reports to | person person
study at in: studies at | person company
study -: studies | person concept
graduate from: graduated from | person company
attend -: attends | person -
volunteer at for with: volunteers at | person company
intern at with: interns at | person company
use -: uses | - tool
depend on upon: depends on | - -
rely on upon: relies on | - -
build on with: built with | - tool
write in: written in | - tool
deploy on to: deployed on | - tool
migrate to: migrated to | - tool
switch to: switched to | - -
integrate with: integrates with | - -
replace -: replaces | - -
support -: supports | - -
belong to: belongs to | - -
acquire -: acquired | company company
partner with: partners with | - -
compete with against: competes with | - -
invest in: invested in | - -
sponsor -: sponsors | - -
hire -: hired | - person
marry -: married | person person
date -: dating | person person
meet -: met | person person
know -: knows | person -
like -: likes | person -
love -: loves | person -
hate -: hates | person -
prefer -: prefers | person -
enjoy -: enjoys | person -
visit -: visited | person -
travel to: travelled to | person place
fly to: flew to | person place
adopt -: adopted | person -
raise -: raises | person -
speak -: speaks | person concept
play -: plays | person -
play for with: plays for | person company
collaborate with: collaborates with | - -
maintain -: maintains | person -
create -: created | - -
develop -: develops | - -
design -: designed | - -
write -: wrote | - -
"""


def _read() -> dict[str, dict[str, tuple[str, str, str]]]:
    table: dict[str, dict[str, tuple[str, str, str]]] = {}
    for line in _TABLE.strip().splitlines():
        said, means = line.split(":")
        relation, types = (part.strip() for part in means.split("|"))
        source, target = (type.replace("-", "") for type in types.split())
        verb, *preps = said.split()
        for prep in preps:
            table.setdefault(verb, {})["" if prep == "-" else prep] = (relation, source, target)
    return table


VERBS: Final = _read()
"""Base form -> preposition ("" for none) -> (relation, type of the source, type of the target); "" is any type."""

LASTING: Final = frozenset(
    """
    move relocate join found co-found cofound graduate build write deploy migrate switch acquire invest hire marry meet
    visit travel fly adopt create design grow_up partner
    """.split()
)
"""Verbs whose past still holds: who joined is a member, who worked there is not any more."""
MAKING: Final = frozenset("build write create design partner".split())
"""Those of them that hold while they are being done: "is building with Rust". Who is marrying is not married yet."""
LEAVING: Final = frozenset("leave quit".split())
"""Says that something ended: no relation of now."""

STATES: Final = {
    "married to": ("married to", "person", "person"),
    "engaged to": ("engaged to", "person", "person"),
    "friends with": ("friends with", "person", "person"),
    "based in": ("based in", "", "place"),
    "located in": ("located in", "", "place"),
    "headquartered in": ("based in", "company", "place"),
    "born in": ("born in", "person", "place"),
    "raised in": ("raised in", "person", "place"),
    "from": ("is from", "person", "place"),
    "employed by": ("works at", "person", "company"),
    "employed at": ("works at", "person", "company"),
    "built with": ("built with", "", "tool"),
    "built on": ("built with", "", "tool"),
    "written in": ("written in", "", "tool"),
    "part of": ("part of", "", ""),
    "owned by": ("owned by", "", ""),
    "led by": ("led by", "", "person"),
    "managed by": ("managed by", "", "person"),
    "founded by": ("founded by", "company", "person"),
    "related to": ("related to", "person", "person"),
    "called": ("also called", "", ""),
    "hosted on": ("hosted on", "", "tool"),
    "deployed on": ("deployed on", "", "tool"),
    "in": ("is in", "", "place"),
    "at": ("is at", "", ""),
    "allergic to": ("allergic to", "person", ""),
    "responsible for": ("responsible for", "person", ""),
    "in charge of": ("in charge of", "person", ""),
}
"""After a form of "be": words -> (relation, type of the source, type of the target)."""

TOGETHER: Final = {
    "married": "married to",
    "engaged": "engaged to",
    "dating": "dating",
    "friends": "friends with",
    "siblings": "sibling",
    "brothers": "brother",
    "sisters": "sister",
    "colleagues": "works with",
    "coworkers": "works with",
    "partners": "partner",
    "twins": "twin",
    "cousins": "cousin",
    "neighbours": "neighbour",
    "neighbors": "neighbour",
    "roommates": "flatmate",
    "flatmates": "flatmate",
}
"""What two people are to each other ("Ana and Tom are married") -> the relation."""

ADVERBS: Final = frozenset(
    """
    now currently still also really just recently always usually often mostly mainly officially happily already today
    presently remotely directly primarily actively closely both all only even definitely absolutely truly very much
    finally eventually originally permanently temporarily probably likely apparently perhaps maybe possibly supposedly
    allegedly
    """.split()
)
HINDRANCES: Final = frozenset(
    """
    would could should might may must will shall can want wants wanted hope hopes hoped plan plans planned wish wishes
    consider considers considering used former formerly ex previously once if unless whether who whom whose which that
    because than or nor but like-minded almost nearly instead stopped stop quit cancelled tried try tries trying
    going about
    """.split()
)
"""Between two names: what is said there is not, or not yet, or no longer, or of somebody else."""
DOUBTS: Final = frozenset(
    """
    false untrue wrong incorrect doubt doubts doubted doubtful deny denies denied denying myth lie lies hoax rumour
    rumor rumours rumors dispute disputes disputed unlikely disbelieve disbelieves pretend pretends pretended
    """.split()
)
"""Before a clause: what it says is denied or doubted."""
PARTED: Final = frozenset("divorced divorcing divorce separated widowed annulled ex".split())
COUPLE: Final = frozenset("husband wife spouse partner fiance fiancee married engaged dating".split())
"""The first word of what two people are to each other until they part."""
CONDITIONS: Final = frozenset(
    """
    risk mode love peace danger debt charge trouble doubt shape pain court school home work war hand hands touch public
    private bed need stock transit retirement mourning shock tears ruins office lunch rest ease fault odds bay large
    stake heart best worst silence secret style fashion fact effect force place order control power motion beta alpha
    production development draft review progress
    """.split()
)
"""After "is in" or "is at": how somebody is, not where, however it is written."""
AFTER_OBJECT: Final = frozenset(
    """
    full part full-time part-time fulltime parttime alone best most more less together again too well every each last
    next abroad here there instead first weekly these those twice except until till per plus minus around across
    inside outside within along upstairs downstairs
    """.split()
)
"""May follow an object in small letters without making one thing with it, as "pie" does in "Apple pie"."""
OPENERS: Final = frozenset(
    """
    that and but so because while since when then also think thinks believe believes said says know knows guess heard
    hears learned found whereas however although though , ; : ( — – - "
    """.split()
)
"""Before a name that begins a clause."""
ARTICLES: Final = frozenset(
    "the a an our their his her its my your this new old first second big small main whole current".split()
)
PREPOSITIONS: Final = frozenset(
    "at for with in on to from of by near upon against under over into about as through".split()
)
PERSONAL: Final = frozenset(
    """
    go say tell think feel want buy plan decide ask see hear paint read watch volunteer invite
    hope wish call learn talk laugh smile cook eat drink drive ride sing dance dislike wear remember forget sleep bake
    sell cry retire graduate apply
    """.split()
)
"""What people do: the subject of one of these is somebody."""

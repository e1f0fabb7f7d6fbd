"""Words by which it is told for whom somebody works. Plain data."""

from __future__ import annotations

from typing import Final

POSTS: Final = frozenset("job position role post employed hired".split())
"""Before the employer: "a job at"."""
STARTING: Final = frozenset("started starting starts start begun began".split())
"""Who starts there works there."""
BESIDE: Final = frozenset(
    """saturday saturdays sunday sundays monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday
    fridays guest
    also part-time part_time freelance freelances freelancing side second another weekends evenings volunteer
    volunteers volunteering interview interviewed interviewing applied applying offer""".split()
)
"""With one of these it is not the one employer."""
SCHOOLS: Final = frozenset("university uni college school academy gym".split())
"""Where one starts without working there."""
SINCE_WHEN: Final = frozenset(
    """as last this yesterday today tomorrow next january february march april may june july august september october
    november december""".split()
)
"""After "started at Acme": since when, or as what."""
EMPLOYERS: Final = frozenset(
    """boss bosses manager managers supervisor employer employers company firm startup corporation management ceo
    director workplace""".split()
)
"""Who puts somebody out of work, without a name: "my boss fired me"."""
WITH_CHILDREN: Final = frozenset(
    """
    teach teaches teacher teaching grade grader graders class classroom kindergarten nursery preschool paediatrics
    pediatrics paediatric pediatric paediatrician pediatrician childminder nanny babysitter coach coaches camp pupils
    """.split()
)
"""Who does this, or is there, may call others' children "the kids"."""
HOW_ONE_WORKS: Final = frozenset(
    """
    shift shifts night nights weekend weekends overtime part-time full-time part full time remotely remote days day
    schicht schichten schichtdienst nachtschicht nachtdienst nachts teilzeit vollzeit wochenende nuit nuits jour temps
    partiel plein noche noches turno turnos notte notti noite noites
    """.split()
)
"""When and how much somebody works, whoever employs him."""
POSITIONS: Final = frozenset(
    """
    intern trainee apprentice manager principal headteacher director paralegal postdoc analyst recruiter freelancer
    contractor sysadmin barman
    """.split()
)
"""Beside trades: what somebody is by his job."""
BESIDE_A_TRADE: Final = frozenset(
    """
    actor actress artist author coach composer dancer gardener historian illustrator judge lifeguard magician model
    musician novelist painter philosopher photographer pianist poet sculptor singer translator tutor violinist writer
    carer soldier freelancer professor lecturer researcher consultant cook chef baker farmer firefighter intern trainee
    apprentice analyst manager director contractor barista bartender driver
    """.split()
)
"""What many are beside another trade, or were before it: to have become one ends none."""
CALLINGS_ALIKE: Final = {
    field: frozenset(trades.split())
    for field, trades in {
        "medicine": "doctor nurse surgeon midwife paramedic dentist psychiatrist therapist pharmacist professor",
        "kitchen": "chef cook baker butcher barista bartender caterer",
        "painting": "artist painter sculptor illustrator photographer designer",
        "music": "musician pianist violinist singer composer conductor cellist guitarist producer",
        "writing": "writer author novelist poet journalist editor reporter translator",
        "stage": "actor actress dancer choreographer model",
        "science": """scientist researcher historian archaeologist economist professor lecturer teacher engineer
        developer programmer""",
        "building": "designer architect",
        "law": "lawyer attorney solicitor judge professor",
        "driving": "pilot sailor driver soldier",
    }.items()
}
"""Callings of which the one may be part of the other, or be held with it."""
DOCTORS: Final = frozenset("doctor surgeon psychiatrist paediatrician dentist consultant specialist gp".split())
"""Of whom one may be told as another in other words."""
BEFORE_A_TRADE: Final = frozenset(
    """
    school software web data high primary police bus truck taxi math maths english nursing registered licensed
    certified full general family middle elementary secondary kindergarten
    """.split()
)
"""Which trade it is, and not how good or how much somebody is at it: "a decent cook", "a hobby farmer"."""
GRADES: Final = frozenset(
    "junior senior principal staff lead mid-level trainee assistant associate deputy head chief graduate".split()
)
"""Before a trade, how far somebody has come in it."""

"""What there is one of, what has a name or a number of its own, what is measured and counted. Plain data."""

from __future__ import annotations

from typing import Final

NAMED_KINDS: Final = frozenset(
    """project team service server app repo repository product house room building group department campaign client
    course class phase sprint database channel plan version""".split()
)
"""Kinds of things that have names of their own: Project Atlas."""
SEVERAL_OF: Final = (NAMED_KINDS - {"house", "plan", "version"}) | frozenset(
    """api bed branch bucket cluster court endpoint environment factory field folder garden hall index lab lane library
    module namespace office package pipeline plant pool queue school shift shop site stage store table ward warehouse
    wing worker""".split()
)
"""Kinds of things of which there are several side by side, each called by a word or a name of its own."""
RENEWED: Final = frozenset(
    """new newer newest old older oldest current previous former next last latest other another original initial recent
    future upcoming following remaining actual same whole entire annual""".split()
)
"""Before a noun: the one that came in the place of another one may be called so, and so tells no two apart."""
HAD_ONCE: Final = frozenset(
    """address number email username password office phone job title boss salary bank provid provider insur insurer
    insurance broadband car laptop computer browser school gym landlord employ employer suppli supplier
    carrier""".split()
)
"""What somebody has one of, so that a new one takes the place of the old."""
WORDS_FOR_ONESELF: Final = frozenset("usernam handl surnam gamertag".split())
NAMES_FOR_ONESELF: Final = tuple((which, "name") for which in ("first", "middle", "last", "family"))
"""Likewise, whatever word its value is."""
MEMBER_OF: Final = frozenset(
    """bank provider insurer insurance broadband carrier supplier gym school employer company agency agent doctor
    dentist gp therapist pharmacy hairdresser barber lawyer accountant vet landlord university kindergarten nursery
    club job role position career""".split()
)
"""With whom or where somebody is: one at a time."""
ONE_VALUED: Final = MEMBER_OF | frozenset(
    """address number email e-mail mail username handle nickname alias nick name office phone car laptop computer
    browser boss manager""".split()
)
"""What is another one once it was changed, and is told by its name or number alone."""
DEEDS: Final = frozenset(
    """added answered attended bought closed completed created deleted finished fixed heard met opened read remember
    said saw sent solved stored visited watched wrote""".split()
)
"""What is done again and again, each time to another one."""
MEASURES: Final = frozenset(
    """age amount average balance bill budget cost count deposit distance duration fare fee goal grade height length
    level limit mileage population pressure price quota rank rate rating ratio rent salary score size speed sum target
    temperature tip total value wage weight width""".split()
)
"""A number after one of these is its value."""
HEADS_OF_NUMBERS: Final = (MEASURES - {"age"}) | frozenset(
    """shoe shoes boots sandals sneakers trainers skates skis clothes jacket coat trousers jeans dress shirt hat helmet
    gloves socks ring pulse bpm bmi steps fever glucose sugar cholesterol test result results points hours time
    dose""".split()
)
"""As a heading, or right before its number: what the number is one of. Whose age it is needs no heading."""
HEADCOUNTS: Final = frozenset(
    """people persons employees staff workers members users subscribers customers clients guests attendees participants
    followers students pupils inhabitants residents citizens seats places spots locations sites heads units items
    things pieces copies""".split()
)
"""How many there are of it is told in many words: "40 people" and "60 employees" may be one number."""
OWN_NUMBERS: Final = frozenset(
    """account apartment card contact extension flat flight gate house id licence license member passport phone pin
    plate platform room seat serial tax telephone track""".split()
)
"""What somebody has one number of: "seat number 12" gives a value."""
BEFORE_NUMBERS: Final = frozenset(
    """add allow ate beat bought bring built buy call cost cut do drank drink drive drove eat expect fell flew found get
    give got grew had held hit invite keep kept left lose lost made make need order own pack paid pay ran read rode rose
    run save saw score see sell send set sold spend spent take took use wait walk want weigh went win won
    wrote""".split()
)
"""What ends neither in -s nor in -ed and is followed by how many."""
PETS: Final = frozenset(
    """cat cats kitten dog dogs puppy hamster rabbit bunny guinea parrot budgie canary horse pony tortoise goldfish hen
    chicken ferret rat gerbil snake lizard pet pets beagle labrador terrier collie poodle spaniel whippet greyhound
    dachshund gato gata perro perra katze hund kater chat chien cachorro""".split()
)
OWNING: Final = frozenset("has have own owns habe haben hat tengo tiene tenemos tenho tem temos".split())
"""Verbs of having, of oneself and of others."""
ALL_OF: Final = {
    "pet": frozenset(
        """cat dog cats dogs puppy kitten hamster parrot budgie canary rabbit ferret gerbil tortoise goldfish pony
        beagle labrador terrier collie poodle spaniel whippet greyhound dachshund""".split()
    ),
    "kin:siblings": frozenset("brother brothers sister sisters".split()),
    "kin:child": frozenset("son sons daughter daughters".split()),
    "vehicl": frozenset("car cars van motorbike motorcycle scooter truck lorry moped".split()),
}
"""Concept of a whole kind -> what is of it: who has none of the kind has none of these."""
OUTDOORS: Final = frozenset("hiking camping trekking backpacking mountaineering birdwatching kayaking".split())
"""What nobody does indoors: who dislikes the outdoors does not enjoy it."""
CALLED_ALL: Final = {
    "pet": "pet pets",
    "kin:siblings": "sibling siblings",
    "kin:child": "child children kid kids",
    "vehicl": "vehicle vehicles",
}
"""What such a kind is called."""
GROUPS_OF_PEOPLE: Final = frozenset(
    """band choir team club orchestra group society party union crew committee board ensemble quartet company troupe
    squad league association verein chor coro equipo chorale equipe""".split()
)
"""Who leaves one of these does no longer what was done there."""
ROUTINES: Final = frozenset("gets_up get_up wakes_up wake_up goes_to_bed go_to_bed starts_work finishes_work".split())
"""What is done once a day, so that it has one hour."""
JOURNEYS: Final = frozenset(
    """flight flights train bus coach ferry boat trip journey drive ride crossing ticket transfer shuttle flug zug fahrt
    vuelo tren viaje vol trajet voo trem viagem volo treno viaggio""".split()
)
HOMEWARD: Final = frozenset(
    """back return returning inbound home homeward zuruck ruckflug ruckfahrt heimflug vuelta regreso retour volta
    regresso ritorno""".split()
)
"""In one of two statements about a journey: the way home, and not the way there."""
LOOSE: Final = frozenset("work office company business firm project product client customer group event".split())
"""Before a noun: says whose or what for, and not which. The company party may be the summer party."""
SIDES_OF_LIFE: Final = frozenset("work business office private personal school backup emergency".split())
"""What tells two things of one kind apart where only one of them is called so: "my email", "my work email"."""
WAYS_TO_WORK: Final = frozenset(
    """bus tram train tube metro subway ferry car bike bicycle cycle cycles cycling walk walks walking drive drives
    driving foot scooter""".split()
)
HOUSEHOLD: Final = frozenset(
    """
    flat apartment studio house bedsit bungalow cottage caravan garden balcony yard garage kitchen oven stove hob
    microwave freezer fridge dishwasher dryer washer bath shower attic loft basement cellar car van bike motorbike
    motorcycle scooter campervan boat licence license gym treadmill dumbbells kettlebell barbell rack tent kayak laptop
    pc mac macbook desktop monitor phone iphone android tablet ipad printer camera telescope guitar piano amp loom kiln
    greenhouse polytunnel allotment shed pond aquarium tank starter budget mortgage savings debt pension degree
    """.split()
)
"""What people have at home or of their own, and name without a verb: "no car, small garden"."""
FAMILY_PLACES: Final = frozenset(
    """
    school nursery daycare kindergarten office gym flat house garden kitchen boiler shop store business clinic team
    company landlord landlady car van allotment building choir band club class studio site warehouse farm practice
    surgery dorm commute
    """.split()
)
"""With "the" in front these are the speaker's own, where he speaks of himself or his family."""

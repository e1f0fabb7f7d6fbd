"""Dated occasions and frequency: what makes a sentence an appointment or a habit, and what happens only once."""

from __future__ import annotations

from typing import Final

OCCASIONS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """
        flight appointment exam exams test interview surgery operation wedding meeting trip deadline viva defence
        defense presentation talk recital concert gig race marathon half-marathon triathlon tournament match audition
        hearing trial inspection mot visa passport lease contract rent license licence membership subscription
        warranty birthday anniversary graduation funeral christening baptism party reunion holiday vacation conference
        launch release demo checkup check-up scan mri biopsy ultrasound due-date thesis dissertation assignment
        submission report application return returns taxes mortgage move viewing closing retreat workshop course
        semester term final finals midterm midterms gcses a-levels competition performance exhibition opening shift
        procedure op jab screening colonoscopy handover
        vaccination booster cleaning filing renewal interview-day orientation internship
        """.split()
    ),
    "es": frozenset(
        """
        cita examen examenes exámenes boda vuelo entrevista cirugía operación reunión viaje entrega cumpleaños mudanza
        defensa oposición oposiciones carrera maratón concierto juicio revisión presentación parcial bautizo comunión
        graduación aniversario vencimiento plazo resonancia ecografía torneo congreso audición parto selectividad
        """.split()
    ),
    "de": frozenset(
        """
        termin prüfung klausur hochzeit flug vorstellungsgespräch operation op besprechung reise abgabe geburtstag umzug
        abgabetermin deadline frist zahnarzttermin arzttermin marathon konzert taufe einschulung abi abitur
        fahrprüfung führerscheinprüfung jahrestag hochzeitstag kur reha einzug auszug urlaub elternabend vortrag
        verteidigung kolloquium mrt geburtstermin entbindungstermin turnier
        """.split()
    ),
    "fr": frozenset(
        """
        rendez-vous rdv examen examens mariage vol entretien opération réunion voyage rendu anniversaire déménagement
        soutenance partiel partiels concours marathon concert procès présentation baptême remise échéance irm
        échographie
        tournoi congrès audition accouchement bac permis date
        """.split()
    ),
    "pt": frozenset(
        """
        prova provas consulta casamento voo entrevista cirurgia reunião viagem entrega aniversário exame exames mudança
        defesa vestibular enem maratona show julgamento apresentação batizado formatura prazo ressonância torneio
        congresso parto concurso audiência
        """.split()
    ),
    "it": frozenset(
        """
        esame esami matrimonio volo colloquio operazione intervento riunione viaggio consegna compleanno trasloco
        discussione tesi concorso maratona concerto processo presentazione battesimo laurea scadenza risonanza visita
        torneo congresso parto appuntamento
        """.split()
    ),
}

TAKES_PLACE_ONCE: Final = (
    OCCASIONS["en"]
    | frozenset(
        """
        call visit dentist doctor game delivery haircut massage consultation ceremony show date hotel table dinner
        brunch barbecue picnic tour pickup x-ray excursion
        """.split()
    )
) - frozenset(
    """
    visa passport lease contract rent license licence membership subscription warranty report application return
    returns taxes mortgage course semester term shift cleaning holiday vacation birthday anniversary opening
    """.split()
)
"""What has one day, and is over after it; what is held every week or lasts is not among them."""

YEARLY_DAYS: Final = frozenset(
    name.replace("_", " ")
    for name in """
    birthday birthdate bday b-day anniversary name_day date_of_birth dob
    geburtstag hochzeitstag jahrestag namenstag geburtsdatum
    anniversaire date_de_naissance cumpleaños cumple aniversario fecha_de_nacimiento
    aniversário data_de_nascimento compleanno anniversario onomastico data_di_nascita
    """.split()
)
"""Days that come again every year, and are told for good."""

FREQUENCY: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """
        always usually often sometimes never rarely seldom frequently regularly occasionally normally generally
        typically mostly daily weekly monthly yearly nightly nowadays mornings evenings weekends weekdays mondays
        tuesdays wednesdays thursdays fridays saturdays sundays every each whenever tend twice once nights lately
        """.split()
    ),
    "es": frozenset(
        "siempre nunca normalmente usualmente suelo cada todos todas habitualmente diario diariamente".split()
    ),
    "de": frozenset(
        """
        immer nie meistens oft manchmal jeden jede jedes normalerweise täglich gewöhnlich montags dienstags mittwochs
        donnerstags freitags samstags sonntags abends morgens nachts wöchentlich monatlich selten
        """.split()
    ),
    "fr": frozenset("toujours jamais souvent parfois chaque tous toutes généralement habituellement".split()),
    "pt": frozenset("sempre nunca geralmente normalmente costumo cada todo todos toda todas".split()),
    "it": frozenset("sempre mai spesso ogni tutti tutte solitamente".split()),
}

ONCE: Final = frozenset("born died birth death first originally".split())
"""In a life, whatever else is said."""
ONCE_EACH: Final = frozenset(
    """
    graduated retired founded cofounded co-founded established married wed divorced emigrated immigrated
    naturalised naturalized knighted ordained widowed incorporated patented
    """.split()
)
"""Done once by one person to one thing: with nothing told apart but the time, the same deed."""
ONCE_MADE: Final = frozenset("built constructed erected".split())
"""Told of a thing, it was made once; whoever makes things makes more of them."""
AGAIN: Final = frozenset("again another second third twice other more re-married remarried both".split())
"""It happened more than once after all."""
SETTLED: Final = frozenset(
    """
    decided agreed chose picked settled scheduled booked reserved planned arranged moved changed raised lowered named
    called switched joined became started began ended appointed elected promoted hired saved reached finished completed
    grew said told thought wanted needed used adopted married signed enrolled applied based located lived worked studied
    """.split()
)
"""Past forms after which something holds, or adds up: told again with another value, that value holds now."""
ONE_DAY: Final = frozenset("today tonight tomorrow yesterday".split())
"""One day by itself."""
WHICH_DAY: Final = frozenset("on this next last coming".split())
"""Before a weekday: one single day, unless the weekday stands in the plural."""
DAYPARTS: Final = frozenset("night morning afternoon evening week weekend".split())
"""After "this", "next" and "last" they are one occasion too."""
SOME_DAYS: Final = frozenset("weekend weekends weekdays holidays".split())
"""Days that come again and again, without the name of a weekday."""
FROM_THEN: Final = frozenset(
    """
    from starting start starts beginning begins since of until till by after before effective for to onward onwards
    """.split()
)
"""Beside a day: something holds from it on, up to it, or is put on it, and not on that day alone."""
MEALS: Final = frozenset("breakfast brunch lunch dinner supper".split())
"""Held every day, although one of them may be an invitation."""
ACCIDENTS: Final = frozenset("accident mistake".split())
"""After "by": it was not meant."""
CONSUMED: Final = frozenset("ate drank smoked had tried tasted sipped".split())
"""What was done with food, drink or tobacco on one occasion."""

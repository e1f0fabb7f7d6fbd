"""Where people live and work, told in small letters: the verbs, what stands before a place, and what is no place.

Plain data, folded, all languages inside.
"""

from __future__ import annotations

from typing import Final


def _each(forms: str, before: str) -> dict[str, frozenset[str]]:
    return dict.fromkeys(forms.split(), frozenset(before.split()))


BEFORE_NAMES: Final = {
    **_each("live lives living based", "in"),
    **_each("moved relocated", "to"),
    **_each("work works working", "at for"),
    **_each("wohne wohnt wohnen lebe lebt leben", "in"),
    **_each("arbeite arbeitet arbeiten", "bei"),
    **_each("gezogen umgezogen", "nach"),
    **_each("vivo vive vivimos viven", "en em a"),
    **_each("mude mudo mudamos mudado", "a"),
    **_each("trabajo trabaja trabajamos", "en para"),
    **_each("habite habitons habitent", "a"),
    **_each("demenage demenages", "a"),
    **_each("travaille travaillons", "chez"),
    **_each("moro mora moramos", "em"),
    **_each("mudei mudou mudei-me mudou-se", "para"),
    **_each("trabalho trabalha", "na no para"),
    **_each("abito abita abitiamo", "a"),
    **_each("trasferito trasferita trasferiti", "a"),
}
"""A verb of living, moving or working -> the small words between it and a name."""
NO_NAMES: Final = frozenset(
    """
    town city suburb suburbs suburbia countryside country village downtown uptown midtown university college uni
    dorm dorms halls housing barracks squat vans tent limbo exile isolation
    harmony peace poverty luxury squalor fear hope denial
    chaos sin hell heaven paradise silence solitude darkness freedom prison jail hiding shelter shelters nature
    pain misery comfort style debt conflict terror dread awe moderation abroad overseas upstairs downstairs together
    apart alone elsewhere anywhere nowhere everywhere somewhere northern southern eastern western central rural urban
    inner outer greater temporary shared sheltered assisted social public private student council
    management sales marketing finance engineering product design support operations legal research consulting
    retail hospitality logistics procurement accounting teaching nursing healthcare education politics tech academia
    keto paleo yoga pilates jazz tea coffee cash crypto bliss sorrow joy grief shame peril pyjamas pajamas sweatpants
    remote hybrid full-time part-time freelance contract fulltime parttime decaf veganism windows linux android
    home night nights noon midnight dawn dusk sea height heights scale speed school church events weddings festivals
    customs reception free cash money tips peanuts fun charity charities minimum profit equity exposure pleasure
    love food rent room board experience credit commission myself himself herself themself oneself themselves
    ourselves yourself
    government clients customers startups nonprofits ngos agencies companies hours days weeks months years decades
    ages now later ever good sure real life work weekends weekdays
    stadt dorf land frieden angst armut hause daheim miete untermiete wg wgs freunden kunden tag nacht
    paz casa campo ciudad pueblo pobreza miedo pareja alquiler cuenta remoto equipo cidade aldeia conta
    campagne ville deux paris-banlieue moi campagna centro citta
    """.split()
)
"""What follows such a verb without an article and is no name."""

TOWNS: Final = frozenset(
    """
    aachen aarhus aberdeen albuquerque alicante almaty amman antalya arezzo augsburg baltimore bamberg bayreuth
    belfast belgrade bergamo bielefeld birmingham bochum bologna bonn bratislava braunschweig breda bremen brescia
    brest brighton bruges burgos cadiz caen cagliari canberra catania chemnitz cincinnati cleveland coimbra columbus
    cordoba darmstadt dijon dortmund duesseldorf durban dusseldorf eindhoven erfurt exeter faro firenze freiburg
    galway gdansk genoa genova ghent gijon graz grenoble groningen guadalajara haarlem haifa halifax hannover
    heidelberg heilbronn hobart huelva ingolstadt innsbruck izmir kaiserslautern karlsruhe kassel kaunas kiel koblenz
    koeln koln kosice krefeld lausanne leiden liege lille limassol limerick limoges linkoping linz ljubljana lodz
    lubeck lugano luzern maastricht madison magdeburg mainz malaga malmo mannheim marburg memphis milano milwaukee
    minneapolis monterrey montpellier muenchen munchen munster murcia nantes napoli newcastle nijmegen nottingham
    nuremberg nurnberg odense oldenburg omaha orlando osnabruck ostrava oviedo padova padua palermo palma pamplona
    parma perugia pittsburgh plovdiv plymouth potsdam poznan regensburg rennes rochester roma rostock rouen
    saarbrucken salamanca salzburg santander sarajevo sheffield siena skopje southampton stavanger strasbourg swansea
    szczecin tampa tampere tartu tbilisi thessaloniki tilburg timisoara torino toulon toulouse trento trier trieste
    trondheim tucson turku ulm uppsala vaduz valladolid venezia verona vicenza vigo wiesbaden winnipeg winterthur
    wolfsburg wroclaw wuppertal wurzburg yerevan zagreb zaragoza
    """.split()
)
"""Towns beside those that `naming.PLACES` has, whose names are no other words."""

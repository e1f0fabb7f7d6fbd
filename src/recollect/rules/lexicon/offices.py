"""Who writes to people about their own affairs: offices, firms and those who act for them. Plain data."""

from __future__ import annotations

from typing import Final

OFFICES: Final = frozenset(
    """
    clinic hospital lab laboratory bank school kindergarten nursery college university hr landlord landlady insurance
    insurer employer company agency authority council court embassy consulate airline pharmacy surgery practice ward
    recruiter lawyer solicitor accountant tax office registry library gym club department team admissions university
    utility supplier provider hotel police government
    praxis klinik krankenhaus labor bank schule kita kindergarten uni
    universität personalabteilung vermieter vermieterin hausverwaltung versicherung krankenkasse arbeitgeber firma amt
    finanzamt jobcenter behörde gericht botschaft anwalt anwältin steuerberater stadt arbeitsamt
    clínica laboratorio banco escuela colegio universidad casero casera seguro
    aseguradora empresa ayuntamiento juzgado embajada abogado abogada hacienda trabajo
    clinique hôpital laboratoire labo banque école lycée université propriétaire assurance mutuelle
    employeur entreprise mairie tribunal ambassade avocat avocate préfecture rh
    laboratório escola universidade senhorio senhoria proprietário seguradora prefeitura tribunal
    embaixada advogado advogada
    ospedale laboratorio banca scuola università padrone assicurazione azienda comune
    tribunale ambasciata avvocato
    """.split()
)
"""In six languages, in small letters."""

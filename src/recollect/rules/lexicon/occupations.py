"""English names of what people do, and the endings most of them share."""

from __future__ import annotations

from typing import Final

OCCUPATIONS: Final = frozenset(
    """nurse doctor gp surgeon dentist vet paramedic radiographer physio midwife pharmacist therapist psychologist
    teacher tutor lecturer professor student undergrad postgrad postdoc phd pupil apprentice intern trainee dev
    developer engineer programmer designer architect analyst scientist researcher manager director consultant
    accountant actuary auditor lawyer solicitor barrister paralegal judge cop police officer firefighter soldier
    veteran pilot driver trucker courier sailor chef cook baker barista waiter waitress bartender butcher farmer
    gardener florist plumber electrician carpenter joiner welder mechanic builder roofer plasterer bricklayer
    decorator painter tailor hairdresser barber beautician cleaner janitor receptionist secretary assistant clerk
    cashier salesperson realtor broker banker trader economist statistician mathematician physicist chemist
    biologist geologist astronomer historian librarian archivist curator journalist writer author poet editor
    translator interpreter photographer filmmaker musician singer actor actress dancer artist illustrator animator
    potter athlete coach trainer referee priest pastor vicar imam rabbi monk nun nanny childminder carer caregiver
    social-worker freelancer contractor entrepreneur founder ceo cto cfo landlord homemaker housewife retiree
    pensioner mum mom dad mother father grandma grandpa carer widow widower vegan vegetarian pescatarian celiac coeliac
    diabetic asthmatic beginner novice expert homeschooler sysadmin admin devops sre qa tester copywriter marketer
    radiologist optician optometrist podiatrist undertaker seamstress blacksmith locksmith beekeeper shepherd
    fisherman miner ranger lifeguard usher dogwalker dispatcher warden bursar registrar freelance
    self-employed retired unemployed""".split()
)
ENDINGS: Final = ("ologist", "ician", "grapher", "keeper", "maker", "worker", "ist", "teer", "smith")

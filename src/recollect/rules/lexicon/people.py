"""Who a statement may be about: kin and everyday roles, in eight languages, each with one name. Plain data."""

from __future__ import annotations

from typing import Final

KIN: Final = """
mother: mother mum mom mama mam mommy mummy madre mamma mutter mere mae 妈妈 母亲 母 お母さん माँ मां मम्मी
father: father dad daddy papa padre vater pere pai 爸爸 父亲 父 お父さん पिता पापा
parents: parents folks padres eltern pais genitori 父母 両親
sister: sister sis hermana schwester sorella soeur sœur irma irmã 姐姐 妹妹 姉 妹 बहन
brother: brother bro hermano bruder fratello frere irmao irmão 哥哥 弟弟 兄 弟 भाई
siblings: sibling siblings brothers_and_sisters brothers_or_sisters hermanos fratelli geschwister irmaos
twin: twin
son: son boy hijo sohn fils filho figlio 儿子 息子 बेटा
daughter: daughter hija tochter fille filha figlia 女儿 娘 बेटी
child: child children kid kids baby hijos kind kinder enfant enfants filhos 孩子 子供 बच्चा बच्चे
wife: wife missus esposa mujer ehefrau moglie frau femme esposa mulher 妻子 老婆 妻 奥さん पत्नी
husband: husband hubby esposo marido marito ehemann mann mari 丈夫 老公 夫 主人 पति
spouse: spouse partner other_half pareja partnerin conjoint parceiro
girlfriend: girlfriend gf novia freundin copine fidanzata ragazza petite_amie namorada 女朋友 彼女
boyfriend: boyfriend bf novio freund copain fidanzato ragazzo petit_ami namorado 男朋友 彼氏
fiance: fiance fiancee
ex: ex ex-wife ex-husband ex-girlfriend ex-boyfriend
grandmother: grandmother grandma gran granny nan nana abuela nonna grossmutter oma grand-mere mamie avo avó 奶奶 外婆
    祖母 おばあさん दादी नानी
grandfather: grandfather grandad granddad grandpa gramps abuelo nonno grossvater opa grand-pere papi avô 爷爷 外公 祖父
    おじいさん दादा नाना
grandparents: grandparents abuelos nonni grosseltern avos
grandson: grandson nieto enkel petit-fils neto
granddaughter: granddaughter nieta enkelin petite-fille neta
aunt: aunt auntie tia zia tía tante 阿姨 姑姑 叔母 おばさん चाची मौसी
uncle: uncle tio zio tío onkel oncle 叔叔 舅舅 叔父 おじさん चाचा मामा
cousin: cousin primo prima cugino cugina cousine vetter kusine 表哥 表弟 表姐 表妹 堂哥 いとこ चचेरा_भाई चचेरी_बहन
nephew: nephew sobrino neffe neveu sobrinho
niece: niece sobrina nichte niece sobrinha
sister_in_law: sister-in-law cuñada cunada schwagerin belle-soeur cunhada
brother_in_law: brother-in-law cuñado cunado schwager beau-frere cunhado
mother_in_law: mother-in-law suegra schwiegermutter belle-mere sogra
father_in_law: father-in-law suegro schwiegervater beau-pere sogro
stepmother: stepmother step-mother step-mum stepmum
stepfather: stepfather step-father step-dad stepdad
stepbrother: stepbrother step-brother half-brother
stepsister: stepsister step-sister half-sister
godson: godson
goddaughter: goddaughter
godmother: godmother
godfather: godfather
friend: friend mate buddy pal chum amigo amiga amico amica ami amie 朋友 友達 दोस्त
best_friend: best_friend best_mate best_pal bestie closest_friend mejor_amigo mejor_amiga meilleur_ami meilleure_amie
    melhor_amigo melhor_amiga bester_freund beste_freundin
neighbour: neighbour neighbor neighbours neighbors vecino vecina nachbar nachbarin voisin voisine vizinho vizinha
boss: boss manager supervisor report_to reports_to jefe jefa capo chef chefin
colleague: colleague coworker co-worker workmate kollege kollegin collegue colega
flatmate: flatmate roommate housemate room_mate
landlord: landlord landlady vermieter vermieterin casero casera proprietaire
mentor: mentor
teacher: teacher
coach: coach
"""
"""Kin and ties. A name on the left is what a statement about that person is filed under."""

ROLES: Final = frozenset(
    """
    ceo cto cfo coo boss manager director president chair chairman chairwoman chairperson head lead leader
    captain coach
    trainer teacher tutor advisor adviser supervisor mentor landlord landlady doctor gp dentist vet therapist
    physiotherapist lawyer accountant secretary treasurer mayor principal headteacher owner founder editor
    babysitter nanny cleaner roommate flatmate goalkeeper striker maintainer admin midwife optician barber
    hairdresser
    """.split()
)
"""Posts that one person at a time holds for somebody: "our GP", "the CEO of"."""

SINGLE_TIES: Final = frozenset("wife husband spouse girlfriend boyfriend fiance best_friend boss landlord".split())
"""Ties of which a person has one at a time."""

OVERLAPS: Final = (
    frozenset(("wife", "husband", "spouse", "girlfriend", "boyfriend", "fiance")),
    frozenset(("son", "daughter", "child", "twin")),
    frozenset(("brother", "sister", "siblings", "twin")),
    frozenset(("mother", "father", "parents")),
    frozenset(("grandmother", "grandfather", "grandparents")),
    frozenset(("best_friend", "friend")),
)
"""Names that may mean one person: "my twin" is "my brother", "our child" is "our son"."""
GENERIC: Final = frozenset(("spouse", "child", "twin", "siblings", "parents", "grandparents", "friend", "best_friend"))
"""The wide word of a group; two narrow ones of one group ("son", "daughter") are two people."""

PROFESSIONS: Final = frozenset(
    """
    accountant actor actress architect artist astronomer attorney author baker banker barber barista bartender
    biologist
    bookkeeper bricklayer builder butcher carer caretaker carpenter cashier chef chemist cleaner clerk coach
    composer
    consultant cook courier dancer dentist designer developer diplomat doctor driver economist editor
    electrician engineer
    estate-agent farmer firefighter fisherman florist gardener geologist goldsmith guard hairdresser historian
    illustrator
    inspector interpreter janitor jeweller joiner journalist judge lawyer lecturer librarian lifeguard locksmith
    machinist
    magician mechanic midwife miner model musician nanny novelist nurse nutritionist optician painter paramedic
    pharmacist philosopher photographer physicist physiotherapist pianist pilot plumber poet policeman postman
    priest
    producer professor programmer psychiatrist psychologist realtor receptionist reporter researcher roofer sailor
    salesman scientist sculptor secretary shepherd singer social-worker soldier solicitor statistician surgeon
    surveyor
    tailor teacher technician therapist translator tutor vet violinist waiter waitress watchmaker welder writer
    zoologist
    paediatrician police lehrer lehrerin arzt koch medico profesor enfermera cocinero boulanger notaire
    arztin anwalt anwaltin architektin backer backerin buchhalter buchhalterin busfahrer elektriker erzieher
    erzieherin fahrer fahrerin friseur friseurin gartner gartnerin informatiker ingenieur ingenieurin
    journalistin kellner kellnerin kochin krankenpfleger krankenschwester maurer mechaniker pfleger pflegerin
    polizist polizistin programmierer richterin schreiner tischler verkaufer verkauferin
    abogada abogado arquitecta arquitecto bombero camarera camarero carpintero cocinera conductor conductora
    contable dentista electricista enfermero fontanero ingeniera ingeniero maestra maestro medica panadera panadero
    peluquera peluquero periodista profesora programador programadora psicologa psicologo traductor traductora
    avocat avocate boulangere chauffeur coiffeur coiffeuse comptable cuisinier cuisiniere developpeur electricien
    enseignant enseignante infirmier infirmiere journaliste medecin menuisier plombier policier pompier professeur
    programmeur psychologue serveur serveuse traducteur vendeur vendeuse
    advogada advogado cozinheira cozinheiro engenheira engenheiro enfermeira enfermeiro jornalista motorista padeiro
    professora avvocato cuoco giornalista infermiera infermiere ingegnere insegnante
    """.split()
)
"""What people are by trade; somebody is usually one of these at a time."""
PARTNERS: Final = frozenset("girlfriend boyfriend wife husband spouse fiance".split())
"""Of whom somebody has one at a time."""
ONE_AT_A_TIME: Final = frozenset(
    "boss ceo doctor gp dentist landlord landlady supervisor therapist lawyer accountant".split()
)
"""Posts that one person holds for somebody."""

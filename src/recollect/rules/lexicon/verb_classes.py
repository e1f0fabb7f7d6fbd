"""What the endings of a verb do not tell: its class, and which words only look like one. By language."""

from __future__ import annotations

from typing import Final

NOT_IN_A: Final[dict[str, str]] = {
    "es": """defiend entiend aprend comprend vend beb com corr le viv escrib sub abr recib decid asist permit part sufr
        compart descubr existi cumpl añad un imprim discut resist insist define conduzc mantien tien ten pon hag salg
        traig dig oig sig pid sirv repit duerm mid vist eli consig persig prefier sient mient sugier advierte muev
        vuelv devuelv resuelv hierv enciend atiend pierd quier pued deb meti met romp depend respond sorprend prometi
        promet tos barr cos lam tem conozc parezc agradezc ofrezc padezc merezc crezc nazc obedezc reconozc
        produzc traduzc reduzc introduzc corrij diri exij escoj recoj proteg huy construy constru distribuy
        contribuy incluy aburr ocurr recurr""",
    "pt": """viv escrev com beb aprend corr vend entend receb abr assist part decid prefir perd respond depend promet
        met sofr divid discut durm sirv sub cumpr dev conhec agradeç ofereç reconheç pareç aqueç esqueç adoeç
        permit exist insist resist produz traduz conduz reduz sint mint vist repit consig sig atend defend
        compreend surpreend bat mex ench torc cos mord cresç nasç desç vej crei lei sai cai constru possu inclu
        contribu distribu corrij dirij exij escolh acolh recolh""",
    "it": """viv scriv legg prend vend corr conosc cred mett perd chied chiud decid dipend difend divid rispond ricev
        rid sorrid piang vinc spend accend append cresc nasc riconosc discut esist insist resist promett permett
        ammett smett rompo romp cuoc cuoci svolg rivolg scelg tolg colg accolg dorm part apr sent segu vest
        offr soffr cop scopr copr serv divert bolli god tem ripet esig corregg protegg dirig aggiung raggiung
        dipingo diping pung ung fing produc traduc conduc riduc introduc tradu condu produ""",
}
"""Stems whose third person ends in "e": every other one has "a"."""

_SPANISH_NO: Final = """
    pero como cuando cuanto solo sólo bueno claro luego pronto mucho poco todo esto eso aquello cierto correcto perfecto
    exacto otro uno ninguno alguno primero segundo tercero cuarto quinto último mismo tampoco incluso excepto medio
    supuesto abajo dentro cuatro cinco ocho algo hecho nuevo malo bonito feo largo corto pequeño viejo próximo rápido
    lento barato caro gratuito distinto tanto cuánto dado junto bajo alto tipo ejemplo tiempo año caso modo
    cambio gusto resumo saludo saludos hijo hermano marido abuelo tío primo sobrino suegro novio amigo vecino médico
    perro gato piso café qué porqué bebé comité josé pie también además aquí así allí ahí casi mí ti sí té fe
    que porque aunque colegio cumpleaños metro baño libro número correo teléfono dinero domingo marzo enero
    febrero mayo junio julio agosto ramos extremos enorme derecho izquierdo segundos minuto grupo equipo curso
    tercero proyecto verano invierno otoño plazo horario sueño fuego   sino menos acaso aparte loco
    """
_PORTUGUESE_NO: Final = """
    como quando quanto certo claro bom muito pouco todo tudo isto isso aquilo outro alguém nenhum primeiro segundo
    terceiro quarto quinto último mesmo dentro quatro cinco oito algo feito novo velho bonito feio longo curto pequeno
    próximo rápido barato caro tanto junto baixo alto tipo exemplo tempo ano caso modo filho irmão marido avô tio
    primo sobrinho sogro amigo vizinho médico cachorro gato carro dinheiro domingo março janeiro fevereiro maio junho
    julho agosto curso grupo prazo horário sonho então pelo ao logo preço prato enquanto segundos minuto livro
    número correio lei rei hei sexo obrigado beijo abraço contudo portanto quinto metro zero euro apartamento
    projeto inverno verão outono salário menos vamos  sábado feriado depois aqui ali
    favor coentro peixe exceto direito aniversário senão sério ótimo péssimo acordo
    """
_ITALIAN_NO: Final = """
    come quando quanto certo chiaro buono bello molto poco tutto questo quello altro uno alcuno nessuno primo secondo
    terzo quarto quinto ultimo stesso dentro quattro otto fatto nuovo vecchio brutto lungo corto piccolo prossimo
    veloce caro tanto tipo esempio tempo anno caso modo figlio fratello marito nonno zio cugino suocero amico vicino
    medico cane gatto denaro marzo febbraio gennaio maggio giugno luglio agosto corso gruppo però perciò dopo
    troppo presto meno ecco loro circa verso contro sotto sopra però può ciò cioè solo soltanto appunto dunque
    allora adesso treno libro numero minuto secondo euro progetto pomeriggio inverno autunno orario quanto
    proprio avanti però formaggio prezzo vegetariano vegano  stiamo poco ogni estivo
    cloro cattivo motivo obiettivo bravo obiettivo aperitivo
    """
NO_VERBS: Final[dict[str, frozenset[str]]] = {
    "es": frozenset(_SPANISH_NO.split()),
    "pt": frozenset(_PORTUGUESE_NO.split()),
    "it": frozenset(_ITALIAN_NO.split()),
    "fr": frozenset(
        """
        pas plus jamais que qui aussi seul seule même moi toi lui elle nous vous tout tous toujours souvent
        parfois déjà encore bien mal très trop peu assez ici là alors donc mais avec sans pour dans sur
        """.split()
    ),
}
"""Words with the ending of a first person that are none."""
NOUN_ENDINGS: Final[dict[str, tuple[str, ...]]] = {
    "es": ("ado", "ido", "ndo", "ísimo", "ario", "orio", "ismo"),
    "pt": ("ado", "ido", "ndo", "íssimo", "ário", "ório", "mento", "ismo", "ão"),
    "it": ("ato", "ito", "uto", "ndo", "issimo", "ario", "orio", "mento", "ismo"),
}
ALSO_NOUNS: Final[dict[str, frozenset[str]]] = {
    "es": frozenset(
        """
        trabajo uso paso cambio juego peso estudio camino canto odio pago viaje cuido baile amo visto como era compro
        termino acabo practico reservo cuento sueño visito alquiler regalo mando toco bailo programo manejo vino corro
        """.split()
    ),
    "pt": frozenset(
        "trabalho uso estudo jogo gosto canto treino visto consigo era pago como amo abraço fumo curso".split()
    ),
    "it": frozenset("lavoro studio suono gioco uso ballo canto odio guido aiuto viaggio sono parto sento".split()),
    "fr": frozenset(),
}
"""First persons that are nouns or adjectives as well."""
ALSO_THIRD: Final[dict[str, frozenset[str]]] = {
    "es": frozenset("era tenía vivía trabajaba estaba había hacía iba podía quería".split()),
    "pt": frozenset(
        "era tinha morava trabalhava estava fazia ia podia queria vivia tava disse trouxe quis soube".split()
    ),
    "it": frozenset(),
    "fr": frozenset(),
}
"""First persons that are third persons as well."""
GERMAN_T_STEMS: Final = tuple(
    """
    arbeite warte biete leite reite miete koste faste teste starte achte fürchte bete hefte trete halte rate brate
    streite begleite walte gestalte schalte spalte hoste röste taste rette richte dichte züchte flüchte beobachte
    betrachte berichte unterrichte antworte zweite breite bereite verbreite deute häute läute melde chatte jette poste
    trete liste haste spalte dulde falte vermute miete knete löte töte hüte behüte blute flute gleite
    """.split()
)
"""Presents whose stem ends in t: any other "-te" is a past tense, alike in both persons."""
GERMAN_PAST: Final = frozenset(
    """
    ging kam bekam fand zog blieb hieß ließ las schrieb sprach traf trug aß trank lief fuhr schlief hielt gab nahm sah
    half stand verstand begann verlor gewann vergaß verließ wuchs lag saß rief schien fiel fing bot flog schnitt
    schwamm sang ritt stieg starb warf wusste dachte brachte kannte nannte rannte konnte musste wollte durfte sollte
    mochte war hatte wurde ward
    """.split()
)
"""Past tenses of strong verbs: alike in the first and the third person."""
GERMAN_NO_VERBS: Final = frozenset(
    """
    ne nee eine meine keine diese alle bitte danke heute ohne gerne gern viele beide seine ihre welche jede gute die
    ende lange
    letzte nächste neue alte kleine große beiden oben unten außen innen drüben eben neben wegen zwischen gegen morgen
    und aber oder denn weil dass ob wenn falls als wie was wo da damit bevor nachdem sobald obwohl sondern doch nur auch
    wer warum wann wieso bis seit also nicht nie immer oft selbst so schon noch sehr ganz jetzt dann dort hier mal ja
    nein sonst trotzdem deshalb daher darum deswegen weshalb wozu woran wobei während indem sofern soweit solange der
    das den dem des ein kein mein sich mich mir dich dir uns euch ihn ihm es er sie man du ihr wir ich an auf aus bei
    mit nach von vor zu für um durch in am im zum zur vom gestern bald früher später manchmal meistens meist leider
    halt eher wieder weiter wohl vielleicht wahrscheinlich eigentlich gerade erst bereits total echt ziemlich mehr
    weniger viel wenig nichts alles etwas jemand niemand samt bzw dieser dieses jener beim ins gut schlecht ungern
    abends morgens mittags nachts lieber hingegen dagegen gar kaum
    """.split()
)
"""Words beside "ich" that are no verb."""
PLURALS: Final[dict[str, dict[str, str]]] = {
    "es": dict(
        pair.split(":")
        for pair in "es:son fue:fueron tuvo:tuvieron hizo:hicieron estuvo:estuvieron vino:vinieron".split()
    ),
    "pt": dict(
        pair.split(":")
        for pair in """
        é:são está:estão tem:têm vai:vão faz:fazem foi:foram teve:tiveram vem:vêm quer:querem vê:veem lê:leem dá:dão
        fez:fizeram esteve:estiveram veio:vieram
        """.split()
    ),
    "it": dict(
        pair.split(":")
        for pair in """
        è:sono ha:hanno va:vanno fa:fanno sta:stanno dà:danno sa:sanno può:possono vuole:vogliono deve:devono
        viene:vengono tiene:tengono rimane:rimangono sceglie:scelgono
        """.split()
    ),
    "fr": dict(
        pair.split(":")
        for pair in """
        est:sont a:ont va:vont fait:font vit:vivent doit:doivent peut:peuvent veut:veulent prend:prennent sait:savent
        vient:viennent tient:tiennent boit:boivent dort:dorment part:partent sort:sortent lit:lisent écrit:écrivent
        apprend:apprennent comprend:comprennent court:courent met:mettent finit:finissent choisit:choisissent
        """.split()
    ),
    "de": {},
}
"""What several do, where the ending does not tell."""

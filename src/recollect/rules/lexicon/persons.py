"""First person to third, by language: irregular verbs, classes of regular ones, pronouns.

And the words that tell languages apart, and those that mark duties, decisions and standing wishes.
"""

from __future__ import annotations

from typing import Final

MARKS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """
        the i i'm i've my is are was have has been with for and of to in on at it that this what how do does don't
        can't we you your not but just so from be would will can should me please if no a an im ive dont cant btw its
        """.split()
    ),
    "es": frozenset(
        """
        prefiero trabajo odio quiero llamo a el la los las un una de que y en es soy estoy mi mis me con por para pero
        no muy tengo vivo gusta desde se al del lo su yo porque también qué cómo cuál está hay más ya si eres como
        cuando nos hace todo todos siempre nunca ahora nuestro nuestra nuestros nuestras tenemos vivimos años hijo hija
        vive trabaja tiene ha ni
        q esto ese esa sin sobre entre hasta hoy ayer aquí nada alguien nadie otro otra unos unas voy fui ser tener
        hijos hijas
        hacer le les te tu tus sus él ella ellos ellas porfa gracias hola cada uno tampoco decidí estaba era fue han
        he hemos va son eso así donde quien mucho muchos
        """.split()
    ),
    "de": frozenset(
        """
        ich der die das und ist nicht ein eine einen mein meine meinen bin habe hab mit für auf auch aber wie was zu
        von den dem im am es wir mir mich sich seit bei noch nur schon sehr kein keine wenn oder muss kann man ab
        jetzt in nach wohnt wohne hat sind unser unsere unseren unserem uns heißt heiße wohnen lebe leben arbeite
        arbeiten arbeitet ziehe ziehen mag gern gerne zum zur vom dass weil mehr jahre jahr heute
        hast du dich dir bitte ja nein doch mal nen ihr er euch dein deine deinen deiner des einem einer keinen keinem
        wieder immer nie dann denn um aus über unter zwischen gegen ohne durch hatte waren wird werden kannst will
        möchte beim ins nix meiner meinem seine sein bis vor heißen
        """.split()
    ),
    "fr": frozenset(
        """
        je j'ai le la les un une des de du et est suis pas mon ma mes avec pour que qui dans sur au aux ne vous tu il
        elle nous en ce c'est à plus mais très depuis où quel quelle si moi notre nos chez maintenant ans habite
        habitons travaille travaillons avons s'appelle
        ça j'suis chuis t'as c'était faut on avait était ont sont fait cette ces cet leur leurs ses son sa me te se y
        été
        deux trois quatre enfants fille femme mari frère sœur
        être avoir faire aussi tout tous toute rien jamais toujours quand comme parce sans sous vers par ou arrête
        réponds stp svp lui déjà alors donc parle vis prends fais vais veux dois peux
        """.split()
    ),
    "pt": frozenset(
        """
        eu prefiro gosto trabalho odeio adoro quero o a os as um uma de que e em é sou estou meu minha meus minhas não
        com por para mas muito tenho moro do da dos das no na se ao você me porque também como qual já mais nunca
        sempre agora mudei nosso nossa anos filho filha está mora trabalha tem foi
        temos dois duas três filhos filhas
        vc vcs tô tá esse essa isso isto ela ele eles elas dele dela pra pro num numa até aqui hoje ontem quando onde
        quem ninguém nada tudo todo toda cada desde sem sobre entre pelo pela ser ter fazer vou vai fui era são estão
        tinha te lhe nós q pq tbm decidi chama só depois nem à às aos talvez mês
        """.split()
    ),
    "it": frozenset(
        """
        preferisco lavoro voglio io il lo la gli le un una di che e in è sono ho mio mia miei mie non con per ma molto
        abito vivo del della dei al mi si da anche come quale più sto questo a ora adesso trasferito trasferita
        lavora abita vive ha figli figlio figlia
        ci ti vi i nel nella dal dalla sul sulla delle degli alla alle ai hai abbiamo sei siamo stato stata sempre mai
        poco tutto tutti ogni però dammi quando dove chi perché cosa fare essere avere faccio vado l'ho dello nei agli
        hanno era poi senza tra fino forse né
        """.split()
    ),
    "hi": frozenset(
        """
        mujhe mera meri mere main maine hai hain hoon hu hun nahi nahin nhi mein ka ki ke ko aur kya kaise karo batao
        hamesha bhi toh yeh woh tha thi rehta rehti karta karti abhi kal mat apna apni hum hamara hamari jawab raha rahi
        kar liye wala wali koi bahut
        """.split()
    ),
}
"""The commonest words; a text is in the language that has most of them."""

ENGLISH_TOO: Final = frozenset(
    """
    see sure ya bye
    he she they his her him them had did there then than or by as when who which about out up get got like know
    any some want need told say said into over after before only also i'd i'll it's that's there's isn't
    doesn't didn't ha
    """.split()
)
"""More words of English: where a text has few of the commonest ones they tell it apart."""

IRREGULAR: Final[dict[str, dict[str, str]]] = {
    "es": dict(
        pair.split(":")
        for pair in """
        separé:separó preparé:preparó comparé:comparó reparé:reparó declaré:declaró esperé:esperó
        superé:superó operé:operó recuperé:recuperó consideré:consideró retiré:retiró admiré:admiró
        respiré:respiró inspiré:inspiró enteré:enteró generé:generó lideré:lideró alteré:alteró
        moderé:moderó
        soy:es estoy:está tengo:tiene voy:va hago:hace sé:sabe puedo:puede quiero:quiere prefiero:prefiere juego:juega
        duermo:duerme conozco:conoce salgo:sale vengo:viene digo:dice pongo:pone nací:nació fui:fue era:era
        tenía:tenía vivía:vivía trabajaba:trabajaba he:ha estuve:estuvo tuve:tuvo hice:hizo empecé:empezó dejé:dejó
        decidí:decidió suelo:suele pienso:piensa mido:mide peso:pesa cumplo:cumple dirijo:dirige doy:da sigo:sigue
        entreno:entrena llevo:lleva elegí:eligió visto:viste conduzco:conduce traduzco:traduce entiendo:entiende
        tenemos:tiene somos:es estamos:está vivimos:vive hemos:ha vamos:va vuelvo:vuelve empiezo:empieza debo:debe
        uso:usa odio:odia amo:ama crecí:creció cocino:cocina estaba:estaba volví:volvió volvimos:volvió
        defiendo:defiende pido:pide sirvo:sirve repito:repite consigo:consigue pierdo:pierde muevo:mueve siento:siente
        oigo:oye traigo:trae caigo:cae huyo:huye construyo:construye parezco:parece padezco:padece nazco:nace
        crezco:crece agradezco:agradece ofrezco:ofrece produzco:produce reduzco:reduce mantengo:mantiene
        obtengo:obtiene escojo:escoge recojo:recoge protejo:protege corrijo:corrige elijo:elige exijo:exige
        vine:vino puse:puso dije:dijo quise:quiso pude:pudo supe:supo traje:trajo anduve:anduvo vi:vio
        había:había hacía:hacía iba:iba podía:podía quería:quería haré:hará tendré:tendrá podré:podrá saldré:saldrá
        vendré:vendrá iré:irá estaré:estará seré:será pondré:pondrá diré:dirá querré:querrá fuimos:fue tuvimos:tuvo
        hicimos:hizo estuvimos:estuvo vinimos:vino vemos:ve damos:da seguimos:sigue íbamos:iba éramos:era
        cuento:cuenta sueño:sueña acuesto:acuesta despierto:despierta cierro:cierra caliento:calienta
        siembro:siembra friego:friega niego:niega recuerdo:recuerda pruebo:prueba encuentro:encuentra vuelo:vuela
        almuerzo:almuerza meriendo:merienda convierto:convierte divierto:divierte sugiero:sugiere
        """.split()
    ),
    "de": dict(
        pair.split(":")
        for pair in """
        bin:ist habe:hat hab:hat war:war hatte:hatte kann:kann muss:muss will:will mag:mag darf:darf soll:soll
        weiß:weiß werde:wird wurde:wurde esse:isst lese:liest fahre:fährt schlafe:schläft spreche:spricht laufe:läuft
        trage:trägt gebe:gibt nehme:nimmt treffe:trifft sehe:sieht helfe:hilft konnte:konnte musste:musste
        wollte:wollte arbeite:arbeitet möchte:möchte heiße:heißt hasse:hasst fand:fand ging:ging zog:zog wohnte:wohnte
        studierte:studierte kam:kam haben:hat sind:ist wollen:will müssen:muss können:kann waren:war hatten:hatte
        wohnen:wohnt leben:lebt suchen:sucht vertrage:verträgt halte:hält backe:backt wasche:wäscht reite:reitet
        rede:redet koste:kostet lasse:lässt falle:fällt fange:fängt schlage:schlägt wachse:wächst grabe:gräbt lade:lädt
        rate:rät brate:brät stoße:stößt werfe:wirft messe:misst vergesse:vergisst breche:bricht steche:sticht
        trete:tritt empfehle:empfiehlt werbe:wirbt stehle:stiehlt leide:leidet dürfen:darf sollen:soll mögen:mag
        werden:wird fahren:fährt essen:isst lesen:liest schlafen:schläft laufen:läuft treffen:trifft nehmen:nimmt
        geben:gibt sehen:sieht tragen:trägt sprechen:spricht gehen:geht machen:macht tue:tut tun:tut würde:würde
        hätte:hätte wäre:wäre könnte:könnte sollte:sollte
        """.split()
    ),
    "fr": dict(
        pair.split(":")
        for pair in """
        suis:est ai:a vais:va fais:fait peux:peut veux:veut dois:doit sais:sait viens:vient tiens:tient prends:prend
        apprends:apprend comprends:comprend lis:lit écris:écrit vis:vit dors:dort pars:part sors:sort bois:boit
        cours:court connais:connaît étais:était avais:avait finis:finit choisis:choisit travaillais:travaillait
        habitais:habitait mets:met avons:a sommes:est allons:va vivons:vit habitons:habite faisons:fait
        conduis:conduit suivais:suivait vivais:vivait crois:croit deviens:devient serai:sera aurai:aura irai:ira
        ferai:fera j'suis:est chuis:est chui:est j'ai:a reçois:reçoit bois:boit meurs:meurt mens:ment sens:sent
        ressens:ressent sers:sert perds:perd rends:rend vends:vend attends:attend descends:descend réponds:répond
        devrai:devra pourrai:pourra essaie:essaie essaye:essaye paie:paie
        """.split()
    ),
    "pt": dict(
        pair.split(":")
        for pair in """
        separei:separou preparei:preparou comparei:comparou reparei:reparou declarei:declarou
        esperei:esperou superei:superou operei:operou recuperei:recuperou considerei:considerou
        retirei:retirou admirei:admirou respirei:respirou inspirei:inspirou generei:generou liderei:liderou
        alterei:alterou moderei:moderou tirei:tirou virei:virou girei:girou
        sou:é estou:está tenho:tem vou:vai faço:faz sei:sabe posso:pode quero:quer prefiro:prefere durmo:dorme
        conheço:conhece saio:sai venho:vem digo:diz ponho:põe nasci:nasceu fui:foi era:era tinha:tinha tive:teve
        fiz:fez comecei:começou parei:parou decidi:decidiu temos:tem somos:é estamos:está moramos:mora vamos:vai
        tô:tá tou:está tava:tava leio:lê vejo:vê ouço:ouve dirijo:dirige peço:pede costumo:costuma odeio:odeia
        trago:traz dou:dá sinto:sente
        visto:veste sigo:segue consigo:consegue larguei:largou morava:morava trabalhava:trabalhava estava:estava
        cresci:cresceu troquei:trocou passei:passou meço:mede
        vim:veio vi:viu dei:deu pus:pôs disse:disse trouxe:trouxe pude:pôde quis:quis soube:soube estive:esteve
        tivemos:teve fomos:foi fizemos:fez viemos:veio estivemos:esteve demos:deu vemos:vê damos:dá
        caio:cai construo:constrói possuo:possui corro:corre subo:sobe fujo:foge sirvo:serve repito:repete minto:mente
        cubro:cobre descubro:descobre perco:perde valho:vale caibo:cabe creio:crê
        nasço:nasce cresço:cresce agradeço:agradece ofereço:oferece pareço:parece reconheço:reconhece esqueço:esquece
        produzo:produz traduzo:traduz conduzo:conduz reduzo:reduz exijo:exige corrijo:corrige protejo:protege
        fazia:fazia ia:ia podia:podia queria:queria vivia:vivia abri:abriu senti:sentiu dormi:dormiu saí:saiu
        caí:caiu parti:partiu subi:subiu desisti:desistiu investi:investiu assisti:assistiu descobri:descobriu
        começo:começa tropeço:tropeça reforço:reforça esforço:esforça
        perdi:perdeu li:leu mexi:mexeu recebi:recebeu conheci:conheceu esqueci:esqueceu prometi:prometeu
        defendi:defendeu respondi:respondeu sofri:sofreu cumpri:cumpriu consegui:conseguiu segui:seguiu pedi:pediu
        vesti:vestiu servi:serviu preferi:preferiu resolvi:resolveu escolhi:escolheu bati:bateu torci:torceu
        """.split()
    ),
    "it": dict(
        pair.split(":")
        for pair in """
        sono:è ho:ha sto:sta vado:va faccio:fa so:sa posso:può voglio:vuole devo:deve vengo:viene esco:esce dico:dice
        bevo:beve preferisco:preferisce capisco:capisce finisco:finisce ero:era avevo:aveva sono:è do:dà tengo:tiene
        abbiamo:ha siamo:è viviamo:vive rimango:rimane scelgo:sceglie studio:studia odio:odia
        mangio:mangia viaggio:viaggia cambio:cambia comincio:comincia lascio:lascia inizio:inizia sveglio:sveglia
        pulisco:pulisce muoio:muore salgo:sale tolgo:toglie raccolgo:raccoglie traduco:traduce produco:produce
        conduco:conduce riduco:riduce mantengo:mantiene ottengo:ottiene appartengo:appartiene spengo:spegne
        facciamo:fa andiamo:va stiamo:sta dobbiamo:deve possiamo:può vogliamo:vuole sappiamo:sa veniamo:viene
        usciamo:esce beviamo:beve diamo:dà farò:farà andrò:andrà avrò:avrà sarò:sarà dovrò:dovrà potrò:potrà
        verrò:verrà vorrò:vorrà starò:starà darò:darà eravamo:era avevamo:aveva feci:fece nacqui:nacque
        """.split()
    ),
}
STEMS: Final[dict[str, str]] = {
    "es": """ar: trabaj estudi habl cocin toc tom compr us necesit viaj camin mand llam enseñ pint cant
        bail nad entren
        cuid         ahorr alquil program dise manej termin acab gan pag ayud practic colabor particip llev
        qued busc am odi dej olvid visit regal reserv cancel
        cambi pas bail mud cas jubil gradu mand form monto escal toler evit desayun soport aguant disfrut
        er: viv escrib le com beb aprend corr vend comprend cre recib abr sub permit vend asist decid perd""",
    "pt": """ar: trabalh estud fal cozinh toc tom compr us viaj and gost mor ador am detest ensin pint cant danç nad
        trein         cuid alug program desenh termin acab ganh pag ajud pratic particip lev fic procur mud
        cas aposent form particip
        jog fum almoç jant bebi chego evit not cur visit reserv cancel
        er: viv escrev com beb aprend corr vend entend receb abr assist part decid prefir perd""",
    "it": """are: lavor studi parl cucin suon compr us viaggi cammin am ador insegn cant ball nuot pag aiut abit mangi
        gioc guid fum pratic allen programm chiam
        ere: viv scriv legg prend vend corr conosc cred mett perd
        ire: dorm part apr sent""",
}
"""Regular verbs by class; their first and third persons are made from these."""

FRENCH_ER: Final = frozenset(
    """
    travaille habite aime adore déteste préfère parle joue étudie cuisine utilise mange pense cherche donne porte
    enseigne dessine chante danse nage programme gagne loue achète commence arrête change passe garde regarde écoute
    pratique évite fume marche voyage partage élève dirige gère supporte tolère m'appelle appelle collectionne jardine
    médite rêve prépare organise code bosse kiffe participe mesure pèse emménage déménage quitte
    rénove visite réserve annule
    """.split()
)
"""Verbs whose first and third person are written alike."""

PRONOUNS: Final[dict[str, dict[str, str]]] = {
    "es": {"mi": "su", "mis": "sus", "me": "se", "mí": "sí", "conmigo": "consigo", "yo": "", "nuestro": "su",
           "nuestra": "su",            "mío": "suyo", "mía": "suya", "nos": "se"},
    "de": {"mich": "sich", "mir": "sich", "mein": "sein", "meine": "seine", "meinen": "seinen", "meinem": "seinem",
           "meiner": "seiner", "meines": "seines", "uns": "sich", "unser": "sein",
           "unsere": "seine", "unseren": "seinen"},
    "fr": {"mon": "son", "ma": "sa", "mes": "ses", "me": "se", "moi": "lui", "notre": "son", "nos": "ses",
           "nous": "se"},
    "pt": {"meu": "seu", "minha": "sua", "meus": "seus", "minhas": "suas", "me": "se", "mim": "si", "comigo": "consigo",
           "eu": "", "nosso": "seu", "nossa": "sua"},
    "it": {"mio": "suo", "mia": "sua", "miei": "suoi", "mie": "sue", "mi": "si", "me": "sé", "io": "", "nostro": "suo",
           "nostra": "sua"},
}  # fmt: skip

POSSESSIVES: Final[dict[str, frozenset[str]]] = {
    "es": frozenset("mi mis nuestro nuestra nuestros nuestras".split()),
    "de": frozenset("mein meine unser unsere".split()),
    "fr": frozenset("mon ma mes notre nos".split()),
    "pt": frozenset("meu minha meus minhas nosso nossa".split()),
    "it": frozenset("mio mia miei mie nostro nostra".split()),
}
SUBJECTS: Final[dict[str, frozenset[str]]] = {
    "es": frozenset(("yo",)),
    "de": frozenset(("ich", "wir")),
    "fr": frozenset(("je", "j", "nous", "on")),
    "pt": frozenset(("eu",)),
    "it": frozenset(("io",)),
}
TASK_VERBS: Final[dict[str, frozenset[str]]] = {
    "es": frozenset(
        """
        quiero necesito busco pienso creo puedo sé digo quisiera pregunto veo entiendo voy espero agradezco quería podía
        """.split()
    ),
    "de": frozenset(
        """
        will brauche suche möchte denke glaube weiß frage sehe verstehe hoffe danke kann würde hätte könnte soll
        meine wäre
        sollte wollte wär hätt würd könnt
        """.split()
    ),
    "fr": frozenset(
        "veux cherche pense crois sais peux voudrais aimerais comprends vois demande souhaite vais espère".split()
    ),
    "pt": frozenset(
        "quero preciso procuro penso acho posso sei queria gostaria digo vejo entendo vou espero consigo podia".split()
    ),
    "it": frozenset("voglio cerco penso credo posso so vorrei dico vedo capisco vado spero".split()),
}
"""First person of asking: worth keeping only with a day."""
DECISIONS: Final[dict[str, tuple[str, ...]]] = {
    "es": ("decid", "he decidido", "elegí", "me quedo con", "hemos decidido"),
    "de": ("entschieden", "beschlossen", "entscheide mich", "nehme ich"),
    "fr": ("décidé", "choisi", "opté"),
    "pt": ("decidi", "escolhi", "optei", "vou ficar com", "resolvi"),
    "it": ("deciso", "scelto", "optato"),
}
DUTIES: Final[dict[str, tuple[str, ...]]] = {
    "es": ("tengo que", "debo", "hay que", "me toca", "prometí", "le prometí", "voy a"),
    "de": ("muss", "soll", "sollen", "sollte", "sollten", "habe versprochen", "versprochen", "werde", "werden"),
    "fr": ("dois", "il faut que", "ai promis", "promis", "vais"),
    "pt": ("tenho que", "tenho de", "preciso", "devo", "prometi", "vou"),
    "it": ("devo", "ho promesso", "promesso", "vado"),
}
SKILLS: Final[dict[str, frozenset[str]]] = {
    "es": frozenset("hablo toco sé programo domino".split()),
    "de": frozenset("spreche spiele beherrsche programmiere".split()),
    "fr": frozenset("parle joue maîtrise programme code".split()),
    "pt": frozenset("falo toco programo domino sei".split()),
    "it": frozenset("parlo suono programmo so".split()),
}
LASTING: Final[dict[str, tuple[str, ...]]] = {
    "es": (
        "a partir de ahora",
        "de ahora en adelante",
        "desde ahora",
        "en adelante",
        "siempre que",
        "de aquí en adelante",
    ),
    "de": ("ab jetzt", "ab sofort", "von nun an", "von jetzt an", "in zukunft", "künftig", "ab heute"),
    "fr": ("à partir de maintenant", "dorénavant", "désormais", "à l'avenir", "à partir d'aujourd'hui"),
    "pt": ("a partir de agora", "daqui pra frente", "daqui para frente", "de agora em diante", "daqui em diante"),
    "it": ("d'ora in poi", "da ora in poi", "da adesso in poi", "in futuro"),
    "zh": ("以后", "从现在开始", "从今以后", "今后", "从现在起", "往后", "从今天起", "从今天开始", "下次开始"),
    "ja": ("これから", "今後", "これからは", "今から", "以後", "次から", "次回から", "今度から"),
    "hi": ("अब से", "आगे से", "आज से", "हमेशा"),
}
JOINTS: Final[dict[str, frozenset[str]]] = {
    "es": frozenset("y e pero así así_que porque aunque o entonces".split()),
    "de": frozenset("und aber also deshalb denn oder sondern daher darum deswegen".split()),
    "fr": frozenset("et mais donc car alors ou parce puisque".split()),
    "pt": frozenset("e mas então porque pois ou porém".split()),
    "it": frozenset("e ma quindi perché però o perciò siccome".split()),
}

ARTICLES: Final[dict[str, frozenset[str]]] = {
    "es": frozenset(("el", "la")),
    "de": frozenset(("der", "die")),
    "fr": frozenset(),
    "pt": frozenset(("o", "a")),
    "it": frozenset(("il", "la", "lo")),
}
"""Some put one before a given name: "a Mel morreu"."""
SAYS: Final[dict[str, frozenset[str]]] = {
    "es": frozenset("dice dijo piensa cree quiere pregunta sabe ve puede va".split()),
    "de": frozenset("sagt sagte meint fragt denkt glaubt will weiß nicht jetzt heißt selbst erst".split()),
    "fr": frozenset("dit pense croit veut demande sait voit peut va".split()),
    "pt": frozenset("diz disse pensa acha quer pergunta sabe vê pode vai".split()),
    "it": frozenset("dice pensa crede vuole chiede sa vede può va".split()),
}
"""What somebody says, thinks or wants, and words that only look like such a verb."""
DIED: Final[dict[str, frozenset[str]]] = {
    "es": frozenset("murió falleció nació cumplió".split()),
    "de": frozenset("starb".split()),
    "fr": frozenset("a est n'aime n'a n'est".split()),
    "pt": frozenset("morreu faleceu nasceu".split()),
    "it": frozenset("è ha".split()),
}
"""Third persons that the tables of the first do not have."""

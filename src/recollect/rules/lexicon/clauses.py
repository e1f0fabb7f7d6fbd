"""Small words that build clauses in Spanish, German, French, Portuguese and Italian: what opens one, what binds it,
what stands before a verb and what before a noun, and who is meant by "she"."""

from __future__ import annotations

from typing import Final


def _by_language(**words: str) -> dict[str, frozenset[str]]:
    return {code: frozenset(listed.split()) for code, listed in words.items()}


def _phrases(**listed: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Phrases parted by "/", the longest first, each as its words."""
    return {
        code: tuple(sorted((tuple(phrase.split()) for phrase in text.split("/")), key=len, reverse=True))
        for code, text in listed.items()
    }


OPENINGS: Final = _phrases(
    es="""hola/buenas/buenos días/buenas tardes/buenas noches/hey/oye/oiga/mira/mire/bueno/pues/vale/ok/okay/gracias
    /muchas gracias/y/e/pero/por cierto/a propósito/la verdad/la verdad es que/de hecho/en realidad/es que/ah/eh/uf/buf
    /total/total que/resulta que/en fin/para que sepas/que sepas que/que/ojo/aviso/dato/un dato/nota/te cuento
    /te cuento que
    /entonces/así que/por eso/además/también/porque/aunque/perdón/perdona/jaja/jajaja/claro/sí/no/o sea/verás
    /cambiando de tema/una cosa/otra cosa/por si acaso/por si sirve/para contexto/contexto/resumiendo
    /mejor dicho/dicho esto/dicho de otro modo/dicho de otra manera/lo dicho""",
    de="""hallo/hi/hey/moin/servus/guten morgen/guten tag/guten abend/also/ok/okay/danke/vielen dank/und/aber
    /übrigens/ach
    /ach ja/ach so/na/naja/na ja/tja/hm/ähm/äh/äh ja/ja/nee/nein/doch/so/nur so zur info/zur info/fyi/btw/kurz
    /kurze info
    /nebenbei/nebenbei bemerkt/ehrlich gesagt/um ehrlich zu sein/sorry/entschuldige/weißt du/hör mal/denn/sondern/oder
    /damit du es weißt/nur damit du's weißt/damit du bescheid weißt/achtung/hinweis/wichtig/deshalb/deswegen/daher/darum
    /außerdem/zudem/und zwar/haha/puh/mensch/mal was anderes/noch was/ps/wie gesagt/wie schon gesagt/wie bereits gesagt
    /kurz gesagt/anders gesagt/genauer gesagt/besser gesagt/offen gesagt""",
    fr="""salut/bonjour/bonsoir/coucou/hello/hey/merci/ok/okay/et/mais/donc/alors/bon/bah/ben/bref/du coup/au fait
    /d'ailleurs
    /d' ailleurs/en fait/sinon/à vrai dire/pour info/pour infos/fyi/tiens/écoute/voilà/ah/oh/euh/enfin/franchement
    /honnêtement
    /désolé/désolée/pardon/moi/oui/ouais/non/si/sache que/pour contexte/ps/d'ailleurs/car/or/note/à noter/par contre
    /en revanche/c'est pour ça que/c'est pourquoi/en plus/haha/mdr/lol/autrement dit/cela dit/ceci dit/cela étant dit
    /ceci étant dit/comme dit""",
    pt="""oi/olá/oie/ei/bom dia/boa tarde/boa noite/e aí/e/mas/bom/bem/então/ok/okay/obrigado/obrigada/valeu/aliás
    /a propósito
    /por sinal/na verdade/olha/olhe/escuta/ah/eh/hã/tipo/só pra avisar/só para avisar/só pra constar/pra constar
    /pra saber
    /enfim/desculpa/desculpe/sim/não/pois/pois é/porque/por isso/além disso/kkk/haha/ó/gente/cara/mano/ps/nota/contexto
    /aviso/fyi/já agora/afinal/dito isso/dito isto/melhor dito""",
    it="""ciao/salve/buongiorno/buonasera/ehi/hey/ok/okay/grazie/e/ma/allora/beh/bene/comunque/a proposito/tra l'altro
    /tra l' altro/in realtà/guarda/senti/ah/eh/mah/dunque/quindi/però/scusa/scusami/sì/no/insomma/per la cronaca
    /per tua info
    /giusto per/sappi che/ps/nota/haha/perché/perciò/per questo/inoltre/onestamente/a dire il vero/fyi/cioè/come detto
    /come già detto/detto questo/detto ciò""",
)
"""Said before a statement and no part of it."""
BEFORE_NOUNS: Final = _by_language(
    es="""el la los las un una unos unas mi mis tu tus su sus nuestro nuestra este esta ese esa aquel aquella del al
    de en
    con por para sin sobre entre hasta hacia según cada otro otra mucho poco más menos buen gran algún ningún qué cuánto
    todo primer tercer nuevo nueva""",
    fr="le la les un une des mon ma mes du de d' l' au aux ce cet cette ces à en sur pour par sans avec chez",
    pt="""o a os as um uma meu minha seu sua teu tua nosso nossa este esta esse essa do da dos das no na nos nas de
    em com
    por para pra sem sobre entre até ao à cada outro outra muito pouco mais menos bom algum nenhum todo novo nova
    pelo pela""",
    it="""il lo la i gli le l' un uno una mio mia suo sua questo questa quello quella del della dello dell' dei al alla
    nel nella dal dalla di a da in con su per tra fra senza ogni altro altra molto poco più meno bel buon nuovo nuova
    sul sulla""",
    de="""der die das den dem des ein eine einen einem einer mein meine meinen meinem kein keine keinen im am zum zur
    vom
    ins mit von zu bei aus nach für ohne gegen um auf an in über unter""",
)
"""What follows one of these is a noun: "el trabajo" is no verb."""
PREPOSITIONS: Final = _by_language(
    es="a con de en para por sin sobre entre hacia hasta",
    de="mit von zu bei aus nach für ohne gegen um auf an in über unter neben vor hinter zwischen",
    fr="à avec de d' chez pour par sans sur entre vers contre",
    pt="a com de em para pra por sem sobre entre até",
    it="a con di da in per senza su tra fra",
)
BOUND: Final = _by_language(
    es="""que quien quienes cuyo donde cuando mientras si como aunque porque según tú usted ustedes él ella ellos
    ellas vosotros""",
    fr="que qu' qui dont où quand si comme parce lorsque tu vous il elle ils elles",
    pt="que quem cujo onde quando enquanto se como embora porque você vocês vc vcs tu ele ela eles elas",
    it="che chi cui dove quando mentre se come perché tu voi lei lui loro",
    de="dass ob wenn falls als wie die der das was wer wo damit bevor nachdem sobald du ihr",
)
"""What stands before the verb of another clause or another subject: beyond it no first person is looked for."""
ADVERBS: Final = _by_language(
    es="""no ya nunca jamás siempre también tampoco aún todavía ahora hoy ayer mañana antes después luego solo sólo
    normalmente habitualmente casi apenas realmente actualmente últimamente recientemente además así encima bien mal
    me te se lo la los las le les nos os ni tanto muy hace yo nosotros nosotras""",
    pt="""não nao n já nunca jamais sempre também tambem ainda agora hoje ontem amanhã antes depois logo só apenas
    normalmente geralmente quase realmente atualmente ultimamente recentemente além assim bem mal me te se o a os as lhe
    nos nem eu nós""",
    it="""non già mai sempre anche neanche nemmeno ancora adesso ora oggi ieri domani prima poi dopo solo soltanto
    normalmente quasi davvero attualmente ultimamente recentemente inoltre così bene male mi ti si lo la li le
    gli ci ne né io noi proprio""",
    fr="ne n' y en le la les l' lui leur me m' te t' se s'",
    de="""nicht schon auch jetzt heute morgen gestern früher immer oft nie meist meistens seit noch nur dann danach
    zurzeit aktuell""",
)
"""May stand between the beginning of a clause, or its adjunct, and its verb."""
TIMES: Final = _by_language(
    es="""lunes martes miércoles jueves viernes sábado sábados domingo domingos enero febrero marzo abril mayo junio
    julio
    agosto septiembre octubre noviembre diciembre mañana tarde noche mañanas tardes noches día días semana semanas
    mes meses
    año años vez veces verano invierno otoño primavera finde niño niña joven pequeño pequeña pasado pasada viene casa
    momento
    fin final""",
    pt="""segunda terça quarta quinta sexta segundas terças quartas quintas sextas feira sábado sábados domingo domingos
    segunda-feira terça-feira quarta-feira quinta-feira sexta-feira segundas-feiras janeiro fevereiro março abril
    maio junho
    julho agosto setembro outubro novembro dezembro manhã tarde noite manhãs tardes noites dia dias semana semanas
    mês meses
    ano anos vez vezes verão inverno criança jovem pequeno pequena passado passada casa momento fim vem""",
    it="""lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio
    agosto settembre ottobre novembre dicembre mattina pomeriggio sera notte giorno giorni settimana settimane mese mesi
    anno anni volta volte estate inverno autunno primavera bambino bambina piccolo piccola giovane scorso scorsa casa
    momento fine prossimo prossima weekend""",
    fr="""lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre
    octobre novembre décembre matin midi soir nuit jour jours semaine semaines mois an ans année années été hiver
    automne
    printemps week-end weekend""",
    de="""montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags
    freitags samstags
    sonntags januar februar märz april mai juni juli august september oktober november dezember morgens mittags abends
    nachts wochenende jahr jahre jahren woche wochen monat monate monaten tag tage tagen sommer winter herbst
    frühling""",
)
"""The last word of an adjunct of time or place: a verb may follow at once."""
HE_SHE: Final = _by_language(
    es="él ella ellos ellas",
    de="er sie",
    fr="il elle ils elles",
    pt="ele ela eles elas",
    it="lui lei loro",
)
NOBODY: Final = _by_language(
    fr="faut y pleut fait neige s' suffit paraît semble reste manque va",
    es="",
    de="",
    pt="",
    it="",
)
"""French "il" with one of these means nobody."""
SAYING: Final = frozenset(
    """
    dice dijo piensa cree opina escribe escribió sagt sagte meint denkt glaubt schreibt schrieb fragt dit pense croit
    écrit demande diz disse pensa acha escreve perguntou pergunta crede scrive chiede
    """.split()
)
"""Third persons of saying and thinking."""
THINKING: Final = frozenset(
    """
    creo pienso supongo glaube glaub denke denk vermute crois pense suppose acho creio penso suponho credo immagino
    """.split()
)
"""First persons of thinking: what follows is told with less certainty."""
PASSING: Final = _by_language(
    es="""cansado cansada aburrido aburrida harto harta listo lista perdido perdida hambre sueño prisa frío calor sed
    hasta atascado""",
    de="""müde hungrig gelangweilt fertig bereit verwirrt genervt satt hunger durst unsicher neugierig gespannt dran
    wach""",
    fr="""fatigué fatiguée crevé crevée prêt prête perdu perdue faim soif sommeil froid chaud marre bloqué bloquée
    curieux là""",
    pt="cansado cansada entediado entediada pronto pronta perdido perdida fome sono pressa frio calor sede farto farta",
    it="stanco stanca annoiato annoiata pronto pronta perso persa fame sonno fretta freddo caldo sete stufo stufa",
)
"""States that are over when the conversation is."""
COPULAS: Final = frozenset("estoy tengo bin hab habe suis ai chuis estou tô tenho sono ho sto".split())
OR: Final = frozenset("o u oder ou od".split())
LINKS: Final = _by_language(
    es="es está tiene vive trabaja estudia juega odia come viene llega cumple toca habla va fue era hace",
    pt="é está tem mora vive trabalha estuda joga odeia come vem chega faz toca fala vai foi era adora gosta",
    it="è ha vive lavora studia gioca odia mangia viene arriva compie suona parla va fa era abita ama",
)
"""Third persons that need no subject of their own after somebody has been named."""
IMPERSONAL: Final = _by_language(
    es="""que verdad cierto importante mejor peor posible necesario decir broma normal raro difícil fácil hora tarde
    bueno""",
    pt="""que verdade certo importante melhor pior possível preciso dizer brincadeira normal difícil fácil hora tarde
    bom""",
    it="che vero certo importante meglio peggio possibile necessario ora tardi normale difficile facile bello",
)
"""After such a verb: it is nobody who is, and nothing of the person is told."""
ORDERED: Final = _by_language(
    de="mir mich uns mal bitte doch",
    es="",
    fr="",
    pt="",
    it="",
)
"""After the first word of a German clause: it was an order."""

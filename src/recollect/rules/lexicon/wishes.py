"""How people tell an assistant, in five European languages, what it shall always or never do; and what shows that
praise is meant bitterly or that a part is played."""

from __future__ import annotations

from typing import Final


def _by_language(**words: str) -> dict[str, frozenset[str]]:
    return {code: frozenset(listed.split()) for code, listed in words.items()}


def _listed(**phrases: str) -> dict[str, tuple[str, ...]]:
    return {code: tuple(" ".join(phrase.split()) for phrase in text.split("/")) for code, text in phrases.items()}


FOREVER: Final = _by_language(
    es="siempre nunca jamás",
    de="immer nie niemals grundsätzlich generell stets prinzipiell",
    fr="toujours jamais systématiquement",
    pt="sempre nunca jamais",
    it="sempre mai",
)
"""With an order they make it a standing one."""
ORDERS: Final = _by_language(
    es="""responde respóndeme respóndame contesta contéstame contésteme escribe escríbeme escribime usa utiliza
    emplea dame
    deme dime dígame habla háblame ponme pon muéstrame explica explícame evita evite cita traduce incluye añade
    redacta genera mándame pásame recuerda sé llámame trátame uses pongas escribas respondas hables des me propongas
    propongas recomiendes sugieras metas incluyas""",
    de="""antworte antwort antworten schreib schreibe schreiben verwende verwend benutz benutze nutz nutze nimm gib sag
    sprich red rede vermeide erklär erkläre zeig zeige nenn nenne mach mache duz sieze siez duze fass lass formulier
    formuliere übersetz übersetze rechne verwenden benutzen duzen siezen schlag vorschlagen""",
    fr="""réponds répondez réponds-moi répondez-moi écris écrivez écris-moi utilise utilisez emploie parle parle-moi
    parlez-moi donne donne-moi donnez-moi mets mettez évite évitez explique explique-moi montre-moi cite traduis tutoie
    tutoie-moi tutoyez-moi vouvoie-moi vouvoyez-moi appelle-moi appelez-moi propose propose-moi fais""",
    pt="""responde responda respondas responde-me escreve escreva usa use usar fala fale dá dê manda mande evita
    evite explica explique mostra mostre cita cite põe coloca coloque me trata trate chama chame sugira sugere passa
    passe""",
    it="""rispondi rispondimi risponda scrivi scrivimi usa usi utilizza dammi dimmi parla parlami evita spiega
    spiegami mostrami metti cita traduci chiamami mandami fammi proponi proponimi consigliami rispondere usare""",
)
"""Orders about how answers are given: standing with such a word as "always"."""
ADDRESSING: Final = _by_language(
    es="tutéame tuteame tutéeme tutearme trátame tráteme llámame llámeme háblame",
    de="duz duze duzen siez sieze siezen duzt",
    fr="tutoie tutoie-moi tutoyez-moi tutoyer vouvoie-moi vouvoyez-moi vouvoyer appelle-moi appelez-moi",
    pt="chama-me chame-me trata-me trate-me tutear",
    it="chiamami chiamarmi darmi",
)
"""How the speaker wants to be addressed: such a wish lasts whatever else is said."""
ADDRESSING_PHRASES: Final = _listed(
    es="de tú/de usted/de vos/llámame/llámeme/tute/tuté",
    de="nenn mich/nennen sie mich/sag du zu mir/sag ruhig du/per du/duz/siez",
    fr="appelle-moi/appelez-moi/tutoie/tutoy/vouvo/dis-moi tu",
    pt="""me chama de/me chame de/me chama só/pode me chamar/me chamar de/me trata por/me trate por/me trata como
    /chama-me/trata-me""",
    it="dammi del tu/dammi del lei/diamoci del tu/darmi del lei/darmi del tu/chiamami/dammi pure del",
)
STOPPING: Final = _by_language(
    es="deja dejá para evita basta no",
    de="hör bitte lass",
    fr="arrête arrêtez cesse évite stop ne",
    pt="para pare evita deixa chega não",
    it="smetti smettila evita basta non",
)
WHENEVER: Final = _listed(
    es="siempre que/siempre q/cada vez que/cuando te pida/cuando te pregunte/cuando te pase/cuando me respondas",
    de="jedes mal wenn/jedesmal wenn/immer wenn/wenn ich dich/wenn ich dir/wenn du mir/wann immer",
    fr="quand je te/chaque fois que/à chaque fois que/lorsque je te/quand tu me",
    pt="sempre que/toda vez que/quando eu te/quando eu pedir/quando te pedir/cada vez que",
    it="ogni volta che/quando ti/tutte le volte che/quando mi rispondi",
)
NONE_OF: Final = _listed(
    es="""nada de/sin/no uses/no me pongas/no pongas/cero/ni un/ningún/no quiero/no más/evita/evita los/evita las
    /no me des""",
    de="""keine/kein/keinen/ohne/bitte keine/bitte kein/bitte ohne/null/vermeide/verzichte auf/schreib keine
    /schreib mir keine/
    schreib bitte keine/benutz keine/verwende keine/nutze keine/nie wieder/bitte nie""",
    fr="pas de/pas d'/sans/zéro/aucun/évite/évite les/n'utilise pas/ne mets pas/plus de/arrête les/arrête avec les",
    pt="nada de/sem/não use/não usa/não coloque/não põe/zero/nenhum/evita/evite/não quero/chega de",
    it="niente/nessun/senza/non usare/non mettere/zero/evita/basta/non voglio",
)
STYLE: Final = (
    "emoji", "emotic", "smiley", "anglici", "angliz", "floskel", "tabell", "tabla", "tabela", "tabell", "tableau",
    "markdown", "viñeta", "bullet", "puces", "stichpunkt", "aufzählung", "negrita", "gras", "fett", "gender", "jerga",
    "jargon", "tecnicismo", "fachchinesisch", "fachbegriff", "abkürzung", "abreviatur", "diminutiv", "rodeos",
    "relleno",
    "disculpa", "exclama", "ausrufezeichen", "hashtag", "gerúndio", "gíria", "antwort", "respuesta", "réponse",
    "resposta", "rispost", "introduc", "einleitung", "wiederholung", "smalltalk", "blabla", "rollos", "formules",
    "astérisque", "asterisco", "listas", "listes", "elenchi", "kommentare", "comentarios", "commentaires", "commenti",
)  # fmt: skip
"""What answers are made of."""
NOW_ONLY: Final = frozenset(
    """
    esta este esto estos estas aquí hoy ahora diesmal hier dies diese diesen diesem dieser dieses heute folgenden
    folgende
    ce cet cette ces ici aujourd'hui maintenant esse essa isso isto aqui hoje agora questo questa questi queste qui oggi
    adesso stavolta siguiente seguinte seguente suivant suivante texto text texte testo
    """.split()
)
"""An order with one of these is for this turn."""
DELIGHT: Final = _listed(
    es="""qué bien/genial/qué maravilla/qué ilusión/fantástico/estupendo/perfecto/qué suerte/maravilloso/qué alegría
    /qué guay
    /uy qué""",
    de="""na super/na toll/super/toll/klasse/na klasse/großartig/wunderbar/na wunderbar/fantastisch/herrlich/na prima
    /prima
    /perfekt/ganz toll/wie schön/ach wie schön/yay/juhu""",
    fr="""super/génial/bravo/parfait/formidable/quelle joie/quel bonheur/ah super/ah génial/magnifique/merveilleux
    /chouette
    /trop bien/youpi/ah bah super""",
    pt="que delícia/nossa que delícia/que maravilha/ótimo/que ótimo/que legal/maravilha/perfeito/que beleza/que alegria"
    "/nossa que maravilha/adorei/show",
    it="""che bello/fantastico/ottimo/perfetto/che gioia/che meraviglia/bene/magnifico/evviva/grandioso/stupendo
    /che bellezza""",
)
AGAIN: Final = _listed(
    es="otra vez/de nuevo/cómo no/en la cola/de cola/atasco/en fila",
    de="schon wieder/wieder mal/mal wieder/stau/verspätung/schlange",
    fr="encore un/encore une/encore le/à nouveau/de nouveau/retard/bouchons/la queue",
    pt="de novo/outra vez/mais um/mais uma/na fila/engarrafamento/atraso",
    it="di nuovo/un altro/un'altra/ancora/in coda/ritardo/sciopero",
)
"""What happens once too often."""
IRONY: Final = _listed(
    es="lo que me faltaba/lo que faltaba",
    de="hat mir gerade noch gefehlt/hat mir noch gefehlt/hab ja sonst nichts zu tun",
    fr="manquait plus que",
    pt="era só o que faltava/só me faltava",
    it="ci mancava solo/ci mancava anche",
)
"""Nobody says them in earnest."""
TOO_MUCH: Final = _listed(
    es="pasatiempo favorito/hobby favorito/deporte favorito/mejor día de mi vida/sueño de mi vida/plan favorito",
    de="lieblingshobby/lieblingsbeschäftigung/liebe mein leben/liebe es/traum vom leben",
    fr="passe-temps préféré/j'adore ma vie/j'adore quand/plus beau jour de ma vie/que du bonheur/le rêve",
    pt="dia da minha vida/passatempo favorito/amo minha vida/adoro quando/hobby favorito/sonho da minha vida",
    it="passatempo preferito/giorno più bello della mia vita/adoro quando/amo la mia vita/hobby preferito",
)
"""In earnest or not: bitter after delight, or with what happens once too often."""
PLAY: Final = _listed(
    es="haz de/hazme de/haz como/actúa como/actúa de/finge/hagamos como/juguemos/juega a ser/imagina que/imaginemos"
    "/vamos a jugar/interpreta/simula/ponte en el papel/te haces pasar/juego de rol/jugamos a",
    de="""tu so als/tun wir so/stell dir vor/spiel mal/spiel einen/spiel eine/spiel den/spiel die/lass uns spielen
    /rollenspiel
    /du bist ab jetzt/du bist jetzt/du spielst/wir spielen ein rollenspiel/simuliere/simulier/agiere als""",
    fr="""fais comme si/fais semblant/joue le rôle/imagine que/imaginons/jeu de rôle
    /tu es maintenant/mets-toi
    /simule""",
    pt="""finja/finge/faz de conta/faça de conta/aja como/atue como/vamos fingir/imagina que/imagine que/interpreta
    /interprete
    /jogo de papéis/simula/simule/você é um/você é uma/vamos brincar""",
    it="fai finta/fingi/facciamo finta/gioco di ruolo/recita/interpreta/immagina che/immagina di/comportati come/simula"
    "/facciamo che/tu sei un/tu sei una",
)
"""A part is played from here on."""

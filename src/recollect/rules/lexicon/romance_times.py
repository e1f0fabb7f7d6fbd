"""Words of time in Spanish, French, Portuguese and Italian. Plain data; see `recollect.rules.lexicon.tongues`."""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon.tongues import Tongue

_ABOUT_ES: Final = "(?:unos |unas |casi |mas de |como |aproximadamente |alrededor de |mas o menos )?"
SPANISH: Final = Tongue(
    strong="""hoy ayer anteayer antier anoche semana semanas meses año años enero febrero marzo junio julio septiembre
    setiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado verano otoño invierno pasado
    pasada pasados últimos últimas último última próximo próxima hace desde hasta
    qué cuándo dónde quién cómo cuánto cuántos cuál el los las hice hicimos pasó fue fui fuimos estuve estuvimos con del
    mi mis nos dijo dije hablamos comí comimos dónde donde quien está este esta fin días entre durante antes después
    hacía""",
    weak="mayo en de la abril agosto dia y a que primavera domingo mes finde por",
    days={
        "anteayer|antier|antes de ayer": -2, "ayer|anoche": -1, "hoy(?! en dia)": 0,
        "(?<!\\bla )(?<!\\besta )(?<!\\bde )(?<!\\bcada )(?<!\\bpasado )manana": 1, "pasado manana": 2,
    },
    units={
        "fin(?:es)? de semana|finde": "weekend",
        "semana": "week",
        "mes": "month",
        "trimestre": "quarter",
        "ano": "year",
        "noche": "night",
        "manana|tarde": "day",
    },
    counted={"dias?": "day", "semanas?": "week", "mes(?:es)?": "month", "anos?": "year"},
    numbers={
        "una?": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9,
        "diez": 10, "once": 11, "doce": 12, "quince": 15, "veinte": 20, "treinta": 30, "medio": 0.5,
        "un par de": 2, "unos pocos|unas pocas|unos cuantos|unas cuantas|unos|unas|algunos|algunas|pocos|pocas": 3,
        "varios|varias": 4,
    },
    vague="un par de|un[oa]s(?: poc[oa]s| cuant[oa]s)?|algun[oa]s|poc[oa]s|vari[oa]s",
    half=" y medi[oa]",
    months=("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "sep?tiembre", "octubre",
            "noviembre", "diciembre"),
    weekdays=("lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"),
    seasons=("primavera", "verano", "otono", "invierno"),
    last=("pasad[oa](?! manana)|ultim[oa]", "(?:pasad[oa](?! manana)|anterior)"),
    this=("est[ea]", ""),
    next=("proxim[oa]", "(?:que viene|proxim[oa]|siguiente)"),
    ago=(f"(?<!desde )hace (?:ya )?{_ABOUT_ES}{{n}} {{u}}{{h}}", "{n} {u}{h} atras"),
    lately=("(?:ultim|pasad)[oa]s (?:{n} |{f}){u}", "ultim[oa] (?:{n} )?{u}"),
    of="(?:del? |, )?(?:la )?",
    ordinal="º|°|o",
    in_="en|desde|hasta|durante|antes de|despues de|entre|mes de",
    and_="y|a|de",
    season_in="en|en el|en la|durante el|durante la|desde el|desde la|antes del|despues del",
    seasonal="",
    on="el|del",
    every="",
    leads="en|el|la|los|las|del|de",
    parts=("(?:principio|comienzo|inicio)s?(?: de)?", "mediados(?: de)?",
           "final(?:es)?(?: de)?|fin(?:es)?(?! de semana)(?: de)?"),
    since="desde(?: el| la)?",
    before="antes del?(?: la)?",
    after="despues del?(?: la)?",
    until="hasta(?: el| la)?",
    between="entre(?: el| la)?|desde(?: el| la)?|del?",
    through="y|y el|y la|a|al|hasta|hasta el",
    weekend="el (?:fin de semana|finde)(?! (?:del?|antes|despues))",
)  # fmt: skip

_ABOUT_FR: Final = "(?:environ |presque |a peu pres |plus de |pres de |a peine |deja )?"
FRENCH: Final = Tongue(
    strong="""hier avant-hier aujourd'hui aujourd hui jour jours semaine semaines année années janvier février juin
    juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche été automne
    hiver dernier dernière derniers dernières prochain prochaine depuis
    je j'ai nous avons quand qui où pourquoi comment quoi qu'est ce est était passé fait avec les des du mon ma mes
    cette cet il elle deux trois week-end pendant lors ans avant après""",
    weak="mars mai début fin en a an mois avril printemps y la le que de demain",
    days={"avant-hier|avant hier": -2, "hier": -1, "aujourd'hui": 0, "apres-demain|apres demain": 2, "demain": 1},
    units={
        "week-?end|fin de semaine": "weekend",
        "semaine": "week",
        "mois": "month",
        "trimestre": "quarter",
        "annee|an": "year",
        "nuit|soir": "night",
        "matin|apres-midi": "day",
    },
    counted={"jours?": "day", "semaines?": "week", "mois": "month", "ans?|annees?": "year"},
    numbers={
        "une?": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10,
        "onze": 11, "douze": 12, "quinze|une quinzaine de": 15, "vingt": 20, "trente": 30,
        "une dizaine de|une dizaine d'": 10, "quelques": 3, "plusieurs": 4,
    },
    vague="quelques|plusieurs|une dizaine d.*",
    half=" et demie?",
    months=("janvier", "fevrier", "mars", "avril", "mai", "juin", "juillet", "aout", "septembre", "octobre",
            "novembre", "decembre"),
    weekdays=("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    seasons=("printemps", "ete", "automne", "hiver"),
    last=("", "(?:derniere?|passee?|precedente?)"),
    this=("ce(?:t|tte)?", "en cours"),
    next=("", "(?:prochaine?|qui vient)"),
    ago=(f"il y a {_ABOUT_FR}{{n}} {{u}}{{h}}",),
    lately=("{n} dernier(?:e?s)? {u}", "dernier(?:e?s)? {n} {u}", "derniere?s {f}{u}"),
    of="(?:de |du |, |de l')?(?:la |l')?",
    ordinal="er",
    in_="en|depuis|jusqu'en|jusqu'a|des|avant|apres|entre|mois de|courant",
    and_="et|a|de",
    season_in="en|au|l'|le",
    seasonal="",
    on="",
    every="le|les|chaque|premier|deuxieme|troisieme|quatrieme|dernier",
    leads="en|au|le|la|les|l'|de|du|des|ces|dans|pendant",
    parts=("debut", "mi-|milieu(?: de| du)?", "fin(?! de semaine)"),
    since="depuis(?: le| la| l')?",
    before="avant(?: le| la| l')?",
    after="apres(?: le| la| l')?",
    until="jusqu'(?:en|a|au)",
    between="entre(?: le)?|du|de",
    through="et|et le|a|au",
)  # fmt: skip

_ABOUT_PT: Final = "(?:cerca de |uns |umas |mais de |quase |aproximadamente )?"
_FEIRA: Final = (
    "(?:[- ]feira)?(?! (?:serie|vez|edicao|posicao|etapa|parte|fase|temporada|rua|pessoa|opcao|guerra|divisao|filha"
    "|casa|via|reuniao|aula))"
)
"""They are ordinal numbers as well."""
PORTUGUESE: Final = Tongue(
    strong="""hoje ontem anteontem semana semanas mês meses ano anos dias janeiro fevereiro março maio junho julho
    setembro outubro novembro dezembro segunda-feira terça quarta quinta sexta feira sábado verão outono inverno
    passado passada passados últimos últimas último última próximo próxima há atrás desde até
    eu nós quando onde quem quê porque o que os as um uma em na nas nos aconteceu fiz fizemos fui fomos foi com meu
    minha meus minhas disse falei falamos depois antes dois duas durante estive este neste nesta deste desta essa
    não""",
    weak="abril agosto primavera domingo no do a e de fim que dia por ha",
    days={"anteontem|antes de ontem": -2, "ontem": -1, "hoje(?! em dia)": 0, "depois de amanha": 2,
          "(?<!\\bde )(?<!\\bda )amanha": 1},
    units={
        "(?:fim|final) de semana|fds": "weekend",
        "semana": "week",
        "mes": "month",
        "trimestre": "quarter",
        "ano": "year",
        "noite": "night",
        "manha|tarde": "day",
    },
    counted={"dias?": "day", "semanas?": "week", "mes(?:es)?": "month", "anos?": "year"},
    numbers={
        "uma?": 1, "dois|duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "oito": 8, "nove": 9,
        "dez": 10, "onze": 11, "doze": 12, "quinze": 15, "vinte": 20, "trinta": 30, "meio": 0.5, "um par de": 2,
        "alguns|algumas|uns|umas|poucos|poucas": 3, "varios|varias": 4,
    },
    vague="um par de|algun?m?as|alguns|uns|umas|pouc[oa]s|vari[oa]s",
    half=" e mei[oa]",
    months=("janeiro", "fevereiro", "marco", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
            "novembro", "dezembro"),
    weekdays=(f"segunda{_FEIRA}", f"terca{_FEIRA}", f"quarta{_FEIRA}", f"quinta{_FEIRA}", f"sexta{_FEIRA}", "sabado",
              "domingo"),
    seasons=("primavera", "verao", "outono", "inverno"),
    last=("(?:no |na |o |a )passad[oa]|ultim[oa]", "(?:passad[oa]|anterior)"),
    this=("(?:n|d)?est[ea]", ""),
    next=("proxim[oa]", "(?:que vem|proxim[oa]|seguinte)"),
    ago=(f"(?:ha|faz) {_ABOUT_PT}{{n}} {{u}}{{h}}(?: atras)?", "{n} {u}{h} atras"),
    lately=("ultim[oa]s (?:{n} |{f}){u}", "ultim[oa] (?:{n} )?{u}"),
    of="(?:d[eoa] |, )?",
    ordinal="º|°|o",
    in_="em|desde|ate|durante|antes de|depois de|entre|mes de",
    and_="e|a|de",
    season_in="no|na|durante o|durante a|desde o|desde a|do|da",
    seasonal="",
    on="na|no|da|do|desde|ate",
    every="",
    leads="em|no|na|nos|nas|o|a|os|as|do|da|de",
    parts=("(?:comeco|inicio)(?: d[eoa])?|principios? de", "meados(?: d[eoa])?|meio d[eoa]",
           "(?:fim|final|fins)(?! de semana)(?: d[eoa])?"),
    since="desde(?: o| a)?",
    before="antes d[eoa]",
    after="depois d[eoa]|apos(?: o| a)?",
    until="ate(?: o| a)?",
    between="entre(?: o| a)?|desde|de",
    through="e|e o|a|ao|ate|ate o",
    weekend="no (?:fim|final) de semana(?! (?:d[eo]|antes|depois))",
)  # fmt: skip

_ABOUT_IT: Final = "(?:circa |quasi |piu di |all'incirca )?"
ITALIAN: Final = Tongue(
    strong="""oggi ieri altroieri dopodomani settimana settimane mese mesi anno anni giorni giorno gennaio febbraio
    aprile maggio giugno luglio settembre ottobre novembre dicembre lunedì martedì mercoledì giovedì venerdì sabato
    domenica autunno inverno scorso scorsa scorsi scorse passato passata ultimi ultime prossimo prossima
    del nell dell dall all quanti quante quali
    che cosa quando dove chi perché come cosa ho abbiamo è successo fatto sono siamo stato stata con il gli nel nella
    della dello mio mia miei mie ha detto abbiamo fine questo questa quest dal dalla ultimo ultima durante prima dopo
    fino tra fra""",
    weak="fa estate due di la le i lo un una agosto marzo primavera a da sera notte lunedi weekend",
    days={
        "(?:l')?altro ?ieri|avantieri|ieri l'altro": -2,
        "(?<!l'altro )ieri": -1,
        "oggi|stamattina|stamani|stasera|stanotte": 0,
        "domani": 1,
        "dopodomani|dopo domani": 2,
    },
    units={
        "week-?end|fine settimana": "weekend",
        "settimana": "week",
        "mese": "month",
        "trimestre": "quarter",
        "anno": "year",
        "notte|sera": "night",
        "mattina|pomeriggio": "day",
    },
    counted={"giorn[oi]": "day", "settiman[ae]": "week", "mes[ei]": "month", "ann[oi]": "year"},
    numbers={
        "un[oa']?": 1, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "sette": 7, "otto": 8, "nove": 9,
        "dieci": 10, "undici": 11, "dodici": 12, "quindici": 15, "venti": 20, "trenta": 30, "mezzo": 0.5,
        "un paio di|un paio d'": 2, "qualche|alcuni|alcune|pochi|poche": 3, "diversi|diverse": 4,
    },
    vague="un paio d.*|qualche|alcun[ie]|poch[ie]|divers[ie]",
    half=" e mezz[oa]",
    months=("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
            "novembre", "dicembre"),
    weekdays=("lunedi", "martedi", "mercoledi", "giovedi", "venerdi", "sabato", "domenica"),
    seasons=("primavera", "estate", "autunno", "inverno"),
    last=("(?:lo |la )?scors[oa]|ultim[oa]", "(?:scors[oa]|passat[oa])"),
    this=("quest(?:[oa]|')", ""),
    next=("prossim[oa]", "prossim[oa]"),
    ago=(f"{_ABOUT_IT}{{n}} {{u}}{{h}} fa",),
    lately=("(?:ultim|scors)[ie] (?:{n} |{f}){u}", "ultim[oa] (?:{n} )?{u}"),
    of="(?:del(?:la|l')? ?|di |, )?",
    ordinal="º|°",
    in_="a|in|nel|da|dal|fino a|durante|prima di|dopo|tra|fra|per|mese di|entro",
    and_="e|di",
    season_in="in|d'|l'|nell'|dall'|dalla",
    seasonal="",
    on="",
    every="il|di|ogni|chi e|signora|la|al|alla|primo|secondo|terzo|quarto|ultimo|prima|ultima",
    leads="a|in|nel|nella|nell'|negli|nelle|il|lo|la|l'|gli|le|di",
    parts=("inizio(?: di)?|inizi(?: di)?", "meta(?: di)?", "fine(?! settimana)(?: di)?"),
    since="da(?:l|lla|ll')?",
    before="prima d(?:i|el|ella|ell')",
    after="dopo(?: il| la| l')?",
    until="fino a(?:l|lla|ll')?",
    between="(?:tra|fra)(?: il)?|dal?",
    through="e|e il|a|al|fino a",
    weekend="nel (?:fine settimana|week-?end)(?! (?:d[ei]l?|prima|dopo))",
)  # fmt: skip

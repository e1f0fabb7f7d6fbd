"""How a sentence tells that something is over, in German, French, Spanish, Portuguese and Italian. Plain data.

English has its own ways (`recollect.rules.tense`). Forms that are a present as well, or a common noun, stand in no
list: whoever says "la boda es en mayo" or "j'ai congé le 3 mai" speaks of what is to come.
"""

from __future__ import annotations

from typing import Final

_DE_UNIT: Final = (
    r"(?:woche|wochenende|monat|jahr|mal|frühling|frühjahr|sommer|herbst|winter|nacht|januar|februar|märz|april|mai|juni"
    r"|juli|august|september|oktober|november|dezember|ostern|weihnachten|mittwoch|sonnabend"
    r"|(?:mon|diens|donners|frei|sams|sonn)tag)"
)
_FR_UNIT: Final = (
    r"(?:semaine|week-end|mois|an|année|printemps|été|automne|hiver|nuit|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche"
    r"|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)"
)
_FR_ADVERBS: Final = (
    r"(?: (?:pas|déjà|enfin|tous|toutes|bien|aussi|encore|finalement|vraiment|jamais|rien|tout|juste|été))*"
)
_IT_ADVERBS: Final = r"(?: (?:già|appena|anche|mai|sempre|finalmente|davvero|poi|tutti|non))*"

PAST_TENSE: Final = {
    "de": (
        r"\b(?:war(?:en|st)?|hatten?|wurden?|gab(?:en)?|ging(?:en)?|kam(?:en)?|fuhr(?:en)?|flog(?:en)?|zog(?:en)?"
        r"|traf(?:en)?|sah(?:en)?|fand(?:en)?|bekam(?:en)?|blieb(?:en)?|begann(?:en)?|starb(?:en)?|lief(?:en)?"
        r"|schrieb(?:en)?|verlor(?:en)?|gewann(?:en)?|nahm(?:en)?|aß(?:en)?|schlief(?:en)?|brachten?|dachten?"
        r"|mussten?|konnten?|wollten?|durften?|machten?|heirateten?|arbeiteten?|wohnten?|lebten?|lernten?|kauften?"
        r"|verkauften?|feierten?|reisten?|besuchten?|starteten?|endeten?|klappten?|spielten?|kündigten?)\b"
        r"|\b(?:gestern|vorgestern)\b"
        rf"|\b(?:letzte|vorige|vergangene)[nmrs]? {_DE_UNIT}\b"
        r"|\bvor (?:\d+|einem|einer|zwei|drei|vier|fünf|sechs|ein paar|einigen|wenigen) "
        r"(?:tag|woche|monat|jahr)(?:e?n)?\b"
        r"|\b(?:habe?|hast|hat|haben|habt)\b[^.;!?\n]{0,100}? (?<!zu )(?-i:(?:[a-zäöü]{0,8}ge|be|ver|er|ent|zer)"
        r"[a-zäöüß]{2,}(?:t|en)|[a-zäöüß]{2,}iert)(?=\s*(?:$|[.,;!?)]|und\b|aber\b|weil\b|wie\b|als\b))"
        r"|\b(?:bin|bist|ist|sind|seid)\b[^.;!?\n]{0,100}? (?:(?:um|ein|aus|weg|zurück|an|mit|los)?"
        r"(?:gezogen|geflogen|gefahren|gegangen|gekommen|gereist|gelaufen|gestiegen)|gestorben|geboren|gewesen|geworden"
        r"|geblieben|gestartet|passiert|zurückgekehrt|gewandert)\b"
    ),
    "fr": (
        r"\b(?!(?:fait|lait|parfait|sait|trait|retrait|extrait|portrait|souhait|forfait|attrait|satisfait|distrait)\b)"
        r"\w{2,}(?<!r)(?:ait|aient)\b|\bj'(?:étais|avais|allais|faisais|habitais)\b|\b(?:étions|avions|allions)\b"
        r"|\b(?:fut|furent|hier|avant-hier)\b"
        rf"|\b{_FR_UNIT} (?:derni(?:er|ère)s?|passée?)\b|\bil y a (?:\d+|une?|deux|trois|quatre|quelques) "
        r"(?:jour|semaine|mois|an)s?\b"
        rf"|\b(?:j'ai|ai|as|a|avons|avez|ont)\b{_FR_ADVERBS} (?!congé)(?:\w+é(?:e|s|es)?|eu|fait|dit|pris|mis|vu|lu"
        r"|bu|su|pu|voulu|dû|reçu|fini|choisi|perdu|vendu|rendu|appris|compris|offert|ouvert|écrit|couru|vécu|tenu"
        r"|obtenu|réussi|rompu|connu|démissionné)\b"
        rf"|\b(?:suis|es|est|sommes|êtes|sont)\b{_FR_ADVERBS} (?:allé|venu|parti|arrivé|né|mort|entré|sorti|monté"
        r"|descendu|resté|tombé|devenu|revenu|rentré|retourné|passé|déménagé)e?s?\b"
        rf"|\b(?:me suis|s'est|se sont|nous sommes)\b{_FR_ADVERBS} \w+(?:é|i|u|is|it)e?s?\b"
    ),
    "es": (
        r"\b(?:fu(?:i|e|iste|imos|eron)|estuv(?:e|o|imos|ieron)|hic(?:e|imos|ieron)|hizo|tuv(?:e|o|imos|ieron)"
        r"|vin(?:e|imos|ieron)|pus(?:e|o|imos|ieron)|dij(?:e|o|imos|eron)|dio|dimos|dieron|vio|vieron|pud(?:e|o|imos)"
        r"|quis(?:e|o)|supe|supo|traj(?:e|o)|eran?|éramos|había[ns]?|hubo|tenía[ns]?|íbamos|iban?)\b"
        r"|\b\w{2,}(?:ó|aron|ieron|yeron|ábamos|aban?)\b"
        r"|\b(?!(?:porqué|café|bebé|josé|comité|chalé)\b)\w{2,}(?<![aei]r)(?<!\bqu)é\b"
        r"|\b(?!(?:aquí|allí|esquí|jabalí|colibrí)\b)\w{3,}í\b"
        r"|\b(?:he|has|ha|hemos|han) (?:\w+[aií]do|hecho|visto|dicho|puesto|vuelto|escrito|roto|muerto|abierto|ido)\b"
        r"|\b(?:ayer|anteayer|anoche)\b|\b(?:semana|mes|año|fin de semana|verano|invierno|otoño|primavera|lunes|martes"
        r"|miércoles|jueves|viernes|sábado|domingo) pasad[oa]\b"
        r"|\bhace (?:\d+|una?|dos|tres|cuatro|unos|unas|pocos|pocas) (?:día|semana|mes|año)(?:e?s)?\b"
    ),
    "pt": (
        r"\b(?:fui|foi|fomos|foram|estiv(?:e|emos|eram)|esteve|fiz|fez|fizemos|fizeram|tive|teve|tivemos|tiveram|vim"
        r"|veio|viemos|vieram|pus|pôs|disse|disseram|dei|deu|deram|viu|viram|pôde|eram?|éramos|havia|houve|tinham?"
        r"|estavam?|nasceu|morreu|conheceu|aconteceu|recebeu|vendeu|perdeu|escreveu|venceu|aprendeu)\b"
        r"|\b(?!estou\b)\w{3,}ou\b|\b\w{2,}(?:aram|eram|iram|ávamos|avam?|iu)\b|\b\w{3,}(?<![aei]r)ei\b"
        r"|\b(?:ontem|anteontem)\b|\b(?:semana|mês|ano|fim de semana|verão|inverno|outono|primavera|sábado|domingo"
        r"|segunda|terça|quarta|quinta|sexta)(?:-feira)? passad[oa]\b"
        r"|\bhá (?:\d+|uma?|dois|duas|três|quatro|alguns|algumas) (?:dia|semana|mês|mese|ano)s?\b"
    ),
    "it": (
        r"\b(?:ero|era|eravamo|erano|fu|furono|ieri)\b|\b(?!(?:brava|ottava|leva|solleva|alleva)\b)\w{3,}(?:ava|avano"
        r"|avamo|eva|evano|evamo)\b"
        rf"|\b(?:ho|hai|ha|abbiamo|avete|hanno)\b{_IT_ADVERBS} (?:\w+(?:ato|uto|ito)|fatto|detto|preso|messo|visto"
        r"|letto|scritto|perso|aperto|chiuso|deciso|vinto|speso|corso|scelto|chiesto|rotto|offerto|vissuto)\b"
        rf"|\b(?:sono|sei|è|siamo|siete)\b{_IT_ADVERBS} (?:andat|stat|nat|mort|partit|arrivat|venut|tornat|uscit"
        r"|entrat|rimast|diventat|cadut)[oaie]\b"
        r"|\b(?:mi sono|si è|si sono|ci siamo) \w{2,}[ts][oaie]\b"
        r"|\b(?:settimana|mese|anno|fine settimana|estate|inverno|autunno|primavera|lunedì|martedì|mercoledì|giovedì"
        r"|venerdì|sabato|domenica) scors[oa]\b|\b(?:giorni?|settimane?|mes[ei]|ann[io]) fa\b"
    ),
}
"""Language -> what stands in a sentence that tells what is over."""
SET_FOR_LATER: Final = {
    "de": (
        r", ab (?:dem )?(?:\d|[a-zäöü]+)|\b(?:verschieb|verleg|vertag)\w*\b[^.;!?\n]{0,20} auf (?:den )?(?:\d|[a-zä])"
        r"|\b(?:auf|für) (?:den |anfang |mitte |ende )?(?:\d{1,2}\.|[a-zä]+\b)"
        r"[^.;!?\n]{0,20}\b(?:verschoben|verlegt|vertagt|gebucht|reserviert|vereinbart|angesetzt|bestellt)\b"
        r"|\b(?:gebucht|reserviert|bestellt|vereinbart)\b[^.;!?\n]{0,40} für (?:den )?(?:\d{1,2}\.|[a-zä]+\b)"
        r"|\bnächste[nmrs]?\b"
    ),
    "fr": (
        r", (?:à partir d[eu']|dès )|\b(?:report|décal|déplac|repouss|avanc)(?:er|ée?s?)\b[^.;!?\n]{0,40}"
        r" (?:au|à|en|jusqu'au)\b"
        r"|\b(?:réservé|commandé|prévu|fixé|pris)\w*\b[^.;!?\n]{0,40} pour (?:le |début |mi-|fin )?(?:\d|[a-zéû]+)"
        r"|\bprochaine?\b"
    ),
    "es": (
        r", a partir de|\b(?:aplaza|pospuest|pospusieron|cambia|movi|mueve|retrasa)\w*\b[^.;!?\n]{0,40} (?:al|para)\b"
        r"|\b(?:reserv|encarg|compr|fij)\w+\b[^.;!?\n]{0,40} para (?:el |principios de |finales de )?(?:\d|[a-z]+)"
        r"|\bpróxim[oa]\b|\bque viene\b"
    ),
    "pt": (
        r", a partir de|\b(?:adi|remarc|transferi|mud)\w+\b[^.;!?\n]{0,40} para\b"
        r"|\b(?:reserv|encomend|compr|marc)\w+\b[^.;!?\n]{0,40} para (?:o |o dia |dia )?(?:\d|[a-zç]+)"
        r"|\bpróxim[oa]\b|\bque vem\b"
    ),
    "it": (
        r", (?:a partire d|da )|\b(?:rimanda|sposta|rinvia|posticipa)\w+\b[^.;!?\n]{0,40} (?:al|a|in)\b"
        r"|\b(?:prenotat|ordinat|fissat|comprat)[oaie]\b[^.;!?\n]{0,40} per (?:il |l'|inizio |fine )?(?:\d|[a-z]+)"
        r"|\bprossim[oa]\b"
    ),
}
"""Language -> what such a sentence has where the day it names was only settled, and is to come."""
SUBJECT_PRONOUNS: Final = frozenset(
    """
    ich wir er sie es du ihr je j' nous on il elle ils elles tu vous yo nosotros nosotras ella ellos ellas usted ustedes
    eu nós ele ela eles elas você vocês io noi lui lei loro
    """.split()
)
BEFORE_TIMES: Final = frozenset(
    """
    am im in den der vom an zu le la en au à du el al il l' nel a ad no na em dia o de den día ende anfang mitte fin
    début
    """.split()
)
"""Words that a time begins with."""

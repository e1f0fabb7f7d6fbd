"""How people ask that something is remembered, by language: patterns of what stands before the thing itself.

`ASKED`: an order to remember. `KINDLY`: the same as a question or a wish, after which a question mark asks nothing.
`POLITE`: may stand in between. `LINK`: leads over to what shall be remembered, `MORE`: to the next such thing. Plain
data.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Entrusting(NamedTuple):
    lead: str
    kindly: str
    asked: str
    polite: str
    link: str
    more: str


_EN_KEEP: Final = (
    r"(?:remember|memori[sz]e|save|store|record|note(?: down)?|(?:keep|bear|have) in mind|(?:not|never) forget"
    r"|(?:make|take) (?:a )?(?:mental |quick |little )?note|commit to memory"
    r"|(?:add|put|save|store|keep|write)(?: (?:it|this))? (?:to|in|into) (?:your |the )?memory)"
)
ENTRUSTING: Final[dict[str, Entrusting]] = {
    "en": Entrusting(
        lead=r"(?:(?:please|pls|plz|just|and|also|oh|ok|okay|so|hey|hi|hello|but|btw|well|thanks|now|then),?\s){0,3}"
        r"(?:(?:one more thing|another thing|one last thing|ps|p\.s\.)[:,]?\s)?(?:[A-Z]\w{1,15},\s)?(?:please |pls )?",
        kindly=r"(?:can|could|will|would) (?:you|u|ya)(?: (?:please|pls|plz|kindly|just|also|maybe|perhaps|possibly"
        rf"|always|try to|try and|make sure to|make sure you)){{0,3}} {_EN_KEEP}"
        r"|would you(?: please| kindly)? mind (?:remembering|noting|saving|storing|keeping in mind|making a note)"
        rf"|i(?:'d| would)?(?: really)? (?:want|like|need|love) (?:for )?you to(?: please| always| just)? {_EN_KEEP}",
        asked=rf"(?:(?:always|please|do|make sure (?:to|you|that you)|try to|be sure to|you (?:should|must|need to))"
        rf"\s){{0,2}}(?:{_EN_KEEP}|(?:don't|dont|do not) (?:ever )?forget)",
        polite=r"(?:,? (?:please|pls|for (?:me|later|next time|the future|future reference|good)|from now on)){0,2}",
        link=r",?\s(?P<that>that|the fact that)\s|\s?(?:(?:this|the following|it)\s?)?(?P<colon>:)\s{0,4}|,?\s",
        more=r",?\sand\s(?:also )?that\s(?=(?:i|im|we|my|our|he|she|they)\b)",
    ),
    "de": Entrusting(
        lead=r"(?:(?:bitte|und|also|hey|hallo|hi|ok|okay|ach|ja|übrigens|aber)[,!]?\s){0,3}",
        kindly=r"(?:kannst|könntest|würdest|magst) du (?:dir )?(?:das )?(?:bitte |mal |auch ){0,2}"
        r"(?:merken|notieren|speichern|aufschreiben|im kopf behalten|im hinterkopf behalten|(?:daran|dran) denken)"
        r"|(?:können|könnten|würden) sie (?:sich )?(?:bitte )?(?:merken|notieren|speichern|(?:daran|dran) denken)"
        r"|ich (?:möchte|will),? dass du (?:dir merkst|(?:daran|dran) denkst|nicht vergisst)",
        asked=r"merke? (?:es )?dir|merken sie sich|(?:denke?|denken sie)(?: bitte| immer| auch){0,2} (?:daran|dran)"
        r"|(?:vergiss|vergesse|vergessen sie)(?: bitte| ja)? nicht"
        r"|(?:behalte?|behalten sie)(?: bitte)? im (?:kopf|hinterkopf|gedächtnis|sinn)"
        r"|(?:notiere?|speichere?|notieren sie|speichern sie)(?: dir| sich)?|erinnere? dich(?: bitte)?(?: daran| dran)?"
        r"|schreibe? dir auf",
        polite=r"(?: (?:bitte|mal|doch|gut)){0,2}",
        link=r",?\s(?=dass\s)|\s?:\s{0,4}",
        more=r",?\sund\s(?=dass\s)",
    ),
    "es": Entrusting(
        lead=r"(?:(?:por favor|y|oye|hola|ok|pero|ah|bueno|vale),?\s){0,3}",
        kindly=r"(?:me )?(?:puedes|podrías|puede|podría|podés)(?: por favor)? (?:recordar|acordarte de|acordarse de"
        r"|anotar|apuntar|guardar|memorizar|tener en cuenta|tener presente)"
        r"|(?:quiero|quisiera|necesito) que (?:recuerdes|recuerde|te acuerdes de|tengas en cuenta|no olvides)",
        asked=r"recuerda|recuerde|recordá|acuérdate(?: de)?|acordate de|acuérdese de|no (?:te )?olvides(?: de)?"
        r"|no (?:se )?olvide(?: de)?|(?:ten|tenga|tené) (?:en cuenta|presente)|anota|anote|apunta|apunte|guarda|guarde"
        r"|memoriza|memorice|toma nota de",
        polite=r"(?:,? por favor,?)?",
        link=r"\sque\s|\s?:\s{0,4}",
        more=r",?\sy\s(?:de )?que\s",
    ),
    "fr": Entrusting(
        lead=r"(?:(?:s'il (?:te|vous) pla[iî]t|stp|svp|et|ok|salut|bonjour|alors|mais|ah|bon),?\s){0,3}",
        kindly=r"(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|tu peux|tu pourrais|vous pouvez|vous pourriez)"
        r"(?: s'il (?:te|vous) pla[iî]t| stp| svp)? (?:te souvenir|te rappeler|vous souvenir|vous rappeler"
        r"|retenir|noter|mémoriser|enregistrer|garder (?:à l'esprit|en tête|en mémoire)|ne pas oublier)",
        asked=r"souviens-toi|rappelle-toi|souvenez-vous|rappelez-vous|n'oublie[sz]? (?:pas|jamais)|notez?|retiens"
        r"|retenez|gardez? (?:à l'esprit|en tête|en mémoire)|mémorisez?|enregistrez?",
        polite=r"(?:,? (?:s'il (?:te|vous) pla[iî]t|stp|svp|bien),?)?",
        link=r"\s(?:que\s|qu')|\s?:\s{0,4}",
        more=r",?\set\s(?:que\s|qu')",
    ),
    "it": Entrusting(
        lead=r"(?:(?:per favore|per piacere|e|ok|ciao|ma|allora|ah|senti),?\s){0,3}",
        kindly=r"(?:puoi|potresti|può|potrebbe)(?: per favore| per piacere)? (?:ricordare|ricordarti|annotare|segnare"
        r"|segnarti|memorizzare|salvare|tenere (?:a mente|presente|conto)|non dimenticare)",
        asked=r"ricorda|ricordati|si ricordi|non (?:ti )?dimenticar(?:e|ti)|non (?:ti )?scordar(?:e|ti)"
        r"|tieni (?:a mente|presente|conto)|annota|annotati|segna|segnati|memorizza|salva",
        polite=r"(?:,? per favore,?|,? per piacere,?)?",
        link=r"\s(?:del fatto )?che\s|\s?:\s{0,4}",
        more=r",?\se\sche\s",
    ),
    "pt": Entrusting(
        lead=r"(?:(?:por favor|e|ok|oi|olá|mas|então|ah|bom),?\s){0,3}",
        kindly=r"(?:você |tu )?(?:podes|pode|poderia|poderias|podias|consegue)(?: por favor)? (?:te |se )?"
        r"(?:lembrar(?:-te|-se)?|anotar|guardar|memorizar|gravar|ter em mente|ter em conta)",
        asked=r"lembra(?:-te)?|lembre(?:-se)?|não (?:te |se )?esque(?:ças|ça|ce)(?:-te|-se)?"
        r"|(?:tem|tenha) em (?:mente|conta)|anota|anote|guarda|guarde|memoriza|memorize|grava|grave|recorda|recorde",
        polite=r"(?:,? por favor,?)?",
        link=r"\s(?:de )?que\s|\s?:\s{0,4}",
        more=r",?\se\s(?:de )?que\s",
    ),
}  # fmt: skip
HINTS: Final[dict[str, str]] = {
    "en": "remember memor save saving stor record note noting mind forget",
    "de": "merk denk vergiss vergess behalt notier speicher erinner aufschreib dir_auf",
    "es": "record recuerd recuérd acord acuer acuér olvid cuenta presente anot apunt guard memori nota",
    "fr": "souv rappel oubli not reten retien garde mémori enregistr",
    "it": "ricord dimentic scord tieni tener annot segn memorizz salv",
    "pt": "lembr esque mente conta anot guard memoriz grav record",
}
"""One of these stands in every text that asks for it."""
YOURS: Final[dict[str, frozenset[str]]] = {
    "de": frozenset("du dir dich dein deine deinen deinem deiner euch ihnen musst sollst darfst kannst bist".split()),
    "es": frozenset("tú tu te ti tus usted ustedes vos debes tienes puedes eres estás vas has".split()),
    "fr": frozenset("tu te t' toi ton ta tes vous votre vos dois peux es".split()),
    "it": frozenset("tu te ti tuo tua tuoi tue devi puoi sei hai".split()),
    "pt": frozenset("tu te ti teu tua você vocês vc lhe deves podes tens és".split()),
}
"""Words to the one who is spoken to: what he shall do is no statement about a thing."""

"""First-person clauses that are about the conversation itself and are over with it: "te paso el código", "ich habe
deinen Vorschlag ausprobiert", "je ne comprends pas ce message"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token

_YOU: Final = {
    "es": frozenset("te ti tu tus contigo dijiste".split()),
    "de": frozenset("dir dich dein deine deinen deinem deiner".split()),
    "fr": frozenset("te t' toi ton ta tes".split()),
    "pt": frozenset("te ti teu tua você vc lhe contigo".split()),
    "it": frozenset("ti te tuo tua tuoi tue".split()),
}
_AT_HAND: Final = frozenset(
    """
    error código codigo script archivo fichero problema duda pregunta mensaje línea función consola pantallazo captura
    enlace adjunto fehler code datei skript problem frage meldung zeile funktion screenshot anhang link fichier erreur
    question problème message ligne fonction capture pièce arquivo erro pergunta dúvida mensagem linha função anexo
    errore codice file domanda dubbio messaggio riga funzione allegato test
    """.split()
)
_HAVING: Final = frozenset(
    """
    tengo he estoy hab habe bekomme bekomm kriege krieg sehe ai j'ai vois obtiens suis tenho estou tô recebo vejo ho
    vedo ricevo sto hago hice fiz fais fait mache intenté probé tentei testei provo
    """.split()
)
_TRYING: Final = frozenset(
    """
    entiendo entendí comprendo verstehe versteh verstanden comprends compris entendo entendi compreendo capisco capito
    ausprobiert versucht getestet probado intentado intenté probé essayé testé tentei testei rodei provato tentato
    hice probiere probier teste
    """.split()
)
_FAILING: Final = (
    "no funcion", "no va ", "no sale", "geht nicht", "klappt nicht", "funktioniert nicht", "marche pas",
    "fonctionne pas",
    "não funcion", "não deu", "deu erro", "deu certo", "non funziona", "non va", "dijiste",
)  # fmt: skip
_SAID: Final = frozenset("gesagt dicho dit dito detto geschrieben mencionado erwähnt".split())
_FEW: Final = 6
_OVER: Final = frozenset(
    """
    lachen weinen rigole plaisante remercie agradezco agradeço ringrazio bromeo brinco scherzo warte espere espera
    schau guck attends aspetto pruebo probaré probier probiere essaie essaierai provo testo testarei provare testar
    """.split()
)


def is_of_the_turn(words: Sequence[Token], place: int, body: str, language: str) -> bool:
    """Whether what the speaker says of himself is only about this conversation."""
    lows = [token.low for token in words]
    if any(low in _YOU[language] for low in lows):
        return True
    verb = lows[place]
    if any(low in _AT_HAND for low in lows) and (verb in _HAVING or verb in _TRYING):
        return True
    if any(low in _TRYING for low in lows) and (len(lows) <= _FEW or _fails(body)):
        return True
    if any(low in _SAID for low in lows[1:]) and len(lows) <= _FEW:
        return True
    return any(low in _OVER for low in lows) and len(lows) <= _FEW


def _fails(body: str) -> bool:
    low = f"{body.lower()} "
    return any(phrase in low for phrase in _FAILING)

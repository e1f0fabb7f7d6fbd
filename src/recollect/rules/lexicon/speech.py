"""Words with which somebody else's speech is announced, in the languages that mark the person on the verb."""

from __future__ import annotations

from typing import Final

REPORTING: Final = frozenset(
    """
    sagt sagte sagten gesagt meint meinte meinten gemeint schreibt schrieb schrieben geschrieben erzählt erzählte fragt
    fragte gefragt antwortet antwortete geantwortet erklärt erklärte behauptet behauptete steht ruft rief gerufen
    flüstert flüsterte gesteht gestand gestanden verkündet verkündete verriet verraten gepostet postete mitgeteilt
    dice dicen dijo dijeron decía dicho escribe escribió escribieron escrito contó contado respondió respondido contestó
    contestado explicó explicado confesó confesado afirma afirmó gritó comentó anunció anunciado preguntó publicó pone
    dit disait écrit raconte raconté répond répondu explique expliqué avoue avoué confié affirme affirmé annoncé crie
    crié demandé ajoute ajouté déclare déclaré
    diz dizem disse disseram dizia dito escreve escreveu contou respondeu explicou confessou afirmou gritou comentou
    anunciou perguntou falou declarou postou
    diceva detto scrive scrisse scritto racconta raccontò raccontato risponde rispose risposto spiega spiegò spiegato
    confessa confessò confessato afferma affermato gridato commentato annunciato chiede chiesto dichiara dichiarato
    """.split()
)
"""Third persons and participles of saying: Spanish, German, French, Portuguese, Italian."""
ONE_S_OWN: Final = frozenset("ich wir habe hab haben yo he hemos je j nous ai avons eu tenho io ho abbiamo noi".split())
"""Before such a word: the speaker says it himself."""
ANOTHER_S: Final = frozenset(
    "er sie man hat es él ella ellos ellas ha han il elle on ils elles a ont ele ela eles elas lui lei hanno".split()
)
"""Before such a word: another does."""
AS_SAID: Final = frozenset("wie como come comme".split())
"""Before such a word what was said is said again: "wie gesagt: …"."""
THAT: Final = frozenset("que qu dass che ob si se".split())
"""After it only the sense of what was said is told."""

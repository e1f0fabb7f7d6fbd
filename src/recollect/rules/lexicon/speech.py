"""Words with which somebody else's speech is announced, in the languages that mark the person on the verb."""

from __future__ import annotations

from typing import Final

REPORTING: Final = frozenset(
    """
    sagt sagte sagten meint meinte meinten schreibt schrieb schrieben erzählte fragt fragte antwortet antwortete
    erklärte behauptete ruft rief flüstert flüsterte gesteht gestand verkündete verriet postete
    dice dicen dijo dijeron decía escribe escribió escribieron contó respondió contestó explicó confesó afirma afirmó
    gritó comentó anunció preguntó publicó
    disait raconte répond explique avoue affirme crie ajoute déclare
    diz dizem disse disseram dizia escreve escreveu contou respondeu explicou confessou afirmou gritou comentou anunciou
    perguntou falou declarou postou
    diceva scrive scrisse racconta raccontò risponde rispose spiega spiegò confessa confessò afferma chiede dichiara
    """.split()
)
"""Third persons of saying: Spanish, German, French, Portuguese, Italian."""
SAID: Final = frozenset(
    """
    gesagt gemeint geschrieben gefragt geantwortet gerufen gestanden verraten gepostet mitgeteilt
    dicho escrito contado respondido contestado explicado confesado anunciado
    raconté répondu expliqué avoué confié affirmé annoncé crié demandé ajouté déclaré
    dito
    detto scritto raccontato risposto spiegato confessato affermato gridato commentato annunciato chiesto dichiarato
    """.split()
)
"""Participles of saying, by which another speaks only with his "has": "kurz gesagt", "mejor dicho", "por escrito" are
the speaker's own."""
SAYS_OR_SAID: Final = frozenset("erzählt erklärt behauptet verkündet dit écrit".split())
"""Third persons that are participles as well: "mon chef dit", "autrement dit"."""
STANDS: Final = frozenset("steht pone".split())
"""What stands in a text is its writer's, but in the speaker's own it is about him: "im Buch steht", "in meinem Vertrag
steht"; and "fest steht" is in none."""
HAD: Final = frozenset("hatte hatten había habían avait avaient tinha tinham havia haviam aveva avevano".split())
"""Of another only where somebody is named beside it: "mein Vater hatte gesagt", "ya te había dicho"."""
IN_THE: Final = frozenset("im am ins nel nella nello sul sulla no na del au du".split())
"""An article with a preposition in it, before a text or a person."""
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
HEALERS: Final = frozenset(
    """
    doktor psychiater psychiaterin psychologe psychologin chirurg chirurgin hebamme krankenschwester kardiologe
    kardiologin
    médico médica doctor doctora dentista enfermero enfermera psiquiatra psicólogo psicóloga terapeuta cirujano cirujana
    cardiólogo cardióloga dermatólogo dermatóloga ginecólogo ginecóloga pediatra matrona
    médecin docteur doctoresse dentiste infirmier infirmière psychiatre psychologue thérapeute chirurgien chirurgienne
    cardiologue dermatologue gynécologue pédiatre généraliste
    doutor doutora enfermeiro enfermeira psicólogo psicóloga cirurgião cirurgiã cardiologista dermatologista
    medico dottore dottoressa infermiere infermiera psichiatra psicologo psicologa chirurgo cardiologo dermatologo
    """.split()
)
"""What one of these tells somebody is about him."""
HEALERS_END: Final = ("arzt", "ärztin", "ärzte", "therapeut", "therapeutin")
"""German joins them to what they heal."""

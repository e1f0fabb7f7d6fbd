"""Words by which something is somebody's: possessives, articles, "of", and what people live with. All languages inside.

Plain data, folded.
"""

from __future__ import annotations

from typing import Final

MINE: Final = frozenset(
    """
    my our mi mis nuestro nuestra nuestros nuestras mein meine meinen meinem meiner meines unser unsere unserem unserer
    unseren mon ma mes notre nos meu minha meus minhas nosso nossa nossos nossas mio mia miei mie nostro nostra nostri
    nostre 我的 我们的 मेरा मेरी मेरे हमारा हमारी हमारे
    """.split()
)
"""Before what is the speaker's."""
THEIRS: Final = frozenset(
    """
    his her their su sus sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres son sa ses leur leurs
    seu sua seus suas suo suoi sue loro 他的 她的 उसका उसकी उसके उनका उनकी उनके
    """.split()
)
"""Before what is somebody else's, or that of the user who is spoken of in the third person."""
WITH_NOUNS: Final = frozenset(
    """
    the a an el la los las un una der die das den dem des ein eine einen einem einer le les une il lo gli uno o os as
    um uma al alla allo agli ai alle ao aos
    """.split()
)
"""Articles, also with "to" in them: "al padre di Ana non piace"."""
OF: Final = frozenset("of de del della dello dell dei degli delle di da do dos das du des von vom".split())
"""Between somebody and the one he is tied to: "the sister of Ana"."""
GENITIVES_AFTER: Final = frozenset("的 の का की के".split())
"""After the one to whom something belongs."""
TOGETHER: Final = ("and", "und", "y", "e", "et", "和", "跟", "与", "同", "と", "और")
"""Joins two who do something together."""
BEINGS: Final = frozenset(
    """
    is are was were am has have had does do did ist sind war waren hat haben hatte es son era esta estan tiene tienen
    est sont etait a ont avait e sono ha hanno aveva sao tem tinha 是 有 没有 は が है हैं था थी
    """.split()
)
"""Being and having, after which is told how somebody is."""
TELLING_WHO: Final = frozenset("is are was were ist sind war es son era est sont etait e sono sao 是".split())
"""After which is told who somebody is."""
GERMAN_TELLING_WHO: Final = frozenset("ist sind war waren".split())
"""After which every noun is written like a name."""
ADJUNCTS: Final = frozenset(
    """
    letztes letzte jahr jahre heute today heutzutage hoy aujourd'hui oggi hoje annee anno anni scorsa passato derniere
    dernieres einst fruher antes before avant prima antigamente current nowadays actualmente actuellement attualmente
    現在 现在 今 अब
    """.split()
)
"""Words of a time that opens a statement, beside those of `subjects`."""
AMBIGUOUS: Final = frozenset("son prima ex mate lead mari nora".split())
"""Mean a person only after an article or a possessive: Spanish "son", Italian "prima"."""
ANIMALS: Final = frozenset(
    """
    pet pets hund hunde hundin katze katzen kater kaninchen pferd haustier perro perra perros gato gata gatos conejo
    caballo mascota chien chienne chiens chatte lapin cheval cane cani gatto gatta gatti coniglio cavallo
    cachorro cachorra cao caes coelho cavalo 狗 猫 犬 兔子 うさぎ कुत्ता कुत्ते बिल्ली
    """.split()
)
"""Animals people live with, in languages other than English."""

"""Words by which it is told whom a statement is about: who speaks, and what leads up to the subject. Plain data."""

from __future__ import annotations

from typing import Final

FIRST: Final = frozenset(
    """i me my we our us user myself yo nosotros ich wir je j' j nous eu nos mi mis mein meine mon ma mes meu minha
    notre unser unsere 我 我们 私 僕 मैं मुझे""".split()
)
"""Words of the speaker."""
POSSESSIVES: Final = frozenset(
    """my our mi mis nuestro nuestra mein meine meinen meinem meiner unser unsere mon ma mes notre nos meu minha meus
    minhas nosso nossa 我的 मेरा मेरी मेरे हमारा user""".split()
)
"""Before what is the speaker's; somebody else may be meant by what follows."""
LEADING_IN: Final = frozenset(
    """heads up fyi btw note to self reminder correction actually oh so well ok okay hey yeah yes remember remind forget
    that do not let please just also and but now ahora agora jetzt maintenant desormais adesso ora""".split()
)
"""Only leads up to the statement."""
ADVERBS: Final = frozenset(
    """now still already just recently currently usually often always never sometimes really also finally even only
    actually mostly lately nowadays presently officially temporarily permanently eventually again normally rarely seldom
    ahora ya siempre nunca jetzt schon immer nie meistens maintenant toujours jamais deja agora sempre nunca ja adesso
    ora mai 现在 目前 如今 已经 最近 今 今は 現在 最近は""".split()
)
"""Between whom a statement is about and the verb."""
TITLES_WITH_STOP: Final = frozenset(
    """mr mrs ms mx dr drs prof rev hon st lt col gen sgt capt cpl maj cmdr adm gov sen sr sra srta dra dna hr fr mme
    mlle sig dott pe""".split()
)
"""Before a name, and shortened: the full stop behind them ends no sentence."""
NO_INITIALS: Final = frozenset("u.s u.s.a u.k u.n e.u d.c n.y l.a p.s".split())
"""Single letters with full stops that stand for no first names."""
SINCE: Final = frozenset("since desde depuis seit da ab".split())
"""Opens a statement with the time from which it holds: "seit März"."""
SINCE_WITH: Final = frozenset(
    """last early late mid the of this year month week summer el la los las le les de del du den dem der letzten
    letztem letzter pasado pasada passado passada dernier derniere ultimo scorso ano mes mois monat woche""".split()
)
"""Small words of such a time."""
SEASONS: Final = frozenset(
    """spring summer autumn fall winter easter christmas primavera verano otono invierno printemps ete automne hiver
    fruhling sommer herbst ostern weihnachten verao inverno outono estate autunno""".split()
)
SPEAKING: Final = frozenset("i me my mine we us our ours user myself".split())
"""In a statement about people by their full names none of these stands."""
SOMEBODY: Final = frozenset("i me we us you he him she it they them".split())
"""In a sentence, and in no heading."""
